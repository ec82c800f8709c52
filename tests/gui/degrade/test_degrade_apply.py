"""Apply to…: what can be chosen, what is made, cancelling, and what could not be made."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from fidelity_app.core.recipes import CLEAN, Recipe, Step
from fidelity_app.gui.degrade.apply_dialog import ApplyDialog, Order, Scope
from fidelity_app.gui.degrade.applying import NotMadeDialog, outcome_words, scopes
from fidelity_app.services import degrading, library
from fidelity_app.services.making_variants import MadeVariants, NotMade
from fidelity_app.store.rows import DocumentFilter

NOISE = Recipe("noise-only", (Step("noise", 3.0, {}, 1),), severity=3.0)


@pytest.fixture
def slips(qtbot, workspace, open_window):
    """The page on a workspace of three blank slips."""
    made = open_window(workspace, "degrade").current_page
    qtbot.waitUntil(lambda: made.previewed is not None and not made.preview.at_work, timeout=20_000)
    return made


def rows(page):
    return library.documents(page.context.workspace, DocumentFilter())


def ended(qtbot, page, order: Order) -> MadeVariants:
    with qtbot.waitSignal(page.applying.ended, timeout=30_000) as caught:
        page.applying.make(order)
    qtbot.waitUntil(lambda: page.applying.job is None, timeout=5000)
    return caught.args[0]


def test_the_choices_are_this_document_the_selected_the_listed_and_all(slips):
    known = rows(slips)
    found = scopes(known, here=known[1].id, listed=[known[0].id, known[2].id], selected=[known[2].id, "gone"])
    assert [(one.title, one.document_ids, one.pages) for one in found] == [
        ("This document", (known[1].id,), 1),
        ("Selected in the Library", (known[2].id,), 1),
        ("Listed in the Library by its filters", (known[0].id, known[2].id), 2),
        ("All documents", tuple(row.id for row in known), 3),
    ]
    titles = [one.title for one in scopes(known, here="", listed=[row.id for row in known], selected=())]
    assert titles == ["This document", "Selected in the Library", "All documents"]


def test_what_is_listed_and_selected_in_the_library_can_be_chosen_here(qtbot, workspace, open_window):
    window = open_window(workspace, "library")
    shown = window.current_page
    qtbot.waitUntil(lambda: len(shown.model.rows) == 3, timeout=10_000)
    shown.filters.text_box.setText("slip-1")
    qtbot.waitUntil(lambda: len(shown.model.rows) == 1, timeout=10_000)
    shown.list.selectAll()
    window.go("degrade", "")
    choice = window.hub.library
    assert choice.listed == choice.selected == (shown.model.rows[0].id,)
    qtbot.waitUntil(lambda: window.current_page.previewed is not None, timeout=20_000)


def test_the_dialog_counts_pictures_and_makes_none_of_nothing(qtbot, slips):
    dialog = ApplyDialog(
        slips, scopes=[Scope("This", ("a",), 2), Scope("None", (), 0)], shown=NOISE, recipes=[CLEAN, NOISE], seed=5
    )
    qtbot.addWidget(dialog)
    dialog.ladder_box.setChecked(True)
    dialog.seeds.setValue(2)
    assert "2 pages × 5 recipes × 2 seeds: 20 pictures" in dialog.total.text()
    order = dialog.order()
    assert [recipe.severity for recipe in order.recipes] == [3.0, 1.0, 2.0, 4.0, 5.0]
    assert order.seeds == (5, 6)
    dialog.ladder_box.setChecked(False)
    dialog.this_box.setChecked(False)
    assert not dialog.make_button.isEnabled()
    assert not dialog.scope_buttons[1].isEnabled()


def test_other_recipes_are_made_at_their_own_severity(qtbot, slips):
    known = degrading.recipes()
    dialog = ApplyDialog(slips, scopes=[Scope("This", ("a",), 1)], shown=CLEAN, recipes=known, seed=1)
    qtbot.addWidget(dialog)
    assert not dialog.this_box.isEnabled()
    box, spin = dialog.others.row("fax")
    box.setChecked(True)
    spin.setValue(2.0)
    assert [recipe.label for recipe in dialog.order().recipes] == ["fax:2"]


def test_pictures_are_made_for_all_documents_and_not_twice(qtbot, slips):
    ids = tuple(row.id for row in rows(slips))
    order = Order(ids, (NOISE, NOISE.at(1.0)), (1, 2))
    made = ended(qtbot, slips, order)
    assert (made.made, made.known, made.failed) == (12, 0, ())
    assert slips.applying.outcome.isVisible()
    assert slips.applying.outcome.label.text().startswith("✓ 12 pictures made")
    page = library.document(slips.context.workspace, ids[0]).pages[0]
    assert degrading.known_variant(slips.context.workspace, page, NOISE, seed=2) is not None
    assert ended(qtbot, slips, order).known == 12
    assert "12 here already" in slips.applying.outcome.label.text()


def test_the_key_opens_the_dialog_and_its_button_makes_pictures_of_this_document(qtbot, slips):
    qtbot.keyClick(slips.after, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    dialog = next(child for child in slips.children() if isinstance(child, ApplyDialog))
    with qtbot.waitSignal(slips.applying.ended, timeout=30_000) as caught:
        qtbot.mouseClick(dialog.make_button, Qt.MouseButton.LeftButton)
    assert caught.args[0].made == 1
    qtbot.waitUntil(lambda: slips.applying.job is None, timeout=5000)


def test_cancelling_keeps_what_was_made_and_says_so(qtbot, slips):
    ids = tuple(row.id for row in rows(slips))
    order = Order(ids, tuple(NOISE.at(number / 10) for number in range(1, 50)), (1, 2, 3))
    with qtbot.waitSignal(slips.applying.ended, timeout=30_000) as caught:
        job = slips.applying.make(order)
        assert slips.applying.ask(ids[0], NOISE, 1) is None
        qtbot.waitSignal(job.progressed, timeout=20_000).wait()
        slips.applying.strip.cancel_button.click()
    made = caught.args[0]
    assert made.cancelled
    assert made.made < 441
    assert "cancelled; what was made is kept" in slips.applying.outcome.label.text()
    qtbot.waitUntil(lambda: slips.applying.job is None, timeout=5000)


def test_a_page_whose_file_is_gone_is_listed_with_its_reason_and_stops_no_other(qtbot, slips):
    workspace = slips.context.workspace
    first, *others = rows(slips)
    workspace.store.blobs.path(first.first_image_sha).unlink()
    made = ended(qtbot, slips, Order((first.id, *(row.id for row in others)), (NOISE,), (1,)))
    assert made.made == 2
    assert [item.document_name for item in made.failed] == [first.name]
    assert not slips.applying.outcome.why_button.isHidden()
    assert "1 not made" in slips.applying.outcome.label.text()
    dialog = NotMadeDialog(slips, made)
    qtbot.addWidget(dialog)
    assert dialog.table.item(0, 0).text() == first.name
    assert first.name in dialog.text


def test_every_outcome_has_its_words():
    gone = NotMade("d", "slip", 0, "fax:3", 3, "it is gone")
    assert outcome_words(MadeVariants(1, 0, (), 250_000)) == "1 picture made (0.2 MB)."
    words = outcome_words(MadeVariants(1200, 4, (gone,), 90_000_000, 2, cancelled=True))
    assert words == (
        "1,200 pictures made (90.0 MB), 4 here already, 2 with other pixels than when they were made first, "
        "3 not made, cancelled; what was made is kept."
    )
