"""Plans: a fixed order, and keys that hold exactly what can change an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.asks import Mode, ModelConfig
from fidelity_app.core.errors import UserError
from fidelity_app.core.plans import Cell, RecipeRef, RunRequest, cells, count_trials, estimate, plan, trial_key

CLEAN, BLUR = RecipeRef("k0", "clean"), RecipeRef("k1", "defocus:3")
REQUEST = RunRequest(("d1", "d2"), (CLEAN, BLUR), ("a", "b"), repeats=2, seed=7, name="first")
MODEL = ModelConfig("m", "openai", "gpt-x", "http://localhost/v1", parameters={"temperature": 0})


def key(model: ModelConfig = MODEL, **changes: object) -> str:
    arguments: dict[str, object] = {"schema": {"type": "object"}, "mode": Mode.EXTRACT, "repeat": 0}
    arguments |= {"pixel_shas": ["s1", "s2"], "prompt": "Read.", "adapter_version": "1"} | changes
    return trial_key(model=model, **arguments)  # type: ignore[arg-type]


def key_for(cell: Cell) -> str:
    return "/".join(str(part) for part in (cell.document_id, cell.recipe_key, cell.model_name, cell.repeat))


@pytest.mark.parametrize(
    "change",
    [
        {"pixel_shas": ["s2", "s1"]},
        {"prompt": "Read it."},
        {"schema": None},
        {"mode": Mode.TRANSCRIBE},
        {"repeat": 1},
        {"adapter_version": "2"},
        {"model": replace(MODEL, model_id="gpt-y")},
        {"model": replace(MODEL, base_url="http://localhost:1/v1")},
        {"model": replace(MODEL, adapter="replay")},
        {"model": replace(MODEL, parameters={"temperature": 0.2})},
    ],
    ids=str,
)
def test_whatever_can_change_the_answer_makes_another_trial(change: dict[str, object]) -> None:
    assert key(**change) != key()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "model",
    [
        replace(MODEL, name="other"),
        replace(MODEL, concurrency=1),
        replace(MODEL, timeout_s=1.0),
        replace(MODEL, prices={"input": "3"}),
        replace(MODEL, key_env="KEY"),
    ],
    ids=["name", "concurrency", "timeout", "prices", "key"],
)
def test_what_cannot_change_the_answer_leaves_the_key_alone(model: ModelConfig) -> None:
    assert key(model) == key()


@given(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=5))
def test_the_order_of_parameters_does_not_matter(parameters: dict[str, int | str]) -> None:
    backwards = dict(reversed(parameters.items()))
    assert key(replace(MODEL, parameters=parameters)) == key(replace(MODEL, parameters=backwards))


def test_a_plan_is_the_same_every_time_and_keeps_documents_together() -> None:
    trials = plan(REQUEST, "r1", key_for=key_for)
    assert trials == plan(REQUEST, "r1", key_for=key_for)
    assert [trial.document_id for trial in trials] == ["d1"] * 8 + ["d2"] * 8
    assert [trial.model_name for trial in trials[:4]] == ["a", "b", "a", "b"]
    assert len({trial.key for trial in trials}) == count_trials(REQUEST) == 16


def test_two_labels_of_the_same_pixels_are_asked_once() -> None:
    request = replace(REQUEST, recipes=(CLEAN, RecipeRef("k0", "blur:0"), BLUR))
    assert count_trials(request) == count_trials(REQUEST)


def test_crop_mode_makes_a_trial_of_every_field() -> None:
    request = replace(REQUEST, mode=Mode.CROP, repeats=1, model_names=("a",), recipes=(CLEAN,))
    asked = list(cells(request, {"d1": [("total", ""), ("date", "")], "d2": [("total", "")]}))
    assert [(cell.document_id, cell.crop_key) for cell in asked] == [("d1", "total"), ("d1", "date"), ("d2", "total")]


def test_verify_mode_makes_a_trial_of_every_claim_and_sends_whole_pages() -> None:
    request = replace(REQUEST, mode=Mode.VERIFY, repeats=2, model_names=("a",), recipes=(CLEAN,))
    parts = {"d1": [("total", "28.90"), ("total", "23.90")], "d2": [("date", "1.2.2026")]}
    asked = plan(request, "r1", key_for=lambda cell: f"{key_for(cell)}/{cell.claim}", parts=parts)
    assert [(one.document_id, one.crop_key, one.claim, one.repeat) for one in asked[:3]] == [
        ("d1", "total", "28.90", 0),
        ("d1", "total", "28.90", 1),
        ("d1", "total", "23.90", 0),
    ]
    assert len(asked) == count_trials(request, parts) == 6
    assert estimate(asked, {"d1": 1, "d2": 3}).images == 10


def test_an_estimate_counts_pages_to_be_sent_and_leaves_out_what_is_answered() -> None:
    trials = plan(REQUEST, "r1", key_for=key_for)
    known = {trial.key for trial in trials if trial.model_name == "a"}
    found = estimate(trials, {"d1": 1, "d2": 3}, answered_keys=known)
    assert (found.trials, found.answered, found.to_ask, found.images) == (16, 8, 8, 16)
    assert found.to_ask_by_model == {"a": 0, "b": 8}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"document_ids": ()}, "document"),
        ({"recipes": ()}, "recipe"),
        ({"model_names": ()}, "model"),
        ({"repeats": 0}, "at least once"),
        ({"model_names": ("a", "a")}, "twice"),
    ],
)
def test_a_request_with_nothing_to_ask_is_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(UserError, match=words):
        replace(REQUEST, **change)  # type: ignore[arg-type]
