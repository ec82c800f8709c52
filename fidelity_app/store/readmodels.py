"""Compare's lists: filtered, counted and cut into windows by SQL, so that a million readings open at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from sqlite3 import Connection, Row

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.asks import Outcome
from fidelity_app.core.differences import value_difference
from fidelity_app.core.documents import Kind, Legibility
from fidelity_app.core.errors import UserError
from fidelity_app.core.verdicts import Verdict
from fidelity_app.store import decisions
from fidelity_app.store.codec import dump, load, quad_in, quads_in
from fidelity_app.store.rows import Cell, Mark, MatrixFilter, MatrixRow, Show, Slot

_SHOW = {
    Show.ALL: "1",
    Show.WRONG: "f.wrong > 0",
    Show.DIFFERENT: "f.differs > 0",
    Show.REFUSED: "f.refused > 0",
    Show.UNDECIDED: "f.undecided > 0",
}

_FINDINGS = (
    "SELECT f.*, d.name AS document_name, r.label AS recipe_label, r.severity AS severity"
    " FROM findings f JOIN documents d ON d.id = f.document_id"
    " JOIN run_recipes r ON r.run_id = f.run_id AND r.key = f.recipe_key"
)


def _where(run_id: str, wanted: MatrixFilter, *, show: Show | None) -> tuple[str, list[object]]:
    """Return the WHERE clause of a filter and its values; without `show` that of its search alone."""
    clauses, values = ["f.run_id = ?"], list[object]([run_id])
    if show is not None and show is not Show.ALL:
        clauses.append(_SHOW[show])
    for column in ("recipe_key", "document_id"):
        if value := getattr(wanted, column):
            clauses.append(f"f.{column} = ?")
            values.append(value)
    if wanted.kind is not None:
        clauses.append("f.kind = ?")
        values.append(wanted.kind.value)
    if wanted.text:
        clauses.append("instr(f.search, ?)")
        values.append(wanted.text.lower())
    if wanted.tag:
        clauses.append("EXISTS (SELECT 1 FROM tags t WHERE t.document_id = f.document_id AND t.tag = ?)")
        values.append(wanted.tag)
    _add_reading_clause(clauses, values, wanted, show)
    return " AND ".join(clauses), values


_READING_SHOW = {
    Show.WRONG: "x.verdict IN ('mismatch', 'wrong_field', 'omitted', 'hallucinated', 'unparsable')",
    Show.REFUSED: "(x.verdict IS NULL OR x.verdict = 'abstained')",
    Show.UNDECIDED: "x.decision_id IS NULL AND x.verdict IN"
    " ('mismatch', 'wrong_field', 'omitted', 'hallucinated', 'unparsable')",
}


def _add_reading_clause(clauses: list[str], values: list[object], wanted: MatrixFilter, show: Show | None) -> None:
    """With a model or an error named, the reading that is wrong (refused, undecided) must be that model's."""
    if not (wanted.model or wanted.error):
        return
    inner, named = _reading_clauses(wanted)
    if show in _READING_SHOW:
        inner.append(_READING_SHOW[show])
    values += named
    clauses.append(f"EXISTS (SELECT 1 FROM readings x WHERE x.finding_id = f.id AND {' AND '.join(inner)})")


def _reading_clauses(wanted: MatrixFilter) -> tuple[list[str], list[object]]:
    """Return the conditions on a reading `x` of a model and an error that are named, and their values."""
    inner, values = list[str](), list[object]()
    if wanted.model:
        inner.append("x.model = ?")
        values.append(wanted.model)
    if wanted.error:
        inner.append("(x.label = ? OR instr(x.errors, ?))")
        values += [wanted.error, dump(wanted.error)]
    return inner, values


