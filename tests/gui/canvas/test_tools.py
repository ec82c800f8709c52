"""The canvas tools, without Qt: what a press, a move and a release make of the boxes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.geometry import Quad
from fidelity_app.gui.canvas.hits import Handle, Hittable, handle_at, handle_points, resized
from fidelity_app.gui.canvas.tools import (
    IDLE,
    BoxChanged,
    BoxDrawn,
    Drawing,
    Moving,
    Resizing,
    Scene,
    Selected,
    Tool,
    move,
    press,
    preview,
    release,
)

SIZE = (400, 600)
BOX = Hittable("a", Quad.rect(100, 100, 200, 140))
coordinates = st.tuples(st.floats(-50, 450), st.floats(-50, 650))


def drag(tool, scene, start, end):
    gesture, first = press(tool, scene, start)
    gesture = move(gesture, end)
    gesture, last = release(gesture, scene, end)
    assert gesture == IDLE
    return first, last


def test_a_drag_with_the_box_tool_draws_a_box_on_whole_pixels():
    _, outcome = drag(Tool.BOX, Scene(SIZE), (10.4, 20.6), (60.5, 44.2))
    assert outcome == BoxDrawn(Quad.rect(10, 21, 60, 44))


def test_a_drag_up_and_left_draws_the_same_box():
    _, outcome = drag(Tool.BOX, Scene(SIZE), (60.5, 44.2), (10.4, 20.6))
    assert outcome == BoxDrawn(Quad.rect(10, 21, 60, 44))


def test_a_click_draws_nothing():
    assert drag(Tool.BOX, Scene(SIZE), (10, 10), (10, 10)) == (None, None)


def test_a_tremble_of_the_hand_draws_nothing():
    assert drag(Tool.BOX, Scene(SIZE, reach_px=24), (10, 10), (11, 11)) == (None, None)


def test_a_box_begun_outside_starts_at_the_page_edge():
    _, outcome = drag(Tool.BOX, Scene(SIZE), (-30, -30), (50, 50))
    assert outcome == BoxDrawn(Quad.rect(0, 0, 50, 50))


def test_a_drag_that_stays_outside_draws_nothing():
    assert drag(Tool.BOX, Scene(SIZE), (-30, -30), (-5, 50))[1] is None


@given(start=coordinates, end=coordinates)
def test_whatever_is_dragged_a_new_box_is_on_the_page_and_on_whole_pixels(start, end):
    _, outcome = drag(Tool.BOX, Scene(SIZE), start, end)
    if outcome is not None:
        left, top, right, bottom = outcome.quad.bounds
        assert 0 <= left < right <= SIZE[0]
        assert 0 <= top < bottom <= SIZE[1]
        assert all(value == round(value) for value in outcome.quad.flat())


def test_pressing_a_box_chooses_it_and_dragging_moves_it_by_whole_pixels():
    first, last = drag(Tool.EDIT, Scene(SIZE, (BOX,)), (150, 120), (161.4, 117.7))
    assert first == Selected("a")
    assert last == BoxChanged("a", BOX.quad, Quad.rect(111, 98, 211, 138))


def test_pressing_the_empty_page_chooses_nothing():
    assert press(Tool.EDIT, Scene(SIZE, (BOX,), "a"), (300, 300)) == (IDLE, Selected(None))


def test_a_grip_of_the_chosen_box_resizes_it():
    _, last = drag(Tool.EDIT, Scene(SIZE, (BOX,), "a"), (200, 140), (230, 160))
    assert last == BoxChanged("a", BOX.quad, Quad.rect(100, 100, 230, 160))


def test_an_edge_dragged_over_the_other_changes_sides():
    assert resized(BOX.quad, Handle.LEFT, (260, 0)) == Quad.rect(200, 100, 260, 140)


def test_the_smallest_box_under_the_pointer_is_chosen():
    inner = Hittable("inner", Quad.rect(120, 110, 140, 130))
    assert press(Tool.EDIT, Scene(SIZE, (BOX, inner)), (130, 120))[1] == Selected("inner")


def test_a_box_cannot_be_moved_wholly_off_the_page():
    _, last = drag(Tool.EDIT, Scene(SIZE, (BOX,)), (150, 120), (9000, 9000))
    left, top, _, _ = last.after.bounds
    assert left < SIZE[0]
    assert top < SIZE[1]


def test_a_box_that_is_gone_at_the_release_changes_nothing():
    gesture, _ = press(Tool.EDIT, Scene(SIZE, (BOX,)), (150, 120))
    assert release(gesture, Scene(SIZE), (180, 150)) == (IDLE, None)


def test_looking_changes_no_box():
    first, last = drag(Tool.LOOK, Scene(SIZE, (BOX,)), (150, 120), (190, 150))
    assert (first, last) == (Selected("a"), None)


def test_the_preview_follows_each_gesture():
    scene = Scene(SIZE, (BOX,), "a")
    assert preview(IDLE, scene) is None
    assert preview(Drawing((1, 1), (9, 9)), scene) == Quad.rect(1, 1, 9, 9)
    assert preview(Moving("a", BOX.quad, (0, 0), (5, 5)), scene) == BOX.quad.moved(5, 5)
    assert preview(Resizing("a", BOX.quad, Handle.RIGHT, (0, 0), (250, 0)), scene) == Quad.rect(100, 100, 250, 140)


@given(handle=st.sampled_from(list(Handle)))
def test_every_grip_is_found_where_it_is_drawn(handle):
    assert handle_at(BOX.quad, handle_points(BOX.quad)[handle], reach_px=3) == handle
