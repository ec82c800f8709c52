"""`python -m tests.mutation [MODULE...]`: change the scorer a little, thousands of times, and see if a test notices.

A change that no test notices is a missing assertion, needless code, or a change that makes no difference. Those of the
last sort stand in explained.toml with the reason; any other survivor makes the run fail. Outcomes are kept in the file
that --log names, so that a run that was stopped goes on where it was; unexplained survivors are tried again.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.mutation.changes import Change, changes_of
from tests.mutation.reach import forgetter, observe, reach_from, run_at_import
from tests.mutation.trial import (
    SURVIVED,
    collect,
    functions_under,
    in_child,
    passes,
    try_from_import,
    try_in_place,
)

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "fidelity_app" / "core"
MODULES = (
    *("numbers", "faults"),
    *("alignment", "osa", "clusters", "columns", "verdicts", "error_kinds", "precedents", "swift"),
)
NUMBER_TESTS = tuple(
    f"tests/core/numbers/test_{name}.py"
    for name in (
        *("exact_readings", "marks", "clothes", "dates", "several_numbers", "scripts_and_lookalikes", "number_corners"),
        *("times_identifiers_phones", "notations", "notation_tables", "money_of_the_world", "shapes", "told_reasons"),
        *("shared_notations", "words_of_dates", "hostile_dates", "hostile_texts", "number_properties"),
    )
)
PAIR_TESTS = (
    *(
        f"tests/core/test_{name}.py"
        for name in (
            *("exact_judgements", "fault_kinds", "verdicts", "blamed_characters", "alignment", "columns"),
            *("misread_pairs", "precedents", "wording", "words", "alignment_weights", "fault_borders"),
            *("every_fault", "verdict_cases", "visible_characters", "pages", "alignment_figures", "document_cases"),
        )
    ),
    "tests/docs/test_scoring_examples.py",
)
# Of these each is one big table, so that nearly every change of a module's own tables is noticed by them.
NUMBER_TABLES = tuple(name for name in NUMBER_TESTS if name.endswith(("readings.py", "notations.py", "tables.py")))
PAIR_TABLES = tuple(name for name in PAIR_TESTS if name.endswith(("judgements.py", "pairs.py")))
# Imported once, before the first child process.
LIBRARIES = ("babel.core", "babel.numbers", "rapidfuzz.distance", "hypothesis.strategies")
_MOST_FIRST = 100
# Of the tests that run a changed function, the quickest are tried as long as they took this, traced, without a change.
_MOST_SECONDS = 4.0
_HALF_AN_HOUR_S = 1800


def main(arguments: Sequence[str]) -> int:
    """Try all changes of the modules named; return 1 when one survives that is not explained."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="*", help="such as `separators`, `faults/marks`, `numbers` (all without)")
    parser.add_argument("--log", type=Path, help="keep outcomes in this file, and do not try again what stands in it")
    options = parser.parse_args(arguments)
    files = _files(options.modules)
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    for name in LIBRARIES:
        importlib.import_module(name)
    book = _Book(options.log)
    changes = [change for path in files for change in changes_of(path, ROOT)]
    _try_all([change for change in changes if change.name not in book.outcomes], book)
    return book.report(changes)


def _files(names: Sequence[str]) -> list[Path]:
    """Return the modules that are named, by their place in `core` or by their last name."""
    every = sorted(CORE.rglob("*.py"))
    files: dict[Path, None] = {}
    for name in names or MODULES:
        found = [path for path in every if _is_named(path.relative_to(CORE).with_suffix("").as_posix(), name)]
        if not found:
            raise SystemExit(f"there is no module {name} in {CORE.relative_to(ROOT)}")
        files |= dict.fromkeys(found)
    return list(files)


def _is_named(module: str, name: str) -> bool:
    return module == name or module.startswith(f"{name}/") or module.endswith(f"/{name}")


