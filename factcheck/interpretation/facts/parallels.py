"""Decide numbers that inherit what they count from the player told of before them (gapping).

"Conley had 24 points and 11 assists, Lee 22 and one": the numbers of the second player stand
in the same order as those of the first, and count the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from factcheck.interpretation.facts.context import Wordings
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.readings.others import fits
from factcheck.knowledge.facts import (
    ASSISTS,
    BENCH_POINTS,
    GAME,
    MINUTES,
    POINTS,
    REBOUNDS,
    SHOTS,
    THREE_TRIES,
    TRIES,
    GameFacts,
    Owner,
)
from factcheck.language.mentions import Mention, Sentence, Unit
from factcheck.model import Category

SLOTS = ("number", "second", "third")
"""The slots of a rule for gapped numbers, in the order in which they are told."""

_SLIP = 3
"""A single number that is off by less is a slip rather than somebody else's."""
_BEFORE_PART = (3, 4)
"""How many units before a part of the game its number stands: "12 (points) in the third"."""
_MANY = 10
"""A bare number of so many is one of points, if its player had as many and of nothing else."""
_TOLD_BARE = {POINTS, REBOUNDS, ASSISTS, TRIES, THREE_TRIES, MINUTES}
_FAR = 3
"""Sentences back to which an item of a list may follow another."""
_TRIED_AND_MADE = [(tried, made) for made, tried in SHOTS.values()]


@dataclass(frozen=True, slots=True)
class _Told:
    """A number of the series.

    Args:
        slot: Where the claim has it.
        value: The number.
        hedge: How exact it is.
        statistics: What it may count, the likeliest first.
        missed: Whether the first one told of shots that did not go in.
    """

    slot: str
    value: float
    hedge: str
    statistics: tuple[str, ...]
    missed: bool = False

    def fits(self, facts: GameFacts, owner: Owner, part: str) -> bool:
        # "Added 17, none of them in the fourth": a period named after it may not be its own.
        parts = dict.fromkeys((part, GAME))
        known = (truth for of in parts for truth in self.known(facts, owner, of))
        return any(fits(self.value, self.hedge, truth) for truth in known)

    def known(self, facts: GameFacts, owner: Owner, part: str) -> list[float]:
        """Return what is known of all that it may count, in that order."""
        values = [facts.value(owner, code, part) for code in self.statistics]
        if self.missed and _are_shots(self):
            tried, made = values[:2]
            misses = tried - made if tried is not None and made is not None else None
            values = [misses, *values]
        return [value for value in values if value is not None]

    def meant(self, facts: GameFacts, owner: Owner, part: str) -> tuple[str, float]:
        """Return what is likeliest meant, and its number: the nearest, of several statistics."""
        if self.missed or _are_shots(self):
            return self.statistics[0], self.known(facts, owner, part)[0]
        values = [(code, facts.value(owner, code, part)) for code in self.statistics]
        known = [(code, value) for code, value in values if value is not None]
        return min(known, key=lambda pair: abs(pair[1] - self.value))


