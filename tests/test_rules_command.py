"""``factcheck rules``: what the rules say about themselves, and how their examples run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import GAME, factcheck, refused

from factcheck.knowledge import build
from factcheck.rulebook.book import Rulebook
from factcheck.runs.rule_examples import incomplete
from factcheck.support.resources import kb_folder, rules_folder

RULES = Rulebook.load(rules_folder()).rules

OWN = """
[[rule]]
id = "geese"
category = "OTHER"
summary = "There are no geese in basketball."
patterns = ["bird:<goose | geese>"]
mark = "bird"
verify = "SELECT id, false AS holds, 'ducks' AS correction FROM claim"

[[rule.example]]
name = "plural"
game = "2014-11-05-MEM-PHX"
text = "The geese left."
mistakes = [{ mark = "geese", category = "OTHER", correction = "ducks" }]
"""


def own(folder: Path, text: str = OWN) -> Path:
    """A folder with a rule of one's own."""
    (folder / "own").mkdir()
    (folder / "own" / "own.toml").write_text(text, encoding="utf-8")
    return folder / "own"


def example(text: str, mistakes: str = "[]", game: str = GAME) -> str:
    """One more example for that rule."""
    return f'\n[[rule.example]]\ngame = "{game}"\ntext = "{text}"\nmistakes = {mistakes}\n'


def test_every_rule_is_listed_with_category_and_summary() -> None:
    done = factcheck("rules", "list")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == len(RULES)
    for line, rule in zip(lines, RULES, strict=True):
        assert line.split()[:2] == [rule.id, rule.category]
        assert line.endswith(rule.summary)


def test_the_list_as_json_holds_what_the_rules_hold() -> None:
    done = factcheck("rules", "list", "--format", "json")
    listed = json.loads(done.stdout)
    assert [item["id"] for item in listed] == [rule.id for rule in RULES]
    assert listed[0]["patterns"] == [pattern.source for pattern in RULES[0].patterns]


def test_the_list_can_be_of_one_topic() -> None:
    done = factcheck("rules", "list", "--topic", "course")
    wanted = [rule.id for rule in RULES if rule.topic == "course"]
    assert 50 < len(wanted) < len(RULES) / 2
    assert [line.split()[0] for line in done.stdout.splitlines()] == wanted


def test_an_unknown_topic_is_refused_with_those_that_there_are() -> None:
    refused(
        factcheck("rules", "list", "--topic", "geese"), "--topic 'geese'", "comparisons, course"
    )


def test_own_rules_are_listed_after_the_others(tmp_path: Path) -> None:
    done = factcheck("rules", "list", "--rules", own(tmp_path))
    assert done.stdout.splitlines()[-1].split()[:2] == ["geese", "OTHER"]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_can_be_described(rule: object) -> None:
    from factcheck.rulebook.rule import Rule
    from factcheck.runs.rule_pages import describe

    assert isinstance(rule, Rule)
    text = "\n".join(line.plain for line in describe(rule))
    assert rule.summary in text
    for pattern in rule.patterns:
        assert pattern.source in text
    for sample in rule.examples:
        assert sample.text in text


def test_show_prints_summary_phrases_sql_and_examples(tmp_path: Path) -> None:
    done = factcheck("rules", "show", "geese", "--rules", own(tmp_path))
    assert done.returncode == 0
    for part in (
        "geese (OTHER)",
        "There are no geese in basketball.",
        "bird:<goose | geese>",
        "SELECT id, false AS holds",
        "plural: The geese left.",
        "OTHER geese → ducks",
    ):
        assert part in done.stdout


def test_show_refuses_a_rule_that_does_not_exist() -> None:
    refused(factcheck("rules", "show", "no-such-rule"), "no-such-rule", "factcheck rules list")


def test_an_example_passes_on_the_demo_s_knowledge_base(tmp_path: Path) -> None:
    done = factcheck("rules", "test", "geese", "--rules", own(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 examples passed, 0 failed" in done.stdout


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            example("The gander left.", '[{ mark = "gander", category = "OTHER" }]'),
            "not found: OTHER 'gander'",
        ),
        (example("The geese left again."), "too much: OTHER 'geese' → ducks (geese)"),
        (
            example(
                "A goose left.", '[{ mark = "goose", category = "OTHER", correction = "duck" }]'
            ),
            "'goose' corrected to 'ducks', not 'duck'",
        ),
        (
            example("A goose left.", '[{ mark = "goose", category = "WORD" }]'),
            "not found: WORD 'goose'",
        ),
        (
            example(
                "Marc Gasol scored 28 points.",
                '[{ mark = "28", category = "NUMBER", correction = "18" }]',
            ),
            "found by other rules only, not by geese",
        ),
        (example(" "), "cannot be checked: the story is empty"),
    ],
    ids=["missing", "too-much", "correction", "category", "other-rule", "empty"],
)
def test_a_failing_example_says_why(more: str, said: str, tmp_path: Path) -> None:
    done = factcheck("rules", "test", "geese", "--rules", own(tmp_path, OWN + more))
    assert done.returncode == 1
    assert f"FAILED geese-2 ({GAME})" in done.stdout
    assert said in done.stdout
    assert "1 examples passed, 1 failed" in done.stdout


