"""The table of pages: the rail, the palette and the tests all read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from fidelity_app.gui.page import Page, PageContext


@dataclass(frozen=True, slots=True)
class PageSpec:
    """One page. `factory` is `module:class`, imported at the first visit: pyqtgraph and others are slow to load."""

    id: str
    title: str
    icon: str
    factory: str

    def build(self, context: PageContext) -> Page:
        """Make the page."""
        module, _, name = self.factory.partition(":")
        make: Callable[[PageContext], Page] = getattr(import_module(module), name)
        return make(context)


_HOME = "fidelity_app.gui"

PAGES: tuple[PageSpec, ...] = (
    PageSpec("library", "Library", "mdi6.view-grid-outline", f"{_HOME}.library.page:LibraryPage"),
    PageSpec("annotate", "Annotate", "mdi6.pencil-outline", f"{_HOME}.annotate.page:AnnotatePage"),
    PageSpec("degrade", "Degrade", "mdi6.circle-half-full", f"{_HOME}.degrade.page:DegradePage"),
    PageSpec("models", "Models", "mdi6.rhombus-outline", f"{_HOME}.models.page:ModelsPage"),
    PageSpec("runs", "Runs", "mdi6.play-outline", f"{_HOME}.runs.page:RunsPage"),
    PageSpec("compare", "Compare", "mdi6.swap-horizontal", f"{_HOME}.compare.page:ComparePage"),
    PageSpec("report", "Report", "mdi6.chart-box-outline", f"{_HOME}.report.page:ReportPage"),
)


def page_spec(page_id: str) -> PageSpec:
    """Return a page's row of the table. Raises KeyError for an unknown id."""
    return {page.id: page for page in PAGES}[page_id]
