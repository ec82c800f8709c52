"""A virtual screen with a real keyboard and mouse: Xvfb, xdotool, and pixels read back from the screen itself."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from PIL import Image, ImageGrab
from support.reading_screens import where_is

SIZE = (1280, 800)
POLL_S = 0.05
PATIENCE_S = 30.0
T = TypeVar("T")

# A desktop's own file dialogs, input methods and scaling would make the screen another one on every machine.
_DESKTOP = ("XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "WAYLAND_DISPLAY", "QT_QPA_PLATFORMTHEME", "QT_SCALE_FACTOR")


def wait_until(what: str, look: Callable[[], T | None], *, seconds: float = PATIENCE_S) -> T:
    """Look again and again until something is seen, and return it. Raises AssertionError naming what never came."""
    deadline = time.monotonic() + seconds
    while True:
        seen = look()
        if seen:
            return seen
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds:g} s: {what}")
        time.sleep(POLL_S)


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a picture is on the screen: its left top corner, screen pixels per picture pixel, and the likeness 0..1."""

    left: float
    top: float
    zoom: float
    likeness: float

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Return the screen point of a picture point."""
        return round(self.left + x * self.zoom), round(self.top + y * self.zoom)


@dataclass(frozen=True, slots=True)
class Screen:
    """One display; everything that happens on it comes through its keyboard and its mouse."""

    display: str

    def environment(self, **more: str) -> dict[str, str]:
        """Return the environment of a program that is to be shown here."""
        kept = {name: value for name, value in os.environ.items() if name not in _DESKTOP}
        return {**kept, "DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb", "LC_ALL": "C.UTF-8", **more}

    def start(self, command: Sequence[str], *, log: Path, env: Mapping[str, str]) -> subprocess.Popen[bytes]:
        """Start a program on this display; what it says goes to a file."""
        with log.open("wb") as stream:
            return subprocess.Popen(command, env=dict(env), stdout=stream, stderr=subprocess.STDOUT)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, as xdotool names them: `ctrl+s`, `Tab`, `Return`."""
        self._do("key", "--delay", "25", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._do("type", "--delay", "15", "--", text)

    def click(self, x: int, y: int) -> None:
        """Move the mouse to a point and press its left button."""
        self._do("mousemove", str(x), str(y), "click", "1")

    def drag(self, start: tuple[int, int], end: tuple[int, int], *, steps: int = 8) -> None:
        """Press the left button at one point, move in small steps, release it at the other."""
        self._do("mousemove", *map(str, start), "mousedown", "1")
        for step in range(1, steps + 1):
            x, y = (round(a + (b - a) * step / steps) for a, b in zip(start, end, strict=True))
            self._do("mousemove", str(x), str(y))
        self._do("mouseup", "1")

    def window(self, title: str, *, seconds: float = PATIENCE_S) -> str:
        """Wait for a visible window whose title matches, give it the keyboard, and return its id."""
        found = wait_until(f"a window named {title!r}", lambda: self.windows(title), seconds=seconds)
        self._do("windowfocus", "--sync", found[-1])
        return found[-1]

    def windows(self, title: str) -> list[str]:
        """Return the ids of the visible windows whose title matches."""
        return self._ask("search", "--onlyvisible", "--name", title).split()

    def wait_gone(self, window: str) -> None:
        """Wait until a window is not there any more."""
        wait_until(f"window {window} to close", lambda: window not in self.windows("."))

    def scroll(self, x: int, y: int, *, notches: int) -> None:
        """Turn the wheel at a point, down for positive notches."""
        button = "5" if notches > 0 else "4"
        self._do("mousemove", str(x), str(y), "click", "--repeat", str(abs(notches)), "--delay", "20", button)

    def click_text(self, text: str, *, seconds: float = PATIENCE_S) -> None:
        """Wait until a line that says just this can be read on the screen, and click on it."""
        self.click(*self.find_text(text, seconds=seconds))

    def find_text(self, text: str, *, seconds: float = PATIENCE_S) -> tuple[int, int]:
        """Wait until a line that says just this can be read on the screen, and return its middle."""
        return wait_until(f"the words {text!r} on the screen", lambda: where_is(self.pixels(), text), seconds=seconds)

    def pixels(self) -> np.ndarray:
        """Return what is on the screen now, RGB."""
        return np.asarray(ImageGrab.grab(xdisplay=self.display).convert("RGB"))

    def save(self, path: Path) -> None:
        """Keep what is on the screen as a PNG."""
        Image.fromarray(self.pixels()).save(path)

    def find(self, rgb: np.ndarray, *, least: float = 0.8, seconds: float = PATIENCE_S) -> Seen:
        """Wait until a picture is seen somewhere, whole and larger than a thumbnail, and return where."""
        return wait_until(
            "the picture on the screen",
            lambda: seen if (seen := find_in(self.pixels(), rgb)).likeness >= least else None,
            seconds=seconds,
        )

    def _do(self, *arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], env=self.environment(), check=True, capture_output=True, timeout=60)

    def _ask(self, *arguments: str) -> str:
        """Return xdotool's answer; it exits with 1 when it finds nothing."""
        done = subprocess.run(
            ["xdotool", *arguments], env=self.environment(), capture_output=True, text=True, timeout=60, check=False
        )
        return done.stdout


