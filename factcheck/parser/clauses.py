"""Clauses of a sentence, and the time that each of them speaks of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from factcheck.language.mentions import Mention, Sentence, Unit
from factcheck.parser.names import Game
from factcheck.parser.this_game import comes_to_this, on_this_day, was_told
from factcheck.rulebook.phrases import Phrase, index_of
from factcheck.rulebook.vocabulary import Vocabulary

_PRONOUNS = {"he", "they", "it"}
# ", finishing with 24": this game again, whatever was said before.
_FINISHING = {"finishing", "ending"}
_AFTER_NAME = {",", "and", ".", "'s", "'", ")"}


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that tell of which time something is: from which unit to which, and how surely.

    It ``reaches`` the whole ``clause``, its own ``predicate``, or the ``rest`` of the clause.
    """

    start: int
    end: int
    name: str
    number: int | None
    weight: int
    reaches: str


@dataclass(frozen=True, slots=True)
class Scope:
    """The time a clause speaks of, with the number of games of ``last_n``.

    ``cues`` are the names of all scopes that the clause has cues for, ``found`` where these are.
    """

    name: str = "game"
    number: int | None = None
    cues: frozenset[str] = frozenset()
    found: tuple[Cue, ...] = ()


class ClauseReader:
    """Splits sentences at conjunctions and finds each clause's scope.

    Args:
        vocabulary: Supplies the conjunctions and the cues.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        words = vocabulary.words
        self.begin = frozenset(words("clauses", "begin"))
        self.begin_before_name = frozenset(words("clauses", "begin_before_name"))
        self.adverbials = frozenset(tuple(row.split()) for row in words("clauses", "adverbials"))
        self.begin_before_verb = frozenset(words("clauses", "begin_before_verb"))
        self.verbs = frozenset(words("clauses", "verbs"))
        self.men = frozenset(words("owners", "men"))
        self.deeds = frozenset(words("unknown", "deeds"))
        self.number_verbs = frozenset(words("clauses", "number_verbs"))
        self.fronted = frozenset(words("clauses", "fronted"))
        self.relative = frozenset(words("clauses", "relative"))
        self.connectives = frozenset(words("clauses", "connectives"))
        self.after = frozenset(words("clauses", "after"))
        self.team_nouns = frozenset(words("group", "team_nouns"))
        self.groups = frozenset(words("group", "described"))
        self.keep_scope = frozenset(words("clauses", "keep_scope"))
        self.scopes = [
            (name, _cue(source), weight, reach) for name, source, weight, reach in vocabulary.scopes
        ]
        self._index = index_of(tuple(phrase for _, phrase, _, _ in self.scopes))

    def read(
        self, sentence: Sentence, game: Game, is_object: Callable[[list[Unit], int], bool]
    ) -> dict[int, Scope]:
        """Return the scope of each clause, by the clause's first unit.

        Args:
            sentence: A bound sentence.
            game: The game of the story.
            is_object: Tells whether the name at a unit is an object; two subjects in a row
                are a list, an object and a subject are not.
        """
        starts = self._starts(sentence, is_object)
        found = self._cues(sentence, starts, game)
        scopes: dict[int, Scope] = {}
        last = Scope()
        for position, start in enumerate(starts):
            end = starts[position + 1] if position + 1 < len(starts) else len(sentence.units)
            if start in found:
                last = _of_streak(found[start], last)
            elif not (
                last.name == "next"
                or sentence.units[start].code in self.keep_scope
                or (position == 1 and last.name == "previous" and _tells_when(sentence))
            ):
                last = Scope()
            if (
                last.name == "game"
                and sentence.number > 1
                and _elsewhere(sentence, start, end, game)
            ):
                last = Scope("previous")
            scopes[start] = last
        return scopes

    def antecedent(self, sentence: Sentence, index: int) -> Mention | None:
        """Return whom "who", "which" or, after "a Hawks team", "that" stands for."""
        before = index - 1
        noun = before >= 0 and sentence.units[before].code in self.team_nouns
        code = sentence.units[index].code
        if code in self.relative or (code == "that" and noun):
            named = name_before(sentence, before if noun else index)
            if named is None and code == "who" and sentence.units[before].code == ",":
                return _last_player(sentence, before)
            return named
        return None

    def joins_nobody(self, sentence: Sentence, index: int) -> bool:
        """ "Against a defense that had 14 steals": whose they were, the words do not say."""
        return (
            index > 0
            and sentence.units[index].code in {"that", "which"}
            and sentence.units[index - 1].code in self.groups
        )

    def _starts(
        self, sentence: Sentence, is_object: Callable[[list[Unit], int], bool]
    ) -> list[int]:
        starts = [0]
        fronted = any(
            unit.code in (self.fronted if position == 0 else {"after"})
            for position, unit in enumerate(sentence.units[:3])
        )
        relative = None
        for index, unit in enumerate(sentence.units):
            if unit.mention is not None or index == 0:
                continue
            if unit.code in self.begin:
                if not _no_conjunction(sentence, index):
                    starts.append(index)
            elif unit.code in self.begin_before_name:
                listed = index > 1 and not is_object(sentence.units, index - 1)
                if (
                    _predicate_follows(sentence, index, listed)
                    or self._past_adverbial(sentence, index)
                    or self._verb_follows(sentence, index)
                    or self._turns_back(sentence, index)
                    or self.number_acts(sentence, index)
                ):
                    starts.append(index)
            elif self.joins_nobody(sentence, index):
                starts.append(index)
            elif self.antecedent(sentence, index) is not None:
                starts.append(index)
                relative = index if sentence.units[index - 1].code == "," else None
            elif (
                unit.code == ","
                and sentence.units[index + 1 : index + 2]
                and (sentence.units[index + 1].code in _PRONOUNS | _FINISHING)
            ):
                starts.append(index)
            elif (
                relative is None
                and _opens_sentence(sentence, index)
                and _describes(sentence, index)
            ):
                relative = index
            elif relative is not None and self._resumes(sentence, index):
                starts.append(index)
                relative = None
            elif fronted and unit.code == "," and _main_clause_follows(sentence, index):
                starts.append(index)
                fronted = False
        return starts

    def _resumes(self, sentence: Sentence, index: int) -> bool:
        """After ", who …" a comma and a verb go on with the name before "who"."""
        following = sentence.units[index + 1 : index + 2]
        if sentence.units[index].code != "," or not following or following[0].mention:
            return False
        word = following[0].code
        return word.isalpha() and word not in self.connectives and not word.endswith("ing")

    def _verb_follows(self, sentence: Sentence, index: int) -> bool:
        """The clause's subject is left out: "had 29 points and is now averaging 25"."""
        following = sentence.units[index + 1 : index + 2]
        return (
            sentence.units[index].code in self.begin_before_verb
            and bool(following)
            and following[0].code in self.verbs
        )

    def _past_adverbial(self, sentence: Sentence, index: int) -> bool:
        """ "And by then the Clippers had scored 16": a predicate follows after what tells when."""
        codes = [unit.code for unit in sentence.units[index + 1 : index + 4]]
        return any(
            tuple(codes[:size]) in self.adverbials
            and _predicate_follows(sentence, index + size, listed=False)
            for size in range(1, len(codes) + 1)
        )

    def _turns_back(self, sentence: Sentence, index: int) -> bool:
        """ "Scored 23 after being held to six in his previous outing": another time begins."""
        following = sentence.units[index + 1 : index + 2]
        return (
            sentence.units[index].code == "after"
            and bool(following)
            and following[0].code in self.after
        )

    def number_acts(self, sentence: Sentence, index: int) -> bool:
        """ ", and 23 fouls sent Dallas to the line": the number is a subject of its own."""
        units = sentence.units
        if units[index].code == "and" and self._some_act(units[index + 1 : index + _LONGEST_SOME]):
            return True
        if units[index].code != "and" or units[index - 1].code != "," or index + 3 >= len(units):
            return False
        kinds = [unit.mention.kind if unit.mention else "" for unit in units[index + 1 : index + 3]]
        return kinds == ["number", "statistic"] and units[index + 3].code in self.number_verbs

    def _some_act(self, units: list[Unit]) -> bool:
        """ "And three of the four other starters had eight": men whom the words do not name."""
        if len(units) < 4 or units[1].code != "of":
            return False
        if units[0].mention is None or units[0].mention.kind != "number":
            return False
        return any(
            one.code in self.men and after.code in self.deeds for one, after in pairwise(units)
        )

    def _cues(self, sentence: Sentence, starts: list[int], game: Game) -> dict[int, Scope]:
        found: dict[int, list[Cue]] = {}
        for position, places in self._index.possible(sentence):
            name, phrase, bonus, reach = self.scopes[position]
            for match in phrase.matches(sentence, places):
                if on_this_day(sentence, match.start, match.end, game) and (
                    name == "previous" or (name == "next" and was_told(sentence, match.start))
                ):
                    continue
                if name == "next" and comes_to_this(sentence, match.start, match.end, game):
                    continue
                number = None
                if "n" in match.groups:
                    mention = sentence.units[match.groups["n"][0]].mention
                    number = int(mention.data["value"]) if mention else None
                clause = max(start for start in starts if start <= max(match.start, match.end - 1))
                cue = Cue(match.start, match.end, name, number, phrase.size + bonus, reach)
                found.setdefault(clause, []).append(cue)
        return {clause: _weighed(cues) for clause, cues in found.items()}


