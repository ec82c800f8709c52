"""Find the numbers among words: `Total 12.50`, `22% KM`, `19% MwSt 1,92`. The words are flagged, never read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.amounts import read_number
from fidelity_app.core.numbers.draft import Draft
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.multiples import joined
from fidelity_app.core.numbers.value import NumberContext

_WORD = re.compile(r"\S+")
_GROUP_TAIL = re.compile(r"[0-9]{3}(?:[.,][0-9]+)?")
_GROUP_HEAD = re.compile(r"[-+]?[0-9]{1,3}(?: [0-9]{3})*")
_PLAIN_WORD = re.compile(r"[^\W\d_]{2,}[^\W\d_.:&/'()-]*[^\d]*|[:=.,;&#|/@\u00d7*xX-]+")
_MAX_LENGTH = 200


def read_among_words(folded: Folded, kind: Kind, context: NumberContext) -> Draft | None:
    """Read the numbers of a text that also holds words: one gives a value, several a list; None if unclear."""
    if len(folded.text) > _MAX_LENGTH:
        return None
    parts: list[tuple[tuple[int, int], Draft]] = []
    words = False
    for start, end in _chunks(folded.text):
        text = folded.text[start:end]
        if not any(char.isdigit() for char in text):
            if not _PLAIN_WORD.fullmatch(text):
                return None
            words = True
            continue
        draft = read_number(Folded(text, folded.index[start:end], folded.scripts, folded.flags), kind, context)
        if draft is None:
            return None
        parts.append(((start, end), draft))
    if not parts or not (words or all(_is_clear(draft) for _, draft in parts)):
        return None
    if len(parts) > 1:
        return joined(folded, parts, *(("extra-text",) if words else ()))
    (start, _), only = parts[0]
    roles = {start + place: role for place, role in only.roles.items()}
    return replace(only, roles=roles, flags=(*only.flags, "extra-text"))


def _is_clear(draft: Draft) -> bool:
    """Say whether a number needs no words around: it has decimals, a percent or currency sign, or a unit."""
    return bool(draft.fraction_digits or draft.unit or draft.style.currency_text)


def _chunks(text: str) -> Iterator[tuple[int, int]]:
    """Yield words; space groups (`1 234,56`) and a percent or currency sign beside its number stay together."""
    spans = [match.span() for match in _WORD.finditer(text)]
    place = 0
    while place < len(spans):
        start, end = spans[place]
        while place + 1 < len(spans) and _belongs(text[start:end], text[slice(*spans[place + 1])]):
            place += 1
            end = spans[place][1]
        yield start, end
        place += 1


def _belongs(so_far: str, follower: str) -> bool:
    if _GROUP_HEAD.fullmatch(so_far) and _GROUP_TAIL.fullmatch(follower):
        return True
    if follower in ("%", "€", "$", "£", "¥", "-", "EUR", "USD"):
        return so_far[-1].isdigit()
    return (
        so_far in ("$", "€", "£", "¥", "-", "-$", "%", "CHF", "EUR", "USD", "RM", "Rp", "Rs.") and follower[0].isdigit()
    )
