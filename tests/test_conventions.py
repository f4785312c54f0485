"""What people expect of a project: a citation, a site of its documentation, a tutorial."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import nbclient
import nbformat
import pytest
import yaml
from browser import chromium

from factcheck import Category, Verdict, __version__
from factcheck.language.mentions import LABELS
from factcheck.runs.citing import bibtex_entry

ROOT = Path(__file__).parent.parent
SCRIPTS = Path(sys.executable).parent
NOTEBOOK = ROOT / "docs" / "tutorial" / "tutorial.ipynb"


@pytest.mark.parametrize(
    ("schema", "file"),
    [("citation-file-format", "CITATION.cff"), ("github-workflows", ".github/workflows/ci.yml")],
)
def test_files_that_others_read_follow_their_schema(schema: str, file: str) -> None:
    command = [SCRIPTS / "check-jsonschema", "--builtin-schema", f"vendor.{schema}", ROOT / file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_citation_is_of_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == __version__
    assert f"{{{cited['title']}}}" in bibtex_entry(__version__)


def test_the_workflow_runs_what_must_hold_on_three_systems() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    job = workflow["jobs"]["run"]
    assert {name.split("-")[0] for name in job["strategy"]["matrix"]["os"]} == {
        "ubuntu", "macos", "windows",
    }  # fmt: skip
    assert any(step.get("run") == ".ci/run" for step in job["steps"])


@pytest.mark.slow
def test_the_tutorial_says_what_happens() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    said = [cell.get("outputs") for cell in notebook.cells]
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3")
    client.execute(env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert [_printed(cell.get("outputs")) for cell in notebook.cells] == list(map(_printed, said))


def _printed(outputs: list[dict[str, object]] | None) -> str:
    """What a cell prints, however many pieces the kernel sends it in."""
    return "".join(str(output.get("text") or output.get("data")) for output in outputs or ())


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation as a site, built as strictly as `make docs` does."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_the_site_has_every_page_and_no_broken_link(site: Path) -> None:
    for page in (ROOT / "docs").glob("*.md"):
        assert (site / page.stem / "index.html").is_file(), page.name
    for page in ("index.html", "contributing/index.html", "tutorial/index.html", "poster.html"):
        assert (site / page).is_file(), page


@pytest.mark.slow
def test_the_poster_is_one_sheet_with_the_figures_of_the_readme(site: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    figures = readme.partition("## How accurate")[2].partition("\n## ")[0]
    rows = [row for row in figures.splitlines() if row.startswith("| ") and "---" not in row]
    text = (site / "poster.html").read_text(encoding="utf-8")
    for row in rows:
        for cell in row.strip("| ").split(" | "):
            assert cell.strip() in text
    page = chromium().new_page()
    page.goto((site / "poster.html").as_uri())
    pdf = page.pdf(prefer_css_page_size=True)
    page.close()
    assert pdf.count(b"/Type /Page\n") == 1


def test_the_glossary_has_the_words_that_the_types_have() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").lower()
    words = [*Category, *Verdict, "signature", "replacement", "evidence", "claim", "span"]
    missing = [word for word in words if word.lower() not in glossary]
    assert missing == []
    kinds = {"shooting": "shooting line", "percent": "percentage", "coach": "coach"}
    assert [kind for kind in LABELS if kinds.get(kind, kind) not in glossary] == []


def test_no_two_test_modules_share_a_name() -> None:
    # pytest imports test modules by their name alone: of two, one is not collected.
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, number in names.items() if number > 1] == []


def test_every_line_of_the_rules_fits_a_screen() -> None:
    long = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in sorted((ROOT / "rules").rglob("*.*"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 160
    ]
    assert not long, f"over 160 characters, to be wrapped: {', '.join(long)}"
