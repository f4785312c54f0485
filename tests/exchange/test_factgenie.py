"""factgenie's files, as far as they can be judged without factgenie."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import yaml
from annotated_stories import TOKENISED, annotated, batch, story
from hypothesis import given, settings

from factcheck.exchange import read, write
from factcheck.exchange.factgenie_page import PageText
from factcheck.model import Category, Report


def json_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().split("\n") if line]


def test_the_folder_is_laid_out_like_factgenies(tmp_path: Path) -> None:
    write(batch(), "factgenie", tmp_path / "First Batch")
    files = sorted(str(p.relative_to(tmp_path / "First Batch")) for p in tmp_path.rglob("*.*"))
    assert files == [
        "campaigns/first-batch/files/factcheck.jsonl",
        "campaigns/first-batch/metadata.json",
        "data/datasets.yml",
        "data/inputs/first-batch/stories.jsonl",
        "data/outputs/first-batch/stories-one.jsonl",
        "data/outputs/first-batch/stories-story.jsonl",
        "data/outputs/first-batch/stories-two.jsonl",
    ]
    folder = tmp_path / "First Batch"
    assert yaml.safe_load((folder / "data" / "datasets.yml").read_text())["first-batch"] == {
        "class": "basic.JSONLDataset",
        "name": "first-batch",
        "description": "Basketball stories checked by factcheck",
        "enabled": True,
        "splits": ["stories"],
    }


def test_systems_that_wrote_about_one_game_share_an_example(tmp_path: Path) -> None:
    write(batch(), "factgenie", tmp_path / "b")
    assert json_lines(tmp_path / "b/data/inputs/b/stories.jsonl") == [
        {"game": "2014-11-05-MEM-PHX"},
        {"story": "right"},
    ]
    records = json_lines(tmp_path / "b/campaigns/b/files/factcheck.jsonl")
    assert [(r["setup_id"], r["example_idx"]) for r in records] == [
        ("one", 0),
        ("two", 0),
        ("story", 1),
    ]


def test_two_stories_of_one_system_about_one_game_are_two_examples(tmp_path: Path) -> None:
    twice = [story(id, TOKENISED, game="g", system="s") for id in ("a", "b", "c")]
    write(twice, "factgenie", tmp_path / "b")
    records = json_lines(tmp_path / "b/campaigns/b/files/factcheck.jsonl")
    assert [r["example_idx"] for r in records] == [0, 1, 2]
    assert [r.story.id for r in read([tmp_path / "b"], "factgenie")] == ["a", "b", "c"]


def browser_text(output: str) -> str:
    """What a browser's text of an element is whose HTML is this."""
    return html.unescape(re.sub(r"\r\n?", "\n", output.replace("\\n", "<br>")))


@settings(max_examples=200, deadline=None)
@given(report=annotated())
def test_marks_stand_where_the_page_counts_them(report: Report) -> None:
    page = PageText.of(report)
    units = browser_text(page.output).encode("utf-16-le")
    for mistake in report.mistakes:
        start, shown = page.start(mistake.span), page.shown(mistake.span)
        found = units[2 * start :].decode("utf-16-le")
        assert found.startswith(shown)
        assert page.characters(start, shown) == (mistake.span.start, mistake.span.end)


def test_a_story_is_never_html() -> None:
    report = story("a", "He <b>led</b>, R&B.", ("led", Category.WORD, None))
    assert PageText.of(report).output == "He &lt;b&gt;led&lt;/b&gt;, R&amp;B."
    assert PageText.of(report).granularity == "chars"
    words = story("a", "He <b> led .", ("led", Category.WORD, None))
    # Pages make elements of words from the text that they read back, again as HTML.
    assert browser_text(PageText.of(words).output) == "He &lt;b&gt; led ."
    assert PageText.of(words).granularity == "words"


def test_a_campaign_made_in_factgenie_finds_its_story_in_our_outputs(tmp_path: Path) -> None:
    write(batch(), "factgenie", tmp_path / "b")
    (record, *_) = json_lines(tmp_path / "b/campaigns/b/files/factcheck.jsonl")
    del record["factcheck"]
    record["annotations"] = [{"type": 4, "text": "Memphis", "start": 4, "id": "k3"}]
    record["metadata"]["annotator_id"] = "ann"
    files = tmp_path / "b/campaigns/reviewed/files"
    files.mkdir(parents=True)
    (files / "0-0-ann-1.jsonl").write_text(json.dumps(record) + "\n")
    (report,) = read([tmp_path / "b/campaigns/reviewed"], "factgenie")
    assert report.story == batch()[0].story
    assert [(m.span.text, m.category) for m in report.mistakes] == [
        ("Memphis", Category.NOT_CHECKABLE)
    ]
