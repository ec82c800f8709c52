"""Thumbnails made in the background: newest wish first, a bounded memory, nothing made for what nobody looks at."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage, QPixmap

from fidelity_app.gui.bridge import Job, Jobs
from fidelity_app.gui.canvas.picture import to_qimage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KEPT = 600
WISHES = 120
AT_ONCE = 2


class Thumbnails(QObject):
    """`get(key)` answers at once: a pixmap, or None and a wish. `ready(key)` fires when a wish came true."""

    ready = Signal(str)

    def __init__(self, jobs: Jobs, make: Callable[[str], NDArray[np.uint8]], parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._make = make
        self._kept: OrderedDict[str, QPixmap] = OrderedDict()
        self._wishes: OrderedDict[str, None] = OrderedDict()
        self._making: set[str] = set()
        self._failed: dict[str, str] = {}

    def get(self, key: str) -> QPixmap | None:
        """Return the thumbnail, or None while it is being made."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key and key not in self._failed and key not in self._making:
            self._wishes[key] = None
            self._wishes.move_to_end(key)
            while len(self._wishes) > WISHES:
                self._wishes.popitem(last=False)
            self._make_next()
        return None

    def failure(self, key: str) -> str:
        """Return why a thumbnail could not be made, or an empty text."""
        return self._failed.get(key, "")

    def forget(self, keys: Iterable[str]) -> None:
        """Make these anew when they are looked at again (a page was turned)."""
        for key in keys:
            self._kept.pop(key, None)
            self._failed.pop(key, None)

    def forget_failures(self) -> None:
        """Try again what failed before (a disk that came back)."""
        self._failed.clear()

    def _make_next(self) -> None:
        while self._wishes and len(self._making) < AT_ONCE:
            key, _ = self._wishes.popitem(last=True)
            self._making.add(key)
            self._jobs.run(
                self._work(key),
                owner=self,
                done=partial(self._keep, key),
                failed=partial(self._fail, key),
            )

    def _work(self, key: str) -> Callable[[Job], QImage]:
        return lambda _job: to_qimage(self._make(key))

    def _keep(self, key: str, image: QImage) -> None:
        self._making.discard(key)
        self._kept[key] = QPixmap.fromImage(image)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self.ready.emit(key)
        self._make_next()

    def _fail(self, key: str, error: BaseException) -> None:
        self._making.discard(key)
        self._failed[key] = str(error)
        self.ready.emit(key)
        self._make_next()
