"""Documents, their tags, pages and fields: written in one piece, read in one piece."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from sqlite3 import Connection, Row

from fidelity_app.core.documents import Document, DocumentState, Field, Page
from fidelity_app.core.errors import UserError
from fidelity_app.store.codec import dump, field_in, load, quad_out, quads_out, time_in, time_out
from fidelity_app.store.rows import DocumentFilter, DocumentRow

_FACETS = ("type", "locale", "difficulty", "state")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a document came from: the path for people, and the stored source file of each page."""

    source: str
    added_at: datetime
    source_shas: tuple[str, ...]


def insert(tx: Connection, document: Document, *, origin: Origin) -> None:
    """Add a document with its pages, fields and tags."""
    tx.execute(
        "INSERT INTO documents (id, name, type, locale, currency, difficulty, state, added_at, source)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            document.id,
            document.name,
            document.type,
            document.locale,
            document.currency,
            document.difficulty,
            document.state.value,
            time_out(origin.added_at),
            origin.source,
        ),
    )
    set_tags(tx, document.id, document.tags)
    for page, source_sha in zip(document.pages, origin.source_shas, strict=True):
        _insert_page(tx, page, source_sha)
    for field in document.fields:
        put_field(tx, field)


def _insert_page(tx: Connection, page: Page, source_sha: str) -> None:
    tx.execute(
        "INSERT INTO pages (id, document_id, page_index, image_sha, source_sha, pixel_sha, width_px, height_px, dpi,"
        " source_name, notes, quarter_turns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            page.id,
            page.document_id,
            page.index,
            page.image_sha,
            source_sha,
            page.pixel_sha,
            page.width_px,
            page.height_px,
            page.dpi,
            page.source_name,
            dump(page.notes),
            page.quarter_turns,
        ),
    )


def put_field(tx: Connection, field: Field) -> None:
    """Insert a field, or replace the one with its id."""
    tx.execute(
        "INSERT INTO fields (id, document_id, page_index, key, kind, text, box, glyphs, legibility, position, note,"
        " typed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET page_index = excluded.page_index, key = excluded.key, kind = excluded.kind,"
        " text = excluded.text, box = excluded.box, glyphs = excluded.glyphs, legibility = excluded.legibility,"
        " position = excluded.position, note = excluded.note, typed = excluded.typed",
        (
            field.id,
            field.document_id,
            field.page_index,
            field.key,
            field.kind.value,
            field.text,
            quad_out(field.box),
            quads_out(field.glyphs),
            field.legibility.value,
            field.position,
            field.note,
            int(field.typed),
        ),
    )


def delete_field(tx: Connection, field_id: str) -> None:
    """Take a field away; the history keeps it whole."""
    tx.execute("DELETE FROM fields WHERE id = ?", (field_id,))


def set_tags(tx: Connection, document_id: str, tags: Sequence[str]) -> None:
    """Replace a document's tags, keeping their order."""
    tx.execute("DELETE FROM tags WHERE document_id = ?", (document_id,))
    rows = [(document_id, tag, position) for position, tag in enumerate(dict.fromkeys(tags))]
    tx.executemany("INSERT INTO tags (document_id, tag, position) VALUES (?, ?, ?)", rows)


def set_meta(tx: Connection, document: Document) -> None:
    """Write what a person may change of the document itself."""
    tx.execute(
        "UPDATE documents SET name = ?, type = ?, locale = ?, currency = ?, difficulty = ?, state = ? WHERE id = ?",
        (
            document.name,
            document.type,
            document.locale,
            document.currency,
            document.difficulty,
            document.state.value,
            document.id,
        ),
    )
    set_tags(tx, document.id, document.tags)


def set_page_turns(tx: Connection, page: Page) -> None:
    """Write how a page is turned, and the size it then has."""
    tx.execute(
        "UPDATE pages SET quarter_turns = ?, width_px = ?, height_px = ? WHERE id = ?",
        (page.quarter_turns, page.width_px, page.height_px, page.id),
    )


def get(db: Connection, document_id: str) -> Document:
    """Return a document with its pages and fields. Raises UserError when there is none."""
    found = get_many(db, (document_id,))
    if not found:
        raise UserError(f"there is no document {document_id} in this workspace")
    return found[0]


def get_many(db: Connection, document_ids: Sequence[str]) -> list[Document]:
    """Return the documents that exist, in the order asked for, with three queries."""
    ids = dump(document_ids)
    pages = _grouped(db, "pages", ids, "page_index")
    fields = _grouped(db, "fields", ids, "page_index, position, id")
    tags = _grouped(db, "tags", ids, "position")
    rows = db.execute("SELECT * FROM documents WHERE id IN (SELECT value FROM json_each(?))", (ids,)).fetchall()
    found = {row["id"]: _document(row, pages, fields=fields, tags=tags) for row in rows}
    return [found[item] for item in document_ids if item in found]


def _grouped(db: Connection, table: str, ids: str, order: str) -> dict[str, list[Row]]:
    grouped: dict[str, list[Row]] = {}
    sql = f"SELECT * FROM {table} WHERE document_id IN (SELECT value FROM json_each(?)) ORDER BY {order}"
    for row in db.execute(sql, (ids,)):
        grouped.setdefault(row["document_id"], []).append(row)
    return grouped


def _document(
    row: Row, pages: Mapping[str, list[Row]], *, fields: Mapping[str, list[Row]], tags: Mapping[str, list[Row]]
) -> Document:
    return Document(
        id=row["id"],
        name=row["name"],
        type=row["type"],
        locale=row["locale"],
        currency=row["currency"],
        difficulty=row["difficulty"],
        tags=tuple(item["tag"] for item in tags.get(row["id"], ())),
        state=DocumentState(row["state"]),
        pages=tuple(_page(item) for item in pages.get(row["id"], ())),
        fields=tuple(field_in(item) for item in fields.get(row["id"], ())),
    )


