"""A study as Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

from factcheck.hallucinations import Corpus, analyse, to_csv, to_dict, to_markdown


def test_json_names_the_stories_behind_every_count(older: Corpus, newer: Corpus) -> None:
    found = json.loads(json.dumps(to_dict(analyse([older, newer]))))
    assert found["corpora"][0]["per_story"]["mean"] == 2.0
    assert found["systems"][0]["categories"]["WORD"]["in_stories"] == ["older-1", "older-2"]
    rule = next(row for row in found["breakdowns"]["rule"] if row["label"] == "player-statistic")
    assert rule["corpora"]["newer"] == {"mistakes": 1, "in_stories": ["newer-4"]}
    assert found["comparison"]["categories"][0]["difference"]["mean"] == -0.75
    assert found["comparison"]["stories"][0] == {
        "first": "older-1",
        "second": "newer-1",
        "game": "2014-11-01-MEM-PHX",
        "difference": -2,
    }


def test_csv_holds_one_figure_a_row(older: Corpus, newer: Corpus) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(analyse([older, newer])))))
    total = next(row for row in rows if row["table"] == "system" and row["category"] == "ALL")
    assert (total["corpus"], total["mistakes"], total["mean"]) == ("older", "8", "2.0000")
    change = next(row for row in rows if row["table"] == "compare-category")
    assert (change["label"], change["mean"], change["stories"]) == ("ALL", "-0.7500", "4")
    sentences = [row["mistakes"] for row in rows if row["table"] == "sentence"]
    assert sentences == ["1", "1", "4", "1", "3", "3"]


def test_markdown_shows_the_tables_of_a_paper(older: Corpus) -> None:
    text = to_markdown(analyse([older]))
    assert "| older | 4 | 0.50 (0.00 to 1.00) | 1.00 (0.25 to 1.75) |" in text
    assert "| Friday | NAME | 3 | 3 | Saturday (3) |" in text


def test_words_from_stories_cannot_break_a_markdown_table(older: Corpus) -> None:
    report = older.reports[2]
    hostile = replace(report.mistakes[0], rule="a|b", correction="<script>[x](y)\n|")
    text = to_markdown(analyse([Corpus("odd", (replace(report, mistakes=(hostile,)),))]))
    assert "| a\\|b | NAME | 1 | 1 |" in text
    assert "| &lt;script>\\[x\\](y) \\| |" in text
