"""What is known of the page that a text is from: the document's, and the reply's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from fidelity_app.core.asks import ParsedReply, ReadItem
from fidelity_app.core.documents import Document, Field, Kind
from fidelity_app.core.matching.naming import as_asked, column, columns_of
from fidelity_app.core.matching.tokens import spans
from fidelity_app.core.numbers.value import NumberContext
from fidelity_app.core.settling import proven, proven_by_reply, unproven

_MOST_AMOUNTS = 40
_TELLS_THE_STYLE = re.compile(r"[.,]\d{1,2}(?!\d)")


def document_context(document: Document) -> NumberContext:
    """Return what a document's page is known to be: locale, currency, its amounts, and the mark that its sums prove."""
    amounts = tuple(field.text for field in document.truth if field.kind is Kind.AMOUNT and field.text)
    context = NumberContext(document.locale, document.currency, page_amounts=telling(amounts))
    return proven(context, document.truth)


def reading_context(fields: Sequence[Field], reply: ParsedReply, truth: NumberContext) -> NumberContext:
    """Return what a reply's own page is known to be.

    The document's locale and currency, the reply's own amounts, and the mark that the reply's own sums prove. What the
    truth's page proves is left out: a reading never borrows it (SCORING section 1).
    """
    if not reply.keyed:
        return replace(unproven(truth), page_amounts=telling(_amounts_in(reply.items)))
    items = as_asked(fields, reply.items)
    kinds = columns_of(fields)
    asked = {item.key: kind for item in items if item.key and (kind := kinds.get(column(item.key)))}
    amounts = tuple(item.text for item in items if item.text and item.key and asked.get(item.key) is Kind.AMOUNT)
    return proven_by_reply(replace(truth, page_amounts=telling(amounts)), items, asked)


def telling(amounts: Sequence[str]) -> tuple[str, ...]:
    """Return as many amounts of a page as a context carries, those first that show the page's decimal mark."""
    if len(amounts) <= _MOST_AMOUNTS:
        return tuple(amounts)
    return tuple(sorted(amounts, key=lambda text: _TELLS_THE_STYLE.search(text) is None)[:_MOST_AMOUNTS])


def _amounts_in(items: Iterable[ReadItem]) -> tuple[str, ...]:
    """Return the numbers with a mark in all lines of a text: what its reader writes decimals and groups with."""
    texts = [
        line[span.start : span.end]
        for line in (item.text or "" for item in items)
        for span in spans(line, Kind.AMOUNT, "")
        if span.doubt == 0
    ]
    return tuple(dict.fromkeys(text for text in texts if "." in text or "," in text))
