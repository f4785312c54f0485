"""Rival readings: is a name wrong, or everything that is said of it?

Several statements of a sentence may hang on one name. Where another man of the same
team, or the other team of the game, makes so many of them true that the name is the
only mistake left, the name is what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from factcheck.matching import RawClaim
from factcheck.model import Category
from factcheck.parser.document import Document
from factcheck.parser.mentions import Mention
from factcheck.verifying import VerifiedClaim

Verify = Callable[[Sequence[RawClaim]], list[VerifiedClaim]]
Key = int | str
Remarkable = Mapping[str, int]
"""How many of a statistic a writer remembers, though not whose they were; the first
statistic is what a bare number counts."""

_SLIP = 4
"""By how much a miscounted number may be off before it must be another man's."""

_LINE = 2
"""How many wrong numbers make a line that may be that of a man of either team."""


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

    Args:
        document: Its document's place in the batch.
        mention: The name as written.
        group: The statements that hang on it.
        candidates: Who else might stand there.
        unnamed: Those of the candidates whom the story names nowhere.
        told: The men and the statistics of theirs that the story gives, right or wrong.
        nearby: Whom the mention's own sentence names besides.
        repeated: Whether the sentence has the same team as a subject twice.
        placed_wrong: Whether another statement marks the name itself as wrong.
    """

    document: int
    mention: Mention
    group: list[VerifiedClaim]
    candidates: list[Key]
    unnamed: frozenset[Key] = frozenset()
    told: frozenset[tuple[Key, str]] = frozenset()
    nearby: frozenset[Key] = frozenset()
    repeated: bool = False
    placed_wrong: bool = False


def find_rivals(
    documents: Sequence[Document],
    verified: Sequence[Sequence[VerifiedClaim]],
    verify: Verify,
    remarkable: Remarkable,
) -> list[list[Rival]]:
    """Find, for each document, the names that another name explains better.

    A rival must leave fewer mistakes than the name as written, itself counted as one;
    ties keep the name, except where :func:`_is_leader` or :func:`_is_mixed_up` tells who
    was meant. All trials of all documents are verified together.
    """
    suspects = []
    for number, (document, items) in enumerate(zip(documents, verified, strict=True)):
        for suspect in _suspects(number, document, items):
            keys = _worth_trying(suspect, remarkable)
            if keys:
                suspects.append(replace(suspect, candidates=keys))
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
        rival = _best(position, suspect, readings, remarkable)
        if rival is not None:
            found[suspect.document].append(rival)
    return found


def _suspects(
    number: int, document: Document, items: Sequence[VerifiedClaim]
) -> Iterator[_Suspect]:
    """Names with contradicted statements that hang on them alone."""
    by_mention: dict[int, tuple[Mention, list[VerifiedClaim]]] = {}
    for item in items:
        claim = item.claim
        if claim.rule.rivals and len(claim.subjects) == 1:
            mention = claim.subjects[0]
            by_mention.setdefault(id(mention), (mention, []))[1].append(item)
    marked = {
        item.claim.marks.get(finding.mark or item.claim.rule.mark)
        for item in items
        for finding in item.contradictions
    }
    named = {m.data.get("value") for m in document.mentions() if m.kind == "player"}
    given = frozenset(
        (subject.data["value"], statistic)
        for item in items
        for subject in item.claim.subjects
        if (statistic := _statistic(item)) is not None
    )
    told: set[Key] = set()
    for mention, group in sorted(by_mention.values(), key=lambda pair: pair[0].start):
        if _cost(group):
            anywhere = _misplaced(group) or _cost(group) >= _LINE
            candidates = _candidates(document, mention, told, anywhere)
            nearby, repeated = _surroundings(document, mention)
            yield _Suspect(
                number, mention, group, candidates, frozenset(candidates) - named, given,
                nearby, repeated, (mention.start, mention.end) in marked,
            )  # fmt: skip
        if len(group) > 1 and any(_gives_number(item) for item in group):
            told.add(mention.data["value"])


def _surroundings(document: Document, mention: Mention) -> tuple[frozenset[Key], bool]:
    """Return whom else the name's sentence (of teams, its clause) names, and repetition.

    The second value tells whether the sentence has the same team as a subject twice.
    """
    for sentence, frames in zip(document.sentences, document.frames, strict=True):
        if not sentence.units[0].start <= mention.start < sentence.units[-1].end:
            continue
        clause = next(
            frame.clause
            for unit, frame in zip(sentence.units, frames, strict=True)
            if unit.mention is mention
        )
        nearby: set[Key] = set()
        repeated = False
        for unit, frame in zip(sentence.units, frames, strict=True):
            other = unit.mention
            if other is None or other is mention or other.kind != mention.kind:
                continue
            key = other.data.get("value")
            if key is not None and (mention.kind == "player" or frame.clause == clause):
                nearby.add(key)
            repeated = repeated or (
                frame.subject == "team" and frame.team is other and key == mention.data["value"]
            )
        return frozenset(nearby), repeated
    return frozenset(), False


def _misplaced(group: Sequence[VerifiedClaim]) -> bool:
    """Tell whether a statement puts a man with the wrong team, or above all men of the game."""
    return any(
        item.contradictions
        and (
            item.claim.rule.category in {Category.NAME, Category.CONTEXT}
            or any("best_of_game" in finding.evidence for finding in item.findings)
        )
        for item in group
    )


def _candidates(document: Document, mention: Mention, told: set[Key], anywhere: bool) -> list[Key]:
    """Teammates whose line the story has not told yet, or the other team.

    ``anywhere`` takes the other team's players as well.
    """
    game = document.game
    assert game is not None
    if mention.kind == "team":
        other = game.opponent(mention.data["value"])
        return [other] if other else []
    team_id = mention.data.get("team_id")
    return [
        player_id
        for player_id, his_team in game.roster.items()
        if (anywhere or his_team == team_id)
        and player_id != mention.data["value"]
        and player_id not in told
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
    position: int,
    suspect: _Suspect,
    readings: dict[tuple[int, Key], list[VerifiedClaim]],
    remarkable: Remarkable,
) -> Rival | None:
    """Choose the reading with the fewest mistakes, if it is more than chance."""
    before = _cost(suspect.group)
    main = next(iter(remarkable), "")
    fitting: list[tuple[int, Key]] = []
    for key in suspect.candidates:
        reading = readings[(position, key)]
        if not _decides_as_much(suspect.group, reading):
            continue
        cost = _cost(reading)
        if suspect.mention.kind == "team" or before < 2:
            good = cost == 0
        else:
            good = (1 + cost < before and _has_his_number(reading, before, main)) or (
                cost <= before and _is_leader(suspect.group, reading, main)
            )
        if good:
            fitting.append((cost, key))
    least = min((cost for cost, _ in fitting), default=0)
    keys = [key for cost, key in fitting if cost == least]
    if not keys or (before < 2 and len(keys) > 1):
        return None
    replaced = [item.claim for item in suspect.group]
    return Rival(suspect.mention, keys[0], readings[(position, keys[0])], replaced)


def _worth_trying(suspect: _Suspect, remarkable: Remarkable) -> list[Key]:
    """Return the candidates that would be the better reading if all that is said fits them."""
    keys = [key for key in suspect.candidates if key not in suspect.nearby]
    before = _cost(suspect.group)
    if suspect.mention.kind == "team":
        return keys if _is_other_team(suspect, before) else []
    if before < 2:
        return [key for key in keys if _is_mixed_up(suspect, key, remarkable)]
    main = next(iter(remarkable), "")
    tells = any(
        ("number" in item.claim.row and (item.claim.row.get("statistic") or main) == main)
        or (item.contradictions and _gives_first_place(item))
        for item in suspect.group
    )
    return keys if tells else []


def _decides_as_much(group: Sequence[VerifiedClaim], reading: Sequence[VerifiedClaim]) -> bool:
    """Tell whether a reading decides every statement that is decided as written."""
    return all(new.decided or not old.decided for old, new in zip(group, reading, strict=True))


def _is_other_team(suspect: _Suspect, before: int) -> bool:
    """Tell whether the other team was meant, given that all fits it.

    Its name must be repeated from another part of the sentence ("the Kings shot 45
    percent, while the Kings shot 40"), or words must speak against it: numbers alone are
    as likely to be wrong themselves.
    """
    words = any(
        item.contradictions and item.claim.rule.category is not Category.NUMBER
        for item in suspect.group
    )
    return suspect.placed_wrong or (
        before >= 2 and len(suspect.group) > 1 and (suspect.repeated or words)
    )


def _has_his_number(reading: Sequence[VerifiedClaim], before: int, main: str) -> bool:
    """Tell whether a man's main number fits, and clearly more of the rest than as written.

    ``before`` counts what is wrong as written.
    """
    wrong = sum(bool(item.contradictions) for item in reading)
    given = [item for item in reading if _counts(item, main, main)]
    return (
        bool(given)
        and not any(item.contradictions for item in given)
        and (wrong == 0 or (wrong == 1 and len(reading) >= 6) or _outweighs(wrong, before))
    )


def _outweighs(wrong: int, before: int) -> bool:
    """Tell whether a name and few wrong numbers are at most half of the mistakes as written."""
    return wrong <= 2 and 2 * (1 + wrong) <= before


def _is_leader(group: Sequence[VerifiedClaim], reading: Sequence[VerifiedClaim], main: str) -> bool:
    """Tell whether a man is who led with the number given, where the one named did neither.

    "Led the team with 17 points" names its man twice over, whatever else the sentence
    says of him.
    """
    led = [
        new
        for old, new in zip(group, reading, strict=True)
        if not new.contradictions and old.contradictions and _gives_first_place(old)
    ]
    counted = {finding.evidence.get("statistic") for item in led for finding in item.findings}
    return any(
        old.contradictions and not new.contradictions and _counts(new, statistic, main)
        for old, new in zip(group, reading, strict=True)
        for statistic in counted
    )


def _is_mixed_up(suspect: _Suspect, key: Key, remarkable: Remarkable) -> bool:
    """Tell whether a single wrong number is another man's.

    It must be one that is remembered, and far from the named man's own: a slip of the
    pen is near the truth. One of the main statistic may stand in a line that fits the
    other man if the story names him nowhere; alone in what is said here of the named man,
    it may be that of anyone whose own the story does not give.
    """
    main = next(iter(remarkable), "")
    wrong = [item for item in suspect.group if item.contradictions]
    if len(wrong) != 1 or wrong[0].claim.combine != "all":
        return False
    statistic = _statistic(wrong[0])
    if statistic is None or statistic not in remarkable:
        return False
    if not _counts(wrong[0], statistic, main):
        return False
    alone = (
        sum(_gives_number(item) for item in suspect.group) == 1
        and (key, statistic) not in suspect.told
    )
    if not alone and (key not in suspect.unnamed or statistic != main):
        return False
    said = float(wrong[0].claim.row["number"])
    was = wrong[0].contradictions[0].evidence.get("value")
    return said >= remarkable[statistic] and was is not None and abs(said - float(was)) >= _SLIP


def _statistic(item: VerifiedClaim) -> str | None:
    """Return what a statement with a number counts; None for other statements."""
    if "number" not in item.claim.row:
        return None
    said = item.claim.row.get("statistic")
    known = next(
        (f.evidence["statistic"] for f in item.findings if "statistic" in f.evidence), None
    )
    statistic = said or known
    return str(statistic) if statistic else None


def _counts(item: VerifiedClaim, statistic: str | None, main: str) -> bool:
    """Tell whether a statement gives a number of a statistic; a bare number is of the main one."""
    row = item.claim.row
    if "number" not in row or _gives_first_place(item):
        return False
    return (_statistic(item) or main) == statistic


def _gives_number(item: VerifiedClaim) -> bool:
    """Tell whether a statement tells of a man how many or how much."""
    return not {"number", "shooting_first", "percent"}.isdisjoint(item.claim.row)


def _gives_first_place(item: VerifiedClaim) -> bool:
    """Tell whether a statement makes its man the leader; then its evidence names the true one."""
    return any("leader" in finding.evidence for finding in item.findings)
