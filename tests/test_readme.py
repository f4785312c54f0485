"""What the README shows is what happens, and what it names is there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import factcheck

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted([ROOT / "README.md", ROOT / "kb" / "README.md", *(ROOT / "docs").glob("*.md")])


def block(start: str) -> str:
    """The code block that begins with a line."""
    found = re.search(rf"```\w*\n{re.escape(start)}\n(.*?)```", README, re.DOTALL)
    assert found, start
    return found[1]


def test_demo_prints_what_the_readme_shows() -> None:
    # The README wraps long lines, as a terminal does.
    assert factcheck("demo").stdout.split() == block("$ make demo").split()


def test_python_example_prints_what_the_readme_shows() -> None:
    found = re.search(r"```python\n(.*?)```\n\n```\n(.*?)```", README, re.DOTALL)
    assert found
    code, shown = found.groups()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    for link in links:
        if not link.startswith("http"):
            assert (page.parent / link).exists(), link


def test_every_command_has_its_row_in_the_documentation() -> None:
    listed = re.findall(r"^│ ([a-z][a-z-]*)  ", factcheck("--help").stdout, re.MULTILINE)
    assert "check" in listed
    documented = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8").split("## ")[0]
    for command in listed:
        assert re.search(rf"`(factcheck )?{command}`", documented), command
