"""Numbers of a part of the game that the story tells of, where a rule read them as the whole's.

"Nine points from Rubio helped them to a 34-17 lead after one": nine of his 17. Which part a number
is of, may be said anywhere in the sentence, and in many ways (the ``[cues]`` of rules on parts of
the game), or in the sentences before: "The third was Boston's. Thomas had 12 points." That a
number, or a shooting line, is no larger than its owner's of the whole game and just his in such a
part explains why it is not the whole game's. Where only a moment is told of ("… and it was
86-76"), numbers far below the whole are left open.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from factcheck.interpretation.explanations.likeliest import MOMENT, TOLD_PART, Instead
from factcheck.interpretation.facts.part_reading import StatedOfGame, part_value, stated_of_game
from factcheck.interpretation.facts.part_scene import Cues, Scene, tells_of_a_moment
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.interpretation.wordings import FactWords
from factcheck.knowledge.facts import GAME, GameFacts, Owner
from factcheck.rulebook.rule import PART, Rule

_THAN = "than"
"""What rules on comparisons state."""
_ENOUGH = 2
"""So many numbers of a clause that are the whole game's say enough of the others."""
_SHARE = 0.75
"""A number nearer to the whole game's is rather a slip than one of a moment."""


def part_cues(rules: Sequence[Rule]) -> Cues:
    """Return the phrases that tell of parts of the game, by what they tell."""
    return next((rule.cues for rule in rules if rule.fact == PART and rule.cues), {})


def of_told_parts(
    items: Sequence[VerifiedClaim], facts: GameFacts, cues: Cues, words: FactWords
) -> Iterator[Instead]:
    """Yield numbers that are right of a part, or may be of a moment, of which the text tells.

    Args:
        items: The verified claims of a story.
        facts: What is known of its game.
        cues: The phrases that tell of parts of the game.
        words: Words beside numbers.
    """
    whole = _told_of_the_game(items)
    for item in items:
        for place, finding in enumerate(item.findings):
            if finding.holds is not False or _compares(item.claim, finding, words):
                continue
            stated = stated_of_game(item.claim, finding)
            if stated is None:
                continue
            beside = whole.get((item.claim.row.get("clause"), stated.owner), ())
            told = _of_part(item.claim, stated, beside, facts, cues, words)
            if told is not None:
                features, codes = told
                evidence = {**finding.evidence, "part": " + ".join(codes)}
                right = replace(finding, holds=True, evidence=evidence)
                yield Instead(TOLD_PART, features, item, place, right)
            elif _is_of_moment(item.claim, stated, facts, cues, words):
                unknown = replace(finding, holds=None)
                yield Instead(MOMENT, {"bias": 1.0}, item, place, unknown)


def _compares(claim: RawClaim, finding: Finding, words: FactWords) -> bool:
    """Return whether what is wrong is who had more: the number beside it is a difference."""
    if claim.rule.fact == _THAN:
        return True
    first, last = claim.marks.get(finding.mark or claim.rule.mark, (0, 0))
    marked = {word.lower() for word in claim.document.words[first:last]}
    return not marked.isdisjoint((*words.more, *words.less))


def _told_of_the_game(
    items: Sequence[VerifiedClaim],
) -> Mapping[tuple[object, Owner], list[StatedOfGame]]:
    """Return the numbers that are their owner's of the whole game, by clause and owner."""
    found: dict[tuple[object, Owner], list[StatedOfGame]] = {}
    for item in items:
        clause = item.claim.row.get("clause")
        for finding in item.findings:
            stated = stated_of_game(item.claim, finding) if finding.holds else None
            if stated is not None and clause is not None:
                found.setdefault((clause, stated.owner), []).append(stated)
    return found


def _of_part(
    claim: RawClaim,
    stated: StatedOfGame,
    beside: Sequence[StatedOfGame],
    facts: GameFacts,
    cues: Cues,
    words: FactWords,
) -> tuple[dict[str, float], Sequence[str]] | None:
    """Return what speaks for numbers being of a part that is told of, and the part.

    Args:
        claim: What a rule read.
        stated: Its numbers.
        beside: Numbers of the same owner in its clause that are right of the whole game.
        facts: What is known of the game.
        cues: The phrases that tell of parts of the game.
        words: Words beside numbers.
    """
    owner, numbers = stated.owner, stated.numbers
    if not all(0 < n <= (facts.value(owner, s, GAME) or 0) for s, n in numbers.items()):
        return None
    document = claim.document
    sentence = document.sentences[document.sentence_at(claim.start)]
    told = claim.row.get("story_period")
    here = [place.codes for place in Scene(sentence, cues, words, told).places]
    # "The third was Boston's. Thomas had 12 points": the sentences before told of it.
    before = [(told,)] if not here and told is not None else []
    for codes in (*here, *before):
        if all(part_value(facts, owner, s, codes) == n for s, n in numbers.items()):
            size = math.log1p(max(numbers.values()))
            # "22 points, five rebounds and seven assists" are all of the game or all of the fourth.
            apart = sum(
                any(part_value(facts, one.owner, s, codes) != n for s, n in one.numbers.items())
                for one in beside
            )
            told_before = codes in before
            features = {
                "bias": 1.0,
                "size": size,
                "told before": float(told_before),
                "told long before": float(told_before and told != claim.row.get("topic_period")),
                "beside of the game": float(min(apart, _ENOUGH)),
            }
            return features, codes
    return None


def _is_of_moment(
    claim: RawClaim, stated: StatedOfGame, facts: GameFacts, cues: Cues, words: FactWords
) -> bool:
    """Return whether a player's number is far below his total where a moment is told of.

    "Harden had three assists, Anderson made two threes and it was 86-76": by then, or since when.
    """
    if len(stated.numbers) > 1 or not isinstance(stated.owner, int):
        return False
    ((statistic, value),) = stated.numbers.items()
    total = facts.value(stated.owner, statistic, GAME) or 0
    if not 0 < value < total:
        return False
    document = claim.document
    sentence = document.sentences[document.sentence_at(claim.start)]
    told = {unit.norm for unit in sentence.units if unit.mention is None}
    return told.isdisjoint(words.summing) and tells_of_a_moment(
        sentence, cues, surely=value > _SHARE * total
    )
