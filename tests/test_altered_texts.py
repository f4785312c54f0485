"""True texts with one word altered: what lone mistakes are measured on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from factcheck import FactChecker, Story

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

from altered import CATEGORIES, Alteration, Outcome, alterations, outcomes
from thinned import Version

GAME = "2014-11-05-MEM-PHX"
TEXT = (
    "The Grizzlies beat the Suns on Wednesday. They won the first quarter. "
    "They shot 46 percent. Marc Gasol was 7-of-14. "
    "Mike Conley had 24 points and 11 assists, and Courtney Lee made nine of his 14 shots for 22. "
    "Isaiah Thomas scored 15 off the bench for the Suns, who got 20 from Markieff Morris."
)
TRUE = Version("own", "look", "none", Story("s", TEXT, GAME), (), 1.0)


@pytest.fixture(scope="module")
def altered(demo_checker: FactChecker) -> list[Alteration]:
    return alterations(demo_checker.prepare(TRUE.story), TRUE)


def test_each_has_one_other_word_and_its_mark(altered: list[Alteration]) -> None:
    assert {one.kind for one in altered} == set(CATEGORIES)
    for one in altered:
        text = one.version.story.text
        ((start, end, category),) = one.version.gold
        assert category == CATEGORIES[one.kind]
        rest = text[end:]
        assert text[:start] == TEXT[:start]
        assert TEXT.endswith(rest)
        assert text[start:end] != TEXT[start : len(TEXT) - len(rest)]


def test_a_name_becomes_that_of_a_team_mate_who_is_named(altered: list[Alteration]) -> None:
    sides = (
        {"Mike Conley", "Courtney Lee", "Marc Gasol"},
        {"Isaiah Thomas", "Markieff Morris"},
    )
    for one in altered:
        if one.kind == "name":
            ((start, end, _),) = one.version.gold
            new = one.version.story.text[start:end]
            old = TEXT[start : end + len(TEXT) - len(one.version.story.text)]
            assert any({old, new} <= side for side in sides)


def test_versions_of_a_kind_count_as_one_text(altered: list[Alteration]) -> None:
    for kind in CATEGORIES:
        shares = sum(one.version.share for one in altered if one.kind == kind)
        assert shares == pytest.approx(1)


def test_what_is_altered_is_found(eager_checker: FactChecker) -> None:
    found = list(outcomes(eager_checker, [TRUE]))
    assert found
    assert all(isinstance(one, Outcome) for one in found)
    told = [one for one in found if one.alteration.kind in {"number", "shots", "day"}]
    assert all(one.on or one.beside for one in told)
    assert any(one.on > one.beside for one in found)
