"""Counts, breakdowns and comparisons against cases worked by hand and a paper's table."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from factcheck.errors import FormatError
from factcheck.hallucinations import Breakdown, Corpus, Study, analyse
from factcheck.hallucinations.comparison import pair_stories
from factcheck.model import Category, Claim, Mistake, Report, Span, Story, Verdict


def breakdown(study: Study, aspect: str) -> Breakdown:
    return next(found for found in study.breakdowns if found.aspect == aspect)


def counts(study: Study, aspect: str) -> dict[str, list[int]]:
    rows = breakdown(study, aspect).rows
    return {row.label: [len(found) for found in row.occurrences] for row in rows}


def test_rates_are_means_over_stories(older: Corpus) -> None:
    (rates,) = analyse([older]).systems
    assert (rates.system, rates.stories, rates.tokens, rates.clean) == ("older", 4, 72, 1)
    assert rates.per_story.mean == 2.0
    assert rates.per_100_tokens is not None
    assert rates.per_100_tokens.mean == pytest.approx(100 * 8 / 72)
    means = {category: estimate.mean for category, estimate in rates.categories.items()}
    assert means[Category.NAME] == 1.0
    assert means[Category.WORD] == means[Category.NUMBER] == 0.5
    assert means[Category.CONTEXT] == 0.0


def test_rate_per_token_is_unknown_where_a_story_has_no_tokens(older: Corpus) -> None:
    reports = (*older.reports[1:], replace(older.reports[0], tokens=0))
    assert analyse([Corpus("older", reports)]).systems[0].per_100_tokens is None


def test_systems_of_one_file_are_told_apart(older: Corpus, newer: Corpus) -> None:
    together = Corpus("both", older.reports + newer.reports)
    study = analyse([together])
    assert [(rates.system, rates.per_story.mean) for rates in study.systems] == [
        ("newer", 1.25),
        ("older", 2.0),
    ]
    assert study.totals[0].per_story.mean == 13 / 8


def test_breakdowns_count_per_corpus(older: Corpus, newer: Corpus) -> None:
    study = analyse([older, newer])
    assert counts(study, "rule") == {
        "next-game-day": [3, 3],
        "player-statistic": [2, 1],
        "bench-leader": [2, 0],
        "game-day": [1, 1],
    }
    assert counts(study, "sentence") == {"1": [1, 1], "2": [4, 1], "3": [3, 3]}
    assert counts(study, "player") == {"Isaiah Thomas": [4, 1]}
    assert counts(study, "statistic") == {"points": [4, 1]}
    assert counts(study, "team") == {"PHX": [4, 1]}


def test_sentences_count_the_stories_that_have_them(older: Corpus) -> None:
    short = replace(older.reports[3], sentences=2)
    study = analyse([Corpus("older", (*older.reports[:3], short))])
    assert [row.chances for row in breakdown(study, "sentence").rows] == [(4,), (4,), (3,)]


def test_words_gather_their_corrections(older: Corpus) -> None:
    first = breakdown(analyse([older]), "words").rows[0]
    assert (first.label, first.category, first.remark) == (
        "Friday",
        Category.NAME,
        "Saturday (3)",
    )


def test_claims_give_the_share_that_is_wrong_and_name_what_evidence_does_not(
    older: Corpus,
) -> None:
    report = older.reports[2]
    span = report.mistakes[0].span
    claims = (
        Claim("next-game-day", span, Verdict.CONTRADICTED, {"team": "PHX"}),
        Claim("next-game-day", older.reports[0].mistakes[0].span, Verdict.SUPPORTED),
    )
    study = analyse([Corpus("claimed", (replace(report, claims=claims),))])
    assert breakdown(study, "rule").rows[0].chances == (2,)
    assert breakdown(study, "rule").rows[0].wrong == (1,)
    assert counts(study, "team") == {"PHX": [1]}


def test_a_claim_with_two_mistakes_is_one_wrong_claim(older: Corpus) -> None:
    report = next(report for report in older.reports if report.mistakes)
    first = report.mistakes[0]
    end = first.span.end
    second = replace(first, span=replace(first.span, start=end, end=end + 1))
    whole = replace(first.span, end=end + 1)
    marked = replace(
        report,
        mistakes=(first, second),
        claims=(Claim(first.rule, whole, Verdict.CONTRADICTED),),
    )
    (row,) = breakdown(analyse([Corpus("claimed", (marked,))]), "rule").rows
    assert (row.total, row.chances, row.wrong) == (2, (1,), (1,))


def test_systems_of_both_files_are_told_apart_by_file(older: Corpus, newer: Corpus) -> None:
    stories = older.reports + newer.reports
    study = analyse([Corpus("first", stories), Corpus("second", stories)])
    assert [rates.system for rates in study.systems] == [
        "newer, first",
        "older, first",
        "newer, second",
        "older, second",
    ]


def test_comparison_says_what_changed_on_the_same_games(older: Corpus, newer: Corpus) -> None:
    comparison = analyse([older, newer]).comparison
    assert comparison is not None
    assert comparison.unpaired == (0, 0)
    means = {change.kind: change.difference.mean for change in comparison.categories}
    assert means == {"ALL": -0.75, "NAME": 0.0, "WORD": -0.5, "NUMBER": -0.25}
    assert comparison.rules[0].kind == "bench-leader"
    assert [difference for _, difference in comparison.by_change] == [-2, -2, 1]


def test_clear_change_is_told_from_chance(older: Corpus) -> None:
    many = Corpus(
        "many",
        tuple(
            replace(older.reports[number % 2], story=Story(f"{number}", "x" * 99, f"g{number}"))
            for number in range(20)
        ),
    )
    fewer = Corpus(
        "fewer",
        tuple(replace(report, mistakes=report.mistakes[1:]) for report in many.reports),
    )
    comparison = analyse([many, fewer]).comparison
    assert comparison is not None
    verdicts = {change.kind: change.verdict for change in comparison.categories}
    assert verdicts == {
        "ALL": "fewer",
        "NAME": "fewer",
        "WORD": "fewer",
        "NUMBER": "no evidence",
    }


def test_stories_pair_by_id_then_by_game_and_never_across_games(older: Corpus) -> None:
    def story(name: str, game: str | None) -> Report:
        return replace(older.reports[0], story=Story(name, older.reports[0].story.text, game))

    first = [story("a", "g1"), story("b", "g2"), story("c", "g3"), story("d", None)]
    second = [story("x", "g3"), story("a", "g9"), story("b", "g2"), story("d", "g4")]
    pairs = [(pair.first, pair.second) for pair in pair_stories(first, second)]
    assert pairs == [(1, 2), (2, 0), (3, 3)]


def test_games_with_several_stories_each_are_left_unpaired(older: Corpus) -> None:
    report = older.reports[0]
    first = [replace(report, story=replace(report.story, id=name)) for name in "ab"]
    second = [replace(report, story=replace(report.story, id=name)) for name in "cd"]
    assert pair_stories(first, second) == []


def test_corpora_without_a_common_game_are_refused(older: Corpus, newer: Corpus) -> None:
    other = Corpus(
        "other",
        tuple(replace(r, story=replace(r.story, game=f"x{r.story.game}")) for r in newer.reports),
    )
    with pytest.raises(FormatError, match="no story id and no game in common"):
        analyse([older, other])


def majority(row: dict[str, str]) -> bool:
    """Two of three annotators marked it, and two of them with the same category."""
    given = [row[name].strip() for name in ("T1", "T2", "T3") if row[name].strip()]
    named = Counter(category for category in given if category != "#")
    return len(given) >= 2 and bool(named) and named.most_common(1)[0][1] >= 2


def test_mistakes_per_story_by_system_are_those_of_the_methodology_paper(data: Path) -> None:
    folder = data / "gold_standard_2020"
    with (folder / "systems.csv").open(newline="") as stream:
        systems = {row["sheet"]: row["system"] for row in csv.DictReader(stream)}
    with (folder / "annotations.csv").open(newline="") as stream:
        errors = Counter(row["sheet"] for row in csv.DictReader(stream) if majority(row))
    span = Span(0, 1, 1, 1, 1, 1, 1, "x")
    reports = tuple(
        Report(
            Story(sheet, "x" * errors[sheet], None, system),
            tuple(
                Mistake(replace(span, start=i, end=i + 1), Category.OTHER, "person")
                for i in range(errors[sheet])
            ),
        )
        for sheet, system in systems.items()
    )
    rates = {found.system: found.per_story for found in analyse([Corpus("gold", reports)]).systems}
    means = {system: round(estimate.mean, 1) for system, estimate in rates.items()}
    assert means == {"wiseman": 20.4, "puduppully": 21.0, "rebuffel": 15.3}
    assert all(estimate.low < estimate.mean < estimate.high for estimate in rates.values())


def test_mistakes_are_grouped_by_how_sure_they_are(older: Corpus) -> None:
    sure = [0.95, 0.91, 0.42]
    reports = []
    for report in older.reports:
        mistakes = tuple(
            replace(mistake, confidence=sure.pop(0) if sure else None)
            for mistake in report.mistakes
        )
        reports.append(replace(report, mistakes=mistakes))
    rows = breakdown(analyse([replace(older, reports=tuple(reports))]), "confidence").rows
    assert [(row.label, row.total) for row in rows] == [("0.9 to 1.0", 2), ("0.4 to 0.5", 1)]
    assert rows[0].remark == "from here up 2, of which 2 should be right (0.93)"
    assert rows[1].remark == "from here up 3, of which 2 should be right (0.76)"
