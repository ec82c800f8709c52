"""A text cut into what a person sees as characters, each with its role and the key it is compared by.

Keys fold what is only notation: `３`, `٣` and `3` share one key, all decimal marks share one, and so do all signs that
say minus. Groups are by grapheme cluster (a base with its combining marks), never by code point.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fidelity_app.core.numbers.value import Role
from fidelity_app.core.swift import swift

DECIMAL_KEY = "."
MINUS_KEY = "-"
ZERO_WIDTH_JOINER = "\u200d"

_MINUS = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d△▲(（")
_PLUS = frozenset("+＋")
_CLOSING = frozenset(")）")
_POINTS = frozenset(".,\u066b\u066c．，·。、\u201a｡､\u060c")
_APOSTROPHES = frozenset("'\u2019\u02bc`\u00b4_＇")
_CURRENCY_LETTERS = frozenset("円元圓圆원")
_PERCENT = frozenset("%٪‰％﹪")
_KANJI_DIGITS = {char: str(value) for value, char in enumerate("〇一二三四五六七八九")} | {"零": "0"}


@dataclass(frozen=True, slots=True)
class Cluster:
    """One visible character: its half-open span of code points in the raw text, its text, role and comparison key."""

    start: int
    end: int
    text: str
    role: Role
    key: str


_new_cluster = swift(Cluster)


def clusters(text: str, roles: Sequence[Role] | None = None) -> tuple[Cluster, ...]:
    """Cut a text into grapheme clusters; roles (one per code point) default to those of the character classes."""
    if roles is None or len(roles) != len(text):
        roles = class_roles(text)
    if text.isascii():
        return tuple(
            [
                _new_cluster(at, at + 1, char, role, _key(char, role))
                for at, (char, role) in enumerate(zip(text, roles, strict=True))
            ]
        )
    return tuple(
        _new_cluster(start, end, piece := text[start:end], roles[start], _key(piece, roles[start]))
        for start, end in _spans(text)
    )


def class_roles(text: str) -> tuple[Role, ...]:
    """Guess one role per code point from the characters alone, for texts that nobody parsed.

    A point or comma is a decimal mark when it is the last of its text and the only one of its sort; the others group.
    """
    roles = [_class(char) for char in text]
    points = [index for index, char in enumerate(text) if char in _POINTS]
    for index in points:
        roles[index] = Role.GROUP if _inside_digits(roles, index) else Role.OTHER
    if points and _inside_digits(roles, points[-1]):
        last = text[points[-1]]
        if sum(text[index] == last for index in points) == 1:
            roles[points[-1]] = Role.DECIMAL
    for index, char in enumerate(text):
        if char in _APOSTROPHES and _inside_digits(roles, index):
            roles[index] = Role.GROUP
    return tuple(roles)


def _inside_digits(roles: Sequence[Role], index: int) -> bool:
    """Say whether a digit stands on either side, as at a mark that belongs to a number."""
    before = index > 0 and roles[index - 1] is Role.DIGIT
    after = index + 1 < len(roles) and roles[index + 1] is Role.DIGIT
    return before or after


@lru_cache(maxsize=4096)
def _class(char: str) -> Role:
    category = unicodedata.category(char)
    if _digit(char) is not None:
        return Role.DIGIT
    if char.isspace() or category in ("Cf", "Cc"):
        return Role.SPACE
    if char in _MINUS or char in _PLUS or char in _CLOSING:
        return Role.SIGN
    if char in _PERCENT:
        return Role.PERCENT
    if category == "Sc" or char in _CURRENCY_LETTERS:
        return Role.CURRENCY
    return Role.LETTER if char.isalpha() else Role.OTHER


@lru_cache(maxsize=4096)
def _digit(char: str) -> str | None:
    """Return the ASCII digit of any script's decimal digit or positional kanji numeral, else None."""
    value = unicodedata.decimal(char, None)
    return str(value) if value is not None else _KANJI_DIGITS.get(char)


@lru_cache(maxsize=8192)
def _key(piece: str, role: Role) -> str:
    piece = piece.rstrip(ZERO_WIDTH_JOINER) or piece
    head = piece[0]
    if len(piece) == 1:
        if role is Role.DIGIT:
            return _digit(head) or head
        if role is Role.DECIMAL:
            return DECIMAL_KEY
        if role is Role.SIGN:
            return MINUS_KEY if head in _MINUS else _first_if_single(piece)
    return _first_if_single(piece)


def _first_if_single(piece: str) -> str:
    """Fold width and composition, unless that makes several characters of it (½, ﬁ): those stay as they are."""
    folded = unicodedata.normalize("NFKC", piece)
    return folded if len(folded) == 1 else unicodedata.normalize("NFC", piece)


def _joins(text: str, index: int) -> bool:
    """Say whether a character belongs to the one before it: a mark on it, or the next picture of a joined emoji.

    A joiner between letters or digits is only dirt of extraction (GB11 joins pictures alone).
    """
    if _extends(text[index]):
        return True
    return text[index - 1] == ZERO_WIDTH_JOINER and unicodedata.category(text[index]) == "So"


def _spans(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for index in range(len(text)):
        if spans and _joins(text, index):
            spans[-1] = (spans[-1][0], index + 1)
        else:
            spans.append((index, index + 1))
    return spans


def _extends(char: str) -> bool:
    return char == ZERO_WIDTH_JOINER or unicodedata.category(char) in ("Mn", "Me", "Mc")
