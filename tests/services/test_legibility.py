"""How hard a field is: measured where the truth's box lies after the recipe."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.workspaces import import_receipt, new_workspace

from fidelity_app.services import degrading, library
from fidelity_app.services.legibility import FieldLegibility, field_legibility


@pytest.fixture
def ws(tmp_path: Path):
    with new_workspace(tmp_path / "ws") as ws:
        import_receipt(ws, tmp_path / "in")
        yield ws


def _measured(ws, recipe: str, *, blank: bool = False) -> tuple[FieldLegibility, ...]:
    document = library.document(ws, library.documents(ws)[0].id)
    page = document.pages[0]
    fields = [replace(field, text="") for field in document.fields] if blank else document.fields
    made = degrading.variant(ws, page, degrading.find_recipe(ws, recipe))
    before = library.page_pixels(ws, page)
    return field_legibility(fields, before=before, after=made.rgb, page_map=made.page_map, page_index=0)


def test_a_clean_page_is_as_hard_as_it_was(ws) -> None:
    found = _measured(ws, "clean")
    assert found
    assert all(one.before == one.after for one in found)


@pytest.mark.parametrize(
    ("recipe", "measure"),
    [("low_contrast:3", "contrast"), ("defocus:4", "sharpness"), ("thermal_fade:4", "contrast")],
)
def test_each_damage_shows_in_its_own_measure(ws, recipe: str, measure: str) -> None:
    found = _measured(ws, recipe)
    assert all(getattr(one.after, measure) < getattr(one.before, measure) for one in found)


def test_a_box_follows_the_geometry(ws) -> None:
    assert all(one.after.digit_height_px is not None and one.after.contrast > 0.4 for one in _measured(ws, "skew:5"))


def test_the_hardest_field_stands_first(ws) -> None:
    eases = [one.after.ease for one in _measured(ws, "glare:5")]
    assert eases == sorted(eases)


def test_what_prints_nothing_is_not_measured(ws) -> None:
    assert _measured(ws, "clean", blank=True) == ()
