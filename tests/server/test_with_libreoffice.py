"""LibreOffice, headless, with its LanguageTool client pointed at the server."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from servers import WRONG, Serve, free_port

pytestmark = pytest.mark.tools

PYTHON = "/usr/bin/python3"  # Debian's, which has UNO
CLIENT = Path(__file__).with_name("libreoffice_client.py")
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
{items}</oor:items>
"""
ITEM = """<item oor:path="/org.openoffice.Office.Linguistic/GrammarChecking/LanguageTool">
<prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>
"""


def ask(folder: Path, text: str, **settings: str) -> list[tuple[str, list[str], str]]:
    """Return words, suggestions and comment of what LibreOffice would underline."""
    office = shutil.which("soffice")
    assert office, "no soffice on the path; run tests/tools.sh first"
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True)
    items = "".join(ITEM.format(name=name, value=value) for name, value in settings.items())
    (profile / "user" / "registrymodifications.xcu").write_text(SETTINGS.format(items=items))
    port = free_port()
    command = [
        office, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore",
        f"--accept=socket,host=127.0.0.1,port={port};urp",
    ]  # fmt: skip
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        done = subprocess.run(
            [PYTHON, CLIENT, str(port), text], capture_output=True, text=True, timeout=120
        )
    finally:
        running.terminate()
        running.wait(20)
    assert done.returncode == 0, done.stderr
    return [
        (text[start : start + length], suggestions, comment)
        for start, length, suggestions, comment in json.loads(done.stdout)
    ]


def test_libreoffice_underlines_what_is_wrong(serve: Serve, tmp_path: Path) -> None:
    found = ask(tmp_path, WRONG, BaseURL=f"{serve().url}/v2", IsEnabled="true")
    assert [(words, right) for words, right, _ in found] == [
        ("Tuesday", ["Wednesday"]),
        ("12", ["11"]),
    ]


def test_libreoffice_sends_the_token_and_the_address_names_the_game(
    serve: Serve, tmp_path: Path
) -> None:
    token = "correct horse battery staple"
    base = f"{serve('--token', token).url}/games/2014-11-05-MEM-PHX/v2"
    text = "Mike Conley had 12 assists."
    user = {"Username": "ann", "ApiKey": token}
    ((words, right, _),) = ask(tmp_path, text, BaseURL=base, IsEnabled="true", **user)
    assert (words, right) == ("12", ["11"])
