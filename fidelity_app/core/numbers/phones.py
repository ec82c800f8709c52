"""Read telephone numbers: a leading plus and the digits; spaces, brackets, dashes, dots and slashes are layout."""

from __future__ import annotations

import re

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.draft import Draft, unparsable
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.lookalikes import repaired
from fidelity_app.core.numbers.value import NumberContext, Style

MOST_DIGITS = 15
"""An international number has at most fifteen digits (ITU-T E.164), without the prefix that is dialled before it."""
_DIALLED = re.compile(r"^\+?(?:0011|011|810|00)?")
_NAMES = (
    "telephone|telefono|teléfono|telefon|telefax|téléphone|tel|tél|phone|mobile|mobil|handy|fax|電話番号|電話|电话|전화"
)
_LABEL = re.compile(
    rf"\s*(?:(?:{_NAMES})(?:\.?\s?(?:no|nr))?\.?\s*:?\s*"
    r"|(?:ph|hp|t|f|m)(?:\s*[.:]\s*|\s+)"
    r"|[☎✆℡📞📱]\ufe0f?\s*:?\s*"
    r"|[^\W\d_][^\d:+()]{0,30}:\s*)(?=[+(\[0-9])",
    re.IGNORECASE,
)
_EXTENSION = re.compile(
    r"\s*(?:;ext=|ext(?:ension)?\.?\s?|x\s?|#\s?|durchwahl\s|dw\.?\s)\s?([0-9]{1,6})\s*$", re.IGNORECASE
)
_BODY = re.compile(r"\s*[(\[]?\s?\+?[0-9 ()\[\]./\-]*[0-9][0-9 ()\[\]./\-]*")
_TRUNK_ZERO = re.compile(r"(?<=[0-9])\s?\(0\)")
_TWO_NUMBERS = re.compile(r"(?:[0-9][ .\-()]{0,3}){6,}/\s?(?:[0-9][ .\-()]{0,3}){6,}")
_WORD = re.compile(r"[^\W\d_]{3,}")


def read_phone(folded: Folded, kind: Kind, context: NumberContext) -> Draft:
    """Read a telephone number to `+` and digits, with `x12` for an extension. Letters leave it without a value."""
    text = folded.text
    label = _LABEL.match(text)
    start = label.end() if label else 0
    extension = _EXTENSION.search(text, start)
    body, behind = (text[start:], "") if extension is None else (text[start : extension.start()], f"x{extension[1]}")
    if not _BODY.fullmatch(body):
        return _without_value(body, behind)
    is_international = body.lstrip(" ([").startswith("+")
    trunk = ("trunk-zero",) if is_international and _TRUNK_ZERO.search(body) else ()
    number = _digits(_TRUNK_ZERO.sub("", body) if trunk else body)
    if _length(number) > MOST_DIGITS or ("/" in body and _TWO_NUMBERS.search(body)):
        return unparsable("unparsable", decided_by="more digits than one telephone number has")
    return Draft(
        number + behind,
        style=Style(script=folded.script),
        decided_by="spaces, brackets, dashes, dots and slashes are layout in a telephone number",
        flags=(*folded.flags, *trunk),
    )


def _length(number: str) -> int:
    """Return how many digits a number has behind the plus or the prefix of an international call."""
    return len(_DIALLED.sub("", number))


def _without_value(body: str, behind: str) -> Draft:
    """Say what a look-alike probably means; three letters together are a word to be dialled (555-CALL)."""
    suggestion = None if _WORD.search(body) else repaired(body)
    if suggestion is None or not _BODY.fullmatch(suggestion):
        return unparsable(decided_by="no notation of one telephone number")
    why = "a letter stands where a digit should"
    return unparsable("lookalike", "unparsable", suggestions=(_digits(suggestion) + behind,), decided_by=why)


def _digits(body: str) -> str:
    plus = "+" if body.lstrip(" ([").startswith("+") else ""
    return plus + "".join(char for char in body if "0" <= char <= "9")
