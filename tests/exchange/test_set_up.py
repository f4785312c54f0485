"""What goes along with an export so that a project is set up: labels, layer, box scores."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from annotated_stories import batch

from factcheck import FactChecker
from factcheck.exchange import FORMATS, read, write
from factcheck.exchange.colours import COLOURS
from factcheck.exchange.webanno import FEATURES, LAYER, TAGS
from factcheck.knowledge import KnowledgeBase
from factcheck.model import Category, Report

GAME = "2014-11-05-MEM-PHX"
TEXT = "Marc Gasol scored 28 points as the Grizzlies beat the Suns 102-91 on Tuesday."

FOLDERS = ["webanno", "xmi", "label-studio", "factgenie", "brat", "doccano", "docx"]


@pytest.fixture
def report(demo_checker: FactChecker) -> Report:
    return demo_checker.check(TEXT, game=GAME)


@pytest.fixture
def export(report: Report, demo: KnowledgeBase, tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that exports the story with its box score."""

    def exported(format: str) -> Path:
        write([report], format, tmp_path / format, demo)
        return tmp_path / format

    return exported


def test_doccano_gets_all_six_labels_in_our_colours(export: Callable[[str], Path]) -> None:
    labels = json.loads((export("doccano") / "labels.json").read_text())
    assert {label["text"]: label["background_color"] for label in labels} == COLOURS
    assert len({label["suffix_key"] for label in labels}) == len(Category)


def test_doccano_is_one_file_where_one_is_named(report: Report, tmp_path: Path) -> None:
    write([report], "doccano", tmp_path / "stories.jsonl")
    assert (tmp_path / "stories.jsonl").is_file()
    write([report], "doccano", tmp_path / "folder")
    assert {file.name for file in (tmp_path / "folder").iterdir()} == {
        "labels.json", "stories.jsonl", "SIGNATURE",
    }  # fmt: skip


@pytest.mark.parametrize("format", ["webanno", "xmi"])
def test_the_layer_has_the_features_and_tags_of_the_marks(
    export: Callable[[str], Path], format: str
) -> None:
    layer = json.loads((export(format) / "layer.json").read_text())
    assert layer["name"] == LAYER
    assert [feature["name"] for feature in layer["features"]] == list(FEATURES)
    tags = layer["features"][0]["tag_set"]["tags"]
    assert {tag["tag_name"] for tag in tags} == set(TAGS.values())


def test_label_studio_shows_the_box_score_under_the_story(export: Callable[[str], Path]) -> None:
    folder = export("label-studio")
    shown = ElementTree.parse(folder / "labelling_config.xml").find("HyperText")
    assert shown is not None
    [task] = json.loads((folder / "tasks.json").read_text())
    assert shown.attrib["value"] == "$box_score"
    assert "<td>Mike Conley</td>" in task["data"]["box_score"]


def test_without_a_knowledge_base_there_is_no_box_score(report: Report, tmp_path: Path) -> None:
    write([report], "label-studio", tmp_path / "out")
    assert "HyperText" not in (tmp_path / "out" / "labelling_config.xml").read_text()
    [task] = json.loads((tmp_path / "out" / "tasks.json").read_text())
    assert "box_score" not in task["data"]


def test_doccano_prodigy_and_factgenie_show_it_too(
    export: Callable[[str], Path], report: Report, demo: KnowledgeBase, tmp_path: Path
) -> None:
    story = json.loads((export("doccano") / "stories.jsonl").read_text())
    assert "Mike Conley" in story["box_score"]
    write([report], "prodigy", tmp_path / "prodigy.jsonl", demo)
    assert "<td>Mike Conley</td>" in json.loads((tmp_path / "prodigy.jsonl").read_text())["html"]
    [inputs] = (export("factgenie") / "data" / "inputs" / "factgenie").iterdir()
    example = json.loads(inputs.read_text())
    assert example["Memphis Grizzlies"][0]["PTS"].isdecimal()
    assert [row["Total"] for row in example["Line score"]] == ["102", "91"]


@pytest.mark.parametrize("format", ["webanno", "xmi", "brat"])
def test_tools_that_show_a_text_alone_get_a_page(
    export: Callable[[str], Path], format: str
) -> None:
    page = (export(format) / "box_scores.html").read_text()
    assert "Memphis Grizzlies 102, Phoenix Suns 91" in page
    assert "Mike Conley" in page


def test_word_has_the_box_score_behind_the_story(export: Callable[[str], Path]) -> None:
    import docx

    [file] = export("docx").glob("*.docx")
    tables = docx.Document(str(file)).tables
    assert [cell.text for cell in tables[1].columns[-1].cells] == ["Total", "102", "91"]


@pytest.mark.parametrize("format", FOLDERS)
def test_a_folder_says_what_the_stories_were_checked_with(
    export: Callable[[str], Path], report: Report, format: str
) -> None:
    assert (export(format) / "SIGNATURE").read_text() == f"{report.signature}\n"


@pytest.mark.parametrize("format", [name for name in FOLDERS if FORMATS[name].two_way])
def test_what_goes_along_does_not_come_back_as_stories(
    export: Callable[[str], Path], report: Report, format: str
) -> None:
    [back] = read([export(format)], format)
    assert back.story.id == report.story.id
    assert [m.span for m in back.mistakes] == [m.span for m in report.mistakes]


def test_a_hostile_name_in_a_box_score_stays_text(demo: KnowledgeBase, tmp_path: Path) -> None:
    from factcheck.exchange.box_scores import as_html
    from factcheck.page import BoxScore, Table

    table = Table("<i>", ("Team", "<th>"), (("<script>", 1),))
    assert "<script>" not in as_html(BoxScore("<b>", "&", table))
    assert "&lt;script&gt;" in as_html(BoxScore("<b>", "&", table))


def test_stories_whose_game_is_not_known_go_without(demo: KnowledgeBase, tmp_path: Path) -> None:
    stories = [replace(each, story=replace(each.story, game=None)) for each in batch()]
    write(stories, "label-studio", tmp_path / "out", demo)
    tasks = json.loads((tmp_path / "out" / "tasks.json").read_text())
    assert {task["data"]["box_score"] for task in tasks} == {""}
