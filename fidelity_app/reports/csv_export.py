"""The analysts' main export: one line per slot, model, recipe and repeat."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from fidelity_app.reports.atomic import replaced
from fidelity_app.reports.rows import ReadingRow
from fidelity_app.reports.safe_cells import guarded

COLUMNS: tuple[str, ...] = tuple(field.name for field in fields(ReadingRow))


def write_readings_csv(rows: Iterable[ReadingRow], path: Path) -> int:
    """Write UTF-8 with a byte-order mark (Excel needs it) and CRLF (RFC 4180); return the number of rows.

    The file is replaced when the new one is complete. Raises ExternalError when it cannot be written.
    """
    count = 0
    with replaced(path) as stream:
        writer = csv.writer(stream)
        writer.writerow(COLUMNS)
        for row in rows:
            writer.writerow([guarded(str(getattr(row, name))) for name in COLUMNS])
            count += 1
    return count
