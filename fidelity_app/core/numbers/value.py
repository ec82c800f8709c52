"""What reading a number gives: its value, how it was written, and why it was read so."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from fidelity_app.core.documents import Kind


class Role(StrEnum):
    """What one character of the raw text is, for alignment, colouring and the ISRI table."""

    DIGIT = "digit"
    DECIMAL = "decimal"
    GROUP = "group"
    SIGN = "sign"
    CURRENCY = "currency"
    PERCENT = "percent"
    UNIT = "unit"
    SPACE = "space"
    LETTER = "letter"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class NumberContext:
    """What the page is known to be (all optional); a reading never borrows the truth's context.

    `page_amounts` are the other amounts of the same page as printed; `date_order` is DMY, MDY or YMD. `decimal_mark` is
    stated, `mark_by_sum` is what the page's own sums prove where nothing else decides (`core.settling`).
    """

    locale: str = ""
    currency: str = ""
    unit: str = ""
    page_amounts: tuple[str, ...] = ()
    decimal_mark: str = ""
    date_order: str = ""
    calendar: str = ""
    mark_by_sum: str = ""


@dataclass(frozen=True, slots=True)
class Style:
    """How a number was written; empty strings mean "not seen"."""

    decimal_mark: str = ""
    group_mark: str = ""
    script: str = "latin"
    sign: str = ""
    currency_text: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """One text read as one kind.

    `value` is canonical text: plain decimal digits for numbers, ISO 8601 for dates and times, the characters that
    count for identifiers and phones; a tuple when the text holds several numbers; None when it is absent,
    unparsable or ambiguous (`alternatives` then lists the well-formed readings). `number` is the exact Decimal of a
    single numeric value. `roles` has one entry per code point of `raw`. `decided_by` says which rule of SCORING
    section 1 settled the separators, in words. `suggestion` is what a look-alike probably meant; never used as a value.
    `shape` is the `numbers.shapes.Shape` of a plain number: texts of one shape differ in their digits alone.
    """

    raw: str
    kind: Kind
    value: str | tuple[str, ...] | None
    number: Decimal | None = None
    currency: str | None = None
    unit: str | None = None
    style: Style = field(default_factory=Style)
    fraction_digits: int | None = None
    alternatives: tuple[str, ...] = ()
    decided_by: str = ""
    flags: tuple[str, ...] = ()
    roles: tuple[Role, ...] = ()
    suggestion: str | None = None
    shape: object = field(default=None, compare=False, repr=False)
