"""Decide pairs of numbers that are nothing of their game: "57-52 at the half, then 36-28".

What two numbers together are of is open where no words say so. But a score that the game never had
at any moment, in no part of it, nor in another game of its teams, and that is neither a record nor
what both teams had of anything, is wrong whatever it is of; so is a shooting line that nobody had.
Where one of its numbers stands in a pair that is true, and the other is near, the other is a slip.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from factcheck.interpretation.facts.context import Wordings, owner_of
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.knowledge.facts import GAME, SHOTS, GameFacts
from factcheck.knowledge.parts import ORDINALS

_FEWEST, _FEWEST_TRIES = 20, 6
"""Pairs of less are too often those of a run, a series, a trip to the line."""
_SLIP = 3
"""By how much a number is off that is a slip; with more it is of what nobody knows."""
_MOST_OF_A_RUN = 45
"""The points of a team that are told as those of a stretch; more are told as a score."""
_OTHERS = ("moment", "earlier")
"""Scores that are of no part of the game."""

_Pair = tuple[int, int]


def stray_findings(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> list[Finding]:
    """Return which number of a pair is wrong that nothing of the game is; nothing where it is.

    Example: "It was 57-52 at the half" → 54, not 57: nothing ever was 57-52.

    Args:
        claim: Its slot ``pair`` is a score or a shooting line.
        facts: What is known of the game.
        wordings: The words for owners and statistics.
    """
    pair, row = claim.mentions.get("pair"), claim.row
    if pair is None or len(facts.teams) != 2:
        return []
    one, two = row["pair_first"], row["pair_second"]
    if one % 1 or two % 1:
        return []
    said = int(one), int(two)
    of_shots = pair.label == "shooting"
    if not of_shots and (row.get("subject") == "player" or not facts.scores.get("moment")):
        # "Lee and Conley by themselves outscored the Suns 21-19"; and without its plays a game has
        # scores that nobody knows of.
        return []
    if _is_known(said, facts, of_shots=of_shots):
        return []
    if of_shots:
        true = dict(_lines(claim, facts, wordings))
    else:
        true = {**dict(_scores(facts, wordings)), **dict(_records(claim, facts, wordings))}
    near = sorted(
        (abs(said[0] - right[0]) + abs(said[1] - right[1]), right)
        for right in true
        if (said[0] == right[0]) != (said[1] == right[1])
    )
    if not near or near[0][0] > _SLIP:
        return [] if of_shots else _off_the_way(said, facts)
    meant = [right for off, right in near if off == near[0][0]]
    wrong = {"first" if said[0] != right[0] else "second" for right in meant}
    if len(wrong) > 1:
        return []
    (which,) = wrong
    right = meant[0]
    return [
        Finding(
            holds=False,
            mark=f"pair.{which}",
            correction=str(right[which == "second"]) if len(meant) == 1 else None,
            explanation=f"Nothing of this game is {said[0]}-{said[1]}; {true[right]}.",
            category=None,
            evidence={"fact": "stray", "said": f"{said[0]}-{said[1]}"},
        )
    ]


def _off_the_way(said: _Pair, facts: GameFacts) -> list[Finding]:
    """Return that a pair near to scores on the way to the final one is none of them.

    Which of its numbers is wrong shows where the nearest scores share the same one. Of a tie, and
    of what may be a run, rules with words of their own decide.
    """
    moments = facts.scores["moment"]
    if said[0] == said[1] or (max(said) <= _MOST_OF_A_RUN and _was_run(said, moments)):
        return []
    near = [
        (abs(said[0] - right[0]) + abs(said[1] - right[1]), right)
        for right in moments
        if (said[0] == right[0]) != (said[1] == right[1])
    ]
    least = min((off for off, _ in near), default=_SLIP + 1)
    if least > _SLIP:
        return []
    meant = [right for off, right in near if off == least]
    wrong = {"first" if said[0] != right[0] else "second" for right in meant}
    right = min(meant)
    return [
        Finding(
            holds=False,
            mark=f"pair.{wrong.pop()}" if len(wrong) == 1 else "pair",
            correction=None,
            explanation=f"The score never was {said[0]}-{said[1]}; it was {right[0]}-{right[1]}.",
            category=None,
            evidence={"fact": "stray", "said": f"{said[0]}-{said[1]}"},
        )
    ]


def _was_run(said: _Pair, moments: Collection[_Pair]) -> bool:
    """Return whether the two teams scored so much between two moments."""
    return any((home - said[0], away - said[1]) in moments for home, away in moments)


def _is_known(said: _Pair, facts: GameFacts, *, of_shots: bool) -> bool:
    """Return whether a pair is something of the game, or too small to tell."""
    if of_shots:
        if said[1] < _FEWEST_TRIES or said in facts.pairs.shots:
            return True
        made = {codes[0]: codes[1] for codes in SHOTS.values()} | {"FG2M": "FG2A"}
        return any(
            value in {said[0], said[1] - said[0]}
            and facts.values.get((owner, made[statistic], part)) == said[1]
            for (owner, statistic, part), value in facts.values.items()
            if statistic in made
        )
    pairs = facts.pairs
    if sum(said) < _FEWEST or said in pairs.of_both or said in pairs.of_groups:
        return True
    if said in pairs.records or said[::-1] in pairs.records or said in facts.place_records:
        return True
    return any(said in scores for scores in facts.scores.values())


def _scores(facts: GameFacts, wordings: Wordings) -> Iterator[tuple[_Pair, str]]:
    """Yield what both teams have: points by part of the game and group, else what is counted."""
    for part, scores in facts.scores.items():
        if part not in _OTHERS:
            told = f"the score of {_name(part)}"
            yield from ((score, f"{score[0]}-{score[1]} is {told}") for score in scores)
    for pair in facts.pairs.of_groups:
        both = int(pair[0]), int(pair[1])
        yield both, f"{both[0]}-{both[1]} are the points of the benches or the starters"
    for pair, statistics in facts.pairs.of_both.items():
        counted = wordings.statistics.get(statistics[0])
        if counted is not None and not (pair[0] % 1 or pair[1] % 1):
            both = int(pair[0]), int(pair[1])
            yield both, f"{both[0]}-{both[1]} are the {counted}"


def _records(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> Iterator[tuple[_Pair, str]]:
    """Yield the records of the two teams after the game."""
    game = claim.document.game
    if game is None:
        return
    for team in facts.teams:
        wins, losses = facts.value(team, "WINS", game.id), facts.value(team, "LOSSES", game.id)
        if wins is not None and losses is not None:
            name = wordings.names(team, game.season)
            yield (int(wins), int(losses)), f"{name} were {wins:.0f}-{losses:.0f}"


def _name(part: str) -> str:
    """Return what a part of the game is called."""
    if part not in ORDINALS:
        return "the game" if part == GAME else "some quarters of it"
    return f"the {ORDINALS[part]} {'half' if part.startswith('H') else 'quarter'}"


def _lines(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> Iterator[tuple[_Pair, str]]:
    """Yield the shooting lines of the one spoken of."""
    owner = owner_of(claim, facts)
    game = claim.document.game
    if owner is None or game is None:
        return
    for made, tried in SHOTS.values():
        hit, of = facts.value(owner, made, GAME), facts.value(owner, tried, GAME)
        if hit is not None and of is not None:
            name, counted = wordings.names(owner, game.season), wordings.statistics.get(made, made)
            yield (int(hit), int(of)), f"{name} made {hit:.0f} of {of:.0f} {counted}"
