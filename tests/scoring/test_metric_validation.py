"""Metrics against the mistakes that people found."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import sacrebleu
from rouge_score.rouge_scorer import RougeScorer
from scipy import stats
from small_lists import RunFactcheck, WriteList

from factcheck.errors import FactCheckError, FormatError
from factcheck.model import Category, Story
from factcheck.scoring import ListedMistake, MistakeList, read_mistakes
from factcheck.scoring.validation import validate
from factcheck.scoring.validation.inputs import gather
from factcheck.scoring.validation.scatter import scatter_plot, write_scatter_plots
from factcheck.scoring.validation.story_files import (
    read_references,
    read_scores,
    read_systems,
    read_texts,
)
from factcheck.scoring.validation.text_metrics import text_metrics
from factcheck.stories.reading import Column

GOLD = {"a": 1.0, "b": 4.0, "c": 2.0, "d": 0.0}
METRIC = {"a": 2.0, "b": 9.0, "c": 3.0, "d": 1.0, "unknown": 99.0}


def row(validation, metric, gold="mistakes", level="story"):  # type: ignore[no-untyped-def]
    return next(
        row for row in validation.rows if (row.metric, row.gold, row.level) == (metric, gold, level)
    )


def test_a_metric_is_correlated_over_the_stories_that_people_checked() -> None:
    found = row(validate(GOLD, {"m": METRIC}), "m")
    assert found.points == 4
    assert found.correlations["spearman"].value == pytest.approx(1)
    expected = stats.pearsonr([1, 4, 2, 0], [2, 9, 3, 1])
    assert found.correlations["pearson"].value == pytest.approx(expected.statistic)
    assert found.correlations["pearson"].p == pytest.approx(expected.pvalue)


def test_a_metric_may_lack_stories() -> None:
    found = row(validate(GOLD, {"m": {"a": 1, "b": 2, "c": 5}}), "m")
    assert found.points == 3
    assert found.correlations["kendall"].value == pytest.approx(1 / 3)


def test_mistakes_per_100_tokens_are_correlated_as_well() -> None:
    tokens = {"a": 50, "b": 400, "c": 100, "d": 10}
    validation = validate(GOLD, {"m": METRIC}, tokens=tokens)
    assert validation.gold["mistakes per 100 tokens"] == {"a": 2, "b": 1, "c": 2, "d": 0}
    found = row(validation, "m", "mistakes per 100 tokens")
    expected = stats.kendalltau([2, 1, 2, 0], [2, 9, 3, 1])
    assert found.correlations["kendall"].value == pytest.approx(expected.statistic)


def test_systems_are_compared_where_known() -> None:
    gold = {"a": 1.0, "b": 3.0, "c": 5.0, "d": 7.0}
    metric = {"a": 1.0, "b": 3.0, "c": 4.0, "d": 9.0}
    systems = {"a": "x", "b": "x", "c": "y", "d": "z", "elsewhere": "w"}
    found = row(validate(gold, {"m": metric}, systems=systems), "m", level="system")
    assert found.points == 3
    expected = stats.pearsonr([2, 5, 7], [2, 4, 9])
    assert found.correlations["pearson"].value == pytest.approx(expected.statistic)


@pytest.mark.parametrize(
    ("metrics", "tokens", "message"),
    [
        ({}, None, "no metric"),
        ({"m": {"other": 1.0}}, None, "metric m has no story"),
        ({"m": METRIC}, {"a": 50}, "tokens of b is not known"),
    ],
)
def test_unusable_input_is_refused(
    metrics: dict[str, dict[str, float]], tokens: dict[str, int] | None, message: str
) -> None:
    with pytest.raises(FactCheckError, match=message):
        validate(GOLD, metrics, tokens=tokens)


def test_stories_without_a_gold_mistake_count_where_people_checked_them() -> None:
    gold = MistakeList((ListedMistake("a", 1, 1, Category.WORD),))
    stories = [Story("a", "One two ."), Story("b", "Three .", system="s")]
    inputs = gather(gold, stories, None, {})
    assert inputs.gold == {"a": 1, "b": 0}
    assert inputs.tokens == {"a": 3, "b": 2}
    assert inputs.systems == {"b": "s"}
    assert gather(gold, [], None, {}).gold == {"a": 1}


def test_a_story_that_a_checker_left_out_does_not_count_as_free_of_mistakes() -> None:
    gold = MistakeList((ListedMistake("a", 1, 1, Category.WORD),), stories=("b",))
    inputs = gather(gold, [], None, {})
    inputs.add_mistakes("csv", MistakeList(()))
    inputs.add_mistakes("reports", MistakeList((), ("a",), complete=True))
    assert inputs.metrics == {"csv": {"b": 0, "a": 0}, "reports": {"a": 0}}


def test_two_metrics_of_one_name_are_refused() -> None:
    inputs = gather(MistakeList((ListedMistake("a", 1, 1, Category.WORD),)), [], None, {})
    inputs.add("m", {"a": 1})
    with pytest.raises(FactCheckError, match="two metrics are called 'm'"):
        inputs.add("m", {"a": 2})


TEXT = "The Suns beat the Grizzlies 102-91 on Wednesday."
REFERENCES = ["The Grizzlies lost to the Suns, 102-91.", "The Suns beat Memphis on Wednesday."]


def test_text_metrics_are_what_their_libraries_say() -> None:
    scores = text_metrics({"a": TEXT, "b": "No reference."}, {"a": REFERENCES})
    assert {story for values in scores.values() for story in values} == {"a"}
    assert scores["BLEU"]["a"] == sacrebleu.sentence_bleu(TEXT, REFERENCES).score
    assert scores["chrF"]["a"] == sacrebleu.sentence_chrf(TEXT, REFERENCES).score
    rouge = RougeScorer(["rouge1", "rouge2", "rougeL"])
    for name, key in (("ROUGE-1", "rouge1"), ("ROUGE-2", "rouge2"), ("ROUGE-L", "rougeL")):
        best = max(rouge.score(reference, TEXT)[key].fmeasure for reference in REFERENCES)
        assert scores[name]["a"] == best


def test_stories_without_any_reference_are_refused() -> None:
    with pytest.raises(FactCheckError, match="no story has a reference"):
        text_metrics({"a": TEXT}, {"b": REFERENCES})


def test_story_files(tmp_path: Path) -> None:
    games = tmp_path / "games.csv"
    games.write_text(
        "TEXT_ID,GENERATED_TEXT,DETOKENIZED_GENERATED_TEXT\nS,A - b .,A-b.\n", encoding="utf-8"
    )
    assert read_texts(games) == [Story("S", "A-b.")]
    assert read_texts(games, Column.TOKENISED) == [Story("S", "A - b .")]
    lines = tmp_path / "stories.jsonl"
    lines.write_text(
        '{"id": "S", "text": "A.", "system": "x", "references": ["B."]}\n', encoding="utf-8"
    )
    assert read_texts(lines) == [Story("S", "A.", system="x", references=("B.",))]
    references = tmp_path / "references.jsonl"
    references.write_text(
        '{"shared_task_text_id": "S", "cleaned_text": "B .", "detokenized_text": "B."}\n'
        '{"id": "T", "references": ["C.", "D."]}\n',
        encoding="utf-8",
    )
    assert read_references(references) == {"S": ("B.",), "T": ("C.", "D.")}
    systems = tmp_path / "systems.csv"
    systems.write_text("sheet,text_id,system\n1,S.txt,x\n2,T,\n", encoding="utf-8")
    assert read_systems(systems) == {"S": "x"}
    scores = tmp_path / "scores.csv"
    scores.write_text("TEXT_ID,one,two\nS.txt,1,2.5\nT,,-3e1\n", encoding="utf-8")
    assert read_scores(scores) == {"one": {"S": 1.0}, "two": {"S": 2.5, "T": -30.0}}


@pytest.mark.parametrize(
    ("reader", "content", "message"),
    [
        (read_scores, "TEXT_ID,m\nS,high\nT,1\n", ":2: m: 'high' is not a number"),
        (read_scores, "TEXT_ID,m\nS,1\nT,nan\n", ":3: m: 'nan' is not a number"),
        (read_scores, "TEXT_ID,m\nS,1\nS.txt,2\n", ":3: S comes twice"),
        (read_scores, "name,m\nS,1\n", ":1: no story id"),
        (read_scores, "TEXT_ID,m\n,1\n", ":2: TEXT_ID: no story id"),
        (read_scores, "TEXT_ID,m\nS\n", ":2: not as many cells"),
        (read_scores, "TEXT_ID,m\nS,1,2\n", ":2: not as many cells"),
        (read_scores, "TEXT_ID\nS\n", "no scores"),
        (read_scores, "TEXT_ID,m\nS,high\n", "no scores"),
        (read_scores, 'TEXT_ID,m\n"S"x,1\n', "not CSV"),
        (read_systems, "TEXT_ID,m\nS,1\n", ":1: system: no such column"),
        (read_texts, "TEXT_ID,x\nS,1\n", ":1: DETOKENIZED_GENERATED_TEXT: no such column"),
        (read_texts, '{"id": "S"}\n', ":1: text: no text"),
        (read_texts, '{"id": "S", "text": " "}\n', ":1: text: no text"),
        (read_texts, '{"text": "A."}\n', ":1: id: missing"),
        (
            read_texts,
            '{"id": "S", "text": "A."}\n{"id": "S", "text": "A."}\n',
            ":2: S comes twice",
        ),
        (read_references, '{"id": "S"}\n', ":1: expected a reference text"),
        (read_references, '{"id": "S", "references": [1]}\n', ":1: expected a reference text"),
    ],
)
def test_an_unusable_file_is_refused(reader, content, message, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "file"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        reader(path)
    assert message in str(caught.value)


def test_a_scatter_plot_has_a_point_a_story_and_is_the_same_every_time() -> None:
    validation = validate(GOLD, {"<m> & $x_1$": METRIC}, systems={"a": "x", "b": "y"})
    chart = scatter_plot(validation, "<m> & $x_1$")
    assert chart == scatter_plot(validation, "<m> & $x_1$")
    root = ElementTree.fromstring(chart)
    texts = {"".join(item.itertext()) for item in root.iter("{http://www.w3.org/2000/svg}text")}
    # The name is text as it is, neither markup nor mathematics.
    assert {"<m> & $x_1$", "x", "y", "system not given"} <= texts
    assert "4 stories: r 0.96, ρ 1.00, τ 1.00" in texts
    groups = [item for item in root.iter() if item.get("id", "").startswith("PathCollection")]
    points = [use for group in groups for use in group.iter("{http://www.w3.org/2000/svg}use")]
    # The legend shows the marks of x, of y and of no system once more.
    assert len(points) == len(GOLD) + 3


def test_plots_of_like_named_metrics_do_not_overwrite_each_other(tmp_path: Path) -> None:
    validation = validate(GOLD, {"a b": METRIC, "A-B": METRIC, "??": METRIC})
    paths = write_scatter_plots(validation, tmp_path / "new" / "plots")
    assert [path.name for path in paths] == ["a-b.svg", "a-b--2.svg", "metric.svg"]
    assert all(path.stat().st_size for path in paths)


@pytest.fixture
def gold_list(write_list: WriteList) -> Path:
    rows = [
        f"{story},,1,x,,,{token},{token},WORD,,"
        for story, number in (("a", 1), ("b", 4), ("c", 2))
        for token in range(1, number + 1)
    ]
    return write_list(rows, "gold.csv")


def test_the_command_correlates_scores(
    gold_list: Path, tmp_path: Path, run_factcheck: RunFactcheck
) -> None:
    scores = tmp_path / "scores.csv"
    scores.write_text("id,good,bad\na,1,3\nb,9,1\nc,2,2\n", encoding="utf-8")
    arguments = ("validate", "--gold", gold_list, "--scores", scores, "--bootstrap", "20")
    result = run_factcheck(*arguments, "--format", "json", "--plots", tmp_path / "plots")
    assert result.returncode == 0, result.stderr
    rows = json.loads(result.stdout)["rows"]
    assert [item["metric"] for item in rows] == ["good", "bad"]
    assert rows[0]["correlations"]["spearman"]["value"] == pytest.approx(1)
    assert rows[1]["correlations"]["kendall"]["value"] == pytest.approx(-1)
    assert sorted(path.name for path in (tmp_path / "plots").iterdir()) == ["bad.svg", "good.svg"]
    table = run_factcheck(*arguments, "--format", "csv").stdout
    assert len(list(csv.DictReader(io.StringIO(table)))) == 2 * 3
    text = run_factcheck(*arguments)
    assert "Correlation with gold mistakes, per story" in text.stdout
    assert text.stdout == run_factcheck(*arguments).stdout


def test_columns_of_text_are_left_out_of_scores_with_a_note(
    gold_list: Path, tmp_path: Path, run_factcheck: RunFactcheck
) -> None:
    scores = tmp_path / "scores.csv"
    scores.write_text("id,system,m\na,neural,1\nb,,9\nc,neural,2\n", encoding="utf-8")
    result = run_factcheck(
        *("validate", "--gold", gold_list, "--scores", scores),
        *("--bootstrap", "0", "--format", "json"),
    )
    assert result.returncode == 0
    assert result.stderr == f"left out: {scores}: system: the column holds text, no scores\n"
    assert [row["metric"] for row in json.loads(result.stdout)["rows"]] == ["m"]


def test_the_command_compares_with_references_of_the_stories(
    gold_list: Path, tmp_path: Path, run_factcheck: RunFactcheck
) -> None:
    stories = tmp_path / "stories.jsonl"
    lines = [
        {"id": name, "text": f"{TEXT} {name} {extra}", "references": REFERENCES}
        for name, extra in (("a", "x"), ("b", "y y y y"), ("c", "z z"))
    ]
    stories.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    result = run_factcheck(
        *("validate", "--gold", gold_list, "--stories", stories),
        *("--bootstrap", "0", "--format", "json"),
    )
    assert result.returncode == 0, result.stderr
    rows = json.loads(result.stdout)["rows"]
    found = {item["metric"]: item for item in rows if item["gold"] == "mistakes"}
    assert set(found) == {"BLEU", "chrF", "ROUGE-1", "ROUGE-2", "ROUGE-L"}
    bleu = [sacrebleu.sentence_bleu(line["text"], REFERENCES).score for line in lines]
    expected = stats.pearsonr(bleu, [1, 4, 2])
    assert found["BLEU"]["correlations"]["pearson"]["value"] == pytest.approx(expected.statistic)
    assert len(rows) == 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no metric to validate"),
        (("--kb", "none.duckdb"), "need the stories; use --stories"),
        (("--references", "none.jsonl"), "need the stories; use --stories"),
        (("--scores", "none.csv"), "none.csv: cannot be read"),
        (("--stories", "none.csv"), "none.csv: cannot be read"),
    ],
)
def test_unusable_options_are_one_line_and_status_2(
    arguments: tuple[str, ...], message: str, gold_list: Path, run_factcheck: RunFactcheck
) -> None:
    result = run_factcheck("validate", "--gold", gold_list, *arguments)
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert message in result.stderr


def test_a_missing_library_is_named_with_what_to_install(gold_list: Path, tmp_path: Path) -> None:
    scores = tmp_path / "scores.csv"
    scores.write_text("id,m\na,1\nb,2\nc,3\n", encoding="utf-8")
    # A real interpreter in which scipy cannot be found, as without the extra.
    program = (
        "import sys; sys.modules['scipy'] = None; sys.modules['scipy.stats'] = None; "
        f"sys.argv = ['factcheck', 'validate', '--gold', {str(gold_list)!r}, "
        f"'--scores', {str(scores)!r}]; "
        "from factcheck.__main__ import main; main()"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert "run: pip install 'factcheck[metrics]'" in result.stderr


def test_real_stories_correlate_as_scipy_says(data: Path, run_factcheck: RunFactcheck) -> None:
    folder = data / "accuracy_shared_task"
    peer = folder / "example_submissions" / "peer_metric_train.csv"
    result = run_factcheck(
        *("validate", "--gold", folder / "gsml.csv", "--stories", folder / "games.csv"),
        *("--references", folder / "shared_task.jsonl", "--mistakes", peer),
        *("--systems", data / "gold_standard_2020" / "systems.csv"),
        *("--bootstrap", "0", "--format", "json"),
    )
    assert result.returncode == 0, result.stderr
    rows = json.loads(result.stdout)["rows"]
    found = {(item["metric"], item["gold"], item["level"]): item for item in rows}
    gold, metric = read_mistakes(folder / "gsml.csv"), read_mistakes(peer)
    stories = gold.stories
    expected = stats.spearmanr([*gold.count(stories).values()], [*metric.count(stories).values()])
    peer_row = found["peer_metric_train", "mistakes", "story"]
    assert peer_row["points"] == 60
    assert peer_row["correlations"]["spearman"]["value"] == pytest.approx(expected.statistic)
    texts = {story.id: story.text for story in read_texts(folder / "games.csv")}
    references = read_references(folder / "shared_task.jsonl")
    bleu = [sacrebleu.sentence_bleu(texts[s], list(references[s])).score for s in stories]
    expected = stats.pearsonr([*gold.count(stories).values()], bleu)
    bleu_row = found["BLEU", "mistakes", "story"]
    assert bleu_row["correlations"]["pearson"]["value"] == pytest.approx(expected.statistic)
    assert bleu_row["correlations"]["pearson"]["p"] == pytest.approx(expected.pvalue)
    assert found["BLEU", "mistakes", "system"]["points"] == 3
