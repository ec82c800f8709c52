"""`python -m tests.real.robustness OUT_DIR`: every preset over real receipts, as the page docs/robustness.md.

Stop it whenever you like: called again it goes on, and what was answered is not asked again.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fidelity_app.core.errors import FidelityError
from fidelity_app.core.recipes import CLEAN
from fidelity_app.core.statistics import PairedDifference, paired_bootstrap
from fidelity_app.imaging.presets import PRESETS
from fidelity_app.services import measuring
from fidelity_app.services.workspace import Workspace, create_workspace, is_workspace, open_workspace
from fidelity_app.store import runs as run_table
from fidelity_app.store.measures import DocumentCounts
from tests.real.__main__ import BESIDE, Line
from tests.real.job import PICTURES, import_all, percent, pictures, run_all

PAGE = Path(__file__).resolve().parents[2] / "docs" / "robustness.md"
EACH = 8

OPENING = """# How far the presets take two readers

Every preset at severity 3 over the first {each} receipts of each of four public data sets ({sets}):
{documents} documents, {values} values each time. Made by `{command}`, which reads them with the models of
this installation and writes this page; the receipts are not part of the project.

*Right* is the share of printed values read with the same value, with the 95 % interval drawn by document. *Lost* is
how many points that is below the clean page, over the same documents, with its own interval. Of the rest, *wrong* says
another value, and *missing* says nothing: a wrong one is believed, a missing one is noticed. A page without an answer
is missing with all its values.

"""

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Robustness:
    """What one reader makes of one preset."""

    model: str
    recipe: str
    counts: tuple[DocumentCounts, ...]
    lost: PairedDifference | None
    """Share right on the clean page minus that under the preset."""


def main(arguments: Sequence[str]) -> int:
    """Return 0 when the page is written, 2 when there is nothing to run."""
    options = _parser().parse_args(arguments)
    data = Path(os.environ.get("FIDELITY_DATA") or BESIDE)
    chosen = pictures(data, limit=options.each)
    if not chosen:
        sys.stderr.write(f"{data}: none of {', '.join(PICTURES)} is here; name the folder in FIDELITY_DATA\n")
        return 2
    progress = Line()
    folder = options.out / "workspace"
    options.out.mkdir(parents=True, exist_ok=True)
    try:
        with open_workspace(folder) if is_workspace(folder) else create_workspace(folder) as ws:
            import_all(ws, chosen, progress=progress)
            scored = run_all(ws, chosen, recipes=(CLEAN.name, *(recipe.name for recipe in PRESETS)), progress=progress)
            found = robustness(ws, scored[-1].run_id)
    except FidelityError as error:
        sys.stderr.write(f"\n{error}\n")
        return 2
    progress.end()
    options.page.write_text(page(found, sets=tuple(chosen), each=options.each), encoding="utf-8")
    sys.stdout.write(f"{options.page}\n")
    return 0


def robustness(ws: Workspace, run_id: str) -> tuple[Robustness, ...]:
    """Return one row per recipe and model of a scored run that has the clean page among its recipes."""
    recipes = {recipe.key: recipe for recipe in run_table.recipes_of(ws.store.read(), run_id)}
    groups = measuring.grouped(ws, run_id)
    clean = {model: counts for (model, key), counts in groups.items() if not recipes[key].steps}
    return tuple(
        Robustness(model, recipes[key].name, tuple(counts), _lost(clean[model], counts))
        for (model, key), counts in groups.items()
    )


def _lost(clean: Sequence[DocumentCounts], counts: Sequence[DocumentCounts]) -> PairedDifference | None:
    before, after = ({item.document_id: item for item in side} for side in (clean, counts))
    shared = sorted(before.keys() & after.keys())
    first, second = (
        ([side[name].right for name in shared], [side[name].printed for name in shared]) for side in (before, after)
    )
    return paired_bootstrap(first, second, seed=measuring.SEED)


def page(found: Sequence[Robustness], *, sets: Sequence[str], each: int) -> str:
    """Return docs/robustness.md: one table per reader, the hardest preset first."""
    first = found[0].counts
    command = f"make robustness EACH={each}" if each != EACH else "make robustness"
    said = OPENING.format(
        each=each,
        sets=", ".join(sets),
        documents=len(first),
        values=f"{sum(item.slots for item in first):,}",
        command=command,
    )
    models = tuple(dict.fromkeys(row.model for row in found))
    return said + "\n".join(f"## {model}\n\n{_table([r for r in found if r.model == model])}" for model in models)


def _table(rows: Sequence[Robustness]) -> str:
    head: Cells = ("Preset", "Right", "Lost, in points", "Wrong", "Missing", "Pages without an answer")
    rule: Cells = ("---", *["---:"] * (len(head) - 1))
    ordered = sorted(rows, key=lambda row: (row.recipe != CLEAN.name, -(row.lost.difference if row.lost else 0.0)))
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (head, rule, *map(_cells, ordered)))


def _cells(row: Robustness) -> Cells:
    right, _digits, _silent, _documents, answered = measuring.measured(
        [measuring.share(row.counts, *lines) for lines in measuring.HEADLINE.values()]
    )
    slots = _sum(row.counts, lambda item: item.slots)
    wrong = answered.hits - _sum(row.counts, lambda item: item.right)
    name = CLEAN.name if row.recipe == CLEAN.name else f"[{row.recipe}](degradations.md#{row.recipe})"
    failed = _sum(row.counts, lambda item: item.failed > 0)
    shares = (_share(wrong, slots), _share(slots - answered.hits, slots))
    return (name, percent(right), _points(row), *shares, str(failed))


def _points(row: Robustness) -> str:
    if row.recipe == CLEAN.name or row.lost is None:
        return "–"
    lost = row.lost
    return f"{100 * lost.difference:.1f} ({100 * lost.low:.1f} to {100 * lost.high:.1f})"


def _share(above: int, below: int) -> str:
    return f"{100 * above / below:.1f} %" if below else "–"


def _sum(counts: Sequence[DocumentCounts], count: Callable[[DocumentCounts], int]) -> int:
    return sum(count(item) for item in counts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.real.robustness", description=__doc__)
    parser.add_argument("out", type=Path, help="where the workspace goes")
    parser.add_argument("--each", type=int, default=EACH, help=f"the first so many of each data set (default: {EACH})")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write (default: docs/robustness.md)")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
