"""What the Degrade page shows while a slider is dragged: a page degraded small, and the original through the geometry.

The original beside a degraded page is its own pixels, taken where the recipe's geometry puts them, and nothing else is
done to it: neither light nor ink, nor the shadow of a fold. So a digit stands at the same place on both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from fidelity_app.core.canonical import key_of
from fidelity_app.core.recipes import Recipe

ROUGH_PIXELS = 1_500_000
"""How large a picture is degraded while a slider is being dragged (IMAGING section 4)."""


@dataclass(frozen=True, slots=True)
class Proxy:
    """A large page made small: `rgb` uint8 (h, w, 3), and the page's own size in pixels."""

    rgb: Any
    width_px: int
    height_px: int


def proxy_of(rgb: Any) -> Proxy | None:
    """Return a page (RGB uint8 (H, W, 3)) made small, None when it is small enough to be degraded at once."""
    from fidelity_app.imaging.thumbnails import shrink

    height, width = rgb.shape[:2]
    if height * width <= 2 * ROUGH_PIXELS:
        return None
    scale = (ROUGH_PIXELS / (height * width)) ** 0.5
    return Proxy(shrink(rgb, max(1, round(max(height, width) * scale))), width, height)


def rough(proxy: Proxy, recipe: Recipe, *, seed: int, identity: str, dpi: float | None) -> tuple[Any, Any]:
    """Return pixels about like those of the whole page, small, and the exact geometry of the whole page."""
    from fidelity_app.imaging import variants
    from fidelity_app.imaging.degradations.spec import REFERENCE_DPI

    resolution = (dpi or REFERENCE_DPI) * max(proxy.rgb.shape[:2]) / max(proxy.height_px, proxy.width_px)
    made = variants.degrade(proxy.rgb, recipe, seed=seed, identity=identity, dpi=resolution)
    size = (proxy.width_px, proxy.height_px)
    return made.rgb, variants.page_map(recipe, size, seed=seed, identity=identity, dpi=dpi)


def geometry_key(recipe: Recipe, seed: int) -> str:
    """Return what decides a recipe's geometry on a page: its steps that bend or move it, and the seed."""
    from fidelity_app.imaging.degradations import DEGRADATIONS

    bending = tuple(step for step in recipe.steps if DEGRADATIONS[step.op].warp is not None)
    return key_of({"steps": replace(recipe, steps=bending).key, "seed": seed})


def through(rgb: Any, page_map: Any) -> Any:
    """Return the page's pixels where the geometry puts them, RGB uint8 of the variant's size; grey beyond the page.

    `rgb` is the page, or the page made small: then the picture is small in the same measure. A map that moves nothing
    gives `rgb` itself.
    """
    from fidelity_app.imaging.resample import warp_page
    from fidelity_app.imaging.surfaces import LID

    if page_map.is_identity:
        return rgb
    height, width = rgb.shape[:2]
    across, down = width / page_map.page_size[0], height / page_map.page_size[1]
    size = max(1, round(page_map.size[0] * across)), max(1, round(page_map.size[1] * down))
    return warp_page(rgb, _scaled(page_map, size, (across, down)), size, surface=None, fill=LID)


def _scaled(page_map: Any, size: tuple[int, int], page_scale: tuple[float, float]) -> Callable[[Any], Any]:
    """Return the map from a small canvas to a small page; at full size the map itself, to the last bit."""
    if page_scale == (1.0, 1.0):
        backward: Callable[[Any], Any] = page_map.chain.backward
        return backward
    across, down = page_map.size[0] / size[0], page_map.size[1] / size[1]
    return lambda points: page_map.chain.backward(points * (across, down)) * page_scale
