"""The ladder's pictures, made aside: the newest question wins, the same one is not answered twice."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from fidelity_app.core.geometry import Quad
from fidelity_app.core.recipes import Recipe
from fidelity_app.gui.bridge import Job, Jobs, Latest
from fidelity_app.gui.degrade.preview import Previewed
from fidelity_app.services.ladder_pictures import ladder_pictures

MIDDLE_SHARE = 0.4
MIDDLE_SHAPE = 0.65


def middle_of(width_px: int, height_px: int) -> Quad:
    """Return a box in the middle of a page without fields, in the shape of the ladder's pictures."""
    width = max(1.0, width_px * MIDDLE_SHARE)
    height = min(float(height_px), max(1.0, width * MIDDLE_SHAPE))
    left, top = (width_px - width) / 2, (height_px - height) / 2
    return Quad.rect(left, top, left + width, top + height)


class LadderPictures(QObject):
    """`shown(pieces)` fires with one picture per severity, `failed(error)` when they could not be made."""

    shown = Signal(object)
    failed = Signal(object)

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._latest = Latest(jobs, self)
        self._asked: tuple[object, ...] = ()

    @property
    def at_work(self) -> bool:
        """Say whether pictures are still to come."""
        return self._latest.busy

    def drop(self) -> None:
        """Forget what was asked and not answered yet."""
        if self._latest.busy:
            self._asked = ()
            self._latest.drop()

    def ask(self, previewed: Previewed, base: Recipe, quad: Quad) -> None:
        """Ask for the ladder of a recipe at one box of the page; an older question is forgotten."""
        page, seed, before = previewed.page, previewed.seed, previewed.before
        question = (page.pixel_sha, page.quarter_turns, base.key, seed, quad)
        if question == self._asked:
            return
        self._asked = question

        def work(job: Job) -> object:
            return ladder_pictures(
                before,
                base,
                quad,
                seed=seed,
                identity=page.pixel_sha,
                dpi=page.dpi,
                cancel=lambda: job.token.cancelled,
            )

        self._latest.submit(work, done=self.shown.emit, failed=self._on_failed)

    def _on_failed(self, error: BaseException) -> None:
        self._asked = ()
        self.shown.emit(())
        self.failed.emit(error)
