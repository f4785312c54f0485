"""Names that a sentence singles out: "It was the Suns who won the third".

A cleft takes for granted that somebody won, and tells who: what is wrong is the name, not the word
that a rule marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from factcheck.interpretation.explanations import CLEFT, Instead
from factcheck.interpretation.verifying import VerifiedClaim
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
            if marked is not None and _is_singled_out(sentence, name, marked, words):
                others = [team for team in facts.teams if team != name.data["value"]]
                wrong = replace(
                    finding,
                    mark=_NAME,
                    category=Category.NAME,
                    correction=others[0] if name.kind == "team" and len(others) == 1 else None,
                )
                at = {_NAME: (name.start, name.end)}
                yield Instead(CLEFT, {"bias": 1.0}, item, place, wrong, at, {_NAME: name})


def _is_singled_out(
    sentence: Sentence, name: Mention, marked: tuple[int, int], words: CleftWords
) -> bool:
    """Return whether a sentence tells of whom, and not what, the marked words are true.

    Args:
        sentence: The sentence of the name.
        name: The name.
        marked: The tokens that a rule finds wrong.
        words: The words of a cleft.
    """
    units = sentence.units
    index = next((n for n, unit in enumerate(units) if unit.mention is name), None)
    if index is None:
        return False
    before = [unit.code for unit in units[:index]]
    if before[-1:] == ["the"]:
        before.pop()
    after = units[index + 1 : index + 2]
    return (
        before[-2:-1] == ["it"]
        and before[-1] in words.being
        and bool(after)
        and after[0].code in words.relative
        and marked[0] >= after[0].end
    )
