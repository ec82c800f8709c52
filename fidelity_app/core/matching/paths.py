"""Keys of a reply taken apart: containers, pages, lists and cells, whatever a model nests them in."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from fidelity_app.core.field_names import Place, fold_name, is_known

_SEGMENT = re.compile(r"([^.\[\]]+)((?:\[\d+\])*)(?:\.|$)")
_NUMBER = re.compile(r"\d+")
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
    segments = _segments(key)
    if segments is None:
        return None
    page = -1
    first = next((index for index, (_, number) in enumerate(segments) if number is not None), len(segments))
    if first < len(segments) - 1 and fold_name(segments[first][0]) in _PAGES and segments[first][0] not in asked_lists:
        page, segments = segments[first][1] or 0, segments[first + 1 :]
    rows = [index for index, (_, number) in enumerate(segments) if number is not None]
    names = tuple(name for name, _ in segments)
    if len(rows) > 1:
        return None
    if not rows:
        return Path(page, names, None, ())
    end = rows[0] + 1
    return Path(page, names[:end], segments[rows[0]][1], names[end:])


def _segments(key: str) -> list[tuple[str, int | None]] | None:
    """Return the names of a key, each with its index if it has one; None for what is no path.

    Rows under numbers for names (`items.1.price`) are rows, and a list in a row has numbers for the names of its cells.
    """
    found: list[tuple[str, int | None]] = []
    at = 0
    while at < len(key):
        match = _SEGMENT.match(key, at)
        if match is None:
            return None
        name, numbers = match[1], [int(number) for number in _NUMBER.findall(match[2])]
        if name.isdecimal() and found and found[-1][1] is None and not numbers:
            found[-1] = found[-1][0], int(name)
        else:
            found.append((name, numbers[0] if numbers else None))
            found += [(str(number), None) for number in numbers[1:]]
        at = match.end()
    return found


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
