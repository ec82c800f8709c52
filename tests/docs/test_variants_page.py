"""docs/variants.md: every command that it shows works, in the order in which it is shown."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import Shell, receipt_files

from fidelity_app.cli.exits import Exit

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")


def test_the_commands_of_the_page_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shell = Shell(capsys)
    receipt_files(tmp_path / "in", name="receipt")
    shell("new", "WS")
    shell("import", "WS", tmp_path / "in")
    commands = re.findall(r"^    fidelity (.+)$", PAGE, re.MULTILINE)
    assert len(commands) == 7
    for command in commands:
        assert shell(*shlex.split(command)).code == Exit.DONE, command


def test_the_measurement_of_the_page_can_be_repeated(tmp_path: Path) -> None:
    receipt_files(tmp_path / "in")
    command = [sys.executable, "scripts/many_variants.py", str(tmp_path / "in"), "--documents", "2", "--pixels", "9000"]
    result = subprocess.run(
        command, cwd=ROOT, env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert result.stdout.startswith("20 variants of 2 documents"), result.stderr
