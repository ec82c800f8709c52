"""Comparing: the wrong digit at its place, filters that count true, decisions that last."""

from __future__ import annotations

import pytest
from support.workspaces import import_receipt, new_workspace, replay_model, run_models

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.columns import Mark
from fidelity_app.core.errors import UserError
from fidelity_app.core.verdicts import Verdict
from fidelity_app.services import comparing, deciding, library, scoring
from fidelity_app.store.rows import Decided, MatrixFilter, Show

RIGHT = {"coffee": "3.50", "bagel": "25.40", "total": "28.90"}
WRONG = {"coffee": "3.50", "bagel": None, "total": "23.90"}


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory):
    """One receipt under a clean and a slanted page; one model is right, one reads 23.90 for 28.90."""
    folder = tmp_path_factory.mktemp("comparing")
    with new_workspace(folder / "ws") as ws:
        document_id = import_receipt(ws, folder / "in")
        replay_model(ws, folder, RIGHT, name="right")
        replay_model(ws, folder, WRONG, name="wrong")
        run_id = run_models(ws, [document_id], ["right", "wrong"], recipes=["clean", "phone-in-a-hurry:2"]).run_id
        yield ws, run_id, document_id


def _slot(ws, run_id: str, key: str, recipe: int = 0) -> str:
    rows = [row for row in comparing.matrix(ws, run_id).rows if row.slot.key == key]
    return rows[recipe].slot.id


def test_the_matrix_has_a_row_per_field_and_recipe_and_a_cell_per_model(scene) -> None:
    ws, run_id, _ = scene
    matrix = comparing.matrix(ws, run_id)
    assert matrix.models == ("right", "wrong")
    assert [(row.slot.key, row.recipe_label) for row in matrix.rows[:3]] == [
        ("coffee", "clean"),
        ("coffee", "phone-in-a-hurry:2"),
        ("bagel", "clean"),
    ]
    assert all(len(row.cells) == 2 for row in matrix.rows)


def test_23_90_for_28_90_is_one_substitution_at_the_right_character(scene) -> None:
    ws, run_id, _ = scene
    cell = comparing.finding(ws, run_id, _slot(ws, run_id, "total")).models[1]
    assert cell.verdict is Verdict.MISMATCH
    assert cell.label == "substitution"
    (mark,) = cell.marks
    assert (mark.kind, mark.truth_text, mark.reading_text) == (OpKind.SUBSTITUTE, "8", "3")
    assert (mark.truth_start, mark.truth_end) == (1, 2)
    assert "28.90 becomes 23.90" in cell.words


@pytest.mark.parametrize("recipe", [0, 1])
def test_the_mark_lies_on_the_wrong_character_of_the_degraded_picture(scene, recipe: int) -> None:
    ws, run_id, document_id = scene
    found = comparing.finding(ws, run_id, _slot(ws, run_id, "total", recipe))
    field = library.document(ws, document_id).fields[2]
    second = found.variant.page_map.quad(field.box.slice(0.2, 0.4))
    (mark,) = found.models[1].marks
    assert mark.box is not None
    middle_x = sum(x for x, _ in mark.box.points) / 4
    left, top, right, bottom = second.bounds
    assert left - 2 <= middle_x <= right + 2
    x0, y0, x1, y1 = (round(value) for value in mark.box.bounds)
    ink = found.variant.rgb[max(0, y0) : y1, max(0, x0) : x1].min()
    paper = found.variant.rgb[max(0, y0) : y1, max(0, x0) : x1].max()
    assert paper - ink > 60, "there is a printed character under the mark"
    assert top - 4 <= (y0 + y1) / 2 <= bottom + 4


def test_the_columns_stand_above_each_other_truth_on_top(scene) -> None:
    ws, run_id, _ = scene
    rows = comparing.finding(ws, run_id, _slot(ws, run_id, "total")).rows
    assert [row.text for row in rows] == ["28.90", "28.90", "23.90"]
    assert [cell.mark for cell in rows[2].cells] == [Mark.EQUAL, Mark.WRONG, Mark.EQUAL, Mark.EQUAL, Mark.EQUAL]


def test_what_is_sent_is_what_is_shown(scene) -> None:
    ws, run_id, _ = scene
    found = comparing.finding(ws, run_id, _slot(ws, run_id, "total", 1))
    evidence = comparing.inspect(ws, found.models[1].reading_id)
    assert evidence.image_shas == (found.variant.sha,)
    assert evidence.attempts[0].request["images"][0]["sha256"] == found.variant.sha
    assert evidence.rungs == ("as it is",)
    assert '"23.90"' in evidence.replies[0].text