def _weighed(cues: list[Cue]) -> Scope:
    """Let the first of the weightiest cues tell the time, and any tell of how many games."""
    number: int | None = None
    best = cues[0]
    for cue in cues:
        if cue.weight > best.weight or cue is best:
            best, number = cue, cue.number or number
        else:
            number = number or cue.number
    return Scope(best.name, number, frozenset(cue.name for cue in cues), tuple(cues))


def _no_conjunction(sentence: Sentence, index: int) -> bool:
    """ "Nothing but net" and "Batum , meanwhile , turned it over" begin no clause."""
    before = sentence.units[index - 1].code
    if before in {"all", "nothing", "none", "anything"}:
        return True
    aside = sentence.units[index].code == "meanwhile" and index > 1 and before == ","
    return aside and sentence.units[index - 2].mention is not None


def _of_streak(scope: Scope, before: Scope) -> Scope:
    """ "His second in a row, a stretch where he averages …": an average over these games."""
    if scope.name in {"average", "last_n"} and scope.number is None and before.number:
        return replace(scope, name="last_n", number=before.number)
    return scope


def _predicate_follows(sentence: Sentence, index: int, listed: bool) -> bool:
    """A name or pronoun follows the conjunction, with a predicate rather than a list."""
    units = sentence.units
    position = index + 1
    while position < len(units) and units[position].code in {"the", "both"}:
        position += 1
    if position + 1 >= len(units):
        return False
    unit, after = units[position], units[position + 1]
    named = unit.mention is not None and unit.mention.kind in {"player", "team"}
    if not (named or (unit.mention is None and unit.code in _PRONOUNS)):
        return False
    kinds = [mention.kind for mention in (units[index - 1].mention, unit.mention) if mention]
    if listed and units[index].code == "and" and len(kinds) == 2 and kinds[0] == kinds[1]:
        return False
    if not named:
        return True
    if kinds[-1:] == ["team"] and after.code == "(":
        # "A set with the Suns ( 15-32 ) , following": what stands in brackets is no predicate.
        closed = next((i for i in range(position, len(units)) if units[i].code == ")"), position)
        after = units[min(closed + 1, len(units) - 1)]
    return after.code not in _AFTER_NAME and after.mention is None


