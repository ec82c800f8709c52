"""`python -m tests.real.robustness OUT_DIR`: every degradation over real receipts, as the page docs/robustness.md.

Stop it whenever you like: called again it goes on, and what was answered is not asked again.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fidelity_app.core.errors import FidelityError
from fidelity_app.core.recipes import CLEAN
from fidelity_app.core.statistics import PairedDifference, paired_bootstrap
from fidelity_app.imaging.presets import PRESETS, SINGLE
from fidelity_app.services import degrading, measuring
from fidelity_app.services.jobs import Progress
from fidelity_app.services.workspace import Workspace, create_workspace, is_workspace, open_workspace
from fidelity_app.store import runs as run_table
from fidelity_app.store.measures import DocumentCounts
from tests.real.__main__ import BESIDE, Line
from tests.real.job import PICTURES, import_all, percent, pictures, run_all

PAGE = Path(__file__).resolve().parents[2] / "docs" / "robustness.md"
EACH, EACH_ALONE = 8, 2
ALONE = "-alone"

OPENING = """# How far the degradations take two readers

Real receipts of four public data sets ({sets}), degraded at severity 3 and read by the
models of this installation. Made by `make robustness`, which takes hours, can be stopped and goes on; the receipts are
not part of the project.

*Right* is the share of printed values read with the same value, with the 95 % interval drawn by document. *Lost* is
how many points that is below the clean page, over the same documents, with its own interval. Of all values, *wrong*
are those read as another value, and *missing* those of which nothing was read: a wrong one is believed, a missing one
is noticed. A page without an answer is missing with all its values. The hardest comes first.
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
            presets = _run(ws, chosen, [recipe.name for recipe in PRESETS], progress=progress)
            few = {name: paths[: options.each_alone] for name, paths in chosen.items()}
            alone = _run(ws, few, _alone(ws), progress=progress)
    except FidelityError as error:
        sys.stderr.write(f"\n{error}\n")
        return 2
    progress.end()
    parts = {"Presets": presets, "Single degradations": alone}
    options.page.write_text(page(parts, sets=tuple(chosen)), encoding="utf-8")
    sys.stdout.write(f"{options.page}\n")
    return 0


def _run(
    ws: Workspace, chosen: Mapping[str, Sequence[Path]], recipes: Sequence[str], *, progress: Progress
) -> tuple[Robustness, ...]:
    scored = run_all(ws, chosen, recipes=(CLEAN.name, *recipes), progress=progress)
    return robustness(ws, scored[-1].run_id)


def _alone(ws: Workspace) -> list[str]:
    """Save every degradation as a recipe of its own, under a name that is no preset's; return the names."""
    recipes = [replace(recipe, name=f"{name}{ALONE}") for name, recipe in SINGLE.items()]
    for recipe in recipes:
        degrading.save_recipe(ws, recipe)
    return [recipe.name for recipe in recipes]


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


def page(parts: Mapping[str, Sequence[Robustness]], *, sets: Sequence[str]) -> str:
    """Return docs/robustness.md: for each part one table per reader."""
    return OPENING.format(sets=", ".join(sets)) + "".join(_part(title, rows) for title, rows in parts.items())


def _part(title: str, rows: Sequence[Robustness]) -> str:
    first = rows[0].counts
    over = f"{len(first)} documents, {_sum(first, lambda item: item.slots):,} values on the clean page."
    models = tuple(dict.fromkeys(row.model for row in rows))
    tables = "".join(f"\n### {model}\n\n{_table([row for row in rows if row.model == model])}" for model in models)
    return f"\n## {title}\n\n{over}\n{tables}"


def _table(rows: Sequence[Robustness]) -> str:
    head: Cells = ("Recipe", "Right", "Lost, in points", "Wrong", "Missing", "Pages without an answer")
    rule: Cells = ("---", *["---:"] * (len(head) - 1))
    ordered = sorted(rows, key=lambda row: (row.recipe != CLEAN.name, -(row.lost.difference if row.lost else 0.0)))
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (head, rule, *map(_cells, ordered)))


def _cells(row: Robustness) -> Cells:
    right, _digits, _silent, _documents, answered = measuring.measured(
        [measuring.share(row.counts, *lines) for lines in measuring.HEADLINE.values()]
    )
    slots = _sum(row.counts, lambda item: item.slots)
    wrong = answered.hits - _sum(row.counts, lambda item: item.right)
    name = row.recipe.removesuffix(ALONE)
    if row.recipe != CLEAN.name:
        name = f"[{name}](degradations.md#{_anchor(row.recipe)})"
    failed = _sum(row.counts, lambda item: item.failed > 0)
    shares = (_share(wrong, slots), _share(slots - answered.hits, slots))
    return (name, percent(right), _points(row), *shares, str(failed))


def _anchor(recipe: str) -> str:
    """Return the heading's anchor in docs/degradations.md; the second heading of one name gets a number."""
    name = recipe.removesuffix(ALONE)
    twice = name != recipe and name in {preset.name for preset in PRESETS}
    return f"{name}-1" if twice else name


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
    alone = f"of these, so many for the single degradations (default: {EACH_ALONE})"
    parser.add_argument("--each-alone", type=int, default=EACH_ALONE, help=alone)
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write (default: docs/robustness.md)")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
