"""Bootstrap intervals: reproducible, over stories, and right where theory says what is right."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from factcheck.scoring.bootstrap import Bootstrap, Interval, score_intervals
from factcheck.scoring.shared_task import Counts


def test_the_interval_of_a_mean_is_near_the_exact_one() -> None:
    values = np.arange(100.0)
    sums = Bootstrap(20_000, seed=3).sums(values.reshape(-1, 1))
    interval = Bootstrap(1).interval(sums[:, 0] / 100)
    assert interval is not None
    # The distribution that is resampled is known: its mean's standard error is s / sqrt(n).
    expected = stats.norm.interval(0.95, values.mean(), values.std() / math.sqrt(100))
    assert interval.low == pytest.approx(expected[0], abs=0.3)
    assert interval.high == pytest.approx(expected[1], abs=0.3)


def test_scipy_finds_the_same_interval_for_a_ratio() -> None:
    random = np.random.default_rng(11)
    gold = random.integers(1, 30, 60)
    matched = random.binomial(gold, 0.6)
    counts = {
        str(story): {"ALL": Counts(int(matched[story]), int(gold[story]), 1)} for story in range(60)
    }
    ours = score_intervals(counts, Bootstrap(5000, seed=1))["ALL"]["recall"]
    theirs = stats.bootstrap(
        (matched, gold),
        lambda part, whole, axis: part.sum(axis) / whole.sum(axis),
        paired=True,
        vectorized=True,
        n_resamples=5000,
        method="percentile",
        rng=1,
    ).confidence_interval
    assert ours is not None
    assert ours.low == pytest.approx(theirs.low, abs=0.005)
    assert ours.high == pytest.approx(theirs.high, abs=0.005)


def test_the_same_seed_gives_the_same_interval_and_another_seed_another() -> None:
    counts = {str(n): {"ALL": Counts(n, 2 * n + 1, 3 * n + 1)} for n in range(20)}
    first, again, other = (
        score_intervals(counts, Bootstrap(200, seed))["ALL"]["f1"] for seed in (1, 1, 2)
    )
    assert first == again != other


def test_stories_that_are_all_alike_leave_no_uncertainty() -> None:
    counts = {str(n): {"ALL": Counts(1, 2, 4)} for n in range(10)}
    intervals = score_intervals(counts, Bootstrap(50))["ALL"]
    assert intervals["recall"] == Interval(0.5, 0.5)
    assert intervals["precision"] == Interval(0.25, 0.25)


def test_a_figure_that_no_resample_defines_has_no_interval() -> None:
    intervals = score_intervals({"a": {"ALL": Counts(0, 0, 3)}}, Bootstrap(10))["ALL"]
    assert intervals["recall"] is None
    assert intervals["precision"] == Interval(0, 0)


def test_no_stories_have_no_intervals() -> None:
    assert score_intervals({}, Bootstrap(10)) == {}
