"""The live preview: the newest recipe wins, and the result's geometry carries points from page to page.

A large page is first degraded small, so that a dragged slider is followed, and exactly as soon as it rests.
Pictures are made ready for the screen where they are computed: twelve megapixels take the window's thread too long.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from fidelity_app.core.documents import Page
from fidelity_app.core.geometry import Point, Quad
from fidelity_app.core.recipes import Recipe
from fidelity_app.gui.bridge import Job, Jobs, Latest
from fidelity_app.gui.canvas.picture import Picture
from fidelity_app.services import degrading, library
from fidelity_app.services.previewing import Proxy, geometry_key, proxy_of, rough, through
from fidelity_app.services.workspace import Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Loaded:
    """A page's pixels, the same made small when there are many, and as they are drawn."""

    key: str
    rgb: NDArray[np.uint8]
    proxy: Proxy | None
    picture: Picture


@dataclass(frozen=True, slots=True)
class Carried:
    """The original where a geometry puts it (services.previewing says how), under the key of page and geometry."""

    key: str
    picture: Picture
    exact: bool


@dataclass(frozen=True, slots=True)
class Previewed:
    """A page, what was done to it, the pixels before and after, and the map between them.

    `exact` pixels are those that a model is sent; others are about the same and fewer, and the exact ones are on their
    way. What is not the `newest` was overtaken by another wish while it was made: a slider is being dragged.
    `original` is None where nobody looks at it yet: beside a rough picture that stands by itself.
    """

    page: Page
    recipe: Recipe
    seed: int
    loaded: Loaded
    after: NDArray[np.uint8]
    page_map: Any
    picture: Picture
    original: Carried | None
    exact: bool = True
    newest: bool = True

    @property
    def before(self) -> NDArray[np.uint8]:
        """Return the page's own pixels."""
        return self.loaded.rgb

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
    """What was asked for last. `compared`: the original is looked at on the same spot, even beside a rough picture."""

    page: Page
    recipe: Recipe
    seed: int
    compared: bool

    @property
    def pixels_key(self) -> str:
        return f"{self.page.pixel_sha}:{self.page.quarter_turns}"


class Preview(QObject):
    """`loaded(picture)` fires with the page itself, `shown(Previewed)` with results in the order of their wishes.

    A wish that comes while another one is being made waits for it when that is quick (a picture made small, or a small
    page), and stops it when it is not (the exact picture of a large page); of those that wait only the last is made.

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
        self._loaded: Loaded | None = None
        self._original: Carried | None = None
        self._wish: _Wish | None = None
        self._quick = False

    @property
    def at_work(self) -> bool:
        """Say whether a result is still to come."""
        return self._latest.busy

    def ask(self, page: Page, recipe: Recipe, seed: int, *, compared: bool = False) -> None:
        """Ask for a page after a recipe; an older question is forgotten."""
        wish = self._wish = _Wish(page, recipe, seed, compared)
        self.busy.emit(True)
        if self._loaded is not None and self._loaded.key == wish.pixels_key:
            self._degrade(wish, self._loaded)
        else:
            self._load(wish)

    def _load(self, wish: _Wish) -> None:
        workspace = self._workspace

        def work(_job: Job) -> Loaded:
            pixels = library.page_pixels(workspace, wish.page)
            return Loaded(wish.pixels_key, pixels, proxy_of(pixels), Picture(pixels).prepared())

        def keep(loaded: Loaded) -> None:
            self._loaded = loaded
            self.loaded.emit(loaded.picture)
            self._degrade(wish, loaded)

        self._quick = False
        self._latest.submit(work, done=keep, failed=self._on_failed)

    def _degrade(self, wish: _Wish, loaded: Loaded) -> None:
        """Make the rough picture, or at once the exact one of a small page."""
        proxy, known = loaded.proxy, self._original

        def work(job: Job) -> Previewed:
            return _exact(job, wish, loaded, known) if proxy is None else _rough(wish, loaded, proxy, known)

        done = partial(self._on_done, wish)
        self._latest.submit(work, done=done, failed=self._on_failed, patient=self._quick)
        self._quick = True

    def _on_done(self, wish: _Wish, made: Previewed) -> None:
        self._original = made.original or self._original
        if wish is not self._wish:
            self.shown.emit(replace(made, newest=False))
            return
        if made.exact:
            self.busy.emit(False)
        else:
            self._make_exact(wish, made.loaded)
        self.shown.emit(made)

    def _make_exact(self, wish: _Wish, loaded: Loaded) -> None:
        known = self._original
        self._quick = False
        self._latest.submit(
            lambda job: _exact(job, wish, loaded, known), done=partial(self._on_done, wish), failed=self._on_failed
        )

    def _on_failed(self, error: BaseException) -> None:
        self.busy.emit(False)
        self.failed.emit(error)


def _rough(wish: _Wish, loaded: Loaded, proxy: Proxy, known: Carried | None) -> Previewed:
    """Degrade a large page small, soon."""
    page, recipe = wish.page, wish.recipe
    after, page_map = rough(proxy, recipe, seed=wish.seed, identity=page.pixel_sha, dpi=page.dpi)
    picture = Picture(after, size_px=page_map.size).prepared()
    original = _carried(wish, loaded, page_map, known, exact=False) if wish.compared else None
    return Previewed(page, recipe, wish.seed, loaded, after, page_map, picture, original, exact=False)


def _exact(job: Job, wish: _Wish, loaded: Loaded, known: Carried | None) -> Previewed:
    """Degrade a page as for a model; given up between two steps when a newer wish has come."""
    page = wish.page
    after, page_map = degrading.preview(
        loaded.rgb,
        wish.recipe,
        seed=wish.seed,
        identity=page.pixel_sha,
        dpi=page.dpi,
        cancel=lambda: job.token.cancelled,
    )
    job.token.check()
    original = _carried(wish, loaded, page_map, known, exact=True)
    return Previewed(page, wish.recipe, wish.seed, loaded, after, page_map, Picture(after).prepared(), original)


def _carried(wish: _Wish, loaded: Loaded, page_map: Any, known: Carried | None, *, exact: bool) -> Carried:
    """Return the original through the geometry: the known one as long as the geometry is the same."""
    if page_map.is_identity:
        return Carried(loaded.key, loaded.picture, exact=True)
    key = f"{loaded.key}:{geometry_key(wish.recipe, wish.seed)}"
    if known is not None and known.key == key and (known.exact or not exact):
        return known
    source = loaded.rgb if exact or loaded.proxy is None else loaded.proxy.rgb
    picture = Picture(through(source, page_map), size_px=page_map.size).prepared()
    return Carried(key, picture, exact)
