"""What leaves the tool: CSV and HTML."""

from fidelity_app.reports.csv_export import (
    CLAIM_COLUMNS,
    COLUMNS,
    MEASURE_COLUMNS,
    write_claims_csv,
    write_measures_csv,
    write_readings_csv,
)
from fidelity_app.reports.html_export import write_report_html
from fidelity_app.reports.rows import (
    Cell,
    ClaimLine,
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
    "CLAIM_COLUMNS",
    "COLUMNS",
    "MEASURE_COLUMNS",
    "Cell",
    "ClaimLine",
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
    "write_claims_csv",
    "write_measures_csv",
    "write_readings_csv",
    "write_report_html",
]
