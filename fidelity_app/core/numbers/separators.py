"""Which readings of `1.234,56`, `1,234` or `7 00` are well formed, before anything is known about the page."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal

ARABIC_DECIMAL, ARABIC_GROUP, MIDDLE_DOT = "\u066b", "\u066c", "·"
GROUP_ONLY = frozenset(" '_" + ARABIC_GROUP)
DECIMAL_ONLY = frozenset(":" + ARABIC_DECIMAL)
MARKS = " '_.,:" + ARABIC_DECIMAL + ARABIC_GROUP + MIDDLE_DOT
BODY = re.compile(f"[0-9{re.escape(MARKS)}]*[0-9][0-9{re.escape(MARKS)}]*")
_RUNS = re.compile(f"([{re.escape(MARKS)}]+)")


@dataclass(frozen=True, slots=True)
class Split:
    """One reading of a body: its digits, and which mark it takes for what."""

    integer: str
    fraction: str = ""
    decimal_mark: str = ""
    group_mark: str = ""
    flags: tuple[str, ...] = ()

    @property
    def number(self) -> Decimal:
        """Return the exact value, with the fraction as written."""
        return Decimal(f"{self.integer}.{self.fraction}")


@dataclass(frozen=True, slots=True)
class Splits:
    """All readings of a body: the well-formed ones, else one irregular reading, else only what it may have meant."""

    well_formed: tuple[Split, ...] = ()
    irregular: Split | None = None
    maybe: tuple[Split, ...] = ()


def is_grouped(runs: list[str]) -> bool:
    """Say whether digit runs are groups of three, Indian groups (2,2,3) or, from three runs on, groups of four."""
    if runs[0] == "" or runs[0][0] == "0":
        return False
    first, rest = len(runs[0]), [len(run) for run in runs[1:]]
    if all(size == 3 for size in rest):
        return first <= 3
    if rest[-1] == 3 and all(size == 2 for size in rest[:-1]):
        return first <= 2
    return len(rest) > 1 and first <= 4 and all(size == 4 for size in rest)


def split(body: str) -> Splits:
    """Return the readings of a body of ASCII digits and marks (see MARKS). A body without digits has none."""
    pieces = _RUNS.split(body.strip(" "))
    runs, marks = pieces[0::2], pieces[1::2]
    flags: list[str] = []
    marks = [_one_mark(mark, flags) for mark in marks]
    if not any(runs):
        return Splits()
    if runs[-1] == "":
        return _dangling(runs[:-1], marks, flags)
    if not marks:
        return Splits((Split(runs[0]),))
    found = _several(runs, marks, tuple(flags))
    if found == Splits() and " " in body:
        joined = split(body.replace(" ", "")).well_formed
        return Splits(maybe=tuple(replace(item, flags=(*item.flags, "stray-space")) for item in joined))
    return found


def _one_mark(mark: str, flags: list[str]) -> str:
    """Reduce a run of marks to one: `. ` had a stray space, `,,` was doubled; other runs stay and fit nowhere."""
    if len(mark) == 1:
        return mark
    visible = mark.replace(" ", "")
    if not visible:
        flags.append("stray-space")
        return " "
    if len(set(visible)) == 1:
        flags.append("stray-space" if len(visible) < len(mark) else "irregular-grouping")
        return visible[0]
    return mark


def _dangling(runs: list[str], marks: list[str], flags: list[str]) -> Splits:
    """Read a body whose last character is a mark: `99.` is 99; `108,565,` lost its last group."""
    last = marks[-1]
    if last not in ".," and last not in DECIMAL_ONLY:
        return Splits(maybe=(Split("".join(runs), flags=(*flags, "dangling-mark")),))
    if len(runs) == 1:
        return Splits((Split(runs[0], decimal_mark=last, flags=(*flags, "dangling-mark")),))
    inner = _several(runs, marks[:-1], (*flags, "dangling-mark"))
    grouped = tuple(item for item in inner.well_formed if not item.fraction)
    full_stop = last == "." and last in marks[:-1]  # it ends a sentence, and says nothing about the number
    return Splits(grouped) if grouped and not full_stop else inner


def _several(runs: list[str], marks: list[str], flags: tuple[str, ...]) -> Splits:
    found = (_grouped_split(runs, marks, flags), _decimal_split(runs, marks, flags))
    good = tuple(item for item in found if item is not None)
    return Splits(good) if good else _irregular(runs, marks, flags)


def _decimal_split(runs: list[str], marks: list[str], flags: tuple[str, ...]) -> Split | None:
    last, groups = marks[-1], marks[:-1]
    if last in GROUP_ONLY or len(last) > 1 or (last == ":" and len(runs[-1]) != 2):
        return None
    item = Split("".join(runs[:-1]), runs[-1], last, groups[0] if groups else "", flags)
    if not groups:
        return item if "irregular-grouping" not in flags else None
    same = {groups[0]} == {*groups} and groups[0] != last and groups[0] not in DECIMAL_ONLY and len(groups[0]) == 1
    return item if same and is_grouped(runs[:-1]) else None


def _grouped_split(runs: list[str], marks: list[str], flags: tuple[str, ...]) -> Split | None:
    if len(set(marks)) != 1 or marks[0] in DECIMAL_ONLY or len(marks[0]) > 1:
        return None
    fine = is_grouped(runs) or runs == ["0", "000"]
    return Split("".join(runs), group_mark=marks[0], flags=flags) if fine else None


def _irregular(runs: list[str], marks: list[str], flags: tuple[str, ...]) -> Splits:
    """Read groups of wrong sizes: two kinds of mark leave one reading (flagged); one kind leaves the choice open.

    A space that makes no such groups may stand between two numbers, so it never leaves one reading.
    """
    flagged = tuple(dict.fromkeys((*flags, "irregular-grouping")))
    joined, last, tail = "".join(runs), marks[-1], runs[-1]
    as_decimal = Split("".join(runs[:-1]), tail, last, marks[0] if len(marks) > 1 else "", flagged)
    as_group = Split(joined, group_mark=marks[0], flags=flagged)
    kinds = set(marks)
    if any(len(mark) > 1 for mark in marks) or kinds.intersection(marks[:-1], DECIMAL_ONLY):
        return Splits()
    if len(kinds) == 2 and last not in GROUP_ONLY and marks.count(last) == 1 and runs[0] != "":
        return Splits(maybe=(as_decimal,)) if " " in kinds else Splits(irregular=as_decimal)
    if len(kinds) > 1 or last in DECIMAL_ONLY:
        return Splits()
    if len(tail) == 3 and last not in GROUP_ONLY and joined[0] != "0":
        return Splits(irregular=as_group)
    maybe = (as_decimal,) if len(tail) <= 2 else ()
    return Splits(maybe=maybe + ((as_group,) if joined[0] != "0" else ()))
