"""Decide comparisons: who has how much more, as much, or how many times as much as another.

"Conley's 24 points were two more than Lee had", "Smart's five steals were two more than anyone
else's", "matched Gasol's 18", "nearly twice Boston's 29", "as many as Lee and Allen put together":
one side, another, what is counted and how they compare. The relation, the number told of the
other side, or the other's name may be what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from factcheck.interpretation.facts.context import ATTEMPTED, Wordings
from factcheck.interpretation.facts.counted import counted_statistics, units_before
from factcheck.interpretation.facts.leaders import members
from factcheck.interpretation.facts.relations_said import Difference, Relation, Same, relation_of
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.readings.others import fits
from factcheck.knowledge.facts import (
    BASKETS,
    BENCH_POINTS,
    GAME,
    POINTS,
    TURNOVERS,
    GameFacts,
    Owner,
)
from factcheck.model import Category

_NEAREST = 2
"""How many of the statistics named before a comparison may be what it counts."""
_SOURCES = 1
"""By so many turnovers box scores differ."""
_RESTS = {"rest": "", "rest_starters": "starters", "rest_bench": "bench"}
"""Of whom somebody is one, by the label for the others of them."""
_SLIP = 3
"""A difference that is off by no more is a slip rather than that to somebody else."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison.

    Args:
        owners: Whose it is.
        most: Whether the most that one of them has counts, not what they have together.
    """

    owners: tuple[Owner, ...]
    most: bool = False

    def value(self, facts: GameFacts, code: str) -> float | None:
        """Return what a side has; None where that is not known of each."""
        known = [facts.value(owner, code) for owner in self.owners]
        values = [value for value in known if value is not None]
        if not values or (not self.most and len(values) < len(known)):
            return None
        return max(values) if self.most else sum(values)


@dataclass(frozen=True, slots=True)
class _Trial:
    """A comparison as it may be meant, with what both sides have."""

    code: str
    one: Side
    other: Side
    own: float
    others: float


def compared_findings(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> list[Finding]:
    """Return whether one side compares with the other as is said, or nothing where unknown.

    Example: "Conley, whose 24 points were two more than Lee had" → 24 and 22: true.

    Args:
        claim: One side is its ``player_id`` or ``team_id``, the other its slots ``other`` (and
            ``second`` with the label ``together``), ``other_team`` or the label ``anyone``; how
            they compare, see :func:`relation_of`; ``told`` is the number of the other side.
        facts: What is known of the game.
        wordings: The words for owners and statistics.
    """
    relation = relation_of(claim.row, wordings.relations)
    if relation is None or claim.row.get("context_period") not in (None, GAME):
        return []
    trials = list(_trials(claim, facts, wordings))
    if not trials:
        return []
    if any(_depends_on_source(one, relation) for one in trials):
        return []
    true = next((one for one in trials if relation.holds(one.own, one.others)), None)
    trial = true or next((one for one in trials if _is_told(claim, one)), trials[0])
    season = claim.document.game.season if claim.document.game is not None else ""
    told = [
        wordings.told(side.owners[0], season, value, code)
        for side, value, code in (
            (trial.one, trial.own, trial.code),
            (trial.other, trial.others, _against(claim) or trial.code),
        )
        if len(side.owners) == 1
    ]
    finding = Finding(
        holds=true is not None,
        mark=None,
        correction=relation.correction(trial.own, trial.others),
        explanation=" ".join(told) or f"{trial.own:.0f} and {trial.others:.0f}.",
        category=None,
        evidence={
            "statistic": trial.code, "part": GAME, "value": abs(trial.own - trial.others),
        },
    )  # fmt: skip
    number = _told(claim, trial, relation, finding)
    if finding.holds:
        return [finding] if number is None else [finding, number]
    blamed = _blamed(claim, relation, trial, finding, facts)
    return [number] if number is not None and blamed is None else [blamed or finding]


def _is_told(claim: RawClaim, trial: _Trial) -> bool:
    """ "Irving, with a team-high 12, had two more": what he has 12 of is what is counted."""
    if claim.row.get("sentence_statistics") or claim.row.get("statistic"):
        return False
    document = claim.document
    return any(
        unit.mention is not None
        and unit.mention.label == "number"
        and unit.end <= claim.start
        and unit.mention.data["value"] == trial.own
        for unit in document.sentences[document.sentence_at(claim.start)].units
    )


def _depends_on_source(trial: _Trial, relation: Relation) -> bool:
    """Return whether sources differ in who has more: whether a team's own turnovers count."""
    teams = isinstance(trial.one.owners[0], str)
    same = isinstance(relation, Difference) and relation.number is None
    return same and teams and trial.code == TURNOVERS and abs(trial.own - trial.others) <= _SOURCES


