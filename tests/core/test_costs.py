"""Costs: three buckets that add up, cached tokens billed once, and the unknown never taken for nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.asks import Attempt, Outcome, Usage
from fidelity_app.core.costs import UNKNOWN, Cost, billed_output, buckets, fee, per_right_document, time_cost
from fidelity_app.core.errors import UserError

PRICES = {"input": "2.50", "cached_input": "1.25", "output": "10"}
START = datetime(2026, 1, 1, tzinfo=UTC)


def attempt(
    number: int, usage: Usage, *, seconds: float = 2, status: int | None = 200, backoff_s: float = 0
) -> Attempt:
    end = START + timedelta(seconds=seconds)
    return Attempt(number, {}, status, {}, b"", Outcome.OK, "", START, START, end, backoff_s, usage)


def test_tokens_are_priced_per_million_exactly() -> None:
    assert fee(Usage(1000, 0, 100), PRICES) == Cost(Decimal("0.0035"))


def test_cached_tokens_are_taken_out_of_the_input_before_it_is_priced() -> None:
    assert fee(Usage(1000, 800, 0), PRICES) == Cost(Decimal("0.0015"))


def test_thinking_that_the_completion_count_leaves_out_is_billed() -> None:
    assert billed_output(Usage(1000, 0, 10, 1500)) == 500
    assert billed_output(Usage(1000, 0, 600, 1500)) == 600
    assert billed_output(Usage(None, None, 7, None)) == 7
    assert billed_output(Usage()) is None


@pytest.mark.parametrize("usage", [Usage(), Usage(1000), Usage(None, None, 5), Usage(1000, 800, 0)])
def test_a_missing_count_or_price_makes_the_sum_at_least(usage: Usage) -> None:
    cost = fee(usage, {"input": "2.50"})
    assert not cost.complete and cost.words != "0.0000 USD"


def test_no_price_at_all_is_unknown_and_not_free() -> None:
    assert fee(Usage(1000, 0, 10), {}) == UNKNOWN
    assert UNKNOWN.words == "unknown"
    assert (Cost(Decimal(1)) + UNKNOWN).words == "at least 1.0000 USD"


def test_a_machine_with_an_hourly_rate_has_no_fee_but_its_time_costs() -> None:
    prices = {"hourly_rate_usd": "3.60"}
    assert fee(Usage(), prices) == Cost(Decimal(0))
    assert time_cost(2, prices) == Cost(Decimal("0.002"))


def test_the_three_buckets_of_a_trial_share_nothing() -> None:
    prices = PRICES | {"hourly_rate_usd": "3.60"}
    first = attempt(1, Usage(1000, 0, 100), seconds=1, backoff_s=4)
    second = attempt(2, Usage(1000, 0, 200), seconds=3)
    found = buckets([first, second], 2, prices)
    assert found.fee == Cost(Decimal("0.0045"))
    assert found.time == Cost(Decimal("0.003"))
    assert found.waste == Cost(Decimal("0.0035") + Decimal("0.001") + Decimal("0.004"))
    assert found.total == found.fee + found.time + found.waste


def test_a_refused_request_is_not_billed_but_one_cut_on_the_way_may_have_been() -> None:
    assert buckets([attempt(1, Usage(), status=429)], None, PRICES).waste == Cost(Decimal(0))
    assert not buckets([attempt(1, Usage(), status=None)], None, PRICES).waste.complete


def test_the_price_of_a_right_document_counts_all_that_was_spent() -> None:
    spent = [Cost(Decimal("0.5")), Cost(Decimal("1"))]
    assert per_right_document(spent, 3) == Cost(Decimal("0.5"))
    assert per_right_document(spent, 0) is None


@pytest.mark.parametrize("prices", [{"input": "cheap"}, {"input": "-1"}, {"input": "NaN"}, {"inputs": "1"}])
def test_a_price_that_is_none_is_refused(prices: dict[str, str]) -> None:
    with pytest.raises(UserError, match="price"):
        fee(Usage(1, 0, 1), prices)


counts = st.integers(0, 10**7)


@given(st.lists(st.tuples(counts, counts, st.floats(0, 1e4), st.floats(0, 1e4)), min_size=1, max_size=5))
def test_the_buckets_add_up_to_everything_spent(parts: list[tuple[int, int, float, float]]) -> None:
    prices = PRICES | {"hourly_rate_usd": "1.8"}
    attempts = [attempt(n, Usage(i, 0, o), seconds=s, backoff_s=b) for n, (i, o, s, b) in enumerate(parts, 1)]
    whole = buckets(attempts, None, prices).waste
    assert all(buckets(attempts, n, prices).total == whole for n in range(1, len(parts) + 1))
