"""Variants: the same bytes every time, made once, with their geometry; recipes by name, severity and file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from support.workspaces import draw_receipt, import_receipt, new_workspace

from fidelity_app.core.edits import rotation
from fidelity_app.core.errors import ExternalError, UserError
from fidelity_app.core.recipes import CLEAN, Recipe, Step
from fidelity_app.imaging.opening import open_pages
from fidelity_app.services import annotating, degraded_files, degrading, library, running


@pytest.fixture
def ws(tmp_path: Path):
    with new_workspace(tmp_path / "ws") as ws:
        import_receipt(ws, tmp_path / "in")
        yield ws


@pytest.fixture
def document(ws):
    return library.document(ws, library.documents(ws)[0].id)


def test_a_variant_is_made_once_and_comes_back_from_its_file(ws, document) -> None:
    recipe = degrading.find_recipe(ws, "fax:2")
    first = degrading.variant(ws, document.pages[0], recipe, seed=3)
    stamp = ws.store.blobs.path(first.sha).stat().st_mtime_ns
    second = degrading.variant(ws, document.pages[0], recipe, seed=3)
    assert (second.sha, second.pixel_sha, second.data) == (first.sha, first.pixel_sha, first.data)
    assert np.array_equal(first.rgb, second.rgb)
    assert ws.store.blobs.path(first.sha).stat().st_mtime_ns == stamp
    assert first.page_map.size == (first.rgb.shape[1], first.rgb.shape[0])


def test_the_clean_variant_is_the_page_bit_by_bit(ws, document) -> None:
    made = degrading.variant(ws, document.pages[0], CLEAN)
    assert np.array_equal(made.rgb, library.page_pixels(ws, document.pages[0]))
    assert made.page_map.quad(document.fields[0].box) == document.fields[0].box


def test_another_seed_gives_other_pixels(ws, document) -> None:
    recipe = degrading.find_recipe(ws, "crumpled-pocket:3")
    page = document.pages[0]
    assert degrading.variant(ws, page, recipe, seed=1).sha != degrading.variant(ws, page, recipe, seed=2).sha


def test_a_variant_whose_file_is_lost_is_made_again(ws, document) -> None:
    recipe = degrading.find_recipe(ws, "fax:1")
    made = degrading.variant(ws, document.pages[0], recipe)
    ws.store.blobs.path(made.sha).unlink()
    assert degrading.variant(ws, document.pages[0], recipe).sha == made.sha


def test_an_altered_picture_is_never_shown_as_if_it_were_the_page(ws, document) -> None:
    path = ws.store.blobs.path(document.pages[0].image_sha)
    path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(ExternalError, match="altered"):
        library.page_pixels(ws, document.pages[0])


def test_a_turned_page_has_a_variant_of_its_own(ws, document) -> None:
    before = degrading.variant(ws, document.pages[0], CLEAN)
    turned = annotating.apply(ws, rotation(document, document.pages[0], 1)).documents[0]
    after = degrading.variant(ws, turned.pages[0], CLEAN)
    assert after.key != before.key
    assert after.rgb.shape[:2] == before.rgb.shape[1::-1]


def test_the_command_writes_the_same_bytes_for_the_same_seed_as_the_workspace(ws, document, tmp_path: Path) -> None:
    recipe = degrading.find_recipe(None, "fax:3")
    degraded_files.degrade_file(tmp_path / "in" / "one.png", recipe, tmp_path / "a.png", seed=5)
    degraded_files.degrade_file(tmp_path / "in" / "one.png", recipe, tmp_path / "b.png", seed=5)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert degrading.variant(ws, document.pages[0], recipe, seed=5).data == (tmp_path / "a.png").read_bytes()


def test_a_preview_is_what_the_variant_will_be(ws, document) -> None:
    page, recipe = document.pages[0], degrading.find_recipe(None, "glare:3")
    rgb, mapped = degrading.preview(
        library.page_pixels(ws, page), recipe, seed=1, identity=page.pixel_sha, dpi=page.dpi
    )
    made = degrading.variant(ws, page, recipe, seed=1)
    assert np.array_equal(rgb, made.rgb)
    assert mapped.quad(document.fields[0].box) == made.page_map.quad(document.fields[0].box)


def test_recipes_are_found_by_name_severity_and_file(ws, tmp_path: Path) -> None:
    assert degrading.find_recipe(ws, "fax").label == "fax:3"
    assert degrading.find_recipe(ws, "fax:1.5").severity == 1.5
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(Recipe("mine", (Step("skew", 2.0),)).as_json()))
    assert degrading.find_recipe(ws, str(path)).steps == (Step("skew", 2.0, version=1),)
    ref = running.recipe_ref(ws, str(path))
    assert degrading.find_recipe(ws, ref.label).key == ref.key


@pytest.mark.parametrize(
    ("text", "words"),
    [("ghost", "no recipe 'ghost'"), ("fax:9", "0 to 5"), ("ghost.json", "no such recipe file")],
)
def test_a_recipe_that_is_not_there_is_said(ws, text: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        degrading.find_recipe(ws, text)


def test_a_recipe_file_that_cannot_be_meant_names_the_file(ws, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"steps": [}')
    with pytest.raises(UserError, match=r"bad\.json.*line 1"):
        degrading.find_recipe(ws, str(path))


def test_a_saved_recipe_is_listed_replaced_and_removed(ws) -> None:
    degrading.save_recipe(ws, Recipe("mine", (Step("skew", 2.0),)))
    degrading.save_recipe(ws, Recipe("mine", (Step("skew", 4.0),)))
    mine = [recipe for recipe in degrading.recipes(ws) if recipe.name == "mine"]
    assert [recipe.steps[0].severity for recipe in mine] == [4.0]
    degrading.remove_recipe(ws, "mine")
    assert "mine" not in [recipe.name for recipe in degrading.recipes(ws)]
    with pytest.raises(UserError, match="no saved recipe"):
        degrading.remove_recipe(ws, "fax")


def test_a_file_that_is_no_picture_is_not_degraded(tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("hello")
    with pytest.raises(UserError, match=r"text\.png"):
        degraded_files.degrade_file(tmp_path / "text.png", CLEAN, tmp_path / "out.png")
    assert not (tmp_path / "out.png").exists()


def test_an_output_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    draw_receipt(tmp_path / "a.png")
    with pytest.raises(ExternalError, match="nowhere"):
        degraded_files.degrade_file(tmp_path / "a.png", CLEAN, tmp_path / "nowhere" / "out.png")


def test_a_written_picture_opens_with_the_same_pixels(tmp_path: Path) -> None:
    draw_receipt(tmp_path / "a.png")
    degraded_files.degrade_file(tmp_path / "a.png", CLEAN, tmp_path / "out.png")
    one, other = (open_pages(tmp_path / name, name=name)[0] for name in ("a.png", "out.png"))
    assert one.pixel_sha == other.pixel_sha
