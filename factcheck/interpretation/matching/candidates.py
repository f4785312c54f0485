"""Candidates: where the rules' patterns match in a sentence, and which of the matches stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from factcheck.interpretation.matching.details import BEGIN, SENTENCE_BEGIN, gather, stretch
from factcheck.interpretation.matching.regions import Region, regions
from factcheck.interpretation.wordings import PlayWords
from factcheck.language.mentions import Sentence
from factcheck.parser.document import ClauseContext
from factcheck.rulebook.pattern_index import PatternMatches, index_of
from factcheck.rulebook.patterns import Match, Pattern
from factcheck.rulebook.rule import Rule


@dataclass(slots=True)
class Candidate:
    """A match of a rule in one place of a sentence, before it becomes a claim.

    Args:
        rule: The rule that matched.
        pattern: Which of its patterns.
        match: Where, and what fills slots and labels.
        anchor: The unit whose clause decides whom the claim is about.
        marked: The units of what the rule marks.
        consumed: The units that no less specific rule may match as well.
        values: Columns of the claim that the words stand for, by name.
    """

    rule: Rule
    pattern: Pattern
    match: Match
    anchor: int
    marked: set[int]
    consumed: set[int]
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        """Whether it has one of the slots that its rule requires."""
        wanted = self.rule.requires
        return not wanted or any(name in self.match.groups for name in wanted)


@dataclass(frozen=True, slots=True)
class _Offer:
    """What the clauses of a sentence offer: a rule that wants something else need not look."""

    scopes: frozenset[str]
    distributions: frozenset[str]
    subjects: frozenset[str]
    asides: bool

    @classmethod
    def of(cls, frames: Iterable[ClauseContext]) -> _Offer:
        # Most units of a clause share one frame.
        different = {id(frame): frame for frame in frames}.values()
        return cls(
            frozenset(frame.scope for frame in different),
            frozenset(frame.distribution for frame in different),
            frozenset(frame.subject for frame in different),
            any(frame.aside for frame in different),
        )

    def suits(self, wanted: _Wanted) -> bool:
        if self.scopes.isdisjoint(wanted.scopes) or self.distributions.isdisjoint(
            wanted.distributions
        ):
            return False
        return wanted.subject is None or wanted.subject in self.subjects


class _Wanted(NamedTuple):
    """What a pattern of a rule asks of clauses; None is any subject, or one that it names."""

    scopes: tuple[str, ...]
    distributions: tuple[str, ...]
    subject: str | None

    @classmethod
    def of(cls, rule: Rule, pattern: Pattern) -> _Wanted:
        named = rule.subject == "any" or rule.subject in pattern.slots
        scopes, distributions = tuple(sorted(rule.scope)), tuple(sorted(rule.distribution))
        return cls(scopes, distributions, None if named else rule.subject)


class _Fillers(NamedTuple):
    """What fills one of the slots or labels that a rule requires.

    Args:
        own: The numbers of the rule's own patterns.
        around: The bits of those that are looked for around them.
    """

    own: tuple[int, ...]
    around: int

    def may_stand_in(self, matches: PatternMatches) -> bool:
        """Return whether a sentence may hold any of them."""
        return bool(self.around & matches.held_around) or not matches.possible.keys().isdisjoint(
            self.own
        )


class CandidateFinder:
    """Finds where rules match, in clauses that they are for.

    Args:
        rules: The rules; of equally specific matches those of earlier ones come first.
        words: The vocabulary of plays told together.
    """

    def __init__(self, rules: Sequence[Rule], words: PlayWords) -> None:
        self._words = words
        self._ranked = [
            (rule, pattern, rule.mark.split(".")[0])
            for rule in rules
            for pattern in sorted(rule.patterns, key=lambda pattern: -pattern.size)
        ]
        self._index = index_of(tuple(pattern for _, pattern, _ in self._ranked))
        around = dict.fromkeys(pattern for rule in rules for pattern in _around(rule))
        self._around = index_of(tuple(around))
        self._fillers = {rule.id: self._fillers_of(rule) for rule in rules if rule.requires}
        # The numbers of patterns that ask the same of clauses, and of those that some offer suits.
        self._wanted: dict[_Wanted, list[int]] = {}
        for number, (rule, pattern, _) in enumerate(self._ranked):
            self._wanted.setdefault(_Wanted.of(rule, pattern), []).append(number)
        self._suited: dict[_Offer, bytes] = {}

    def find(self, sentence: Sentence, frames: list[ClauseContext]) -> Iterator[Candidate]:
        """Yield the matches that stand, the most specific first; what one owns no other has."""
        matches = PatternMatches(sentence, self._index, self._around)
        found = self._candidates(matches, frames)
        candidates = _add_details(matches, frames, found, self._words)
        candidates = [candidate for candidate in candidates if candidate.is_complete]
        candidates.sort(key=lambda c: (-c.rule.priority, -c.pattern.size))
        taken: dict[str, set[int]] = {}
        everywhere: set[int] = set()
        for candidate in candidates:
            rule = candidate.rule
            mine = taken.setdefault(rule.id, set())
            units = candidate.consumed or candidate.marked
            if candidate.consumed & everywhere or units & mine:
                continue
            mine |= units
            everywhere |= candidate.consumed
            yield candidate

    def _candidates(self, matches: PatternMatches, frames: list[ClauseContext]) -> list[Candidate]:
        """Return what matches in clauses that its rule is for, without details yet."""
        here = _Offer.of(frames)
        possible, fillers, suiting = matches.possible, self._fillers, self._suiting(here)
        candidates: list[Candidate] = []
        put_off: list[tuple[int, list[int]]] = []
        for number, starts in possible.items():
            if not suiting[number]:
                continue
            rule = self._ranked[number][0]
            if rule.requires and not fillers[rule.id].may_stand_in(matches):
                put_off.append((number, starts))
            else:
                candidates += self._matched(number, starts, matches, frames, here)
        # What cannot be complete still bounds what other rules of its file tell.
        bounded = {candidate.rule.path for candidate in candidates if candidate.rule.details}
        for number, starts in put_off:
            if self._ranked[number][0].path in bounded:
                candidates += self._matched(number, starts, matches, frames, here)
        return candidates

    def _fillers_of(self, rule: Rule) -> _Fillers:
        """Return the patterns of a rule that fill one of the slots or labels that it requires."""
        known = self._index.numbers
        around = 0
        for patterns in rule.details.values():
            for pattern in patterns:
                if _fills(rule, pattern):
                    around |= self._around.bits[pattern]
        own = (known[pattern] for pattern in rule.patterns if _fills(rule, pattern))
        return _Fillers(tuple(own), around)

    def _suiting(self, offer: _Offer) -> bytes:
        """Return 1 at the numbers of the patterns whose rule wants what clauses offer, else 0."""
        found = self._suited.get(offer)
        if found is None:
            flags = bytearray(len(self._index.patterns))
            for wanted, numbers in self._wanted.items():
                if offer.suits(wanted):
                    for number in numbers:
                        flags[number] = 1
            found = self._suited[offer] = bytes(flags)
        return found

    def _matched(
        self,
        number: int,
        starts: Sequence[int],
        matches: PatternMatches,
        frames: list[ClauseContext],
        here: _Offer,
    ) -> Iterable[Candidate]:
        """Return the matches of a pattern that stand in clauses which its rule is for."""
        found = self._ranked[number][1].matches(matches.sentence, starts)
        return self._standing(number, found, matches, frames, here) if found else ()

    def _standing(
        self,
        number: int,
        found: Sequence[Match],
        matches: PatternMatches,
        frames: list[ClauseContext],
        here: _Offer,
    ) -> Iterator[Candidate]:
        rule, pattern, slot = self._ranked[number]
        sentence = matches.sentence
        for match in found:
            if rule.exclude and _is_excluded(rule, match, matches):
                continue
            mark = match.groups.get(slot)
            anchor = mark[0] if mark else match.start
            frame = frames[anchor]
            if frame.scope not in rule.scope or frame.distribution not in rule.distribution:
                continue
            if rule.subject != "any" and not self._has_subject(rule, pattern, frame):
                continue
            if rule.others and _names_subject(rule, match, sentence, frames):
                continue
            if here.asides and not _in_time(rule, pattern, match, frames):
                continue
            if _begins_with_object(match, frame, sentence, frames):
                continue
            marked = set(range(*mark) if mark else ())
            yield Candidate(rule, pattern, match, anchor, marked, _consumed(rule, match))

    @staticmethod
    def _has_subject(rule: Rule, pattern: Pattern, frame: ClauseContext) -> bool:
        if rule.subject in pattern.slots:
            return True
        return frame.subject == rule.subject


def _around(rule: Rule) -> Iterator[Pattern]:
    """Yield the patterns of a rule that are looked for around its matches, and over them."""
    yield from rule.exclude
    for patterns in rule.details.values():
        yield from patterns


def _fills(rule: Rule, pattern: Pattern) -> bool:
    """Tell whether a pattern fills one of the slots or labels that its rule requires."""
    return not {*pattern.slots, *pattern.labels}.isdisjoint(rule.requires)


def _is_excluded(rule: Rule, match: Match, matches: PatternMatches) -> bool:
    """Tell whether an antipattern of a rule matches some of the same units."""
    return any(
        other.start < match.end and match.start < other.end
        for pattern in rule.exclude
        for other in matches.of(pattern)
    )


def _names_subject(
    rule: Rule, match: Match, sentence: Sentence, frames: list[ClauseContext]
) -> bool:
    """Tell whether a slot that must name somebody else holds the clause's own subject."""
    for name in rule.others:
        if name in match.groups:
            unit = match.groups[name][0]
            frame, mention = frames[unit], sentence.units[unit].mention
            if frame.subject == "team" and frame.topic is mention:
                return True
            if frame.subject == "player" and mention in frame.players:
                return True
    return False


