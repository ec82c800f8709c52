"""What happens to the paper: print from the back, coffee, rubbing, a pen."""

from __future__ import annotations

import numpy as np

from fidelity_app.imaging.blending import Grey, blend, levels
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.degradations.fields import (
    box_blur,
    noise_field,
    paper_of,
    smoothstep,
    soft_blur,
)
from fidelity_app.imaging.degradations.spec import Degradation, Parameter, Setting, Stage
from fidelity_app.imaging.degradations.stream import Stream

_COFFEE = ((112, 74, 40), (134, 92, 52), (96, 70, 50))
_BLOCK_ROWS = 32  # what is worked out at once stays in the processor's cache
_CUP_PX = (130.0, 225.0)  # radius of a cup's foot: 22 to 38 mm at 150 dpi


def _bleed_through(rgb: Rgb, setting: Setting) -> Rgb:
    """Let the page's own mirror image shine through from the back, softened by the paper."""
    alpha = setting["alpha"]
    if alpha <= 0:
        return rgb
    back = soft_blur(np.asarray(cv2.flip(rgb, 1), dtype=np.uint8), 1.2 * setting.px)
    paper = paper_of(back, setting.px)
    strength = round(alpha * 256)
    left = (255 - (np.arange(256) * strength >> 8)).astype(np.uint8)
    out = np.empty_like(rgb)
    for top in range(0, rgb.shape[0], 64):
        rows = slice(top, top + 64)
        ink = np.asarray(cv2.subtract(paper[rows], back[rows]), dtype=np.uint8)
        # 255 is odd: no quotient is a half, which another processor could round to the other side.
        cv2.multiply(rgb[rows], levels(ink, left, -strength / 256), dst=out[rows], scale=1 / 255)
    return out


def _stains(rgb: Rgb, setting: Setting) -> Rgb:
    opacity, count = setting["opacity"], round(setting["count"])
    if opacity <= 0 or count <= 0:
        return rgb
    out = rgb.copy()
    for index in range(count):
        _stain(out, setting.stream(str(index)), opacity, setting.px)
    return out


def _stain(out: Rgb, stream: Stream, opacity: float, px: float) -> None:
    """Set one cup down on the page, in place: a dark rim, a pale inside, sometimes a spill."""
    height, width = out.shape[:2]
    radius = min(stream.between(*_CUP_PX) * px, 0.42 * max(40.0 * px, min(height, width)))
    centre_x, centre_y = stream.between(0.1, 0.9) * width, stream.between(0.1, 0.9) * height
    spilled, colour = stream.below(3) == 0, _COFFEE[stream.below(len(_COFFEE))]
    reach = radius * 1.3
    left, right = max(0, int(centre_x - reach)), min(width, int(centre_x + reach) + 1)
    top, bottom = max(0, int(centre_y - reach)), min(height, int(centre_y + reach) + 1)
    size = bottom - top, right - left
    wobbles, grains = noise_field(size, radius / 2.2, stream), noise_field(size, 9 * px, stream)
    x = np.arange(left, right)[None, :] + 0.5 - centre_x
    for first in range(top, bottom, _BLOCK_ROWS):
        last = min(bottom, first + _BLOCK_ROWS)
        wobble = wobbles[first - top : last - top].astype(np.float64) / 128 - 1
        grain = grains[first - top : last - top].astype(np.float64) / 255
        y = np.arange(first, last)[:, None] + 0.5 - centre_y
        far = np.sqrt(x * x + y * y) + wobble * radius * (0.16 if spilled else 0.05)
        off = np.abs(far - radius) / (4.5 * px * (0.6 + wobble * 0.5 + 0.5))
        rim = 1.0 / (1.0 + off * off)
        body = smoothstep((radius - far) / (3.0 * px) + 0.5) * (0.62 if spilled else 0.14)
        share = np.maximum(rim * (0.55 + 0.45 * grain), body * (0.75 + 0.5 * grain))
        share = np.clip(share, 0, 1) * opacity * 0.85
        part = out[first:last, left:right]
        blend(part, colour, np.rint(share * 255).astype(np.uint8), out=part)


