"""What the full table of measures is made of, summed in SQL: per repeat of a document, per cell, per pair of models.

The flags were set by `core.metrics` when a reading was scored; here they are only counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from sqlite3 import Connection

from fidelity_app.store.codec import load


@dataclass(frozen=True, slots=True)
class AnswerCounts:
    """The sums of one repeat of a document for one model under one recipe; ambiguous slots are in none of them.

    `given` are values given and `given_right` those of them that are right, invented ones included. All others are
    slots: `abstained`, `abstained_rightly` (nothing legible is printed there), `unreadable` (a person cannot read it),
    `unreadable_abstained`, and `silent` errors.
    """

    model: str
    recipe_key: str
    document_id: str
    repeat: int
    given: int
    given_right: int
    abstained: int
    abstained_rightly: int
    unreadable: int
    unreadable_abstained: int
    silent: int


_ANSWERS = """
WITH judged AS (
    SELECT r.model, f.recipe_key, f.document_id, r.repeat_index, f.field_id <> '' AS slot, r.is_answered, r.is_right,
           r.is_silent, r.verdict IS NOT NULL AND r.verdict = 'abstained' AS abstained,
           f.legibility = 'illegible' AS unreadable
    FROM findings f JOIN readings r ON r.finding_id = f.id
    WHERE f.run_id = ? AND (r.verdict IS NULL OR r.verdict <> 'ambiguous')
)
SELECT model, recipe_key, document_id, repeat_index, sum(is_answered), sum(is_answered AND is_right),
       sum(slot AND abstained), sum(slot AND abstained AND is_right), sum(slot AND unreadable),
       sum(slot AND unreadable AND abstained AND is_right), sum(slot AND is_silent)
FROM judged
GROUP BY 1, 2, 3, 4
ORDER BY 1, 2, 3, 4
"""


def answers(db: Connection, run_id: str) -> list[AnswerCounts]:
    """Return the sums of a run, one row per model, recipe, document and repeat, in a fixed order."""
    return [AnswerCounts(*row) for row in db.execute(_ANSWERS, (run_id,))]


@dataclass(slots=True)
class RightCells:
    """The characters of pairs that were read right, by printed and read class, and how many pairs they are of."""

    pairs: int = 0
    cells: Counter[tuple[str, str]] = field(default_factory=Counter)


def right_cells(db: Connection, run_id: str) -> Mapping[tuple[str, str], RightCells]:
    """Return the cells of all values read right, by model and recipe key."""
    sql = (
        "SELECT r.model, f.recipe_key, r.cells, count(*) FROM findings f JOIN readings r ON r.finding_id = f.id"
        " WHERE f.run_id = ? AND f.field_id <> '' AND r.cells <> '{}'"
        " AND r.verdict IN ('exact', 'layout_only', 'precision_changed') GROUP BY 1, 2, 3"
    )
    found: dict[tuple[str, str], RightCells] = {}
    for model, recipe_key, cells, times in db.execute(sql, (run_id,)):
        right = found.setdefault((model, recipe_key), RightCells())
        right.pairs += times
        for name, count in load(cells).items():
            printed, read = name.split(">", 1)
            right.cells[printed, read] += count * times
    return found


@dataclass(frozen=True, slots=True)
class Discordant:
    """The slots, repeat by repeat, that only one of two models has right; both were asked and judged."""

    recipe_key: str
    first: str
    second: str
    slots: int
    only_first: int
    only_second: int


_DISCORDANT = """
WITH judged AS (
    SELECT f.recipe_key, r.finding_id, r.repeat_index, r.model, m.position, r.is_right
    FROM findings f JOIN readings r ON r.finding_id = f.id
    JOIN run_models m ON m.run_id = f.run_id AND m.name = r.model
    WHERE f.run_id = ? AND f.field_id <> '' AND (r.verdict IS NULL OR r.verdict <> 'ambiguous')
)
SELECT a.recipe_key, a.model, b.model, count(*), sum(a.is_right AND NOT b.is_right), sum(b.is_right AND NOT a.is_right)
FROM judged a JOIN judged b ON b.finding_id = a.finding_id AND b.repeat_index = a.repeat_index
     AND b.position > a.position
GROUP BY 1, 2, 3
ORDER BY 1, a.position, b.position
"""


def discordant(db: Connection, run_id: str) -> list[Discordant]:
    """Return what McNemar's test needs, for every pair of models of a run under every recipe."""
    return [Discordant(*row) for row in db.execute(_DISCORDANT, (run_id,))]


@dataclass(frozen=True, slots=True)
class SlotCounts:
    """The sums of one slot for one model, all repeats together; ambiguous readings are in none of them."""

    model: str
    recipe_key: str
    document_id: str
    field_id: str
    slots: int
    printed: int
    right: int
    silent: int


_SLOTS = """
SELECT r.model, f.recipe_key, f.document_id, f.field_id, count(*), sum(r.is_printed), sum(r.is_right AND r.is_printed),
       sum(r.is_silent)
FROM findings f JOIN readings r ON r.finding_id = f.id
WHERE f.run_id = ? AND f.field_id <> '' AND (r.verdict IS NULL OR r.verdict <> 'ambiguous')
GROUP BY f.id, r.model
ORDER BY f.position, f.id, r.model
"""


def slots(db: Connection, run_id: str) -> Iterator[SlotCounts]:
    """Yield the sums of every slot of a run for every model, in the order of the run."""
    for row in db.execute(_SLOTS, (run_id,)):
        yield SlotCounts(*row)


def illegible_fields(db: Connection, run_id: str) -> list[tuple[str, int]]:
    """Return by recipe key how many fields of a run were scored as illegible, in a fixed order."""
    sql = (
        "SELECT recipe_key, count(*) FROM findings WHERE run_id = ? AND field_id <> '' AND legibility = 'illegible'"
        " GROUP BY 1 ORDER BY 1"
    )
    return [(row[0], int(row[1])) for row in db.execute(sql, (run_id,))]
