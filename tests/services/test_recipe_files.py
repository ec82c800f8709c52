"""Recipes as files: what is exported makes the same pixels elsewhere, and what cannot be meant is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.workspaces import import_receipt, new_workspace

from fidelity_app.core.canonical import canonical_json
from fidelity_app.core.errors import Conflict, ExternalError, FidelityError, UserError
from fidelity_app.core.recipes import Recipe, Step, recipe_from_json
from fidelity_app.services import degrading, library, running


@pytest.fixture
def ws(tmp_path: Path):
    with new_workspace(tmp_path / "ws") as ws:
        yield ws


def test_an_exported_recipe_is_canonical_and_pinned_and_comes_back_as_it_was(ws, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    recipe = Recipe("mine", (Step("skew", 2.0), Step("glare", 1.25, {"radius": 0.1})), title="Two steps", severity=2.0)
    degrading.export_recipe(recipe, path)
    text = path.read_text(encoding="utf-8")
    assert text == canonical_json(json.loads(text)) + "\n"
    back = degrading.import_recipe(ws, path)
    assert back.is_pinned and (back.name, back.title, back.severity) == ("mine", "Two steps", 2.0)
    assert degrading.find_recipe(ws, "mine") == back
    degrading.export_recipe(back, tmp_path / "again.json")
    assert (tmp_path / "again.json").read_text(encoding="utf-8") == text


def test_the_file_makes_the_same_pixels_in_another_workspace(ws, tmp_path: Path) -> None:
    degrading.export_recipe(degrading.find_recipe(ws, "crumpled-pocket:2"), tmp_path / "r.json")
    import_receipt(ws, tmp_path / "in")
    page = library.document(ws, library.documents(ws)[0].id).pages[0]
    here = degrading.variant(ws, page, degrading.find_recipe(ws, "crumpled-pocket:2"))
    with new_workspace(tmp_path / "other") as other:
        import_receipt(other, tmp_path / "in")
        twin = library.document(other, library.documents(other)[0].id).pages[0]
        there = degrading.variant(other, twin, degrading.import_recipe(other, tmp_path / "r.json", name="mine"))
    assert (there.key, there.sha) == (here.key, here.sha)


def test_a_name_that_means_another_recipe_is_a_conflict_that_says_so(ws, tmp_path: Path) -> None:
    for name in ("fax", "skew", "clean", "mine"):
        path = tmp_path / f"{name}.json"
        degrading.export_recipe(Recipe(name, (Step("motion", 2.0),)), path)
        if name == "mine":
            degrading.save_recipe(ws, Recipe("mine", (Step("defocus", 2.0),)))
        with pytest.raises(Conflict, match=rf"{name}\.json: another recipe is called '{name}'"):
            degrading.import_recipe(ws, path)
        with pytest.raises(Conflict, match="another recipe is called"):
            running.recipe_ref(ws, str(path))
    assert [recipe.steps[0].op for recipe in degrading.recipes(ws) if recipe.name == "mine"] == ["defocus"]
    assert degrading.import_recipe(ws, tmp_path / "fax.json", name="my-fax").name == "my-fax"


def test_a_recipe_that_is_here_already_is_not_saved_again(ws, tmp_path: Path) -> None:
    for name in ("fax", "fax:2", "skew:1.5"):
        path = tmp_path / "one.json"
        degrading.export_recipe(degrading.find_recipe(ws, name), path)
        found = degrading.import_recipe(ws, path)
        assert found.key == degrading.find_recipe(ws, name).key
        ref = running.recipe_ref(ws, str(path))
        assert degrading.find_recipe(ws, ref.label).key == ref.key
    assert len(degrading.recipes(ws)) == len(degrading.recipes())
    degrading.export_recipe(Recipe("mine", (Step("skew", 2.0),)), path)
    assert degrading.import_recipe(ws, path) == degrading.import_recipe(ws, path)


def test_a_nameless_recipe_is_called_like_its_file(ws, tmp_path: Path) -> None:
    (tmp_path / "slanted.json").write_text('{"steps": [{"op": "skew", "severity": 2}]}')
    assert degrading.import_recipe(ws, tmp_path / "slanted.json").name == "slanted"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON at line 1"),
        ("[" * 100_000, "nested too deep"),
        ('{"steps": [], "severity": 1' + "0" * 5000 + "}", "thousands of digits"),
        ('{"steps": [], "severity": 1' + "0" * 400 + "}", "finite"),
        ('{"steps": [], "severity": NaN}', "finite"),
        ('{"steps": [], "severity": -1}', "outside 0..5"),
        ('{"steps": 1}', 'a list "steps"'),
        ('{"steps": [], "schema": 2}', "schema 2"),
        ('{"steps": [], "name": ["a"]}', "not a text"),
        ('{"steps": [], "name": "\\ud800"}', "surrogate"),
        ('{"steps": [], "name": "a/b"}', "no name for a recipe"),
        ('{"steps": [], "name": "a\\u0000b"}', "no name for a recipe"),
        ('{"steps": [], "name": " a"}', "no name for a recipe"),
        ('{"steps": [], "name": "a.json"}', "would mean a file"),
        ('{"steps": [], "sevrity": 2}', "'sevrity' means nothing here; known: schema"),
        ('{"steps": [{"op": "skew", "sevrity": 5}]}', "step 1: 'sevrity' means nothing"),
        ('{"steps": [{"op": "skwe"}]}', "did you mean 'skew'"),
        ('{"steps": [{"op": "skew", "version": 1.5}]}', "whole number"),
        ('{"steps": [{"op": "skew", "version": 77}]}', "version 77 is not the one here"),
        ('{"steps": [{"op": "skew", "parameters": {"angle": 1e9}}]}', "outside"),
    ],
)
def test_a_file_that_is_no_recipe_is_refused_with_its_name_and_the_place(
    ws, tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as refused:
        degrading.import_recipe(ws, path)
    assert words in str(refused.value)
    assert len(degrading.recipes(ws)) == len(degrading.recipes())


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["op", "severity", "name"]), inner),
    max_leaves=6,
)
_keys = st.sampled_from(("schema", "name", "title", "severity", "steps", "op", "parameters", "version"))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(_keys, _values | st.lists(st.dictionaries(_keys, _values), max_size=2)))
def test_whatever_stands_in_a_file_it_is_a_recipe_or_refused(data: dict[str, object]) -> None:
    try:
        recipe = recipe_from_json(json.dumps(data), source="here")
    except FidelityError:
        return
    assert recipe_from_json(canonical_json(recipe.as_json()), source="here").key == recipe.key


def test_what_is_no_recipe_file_is_not_written(ws, tmp_path: Path) -> None:
    recipe = degrading.find_recipe(ws, "fax")
    with pytest.raises(UserError, match=r"ends with \.json"):
        degrading.export_recipe(recipe, tmp_path / "fax.txt")
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(UserError, match=r"folder\.json"):
        degrading.export_recipe(recipe, tmp_path / "folder.json")
    with pytest.raises(ExternalError, match="nowhere"):
        degrading.export_recipe(recipe, tmp_path / "nowhere" / "fax.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.json", "ws"]


def test_a_folder_is_no_recipe_file(ws, tmp_path: Path) -> None:
    (tmp_path / "r.json").mkdir()
    with pytest.raises(UserError, match="this is a folder"):
        degrading.find_recipe(ws, str(tmp_path / "r.json"))


@pytest.mark.parametrize("text", ["fax:-1", "fax:", "fax:1e1", "fax:٣", "fax:5.01", "fax: 2", "fax:nan"])
def test_what_is_no_severity_is_said_with_an_example(ws, text: str) -> None:
    with pytest.raises(UserError, match=r"0 to 5, for example fax:2"):
        degrading.find_recipe(ws, text)


def test_a_misspelt_name_is_answered_with_the_one_meant(ws) -> None:
    with pytest.raises(UserError, match="did you mean 'crumpled-pocket'"):
        degrading.find_recipe(ws, "crumpled_pocket:2")
