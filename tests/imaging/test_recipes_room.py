"""Presets, the single recipes, the schema, and what a recipe may not say."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from support.drawn_pages import receipt

from fidelity_app.core.errors import UserError
from fidelity_app.core.recipes import Recipe, Step, recipe_from_json
from fidelity_app.imaging.checking import check_recipe, pinned
from fidelity_app.imaging.degradations import DEGRADATIONS
from fidelity_app.imaging.presets import PRESETS, SINGLE
from fidelity_app.imaging.schema import recipe_schema
from fidelity_app.imaging.variants import degrade

NEEDED = {
    "phone-in-a-hurry", "crumpled-pocket", "faded-thermal", "fax", "night-till", "screen-photo", "third-copy", "coffee",
    "glare", "handwriting-over-total", "chat-app",
}  # fmt: skip


def test_the_situations_are_there_under_their_own_names() -> None:
    names = [preset.name for preset in PRESETS]
    assert set(names) >= NEEDED
    assert len(set(names)) == len(names)
    assert all(preset.title and preset.severity == 3 and len(preset.steps) > 1 for preset in PRESETS)
    assert len({preset.key for preset in PRESETS}) == len(PRESETS)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_a_preset_can_be_carried_out_at_every_rung_of_its_ladder(preset: Recipe) -> None:
    page = receipt(200, 240)
    sums = set()
    for severity in (0.0, 1.0, 3.0, 5.0):
        rung = preset.at(severity)
        check_recipe(rung)
        sums.add(degrade(page, rung, seed=1, identity="p", dpi=None).rgb.tobytes())
    assert len(sums) == 4
    assert np.array_equal(degrade(page, preset.at(0), seed=1, identity="p", dpi=None).rgb, page)


def test_the_steps_of_a_preset_stand_in_physical_order() -> None:
    for preset in PRESETS:
        stages = [DEGRADATIONS[step.op].stage for step in preset.steps]
        assert stages == sorted(stages), preset.name


def test_every_degradation_is_a_recipe_by_its_name() -> None:
    assert set(SINGLE) == set(DEGRADATIONS)
    assert all(len(recipe.steps) == 1 and recipe.steps[0].op == name for name, recipe in SINGLE.items())


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (Step("defokus", 3), "no degradation 'defokus'; did you mean 'defocus'"),
        (Step("defocus", 3, {"radios": 1.0}), "no parameter 'radios'; did you mean 'radius'"),
        (Step("defocus", 3, {"radius": 99.0}), "radius = 99 is outside 0..20 px"),
        (Step("defocus", 3, {"radius": float("nan")}), "outside 0..20 px"),
        (Step("jpeg", 3, version=2), "jpeg version 2 is not the one here (version 1)"),
        (Step("jpeg", 6), "severity 6 is outside 0..5"),
        (Step("jpeg", float("nan")), "severity nan is outside 0..5"),
    ],
)
def test_a_recipe_that_cannot_be_carried_out_is_refused_by_place_and_reason(step: Step, words: str) -> None:
    recipe = Recipe("mine", (Step("skew", 1), step))
    with pytest.raises(UserError) as caught:
        check_recipe(recipe)
    assert "'mine', step 2" in str(caught.value)
    assert words in str(caught.value)
    with pytest.raises(UserError):
        degrade(receipt(40, 40), recipe, seed=1, identity="p", dpi=None)


def test_the_schema_is_json_and_knows_every_bound() -> None:
    schema = json.loads(json.dumps(recipe_schema()))
    steps = {step["properties"]["op"]["const"]: step for step in schema["properties"]["steps"]["items"]["oneOf"]}
    assert set(steps) == set(DEGRADATIONS)
    radius = steps["defocus"]["properties"]["parameters"]["properties"]["radius"]
    assert (radius["minimum"], radius["maximum"], radius["default"], radius["x-unit"]) == (0, 20, 4, "px")
    assert steps["defocus"]["x-stage"] == "optics"


def test_every_parameter_says_what_it_is() -> None:
    for operation in DEGRADATIONS.values():
        assert operation.title and operation.description.endswith(".")
        for parameter in operation.parameters:
            assert parameter.title and parameter.description.endswith(".")
            assert parameter.minimum < parameter.maximum
            assert parameter.step > 0


def test_a_step_without_a_version_is_pinned_to_this_one_and_a_stale_one_refused() -> None:
    typed = recipe_from_json('{"name": "mine", "steps": [{"op": "motion", "severity": 3}]}')
    assert not typed.is_pinned
    exact = pinned(typed)
    assert exact.is_pinned and exact.steps[0].version == DEGRADATIONS["motion"].version
    assert pinned(exact) is exact and exact.key != typed.key
    stale = replace(typed, steps=(replace(typed.steps[0], version=DEGRADATIONS["motion"].version + 1),))
    with pytest.raises(UserError, match="make the recipe anew"):
        pinned(stale)