class _Book:
    """The outcomes so far, by the changes' names, and the reasons of those that make no difference."""

    def __init__(self, log: Path | None) -> None:
        text = (Path(__file__).parent / "explained.toml").read_text(encoding="utf-8")
        groups = tomllib.loads(text).get("group", [])
        self.explained = {name: group["because"] for group in groups for name in group["changes"]}
        self._log = log
        self._noticed: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._out = os.dup(1)  # the children's own output goes nowhere
        lines = log.read_text(encoding="utf-8").splitlines() if log and log.exists() else []
        known: dict[str, str] = dict(json.loads(line) for line in lines)
        self.outcomes = {name: known[name] for name in known if known[name] != SURVIVED or name in self.explained}

    def note(self, change: Change, outcome: str) -> None:
        self.outcomes[change.name] = outcome
        for place in ("", change.place):
            self._noticed[change.path, place].append(outcome)
        if self._log:
            with self._log.open("a", encoding="utf-8") as file:
                file.write(json.dumps([change.name, outcome], ensure_ascii=False) + "\n")

    def noticed_by(self, change: Change) -> list[str]:
        """Return the tests that noticed changes of the same function, then of the same file, the latest first."""
        near = [*self._noticed[change.path, ""], *self._noticed[change.path, change.place]]
        return list(dict.fromkeys(reversed(near)))[:_MOST_FIRST]

    def report(self, changes: Sequence[Change]) -> int:
        """Print one row per module and return the exit code."""
        rows: dict[str, Counter[str]] = {}
        for change in changes:
            is_known = change.name in self.explained
            kind = "noticed" if self.outcomes[change.name] != SURVIVED else "explained" if is_known else SURVIVED
            rows.setdefault(change.path, Counter())[kind] += 1
            if kind == SURVIVED:
                self._say(f"survived, line {change.line}: {change.name}\n")
        total: Counter[str] = sum(rows.values(), Counter())
        self._say(f"{'module':48}{'tried':>8}{'noticed':>9}{'explained':>11}{'survived':>10}\n")
        for path, counts in (*rows.items(), ("all", total)):
            kinds = (counts["noticed"], counts["explained"], counts[SURVIVED])
            self._say(f"{path:48}{counts.total():8}{kinds[0]:9}{kinds[1]:11}{kinds[2]:10}\n")
        return 1 if total[SURVIVED] else 0

    def _say(self, text: str) -> None:
        os.write(self._out, text.encode("utf-8", "backslashreplace"))


def _try_all(changes: Sequence[Change], book: _Book) -> None:
    """Try changes inside functions in a child that has the tests imported, the others each from a fresh import.

    A survivor of the first way is tried the second way too when its function runs at import.
    """
    numbers = [change for change in changes if change.is_of_numbers]
    pairs = [change for change in changes if not change.is_of_numbers]
    _try_room(numbers, NUMBER_TABLES, NUMBER_TESTS, book)
    _try_room(pairs, PAIR_TABLES, PAIR_TESTS, book)


def _try_room(changes: Sequence[Change], tables: Sequence[str], tests: Sequence[str], book: _Book) -> None:
    inside = {change.name: change for change in changes if not change.at_import}
    again: list[str] = []
    if inside:
        wide = list(dict.fromkeys((*tests, *PAIR_TABLES)))
        outcomes, again = in_child(lambda: _try_inside([*inside.values()], wide, book), 24 * 3600)
        book.outcomes |= outcomes
    others = [name for name in tests if name not in tables]
    for change in (*(inside[name] for name in again), *(change for change in changes if change.at_import)):
        book.note(change, try_from_import(change, ROOT, tables, others))


def _try_inside(changes: Sequence[Change], tests: Sequence[str], book: _Book) -> tuple[dict[str, str], list[str]]:
    """Return the outcomes, and the names of survivors that may have done their work before the change was put in."""
    again: list[str] = []

    def use(items: list[pytest.Item]) -> None:
        reach = reach_from(in_child(lambda: observe(items, passes, CORE), _HALF_AN_HOUR_S))
        if reach.failing:
            raise RuntimeError(f"without any change these tests fail: {reach.failing}")
        forgetter(CORE)()
        names = [item.nodeid for item in items]
        functions = functions_under(CORE)
        for change in changes:
            place = (str(ROOT / change.path), change.place)
            order = reach.order(place, names, book.noticed_by(change), _MOST_SECONDS)
            near = [items[test] for test in order]
            book.note(change, try_in_place(change, ROOT, functions.get(place[0], ()), near))
            if book.outcomes[change.name] == SURVIVED and place in early and change.name not in book.explained:
                again.append(change.name)

    early = run_at_import([_module(path) for path in _files(())], CORE)
    collect(tests, use)
    return book.outcomes, again


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
