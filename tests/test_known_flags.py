"""The list of known flags on human-written summaries, and how the benchmark reads it."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from factcheck import Category, Mistake, Span

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))
import summaries


def flag(words: str, token: int, rule: str = "player-statistic") -> Mistake:
    return Mistake(Span(0, 1, token, token, 1, 1, 1, words), Category.NUMBER, rule)


def test_every_known_flag_has_a_verdict_and_its_evidence() -> None:
    known = summaries.read_judgements()
    assert len(known) > 50
    assert len({(j.story, j.token_start, j.rule) for j in known}) == len(known)
    for judgement in known:
        assert judgement.evidence.strip()
        assert 1 <= judgement.token_start <= judgement.token_end
        assert len(judgement.words.split()) == judgement.token_end - judgement.token_start + 1


def test_an_unknown_verdict_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "summaries.csv"
    lines = summaries.LIST.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([lines[0], lines[1].replace("mistake", "perhaps")]), encoding="utf-8")
    with pytest.raises(ValueError, match="'perhaps' is none of mistake, false alarm"):
        summaries.read_judgements(path)


def test_a_flag_is_known_by_story_rule_words_and_place() -> None:
    one = summaries.Judgement("S1", 100, 100, "53", "player-statistic", "mistake", "54 of them")
    two = replace(one, token_start=103, token_end=103)
    assert summaries.judgement_of("S1", flag("53", 101), [one, two]) == one
    assert summaries.judgement_of("S1", flag("53", 102), [one, two]) == two
    assert summaries.judgement_of("S1", flag("53", 90), [one, two]) is None
    assert summaries.judgement_of("S2", flag("53", 100), [one, two]) is None
    assert summaries.judgement_of("S1", flag("54", 100), [one, two]) is None
    assert summaries.judgement_of("S1", flag("53", 100, "record"), [one, two]) is None


def test_words_are_the_same_in_both_forms_of_a_text() -> None:
    one = summaries.Judgement("S1", 9, 11, "16 - 2", "lead-changes", "not checkable", "no plays")
    assert summaries.judgement_of("S1", flag("16-2", 9, "lead-changes"), [one]) == one
