"""Keyed replies to fields: by key; lists by rows first, then cells; then what stands under another field's key."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.documents import Field, split_key
from fidelity_app.core.matching.leftovers import second_pass
from fidelity_app.core.matching.match import Bench, Match
from fidelity_app.core.matching.naming import as_asked
from fidelity_app.core.matching.rows import pair_rows
from fidelity_app.core.verdicts import Judgement, Verdict

_BEST_FIRST = {
    Verdict.EXACT: 0,
    Verdict.LAYOUT_ONLY: 1,
    Verdict.PRECISION_CHANGED: 2,
    Verdict.AMBIGUOUS: 3,
    Verdict.MISMATCH: 4,
}


def match_keyed(fields: Sequence[Field], items: Sequence[ReadItem], bench: Bench) -> list[Match]:
    """Pair every key once with its answer; several fields under one key are several right texts of one slot.

    An answer under another spelling of an asked key is that key's (`core.matching.naming`).
    """
    answers = {item.key: item for item in as_asked(fields, items) if item.key is not None}
    renamed = _rows_renamed(fields, answers, bench)
    matches: list[Match] = []
    used: set[str] = set()
    for key, group in _by_key(fields).items():
        asked = renamed.get(key, key)
        item = answers.get(asked)
        if item is not None:
            used.add(asked)
        matches.append(_best(group, item, bench))
    extras = [item for key, item in answers.items() if key not in used and (item.text or "").strip()]
    return second_pass(matches, extras, fields, bench)


def slots_of(fields: Iterable[Field], *, keyed: bool) -> tuple[Field, ...]:
    """Return the fields that are slots: for a keyed reply one per key, because a key can be answered only once."""
    return tuple(group[0] for group in _by_key(fields).values()) if keyed else tuple(fields)


def _by_key(fields: Iterable[Field]) -> dict[str, list[Field]]:
    groups: dict[str, list[Field]] = defaultdict(list)
    for field in fields:
        groups[field.key].append(field)
    return dict(groups)


def _best(group: Sequence[Field], item: ReadItem | None, bench: Bench) -> Match:
    """Judge one answer against every right text of its slot."""
    return bench.omitted(group[0]) if item is None else nearest([bench.matched(field, item) for field in group])


def nearest(tried: Sequence[Match]) -> Match:
    """Keep the best of one answer's matches with the right texts of one slot; the slot is the first field always."""
    slot = tried[0].field
    best = min(tried, key=lambda match: _how_far(match.judgement))
    return best if best.field is slot else replace(best, field=slot, compared=best.field)


def _how_far(judgement: Judgement) -> tuple[int, int]:
    """Order judgements of one answer: right ones before wrong ones, and these by how many characters differ."""
    differs = 0 if judgement.alignment is None else len(judgement.alignment.differences)
    return _BEST_FIRST.get(judgement.verdict, len(_BEST_FIRST)), differs


def _rows_renamed(fields: Sequence[Field], answers: Mapping[str, ReadItem], bench: Bench) -> dict[str, str]:
    """Return the reply's key for each truth key that stands in a row, once the rows are paired."""
    truth_rows: dict[str, dict[int, dict[str, Field]]] = defaultdict(lambda: defaultdict(dict))
    for field in fields:
        name, row, cell = split_key(field.key)
        if row is not None:
            truth_rows[name][row].setdefault(cell, field)
    reply_rows: dict[str, dict[int, dict[str, ReadItem]]] = defaultdict(lambda: defaultdict(dict))
    for key, item in answers.items():
        name, row, cell = split_key(key)
        if row is not None:
            reply_rows[name][row][cell] = item
    renamed: dict[str, str] = {}
    for name, rows in truth_rows.items():
        pairs = pair_rows(rows, reply_rows.get(name, {}), bench)
        for row, cells in rows.items():
            for cell, field in cells.items():
                renamed[field.key] = _reply_key(name, pairs.get(row), cell, reply_rows.get(name, {}))
    return renamed


def _reply_key(name: str, row: int | None, cell: str, rows: Mapping[int, Mapping[str, ReadItem]]) -> str:
    """Return the reply's key of a cell; a list of bare values answers a list of rows with one cell."""
    if row is None:
        return ""
    bare = list(rows[row]) == [""] and cell != ""
    return f"{name}[{row}]" if bare or not cell else f"{name}[{row}].{cell}"
