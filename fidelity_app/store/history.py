"""The history of edits: what a thing was before and after, who changed it and when."""

from __future__ import annotations

from datetime import datetime
from sqlite3 import Connection

from fidelity_app.core.documents import Document, Page
from fidelity_app.core.edits import meta_of
from fidelity_app.store.codec import dump, field_out, load, time_in, time_out
from fidelity_app.store.documents import delete_field, put_field, set_meta, set_page_turns
from fidelity_app.store.rows import HistoryRow


class Writer:
    """Writes the difference of two states of a document, and its history, under one edit."""

    def __init__(self, tx: Connection, *, edit_id: str, name: str, who: str, at: datetime) -> None:
        self._tx = tx
        self._edit = (edit_id, name, who, time_out(at))

    def save(self, before: Document, after: Document) -> None:
        """Bring the tables from `before` to `after`; things that are equal are not touched."""
        old, new = ({field.id: field for field in item.fields} for item in (before, after))
        for field_id in [key for key in old if key not in new]:
            delete_field(self._tx, field_id)
            self._note(before.id, "field", field_id, before=dump(field_out(old[field_id])))
        for field_id, field in new.items():
            if old.get(field_id) != field:
                put_field(self._tx, field)
                was = dump(field_out(old[field_id])) if field_id in old else None
                self._note(before.id, "field", field_id, before=was, after=dump(field_out(field)))
        if meta_of(before) != meta_of(after):
            set_meta(self._tx, after)
            self._note(before.id, "document", before.id, before=_meta(before), after=_meta(after))
        for was_page, page in zip(before.pages, after.pages, strict=True):
            if was_page != page:
                set_page_turns(self._tx, page)
                self._note(before.id, "page", page.id, before=_turns(was_page), after=_turns(page))

    def _note(
        self, document_id: str, thing: str, thing_id: str, *, before: str | None = None, after: str | None = None
    ) -> None:
        edit_id, name, who, at = self._edit
        self._tx.execute(
            "INSERT INTO field_history (edit_id, document_id, thing, thing_id, name, before, after, who, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (edit_id, document_id, thing, thing_id, name, before, after, who, at),
        )


def _meta(document: Document) -> str:
    return dump(
        {
            "name": document.name,
            "type": document.type,
            "locale": document.locale,
            "currency": document.currency,
            "difficulty": document.difficulty,
            "tags": list(document.tags),
            "state": document.state.value,
        }
    )


def _turns(page: Page) -> str:
    return dump({"quarter_turns": page.quarter_turns, "width_px": page.width_px, "height_px": page.height_px})


def of_document(db: Connection, document_id: str) -> list[HistoryRow]:
    """Return everything that was done to a document, oldest first."""
    sql = "SELECT * FROM field_history WHERE document_id = ? ORDER BY id"
    return [
        HistoryRow(
            edit_id=row["edit_id"],
            document_id=row["document_id"],
            thing=row["thing"],
            thing_id=row["thing_id"],
            name=row["name"],
            before=None if row["before"] is None else load(row["before"]),
            after=None if row["after"] is None else load(row["after"]),
            who=row["who"],
            at=time_in(row["at"]),
        )
        for row in db.execute(sql, (document_id,))
    ]
