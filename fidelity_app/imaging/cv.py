"""OpenCV, imported once and told to stay on the calling thread: the pools above share the cores."""

from __future__ import annotations

import cv2

cv2.setNumThreads(1)

__all__ = ["cv2"]
