"""`fidelity` alone opens the window: in a process of its own, because Qt may live only in gui."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

from fidelity_app.cli.output import complain


def open_window(*arguments: str) -> int:
    """Start the application and wait for it; return its exit code."""
    if getattr(sys, "frozen", False):
        # A built folder has no interpreter to start a module with; the window is the executable beside this one.
        command = [str(Path(sys.executable).with_name(f"fidelity-app{Path(sys.executable).suffix}"))]
    elif importlib.util.find_spec("PySide6") is None:
        complain("The window needs PySide6: install it with `pip install 'PySide6-Essentials<6.12'`.")
        return 3
    else:
        command = [sys.executable, "-m", "fidelity_app.gui.main"]
    return subprocess.run([*command, *arguments], check=False).returncode
