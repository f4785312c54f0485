"""Numbers of which a clause leaves open whether they are of a part of the game or of all of it.

"With Rondo handing out 13 assists, the Kings won the first quarter 37-18": his of the game, if not
of the quarter. Rules leave a number open whose clause names a part. Where another deed stands
between the two they are asked again as if it named none, and what they then hold against it
counts if the number cannot be of that part, nor of a stretch of it, and is near the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from factcheck.interpretation.facts.part_reading import part_value, stated_of_game
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.knowledge.facts import GAME, MINUTES, GameFacts
from factcheck.parser.periods import may_be_of_the_game
from factcheck.parser.wordings import PeriodWords

Verify = Callable[[Sequence[RawClaim]], Sequence[VerifiedClaim]]

_PART = "context_period"
_LONGEST = 24
"""Minutes that a half has; no part of a game is longer."""
_SLIP = 3
"""What is farther off than this is more often true of something that nobody knows."""


def heed_open_parts(
    items: Sequence[VerifiedClaim],
    facts: Mapping[str, GameFacts],
    verify: Verify,
    words: PeriodWords,
) -> list[VerifiedClaim]:
    """Return the claims, those decided as of the whole game that their part left open.

    Args:
        items: The verified claims of any stories.
        facts: What is known of their games.
        verify: Verifies claims.
        words: What tells from when something was.
    """
    places = list(_open(items, words))
    asked = [items[at].claim.with_row(items[at].claim.row | {_PART: None}) for at in places]
    found = list(items)
    for at, answer in zip(places, verify(asked) if asked else (), strict=True):
        part = str(items[at].claim.row[_PART])
        of_game = facts[str(answer.claim.row["game_id"])]
        weighed = [_weighed(answer.claim, one, part, of_game) for one in answer.findings]
        # What one number leaves open the others of the claim do not decide.
        opened = any(
            one.holds is False and now.holds is None
            for one, now in zip(answer.findings, weighed, strict=True)
        )
        if answer.decided and not opened:
            found[at] = VerifiedClaim(answer.claim, weighed)
    return found


def _open(items: Sequence[VerifiedClaim], words: PeriodWords) -> Iterator[int]:
    """Yield which claims are open for the part that their clause names."""
    for at, item in enumerate(items):
        claim = item.claim
        if (
            item.decided
            or claim.row.get(_PART) is None
            or claim.rule.course
            or _PART not in claim.rule.verify
        ):
            continue
        document = claim.document
        place = document.sentence_at(claim.start)
        sentence = document.sentences[place]
        start = claim.marks.get(claim.rule.mark, (claim.start, claim.end))[0]
        anchor = next(i for i, unit in enumerate(sentence.units) if unit.end > start)
        if may_be_of_the_game(sentence, document.frames[place], anchor, words):
            yield at


def _weighed(claim: RawClaim, finding: Finding, part: str, facts: GameFacts) -> Finding:
    """Return what is found of a number as the whole game's, open where it may be of the part."""
    if finding.holds is not False:
        return finding
    stated = stated_of_game(claim, finding)
    if stated is None:
        return replace(finding, holds=None)
    numbers = stated.numbers.items()
    there = [part_value(facts, stated.owner, statistic, (part,)) for statistic, _ in numbers]
    if there == [said for _, said in numbers]:
        return replace(finding, holds=True)
    for of_part, (statistic, said) in zip(there, numbers, strict=True):
        if statistic == MINUTES and said > _LONGEST:
            continue
        truth = facts.value(stated.owner, statistic, GAME)
        if of_part is None or truth is None or said <= of_part or abs(said - truth) > _SLIP:
            return replace(finding, holds=None)
    return finding
