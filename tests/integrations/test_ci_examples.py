"""The pre-commit hook and the workflow example, by pre-commit and by GitHub's schema."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from command_line import factcheck

ROOT = Path(__file__).resolve().parents[2]
HOOKS = ROOT / ".pre-commit-hooks.yaml"
WORKFLOW = ROOT / "docs" / "examples" / "github-action.yml"
SCRIPTS = Path(sys.executable).parent


def run(folder: Path, *command: object) -> subprocess.CompletedProcess[str]:
    path = f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"
    environment = {
        **os.environ,
        "PATH": path,
        "PRE_COMMIT_HOME": str(folder / ".cache"),
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    return subprocess.run(
        [*map(str, command)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_pre_commit_accepts_the_manifest(tmp_path: Path) -> None:
    result = run(tmp_path, SCRIPTS / "pre-commit", "validate-manifest", HOOKS)
    assert result.returncode == 0, result.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("points", "status", "says"), [("22", 0, "Passed"), ("21", 1, "Courtney Lee had 22 points")]
)
def test_the_hook_fails_on_mistakes(
    points: str, status: int, says: str, demo_kb: Path, tmp_path: Path
) -> None:
    # As in the manifest, but run from here instead of from an environment of its own.
    (hook,) = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))
    hook |= {"language": "system", "args": ["--kb", str(demo_kb), "--game", "2014-11-05-MEM-PHX"]}
    config = {"repos": [{"repo": "local", "hooks": [hook]}]}
    (tmp_path / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    (tmp_path / "story.txt").write_text(f"Courtney Lee scored {points} points.\n", encoding="utf-8")
    (tmp_path / "notes.md").write_text("Courtney Lee scored 99 points.\n", encoding="utf-8")
    assert run(tmp_path, "git", "init", "-q").returncode == 0
    assert run(tmp_path, "git", "add", "story.txt", "notes.md").returncode == 0
    result = run(tmp_path, SCRIPTS / "pre-commit", "run", "--all-files")
    assert result.returncode == status, result.stdout + result.stderr
    assert says in result.stdout
    # As a word of its own: the digests in the signature are of any figures.
    assert re.search(r"\b99\b", result.stdout) is None


def test_the_workflow_follows_githubs_schema(tmp_path: Path) -> None:
    result = run(
        tmp_path,
        *(SCRIPTS / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", WORKFLOW),
    )
    assert result.returncode == 0, result.stdout


def test_the_workflows_commands_exist() -> None:
    steps = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]["factcheck"]["steps"]
    commands = [
        step["run"].split() for step in steps if step.get("run", "").startswith("factcheck")
    ]
    assert len(commands) == 3
    for command in commands:
        names = command[1:3] if command[1] == "kb" else command[1:2]
        found = factcheck(*names, "--help", COLUMNS="200", TERM="dumb")
        assert found.returncode == 0
        for option in (word for word in command if word.startswith("-") and word != "-eq"):
            assert option in found.stdout
