"""Rival readings: is a name wrong, or everything that is said of it?

Several statements of a sentence may hang on one name. Where another man of the same
team, or the other team of the game, makes so many of them true that the name is the
only mistake left, the name is what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from factcheck.matching import RawClaim
from factcheck.model import Category
from factcheck.parser.document import Document
from factcheck.parser.mentions import Mention
from factcheck.verifying import VerifiedClaim

Verify = Callable[[Sequence[RawClaim]], list[VerifiedClaim]]
Key = int | str


@dataclass(slots=True)
class Rival:
    """A better reading of a name.

    Args:
        mention: The name as written.
        key: The id of the player or team it should be.
        claims: The statements, verified under the better reading.
        replaced: The statements as written, which it makes void.
    """

    mention: Mention
    key: Key
    claims: list[VerifiedClaim]
    replaced: list[RawClaim]


@dataclass(slots=True)
class _Suspect:
    """A name with statements against it, and the ids that might stand there instead.

    ``repeated`` tells that the sentence has named the same team as a subject before.
    """

    document: int
    mention: Mention
    group: list[VerifiedClaim]
    candidates: list[Key]
    repeated: bool = False


def find_rivals(
    documents: Sequence[Document], verified: Sequence[Sequence[VerifiedClaim]], verify: Verify
) -> list[list[Rival]]:
    """Find, for each document, the names that another name explains better.

    A rival must leave fewer mistakes than the name as written, itself counted as one;
    ties keep the name. All trials of all documents are verified together.
    """
    suspects = [
        suspect
        for number, (document, items) in enumerate(zip(documents, verified, strict=True))
        for suspect in _suspects(number, document, items)
    ]
    trials: list[RawClaim] = []
    origins: list[tuple[int, Key]] = []
    for position, suspect in enumerate(suspects):
        document = documents[suspect.document]
        for key in suspect.candidates:
            for item in suspect.group:
                trials.append(replace(item.claim, row=_reread(document, item.claim, key)))
                origins.append((position, key))
    readings: dict[tuple[int, Key], list[VerifiedClaim]] = {}
    if trials:
        for origin, item in zip(origins, verify(trials), strict=True):
            readings.setdefault(origin, []).append(item)
    found: list[list[Rival]] = [[] for _ in documents]
    for position, suspect in enumerate(suspects):
        rival = _best(position, suspect, readings)
        if rival is not None:
            found[suspect.document].append(rival)
    return found


def _suspects(
    number: int, document: Document, items: Sequence[VerifiedClaim]
) -> Iterator[_Suspect]:
    """Names with at least two contradicted statements that hang on them alone."""
    by_mention: dict[int, tuple[Mention, list[VerifiedClaim]]] = {}
    for item in items:
        claim = item.claim
        if claim.rule.rivals and len(claim.subjects) == 1:
            mention = claim.subjects[0]
            by_mention.setdefault(id(mention), (mention, []))[1].append(item)
    told: set[Key] = set()
    for mention, group in sorted(by_mention.values(), key=lambda pair: pair[0].start):
        if _cost(group) >= 2:
            candidates = _candidates(document, mention, told)
            yield _Suspect(number, mention, group, candidates, _repeated(document, mention))
        if len(group) > 1:
            told.add(mention.data["value"])


def _repeated(document: Document, mention: Mention) -> bool:
    """Tell whether a team's name stood as a subject before in the same sentence."""
    for sentence, frames in zip(document.sentences, document.frames, strict=True):
        if sentence.units[0].start <= mention.start < sentence.units[-1].end:
            return any(
                frame.team is not None
                and frame.team is not mention
                and frame.subject == "team"
                and frame.team.data["value"] == mention.data["value"]
                for unit, frame in zip(sentence.units, frames, strict=True)
                if unit.start < mention.start
            )
    return False


def _candidates(document: Document, mention: Mention, told: set[Key]) -> list[Key]:
    """Teammates whose line the story has not told yet, or the other team."""
    game = document.game
    assert game is not None
    if mention.kind == "team":
        other = game.opponent(mention.data["value"])
        return [other] if other else []
    team_id = mention.data.get("team_id")
    return [
        player_id
        for player_id, his_team in game.roster.items()
        if his_team == team_id and player_id != mention.data["value"] and player_id not in told
    ]


def _reread(document: Document, claim: RawClaim, key: Key) -> dict[str, Any]:
    """Return the claim's columns with another subject."""
    game = document.game
    assert game is not None
    if isinstance(key, int):
        team_id = game.roster[key]
        row: dict[str, Any] = claim.row | {"player_id": key, "team_id": team_id}
        if "player" in claim.rule.slots and "player" in claim.row:
            row |= {"player": key, "player_team_id": team_id}
    else:
        team_id = key
        row = claim.row | {"team_id": key}
        if "team" in claim.rule.slots and "team" in claim.row:
            row |= {"team": key}
    return row | {"opponent_id": game.opponent(team_id)}


def _cost(group: Sequence[VerifiedClaim]) -> int:
    """Count the spans that a reading would mark."""
    spans = {
        item.claim.marks.get(finding.mark or item.claim.rule.mark)
        for item in group
        for finding in item.contradictions
    }
    return len(spans)


def _best(
    position: int, suspect: _Suspect, readings: dict[tuple[int, Key], list[VerifiedClaim]]
) -> Rival | None:
    best: tuple[int, Key] | None = None
    for key in suspect.candidates:
        reading = readings[(position, key)]
        if not all(item.decided for item in reading) or not _convincing(suspect, reading):
            continue
        cost = 1 + _cost(reading)
        if cost < _cost(suspect.group) and (best is None or cost < best[0]):
            best = (cost, key)
    if best is None:
        return None
    replaced = [item.claim for item in suspect.group]
    return Rival(suspect.mention, best[1], readings[(position, best[1])], replaced)


def _convincing(suspect: _Suspect, reading: list[VerifiedClaim]) -> bool:
    """Tell whether a reading is more than chance.

    A man's must fit his points. A team's must fit all, and its name be repeated from
    the sentence's first half ("the Kings shot 45 percent, while the Kings shot 40") or
    words speak against it: numbers alone are as likely to be wrong themselves.
    """
    points = [
        item
        for item in reading
        if item.claim.row.get("statistic") == "PTS" and "number" in item.claim.row
    ]
    wrong = sum(bool(item.contradictions) for item in reading)
    if suspect.mention.kind == "team":
        words = any(item.claim.rule.category is not Category.NUMBER for item in suspect.group)
        return wrong == 0 and (suspect.repeated or words)
    fitting = wrong == 0 or (wrong == 1 and len(reading) >= 6)
    return fitting and bool(points) and not any(item.contradictions for item in points)
