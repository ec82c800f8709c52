"""Keys of a reply taken apart: containers, pages, lists and cells, whatever a model nests them in."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from fidelity_app.core.field_names import Place, fold_name, is_known

_SEGMENT = re.compile(r"([^.\[\]]+)(?:\[(\d+)\])?(?:\.|$)")
_PAGES = frozenset({"pages", "page", "documents", "receipts", "invoices", "results", "seiten"})
_WRAPPERS = frozenset({"value", "amount", "text", "raw", "printed", "content", "rawtext", "val"})
"""What stands between a key and its value: `total.value`."""
_ROW_HOLDERS = frozenset({"rows", "row", "list", "entries", "data", "items", "lines", "values", "table"})


@dataclass(frozen=True, slots=True)
class Path:
    """One key taken apart. `page` is the page it was listed under (-1: none), `row` None outside of lists."""

    page: int
    names: tuple[str, ...]
    row: int | None
    cells: tuple[str, ...]


def path_of(key: str, asked_lists: Collection[str]) -> Path | None:
    """Take a key apart, None for one that is nested in more lists than pages and rows."""
    segments: list[tuple[str, int | None]] = []
    at = 0
    while at < len(key):
        match = _SEGMENT.match(key, at)
        if match is None:
            return None
        segments.append((match[1], None if match[2] is None else int(match[2])))
        at = match.end()
    page = -1
    for index, (name, number) in enumerate(segments[:-1]):
        if number is not None:
            if fold_name(name) in _PAGES and name not in asked_lists:
                page, segments = number, segments[index + 1 :]
            break
    rows = [index for index, (_, number) in enumerate(segments) if number is not None]
    if len(rows) > 1:
        return None
    if not rows:
        return Path(page, tuple(name for name, _ in segments), None, ())
    end = rows[0] + 1
    names = tuple(name for name, _ in segments)
    return Path(page, names[:end], segments[rows[0]][1], names[end:])


def plain_names(names: tuple[str, ...]) -> Iterator[str]:
    """Yield what a path outside of lists may be called: all of it, without its containers, without a wrapper.

    A container that is a known name of its own (`discount.total`) is never left out.
    """
    yield from _with_and_without(names, _WRAPPERS)
    bare = _without_containers(names)
    if bare != names:
        yield from _with_and_without(bare, _WRAPPERS)


def list_names(names: tuple[str, ...]) -> Iterator[str]:
    """Yield what a list may be called: all of its path, without its containers, without what only holds its rows."""
    yield from _with_and_without(names, _ROW_HOLDERS)
    bare = _without_containers(names)
    if bare != names:
        yield from _with_and_without(bare, _ROW_HOLDERS)


def cell_names(cells: tuple[str, ...]) -> Iterator[str]:
    """Yield what a cell may be called: all of its path, and without a wrapper."""
    yield from _with_and_without(cells, _WRAPPERS)


def _with_and_without(names: tuple[str, ...], endings: Collection[str]) -> Iterator[str]:
    yield ".".join(names)
    if len(names) > 1 and fold_name(names[-1]) in endings:
        yield ".".join(names[:-1])


def _without_containers(names: tuple[str, ...]) -> tuple[str, ...]:
    first = 0
    while first < len(names) - 1 and not any(is_known(names[first], place) for place in (Place.PLAIN, Place.LIST)):
        first += 1
    return names[first:]
