"""Mistake lists are read with every token id checked, or refused with place and reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_lists import GOLD, HEADER, WriteList

from factcheck.errors import FormatError
from factcheck.model import Category
from factcheck.scoring import ListedMistake, read_mistakes, read_token_lookup


def without(row: str, *columns: str) -> str:
    """Empty some columns of a row."""
    cells = dict(zip(HEADER.split(","), row.split(","), strict=True))
    return ",".join("" if name in columns else cell for name, cell in cells.items())


SENTENCE = ("SENTENCE_ID", "SENT_TOKEN_START", "SENT_TOKEN_END")
DOCUMENT = ("DOC_TOKEN_START", "DOC_TOKEN_END")


def test_a_row_becomes_a_typed_mistake(gold_file: Path) -> None:
    second = read_mistakes(gold_file).mistakes[1]
    assert second == ListedMistake(
        story="alpha",
        token_start=3,
        token_end=4,
        category=Category.NUMBER,
        text="ten points",
        correction="12",
        comment=None,
        sentence=1,
        sent_token_start=3,
        sent_token_end=4,
        annotation="2",
    )


@pytest.mark.parametrize("missing", [SENTENCE, DOCUMENT])
def test_either_kind_of_token_ids_is_completed_by_the_lookup(
    missing: tuple[str, ...], gold_file: Path, lookup_file: Path, write_list: WriteList
) -> None:
    lookup = read_token_lookup(lookup_file)
    cut = write_list([without(row, *missing) for row in GOLD])
    assert read_mistakes(cut, lookup) == read_mistakes(gold_file, lookup)


def test_text_ids_may_lack_the_ending_of_the_file(write_list: WriteList, gold_file: Path) -> None:
    bare = write_list([row.replace(".txt", "") for row in GOLD])
    assert read_mistakes(bare).mistakes == read_mistakes(gold_file).mistakes


def test_a_byte_order_mark_crlf_and_blank_lines_are_harmless(
    tmp_path: Path, gold_file: Path
) -> None:
    path = tmp_path / "excel.csv"
    text = "\r\n".join((HEADER, *GOLD[:2], "", *GOLD[2:], ",,,,,,,,,,")) + "\r\n"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read_mistakes(path) == read_mistakes(gold_file)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("alpha,1,1,x,2,2,2,2,NAMES,,", "TYPE: 'NAMES' is not a category"),
        ("alpha,1,1,x,2,2,2,2,,,", "TYPE: '' is not a category"),
        ("alpha,1,1,x,,2,2,2,NAME,,", "SENT_TOKEN_START: empty"),
        ("alpha,1,1,x,2,2,,2,NAME,,", "DOC_TOKEN_START: empty"),
        ("alpha,,1,x,,,,,NAME,,", "no token ids"),
        ("alpha,,1,x,,,0,1,NAME,,", "DOC_TOKEN_START: '0' is not a number from 1"),
        ("alpha,,1,x,,,two,3,NAME,,", "DOC_TOKEN_START: 'two' is not a number from 1"),
        ("alpha,,1,x,,,²,3,NAME,,", "DOC_TOKEN_START: '²' is not a number from 1"),
        ("alpha,,1,x,,,4,3,NAME,,", "DOC_TOKEN_END: 3 is before the start 4"),
        ("alpha,,1,x,,,10,11,NAME,,", "DOC_TOKEN_END: alpha has no token 11"),
        ("alpha,2,1,x,7,7,,,NAME,,", "SENT_TOKEN_START: sentence 2 of alpha has no token 7"),
        ("alpha,1,1,x,2,2,3,3,NAME,,", "tokens 3 to 3 of the document, but by the token lookup 2"),
        ("gamma,1,1,x,2,2,2,2,NAME,,", "TEXT_ID: gamma is not in the token lookup"),
        (",1,1,x,2,2,2,2,NAME,,", "TEXT_ID: empty"),
        ("alpha,1,1,x,2,2,2,2,NAME", "9 cells under 11 columns"),
        ('alpha,1,1,"x" y,2,2,2,2,NAME,,', "not CSV"),
    ],
)
def test_an_unusable_row_is_refused_with_its_line(
    row: str, message: str, write_list: WriteList, lookup_file: Path
) -> None:
    path = write_list([row])
    with pytest.raises(FormatError) as caught:
        read_mistakes(path, read_token_lookup(lookup_file))
    assert str(caught.value).startswith(f"{path}:2: ")
    assert message in str(caught.value)


def test_rows_that_give_token_ids_in_different_ways_are_refused(write_list: WriteList) -> None:
    path = write_list([GOLD[0], without(GOLD[1], *SENTENCE)])
    with pytest.raises(FormatError, match=r":3: token ids for the document, but on line 2 for"):
        read_mistakes(path)


def test_overlapping_mistakes_are_refused_whatever_their_category(write_list: WriteList) -> None:
    path = write_list([*GOLD, "alpha,2,9,bench was,3,4,7,8,NUMBER,,"])
    with pytest.raises(FormatError, match=r":6: overlaps with .*'led the bench' of line 4"):
        read_mistakes(path)


def test_the_same_tokens_in_another_story_do_not_overlap(write_list: WriteList) -> None:
    path = write_list(["alpha,1,1,x,2,2,2,2,NAME,,", "beta,1,1,x,2,2,2,2,NAME,,"])
    assert len(read_mistakes(path)) == 2


def test_lines_are_counted_through_cells_with_line_breaks(write_list: WriteList) -> None:
    path = write_list([GOLD[0] + '"two\nlines"', "alpha,1,1,x,3,3,3,3,NAMES,,"])
    with pytest.raises(FormatError, match=r":4: TYPE"):
        read_mistakes(path)


def test_sentence_token_ids_alone_need_the_lookup(write_list: WriteList) -> None:
    path = write_list([without(GOLD[0], *DOCUMENT)])
    with pytest.raises(FormatError, match="give the token lookup as well"):
        read_mistakes(path)


def test_missing_columns_are_named(write_list: WriteList) -> None:
    path = write_list(["alpha,1,1"], header="TEXT_ID,DOC_TOKEN_START,DOC_TOKEN_END")
    with pytest.raises(FormatError, match=r":1: SENTENCE_ID, .*TYPE: missing from the header"):
        read_mistakes(path)


def test_bytes_that_are_not_utf8_are_refused_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "latin1.csv"
    path.write_bytes(f"{HEADER}\nalpha,,1,".encode() + b"Ginobil\xed,,,1,1,NAME,,\n")
    with pytest.raises(FormatError, match=r"latin1.csv:2: not UTF-8"):
        read_mistakes(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none.csv: cannot be read: No such file"):
        read_mistakes(tmp_path / "none.csv")


def test_reports_are_read_and_stories_without_a_mistake_count(tmp_path: Path) -> None:
    path = tmp_path / "reports.jsonl"
    mistake = {"token_start": 3, "token_end": 4, "category": "NUMBER", "correction": "12"}
    lines = [
        {"id": "alpha", "tokens": 10, "mistakes": [mistake]},
        {"id": "beta.txt", "tokens": 10, "mistakes": []},
    ]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    read = read_mistakes(path)
    assert read.mistakes == (ListedMistake("alpha", 3, 4, Category.NUMBER, correction="12"),)
    assert read.stories == ("alpha", "beta")
    assert read.tokens == {"alpha": 10, "beta": 10}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "a"', ":2: not JSON"),
        ("[1]", ":2: expected a JSON object"),
        ('{"mistakes": []}', ":2: id: missing"),
        ('{"id": "a"}', ":2: mistakes: expected a list"),
        ('{"id": "first", "mistakes": []}', ":2: id: first is on line 1 already"),
        ('{"id": "a", "mistakes": [{"token_start": 1}]}', r":2: mistakes[0]: expected"),
        (
            '{"id": "a", "mistakes": [{"token_start": 2, "token_end": 1, "category": "NAME"}]}',
            ":2: mistakes[0]: expected",
        ),
        (
            '{"id": "a", "mistakes": [{"token_start": 1, "token_end": 2, "category": "NAME"},'
            ' {"token_start": 2, "token_end": 2, "category": "WORD"}]}',
            ":2: overlaps",
        ),
    ],
)
def test_an_unusable_report_line_is_refused(line: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "reports.jsonl"
    path.write_text('{"id": "first", "mistakes": []}\n' + line + "\n", encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        read_mistakes(path)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("doc_to_sent: [", "not YAML"),
        ("other: 1", "doc_to_sent: missing"),
        ("- 1", "doc_to_sent: missing"),
        ("doc_to_sent: {a: {1: 2}}", "doc_to_sent.a: expected"),
        ("doc_to_sent: {a: {1: {sentence_id: 1}}}", "doc_to_sent.a: expected"),
    ],
)
def test_an_unusable_token_lookup_is_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "lookup.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=message):
        read_token_lookup(path)
