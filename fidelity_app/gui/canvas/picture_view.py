"""A picture on screen that can be zoomed, panned and fitted; the base of the page view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from fidelity_app.core.geometry import Point, Quad
from fidelity_app.gui.canvas.picture import Picture, PictureItem
from fidelity_app.gui.canvas.zoom import Fit, Place, clamped_zoom, wheel_factor, zoom_to_fit
from fidelity_app.gui.tokens import Tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MARGIN_PX = 12.0


class PictureView(QGraphicsView):
    """Shows one picture; scene coordinates are its pixels, (0, 0) the outer corner of the first one.

    Zoom 1.0 is one picture pixel per device pixel, so that a 200 % screen shows the page's own pixels at "100 %".
    `moved` fires when a person changed zoom or place.
    """

    moved = Signal()

    def __init__(self, parent: QWidget | None = None, *, name: str = "Page") -> None:
        super().__init__(parent)
        self._scene = QGraphicsScene(self)
        self.setScene(self._scene)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._picture: PictureItem | None = None
        self._size_px = (0, 0)
        self._fit = Fit.PAGE

    @property
    def size_px(self) -> tuple[int, int]:
        """Return the page's width and height, (0, 0) while no page is shown."""
        return self._size_px

    def set_image(self, rgb: NDArray[np.uint8] | None) -> None:
        """Show a page (height x width x 3, uint8), or none. Zoom and place stay when the size stays."""
        self.set_picture(None if rgb is None else Picture(rgb))

    def set_picture(self, picture: Picture | None) -> None:
        """Show a picture that was prepared elsewhere (a large one takes too long here), or none."""
        if self._picture is not None:
            self._scene.removeItem(self._picture)
            self._picture = None
        if picture is None:
            self._size_px = (0, 0)
            self._scene.setSceneRect(QRectF())
            return
        self._picture = PictureItem(picture)
        self._scene.addItem(self._picture)
        size = picture.size_px
        if size != self._size_px:
            self._size_px = size
            # Room around the page, so that any corner can be brought to the middle.
            self._scene.setSceneRect(QRectF(-size[0], -size[1], 3 * size[0], 3 * size[1]))
            self.fit(Fit.PAGE)

    def set_tokens(self, tokens: Tokens) -> None:
        """Take the colours around the page from the scheme."""
        self.setBackgroundBrush(QBrush(QColor(tokens.canvas)))

    @property
    def zoom(self) -> float:
        """Return device pixels per page pixel."""
        return self.transform().m11() * self.devicePixelRatioF()

    @property
    def fitted(self) -> Fit:
        """Return what stays fitted while the window changes its size."""
        return self._fit

    def place(self) -> Place:
        """Return zoom and centre (as fractions of the page), for a linked view."""
        centre = self.page_point(QPointF(self.viewport().rect().center()))
        width, height = self._size_px
        return Place(self.zoom, (centre[0] / max(1, width), centre[1] / max(1, height)))

    def set_place(self, place: Place) -> None:
        """Take zoom and centre from a linked view, without telling it back."""
        self._fit = Fit.FREE
        self._set_transform(place.zoom, (place.centre[0] * self._size_px[0], place.centre[1] * self._size_px[1]))

    def set_zoom(self, zoom: float, *, at: QPointF | None = None) -> None:
        """Zoom, keeping the page point under `at` (view pixels; the middle if None) where it is."""
        self._fit = Fit.FREE
        anchor = at if at is not None else QPointF(self.viewport().rect().center())
        fixed = self.page_point(anchor)
        scale = clamped_zoom(zoom) / self.devicePixelRatioF()
        middle = QPointF(self.viewport().rect().center())
        centre = (fixed[0] - (anchor.x() - middle.x()) / scale, fixed[1] - (anchor.y() - middle.y()) / scale)
        self._set_transform(zoom, centre)
        self.moved.emit()

    def fit(self, fit: Fit) -> None:
        """Show the whole page, or its whole width; it stays so while the window is resized."""
        self._fit = fit
        if self._size_px == (0, 0) or fit is Fit.FREE:
            return
        room = (self.viewport().width() - 2 * MARGIN_PX, self.viewport().height() - 2 * MARGIN_PX)
        width, height = self._size_px
        zoom = zoom_to_fit(fit, self._size_px, room) * self.devicePixelRatioF()
        top = height / 2 if fit is Fit.PAGE else min(height / 2, room[1] / 2 / zoom_to_fit(fit, self._size_px, room))
        self._set_transform(zoom, (width / 2, top))
        self.moved.emit()

    def zoom_to(self, quad: Quad, *, share: float = 0.4) -> None:
        """Bring a box to the middle, so large that it takes `share` of the view's width, or half that of its height."""
        left, top, right, bottom = quad.bounds
        room = (self.viewport().width() * share, self.viewport().height() * share / 2)
        scale = min(room[0] / max(1.0, right - left), room[1] / max(1.0, bottom - top))
        self._fit = Fit.FREE
        self._set_transform(scale * self.devicePixelRatioF(), ((left + right) / 2, (top + bottom) / 2))
        self.moved.emit()

    def show_quad(self, quad: Quad) -> None:
        """Scroll so that a box is seen; nothing moves when it is."""
        left, top, right, bottom = quad.bounds
        seen = self.mapToScene(self.viewport().rect()).boundingRect()
        if not seen.contains(QRectF(left, top, right - left, bottom - top)) and self._fit is Fit.FREE:
            self.centerOn((left + right) / 2, (top + bottom) / 2)
            self.moved.emit()

    def page_point(self, view_point: QPointF) -> Point:
        """Return the page point under a view point, to a fraction of a pixel."""
        inverted, _ = self.viewportTransform().inverted()
        at = inverted.map(view_point)
        return at.x(), at.y()

    def view_point(self, page_point: Point) -> QPointF:
        """Return where a page point is in the view, to a fraction of a pixel."""
        return self.viewportTransform().map(QPointF(*page_point))

    def _set_transform(self, zoom: float, centre: Point) -> None:
        scale = clamped_zoom(zoom) / self.devicePixelRatioF()
        transform = self.transform()
        transform.reset()
        transform.scale(scale, scale)
        self.setTransform(transform)
        self.centerOn(QPointF(*centre))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ctrl+wheel zooms at the cursor, Shift+wheel scrolls sideways, the plain wheel scrolls."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self.zoom * wheel_factor(event.angleDelta().y()), at=event.position())
            event.accept()
            return
        super().wheelEvent(event)
        self.moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the fit that was asked for."""
        super().resizeEvent(event)
        self.fit(self._fit)

    def showEvent(self, event: QShowEvent) -> None:
        """Fit for real: before the first show the viewport has no size."""
        super().showEvent(event)
        self.fit(self._fit)

    def pan_by(self, delta: QPointF) -> None:
        self._fit = Fit.FREE
        horizontal, vertical = self.horizontalScrollBar(), self.verticalScrollBar()
        horizontal.setValue(horizontal.value() - round(delta.x()))
        vertical.setValue(vertical.value() - round(delta.y()))
        self.moved.emit()
