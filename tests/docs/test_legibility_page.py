"""docs/legibility.md tells the truth: its columns, names and commands are those of the product."""

from __future__ import annotations

import re
from pathlib import Path

from support.commands import Shell, receipt_files

from fidelity_app.core.metrics import EDGES_PX, HEIGHTS, THIRDS, UNKNOWN
from fidelity_app.reports.csv_export import COLUMNS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "legibility.md").read_text(encoding="utf-8")


def test_the_columns_it_names_are_in_the_csv() -> None:
    named = re.findall(r"^\| [a-z ]+ \| `(\w+)`", PAGE, flags=re.MULTILINE)
    assert named == ["contrast", "sharpness", "digit_height_px"]
    assert set(named) <= set(COLUMNS)


def test_the_classes_it_names_are_the_reports() -> None:
    below, *between = EDGES_PX
    assert f"below {below:g} px, " in PAGE
    assert f"{between[-1]:g} and more" in PAGE
    for low, high in zip(EDGES_PX, between, strict=False):
        assert f"{low:g} to {high:g}" in PAGE
    assert ", ".join(THIRDS) in PAGE
    for kind, name in re.findall(r"`\w+:(digit_height_px|ease):([\w-]+)`", PAGE):
        assert name in ((*HEIGHTS, UNKNOWN) if kind == "digit_height_px" else (*THIRDS, UNKNOWN))


def test_its_commands_run_as_they_are_printed(capsys, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    shell = Shell(capsys)
    receipt_files(tmp_path / "in", name="lunch")
    assert shell("new", "receipts").code == shell("import", "receipts", "in").code == 0
    block = re.search(r"```\n(.*?)```", PAGE, flags=re.DOTALL)
    assert block is not None
    lines = [line.split("   ")[0] for line in block[1].splitlines()]
    assert len(lines) == 4
    for line in lines:
        words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', line)]
        said = shell(*words[1:])
        assert said.code == 0, (line, said.err)
        assert "total" in said.out
