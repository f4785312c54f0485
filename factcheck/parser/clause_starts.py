"""Where the clauses of a sentence begin, and whom "who" and "which" stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile

from factcheck.language.english import GENITIVE, is_past
from factcheck.language.mentions import Mention, Sentence, Unit
from factcheck.parser.wordings import ClauseWords
from factcheck.rulebook.vocabulary import Vocabulary

_LONGEST_OPENING = 4
"""Units of a sentence within which the comma after its first name stands."""
_LONGEST_SOME = 9
"""Units of "three of the four other starters" with its verb, at most."""


class ClauseStarts:
    """Splits sentences at conjunctions, relative pronouns and the commas after asides.

    Args:
        vocabulary: Supplies the conjunctions and what stands beside them.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        words = vocabulary.words
        self.words = ClauseWords.of(vocabulary)
        self.adverbials = frozenset(tuple(row.split()) for row in self.words.adverbials)
        self.after_comma = self.words.pronouns | self.words.finishing
        self.men = frozenset(words("owners", "men"))
        self.before_main = frozenset(words("person", "roles")) | {"the"}
        self.described = frozenset(words("person", "nouns")) | self.before_main
        self.deeds = frozenset(words("unknown", "deeds"))
        self.team_nouns = frozenset(words("group", "team_nouns"))
        self.groups = frozenset(words("group", "described"))
        self.copulas = frozenset(words("predicates", "copulas"))
        self.titles = frozenset(words("neighbours", "titles"))

    def find(self, sentence: Sentence, is_object: Callable[[list[Unit], int], bool]) -> list[int]:
        """Return the first unit of each clause.

        Args:
            sentence: A bound sentence.
            is_object: Tells whether the name at a unit is an object; two subjects in a row
                are a list, an object and a subject are not.
        """
        starts = [0]
        fronted = any(
            unit.norm in (self.words.fronted if position == 0 else {"after"})
            for position, unit in enumerate(sentence.units[:3])
        )
        relative = None
        for index, unit in enumerate(sentence.units):
            if unit.mention is not None or index == 0:
                continue
            if unit.norm in self.words.begin:
                if not self._no_conjunction(sentence, index):
                    starts.append(index)
                if unit.norm in self.words.aimed_at and sentence.units[index - 1].norm == ",":
                    relative = index
            elif unit.norm in self.words.begin_before_name:
                listed = index > 1 and not is_object(sentence.units, index - 1)
                if not _lists_with_brackets(sentence.units, index) and (
                    self._predicate_follows(sentence, index, listed)
                    or self._past_adverbial(sentence, index)
                    or self._verb_follows(sentence, index)
                    or self._several_act(sentence, index)
                    or self._others_act(sentence, index, is_object)
                    or self._turns_back(sentence, index)
                    or self.number_acts(sentence, index)
                ):
                    starts.append(index)
            elif self.joins_nobody(sentence, index):
                starts.append(index)
            elif self.antecedent(sentence, index) is not None:
                starts.append(index)
                relative = index if sentence.units[index - 1].norm == "," else None
            elif (
                unit.norm == ","
                and sentence.units[index + 1 : index + 2]
                and (sentence.units[index + 1].norm in self.after_comma)
            ):
                starts.append(index)
            elif (
                relative is None
                and _opens_sentence(sentence, index, self.words.determiners)
                and self._describes(sentence, index)
            ):
                relative = index
            elif relative is not None and self._resumes(sentence, index):
                starts.append(index)
                relative = None
            elif relative is None and self._resumes_opening(sentence, index):
                starts.append(index)
            elif fronted and unit.norm == "," and self._main_clause_follows(sentence, index):
                starts.append(index)
                fronted = False
            elif unit.norm == "," and self._described_man_acts(sentence.units, index):
                starts.append(index)
        return starts

    def _resumes(self, sentence: Sentence, index: int) -> bool:
        """After ", who …" a comma and a verb go on with the name before "who"."""
        following = sentence.units[index + 1 : index + 2]
        if sentence.units[index].norm != "," or not following or following[0].mention:
            return False
        word = following[0].norm
        after = sentence.units[index + 2].norm if index + 2 < len(sentence.units) else ""
        goes_on = not self.words.connectives.isdisjoint({word, f"{word} {after}"})
        return word.isalpha() and not goes_on and not word.endswith("ing")

    def _resumes_opening(self, sentence: Sentence, index: int) -> bool:
        """ "Korver , scoreless in his last outing , had seven": the verb of the first name."""
        if sentence.units[index].norm != "," or not self._resumes(sentence, index):
            return False
        word = sentence.units[index + 1].norm
        return self._opening(sentence, index) is not None and (
            is_past(word) or word in self.words.resume | self.deeds
        )

    def _opening(self, sentence: Sentence, index: int) -> Mention | None:
        """Return the name that a sentence opens with, where what follows tells more of it."""
        units = sentence.units
        for position in range(1, min(index - 1, _LONGEST_OPENING)):
            if units[position].norm != ",":
                continue
            named, after = units[position - 1].mention, units[position + 1]
            told = after.mention is None and after.norm not in self.words.joins_names
            opens = _opens_sentence(sentence, position + 1, self.words.determiners)
            if named is None or not told or not opens or named.label not in {"player", "team"}:
                return None
            between = units[position + 1 : index]
            timed = any(
                unit.mention is not None and unit.mention.label == "period" for unit in between
            )
            return None if timed or "," in _outside_brackets(between) else named
        return None

    def _verb_follows(self, sentence: Sentence, index: int) -> bool:
        """The clause's subject is left out: "had 29 points and is now averaging 25"."""
        following = sentence.units[index + 1 : index + 2]
        return (
            sentence.units[index].norm in self.words.begin_before_verb
            and bool(following)
            and following[0].norm in self.words.verbs
        )

    def _several_act(self, sentence: Sentence, index: int) -> bool:
        """ ", with Lee and Gasol adding 18 each": a participle follows a list of players."""
        names = 0
        for unit in sentence.units[index + 1 :]:
            if unit.mention is not None and unit.mention.label == "player":
                names += 1
            elif unit.norm not in self.words.between_names:
                return names > 1 and unit.mention is None and unit.norm.endswith("ing")
        return False

    def _others_act(
        self, sentence: Sentence, index: int, is_object: Callable[[list[Unit], int], bool]
    ) -> bool:
        """ "One more than Lee, and Allen and Gasol had 18": several are told of after another."""
        units = sentence.units
        if units[index].norm != "and" or index < 2 or units[index - 1].norm != ",":
            return False
        last, names = units[index - 2].mention, 0
        if last is None or last.label != "player" or not is_object(units, index - 2):
            return False
        for unit in units[index + 1 :]:
            if unit.mention is not None and unit.mention.label == "player":
                names += 1
            elif unit.norm not in self.words.between_names:
                acts = is_past(unit.norm) or unit.norm in self.deeds
                return names > 1 and unit.mention is None and acts
        return False

    def _past_adverbial(self, sentence: Sentence, index: int) -> bool:
        """ "And by then the Clippers had scored 16": a predicate follows after what tells when."""
        codes = [unit.norm for unit in sentence.units[index + 1 : index + 4]]
        return any(
            tuple(codes[:size]) in self.adverbials
            and self._predicate_follows(sentence, index + size, listed=False)
            for size in range(1, len(codes) + 1)
        )

    def _turns_back(self, sentence: Sentence, index: int) -> bool:
        """ "Scored 23 after being held to six in his previous outing": another time begins."""
        following = sentence.units[index + 1 : index + 2]
        return (
            sentence.units[index].norm == "after"
            and bool(following)
            and following[0].norm in self.words.after
        )

    def number_acts(self, sentence: Sentence, index: int) -> bool:
        """ ", and 23 fouls sent Dallas to the line": the number is a subject of its own."""
        units = sentence.units
        if units[index].norm == "and" and self._some_act(units[index + 1 : index + _LONGEST_SOME]):
            return True
        if units[index].norm != "and" or units[index - 1].norm != "," or index + 3 >= len(units):
            return False
        labels = [
            unit.mention.label if unit.mention else "" for unit in units[index + 1 : index + 3]
        ]
        return (
            labels == ["number", "statistic"] and units[index + 3].norm in self.words.number_verbs
        )

    def _some_act(self, units: list[Unit]) -> bool:
        """ "And three of the four other starters had eight": men whom the words do not name."""
        if len(units) < 4 or units[1].norm != "of":
            return False
        if units[0].mention is None or units[0].mention.label != "number":
            return False
        return any(
            one.norm in self.men and after.norm in self.deeds for one, after in pairwise(units)
        )

    def antecedent(self, sentence: Sentence, index: int) -> Mention | None:
        """Return whom "who", "which" or, after "a Hawks team", "that" stands for."""
        before = index - 1
        noun = before >= 0 and sentence.units[before].norm in self.team_nouns
        code = sentence.units[index].norm
        if code in self.words.relative or (code == "that" and noun):
            named = name_before(sentence, before if noun else index)
            if named is not None and code == "who" and sentence.units[before - 1].mention is named:
                named = _behind_denial(sentence, before - 1) or named
            if named is None and code == "who" and sentence.units[before].norm == ",":
                return _last_player(sentence, before)
            return named
        return None

    def joins_nobody(self, sentence: Sentence, index: int) -> bool:
        """ "Against a defense that had 14 steals": whose they were, the words do not say."""
        return (
            index > 0
            and sentence.units[index].norm in self.words.of_groups
            and sentence.units[index - 1].norm in self.groups
        )

    def _no_conjunction(self, sentence: Sentence, index: int) -> bool:
        """ "Nothing but net" and "Batum , meanwhile , turned it over" begin no clause."""
        before = sentence.units[index - 1].norm
        if before in self.words.nothing_but:
            return True
        aside = sentence.units[index].norm in self.words.asides and index > 1 and before == ","
        return aside and sentence.units[index - 2].mention is not None

    def _predicate_follows(self, sentence: Sentence, index: int, listed: bool) -> bool:
        """A name or pronoun follows the conjunction, with a predicate rather than a list."""
        units = sentence.units
        position = index + 1
        while position < len(units) and units[position].norm in self.words.determiners:
            position += 1
        position = self._behind_title(units, position)
        if position + 1 >= len(units):
            return False
        unit, after = units[position], units[position + 1]
        if unit.norm in self.words.possessives and after.mention is not None:
            # ", and his 23 points were a big reason".
            counts = after.mention.label == "number" and units[index].norm == "and"
            return counts and units[index - 1].norm == "," and self._acts(units[position + 2 :])
        named = unit.mention is not None and unit.mention.label in {"player", "team"}
        if not (named or (unit.mention is None and unit.norm in self.words.pronouns)):
            return False
        labels = [mention.label for mention in (units[index - 1].mention, unit.mention) if mention]
        if listed and units[index].norm == "and" and len(labels) == 2 and labels[0] == labels[1]:
            return False
        if not named:
            return True
        if labels[-1:] == ["team"] and after.norm == "(":
            # "A set with the Suns ( 15-32 ) , following": what stands in brackets is no predicate.
            closed = next(
                (i for i in range(position, len(units)) if units[i].norm == ")"), position
            )
            after = units[min(closed + 1, len(units) - 1)]
        if after.norm in GENITIVE and units[index].norm == "and":
            return units[index - 1].norm == "," and self._acts(units[position + 2 :])
        return after.norm not in self.words.after_name and after.mention is None

    def _behind_title(self, units: list[Unit], position: int) -> int:
        """ ", and point guard Jeff Teague had": where the name stands, behind what he is called."""
        after = position
        while after < len(units) and units[after].norm in self.titles:
            after += 1
        mention = units[after].mention if after < len(units) else None
        return after if mention is not None and mention.label == "player" else position

    def _acts(self, units: list[Unit]) -> bool:
        """ ", and Walker's 12 fourth-quarter points were …": what is his has a verb of its own."""
        for unit in takewhile(lambda unit: unit.norm not in self.words.begin | {",", "."}, units):
            if unit.mention is None and (unit.norm in self.copulas or is_past(unit.norm)):
                return True
        return False

    def resumed_name(self, sentence: Sentence, index: int) -> Mention | None:
        """Return the name that a clause goes on with after ", who … ," or None."""
        if sentence.units[index].norm != "," or index == 0:
            return None
        for position in range(index - 1, 0, -1):
            if sentence.units[position].norm in self.words.relative | self.words.aimed_at:
                return name_before(sentence, position)
            if self._describes(sentence, position):
                return name_before(sentence, position)
        return self._opening(sentence, index) if self._resumes_opening(sentence, index) else None

    def _describes(self, sentence: Sentence, index: int) -> bool:
        """ "The Warriors , coached for now by …": what stands after a name tells more of it."""
        unit, units = sentence.units[index], sentence.units
        return (
            index > 1
            and unit.mention is None
            and units[index - 1].norm == ","
            and units[index - 2].mention is not None
            and (unit.norm.endswith("ed") or unit.norm in self.words.describes)
        )

    def _main_clause_follows(self, sentence: Sentence, index: int) -> bool:
        """After a fronted phrase's comma comes the main clause's subject: ", guard Martin"."""
        position = index + 1
        units = sentence.units
        while position < len(units) and units[position].norm in self.before_main:
            position += 1
        if position >= len(units):
            return False
        mention = units[position].mention
        return units[position].norm in self.words.pronouns or (
            mention is not None and mention.label in {"player", "team"}
        )

    def _described_man_acts(self, units: list[Unit], index: int) -> bool:
        """ "Playing his first game of the season , the reserve guard scored": a subject follows."""
        following = units[index + 1 :]
        if units[index - 1].mention is not None or not following or following[0].norm != "the":
            return False
        noun = list(takewhile(lambda unit: unit.norm in self.described, following))
        if len(noun) == 1 or len(noun) == len(following):
            return False
        acts = following[len(noun)]
        return acts.mention is None and (acts.norm in self.deeds or is_past(acts.norm))


