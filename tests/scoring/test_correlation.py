"""Correlations by hand and by scipy, with intervals over stories."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from factcheck.scoring.bootstrap import Bootstrap
from factcheck.scoring.validation.correlation import correlate


def array(*values: float) -> np.ndarray:
    return np.array(values, float)


def test_coefficients_by_hand() -> None:
    # Ranks 1 2 3 4 and 1 3 2 4: one pair of six is discordant, squared differences sum to 2.
    found = correlate(array(1, 2, 3, 10), array(2, 4, 3, 5))
    assert found["kendall"].value == pytest.approx((5 - 1) / 6)
    assert found["spearman"].value == pytest.approx(1 - 6 * 2 / (4 * 15))
    # Deviations -3 -2 -1 6 and -1.5 .5 -.5 1.5: product 13, squares 50 and 5.
    assert found["pearson"].value == pytest.approx(13 / (50 * 5) ** 0.5)


def test_values_and_p_values_are_scipy_s_ties_included() -> None:
    random = np.random.default_rng(5)
    x = random.integers(0, 6, 40).astype(float)
    y = x + random.integers(0, 9, 40)
    found = correlate(x, y)
    for name, result in (
        ("pearson", stats.pearsonr(x, y)),
        ("spearman", stats.spearmanr(x, y)),
        ("kendall", stats.kendalltau(x, y)),
    ):
        assert found[name].value == pytest.approx(result.statistic)
        assert found[name].p == pytest.approx(result.pvalue)


def test_perfect_rank_order_of_three_is_no_proof() -> None:
    # Of the six orders of three, two are perfect, one of them upside down.
    found = correlate(array(1, 2, 3), array(1, 2, 4))
    assert found["spearman"].value == pytest.approx(1)
    assert found["spearman"].p == pytest.approx(2 / 6)
    assert found["kendall"].p == pytest.approx(2 / 6)


@pytest.mark.parametrize(
    ("x", "y"),
    [((1, 2), (1, 2)), ((1, 2, 3), (4, 4, 4)), ((), ())],
    ids=["two points", "a constant", "nothing"],
)
def test_undefined_correlations_are_none(x: tuple[float, ...], y: tuple[float, ...]) -> None:
    found = correlate(array(*x), array(*y), bootstrap=Bootstrap(10))
    assert all(item.value is None and item.p is None for item in found.values())
    assert all(item.interval is None for item in found.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall"])
def test_scipy_finds_about_the_same_interval(name: str) -> None:
    random = np.random.default_rng(2)
    x = random.normal(size=50)
    y = x + random.normal(size=50)
    ours = correlate(x, y, bootstrap=Bootstrap(2000, seed=1))[name].interval
    compute = {
        "pearson": stats.pearsonr,
        "spearman": stats.spearmanr,
        "kendall": stats.kendalltau,
    }[name]
    theirs = stats.bootstrap(
        (x, y),
        lambda a, b: compute(a, b).statistic,
        paired=True,
        vectorized=False,
        n_resamples=2000,
        method="percentile",
        rng=1,
    ).confidence_interval
    assert ours is not None
    assert ours.low == pytest.approx(theirs.low, abs=0.03)
    assert ours.high == pytest.approx(theirs.high, abs=0.03)


def test_systems_are_compared_by_their_means() -> None:
    x = array(1, 3, 10, 30, 5, 7)
    y = array(0, 2, 6, 6, 3, 3)
    groups = [np.array([0, 1]), np.array([2, 3]), np.array([4, 5])]
    found = correlate(x, y, groups, Bootstrap(500))
    expected = stats.pearsonr([2, 20, 6], [1, 6, 3])
    assert found["pearson"].value == pytest.approx(expected.statistic)
    interval = found["pearson"].interval
    assert interval is not None
    # Every resample keeps both stories' range of each system, and so the systems' order.
    assert found["spearman"].interval is not None
    assert 0 < interval.low <= found["pearson"].value <= interval.high <= 1


def test_the_same_seed_gives_the_same_interval() -> None:
    x, y = array(1, 5, 2, 8, 4), array(2, 4, 1, 9, 9)
    first, again, other = (
        correlate(x, y, bootstrap=Bootstrap(100, seed))["kendall"].interval for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other
