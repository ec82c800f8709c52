"""A whole page against its transcription: aligned as a field is, in time that grows with what differs.

The two texts are cut in the middle of long stretches that they share, so the stretches cost nothing and only what lies
between is aligned by weights (`core.osa`). A stretch that repeats itself, such as a dotted line, is no place to cut.
Marks get their roles word by word, for a page has many numbers and no parser reads them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from fidelity_app.core.alignment import SET_ASIDE, Alignment, CharOp, OpKind, aligned_ops, new_alignment, new_op
from fidelity_app.core.clusters import class_roles, clusters
from fidelity_app.core.numbers.value import Role

_WORD = re.compile(r"\S+")
_MARGIN = 4
"""Characters of a shared stretch that stay with what lies before and behind it: what is cheapest may reach into it."""
_SHORTEST_STRETCH = 3 * _MARGIN
_EQUAL, _NOTATION = OpKind.EQUAL, OpKind.NOTATION
_SPACE = Role.SPACE


@dataclass(frozen=True, slots=True)
class PageComparison:
    """A page and its transcription. `characters` are those printed, spaces aside; `errors` the differences among them.

    `digits` and `digit_errors` are the same for digits alone: substituted, lost, invented and swapped ones.
    """

    alignment: Alignment
    characters: int
    errors: int
    digits: int
    digit_errors: int


@dataclass(frozen=True, slots=True)
class _Side:
    """One text with a role per code point, the keys that are compared, and the place of each in the text."""

    text: str
    roles: Sequence[Role]
    keys: str | list[str]
    places: Sequence[int]


_Span = tuple[int, int, int, int]
"""A part of the truth and the part of the reading that stands against it, as code points."""


def compare_pages(truth: str, reading: str) -> PageComparison:
    """Align a page with its transcription and count what differs; spaces, line ends and group marks are layout."""
    mine, theirs = _side(truth), _side(reading)
    alignment = new_alignment(truth, reading, tuple(_joined(_aligned(mine, theirs))))
    differences = alignment.differences
    return PageComparison(
        alignment=alignment,
        characters=len(mine.keys),
        errors=len(differences),
        digits=mine.roles.count(Role.DIGIT),
        digit_errors=sum(_is_about_digits(op, mine.roles, theirs.roles) for op in differences),
    )


def _is_about_digits(op: CharOp, mine: Sequence[Role], theirs: Sequence[Role]) -> bool:
    roles = {*mine[op.truth_start : op.truth_end], *theirs[op.reading_start : op.reading_end]}
    return Role.DIGIT in roles


def _side(text: str) -> _Side:
    roles: list[Role] = []
    keys: list[str] = []
    places: list[int] = []
    single = True
    for match in _WORD.finditer(text):
        start = match.start()
        roles += [_SPACE] * (start - len(roles))
        word = _word(match[0])
        roles += word.roles
        keys += word.keys
        places += [start + place for place in word.places]
        single = single and word.single
    roles += [_SPACE] * (len(text) - len(roles))
    places.append(len(text))
    return _Side(text, roles, "".join(keys) if single else keys, places)


@dataclass(frozen=True, slots=True)
class _Word:
    roles: tuple[Role, ...]
    keys: tuple[str, ...]
    places: tuple[int, ...]
    single: bool


@lru_cache(maxsize=16384)
def _word(word: str) -> _Word:
    roles = class_roles(word)
    parts = [part for part in clusters(word, roles) if part.role not in SET_ASIDE]
    keys = tuple(part.key for part in parts)
    return _Word(roles, keys, tuple(part.start for part in parts), all(len(key) == 1 for key in keys))


def _aligned(mine: _Side, theirs: _Side) -> Iterator[CharOp]:
    """Yield the operations part by part; an unchanged part is one operation, however long."""
    for i, i_end, j, j_end in _spans(mine, theirs):
        text, other = mine.text[i:i_end], theirs.text[j:j_end]
        roles, other_roles = mine.roles[i:i_end], theirs.roles[j:j_end]
        if text == other and roles == other_roles:
            if text:
                yield new_op(_EQUAL, i, i_end, j, j_end)
            continue
        for op in aligned_ops(clusters(text, roles), clusters(other, other_roles)):
            yield new_op(op.kind, i + op.truth_start, i + op.truth_end, j + op.reading_start, j + op.reading_end)


def _spans(mine: _Side, theirs: _Side) -> Iterator[_Span]:
    """Yield parts that together cover both texts, cut inside the stretches that both share."""
    i = j = 0
    last = len(mine.keys), len(theirs.keys)
    for block in Levenshtein.opcodes(mine.keys, theirs.keys):
        start, end, other = block.src_start, block.src_end, block.dest_start
        if block.tag != "equal" or not _is_telling(mine.keys[start:end]):
            continue
        head = 0 if (start, other) == (0, 0) else _MARGIN
        tail = 0 if (end, block.dest_end) == last else _MARGIN
        first, final = mine.places[start + head], mine.places[end - tail]
        other_first, other_final = theirs.places[other + head], theirs.places[block.dest_end - tail]
        yield i, first, j, other_first
        yield first, final, other_first, other_final
        i, j = final, other_final
    yield i, len(mine.text), j, len(theirs.text)


def _is_telling(stretch: Sequence[str]) -> bool:
    """Say whether a stretch is long and does not repeat itself after a few characters."""
    if len(stretch) < _SHORTEST_STRETCH:
        return False
    return all(stretch[period:] != stretch[:-period] for period in range(1, _MARGIN + 1))


def _joined(ops: Iterator[CharOp]) -> Iterator[CharOp]:
    """Join neighbouring operations that say that nothing differs."""
    held: CharOp | None = None
    for op in ops:
        if op.kind is not _EQUAL:
            if held is not None:
                yield held
                held = None
            yield op
        elif held is None:
            held = op
        else:
            held = new_op(_EQUAL, held.truth_start, op.truth_end, held.reading_start, op.reading_end)
    if held is not None:
        yield held
