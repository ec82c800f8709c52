"""Characters are found where they were printed, on all shipped samples: blur, shadow, fading, slant, paper waves."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from PIL import Image

from fidelity_app.core.geometry import Quad
from fidelity_app.core.glyph_cells import along
from fidelity_app.formats.native import read_truth
from fidelity_app.imaging.glyphs import glyph_quads

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
SLACK = 0.15
"""Of the line's height: a person draws a box a little larger than the print."""


def _grown(box: Quad) -> Quad:
    (tl, tr, br, bl) = (np.array(point) for point in box.points)
    slack = SLACK * math.dist(tl, bl)
    right, down = (tr - tl) / np.linalg.norm(tr - tl) * slack, (bl - tl) / np.linalg.norm(bl - tl) * slack
    return Quad.from_flat(np.concatenate([tl - right - down, tr + right - down, br + right + down, bl - right + down]))


def _middle(box: Quad, quad: Quad) -> float:
    return sum(along(box, point) for point in quad.points) / 4


def test_the_middle_of_a_found_character_lies_in_its_true_box() -> None:
    found = {True: 0, False: 0}
    for path in SAMPLES.glob("*.fidelity.json"):
        item = read_truth(path)
        pages = [np.asarray(Image.open(image).convert("RGB")) for image in item.images]
        for field in item.fields:
            assert field.box is not None
            box = _grown(field.box)
            quads = glyph_quads(pages[field.page_index], box, field.text)
            for char, quad, true in zip(field.text, quads, field.glyphs, strict=True):
                if not char.isspace():
                    left, right = along(box, true.points[0]), along(box, true.points[1])
                    found[left <= _middle(box, quad) <= right] += 1
    assert sum(found.values()) > 4000
    assert found[True] / sum(found.values()) > 0.99, found
