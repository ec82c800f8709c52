"""Intervals and tests: equal to published worked examples and to scipy, and honest about clusters."""

from __future__ import annotations

import math
from itertools import combinations_with_replacement, pairwise

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fidelity_app.core.statistics import (
    bootstrap_interval,
    bootstrap_intervals,
    design_effect,
    documents_needed,
    mcnemar_exact,
    mcnemar_pairs_needed,
    mcnemar_power,
    paired_bootstrap,
    smallest_drop,
    wilson,
)
from fidelity_app.core.statistics.bootstrap import _drawn


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


def test_mcnemar_of_the_children_with_a_transplant_is_eighteen_in_256() -> None:
    """Fagerland, Lydersen and Laake 2013, BMC Medical Research Methodology 13:91, table 1 (data of Bentur et al. 2009).

    The supplement gives the exact conditional p-value as twice binomcdf(1, 8, 0.5).
    """
    assert mcnemar_exact(1, 7) == 2 * (1 + 8) / 2**8


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


PATCH_Z = (8406, 2342, 8187, 8459, 4795, 3516, 4796, 10238)
PATCH_Y = (-1200, 2601, -2705, 1982, -1290, 351, -638, -2719)


def test_the_paired_bootstrap_agrees_with_scipys() -> None:
    rng = np.random.Generator(np.random.PCG64(6))
    totals = rng.integers(3, 20, size=60)
    skill = rng.beta(8, 2, size=60)
    first, second = rng.binomial(totals, skill), rng.binomial(totals, skill * 0.93)

    def difference(a: np.ndarray, b: np.ndarray, c: np.ndarray, axis: int) -> np.ndarray:
        return a.sum(axis=axis) / c.sum(axis=axis) - b.sum(axis=axis) / c.sum(axis=axis)

    other = scipy.stats.bootstrap(
        (first, second, totals),
        difference,
        paired=True,
        method="percentile",
        n_resamples=9999,
        rng=np.random.default_rng(1),
    ).confidence_interval
    counts = totals.tolist()
    found = paired_bootstrap((first.tolist(), counts), (second.tolist(), counts), seed=1, resamples=9999)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((other.low, other.high), abs=0.004)


def test_documents_are_drawn_once_for_all_models_and_recipes() -> None:
    """A report has dozens of shares over the same documents; drawing for each made a large one take a minute."""
    _drawn.cache_clear()
    for model in range(20):
        shares = [([(number * model + at) % 7 for number in range(1250)], [7] * 1250) for at in range(5)]
        assert None not in bootstrap_intervals(shares, seed=20_260_101)
    assert _drawn.cache_info().misses == 1


def test_the_bootstrap_of_the_patch_data_is_the_one_of_all_resamples() -> None:
    """Efron and Tibshirani 1993, section 10.3: a ratio of sums over eight subjects, estimated as -0.0713.

    Eight subjects have 6435 different resamples, so the ideal bootstrap can be reckoned without drawing.
    """
    assert sum(PATCH_Y) / sum(PATCH_Z) == pytest.approx(-0.0713, abs=5e-5)
    everyone = [np.bincount(chosen, minlength=8) for chosen in combinations_with_replacement(range(8), 8)]
    weights = np.array([math.factorial(8) / math.prod(map(math.factorial, drawn)) / 8**8 for drawn in everyone])
    ratios = np.array([drawn @ PATCH_Y / (drawn @ PATCH_Z) for drawn in everyone])
    found = bootstrap_interval(PATCH_Y, PATCH_Z, seed=1, resamples=20_000)
    assert found is not None and weights.sum() == pytest.approx(1) and len(everyone) == 6435
    below = [weights[ratios < end].sum() for end in (found.low, found.high)]
    assert below == pytest.approx([0.025, 0.975], abs=0.003)


def test_the_draws_are_the_same_on_every_machine() -> None:
    """Sixteen draws of four documents from the raw stream of PCG64, reckoned by hand from its published numbers."""
    raw = np.random.PCG64(7).random_raw(16)
    expected = [
        [sum(int(number) * 4 >> 64 == place for number in row) for place in range(4)] for row in np.split(raw, 4)
    ]
    assert _drawn(4, 7, 0, rows=4).tolist() == expected
    assert _drawn(4, 7, 2, rows=2).tolist() == expected[2:]
    found = bootstrap_interval([3, 5, 2, 4], [5, 5, 5, 5], seed=7)
    assert found is not None and (found.low, found.high) == (0.5, 0.9)


def test_many_shares_at_once_have_the_intervals_that_each_has_alone() -> None:
    shares = [([3, 5, 2, 4, 1], [5] * 5), ([0] * 5, [0] * 5), ([1, 0, 0, 2, 9], [4, 2, 0, 7, 9])]
    assert bootstrap_intervals(shares, seed=3) == [bootstrap_interval(*share, seed=3) for share in shares]
    assert bootstrap_intervals([], seed=3) == []
    with pytest.raises(ValueError, match="per document"):
        bootstrap_intervals([([1, 2], [2, 2]), ([1], [2])], seed=1)


