"""Agreement of annotators: the paper's figures, and small cases worked by hand."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path

import pytest
from small_lists import RunFactcheck, WriteList

from factcheck.errors import FormatError
from factcheck.model import Category
from factcheck.scoring import ListedMistake, MistakeList, Ratio, read_mistakes
from factcheck.scoring.agreement import agreement, majority_label, majority_mistakes
from factcheck.scoring.annotations import NoCategory, from_mistake_lists, read_columns

NUMBER, NAME, WORD = Category.NUMBER, Category.NAME, Category.WORD
NO_TYPE, NO_ERROR = NoCategory.NO_TYPE, NoCategory.NO_ERROR

COLUMNS = """TEXT_ID,TOKENS,T1,T2,T3
a,one,number,number,number
a,two,number,Number,
a,three,name,name,word
a,four,,name,name
a,five,name,word,context
a,six,#,name,name
a,seven,word,,
b,eight,#,#,
b,nine,not checkable,not checkable,not checkable
b,ten,,,
"""


@pytest.fixture
def columns_file(tmp_path: Path) -> Path:
    path = tmp_path / "annotations.csv"
    path.write_text(COLUMNS, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ((NUMBER, NUMBER, NO_ERROR), "NUMBER"),
        ((NUMBER, NAME, NO_ERROR), "split"),
        ((NUMBER, NO_ERROR, NO_ERROR), None),
        ((NO_TYPE, NO_TYPE, NAME), "split"),
        ((NO_TYPE, NAME, NAME), "NAME"),
        # Of four, two are no majority; of two, both have to agree.
        ((NAME, NAME, NO_ERROR, NO_ERROR), None),
        ((NAME, NAME, WORD, NO_ERROR), "split"),
        ((NAME, NO_ERROR), None),
        ((NAME, NAME), "NAME"),
    ],
)
def test_a_majority_is_more_than_half(labels: tuple[object, ...], expected: str | None) -> None:
    assert majority_label(labels) == expected  # type: ignore[arg-type]


def test_the_small_table_comes_out_as_counted_by_hand(columns_file: Path) -> None:
    result = agreement(read_columns(columns_file))
    assert result.items == 9
    assert result.errors == 8
    confusion = result.confusion
    assert {name: (row.total, row.all_agree) for name, row in confusion.items()} == {
        "NUMBER": (2, 1),
        "NAME": (3, 0),
        "WORD": (0, 0),
        "CONTEXT": (0, 0),
        "NOT_CHECKABLE": (1, 1),
        "OTHER": (0, 0),
        "split": (2, 0),
    }
    said = {label: number for label, number in confusion["NAME"].minority.items() if number}
    assert said == {"WORD": 1, "no type": 1, "no error": 1}
    # T1 marks all but four of the eight errors' items and "seven", which is none.
    assert result.majority["T1"].recall == Ratio(7, 8)
    assert result.majority["T1"].precision == Ratio(7, 8)
    assert result.majority["T1"].category_recall == Ratio(4, 8)
    # T2 and T3 alone agree on an error in one, three, four, five, six, nine.
    assert result.others["T1"].recall == Ratio(5, 6)
    assert result.others["T1"].precision == Ratio(5, 8)
    assert result.others["T1"].category_recall == Ratio(2, 6)


def test_kappas_by_hand(columns_file: Path) -> None:
    result = agreement(read_columns(columns_file))
    # All three give a category in one, three, five, nine.
    # Agreeing pairs: 1, 1/3, 0, 1 -> 7/12. Shares: number 3/12, name 3/12, word 2/12,
    # context 1/12, not checkable 3/12 -> chance 32/144.
    assert result.fleiss.items == 4
    assert result.fleiss.value == pytest.approx((7 / 12 - 32 / 144) / (1 - 32 / 144))
    # T1 and T2: one, two, three, five, nine; they differ on five only.
    # T1: number 2, name 2, not checkable 1; T2: number 2, name 1, word 1, not checkable 1.
    cohen = result.cohen["T1", "T2"]
    assert cohen.items == 5
    assert cohen.value == pytest.approx((4 / 5 - 7 / 25) / (1 - 7 / 25))


def test_kappa_is_not_defined_where_only_one_category_is_used() -> None:
    same = MistakeList((ListedMistake("a", 1, 1, NAME),))
    result = agreement(from_mistake_lists([("x", same), ("y", same)]))
    assert math.isnan(result.fleiss.value)
    assert result.to_dict()["fleiss_kappa"] == {"value": None, "items": 1}


def test_the_paper_s_figures_come_out(data: Path) -> None:
    result = agreement(read_columns(data / "gold_standard_2020" / "annotations.csv"))
    assert result.errors == 418
    assert {name: (row.total, row.all_agree) for name, row in result.confusion.items()} == {
        "NUMBER": (184, 124),
        "NAME": (105, 75),
        "WORD": (80, 29),
        "CONTEXT": (19, 7),
        "NOT_CHECKABLE": (6, 1),
        "OTHER": (3, 1),
        "split": (21, 0),
    }
    assert result.fleiss.items == 295
    assert round(result.fleiss.value, 2) == 0.79


def test_cohen_s_kappa_follows_its_definition_on_real_labels(data: Path) -> None:
    # Observed and chance agreement counted here, independently of the library in use.
    annotations = read_columns(data / "gold_standard_2020" / "annotations.csv")
    pairs = [
        (str(item.labels[0]), str(item.labels[1]))
        for item in annotations.items
        if all(isinstance(label, Category) for label in item.labels[:2])
    ]
    observed = sum(a == b for a, b in pairs) / len(pairs)
    chance = (
        sum(
            sum(a == name for a, _ in pairs) * sum(b == name for _, b in pairs) for name in Category
        )
        / len(pairs) ** 2
    )
    kappa = agreement(annotations).cohen["T1", "T2"]
    assert kappa.items == len(pairs)
    assert kappa.value == pytest.approx((observed - chance) / (1 - chance))


def marks(*items: tuple[int, int, Category]) -> MistakeList:
    return MistakeList(tuple(ListedMistake("a", *item, annotation="1") for item in items))


def test_overlapping_marks_of_different_annotators_are_one_item() -> None:
    annotations = from_mistake_lists(
        [
            ("x", marks((1, 4, NAME), (8, 8, WORD))),
            ("y", marks((1, 2, NAME), (3, 4, WORD))),
            ("z", marks((3, 4, WORD), (8, 9, WORD))),
        ]
    )
    # y's first and z's first join 1-4; y's second is a place of its own, where z's
    # mark has the same tokens and belongs.
    assert [item.labels for item in annotations.items] == [
        (NAME, NAME, NO_ERROR),
        (NO_ERROR, WORD, WORD),
        (WORD, NO_ERROR, WORD),
    ]


def test_the_majority_gold_standard_takes_the_tokens_that_most_marked(tmp_path: Path) -> None:
    annotations = from_mistake_lists(
        [
            ("x", marks((1, 4, NAME), (6, 6, WORD), (8, 8, WORD))),
            ("y", marks((2, 4, NAME), (8, 8, NAME))),
            ("z", marks((2, 4, NAME), (8, 9, NUMBER))),
        ]
    )
    gold, left_out = majority_mistakes(annotations)
    assert left_out == 0
    assert [(item.token_start, item.token_end, item.category) for item in gold] == [
        (2, 4, NAME),
        (8, 8, WORD),
    ]
    assert gold.mistakes[1].comment == "annotators disagree on the category: WORD, NAME, NUMBER"


def test_the_majority_gold_standard_never_overlaps_itself() -> None:
    annotations = from_mistake_lists(
        [
            ("x", marks((1, 3, NAME))),
            ("y", marks((1, 2, NAME), (3, 5, WORD))),
            ("z", marks((3, 4, WORD))),
            ("w", marks((1, 3, NAME), (4, 5, WORD))),
        ]
    )
    gold, left_out = majority_mistakes(annotations)
    tokens = [token for item in gold for token in item.tokens]
    assert len(tokens) == len(set(tokens))
    assert len(gold) + left_out == agreement(annotations).errors


def test_the_command_makes_a_gold_standard_from_one_list_per_annotator(
    write_list: WriteList, tmp_path: Path, run_factcheck: RunFactcheck
) -> None:
    row = "alpha,1,{id},x,{a},{b},{a},{b},{type},,".format
    files = [
        write_list([row(id=1, a=1, b=1, type="NAME"), row(id=2, a=2, b=3, type="WORD")], "x.csv"),
        write_list([row(id=1, a=1, b=1, type="NAME")], "y.csv"),
        write_list([row(id=1, a=3, b=4, type="WORD")], "z.csv"),
    ]
    out = tmp_path / "gold.csv"
    result = run_factcheck("agreement", *files, "--majority", out, "--format", "json")
    assert result.returncode == 0, result.stderr
    figures = json.loads(result.stdout)
    assert figures["annotators"] == ["x", "y", "z"]
    assert figures["errors"] == 2
    assert [(m.token_start, m.token_end) for m in read_mistakes(out)] == [(1, 1), (2, 3)]


def test_the_command_prints_tables_and_items(
    columns_file: Path, run_factcheck: RunFactcheck
) -> None:
    text = run_factcheck("agreement", columns_file)
    assert text.returncode == 0
    assert "Errors by majority: 8 of 9 items" in text.stdout
    table = run_factcheck("agreement", columns_file, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(table.stdout)))
    assert [row["MAJORITY"] for row in rows] == [
        *("NUMBER", "NUMBER", "NAME", "NAME", "split", "NAME", "", "split", "NOT_CHECKABLE"),
    ]
    assert rows[5]["T1"] == "no type"


def test_a_majority_list_cannot_be_made_without_token_ids(
    columns_file: Path, tmp_path: Path, run_factcheck: RunFactcheck
) -> None:
    out = tmp_path / "gold.csv"
    result = run_factcheck("agreement", columns_file, "--majority", out)
    assert result.returncode == 2
    assert "needs token ids" in result.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("content", "columns", "message"),
    [
        ("T1,T2\nnumber,what\n", (), ":2: T2: 'what' is not a category"),
        ("A,B\nname,\n", (), ":1: fewer than two annotators"),
        ("A,B\nname,\n", ("A", "C"), ":1: C: no such column"),
        ("A,B\nname,\n", ("A", "A"), "A is named twice"),
        ("", (), ":1: fewer than two annotators"),
        ('T1,T2\n"na"me,\n', (), "not CSV"),
    ],
)
def test_an_unusable_file_is_refused(
    content: str, columns: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "annotations.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        read_columns(path, columns)
    assert message in str(caught.value)


def test_columns_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "annotations.csv"
    path.write_text("story,text,anna,T1\na,x,name,word\n", encoding="utf-8")
    annotations = read_columns(path, ("anna", "T1"))
    assert annotations.annotators == ("anna", "T1")
    assert annotations.items[0].labels == (NAME, WORD)


def test_one_file_cannot_be_two_annotators(gold_file: Path, run_factcheck: RunFactcheck) -> None:
    result = run_factcheck("agreement", gold_file, gold_file)
    assert result.returncode == 2
    assert "gold.csv is named twice; name each annotator once" in result.stderr
