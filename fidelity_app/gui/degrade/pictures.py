"""Both pictures of Degrade: side by side and moving together, or one over the other with a divider between them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSlider, QSplitter, QVBoxLayout, QWidget

from fidelity_app.core.geometry import Point
from fidelity_app.gui.canvas.hint import CanvasHint
from fidelity_app.gui.canvas.picture import Picture
from fidelity_app.gui.canvas.records import BoxRecord
from fidelity_app.gui.canvas.view import PageView
from fidelity_app.gui.canvas.zoom import Fit, LinkedViews, Place
from fidelity_app.gui.degrade.preview import Previewed
from fidelity_app.gui.degrade.split_view import SplitPageView
from fidelity_app.gui.theme import Theme

STEPS = 1000
PEEK_WORDS = "original · let go of the key to see the recipe again"


class Look(StrEnum):
    """How the original and the degraded page are shown."""

    SIDE = "side"
    SPLIT = "split"


class Pictures(QSplitter):
    """Shows what was previewed. `selected(field_id)` when a person chose a box on either picture."""

    selected = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self._peeking = False
        self._said = ""
        self.look = Look.SIDE
        self.previewed: Previewed | None = None
        self.before = PageView(name="Page as loaded")
        self.after = SplitPageView(name="Page after the recipe")
        self.before_hint = CanvasHint(self.before, "original")
        self.split_hint = CanvasHint(self.after)
        self.after_hint = CanvasHint(self.after)
        self.links = LinkedViews((self.before, self.after), carry=self._carry)
        self.divider = QSlider(Qt.Orientation.Horizontal)
        self._build()
        self.before.selected.connect(self.selected)
        self.after.selected.connect(self.selected)
        self.divider.valueChanged.connect(self._on_divider)
        self.after.divided.connect(self._on_divided)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_as(Look.SIDE)

    @property
    def compared(self) -> bool:
        """Say whether the original is wanted on the spot of the degraded page."""
        return self.after.shows_original

    def show_as(self, look: Look) -> None:
        """Show the pictures side by side, or one over the other."""
        split = look is Look.SPLIT
        self.look = look
        self.before.setVisible(not split)
        self.divider.setVisible(split)
        self.after.set_split(split)
        self.after_hint.move_to(at_right=split)
        self.split_hint.say("original" if split else "")

    def move_divider(self, by: float) -> None:
        """Move the divider by a share of the width."""
        if self.look is Look.SPLIT:
            self.divider.setValue(self.divider.value() + round(by * STEPS))

    def peek(self, peeking: bool) -> None:
        """Show the original in place of the degraded page, as long as it is wanted."""
        self._peeking = peeking
        self.after.peek(peeking)
        self.after_hint.say(PEEK_WORDS if peeking else self._said)

    def say(self, words: str) -> None:
        """Say what the degraded picture is."""
        self._said = words
        if not self._peeking:
            self.after_hint.say(words)

    def clear(self) -> None:
        """Show no page."""
        self.previewed = None
        self.before.set_image(None)
        self.after.set_image(None)
        self.after.set_original(None)

    def show_page(self, picture: Picture) -> None:
        """Show the page as loaded, before anything is done to it."""
        self.before.set_picture(picture)

    def show_previewed(self, previewed: Previewed) -> None:
        """Show what a recipe made of the page; both views stay at their place."""
        older, self.previewed = self.previewed, previewed
        first = self.after.size_px == (0, 0)
        fitted, place = self.after.fitted, self.after.place()
        if self.before.size_px == (0, 0):
            self.before.set_picture(previewed.loaded.picture)
        self.links.enabled = False
        self.after.set_picture(previewed.picture)
        self.after.set_original(previewed.original.picture if previewed.original is not None else None)
        if self.look is Look.SPLIT and not first:
            self._stay(fitted, place, older)
        self.links.enabled = True
        if not first:
            self.links.follow(0 if self.look is Look.SIDE else 1)

    def _stay(self, fitted: Fit, place: Place, older: Previewed | None) -> None:
        """Keep the view where it was: fitted, or at the same point of the page, which the geometry may have moved."""
        if fitted is not Fit.FREE or older is None or self.previewed is None:
            self.after.fit(fitted)
            return
        on_page = older.carried_centre(place.centre, forward=False)
        self.after.set_place(Place(place.zoom, self.previewed.carried_centre(on_page, forward=True)))

    def set_boxes(self, records: Sequence[BoxRecord], *, chosen_id: str) -> None:
        """Show the fields' boxes on the page, and carried through the geometry on the other picture."""
        previewed = self.previewed
        self.before.set_boxes(records if previewed is not None else (), selected_id=chosen_id)
        carried = [
            BoxRecord(record.id, previewed.carried(record.quad), record.look, record.label)
            for record in records
            if previewed is not None
        ]
        self.after.set_boxes(carried, selected_id=chosen_id)

    # --- inside --------------------------------------------------------------------------------------------------

    def _carry(self, leader: int, _follower: int, centre: Point) -> Point:
        if self.previewed is None:
            return centre
        return self.previewed.carried_centre(centre, forward=leader == 0)

    def _on_divider(self, value: int) -> None:
        self.after.set_share(value / STEPS)

    def _on_divided(self, share: float) -> None:
        self.divider.setValue(round(share * STEPS))

    def _build(self) -> None:
        self.divider.setRange(0, STEPS)
        self.divider.setValue(STEPS // 2)
        self.divider.setSingleStep(STEPS // 100)
        self.divider.setPageStep(STEPS // 10)
        self.divider.setAccessibleName("Divider, the original at its left")
        self.divider.setToolTip("Drag the line in the picture, or move it here with the arrow keys")
        box = QWidget()
        layout = QVBoxLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.after, 1)
        layout.addWidget(self.divider)
        for number, widget in enumerate((self.before, box)):
            self.addWidget(widget)
            self.setStretchFactor(number, 1)
        self.setCollapsible(0, True)
        self.setCollapsible(1, False)
        self.setSizes([420, 420])
        for first, second in pairwise((self.before, self.after, self.divider)):
            QWidget.setTabOrder(first, second)

    def _restyle(self) -> None:
        for view in (self.before, self.after):
            view.set_tokens(self._theme.tokens)
