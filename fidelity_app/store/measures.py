"""What a run is measured by, summed in SQL: one row per model, recipe and document, and the cells of the confusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from sqlite3 import Connection

from fidelity_app.core.documents import Kind
from fidelity_app.store.codec import load


@dataclass(frozen=True, slots=True)
class DocumentCounts:
    """The sums of one document for one model under one recipe, all repeats together.

    `slots` are annotated values that are judged (ambiguous ones are counted apart), `printed` those of them with
    something legible to recall. `invented` values stand outside. `units` are the repeats, `units_right` those of them
    with every judged slot right and nothing invented.
    """

    model: str
    recipe_key: str
    document_id: str
    slots: int
    printed: int
    right: int
    strict: int
    silent: int
    answered: int
    digit_errors: int
    truth_digits: int
    ambiguous: int
    omitted: int
    abstained: int
    failed: int
    invented: int
    units: int
    units_right: int


_COUNT = """
INSERT INTO scores
WITH judged AS (
    SELECT r.model, f.recipe_key, f.document_id, r.repeat_index, r.verdict, f.field_id = '' AS extra,
           r.verdict IS NOT NULL AND r.verdict = 'ambiguous' AS unsure,
           r.is_printed, r.is_answered, r.is_right, r.is_strict, r.is_silent, r.digit_errors, r.truth_digits
    FROM findings f JOIN readings r ON r.finding_id = f.id
    WHERE f.run_id = :run_id AND f.document_id = :document_id
), units AS (
    SELECT model, recipe_key, document_id, repeat_index,
           sum(NOT extra AND NOT unsure) AS slots,
           sum(is_printed AND NOT unsure) AS printed,
           sum(is_right AND is_printed AND NOT unsure) AS "right",
           sum(is_strict AND is_printed AND NOT unsure) AS strict,
           sum(is_silent AND NOT extra) AS silent,
           sum(is_answered AND NOT extra AND NOT unsure) AS answered,
           sum(digit_errors) AS digit_errors,
           sum(truth_digits) AS truth_digits,
           sum(unsure) AS ambiguous,
           sum(verdict IS NOT NULL AND verdict = 'omitted') AS omitted,
           sum(verdict IS NOT NULL AND verdict = 'abstained') AS abstained,
           sum(verdict IS NULL) AS failed,
           sum(verdict IS NOT NULL AND verdict = 'hallucinated') AS invented,
           sum(NOT unsure) > 0 AS counts,
           sum(NOT is_right AND NOT unsure) = 0 AS all_right
    FROM judged
    GROUP BY model, recipe_key, document_id, repeat_index
)
SELECT :run_id, model, recipe_key, document_id, sum(slots) AS slots, sum(printed) AS printed, sum("right") AS "right",
       sum(strict) AS strict, sum(silent) AS silent, sum(answered) AS answered, sum(digit_errors) AS digit_errors,
       sum(truth_digits) AS truth_digits, sum(ambiguous) AS ambiguous, sum(omitted) AS omitted,
       sum(abstained) AS abstained, sum(failed) AS failed, sum(invented) AS invented, sum(counts) AS units,
       sum(counts AND all_right) AS units_right
FROM units
GROUP BY model, recipe_key, document_id
"""


def count_document(tx: Connection, run_id: str, document_id: str) -> None:
    """Sum what was just found in a document, in place of what was summed before."""
    place = {"run_id": run_id, "document_id": document_id}
    tx.execute("DELETE FROM scores WHERE run_id = :run_id AND document_id = :document_id", place)
    tx.execute(_COUNT, place)


_QUOTED = tuple(f'"{name}"' for name in DocumentCounts.__slots__)


def by_document(db: Connection, run_id: str) -> list[DocumentCounts]:
    """Return the sums of a run, one row per model, recipe and document, in a fixed order."""
    names = DocumentCounts.__slots__
    sql = f"SELECT {', '.join(_QUOTED)} FROM scores WHERE run_id = ? ORDER BY model, recipe_key, document_id"
    return [DocumentCounts(**dict(zip(names, row, strict=True))) for row in db.execute(sql, (run_id,))]


def failed_trials(db: Connection, run_id: str) -> list[tuple[str, str, str, str, int]]:
    """Return model, recipe label, outcome, reason and number of the trials that failed, most frequent first."""
    sql = (
        "SELECT t.model, c.label, t.outcome, t.reason, count(*) FROM trials t"
        " JOIN run_recipes c ON c.run_id = t.run_id AND c.key = t.recipe_key"
        " WHERE t.run_id = ? AND t.outcome IS NOT NULL AND t.outcome <> 'ok'"
        " GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 1, 2, 3, 4"
    )
    return [tuple(row) for row in db.execute(sql, (run_id,))]


def confusion_cells(db: Connection, run_id: str, model: str) -> Counter[tuple[str, str]]:
    """Return how often a character of one class was read as one of another, for a model over all recipes."""
    sql = (
        "SELECT r.cells, count(*) FROM findings f JOIN readings r ON r.finding_id = f.id"
        " WHERE f.run_id = ? AND r.model = ? AND r.cells <> '{}' GROUP BY r.cells"
    )
    found: Counter[tuple[str, str]] = Counter()
    for cells, times in db.execute(sql, (run_id, model)):
        for name, count in load(cells).items():
            printed, read = name.split(">", 1)
            found[printed, read] += count * times
    return found


@dataclass(frozen=True, slots=True)
class SilentError:
    """A reading that is wrong without saying so; values are canonical texts, None where there is none."""

    slot: str
    model: str
    kind: Kind
    printed_value: str | None
    read_value: str | None


def silent_errors(db: Connection, run_id: str, *, limit: int) -> Sequence[SilentError]:
    """Return the readings that are wrong without saying so: mismatches first, amounts first, undecided first."""
    sql = (
        "SELECT f.slot, r.model, f.kind, r.truth_value, r.reading_value"
        " FROM findings f JOIN readings r ON r.finding_id = f.id"
        " JOIN run_models m ON m.run_id = f.run_id AND m.name = r.model"
        " WHERE f.run_id = ? AND r.is_silent = 1 AND r.repeat_index = 0"
        " ORDER BY r.verdict <> 'mismatch', f.kind <> 'amount', r.decision_id IS NOT NULL, f.position, m.position"
        " LIMIT ?"
    )
    rows = db.execute(sql, (run_id, limit))
    return [SilentError(row[0], row[1], Kind(row[2]), _single(row[3]), _single(row[4])) for row in rows]


def _single(value: str | None) -> str | None:
    found = None if value is None else load(value)
    return found if isinstance(found, str) else None


def silent_total(db: Connection, run_id: str) -> int:
    """Return how many readings of a run are wrong without saying so."""
    sql = (
        "SELECT count(*) FROM findings f JOIN readings r ON r.finding_id = f.id WHERE f.run_id = ? AND r.is_silent = 1"
    )
    return int(db.execute(sql, (run_id,)).fetchone()[0])
