"""The rule base from the cache is the rule base as it is written."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
from engine import rule

from factcheck.errors import RuleError
from factcheck.rulebook import compiled
from factcheck.rulebook.book import Rulebook
from factcheck.rulebook.patterns import Pattern
from factcheck.rulebook.rule import Rule
from factcheck.support.cache import cache_folder
from factcheck.support.resources import rules_folder


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return cache_folder()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "rules"
    place.mkdir()
    (place / "own.toml").write_text(
        rule("one", "{number} words", consumes=["number"], scope=["game", "next"]), encoding="utf-8"
    )
    return place


def load_anew(folder: Path) -> Rulebook:
    """Load rules as a new process does, which has only the cache."""
    compiled._read.cache_clear()
    return Rulebook.load(folder)


def written(pattern: Pattern) -> dict[str, object]:
    return {**pattern.compiled(), "required": [*pattern.required]}


def cue(scope: tuple[str, Pattern, int, str]) -> object:
    name, pattern, weight, reach = scope
    return name, written(pattern), weight, reach


def told(rule: Rule) -> object:
    if rule.telling is None:
        return None
    concepts = [
        (one.name, one.needed, [(written(pattern), value) for pattern, value in one.patterns])
        for one in rule.telling.concepts
    ]
    return rule.telling.alone, rule.telling.numbers, concepts


def test_all_rules_come_back_as_they_were_read() -> None:
    first, second = load_anew(rules_folder()), load_anew(rules_folder())
    assert len(first.rules) == len(second.rules) > 100
    for read, kept in zip(first.rules, second.rules, strict=True):
        for field in fields(Rule):
            if field.name not in {"patterns", "exclude", "details", "cues", "telling"}:
                assert getattr(read, field.name) == getattr(kept, field.name)
        assert list(map(written, read.patterns)) == list(map(written, kept.patterns))
        assert list(map(written, read.exclude)) == list(map(written, kept.exclude))
        assert read.details.keys() == kept.details.keys()
        for name, patterns in read.details.items():
            assert list(map(written, patterns)) == list(map(written, kept.details[name]))
        assert told(read) == told(kept)
        assert read.cues.keys() == kept.cues.keys()
        for name, patterns in read.cues.items():
            assert list(map(written, patterns)) == list(map(written, kept.cues[name]))
    assert first.vocabulary.tables == second.vocabulary.tables
    assert first.vocabulary.groups == second.vocabulary.groups
    assert list(map(cue, first.vocabulary.scopes)) == list(map(cue, second.vocabulary.scopes))
    assert first.macros == second.macros


def test_the_second_time_no_rule_file_is_parsed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_anew(folder)
    monkeypatch.setattr(compiled, "read_rules", lambda *_: pytest.fail("parsed again"))
    assert [rule.id for rule in load_anew(folder).rules] == ["one"]
    monkeypatch.setattr(compiled, "read_cache", lambda *_: pytest.fail("read again"))
    assert [rule.id for rule in Rulebook.load(folder).rules] == ["one"]


def test_a_change_of_a_file_is_seen(folder: Path) -> None:
    Rulebook.load(folder)
    (folder / "own.toml").write_text(rule("two", "{number} words"), encoding="utf-8")
    assert [rule.id for rule in Rulebook.load(folder).rules] == ["two"]


def test_a_change_of_the_vocabulary_is_seen(folder: Path) -> None:
    Rulebook.load(folder)
    (folder / "vocabulary").mkdir()
    (folder / "vocabulary" / "groups.toml").write_text('[groups]\na = "b"\n', encoding="utf-8")
    assert Rulebook.load(folder).vocabulary.groups == {"a": "b"}


@pytest.mark.parametrize("content", [[], {}, {"rules": [{}]}, {"vocabulary": 1}, "rules"])
def test_a_cache_of_another_shape_is_made_again(folder: Path, cache: Path, content: object) -> None:
    load_anew(folder)
    (file,) = cache.iterdir()
    file.write_text(json.dumps(content), encoding="utf-8")
    assert [rule.id for rule in load_anew(folder).rules] == ["one"]
    assert json.loads(file.read_text(encoding="utf-8")) != content


def test_broken_rules_are_not_kept(folder: Path, cache: Path) -> None:
    (folder / "own.toml").write_text("[[rule]]\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(RuleError, match=r"own\.toml"):
            Rulebook.load(folder)
    assert not cache.exists()


def test_rules_of_the_same_id_in_two_folders_are_refused(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "more.toml").write_text(rule("one", "{number} words"), encoding="utf-8")
    with pytest.raises(RuleError, match=r"rule one stands in own\.toml too"):
        Rulebook.load(folder, [other])


def test_rules_in_folders_are_read_by_the_names_of_their_files(folder: Path) -> None:
    (folder / "course").mkdir()
    (folder / "course" / "early.toml").write_text(rule("two", "{number} words"), encoding="utf-8")
    for beside in ("vocabulary", "decision"):
        (folder / beside).mkdir()
        (folder / beside / "any.toml").write_text('["no rules"]\n', encoding="utf-8")
    for book in (load_anew(folder), load_anew(folder)):
        assert [rule.path for rule in book.rules] == [
            folder / "course" / "early.toml",
            folder / "own.toml",
        ]


def test_a_file_that_moves_keeps_no_old_path(folder: Path) -> None:
    load_anew(folder)
    (folder / "course").mkdir()
    (folder / "own.toml").rename(folder / "course" / "own.toml")
    (rule,) = load_anew(folder).rules
    assert rule.path == folder / "course" / "own.toml"