def counts(db: Connection, run_id: str, wanted: MatrixFilter) -> dict[Show, int]:
    """Return how many findings every filter shows under the same search."""
    by_reading = bool(wanted.model or wanted.error)
    where, values = _where(run_id, replace(wanted, model="", error=""), show=None)
    if not by_reading:
        sums = ", ".join(f"coalesce(sum({_SHOW[show]}), 0)" for show in Show)
        row = db.execute(f"SELECT {sums} FROM findings f WHERE {where}", values).fetchone()
        return {show: int(row[index]) for index, show in enumerate(Show)}
    inner, named = _reading_clauses(wanted)
    flags = ", ".join(f"max({_READING_SHOW.get(show) or _SHOW[show]}) AS is_{show.value}" for show in Show)
    sums = ", ".join(f"coalesce(sum(is_{show.value}), 0)" for show in Show)
    sql = (
        f"SELECT {sums} FROM (SELECT {flags} FROM findings f JOIN readings x ON x.finding_id = f.id"
        f" WHERE {where} AND {' AND '.join(inner)} GROUP BY f.id)"
    )
    row = db.execute(sql, (*values, *named)).fetchone()
    return {show: int(row[index]) for index, show in enumerate(Show)}


def window(db: Connection, run_id: str, wanted: MatrixFilter, *, models: tuple[str, ...]) -> tuple[MatrixRow, ...]:
    """Return the rows `offset` to `offset + limit` of a filter, each with one cell per model."""
    where, values = _where(run_id, wanted, show=wanted.show)
    sql = f"{_FINDINGS} WHERE {where} ORDER BY f.position, f.id LIMIT ? OFFSET ?"
    return _with_cells(db, db.execute(sql, (*values, wanted.limit, wanted.offset)).fetchall(), models)


def one(db: Connection, run_id: str, slot: str, *, models: tuple[str, ...]) -> MatrixRow:
    """Return one finding. Raises UserError when the run has no such slot."""
    rows = db.execute(f"{_FINDINGS} WHERE f.run_id = ? AND f.slot = ?", (run_id, slot)).fetchall()
    if not rows:
        raise UserError(f"the run has no finding {slot!r}; it may have been scored again since")
    return _with_cells(db, rows, models)[0]


def of_field(db: Connection, run_id: str, field_id: str, *, models: tuple[str, ...]) -> tuple[MatrixRow, ...]:
    """Return the findings of one field under every recipe of the run, in the order of the recipes."""
    sql = f"{_FINDINGS} WHERE f.run_id = ? AND f.field_id = ? ORDER BY f.position"
    return _with_cells(db, db.execute(sql, (run_id, field_id)).fetchall(), models)


def of_document(
    db: Connection, run_id: str, document_id: str, *, recipe_key: str, models: tuple[str, ...]
) -> tuple[MatrixRow, ...]:
    """Return the findings of one document under one recipe."""
    sql = f"{_FINDINGS} WHERE f.run_id = ? AND f.document_id = ? AND f.recipe_key = ? ORDER BY f.position, f.id"
    return _with_cells(db, db.execute(sql, (run_id, document_id, recipe_key)).fetchall(), models)


def position(db: Connection, run_id: str, slot: str, *, wanted: MatrixFilter) -> int | None:
    """Return the row number of a slot under a filter, counted from 0, or None when it is not shown."""
    where, values = _where(run_id, wanted, show=wanted.show)
    sql = f"SELECT f.position, f.id FROM findings f WHERE {where} AND f.slot = ?"
    found = db.execute(sql, (*values, slot)).fetchone()
    if found is None:
        return None
    sql = f"SELECT count(*) FROM findings f WHERE {where} AND (f.position, f.id) < (?, ?)"
    return int(db.execute(sql, (*values, found[0], found[1])).fetchone()[0])


def error_counts(db: Connection, run_id: str) -> dict[str, int]:
    """Return how often each label stands on a reading that is not right, most frequent first."""
    sql = (
        "SELECT r.label, count(*) FROM findings f JOIN readings r ON r.finding_id = f.id"
        " WHERE f.run_id = ? AND (f.wrong > 0 OR f.refused > 0)"
        " AND (r.verdict IS NULL OR r.verdict NOT IN ('exact', 'layout_only', 'precision_changed', 'ambiguous'))"
        " GROUP BY r.label ORDER BY 2 DESC, 1"
    )
    return {row[0]: row[1] for row in db.execute(sql, (run_id,))}


