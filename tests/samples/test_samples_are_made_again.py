"""The script in the repository makes the shipped samples, and makes them the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from fidelity_app.formats.native import read_truth

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "samples" / "render.py"
# A thermal scan, a needle print, a photograph, and the document of two pages.
AGAIN = ("kiosk-de", "petrol-my", "noodle-bar-sg", "invoice-de")


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False, cwd=ROOT)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("samples")
    result = _run(*AGAIN, "--out", str(folder))
    assert result.returncode == 0, result.stderr
    return folder


@pytest.mark.parametrize("name", AGAIN)
def test_the_truth_comes_out_letter_for_letter(made: Path, name: str) -> None:
    file = f"{name}.fidelity.json"
    assert (made / file).read_text(encoding="utf-8") == (ROOT / "samples" / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", AGAIN)
def test_the_pixels_come_out_the_same_but_for_what_jpeg_decoders_differ_in(made: Path, name: str) -> None:
    for image in read_truth(ROOT / "samples" / f"{name}.fidelity.json").images:
        shipped = np.asarray(Image.open(image), np.int16)
        again = np.asarray(Image.open(made / image.name), np.int16)
        assert shipped.shape == again.shape
        difference = np.abs(shipped - again)
        assert difference.mean() < 1.0
        assert np.percentile(difference, 99.9) < 12


def test_the_script_names_what_it_can_make() -> None:
    listed = _run("--list").stdout.split()
    assert sorted(listed) == sorted(path.name.removesuffix(".fidelity.json") for path in SCRIPT.parent.glob("*.json"))


def test_an_unknown_name_is_refused() -> None:
    result = _run("kiosk-at")
    assert result.returncode == 2
    assert "no sample is named kiosk-at" in result.stderr
