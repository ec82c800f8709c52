"""The most memory that a photograph of 12 megapixels takes on its way through five degradations, each in a process.

Not a race: the figure is the greatest resident size of a new process that opens the photograph and degrades it.
"""

from __future__ import annotations

import importlib.util
import io
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image

from fidelity_app.core.recipes import Recipe, Step
from tests.bench.degrading_pages import SEVERITY, SIZES, page
from tests.bench.racing import Result

CHAIN = ("skew", "shadow", "defocus", "noise", "jpeg")
GOAL_MB = 800
WIDTH_PX, HEIGHT_PX, DPI = SIZES[-1][1:4]


def bench() -> list[Result]:
    """Race nobody: the figures are in the summary."""
    return []


def summary(_results: Sequence[Result]) -> list[str]:
    """Measure ours through the chain and through every preset, and the libraries that are installed."""
    with tempfile.TemporaryDirectory() as folder:
        photograph = Path(folder, "photograph.jpg")
        buffer = io.BytesIO()
        Image.fromarray(page(WIDTH_PX, HEIGHT_PX, DPI)).save(buffer, "JPEG", quality=90)
        photograph.write_bytes(buffer.getvalue())
        lines = [f"Peak memory, a 12 MP JPEG through {', '.join(CHAIN)} (goal for ours: under {GOAL_MB} MB):"]
        for who in WORK:
            if who in ("albumentations", "augraphy") and importlib.util.find_spec(who) is None:
                continue
            command = [sys.executable, "-m", "tests.bench.chain_memory", who, str(photograph)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            lines.append(f"  {who}: {done.stdout.strip()} MB")
        return lines


def chain(photograph: Path) -> None:
    """Open the photograph and degrade it with the five of the chain."""
    _ours(photograph, (Recipe("chain", tuple(Step(name, SEVERITY) for name in CHAIN)),))


def presets(photograph: Path) -> None:
    """Open the photograph and degrade it with every preset in turn, most of five steps: the figure is the worst."""
    from fidelity_app.imaging.presets import PRESETS

    _ours(photograph, PRESETS)


def _ours(photograph: Path, recipes: tuple[Recipe, ...]) -> None:
    from fidelity_app.imaging.opening import open_pages
    from fidelity_app.imaging.variants import degrade

    (opened,) = open_pages(photograph, name=photograph.name)
    for recipe in recipes:
        degrade(opened.rgb, recipe, seed=1, identity=opened.pixel_sha, dpi=DPI)


def imported(photograph: Path) -> None:
    """Only open the photograph, with everything imported: what is there before anything is degraded."""
    _ours(photograph, ())


def albumentations(photograph: Path) -> None:
    _peer(photograph, "albumentations")


def augraphy(photograph: Path) -> None:
    _peer(photograph, "augraphy")


def _peer(photograph: Path, library: str) -> None:
    import numpy as np

    from fidelity_app.imaging.degradations import DEGRADATIONS
    from tests.bench.peers import PEERS, in_a_folder_of_its_own

    with Image.open(photograph) as picture:
        rgb = np.asarray(picture.convert("RGB"))
    with in_a_folder_of_its_own():
        for name in CHAIN:
            operation, peer = DEGRADATIONS[name], next(peer for peer in PEERS[library] if peer.operation == name)
            setting = operation.setting(operation.values_at(SEVERITY, peer.parameters), dpi=DPI, identity="bench")
            rgb = peer.make(setting.values, setting.px)(rgb)


WORK: dict[str, Callable[[Path], None]] = {
    "opening alone": imported,
    "Fidelity": chain,
    "Fidelity, the worst of its presets": presets,
    "albumentations": albumentations,
    "augraphy": augraphy,
}


def main(who: str, photograph: str) -> int:
    """Do one piece of work and print the most memory that it took, in MB."""
    import cv2

    cv2.setNumThreads(1)
    WORK[who](Path(photograph))
    print(round(_peak_bytes() / 1e6))
    return 0


def _peak_bytes() -> int:
    """Return the most that this process held in memory."""
    status = Path("/proc/self/status")
    if status.exists():  # ru_maxrss of Linux begins with what the parent of a process held
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
