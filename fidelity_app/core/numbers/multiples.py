"""Read several numbers in one text: `3 x 2,50`, `2 @ 1.99`, `3/5.00`, `10-20`, `19% MwSt 1,92`. A list, never one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.amounts import read_number
from fidelity_app.core.numbers.draft import Draft, unparsable
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.lookalikes import digit_like
from fidelity_app.core.numbers.units import unit_after
from fidelity_app.core.numbers.value import NumberContext, Role

_AFTER_NUMBER = r"(?<=[\w.)%€$£¥²³])"
_TIMES = re.compile(
    _AFTER_NUMBER + r"\s*(?:[×✕✖⨯@*=]|(?<![a-zA-Z])[xX](?![a-zA-Z])|(?<=\s)à(?=\s)|(?<=[0-9\s])x(?=\s?[0-9]))\s*"
)
_FOR = re.compile(r"(?<=[0-9a-zA-Z.)])\s+(?:for|für|pour|por|per)\s+", re.IGNORECASE)
_RANGE = re.compile(
    _AFTER_NUMBER + r"\s*(?:-|\.{2,3}|~|〜|～|(?<=\s)(?:to|bis|through|until|à|a)(?=\s))\s*(?=[0-9$€£¥A-Z])"
)
_SLASH = re.compile(r"(?<=[\w.)%€$£¥²³-])\s*/\s*(?=[0-9$€£¥])")
_OF = re.compile(r"(?<=[0-9])\s+(?:of|von|sur|de|di)\s+(?=[0-9])", re.IGNORECASE)
_EACH = re.compile(r"\s*/?\s*(?:ea\.?|each|per\s+[^\W\d_]+|/\s?[^\W\d_]+)$", re.IGNORECASE)
_UNKNOWN_UNIT = re.compile(r"(?:\s+[^\W\d_]{2,}|(?P<glued>[^\W\d_]{3,}))\.?$")
_BRACKETED = re.compile(r"(\s*)\(([^()]*)\)(\s*)")
_HAS_DIGIT = re.compile("[0-9]")
Span = tuple[int, int]


def read_several(folded: Folded, kind: Kind, context: NumberContext) -> Draft | None:
    """Read a text that joins numbers by x, @, for, a slash or a dash; None when it is no such text."""
    folded = unbracketed(folded)
    text = folded.text
    for joint in (_TIMES, _FOR, _OF):
        pieces = _pieces(text, joint)
        if len(pieces) > 1:
            return _read_all(folded, pieces, context, counts_first=True)
    pieces = _pieces(text, _SLASH)
    if len(pieces) == 2:
        return _slashed(folded, pieces, context)
    pieces = _pieces(text, _RANGE)
    return _range(folded, pieces, context) if len(pieces) == 2 else None


def unbracketed(folded: Folded) -> Folded:
    """Blank out brackets around a whole list, as receipts print `(3@10.00)` under an item; places stay."""
    match = _BRACKETED.fullmatch(folded.text)
    return folded.replaced(f"{match[1]} {match[2]} {match[3]}") if match else folded


def _pieces(text: str, joint: re.Pattern[str]) -> list[Span]:
    spans, start = [], 0
    for match in joint.finditer(text):
        spans.append((start, match.start()))
        start = match.end()
    spans.append((start, len(text)))
    fine = all(_HAS_DIGIT.search(text[a:b]) for a, b in spans)
    return spans if fine and len(spans) <= 6 else []


def part(folded: Folded, span: Span) -> Folded:
    """Return one piece of a folded text; its places in the raw text are kept."""
    start, end = span
    return Folded(folded.text[start:end], folded.index[start:end], folded.scripts, folded.flags)


def _read_all(
    folded: Folded, spans: Sequence[Span], context: NumberContext, *, counts_first: bool = False
) -> Draft | None:
    """Read every piece; what one piece shows about its marks helps the others, as on one page."""
    texts = [folded.text[a:b] for a, b in spans]
    known = replace(context, page_amounts=(*context.page_amounts, *texts))
    drafts = []
    for place, span in enumerate(spans):
        draft = _one(part(folded, span), known, is_count=counts_first and place == 0)
        if draft is None:
            return None
        drafts.append(draft)
    return joined(folded, list(zip(spans, drafts, strict=True)))


def _one(piece: Folded, context: NumberContext, *, is_count: bool) -> Draft | None:
    """Read one piece: a number with a unit; in company a word after the number counts as its unit."""
    kind = Kind.QUANTITY if is_count or unit_after(piece.text, len(piece.text)) else Kind.OTHER
    draft = read_number(piece, kind, context)
    if draft is not None:
        return draft
    for pattern, flag in ((_EACH, ""), (_UNKNOWN_UNIT, "unknown-unit")):
        match = pattern.search(piece.text)
        if match and not _may_be_digits(match):
            draft = read_number(part(piece, (0, match.start())), kind, context)
            if draft is not None:
                return replace(draft, flags=(*draft.flags, flag)) if flag else draft
    return None


def _may_be_digits(match: re.Match[str]) -> bool:
    """Say whether letters that touch a number are misread digits of it: all of them are like one."""
    glued = match.groupdict().get("glued")
    return glued is not None and all(digit_like(char) for char in glued)


def joined(folded: Folded, parts: Sequence[tuple[Span, Draft]], *flags: str) -> Draft:
    """Put the readings of several pieces together; one ambiguous piece leaves the whole without a value."""
    drafts = [draft for _, draft in parts]
    roles: dict[int, Role] = {}
    for (start, _), draft in parts:
        roles.update({start + place: role for place, role in draft.roles.items()})
    currencies = {draft.currency for draft in drafts if draft.currency}
    all_flags = tuple(dict.fromkeys((*flags, *(flag for draft in drafts for flag in draft.flags))))
    values = [draft.value for draft in drafts if isinstance(draft.value, str)]
    whole = len(values) == len(drafts)
    return Draft(
        tuple(values) if whole else None,
        currency=currencies.pop() if len(currencies) == 1 else None,
        style=drafts[-1].style,
        decided_by="the text holds several numbers"
        if whole
        else next(draft.decided_by for draft in drafts if draft.value is None),
        flags=("several-numbers", *all_flags) if whole else tuple(dict.fromkeys((*all_flags, "ambiguous"))),
        roles=roles,
    )


def _slashed(folded: Folded, spans: Sequence[Span], context: NumberContext) -> Draft | None:
    """Read `1/3` (one of three) and `3/5.00` (three for a price). Other pairs, such as 24/7, are no numbers."""
    draft = _read_all(folded, spans, context)
    if draft is None or not isinstance(draft.value, tuple):
        return draft
    first, second = (Decimal(value) for value in draft.value)
    priced = "." in draft.value[1] or draft.currency is not None or "currency-ambiguous" in draft.flags
    return draft if priced or first <= second else unparsable(decided_by="a pair that counts nothing")


def _range(folded: Folded, spans: Sequence[Span], context: NumberContext) -> Draft | None:
    """Read `10-20`; both ends are of one kind, so the currency of one says how the other is read (1,000-2,000 yen)."""
    draft = _read_all(folded, spans, context)
    if draft is not None and draft.currency:
        draft = _read_all(folded, spans, replace(context, currency=draft.currency))
    return None if draft is None or "leading-zeros" in draft.flags else draft
