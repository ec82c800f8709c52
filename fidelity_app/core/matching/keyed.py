"""Keyed replies to fields: by key; lists by rows first, then cells; then what stands under another field's key."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.documents import Field, Kind, split_key
from fidelity_app.core.matching.match import Bench, Match, elsewhere
from fidelity_app.core.matching.rows import pair_rows
from fidelity_app.core.matching.similarity import essence
from fidelity_app.core.verdicts import Verdict

_TELLING_LENGTH = 3
"""Shorter values occur twice on a page by chance: a quantity of 2 read as 1 is no 1 of another line."""

_BEST_FIRST = {
    Verdict.EXACT: 0,
    Verdict.LAYOUT_ONLY: 1,
    Verdict.PRECISION_CHANGED: 2,
    Verdict.AMBIGUOUS: 3,
    Verdict.MISMATCH: 4,
}


def match_keyed(fields: Sequence[Field], items: Sequence[ReadItem], bench: Bench) -> list[Match]:
    """Pair every key once with its answer; several fields under one plain key are several right texts of one slot."""
    answers = {item.key: item for item in items if item.key is not None}
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
    return _second_pass(matches, extras, fields, bench)


def slots_of(fields: Iterable[Field], *, keyed: bool) -> tuple[Field, ...]:
    """Return the fields that are slots: for a keyed reply one per key, because a key can be answered only once."""
    return tuple(group[0] for group in _by_key(fields).values()) if keyed else tuple(fields)


def _by_key(fields: Iterable[Field]) -> dict[str, list[Field]]:
    groups: dict[str, list[Field]] = defaultdict(list)
    for field in fields:
        groups[field.key].append(field)
    return dict(groups)


def _best(group: Sequence[Field], item: ReadItem | None, bench: Bench) -> Match:
    """Judge one answer against every right text of its key and keep the best."""
    if item is None:
        return bench.omitted(group[0])
    tried = [bench.matched(field, item) for field in group]
    return min(tried, key=lambda match: _BEST_FIRST.get(match.judgement.verdict, len(_BEST_FIRST)))


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


def _second_pass(
    matches: Sequence[Match], extras: Sequence[ReadItem], fields: Sequence[Field], bench: Bench
) -> list[Match]:
    """Name values that belong to another field, give leftovers to omitted fields, and report what is invented."""
    right = {match.field.id for match in matches if match.field is not None and match.is_right}
    out = [_if_elsewhere(match, fields, right, bench) for match in matches]
    for extra in extras:
        place = next((index for index, match in enumerate(out) if _is_answered_by(match, extra, bench)), None)
        if place is None:
            out.append(bench.invented(extra))
        else:
            field = out[place].field
            assert field is not None
            out[place] = elsewhere(bench.matched(field, extra), extra.key or "")
    return out


def _if_elsewhere(match: Match, fields: Sequence[Field], right: set[str], bench: Bench) -> Match:
    if match.field is None or match.text is None or match.judgement.verdict is not Verdict.MISMATCH:
        return match
    for other in fields:
        may_belong = other.key != match.field.key and _may_belong(match.field, match.text, other, other.id in right)
        if may_belong and bench.same_value(other, match.text):
            return elsewhere(match, other.key)
    return match


def _may_belong(field: Field, text: str, other: Field, other_is_right: bool) -> bool:
    """Say whether a wrong value may be another field's: of its kind, and no coincidence."""
    if other.kind is not field.kind or not other.text.strip():
        return False
    if not other_is_right:
        return len(essence(text, field.kind)) >= 2
    name, row, cell = split_key(field.key)
    other_name, other_row, other_cell = split_key(other.key)
    same_column = row is not None and (name, cell) == (other_name, other_cell) and row != other_row
    return not same_column and len(essence(text, field.kind)) >= _TELLING_LENGTH


def _is_answered_by(match: Match, extra: ReadItem, bench: Bench) -> bool:
    field, text = match.field, extra.text or ""
    if field is None or match.judgement.verdict is not Verdict.OMITTED or not field.text.strip():
        return False
    return len(essence(text, field.kind)) >= 2 and bench.same_value(field, text)


def amount_texts(fields: Sequence[Field], items: Sequence[ReadItem]) -> tuple[str, ...]:
    """Return what a keyed reply says where amounts are asked for: by these its own style is known."""
    columns = {_column(field.key) for field in fields if field.kind is Kind.AMOUNT}
    return tuple(item.text for item in items if item.text and item.key and _column(item.key) in columns)


def _column(key: str) -> tuple[str, str]:
    name, _, cell = split_key(key)
    return name, cell