def _begins_with_object(
    match: Match, frame: ClauseContext, sentence: Sentence, frames: list[ClauseContext]
) -> bool:
    """ "Started in place of Beal and led": tell whether a match takes an object for the subject."""
    named = match.groups.get("player")
    if named is None or named[0] != match.start or len(frame.players) != 1:
        return False
    first = sentence.units[named[0]].mention
    return (
        first is not None
        and first.data.get("value") != frame.players[0].data.get("value")
        and frames[named[0]].players == frame.players
    )


def _in_time(rule: Rule, pattern: Pattern, match: Match, frames: list[ClauseContext]) -> bool:
    """Tell whether no slot is filled by an aside about a time that the rule is not for."""
    filled = [frames[match.groups[name][0]] for name in pattern.slots if name in match.groups]
    return all(frame.scope in rule.scope or not frame.aside for frame in filled)


def _add_details(
    matches: PatternMatches,
    frames: Sequence[ClauseContext],
    candidates: list[Candidate],
    words: PlayWords,
) -> list[Candidate]:
    """Return the matches, those of rules with details with what stands around them."""
    by_file: dict[Path | None, list[Candidate]] = {}
    by_rule: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        if not candidate.rule.details.keys().isdisjoint({BEGIN, SENTENCE_BEGIN}):
            by_rule.setdefault(candidate.rule.id, []).append(candidate)
        elif candidate.rule.details:
            by_file.setdefault(candidate.rule.path, []).append(candidate)
    # Rules of one file tell of one kind of thing, and where one begins another one ends.
    for detailed in by_file.values():
        around = regions(matches.sentence, [candidate.match for candidate in detailed], words)
        for candidate, region in zip(detailed, around, strict=True):
            _add(matches, candidate, _of_its_time(region, candidate.match, frames))
    left_out: set[int] = set()
    for told in by_rule.values():
        left_out |= _add_stretches(matches, frames, told)
    return [candidate for candidate in candidates if id(candidate) not in left_out]


