"""Which part of a located line lies in a field's box: cut character by character, by geometry alone.

The truth's text is never asked, so that no reading is made right by where it is cut. Digits have the benefit of the
doubt: a run of them is never cut in the middle, a sign that touches a number stays with it. Words and marks outside the
box (`No.` in front of a number, the bracket behind a price) belong to the print around the field.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import pairwise

from fidelity_app.core.documents import Kind
from fidelity_app.core.matching.tokens import (
    NO_DIGIT,
    NUMERIC_KINDS,
    SIGNS,
    Span,
    number_cores,
    signs_after,
    signs_before,
)
from fidelity_app.core.numbers import currencies, units

Reach = tuple[float, float]
"""From where to where a character runs along the field's box: 0 is the box's left edge, 1 its right edge."""

_DIGITS = re.compile(r"\d+")
_LETTERS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"\S+")
_LIKE_INK = "§!?&|©®°"
_WHOLE_WORDS = frozenset({Kind.OTHER, Kind.DATE, Kind.TIME})
_JOINS = frozenset("/-.:,")
_GRACE = 0.5
"""Digits this share of their width outside of the box still belong to it: readers place characters roughly."""
_GRACE_OF_A_WORD = 0.6
"""A letter of a word that stands in the box is cut only where the reader placed it clearly outside."""
_UNITS = units.WEIGHTS_AND_VOLUMES | units.LENGTHS | units.COUNTS | frozenset(units.MULTIPLIERS)


class Sort(Enum):
    """What a piece of a line is: it decides how much of it must lie in the box."""

    NUMBER = auto()
    LETTERS = auto()
    MARK = auto()


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line that is kept or cut as a whole."""

    start: int
    end: int
    sort: Sort


@lru_cache(maxsize=8192)
def pieces(text: str, kind: Kind) -> tuple[Piece, ...]:
    """Return the pieces of a line in order, spaces left out: numbers, words or letters, and single marks."""
    spans = number_cores(text) if kind in NUMERIC_KINDS else [match.span() for match in _DIGITS.finditer(text)]
    found: list[Piece] = []
    at = 0
    for start, end in [*spans, (len(text), len(text))]:
        found += _between(text, at, start, whole_words=kind in _WHOLE_WORDS or kind in NUMERIC_KINDS)
        if start < end:
            found.append(Piece(start, end, Sort.NUMBER))
        at = end
    return tuple(found)


def _between(text: str, start: int, end: int, *, whole_words: bool) -> list[Piece]:
    found: list[Piece] = []
    at = start
    while at < end:
        word = _LETTERS.match(text, at, end)
        stop = word.end() if word is not None and whole_words and not _is_ideograph(text[at]) else at + 1
        if word is not None:
            cut = next((place for place in range(at + 1, stop) if _is_ideograph(text[place])), stop)
            found.append(Piece(at, cut, Sort.LETTERS))
            stop = cut
        elif not text[at].isspace():
            found.append(Piece(at, at + 1, Sort.MARK))
        at = stop
    return found


def _is_ideograph(char: str) -> bool:
    """Say whether a letter is of a script that writes without spaces, so that each may begin a word."""
    return unicodedata.east_asian_width(char) in "WF"


def cut(
    text: str, reaches: Sequence[Reach], kind: Kind, *, is_exact: bool, seams: frozenset[int] = frozenset()
) -> Span | None:
    """Return the part of a line that belongs to a box, given each character's reach along it; None when none does.

    `is_exact` says that the reader told where each character is, so that letters can be cut off a word. The span's
    doubt is `NO_DIGIT` where a number was to be read and no digit stands in the box. At `seams` (`core.matching.seams`)
    a digit follows that belongs to another field, so that a run of digits ends there.
    """
    line = _Line(text, reaches, kind, seams)
    inside = line.with_neighbours(line.inside()) or line.grazed()
    if not inside:
        return None
    if kind not in NUMERIC_KINDS:
        return line.without_glued_letters(inside) if is_exact else Span(inside[0].start, inside[-1].end)
    numbers = [piece for piece in inside if piece.sort is Sort.NUMBER]
    if not numbers:
        return Span(inside[0].start, inside[-1].end, NO_DIGIT)
    return line.dressed(numbers[0].start, numbers[-1].end)