def _page(row: Row) -> Page:
    return Page(
        id=row["id"],
        document_id=row["document_id"],
        index=row["page_index"],
        image_sha=row["image_sha"],
        pixel_sha=row["pixel_sha"],
        width_px=row["width_px"],
        height_px=row["height_px"],
        dpi=row["dpi"],
        source_name=row["source_name"],
        notes=tuple(load(row["notes"])),
        quarter_turns=row["quarter_turns"],
    )


def _where(wanted: DocumentFilter) -> tuple[str, list[object]]:
    """Return the WHERE clause of a filter and its values."""
    clauses, values = ["d.archived_at IS NULL"], list[object]()
    for column in ("type", "locale", "difficulty"):
        if value := getattr(wanted, column):
            clauses.append(f"d.{column} = ?")
            values.append(value)
    if wanted.state is not None:
        clauses.append("d.state = ?")
        values.append(wanted.state.value)
    if wanted.tag:
        clauses.append("EXISTS (SELECT 1 FROM tags t WHERE t.document_id = d.id AND t.tag = ?)")
        values.append(wanted.tag)
    if wanted.ids:
        clauses.append("d.id IN (SELECT value FROM json_each(?))")
        values.append(dump(wanted.ids))
    if wanted.text:
        clauses.append(
            "(instr(lower(d.name), ?)"
            " OR EXISTS (SELECT 1 FROM tags t WHERE t.document_id = d.id AND instr(lower(t.tag), ?))"
            " OR EXISTS (SELECT 1 FROM fields f WHERE f.document_id = d.id AND instr(lower(f.text), ?)))"
        )
        values += [wanted.text.lower()] * 3
    return " AND ".join(clauses), values


def rows(db: Connection, wanted: DocumentFilter) -> list[DocumentRow]:
    """Return the lines of the library, by name."""
    where, values = _where(wanted)
    limit = -1 if wanted.limit is None else wanted.limit
    sql = (
        "SELECT d.*, (SELECT count(*) FROM pages p WHERE p.document_id = d.id) AS n_pages,"
        " (SELECT count(*) FROM fields f WHERE f.document_id = d.id) AS n_fields,"
        " (SELECT json_group_array(tag) FROM"
        " (SELECT tag FROM tags t WHERE t.document_id = d.id ORDER BY position)) AS all_tags,"
        " first.id AS first_id, first.image_sha AS first_sha"
        " FROM documents d LEFT JOIN pages first ON first.document_id = d.id AND first.page_index = 0"
        f" WHERE {where} ORDER BY d.name, d.id LIMIT ? OFFSET ?"
    )
    return [_row(row) for row in db.execute(sql, (*values, limit, wanted.offset))]


def _row(row: Row) -> DocumentRow:
    return DocumentRow(
        id=row["id"],
        name=row["name"],
        type=row["type"],
        locale=row["locale"],
        currency=row["currency"],
        difficulty=row["difficulty"],
        state=DocumentState(row["state"]),
        tags=tuple(load(row["all_tags"])),
        pages=row["n_pages"],
        fields=row["n_fields"],
        first_page_id=row["first_id"] or "",
        first_image_sha=row["first_sha"] or "",
        added_at=time_in(row["added_at"]),
    )


def count(db: Connection, wanted: DocumentFilter) -> int:
    """Return how many documents a filter finds, whatever its limit."""
    where, values = _where(wanted)
    return int(db.execute(f"SELECT count(*) FROM documents d WHERE {where}", values).fetchone()[0])


def facets(db: Connection) -> dict[str, tuple[str, ...]]:
    """Return the values that occur, for the filters: type, locale, difficulty, state and tag."""
    found: dict[str, tuple[str, ...]] = {}
    for column in _FACETS:
        sql = f"SELECT DISTINCT {column} FROM documents WHERE archived_at IS NULL AND {column} <> '' ORDER BY 1"
        found[column] = tuple(row[0] for row in db.execute(sql))
    found["tag"] = tuple(row[0] for row in db.execute("SELECT DISTINCT tag FROM tags ORDER BY 1"))
    return found


def with_pixels(db: Connection, pixel_shas: Sequence[str]) -> tuple[str, str] | None:
    """Return id and name of the document whose pages have exactly these pixels in this order, if there is one."""
    sql = (
        "SELECT d.id, d.name, (SELECT json_group_array(pixel_sha) FROM"
        " (SELECT pixel_sha FROM pages p WHERE p.document_id = d.id ORDER BY page_index)) AS shas"
        " FROM pages first JOIN documents d ON d.id = first.document_id"
        " WHERE first.pixel_sha = ? AND first.page_index = 0 AND d.archived_at IS NULL"
    )
    for row in db.execute(sql, (pixel_shas[0],)):
        if load(row["shas"]) == list(pixel_shas):
            return row["id"], row["name"]
    return None


def pages_of_pixels(db: Connection, pixel_sha: str) -> list[Page]:
    """Return the pages that have these pixels before they are turned, those of archived documents too."""
    ids = [row[0] for row in db.execute("SELECT DISTINCT document_id FROM pages WHERE pixel_sha = ?", (pixel_sha,))]
    return [page for item in get_many(db, ids) for page in item.pages if page.pixel_sha == pixel_sha]


def archive(tx: Connection, document_ids: Iterable[str], *, at: datetime) -> None:
    """Take documents off the lists; old runs keep them."""
    stamp = time_out(at)
    tx.executemany("UPDATE documents SET archived_at = ? WHERE id = ?", [(stamp, item) for item in document_ids])
