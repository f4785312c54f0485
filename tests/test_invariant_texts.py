"""Texts changed in what says nothing, and what becomes of their numbers."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from factcheck import FactChecker, Story
from factcheck.model import Verdict

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

from invariance import FORMS, Count, Judge, count_forms, count_words, insertions, numbers_of

TEXT = (
    "Mike Conley had 24 points and 11 assists. Courtney Lee scored 22 and made nine of 14 shots. "
    "The Suns won the third quarter by one and were behind after the game."
)
STORY = Story("s", TEXT, "2014-11-05-MEM-PHX")


@pytest.fixture(scope="module")
def judge(demo_checker: FactChecker) -> Judge:
    return Judge(demo_checker)


def test_forms_keep_all_words(judge: Judge) -> None:
    plain = re.findall(r"[a-z]+", TEXT.lower())
    for name, change in FORMS.items():
        if name in {"digits", "words", "&", "“also” before verbs"}:
            continue
        assert re.findall(r"[a-z]+", change(TEXT).lower()) == plain, name


def test_forms_of_the_treebank_stand_apart() -> None:
    text = "Conley's 12 points (5-of-9 FG) didn't hurt, nor 46% shooting."
    apart = "Conley 's 12 points ( 5-of-9 FG ) did n't hurt , nor 46 % shooting ."
    assert FORMS["tokens of the Treebank"](text) == apart
    assert "-LRB- 5-of-9 FG -RRB-" in FORMS["brackets of the Treebank"](text)


def test_words_are_put_beside_a_number(judge: Judge) -> None:
    (parsed,) = judge.documents([STORY])
    assert parsed is not None
    document = parsed[1]
    first = numbers_of(document)[0]

    changed = {
        name: f"{TEXT[:at]}{words}{TEXT[at:]}" for words, at, name in insertions(document, first)
    }

    assert changed["adjective before the noun"].startswith("Mike Conley had 24 hard-earned points")
    assert changed["adjective before the number"].startswith("Mike Conley had a remarkable 24")
    assert changed["adverb before the verb"].startswith("Mike Conley quietly had 24")


def test_numbers_that_held_are_counted() -> None:
    count = Count()
    held, wrong = Verdict.SUPPORTED, Verdict.CONTRADICTED

    count.add([held, held, held, wrong, None], [held, wrong, None, held, held])

    assert (count.held, count.hold, count.wrong) == (3, 1, 1)


def test_what_holds_goes_on_to_hold(judge: Judge) -> None:
    (before,) = judge.verdicts([STORY])
    assert before is not None
    assert before.count(Verdict.SUPPORTED) >= 4
    counts = count_forms(judge, [STORY]) | count_words(judge, [STORY])

    assert set(FORMS) < set(counts)
    assert all(one.held for one in counts.values())
    assert all(one.hold == one.held for one in counts.values()), counts


def test_a_text_about_another_game_is_left_out(judge: Judge) -> None:
    other = Story("o", "The Celtics beat the Lakers 113-107 in Boston.", STORY.game)
    assert judge.verdicts([other]) == [None]
