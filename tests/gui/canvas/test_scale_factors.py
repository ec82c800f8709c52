"""Boxes stay exact on screens of any scale: a process of its own each, because Qt reads the factor once."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

DRAW = """
import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from fidelity_app.gui.canvas.tools import Tool
from fidelity_app.gui.canvas.view import PageView

app = QApplication([])
view = PageView()
view.resize(700, 600)
view.show()
QTest.qWaitForWindowExposed(view)
view.set_image(np.zeros((600, 400, 3), np.uint8))
view.set_tool(Tool.BOX)
drawn = []
view.box_drawn.connect(drawn.append)
wanted = (180, 280, 215, 305)
for zoom in (1.0, 2.0, 4.0, 8.0):
    view.set_zoom(zoom * view.devicePixelRatioF())
    view.centerOn(200, 290)
    start, end = (view.view_point(p).toPoint() for p in (wanted[:2], wanted[2:]))
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view.viewport(), QPoint(start.x() + 5, start.y() + 5))
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
assert len(drawn) == 4, drawn
worst = max(abs(a - b) for quad in drawn for a, b in zip(quad.bounds, wanted))
print(view.devicePixelRatioF(), worst)
assert worst <= 1, drawn
"""


@pytest.mark.parametrize("factor", ["1.25", "1.5", "2"])
def test_boxes_are_within_one_source_pixel_at_any_scale_factor(factor):
    environment = {**os.environ, "QT_SCALE_FACTOR": factor, "QT_QPA_PLATFORM": "offscreen"}
    result = subprocess.run(
        [sys.executable, "-c", DRAW], capture_output=True, text=True, timeout=120, check=False, env=environment
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split()[0] == str(float(factor))
