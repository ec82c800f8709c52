"""The severity ladder seen at one field: the same value, at severities 0 to 5."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fidelity_app.core.errors import Cancelled
from fidelity_app.core.geometry import Quad
from fidelity_app.core.recipes import SEVERITIES, Recipe
from fidelity_app.services.degrading import preview, rough_preview


def ladder_pictures(
    rgb: Any,
    recipe: Recipe,
    quad: Quad,
    *,
    seed: int,
    identity: str,
    dpi: float | None,
    cancel: Callable[[], bool] | None = None,
) -> tuple[Any, ...]:
    """Return the box of a page (RGB uint8) under each severity 0..5, set upright; a large page is degraded roughly.

    Raises Cancelled when `cancel()` says so.
    """
    from fidelity_app.imaging.crops import upright

    pieces = []
    for severity in SEVERITIES:
        if cancel is not None and cancel():
            raise Cancelled("nobody looks at this ladder any more")
        scaled = recipe.at(severity)
        made = rough_preview(rgb, scaled, seed=seed, identity=identity, dpi=dpi)
        pixels, page_map = made or preview(rgb, scaled, seed=seed, identity=identity, dpi=dpi, cancel=cancel)
        pieces.append(upright(pixels, page_map.quad(quad)))
    return tuple(pieces)
