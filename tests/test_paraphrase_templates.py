"""The templates of benchmarks/paraphrases.py: complete, filled with what is so, split in two."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest

from factcheck.knowledge import KnowledgeBase

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))
from paraphrase_games import KINDS, Game, Games  # noqa: E402
from paraphrases import PARTS, fill, in_words, tellings  # noqa: E402


def templates(part: str) -> list[dict[str, str]]:
    lines = (BENCHMARKS / "paraphrases" / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def game() -> Game:
    return Games(KnowledgeBase.examples()).game("2014-11-05-MEM-PHX")


def test_every_kind_is_told_in_both_parts_and_no_sentence_in_two() -> None:
    told = {part: templates(part) for part in PARTS}
    for part in PARTS:
        assert {one["kind"] for one in told[part]} == set(KINDS)
    texts = [one["text"] for part in PARTS for one in told[part]]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("kind", ["player_points", "final_score", "record", "lead_changes", "run"])
def test_all_templates_of_a_kind_can_be_filled(game: Game, kind: str) -> None:
    chance = random.Random(3)
    telling = next(found for _ in range(200) if (found := KINDS[kind](game, chance)) is not None)
    for template in (one for part in PARTS for one in templates(part) if one["kind"] == kind):
        assert "{" not in fill(template["text"], telling.slots)


def test_what_is_false_differs_from_what_is_so(game: Game) -> None:
    telling = KINDS["final_score"](game, random.Random(0))
    assert telling is not None
    told = list(tellings("The {T} beat the {O} {tp}-{op}.", telling))
    assert told == [
        ("The Grizzlies beat the Suns 102-91.", None),
        ("The Grizzlies beat the Suns 105-91.", "105"),
        ("The Grizzlies beat the Suns 102-87.", "87"),
        ("The Suns beat the Grizzlies 102-91.", ""),
    ]


def test_facts_are_counted_from_the_plays(game: Game) -> None:
    changes = KINDS["lead_changes"](game, random.Random(0))
    assert changes is not None
    assert changes.slots == {"n": 7}


def test_numbers_in_words() -> None:
    assert [in_words(n) for n in (0, 12, 20, 21, 99, 104)] == [
        "zero", "twelve", "twenty", "twenty-one", "ninety-nine", "104",
    ]  # fmt: skip


def test_facts_of_the_season_are_counted_from_the_games(game: Game) -> None:
    played = KINDS["games_played"](game, random.Random(0))
    assert played is not None
    assert played.slots == {"T": "Suns", "O": "Grizzlies", "n": 5}
