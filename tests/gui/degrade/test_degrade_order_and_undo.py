"""The order of steps by mouse and key, and every act on the bench taken back."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from fidelity_app.core.recipes import Recipe, Step
from fidelity_app.gui.degrade.bench import Bench
from fidelity_app.gui.degrade.history import GESTURE_MS, History, Setup
from fidelity_app.gui.degrade.order import carried_out, companions, why_fixed
from fidelity_app.imaging.degradations import DEGRADATIONS
from fidelity_app.services.catalogue import catalogue

OPERATIONS = catalogue()
STEPS = st.lists(st.sampled_from(sorted(OPERATIONS)), min_size=1, max_size=8).map(
    lambda ops: tuple(Step(op, float(number % 5 + 1), {}, 1) for number, op in enumerate(ops))
)
MIXED = Recipe(
    "mixed", tuple(Step(op, 2.0, {}, OPERATIONS[op].version) for op in ("jpeg", "defocus", "noise", "motion"))
)


def ops(page) -> list[str]:
    return [step.op for step in page.bench.steps]


def cards(page) -> list[str]:
    return [card.operation.name for card in page.steps.cards]


@pytest.fixture
def mixed(page, settled):
    """The page with a recipe of two steps of optics, listed out of the physical order."""
    page.history.start(Setup(Bench.of(MIXED)))
    settled()
    return page


# --- pure -------------------------------------------------------------------------------------------------------------


@given(steps=STEPS)
def test_steps_are_listed_as_they_are_carried_out(steps):
    order = carried_out(steps, OPERATIONS)
    assert sorted(order) == list(range(len(steps)))
    places = [DEGRADATIONS[steps[number].op].order for number in order]
    assert places == sorted(places)
    for place, later in pairwise(order):
        same = DEGRADATIONS[steps[place].op].order == DEGRADATIONS[steps[later].op].order
        assert place < later or not same


@given(steps=STEPS, data=st.data())
def test_a_move_changes_only_the_order_within_one_kind(steps, data):
    bench = Bench.of(Recipe("r", steps))
    number = data.draw(st.integers(0, len(steps) - 1))
    among = companions(number, steps, OPERATIONS)
    place = among.index(number)
    to = data.draw(st.integers(0, len(among) - 1))
    moved = bench.moved(among, place, to)
    assert moved.steps[among[to]] == steps[number]
    assert sorted(map(repr, moved.steps)) == sorted(map(repr, steps))
    assert all(moved.steps[other] == steps[other] for other in range(len(steps)) if other not in among)
    assert moved.moved(among, to, place).steps == steps


def test_every_reason_names_the_step_and_the_whole_physical_order():
    for op in OPERATIONS:
        said = why_fixed(0, (Step(op, 1.0),), OPERATIONS)
        assert OPERATIONS[op].title in said
        assert "ink, paper, geometry, light, optics, sensor, codec" in said
        assert ("one map" in said) == (OPERATIONS[op].stage == "geometry")


# --- moving -----------------------------------------------------------------------------------------------------------


def test_cards_stand_in_the_order_in_which_the_steps_are_carried_out(mixed):
    assert cards(mixed) == ["defocus", "motion", "noise", "jpeg"]
    assert ops(mixed) == ["jpeg", "defocus", "noise", "motion"]


def test_alt_down_moves_a_step_among_its_kind_and_keeps_the_focus(qtbot, mixed, settled):
    before = settled().after
    mixed.steps.cards[0].severity.slider.setFocus()
    qtbot.keyClick(mixed.steps.cards[0].severity.slider, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert cards(mixed) == ["motion", "defocus", "noise", "jpeg"]
    assert ops(mixed) == ["jpeg", "motion", "noise", "defocus"]
    assert mixed.steps.list.focused() == 1
    assert not (settled().after == before).all()
    qtbot.keyClick(mixed.steps.cards[1].severity.slider, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert (settled().after == before).all()


def test_a_step_that_cannot_go_further_says_why_and_nothing_changes(qtbot, mixed, settled):
    mixed.steps.cards[3].grip.setFocus()
    before = mixed.bench
    qtbot.keyClick(mixed.steps.cards[3].grip, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert mixed.bench == before
    assert not mixed.steps.note.isHidden()
    assert "only step of its kind (codec)" in mixed.steps.note.text()
    settled()


def drag(grip, to_card, *, below: bool) -> None:
    """Drag a card by its grip to the upper or the lower part of another one."""
    target = to_card.mapToGlobal(QPoint(5, to_card.height() - 4 if below else 4))
    QTest.mousePress(grip, Qt.MouseButton.LeftButton, pos=grip.rect().center())
    for share in (0.3, 0.7, 1.0):
        start = grip.mapToGlobal(grip.rect().center())
        QTest.mouseMove(grip, grip.mapFromGlobal(start + (target - start) * share))
    QTest.mouseRelease(grip, Qt.MouseButton.LeftButton, pos=grip.mapFromGlobal(target))


def test_a_card_is_dragged_over_another_of_its_kind(qtbot, mixed, settled):
    drag(mixed.steps.cards[0].grip, mixed.steps.cards[1], below=True)
    assert cards(mixed) == ["motion", "defocus", "noise", "jpeg"]
    assert mixed.history.stack.undoText() == "Move Out of focus later"
    settled()


def test_a_card_dragged_too_far_stops_at_the_end_of_its_kind_and_says_why(qtbot, mixed, settled):
    drag(mixed.steps.cards[0].grip, mixed.steps.cards[3], below=True)
    assert cards(mixed) == ["motion", "defocus", "noise", "jpeg"]
    drag(mixed.steps.cards[2].grip, mixed.steps.cards[0], below=False)
    assert cards(mixed) == ["motion", "defocus", "noise", "jpeg"]
    assert "Sensor noise is the only step of its kind" in mixed.steps.note.text()
    settled()


def test_escape_lets_go_of_a_card_and_nothing_moves(qtbot, mixed, settled):
    grip = mixed.steps.cards[0].grip
    QTest.mousePress(grip, Qt.MouseButton.LeftButton, pos=grip.rect().center())
    QTest.mouseMove(grip, QPoint(5, 120))
    qtbot.keyClick(grip, Qt.Key.Key_Escape)
    QTest.mouseRelease(grip, Qt.MouseButton.LeftButton, pos=QPoint(5, 120))
    assert cards(mixed) == ["defocus", "motion", "noise", "jpeg"]
    assert not mixed.history.stack.canUndo()
    settled()


def test_two_steps_of_one_operation_change_places_with_the_card_in_hand(qtbot, page, settled):
    twice = Recipe(
        "twice", tuple(Step("defocus", severity, {}, OPERATIONS["defocus"].version) for severity in (1.0, 4.0))
    )
    page.history.start(Setup(Bench.of(twice)))
    card = page.steps.cards[0]
    card.grip.setFocus()
    qtbot.keyClick(card.grip, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert [step.severity for step in page.bench.steps] == [4.0, 1.0]
    assert page.steps.cards[1] is card
    assert card.severity.value == 1.0
    assert page.steps.list.focused() == 1
    settled()


def test_delete_removes_the_step_in_focus_and_the_next_one_has_it(qtbot, mixed, settled):
    mixed.steps.cards[1].grip.setFocus()
    qtbot.keyClick(mixed.steps.cards[1].grip, Qt.Key.Key_Delete)
    assert cards(mixed) == ["defocus", "noise", "jpeg"]
    assert mixed.steps.list.focused() == 1
    settled()


# --- undo -------------------------------------------------------------------------------------------------------------


def test_every_act_is_one_named_step_and_all_of_them_come_back_exactly(qtbot, mixed, settled):
    seen = [mixed.history.setup]

    def act(do) -> None:
        do()
        mixed.history.end_gesture()
        seen.append(mixed.history.setup)

    act(lambda: mixed.steps._add(OPERATIONS["shadow"]))
    act(lambda: mixed.steps.cards[0].severity.slider.setValue(40))
    act(lambda: mixed.steps.cards[1].parameters["radius"].spin.setValue(3.0))
    act(lambda: mixed.steps.cards[2].remove.click())
    act(lambda: mixed.seed.setValue(77))
    act(lambda: mixed.steps.ladder.buttons[5].click())
    act(lambda: mixed._on_recipe("fax"))
    names = [mixed.history.stack.text(number) for number in range(mixed.history.stack.count())]
    assert names == [
        "Add Shadow",
        "Severity 4 of Shadow",
        "Blur radius 3 of Out of focus",
        "Remove Camera shake",
        "Seed 77",
        "Severity 5",
        "Recipe fax",
    ]
    for setup in reversed(seen[:-1]):
        qtbot.keyClick(mixed.after, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert mixed.history.setup == setup
        assert mixed.seed.value() == setup.seed
    assert "Taken back: Add Shadow" in mixed.context.notifier.toast.text
    for setup in seen[1:]:
        qtbot.keyClick(
            mixed.after, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        )
        assert mixed.history.setup == setup
    settled()


def test_a_dragged_slider_is_one_step(qtbot, mixed, settled):
    before = mixed.history.setup
    slider = mixed.steps.cards[0].severity.slider
    for place in range(21, 41):
        slider.setValue(place)
    assert mixed.history.stack.count() == 1
    mixed.history.stack.undo()
    assert mixed.history.setup == before
    assert mixed.steps.cards[0].severity.value == 2.0
    settled()


def test_a_pause_ends_a_gesture(qtbot, mixed, settled):
    slider = mixed.steps.cards[0].severity.slider
    slider.setValue(30)
    qtbot.wait(GESTURE_MS + 200)
    slider.setValue(40)
    assert mixed.history.stack.count() == 2
    settled()


def test_two_sliders_are_two_steps(mixed, settled):
    mixed.steps.cards[0].severity.slider.setValue(30)
    mixed.steps.cards[1].severity.slider.setValue(30)
    assert mixed.history.stack.count() == 2
    settled()


def test_a_slider_back_where_it_began_leaves_nothing_to_undo(qapp):
    history = History(qapp)
    history.start(Setup(Bench.of(MIXED)))
    changed = history.setup.bench.with_severity(0, 4.0)
    history.act("there", bench=changed, slider="s")
    history.act("back", bench=Bench.of(MIXED), slider="s")
    assert not history.stack.canUndo()
    assert history.setup.bench == Bench.of(MIXED)


def test_undo_by_key_reaches_the_page_from_a_number_that_was_typed(qtbot, mixed, settled):
    spin = mixed.steps.cards[0].severity.spin
    spin.setFocus()
    spin.selectAll()
    qtbot.keyClicks(spin, "4")
    qtbot.keyClick(spin, Qt.Key.Key_Return)
    assert mixed.bench.steps[1].severity == 4.0
    qtbot.keyClick(spin, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert mixed.bench.steps[1].severity == 2.0
    settled()


def test_undo_while_a_number_is_half_typed_takes_back_the_typing_only(qtbot, mixed, settled):
    mixed.steps.cards[1].severity.slider.setValue(30)
    spin = mixed.steps.cards[0].severity.spin
    spin.setFocus()
    spin.selectAll()
    qtbot.keyClicks(spin, "4")
    qtbot.keyClick(spin, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert mixed.bench.steps[3].severity == 3.0
    assert spin.lineEdit().text().startswith("2")
    settled()


def test_the_buttons_name_what_they_take_back(qtbot, mixed, settled):
    assert not mixed.steps.undo_button.isEnabled()
    mixed.seed.setValue(9)
    assert mixed.steps.undo_button.isEnabled()
    assert "Seed 9" in mixed.steps.undo_button.toolTip()
    mixed.steps.undo_button.click()
    assert mixed.seed.value() == 0
    assert "Seed 9" in mixed.steps.redo_button.toolTip()
    settled()