@lru_cache(maxsize=8192)
def whole_values(text: str, kind: Kind) -> tuple[Span, ...]:
    """Return what a line may hold for a kind wherever it stands: numbers with their signs, or words with digits."""
    if kind in NUMERIC_KINDS:
        return tuple(Span(signs_before(text, start), signs_after(text, end)) for start, end in number_cores(text))
    return tuple(Span(*word.span()) for word in _WORD.finditer(text) if any(char.isdecimal() for char in word[0]))


def _split(piece: Piece, seams: frozenset[int]) -> Iterator[Piece]:
    edges = [piece.start, *sorted(at for at in seams if piece.start < at < piece.end), piece.end]
    return (Piece(start, end, piece.sort) for start, end in pairwise(edges))


class _Line:
    """A line's text with its place along one box."""

    def __init__(self, text: str, reaches: Sequence[Reach], kind: Kind, seams: frozenset[int]) -> None:
        self._text = text
        self._reaches = reaches
        whole = pieces(text, kind)
        self.pieces = tuple(part for piece in whole for part in _split(piece, seams)) if seams else whole
        self._joins_digits = kind not in NUMERIC_KINDS

    def inside(self) -> list[Piece]:
        """Return the pieces that the box holds, without the mark that ends a word in front of it (`No.0713`)."""
        found = [piece for piece in self.pieces if self.holds(piece)]
        while len(found) > 1 and found[0].sort is Sort.MARK and self._ends_a_word(found[0]):
            del found[0]
        return found

    def _ends_a_word(self, mark: Piece) -> bool:
        before = self.pieces[max(0, self.pieces.index(mark) - 1)]
        return before.end == mark.start and before.sort is Sort.LETTERS

    def holds(self, piece: Piece) -> bool:
        """Say whether a piece belongs to the box: half of it, or a number that fills half of the box."""
        left, right = self._reaches[piece.start][0], self._reaches[piece.end - 1][1]
        if piece.end - piece.start == 1 and piece.sort is not Sort.NUMBER:
            return self._has(piece.start)
        shared = min(right, 1.0) - max(left, 0.0)
        return shared > 0 and (2 * shared >= right - left or (piece.sort is Sort.NUMBER and 2 * shared >= 1))

    def _is_inside(self, index: int, grace: float) -> bool:
        left, right = self._reaches[index]
        middle, margin = (left + right) / 2, abs(right - left) * grace
        return -margin <= middle <= 1 + margin

    def _has(self, index: int) -> bool:
        """Say whether a letter or mark stands in the box: the neighbour of a tight box is half its width outside."""
        return self._is_inside(index, 0.0)

    def with_neighbours(self, inside: Sequence[Piece]) -> list[Piece]:
        """Add the digits that one mark joins to the first or last number (12/03/2), if they hardly stand outside."""
        if not inside or not self._joins_digits:
            return list(inside)
        first, last = self.pieces.index(inside[0]), self.pieces.index(inside[-1])
        while last + 1 < len(self.pieces) and self._is_joined(last, last + 1, self.pieces[last + 1].start):
            last += 1
        while first and self._is_joined(first - 1, first, self.pieces[first - 1].end - 1):
            first -= 1
        return list(self.pieces[first : last + 1])

    def _is_joined(self, before: int, after: int, digit: int) -> bool:
        left, right = self.pieces[before], self.pieces[after]
        marks = {self._text[piece.start] for piece in (left, right) if piece.sort is Sort.MARK}
        numbers = sum(piece.sort is Sort.NUMBER for piece in (left, right))
        between_digits = self._between_digits(before if left.sort is Sort.MARK else after)
        return left.end == right.start and numbers == 1 and marks <= _JOINS and between_digits and self._is_near(digit)

    def _between_digits(self, at: int) -> bool:
        sides = self.pieces[max(0, at - 1) : at] + self.pieces[at + 1 : at + 2]
        return len(sides) == 2 and all(piece.sort is Sort.NUMBER for piece in sides)

    def _is_near(self, index: int) -> bool:
        return self._is_inside(index, _GRACE)

    def without_glued_letters(self, inside: Sequence[Piece]) -> Span:
        """Leave out the letters of the first and last word that stand clearly outside: `2 xTea` for `2 x Tea`."""
        start, end = inside[0].start, inside[-1].end
        if inside[0].sort is Sort.LETTERS:
            start = next((at for at in range(start, inside[0].end) if self._is_inside(at, _GRACE_OF_A_WORD)), start)
        if inside[-1].sort is Sort.LETTERS:
            places = range(end - 1, inside[-1].start - 1, -1)
            end = next((at + 1 for at in places if self._is_inside(at, _GRACE_OF_A_WORD)), end)
        return Span(start, end)

    def grazed(self) -> list[Piece]:
        """Return the number of which a digit stands within half its width of a box that holds nothing."""
        near = (piece for piece in self.pieces if piece.sort is Sort.NUMBER)
        return [piece for piece in near if any(map(self._is_near, range(piece.start, piece.end)))][:1]

    def dressed(self, start: int, end: int) -> Span:
        """Take in what touches a number: letters and currency if they stand in the box, its sign and percent anyway."""
        start, end = self._touching(start, -1), self._touching(end, +1)
        start = self._currency_before(start)
        start = self._signed(start)
        return Span(start, self._behind(start, end))

    def _signed(self, start: int) -> int:
        """Step over the signs that touch a number; after a word a dash is only one if it stands in the box."""
        outer = signs_before(self._text, start)
        while outer == start and start and self._text[start - 1] in SIGNS and self._has(start - 1):
            start = outer = start - 1
        return outer

    def _touching(self, edge: int, step: int) -> int:
        """Move an edge over letters in the box that touch the number: `3.5C` for 3.50 is no 3.5."""
        by_edge = {(piece.end if step < 0 else piece.start): piece for piece in self.pieces}
        while (piece := by_edge.get(edge)) is not None and self._is_ink(piece, by_edge, step):
            edge = piece.start if step < 0 else piece.end
        return edge

    def _is_ink(self, piece: Piece, by_edge: dict[int, Piece], step: int) -> bool:
        if not self.holds(piece):
            return False
        char = self._text[piece.start]
        if piece.sort is Sort.LETTERS or char in _LIKE_INK or unicodedata.category(char) == "Sc":
            return True
        beyond = by_edge.get(piece.end)
        return step > 0 and char in ".," and beyond is not None and beyond.sort is Sort.LETTERS and self.holds(beyond)

    def _currency_before(self, start: int) -> int:
        if not start or self._text[start - 1] != " ":
            return start
        sign, hundredths = currencies.sign_after(self._text, start - 1)
        first = start - 1 - len(sign)
        return first if sign and not hundredths and self._has(first) else start

    def _behind(self, start: int, end: int) -> int:
        text = self._text
        stop = signs_after(text, end)
        is_lone_bracket = text[end:stop].startswith((")", "）")) and not {*text[start:end]} & {*"(（"}
        if is_lone_bracket and not self._has(end):
            return end
        end = stop
        for after in (self._unit_after, self._currency_after):
            end = after(end)
        return end

    def _unit_after(self, end: int) -> int:
        word = _LETTERS.match(self._text, end + 1) if self._text[end : end + 1] == " " else None
        return word.end() if word is not None and word[0] in _UNITS and self._has(word.end() - 1) else end

    def _currency_after(self, end: int) -> int:
        gap = end + 1 if self._text[end : end + 1] == " " else end
        sign = currencies.sign_before(self._text, gap) if gap < len(self._text) else ""
        return gap + len(sign) if sign and self._has(gap + len(sign) - 1) else end
