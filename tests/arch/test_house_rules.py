"""The house keeps its shape: file and function sizes, the one rule of imports, and a guard for the Qt pin."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "fidelity_app").rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_file_over_500_lines_and_no_function_over_60(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 500, "look for the second idea in this file"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= 60, f"{node.name} has {length} lines"


def _lint_imports(cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=240, check=False)


def _copy_of_the_house(target: Path) -> Path:
    for path in SOURCES:
        copy = target / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    (target / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    return target


@pytest.mark.parametrize(
    ("room", "line", "contract"),
    [
        ("core/recipes.py", "import fidelity_app.store", "Imports go down only"),
        ("store/__init__.py", "import fidelity_app.vision", "siblings never import each other"),
        ("services/__init__.py", "import PySide6", "Qt only in gui"),
        ("services/__init__.py", "import sqlite3", "SQL only in store"),
    ],
)
def test_a_planted_violation_of_the_import_rule_is_found(tmp_path: Path, room: str, line: str, contract: str) -> None:
    house = _copy_of_the_house(tmp_path)
    planted = house / "fidelity_app" / room
    planted.write_text(planted.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")
    result = _lint_imports(house)
    assert result.returncode != 0
    assert any(contract in row and "BROKEN" in row for row in result.stdout.splitlines()), result.stdout


def test_void_qt_calls_do_not_lose_references_to_none() -> None:
    """PySide6 6.12.0 on Python 3.11 loses one per call and then aborts the process; the pin keeps it out."""
    code = (
        "import sys\n"
        "from PySide6.QtCore import QObject\n"
        "thing = QObject()\n"
        "before = sys.getrefcount(None)\n"
        "for _ in range(100): thing.setObjectName('x')\n"
        "sys.exit(0 if sys.getrefcount(None) >= before - 5 else 1)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0


def test_help_is_quick_because_it_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from fidelity_app.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = set('PySide6 cv2 openai scipy rapidocr onnxruntime PIL pydantic'.split()) & set(sys.modules)\n"
        "sys.exit(f'help imported {sorted(heavy)}' if heavy else 0)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 0, result.stderr
