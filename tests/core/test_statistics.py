"""Intervals and tests: equal to published worked examples and to scipy, and honest about clusters."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from fidelity_app.core.statistics import (
    bootstrap_interval,
    design_effect,
    mcnemar_exact,
    mcnemar_pairs_needed,
    mcnemar_power,
    paired_bootstrap,
    wilson,
)


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_intervals_that_newcombe_printed(hits: int, total: int, low: float, high: float) -> None:
    """Newcombe 1998, Statistics in Medicine 17:857, table I, method 3 (score without continuity correction)."""
    found = wilson(hits, total)
    assert found is not None
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_equals_scipy(pair: tuple[int, int]) -> None:
    hits, total = pair
    found = wilson(hits, total)
    other = scipy.stats.binomtest(hits, total).proportion_ci(method="wilson")
    assert found is not None
    assert (found.low, found.high) == pytest.approx((other.low, other.high), abs=1e-9)


def test_wilson_of_nothing_is_undefined_and_of_the_impossible_an_error() -> None:
    assert wilson(0, 0) is None
    with pytest.raises(ValueError, match="no share"):
        wilson(3, 2)


def test_mcnemar_gives_the_value_of_the_exact2x2_vignette() -> None:
    """Fay, R package exact2x2, example of mcnemar.exact: discordant counts 2 and 9, p-value 0.06543."""
    assert mcnemar_exact(2, 9) == pytest.approx(0.06543, abs=5e-6)


@given(st.integers(0, 200), st.integers(0, 200))
def test_mcnemar_equals_scipys_binomial_test(one: int, other: int) -> None:
    expected = scipy.stats.binomtest(one, one + other).pvalue if one + other else 1.0
    assert mcnemar_exact(one, other) == pytest.approx(expected, rel=1e-9)
    assert mcnemar_exact(one, other) == mcnemar_exact(other, one)


def test_mcnemar_is_exact_for_counts_that_floats_cannot_hold() -> None:
    assert 0 < mcnemar_exact(4000, 4300) < 0.01


def test_the_bootstrap_agrees_with_scipys() -> None:
    rng = np.random.Generator(np.random.PCG64(5))
    totals = rng.integers(3, 20, size=60)
    hits = rng.binomial(totals, 0.8)

    def ratio(a: np.ndarray, b: np.ndarray, axis: int) -> np.ndarray:
        return a.sum(axis=axis) / b.sum(axis=axis)

    other = scipy.stats.bootstrap(
        (hits, totals), ratio, paired=True, method="percentile", n_resamples=9999, rng=np.random.default_rng(1)
    ).confidence_interval
    found = bootstrap_interval(hits.tolist(), totals.tolist(), seed=1, resamples=9999)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((other.low, other.high), abs=0.004)


def test_the_bootstraps_spread_is_that_of_the_ratio_estimator() -> None:
    """The linearised standard error of a ratio over clusters (Cochran 1977, section 6.4)."""
    rng = np.random.Generator(np.random.PCG64(9))
    totals = rng.integers(5, 30, size=200)
    hits = rng.binomial(totals, 0.9)
    effect = design_effect(hits.tolist(), totals.tolist())
    assert effect is not None
    share = hits.sum() / totals.sum()
    error = math.sqrt(effect * share * (1 - share) / totals.sum())
    found = bootstrap_interval(hits.tolist(), totals.tolist(), seed=3, resamples=9999)
    assert found is not None
    assert (found.high - found.low) / (2 * 1.96) == pytest.approx(error, rel=0.06)


def test_errors_that_cluster_by_document_make_a_wider_interval_than_wilsons() -> None:
    hits, totals = [0] * 5 + [10] * 45, [10] * 50
    clustered, naive = bootstrap_interval(hits, totals, seed=1), wilson(450, 500)
    assert clustered is not None and naive is not None
    assert clustered.high - clustered.low > 2 * (naive.high - naive.low)
    effect = design_effect(hits, totals)
    assert effect is not None and effect == pytest.approx(10, rel=0.05)


def test_the_same_seed_gives_the_same_interval_and_another_one_hardly_differs() -> None:
    hits, totals = [3, 5, 2, 4, 5, 0, 5, 5], [5] * 8
    assert bootstrap_interval(hits, totals, seed=4) == bootstrap_interval(hits, totals, seed=4)
    one, other = bootstrap_interval(hits, totals, seed=4), bootstrap_interval(hits, totals, seed=5)
    assert one is not None and other is not None and abs(one.low - other.low) < 0.1


@pytest.mark.parametrize(("hits", "totals"), [([], []), ([3], [5]), ([0, 0], [0, 0])])
def test_one_document_or_nothing_counted_has_no_interval(hits: list[float], totals: list[float]) -> None:
    assert bootstrap_interval(hits, totals, seed=1) is None


@settings(max_examples=40)
@given(st.lists(st.integers(1, 9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=2, max_size=20))
def test_an_interval_lies_between_the_worst_and_the_best_document(pairs: list[tuple[int, int]]) -> None:
    hits, totals = [hit for hit, _ in pairs], [total for _, total in pairs]
    found = bootstrap_interval(hits, totals, seed=2, resamples=300)
    shares = [hit / total for hit, total in pairs]
    assert found is not None
    assert min(shares) - 1e-12 <= found.low <= found.high <= max(shares) + 1e-12


def test_pairing_sees_a_small_steady_difference_that_the_spread_of_documents_hides() -> None:
    totals = [20] * 40
    first = [20 - (index % 10) for index in range(40)]
    second = [hit - 1 for hit in first]
    found = paired_bootstrap((first, totals), (second, totals), seed=1)
    assert found is not None
    assert found.difference == pytest.approx(0.05) and found.excludes_zero and found.share_above_zero == 1


def test_equal_models_do_not_differ() -> None:
    found = paired_bootstrap(([4, 5, 3], [5, 5, 5]), ([4, 5, 3], [5, 5, 5]), seed=1)
    assert found is not None and (found.low, found.high, found.excludes_zero) == (0, 0, False)


def test_pairing_asks_for_the_same_documents() -> None:
    with pytest.raises(ValueError, match="per document"):
        paired_bootstrap(([1, 2], [2, 2]), ([1], [2]), seed=1)


def test_exact_power_is_the_share_of_simulated_samples_that_are_significant() -> None:
    rng = np.random.Generator(np.random.PCG64(7))
    counts = rng.multinomial(80, [0.2, 0.05, 0.75], size=4000)
    simulated = np.mean([mcnemar_exact(int(a), int(b)) <= 0.05 for a, b, _ in counts])
    assert mcnemar_power(80, 0.2, 0.05) == pytest.approx(simulated, abs=0.025)


def test_connors_formula_asks_for_pairs_that_give_about_the_power_asked_for() -> None:
    pairs = mcnemar_pairs_needed(0.15, 0.05, power=0.8)
    assert pairs == math.ceil(((1.959964 * math.sqrt(0.2) + 0.841621 * math.sqrt(0.19)) / 0.1) ** 2)
    assert mcnemar_power(pairs, 0.15, 0.05) == pytest.approx(0.8, abs=0.06)


def test_power_grows_with_pairs_and_is_nothing_for_a_handful() -> None:
    assert mcnemar_power(4, 0.5, 0.1) == 0
    assert mcnemar_power(50, 0.2, 0.05) < mcnemar_power(100, 0.2, 0.05) < mcnemar_power(200, 0.2, 0.05)
