"""Checking with the real ``datasets`` library, and the metric by its results."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from datasets import Dataset
from datasets.fingerprint import Hasher

from factcheck.errors import FormatError, KnowledgeBaseError, StoryError
from factcheck.integrations.huggingface import METRIC, CheckBatch, FactCheckMetric
from factcheck.model import Mistake

pytestmark = pytest.mark.slow

GAME = "2014-11-05-MEM-PHX"
CLEAN = "Courtney Lee scored 22 points."
WRONG = "Courtney Lee scored 21 points."
UNKNOWN = "1999-01-01-MEM-PHX"


def test_map_adds_columns_even_where_the_first_batch_has_no_mistake(demo_kb: Path) -> None:
    dataset = Dataset.from_dict({"summary": [CLEAN, CLEAN, WRONG], "match": [GAME] * 3})
    check = CheckBatch(demo_kb, text="summary", game="match")
    checked = dataset.map(check, batched=True, batch_size=2)
    assert checked["mistake_count"] == checked["mistakes_NUMBER"] == [0, 0, 1]
    assert checked["mistakes_NAME"] == [0, 0, 0]
    assert set(checked["checked_game"]) == {GAME}
    mistakes = [[Mistake.from_dict(item) for item in json.loads(m)] for m in checked["mistakes"]]
    assert [[m.correction for m in found] for found in mistakes] == [[], [], ["22"]]


def test_map_works_in_several_processes(demo_kb: Path) -> None:
    dataset = Dataset.from_dict({"text": [CLEAN, WRONG] * 4, "game": [GAME] * 8})
    checked = dataset.map(CheckBatch(demo_kb, game="game"), batched=True, num_proc=2)
    assert checked["mistake_count"] == [0, 1] * 4


def test_a_plain_dict_of_lists_is_a_batch(demo_kb: Path) -> None:
    found = CheckBatch(demo_kb, game="game")({"text": [WRONG], "game": [GAME]})
    assert found["mistake_count"] == [1]
    assert {len(column) for column in found.values()} == {1}


def test_an_empty_batch_has_empty_columns(demo_kb: Path) -> None:
    assert CheckBatch(demo_kb)({"text": []})["mistakes"] == []


def test_the_game_is_found_from_the_text_where_none_is_given(demo_kb: Path) -> None:
    text = "The Memphis Grizzlies beat the Phoenix Suns 102-91. " + WRONG
    found = CheckBatch(demo_kb, game="game")({"text": [text], "game": [None]})
    assert found["checked_game"] == [GAME]
    assert found["mistakes_NUMBER"] == [1]


def test_a_text_that_cannot_be_checked_ends_the_run(demo_kb: Path) -> None:
    with pytest.raises(StoryError, match=f"text 1 of a batch: .*{UNKNOWN}"):
        CheckBatch(demo_kb, game="game")({"text": [CLEAN, WRONG], "game": [GAME, UNKNOWN]})


def test_a_text_that_cannot_be_checked_can_be_recorded(demo_kb: Path) -> None:
    check = CheckBatch(demo_kb, game="game", keep_going=True)
    found = check({"text": [WRONG, None, WRONG], "game": [UNKNOWN, GAME, GAME]})
    assert found["mistake_count"] == [-1, -1, 1]
    assert UNKNOWN in found["check_error"][0]
    assert found["check_error"][1:] == ["the story is empty", ""]


@pytest.mark.parametrize("names", [{"text": "story"}, {"game": "match"}])
def test_a_missing_column_is_named(names: dict[str, str], demo_kb: Path) -> None:
    missing = next(iter(names.values()))
    with pytest.raises(FormatError, match=f"{missing}: no such column; there are text"):
        CheckBatch(demo_kb, **names)({"text": [WRONG]})


def test_the_cache_tells_knowledge_bases_apart(demo_kb: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.duckdb"
    copy.write_bytes(demo_kb.read_bytes())
    before = Hasher.hash(CheckBatch(copy))
    assert Hasher.hash(pickle.loads(pickle.dumps(CheckBatch(copy)))) == before
    copy.write_bytes(demo_kb.read_bytes())
    assert Hasher.hash(CheckBatch(copy)) != before


def test_a_missing_knowledge_base_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError):
        CheckBatch(tmp_path / "none.duckdb")


def test_the_module_needs_no_library_of_hugging_face() -> None:
    program = (
        "import sys, factcheck.integrations.huggingface; "
        "print({'datasets', 'evaluate', 'pyarrow'} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.stdout == "set()\n"


def test_the_metric_computes_the_scores_figures(demo_kb: Path) -> None:
    found = FactCheckMetric(demo_kb).compute(
        predictions=[CLEAN, WRONG], references=[CLEAN, [WRONG, CLEAN]], games=[GAME, GAME]
    )
    assert found["stories"] == 2
    assert found["rg_precision"] == found["mistakes"] == 0.5
    assert found["cs_f1"] == found["co"] == 1
    assert found["mistakes_per_100_tokens"] == pytest.approx(100 / 12)


def test_the_metric_leaves_out_what_needs_a_reference(demo_kb: Path) -> None:
    found = FactCheckMetric(demo_kb).compute(predictions=[WRONG], games=[GAME])
    assert "cs_f1" not in found
    assert found["rg_precision"] == 0


def test_texts_can_be_added_one_by_one_and_are_forgotten_after(demo_kb: Path) -> None:
    metric = FactCheckMetric(demo_kb)
    metric.add(prediction=CLEAN, reference=WRONG, game=GAME)
    metric.add_batch(predictions=[WRONG], games=[GAME])
    assert metric.compute()["stories"] == 2
    assert metric.compute() == {"stories": 0}


def test_lists_of_different_lengths_are_refused(demo_kb: Path) -> None:
    with pytest.raises(FormatError, match="games: 1 for 2 predictions"):
        FactCheckMetric(demo_kb).compute(predictions=[CLEAN, WRONG], games=[GAME])


def test_the_metric_names_the_text_that_cannot_be_checked(demo_kb: Path) -> None:
    with pytest.raises(StoryError, match=f"prediction 1: .*{UNKNOWN}"):
        FactCheckMetric(demo_kb).compute(predictions=[CLEAN, WRONG], games=[GAME, UNKNOWN])


@pytest.fixture
def loaded(demo_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The metric as ``evaluate.load`` gives it, without a network."""
    import evaluate

    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    return evaluate.load(METRIC, kb=str(demo_kb), cache_dir=str(tmp_path))


