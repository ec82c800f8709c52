"""What holds for every degradation: identity at 0, any size of page, bounds, stages, determinism by identity."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from support.drawn_pages import receipt
from support.golden_pixels import GOLDEN, VERSIONS

from fidelity_app.core.canonical import canonical_json
from fidelity_app.core.errors import Cancelled
from fidelity_app.core.recipes import CLEAN, Recipe, Step, recipe_from_json
from fidelity_app.imaging.degradations import DEGRADATIONS, Stage
from fidelity_app.imaging.variants import degrade

NAMES = sorted(DEGRADATIONS)
PAGE = receipt()


def _variant(op: str, severity: float, page: np.ndarray = PAGE, **options: object) -> np.ndarray:
    arguments = {"seed": 7, "identity": "page", "dpi": 150.0, **options}
    return degrade(page, Recipe(op, (Step(op, severity),)), **arguments).rgb  # type: ignore[arg-type]


def _sha(rgb: np.ndarray) -> str:
    return hashlib.sha256(f"{rgb.shape}".encode() + rgb.tobytes()).hexdigest()


def test_there_are_all_twenty_five() -> None:
    assert len(NAMES) == 25


@pytest.mark.parametrize("op", NAMES)
def test_severity_zero_is_a_bit_exact_copy(op: str) -> None:
    out = _variant(op, 0)
    assert np.array_equal(out, PAGE)
    assert not np.shares_memory(out, PAGE)


@pytest.mark.parametrize("op", NAMES)
def test_the_first_parameter_at_its_zero_changes_nothing_even_when_it_is_asked_for(op: str) -> None:
    first, *others = DEGRADATIONS[op].parameters
    values = {first.name: first.table[0], **{p.name: p.table[0] for p in others}}
    if op == "fax":
        values["dpi"] = 150.0
        assert set(np.unique(_variant_with(op, values))) == {0, 255}
        return
    assert np.array_equal(_variant_with(op, values), PAGE)


def _variant_with(op: str, values: dict[str, float]) -> np.ndarray:
    return degrade(PAGE, Recipe(op, (Step(op, 0.0, values),)), seed=7, identity="page", dpi=150.0).rgb


@pytest.mark.parametrize("op", NAMES)
def test_the_pixels_are_the_golden_ones(op: str) -> None:
    assert _sha(_variant(op, 3)) == GOLDEN[op], "pixels changed: raise the operation's version"


def test_every_version_is_the_one_that_the_golden_pixels_belong_to() -> None:
    assert {name: operation.version for name, operation in DEGRADATIONS.items()} == VERSIONS


def test_another_process_makes_the_same_pixels() -> None:
    code = (
        "import hashlib\nfrom support.drawn_pages import receipt\n"
        "from fidelity_app.core.recipes import Recipe, Step\n"
        "from fidelity_app.imaging.degradations import DEGRADATIONS\n"
        "from fidelity_app.imaging.variants import degrade\n"
        "for op in sorted(DEGRADATIONS):\n"
        "    rgb = degrade(receipt(), Recipe(op, (Step(op, 3),)), seed=7, identity='page', dpi=150.0).rgb\n"
        "    print(op, hashlib.sha256(f'{rgb.shape}'.encode() + rgb.tobytes()).hexdigest())\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=120, check=True
    )
    assert dict(line.split() for line in done.stdout.splitlines()) == GOLDEN


def test_four_threads_at_once_make_the_same_pixels() -> None:
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda op: (op, _sha(_variant(op, 3))), NAMES * 2))
    assert all(GOLDEN[op] == sha for op, sha in made)


@pytest.mark.parametrize("op", NAMES)
def test_severities_one_three_and_five_move_farther_and_farther(op: str) -> None:
    values = [DEGRADATIONS[op].parameters[0].at(severity) for severity in (0, 1, 3, 5)]
    assert values == sorted(values) or values == sorted(values, reverse=True)
    assert values[0] != values[1] != values[2] != values[3]
    assert not np.array_equal(_variant(op, 1), _variant(op, 5))


@pytest.mark.parametrize("op", NAMES)
@pytest.mark.parametrize("size", [(1, 1), (19, 19), (2, 300), (300, 2), (3, 1)])
def test_tiny_and_thin_pages_survive_every_severity(op: str, size: tuple[int, int]) -> None:
    page = np.full((size[1], size[0], 3), 240, np.uint8)
    page[size[1] // 2, size[0] // 2] = 10
    for severity in (0.4, 3, 5):
        out = _variant(op, severity, page, dpi=300.0)
        assert out.dtype == np.uint8
        assert out.ndim == 3
        assert out.flags.c_contiguous


@pytest.mark.parametrize("op", NAMES)
def test_the_page_itself_is_never_altered(op: str) -> None:
    page = PAGE.copy()
    page.flags.writeable = False
    _variant(op, 4, page)
    assert np.array_equal(page, PAGE)


RANDOM = [
    "noise", "low_light", "glare", "shadow", "moire", "skew", "perspective", "curl", "crumple", "fold", "thermal_fade",
    "ink_bleed", "stains", "scratches", "handwriting", "finger", "fax", "motion",
]  # fmt: skip


@pytest.mark.parametrize("op", RANDOM)
def test_another_seed_or_another_page_has_other_accidents(op: str) -> None:
    seeds = {_sha(_variant(op, 3, seed=seed)) for seed in range(4)}
    pages = {_sha(_variant(op, 3, identity=f"page {n}")) for n in range(9)}
    assert len(seeds) > 1
    assert len(pages) > 1


@pytest.mark.parametrize("op", sorted(set(NAMES) - set(RANDOM)))
def test_what_needs_no_chance_does_not_depend_on_the_seed(op: str) -> None:
    assert np.array_equal(_variant(op, 3, seed=1), _variant(op, 3, seed=2))


def test_an_operation_put_in_between_changes_nobody_elses_accidents() -> None:
    alone = degrade(PAGE, Recipe("a", (Step("noise", 2),)), seed=1, identity="p", dpi=None).rgb
    steps = (Step("jpeg", 0), Step("defocus", 0), Step("noise", 2), Step("skew", 0))
    among = degrade(PAGE, Recipe("b", steps), seed=1, identity="p", dpi=None).rgb
    assert np.array_equal(alone, among)


def test_the_second_occurrence_draws_its_own_numbers() -> None:
    once = degrade(PAGE, Recipe("a", (Step("noise", 2),)), seed=1, identity="p", dpi=None).rgb.astype(int)
    twice = degrade(PAGE, Recipe("b", (Step("noise", 2), Step("noise", 2))), seed=1, identity="p", dpi=None).rgb
    assert np.corrcoef((once - PAGE).ravel(), (twice.astype(int) - once).ravel())[0, 1] < 0.2


def test_steps_are_carried_out_in_physical_order_whatever_their_order_in_the_recipe() -> None:
    steps = (Step("jpeg", 3), Step("noise", 2), Step("skew", 2), Step("crumple", 2), Step("thermal_fade", 3))
    there = degrade(PAGE, Recipe("a", steps), seed=1, identity="p", dpi=None).rgb
    back = degrade(PAGE, Recipe("b", steps[::-1]), seed=1, identity="p", dpi=None).rgb
    assert np.array_equal(there, back)


def test_a_recipe_replayed_from_its_json_makes_the_same_pixels() -> None:
    recipe = Recipe("replay", (Step("crumple", 2.345678), Step("motion", 3, {"angle": 33.0}), Step("jpeg", 2)))
    again = recipe_from_json(canonical_json(recipe.as_json()))
    assert again.key == recipe.key
    first, second = (degrade(PAGE, r, seed=5, identity="p", dpi=200) for r in (recipe, again))
    assert np.array_equal(first.rgb, second.rgb)


def test_an_empty_recipe_copies_the_page() -> None:
    variant = degrade(PAGE, CLEAN, seed=1, identity="p", dpi=None)
    assert np.array_equal(variant.rgb, PAGE)
    assert variant.rgb.flags.writeable


def test_lengths_scale_with_the_resolution() -> None:
    setting = DEGRADATIONS["defocus"].setting({"radius": 4.0}, dpi=300, identity="")
    assert setting["radius"] == 8.0
    noise = DEGRADATIONS["noise"].setting({"sigma": 40.0, "shot": 1.0}, dpi=300, identity="")
    assert noise["sigma"] == 40.0


def test_fractional_severities_interpolate_the_table_piecewise() -> None:
    radius = DEGRADATIONS["defocus"].parameters[0]
    assert radius.at(2.5) == pytest.approx((2.5 + 4) / 2)
    assert radius.at(5) == 6
    assert radius.at(0) == 0


def test_progress_is_told_and_a_stop_is_obeyed() -> None:
    recipe = Recipe("a", (Step("skew", 2), Step("defocus", 1), Step("jpeg", 2)))
    seen: list[tuple[int, int, str]] = []
    degrade(PAGE, recipe, seed=1, identity="p", dpi=None, progress=lambda *at: seen.append(at))
    assert [done for done, _, _ in seen] == [0, 1, 2, 3]
    assert {total for _, total, _ in seen} == {3}
    with pytest.raises(Cancelled):
        degrade(PAGE, recipe, seed=1, identity="p", dpi=None, cancel=lambda: True)


def test_the_stages_are_in_physical_order() -> None:
    titles = [stage.title for stage in sorted(Stage)]
    assert titles == ["ink", "paper", "geometry", "light", "optics", "sensor", "codec"]
