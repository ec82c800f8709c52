"""Make very many variants in a workspace of its own and say how much memory that took.

    python scripts/many_variants.py PICTURES [--documents 500] [--pixels 200000]

The pictures of a folder are shrunk to at most so many pixels and used again and again, each time with other noise, so
that no two pages have the same pixels. One process does it all, on threads, so its peak is the peak of the whole.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from fidelity_app.core.errors import UserError
from fidelity_app.imaging.encoding import to_png
from fidelity_app.imaging.opening import open_pages
from fidelity_app.imaging.thumbnails import shrink
from fidelity_app.services import degrading
from fidelity_app.services.importing import import_paths
from fidelity_app.services.making_variants import make_variants
from fidelity_app.services.workspace import create_workspace

RECIPES = (
    "phone-in-a-hurry", "crumpled-pocket", "faded-thermal", "folded-wallet", "fax", "night-till", "screen-photo",
    "coffee", "handwriting-over-total", "chat-app",
)  # fmt: skip


def draw_pages(source: Path, target: Path, *, count: int, pixels: int) -> list[Path]:
    """Write `count` pages made of the pictures in a folder. Raises UserError when there is no picture in it."""
    found: list[Path] = []
    noise = np.random.Generator(np.random.PCG64(1))
    pictures = [path for path in sorted(source.rglob("*")) if path.suffix.lower() in (".jpg", ".jpeg", ".png")]
    if not pictures:
        raise UserError(f"{source}: there is no picture in this folder")
    while len(found) < count:
        for path in pictures[: count - len(found)]:
            rgb = open_pages(path, name=path.name)[0].rgb
            longer = max(rgb.shape[:2])
            small = shrink(rgb, max(1, int(longer * min(1.0, (pixels / (rgb.shape[0] * rgb.shape[1])) ** 0.5))))
            grain = noise.integers(-6, 7, small.shape[:2], np.int16)[:, :, None]
            found.append(target / f"{len(found):05d}.png")
            found[-1].write_bytes(to_png(np.clip(small + grain, 0, 255).astype(np.uint8)))
    return found


def peak_mb() -> float:
    """Return the most memory this process has had, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--documents", type=int, default=500)
    parser.add_argument("--pixels", type=int, default=200_000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pages = draw_pages(wanted.pictures, Path(folder), count=wanted.documents, pixels=wanted.pixels)
        with create_workspace(Path(folder) / "ws") as ws:
            ids = import_paths(ws, pages).added
            recipes = [degrading.find_recipe(ws, name) for name in RECIPES]
            make_variants(ws, ids[:4], recipes)
            start_s, before = time.monotonic(), peak_mb()
            made = make_variants(ws, ids, recipes)
            seconds = time.monotonic() - start_s
    sys.stdout.write(
        f"{made.made + made.known} variants of {len(ids)} documents, {made.bytes / 1e6:.0f} MB in {seconds:.0f} s; "
        f"peak {peak_mb():.0f} MB, {before:.0f} MB after the first {min(4, len(ids))} documents\n"
    )


if __name__ == "__main__":
    main()
