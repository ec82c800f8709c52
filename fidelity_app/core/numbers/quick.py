"""The fast path: most numbers on a page are plain (`12.50`, `1.234,56`) and have one reading whatever the page says."""

from __future__ import annotations

import re
from decimal import Decimal

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.deciding import ONE_READING
from fidelity_app.core.numbers.value import Parsed, Role, Style

NUMERIC = frozenset((Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT, Kind.OTHER))
_PLAIN = re.compile(
    r"(-?)([1-9][0-9]{0,2}([.,])[0-9]{3}(?:\3[0-9]{3})*|[1-9][0-9]*|0)(?:([.,])([0-9]{1,2}))?", re.ASCII
)
_ROLES = dict.fromkeys("0123456789", Role.DIGIT) | {"-": Role.SIGN}
_ROLES_BY_DECIMAL = {
    mark: _ROLES | {mark: Role.DECIMAL, other: Role.GROUP} for mark, other in ((".", ","), (",", "."), ("", ""))
}
_STYLES = {
    (decimal, group, minus): Style(decimal_mark=decimal, group_mark=group, sign="minus" if minus else "")
    for decimal, group in ((".", ""), (",", ""), (".", ","), (",", "."), ("", ""))
    for minus in ("", "-")
}


def read_quickly(text: str, kind: Kind) -> Parsed | None:
    """Read a plain number exactly as the full reader would, or return None for everything that needs thought."""
    match = _PLAIN.fullmatch(text)
    if match is None:
        return None
    minus, integer, group, decimal, fraction = match.groups("")
    if group and (not decimal or group == decimal):
        return None
    digits = integer.replace(group, "") if group else integer
    value = f"{minus}{digits}.{fraction}" if fraction else minus + digits
    number = Decimal(value)
    if minus and not number:
        return None
    roles = _ROLES_BY_DECIMAL[decimal]
    return Parsed(
        text,
        kind,
        value,
        number,
        style=_STYLES[decimal, group, minus],
        fraction_digits=len(fraction),
        decided_by=ONE_READING,
        roles=tuple([roles[char] for char in text]),
    )
