"""Answers under another spelling of the key that was asked for: `Total_Amount`, `receipt.line_items[0].qty`, `Summe`.

Names are paired one to one: the same characters first, then the same but for spelling, then the same meaning
(`core.field_names`). What is left of a list is known by its values, if most of them are there. A key whose name could
be two of the asked ones, or none, stays as it is. No value is looked at to pair a key outside of lists: a wrong value
stays under the key that the model put it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.documents import Field, Kind, split_key
from fidelity_app.core.field_names import Place, fold_name, meaning
from fidelity_app.core.matching.paths import Path, cell_names, list_names, path_of, plain_names
from fidelity_app.core.matching.similarity import essence

_MOST_MUST_AGREE = 0.5
_Given = TypeVar("_Given")
_Names = Mapping[str, Sequence[str]]
"""What each given name may be called, the likeliest first."""


def as_asked(fields: Sequence[Field], items: Sequence[ReadItem]) -> tuple[ReadItem, ...]:
    """Return a keyed reply's items under the keys that were asked for, as far as their own names tell."""
    asked = {field.key for field in fields}
    if all(item.key in asked for item in items):
        return tuple(items)
    lists = _asked_lists(fields)
    paths = {item.key: path for item in items if item.key is not None and (path := path_of(item.key, lists))}
    said = {item.key for item in items if (item.text or "").strip()}
    renamed = _plain_keys(fields, paths, said) | _list_keys(lists, paths, items)
    return tuple(item if item.key is None else replace(item, key=renamed.get(item.key, item.key)) for item in items)


def columns_of(fields: Iterable[Field]) -> dict[tuple[str, str], Kind]:
    """Return the kinds of what was asked by list and cell; a plain key is a column of its own."""
    return {column(field.key): field.kind for field in fields}


def column(key: str) -> tuple[str, str]:
    """Return a key without its row: the list's name and the cell's."""
    name, _, cell = split_key(key)
    return name, cell


_Lists = Mapping[str, Mapping[str, Sequence[Field]]]
"""The fields of each asked list, by cell."""


def _asked_lists(fields: Iterable[Field]) -> _Lists:
    found: dict[str, dict[str, list[Field]]] = defaultdict(lambda: defaultdict(list))
    for field in fields:
        name, row, cell = split_key(field.key)
        if row is not None:
            found[name][cell].append(field)
    return found


def _plain_keys(fields: Sequence[Field], paths: Mapping[str, Path], said: Container[str | None]) -> dict[str, str]:
    """Pair keys outside of lists; on a page that says nothing for a key, another page may say it."""
    asked = [field.key for field in fields if split_key(field.key)[1] is None]
    given = {
        key: list(plain_names(path.names))
        for key, path in paths.items()
        if path.row is None and (path.page < 0 or key in said)
    }
    return _paired(list(dict.fromkeys(asked)), given, Place.PLAIN, said)


def _paired(asked: Sequence[str], given: _Names, place: Place, said: Container[str | None] = ()) -> dict[str, str]:
    """Pair given names with asked ones, where exactly one of each side is called the same.

    Where several given ones are, those count that say something (`said`).
    """
    found: dict[str, str] = {}
    signatures: tuple[Callable[[str], str], ...] = (str, fold_name, lambda name: meaning(name, place))
    for signature in signatures:
        for candidate in range(max(map(len, given.values()), default=0)):
            mine, theirs = defaultdict(list), defaultdict(list)
            for name in asked:
                if name not in found.values():
                    mine[signature(name)].append(name)
            for name, called in given.items():
                if name not in found and candidate < len(called):
                    theirs[signature(called[candidate])].append(name)
            for sign, names in mine.items():
                ours = theirs[sign] if len(theirs[sign]) < 2 else [name for name in theirs[sign] if name in said]
                if sign and len(names) == 1 and len(ours) == 1:
                    found[ours[0]] = names[0]
    return found


def _list_keys(lists: _Lists, paths: Mapping[str, Path], items: Sequence[ReadItem]) -> dict[str, str]:
    """Return the asked key of every cell whose list and column are known."""
    in_lists = {key: path for key, path in paths.items() if path.row is not None}
    texts = {item.key: item.text or "" for item in items if item.key in in_lists}
    names = _lists_renamed(lists, in_lists, texts)
    renamed: dict[str, str] = {}
    for name, cells in lists.items():
        mine = {key: path for key, path in in_lists.items() if names.get(path.names, ("", ""))[0] == name}
        called = {key: names[path.names][1] or ".".join(path.cells) for key, path in mine.items()}
        columns = _columns_renamed(cells, mine, called, texts)
        offsets = _page_offsets(mine)
        for key, path in mine.items():
            row = (path.row or 0) + offsets.get((path.names, path.page), 0)
            cell = columns.get(called[key], called[key])
            renamed[key] = f"{name}[{row}].{cell}" if cell else f"{name}[{row}]"
    unique = Counter(renamed.values())
    return {key: new for key, new in renamed.items() if unique[new] == 1}


