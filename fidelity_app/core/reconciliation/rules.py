"""Which sums a receipt or invoice makes, found by what the names of its fields mean."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import product

from fidelity_app.core.numbers.currencies import exponent
from fidelity_app.core.reconciliation.cash import cash_step
from fidelity_app.core.reconciliation.page import Page
from fidelity_app.core.reconciliation.sums import Part, SumCheck, SumState, Values, in_words

_CHARGES = ("service", "shipping", "insurance", "charge")
_REDUCTIONS = ("discount", "coupon", "voucher")
_ITEMS, _TAXES = ("items",), ("taxes",)
_AMOUNT_CELLS = ("price", "tax", "")
_ALTERED_ROW_CELLS = frozenset({"share", "discount", "rate", "discountrate"})
_PERCENT = Decimal("0.01")

_Form = tuple[tuple[Part, ...], str]
"""What is added, and the key of what it makes."""


def checks(values: Values, currency: str) -> Iterator[SumCheck]:
    """Yield the sums that these fields can make, each in the form that holds, if one of its usual forms does."""
    page = Page(values)
    tolerance = _smallest_unit(values, currency)
    payable, cash = cash_step(currency), cash_step(currency, is_cash=True)
    to_pay = frozenset(page.named("total", "gross", "due"))
    yield from _products(page, values, tolerance)
    families: tuple[tuple[str, Sequence[_Form], Decimal], ...] = (
        ("lines", _line_forms(page), payable),
        ("taxes", _tax_list_forms(page), Decimal(0)),
        ("tax", _net_forms(page), payable),
        ("total", _total_forms(page), payable),
        ("due", _due_forms(page), payable),
        ("change", _change_forms(page), cash),
    )
    for family, forms, step in families:
        found = _best(family, forms, values, tolerance=tolerance, step=step, payable=to_pay)
        if found is not None:
            yield found


def _best(
    family: str,
    forms: Sequence[_Form],
    values: Values,
    *,
    tolerance: Decimal,
    step: Decimal,
    payable: Collection[str],
) -> SumCheck | None:
    """Return the first form that holds, to the last digit if one does; else the plainest.

    Before a form that breaks goes one that cannot be checked, because it might hold. A payable amount that no form
    makes to the last cent may have been rounded to the coins in use.
    """
    made = [
        SumCheck(family, in_words(parts, key), parts, key, values.get(key), tolerance) for parts, key in forms if parts
    ]
    order = {SumState.HOLDS: 0, SumState.NOT_CHECKABLE: 1, SumState.BREAKS: 2}
    best = min(made, key=lambda check: (order[check.state], bool(check.difference)), default=None)
    if best is None or best.state is SumState.HOLDS or not step:
        return best
    rounded = (replace(check, cash_step=step) for check in made if check.stated_key in payable)
    return next((check for check in rounded if check.state is SumState.HOLDS), best)


def _smallest_unit(values: Values, currency: str) -> Decimal:
    """Return the smallest printed unit: the currency's, else the finest that the amounts show (a cent at most)."""
    places = exponent(currency) if currency else None
    if places is None:
        known = [value for value in values.values() if value is not None and value.is_finite()]
        places = min(2, max((-int(value.as_tuple().exponent) for value in known), default=2))
    return Decimal(1).scaleb(-max(0, places))


def _choices(base: Sequence[_Form], *options: tuple[Part, ...]) -> list[_Form]:
    """Return the forms with and without each group of parts, all of them added first."""
    forms: list[_Form] = []
    for parts, target in base:
        for taken in product((True, False), repeat=len(options)):
            more = tuple(part for is_taken, group in zip(taken, options, strict=True) if is_taken for part in group)
            forms.append((parts + more, target))
    return list(dict.fromkeys(forms))


def _taxes(page: Page) -> list[tuple[Part, ...]]:
    """Return the ways in which taxes enter: all that are named, only the first (it is their sum), or the list's."""
    named, listed = page.named("tax"), page.column(_TAXES, _AMOUNT_CELLS)
    ways = (page.plus(keys) for keys in ((named, named[:1]) if named else (listed,)))
    return [way for way in dict.fromkeys(ways) if way]


def _reductions(page: Page) -> tuple[Part, ...]:
    """Return what is taken off; a credit note prints it with the sign of its other amounts."""
    keys = page.named(*_REDUCTIONS) + page.column(("discounts",), ("price", "discount", ""))
    if page.is_credit("subtotal", "net", "total", "gross"):
        return tuple(replace(part, sign=-1) for part in page.plus(keys))
    return page.minus(keys)


def _charges(page: Page) -> tuple[Part, ...]:
    return page.plus(page.named(*_CHARGES) + page.column(("charges",), ("price", "")))


def _line_forms(page: Page) -> list[_Form]:
    """Prices of rows add up to the subtotal, the net or the total; deposits and reductions may stand among them.

    Where no subtotal is printed, tax, charges and tip come between the rows and the total, if they are not inside.
    """
    items = page.plus(page.column(_ITEMS, ("price", "")))
    if not items:
        return []
    extras = page.plus(page.column(("deposits",), ("price", "")))
    reductions = _reductions(page)
    # The plainest form comes first, so that a sum which no form makes is shown as a person would add it up.
    sums = list(dict.fromkeys([items, items + extras, items + reductions, items + extras + reductions]))
    parts_sums = page.named("subtotal", "net")
    totals = page.named("total", "gross", "due")
    forms = [(parts, target) for target in parts_sums + totals for parts in sums]
    if parts_sums:
        return forms
    more = [_charges(page), page.plus(page.named("tip")), page.plus(page.named("rounding"))]
    base = [(parts + taxes, target) for target in totals for parts in sums for taxes in [*_taxes(page), ()]]
    return list(dict.fromkeys(forms + _choices(base, *more)))


