"""Numbers of a part of the game that the story tells of, where a rule read them as the whole's.

"Nine points from Rubio helped them to a 34-17 lead after one": nine of his 17. Which part a number
is of, may be said anywhere in the sentence, and in many ways (the ``[cues]`` of rules on parts of
the game), or in the sentences before: "The third was Boston's. Thomas had 12 points." A number, or
a shooting line, that is not too large for the whole game and is its owner's in such a part is that.
Where only a moment is told of ("… and it was 86-76"), numbers far below the whole are left open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching import RawClaim
from factcheck.interpretation.part_reading import part_value
from factcheck.interpretation.part_scene import Cues, Scene, tells_of_a_moment
from factcheck.interpretation.readings import stated_number
from factcheck.interpretation.verifying import VerifiedClaim
from factcheck.interpretation.wordings import FactWords
from factcheck.knowledge.facts import GAME, SHOTS, GameFacts
from factcheck.rulebook.rule import PART, Rule

_TELLING = 4
"""A smaller number is too often by chance that of a part of the game."""


_SHARE = 0.75
"""A number nearer to the whole game's is rather a slip than one of a moment."""


def part_cues(rules: Sequence[Rule]) -> Cues:
    """Return the phrases that tell of parts of the game, by what they tell."""
    return next((rule.cues for rule in rules if rule.fact == PART and rule.cues), {})


def heed_parts(
    items: Sequence[VerifiedClaim], facts: GameFacts, cues: Cues, words: FactWords
) -> list[VerifiedClaim]:
    """Return the claims; a number that is right of a part the story tells of is no mistake.

    Args:
        items: The verified claims of a story.
        facts: What is known of its game.
        cues: The phrases that tell of parts of the game.
        words: Words beside numbers.
    """
    return [
        VerifiedClaim(
            item.claim,
            [
                _of_moment(
                    item.claim, _of_part(item.claim, one, facts, cues, words), facts, cues, words
                )
                for one in item.findings
            ],
        )
        if item.contradictions
        else item
        for item in items
    ]


def _of_part(
    claim: RawClaim, finding: Finding, facts: GameFacts, cues: Cues, words: FactWords
) -> Finding:
    if finding.holds is not False:
        return finding
    statistic = claim.row.get("statistic") or finding.evidence.get("statistic")
    slot = (finding.mark or claim.rule.mark).split(".")[0]
    mention = claim.mentions.get(slot)
    if mention is not None and mention.kind in {"player", "team"}:
        # A name is wrong by the number that stands beside it.
        mention = claim.mentions.get("number")
    stated = stated_number(mention, claim.row, statistic if isinstance(statistic, str) else None)
    if stated is None or stated.owner is None or stated.part != GAME:
        return finding
    if stated.second is None:
        said = {stated.statistic: stated.value}
    else:
        # "At the half: 16 points, 6-for-13 from the line": made and tried.
        kind = SHOTS.get(str(finding.evidence.get("shot_kind")), ())
        said = dict(zip(kind, (stated.value, stated.second), strict=False))
    if not said or not all(
        counted is not None and 0 < number <= (facts.value(stated.owner, counted, GAME) or 0)
        for counted, number in said.items()
    ):
        return finding
    document = claim.document
    sentence = document.sentences[document.sentence_at(claim.start)]
    told = claim.row.get("story_period")
    places = [place.codes for place in Scene(sentence, cues, words, told).places]
    if not places and told is not None and max(said.values()) >= _TELLING:
        # "The third was Boston's. Thomas had 12 points": the sentences before told of it.
        places.append((told,))
    for codes in places:
        if all(
            counted is not None and part_value(facts, stated.owner, counted, codes) == number
            for counted, number in said.items()
        ):
            evidence = {**finding.evidence, "part": " + ".join(codes)}
            return replace(finding, holds=True, evidence=evidence)
    return finding


def _of_moment(
    claim: RawClaim, finding: Finding, facts: GameFacts, cues: Cues, words: FactWords
) -> Finding:
    """Leave open a player's number that is far below his total where a moment is told of.

    "Harden had three assists, Anderson made two threes and it was 86-76": by then, or since when.
    """
    statistic = claim.row.get("statistic") or finding.evidence.get("statistic")
    if finding.holds is not False or not isinstance(statistic, str):
        return finding
    stated = stated_number(claim.mentions.get("number"), claim.row, statistic)
    if stated is None or not isinstance(stated.owner, int) or stated.part != GAME:
        return finding
    total = facts.value(stated.owner, statistic, GAME) or 0
    if not 0 < stated.value < total:
        return finding
    document = claim.document
    sentence = document.sentences[document.sentence_at(claim.start)]
    told = {unit.code for unit in sentence.units if unit.mention is None}
    if not told.isdisjoint(words.summing) or not tells_of_a_moment(
        sentence, cues, surely=stated.value > _SHARE * total
    ):
        return finding
    return replace(finding, holds=None)
