"""Metrics that compare a story with reference texts: BLEU, chrF and ROUGE.

Computed by their own libraries with these settings: sacrebleu's sentence BLEU (13a
tokens, exponential smoothing, effective order) and chrF (character 6-grams, beta 2)
over the whole story as one segment, from 0 to 100; rouge-score's F1 of ROUGE-1, ROUGE-2
and ROUGE-L without stemming, from 0 to 1, the best over several references.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from factcheck.errors import FactCheckError
from factcheck.scoring.libraries import library
from factcheck.support.progress import track

_ROUGE = {"ROUGE-1": "rouge1", "ROUGE-2": "rouge2", "ROUGE-L": "rougeL"}


def text_metrics(
    texts: Mapping[str, str], references: Mapping[str, Sequence[str]]
) -> dict[str, dict[str, float]]:
    """Score stories against their references.

    Args:
        texts: Story id → text. Stories without a reference are left out.
        references: Story id → reference texts, in the same kind of English (tokenised
            or not) as the stories.

    Returns:
        ``BLEU``, ``chrF``, ``ROUGE-1``, ``ROUGE-2``, ``ROUGE-L`` → story id → score.

    Raises:
        FactCheckError: No story has a reference, or a library is not installed.
    """
    stories = [story for story in texts if references.get(story)]
    if not stories:
        raise FactCheckError("no story has a reference; the ids of both files have to agree")
    sacrebleu = library("sacrebleu.metrics")
    scorer = library("rouge_score.rouge_scorer").RougeScorer([*_ROUGE.values()])
    bleu, chrf = sacrebleu.BLEU(effective_order=True), sacrebleu.CHRF()
    result: dict[str, dict[str, float]] = {name: {} for name in ("BLEU", "chrF", *_ROUGE)}
    for story in track(stories, "comparing with references"):
        text, known = texts[story], list(references[story])
        result["BLEU"][story] = bleu.sentence_score(text, known).score
        result["chrF"][story] = chrf.sentence_score(text, known).score
        rouge = scorer.score_multi(known, text)
        for name, key in _ROUGE.items():
            result[name][story] = rouge[key].fmeasure
    return result
