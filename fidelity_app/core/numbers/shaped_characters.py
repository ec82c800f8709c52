"""Read identifiers and telephone numbers by their shape: all that counts is which characters are layout.

Check digits, and what may be the number of a card, are left to the full reader: there the digits themselves tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.shaped import FullReader, ShapeReader, new_parsed
from fidelity_app.core.numbers.value import NumberContext, Parsed

_MOST_DIGITS = 12
"""A payment card has thirteen digits or more (ISO/IEC 7812), and a prefix that tells its issuer."""
_SAMPLES = tuple(str.maketrans("0123456789", figures) for figures in ("0123456789", "7777777777", "4901352680"))
_NOT_DIGITS = bytes(code for code in range(256) if not 48 <= code <= 57)
_TRUNK_ZERO = b"(0)"


@dataclass(frozen=True, slots=True, eq=False)
class CharacterShape:
    """What all identifiers or telephone numbers of one notation share; shapes are the same only if one object."""

    sample: Parsed
    pattern: bytes


Value = Callable[[str], str]


def identifier_reader(
    full_reader: FullReader, pattern: bytes, text: str, kind: Kind, context: NumberContext
) -> ShapeReader | None:
    """Return a reader of the identifiers that have a text's pattern, None where more than spaces is layout."""
    value = _without_spaces if " " in text else str
    return _reader(full_reader, pattern, text, kind, context, value=value)


def _without_spaces(text: str) -> str:
    return text.replace(" ", "")


def phone_reader(
    full_reader: FullReader, pattern: bytes, text: str, kind: Kind, context: NumberContext
) -> ShapeReader | None:
    """Return a reader of the telephone numbers that have a text's pattern, None where its zeros may be layout."""
    if _TRUNK_ZERO in pattern:
        return None
    return _reader(full_reader, pattern, text, kind, context, value=_plus_digits if "+" in text else _digits)


def _digits(text: str) -> str:
    return text.encode().translate(None, _NOT_DIGITS).decode()


def _plus_digits(text: str) -> str:
    return "+" + _digits(text)


def _reader(
    full_reader: FullReader, pattern: bytes, text: str, kind: Kind, context: NumberContext, *, value: Value
) -> ShapeReader | None:
    if not pattern.isascii() or pattern.count(b"0") > _MOST_DIGITS:
        return None
    shape = CharacterShape(full_reader(text, kind, context), pattern)
    sample = shape.sample
    style, decided_by, roles = sample.style, sample.decided_by, sample.roles

    def read(text: str, page: NumberContext) -> Parsed:
        return new_parsed(
            text, kind, value(text), None, None, None, style, None, (), decided_by, (), roles, None, shape
        )

    others = [text.translate(figures) for figures in _SAMPLES]
    return read if all(read(other, context) == full_reader(other, kind, context) for other in others) else None
