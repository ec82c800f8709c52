"""The page twice: as loaded, and as the models saw it, moved and zoomed together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from fidelity_app.core.geometry import Point
from fidelity_app.gui.canvas.records import BoxRecord
from fidelity_app.gui.canvas.view import PageView
from fidelity_app.gui.canvas.zoom import Fit, LinkedViews
from fidelity_app.gui.compare.finding_marks import CHOSEN_ID, char_marks, look_of, on_clean_page, overlay_boxes
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.text import ElidedLabel
from fidelity_app.services.drifting import was_seen
from fidelity_app.services.views import Finding, FindingModel, Overlay

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLEAN, DEGRADED = 0, 1
TAG_INSET_PX = 8


class _Tagged(QWidget):
    """A page view with a tag over its corner that says which page this is."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.view = PageView(name=name)
        self.tag = ElidedLabel("", self.view)
        self.tag.setObjectName("canvasHint")
        self.tag.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        self.view.installEventFilter(self)

    def say(self, text: str) -> None:
        """Change the tag."""
        self.tag.setText(text)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        room = self.view.width() - 2 * TAG_INSET_PX
        wanted = self.tag.fontMetrics().horizontalAdvance(self.tag.text()) + 18
        self.tag.resize(max(0, min(room, wanted)), self.tag.sizeHint().height())
        self.tag.move(TAG_INSET_PX, TAG_INSET_PX)


class PagesPanel(QSplitter):
    """Original and degraded side by side. `slot_clicked(slot_id)` fires when another field's box is clicked."""

    slot_clicked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._clean, self._degraded = _Tagged("The page as loaded"), _Tagged("The page as the models saw it")
        for half in (self._clean, self._degraded):
            self.addWidget(half)
            half.view.selected.connect(self._on_selected)
        self.setChildrenCollapsible(False)
        self._links = LinkedViews((self.clean, self.degraded), carry=self._carry)
        self._finding: Finding | None = None
        self._shown_variant = ""
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def clean(self) -> PageView:
        return self._clean.view

    @property
    def degraded(self) -> PageView:
        return self._degraded.view

    def show_finding(
        self, finding: Finding, clean_rgb: NDArray[np.uint8], overlays: Sequence[Overlay], model: FindingModel | None
    ) -> None:
        """Show a finding's page as one model read it: all boxes, the chosen one on top, wrong characters lit."""
        self._finding = finding
        if finding.variant.key != self._shown_variant:
            self._shown_variant = finding.variant.key
            self.clean.set_image(clean_rgb)
            self.degraded.set_image(finding.variant.rgb)
        page = finding.page.index + 1
        pages = len(finding.document.pages)
        where = f" · page {page} of {pages}" if pages > 1 else ""
        self._clean.say(f"original{where}")
        saw = "what the models saw" if was_seen(finding) else "not what the models saw"
        self._degraded.say(f"{finding.recipe.label} · seed {finding.seed} — {saw}")
        self._show_boxes(finding, overlays, model)
        self.show_marks(model)
        if finding.box is not None:
            self.degraded.show_quad(finding.box)

    def show_marks(self, model: FindingModel | None) -> None:
        """Light the wrong characters of one model on both pages."""
        if self._finding is None or model is None:
            self.clean.set_marks(())
            self.degraded.set_marks(())
            return
        self.clean.set_marks(on_clean_page(self._finding, model))
        self.degraded.set_marks(char_marks(model.marks, self._finding.page.index))

    def clear(self) -> None:
        """Show no page."""
        self._finding, self._shown_variant = None, ""
        for view in (self.clean, self.degraded):
            view.set_image(None)
            view.set_boxes(())
            view.set_marks(())

    def zoom_to_field(self) -> None:
        """Bring the chosen field to the middle of both pages."""
        if self._finding is not None and self._finding.box is not None:
            self.degraded.zoom_to(self._finding.box)

    def fit(self, fit: Fit) -> None:
        """Fit both pages, each to its own room."""
        self._links.enabled = False
        self.clean.fit(fit)
        self.degraded.fit(fit)
        self._links.enabled = True

    def _show_boxes(self, finding: Finding, overlays: Sequence[Overlay], model: FindingModel | None) -> None:
        others = [box for box in overlay_boxes(overlays) if box.id != finding.slot.id]
        look = look_of(model)
        chosen = [BoxRecord(CHOSEN_ID, finding.box, look)] if finding.box is not None else []
        self.degraded.set_boxes([*others, *chosen], selected_id=CHOSEN_ID)
        field = finding.field
        clean = [BoxRecord(CHOSEN_ID, field.box, look)] if field is not None and field.box is not None else []
        self.clean.set_boxes(clean, selected_id=CHOSEN_ID)

    def _on_selected(self, box_id: object) -> None:
        if isinstance(box_id, str) and box_id != CHOSEN_ID:
            self.slot_clicked.emit(box_id)

    def _carry(self, leader: int, follower: int, centre: Point) -> Point:
        """Carry the middle of one page to the other through the variant's map; back, fractions have to do."""
        if self._finding is None or leader == DEGRADED:
            return centre
        page, page_map = self._finding.page, self._finding.variant.page_map
        point = np.array([[centre[0] * page.width_px, centre[1] * page.height_px]], dtype=np.float64)
        moved = page_map.forward(point)[0]
        width, height = page_map.size
        return float(moved[0]) / max(1, width), float(moved[1]) / max(1, height)

    def _restyle(self) -> None:
        for view in (self.clean, self.degraded):
            view.set_tokens(self._theme.tokens)
