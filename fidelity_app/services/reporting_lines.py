"""Every measure of a run as lines of measures.csv: exact counts, and shares rounded to six decimals from them."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

from fidelity_app.core.compatibility import Columns, Micro, Sum
from fidelity_app.core.metrics import LABELS, DigitTable
from fidelity_app.reports.rows import MeasureLine
from fidelity_app.services.reporting_views import DROPS, HowHard, MeasureSheet, ModelPair, NamedMeasure, RunMeasures

UNDEFINED = "n/a"
ALL_RECIPES = "all recipes"
"""Stands for the recipe in a line that is counted over all of them."""
_DECIMALS = Decimal("0.000001")


def measure_lines(measures: RunMeasures) -> Iterator[MeasureLine]:
    """Yield every measure of every model under every recipe, then the comparisons of models."""
    for sheet in measures.sheets:
        for measure, figures in _lines(sheet):
            yield MeasureLine(sheet.model, sheet.recipe, measure, *figures)
    yield from _hardness_lines(measures.how_hard)
    for pair in measures.pairs:
        yield from _pair_lines(pair)


Figures = tuple[str, ...]
"""Value, n, numerator, denominator, low and high; what is left out at the end is empty."""


def _lines(sheet: MeasureSheet) -> Iterator[tuple[str, Figures]]:
    for share in sheet.shares:
        yield share.name, _share(share)
    n = str(sheet.documents)
    for name in ("slots", "ambiguous", "failed", "omitted", "abstained", "invented", "illegible"):
        yield f"count:{name}", (str(getattr(sheet, name)), n)
    yield from _digit_lines(sheet.digits)
    yield from _size_lines(sheet)
    sums = sum(sheet.sums.counts.values())
    for name, count in sheet.sums.counts.items():
        yield f"sums:{name}", (str(count), str(sums))
    for drop, needed in zip(DROPS, sheet.power.needed, strict=True):
        yield f"documents_needed:{100 * drop:.0f}_points", (UNDEFINED if needed is None else str(needed), n)
    yield "smallest_drop_shown", (number_text(sheet.power.smallest), n)
    yield from _paper_lines(sheet.papers)


def _share(share: NamedMeasure) -> Figures:
    measure = share.measure
    return (
        ratio_text(measure.hits, measure.total),
        str(share.documents),
        str(measure.hits),
        str(measure.total),
        "" if measure.low is None else number_text(measure.low),
        "" if measure.high is None else number_text(measure.high),
    )


def _digit_lines(table: DigitTable) -> Iterator[tuple[str, Figures]]:
    yield "digits:pairs", (str(table.pairs),)
    for name in ("substitutions", "deletions", "insertions", "swaps"):
        yield f"digits:{name}", (str(getattr(table, name)), str(table.truth_digits))
    for row in table.classes:
        right = row.count - row.missed
        yield f"class_right:{row.name}", (ratio_text(right, row.count), str(row.count), str(right), str(row.count))
    for printed, total, counts in zip(LABELS, table.printed, table.matrix, strict=True):
        for read, count in zip(LABELS, counts, strict=True):
            if count:
                yield f"confusion:{printed}>{read}", (str(count), str(total))
    for printed, read, count in table.frequent_blocks:
        yield f"block:{{{printed}}}-{{{read}}}", (str(count),)


def _size_lines(sheet: MeasureSheet) -> Iterator[tuple[str, Figures]]:
    powers = sheet.magnitude.powers
    total = str(sum(powers.values()))
    for power in sorted(powers, key=lambda item: (item is None, item or 0)):
        yield (
            f"power_of_ten:{'none' if power is None else f'{power:+d}' if power else '0'}",
            (str(powers[power]), total),
        )
    for money in sheet.magnitude.money:
        currency, n = money.currency or "unknown", str(money.count)
        yield f"difference_sum:{currency}", (f"{money.signed:f}", n)
        yield f"difference_absolute:{currency}", (f"{money.unsigned:f}", n)
        yield f"difference_largest:{currency}", (f"{money.largest:f}", n)


def _paper_lines(papers: Columns) -> Iterator[tuple[str, Figures]]:
    n = str(papers.documents)
    yield from _micro_lines("sroie", papers.sroie, n)
    yield from _micro_lines("donut", papers.donut, n)
    errors = papers.cer.substitutions + papers.cer.deletions + papers.cer.insertions
    characters = papers.cer.truth_characters
    yield "donut_tree_accuracy", _mean(papers.tree)
    yield "anls", _mean(papers.anls)
    yield "cer", (ratio_text(errors, characters), n, str(errors), str(characters))
    yield "cer_insertions_where_nothing_is_printed", (str(papers.blank_insertions), n)
    yield "chartqa_relaxed_accuracy", _mean(papers.relaxed)
    yield "ocrbench_containment", _mean(papers.contained)
    yield "numeric_fidelity", _mean(papers.numeric)


def _micro_lines(name: str, micro: Micro, n: str) -> Iterator[tuple[str, Figures]]:
    for measure, above, below in (
        ("precision", micro.right, micro.predicted),
        ("recall", micro.right, micro.annotated),
        ("f1", 2 * micro.right, micro.predicted + micro.annotated),
    ):
        yield f"{name}_{measure}", (ratio_text(above, below), n, str(above), str(below))


def _mean(found: Sum) -> Figures:
    return number_text(found.mean), str(found.count)


def _hardness_lines(found: HowHard) -> Iterator[MeasureLine]:
    for kind, classes in (("digit_height_px", found.by_height), ("ease", found.by_third)):
        for one in classes:
            for name in ("value_fidelity", "silent_error_rate"):
                figures = _share(NamedMeasure(name, getattr(one, name), one.documents))
                yield MeasureLine(one.model, ALL_RECIPES, f"{name}:{kind}:{one.name}", *figures)
            yield MeasureLine(one.model, ALL_RECIPES, f"count:{kind}:{one.name}", str(one.slots), str(one.documents))


def _pair_lines(pair: ModelPair) -> Iterator[MeasureLine]:
    models = f"{pair.first} minus {pair.second}"
    ends = tuple("" if end is None else number_text(end) for end in (pair.low, pair.high))
    figures = (number_text(pair.difference), str(pair.documents), "", "", *ends)
    yield MeasureLine(models, pair.recipe, "value_fidelity_difference", *figures)
    n = str(pair.slots)
    yield MeasureLine(models, pair.recipe, "mcnemar:only_first_right", str(pair.only_first), n)
    yield MeasureLine(models, pair.recipe, "mcnemar:only_second_right", str(pair.only_second), n)
    yield MeasureLine(models, pair.recipe, "mcnemar:p_value", p_text(pair.p_value), n)


def ratio_text(above: int, below: int) -> str:
    """Return a share as text, rounded from the whole numbers themselves to six decimals, "n/a" over nothing."""
    return _rounded(Fraction(above, below)) if below else UNDEFINED


def number_text(value: float | None) -> str:
    """Return a figure that is no quotient of counts (an end of an interval, a mean), rounded to six decimals."""
    return UNDEFINED if value is None else _rounded(Fraction(value))


def p_text(value: float) -> str:
    """Return a p-value with four significant digits, never as a zero that it is not."""
    return f"{Decimal(f'{value:.3e}'):f}" if value >= 1e-6 else f"{value:.3e}"


def _rounded(value: Fraction) -> str:
    shown = (Decimal(value.numerator) / Decimal(value.denominator)).quantize(_DECIMALS, ROUND_HALF_EVEN)
    text = f"{shown:f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