def find_in(screen: np.ndarray, rgb: np.ndarray) -> Seen:
    """Return where a picture is on a screen most likely, at 0.4 to 1 of the largest zoom at which it fits."""
    screen, rgb = cv2.cvtColor(screen, cv2.COLOR_RGB2GRAY), cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    height, width = rgb.shape
    most = min((screen.shape[0] - 4) / height, (screen.shape[1] - 4) / width, 2.0)
    coarse = max((_at_zoom(screen, rgb, most * share, shrink=4) for share in np.arange(0.4, 1.0, 0.01)), key=_likeness)
    if coarse.likeness < 0.6:
        return coarse
    around = np.linspace(coarse.zoom - 0.01 * most, min(most, coarse.zoom + 0.01 * most), 21)
    return max((_at_zoom(screen, rgb, zoom, shrink=1, near=coarse) for zoom in around), key=_likeness)


def _likeness(seen: Seen) -> float:
    return seen.likeness


def _at_zoom(screen: np.ndarray, rgb: np.ndarray, zoom: float, *, shrink: int, near: Seen | None = None) -> Seen:
    size = (max(8, round(rgb.shape[1] * zoom / shrink)), max(8, round(rgb.shape[0] * zoom / shrink)))
    wanted = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)
    left = top = 0
    if near is not None:
        left, top = max(0, round(near.left) - 12), max(0, round(near.top) - 12)
        screen = screen[top : top + size[1] + 24, left : left + size[0] + 24]
    place = cv2.resize(screen, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    if place.shape[0] < size[1] or place.shape[1] < size[0]:
        return Seen(0, 0, zoom, -1.0)
    scores = cv2.matchTemplate(place, wanted, cv2.TM_CCOEFF_NORMED)
    _least, most, _where, (x, y) = cv2.minMaxLoc(scores)
    return Seen(left + x * shrink, top + y * shrink, zoom, float(most))


@contextmanager
def virtual_screen(*, size: tuple[int, int] = SIZE) -> Iterator[Screen]:
    """Start an X server on a display that is free, and end that server (no other) afterwards."""
    reading, writing = os.pipe()
    # Without -noreset the server starts anew whenever its last client leaves: every question of xdotool before the
    # program has connected would do that, and a program that connects just then finds no display and ends.
    screen = ["-screen", "0", f"{size[0]}x{size[1]}x24"]
    command = ["Xvfb", "-displayfd", str(writing), *screen, "-nolisten", "tcp", "-noreset"]
    try:
        server = subprocess.Popen(
            command, pass_fds=(writing,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
    finally:
        os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        assert number, "Xvfb did not start"
        yield Screen(f":{number}")
    finally:
        end(server)


def end(process: subprocess.Popen[bytes], *, seconds: float = 10.0) -> int:
    """End a process that we started, and return its exit code."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
    return process.wait(seconds)
