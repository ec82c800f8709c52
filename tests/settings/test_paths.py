"""What ships with the program is found in a checkout, in a wheel and in a frozen build."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fidelity_app.core.errors import UserError
from fidelity_app.settings import paths


def test_a_checkout_has_assets_and_samples_beside_the_package() -> None:
    root = Path(paths.__file__).resolve().parents[2]
    assert paths.assets_dir() == root / "assets"
    assert paths.samples_dir() == root / "samples"


def test_a_frozen_build_has_them_in_its_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "assets").mkdir()
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert paths.assets_dir() == tmp_path / "assets"


def test_an_installed_wheel_has_them_inside_the_package(tmp_path: Path) -> None:
    package = tmp_path / "fidelity_app"
    source = Path(paths.__file__).resolve().parents[1]
    for name in ("__init__.py", "settings/__init__.py", "settings/paths.py", "core/__init__.py", "core/errors.py"):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_bytes((source / name).read_bytes())
    (package / "samples").mkdir()
    code = "from fidelity_app.settings.paths import samples_dir; print(samples_dir())"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    assert Path(result.stdout.strip()).resolve() == (package / "samples").resolve()


def test_a_missing_folder_is_said_with_the_places_looked_at() -> None:
    with pytest.raises(UserError, match=r"ghost.*missing"):
        paths.shipped("ghost")