def _scratches(rgb: Rgb, setting: Setting) -> Rgb:
    wear = setting["wear"]
    if wear <= 0:
        return rgb
    stream = setting.stream()
    scratched = _scratch_lines(rgb.shape[:2], wear, setting.px, stream)
    lost = np.maximum(scratched, _rubbed(rgb.shape[:2], wear, setting, stream))
    return blend(rgb, paper_of(rgb, setting.px), lost)


def _scratch_lines(shape: tuple[int, int], wear: float, px: float, stream: Stream) -> Grey:
    height, width = shape
    mask = np.zeros(shape, np.uint8)
    main_x, main_y = stream.direction()
    count = max(1, round(wear * 190 * (height * width) / (2_175_000 * px * px)))
    for _ in range(min(count, 4000)):
        x, y, length, bend, deep = stream.uniforms(5).tolist()
        side_x, side_y = stream.direction()
        reach = (30 + 260 * length * length) * px
        dx, dy = main_x + 0.25 * side_x, main_y + 0.25 * side_y
        points = [
            (
                x * width + t * reach * dx + t * (1 - t) * bend * 30 * px * dy,
                y * height + t * reach * dy - t * (1 - t) * bend * 30 * px * dx,
            )
            for t in (0.0, 0.25, 0.5, 0.75, 1.0)
        ]
        line = np.rint(np.array(points)).astype(np.int32).reshape(-1, 1, 2)
        thick = max(1, round((0.7 + 1.2 * deep) * px))
        cv2.polylines(mask, [line], False, int(120 + 135 * deep), thick, cv2.LINE_8)
    return box_blur(mask, 3) if px > 0.9 else mask


def _rubbed(shape: tuple[int, int], wear: float, setting: Setting, stream: Stream) -> Grey:
    """Take specks of ink away, more of them where the page was rubbed."""
    where = noise_field(shape, 160 * setting.px, stream).astype(np.int16)
    specks = noise_field(shape, 2.2 * setting.px, stream).astype(np.int16)
    level = specks + (where - 128) // 2 - round(208 - 96 * wear)
    return np.asarray(np.clip(level * 10, 0, 255), dtype=np.uint8)


PAPER = (
    Degradation(
        name="bleed_through",
        title="Print from the back",
        stage=Stage.PAPER,
        parameters=(
            Parameter(
                "alpha",
                "Strength",
                "",
                0,
                1,
                (0, 0.25, 0.4, 0.55, 0.7, 0.85),
                0.05,
                "Share of the darkness of the print on the back that shows on the front.",
            ),
        ),
        description="Thin paper printed on both sides: the back shows through, mirrored.",
        pixels=_bleed_through,
    ),
    Degradation(
        name="stains",
        title="Coffee stains",
        stage=Stage.PAPER,
        parameters=(
            Parameter(
                "opacity",
                "Opacity",
                "",
                0,
                1,
                (0, 0.3, 0.5, 0.7, 0.85, 1),
                0.05,
                "How much a stain covers where it is darkest.",
            ),
            Parameter("count", "Stains", "", 0, 20, (0, 2, 3, 4, 5, 6), 1, "Number of cups put down."),
        ),
        description="Cups were put down on the page.",
        pixels=_stains,
    ),
    Degradation(
        name="scratches",
        title="Scratches and wear",
        stage=Stage.PAPER,
        parameters=(
            Parameter(
                "wear",
                "Wear",
                "",
                0,
                1,
                (0, 0.15, 0.25, 0.35, 0.65, 0.95),
                0.05,
                "0 is new; 1 has been rubbed in a pocket for weeks.",
            ),
        ),
        description="Print is scratched and rubbed off in specks.",
        pixels=_scratches,
    ),
)
