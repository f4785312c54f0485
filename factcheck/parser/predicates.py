"""Predicates of a clause that tell of this game beside one that tells of another time.

"Made his season debut and scored 12 points": a cue for another time stands in one predicate,
and the number in another one. What of the clause keeps the cue's time is what the cue reaches:
a cue such as "of his career" belongs to a noun and reaches its own predicate only, one such as "a
night after losing" what follows it. One within what is put behind the verb, as in "scored 20,
his fourth such game in a row", does not reach back over it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from factcheck.language.english import is_past
from factcheck.parser.clauses import Cue, Scope
from factcheck.parser.constructions import ClauseFrames
from factcheck.parser.wordings import PredicateWords

_SOON = 4
"""Within so many units behind "shooting" stands how well."""
_ASIDE = 5
"""Units within which an aside leads to its cue: "Reed, three nights after"."""
_OPENS_ASIDE = frozenset({",", "(", "--"})
_OTHER_TIMES = frozenset({"previous", "last_n", "season", "average", "career", "other", "imagined"})
# "Bounced back from a poor game to post 25": what he did in the end.
_RETURNS = frozenset({"previous", "career", "season", "other"})


@dataclass(frozen=True, slots=True)
class _Predicate:
    """A stretch of a clause: from its verb, or from the clause's start, to the next verb.

    One that ``compares`` sets this game beside another time: "two more than he had Monday".
    """

    start: int
    end: int
    cues: tuple[Cue, ...]
    compares: bool = False


@dataclass(frozen=True, slots=True)
class Predicates(ClauseFrames):
    """Finds what of a clause a cue for another time does not reach."""

    @property
    def words(self) -> PredicateWords:
        """The vocabulary's words between predicates."""
        return self.around.cues.predicates

    def part(self) -> None:
        """Give the predicates that tell of this game the scope ``game``."""
        starts = [*sorted(self.scopes), len(self.frames)]
        for start, end in pairwise(starts):
            scope = self.scopes[start]
            # "When he scored 24" is of the time of the clause before, and has no cue of its own.
            cues = [cue for cue in scope.found if cue.end > start]
            if scope.name in _OTHER_TIMES and cues:
                self._part(self._predicates(start, end, cues), scope)

    def _predicates(self, start: int, end: int, cues: Sequence[Cue]) -> list[_Predicate]:
        """Split a clause before its verbs; what stands before the first one comes first."""
        apart = {cue.start for cue in cues if self._stands_apart(cue)}
        apart |= {self._opener(cue, start) for cue in cues if cue.reaches != "back"} - {start}
        compared = {
            begin: until
            for index in range(start + 1, end)
            for begin, until in self._comparison(index, start, end)
            if any(begin <= cue.start < until for cue in cues)
        }
        within = {at for begin, until in compared.items() for at in range(begin + 1, until)}
        begins = {
            index
            for index in range(start + 1, end)
            if index not in within and (index in apart or self._begins(index, start))
        }
        ordered = sorted({start, *begins, *compared, *compared.values()} - {end})
        return [
            _Predicate(
                begin,
                until,
                tuple(cue for cue in cues if begin <= max(cue.start, start) < until),
                begin in compared,
            )
            for begin, until in pairwise([*ordered, end])
        ]

    def _comparison(self, index: int, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield where a comparison with another time begins, and one past its end.

        Example: "Griffin had 23 , two more than he had Monday , and 10 rebounds" → "two … Monday"
        """
        code = self.around.norm
        if code(index) in self.words.comparing:
            than = next((at for at in range(index + 1, index + 4) if code(at) == "than"), None)
            begin = index - self.around.has_label(index - 1, "number")
        elif (
            code(index) == "the"
            and self.around.has_label(index + 1, "number")
            and code(index + 2) in self.words.subjects
        ):
            # "Had 25, nearly double the 13 he had scored Monday".
            begin, than = index, index + 1
        elif code(index) == "what" and code(index + 1) in self.words.subjects:
            than = index
            begin = index - (code(index - 1) in self.words.exactly)
        else:
            return
        if than is None or begin <= start or than >= end:
            return
        until = next((at for at in range(than, end) if code(at) in self.words.ends), end)
        yield begin, end if code(until + 1) in self.words.relative else until

    def _stands_apart(self, cue: Cue) -> bool:
        """ "Scored 24, his season high": what stands before the comma is not reached."""
        return cue.reaches == "rest" or (
            cue.reaches == "predicate" and self.around.norm(cue.start - 1) in _OPENS_ASIDE
        )

    def _opener(self, cue: Cue, start: int) -> int:
        """Return where what holds a cue begins: the clause, or what is put behind its verb.

        Example: "Lee had 24, marking his third such game in a row" → "marking"
        """
        for index in range(cue.start, start, -1):
            word, before = self.around.norm(index), self.around.norm(index - 1)
            behind = word in self.words.behind and index > start + 1
            if behind or (before == "," and self._adds(index)):
                told = any(map(self._is_verb, range(start, index)))
                return index if told else start
            if word == ",":
                break
        return start

    def _closer(self, cue: Cue, start: int) -> int | None:
        """Return where what is put behind a verb ends that holds a cue, None where it goes on.

        Example: "struggled after resting against the Nets, shooting 4-for-14" → "shooting"
        """
        if self.around.norm(self._opener(cue, start)) not in self.words.behind:
            return None
        for index in range(cue.end, len(self.frames)):
            if self._shoots(index):
                return index
            if self.around.norm(index - 1) == "," and self._is_verb(index):
                return index if self.around.norm(index).endswith("ing") else None
        return None

    def _adds(self, index: int) -> bool:
        """ "… , his third in a row", "… , marking the third": more of what was told."""
        word = self.around.norm(index)
        return word in self.words.adds or (
            self.around.units[index].mention is None and word.endswith("ing")
        )

    def _begins(self, index: int, start: int) -> bool:
        word, before = self.around.norm(index), self.around.norm(index - 1)
        if self.around.has_label(index, "number"):
            return before == "," and self.around.norm(index + 1) in self.words.falling_short
        if self._shoots(index):
            return True
        if self.around.units[index].mention is not None:
            return False
        if word in self.words.relative:
            return before == ","
        if word in self.words.copulas:
            return before == "," or not any(map(self._is_verb, range(start, index)))
        if before == "to":
            return word in self.words.infinitives
        if not self._is_verb(index):
            return False
        return before in self.words.joins or not any(map(self._is_verb, range(start, index)))

    def _is_verb(self, index: int) -> bool:
        """Tell whether a word may be a verb of deeds: past, or "-ing" after a comma or "and"."""
        unit, word = self.around.units[index], self.around.norm(index)
        if unit.mention is not None or not word.isalpha():
            return False
        if word.endswith("ing"):
            return self.around.norm(index - 1) in self.words.joins
        return is_past(word) or word in self.around.cues.deeds

    def _shoots(self, index: int) -> bool:
        """ "… , shooting just 4-of-14": the noun for shots is a verb here."""
        return (
            self.around.has_label(index, "shot")
            and self.around.norm(index - 1) == ","
            and any(
                self.around.has_label(at, label)
                for at in range(index + 1, index + _SOON)
                for label in ("shooting", "percent", "number")
            )
        )

    def _part(self, predicates: Sequence[_Predicate], scope: Scope) -> None:
        homes = [position for position, predicate in enumerate(predicates) if predicate.cues]
        if not homes or len(predicates) == 1:
            return
        start = predicates[0].start
        wide = [
            (start if cue.reaches == "back" else self._opener(cue, start), self._closer(cue, start))
            for predicate in predicates
            if not predicate.compares
            for cue in predicate.cues
            if cue.reaches in {"clause", "back"}
            and cue.name == scope.name
            and not _belongs(cue, predicate)
            and self.around.norm(predicate.start) not in self.words.relative
        ]
        for position, predicate in enumerate(predicates):
            if predicate.cues:
                continue
            home = predicates[max((one for one in homes if one < position), default=homes[0])]
            goes_on = home.start < predicate.start and any(
                cue.reaches == "rest" for cue in home.cues
            )
            reached = any(
                opener < predicate.end and (closer is None or predicate.start < closer)
                for opener, closer in wide
            )
            free = not (reached or goes_on or self._tells_more(home, predicate))
            aside = self._is_aside(home, predicate)
            if free or aside or self._tells_again(home, predicate, scope):
                self.give_back(self._units(predicate), scope)

    def _is_aside(self, home: _Predicate, predicate: _Predicate) -> bool:
        """ "Reed, three nights after scoring 22 in Phoenix, had 12": what a comma closes again."""
        before = range(home.start - 1, max(home.start - _ASIDE, 0), -1)
        comma = next((at for at in before if self.around.norm(at) == ","), 0)
        opens = comma > 0 and any(
            self.around.has_label(comma - 1, label) for label in ("player", "team")
        )
        verb = self.around.norm(predicate.start)
        closes = self.around.norm(predicate.start - 1) == "," and not verb.endswith("ing")
        tells = is_past(verb) or verb in self.around.cues.deeds or verb in self.words.were
        return closes and tells and (opens or self._counts_beside(home, predicate))

    def _counts_beside(self, home: _Predicate, predicate: _Predicate) -> bool:
        """ "Rivers, 11-for-32 over his last three games, was 8-for-17": an aside without a verb."""
        commas = [at for at in range(home.start, predicate.start) if self.around.norm(at) == ","]
        names = [
            at
            for at in commas[:-1]
            if any(self.around.has_label(at - 1, label) for label in ("player", "team"))
        ]
        if not names or commas[-1] != predicate.start - 1 or commas[-2:-1] != names[-1:]:
            return False
        aside = range(names[-1] + 1, min(cue.start for cue in home.cues))
        return any(
            self.around.has_label(at, label) for at in aside for label in ("shooting", "number")
        )

    def _units(self, predicate: _Predicate) -> range:
        return range(predicate.start, predicate.end)

    def _tells_more(self, home: _Predicate, predicate: _Predicate) -> bool:
        """ "His season high, set in Boston": more of what a cue is about."""
        opens, before = self.around.norm(predicate.start), self.around.norm(predicate.start - 1)
        if home.compares:
            return opens in self.words.relative
        return (
            predicate.start > home.start
            and before in {",", "("}
            and (
                opens in self.words.relative
                or not (opens.endswith("ing") or self._shoots(predicate.start))
            )
        )

    def _tells_again(self, home: _Predicate, predicate: _Predicate, scope: Scope) -> bool:
        """Whether a predicate that follows another time's tells of this game all the same."""
        if predicate.start <= home.start:
            return False
        opens, before = self.around.norm(predicate.start), self.around.norm(predicate.start - 1)
        if before == "to":
            return scope.name in _RETURNS and self._is_verb(home.start)
        aside = self.around.norm(home.start).endswith("ing")
        if self._names(predicate.start - 1):
            # "Averaging 29.8 points, Curry scored 42."
            before = self.around.norm(predicate.start - 2)
        return aside and before == "," and not opens.endswith("ing")

    def _names(self, index: int) -> bool:
        """Return whether a unit names a player or a team."""
        return index > 0 and any(
            self.around.has_label(index, label) for label in ("player", "team")
        )


def _belongs(cue: Cue, predicate: _Predicate) -> bool:
    """ "Bounced back from a loss one night earlier and won": it tells when that loss was."""
    return any(
        other.reaches == "predicate" and other.name == cue.name and other.start < cue.start
        for other in predicate.cues
    )
