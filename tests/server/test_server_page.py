"""What docs/server.md shows is what happens."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from servers import Served

from factcheck.reviews import Kind
from factcheck.reviews.journal import Entry

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")


def test_the_python_example_prints_what_the_page_shows(served: Served) -> None:
    code, printed = re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", PAGE, re.DOTALL)[0]
    code = code.replace("http://127.0.0.1:8765", served.url)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == printed, done.stderr


def test_the_curl_example_answers_as_the_page_shows(served: Served) -> None:
    command, answer = re.findall(r"\$ (curl .*?\n.*?)\n(.*?) …\n```", PAGE, re.DOTALL)[0]
    command = command.replace("http://127.0.0.1:8765", served.url)
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.stdout.startswith(answer), done.stderr


def test_the_journal_shown_is_one() -> None:
    (lines,) = re.findall(r'```json\n(\{"journal".*?)```', PAGE, re.DOTALL)
    header, *entries = map(json.loads, lines.splitlines())
    assert header["version"] == 1
    assert [Entry.from_dict(entry).to_dict() for entry in entries] == entries
    told = re.findall(r"\| `action` \| (.*) \|", PAGE)[0]
    assert set(re.findall(r"`(\w+)`", told)) == set(Kind)
