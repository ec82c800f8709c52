"""Bombs are refused before memory is spent; what is under the limit is opened within bounds. A child measures."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from support.made_files import MADE, one_bit_png

ROOT = Path(__file__).resolve().parents[2]
BOMBS = [name for name in MADE if name.startswith("bomb") or name == "huge-page.pdf"]

# Opens each file named and prints, for each, the sentence of refusal and by how many MB the peak was above what was
# held before; Linux starts the peak anew when a 5 is written to clear_refs (proc_pid_clear_refs(5)).
CHILD = """
import gc, json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from fidelity_app.core.errors import UserError
from fidelity_app.imaging.opening import open_pages

def mb(entry):
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(entry))
    return int(line.split()[1]) / 1024

for warm_up in sys.argv[2].split("|"):
    open_pages(Path(warm_up), name="warm-up")
for path in sys.argv[3:]:
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")
    before, said = mb("VmRSS"), ""
    try:
        open_pages(Path(path), name=Path(path).name)
    except UserError as error:
        said = str(error)
    print(json.dumps([Path(path).name, said, mb("VmHWM") - before]))
"""


def _measured(folder: Path, warm_ups: Sequence[str], names: Sequence[str]) -> dict[str, tuple[str, float]]:
    for name in warm_ups:
        (folder / name).write_bytes(MADE[name].data())
    places = ["|".join(str(folder / name) for name in warm_ups), *(str(folder / name) for name in names)]
    out = subprocess.run([sys.executable, "-c", CHILD, str(ROOT), *places], capture_output=True, text=True, check=True)
    return {name: (said, grown) for name, said, grown in map(json.loads, out.stdout.splitlines())}


def test_no_bomb_costs_memory(tmp_path: Path) -> None:
    for name in BOMBS:
        (tmp_path / name).write_bytes(MADE[name].data())
    kinds = ["plain.jpg", "plain.png", "plain.webp", "plain.tif", "plain.heic", "plain.avif", "plain.bmp", "still.gif"]
    found = _measured(tmp_path, [*kinds, "plain.jp2", "pages.pdf"], BOMBS)
    assert set(found) == set(BOMBS)
    grown = {name: mb for name, (_, mb) in found.items()}
    # The largest bomb is a file of 250 KB; what unpacks is given up at 1 MB in a PNG, at 32 MB in a PDF.
    assert all(mb < (110 if name == "bomb-packed.pdf" else 12) for name, mb in grown.items()), grown
    for name, (said, _) in found.items():
        if name in ("bomb-itxt.png", "bomb-iccp.png"):
            assert said == ""
        elif name in ("bomb-scans.jpg", "bomb-forms.pdf", "bomb-calls.pdf", "bomb-packed.pdf"):
            assert "over" in said
        else:
            assert " x " in said and "over the limit of 120,000,000" in said and "--max-megapixels" in said, said


@pytest.mark.parametrize("kind", ["one-bit", "deep", "alpha"])
def test_a_picture_under_the_limit_is_opened_within_bounds(tmp_path: Path, kind: str) -> None:
    side = 4000  # 16 megapixels: RGB is 48 MB, Pillow's own form 64 MB
    path = tmp_path / f"{kind}.png"
    match kind:
        case "one-bit":
            path.write_bytes(one_bit_png(side, side))
        case "deep":
            Image.fromarray(np.full((side, side), 40_000, np.uint16)).save(path)
        case _:
            Image.fromarray(np.full((side, side, 4), 128, np.uint8)).save(path)
    said, grown = _measured(tmp_path, ["plain.png", "grey-16.png", "alpha-over-black.png"], [path.name])[path.name]
    assert said == ""
    assert grown < 260
