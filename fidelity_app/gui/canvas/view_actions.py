"""The zoom actions that every page with a canvas has, with the same keys everywhere."""

from __future__ import annotations

from collections.abc import Callable

from fidelity_app.core.geometry import Quad
from fidelity_app.gui.actions import ActionSpec
from fidelity_app.gui.canvas.view import PageView
from fidelity_app.gui.canvas.zoom import WHEEL_STEP, Fit


def view_actions(prefix: str, view: PageView, chosen_quad: Callable[[], Quad | None]) -> tuple[ActionSpec, ...]:
    """Return the zoom actions of a view; `chosen_quad` is the box that Ctrl+G goes to, on that view's page."""

    def zoom_to_chosen() -> None:
        quad = chosen_quad()
        if quad is not None:
            view.zoom_to(quad)

    def has_page() -> bool:
        return view.size_px != (0, 0)

    rows: tuple[tuple[str, str, Callable[[], object], tuple[str, ...]], ...] = (
        ("in", "Zoom in", lambda: view.set_zoom(view.zoom * WHEEL_STEP), ("Ctrl++", "Ctrl+=")),
        ("out", "Zoom out", lambda: view.set_zoom(view.zoom / WHEEL_STEP), ("Ctrl+-",)),
        ("full", "Zoom to 100 %", lambda: view.set_zoom(1.0), ("Ctrl+0",)),
        ("fit", "Fit page", lambda: view.fit(Fit.PAGE), ("Ctrl+F",)),
        ("width", "Fit width", lambda: view.fit(Fit.WIDTH), ("Ctrl+Shift+F",)),
        ("box", "Zoom to box", zoom_to_chosen, ("Ctrl+G",)),
    )
    return tuple(
        ActionSpec(f"{prefix}.zoom_{name}", text, handler, keys, group="View", enabled_when=has_page, repeats=True)
        for name, text, handler, keys in rows
    )
