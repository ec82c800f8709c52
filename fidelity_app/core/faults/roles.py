"""What the characters of a text are for a comparison: as they were read, as the compared value has them, or unread."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from decimal import Decimal

from fidelity_app.core.clusters import Cluster, class_roles
from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.value import Parsed, Role

NUMERIC = frozenset({Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT})
_SEPARATORS = (Role.GROUP, Role.DECIMAL)
_MASK = frozenset("xX")


def figures(parts: Sequence[Cluster]) -> str:
    """Return digits and marks as they are written, folded in width; spaces are left out."""
    kept = (Role.DIGIT, *_SEPARATORS)
    return "".join(
        part.key if part.role is Role.DIGIT else unicodedata.normalize("NFKC", part.text)
        for part in parts
        if part.role in kept and not part.text.isspace()
    )


def marks_of(parsed: Parsed) -> list[tuple[str, Role]]:
    """Return the group and decimal marks of a text, each with its role."""
    return [(char, role) for char, role in zip(parsed.raw, parsed.roles, strict=True) if role in _SEPARATORS]


def settled_roles(parsed: Parsed, number: Decimal | None) -> tuple[Role, ...]:
    """Return the roles as the comparison needs them.

    The marks of an ambiguous text stand as the compared value of it has them. What is only layout, brackets and dashes
    of a telephone number or the mask of a card, is set aside like a space.
    """
    if parsed.kind is Kind.PHONE or "masked" in parsed.flags:
        return tuple(_without_layout(parsed))
    if parsed.number is not None or number is None:
        return parsed.roles
    marks = [index for index, role in enumerate(parsed.roles) if role in (Role.DECIMAL, Role.GROUP)]
    roles = list(parsed.roles)
    for index in marks:
        roles[index] = Role.GROUP
    exponent = number.as_tuple().exponent
    if marks and isinstance(exponent, int) and exponent < 0:
        roles[marks[-1]] = Role.DECIMAL
    return tuple(roles)


def unread_roles(parsed: Parsed, other: Parsed) -> tuple[Role, ...] | None:
    """Return roles for a text that was read as no number, so that only its strange characters differ.

    Nobody said what its marks are: they are what the other side has them for, else what their places suggest. None
    for a text that was read.
    """
    if parsed.kind not in NUMERIC or parsed.value is not None or (parsed.alternatives and parsed.suggestion is None):
        return None
    known = dict(marks_of(other))
    classes = class_roles(parsed.raw)
    return tuple(
        known.get(char, role) if role in _SEPARATORS else own
        for char, role, own in zip(parsed.raw, classes, parsed.roles, strict=True)
    )


def _without_layout(parsed: Parsed) -> Iterator[Role]:
    for char, role in zip(parsed.raw, parsed.roles, strict=True):
        kept = role is Role.DIGIT or (role is Role.LETTER and char not in _MASK)
        yield role if kept else Role.SPACE
