"""What a person can say of the page a text stands on: the options that `score` and `parse` share."""

from __future__ import annotations

from typing import Annotated

import typer

from fidelity_app.core.errors import UserError
from fidelity_app.core.numbers.value import NumberContext

LocaleOption = Annotated[str, typer.Option("--locale", help="The page's locale, for example de or en-GB.")]
CurrencyOption = Annotated[str, typer.Option("--currency", help="The page's currency (ISO 4217).")]
UnitOption = Annotated[str, typer.Option("--unit", help="The unit of the column, for example kg or GBP/piece.")]
AmountsOption = Annotated[
    list[str] | None,
    typer.Option("--page-amount", help="Another amount of the same page, as printed; may be given several times."),
]
MarkOption = Annotated[str, typer.Option("--decimal-mark", help="The page's decimal mark, '.' or ','.")]
OrderOption = Annotated[str, typer.Option("--date-order", help="DMY, MDY or YMD.")]
CalendarOption = Annotated[
    str, typer.Option("--calendar", help="gregorian, buddhist, roc, persian or japanese; Gregorian when left out.")
]

_ORDERS = ("DMY", "MDY", "YMD")
_MARKS = (".", ",")


def page_context(
    *,
    locale: str,
    currency: str,
    unit: str,
    page_amounts: list[str] | None,
    decimal_mark: str,
    date_order: str,
    calendar: str,
) -> NumberContext:
    """Return the context of the options. Raises UserError naming an option whose word nobody knows."""
    from fidelity_app.core.numbers.calendars import calendar_name
    from fidelity_app.core.numbers.currencies import exponent
    from fidelity_app.core.numbers.deciding import locale_marks

    code, order = currency.upper(), date_order.upper()
    known = (
        (not code or exponent(code) is not None, f"--currency {currency}: no currency of ISO 4217 has this code"),
        (not locale or locale_marks(locale) is not None, f"--locale {locale}: not a locale; write de, en-GB, pt_BR..."),
        (not decimal_mark or decimal_mark in _MARKS, f"--decimal-mark {decimal_mark}: it is '.' or ','"),
        (not order or order in _ORDERS, f"--date-order {date_order}: it is one of {', '.join(_ORDERS)}"),
        (
            calendar_name(calendar) is not None,
            f"--calendar {calendar}: it is gregorian, buddhist, roc, persian or japanese",
        ),
    )
    for holds, complaint in known:
        if not holds:
            raise UserError(complaint)
    return NumberContext(
        locale=locale,
        currency=code,
        unit=unit,
        page_amounts=tuple(page_amounts or ()),
        decimal_mark=decimal_mark,
        date_order=order,
        calendar=calendar,
    )
