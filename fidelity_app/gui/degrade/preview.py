"""The live preview: the newest recipe wins, and the result's geometry carries points from page to page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from fidelity_app.core.documents import Page
from fidelity_app.core.geometry import Point, Quad
from fidelity_app.core.recipes import Recipe
from fidelity_app.gui.bridge import Job, Jobs, Latest
from fidelity_app.services import degrading, library
from fidelity_app.services.workspace import Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Previewed:
    """A page, what was done to it, the pixels before and after, and the map between them."""

    page: Page
    recipe: Recipe
    seed: int
    before: NDArray[np.uint8]
    after: NDArray[np.uint8]
    page_map: Any

    def carried(self, quad: Quad) -> Quad:
        """Carry a box from the page to the degraded picture."""
        carried: Quad = self.page_map.quad(quad)
        return carried

    def carried_centre(self, centre: Point, *, forward: bool) -> Point:
        """Carry a point given as fractions of one picture to fractions of the other."""
        import numpy as np

        before, after = self.page_map.page_size, self.page_map.size
        source, target = (before, after) if forward else (after, before)
        point = np.array([[centre[0] * source[0], centre[1] * source[1]]])
        moved = self.page_map.forward(point) if forward else self.page_map.backward(point)
        x, y = (float(value) for value in moved[0])
        return x / max(1, target[0]), y / max(1, target[1])


class Preview(QObject):
    """`shown(Previewed)` fires with the newest result only; `busy(True)` while one is being made."""

    shown = Signal(object)
    busy = Signal(bool)
    failed = Signal(object)

    def __init__(self, workspace: Workspace, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._latest = Latest(jobs, self)
        self._pixels: tuple[str, NDArray[np.uint8]] | None = None

    def ask(self, page: Page, recipe: Recipe, seed: int) -> None:
        """Ask for a page after a recipe; an older question is forgotten."""
        self.busy.emit(True)
        kept = self._pixels

        def work(_job: Job) -> Previewed:
            key = f"{page.pixel_sha}:{page.quarter_turns}"
            same = kept is not None and kept[0] == key
            before = kept[1] if kept is not None and same else library.page_pixels(self._workspace, page)
            after, page_map = degrading.preview(before, recipe, seed=seed, identity=page.pixel_sha, dpi=page.dpi)
            return Previewed(page, recipe, seed, before, after, page_map)

        self._latest.submit(work, done=self._on_done, failed=self._on_failed)

    def _on_done(self, made: Previewed) -> None:
        self._pixels = (f"{made.page.pixel_sha}:{made.page.quarter_turns}", made.before)
        self.busy.emit(False)
        self.shown.emit(made)

    def _on_failed(self, error: BaseException) -> None:
        self.busy.emit(False)
        self.failed.emit(error)
