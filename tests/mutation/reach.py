"""Find out which functions each test runs: a change of a function is only tried against the tests that run it."""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import itertools
import sys
import time
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

Place = tuple[str, str]  # a file and the function in it, named as a Change names it


@dataclass(frozen=True, slots=True)
class Reach:
    """What running all tests once tells: the tests that failed, `seconds` per test, and `tests` per function."""

    failing: Sequence[str]
    seconds: Sequence[float]
    tests: Mapping[Place, Sequence[int]]

    def order(self, place: Place, names: Sequence[str], first: Sequence[str], most_seconds: float) -> list[int]:
        """Return which tests run a function: those named in front, then the quickest ones, until the time is up."""
        rank = {name: number for number, name in enumerate(first)}
        reaching = self.tests.get(place, ())
        order = sorted(reaching, key=lambda test: (rank.get(names[test], len(rank)), self.seconds[test]))
        until = itertools.accumulate(self.seconds[test] for test in order)
        return [test for test, seconds in zip(order, until, strict=True) if seconds <= most_seconds]


def observe(items: Sequence[pytest.Item], passes: Callable[[pytest.Item], bool], root: Path) -> Any:
    """Run every test once, from empty caches, and return what makes a Reach of it, fit for JSON."""
    seconds: list[float] = []
    tests: dict[Place, list[int]] = defaultdict(list)
    failing: list[str] = []
    forget = forgetter(root)
    for number, item in enumerate(items):
        forget()
        start = time.process_time()
        with calls() as codes:
            passed = passes(item)
        seconds.append(time.process_time() - start)
        if not passed:
            failing.append(item.nodeid)
        for place in places(codes, root):
            tests[place].append(number)
    return failing, seconds, [(*place, numbers) for place, numbers in tests.items()]


def reach_from(observed: Any) -> Reach:
    """Return the Reach that `observe` saw."""
    failing, seconds, rows = observed
    return Reach(failing, array("d", seconds), {(path, place): array("I", numbers) for path, place, numbers in rows})


def run_at_import(modules: Sequence[str], root: Path) -> set[Place]:
    """Import modules for the first time and return the functions below `root` that run meanwhile: they make tables."""
    with calls() as codes:
        for name in modules:
            importlib.import_module(name)
    return places(codes, root)


@contextlib.contextmanager
def calls() -> Iterator[set[CodeType]]:
    """Collect the code of every Python function that is called meanwhile."""
    seen: set[CodeType] = set()
    before = sys.gettrace()

    def note(frame: FrameType, _event: str, _argument: object) -> None:
        seen.add(frame.f_code)

    sys.settrace(note)
    try:
        yield seen
    finally:
        sys.settrace(before)


def places(codes: set[CodeType], root: Path) -> set[Place]:
    """Return the functions below `root`; what is made inside a function counts as that function, too."""
    found: set[Place] = set()
    for code in codes:
        if code.co_filename.startswith(str(root)):
            parts = code.co_qualname.replace(".<locals>", "").split(".")
            named = [part for part in parts if not part.startswith("<")]
            found |= {(code.co_filename, ".".join(named[:length])) for length in range(1, len(named) + 1)}
    return found


def forgetter(root: Path) -> Callable[[], None]:
    """Return a function that empties every cache of the modules below `root`: it puts back what is there now."""
    cached = [thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper)]
    ours = [thing for thing in cached if str(getattr(thing, "__module__", "")).startswith("fidelity_app.")]
    kept = [(table, dict(table)) for table in _tables(root)]

    def forget() -> None:
        for cache in ours:
            cache.cache_clear()
        for table, before in kept:
            if len(table) != len(before):
                table.clear()
                table.update(before)

    return forget


def _tables(root: Path) -> Iterator[dict[Any, Any]]:
    """Yield the dicts of modules below `root`, and those that objects of these modules hold."""
    for module in list(sys.modules.values()):
        if not str(getattr(module, "__file__", "") or "").startswith(str(root)):
            continue
        for thing in list(vars(module).values()):
            if isinstance(thing, dict):
                yield thing
            elif type(thing).__module__.startswith("fidelity_app."):
                yield from (held for held in _held(thing) if isinstance(held, dict))


def _held(thing: object) -> list[object]:
    names = [name for kind in type(thing).__mro__ for name in _slots(kind)]
    return [*getattr(thing, "__dict__", {}).values(), *(getattr(thing, name, None) for name in names)]


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)
