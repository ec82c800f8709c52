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
    MEASURE_COLUMNS,
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
    write_measures_csv,
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


def _measures(text: str = "x") -> MeasureTables:
    table = Table(text, (text, "n"), ((Cell(text), Cell("96.7 %", text)),), note=text)
    empty = replace(table, rows=())
    return MeasureTables((text,), (table,), ((text, table),), empty, table, table, table, table, table, table, table)


def _full(text: str = "x") -> ReportData:
    confusion = Confusion(
        text, ("8", "nothing"), ("3", "8"), ((1, 5), (2, 0)), blocks=(("46", text, 2), (text, "64", 1))
    )
    return replace(_data(text), measures=_measures(text), confusions=(confusion,))


def test_the_full_tables_of_measures_stand_on_the_page_with_what_they_are_counted_over() -> None:
    page = render_report(_full())
    assert "<h2>Measures</h2>" in page
    assert '96.7 % <span class="interval">x</span>' in page
    assert page.count('<table class="figures">') == 9 and '<p class="note">None.</p>' in page
    # Without them the page is the short one, which still has its confusions.
    assert "<h2>Measures</h2>" not in render_report(_data())
    assert "<h2>Which digit becomes which</h2>" in render_report(_data())


def test_the_confusion_matrix_shows_n_the_diagonal_and_the_faults_side_by_side() -> None:
    page = render_report(_full())
    assert '<th>8</th><th class="count">6</th>' in page and '<th>∅</th><th class="count">2</th>' in page
    assert '<td class="same">5</td>' in page
    assert "<code>{46}-{x}</code> 2 ×, <code>{x}-{64}</code>" in page


def test_nothing_in_the_tables_of_measures_is_markup() -> None:
    page = render_report(_full(HOSTILE))
    assert HOSTILE not in page
    assert page.count("&lt;script&gt;") >= 30


def test_measures_come_back_from_their_csv_as_exact_texts(tmp_path: Path) -> None:
    lines = [
        MeasureLine("m", "clean", "value_fidelity", "0.973214", "5", "109", "112", "0.945055", "1"),
        MeasureLine("m", "clean", "difference_sum:EUR", "-1234567890123456789012345678901.10", "2"),
        MeasureLine("=m", "clean", "block:{46}-{64}", "3"),
    ]
    path = tmp_path / "measures.csv"
    assert write_measures_csv(lines, path) == 3
    with path.open(encoding="utf-8-sig", newline="") as stream:
        read = list(csv.DictReader(stream))
    assert tuple(read[0]) == MEASURE_COLUMNS
    assert read[0]["numerator"] == "109" and read[1]["value"] == "-1234567890123456789012345678901.10"
    assert read[2]["model"] == "'=m" and read[2]["low"] == ""


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
