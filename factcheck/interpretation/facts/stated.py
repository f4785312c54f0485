"""What the number of a rule with a ``fact`` may state: every reading that the words allow.

Each function yields the readings of one kind of fact: whose number it may be, of what and of which
part of the game, what it would have to be, and how far-fetched that is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations, product

from factcheck.interpretation.facts.context import ATTEMPTED, Context, FactReading
from factcheck.interpretation.facts.counted import units_before
from factcheck.interpretation.facts.leaders import members
from factcheck.interpretation.readings.costs import costs
from factcheck.knowledge.facts import (
    ASSISTS,
    BLOCKS,
    GAME,
    POINTS,
    REBOUNDS,
    SHOTS,
    STEALS,
    THREES,
    Owner,
)
from factcheck.knowledge.parts import ALIKE

_BOTH = 2
_MOST_SUMMED = 5
_DEED = 3
"""How many units before a sum its verb may stand."""
_FEWEST_OF_REST = 40
"""Points that the rest of a team has in most games."""
_OF_ALL = {REBOUNDS, ASSISTS, THREES, STEALS, BLOCKS}
"""What a man may have the most of beside points, the rest being that of his team."""


def differences(context: Context) -> Iterator[FactReading]:
    """Yield what two have in difference: the teams, their benches, two players named."""
    standard = context.standard()
    if standard in {"past", "part"}:
        yield from _between_parts(context)
        return
    facts, (first, second) = context.facts, context.facts.teams
    pairs: list[tuple[Owner, Owner, float]] = []
    if context.group is not None:
        kind = context.group
        pairs.append((f"{kind} {first}", f"{kind} {second}", 0.0))
    players = context.players()
    subject = context.claim.row.get("player_id")
    teams_cost = 1.0 if len(players) >= 2 or context.group else 0.0
    pairs.append((first, second, teams_cost))
    for one, other in combinations(dict.fromkeys(players), 2):
        pairs.append((one, other, 0.2 if len(players) == 2 else 0.8))
    for player in dict.fromkeys([*players, *([subject] if isinstance(subject, int) else [])]):
        for team in facts.teams:
            for owner in (team, f"bench {team}", f"starters {team}"):
                pairs.append((player, owner, 1.5))
    for team in facts.teams:
        # "The second unit had 59 points, 30 more than the first."
        own_cost = 2.0 if context.group is None else 0.8
        pairs.append((f"bench {team}", f"starters {team}", own_cost))
    beside = context.score_beside()
    if beside is not None:
        # "Outscored the Grizzlies' by 17, 36-19": of these two, whatever else comes to 17.
        yield FactReading(abs(beside[0] - beside[1]), (), POINTS, GAME, 0.0)
    if told := context.numbers():
        # "They combined for 11 threes, three more than the Clippers' eight."
        yield FactReading(abs(told[0] - told[1]), (), POINTS, GAME, costs().between_told)
    witness = context.number_before()
    for statistic, much in context.compared():
        for part, late in context.parts():
            for a, b, cost in pairs:
                x, y = facts.value(a, statistic, part), facts.value(b, statistic, part)
                if x is None or y is None or (beside is not None and not {x, y} & set(beside)):
                    continue
                far = cost + much + late
                if witness is not None and witness in {x, y} and cost < costs().far_fetched:
                    # "Their bench scored 51, 28 more than Washington's": it did score 51.
                    far = max(0.0, far - costs().witnessed)
                yield FactReading(abs(x - y), (a, b), statistic, part, far)


def _between_parts(context: Context) -> Iterator[FactReading]:
    """Yield by how much one's numbers in two parts differ: "15 more than in the third quarter".

    Only where both are named it is known which are meant.
    """
    row, facts = context.claim.row, context.facts
    own = row.get("player_id") or row.get("team_id")
    named = context.periods()
    surely = len(named) == _BOTH and own is not None
    owners = [own] if own is not None else list(facts.teams)
    known = dict.fromkeys([*named, *context.around.parts, *chain(*ALIKE)])
    counted = context.compared()
    if len(counted) == 1:
        # Where nothing is named, points are meant.
        counted = [(counted[0][0], 0.0)]
    for statistic, much in counted:
        for one, other in combinations(known, 2):
            far = 0.0 if surely and {one, other} == set(named) else costs().unsure
            for owner in owners:
                x, y = facts.value(owner, statistic, one), facts.value(owner, statistic, other)
                if x is not None and y is not None:
                    yield FactReading(abs(x - y), (owner,), statistic, one, far + much)


def sums(context: Context) -> Iterator[FactReading]:
    """Yield what several players named have together, or the two teams named."""
    shared = [player.data["value"] for player in context.claim.frame.players]
    named = list(dict.fromkeys([*shared, *context.players()]))
    earlier = [owner for owner in context.around.owners if isinstance(owner, int)]
    told = int(context.claim.row.get("count") or 0)
    choices: list[tuple[tuple[Owner, ...], float]] = []
    if not named and context.group is None and (teams := _teams_together(context)):
        # "The Sixers and Magic hit 21 threes between them."
        choices.append((teams, 0.0))
    together = context.men_together()
    if together is not None and len(shared) not in {0, together}:
        # "Love scored 24. James and Irving added 23 and 29, so that the three combined for 76".
        several = list(dict.fromkeys([*named, *reversed(earlier)]))[:_MOST_SUMMED]
        far = 0.3 if len(several) == together else costs().unsure
        choices += [(chosen, far) for chosen in combinations(several, together)]
    elif len(shared) > 1:
        choices.append((tuple(shared), 0.0))
    elif len(named) in {2, 3}:
        choices.append((tuple(named), 0.3))
    elif not context.players() and 1 < told <= len(earlier):
        # "Irving had 29 and Love 24. That's 53 from two men."
        choices.append((tuple(dict.fromkeys(earlier[-told:])), 0.3))
    everybody = list(dict.fromkeys([*named, *reversed(earlier)]))[:_MOST_SUMMED]
    for size in range(2, len(everybody) + 1):
        choices += [(chosen, 2.0) for chosen in combinations(everybody, size)]
    for statistic, much in _summed(context):
        for part, late in context.parts():
            for chosen, cost in choices:
                values = [context.facts.value(player, statistic, part) for player in chosen]
                known = [value for value in values if value is not None]
                if len(known) == len(values):
                    total = sum(known)
                    yield FactReading(total, chosen, statistic, part, cost + much + late)


def _teams_together(context: Context) -> tuple[str, ...]:
    """Return the two teams that a sentence names as one before a claim: "The Sixers and Magic"."""
    told = [
        None if unit.mention is None else unit.mention.data.get("value")
        for unit in units_before(context.claim)
        if unit.norm != "the"
    ]
    joints = [unit.norm for unit in units_before(context.claim) if unit.norm != "the"]
    for one, joint, other in zip(told, joints[1:], told[2:], strict=False):
        if joint == "and" and {one, other} == set(context.facts.teams):
            return str(one), str(other)
    return ()


def _summed(context: Context) -> list[tuple[str, float]]:
    """Return what a sum may count, with costs: shots tried where a word tells it."""
    claim, words = context.claim, context.wordings.words
    found = context.statistics()
    document = claim.document
    units = document.sentences[document.sentence_at(claim.start)].units
    behind = next((unit.norm for unit in units if unit.start >= claim.end), "")
    if behind in words.tries:
        # "21 threes between them on 47 attempts".
        return [(ATTEMPTED[code], cost) for code, cost in found if code in ATTEMPTED]
    deeds = {*words.trying, *words.shot}
    if any(unit.norm in deeds for unit in units_before(claim)[-_DEED:]):
        # "Shot 70 free throws between them".
        return [(ATTEMPTED.get(code, code), cost) for code, cost in found]
    return found


def rest_of_team(context: Context) -> Iterator[FactReading]:
    """Yield the points that a team has without the players named: "everybody else had 78"."""
    row, facts = context.claim.row, context.facts
    named = list(dict.fromkeys(context.players()))
    if not named and isinstance(row.get("player_id"), int):
        named = [row["player_id"]]
    earlier = [owner for owner in context.around.owners if isinstance(owner, int)]
    unit = next((name for name in ("bench", "starters") if row.get(name) is not None), None)
    if unit is not None:
        # "The rest of the bench managed 20, and Smart missed seven shots": he is one of the rest.
        # "The starters other than Gay had 53": named in it.
        told = [one.mention for one in units_before(context.claim) if one.mention is not None]
        before = {mention.data.get("value") for mention in told if mention.label == "player"}
        named = [player for player in named if player in {*before, row.get("apart")}]
    # "Thomas had 38 points. His teammates scored 75."
    chief = named or earlier[-1:]
    spoken_of = list(dict.fromkeys([*chief, *reversed(earlier)]))[:_MOST_SUMMED]
    choices = [
        (chosen, 1.0)
        for size in range(1, len(spoken_of) + 1)
        for chosen in combinations(spoken_of, size)
    ]
    few = unit is None and float(row.get("number") or 0) < _FEWEST_OF_REST
    counted = _counted_of_all(context)
    for chosen, cost in [(tuple(chief), 0.0), *choices]:
        teams = {facts.team_of.get(player) for player in chosen}
        if len(teams) != 1 or not _are_left_out(chosen, unit, context):
            continue
        for (part, late), (code, much) in product(context.parts(), counted):
            values = [facts.value(player, code, part) for player in chosen]
            known = [value for value in values if value is not None]
            if len(known) < len(values):
                continue
            (team,) = teams
            whole = ((team, 0.0), (f"starters {team}", costs().other_starters))
            for group, far in whole if unit is None else ((f"{unit} {team}", 0.0),):
                total = facts.value(str(group), code, part)
                if total is None:
                    continue
                many = total - sum(known) >= _FEWEST_OF_REST
                if not (few and many and part == GAME and code == POINTS):
                    # So few where the rest had many are of a stretch, or what each of them had.
                    far_off = cost + late + far + much
                    yield FactReading(total - sum(known), chosen, code, part, far_off)


def _are_left_out(chosen: tuple[int, ...], unit: str | None, context: Context) -> bool:
    """Return whether those named may be who is left out of a bench or of the starters.

    "The other three starters had 48": two of the five were named before.
    """
    if unit is None:
        return True
    facts, men = context.facts, context.claim.row.get("men")
    team = facts.team_of.get(chosen[0])
    of_unit = list(members(facts, f"{unit} {team}"))
    return set(chosen) <= set(of_unit) and men in {None, len(of_unit) - len(chosen)}


def _counted_of_all(context: Context) -> list[tuple[str, float]]:
    """Return what the rest of a team may have, with costs: "37 of the rebounds, leaving 26"."""
    said = context.claim.row.get("statistic")
    if isinstance(said, str):
        return [(said, 0.0)]
    named = context.here.statistics or context.around.statistics[-1:]
    other = next((code for code in reversed(named) if code in _OF_ALL), None)
    return [(POINTS, 0.0)] if other is None else [(other, 0.0), (POINTS, 0.5)]


def values(context: Context) -> Iterator[FactReading]:
    """Yield what the one that a claim is about has, and others at hand."""
    row, facts = context.claim.row, context.facts
    own = row.get("player_id") or row.get("team_id")
    owners: list[tuple[Owner, float]] = [] if own is None else [(own, 0.0)]
    owners += [(owner, 1.0) for owner in context.here.owners if owner != own]
    for statistic, much in context.statistics():
        for part, late in context.parts():
            for owner, cost in owners:
                value = facts.value(owner, statistic, part)
                if value is not None:
                    yield FactReading(value, (owner,), statistic, part, cost + much + late)


def own_values(context: Context) -> Iterator[FactReading]:
    """Yield what the one has who is named as the owner of the number."""
    row = context.claim.row
    own = row.get("player_id") or row.get("team_id")
    if own is None or (isinstance(own, str) and context.players()):
        # "Beverley had five steals for Houston": his, not his team's.
        return
    for statistic, much in context.statistics():
        for part, late in context.parts():
            value = context.facts.value(own, statistic, part)
            if value is not None:
                yield FactReading(value, (own,), statistic, part, much + late)


def percentages(context: Context) -> Iterator[FactReading]:
    """Yield the percentages of those at hand, and of the shooting line that stands before."""
    row, facts = context.claim.row, context.facts
    for made, attempts in context.lines():
        if attempts:
            yield FactReading(100 * made / attempts, (), "FG_PCT", GAME, 0.0)
    own = row.get("player_id") or row.get("team_id")
    owners: list[tuple[Owner, float]] = [] if own is None else [(own, 0.5)]
    owners += [(owner, 1.0) for owner in (*context.here.owners, *facts.teams) if owner != own]
    for owner, cost in owners:
        for rank, shot in enumerate(SHOTS):
            value = facts.value(owner, f"{shot}_PCT")
            if value is not None:
                said = any(code in context.here.statistics for code in SHOTS[shot])
                yield FactReading(
                    value, (owner,), f"{shot}_PCT", GAME, cost + (0 if said else rank)
                )


def missed(context: Context) -> Iterator[FactReading]:
    """Yield how many shots those at hand missed."""
    row, facts = context.claim.row, context.facts
    own = row.get("player_id") or row.get("team_id")
    owners: list[tuple[Owner, float]] = [] if own is None else [(own, 0.0)]
    owners += [(owner, 1.0) for owner in context.here.owners if owner != own]
    for owner, cost in owners:
        for rank, (made, attempts) in enumerate(SHOTS.values()):
            x, y = facts.value(owner, made), facts.value(owner, attempts)
            if x is not None and y is not None:
                named = {made, attempts} & set(context.here.statistics)
                yield FactReading(y - x, (owner,), attempts, GAME, cost + (0 if named else rank))


FACTS: Mapping[str, Callable[[Context], Iterator[FactReading]]] = {
    "difference": differences,
    "sum": sums,
    "rest": rest_of_team,
    "value": values,
    "missed": missed,
    "own": own_values,
    "percent": percentages,
}
"""What a rule may say that its number states."""
