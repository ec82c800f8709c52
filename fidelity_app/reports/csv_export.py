"""The analysts' main export, one line per slot, model, recipe and repeat; and the measures, one line each."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path

from fidelity_app.reports.atomic import replaced
from fidelity_app.reports.rows import ClaimLine, MeasureLine, ReadingRow
from fidelity_app.reports.safe_cells import guarded

COLUMNS: tuple[str, ...] = tuple(field.name for field in fields(ReadingRow))
CLAIM_COLUMNS: tuple[str, ...] = tuple(field.name for field in fields(ClaimLine))
MEASURE_COLUMNS: tuple[str, ...] = tuple(field.name for field in fields(MeasureLine))


def write_readings_csv(rows: Iterable[ReadingRow], path: Path) -> int:
    """Write UTF-8 with a byte-order mark (Excel needs it) and CRLF (RFC 4180); return the number of rows.

    The file is replaced when the new one is complete. Raises ExternalError when it cannot be written.
    """
    return _write(rows, COLUMNS, path)


def write_claims_csv(lines: Iterable[ClaimLine], path: Path) -> int:
    """Write the claims of a run in verify mode as `write_readings_csv` writes readings; return the number of lines."""
    return _write(lines, CLAIM_COLUMNS, path)


def write_measures_csv(lines: Iterable[MeasureLine], path: Path) -> int:
    """Write every measure as `write_readings_csv` writes readings; return the number of lines."""
    return _write(lines, MEASURE_COLUMNS, path)


def _write(rows: Iterable[object], columns: Sequence[str], path: Path) -> int:
    count = 0
    with replaced(path) as stream:
        writer = csv.writer(stream)
        writer.writerow(columns)
        for row in rows:
            writer.writerow([guarded(str(getattr(row, name))) for name in columns])
            count += 1
    return count
