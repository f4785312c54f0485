"""Rival readings: is a name wrong, or everything that is said of it?

Several statements of a sentence may hang on one name. Where another man of the same
team, or the other team of the game, makes so many of them true that the name is the
only mistake left, the name is what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from factcheck.interpretation.matching import RawClaim
from factcheck.interpretation.suspects import (
    LINE,
    Key,
    Suspect,
    cost,
    find_suspects,
    gives_first_place,
    gives_number,
    statistic_of,
)
from factcheck.interpretation.verifying import VerifiedClaim
from factcheck.language.mentions import Mention
from factcheck.model import Category
from factcheck.parser.document import Document
from factcheck.parser.names import Game

Verify = Callable[[Sequence[RawClaim]], list[VerifiedClaim]]
Remarkable = Mapping[str, int]
"""How many of a statistic a writer remembers, though not whose they were; the first
statistic is what a bare number counts."""

_SLIP = 4
"""By how much a miscounted number may be off before it must be another man's."""


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
class _Trial:
    """Another name in the place of a suspect.

    Args:
        suspect: The name as written, with what is said of it.
        game: The document's game.
        key: The id of the other man or team.
        read: What is said, verified for him, by its place in the suspect's group; as far
            as it has been asked.
    """

    suspect: Suspect
    game: Game
    key: Key
    read: dict[int, VerifiedClaim] = field(default_factory=dict)

    @property
    def reading(self) -> list[VerifiedClaim]:
        """All that is said, verified, in the order of the suspect's group."""
        return [self.read[place] for place in range(len(self.suspect.group))]


def find_rivals(
    documents: Sequence[Document],
    verified: Sequence[Sequence[VerifiedClaim]],
    verify: Verify,
    remarkable: Remarkable,
) -> list[list[Rival]]:
    """Find, for each document, the names that another name explains better.

    A rival must leave fewer mistakes than the name as written, itself counted as one;
    ties keep the name, except where :func:`_is_leader` or :func:`_is_mixed_up` tells who
    was meant. The trials of all documents are verified together.
    """
    main = next(iter(remarkable), "")
    trials = [
        [list(_trials(suspect, document, remarkable)) for suspect in find_suspects(document, items)]
        for document, items in zip(documents, verified, strict=True)
    ]
    everyone = [trial for suspects in trials for rivals in suspects for trial in rivals]
    # Nearly all fail at what tells them from others: the rest need not be asked of those.
    _read(everyone, verify, lambda suspect, item: _tells(suspect, item, main))
    _read([trial for trial in everyone if _may_fit(trial, main)], verify)
    return [
        [rival for rivals in suspects if (rival := _best(rivals, main)) is not None]
        for suspects in trials
    ]


def _trials(suspect: Suspect, document: Document, remarkable: Remarkable) -> Iterator[_Trial]:
    """Yield the candidates that would be the better reading if all that is said fits them."""
    assert document.game is not None
    for key in suspect.candidates:
        if key in suspect.nearby:
            continue
        if suspect.mention.kind == "team":
            worth = _is_other_team(suspect)
        else:
            worth = suspect.is_line or _is_mixed_up(suspect, key, remarkable)
        if worth:
            yield _Trial(suspect, document.game, key)


def _read(
    trials: Iterable[_Trial],
    verify: Verify,
    wanted: Callable[[Suspect, VerifiedClaim], bool] = lambda suspect, item: True,
) -> None:
    """Verify those statements of the trials that are wanted and have not been asked yet."""
    asked = [
        (trial, place, item.claim.with_row(_reread(trial.game, item.claim, trial.key)))
        for trial in trials
        for place, item in enumerate(trial.suspect.group)
        if place not in trial.read and wanted(trial.suspect, item)
    ]
    if asked:
        answers = verify([claim for _, _, claim in asked])
        for (trial, place, _), answer in zip(asked, answers, strict=True):
            trial.read[place] = answer


def _tells(suspect: Suspect, item: VerifiedClaim, main: str) -> bool:
    """Tell whether a statement as written can tell whose it is.

    Of a man's line it is what names its man; elsewhere what is wrong must fit another.
    """
    if not suspect.is_line:
        return bool(item.contradictions)
    row = item.claim.row
    counts = "number" in row and (row.get("statistic") or main) == main
    return counts or _is_misgiven(item)


