"""What the vocabulary tells about subjects, objects and pronouns."""

from __future__ import annotations

from itertools import pairwise

from factcheck.language.english import inflections
from factcheck.language.mentions import Unit
from factcheck.parser.wordings import (
    AnaphoraWords,
    AttachmentWords,
    ClauseWords,
    ImaginedWords,
    NamedOwnerWords,
    NarratorWords,
    NarrowedWords,
    NeighbourWords,
    OtherGameWords,
    OtherSubjectWords,
    PredicateWords,
    SubjectWords,
    SurroundingWords,
    TenseWords,
)
from factcheck.rulebook.vocabulary import Vocabulary

_LONGEST_PRAISE = 3
"""Words between the article and the name of a team: "a short-handed and tired Brooklyn side"."""
_LONGEST_FEED = 10
"""Units from a man who was found to the next one: "for a layup and a free throw, and"."""


class ContextCues:
    """The word lists of ``vocabulary/context.toml``, ready to look up.

    Args:
        vocabulary: The rule base's wordings.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        words = vocabulary.words
        beats = [
            row.strip()
            for group in ("beat", "outscore")
            for row in vocabulary.groups.get(group, "").strip("<>").split("|")
        ]
        self.objects = _expand([*words("object", "after"), *beats])
        self.longest_object = max((len(row) for row in self.objects), default=1)
        self.skip = frozenset(words("object", "skip"))
        self.behind_to = frozenset(words("object", "behind_to"))
        self.behind_by = frozenset(words("object", "behind_by"))
        self.indefinite = frozenset(words("object", "indefinite"))
        self.adverbials = frozenset(tuple(row.split()) for row in words("clauses", "adverbials"))
        self.measured = frozenset(words("object", "measured"))
        self.team_after = frozenset(words("object", "team_after"))
        self.player_after = frozenset(words("object", "player_after"))
        self.never_subject = frozenset(words("object", "never_subject"))
        self.all_but = frozenset(words("object", "all_but"))
        self.but = frozenset(words("object", "but"))
        self.person_nouns = frozenset(words("person", "nouns"))
        self.roles = frozenset(words("person", "roles"))
        self.group_nouns = frozenset(words("group", "nouns"))
        self.nobody = frozenset(words("group", "nobody"))
        self.after_pair = frozenset(words("group", "after_pair"))
        self.companion_nouns = frozenset(words("person", "companion_nouns"))
        self.absences = frozenset(words("person", "absences"))
        self.pair_nouns = frozenset(words("group", "pair_nouns"))
        self.efforts = frozenset(words("distribution", "efforts"))
        self.cataphora = frozenset(words("cataphora", "begin"))
        self.team_nouns = frozenset(words("group", "team_nouns"))
        self.squad_nouns = frozenset(words("group", "squad_nouns"))
        self.after_latter = frozenset(words("pronouns", "after_latter"))
        self.deeds = frozenset(words("unknown", "deeds"))
        self.team_things = frozenset(words("object", "team_things"))
        self.perceive = frozenset(words("object", "perceive"))
        self.adverbs = frozenset(words("object", "adverbs"))
        self.after_participle = frozenset(words("object", "after_participle"))
        self.no_deeds = frozenset(words("object", "no_deeds"))
        self.stood = frozenset(words("object", "stood"))
        self.assists = frozenset(words("object", "assists"))
        self.with_assist = frozenset(words("object", "with_assist"))
        self.outdo = frozenset(words("object", "outdo"))
        self.not_names = frozenset(words("unknown", "not_names"))
        self.he = frozenset(words("pronouns", "player"))
        self.own = frozenset(words("pronouns", "own"))
        self.things = frozenset(words("pronouns", "things"))
        self.goes_on = frozenset(words("pronouns", "goes_on"))
        self.openers = frozenset(words("pronouns", "openers"))
        self.owners = {
            name: frozenset(rows) for name, rows in vocabulary.tables.get("owners", {}).items()
        }
        self.they = frozenset(words("pronouns", "team"))
        self.distribution = {
            word: name for name in ("distributive", "collective", "respectively")
            for word in words("distribution", name)
        }  # fmt: skip

        clauses = ClauseWords.of(vocabulary)
        self.resume, self.tries = clauses.resume, clauses.tries
        self.predicates = PredicateWords.of(vocabulary)
        self.tenses = TenseWords.of(vocabulary)
        self.other_games = OtherGameWords.of(vocabulary)
        self.imagined = told = ImaginedWords.of(vocabulary)
        # With none of these a sentence tells of nothing that did not happen.
        self.imagining = told.modals.union(
            told.subtracts, told.removes, told.wishes, told.wished, told.wished_then, told.chances,
            told.seemed, told.as_if, told.believed, told.promised,
        )  # fmt: skip
        self.narrowed = NarrowedWords.of(vocabulary)
        self.near = NeighbourWords.of(vocabulary)
        self.surroundings = SurroundingWords.of(vocabulary)
        self.anaphora = AnaphoraWords.of(vocabulary)
        self.narrator = NarratorWords.of(vocabulary)
        self.subjects = SubjectWords.of(vocabulary)
        self.other_subjects = OtherSubjectWords.of(vocabulary)
        self.attached = AttachmentWords.of(vocabulary)
        self.named_owners = NamedOwnerWords.of(vocabulary)
        self.before_name = self.skip | self.near.articles
        self.acts = clauses.resume - clauses.states
        self.after_person = self.person_nouns | self.surroundings.title_joints
        self.in_title = self.skip | self.surroundings.in_title

    def is_object(self, units: list[Unit], index: int) -> bool:
        """Tell whether the name at a unit is what a verb or preposition aims at."""
        if self._is_passer(units, index) or self._is_fed(units, index):
            return True
        end = index
        while True:
            # "In between the Clippers had scored 16": they did it.
            if tuple(unit.norm for unit in units[max(0, end - 2) : end]) in self.adverbials:
                return False
            for size in range(1, self.longest_object + 1):
                row = units[max(0, end - size) : end]
                if len(row) < size or any(unit.mention for unit in row):
                    break
                if tuple(unit.norm for unit in row) in self.objects:
                    # "From 59-51 down the Grizzlies scored 13 straight": that is how it stood.
                    score = units[end - 2].mention if end > 1 else None
                    return row[-1].norm not in self.stood or not (
                        score is not None and score.label == "score"
                    )
            if not end or units[end - 1].mention or units[end - 1].norm not in self.skip:
                if end == index and (article := self._article_before(units, index)) is not None:
                    end = article
                    continue
                return (
                    self._is_outdone(units, end - 1)
                    or self._is_measure(units, end - 1)
                    or self._is_ahead(units, end - 1)
                    or self._is_done_to(units, end - 1)
                    or self._is_of_participle(units, end - 1, index)
                )
            end -= 1

    def _article_before(self, units: list[Unit], index: int) -> int | None:
        """Return where the article stands of "a tired and ageing Brooklyn side", if it is one."""
        after = units[index + 1] if index + 1 < len(units) else None
        if after is None or after.norm not in self.team_nouns | self.squad_nouns:
            return None
        for at in range(index - 1, max(-1, index - _LONGEST_PRAISE - 2), -1):
            if units[at].mention or not units[at].norm.isalpha():
                return None
            if units[at].norm in self.indefinite:
                return at
        return None

    def _is_passer(self, units: list[Unit], index: int) -> bool:
        """ "Frye hit a three, Irving with the assist": it goes on about Frye."""
        after = units[index + 1 : index + 4]
        if not index or units[index - 1].norm != "," or not after:
            return False
        if after[0].norm in self.assists:
            return True
        counted = after[-1].mention
        return (
            len(after) == 3
            and after[0].norm in self.with_assist
            and after[1].norm in self.near.articles
            and counted is not None
            and counted.label == "statistic"
            and counted.value == "AST"
        )

    def _is_fed(self, units: list[Unit], index: int) -> bool:
        """ "Wall found Beal for a layup and Morris again for a three": he found both."""
        if index < 3 or units[index - 1].norm not in {"and", ","}:
            return False
        after = next(
            (one for one in units[index + 1 : index + 3] if one.norm not in self.adverbs), None
        )
        if after is None or after.norm != "for":
            return False
        for place in range(index - 2, max(index - _LONGEST_FEED, 0), -1):
            mention = units[place].mention
            if mention is not None and mention.label == "player":
                return units[place + 1].norm == "for" and self.is_object(units, place)
        return False

    def _is_done_to(self, units: list[Unit], index: int) -> bool:
        """ "Memphis also punished Phoenix": the name behind a verb, be it known or not."""
        if index < 1 or units[index].mention or not units[index].norm.endswith("ed"):
            return False
        before = index - 1
        while (
            before
            and not units[before].mention
            and (units[before].norm in self.adverbs or units[before].norm.endswith("ly"))
        ):
            before -= 1
        doer = units[before].mention
        return doer is not None and doer.label in {"team", "player"}

    def _is_outdone(self, units: list[Unit], index: int) -> bool:
        """ "Able to out-rebound Phoenix": a compound whose verb is read as what it counts."""
        return index > 1 and units[index - 1].norm == "-" and units[index - 2].norm in self.outdo

    def _is_of_participle(self, units: list[Unit], index: int, name: int) -> bool:
        """ "Chicago won, dismantling the Rockets in wire-to-wire fashion": they are who lost."""
        if index < 1 or units[index].mention or not units[index].norm.endswith("ing"):
            return False
        named, following = units[name].mention, units[name + 1 : name + 2]
        return (
            units[index - 1].norm == ","
            and named is not None
            and named.label == "team"
            and bool(following)
            and following[0].norm in self.after_participle
        )

    def _is_measure(self, units: list[Unit], index: int) -> bool:
        """ "Twice as many threes as the Wolves": the second "as" sets what is measured against."""
        if index < 0 or units[index].norm != "as":
            return False
        before = [unit.norm for unit in units[max(0, index - _AS_FAR_AS) : index]]
        return any(first == "as" and second in self.measured for first, second in pairwise(before))

    def _is_ahead(self, units: list[Unit], index: int) -> bool:
        """ "Down 42-37 to the Jazz": those whom somebody else trails."""
        if index < 1 or units[index].norm != "to" or units[index - 1].mention is None:
            return False
        before = index - 1
        while before and (units[before].mention or units[before].norm in self.behind_by):
            before -= 1
        return units[before].norm in self.behind_to


_AS_FAR_AS = 6
"""Units between the two words of "as many … as" at most."""


def _expand(rows: list[str]) -> frozenset[tuple[str, ...]]:
    """Write out the inflections of cue phrases."""
    expanded: set[tuple[str, ...]] = set()
    for row in rows:
        variants: list[tuple[str, ...]] = [()]
        for word in row.split():
            forms = inflections(word[1:]) if word.startswith("~") else {word}
            variants = [(*variant, form) for variant in variants for form in forms]
        expanded.update(variants)
    return frozenset(expanded)
