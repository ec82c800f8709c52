"""Annotating: edits applied in one transaction with their history, and what the truth says about itself."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from fidelity_app.core.documents import Document, Field, Kind
from fidelity_app.core.edits import Edit, apply_to, document_ids
from fidelity_app.core.errors import Conflict
from fidelity_app.core.geometry import Quad
from fidelity_app.core.numbers.value import NumberContext, Parsed
from fidelity_app.services.views import Changes
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as table
from fidelity_app.store import history as history_table
from fidelity_app.store.rows import HistoryRow

if TYPE_CHECKING:
    from fidelity_app.core.reconciliation import SumCheck

_NUMBERS = (Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT)
EDIT_WAIT_S = 0.5
"""How long an edit waits for another process before it says so; the window must not stand still longer."""


def apply(ws: Workspace, edit: Edit, *, who: str = "", wait_s: float = EDIT_WAIT_S) -> Changes:
    """Apply an edit: all of it, with its history, in one transaction, or nothing.

    Raises Conflict when something is no longer as the edit's "before" says, ExternalError (retryable) when another
    process is writing or the disk refuses.
    """
    edit_id, at = ws.new_id(), ws.clock()
    with ws.store.write(wait_s=wait_s) as tx:
        writer = history_table.Writer(tx, edit_id=edit_id, name=edit.name, who=who or ws.options.reviewer, at=at)
        changed = []
        for before in _all(table.get_many(tx, document_ids(edit)), document_ids(edit)):
            after = apply_to(before, edit) if len(document_ids(edit)) == 1 else _of_several(before, edit)
            writer.save(before, after)
            changed.append(after)
    return Changes(documents=tuple(changed), version=ws.store.data_version())


def _all(found: list[Document], ids: tuple[str, ...]) -> list[Document]:
    if len(found) != len(ids):
        raise Conflict("the document was removed elsewhere in the meantime; nothing was written")
    return found


def _of_several(document: Document, edit: Edit) -> Document:
    """Apply those parts of a compound edit that touch this document."""
    for part in getattr(edit, "edits", (edit,)):
        if document_ids(part) == (document.id,):
            document = apply_to(document, part)
        elif document.id in document_ids(part):
            document = _of_several(document, part)
    return document


def new_field(
    ws: Workspace, document: Document, *, key: str, kind: Kind, text: str, box: Quad | None, page_index: int = 0
) -> Field:
    """Return a field with a new id at the end of its page; nothing is written."""
    positions = [field.position for field in document.fields if field.page_index == page_index]
    return Field(
        id=ws.new_id(),
        document_id=document.id,
        page_index=page_index,
        key=key,
        kind=kind,
        text=text,
        box=box,
        position=max(positions, default=-1) + 1,
    )


def context_of(document: Document) -> NumberContext:
    """Return what the document itself says about its notation, exactly as scoring reads its truth.

    Locale, currency, its amounts as printed, and the decimal mark that its own sums prove.
    """
    from fidelity_app.core.matching import document_context

    return document_context(document)


def parse_field(document: Document, field: Field) -> Parsed:
    """Return how a field's text is read in the context of its document; `field` may be ahead of what is saved."""
    from fidelity_app.core.numbers import parse

    fields = tuple(replace(field, typed=True) if item.id == field.id else item for item in document.fields)
    return parse(field.text, field.kind, context_of(replace(document, fields=fields)))


def sums(ws: Workspace, document: Document) -> tuple[SumCheck, ...]:
    """Return the arithmetic of a document's truth: which sums hold, break, or cannot be checked."""
    from fidelity_app.core.numbers import parse
    from fidelity_app.core.reconciliation import check

    context = context_of(document)
    values: dict[str, Decimal | None] = {}
    for field in document.truth:
        if field.kind in _NUMBERS:
            values.setdefault(field.key, parse(field.text, field.kind, context).number)
    return check(values, document.currency)


def history(ws: Workspace, document_id: str) -> list[HistoryRow]:
    """Return everything that was done to a document, oldest first."""
    return history_table.of_document(ws.store.read(), document_id)
