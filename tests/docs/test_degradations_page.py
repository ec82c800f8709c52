"""docs/degradations.md says what the degradations say of themselves, and every picture that it shows is there."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def _script():
    spec = importlib.util.spec_from_file_location("degradations_page", ROOT / "scripts" / "degradations.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_degradations_say() -> None:
    said = (ROOT / "docs" / "degradations.md").read_text(encoding="utf-8")
    assert said == _script().page(), "run `python scripts/degradations.py --page`"


def test_every_picture_of_the_page_is_there() -> None:
    page = (ROOT / "docs" / "degradations.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\(images/degradations/(.+?)\)", page))
    there = {path.name for path in (ROOT / "docs" / "images" / "degradations").iterdir()}
    assert shown == there
