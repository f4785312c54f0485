"""Wordings with alternatives are spelled out; a bracket that does not fit is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from factcheck.errors import RuleError
from factcheck.rulebook.alternatives import spelled_out
from factcheck.rulebook.vocabulary import Vocabulary


@pytest.mark.parametrize(
    ("wording", "meant"),
    [
        ("from deep", ["from deep"]),
        ("<at | from> the line", ["at the line", "from the line"]),
        ("the <foul>? line", ["the foul line", "the line"]),
        ("of his <<three | 3> - pointers | threes>", [
            "of his three - pointers", "of his 3 - pointers", "of his threes",
        ]),
        ("<made | made>? shots", ["made shots", "shots"]),
    ],
)  # fmt: skip
def test_alternatives_are_spelled_out(wording: str, meant: list[str]) -> None:
    assert spelled_out(wording) == meant


@pytest.mark.parametrize("wording", ["<at the line", "at> the line", "at the> | <line"])
def test_a_bracket_that_does_not_fit_is_refused(wording: str) -> None:
    with pytest.raises(RuleError, match="without"):
        spelled_out(wording)


def test_a_wording_names_no_group() -> None:
    with pytest.raises(RuleError, match="use no groups"):
        spelled_out("the closing @quarter_noun")


def test_the_error_names_file_and_table(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text('[shot]\nFT = ["<at | from the line"]\n')
    with pytest.raises(RuleError) as raised:
        Vocabulary.load(tmp_path)
    assert raised.value.path == tmp_path / "words.toml"
    assert raised.value.field == "shot"
