"""Details: what the words around a match add to it.

A story tells of a play with its parts in any order: who, what kind of shot, from how far, on whose
pass, when, and what the score was then. A rule's patterns match the one part that is always there;
its ``details`` are patterns for the others, looked for around the match, up to where the next such
match begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from factcheck.interpretation.matching.regions import SEPARATORS, TURNS, Region, separates
from factcheck.language.mentions import Unit
from factcheck.rulebook.pattern_index import PatternMatches
from factcheck.rulebook.patterns import Match, Pattern

BEGIN, END = "begin", "end"
"""Details that say where the words about a match begin and end, instead of :mod:`regions`."""

SENTENCE_BEGIN = "sentence_begin"
"""As ``begin``, across clauses: "back at Staples Center on Thursday, when Phoenix drops by"."""


_REACH = 16
"""How many units away from the match a detail may stand."""

_NEXT = 1
"""How many units may stand between a match and what comes next to it."""

_CLOSE = 9
"""How many units may stand between a match and what is said in the same breath."""

_RELATIVES = frozenset({"who", "which", "whose"})
"""What a relative clause about somebody begins with."""

_BESIDE = 3
"""How many units may stand between a match and what is told next to it."""

# What no row of details goes across: "lost to Boston on Monday and won in Denver".
_OTHER_MATTERS = SEPARATORS - {",", "only"} | {"who", "which", "whose", "where", "when"} | {
    "as", "with", "(",
}  # fmt: skip


def stretch(
    details: Mapping[str, tuple[Pattern, ...]],
    matches: PatternMatches,
    clauses: Sequence[int],
    match: Match,
) -> Region:
    """Return the units around a match that one of a rule's details ``begin`` leads into.

    "He came back from [an 11-point night against Miami on Friday] with 27": what is told of another
    game begins with certain words, and ends where the clause does, where another such stretch
    begins, or with a pattern of ``end``. Without a beginning it is the clause.

    Args:
        details: The rule's details; the patterns of ``begin`` (or ``sentence_begin``, which lets
            it go across clauses) and ``end`` count.
        matches: What patterns match in the sentence.
        clauses: The number of its clause, for each unit.
        match: What was matched.
    """
    first, last = _clause_of(match, clauses) if BEGIN in details else (0, len(clauses))
    begins = (*details.get(BEGIN, ()), *details.get(SENTENCE_BEGIN, ()))
    starts = _longest(fit for pattern in begins for fit in matches.of(pattern))
    earlier = [fit for fit in starts if first < fit.end and fit.start <= match.start]
    later = [fit.start for fit in starts if match.end <= fit.start < last]
    last = min([*later, last])
    if not earlier:
        return Region(first, last)
    beginning = earlier[-1]
    ends = [
        fit.start
        for pattern in details.get(END, ())
        for fit in matches.of(pattern)
        if max(match.end, beginning.end) <= fit.start
    ]
    return Region(beginning.start, min([*ends, last]))


def _clause_of(match: Match, clauses: Sequence[int]) -> tuple[int, int]:
    """Return the units of the clause, or the clauses, that a match stands in."""
    first, last = match.start, match.end
    while first and clauses[first - 1] == clauses[match.start]:
        first -= 1
    while last < len(clauses) and clauses[last] == clauses[match.end - 1]:
        last += 1
    return first, last


def _longest(fits: Iterable[Match]) -> list[Match]:
    """Return fits in order, without those inside of another: "two nights after" has an "after"."""
    chosen: list[Match] = []
    for fit in sorted(fits, key=lambda one: (one.start, -one.end)):
        if not chosen or fit.end > chosen[-1].end:
            chosen.append(fit)
    return chosen


def gather(
    details: Mapping[str, tuple[Pattern, ...]],
    matches: PatternMatches,
    match: Match,
    region: Region,
) -> dict[str, tuple[int, int]]:
    """Return the slots and labels that a rule's details fill around a match.

    Of each detail the first pattern that fits counts, and of its fits the nearest one. A detail
    whose name begins with ``before_`` or ``after_`` stands on that side of the match, ``next_``
    right after it, ``close_`` in its own clause: "led by six with 2:54 left", "with 2:54 left,
    they led by six", but not "led by six, then fell apart with 2:54 left"; ``sentence_``
    anywhere in the sentence: "his fifth double-double of the season and his second in a row";
    ``sentence_before_`` anywhere before: "went on a 9-0 run, but Boston answered with a 10-2 run".
    Details called ``beside_`` form a row with the match: see :func:`_row`.
    """
    found = _row(details, matches, match, region)
    units = matches.sentence.units
    for name, patterns in details.items():
        if name in {END, SENTENCE_BEGIN} or name.startswith("beside_"):
            continue
        for pattern in patterns:
            fits = [
                fit
                for fit in matches.of(pattern)
                if _fits(name, fit, match, region)
                and not _taken(fit, found.values())
                and not _tells_another(fit, match)
                and (not name.startswith("close_") or _is_close(units, fit, match))
            ]
            if fits:
                nearest = min(fits, key=lambda fit: _distance(fit, match))
                for slot, span in nearest.groups.items():
                    found.setdefault(slot, span)
                break
    return {slot: span for slot, span in found.items() if slot not in match.groups}


def _tells_another(fit: Match, match: Match) -> bool:
    """Return whether a detail is of another time or score than the one within the match.

    "Tied it with 37 seconds left and again with 2:40 left in overtime" is no time of 2:37.
    """
    return any(
        name in match.groups
        and match.groups[name] != (start, end)
        and any(
            start <= first and last <= end
            for other, (first, last) in fit.groups.items()
            if other != name
        )
        for name, (start, end) in fit.groups.items()
    )


def _row(
    details: Mapping[str, tuple[Pattern, ...]],
    matches: PatternMatches,
    match: Match,
    region: Region,
) -> dict[str, tuple[int, int]]:
    """Return what the details called ``beside_`` fill, each next to the match or to another one.

    Example: "lost, 114-98, to Boston on Monday" at "lost" → a score, a team and a day, whatever
    their order, but not what a sentence tells after "and" or before a comma. After ``beside_`` a
    name may go on with ``before_`` or ``after_``.
    """
    found: dict[str, tuple[int, int]] = {}
    units = matches.sentence.units
    waiting = {
        name: [fit for pattern in patterns for fit in matches.of(pattern)]
        for name, patterns in details.items()
        if name.startswith("beside_")
    }
    start, end = match.start, match.end
    while waiting:
        near = [
            (between, fit.start - fit.end, name, fit)
            for name, fits in waiting.items()
            for fit in fits
            if _is_on_its_side(name, fit, match, region)
            and (between := _units_between(units, fit, start, end)) is not None
        ]
        if not near:
            break
        _, _, name, fit = min(near, key=lambda one: one[:3])
        found |= {slot: span for slot, span in fit.groups.items() if slot not in found}
        start, end = min(start, fit.start), max(end, fit.end)
        del waiting[name]
    return found


def _is_on_its_side(name: str, fit: Match, match: Match, region: Region) -> bool:
    """Return whether a detail of a row stands where its name says, and where the match is told."""
    if not region.holds(fit.start, fit.end):
        return False
    if name.startswith("beside_before_"):
        return fit.end <= match.start
    return not name.startswith("beside_after_") or fit.start >= match.end


def _units_between(units: Sequence[Unit], fit: Match, start: int, end: int) -> int | None:
    """Return how many units part a detail from a row, or None where it is no part of the row."""
    if fit.start >= end:
        between = [unit.norm for unit in units[end : fit.start]]
        blocked = _OTHER_MATTERS
    elif fit.end <= start:
        between = [unit.norm for unit in units[fit.end : start]]
        blocked = _OTHER_MATTERS | {","}
    else:
        return None
    most = 1 if "," in between else _BESIDE
    if len(between) > most or not blocked.isdisjoint(between):
        return None
    return len(between)


def _fits(name: str, fit: Match, match: Match, region: Region) -> bool:
    """Return whether what a pattern fills stands where the detail may stand."""
    start, end = _filled(fit)
    if name.startswith("sentence_"):
        before, after = end <= match.start, start >= match.end
        side = name.removeprefix("sentence_")
        return before if side.startswith("before_") else after or before
    if not region.holds(start, end) or _distance(fit, match) > _REACH:
        return False
    if name.startswith("next_"):
        return 0 <= fit.start - match.end <= _NEXT
    if name.startswith("before_"):
        return end <= match.start
    if name.startswith("after_"):
        return start >= match.end
    return end <= match.start or start >= match.end


def _is_close(units: Sequence[Unit], fit: Match, match: Match) -> bool:
    """Return whether no other clause begins between a match and a detail."""
    start, end = _filled(fit)
    if _distance(fit, match) > _CLOSE:
        return False
    if start >= match.end:
        return not any(separates(units, index) for index in range(match.end, start))
    between = {unit.norm for unit in units[end : match.start]}
    if "and" in between or not TURNS.isdisjoint(between):
        return False
    return "," not in between or not _is_relative(units, start)


def _is_relative(units: Sequence[Unit], index: int) -> bool:
    """Return whether a relative clause that a comma begins holds a unit: ", who had 12 in it"."""
    for place in range(index - 1, 0, -1):
        if units[place].norm in _RELATIVES:
            return units[place - 1].norm == ","
        if units[place].norm == ",":
            return False
    return False


def _filled(fit: Match) -> tuple[int, int]:
    """Return the units from the first slot to the last; words around them may be the match's."""
    spans = fit.groups.values()
    if not spans:
        return fit.start, fit.end
    return min(first for first, _ in spans), max(last for _, last in spans)


def _taken(fit: Match, spans: Iterable[tuple[int, int]]) -> bool:
    """Whether what a pattern fills, not what it looks ahead to, stands for another detail."""
    return any(
        first < last_taken and first_taken < last
        for first, last in fit.groups.values()
        if fit.start <= first and last <= fit.end
        for first_taken, last_taken in spans
    )


def _distance(fit: Match, match: Match) -> int:
    start, end = _filled(fit)
    return max(match.start - end, start - match.end, 0)
