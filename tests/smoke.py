"""`python -m tests.smoke DIST_DIR`: run the two executables of a build and say what was seen.

The console does the main job on one shipped sample with the OCR that is built in; the window runs its own `--smoke`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

PATIENCE_S = 600
SAMPLE = "kiosk-de"
NOT_SHIPPED = ("torch", "pytest", "hypothesis", "PyQt5", "PyQt6", "PySide2", "matplotlib", "tkinter")
QT_OF_OPENCV = "cv2/qt"


class SmokeFailed(Exception):
    """A step did not do what it must; the message says which and what was seen instead."""


@dataclass(frozen=True, slots=True)
class Build:
    """A one-folder build and a folder to work in, with a home of its own."""

    dist: Path
    work: Path

    @property
    def inside(self) -> Path:
        """Return the folder of modules and data (PyInstaller's contents directory)."""
        return self.dist / "_internal"

    @property
    def environment(self) -> dict[str, str]:
        """Return an environment in which only the build itself can be found."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
        screen = (
            {} if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") else {"QT_QPA_PLATFORM": "offscreen"}
        )
        home = {f"XDG_{name}_HOME": str(self.work / "home") for name in ("CONFIG", "DATA", "CACHE", "STATE")}
        return {**kept, **screen, **home, "OMP_THREAD_LIMIT": "1"}

    def run(self, program: str, *arguments: str) -> str:
        """Run one of the executables and return what it printed. Raises SmokeFailed when it does not end with 0."""
        command = [str(self.dist / program), *arguments]
        shown = " ".join((program, *arguments[:1]))
        try:
            done = subprocess.run(
                command,
                cwd=self.work,
                env=self.environment,
                capture_output=True,
                text=True,
                timeout=PATIENCE_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SmokeFailed(f"{shown}: {error}") from error
        if done.returncode != 0:
            raise SmokeFailed(f"{shown}: ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-2000:]}")
        return done.stdout


def contents(build: Build) -> str:
    """Look at what was packed: assets and samples, and nothing that has no place in a build."""
    found = [str(path.relative_to(build.inside)) for path in build.inside.rglob("*")]
    packed = {name.split("/")[0].split(".")[0] for name in found}
    if unwanted := sorted(set(NOT_SHIPPED) & packed):
        raise SmokeFailed(f"the build carries {', '.join(unwanted)}")
    if any(QT_OF_OPENCV in name for name in found):
        raise SmokeFailed("the build carries the second Qt of the full OpenCV wheel")
    for folder in ("assets", "samples", "rapidocr/models"):
        if not any(name.startswith(f"{folder}/") for name in found):
            raise SmokeFailed(f"the build has no {folder}/")
    size_mb = (
        sum(path.stat().st_size for path in build.inside.rglob("*") if path.is_file() and not path.is_symlink()) / 1e6
    )
    return f"{len(found)} files, {size_mb:.0f} MB"


def help_text(build: Build) -> str:
    """See that the console answers."""
    text = build.run("fidelity", "--help")
    missing = [command for command in ("new", "import", "run", "score", "report") if command not in text]
    if missing:
        raise SmokeFailed(f"the help names no {', '.join(missing)}")
    return f"{len(text.splitlines())} lines"


def main_job(build: Build) -> str:
    """Import one sample, read it with the OCR that is built in, and write both reports."""
    samples = build.inside / "samples"
    workspace = str(build.work / "ws")
    build.run("fidelity", "new", workspace)
    build.run("fidelity", "import", workspace, str(samples / f"{SAMPLE}.fidelity.json"))
    answer = json.loads(build.run("fidelity", "run", workspace, "--model", "rapidocr", "--json"))
    if answer["answered"] != 1:
        raise SmokeFailed(f"rapidocr answered {answer['answered']} of 1 trials")
    (row,) = answer["headline"]
    share = row["value_fidelity"]
    if not share["hits"]:
        raise SmokeFailed(f"rapidocr read none of {share['total']} values of {SAMPLE} right")
    reports = [build.work / "report.csv", build.work / "report.html"]
    build.run("fidelity", "report", workspace, answer["run"], "--csv", str(reports[0]), "--html", str(reports[1]))
    for report in reports:
        if not report.is_file() or not report.stat().st_size:
            raise SmokeFailed(f"{report.name} was not written")
    return f"rapidocr read {share['hits']} of {share['total']} values of {SAMPLE} right; both reports written"


def window(build: Build) -> str:
    """Let the window prove itself."""
    return build.run("fidelity-app", "--smoke").strip() or "ended with 0"


STEPS: Sequence[tuple[str, Callable[[Build], str]]] = (
    ("contents", contents),
    ("fidelity --help", help_text),
    ("the main job", main_job),
    ("fidelity-app --smoke", window),
)


def smoke(dist: Path) -> int:
    """Run every step, print a line for each, and return how many failed."""
    failed = 0
    with tempfile.TemporaryDirectory(prefix="fidelity-build-") as work:
        build = Build(dist.resolve(), Path(work))
        for name, step in STEPS:
            try:
                seen = step(build)
            except SmokeFailed as error:
                failed += 1
                seen = f"FAILED: {error}"
            sys.stdout.write(f"{name:<22} {seen}\n")
            sys.stdout.flush()
    return failed


def main(arguments: Sequence[str]) -> int:
    """Return 0 when all steps passed, 1 when one failed, 2 for wrong usage."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        sys.stderr.write("usage: python -m tests.smoke DIST_DIR   (the folder that `make build` made)\n")
        return 2
    return 1 if smoke(Path(arguments[0])) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
