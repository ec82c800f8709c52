"""Try changes against the tests: each change lives and dies in a child process that has everything imported already."""

from __future__ import annotations

import contextlib
import gc
import importlib.machinery
import importlib.util
import inspect
import json
import os
import resource
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from tests.mutation.changes import Change

KILLED, SURVIVED, LATE = "noticed", "survived", "too late"
_MOST_EXAMPLES = 10
_LIMIT_S = 300
# Processor time after which a test has noticed a change: without any, none takes a third of it.
_TEST_LIMIT_S = 10.0
_MOST_MEMORY = 3 * 2**30
_OPTIONS = ("-o", "addopts=", "--import-mode=importlib", "--assert=plain", "-s")
_PLUGINS_OFF = ("cacheprovider", "terminal", "xdist")


class ChildFailed(Exception):
    """The work of a child raised; the text is its traceback."""


def in_child(work: Callable[[], Any], limit_s: float) -> Any:
    """Return what a function returns in a child process, which must be fit for JSON.

    LATE when it takes too long, KILLED when the child dies. Raises ChildFailed when the function raises.
    """
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        _work_and_leave(work, writes)
    os.close(writes)
    answer, deadline = b"", time.monotonic() + limit_s
    with os.fdopen(reads, "rb", buffering=0) as pipe:
        while (left := deadline - time.monotonic()) > 0 and select.select([pipe], [], [], left)[0]:
            chunk = pipe.read(1 << 16)
            if not chunk:
                break
            answer += chunk
    late = deadline <= time.monotonic()
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if late or not answer:
        return LATE if late else KILLED
    result, error = json.loads(answer)
    if error:
        raise ChildFailed(error)
    return result


def _work_and_leave(work: Callable[[], Any], writes: int) -> None:
    """Do the work silently and send (result, traceback)."""
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    try:
        try:
            answer = work(), ""
        except BaseException:  # noqa: BLE001 (also what a change makes of SystemExit and the like)
            answer = None, traceback.format_exc()
        with os.fdopen(writes, "w", encoding="utf-8") as pipe:
            json.dump(answer, pipe)
    finally:
        os._exit(0)


