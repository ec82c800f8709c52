"""Draw every degradation and preset at severities 1, 3 and 5, and write docs/degradations.md around the pictures.

    python scripts/degradations.py          pictures and page, about a minute
    python scripts/degradations.py --page   the page alone, after a description changed

Names, units, bounds and tables come from the degradations themselves, so that the page cannot say anything else.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from PIL import Image

from fidelity_app.core.recipes import Recipe
from fidelity_app.imaging.contact_sheet import SheetRow, contact_sheet, densest_point, fitted, piece
from fidelity_app.imaging.degradations import DEGRADATIONS, Degradation
from fidelity_app.imaging.opening import open_pages
from fidelity_app.imaging.presets import PRESETS, SINGLE
from fidelity_app.imaging.variants import degrade

ROOT = Path(__file__).resolve().parents[1]
PAGE, PICTURES = ROOT / "docs" / "degradations.md", ROOT / "docs" / "images" / "degradations"
SAMPLE = ROOT / "samples" / "invoice-us.jpg"
SHOWN = (1, 3, 5)
QUALITY = 78

OPENING = f"""# Degradations

What can be done to a page before a model sees it. Every degradation is physical, has units, and a severity
from 0 (the same bytes) to 5; the table of each says what a severity means. Lengths are pixels at 150 dpi and
scale with the page. The same recipe, seed and page give the same bytes on every machine. A recipe is carried
out in physical order (ink, paper, geometry, light, optics, sensor, codec), whatever the order in which its
steps are listed; all geometry is resampled once, and the boxes of the truth go through the same map.

    fidelity degrade page.jpg --recipe motion:3 -o worse.png
    fidelity degrade page.jpg --recipe fax --ladder -o ladder/
    fidelity degrade page.jpg --sheet sheet.png

The pictures show `samples/{SAMPLE.name}` whole, and below it the same words at full resolution: as
loaded, and at severities {", ".join(map(str, SHOWN))}. `python scripts/degradations.py` draws them
again.
"""


def page() -> str:
    """Return docs/degradations.md."""
    parts = [OPENING, "## Presets: situations\n"]
    parts += [_preset(recipe) for recipe in PRESETS]
    parts.append("## Single degradations, in physical order\n")
    parts += [_single(operation) for operation in DEGRADATIONS.values()]
    return "\n".join(parts)


def _preset(recipe: Recipe) -> str:
    steps = ", ".join(f"{step.op} {step.severity:g}" for step in recipe.steps)
    return f"### {recipe.name}\n\n{recipe.title}. At severity 3: {steps}.\n\n{_picture('preset', recipe.name)}\n"


def _single(operation: Degradation) -> str:
    rows = [
        "| parameter | unit | bounds | 0 | 1 | 2 | 3 | 4 | 5 | what it is |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for one in operation.parameters:
        table = " | ".join(f"{value:g}" for value in one.table)
        bounds = f"{one.minimum:g} to {one.maximum:g}"
        rows.append(f"| `{one.name}` | {one.unit} | {bounds} | {table} | {one.description} |")
    head = f"### {operation.name}\n\n{operation.title} ({operation.stage.title}). {operation.description}"
    return "\n".join([head, "", *rows, "", _picture("single", operation.name), ""])


def _picture(group: str, name: str) -> str:
    shown = ", ".join(map(str, SHOWN))
    return f"![{name} at severities {shown}](images/degradations/{group}-{name}.jpg)"


def draw(group: str, recipes: Iterable[Recipe]) -> None:
    """Write one picture per recipe: the whole page above, the same words below."""
    opened = open_pages(SAMPLE, name=SAMPLE.name)[0]
    centre = densest_point(opened.rgb)
    for recipe in recipes:
        whole, words = [fitted(opened.rgb)], [piece(opened.rgb, centre)]
        for severity in SHOWN:
            made = degrade(opened.rgb, recipe.at(severity), seed=0, identity=opened.pixel_sha, dpi=opened.dpi or 150)
            moved = made.page_map.forward([centre])[0]
            whole.append(fitted(made.rgb))
            words.append(piece(made.rgb, (float(moved[0]), float(moved[1]))))
        headings = ["as loaded", *(f"severity {severity}" for severity in SHOWN)]
        sheet = contact_sheet(headings, [SheetRow(recipe.name, tuple(whole)), SheetRow("the same words", tuple(words))])
        Image.fromarray(sheet).save(PICTURES / f"{group}-{recipe.name}.jpg", quality=QUALITY, optimize=True)


def main() -> None:
    """Write the page, and the pictures unless only the page was asked for."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    if "--page" not in sys.argv[1:]:
        draw("preset", PRESETS)
        draw("single", SINGLE.values())
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
