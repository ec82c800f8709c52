"""How much ink there is at each pixel of a field's crop, freed of what is not its text."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2

Density = npt.NDArray[np.float32]
"""Ink from 0 (paper) to 1 (full), height x width."""

_LEAST_CONTRAST_DN = 6.0
_DARKEST_PAPER_DN = 24.0  # below, noise would be taken for ink
_RULE_FILL = 0.7  # a row that is inked over so much of the box's width is a rule, not print
_RULE_HEIGHT = 0.15  # of the crop's height, at most
_LINE_LEVEL = 0.08  # of the fullest row's ink: less is a gap between lines
_NEIGHBOUR_SHARE = 0.6  # a cut-off line holds less ink than the field's own


def ink_density(crop: Rgb) -> Density:
    """Return the ink of a crop measured against the paper around it, so a shadow is not ink; all 0 on a blank crop.

    Paper is what most of the crop's rim shows: white print on black works as well.
    """
    grey = np.asarray(cv2.GaussianBlur(cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY), (3, 3), 0.7))
    rim = np.concatenate([grey[0], grey[-1], grey[:, 0], grey[:, -1]])
    low, high = np.percentile(grey, (5, 95))
    dark_on_light = grey if np.median(rim) >= (low + high) / 2 else 255 - grey
    reach = 2 * (len(grey) // 2) + 1
    framed = cv2.copyMakeBorder(dark_on_light, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    closed = cv2.morphologyEx(framed, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    paper = cv2.blur(closed, (reach, reach))[reach:-reach, reach:-reach].astype(np.float32)
    depth = np.maximum(paper - dark_on_light, 0)
    if float(np.percentile(depth, 97)) < _LEAST_CONTRAST_DN:
        return np.zeros(depth.shape, np.float32)
    # Ink takes the same share of the light away wherever it lies, in a shadow too.
    depth /= np.maximum(paper, _DARKEST_PAPER_DN)
    full = float(np.percentile(depth, 97))
    # Paper's grain lies below a quarter, and blurred strokes never reach the top.
    return np.asarray(np.clip((depth / full - 0.25) / 0.6, 0, 1), dtype=np.float32)


def only_text(density: Density, *, keep_rules: bool) -> tuple[Density, int, int]:
    """Return the ink without rules across the box, and the top and bottom rows of its line.

    Lines above and below that the box cuts into lie outside of these rows.
    """
    height = len(density)
    found = density.copy()
    if not keep_rules:
        for start, end in runs(found.mean(axis=1) > _RULE_FILL):
            if end - start <= max(3, _RULE_HEIGHT * height):
                found[max(0, start - 1) : end + 1] = 0
    rows = found.mean(axis=1)
    lines = runs(rows > _LINE_LEVEL * float(rows.max()))
    own = max(lines, key=lambda line: float(rows[line[0] : line[1]].sum()), default=(0, height))
    for start, end in lines:
        is_cut_off = (start == 0 or end == height) and (start, end) != own
        if is_cut_off and rows[start:end].sum() < _NEIGHBOUR_SHARE * rows[own[0] : own[1]].sum():
            rows[start:end] = 0
    inked = np.flatnonzero(rows > _LINE_LEVEL * float(rows.max()))
    return found, (int(inked[0]) if len(inked) else 0), (int(inked[-1]) + 1 if len(inked) else height)


def runs(mask: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return start and end of every unbroken run of true."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], mask.astype(np.int8), [0]])))
    return [(int(start), int(end)) for start, end in zip(edges[::2], edges[1::2], strict=True)]
