"""Every degradation that albumentations or augraphy have too, against theirs, on the pages of `degrading_pages`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from fidelity_app.imaging.degradations import DEGRADATIONS
from tests.bench.degrading_pages import SEVERITY, SIZES, ours, page
from tests.bench.floor_parts import Page
from tests.bench.peers import PEERS, Peer, in_a_folder_of_its_own
from tests.bench.racing import Entrant, Result, race

GOALS = {"albumentations": 3.0, "augraphy": 10.0}  # times faster, as a geometric mean
ROUNDS = 4


def bench(*only: str) -> Iterator[Result]:
    """Race each degradation against both libraries, or only the degradations or the library named."""
    with in_a_folder_of_its_own():
        for library, peers in PEERS.items():
            for size, width_px, height_px, dpi, _ in SIZES:
                rgb = page(width_px, height_px, dpi)
                for peer in peers:
                    wanted = not only or peer.operation in only or library in only
                    if wanted and not (peer.small_only and size != SIZES[0][0]):
                        yield _one(rgb, peer, library, size, dpi)


def _one(rgb: Page, peer: Peer, library: str, size: str, dpi: float) -> Result:
    operation = DEGRADATIONS[peer.operation]
    setting = operation.setting(operation.values_at(SEVERITY, peer.parameters), dpi=dpi, identity="bench")
    work = peer.make(setting.values, setting.px)
    entrants = (
        Entrant(f"Fidelity: {peer.operation}", ours(rgb, peer.operation, dpi, peer.parameters)),
        Entrant(f"{library}: {peer.name}", lambda: work(rgb)),
    )
    title = f"{library}, {size}: {peer.operation} by {peer.name}"
    return race(title, entrants, unit="pages", units=1, rounds=ROUNDS, fastest=True)


def summary(results: Sequence[Result]) -> list[str]:
    """Say for each library how much faster ours are, as a geometric mean, and which are not."""
    lines = []
    for library, goal in GOALS.items():
        faster = [(result.race, 1 / result.ratio(1)) for result in results if result.race.startswith(library)]
        if not faster:
            continue
        mean = math.prod(times for _, times in faster) ** (1 / len(faster))
        slower = [f"{name.partition(', ')[2]} {1 / times:.2f}" for name, times in faster if times < 1]
        lines.append(
            f"Against {library}: {mean:.1f} times as fast over {len(faster)} races (goal {goal:g}); "
            f"slower: {', '.join(slower) or 'none'}"
        )
    return lines
