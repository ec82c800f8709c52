"""CSV and HTML: complete, replaced as a whole, and harmless whatever a receipt or a model says."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.alignment import align
from fidelity_app.core.columns import columns
from fidelity_app.core.errors import ExternalError
from fidelity_app.reports import (
    COLUMNS,
    Confusion,
    FailureRow,
    FindingCard,
    Rate,
    ReadingRow,
    ReportData,
    SummaryRow,
    write_readings_csv,
    write_report_html,
)
from fidelity_app.reports.html_export import render_report
from fidelity_app.reports.safe_cells import guarded

ROW = ReadingRow(
    **{
        **{name: "" for name in COLUMNS},
        "document": "receipt-0147",
        "field": "subtotal",
        "printed": "28.9",
        "read": "23.9",
        "operations": "[1] 8>3",
        "page": 1,
        "seed": 7,
        "repeat": 0,
    }
)
HOSTILE = "<script>alert(1)</script>"


def _data(text: str = "x") -> ReportData:
    card = FindingCard(
        document=text,
        field=text,
        recipe=text,
        model=text,
        printed="28.9",
        read=text,
        words=text,
        columns=columns(align("28.9", "23.9")),
        crop_png=b"\x89PNG",
    )
    rate = Rate(0.5, 0.25, 0.75)
    summary = SummaryRow(text, text, 2, 4, rate, Rate(None), rate, rate, 1, 0, 0, 0, 0, 0, "unknown")
    return ReportData(
        title=text,
        run_name=text,
        made_at="2026-12-01",
        documents=2,
        slots=4,
        summary=(summary,),
        findings=(card,),
        findings_total=3,
        confusions=(Confusion(text, ("8",), ("3", "8"), ((1, 5),)),),
        failures=(FailureRow(text, text, "refused", text, 1),),
        method=((text, text),),
    )


def test_every_cell_comes_back_from_the_csv_as_it_was_printed(tmp_path: Path) -> None:
    row = replace(ROW, printed="0012.50", read="-42.00", printed_value="1.234,56", read_value="12345678901234567890")
    path = tmp_path / "report.csv"
    assert write_readings_csv([row], path) == 1
    with path.open(encoding="utf-8-sig", newline="") as stream:
        (read,) = csv.DictReader(stream)
    assert {name: read[name] for name in COLUMNS} == {name: str(getattr(row, name)) for name in COLUMNS}


@pytest.mark.parametrize("text", ["=1+2", "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3", "\t=1", "--1", "=-5.00"])
def test_a_formula_is_no_longer_one(text: str) -> None:
    assert guarded(text) == "'" + text


@pytest.mark.parametrize("text", ["-42.00", "+1.5", "-1.234,56", "-10%", "0012", "1,234.56", "12 345,00", "-.99", ""])
def test_a_number_is_left_alone(text: str) -> None:
    assert guarded(text) == text


@given(st.text())
def test_no_guarded_cell_starts_a_formula(text: str) -> None:
    safe = guarded(text)
    assert not safe.startswith(("=", "@", "\t", "\r", "\n"))
    assert safe in (text, "'" + text)


def test_a_file_that_cannot_be_written_is_named_and_the_old_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "report.csv"
    path.write_text("old", encoding="utf-8")

    def rows() -> object:
        yield ROW
        raise OSError(28, "No space left on device")

    with pytest.raises(ExternalError, match=r"report\.csv could not be written: No space left"):
        write_readings_csv(rows(), path)  # type: ignore[arg-type]
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.glob(".report.csv.*")) == []


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExternalError, match="nowhere"):
        write_report_html(_data(), tmp_path / "nowhere" / "report.html")


def test_what_a_receipt_or_a_model_says_is_escaped_everywhere() -> None:
    page = render_report(_data(HOSTILE))
    assert HOSTILE not in page
    assert page.count("&lt;script&gt;") >= 11


def test_the_page_is_one_file_without_network_or_script(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_report_html(_data(), path)
    page = path.read_text(encoding="utf-8")
    assert "http://" not in page and "https://" not in page and "<script" not in page
    assert "data:image/png;base64," in page


def test_an_undefined_rate_is_a_dash_and_not_a_zero() -> None:
    page = render_report(_data())
    assert '<span class="">–</span>' in page
    assert "50.0 %" in page and "25.0–75.0" in page


def test_the_aligned_characters_show_the_wrong_one_marked() -> None:
    assert '<span class="">8</span><span class="wrong">3</span>' in render_report(_data())
