"""Words that a sentence is read without."""

from __future__ import annotations

import pytest
from reading import Reader


def norms(read: Reader, text: str) -> list[str]:
    """The words of a text that belong to no mention, and the labels of its mentions."""
    return [
        unit.mention.label if unit.mention is not None else unit.norm
        for sentence in read(text).document.sentences
        for unit in sentence.units
    ]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("He had 12 hard-earned points.", ["he", "had", "number", "statistic", "."]),
        ("He had 12 loud, and very welcome points.", ["he", "had", "number", "statistic", "."]),
        ("He scored a remarkable 12.", ["he", "scored", "number", "."]),
        ("He had a quiet but efficient 12 points.", ["he", "had", "number", "statistic", "."]),
        (
            "He had 12 in the lively third quarter.",
            ["he", "had", "number", "in", "the", "period", "."],
        ),
        ("Conley, as usual, had 12.", ["player", "had", "number", "."]),
        ("Conley, to nobody's great surprise, had 12.", ["player", "had", "number", "."]),
        ("They beat the weary, injury-plagued Suns.", ["they", "beat", "the", "team", "."]),
        ("He also had 12 points.", ["he", "had", "number", "statistic", "."]),
        ("They took 25 ill-advised shots.", ["they", "took", "number", "shot", "."]),
    ],
)
def test_words_that_only_judge_are_silent(read: Reader, text: str, units: list[str]) -> None:
    assert norms(read, text) == units


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("He had 12 contested rebounds.", "contested"),
        ("He had 12 unanswered points.", "unanswered"),
        ("They had a combined 44.", "combined"),
        ("He had a league-leading 12 rebounds.", "leading"),
        ("They had 12 fewer rebounds and committed nine less turnovers.", "less"),
        ("He had 12 Scottish points.", "scottish"),
        ("It was a lasting one.", "lasting"),
        ("They also met in November.", "also"),
        ("They beat the winless Suns.", "winless"),
        ("Conley, as a starter, had 12.", "as"),
        ("Conley, in relief, had 12.", "relief"),
        ("They had a strong third quarter.", "strong"),
        ("They led for the entire third quarter.", "entire"),
        ("He had 12 of the points.", "of"),
        ("He had 12 remarkably.", "remarkably"),
    ],
)
def test_what_narrows_a_number_is_a_word(read: Reader, text: str, word: str) -> None:
    assert word in norms(read, text)
