"""Numbers that a verb of the simple past tells, in a clause that a cue gives another time.

A report tells its game in the simple past, a season and careers in the perfect or the present,
what comes next in the present or the future: "has dominated all season and scored 24", "the
trend of this season continued with 31 points", "committed 11 turnovers, as it was unable to play
a clean game". What a simple past tells, the cue does not reach, unless it stands beside the number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from factcheck.language.english import is_past
from factcheck.parser.clauses import Scope
from factcheck.parser.constructions import ClauseFrames
from factcheck.parser.wordings import TenseWords

_NOT_OF_DEEDS = frozenset({"next", "season", "career"})
"""Times that no simple past tells of."""

_COUNTED = frozenset({"statistic", "shooting", "shot", "percent"})
"""Mentions that tell what a man or team did."""


class Tense(Enum):
    """When a verb says that something is."""

    PAST = "simple past"
    OTHER = "perfect, present or future"


@dataclass(frozen=True, slots=True)
class ToldInPast(ClauseFrames):
    """Gives this game's time to what a simple past tells."""

    @property
    def words(self) -> TenseWords:
        """The vocabulary's words of tenses."""
        return self.around.cues.tenses

    def settle(self) -> None:
        """Revise the clauses whose time no simple past tells of."""
        for start, end in pairwise([*sorted(self.scopes), len(self.frames)]):
            scope = self.scopes[start]
            if scope.name in _NOT_OF_DEEDS:
                for begin, until in self._told(start, end, scope):
                    if self._counts(range(begin, until), scope):
                        self.give_back(range(begin, until), scope)

    def _told(self, start: int, end: int, scope: Scope) -> Iterator[tuple[int, int]]:
        """Yield the stretches of a clause that a simple past tells, from its verb on."""
        verbs = [(at, tense) for at in range(start, end) if (tense := self._tense(at, end))]
        for (verb, tense), (until, _) in pairwise([*verbs, (end, Tense.OTHER)]):
            cues = [cue for cue in scope.found if cue.start < until and verb < cue.end]
            if tense is Tense.OTHER or any(cue.start <= verb for cue in cues):
                continue
            opens = verb == verbs[0][0] and not any(cue.start < verb for cue in scope.found)
            if scope.name == "next":
                begins = min((cue.start for cue in cues), default=until)
                yield start if opens else verb, self._joint_before(begins, verb)
            elif not cues:
                yield start if opens else verb, until

    def _joint_before(self, index: int, verb: int) -> int:
        """Return where what comes next begins: "lost to Utah , and on Sunday they will visit"."""
        joints = (at for at in range(index, verb, -1) if self.around.norm(at) in self.words.joints)
        return next(joints, index)

    def _tense(self, index: int, end: int) -> Tense | None:
        """Return the tense that begins at a word, None where it goes on."""
        word, before = self.around.norm(index), self.around.norm(index - 1)
        if self.units[index].mention is not None or not word or before == "to":
            return None
        if word in self.words.perfect:
            return Tense.OTHER if self._has_participle(index, end) else self._simple(word)
        if word in self.words.not_past:
            return Tense.OTHER
        if word.endswith("ing"):
            return None if before in self.words.go_on else Tense.OTHER
        if is_past(word):
            return None if self._is_participle(index) else Tense.PAST
        # "Was on the second night of a back-to-back and goes to Utah", not "was to visit Utah".
        after = self.around.norm(index + 1)
        return Tense.PAST if word in self.words.were and after in self.words.behind_were else None

    def _simple(self, word: str) -> Tense:
        return Tense.PAST if is_past(word) else Tense.OTHER

    def _has_participle(self, index: int, end: int) -> bool:
        """ "Had already scored", "has now been held": the helper of a perfect."""
        after = index + 1
        while after < end and self.around.norm(after) in self.words.adverbs:
            after += 1
        word = self.around.norm(after) if after < end else ""
        return is_past(word) or word in self.words.not_past

    def _is_participle(self, index: int) -> bool:
        """Whether the past that stands at a word belongs to a helper before it: "being decided"."""
        before = index - 1
        while before >= 0 and self.around.norm(before) in self.words.adverbs:
            before -= 1
        return self.around.norm(before) in self.words.perfect | self.words.not_past

    def _counts(self, units: range, scope: Scope) -> bool:
        """Return whether units tell what a man or team did; no past that ends is of a next game."""
        ended = self.around.norm(units.stop) in self.words.joints
        return (scope.name == "next" and ended) or any(
            self.around.has_label(at, kind) for at in units for kind in _COUNTED
        )
