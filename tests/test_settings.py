"""Settings of a project, folders of stories, and the habits of a linter's command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import GAME, TRUE, WRONG, factcheck, json_lines, refused

from factcheck import FactChecker, __version__
from factcheck.knowledge import build
from factcheck.knowledge.store import KnowledgeBase
from factcheck.model import Report, Signature
from factcheck.support.resources import kb_folder


@pytest.fixture
def project(tmp_path: Path, demo_kb: Path) -> Path:
    """A folder with settings and stories."""
    (tmp_path / "factcheck.toml").write_text(f'kb = "{demo_kb}"\nignore = ["NAME"]\n')
    stories = tmp_path / "stories"
    (stories / "more").mkdir(parents=True)
    (stories / ".hidden").mkdir()
    (stories / "wrong.txt").write_text(WRONG)
    (stories / "more" / "true.md").write_text(TRUE)
    (stories / ".hidden" / "x.txt").write_text(WRONG)
    (stories / "notes.pdf").write_text("no story")
    return tmp_path


def test_settings_of_a_folder_above_stand_for_options(project: Path) -> None:
    done = factcheck("check", "stories/wrong.txt", folder=project)
    assert (done.returncode, done.stderr) == (1, "")
    done = factcheck(
        "check", "../stories/wrong.txt", "--ignore", "NUMBER", folder=project / "stories"
    )
    assert done.returncode == 0


def test_pyproject_holds_settings_too_and_the_own_file_counts_for_more(
    project: Path, demo_kb: Path
) -> None:
    (project / "pyproject.toml").write_text(
        f'[tool.factcheck]\nkb = "{demo_kb}"\nignore = ["NUMBER"]\n'
    )
    assert factcheck("check", "stories/wrong.txt", folder=project).returncode == 1
    (project / "factcheck.toml").unlink()
    assert factcheck("check", "stories/wrong.txt", folder=project).returncode == 0


def test_paths_in_settings_count_from_their_file(project: Path, demo_kb: Path) -> None:
    (project / "nba.duckdb").symlink_to(demo_kb)
    (project / "factcheck.toml").write_text('kb = "nba.duckdb"\n')
    done = factcheck("check", "wrong.txt", folder=project / "stories")
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("knowledge = 1", ("knowledge", "there is no such setting", "min-confidence")),
        ("select = 3", ("select", "not a list of texts")),
        ("min-confidence = 2", ("min-confidence", "a number from 0 to 1")),
        ("kb = ", ("not TOML",)),
    ],
)
def test_a_broken_setting_is_refused_with_its_file(
    project: Path, settings: str, words: tuple[str, ...]
) -> None:
    (project / "factcheck.toml").write_text(settings)
    refused(factcheck("check", "stories", folder=project), "factcheck.toml", *words)


def test_a_folder_stands_for_the_stories_in_it(project: Path) -> None:
    done = factcheck("check", "stories", "--format", "jsonl", folder=project)
    assert [item["id"] for item in json_lines(done.stdout)] == ["true", "wrong"]


def test_a_folder_without_stories_is_refused(project: Path) -> None:
    (project / "empty").mkdir()
    refused(factcheck("check", "empty", folder=project), "empty", "holds no story")


def test_statistics_count_the_mistakes_of_each_rule(project: Path) -> None:
    done = factcheck("check", "stories", "--statistics", folder=project)
    assert done.stdout.splitlines()[0].split() == ["1", "NUMBER", "player-statistic"]
    assert "Gasol" not in done.stdout
    done = factcheck("check", "stories", "--statistics", "--output-format", "json", folder=project)
    assert json.loads(done.stdout) == [
        {"rule": "player-statistic", "category": "NUMBER", "mistakes": 1}
    ]
    refused(factcheck("check", "stories", "--statistics", "--format", "csv", folder=project))


def test_quiet_prints_stories_with_mistakes_and_nothing_else(project: Path) -> None:
    done = factcheck("check", "stories", "--quiet", folder=project)
    assert done.returncode == 1
    assert "wrong · " in done.stdout
    assert "true · " not in done.stdout
    assert "mistake in" not in done.stdout


def test_exit_zero_ends_well_where_mistakes_are_found_but_not_where_input_is_unusable(
    project: Path,
) -> None:
    assert factcheck("check", "stories", "--exit-zero", folder=project).returncode == 0
    done = factcheck("check", "stories", "missing.txt", "--exit-zero", folder=project)
    assert done.returncode == 2


def test_the_version_has_a_short_option() -> None:
    assert factcheck("-V").stdout == f"factcheck {__version__}\n"


def test_every_story_carries_the_signature_of_its_check(project: Path) -> None:
    done = factcheck("check", "stories/wrong.txt", "--format", "jsonl", folder=project)
    (item,) = json_lines(done.stdout)
    cited = factcheck("cite", folder=project).stdout.splitlines()[0]
    assert item["signature"] == f"{cited}|ignore:NAME"
    text = factcheck("check", "stories/wrong.txt", folder=project).stdout
    assert text.splitlines()[-1] == f"signature: {item['signature']}"
    for format in ("html", "sarif", "docx"):
        out = project / f"out.{format}"
        factcheck("check", "stories/wrong.txt", "--format", format, "-o", out, folder=project)
        if format != "docx":
            assert str(item["signature"]) in out.read_text()
    report = Report.from_dict(item)
    assert str(report.signature) == item["signature"]


def test_the_signature_changes_with_rules_and_knowledge_and_with_nothing_else(
    tmp_path: Path, demo: KnowledgeBase, demo_kb: Path
) -> None:
    sources = []
    for path in sorted((kb_folder() / "demo").glob("*.csv")):
        copy = tmp_path / path.name
        copy.write_bytes(path.read_bytes())
        sources.append(copy)
    build(tmp_path / "same.duckdb", sources)
    sources[0].write_text(sources[0].read_text().rstrip("\n"))
    build(tmp_path / "other.duckdb", sources)
    signatures = [
        FactChecker(kb).signature
        for kb in (demo_kb, demo, tmp_path / "same.duckdb", tmp_path / "other.duckdb")
    ]
    assert signatures[0] == signatures[1] == signatures[2] != signatures[3]
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "none.toml").write_text("# no rule yet\n")
    with_rules = FactChecker(demo, [tmp_path / "own"]).signature
    assert with_rules.rules != signatures[0].rules
    assert with_rules.kb == signatures[0].kb


def test_a_signature_can_be_read_back() -> None:
    signature = Signature("1.0", "ab", "cd").with_settings(column="normal", select="NAME,WORD")
    assert str(signature) == "factcheck:1.0|rules:ab|kb:cd|column:normal|select:NAME,WORD"
    assert Signature.parse(str(signature)) == signature
    with pytest.raises(ValueError, match="no signature"):
        Signature.parse("bleu:1")


def test_cite_gives_a_bibtex_entry(demo_kb: Path) -> None:
    done = factcheck("cite", "--kb", demo_kb)
    assert done.stdout.startswith(f"factcheck:{__version__}|rules:")
    assert f"version = {{{__version__}}}" in done.stdout
    assert GAME not in done.stdout
