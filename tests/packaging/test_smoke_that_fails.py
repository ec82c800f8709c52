"""A smoke test that cannot fail proves nothing: here is what it says about installations that are broken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from smoke import main

SAMPLE_IS_MISSING = """\
import sys
from fidelity_app.gui import smoke
from fidelity_app.gui.main import main
smoke.SAMPLE = "not-there.fidelity.json"
sys.exit(main(["--smoke"]))
"""


def test_the_window_says_in_a_sentence_what_is_missing(tmp_path: Path) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SAMPLE_IS_MISSING],
        env=environment,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 1
    (said,) = [line for line in done.stderr.splitlines() if line.startswith("smoke test failed")]
    assert "not-there.fidelity.json" in said


def test_a_build_whose_programs_do_not_start_fails_step_by_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("fidelity", "fidelity-app"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\necho broken >&2\nexit 3\n", encoding="utf-8")
        program.chmod(0o755)
    assert main([str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert all("FAILED" in line for line in lines)
    assert "ended with 3: broken" in lines[1]


def test_a_folder_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    assert main([str(tmp_path / "none")]) == 2
