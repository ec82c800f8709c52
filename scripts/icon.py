"""Draw the program's icon: a receipt whose 8 is a 3 with two wrong strokes.

    python scripts/icon.py        writes assets/icon.svg, icon.png, icon-16.png ... icon-256.png and icon.ico

One set of shapes makes the SVG and, with Pillow, the pictures, so that they cannot drift apart.
"""

from __future__ import annotations

import math
from pathlib import Path

from PIL import Image, ImageDraw

ASSETS = Path(__file__).resolve().parents[1] / "assets"
SIZES = (16, 24, 32, 48, 64, 128, 256)
BOX = 256
GROUND, PAPER, INK, WRONG = "#0072b2", "#ffffff", "#1b222a", "#c9480b"
STROKE, RADIUS_GROUND = 22, 52
PAPER_EDGE = (58, 30, 198, 212)
TEETH, TOOTH = 5, 16
# centre x, centre y, radius, start and end in degrees (clockwise from the right), colour
ARCS = (
    (128, 82, 29, 105, 205, WRONG),
    (128, 147, 36, 155, 255, WRONG),
    (128, 82, 29, 205, 450, INK),
    (128, 147, 36, 270, 515, INK),
)


def paper() -> list[tuple[float, float]]:
    """Return the receipt's outline: straight sides, a torn foot."""
    left, top, right, bottom = PAPER_EDGE
    step = (right - left) / TEETH
    points: list[tuple[float, float]] = [(left, top), (right, top), (right, bottom)]
    for tooth in range(TEETH):
        x = right - tooth * step
        points += [(x - step / 2, bottom + TOOTH), (x - step, bottom)]
    return points


def on_arc(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    """Return a point of a circle."""
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def svg() -> str:
    """Return the icon as SVG."""
    outline = " ".join(f"{x:g},{y:g}" for x, y in paper())
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BOX} {BOX}">',
        f'<rect width="{BOX}" height="{BOX}" rx="{RADIUS_GROUND}" fill="{GROUND}"/>',
        f'<polygon points="{outline}" fill="{PAPER}"/>',
    ]
    for x, y, radius, start, end, colour in ARCS:
        (x0, y0), (x1, y1) = on_arc(x, y, radius, start), on_arc(x, y, radius, end)
        path = f"M{x0:.2f} {y0:.2f}A{radius} {radius} 0 {int(end - start > 180)} 1 {x1:.2f} {y1:.2f}"
        rows.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{STROKE}" stroke-linecap="round"/>')
    return "\n".join([*rows, "</svg>", ""])


def picture(size: int) -> Image.Image:
    """Return the icon at a size, drawn eight times larger and shrunk."""
    scale = 8 * size / BOX
    image = Image.new("RGBA", (8 * size, 8 * size), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, 8 * size - 1, 8 * size - 1), RADIUS_GROUND * scale, fill=GROUND)
    draw.polygon([(x * scale, y * scale) for x, y in paper()], fill=PAPER)
    half = STROKE / 2
    for x, y, radius, start, end, colour in ARCS:
        outer = radius + half
        box = [(x - outer) * scale, (y - outer) * scale, (x + outer) * scale, (y + outer) * scale]
        draw.arc(box, start, end, fill=colour, width=round(STROKE * scale))
        for degrees in (start, end):
            cx, cy = on_arc(x, y, radius, degrees)
            cap = [(cx - half) * scale, (cy - half) * scale, (cx + half) * scale, (cy + half) * scale]
            draw.ellipse(cap, fill=colour)
    return image.resize((size, size), Image.Resampling.LANCZOS)


def main() -> None:
    """Write all files."""
    (ASSETS / "icon.svg").write_text(svg(), encoding="utf-8", newline="\n")
    pictures = {size: picture(size) for size in SIZES}
    for size, image in pictures.items():
        image.save(ASSETS / f"icon-{size}.png", optimize=True)
    pictures[256].save(ASSETS / "icon.png", optimize=True)
    small = [pictures[size] for size in SIZES[:-1]]
    pictures[256].save(ASSETS / "icon.ico", sizes=[(size, size) for size in SIZES], append_images=small)


if __name__ == "__main__":
    main()