def _told(claim: RawClaim, trial: _Trial, relation: Relation, finding: Finding) -> Finding | None:
    """Return a finding on the number told of the other side, where that is wrong."""
    told = claim.row.get("told")
    if not isinstance(told, int | float) or fits(told, _hedge(claim, "told"), trial.others):
        return None
    if isinstance(relation, Same) and told == trial.own and trial.own != trial.others:
        return None
    return replace(
        finding, holds=False, mark="told", correction=f"{trial.others:.0f}",
        category=Category.NUMBER,
    )  # fmt: skip


def _hedge(claim: RawClaim, slot: str) -> str:
    return str(claim.row.get(f"{slot}_hedge") or "exact")


def _trials(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> Iterator[_Trial]:
    codes = list(dict.fromkeys(counted_statistics(claim, wordings)))[:_NEAREST]
    if claim.row.get("times") is not None:
        # "More than twice their 13": what there are 13 of is what is counted.
        codes += _with_number(claim, facts)
    for code in codes:
        for one in _compared(claim, facts, wordings):
            for other in _standards(claim, facts, one, wordings):
                own, others = one.value(facts, code), _others(claim, other, code, facts)
                if own is not None and others is not None:
                    yield _Trial(code, one, other, own, others)


def _others(claim: RawClaim, side: Side, code: str, facts: GameFacts) -> float | None:
    """Return what the other side has: of the same, of what is named there, or shots missed."""
    if claim.row.get("missed") is not None:
        if code not in ATTEMPTED:
            return None
        made, tried = side.value(facts, code), side.value(facts, ATTEMPTED[code])
        return None if made is None or tried is None else tried - made
    return side.value(facts, _against(claim) or code)


def _against(claim: RawClaim) -> str | None:
    """Return the statistic that another one is set against: "more assists than baskets"."""
    if claim.row.get("against_baskets") is not None:
        return BASKETS
    against = claim.row.get("against")
    return against if isinstance(against, str) else None


def _with_number(claim: RawClaim, facts: GameFacts) -> list[str]:
    """Return the statistics of which the other team has the number told of it."""
    team, told = claim.row.get("other_team"), claim.row.get("told")
    return [
        code
        for (owner, code, part), value in facts.values.items()
        if owner == team and part == GAME and value == told
    ]


def _compared(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> Iterator[Side]:
    """Yield whose number is compared."""
    row = claim.row
    player, team = row.get("player_id"), row.get("team_id")
    if row.get("other") is not None and player in {None, row["other"]}:
        # "Ingram got six, the same number as Young": the clause's subject is the other one.
        player = next((owner for owner in _named(claim) if owner != row["other"]), None)
    if isinstance(player, int):
        if row["distribution"] != "collective":
            yield Side((player,))
        if len(row["players"]) > 1 and player in row["players"]:
            # "Johnson and Smith had as many as Green": each, or the two together.
            yield Side(tuple(row["players"]))
        return
    if team is None or team == row.get("other_team"):
        team = next((one for one in facts.teams if one != row.get("other_team")), None)
    if not isinstance(team, str) or team not in facts.teams:
        return
    codes = [unit.norm for unit in units_before(claim) if unit.mention is None]
    groups = [wordings.groups[word] for word in codes if word in wordings.groups]
    groups += [group for group in ("bench", "starters") if row.get(f"own_{group}") is not None]
    if any(unit.mention and unit.mention.value == BENCH_POINTS for unit in units_before(claim)):
        groups.append("bench")
    yield Side((f"{groups[-1]} {team}" if groups else team,))


def _named(claim: RawClaim) -> Iterator[int]:
    """Yield the players named before a claim in its sentence, the nearest first."""
    for unit in reversed(units_before(claim)):
        if unit.mention is not None and unit.mention.label == "player":
            value = unit.mention.data.get("value")
            if isinstance(value, int):
                yield value


def _standards(claim: RawClaim, facts: GameFacts, one: Side, wordings: Wordings) -> Iterator[Side]:
    """Yield what a side may be compared with."""
    row, (owner, *_) = claim.row, one.owners
    other, second, team = row.get("other"), row.get("second"), row.get("other_team")
    sides = [group for group in ("starters", "bench") if row.get(f"other_{group}") is not None]
    if (rest := _rest(claim, facts, one)) is not None:
        yield rest
    elif sides:
        # "More from their bench than from their starters."
        yield Side((f"{sides[0]} {str(owner).split()[-1]}",))
    elif not isinstance(other, int) and any(
        row.get(name) is not None for name in ("against", "against_baskets", "missed")
    ):
        # "More assists than turnovers": both of the same.
        yield one
    elif row.get("rival") is not None or row.get("implied") is not None:
        group, _, own = str(owner).rpartition(" ")
        for rival in facts.teams:
            if own in facts.teams and rival != own:
                yield Side((f"{group} {rival}" if group else rival,))
    elif isinstance(other, int):
        if other in facts.team_of and other != owner:
            known = isinstance(second, int) and second in facts.team_of
            if not known or row.get("together") is None:
                yield Side((other,))
            if isinstance(second, int) and known:
                # "Five more than Horford and Antic had": than each, or than the two together.
                yield Side((other, second))
    elif row.get("anyone") is not None and isinstance(owner, int):
        others = {p: t for p, t in facts.team_of.items() if p != owner}
        # "Than anybody on the Suns" may be said of a man who is none.
        side = row.get("mates_of") or facts.team_of.get(owner)
        mates = tuple(p for p, t in others.items() if t == side)
        told_of_team = any(
            unit.norm in wordings.words.of_team
            or (unit.mention is not None and unit.mention.label == "team")
            for unit in units_before(claim)
        )
        if row.get("mates") is None:
            yield Side(tuple(others), most=True)
        if row.get("mates") is not None or told_of_team:
            yield Side(mates, most=True)
    elif isinstance(team, str) and team in facts.teams:
        group, _, own = str(owner).rpartition(" ")
        if row.get("every") is not None:
            # "Outscored every Blazer": each of them alone.
            yield Side(tuple(one for one in members(facts, team) if one != owner), most=True)
        elif row.get("five") is not None:
            yield Side((f"starters {team}",))
        elif row.get("bench") is not None or (group and team != own):
            yield Side((f"{group or 'bench'} {team}",))
        elif team != owner:
            yield Side((team,))


def _rest(claim: RawClaim, facts: GameFacts, one: Side) -> Side | None:
    """Return the others of a side's team, or of its bench or starters, where they are told of."""
    group = next((name for name in _RESTS if claim.row.get(name) is not None), None)
    teams = {facts.team_of.get(owner) for owner in one.owners if isinstance(owner, int)}
    team = teams.pop() if len(teams) == 1 else None
    if group is None or team is None or claim.row.get("rest_team") not in {None, team}:
        return None
    others = tuple(
        man
        for man in members(facts, f"{_RESTS[group]} {team}".strip())
        if man not in one.owners and facts.value(man, POINTS) is not None
    )
    return Side(others) if others else None


def _blamed(
    claim: RawClaim, relation: Relation, trial: _Trial, finding: Finding, facts: GameFacts
) -> Finding | None:
    """Return the finding on the word or on the name, where that alone explains it.

    None leaves it to the number told of the other side.
    """
    marks = claim.marks
    turned = relation.turned(trial.own, trial.others)
    if turned is not None and turned[0] in marks:
        return replace(finding, mark=turned[0], correction=turned[1], category=Category.WORD)
    other = trial.other.owners[0]
    if len(trial.other.owners) == 1 and isinstance(other, int) and "other" in marks:
        name = _other_name(claim, relation, trial, facts)
        if name is not None:
            return replace(finding, mark="other", correction=name or None, category=Category.NAME)
    if isinstance(relation, Difference):
        if relation.sign * (trial.own - trial.others) <= 0:
            # Who has less cannot have so many more, whatever the number.
            return replace(finding, holds=None)
        return finding
    told = claim.row.get("told")
    if told in (None, trial.own) and "other" in marks and "second" not in marks:
        return replace(finding, mark="other", correction=None, category=Category.NAME)
    if isinstance(told, int | float) and not fits(told, _hedge(claim, "told"), trial.others):
        return None
    word = next((name for name in relation.words if name in marks), None)
    return replace(finding, mark=word, correction=None, category=Category.WORD)


def _other_name(claim: RawClaim, relation: Relation, trial: _Trial, facts: GameFacts) -> str | None:
    """Return who must be meant instead of the other, "" where several may be, None if nobody."""
    wanted = relation.wanted(trial.own)
    told = claim.row.get("told")
    if wanted is None:
        return None
    named = {m.data.get("value") for m in claim.document.mentions() if m.label == "player"}
    others = {
        player: value
        for player in facts.team_of
        if player not in named and (value := facts.value(player, trial.code)) is not None
    }
    fitting = [player for player, value in others.items() if value == wanted]
    if isinstance(relation, Same):
        if isinstance(told, int | float) and told == trial.others:
            return None
        return str(fitting[0]) if len(fitting) == 1 else "" if fitting else None
    if len(fitting) != 1:
        return None
    # Who is set beside the leader comes next to him; a man in the crowd fits by accident.
    next_to_him = wanted == max(others.values())
    return str(fitting[0]) if next_to_him or abs(trial.others - wanted) > _SLIP else None