def _outside_brackets(units: list[Unit]) -> Iterator[str]:
    """Yield the codes of units, but of those in brackets: "fresh from Houston ( 16 , 11 )"."""
    depth = 0
    for unit in units:
        depth += (unit.norm == "(") - (unit.norm == ")")
        if depth == 0:
            yield unit.norm


def name_before(sentence: Sentence, index: int) -> Mention | None:
    """Return the name that stands right before a unit, or before a bracket before it."""
    position = index - 1
    units = sentence.units
    while position >= 0:
        mention = units[position].mention
        if mention is not None and mention.label != "record":
            return mention if mention.label in {"player", "team"} else None
        if mention is None and units[position].norm not in {",", "(", ")"}:
            return None
        position -= 1
    return None


def _behind_denial(sentence: Sentence, index: int) -> Mention | None:
    """ "It was Thompson , not Curry , who": the man before the one who is not meant."""
    if index < 3 or sentence.units[index - 1].norm != "not":
        return None
    return name_before(sentence, index - 1)


def _last_player(sentence: Sentence, index: int) -> Mention | None:
    """ "David Lee , a Celtic until last winter , who": the man named last."""
    for unit in reversed(sentence.units[:index]):
        if unit.mention is not None and unit.mention.label == "player":
            return unit.mention
    return None


def _lists_with_brackets(units: Sequence[Unit], index: int) -> bool:
    """ "Conley (24) and Lee (22) combined": two names of one list."""
    named = units[index + 1].mention if index + 2 < len(units) else None
    return (
        units[index - 1].norm == ")"
        and named is not None
        and named.label == "player"
        and units[index + 2].norm == "("
    )


def _opens_sentence(sentence: Sentence, index: int, determiners: frozenset[str]) -> bool:
    """A name alone, perhaps with an article, stands before the comma before a unit."""
    return all(unit.norm in determiners for unit in sentence.units[: index - 2])
