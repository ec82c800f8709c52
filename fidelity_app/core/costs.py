"""What an answer costs: three buckets that share nothing and add up; the unknown is no zero (WIRE rule 9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from fidelity_app.core.asks import Attempt, Usage
from fidelity_app.core.errors import UserError

_MILLION = Decimal(1_000_000)
_SECONDS_PER_HOUR = Decimal(3600)
_FINEST = Decimal("1e-12")
_INPUT, _CACHED, _OUTPUT, _HOURLY = "input", "cached_input", "output", "hourly_rate_usd"
PRICE_NAMES = (_INPUT, _CACHED, _OUTPUT, _HOURLY)


@dataclass(frozen=True, slots=True)
class Cost:
    """US dollars; when not `complete` some part is unknown, and the sum says only "at least"."""

    usd: Decimal
    complete: bool = True

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.usd + other.usd, self.complete and other.complete)

    @property
    def words(self) -> str:
        """Return the amount for people: `0.0123 USD`, `at least 0.0123 USD`, or `unknown`."""
        if not self.complete and not self.usd:
            return "unknown"
        return f"{'' if self.complete else 'at least '}{self.usd.quantize(Decimal('0.0001'))} USD"


NOTHING = Cost(Decimal(0))
UNKNOWN = Cost(Decimal(0), complete=False)


@dataclass(frozen=True, slots=True)
class Buckets:
    """The three parts of a trial's cost: the accepted attempt's fee, its time, and everything spent on the others."""

    fee: Cost
    time: Cost
    waste: Cost

    @property
    def total(self) -> Cost:
        """Return the sum of the three; they share nothing."""
        return self.fee + self.time + self.waste

    def __add__(self, other: Buckets) -> Buckets:
        return Buckets(self.fee + other.fee, self.time + other.time, self.waste + other.waste)


EMPTY = Buckets(NOTHING, NOTHING, NOTHING)


def checked_prices(prices: Mapping[str, str]) -> dict[str, Decimal]:
    """Return a price row as exact numbers. Raises UserError for an unknown name or what is no amount of money."""
    found: dict[str, Decimal] = {}
    for name, text in prices.items():
        if name not in PRICE_NAMES:
            raise UserError(f"price {name!r} is not known; prices are: {', '.join(PRICE_NAMES)}")
        try:
            value = Decimal(text)
        except InvalidOperation:
            raise UserError(f"price {name}: {text!r} is not a decimal number such as 2.50") from None
        if not value.is_finite() or value < 0:
            raise UserError(f"price {name}: {text!r} is not zero or more")
        found[name] = value
    return found


def fee(usage: Usage, prices: Mapping[str, str]) -> Cost:
    """Return what the provider charges for one attempt.

    Cached tokens are taken out of the input before it is priced, so that they are not billed twice; output is the
    larger of what is called output and of what the total leaves (some leave out thinking). A count or a price that is
    not known makes the sum incomplete; a model that charges by the hour only has no fee.
    """
    row = checked_prices(prices)
    if set(row) == {_HOURLY}:
        return NOTHING
    cached = usage.cached_tokens or 0
    fresh = None if usage.input_tokens is None else max(0, usage.input_tokens - cached)
    parts = [_priced(fresh, row.get(_INPUT)), _priced(billed_output(usage), row.get(_OUTPUT))]
    if cached:
        # Without a price of its own a cached token costs at least nothing and at most the full price: unknown.
        parts.append(_priced(cached, row.get(_CACHED)))
    return sum(parts, NOTHING)


def billed_output(usage: Usage) -> int | None:
    """Return the output tokens that are charged: the larger of `output` and `total - input`; None when unknown."""
    rest = None
    if usage.total_tokens is not None and usage.input_tokens is not None:
        rest = usage.total_tokens - usage.input_tokens
    known = [count for count in (usage.output_tokens, rest) if count is not None]
    return max(0, *known) if known else None


def time_cost(seconds: Decimal | float, prices: Mapping[str, str]) -> Cost:
    """Return what the time costs on a machine with an hourly rate; without a rate time is not charged.

    It is kept to a millionth of a millionth of a dollar, so that parts add up to the same sum in any order.
    """
    rate = checked_prices(prices).get(_HOURLY)
    return NOTHING if rate is None else Cost((_decimal(seconds) * rate / _SECONDS_PER_HOUR).quantize(_FINEST))


def buckets(attempts: Sequence[Attempt], accepted: int | None, prices: Mapping[str, str]) -> Buckets:
    """Split the cost of a trial. `accepted` is the number of the attempt whose answer counts, None when none does."""
    found = EMPTY
    for attempt in attempts:
        paid = attempt_fee(attempt, prices)
        took = time_cost((attempt.ended_at - attempt.queued_at).total_seconds(), prices)
        if attempt.number == accepted:
            found += Buckets(paid, took, time_cost(attempt.backoff_s, prices))
        else:
            found += Buckets(NOTHING, NOTHING, paid + took + time_cost(attempt.backoff_s, prices))
    return found


def attempt_fee(attempt: Attempt, prices: Mapping[str, str]) -> Cost:
    """Return an attempt's fee. A request refused by an error status is not billed; one cut on the way may be."""
    if attempt.usage == Usage() and attempt.status is not None and attempt.status >= 400:
        return NOTHING
    return fee(attempt.usage, prices)


def per_right_document(costs: Iterable[Cost], right_documents: int) -> Cost | None:
    """Return the cost of one fully right document: all that was spent, divided by those; None when there is none."""
    total = sum(costs, NOTHING)
    return Cost(total.usd / right_documents, total.complete) if right_documents else None


def _priced(tokens: int | None, per_million: Decimal | None) -> Cost:
    if tokens == 0:
        return NOTHING
    if tokens is None or per_million is None:
        return UNKNOWN
    return Cost(tokens * per_million / _MILLION)


def _decimal(seconds: Decimal | float) -> Decimal:
    """Keep a measured time as its shortest decimal text: money is never computed in binary fractions."""
    return seconds if isinstance(seconds, Decimal) else Decimal(repr(seconds))
