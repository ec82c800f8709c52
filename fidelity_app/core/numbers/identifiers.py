"""Read identifiers as characters: only layout folds (spaces, mask stars); leading zeros, dots and letters count."""

from __future__ import annotations

import re
from collections.abc import Callable

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.check_digits import (
    ean_holds,
    iban_holds,
    is_card_shaped,
    is_iban_shaped,
    luhn_holds,
)
from fidelity_app.core.numbers.draft import Draft, unparsable
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.numerals import kanji_digit
from fidelity_app.core.numbers.value import NumberContext, Role, Style

_SCIENTIFIC = re.compile("[0-9][.,][0-9]+[eE][+-]?[0-9]{1,3}|[0-9]+[eE][+-][0-9]{1,3}")
_MASK = re.compile("[*·●•#]{2,}|(?<![A-Za-z])[Xx]{3,}(?![A-WYZa-wyz])")
_MASK_OF_DOTS = re.compile(r"^\.{3,}(?=[0-9])")
_CARD_LAYOUT = re.compile("[0-9]{4}(?: [0-9]{4}){3}|[0-9]{4}(?:-[0-9]{4}){3}|[0-9]{4} [0-9]{6} [0-9]{5}")


def read_identifier(folded: Folded, kind: Kind, context: NumberContext) -> Draft:
    """Read an identifier; a wrong check digit or scientific notation leaves it without a value, with a flag."""
    text = folded.text if folded.text.isascii() else "".join(kanji_digit(char) for char in folded.text)
    written = text.strip()
    packed = written.replace(" ", "")
    roles = {place: Role.SPACE for place, char in enumerate(text) if char == " "}
    roles.update((place, Role.DIGIT) for place, char in enumerate(text) if char.isdecimal())
    if not any(char.isalnum() for char in packed):
        return unparsable()
    if _SCIENTIFIC.fullmatch(packed):
        return unparsable("scientific-notation", "unparsable")
    masked = _visible(packed)
    if masked != packed:
        return _draft(folded, masked, roles, "masked") if masked.strip(".") else unparsable("masked", "unparsable")
    flags = _checked(written, packed)
    if "check-digit-wrong" in flags:
        return Draft(None, style=Style(script=folded.script), flags=(*folded.flags, *flags), roles=roles)
    return _draft(folded, packed, roles, *flags)


def _draft(folded: Folded, value: str, roles: dict[int, Role], *flags: str) -> Draft:
    return Draft(
        value,
        style=Style(script=folded.script),
        decided_by="an identifier is read as characters",
        flags=(*folded.flags, *flags),
        roles=roles,
    )


def _visible(packed: str) -> str:
    """Return what a mask leaves to be seen: a suffix alone, or prefix..suffix."""
    text = _MASK_OF_DOTS.sub("**", packed)
    pieces = [piece.strip("-") for piece in _MASK.split(text)]
    if len(pieces) == 1:
        return packed
    shown = [piece for piece in pieces if piece]
    if len(shown) <= 1:
        return shown[0] if shown and pieces[-1] else f"{shown[0]}.." if shown else ""
    return "..".join(shown)


def _checked(written: str, packed: str) -> tuple[str, ...]:
    """Return the free flag of a check digit, for the texts that clearly carry one."""
    digits = packed.replace("-", "")
    checks: tuple[tuple[bool, str, Callable[[str], bool], str], ...] = (
        (is_iban_shaped(packed), "iban", iban_holds, packed),
        (len(packed) == 13 and packed.isdecimal(), "ean-13", ean_holds, packed),
        (bool(_CARD_LAYOUT.fullmatch(written)) and is_card_shaped(digits), "luhn", luhn_holds, digits),
    )
    for applies, name, holds, text in checks:
        if applies:
            return (name, "check-digit-ok" if holds(text) else "check-digit-wrong")
    return ()