def parallel_findings(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> list[Finding]:
    """Return what the numbers of a gapped clause come to, or nothing where they inherit nothing.

    Example: "… 24 points and 11 assists, Lee 22 and one" → 22 points, one assist of Lee's.

    Args:
        claim: Its slots :data:`SLOTS` hold the numbers, its slot ``owner`` (a team) or
            ``player_id`` says whose they are.
        facts: What is known of the game.
        wordings: The words for owners and statistics.
    """
    owner = claim.row.get("owner") or claim.row.get("player_id")
    slots = [slot for slot in SLOTS if isinstance(claim.row.get(slot), int | float)]
    inherited = _inherited(claim, len(slots), facts, wordings)
    if inherited is None or (owner not in facts.teams and not isinstance(owner, int)):
        return []
    part = claim.row.get("context_period") or GAME
    missed = claim.row.get("missed") is not None
    told = [
        _Told(slot, claim.row[slot], str(claim.row.get(f"{slot}_hedge") or "exact"), codes, missed)
        for slot, codes in zip(slots, inherited, strict=True)
    ]
    if any(facts.value(owner, one.statistics[0], part) is None for one in told):
        return []
    wrong = [one for one in told if not one.fits(facts, owner, part)]
    if len(wrong) == len(told) > 1 and _is_open(told[-1]):
        # Fewer numbers than were told of the one before: which they are the right one must tell.
        return []
    season = claim.document.game.season if claim.document.game is not None else ""
    another = _another(claim, told, wrong, facts, part)
    if another is not None:
        return [_misnamed(claim, another, told, facts, wordings, season)]
    return [_finding(one, owner, facts, part, wordings.names(owner, season)) for one in told]


def _is_open(one: _Told) -> bool:
    """Return whether a number counts one of several statistics, more than shots made and tried."""
    kinds = [set(pair) for pair in SHOTS.values()]
    return len(one.statistics) > 1 and set(one.statistics) not in kinds


def _are_shots(one: _Told) -> bool:
    """Return whether a number counts shots made or tried: "20 points on 14 shots, Lee 22 on 13"."""
    return one.statistics[:2] in _TRIED_AND_MADE


def _finding(one: _Told, owner: Owner, facts: GameFacts, part: str, name: str) -> Finding:
    statistic, truth = one.meant(facts, owner, part)
    counted = "missed" if one.missed else "had"
    return Finding(
        holds=one.fits(facts, owner, part),
        mark=one.slot,
        correction=f"{truth:.0f}",
        explanation=f"{name[0].upper()}{name[1:]} {counted} {truth:.0f}.",
        category=None,
        evidence={"statistic": statistic, "part": part, "value": round(truth, 1)},
    )


def _misnamed(
    claim: RawClaim,
    another: int,
    told: Sequence[_Told],
    facts: GameFacts,
    wordings: Wordings,
    season: str,
) -> Finding:
    name = wordings.names(another, season)
    line = " and ".join(f"{one.value:.0f}" for one in told)
    return Finding(
        holds=False,
        mark="player",
        correction=str(another),
        explanation=f"{name[0].upper()}{name[1:]} had {line}.",
        category=Category.NAME,
        evidence={"statistic": told[0].statistics[0]},
    )


def _another(
    claim: RawClaim, told: Sequence[_Told], wrong: Sequence[_Told], facts: GameFacts, part: str
) -> int | None:
    """Return the one teammate of whom all is true, where nothing is of the player named."""
    owner = claim.row.get("player_id")
    if not told or len(wrong) < len(told) or "player" not in claim.marks:
        return None
    if not isinstance(owner, int) or claim.row.get("owner") is not None:
        return None
    if len(told) == 1:
        truth = told[0].known(facts, owner, part)
        if not truth or abs(truth[0] - told[0].value) < _SLIP:
            return None
    named = {
        mention.data.get("value")
        for mention in claim.document.mentions()
        if mention.label == "player"
    }
    fitting = [
        player
        for player, team in facts.team_of.items()
        if team == facts.team_of.get(owner)
        and player not in named
        and all(one.fits(facts, player, part) for one in told)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _inherited(
    claim: RawClaim, count: int, facts: GameFacts, wordings: Wordings
) -> list[tuple[str, ...]] | None:
    """Return what each of so many numbers counts, from the nearest list that says it."""
    document = claim.document
    number = document.tokens[claim.start].sentence - 1
    here = document.sentences[number]
    before = [unit for unit in here.units if unit.end <= claim.start]
    series = next(_series(before, facts, wordings), None)
    if series is None and (count > 1 or _is_bare(here)):
        earlier = document.sentences[max(0, number - _FAR) : number]
        units = [unit for one in earlier for unit in one.units]
        series = next(_series(units, facts, wordings), None)
    if series is None or len(series) < count:
        return None
    if len(series) > count > 1:
        # After points, rebounds and assists "14 and five" are points and one of the others.
        return [
            *series[: count - 1],
            tuple(code for codes in series[count - 1 :] for code in codes),
        ]
    if count == 1 and len(series) > 1:
        # After "24 points and 11 assists" a bare number counts either, points most likely.
        return [tuple(dict.fromkeys(code for codes in series for code in codes))]
    if count == 1 and POINTS not in series[0]:
        return [(*series[0], POINTS)]
    return series[:count]


def _is_bare(sentence: Sentence) -> bool:
    """A name with a colon begins an item of a list: "Isaiah Thomas: 19 on 15"."""
    return any(unit.norm == ":" for unit in sentence.units[:3] if unit.mention is None)


def _series(
    units: Sequence[Unit], facts: GameFacts, wordings: Wordings
) -> Iterator[list[tuple[str, ...]]]:
    """Yield what the numbers between two names count, the nearest first, where all say it."""
    found: list[tuple[str, ...] | None] = []
    last: Mention | None = None
    for index in range(len(units) - 1, -1, -1):
        mention = units[index].mention
        if mention is None:
            continue
        if mention.label == "number":
            last = mention
            found.insert(
                0, _counted(units, index, wordings) or _points_of_part(units, index, wordings)
            )
        elif (
            mention.label == "period"
            and not found
            and any(_part_of(units, index - before, wordings) == index for before in _BEFORE_PART)
        ):
            # "Ellis had 12 in the third, Nowitzki nine": of the same quarter.
            continue
        elif mention.label in {"score", "record", "period"}:
            return
        elif mention.label in {"player", "team"} and found:
            said = [codes for codes in found if codes is not None]
            if found == [None] and last is not None and _is_points_of(mention, last, facts):
                yield [(POINTS,)]
                return
            if said:
                if len(said) == len(found):
                    yield said
                return
            found = []
    if found and all(found):
        yield [codes for codes in found if codes is not None]


def _is_points_of(player: Mention, number: Mention, facts: GameFacts) -> bool:
    """Return whether a bare number is so many that it can only be a player's points: "had 17"."""
    owner, value = player.data.get("value"), number.data.get("value")
    if not isinstance(owner, int) or not isinstance(value, int | float) or value < _MANY:
        return False
    fitting = {
        statistic
        for (of, statistic, part), known in facts.values.items()
        if of == owner and part == GAME and known == value and statistic in _TOLD_BARE
    }
    return fitting == {POINTS}


def _points_of_part(
    units: Sequence[Unit], index: int, wordings: Wordings
) -> tuple[str, ...] | None:
    """ "Scored 12 in the third quarter": a bare number with its part of the game is of points."""
    had = index > 0 and units[index - 1].norm in wordings.words.having
    return (POINTS,) if had and _part_of(units, index, wordings) == index + 3 else None


def _part_of(units: Sequence[Unit], index: int, wordings: Wordings) -> int | None:
    """Return the unit of the part of the game behind a number: "12 points in the third quarter"."""
    number = units[index].mention if index >= 0 else None
    if number is None or number.label != "number":
        return None
    counted = units[index + 1].mention if index + 1 < len(units) else None
    position = index + 1 + (counted is not None and counted.label == "statistic")
    if position + 2 >= len(units) or units[position].norm not in wordings.words.within_part:
        return None
    part = units[position + 2].mention if units[position + 1].norm == "the" else None
    return position + 2 if part is not None and part.label == "period" else None


def _counted(units: Sequence[Unit], index: int, wordings: Wordings) -> tuple[str, ...] | None:
    """Return what a number counts by the words after it: "21 shots" are made or attempted."""
    position = index + 1
    while position < len(units) and units[position].mention is None:
        if units[position].norm not in wordings.words.before_counted:
            return None
        position += 1
    if position >= len(units):
        return None
    mention = units[position].mention
    if mention is not None and mention.label == "shot" and mention.value in SHOTS:
        made, attempts = SHOTS[mention.value]
        # "Blocked four shots" counts no shots of his.
        code = wordings.implied.get((units[index - 1].norm,)) if index else None
        return (attempts, made) if code is None else (code,)
    if mention is None or mention.label != "statistic" or mention.value.endswith("_PCT"):
        return None
    code = POINTS if mention.value == BENCH_POINTS else mention.value
    return next((pair for pair in SHOTS.values() if code == pair[0]), (code,))
