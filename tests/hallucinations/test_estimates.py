"""Intervals and p-values against scipy, statsmodels and cases worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from factcheck.hallucinations import estimates
from factcheck.hallucinations.estimates import (
    holm,
    mean_estimates,
    paired_differences,
    ratio_estimate,
)

COUNTS = np.random.default_rng(7).poisson(9, size=(60, 1)).astype(float)


def test_intervals_agree_with_scipy() -> None:
    ours = mean_estimates(COUNTS, 20_000, seed=1)[0]
    theirs = stats.bootstrap(
        (COUNTS[:, 0],), np.mean, n_resamples=20_000, method="percentile", rng=3
    ).confidence_interval
    assert ours.mean == COUNTS.mean()
    assert ours.low == pytest.approx(theirs.low, abs=0.05)
    assert ours.high == pytest.approx(theirs.high, abs=0.05)


def test_same_seed_gives_the_same_interval() -> None:
    assert mean_estimates(COUNTS, 500, seed=4) == mean_estimates(COUNTS, 500, seed=4)
    assert mean_estimates(COUNTS, 500, seed=4) != mean_estimates(COUNTS, 500, seed=5)


def test_draws_do_not_depend_on_the_size_of_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = mean_estimates(COUNTS, 500, seed=4)
    monkeypatch.setattr(estimates, "_CHUNK", 1000)
    assert mean_estimates(COUNTS, 500, seed=4) == whole


def test_equal_stories_leave_no_doubt() -> None:
    estimate = mean_estimates(np.full((5, 1), 3.0), 200, seed=1)[0]
    assert (estimate.low, estimate.mean, estimate.high) == (3.0, 3.0, 3.0)


def test_ratio_is_of_sums_and_unknown_without_a_base() -> None:
    numerator, base = np.array([1.0, 5.0]), np.array([100.0, 100.0])
    estimate = ratio_estimate(numerator, base, 2000, seed=1)
    assert estimate is not None
    assert estimate.mean == 0.03
    assert (estimate.low, estimate.high) == (0.01, 0.05)
    assert ratio_estimate(numerator, np.zeros(2), 200, seed=1) is None


def test_p_value_of_paired_differences_agrees_with_the_t_test() -> None:
    random = np.random.default_rng(11)
    differences = random.normal(0.28, 1, size=(80, 1))
    ours = paired_differences(differences, 20_000, seed=1)[0]
    assert ours.p_value == pytest.approx(stats.ttest_1samp(differences[:, 0], 0).pvalue, abs=0.01)


def test_no_difference_has_p_value_one() -> None:
    found = paired_differences(np.zeros((10, 1)), 500, seed=1)[0]
    assert (found.mean, found.low, found.high, found.p_value) == (0, 0, 0, 1)


def test_smallest_p_value_is_that_of_the_seen_difference_alone() -> None:
    differences = np.full((30, 1), 2.0)
    assert paired_differences(differences, 999, seed=1)[0].p_value == pytest.approx(0.001)


def test_holm_agrees_with_statsmodels() -> None:
    p_values = [0.04, 0.001, 0.2, 0.03, 0.9, 0.0101]
    theirs = multipletests(p_values, method="holm")[1]
    assert holm(p_values) == pytest.approx(list(theirs))
