"""The vocabulary: wordings that parser and rules share."""

from __future__ import annotations

from pathlib import Path

import pytest

from factcheck import FactChecker
from factcheck.errors import RuleError
from factcheck.rulebook.vocabulary import Vocabulary


def load(folder: Path, **files: str) -> Vocabulary:
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return Vocabulary.load(folder)


def test_tables_of_all_files_are_one_vocabulary(tmp_path: Path) -> None:
    vocabulary = load(tmp_path, a='[object]\nafter = ["over"]', b='[role]\nhome = ["the hosts"]')
    assert vocabulary.words("object", "after") == ["over"]
    assert vocabulary.words("role", "home") == ["the hosts"]


def test_a_row_that_is_missing_is_empty(tmp_path: Path) -> None:
    assert load(tmp_path, a="[object]").words("object", "after") == []
    assert load(tmp_path).words("nothing", "at all") == []


def test_no_row_that_is_asked_for_is_missing(
    demo_kb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: dict[tuple[str, str], list[str]] = {}
    words = Vocabulary.words

    def noted(vocabulary: Vocabulary, table: str, row: str) -> list[str]:
        found[table, row] = words(vocabulary, table, row)
        return found[table, row]

    monkeypatch.setattr(Vocabulary, "words", noted)
    FactChecker(demo_kb)
    assert len(found) > 200
    assert [place for place, row in found.items() if not row] == []


def test_groups_of_all_files_are_gathered(tmp_path: Path) -> None:
    vocabulary = load(tmp_path, a='[groups]\nx = "a"', b='[groups]\ny = "b"')
    assert vocabulary.groups == {"x": "a", "y": "b"}


def test_a_group_that_two_files_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="another file too") as raised:
        load(tmp_path, a='[groups]\nx = "a"', b='[groups]\nx = "b"')
    assert (raised.value.path, raised.value.field) == (tmp_path / "b.toml", "x")


def test_cues_for_a_time_name_groups_of_any_file(tmp_path: Path) -> None:
    cue = '[[scope]]\nname = "season"\npatterns = ["of the @season_noun"]\n'
    ((_, pattern, _, _),) = load(tmp_path, a=cue, b='[groups]\nseason_noun = "<season>"').scopes
    assert pattern.source == "of the @season_noun"
    with pytest.raises(RuleError, match="no group @season_noun"):
        load(tmp_path, b="")


def test_cues_for_a_time_have_a_weight(tmp_path: Path) -> None:
    text = (
        '[[scope]]\nname = "next"\npatterns = ["up next", "on deck"]\n'
        '[[scope]]\nname = "season"\nweight = 2\nreach = "predicate"\npatterns = ["this year"]\n'
    )
    scopes = load(tmp_path, a=text).scopes
    assert [(name, pattern.source, *rest) for name, pattern, *rest in scopes] == [
        ("next", "up next", 0, "clause"), ("next", "on deck", 0, "clause"),
        ("season", "this year", 2, "predicate"),
    ]  # fmt: skip


def test_a_cue_that_is_no_pattern_is_refused_with_its_file(tmp_path: Path) -> None:
    text = '[[scope]]\nname = "next"\npatterns = ["up <next"]\n'
    with pytest.raises(RuleError, match=r"a\.toml.*a '<' is not closed"):
        load(tmp_path, a=text)


def test_a_reach_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    text = '[[scope]]\nname = "next"\nreach = "story"\npatterns = ["up next"]\n'
    with pytest.raises(RuleError, match="reach is one of clause, predicate"):
        load(tmp_path, a=text)


def test_wordings_become_entries_of_the_lexicon(tmp_path: Path) -> None:
    text = (
        '[statistic]\nPTS = ["points", "point total"]\n[period]\nQ1 = ["first quarter"]\n'
        '[weekday]\n4 = ["Friday"]\n[role]\nhome = ["the hosts"]\n[plain]\nwords = ["field day"]\n'
    )
    entries = {" ".join(e.words): (e.label, e.value) for e in load(tmp_path, a=text).entries()}
    assert entries == {
        "points": ("statistic", "PTS"),
        "point total": ("statistic", "PTS"),
        "first quarter": ("period", "Q1"),
        "friday": ("day", "4"),
        "the hosts": ("team", "home"),
        "field day": ("plain", ""),
    }


def test_a_table_may_stand_in_one_file_only(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"b\.toml: role: this table stands in another file too"):
        load(tmp_path, a="[role]", b="[role]")


@pytest.mark.parametrize("text", ['[[scope]]\nname = "next"', '[[scope]]\npatterns = ["up next"]'])
def test_a_cue_needs_a_name_and_patterns(tmp_path: Path, text: str) -> None:
    with pytest.raises(RuleError, match=r"a\.toml: scope: needs name and patterns"):
        load(tmp_path, a=text)


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"a\.toml: not valid TOML"):
        load(tmp_path, a="[role")
