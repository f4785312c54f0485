"""docs/rules.md: its rule of one's own, followed step by step as a reader would."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import GAME, factcheck

from factcheck.rulebook.rule import _FIELDS

PAGE = (Path(__file__).parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
RULE, PHRASES, EXAMPLES, OWNED = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
(JOIN,) = re.findall(r"```sql\n\s*(.*?)\n```", PAGE, re.DOTALL)
OUTPUTS = re.findall(r"```\n\$ (factcheck [^\n]*)\n(.*?)```", PAGE, re.DOTALL)
FIRST_PATTERNS = next(line for line in RULE.splitlines() if line.startswith("patterns"))
FIRST_JOIN = next(line.strip() for line in RULE.splitlines() if "'_PCT'" in line)


def step(number: int) -> str:
    """The rule file after a step of the page."""
    if number == 0:
        return RULE
    rule = RULE.replace(FIRST_PATTERNS + "\n", PHRASES if number == 1 else OWNED)
    return (rule if number == 1 else rule.replace(FIRST_JOIN, JOIN)) + EXAMPLES


@pytest.mark.parametrize("number", [0, 1, 2])
def test_each_step_prints_what_the_page_shows(number: int, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "perfect.toml").write_text(step(number), encoding="utf-8")
    command, output = OUTPUTS[number]
    done = factcheck(*command.split()[1:], folder=tmp_path)
    assert done.stdout + done.stderr == output


def test_the_rule_takes_part_in_checking(tmp_path: Path, demo_kb: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "perfect.toml").write_text(step(2), encoding="utf-8")
    ((story, output),) = re.findall(r"```\n\$ cat story.txt\n(.*?\n)\$[^\n]*\n(.*?)```", PAGE, re.S)
    (tmp_path / "story.txt").write_text(story, encoding="utf-8")
    done = factcheck(
        "check", "story.txt", "--kb", demo_kb, "--game", GAME, "--rules", "own",
        folder=tmp_path, NO_COLOR="1",
    )  # fmt: skip
    # The signature names the content of the rules and changes with them.
    printed, _, _ = done.stdout.partition("signature:")
    assert printed.split() == output.split()


def test_every_field_of_a_rule_is_explained() -> None:
    for name in _FIELDS:
        assert re.search(rf"^\| `(\[\[rule\.)?{name}", PAGE, re.MULTILINE), name