@pytest.mark.parametrize(
    ("wanted", "keys"),
    [
        (MatrixFilter(), ["coffee", "coffee", "bagel", "bagel", "total", "total"]),
        (MatrixFilter(show=Show.WRONG), ["total", "total"]),
        (MatrixFilter(show=Show.REFUSED), ["bagel", "bagel"]),
        (MatrixFilter(show=Show.DIFFERENT), ["bagel", "bagel", "total", "total"]),
        (MatrixFilter(show=Show.UNDECIDED, limit=1, offset=1), ["total"]),
        (MatrixFilter(text="23.9"), ["total", "total"]),
        (MatrixFilter(text="BAGEL"), ["bagel", "bagel"]),
        (MatrixFilter(text="%"), []),
        (MatrixFilter(show=Show.WRONG, model="right"), []),
        (MatrixFilter(show=Show.WRONG, model="wrong", error="substitution"), ["total", "total"]),
        (MatrixFilter(error="transposition"), []),
    ],
)
def test_filters_show_what_they_say(scene, wanted: MatrixFilter, keys: list[str]) -> None:
    ws, run_id, _ = scene
    matrix = comparing.matrix(ws, run_id, wanted)
    assert [row.slot.key for row in matrix.rows] == keys
    if wanted.limit > len(keys):
        assert matrix.total == len(keys)
    assert matrix.counts[wanted.show] == matrix.total


def test_counts_are_those_of_every_filter_under_the_search(scene) -> None:
    ws, run_id, _ = scene
    counts = comparing.matrix(ws, run_id, MatrixFilter(text="total", show=Show.REFUSED)).counts
    assert counts == {Show.ALL: 2, Show.WRONG: 2, Show.DIFFERENT: 2, Show.REFUSED: 0, Show.UNDECIDED: 2}


def test_a_row_knows_its_place_under_a_filter(scene) -> None:
    ws, run_id, _ = scene
    slot = _slot(ws, run_id, "total", 1)
    assert comparing.position(ws, run_id, slot) == 5
    assert comparing.position(ws, run_id, slot, filter=MatrixFilter(show=Show.WRONG)) == 1
    assert comparing.position(ws, run_id, slot, filter=MatrixFilter(show=Show.REFUSED)) is None


def test_all_fields_of_the_page_have_their_place_on_the_variant(scene) -> None:
    ws, run_id, _ = scene
    row = comparing.matrix(ws, run_id).rows[5]
    places = {item.key: item for item in comparing.overlays(ws, run_id, row.slot)}
    assert set(places) == {"coffee", "bagel", "total"}
    assert [key for key, item in places.items() if item.wrong] == ["total"]
    assert places["coffee"].box.bounds[1] < places["bagel"].box.bounds[1] < places["total"].box.bounds[1]


def test_the_ladder_is_the_field_under_every_recipe(scene) -> None:
    ws, run_id, document_id = scene
    field = library.document(ws, document_id).fields[2]
    assert [row.recipe_label for row in comparing.ladder(ws, run_id, field_id=field.id)] == [
        "clean",
        "phone-in-a-hurry:2",
    ]


def test_a_slot_that_is_gone_is_said(scene) -> None:
    ws, run_id, _ = scene
    with pytest.raises(UserError, match="no finding"):
        comparing.finding(ws, run_id, "ghost")


def test_a_decision_lasts_through_a_rescore_and_is_taken_back(scene) -> None:
    ws, run_id, _ = scene
    slot = _slot(ws, run_id, "total")
    reading_id = comparing.finding(ws, run_id, slot).models[1].reading_id
    undecided = comparing.matrix(ws, run_id).counts[Show.UNDECIDED]
    deciding.decide(ws, reading_id, Decided.MODEL_WRONG, note="clearly an 8")
    scoring.score_run(ws, run_id)
    answer = comparing.finding(ws, run_id, slot).models[1]
    assert answer.reading_id == reading_id
    assert answer.decision is not None
    assert (answer.decision.decision, answer.decision.note, answer.decision.who) == (
        Decided.MODEL_WRONG,
        "clearly an 8",
        "tester",
    )
    assert comparing.matrix(ws, run_id).counts[Show.UNDECIDED] == undecided - 1
    assert deciding.undecide(ws, reading_id)
    assert comparing.matrix(ws, run_id).counts[Show.UNDECIDED] == undecided
    assert not deciding.undecide(ws, reading_id)


def test_illegible_makes_an_abstention_right_and_an_answer_an_invention_until_it_is_taken_back(scene) -> None:
    ws, run_id, _ = scene
    slot = _slot(ws, run_id, "bagel")
    before = [item.verdict for item in comparing.finding(ws, run_id, slot).models]
    reading_id = comparing.finding(ws, run_id, slot).models[0].reading_id
    deciding.decide(ws, reading_id, Decided.ILLEGIBLE)
    answers = comparing.finding(ws, run_id, slot).models
    assert [item.label for item in answers][1] == "abstained_rightly"
    assert answers[0].verdict is Verdict.HALLUCINATED
    deciding.undecide(ws, reading_id)
    assert [item.verdict for item in comparing.finding(ws, run_id, slot).models] == before