class _Loop:
    """A pytest plugin that collects as usual and then hands the items to a function of ours."""

    def __init__(self, use: Callable[[list[pytest.Item]], None]) -> None:
        self._use = use
        self.error = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Give property tests few examples, and the same ones every time."""
        from hypothesis import settings

        for item in items:
            function = getattr(item, "obj", None)
            old = getattr(function, "_hypothesis_internal_use_settings", None)
            if old is not None:
                most = min(old.max_examples, _MOST_EXAMPLES)
                new = settings(old, max_examples=most, derandomize=True, database=None, deadline=None)
                getattr(function, "__func__", function)._hypothesis_internal_use_settings = new

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._use(session.items)
        return True

    def pytest_internalerror(self, excrepr: object) -> bool:
        self.error = str(excrepr)
        return True


def collect(paths: Sequence[str], use: Callable[[list[pytest.Item]], None]) -> None:
    """Collect tests as pytest does and hand them to `use`. Raises RuntimeError when collecting or using fails."""
    off = [option for name in _PLUGINS_OFF for option in ("-p", f"no:{name}")]
    loop = _Loop(use)
    code = pytest.main([*_OPTIONS, *off, *paths], plugins=[loop])
    if loop.error or code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError(loop.error or f"pytest ended with {code!r}")


class _TooLong(BaseException):
    """A test takes so much longer than without the change that it has noticed it; no code of ours catches this."""


def _give_up(_signal: int, _frame: object) -> None:
    raise _TooLong


def passes(item: pytest.Item) -> bool:
    """Run one collected test; the fixtures that guard all tests (no network, a home) take longest and are left out."""
    signal.signal(signal.SIGPROF, _give_up)
    signal.setitimer(signal.ITIMER_PROF, _TEST_LIMIT_S, 1.0)
    try:
        return _passes(item)
    except (Exception, _TooLong):  # noqa: BLE001 (whatever a test raises, it has noticed)
        return False
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _passes(item: pytest.Item) -> bool:
    from _pytest.runner import runtestprotocol

    values = item.callspec.params if hasattr(item, "callspec") else {}
    if isinstance(item, pytest.Function) and values.keys() == set(item._fixtureinfo.argnames):
        item.obj(**values)
        return True
    return not any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def functions_under(root: Path) -> dict[str, list[FunctionType]]:
    """Return all functions that are alive now, by the file below `root` that they come from."""
    found: dict[str, list[FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(str(root)):
            found.setdefault(thing.__code__.co_filename, []).append(thing)
    gc.freeze()  # the children then share these pages with their parent
    return found


def try_in_place(change: Change, root: Path, functions: Sequence[FunctionType], items: Sequence[pytest.Item]) -> str:
    """Put a change of a function's body into the living functions and run the tests until one fails.

    Return the name of the test that noticed, or SURVIVED, or LATE.
    """
    path = root / change.path
    code = compile(change.tree(path.read_text(encoding="utf-8")), str(path), "exec")

    def work() -> str:
        _swap(code, functions)
        return next((item.nodeid for item in items if not passes(item)), SURVIVED)

    return _outcome(work)


def _outcome(work: Callable[[], str]) -> str:
    try:
        return str(in_child(work, _LIMIT_S))
    except ChildFailed:
        return KILLED


def _swap(module: CodeType, functions: Sequence[FunctionType]) -> None:
    new = {(code.co_qualname, code.co_firstlineno): code for code in _codes(module)}
    for function in functions:
        if (code := new.get((function.__code__.co_qualname, function.__code__.co_firstlineno))) is not None:
            function.__code__ = code


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


class _Changed(importlib.machinery.SourceFileLoader):
    """Loads one module from its changed tree."""

    code: CodeType

    def get_code(self, fullname: str) -> CodeType:
        return self.code


class _Finder:
    """Finds the changed module in place of the one on the disk."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        self._name, self._path, self._code = name, path, code

    def find_spec(self, name: str, path: object = None, target: ModuleType | None = None) -> Any:
        if name != self._name:
            return None
        loader = _Changed(name, self._path)
        loader.code = self._code
        is_package = self._path.endswith("__init__.py")
        spec = importlib.machinery.ModuleSpec(name, loader, origin=self._path, is_package=is_package)
        if is_package:
            spec.submodule_search_locations = [str(Path(self._path).parent)]
        spec.has_location = True
        return spec


def try_from_import(change: Change, root: Path, tables: Sequence[str], tests: Sequence[str]) -> str:
    """Import the changed module afresh and run tests until one fails: files of one big table each, then the others.

    Return the name of the test that noticed, or KILLED for an import that fails, or SURVIVED, or LATE.
    """
    path = root / change.path
    code = compile(change.tree(path.read_text(encoding="utf-8")), str(path), "exec")
    module = ".".join(Path(change.path).with_suffix("").parts).removesuffix(".__init__")
    outcome = [KILLED]

    def use(items: list[pytest.Item]) -> None:
        outcome[0] = next((item.nodeid for item in items if not passes(item)), SURVIVED)

    def work() -> str:
        assert module not in sys.modules, "a change at module level needs a fresh import"
        sys.meta_path.insert(0, _Finder(module, str(path), code))
        for table in tables:
            if (noticed := _first_failing_row(table)) is not None:
                return noticed
        collect(tests, use)
        return outcome[0]

    return _outcome(work)


def _first_failing_row(path: str) -> str | None:
    """Run the tests of a file over the rows of their tables, without pytest, whose collecting would take longest."""
    name = "table_" + Path(path).stem
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None, path
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    for function in [thing for label, thing in vars(module).items() if label.startswith("test_")]:
        for values in _rows(function):
            try:
                function(**values)
            except Exception:  # noqa: BLE001 (whatever a test raises, it has noticed)
                return f"{path}::{function.__name__}"
    return None


def _rows(function: Callable[..., None]) -> Iterator[dict[str, Any]]:
    """Yield the arguments of a test that has one table of them, and of no other test."""
    marks = [mark for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
    if len(marks) != 1 or hasattr(function, "hypothesis"):
        return
    named = marks[0].args[0]
    names = [name.strip() for name in (named.split(",") if isinstance(named, str) else named)]
    if names != list(inspect.signature(function).parameters):
        return
    for row in marks[0].args[1]:
        values = getattr(row, "values", row) if hasattr(row, "marks") else row if len(names) > 1 else (row,)
        yield dict(zip(names, values, strict=True))