def slot_of_reading(db: Connection, reading_id: int) -> tuple[str, str]:
    """Return run id and slot of a reading. Raises UserError when there is none."""
    where = decisions.place(db, reading_id)
    return where.run_id, where.slot


def _with_cells(db: Connection, rows: list[Row], models: tuple[str, ...]) -> tuple[MatrixRow, ...]:
    by_finding = _cells(db, {row["id"]: Kind(row["kind"]) for row in rows})
    return tuple(_matrix_row(row, by_finding.get(row["id"], {}), models) for row in rows)


def _matrix_row(row: Row, cells: Mapping[str, Cell], models: tuple[str, ...]) -> MatrixRow:
    return MatrixRow(
        slot=Slot(row["slot"], row["document_id"], row["field_id"], row["key"], row["recipe_key"]),
        document_name=row["document_name"],
        kind=Kind(row["kind"]),
        truth_text=row["truth_text"],
        legibility=Legibility(row["legibility"]),
        recipe_label=row["recipe_label"],
        severity=row["severity"],
        cells=tuple(cells.get(model) for model in models),
    )


def _cells(db: Connection, kinds: Mapping[int, Kind]) -> dict[int, dict[str, Cell]]:
    """Return the first repeat's reading of every model, with what the other repeats add."""
    ids = dump(list(kinds))
    sql = (
        "SELECT * FROM readings WHERE finding_id IN (SELECT value FROM json_each(?))"
        " ORDER BY finding_id, model, repeat_index"
    )
    grouped: dict[tuple[int, str], list[Row]] = {}
    for row in db.execute(sql, (ids,)):
        grouped.setdefault((row["finding_id"], row["model"]), []).append(row)
    marks = _marks(db, dump([rows[0]["id"] for rows in grouped.values()]))
    decision_ids = [rows[0]["decision_id"] for rows in grouped.values() if rows[0]["decision_id"]]
    decided = decisions.by_id(db, dump(decision_ids))
    found: dict[int, dict[str, Cell]] = {}
    for (finding_id, model), rows in grouped.items():
        first = rows[0]
        decision = decided.get(first["decision_id"]) if first["decision_id"] else None
        texts = {row["text"] for row in rows}
        found.setdefault(finding_id, {})[model] = Cell(
            reading_id=first["id"],
            trial_id=first["trial_id"],
            model=model,
            text=first["text"],
            outcome=Outcome(first["outcome"]),
            verdict=None if first["verdict"] is None else Verdict(first["verdict"]),
            label=first["label"],
            errors=tuple(load(first["errors"])),
            marks=marks.get(first["id"], ()),
            confidence=first["confidence"],
            page_index=first["page_index"],
            box=quad_in(first["box"]),
            glyphs=quads_in(first["glyphs"]),
            readings=len(rows),
            distinct=len(texts),
            decision=decision,
            difference=_difference(first, kinds[finding_id]),
        )
    return found


def _difference(reading: Row, kind: Kind) -> str:
    printed, read = _value_in(reading["truth_value"]), _value_in(reading["reading_value"])
    return value_difference(read, printed, kind) if isinstance(read, str) and isinstance(printed, str) else ""


def _marks(db: Connection, reading_ids: str) -> dict[int, tuple[Mark, ...]]:
    sql = "SELECT * FROM mismatches WHERE reading_id IN (SELECT value FROM json_each(?)) ORDER BY reading_id, id"
    found: dict[int, list[Mark]] = {}
    for row in db.execute(sql, (reading_ids,)):
        mark = Mark(
            kind=OpKind(row["operation"]),
            truth_start=row["truth_start"],
            truth_end=row["truth_end"],
            reading_start=row["reading_start"],
            reading_end=row["reading_end"],
            truth_text=row["truth_text"],
            reading_text=row["reading_text"],
            page_index=row["page_index"],
            box=quad_in(row["box"]),
        )
        found.setdefault(row["reading_id"], []).append(mark)
    return {reading_id: tuple(items) for reading_id, items in found.items()}


