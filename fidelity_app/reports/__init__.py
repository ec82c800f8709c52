"""What leaves the tool: CSV and HTML."""

from fidelity_app.reports.csv_export import COLUMNS, MEASURE_COLUMNS, write_measures_csv, write_readings_csv
from fidelity_app.reports.html_export import write_report_html
from fidelity_app.reports.rows import (
    Cell,
    Confusion,
    FailureRow,
    FindingCard,
    MeasureLine,
    MeasureTables,
    Rate,
    ReadingRow,
    ReportData,
    SummaryRow,
    Table,
)

__all__ = [
    "COLUMNS",
    "MEASURE_COLUMNS",
    "Cell",
    "Confusion",
    "FailureRow",
    "FindingCard",
    "MeasureLine",
    "MeasureTables",
    "Rate",
    "ReadingRow",
    "ReportData",
    "SummaryRow",
    "Table",
    "write_measures_csv",
    "write_readings_csv",
    "write_report_html",
]
