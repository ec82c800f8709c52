"""Without a display the application says so; Qt alone would abort the process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("command", [["fidelity_app.gui.main"], ["fidelity_app.cli.main"]])
def test_a_machine_without_a_display_is_told_what_to_do(command: list[str]) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    result = subprocess.run(
        [sys.executable, "-m", *command], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert result.returncode == 3
    assert "no display here" in result.stderr and "fidelity --help" in result.stderr