def test_evaluate_loads_the_metric_from_its_file(loaded: Any, demo_kb: Path) -> None:
    import evaluate

    assert isinstance(loaded, evaluate.EvaluationModule)
    inputs = {"predictions": [CLEAN, WRONG], "games": [GAME, GAME]}
    figures = loaded.compute(**inputs)
    assert figures.pop("signature") == FactCheckMetric(demo_kb).signature
    assert figures == FactCheckMetric(demo_kb).compute(**inputs)
    assert figures["stories"] == 2
    assert figures["mistakes"] == 0.5


def test_evaluate_collects_what_is_added(loaded: Any) -> None:
    loaded.add(prediction=WRONG, game=GAME)
    loaded.add_batch(predictions=[CLEAN], references=[[CLEAN]], games=[GAME])
    figures = loaded.compute()
    assert figures["stories"] == 2
    assert figures["cs_f1"] == 1
    with pytest.raises(StoryError, match=f"prediction 0: .*{UNKNOWN}"):
        loaded.compute(predictions=[WRONG], games=[UNKNOWN])


def test_evaluate_combines_it_with_other_metrics(loaded: Any) -> None:
    import evaluate

    both = evaluate.combine([loaded, loaded])
    assert both.compute(predictions=[WRONG], references=[CLEAN], games=[GAME])
