"""Reading checked stories, and refusing what is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from factcheck.errors import FormatError
from factcheck.hallucinations import Corpus, read_corpora, read_corpus
from factcheck.model import Verdict

Write = Callable[[Corpus], Path]


def test_what_was_written_is_read(older: Corpus, results: Write) -> None:
    assert read_corpus(results(older)) == older


def test_corpora_of_one_system_are_called_after_their_files(
    older: Corpus, results: Write, tmp_path: Path
) -> None:
    path = results(older)
    copy = tmp_path / "again.jsonl"
    copy.write_bytes(path.read_bytes())
    assert [corpus.name for corpus in read_corpora([path, copy])] == ["older", "again"]
    assert [corpus.name for corpus in read_corpora([path, path])] == ["older (A)", "older (B)"]


def test_claims_are_read_where_there_are_any(older: Corpus, results: Write) -> None:
    path = results(older)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    claim = {key: value for key, value in lines[0]["mistakes"][1].items() if key != "category"}
    lines[0]["claims"] = [claim | {"verdict": "contradicted", "slots": {"player": "x"}}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    claims = read_corpus(path).reports[0].claims
    assert [(claim.rule, claim.verdict) for claim in claims] == [
        ("bench-leader", Verdict.CONTRADICTED)
    ]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"text": None}, r":2: not a checked story: text is not text"),
        ({"mistakes": None}, r":2: not a checked story: "),
        ({"mistakes": [{"rule": "x"}]}, r":2: the field 'start' is missing"),
        ({"game": 5}, r":2: not a checked story: game is neither text nor null"),
    ],
)
def test_broken_lines_are_refused_with_their_number(
    older: Corpus, results: Write, change: dict[str, object], complaint: str
) -> None:
    path = results(older)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    lines[1] |= change
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(FormatError, match=complaint):
        read_corpus(path)


def test_overlapping_mistakes_are_refused_with_their_line(older: Corpus, results: Write) -> None:
    first = older.reports[0]
    twice = replace(first, mistakes=first.mistakes[:1] * 2)
    path = results(Corpus("broken", (twice,)))
    with pytest.raises(FormatError, match=r"broken\.jsonl:1: mistakes: .* overlaps"):
        read_corpus(path)


def test_story_that_comes_twice_is_refused(older: Corpus, results: Write) -> None:
    path = results(Corpus("twice", older.reports[:1] * 2))
    with pytest.raises(FormatError, match=r":2: id: story 'older-1' is on line 1 already"):
        read_corpus(path)


def test_file_without_stories_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text("\n")
    with pytest.raises(FormatError, match="no stories; write them with"):
        read_corpus(path)
