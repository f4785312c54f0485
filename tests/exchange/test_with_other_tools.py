"""Exports opened by the real other side; tests/tools.sh installs it."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from annotated_stories import batch
from browser import chromium
from command_line import factcheck
from other_tools import Factgenie, environment, program
from playwright.sync_api import Page

from factcheck.exchange import read, write
from factcheck.exchange.colours import COLOURS

pytestmark = pytest.mark.tools


@pytest.fixture(scope="module")
def factgenie(tmp_path_factory: pytest.TempPathFactory) -> Factgenie:
    folder = tmp_path_factory.mktemp("factgenie")
    write(batch(), "factgenie", folder / "checked")
    return Factgenie(folder, folder / "checked")


@pytest.fixture(scope="module")
def pages(factgenie: Factgenie) -> Iterator[str]:
    with factgenie.server() as address:
        yield address


@pytest.fixture
def page() -> Iterator[Page]:
    context = chromium().new_context(viewport={"width": 1400, "height": 1000})
    yield context.new_page()
    context.close()


def test_factgenies_command_line_lists_the_export(factgenie: Factgenie) -> None:
    assert factgenie.run("list", "campaigns").split() == ["checked"]
    assert factgenie.run("list", "datasets").split() == ["checked"]
    outputs = [line.split() for line in factgenie.run("list", "outputs").splitlines()[2:]]
    assert outputs == [["checked", "stories", name, "1"] for name in ("one", "story", "two")]
    info = factgenie.run("info", "-c", "checked")
    assert all(colour in info for colour in COLOURS.values())


def highlights(page: Page, setup: str) -> list[tuple[str, str]]:
    """Return stretches of text that a page marks, with what it says of them."""
    marked: list[dict[str, Any]] = page.evaluate(
        """setup => [...document.querySelectorAll(`pre[id^="out-${setup}-"] .annotatable`)]
            .map(span => ({text: span.textContent, title: span.title
                || span.dataset.bsOriginalTitle || "", colour: span.style.color}))""",
        setup,
    )
    found: list[tuple[str, str]] = []
    before = ""
    for span in marked:
        if span["colour"] and span["title"] == before:
            found[-1] = (found[-1][0] + span["text"], before)
        elif span["colour"]:
            found.append((span["text"], span["title"]))
        before = span["title"] if span["colour"] else ""
    return [(text.strip(), title) for text, title in found]


@pytest.mark.parametrize(("setup", "number"), [("one", 0), ("two", 1)])
def test_factgenies_page_shows_the_highlights_with_reasons(
    setup: str, number: int, pages: str, page: Page
) -> None:
    page.goto(f"{pages}/browse?dataset=checked&split=stories&example_idx=0")
    page.wait_for_selector(f'pre[id^="out-{setup}-"] .annotatable')
    shown = highlights(page, setup)
    report = batch()[number]
    # A line break has no text in a page.
    assert ["".join(text.split()) for text, _ in shown] == [
        "".join(m.span.text.split()) for m in report.mistakes
    ]
    for mistake, (_, title) in zip(report.mistakes, shown, strict=True):
        assert title.startswith(str(mistake.category))
        assert f"comment: {mistake.explanation}" in title
        assert "evidence: [" in title


def post(address: str, **data: Any) -> dict[str, Any]:
    request = urllib.request.Request(
        address, json.dumps(data).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        result: dict[str, Any] = json.load(answer)
    return result


def test_what_a_person_marks_in_factgenie_comes_back(
    factgenie: Factgenie, pages: str, page: Page, tmp_path: Path
) -> None:
    campaign = json.loads((factgenie.home / "campaigns/checked/metadata.json").read_text())
    created = post(
        f"{pages}/crowdsourcing/create",
        campaignId="reviewed",
        campaignData=[{"dataset": "checked", "split": "stories", "setup_id": "one"}],
        config={
            "annotatorInstructions": "Mark mistakes.",
            "finalMessage": "Thank you.",
            "examplesPerBatch": 1,
            "annotationGranularity": "words",
            "service": "local",
            "sortOrder": "keep-all",
            "annotationSpanCategories": campaign["config"]["annotation_span_categories"],
            "flags": [],
            "options": [],
            "sliders": [],
            "textFields": [],
        },
    )
    assert created["success"], created
    page.goto(f"{pages}/annotate/reviewed?annotatorId=ann")
    page.wait_for_selector(".annotatable", state="attached")
    page.wait_for_selector("#hideOverlayBtn:not([disabled])")
    page.click("#hideOverlayBtn")
    page.wait_for_selector("#overlay-start", state="hidden")
    mark(page, "triple", "double")
    page.click("text=Mark example as complete")
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#submit-annotations-btn")
    page.wait_for_selector("#overlay-end", state="visible")
    folder = factgenie.home / "campaigns" / "reviewed"
    done = factcheck("import", folder, "--from", "factgenie", "--annotator", "ann")
    assert done.stderr == "1 story, 1 mistake\n"
    assert done.stdout.splitlines()[1].startswith(
        "tokenised.txt,2,1,triple - double,5,7,20,22,NUMBER"
    )


def mark(page: Page, first: str, last: str) -> None:
    """Drag the mouse from one word to another, as annotators do."""
    for move, word, nth in (("down", first, "first"), ("up", last, "last")):
        span = getattr(page.locator(f'.annotatable[data-content="{word}"]:visible'), nth)
        box = span.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 5, box["y"] + box["height"] / 2)
        getattr(page.mouse, move)()


VALIDATE = """
import json, sys
from label_studio_sdk.converter import Converter
from label_studio_sdk.label_interface import LabelInterface

