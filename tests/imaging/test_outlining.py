"""Outlines are drawn on a copy, where they belong."""

from __future__ import annotations

import numpy as np

from fidelity_app.core.geometry import Quad
from fidelity_app.imaging.outlining import outlined

RED = (255, 0, 0)


def test_an_outline_lies_on_the_box_and_the_picture_stays_as_it_was() -> None:
    white = np.full((60, 80, 3), 255, dtype=np.uint8)
    white.flags.writeable = False
    drawn = outlined(white, [Quad.rect(20, 10, 60, 40)], colour=RED)
    assert (white == 255).all()
    assert tuple(drawn[10, 40]) == RED and tuple(drawn[39, 40]) != (255, 255, 255)
    assert tuple(drawn[25, 40]) == (255, 255, 255)


def test_a_box_past_the_edge_is_drawn_as_far_as_there_is_a_picture() -> None:
    white = np.full((30, 30, 3), 255, dtype=np.uint8)
    drawn = outlined(white, [Quad.rect(-20, -20, 15, 15)], colour=RED)
    assert tuple(drawn[14, 5]) != (255, 255, 255)
    assert (drawn[20:, 20:] == 255).all()