def _of_its_time(region: Region, match: Match, frames: Sequence[ClauseContext]) -> Region:
    """ "Visit Utah, which they beat in May, on Friday": the day is of what comes next."""
    if frames[match.end - 1].scope != "previous":
        return region
    after = range(match.end, region.end)
    end = next((at for at in after if frames[at].scope == "next"), region.end)
    return region._replace(end=end)


def _add_stretches(
    matches: PatternMatches, frames: Sequence[ClauseContext], candidates: list[Candidate]
) -> set[int]:
    """Add to the matches of a rule what their stretches tell, and return those that are told.

    What several matches in one stretch tell is one thing: "an 11-point night in his last game".
    """
    clauses = [frame.clause for frame in frames]
    chosen: list[Region] = []
    told: set[int] = set()
    for candidate in sorted(candidates, key=lambda one: (-one.pattern.size, one.match.start)):
        match = candidate.match
        if any(first < match.end and match.start < last for first, last, _ in chosen):
            told.add(id(candidate))
            continue
        region = stretch(candidate.rule.details, matches, clauses, match)
        chosen.append(region)
        _add(matches, candidate, region)
        filled = [*candidate.match.groups.values(), (match.start, match.end)]
        candidate.match = candidate.match._replace(
            start=min(first for first, _ in filled), end=max(last for _, last in filled)
        )
    return told


def _add(matches: PatternMatches, candidate: Candidate, region: Region) -> None:
    """Fill the slots and labels of a match from the units around it."""
    match = candidate.match
    found = gather(candidate.rule.details, matches, match, region)
    candidate.match = match._replace(groups={**match.groups, **found})
    candidate.consumed |= _consumed(candidate.rule, candidate.match)


def _consumed(rule: Rule, match: Match) -> set[int]:
    return {
        unit
        for name in rule.consumes
        if name in match.groups
        for unit in range(*match.groups[name])
    }
