"""Read telephone numbers: a leading plus and the digits; spaces, brackets, dashes, dots and slashes are layout."""

from __future__ import annotations

import re

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.draft import Draft, unparsable
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.lookalikes import repaired
from fidelity_app.core.numbers.value import NumberContext, Role, Style

_LABEL = re.compile(
    r"^\s*(?:tel|tél|teléfono|telefon|telephone|phone|ph|fax|mobile|mob|handy|hp|t|f|m|電話|电话|☎|✆)"
    r"(?:\.?\s*(?:no|nr)?)[.:\s]+|^\s*[☎✆℡]\s*",
    re.IGNORECASE,
)
_EXTENSION = re.compile(r"\s*(?:ext\.?|extension|x|durchwahl|dw)\s*\.?\s*([0-9]{1,6})\s*$", re.IGNORECASE)
_BODY = re.compile(r"\s*\+?[0-9 ()\[\]./\-]*[0-9][0-9 ()\[\]./\-]*")
_TRUNK_ZERO = re.compile(r"(?<=[0-9])\s?\(0\)")


def read_phone(folded: Folded, kind: Kind, context: NumberContext) -> Draft:
    """Read a telephone number to `+` and digits, with `x12` for an extension. Letters leave it without a value."""
    text = folded.text
    label = _LABEL.match(text)
    start = label.end() if label and any("0" <= char <= "9" for char in text[label.end() :]) else 0
    extension = _EXTENSION.search(text, start)
    end = (
        extension.start()
        if extension and any("0" <= char <= "9" for char in text[start : extension.start()])
        else len(text)
    )
    body = text[start:end]
    if not _BODY.fullmatch(body):
        suggestion = repaired(body)
        good = suggestion is not None and _BODY.fullmatch(suggestion)
        return unparsable("lookalike", "unparsable", suggestions=(_digits(suggestion or ""),)) if good else unparsable()
    tail = f"x{extension[1]}" if extension and end < len(text) else ""
    trunk = ("trunk-zero",) if body.lstrip().startswith("+") and _TRUNK_ZERO.search(body) else ()
    value = _digits(_TRUNK_ZERO.sub("", body) if trunk else body) + tail
    return Draft(
        value,
        style=Style(script=folded.script),
        decided_by="spaces, brackets, dashes, dots and slashes are layout in a telephone number",
        flags=(*folded.flags, *trunk),
        roles={place: Role.DIGIT for place, char in enumerate(text) if "0" <= char <= "9"},
    )


def _digits(body: str) -> str:
    plus = "+" if body.lstrip().startswith("+") else ""
    return plus + "".join(char for char in body if "0" <= char <= "9")
