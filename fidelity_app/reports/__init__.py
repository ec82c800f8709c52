"""What leaves the tool: CSV and HTML."""

from fidelity_app.reports.csv_export import COLUMNS, write_readings_csv
from fidelity_app.reports.html_export import write_report_html
from fidelity_app.reports.rows import (
    Confusion,
    FailureRow,
    FindingCard,
    Rate,
    ReadingRow,
    ReportData,
    SummaryRow,
)

__all__ = [
    "COLUMNS",
    "Confusion",
    "FailureRow",
    "FindingCard",
    "Rate",
    "ReadingRow",
    "ReportData",
    "SummaryRow",
    "write_readings_csv",
    "write_report_html",
]