def name_before(sentence: Sentence, index: int) -> Mention | None:
    """Return the name that stands right before a unit, or before a bracket before it."""
    position = index - 1
    units = sentence.units
    while position >= 0:
        mention = units[position].mention
        if mention is not None and mention.kind != "record":
            return mention if mention.kind in {"player", "team"} else None
        if mention is None and units[position].code not in {",", "(", ")"}:
            return None
        position -= 1
    return None


def _last_player(sentence: Sentence, index: int) -> Mention | None:
    """ "David Lee , a Celtic until last winter , who": the man named last."""
    for unit in reversed(sentence.units[:index]):
        if unit.mention is not None and unit.mention.kind == "player":
            return unit.mention
    return None


def resumed_name(sentence: Sentence, index: int) -> Mention | None:
    """Return the name that a clause goes on with after ", who … ," or None."""
    if sentence.units[index].code != "," or index == 0:
        return None
    for position in range(index - 1, 0, -1):
        if sentence.units[position].code in {"who", "which", "whose"}:
            return name_before(sentence, position)
        if _describes(sentence, position):
            return name_before(sentence, position)
    return None


_LONGEST_SOME = 9
"""Units of such a subject with its verb, at most."""


@lru_cache(maxsize=1024)
def _cue(source: str) -> Phrase:
    return Phrase(source)


def _opens_sentence(sentence: Sentence, index: int) -> bool:
    """A name alone, perhaps with an article, stands before the comma before a unit."""
    return all(unit.code in {"the", "both"} for unit in sentence.units[: index - 2])


def _describes(sentence: Sentence, index: int) -> bool:
    """ "The Warriors , coached for now by …": what stands after a name tells more of it."""
    unit, units = sentence.units[index], sentence.units
    return (
        index > 1
        and unit.mention is None
        and units[index - 1].code == ","
        and units[index - 2].mention is not None
        and (
            unit.code.endswith("ed")
            or unit.code in {"led", "back", "playing", "missing", "a", "an", "the", "last"}
        )
    )


def _main_clause_follows(sentence: Sentence, index: int) -> bool:
    """After a fronted phrase's comma comes the main clause's subject."""
    position = index + 1
    units = sentence.units
    while position < len(units) and units[position].code == "the":
        position += 1
    if position >= len(units):
        return False
    mention = units[position].mention
    return units[position].code in _PRONOUNS or (
        mention is not None and mention.kind in {"player", "team"}
    )


def _tells_when(sentence: Sentence) -> bool:
    """ "When they last met, the Suns won": the main clause is of the time that "when" tells."""
    return sentence.units[0].code in {"when", "where"}


def _elsewhere(sentence: Sentence, start: int, end: int, game: Game) -> bool:
    """A clause that names only teams that are not in this game speaks of another one."""
    teams = [
        unit.mention.data.get("value")
        for unit in sentence.units[start:end]
        if unit.mention is not None and unit.mention.kind == "team"
    ]
    return bool(teams) and all(team_id not in game.teams for team_id in teams)
