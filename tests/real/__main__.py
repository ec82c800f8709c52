"""`python -m tests.real OUT_DIR`: the main job over all real receipts of FIDELITY_DATA; the table for the README.

Stop it whenever you like: called again it goes on, and what was answered is not asked again.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from fidelity_app.core.errors import FidelityError
from fidelity_app.services import reporting
from fidelity_app.services.workspace import create_workspace, is_workspace, open_workspace
from tests.real.job import PICTURES, Scored, import_all, markdown, pictures, run_all

RECIPES = "clean,phone-in-a-hurry:2"
BESIDE = Path(__file__).resolve().parents[2].parent / "shared" / "data"


class Line:
    """Progress on the error stream: one line that renews itself on a terminal, a line now and then in a log."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._every_s = 1.0 if self._terminal else 30.0
        self._shown_s = float("-inf")

    def __call__(self, done: int, total: int, text: str) -> None:
        now_s = time.monotonic()
        if now_s - self._shown_s < self._every_s:
            return
        self._shown_s = now_s
        line = f"{done}/{total} {text}"[:110]
        sys.stderr.write(f"\r\x1b[K{line}" if self._terminal else f"{line}\n")
        sys.stderr.flush()

    def end(self) -> None:
        """Leave the line for what comes after."""
        if self._terminal:
            sys.stderr.write("\n")


def main(arguments: Sequence[str]) -> int:
    """Return 0 when every data set was run and scored, 2 when there is nothing to run or a name is wrong."""
    options = _parser().parse_args(arguments)
    data = Path(os.environ.get("FIDELITY_DATA") or BESIDE)
    chosen = pictures(data, limit=options.limit)
    if not chosen:
        sys.stderr.write(f"{data}: none of {', '.join(PICTURES)} is here; name the folder in FIDELITY_DATA\n")
        return 2
    try:
        scored, left_out = _job(options, chosen)
    except FidelityError as error:
        sys.stderr.write(f"\n{error}\n")
        return 2
    sys.stderr.writelines(f"not imported: {line}\n" for line in left_out)
    sys.stdout.write(markdown(scored))
    last = scored[-1].outcome
    total = last.answered + last.failed
    sys.stdout.write(f"\n{total} trials over everything, {last.failed} without an answer; reports in {options.out}\n")
    return 0


def _job(options: argparse.Namespace, chosen: dict[str, tuple[Path, ...]]) -> tuple[list[Scored], list[str]]:
    folder = options.out / "workspace"
    progress = Line()
    options.out.mkdir(parents=True, exist_ok=True)
    with open_workspace(folder) if is_workspace(folder) else create_workspace(folder) as ws:
        left_out = import_all(ws, chosen, progress=progress)
        recipes, names = _split(options.recipes), _split(options.models)
        scored = run_all(ws, chosen, recipes=recipes, model_names=names, progress=progress)
        reporting.export_csv(ws, scored[-1].run_id, options.out / "report.csv", progress=progress)
        reporting.export_html(ws, scored[-1].run_id, options.out / "report.html")
    progress.end()
    (options.out / "headline.md").write_text(markdown(scored), encoding="utf-8")
    return scored, left_out


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.real", description=__doc__)
    parser.add_argument("out", type=Path, help="where the workspace and the reports go")
    parser.add_argument("--limit", type=int, default=None, help="only the first so many pictures of each data set")
    parser.add_argument("--recipes", default=RECIPES, help=f"recipes, parted by commas (default: {RECIPES})")
    parser.add_argument("--models", default="", help="models, parted by commas (default: those of the installation)")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
