"""Facts of the course of a game, for the templates of paraphrases.py; see paraphrase_games.py."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import groupby, pairwise

from paraphrase_games import KINDS, QUARTERS, Game, Kind, Row, Slots, Telling, kind, near

LATE = 300
"""The final five minutes, in seconds."""
_SHOTS = ("dunk", "layup", "jump")


@dataclass(frozen=True)
class Basket:
    """What put points on the scoreboard: a shot or a free throw.

    Args:
        play: Its row.
        worth: Points that it brought.
        lead: How far its team was ahead after it, below 0 behind.
    """

    play: Row
    worth: int
    lead: int

    @property
    def team(self) -> str:
        return str(self.play["team_id"])

    @property
    def quarter(self) -> int:
        return int(self.play["period"])

    @property
    def clock(self) -> int:
        return int(self.play["clock"])

    @property
    def before(self) -> int:
        """How far its team was ahead before it."""
        return self.lead - self.worth

    @property
    def shot(self) -> str:
        """What writers call the shot, "" where that is not sure."""
        if self.play["kind"] != "shot":
            return ""
        if self.worth == 3:
            return "three-pointer"
        detail = self.play["detail"] or ""
        named = next((name for name in _SHOTS if name in detail), "")
        return {"jump": "jumper"}.get(named, named)

    def ahead(self, team: str) -> int:
        """Return how far a team was ahead after it."""
        return self.lead if team == self.team else -self.lead


def baskets(game: Game) -> list[Basket]:
    """Return the baskets of a game in order; none where its plays contradict each other."""
    home, found, before = game.row["home_id"], [], (0, 0)
    for play in game.plays:
        after = (play["home_points"], play["away_points"])
        if after == before:
            continue
        won = [new - old for new, old in zip(after, before, strict=True)]
        worth = won[0] if play["team_id"] == home else won[1]
        if min(won) < 0 or worth != sum(won) or play["player_id"] is None:
            return []
        lead = after[0] - after[1]
        found.append(Basket(play, worth, lead if play["team_id"] == home else -lead))
        before = after
    return found


def clock_text(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


def _mate(
    basket: Basket, made: Sequence[Basket], chance: random.Random, but: Set[int] = frozenset()
) -> list[Slots]:
    """Return another scorer of the team as the slot P."""
    names = sorted(
        {
            one.play["name"]
            for one in made
            if one.team == basket.team
            and one.play["player_id"] not in but | {basket.play["player_id"]}
        }
    )
    return [{"P": chance.choice(names)}] if names else []


def _quarters(made: Sequence[Basket]) -> list[Basket]:
    return [basket for basket in made if basket.quarter in QUARTERS]


@kind
def player_quarter_threes(game: Game, chance: random.Random) -> Telling | None:
    line, quarter = _scorer(game, chance), chance.choice(list(QUARTERS))
    number = sum(
        basket.worth == 3 and basket.quarter == quarter
        for basket in baskets(game)
        if basket.play["player_id"] == line["player_id"]
    )
    if number < 2:
        return None
    slots = {"P": line["name"], "n": number, "Q": QUARTERS[quarter]}
    return Telling(slots, [{"n": number + 1}])


@kind
def team_quarter_shooting(game: Game, chance: random.Random) -> Telling | None:
    team, quarter = chance.choice([game.winner, game.loser]), chance.choice(list(QUARTERS))
    shots = [
        bool(play["made"])
        for play in game.plays
        if play["kind"] == "shot" and play["period"] == quarter and play["team_id"] == team
    ]
    if len(shots) < 12:
        return None
    slots = game.names(team) | {"m": sum(shots), "a": len(shots), "Q": QUARTERS[quarter]}
    return Telling(slots, [{"m": sum(shots) - 2}, {"a": len(shots) + 2}])


@kind
def lead_changes(game: Game, chance: random.Random) -> Telling | None:
    sides = [basket.ahead(game.winner) > 0 for basket in baskets(game) if basket.lead]
    number = sum(one != other for one, other in pairwise(sides))
    return Telling({"n": number}, [{"n": number + 4}]) if number > 2 else None


@kind
def ties(game: Game, chance: random.Random) -> Telling | None:
    number = sum(basket.lead == 0 for basket in baskets(game))
    return Telling({"n": number}, [{"n": number + 4}]) if number > 2 else None


def _largest(*, own: bool) -> Kind:
    """Return a kind that tells the largest lead of a team, or of the other one."""

    def tell(game: Game, chance: random.Random) -> Telling | None:
        team = chance.choice([game.winner, game.loser])
        leader = team if own else game.other(team)
        most = max((basket.ahead(leader) for basket in baskets(game)), default=0)
        return Telling(game.names(team) | {"n": most}, [{"n": most + 5}]) if most > 8 else None

    return tell


KINDS |= {"largest_lead": _largest(own=True), "largest_deficit": _largest(own=False)}


@kind
def largest_lead_in_quarter(game: Game, chance: random.Random) -> Telling | None:
    team, quarter = chance.choice([game.winner, game.loser]), chance.choice([2, 3, 4])
    leads = [(basket.quarter, basket.ahead(team)) for basket in baskets(game)]
    inside = [lead for when, lead in leads if when == quarter]
    carried = [lead for when, lead in leads if when < quarter][-1:]
    if not inside or max(inside) < 9 or carried >= [max(inside)]:
        return None
    most = max(lead for _, lead in leads)
    slots = game.names(team) | {"n": max(inside), "Q": QUARTERS[quarter]}
    return Telling(slots, [{"n": most + 4}])


def _at_time(game: Game, chance: random.Random) -> tuple[Slots, int, int] | None:
    """Return the slots of a moment with a leader, and the points of leader and other team."""
    made = [basket for basket in baskets(game) if basket.quarter in {2, 3, 4}]
    if not made:
        return None
    chosen = chance.choice(made)
    moment = max(3, chosen.clock - 1)
    last = [b for b in made if (b.quarter, -b.clock) <= (chosen.quarter, -moment)][-1]
    if not last.lead:
        return None
    points = (last.play["home_points"], last.play["away_points"])
    team = last.team if last.lead > 0 else game.other(last.team)
    when: Slots = {"clock": clock_text(moment), "Q": QUARTERS[chosen.quarter]}
    return game.names(team) | when, max(points), min(points)


@kind
def led_score_at(game: Game, chance: random.Random) -> Telling | None:
    found = _at_time(game, chance)
    if found is None:
        return None
    slots, more, less = found
    return Telling(slots | {"x": more, "y": less}, [{"x": more + 4}, {"y": less - 3}])


@kind
def led_by_at(game: Game, chance: random.Random) -> Telling | None:
    found = _at_time(game, chance)
    if found is None:
        return None
    slots, more, less = found
    return Telling(slots | {"n": more - less}, [{"n": more - less + 6}])


@kind
def lead_for_good(game: Game, chance: random.Random) -> Telling | None:
    made = baskets(game)
    behind = [n for n, basket in enumerate(made) if basket.ahead(game.winner) <= 0]
    if not behind:
        return None
    taken = made[behind[-1] + 1]
    if taken.quarter not in {2, 3, 4} or taken.clock < 100:
        return None
    wrong = taken.clock - 87 if taken.clock > 200 else taken.clock + 77
    slots: Slots = {"clock": clock_text(taken.clock), "Q": QUARTERS[taken.quarter]}
    false: list[Slots] = [{"clock": clock_text(wrong)}, {"Q": QUARTERS[taken.quarter % 4 + 1]}]
    return Telling(game.names(game.winner) | slots, false)


@kind
def go_ahead(game: Game, chance: random.Random) -> Telling | None:
    made = baskets(game)
    late = [
        basket
        for basket in made
        if basket.quarter == 4 and basket.clock < 150 and basket.shot
        and basket.lead > 0 >= basket.before
    ]  # fmt: skip
    if not late:
        return None
    shot = late[-1]
    slots = {"P": shot.play["name"], "shot": shot.shot, "clock": clock_text(shot.clock)}
    return Telling(slots, _mate(shot, made, chance, {one.play["player_id"] for one in late}))


@kind
def tying_basket(game: Game, chance: random.Random) -> Telling | None:
    made = baskets(game)
    late = [b for b in made if b.quarter == 4 and b.clock < 150 and b.shot and not b.lead]
    if not late:
        return None
    shot = chance.choice(late)
    score = shot.play["home_points"]
    slots = {"P": shot.play["name"], "shot": shot.shot, "n": score}
    others = _mate(shot, made, chance, {one.play["player_id"] for one in late})
    return Telling(slots, [{"n": score + 5}, *others])


def _never_behind(game: Game, least: int) -> bool | None:
    """Return whether the winner led from the first points on; None where words may differ."""
    leads = [basket.ahead(game.winner) for basket in baskets(game)]
    if not leads:
        return None
    return True if min(leads) >= least else False if min(leads) < -5 else None


@kind
def wire_to_wire(game: Game, chance: random.Random) -> Telling | None:
    holds = _never_behind(game, 1)
    return None if holds is None else Telling(game.names(game.winner), holds=holds)


@kind
def never_led(game: Game, chance: random.Random) -> Telling | None:
    holds = _never_behind(game, 0)
    return None if holds is None else Telling(game.names(game.winner), holds=holds)


@kind
def unanswered(game: Game, chance: random.Random) -> Telling | None:
    rows = [list(one) for _, one in groupby(baskets(game), key=lambda basket: basket.team)]
    points = [sum(basket.worth for basket in row) for row in rows]
    fitting = [
        (number, row)
        for number, row in zip(points, rows, strict=True)
        if number >= 8 and row[0].quarter == row[-1].quarter in QUARTERS
    ]
    if not fitting:
        return None
    number, row = chance.choice(fitting)
    slots = game.names(row[0].team) | {"n": number, "Q": QUARTERS[row[0].quarter]}
    return Telling(slots, [{"n": max(points) + 3}])


@kind
def run(game: Game, chance: random.Random) -> Telling | None:
    quarter = chance.choice(list(QUARTERS))
    made = [basket for basket in baskets(game) if basket.quarter == quarter]
    best: tuple[int, int, int, str] | None = None
    for first, start in enumerate(made):
        own = other = 0
        for basket in made[first:]:
            own += basket.worth if basket.team == start.team else 0
            other += 0 if basket.team == start.team else basket.worth
            if own >= 10 and 0 < other <= 4 and basket.team == start.team:
                best = max(best or (0, 0, 0, ""), (own - 2 * other, own, other, start.team))
    if best is None:
        return None
    _, own, other, team = best
    slots = game.names(team) | {"x": own, "y": other, "Q": QUARTERS[quarter]}
    return Telling(slots, [{"x": own + 8}])


@kind
def drought(game: Game, chance: random.Random) -> Telling | None:
    team, quarter = chance.choice([game.winner, game.loser]), chance.choice(list(QUARTERS))
    times = [b.clock for b in baskets(game) if b.quarter == quarter and b.team == team]
    longest = max(one - other for one, other in pairwise([720, *times, 0]))
    if longest < 170 or not times:
        return None
    slots = game.names(team) | {"clock": clock_text(longest), "Q": QUARTERS[quarter]}
    return Telling(slots, [{"clock": clock_text(longest + 100)}])


def _points(game: Game, player: int, made: Sequence[Basket]) -> int:
    return sum(basket.worth for basket in made if basket.play["player_id"] == player)


def _scorer(game: Game, chance: random.Random) -> Row:
    return chance.choice([line for line in game.lines if line["pts"] >= 8])


@kind
def late_points(game: Game, chance: random.Random) -> Telling | None:
    line = _scorer(game, chance)
    late = [b for b in baskets(game) if b.quarter == 4 and b.clock <= LATE]
    points = _points(game, line["player_id"], late)
    if game.row["overtimes"] or points < 3:
        return None
    return Telling({"P": line["name"], "n": points}, [{"n": points + 4}])


@kind
def overtime_points(game: Game, chance: random.Random) -> Telling | None:
    line = _scorer(game, chance)
    points = _points(game, line["player_id"], [b for b in baskets(game) if b.quarter > 4])
    return Telling({"P": line["name"], "n": points}, [{"n": points + 3}]) if points > 1 else None


@kind
def quarter_of_total(game: Game, chance: random.Random) -> Telling | None:
    line, quarter = _scorer(game, chance), chance.choice(list(QUARTERS))
    made = [basket for basket in baskets(game) if basket.quarter == quarter]
    points, total = _points(game, line["player_id"], made), line["pts"]
    if points < 5:
        return None
    slots = {"P": line["name"], "n": points, "total": total, "Q": QUARTERS[quarter]}
    wrong = points + 2 if points + 2 <= total else points - 2
    return Telling(slots, [{"n": wrong}, {"total": near(total, chance)}])


@kind
def half_points(game: Game, chance: random.Random) -> Telling | None:
    line = _scorer(game, chance)
    points = _points(game, line["player_id"], [b for b in baskets(game) if b.quarter in {3, 4}])
    if game.row["overtimes"] or points < 5:
        return None
    return Telling({"P": line["name"], "n": points}, [{"n": points + 4}])


@kind
def scoreless_half(game: Game, chance: random.Random) -> Telling | None:
    first = Counter[int]()
    for basket in baskets(game):
        first[basket.play["player_id"]] += basket.worth if basket.quarter < 3 else 0
    silent = [line for line in game.lines if line["pts"] >= 4 and not first[line["player_id"]]]
    if not silent or not first:
        return None
    line = chance.choice(silent)
    return Telling(
        {"P": line["name"]}, game.mate(line, chance, lambda one: first[one["player_id"]] >= 4)
    )


@kind
def buzzer(game: Game, chance: random.Random) -> Telling | None:
    made = baskets(game)
    last = [basket for basket in _quarters(made) if basket.clock <= 1 and basket.shot]
    if not last:
        return None
    shot = chance.choice(last)
    slots = {"P": shot.play["name"], "shot": shot.shot, "Q": QUARTERS[shot.quarter]}
    return Telling(slots, _mate(shot, made, chance))


@kind
def forced_overtime(game: Game, chance: random.Random) -> Telling | None:
    made = baskets(game)
    last = [basket for basket in made if basket.quarter == 4][-1:]
    if not game.row["overtimes"] or not last or not last[0].shot:
        return None
    slots = {"P": last[0].play["name"], "shot": last[0].shot}
    return Telling(slots, _mate(last[0], made, chance))


@kind
def free_throws_late(game: Game, chance: random.Random) -> Telling | None:
    made = Counter(
        basket.play["name"]
        for basket in baskets(game)
        if basket.quarter == 4 and basket.clock < 60 and basket.play["kind"] == "free throw"
    )
    several = sorted((name, number) for name, number in made.items() if number > 1)
    if game.row["overtimes"] or not several:
        return None
    name, number = chance.choice(several)
    return Telling({"P": name, "n": number}, [{"n": number + 3}])


@kind
def distance(game: Game, chance: random.Random) -> Telling | None:
    made = [basket for basket in _quarters(baskets(game)) if basket.shot]
    far = [
        b for b in made if (b.play["distance"] or 0) > 13 and b.shot in {"jumper", "three-pointer"}
    ]
    if not far:
        return None
    shot = chance.choice(far)
    feet = shot.play["distance"]
    own = {b.play["distance"] or 0 for b in made if b.play["name"] == shot.play["name"]}
    wrong = next(n for n in range(feet + 5, 99) if not own & {n - 1, n, n + 1})
    slots = {"P": shot.play["name"], "feet": feet, "shot": shot.shot, "Q": QUARTERS[shot.quarter]}
    return Telling(slots, [{"feet": wrong}])


@kind
def assist_on(game: Game, chance: random.Random) -> Telling | None:
    made = baskets(game)
    passed = [b for b in _quarters(made) if b.shot and b.play["other_name"] is not None]
    if not passed:
        return None
    shot = chance.choice(passed)
    scorer = shot.play["player_id"]
    gave = {b.play["other_id"] for b in passed if b.play["player_id"] == scorer}
    slots = {
        "P": shot.play["other_name"], "P2": shot.play["name"], "shot": shot.shot,
        "Q": QUARTERS[shot.quarter],
    }  # fmt: skip
    return Telling(slots, _mate(shot, made, chance, gave))


@kind
def block_on(game: Game, chance: random.Random) -> Telling | None:
    blocked = [
        play
        for play in game.plays
        if play["kind"] == "shot" and not play["made"] and play["other_name"] and play["name"]
        and play["period"] in QUARTERS
    ]  # fmt: skip
    if not blocked:
        return None
    play = chance.choice(blocked)
    by = {one["other_id"] for one in blocked if one["player_id"] == play["player_id"]}
    others = [
        line["name"]
        for line in game.lines
        if line["team_id"] != play["team_id"] and line["player_id"] not in by
    ]
    slots = {"P": play["other_name"], "P2": play["name"], "Q": QUARTERS[play["period"]]}
    return Telling(slots, [{"P": chance.choice(others)}] if others else [])


@kind
def first_basket(game: Game, chance: random.Random) -> Telling | None:
    made = baskets(game)
    if not made or not made[0].shot:
        return None
    slots = {"P": made[0].play["name"], "shot": made[0].shot}
    return Telling(slots, _mate(made[0], made, chance))


@kind
def last_points(game: Game, chance: random.Random) -> Telling | None:
    made = baskets(game)
    return Telling({"P": made[-1].play["name"]}, _mate(made[-1], made, chance)) if made else None
