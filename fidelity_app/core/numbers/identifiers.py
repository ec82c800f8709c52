"""Read identifiers as characters: only layout folds (spaces, mask stars); leading zeros, dots and letters count."""

from __future__ import annotations

import re

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.check_digits import Check, examined
from fidelity_app.core.numbers.draft import Draft, unparsable
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.numerals import kanji_digit
from fidelity_app.core.numbers.value import NumberContext, Role, Style

_SCIENTIFIC = re.compile("[0-9][.,][0-9]+[eE][+-]?[0-9]{1,3}|[0-9]+[eE][+-][0-9]{1,3}")
# Two mask characters or more, one star or ellipsis at either end, three X that are no part of a word, three dots;
# what divides a mask into groups belongs to it.
_SIGNS = "*·●•○■█#"
_MASK = re.compile(
    f"[{_SIGNS}…](?:-?[{_SIGNS}…])+"
    "|^[*•●…]|[*•●…]$"
    "|(?<![A-Za-z])[Xx](?:-?[Xx]){2,}(?![A-WYZa-wyz])"
    r"|(?<![.A-Za-z])\.{3,}(?![.A-Za-z])"
)
_MASK_CHARS = frozenset(f"{_SIGNS}….Xx")
_CARD_PIECES = re.compile("[0-9-]*")


def read_identifier(folded: Folded, kind: Kind, context: NumberContext) -> Draft:
    """Read an identifier; a wrong check digit or scientific notation leaves it without a value, with a flag."""
    text = folded.text if folded.text.isascii() else _with_plain_digits(folded.text)
    written = text.strip()
    packed = written.replace(" ", "")
    roles = {place: Role.DIGIT for place, char in enumerate(text) if char.isdecimal()}
    if not any(char.isalnum() for char in packed):
        return unparsable(decided_by="neither a letter nor a digit is written")
    if _SCIENTIFIC.fullmatch(packed):
        why = "a spreadsheet made a number of it, its digits are lost"
        return unparsable("scientific-notation", "unparsable", decided_by=why)
    masked = packed if _MASK_CHARS.isdisjoint(packed) else _visible(packed)
    if masked != packed:
        return _masked(folded, masked, roles)
    value, check = examined(written)
    return _draft(folded, value, roles) if check is None else _checked(folded, value, roles, check)


def _with_plain_digits(text: str) -> str:
    """Return a text with decimal digits for kanji numerals; circles alone are no zeros but a mask."""
    plain = "".join(map(kanji_digit, text.replace("○", "")))
    return "".join(map(kanji_digit, text)) if plain != text.replace("○", "") else text


def _checked(folded: Folded, value: str, roles: dict[int, Role], check: Check) -> Draft:
    """Return an identifier with the free flag of its check digit; a number that must hold and does not has no value."""
    flags = (check.family, "check-digit-ok" if check.holds else "check-digit-wrong")
    if check.holds or not check.binding:
        said = f"its check digit is {'right' if check.holds else 'wrong'} ({check.name})"
        return _draft(folded, value, roles, *flags, said=said)
    return Draft(
        None,
        style=Style(script=folded.script),
        decided_by=f"the check digit is wrong for this {check.name}",
        flags=(*folded.flags, *flags),
        roles=roles,
    )


def _masked(folded: Folded, value: str, roles: dict[int, Role]) -> Draft:
    if not value.strip("."):
        return unparsable("masked", "unparsable", decided_by="a mask hides every character")
    return _draft(folded, value, roles, "masked", said="a mask hides the rest")


def _draft(folded: Folded, value: str, roles: dict[int, Role], *flags: str, said: str = "") -> Draft:
    return Draft(
        value,
        style=Style(script=folded.script),
        decided_by=f"{_AS_CHARACTERS}; {said}" if said else _AS_CHARACTERS,
        flags=(*folded.flags, *flags),
        roles=roles,
    )


_AS_CHARACTERS = "an identifier is read as characters"


def _visible(packed: str) -> str:
    """Return what a mask leaves to be seen: a suffix alone, or prefix..suffix. In a card's number dashes are layout."""
    bracketed = packed.startswith("(") and packed.endswith(")")
    pieces = [piece.strip("-") for piece in _MASK.split(packed[1:-1] if bracketed else packed)]
    if len(pieces) == 1:
        return packed
    if all(_CARD_PIECES.fullmatch(piece) for piece in pieces):
        pieces = [piece.replace("-", "") for piece in pieces]
    shown = [piece for piece in pieces if piece]
    if len(shown) <= 1:
        return shown[0] if pieces[-1] else f"{shown[0]}.." if shown else ""
    return "..".join(shown)
