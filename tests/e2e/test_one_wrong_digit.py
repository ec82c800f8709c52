"""28.9 read as 23.9: one substitution, 8 to 3, at the second character, by every way it is shown and on the picture."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from support.commands import Shell, receipt_files, replay_file

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.columns import Mark
from fidelity_app.core.geometry import Quad
from fidelity_app.services import comparing, running
from fidelity_app.services.views import Finding
from fidelity_app.services.workspace import open_workspace

ROWS = (("Coffee", "3.5"), ("Bagel", "25.4"), ("TOTAL", "28.9"))
ANSWERS = {"coffee": "3.5", "bagel": "25.4", "total": "23.9"}
RECIPE = '{"name": "askew", "steps": [{"op": "skew", "severity": 4}, {"op": "perspective", "severity": 2}]}'


@dataclass(frozen=True, slots=True)
class Evidence:
    """The run, opened at the misread total, and what was exported of it."""

    finding: Finding
    score: str
    row: dict[str, str]
    page: str


@pytest.fixture
def evidence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Evidence:
    """Do the job by command, and look at its result by every way that a person has."""
    shell = Shell(capsys)
    ws, recipe = tmp_path / "ws", tmp_path / "askew.json"
    recipe.write_text(RECIPE, encoding="utf-8")
    replies = replay_file(tmp_path / "replies.jsonl", ANSWERS)
    receipt_files(tmp_path / "in", rows=ROWS)
    shell("new", ws)
    shell("import", ws, tmp_path / "in")
    shell("models", ws, "add", "confident", "--adapter", "replay", "--file", replies)
    assert shell("run", ws, "--model", "confident", "--recipe", recipe).code == 0
    table, page = tmp_path / "out.csv", tmp_path / "out.html"
    shell("report", ws, "last", "--csv", table, "--html", page)
    with open_workspace(ws) as opened:
        run_id = running.find_run(opened, "last").id
        slot = next(row.slot for row in comparing.matrix(opened, run_id).rows if row.slot.key == "total")
        finding = comparing.finding(opened, run_id, slot)
    rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8-sig"))))
    score = shell("score", "--truth", "28.9", "--reading", "23.9").out
    return Evidence(finding, score, next(row for row in rows if row["field"] == "total"), page.read_text("utf-8"))


def test_the_wrong_digit_is_shown_at_its_character_by_every_way_and_on_the_degraded_picture(evidence: Evidence) -> None:
    _in_the_terminal(evidence.score)
    _in_the_table(evidence.row)
    _in_columns(evidence.finding)
    _in_the_page(evidence.page)
    _on_the_picture(evidence.finding)


def _in_the_terminal(score: str) -> None:
    truth, reading, signs = score.splitlines()[:3]
    assert signs.count("^") == 1
    assert truth[signs.index("^")] == "8" and reading[signs.index("^")] == "3"
    assert "verdict   mismatch" in score and "errors    substitution" in score


def _in_the_table(row: dict[str, str]) -> None:
    assert (row["printed"], row["read"], row["verdict"], row["operations"]) == ("28.9", "23.9", "mismatch", "8>3@2")
    assert (row["recipe"], row["difference"]) == ("askew:3", "-5.0")


def _in_columns(finding: Finding) -> None:
    truth, reading = finding.rows
    assert (truth.text, reading.text) == ("28.9", "23.9")
    assert [cell.text for cell in truth.cells] == list("28.9")
    assert [(cell.text, cell.mark) for cell in reading.cells] == [
        ("2", Mark.EQUAL),
        ("3", Mark.WRONG),
        (".", Mark.EQUAL),
        ("9", Mark.EQUAL),
    ]


def _in_the_page(page: str) -> None:
    (characters,) = re.findall(r'<[a-z]+ class="chars"[^>]*>(.*?)</(?:div|p)>', page, re.DOTALL)
    cells = re.findall(r'<span class="([a-z]+)"[^>]*>([^<]*)</span>', characters)
    assert [text for kind, text in cells if kind == "wrong"] in (["8", "3"], ["3"])
    assert 'src="data:image/png;base64,' in page


def _on_the_picture(finding: Finding) -> None:
    (model,) = finding.models
    (mark,) = model.marks
    assert (mark.kind, mark.truth_start, mark.truth_end) == (OpKind.SUBSTITUTE, 1, 2)
    assert (mark.truth_text, mark.reading_text) == ("8", "3")
    assert mark.box is not None and finding.box is not None and finding.field is not None
    assert finding.field.box is not None and finding.box.bounds != finding.field.box.bounds, "the geometry moved it"
    left, top, right, bottom = mark.box.bounds
    field_left, field_top, field_right, field_bottom = finding.box.bounds
    assert field_left < left < right < field_right and field_top - 2 <= top < bottom <= field_bottom + 2
    # The second of four characters: its middle lies in the second quarter of the field, give or take.
    assert 0.2 < ((left + right) / 2 - field_left) / (field_right - field_left) < 0.5
    assert _ink_share(finding.variant.rgb, mark.box) > 0.15, "an 8 is printed there"


def _ink_share(rgb: np.ndarray, box: Quad) -> float:
    left, top, right, bottom = (round(value) for value in box.bounds)
    return float((rgb[top:bottom, left:right].mean(axis=2) < 128).mean())