folder = sys.argv[1]
configuration = open(f"{folder}/labelling_config.xml").read()
interface = LabelInterface(configuration)
interface.validate()
tasks = json.load(open(f"{folder}/tasks.json"))
for number, task in enumerate(tasks):
    assert interface.validate_task({"data": task["data"]}), task
    for prediction in task["predictions"]:
        assert interface.validate_prediction(prediction, return_errors=True) == []
    task["id"] = number
    task["annotations"] = [{"id": number, "result": task["predictions"][0]["result"]}]
json.dump(tasks, open(f"{folder}/annotated.json", "w"))
converter = Converter(configuration, folder)
converter.convert_to_conll2003(f"{folder}/annotated.json", f"{folder}/conll", is_dir=False)
converter.convert_to_json_min(f"{folder}/annotated.json", f"{folder}/min", is_dir=False)
"""


@pytest.fixture(scope="module")
def label_studio(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export after Label Studio's SDK has validated and converted it."""
    folder = tmp_path_factory.mktemp("label-studio") / "out"
    write(batch(), "label-studio", folder)
    python = environment("label-studio") / "bin" / "python"
    subprocess.run([python, "-c", VALIDATE, folder], check=True, timeout=300)
    return folder


def test_label_studios_converter_finds_our_words(label_studio: Path) -> None:
    lines = (label_studio / "conll" / "result.conll").read_text().split("\n")
    tagged = [line.split(" ") for line in lines if line and not line.endswith(" O")]
    assert [(word, tag) for word, _, _, tag in tagged][:6] == [
        ("Phoenix", "B-NAME"),
        ("Suns", "I-NAME"),
        ("Tuesday", "B-NAME"),
        ("triple", "B-WORD"),
        ("-", "I-WORD"),
        ("double", "I-WORD"),
    ]


def test_label_studios_converter_finds_our_corrections(label_studio: Path) -> None:
    (file,) = (label_studio / "min").iterdir()
    tasks = json.loads(file.read_text())
    for report, task in zip(batch(), tasks, strict=True):
        corrections = [m.correction for m in report.mistakes if m.correction is not None]
        found = task.get("correction", [])
        assert ([found] if isinstance(found, str) else found) == corrections


def test_annotations_in_label_studio_come_back(label_studio: Path) -> None:
    back = read([label_studio / "annotated.json"], "label-studio")
    assert [report.mistakes for report in back] == [report.mistakes for report in batch()]


def test_libreoffice_shows_story_highlights_and_table(tmp_path: Path) -> None:
    write(batch(), "docx", tmp_path / "out")
    document = tmp_path / "out" / "tokenised.docx"
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [program("soffice"), profile, "--headless", "--convert-to", "pdf"]
    subprocess.run(
        [*command, "--outdir", tmp_path, document], check=True, timeout=180, capture_output=True
    )
    pdf = tmp_path / "tokenised.pdf"
    shown = subprocess.run(
        [program("pdftotext"), "-layout", pdf, "-"], check=True, capture_output=True, text=True
    ).stdout
    assert "The Memphis Grizzlies defeated the Phoenix Suns" in " ".join(shown.split())
    assert "Not Phoenix: see" in " ".join(shown.split())
    subprocess.run([program("pdftoppm"), "-r", "50", pdf, tmp_path / "page"], check=True)
    colours = set(pixels(next(tmp_path.glob("page*.ppm"))))
    # Word's yellow for names, bright green for words, turquoise for numbers.
    assert {(255, 255, 0), (0, 255, 0), (0, 255, 255)} <= colours


def pixels(path: Path) -> list[tuple[int, int, int]]:
    """Pixels of a picture in the portable pixmap format: magic, width, height, 255, RGB."""
    magic, _, _, data = path.read_bytes().split(b"\n", 3)
    assert magic == b"P6"
    return list(zip(data[::3], data[1::3], data[2::3], strict=True))
