"""The order in which a text's characters stand on paper, from left to right."""

from __future__ import annotations

import unicodedata
from itertools import groupby

_STRONG = {"L": "L", "R": "R", "AL": "R"}
_SIDE = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
_CLOSES = {")": "(", "]": "[", "}": "{"}


def visual_order(text: str) -> tuple[int, ...]:
    """Return the indices of `text` in the order in which they are printed on one line, from left to right.

    Hebrew and Arabic run from the right, the numbers among them from the left. The rules are those of Unicode's UAX #9
    for one paragraph whose direction is that of its first letter; marks that embed or override a direction have no
    effect.
    """
    kinds = [unicodedata.bidirectional(char) or "L" for char in text]
    if not {"R", "AL", "AN"} & set(kinds):
        return tuple(range(len(text)))
    base = next((1 if _STRONG[kind] == "R" else 0 for kind in kinds if kind in _STRONG), 0)
    levels = _levels(_with_sides(_with_brackets(text, _resolved(kinds, base), base), base), base)
    for place in range(len(text) - 1, -1, -1):
        if not text[place].isspace():
            break
        levels[place] = base
    order = list(range(len(text)))
    for level in range(max(levels), 0, -1):
        start = 0
        for is_in, run in groupby([levels[index] >= level for index in order]):
            end = start + len(list(run))
            if is_in:
                order[start:end] = order[start:end][::-1]
            start = end
    return tuple(order)


def _resolved(kinds: list[str], base: int) -> list[str]:
    """Return the types after the weak rules W1 to W7: only L, R, EN, AN and ON are left."""
    found: list[str] = []
    strong = ""
    for kind in kinds:
        if kind == "NSM":
            kind = found[-1] if found else "ON"
        elif kind == "EN" and strong == "AL":
            kind = "AN"
        strong = kind if kind in _STRONG else strong
        found.append(kind)
    found = ["R" if kind == "AL" else kind for kind in found]
    for place in range(1, len(found) - 1):
        around = {found[place - 1], found[place + 1]}
        joins = {"CS": ({"EN"}, {"AN"}), "ES": ({"EN"},)}.get(found[place], ())
        if around in joins:
            found[place] = found[place - 1]
    for forward in (True, False):
        places = range(1, len(found)) if forward else range(len(found) - 2, -1, -1)
        for place in places:
            if found[place] == "ET" and found[place - 1 if forward else place + 1] == "EN":
                found[place] = "EN"
    strong = "R" if base else "L"
    for place, kind in enumerate(found):
        strong = kind if kind in ("L", "R") else strong
        if kind == "EN" and strong == "L":
            found[place] = "L"
    return [kind if kind in _SIDE else "ON" for kind in found]


def _with_brackets(text: str, kinds: list[str], base: int) -> list[str]:
    """Give both brackets of a pair the direction of what they hold (N0)."""
    own, other = ("R", "L") if base else ("L", "R")
    found = list(kinds)
    for start, end in _pairs(text, kinds):
        inside = {_SIDE.get(kind, "") for kind in found[start + 1 : end]}
        if own in inside:
            found[start] = found[end] = own
        elif other in inside:
            before = next((_SIDE[kind] for kind in found[start - 1 :: -1] if kind in _SIDE), own) if start else own
            found[start] = found[end] = before if before == other else own
    return found


def _pairs(text: str, kinds: list[str]) -> list[tuple[int, int]]:
    """Return the places of brackets that belong together, by their openings."""
    pairs: list[tuple[int, int]] = []
    opened: list[int] = []
    for place, char in enumerate(text):
        if kinds[place] != "ON":
            continue
        if char in _CLOSES.values():
            opened.append(place)
        elif char in _CLOSES:
            partner = next((at for at in reversed(opened) if text[at] == _CLOSES[char]), None)
            if partner is not None:
                opened = opened[: opened.index(partner)]
                pairs.append((partner, place))
    return sorted(pairs)


def _with_sides(kinds: list[str], base: int) -> list[str]:
    """Give neutrals the direction of both their neighbours, or the paragraph's where these differ (N1, N2)."""
    own = "R" if base else "L"
    sides = [_SIDE.get(kind, "") for kind in kinds]
    found = list(kinds)
    start = 0
    for kind, run in groupby(kinds):
        end = start + len(list(run))
        if kind == "ON":
            before = sides[start - 1] if start else own
            after = sides[end] if end < len(kinds) else own
            found[start:end] = [before if before == after else own] * (end - start)
        start = end
    return found


def _levels(kinds: list[str], base: int) -> list[int]:
    table = {"L": 2, "R": 1, "EN": 2, "AN": 2} if base else {"L": 0, "R": 1, "EN": 2, "AN": 2}
    return [table[kind] for kind in kinds]
