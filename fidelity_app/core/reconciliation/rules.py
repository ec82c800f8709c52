"""Which sums a receipt or invoice makes, found by the names of its fields."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import product

from fidelity_app.core.documents import split_key
from fidelity_app.core.numbers.currencies import exponent
from fidelity_app.core.reconciliation.sums import Part, SumCheck, SumState, Values, in_words

_SUBTOTALS = ("subtotal", "sub_total", "subtotal_price")
_NETS = ("net", "net_total", "net_amount")
_GROSSES = ("gross", "gross_total", "due", "amount_due")
_TOTALS = ("total", "grand_total", "total_price", "total_amount")
_TAXES = ("tax", "vat", "gst", "tax_amount", "tax_price", "mwst")
_TIPS = ("tip", "tips", "gratuity")
_CHARGES = ("service", "service_charge", "service_price", "shipping", "postage", "insurance", "freight", "rounding")
_REDUCTIONS = ("discount", "discount_price", "coupon", "voucher", "savings")
_TENDERED = ("cash", "paid", "tendered", "cashprice")
_CHANGES = ("change", "changeprice")
_PRICE_CELLS = ("price", "amount", "total", "line_total")
_UNIT_CELLS = ("unit_price", "unitprice")
_QUANTITY_CELLS = ("quantity", "qty", "count", "cnt")
_ITEM_LISTS = ("items", "lines", "menu")
_TAX_LISTS = ("taxes",)
_REDUCTION_LISTS = ("coupons", "discounts")
_EXTRA_LISTS = ("deposits",)
_ALTERED_ROW_CELLS = frozenset({"share", "discount", "rate", "discount_rate"})


def checks(values: Values, currency: str) -> Iterator[SumCheck]:
    """Yield the sums that these fields can make, each in the form that holds, if one of its usual forms does."""
    tolerance = _smallest_unit(values, currency)
    lists = _lists(values)
    yield from _rows(values, lists, tolerance)
    for family, forms in (
        ("lines", _line_forms(values, lists)),
        ("tax", _net_forms(values, lists)),
        ("total", _total_forms(values, lists)),
        ("change", _change_forms(values)),
    ):
        found = _best(family, forms, values, tolerance)
        if found is not None:
            yield found


_Form = tuple[tuple[Part, ...], str]
_Lists = dict[str, dict[int, dict[str, str]]]


def _best(family: str, forms: Sequence[_Form], values: Values, tolerance: Decimal) -> SumCheck | None:
    """Return the first form that holds; else one that cannot be checked, because it might hold; else the plainest."""
    made = [
        SumCheck(family, in_words(parts, key), parts, key, values.get(key), tolerance) for parts, key in forms if parts
    ]
    order = {SumState.HOLDS: 0, SumState.NOT_CHECKABLE: 1, SumState.BREAKS: 2}
    return min(made, key=lambda check: order[check.state]) if made else None


def _smallest_unit(values: Values, currency: str) -> Decimal:
    """Return the smallest printed unit: the currency's, else the finest that the amounts show (a cent at most)."""
    places = exponent(currency) if currency else None
    if places is None:
        known = [value for value in values.values() if value is not None and value.is_finite()]
        places = min(2, max((-int(value.as_tuple().exponent) for value in known), default=2))
    return Decimal(1).scaleb(-max(0, places))


def _lists(values: Values) -> _Lists:
    found: _Lists = defaultdict(lambda: defaultdict(dict))
    for key in values:
        name, row, cell = split_key(key)
        if row is not None:
            found[name][row][cell] = key
    return found


def _cells(lists: _Lists, names: Sequence[str], cells: Sequence[str]) -> list[str]:
    """Return the keys of one column of lists: the first of the cell names that a row has."""
    rows = [row for name in names for _, row in sorted(lists.get(name, {}).items())]
    return [row[cell] for row in rows for cell in cells if cell in row][: len(rows)]


def _plus(values: Values, keys: Sequence[str]) -> tuple[Part, ...]:
    return tuple(Part(key, 1, values[key]) for key in keys)


