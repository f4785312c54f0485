"""One story costs another one nothing: what fails for it is tried again without the rest."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
from pathlib import Path

import pytest
from command_line import GAME, TRUE, WRONG, factcheck, json_lines

from factcheck import FactChecker, Report, Story
from factcheck.errors import KnowledgeBaseError, StoryError
from factcheck.knowledge import KnowledgeBase

RULE = """
[[rule]]
id = "own"
category = "OTHER"
summary = "A rule whose statement fails for one number."
mark = "number"
patterns = ["{number} {statistic}"]
verify = "SELECT id, if(number = 13, error('thirteen'), true)::BOOLEAN AS holds FROM claim"
"""
THIRTEEN = "The Memphis Grizzlies defeated the Phoenix Suns 102-91. Marc Gasol scored 13 points."


@pytest.fixture(scope="module")
def own_rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rules")
    (folder / "own.toml").write_text(RULE, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def demo_checker(demo: KnowledgeBase) -> FactChecker:
    return FactChecker(demo)


@pytest.fixture(scope="module")
def checker(demo_kb: Path, own_rules: Path) -> FactChecker:
    return FactChecker(demo_kb, [own_rules])


def test_a_statement_that_fails_costs_its_own_story_only(checker: FactChecker) -> None:
    texts = [WRONG, THIRTEEN, TRUE, "", WRONG, THIRTEEN]
    stories = [Story(f"s{n}", text, GAME) for n, text in enumerate(texts)]
    outcomes = checker.check_each(stories)
    assert [isinstance(outcome, Report) for outcome in outcomes] == [
        True, False, True, False, True, False,
    ]  # fmt: skip
    assert "own.toml:3: rule own: verify fails: " in str(outcomes[1])
    assert "thirteen" in str(outcomes[1])
    assert str(outcomes[3]) == "the story is empty"
    assert [outcomes[0], outcomes[4]] == [*checker.check_each(stories[:1] + stories[4:5])]


def test_stories_beyond_those_checked_together_follow_in_order(
    demo_checker: FactChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [WRONG, "", TRUE, WRONG, TRUE]
    stories = [Story(f"s{n}", text, GAME) for n, text in enumerate(texts)]
    together = demo_checker.check_each(stories)
    monkeypatch.setattr("factcheck.checker.BATCH", 2)
    apart = demo_checker.check_each(stories)
    assert [str(one) for one in apart] == [str(one) for one in together]
    assert [one.story.id for one in apart if isinstance(one, Report)] == ["s0", "s2", "s3", "s4"]


def test_a_mistake_of_the_engine_costs_its_story_only(
    checker: FactChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = checker.matcher.match

    def break_down(document):  # type: ignore[no-untyped-def]
        if "brittle" in document.text:
            raise IndexError("out of words")
        return match(document)

    monkeypatch.setattr(checker.matcher, "match", break_down)
    good, bad = checker.check_each([Story("a", WRONG, GAME), Story("b", f"{WRONG} So brittle.")])
    assert isinstance(good, Report)
    assert isinstance(bad, StoryError)
    assert "factcheck itself fails on it (IndexError: out of words)" in bad.message


def test_the_command_line_names_the_story_and_checks_the_rest(
    demo_kb: Path, own_rules: Path, tmp_path: Path
) -> None:
    path = tmp_path / "stories.jsonl"
    rows = [
        {"id": name, "game": GAME, "text": text}
        for name, text in (("a", WRONG), ("b", THIRTEEN), ("c", TRUE))
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    done = factcheck("check", path, "--kb", demo_kb, "--rules", own_rules, "--format", "jsonl")
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {path}:2: story b: {own_rules}/own.toml:3: rule own: ")
    assert len(done.stderr.splitlines()) == 1
    assert [report["id"] for report in json_lines(done.stdout)] == ["a", "c"]


@pytest.mark.parametrize(
    "words",
    [
        "Marc Gasol scored 18 points over his last 6024174495 games.",
        "Marc Gasol scored " + "9" * 5000 + " points.",
        "It was the " + "9" * 5000 + "th win of the Grizzlies.",
        "The game on Feb. 0, 2017 was the last one, that of Nov. 99 the first.",
        "They won 99999999999-88888888888 and lost 1-99999999999999999999.",
        "They shot 0.0000000000000001 percent and 6e999 percent.",
    ],
)
def test_numbers_and_dates_out_of_all_bounds_are_read(
    words: str, demo_checker: FactChecker
) -> None:
    report = demo_checker.check(f"{TRUE} {words}", GAME)
    assert all(mistake.span.start > len(TRUE) for mistake in report.mistakes)


def test_a_number_out_of_all_bounds_is_wrong(demo: KnowledgeBase) -> None:
    (mistake,) = (
        FactChecker(demo, min_confidence=0).check(TRUE.replace("18", "6024174495"), GAME).mistakes
    )
    assert (mistake.span.text, mistake.correction) == ("6024174495", "18")


# Processes


def test_a_pickled_checker_opens_its_file_again(checker: FactChecker) -> None:
    twin = pickle.loads(pickle.dumps(checker))
    assert twin.check(WRONG, GAME) == checker.check(WRONG, GAME)
    assert [rule.id for rule in twin.rulebook.rules] == [rule.id for rule in checker.rulebook.rules]


def test_a_checker_in_memory_says_how_to_share_one(demo: KnowledgeBase) -> None:
    with pytest.raises(KnowledgeBaseError, match=r"in memory .* factcheck kb build"):
        pickle.dumps(FactChecker(demo))


def _check(checker: FactChecker, answers: multiprocessing.Queue[tuple[int, int]]) -> None:
    answers.put((os.getpid(), len(checker.check(WRONG, GAME).mistakes)))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_checker_works_in_another_process(checker: FactChecker, method: str) -> None:
    assert len(checker.check(WRONG, GAME).mistakes) == 1
    context = multiprocessing.get_context(method)
    answers = context.Queue()
    process = context.Process(target=_check, args=(checker, answers))
    process.start()
    number, mistakes = answers.get(timeout=120)
    process.join(60)
    assert (number, mistakes, process.exitcode) == (process.pid, 1, 0)
    assert len(checker.check(WRONG, GAME).mistakes) == 1
