"""Mistake lists are written so that they read back the same, whole or not at all."""

from __future__ import annotations

import io
import stat
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_lists import HEADER

from factcheck.errors import FormatError
from factcheck.model import Category, Mistake, Report, Span, Story
from factcheck.scoring import (
    ListedMistake,
    MistakeList,
    read_mistakes,
    read_token_lookup,
    write_mistakes,
    write_submission,
)

SPAN = Span(
    start=10,
    end=18,
    token_start=6,
    token_end=8,
    sentence=2,
    sent_token_start=2,
    sent_token_end=4,
    text='out,\n"scored"',
)
REPORT = Report(
    story=Story("beta", "…"),
    mistakes=(Mistake(SPAN, Category.WORD, "some-rule", "trailed", "The Suns trailed."),),
    tokens=10,
    sentences=2,
)


def test_a_submission_has_the_task_s_columns_and_both_kinds_of_token_ids() -> None:
    out = io.StringIO()
    write_submission([REPORT, Report(Story("alpha", "…"), ())], out)
    assert out.getvalue() == (
        f'{HEADER}\nbeta.txt,2,1,"out, ""scored""",2,4,6,8,WORD,trailed,The Suns trailed.\n'
    )


def test_a_submission_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    write_submission([REPORT], path)
    (mistake,) = read_mistakes(path)
    (expected,) = MistakeList.from_reports([REPORT])
    assert (mistake.annotation, expected.annotation) == ("1", None)
    assert mistake.tokens == expected.tokens
    assert (mistake.correction, mistake.comment) == (expected.correction, expected.comment)


def test_stories_without_a_mistake_are_kept() -> None:
    listed = MistakeList.from_reports([Report(Story("alpha.txt", "…"), (), tokens=3), REPORT])
    assert listed.stories == ("alpha", "beta")
    assert listed.tokens == {"alpha": 3, "beta": 10}
    assert listed.by_story()["alpha"] == []


WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12).map(
    lambda text: " ".join(text.split()) or "x"
)


@given(
    st.lists(
        st.tuples(st.sampled_from(["a", "b"]), st.sampled_from(Category), WORDS, WORDS), max_size=8
    )
)
def test_any_list_reads_back_as_it_was_written(rows: list[tuple[str, Category, str, str]]) -> None:
    mistakes = tuple(
        ListedMistake(story, number, number, category, text, correction, annotation=str(number))
        for number, (story, category, text, correction) in enumerate(rows, start=1)
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list.csv"
        write_mistakes(mistakes, path)
        assert read_mistakes(path).mistakes == mistakes


def test_a_failed_write_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "taken"
    (target / "inside").mkdir(parents=True)
    with pytest.raises(FormatError, match="taken: cannot be written"):
        write_submission([REPORT], target)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.touch()
    path.chmod(0o640)
    write_submission([REPORT], path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_the_real_gold_standard_reads_back_byte_for_byte(data: Path) -> None:
    folder = data / "accuracy_shared_task"
    gold = read_mistakes(folder / "gsml.csv", read_token_lookup(folder / "token_lookup.yaml"))
    out = io.StringIO()
    write_mistakes(gold, out)
    assert out.getvalue() == (folder / "gsml.csv").read_text(encoding="utf-8")
