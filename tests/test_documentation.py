"""What pages of the documentation show of the demo's game is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import factcheck

DOCS = Path(__file__).parent.parent / "docs"


def shown(page: str, command: str) -> str:
    """What a page shows below a command, up to the next one."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.search(
        rf"^\$ {re.escape(command)}\n(.*?)(?=^\$ |^```)", text, re.DOTALL | re.MULTILINE
    )
    assert found, command
    return found[1]


def unsigned(output: str) -> str:
    """Output without its signature, which changes with every rule."""
    return re.sub(r"^signature: \S+\n", "", output, flags=re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, demo_kb: Path) -> Path:
    """A folder with the knowledge base that the pages build."""
    (tmp_path / "games.duckdb").symlink_to(demo_kb)
    return tmp_path


def test_annotators_see_the_marks_that_their_page_shows(folder: Path) -> None:
    output = shown("annotators.md", "factcheck check stories/*.txt --kb games.duckdb")
    stories = re.findall(r"^(\w+) · \S+\n\n(.*?)\n\n", output, re.DOTALL | re.MULTILINE)
    assert [name for name, _ in stories] == ["one", "two"]
    for name, marked in stories:
        text = re.sub(r"\[\d+: ([^]]+)\]", r"\1", " ".join(marked.split()))
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    done = factcheck("check", "one.txt", "two.txt", "--kb", "games.duckdb", folder=folder)
    assert unsigned(done.stdout).split() == output.split()


def test_scores_of_two_stories_are_those_of_their_page(folder: Path) -> None:
    stories = shown("score.md", "cat stories.jsonl")
    (folder / "stories.jsonl").write_text(stories, encoding="utf-8")
    arguments = ("score", "stories.jsonl", "--kb", "games.duckdb", "--by", "story")
    done = factcheck(*arguments, folder=folder)
    told = shown("score.md", f"factcheck {' '.join(arguments)}")
    assert unsigned(done.stdout).split() == told.split()


def test_a_rule_of_one_s_own_grows_as_its_page_tells(folder: Path) -> None:
    page = (DOCS / "rules.md").read_text(encoding="utf-8")
    rule, patterns, examples, better, *_ = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (statistic,) = re.findall(r"```sql\n(    AND .*?)\n```", page, re.DOTALL)
    (folder / "own").mkdir()
    file = folder / "own" / "perfect.toml"
    test = ("rules", "test", "perfect-shooting", "--rules", "own")
    show = ("rules", "show", "perfect-shooting", "--rules", "own")

    def run(*arguments: str) -> str:
        done = factcheck(*arguments, folder=folder, COLUMNS="200")
        return " ".join((unsigned(done.stdout) + done.stderr).split())

    def told(*arguments: str) -> list[str]:
        blocks = re.findall(
            rf"^\$ factcheck {re.escape(' '.join(arguments))}\n(.*?)(?=^\$ |^```)",
            page, re.DOTALL | re.MULTILINE,
        )  # fmt: skip
        return [" ".join(block.split()) for block in blocks]

    file.write_text(rule, encoding="utf-8")
    assert [run(*show)] == told(*show)
    grown = re.sub(r"patterns = \[.*?\]\n", lambda _: patterns, rule) + examples
    file.write_text(grown, encoding="utf-8")
    failed, passed = told(*test)
    assert run(*test) == failed
    grown = grown.replace(patterns, better)
    grown = re.sub(r"    AND player_stat.statistic = .*", lambda _: statistic, grown)
    file.write_text(grown, encoding="utf-8")
    assert run(*test) == passed

    (folder / "story.txt").write_text(shown("rules.md", "cat story.txt"), encoding="utf-8")
    check = "check story.txt --kb games.duckdb --game 2014-11-05-MEM-PHX --rules own"
    assert [run(*check.split())] == told(check)