def test_examples_over_games_that_are_not_there_are_counted_as_not_run(tmp_path: Path) -> None:
    more = example("The geese left.", game="2016-01-01-CHA-TOR")
    done = factcheck("rules", "test", "geese", "--rules", own(tmp_path, OWN + more))
    assert done.returncode == 0
    assert "1 examples passed, 0 failed, 1 not run" in done.stdout


def without_player_lines(folder: Path) -> Path:
    """A knowledge base that knows the demo's games by their scores only."""
    demo = kb_folder() / "demo"
    build(folder / "scores.duckdb", [demo / "team_games.csv", demo / "schedule.csv"])
    return folder / "scores.duckdb"


def test_examples_about_the_demo_s_game_never_ask_the_knowledge_base_given(tmp_path: Path) -> None:
    """A season's scores without players hold that game too, but cannot decide its examples."""
    done = factcheck("rules", "test", "player-statistic", "--kb", without_player_lines(tmp_path))
    assert done.returncode == 0, done.stdout
    (rule,) = (rule for rule in RULES if rule.id == "player-statistic")
    here = sum(sample.game == GAME for sample in rule.examples)
    assert done.stdout == (
        f"{here} examples passed, 0 failed, {len(rule.examples) - here} not run: "
        "no player lines of their games are known\n"
    )


def test_examples_about_a_game_known_without_players_are_not_run(tmp_path: Path) -> None:
    more = example("The geese left.", game="2014-11-07-MEM-OKC")
    kb = without_player_lines(tmp_path)
    done = factcheck("rules", "test", "geese", "--kb", kb, "--rules", own(tmp_path, OWN + more))
    assert done.returncode == 0
    assert "1 examples passed, 0 failed, 1 not run" in done.stdout


def test_strict_names_the_rules_that_lack_examples(tmp_path: Path) -> None:
    done = factcheck("rules", "test", "geese", "--strict", "--rules", own(tmp_path))
    assert done.returncode == 1
    assert (
        "LACKING geese: 1 of 4 examples with mistakes, 0 of 2 true examples, 1 of 2 games"
        in done.stdout
    )


def test_every_rule_has_all_its_examples() -> None:
    assert list(incomplete(RULES)) == []


@pytest.mark.parametrize(
    "rule", ["player-statistic", pytest.param("coming-game", marks=pytest.mark.slow)]
)
def test_examples_pass_without_any_other_file(rule: str) -> None:
    """What a newcomer sees; tests/test_rule_examples.py checks those of all rules the same way."""
    done = factcheck("rules", "test", rule, "--strict")
    examples = next(len(each.examples) for each in RULES if each.id == rule)
    assert done.stdout == f"{examples} examples passed, 0 failed\n"
    assert done.returncode == 0


def test_a_rule_that_only_keeps_others_away_needs_six_true_examples(tmp_path: Path) -> None:
    silent = OWN.replace(
        "'ducks' AS correction FROM claim", "NULL AS correction FROM claim WHERE false"
    )
    lines = silent.split("[[rule.example]]")[0]
    for number in range(6):
        game = GAME if number else "2016-01-01-CHA-TOR"
        lines += example(f"The geese left {number} times.", game=game)
    folder = own(tmp_path, lines)
    done = factcheck("rules", "test", "geese", "--strict", "--rules", folder)
    assert "LACKING" not in done.stdout
    assert done.returncode == 0


def test_broken_sql_is_found_although_no_example_reaches_it(tmp_path: Path) -> None:
    folder = own(tmp_path, OWN.replace("SELECT id", "SELEC id"))
    refused(factcheck("rules", "test", "geese", "--rules", folder), "rule geese: verify fails")


def test_a_knowledge_base_may_be_given(demo_kb: Path, tmp_path: Path) -> None:
    done = factcheck("rules", "test", "geese", "--kb", demo_kb, "--rules", own(tmp_path))
    assert done.returncode == 0
    missing = tmp_path / "none.duckdb"
    refused(factcheck("rules", "test", "--kb", missing), f"{missing}: no such")
