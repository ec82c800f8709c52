"""What scoring found: findings, readings and mismatches of one document in one run, replaced as a whole.

A reading keeps its id when its document is scored again (trial and slot name it), so that links to it stay true.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from sqlite3 import Connection

from fidelity_app.core.asks import Outcome
from fidelity_app.core.documents import Kind, Legibility
from fidelity_app.core.geometry import Quad
from fidelity_app.core.verdicts import Verdict
from fidelity_app.store.codec import dump, quad_out, quads_out
from fidelity_app.store.measures import count_document
from fidelity_app.store.rows import WRONG_VERDICTS, Mark


@dataclass(frozen=True, slots=True)
class Counts:
    """What one reading adds to the measures; `cells` are counted by `printed>read`."""

    is_printed: bool = True
    is_answered: bool = False
    is_right: bool = False
    is_strict: bool = False
    is_silent: bool = False
    truth_digits: int = 0
    digit_errors: int = 0
    cells: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewReading:
    """One judged answer, ready to be stored. `answer` is what two models are compared by (the value, else the text)."""

    trial_id: str
    model: str
    repeat: int
    text: str | None
    outcome: Outcome
    verdict: Verdict | None
    label: str
    errors: tuple[str, ...]
    truth_value: str | tuple[str, ...] | None
    reading_value: str | tuple[str, ...] | None
    counts: Counts
    confidence: float | None
    page_index: int
    box: Quad | None
    glyphs: tuple[Quad, ...]
    marks: tuple[Mark, ...]

    @property
    def answer(self) -> tuple[str, object]:
        return ("value", self.reading_value) if self.reading_value is not None else ("text", self.text)


@dataclass(frozen=True, slots=True)
class NewFinding:
    """One slot with all its readings, ready to be stored."""

    slot: str
    field_id: str
    key: str
    kind: Kind
    recipe_key: str
    position: int
    truth_text: str
    legibility: Legibility
    readings: tuple[NewReading, ...]


def replace_document(
    tx: Connection, run_id: str, document_id: str, *, name: str, findings: Iterable[NewFinding]
) -> int:
    """Store what was found for a document in place of what was; return the number of readings."""
    ids = _reading_ids(tx, run_id, document_id)
    decided = _decisions(tx, run_id, document_id)
    tx.execute("DELETE FROM findings WHERE run_id = ? AND document_id = ?", (run_id, document_id))
    total = 0
    for finding in findings:
        finding_id = _insert_finding(tx, run_id, document_id, name=name, finding=finding, decided=decided)
        for reading in finding.readings:
            place = (reading.trial_id, finding.slot)
            _insert_reading(tx, finding_id, reading, reading_id=ids.get(place), decision_id=decided.get(place))
        total += len(finding.readings)
    count_document(tx, run_id, document_id)
    return total


def _reading_ids(tx: Connection, run_id: str, document_id: str) -> dict[tuple[str, str], int]:
    sql = (
        "SELECT r.trial_id, f.slot, r.id FROM readings r JOIN findings f ON f.id = r.finding_id"
        " WHERE f.run_id = ? AND f.document_id = ?"
    )
    return {(row[0], row[1]): row[2] for row in tx.execute(sql, (run_id, document_id))}


def _decisions(tx: Connection, run_id: str, document_id: str) -> dict[tuple[str, str], str]:
    sql = (
        "SELECT d.trial_id, d.slot, d.id FROM decisions d JOIN trials t ON t.id = d.trial_id"
        " WHERE t.run_id = ? AND t.document_id = ? AND d.undone_at IS NULL ORDER BY d.at, d.rowid"
    )
    return {(row[0], row[1]): row[2] for row in tx.execute(sql, (run_id, document_id))}


def _insert_finding(
    tx: Connection,
    run_id: str,
    document_id: str,
    *,
    name: str,
    finding: NewFinding,
    decided: dict[tuple[str, str], str],
) -> int:
    readings = finding.readings
    wrong = [reading for reading in readings if reading.verdict in WRONG_VERDICTS]
    refused = [reading for reading in readings if reading.verdict in (None, Verdict.ABSTAINED)]
    undecided = [reading for reading in wrong if (reading.trial_id, finding.slot) not in decided]
    texts = dict.fromkeys([name, finding.key, finding.truth_text, *(r.text for r in readings if r.text)])
    cursor = tx.execute(
        "INSERT INTO findings (run_id, slot, document_id, field_id, key, kind, recipe_key, position, truth_text,"
        " legibility, wrong, refused, differs, undecided, search) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            run_id,
            finding.slot,
            document_id,
            finding.field_id,
            finding.key,
            finding.kind.value,
            finding.recipe_key,
            finding.position,
            finding.truth_text,
            finding.legibility.value,
            len(wrong),
            len(refused),
            int(_models_differ(readings)),
            len(undecided),
            "\n".join(texts).lower(),
        ),
    )
    return int(cursor.lastrowid or 0)


def _models_differ(readings: Sequence[NewReading]) -> bool:
    """Say whether two models answered differently in the same repeat (a failure is no answer to compare)."""
    by_repeat: dict[int, set[tuple[str, object]]] = {}
    for reading in readings:
        if reading.verdict is not None:
            by_repeat.setdefault(reading.repeat, set()).add(reading.answer)
    return any(len(answers) > 1 for answers in by_repeat.values())


def _insert_reading(
    tx: Connection, finding_id: int, reading: NewReading, *, reading_id: int | None, decision_id: str | None
) -> None:
    cursor = tx.execute(
        "INSERT INTO readings (id, finding_id, trial_id, model, repeat_index, text, outcome, verdict, label, errors,"
        " truth_value, reading_value, is_printed, is_answered, is_right, is_strict, is_silent, truth_digits,"
        " digit_errors, cells, confidence, page_index, box, glyphs, decision_id)"
        f" VALUES ({', '.join('?' * 25)})",
        (
            reading_id,
            finding_id,
            reading.trial_id,
            reading.model,
            reading.repeat,
            reading.text,
            reading.outcome.value,
            None if reading.verdict is None else reading.verdict.value,
            reading.label,
            dump(reading.errors),
            _value_out(reading.truth_value),
            _value_out(reading.reading_value),
            int(reading.counts.is_printed),
            int(reading.counts.is_answered),
            int(reading.counts.is_right),
            int(reading.counts.is_strict),
            int(reading.counts.is_silent),
            reading.counts.truth_digits,
            reading.counts.digit_errors,
            dump(dict(reading.counts.cells)),
            reading.confidence,
            reading.page_index,
            quad_out(reading.box),
            quads_out(reading.glyphs),
            decision_id,
        ),
    )
    new_id = reading_id or cursor.lastrowid
    tx.executemany(
        "INSERT INTO mismatches (reading_id, operation, truth_start, truth_end, reading_start, reading_end, truth_text,"
        " reading_text, errors, page_index, box) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                new_id,
                mark.kind.value,
                mark.truth_start,
                mark.truth_end,
                mark.reading_start,
                mark.reading_end,
                mark.truth_text,
                mark.reading_text,
                dump(reading.errors),
                mark.page_index,
                quad_out(mark.box),
            )
            for mark in reading.marks
        ],
    )


def _value_out(value: str | tuple[str, ...] | None) -> str | None:
    return None if value is None else dump(value)