def _tax_list_forms(page: Page) -> list[_Form]:
    """The amounts of several rates make the tax."""
    amounts = page.plus(page.column(_TAXES, _AMOUNT_CELLS))
    return [(amounts, target) for target in page.named("tax")] if amounts else []


def _net_forms(page: Page) -> list[_Form]:
    """Net and tax make the gross, or the total; charges, tip and rounding may come on top."""
    nets = page.plus(page.named("net")[:1] or page.column(_TAXES, ("net",)))
    if not nets:
        return []
    base = [(nets + taxes, target) for target in page.named("gross", "total", "due") for taxes in _taxes(page)]
    more = _charges(page), page.plus(page.named("tip")), page.plus(page.named("rounding"))
    return list(dict.fromkeys(base + _choices(base, *more)))


def _total_forms(page: Page) -> list[_Form]:
    """Subtotal and what is added and taken off make the total; any of it may be inside already."""
    base = page.plus((page.named("subtotal") or page.named("gross"))[:1])
    targets = page.named("total") or (page.named("due") if page.named("subtotal") else [])
    if not base or not targets:
        return []
    more = [_charges(page), page.plus(page.named("rounding")), _reductions(page), page.plus(page.named("tip"))]
    starts = [(base + taxes, targets[0]) for taxes in [*_taxes(page), ()]]
    forms = _choices(starts, *more)
    return list(dict.fromkeys(form for deposit in _deposits(page) for form in _with(forms, deposit)))


def _with(forms: Sequence[_Form], parts: tuple[Part, ...]) -> Iterator[_Form]:
    return ((sum_of + parts, target) for sum_of, target in forms)


def _deposits(page: Page) -> list[tuple[Part, ...]]:
    """Return the ways in which a deposit enters: paid before and taken off, for bottles and added, or not at all."""
    keys = page.named("deposit")
    return list(dict.fromkeys([page.minus(keys), (), page.plus(keys)]))


def _due_forms(page: Page) -> list[_Form]:
    """What was paid before is taken off the total, and what is left is due."""
    totals = page.named("total", "gross")
    rounding, paid = page.plus(page.named("rounding")), page.minus(page.named("deposit"))
    return _choices([(page.plus([key]), due) for due in page.named("due") for key in totals], paid, rounding)


def _change_forms(page: Page) -> list[_Form]:
    """What was given less the change is the total; some print the change with a minus, some pay in several ways."""
    change = page.minus(page.named("change")[:1])
    cash, card = page.plus(page.named("cash")[:1]), page.plus(page.named("card")[:1])
    payments = page.plus(page.column(("payments",), ("price", "")))
    ways = [cash, cash + card, card, payments] if change else [cash + card, card, payments] if card else [payments]
    given = [way for way in dict.fromkeys(ways) if way]
    targets = page.named("due", "total", "gross")
    tip = tuple(replace(part, sign=-1) for part in page.plus(page.named("tip")))
    base = [(way + change, target) for target in targets for way in given]
    return list(dict.fromkeys(base + _choices(base, tip)))


def _products(page: Page, values: Values, tolerance: Decimal) -> Iterator[SumCheck]:
    yield from _row_prices(page, values, tolerance)
    for name, rows in page.lists(*_TAXES):
        for row, cells in sorted(rows.items()):
            yield from _tax_of_rate(f"{name}[{row}]", cells, page, values, tolerance=tolerance)
    plain = {cell: keys[0] for cell in ("net", "tax") if (keys := page.named(cell))}
    if rates := page.named("tax_rate"):
        plain["rate"] = rates[0]
    yield from _tax_of_rate("rate", plain, page, values, tolerance=tolerance)


def _row_prices(page: Page, values: Values, tolerance: Decimal) -> Iterator[SumCheck]:
    """Quantity times unit price is the price of a row; a row with a share or discount of its own is left alone."""
    for name, rows in page.lists(*_ITEMS):
        for row, cells in sorted(rows.items()):
            if _ALTERED_ROW_CELLS & set(cells) or not {"quantity", "unit_price", "price"} <= set(cells):
                continue
            parts = page.plus([cells["quantity"], cells["unit_price"]])
            price = cells["price"]
            words = in_words(parts, price, product=True)
            yield SumCheck(f"{name}[{row}]", words, parts, price, values[price], tolerance, product=True)


def _tax_of_rate(
    family: str, cells: Mapping[str, str], page: Page, values: Values, *, tolerance: Decimal
) -> Iterator[SumCheck]:
    """The rate of the net is the tax, and net and tax of one rate make its gross."""
    amount = next((cells[cell] for cell in _AMOUNT_CELLS if cell in cells), None)
    if amount is None or "net" not in cells:
        return
    if "rate" in cells:
        parts = page.plus([cells["net"], cells["rate"]])
        words = in_words(parts, amount, percent=True)
        yield SumCheck(family, words, parts, amount, values[amount], tolerance=tolerance, product=True, factor=_PERCENT)
    if "gross" in cells:
        parts, gross = page.plus([cells["net"], amount]), cells["gross"]
        yield SumCheck(f"{family} gross", in_words(parts, gross), parts, gross, values[gross], tolerance)
