"""Findings fetched off the window's thread, the newest wish first, the last ones kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from fidelity_app.gui.bridge import Job, Jobs, Latest
from fidelity_app.services import comparing, library
from fidelity_app.services.views import Finding, Overlay
from fidelity_app.store.rows import MatrixRow, Slot

if TYPE_CHECKING:
    from fidelity_app.services.workspace import Workspace

KEPT = 12


@dataclass(frozen=True, slots=True)
class Opened:
    """A finding with the clean page's pixels (height x width x 3) and, per model, the boxes of the page's fields.

    `ladder` has the same field under every recipe of the run.
    """

    finding: Finding
    clean_rgb: Any
    overlays: Mapping[str, tuple[Overlay, ...]]
    ladder: tuple[MatrixRow, ...]


class FindingLoader(QObject):
    """Opens findings of one run. `opened(Opened)` and `failed(error)` fire for the newest wish only."""

    opened = Signal(object)
    failed = Signal(object)

    def __init__(self, workspace: Workspace, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._latest = Latest(jobs, self)
        self._kept: OrderedDict[tuple[str, str], Opened] = OrderedDict()
        self._wanted = ("", "")

    def open(self, run_id: str, slot: Slot) -> None:
        """Ask for a finding; what was asked before and has not come yet is dropped."""
        self._wanted = (run_id, slot.id)
        if self._wanted in self._kept:
            self._latest.drop()
            self._kept.move_to_end(self._wanted)
            self.opened.emit(self._kept[self._wanted])
            return
        self._latest.submit(self._work(run_id, slot), done=self._on_opened, failed=self.failed.emit)

    def forget(self) -> None:
        """Drop what is kept: a rescore or a decision changed it."""
        self._kept.clear()
        self._latest.drop()

    def _work(self, run_id: str, slot: Slot) -> Callable[[Job], Opened]:
        def work(job: Job) -> Opened:
            finding = comparing.finding(self._workspace, run_id, slot)
            clean = library.page_pixels(self._workspace, finding.page)
            overlays = {
                model.model: comparing.overlays(self._workspace, run_id, slot, model=model.model)
                for model in finding.models
            }
            ladder = comparing.ladder(self._workspace, run_id, field_id=slot.field_id) if slot.field_id else ()
            return Opened(finding, clean, overlays, ladder)

        return work

    def _on_opened(self, opened: object) -> None:
        assert isinstance(opened, Opened)
        key = (opened.finding.run_id, opened.finding.slot.id)
        self._kept[key] = opened
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        if key == self._wanted:
            self.opened.emit(opened)
