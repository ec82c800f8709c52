"""Find the numbers among words: `Total 12.50`, `22% KM`, `19% MwSt 1,92`. The words are flagged, never read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.amounts import read_number
from fidelity_app.core.numbers.currencies import sign_after, sign_before
from fidelity_app.core.numbers.draft import Draft
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.lookalikes import digit_like, is_word
from fidelity_app.core.numbers.multiples import joined, part, read_several, unbracketed
from fidelity_app.core.numbers.numerals import NUMERAL_CHARS
from fidelity_app.core.numbers.units import multiplier_after, unit_after
from fidelity_app.core.numbers.value import NumberContext

_WORD = re.compile(r"\S+")
_GROUP_TAIL = re.compile(r"[0-9]{3}(?:[.,][0-9]+)?")
_GROUP_HEAD = re.compile(r"[-+]?[0-9]{1,3}(?: [0-9]{3})*")
# In scripts without spaces a label may touch its number (合計¥1,000, 10%対象), unless it is a numeral or a currency.
# One such character alone may be a misread digit (口 for 0, フ for 7), but for the few that tills print alone.
_ONE = f"(?![{NUMERAL_CHARS}円元圆원])[\u3041-\u3096\u30a1-\u30fc\u3400-\u9fff\uac00-\ud7af]"
_SPACELESS = rf"\(?(?:(?:{_ONE}){{2,}}|[税込計軽内外引])\)?"
_SPACELESS_WORD = re.compile(f"{_SPACELESS}:?")
_PLAIN_WORD = re.compile(r"[(\[#]?[^\W\d_]{2,}[^\W\d_.:&/'()-]*[^\d]*|[:=.,;&#|/@\u00d7*xX-]+")
_TAX_LETTER = re.compile(r"\(?[A-Z]\)?[:=]?")
_COLON_LABEL = re.compile(r"[^\W\d_][^\d:=]*[^\W\d_][.)]*(?:[:=]+|\.{3,})(?=[^:=.])")
_LETTER_LABEL = re.compile(r"#?([^\W\d_]+)(?=[0-9])")
_DOTTED_LABEL = re.compile(r"([^\W\d_]{2,})\.(?=[0-9])")
_AFTER_RATE = re.compile(r"(?<=%)(?=[^\W\d_])")
_BEHIND = re.compile(rf"(?<=[0-9%円元]){_SPACELESS}$")
# A rate in brackets beside something else is an aside (`VAT (20%)`), and no negative number.
_ASIDE = re.compile(r"\([^()]*%\)")
_MAX_LENGTH = 200
Span = tuple[int, int]


def read_among_words(folded: Folded, kind: Kind, context: NumberContext) -> Draft | None:
    """Read the numbers of a text that also holds words: one gives a value, several a list; None if unclear."""
    if len(folded.text) > _MAX_LENGTH:
        return None
    folded = unbracketed(folded)
    found = [_chunk(folded, span, kind, context) for span in _chunks(folded.text)]
    pieces = [piece for chunk in found for piece in chunk]
    parts = [(span, draft) for span, draft in pieces if draft is not None]
    others = [place for place, (_, draft) in enumerate(pieces) if draft is None]
    words = bool(others)
    if not parts or not all(_is_word(folded.text, pieces, place) for place in others):
        return None
    if not words and not all(_is_clear(draft) for _, draft in parts):
        return None
    (start, _), only = parts[0]
    if len(parts) == 1:
        roles = {start + place: role for place, role in only.roles.items()}
        return replace(only, roles=roles, flags=(*only.flags, "extra-text"))
    if any(isinstance(draft.value, tuple) for _, draft in parts):
        return None
    return joined(folded, parts, *(("extra-text",) if words else ()))


def _chunk(folded: Folded, span: Span, kind: Kind, context: NumberContext) -> list[tuple[Span, Draft | None]]:
    """Return the pieces of one chunk with what they are read as; a word is read as None."""
    piece = part(folded, span)
    if not any(char.isdigit() for char in piece.text):
        return [(span, None)]
    if span != (0, len(folded.text)) and _ASIDE.fullmatch(piece.text):
        piece = piece.replaced(f" {piece.text[1:-1]} ")
    draft = read_number(piece, kind, context)
    if draft is None and (cut := _cut(piece.text)):
        middle = span[0] + cut
        return [
            *_chunk(folded, (span[0], middle), kind, context),
            *_chunk(folded, (middle, span[1]), kind, context),
        ]
    return [(span, draft or read_several(piece, kind, context))]


def _cut(text: str) -> int:
    """Return where a label that touches its number ends or begins, 0 where none does."""
    match = _COLON_LABEL.match(text) or _SPACELESS_WORD.match(text)
    if match is not None:
        return match.end()
    letters, dotted = _LETTER_LABEL.match(text), _DOTTED_LABEL.match(text)
    if letters is not None and is_word(letters[1]):
        return letters.end()
    if dotted is not None and any(not digit_like(char) for char in dotted[1]):
        return dotted.end()
    behind = _BEHIND.search(text) or _AFTER_RATE.search(text)
    return behind.start() if behind else 0


def _is_word(text: str, pieces: list[tuple[Span, Draft | None]], place: int) -> bool:
    """Say whether a piece that is no number is a word; a single letter only beside a rate in percent (`A 19%`)."""
    word = text[slice(*pieces[place][0])]
    if any(char.isdigit() for char in word):
        return False
    if _PLAIN_WORD.fullmatch(word) or _SPACELESS_WORD.fullmatch(word):
        return True
    beside = (*pieces[max(0, place - 1) : place], *pieces[place + 1 : place + 2])
    return _TAX_LETTER.fullmatch(word) is not None and any(draft and draft.unit == "%" for _, draft in beside)


def _is_clear(draft: Draft) -> bool:
    """Say whether a number needs no words around: it has decimals, a percent or currency sign, or a unit."""
    return bool(draft.fraction_digits or draft.unit or draft.style.currency_text)


def _chunks(text: str) -> Iterator[Span]:
    """Yield words; space groups (`1 234,56`), a currency, a unit or a percent sign stay with their number."""
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
    if so_far[-1].isdigit():
        end = len(follower)
        known = (sign_after(follower, end)[0], unit_after(follower, end), multiplier_after(f" {follower}", end + 1))
        return follower in ("%", "-", *known)
    return follower[0].isdigit() and (so_far == "%" or sign_before(so_far.lstrip("-"), 0) == so_far.lstrip("-"))
