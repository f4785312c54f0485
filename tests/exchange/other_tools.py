"""The other tools, as tests/tools.sh has installed them."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HOW = "run tests/tools.sh first"


def environment(name: str) -> Path:
    """Return the folder of a tool's virtual environment."""
    checkout = Path(__file__).resolve().parents[2]
    folder = Path(os.environ.get("FACTCHECK_TOOLS") or checkout / ".tools") / name
    assert (folder / "ready").exists(), f"no {name} in {folder.parent}; {HOW}"
    return folder


def program(name: str) -> str:
    """Return the path of an installed program."""
    path = shutil.which(name)
    assert path, f"no {name} on the path; {HOW}"
    return path


class Factgenie:
    """factgenie in a copy of its own, so that an export can be put into its folders.

    Args:
        folder: Where to put the copy.
        export: The exported folder to lay over it.
    """

    def __init__(self, folder: Path, export: Path) -> None:
        self.bin = environment("factgenie") / "bin"
        (package,) = self.bin.parent.glob("lib/python*/site-packages/factgenie")
        shutil.copytree(package, folder / "factgenie")
        shutil.copytree(export, folder / "factgenie", dirs_exist_ok=True)
        self.home = folder / "factgenie"
        # Its first start would do this, and say so among what it prints.
        settings = self.home / "config"
        shutil.copy(settings / "config_TEMPLATE.yml", settings / "config.yml")
        # Its model library looks up prices on the network unless told not to.
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(folder),
            "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        }

    def run(self, *arguments: str) -> str:
        """Run factgenie's command line; its log lines are left out."""
        done = subprocess.run(
            [self.bin / "factgenie", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        return done.stdout

    @contextmanager
    def server(self) -> Iterator[str]:
        """Serve factgenie's pages; yields their address."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        address = f"http://127.0.0.1:{port}"
        command = [str(self.bin / "factgenie"), "run", "--port", str(port)]
        with (
            (self.home / "server.log").open("w") as log,
            subprocess.Popen(command, env=self.environment, stdout=log, stderr=log) as process,
        ):
            try:
                self._wait(address, process)
                yield address
            finally:
                process.terminate()

    def _wait(self, address: str, process: subprocess.Popen[bytes]) -> None:
        for _ in range(240):
            assert process.poll() is None, (self.home / "server.log").read_text()
            try:
                urllib.request.urlopen(f"{address}/browse", timeout=10).close()
            except OSError:
                time.sleep(0.25)
            else:
                return
        raise AssertionError((self.home / "server.log").read_text())