def _lists_renamed(
    lists: _Lists, paths: Mapping[str, Path], texts: Mapping[str, str]
) -> dict[tuple[str, ...], tuple[str, str]]:
    """Return the asked list of each given one, with the cell that it is a column of (`items.price[0]`), else empty."""
    given = {names: list(list_names(names)) for names in dict.fromkeys(path.names for path in paths.values())}
    keyed = {".".join(names): called for names, called in given.items()}
    paired = _paired(list(lists), keyed, Place.LIST)
    found = {names: (paired[".".join(names)], "") for names in given if ".".join(names) in paired}
    bare = {path.names for path in paths.values() if not path.cells}
    for names in given:
        if names in found or names not in bare or len(names) < 2:
            continue
        holder = {".".join(names[:-1]): list(list_names(names[:-1]))}
        for name in _paired(list(lists), holder, Place.LIST).values():
            if any(cell for cell in lists[name]):
                found[names] = (name, names[-1])
    return found | _lists_by_values(lists, paths, texts, found)


def _lists_by_values(
    lists: _Lists,
    paths: Mapping[str, Path],
    texts: Mapping[str, str],
    found: Mapping[tuple[str, ...], tuple[str, str]],
) -> dict[tuple[str, ...], tuple[str, str]]:
    open_lists = [name for name in lists if name not in {known for known, _ in found.values()}]
    values: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for key, path in paths.items():
        if path.names not in found:
            values[path.names].append(texts[key])
    mine = {name: [(f.text, Kind.OTHER) for fs in lists[name].values() for f in fs] for name in open_lists}
    return {names: (name, "") for names, name in _by_values(mine, values).items()}


def _columns_renamed(
    cells: Mapping[str, Sequence[Field]], paths: Mapping[str, Path], called: Mapping[str, str], texts: Mapping[str, str]
) -> dict[str, str]:
    """Return the asked cell of each given column of one list."""
    names = {called[key]: list(cell_names(tuple(called[key].split(".")))) for key in paths if called[key]}
    found = _paired([cell for cell in cells if cell], names, Place.CELL)
    values: dict[str, list[str]] = defaultdict(list)
    for key in paths:
        if called[key] and called[key] not in found:
            values[called[key]].append(texts[key])
    mine = {
        cell: [(field.text, field.kind) for field in fields]
        for cell, fields in cells.items()
        if cell and cell not in found.values()
    }
    return found | _by_values(mine, values)


def _by_values(
    asked: Mapping[str, Sequence[tuple[str, Kind]]], given: Mapping[_Given, Sequence[str]]
) -> dict[_Given, str]:
    """Pair columns that have most of their values in common, the likest first."""
    shares: list[tuple[float, int, _Given, str]] = []
    for order, (name, texts) in enumerate(given.items()):
        for wanted, printed in asked.items():
            share = _share(printed, texts)
            if share > _MOST_MUST_AGREE:
                shares.append((-share, order, name, wanted))
    found: dict[_Given, str] = {}
    for _, _, name, wanted in sorted(shares, key=lambda entry: entry[:2]):
        if name not in found and wanted not in found.values():
            found[name] = wanted
    return found


def _share(printed: Sequence[tuple[str, Kind]], texts: Sequence[str]) -> float:
    """Return how many of the printed values are among the texts; a value of one character tells nothing."""
    kinds = {kind for _, kind in printed}
    kind = kinds.pop() if len(kinds) == 1 else Kind.OTHER
    mine = Counter(value for text, _ in printed if len(value := essence(text, kind)) > 1)
    theirs = Counter(essence(text, kind) for text in texts)
    return (mine & theirs).total() / mine.total() if mine else 0.0


def _page_offsets(paths: Mapping[str, Path]) -> dict[tuple[tuple[str, ...], int], int]:
    """Return by how much the rows of each page move down, so that a list goes on from page to page."""
    rows: dict[tuple[str, ...], dict[int, int]] = defaultdict(dict)
    for path in paths.values():
        pages = rows[path.names]
        pages[path.page] = max(pages.get(path.page, 0), (path.row or 0) + 1)
    offsets: dict[tuple[tuple[str, ...], int], int] = {}
    for names, pages in rows.items():
        start = 0
        for page in sorted(pages):
            offsets[names, page] = start
            start += pages[page]
    return offsets