def test_blocks_of_draws_make_the_interval_that_one_block_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    hits, totals = [number % 5 for number in range(40)], [5] * 40
    whole = bootstrap_interval(hits, totals, seed=5)
    monkeypatch.setattr("fidelity_app.core.statistics.bootstrap._MOST_DRAWS", 1000)
    assert bootstrap_interval(hits, totals, seed=5) == whole


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


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(9, 12)), min_size=8, max_size=40))
def test_an_interval_holds_its_estimate_when_documents_differ(pairs: list[tuple[int, int]]) -> None:
    hits, totals = [hit for hit, _ in pairs], [total for _, total in pairs]
    # Where all but one or two documents agree, most resamples leave those out and the percentiles do not reach.
    assume(min(sum(hit > 2 for hit in hits), sum(hit <= 6 for hit in hits)) >= 4)
    found = bootstrap_interval(hits, totals, seed=2)
    assert found is not None
    assert found.low <= sum(hits) / sum(totals) <= found.high


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(9, 12)), min_size=2, max_size=12).flatmap(
        lambda pairs: st.tuples(st.just(pairs), st.permutations(pairs))
    )
)
def test_no_interval_depends_on_the_order_of_documents(
    both: tuple[list[tuple[int, int]], list[tuple[int, int]]],
) -> None:
    one, other = ([list(column) for column in zip(*pairs, strict=True)] for pairs in both)
    assert bootstrap_interval(*one, seed=1) == bootstrap_interval(*other, seed=1)
    plain, mixed = (
        paired_bootstrap((hits, totals), ([9] * len(hits), totals), seed=1) for hits, totals in (one, other)
    )
    assert plain is not None and mixed is not None
    assert (plain.low, plain.high, plain.share_above_zero) == (mixed.low, mixed.high, mixed.share_above_zero)


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


def test_pairs_needed_and_exact_power_are_those_of_the_r_package_mess() -> None:
    """MESS (CRAN), tests of power_mcnemar_test: n rounds to 22 for 0.05 and 0.45; 0.80 for 144 pairs, 0.25 and 0.45."""
    assert mcnemar_pairs_needed(0.05, 0.45) == math.ceil(22.01)
    assert mcnemar_power(144, 0.25, 0.45) == pytest.approx(0.80, abs=0.005)


def test_documents_needed_show_the_drop_with_the_power_asked_for() -> None:
    """Simulated: 20 independent slots a document, 90 % right, then 85 % right, compared by the exact test."""
    rng = np.random.Generator(np.random.PCG64(11))
    hits, totals = rng.binomial(20, 0.9, size=60).tolist(), [20] * 60
    share = sum(hits) / sum(totals)
    needed = documents_needed(hits, totals, 0.05)
    effect = design_effect(hits, totals)
    assert needed is not None and effect is not None
    slots = round(20 * needed / max(1, effect))
    before, after = share * (1 - share + 0.05), (1 - share) * (share - 0.05)
    counts = rng.multinomial(slots, [before, after, 1 - before - after], size=2000)
    shown = np.mean([mcnemar_exact(int(a), int(b)) <= 0.05 for a, b, _ in counts])
    assert 0.75 < shown < 0.88


def test_a_smaller_drop_asks_for_more_documents_and_documents_at_hand_show_the_drop_they_are_enough_for() -> None:
    hits, totals = [9, 10, 8, 10, 10, 7, 10, 10, 9, 10] * 6, [10] * 60
    needed = [documents_needed(hits, totals, drop) for drop in (0.01, 0.02, 0.05, 0.10)]
    assert all(one > other for one, other in pairwise(needed))
    drop = smallest_drop(hits, totals)
    assert drop is not None
    assert documents_needed(hits, totals, drop) == 60
    assert documents_needed(hits, totals, drop * 0.99) > 60


def test_documents_that_do_not_vary_are_taken_as_right_or_wrong_as_a_whole() -> None:
    assert documents_needed([10] * 5, [10] * 5, 0.05) == mcnemar_pairs_needed(0.05, 0.0)
    assert documents_needed([10], [10], 0.05) == mcnemar_pairs_needed(0.05, 0.0)


@pytest.mark.parametrize(("hits", "totals"), [([], []), ([0, 0], [0, 0]), ([0, 0], [9, 9])])
def test_what_cannot_fall_needs_no_documents(hits: list[int], totals: list[int]) -> None:
    assert documents_needed(hits, totals, 0.02) is None
    assert smallest_drop(hits, totals) is None


def test_one_document_shows_no_drop_and_a_drop_is_above_zero() -> None:
    assert smallest_drop([9], [10]) is None
    with pytest.raises(ValueError, match="above zero"):
        documents_needed([9], [10], 0.0)


def test_power_grows_with_pairs_and_is_nothing_for_a_handful() -> None:
    assert mcnemar_power(4, 0.5, 0.1) == 0
    assert mcnemar_power(50, 0.2, 0.05) < mcnemar_power(100, 0.2, 0.05) < mcnemar_power(200, 0.2, 0.05)
