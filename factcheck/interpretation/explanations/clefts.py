"""Names that a sentence singles out: "It was the Suns who won the third", "Credit Hill with 20".

A cleft takes for granted that somebody won, and tells who: what is wrong is the name, not the word
that a rule marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from factcheck.interpretation.explanations.likeliest import CLEFT, Instead
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.interpretation.wordings import CleftWords
from factcheck.knowledge.facts import GameFacts
from factcheck.language.mentions import Mention, Sentence
from factcheck.model import Category

_NAME = "singled_out"
"""The slot of the name, which the claim's phrase need not have."""


def of_clefts(
    items: Sequence[VerifiedClaim], facts: GameFacts, words: CleftWords
) -> Iterator[Instead]:
    """Yield names that are wrong instead of the words of which their sentence says whose they are.

    Args:
        items: The verified claims of a story.
        facts: What is known of its game.
        words: The words of a cleft.
    """
    for item in items:
        claim = item.claim
        if item.denied or len(claim.subjects) != 1 or not item.contradictions:
            continue
        name = claim.subjects[0]
        sentence = claim.document.sentences[claim.document.sentence_at(name.start)]
        for place, finding in enumerate(item.findings):
            category = finding.category or str(claim.rule.category)
            if finding.holds is not False or category != Category.WORD:
                continue
            marked = claim.marks.get(finding.mark or claim.rule.mark)
            told = told_of(sentence, name, words)
            if marked is not None and told is not None and told <= marked[0]:
                others = [team for team in facts.teams if team != name.data["value"]]
                wrong = replace(
                    finding,
                    mark=_NAME,
                    category=Category.NAME,
                    correction=others[0] if name.label == "team" and len(others) == 1 else None,
                )
                at = {_NAME: (name.start, name.end)}
                yield Instead(CLEFT, {"bias": 1.0}, item, place, wrong, at, {_NAME: name})


def told_of(sentence: Sentence, name: Mention, words: CleftWords) -> int | None:
    """Return the token from which on a sentence tells what is true of a name that it singles out.

    Example: "It was the Suns who won the third" → that of "won"; None where it singles out none.

    Args:
        sentence: The sentence of the name.
        name: The name.
        words: The words of a cleft.
    """
    units = sentence.units
    index = next((n for n, unit in enumerate(units) if unit.mention is name), None)
    if not index:
        return None
    before = [unit.norm for unit in units[:index]]
    if before[-1] == "the":
        before.pop()
    following = units[index + 1 : index + 2]
    if before[-1:] and before[-1] in words.giving:
        return name.end
    if before[-2:-1] == ["it"] and before[-1] in words.being:
        return next((unit.end for unit in following if unit.norm in words.relative), None)
    return None