def repeats(db: Connection, run_id: str, slot: str) -> dict[str, tuple[str | None, ...]]:
    """Return the texts of all repeats of a slot, by model."""
    sql = (
        "SELECT r.model, r.text FROM readings r JOIN findings f ON f.id = r.finding_id"
        " WHERE f.run_id = ? AND f.slot = ? ORDER BY r.model, r.repeat_index"
    )
    found: dict[str, list[str | None]] = {}
    for row in db.execute(sql, (run_id, slot)):
        found.setdefault(row[0], []).append(row[1])
    return {model: tuple(texts) for model, texts in found.items()}


@dataclass(frozen=True, slots=True)
class ScoredReading:
    """One reading with everything the measures and the export need, in the order of the run."""

    reading_id: int
    slot: str
    document_id: str
    document_name: str
    field_id: str
    key: str
    kind: Kind
    legibility: Legibility
    recipe_key: str
    recipe_label: str
    severity: float
    model: str
    repeat: int
    trial_id: str
    truth_text: str
    text: str | None
    outcome: Outcome
    verdict: Verdict | None
    label: str
    errors: tuple[str, ...]
    truth_value: str | tuple[str, ...] | None
    reading_value: str | tuple[str, ...] | None
    confidence: float | None
    page_index: int
    decision: str
    decision_note: str

    @property
    def difference(self) -> str:
        """Return read minus printed, signed and exact, where both are sizes that differ; else nothing."""
        if not isinstance(self.reading_value, str) or not isinstance(self.truth_value, str):
            return ""
        return value_difference(self.reading_value, self.truth_value, self.kind)


def readings(db: Connection, run_id: str) -> Iterator[ScoredReading]:
    """Yield every reading of a run, document by document, in a fixed order."""
    sql = (
        "SELECT r.*, f.slot, f.document_id, f.field_id, f.key, f.kind, f.legibility, f.recipe_key, f.truth_text,"
        " d.name AS document_name, c.label AS recipe_label, c.severity, coalesce(n.decision, '') AS decided,"
        " coalesce(n.note, '') AS decided_note"
        " FROM findings f JOIN readings r ON r.finding_id = f.id JOIN documents d ON d.id = f.document_id"
        " JOIN run_recipes c ON c.run_id = f.run_id AND c.key = f.recipe_key"
        " JOIN run_models m ON m.run_id = f.run_id AND m.name = r.model"
        " LEFT JOIN decisions n ON n.id = r.decision_id"
        " WHERE f.run_id = ? ORDER BY f.position, f.slot, m.position, r.repeat_index"
    )
    for row in db.execute(sql, (run_id,)):
        yield ScoredReading(
            reading_id=row["id"],
            slot=row["slot"],
            document_id=row["document_id"],
            document_name=row["document_name"],
            field_id=row["field_id"],
            key=row["key"],
            kind=Kind(row["kind"]),
            legibility=Legibility(row["legibility"]),
            recipe_key=row["recipe_key"],
            recipe_label=row["recipe_label"],
            severity=row["severity"],
            model=row["model"],
            repeat=row["repeat_index"],
            trial_id=row["trial_id"],
            truth_text=row["truth_text"],
            text=row["text"],
            outcome=Outcome(row["outcome"]),
            verdict=None if row["verdict"] is None else Verdict(row["verdict"]),
            label=row["label"],
            errors=tuple(load(row["errors"])),
            truth_value=_value_in(row["truth_value"]),
            reading_value=_value_in(row["reading_value"]),
            confidence=row["confidence"],
            page_index=row["page_index"],
            decision=row["decided"],
            decision_note=row["decided_note"],
        )


def _value_in(text: str | None) -> str | tuple[str, ...] | None:
    value = None if text is None else load(text)
    return tuple(value) if isinstance(value, list) else value
