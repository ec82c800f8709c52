"""docs/opening.md says what opening does: its tables are the golden table that the tests hold opening to."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def _script():
    spec = importlib.util.spec_from_file_location("opening_page", ROOT / "scripts" / "opening.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_table_says() -> None:
    said = (ROOT / "docs" / "opening.md").read_text(encoding="utf-8")
    assert said == _script().page(), "run `python scripts/opening.py --page`"


def test_the_limit_of_the_page_is_the_limit_of_the_options() -> None:
    from fidelity_app.imaging.limits import MAX_PIXELS
    from fidelity_app.settings.options import Options

    said = (ROOT / "docs" / "opening.md").read_text(encoding="utf-8")
    assert Options().max_pixels == MAX_PIXELS
    assert f"over {MAX_PIXELS // 1_000_000} megapixels is refused" in said
    assert f"({Options().pdf_dpi} when not set)" in said