def _minus(values: Values, keys: Sequence[str]) -> tuple[Part, ...]:
    """Return reductions: printed with a minus they enter as they are, printed without one they are taken off."""
    return tuple(Part(key, 1 if (value := values[key]) is not None and value < 0 else -1, value) for key in keys)


def _named(values: Values, names: Sequence[str]) -> list[str]:
    return [name for name in names if name in values]


def _taxes(values: Values, lists: _Lists) -> tuple[Part, ...]:
    single = _named(values, _TAXES)[:1]
    return _plus(values, single or _cells(lists, _TAX_LISTS, ("amount", "price", "")))


def _reductions(values: Values, lists: _Lists) -> tuple[Part, ...]:
    keys = _named(values, _REDUCTIONS) + _cells(lists, _REDUCTION_LISTS, (*_PRICE_CELLS, ""))
    return _minus(values, keys)


def _line_forms(values: Values, lists: _Lists) -> list[_Form]:
    """Item prices add up to the subtotal, the net or the total, alone or with deposits and reductions among them."""
    items = _plus(values, _cells(lists, _ITEM_LISTS, _PRICE_CELLS))
    if not items:
        return []
    extras = _plus(values, _cells(lists, _EXTRA_LISTS, (*_PRICE_CELLS, "")))
    reductions = _reductions(values, lists)
    sums = [items, items + extras, items + reductions, items + extras + reductions]
    targets = [key for names in (_SUBTOTALS, _NETS, _TOTALS, _GROSSES) for key in _named(values, names)]
    return [(parts, target) for target in targets for parts in dict.fromkeys(sums)]


def _net_forms(values: Values, lists: _Lists) -> list[_Form]:
    """Net and tax make the gross, or the total."""
    taxes = _taxes(values, lists)
    nets = _plus(values, _named(values, _NETS)[:1])
    if not taxes or not nets:
        return []
    return [(nets + taxes, target) for target in _named(values, (*_GROSSES, *_TOTALS))]


def _total_forms(values: Values, lists: _Lists) -> list[_Form]:
    """Subtotal and what is added and taken off make the total; tax, tip and reductions may be inside already."""
    base = _plus(values, (_named(values, _SUBTOTALS) or _named(values, _GROSSES))[:1])
    target = _named(values, _TOTALS)[:1]
    if not base or not target:
        return []
    always = base + _plus(values, _named(values, _CHARGES)) + _paid_before(values)
    optional = [_taxes(values, lists), _reductions(values, lists), _plus(values, _named(values, _TIPS))]
    forms: list[_Form] = []
    for chosen in product((True, False), repeat=len(optional)):
        parts = always
        for taken, more in zip(chosen, optional, strict=True):
            parts += more if taken else ()
        forms.append((parts, target[0]))
    return list(dict.fromkeys(forms))


def _paid_before(values: Values) -> tuple[Part, ...]:
    """Return a deposit that was paid and is printed as a reduction."""
    value = values.get("deposit")
    return (Part("deposit", 1, value),) if value is not None and value < 0 else ()


def _change_forms(values: Values) -> list[_Form]:
    """What was given less the total is the change, which some print with a minus."""
    given, back, total = (_named(values, names)[:1] for names in (_TENDERED, _CHANGES, _TOTALS))
    if not given or not back or not total:
        return []
    change = values[back[0]]
    sign = 1 if change is not None and change < 0 else -1
    return [((Part(given[0], 1, values[given[0]]), Part(back[0], sign, change)), total[0])]


def _rows(values: Values, lists: _Lists, tolerance: Decimal) -> Iterator[SumCheck]:
    """Quantity times unit price is the price of a row; a row with a share or discount of its own is left alone."""
    for name in _ITEM_LISTS:
        for row, cells in sorted(lists.get(name, {}).items()):
            quantity, unit, price = (
                [cells[cell] for cell in wanted if cell in cells][:1]
                for wanted in (_QUANTITY_CELLS, _UNIT_CELLS, _PRICE_CELLS)
            )
            if quantity and unit and price and not _ALTERED_ROW_CELLS & set(cells):
                parts = _plus(values, quantity + unit)
                words = in_words(parts, price[0], product=True)
                stated = values[price[0]]
                yield SumCheck(f"{name}[{row}]", words, parts, price[0], stated, tolerance, product=True)
