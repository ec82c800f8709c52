"""The live preview: the newest recipe wins, and the result's geometry carries points from page to page.

A large page is first degraded small, so that a dragged slider is followed, and exactly as soon as it rests.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
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
    """A page, what was done to it, the pixels before and after, and the map between them.

    `exact` pixels are those that a model is sent; others are about the same, and the exact ones are on their way.
    """

    page: Page
    recipe: Recipe
    seed: int
    before: NDArray[np.uint8]
    after: NDArray[np.uint8]
    page_map: Any
    exact: bool = True

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


@dataclass(frozen=True, slots=True)
class _Wish:
    """What was asked for last."""

    page: Page
    recipe: Recipe
    seed: int

    @property
    def pixels_key(self) -> str:
        return f"{self.page.pixel_sha}:{self.page.quarter_turns}"


class Preview(QObject):
    """`loaded(rgb)` fires with the page itself, `shown(Previewed)` with the newest results only.

    `busy(True)` is told while something is being made, `failed(error)` when it could not be.
    """

    loaded = Signal(object)
    shown = Signal(object)
    busy = Signal(bool)
    failed = Signal(object)

    def __init__(self, workspace: Workspace, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._latest = Latest(jobs, self)
        self._wish: _Wish | None = None
        self._pixels: NDArray[np.uint8] | None = None
        self._pixels_key = ""

    @property
    def at_work(self) -> bool:
        """Say whether a result is still to come."""
        return self._latest.busy

    def ask(self, page: Page, recipe: Recipe, seed: int) -> None:
        """Ask for a page after a recipe; an older question is forgotten."""
        self._wish = _Wish(page, recipe, seed)
        self.busy.emit(True)
        if self._pixels is not None and self._pixels_key == self._wish.pixels_key:
            self._degrade(self._wish, self._pixels)
        else:
            self._load(self._wish)

    def _load(self, wish: _Wish) -> None:
        workspace = self._workspace

        def work(_job: Job) -> NDArray[np.uint8]:
            pixels: NDArray[np.uint8] = library.page_pixels(workspace, wish.page)
            return pixels

        def keep(pixels: NDArray[np.uint8]) -> None:
            self._pixels, self._pixels_key = pixels, wish.pixels_key
            self.loaded.emit(pixels)
            self._degrade(wish, pixels)

        self._latest.submit(work, done=keep, failed=self._on_failed)

    def _degrade(self, wish: _Wish, before: NDArray[np.uint8]) -> None:
        """Make the rough picture, or at once the exact one of a small page."""
        page = wish.page

        def work(job: Job) -> Previewed:
            rough = degrading.rough_preview(before, wish.recipe, seed=wish.seed, identity=page.pixel_sha, dpi=page.dpi)
            if rough is None:
                return _exact(job, wish, before)
            return Previewed(page, wish.recipe, wish.seed, before, *rough, exact=False)

        self._latest.submit(work, done=partial(self._on_done, wish), failed=self._on_failed)

    def _on_done(self, wish: _Wish, made: Previewed) -> None:
        if made.exact:
            self.busy.emit(False)
        else:
            self._latest.submit(
                lambda job: _exact(job, wish, made.before), done=partial(self._on_done, wish), failed=self._on_failed
            )
        self.shown.emit(made)

    def _on_failed(self, error: BaseException) -> None:
        self.busy.emit(False)
        self.failed.emit(error)


def _exact(job: Job, wish: _Wish, before: NDArray[np.uint8]) -> Previewed:
    """Degrade a page as for a model; given up between two steps when a newer wish has come."""
    page = wish.page
    after, page_map = degrading.preview(
        before,
        wish.recipe,
        seed=wish.seed,
        identity=page.pixel_sha,
        dpi=page.dpi,
        cancel=lambda: job.token.cancelled,
    )
    return Previewed(page, wish.recipe, wish.seed, before, after, page_map)