def _may_fit(trial: _Trial, main: str) -> bool:
    """Tell whether what has been read so far leaves a trial a chance."""
    group = trial.suspect.group
    if any(group[place].decided and not item.decided for place, item in trial.read.items()):
        return False
    if not trial.suspect.is_line:
        return not any(item.contradictions for item in trial.read.values())
    given = [item for item in trial.read.values() if _counts(item, main, main)]
    return (bool(given) and not any(item.contradictions for item in given)) or any(
        not item.contradictions and _is_misgiven(group[place]) for place, item in trial.read.items()
    )


def _reread(game: Game, claim: RawClaim, key: Key) -> dict[str, Any]:
    """Return the claim's columns with another subject."""
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


def _best(trials: Sequence[_Trial], main: str) -> Rival | None:
    """Choose the reading of a name with the fewest mistakes, if it is more than chance."""
    fitting: list[tuple[int, _Trial]] = []
    for trial in trials:
        suspect = trial.suspect
        if len(trial.read) < len(suspect.group):
            continue
        reading = trial.reading
        if not _decides_as_much(suspect.group, reading):
            continue
        wrong = cost(reading)
        if suspect.is_line:
            outdone = 1 + wrong < suspect.wrong and _has_his_number(reading, suspect.wrong, main)
            tied = wrong <= suspect.wrong and _is_leader(suspect.group, reading, main)
            good = outdone or tied
        else:
            good = wrong == 0
        if good:
            fitting.append((wrong, trial))
    least = min((wrong for wrong, _ in fitting), default=0)
    best = [trial for wrong, trial in fitting if wrong == least]
    if not best or (best[0].suspect.wrong < LINE and len(best) > 1):
        return None
    suspect = best[0].suspect
    replaced = [item.claim for item in suspect.group]
    return Rival(suspect.mention, best[0].key, best[0].reading, replaced)


def _decides_as_much(group: Sequence[VerifiedClaim], reading: Sequence[VerifiedClaim]) -> bool:
    """Tell whether a reading decides every statement that is decided as written."""
    return all(new.decided or not old.decided for old, new in zip(group, reading, strict=True))


def _is_other_team(suspect: Suspect) -> bool:
    """Tell whether the other team was meant, given that all fits it.

    Its name must be repeated from another part of the sentence ("the Kings shot 45
    percent, while the Kings shot 40"), or words must speak against it: numbers alone are
    as likely to be wrong themselves, but for both of a shooting line.
    """
    words = any(
        item.contradictions and item.claim.rule.category is not Category.NUMBER
        for item in suspect.group
    )
    return suspect.placed_wrong or (
        suspect.wrong >= LINE
        and (
            (len(suspect.group) > 1 and (suspect.repeated or words))
            or (suspect.repeated and "shooting_first" in suspect.group[0].claim.row)
        )
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
        if not new.contradictions and _is_misgiven(old)
    ]
    counted = {finding.evidence.get("statistic") for item in led for finding in item.findings}
    return any(
        old.contradictions and not new.contradictions and _counts(new, statistic, main)
        for old, new in zip(group, reading, strict=True)
        for statistic in counted
    )


def _is_mixed_up(suspect: Suspect, key: Key, remarkable: Remarkable) -> bool:
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
    statistic = statistic_of(wrong[0])
    if statistic is None or statistic not in remarkable:
        return False
    if not _counts(wrong[0], statistic, main):
        return False
    alone = (
        sum(gives_number(item) for item in suspect.group) == 1
        and (key, statistic) not in suspect.told
    )
    if not alone and (key not in suspect.unnamed or statistic != main):
        return False
    said = float(wrong[0].claim.row["number"])
    was = wrong[0].contradictions[0].evidence.get("value")
    return said >= remarkable[statistic] and was is not None and abs(said - float(was)) >= _SLIP


def _counts(item: VerifiedClaim, statistic: str | None, main: str) -> bool:
    """Tell whether a statement gives a number of a statistic; a bare number is of the main one."""
    row = item.claim.row
    if "number" not in row or gives_first_place(item):
        return False
    return (statistic_of(item) or main) == statistic


def _is_misgiven(old: VerifiedClaim) -> bool:
    """Tell whether a statement gives a man a first place that is another's."""
    return bool(old.contradictions) and gives_first_place(old)
