"""Descriptions: texts of words, compared letter by letter. What counts in them, and what is only how they are set.

Spaces, capitals, full-width forms and the marks between words are layout. Letters, digits and all that makes a number
(its decimal mark, sign, percent, slash) are not: `Cola 0,5l` is no `Cola 05l`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from fidelity_app.core.clusters import Cluster, class_roles, clusters
from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.value import Parsed, Role

_TELLING_MARKS = frozenset("%٪‰％&＆#＃@＠§\\")
_MORE_MARKS = frozenset("`´~|")
_POINTS = frozenset(".,\u066b·．，")
_DASHES = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2212\uff0d")
_WORD = re.compile(r"[^\W\d_]+")
_WIDTHS = ("<wide>", "<narrow>")
_OF_A_NUMBER = (Role.DECIMAL, Role.GROUP)


def is_wording(parsed: Parsed) -> bool:
    """Say whether a text is made of words: no number, list of numbers, date or time, though it may hold some."""
    if parsed.kind is not Kind.OTHER or not any(char.isalpha() for char in parsed.raw):
        return False
    is_month_among_words = "month-only" in parsed.flags and len(_WORD.findall(parsed.raw)) > 1
    if "extra-text" in parsed.flags or is_month_among_words:
        return True
    open_number = "ambiguous" in parsed.flags or (bool(parsed.alternatives) and parsed.suggestion is None)
    return parsed.value is None and not open_number


def word_parts(parsed: Parsed) -> tuple[Cluster, ...]:
    """Return the characters of a text of words; what is only layout is set aside as a space is, capitals are folded."""
    parts = clusters(parsed.raw, word_roles(parsed))
    return tuple(part if part.role in _OF_A_NUMBER else replace(part, key=_key(part)) for part in parts)


def _key(part: Cluster) -> str:
    return part.key if part.role in (Role.DIGIT, Role.SIGN) else width_folded(part.text).casefold()


def width_folded(text: str) -> str:
    """Return full-width and half-width forms as the usual ones; all other characters stay as they are."""
    return unicodedata.normalize("NFC", "".join(map(_usual_width, text)))


def _usual_width(char: str) -> str:
    form, _, code = unicodedata.decomposition(char).partition(" ")
    return chr(int(code, 16)) if form in _WIDTHS else char


def word_roles(parsed: Parsed) -> tuple[Role, ...]:
    """Return one role per code point by the same rules on both sides, whether or not a number was read among words."""
    classes = class_roles(parsed.raw)
    return tuple(_role(parsed, classes, index) for index in range(len(parsed.raw)))


def _role(parsed: Parsed, classes: tuple[Role, ...], index: int) -> Role:
    char, role = parsed.raw[index], classes[index]
    if role is Role.DIGIT:
        return Role.DIGIT if char.isdecimal() else Role.LETTER
    if char.isalpha() or role is Role.SPACE:
        return Role.LETTER if char.isalpha() else Role.SPACE
    if parsed.roles[index] in _OF_A_NUMBER:
        return parsed.roles[index]
    if not is_mark(char):
        return Role.OTHER if role in _OF_A_NUMBER or role is Role.SIGN else role
    return _mark_role(parsed.raw, index)


def is_mark(char: str) -> bool:
    """Say whether a character is punctuation between words, such as a full stop, a dash or a bracket."""
    return char in _MORE_MARKS or (unicodedata.category(char)[0] == "P" and char not in _TELLING_MARKS)


def _mark_role(text: str, index: int) -> Role:
    """Return what a mark is: a space's equal, unless it makes the number beside it another one."""
    before = text[index - 1] if index else " "
    after = text[index + 1] if index + 1 < len(text) else " "
    starts_number = after.isdecimal() and not before.isalnum()
    if text[index] in _POINTS and after.isdecimal() and (before.isdecimal() or starts_number):
        return Role.DECIMAL
    if text[index] in _DASHES and starts_number:
        return Role.SIGN
    return Role.OTHER if before.isdecimal() and after.isdecimal() else Role.SPACE


def layout_kinds(truth: tuple[Cluster, ...], reading: tuple[Cluster, ...]) -> Iterator[str]:
    """Name what differs in how the same words are set."""
    mine, theirs = _told(truth), _told(reading)
    if width_folded(mine) != mine or width_folded(theirs) != theirs:
        if {*mine} ^ {*theirs}:
            yield "script_changed"
        mine, theirs = width_folded(mine), width_folded(theirs)
    if mine != theirs and mine.casefold() == theirs.casefold():
        yield "case_changed"
    if _gaps(truth, marks=False) != _gaps(reading, marks=False):
        yield "spacing_changed"
    if _gaps(truth, marks=True) != _gaps(reading, marks=True):
        yield "punctuation_changed"


def _told(parts: tuple[Cluster, ...]) -> str:
    return "".join(part.text for part in parts if part.role is Role.LETTER)


def _gaps(parts: tuple[Cluster, ...], *, marks: bool) -> tuple[tuple[int, str], ...]:
    """Return the marks, or the spaces, each with the count of telling characters in front of it."""
    found: list[tuple[int, str]] = []
    told = 0
    for part in parts:
        if part.role is not Role.SPACE:
            told += part.role is not Role.GROUP
        elif is_mark(part.text[0]) == marks:
            found.append((told, width_folded(part.text) if marks else " "))
    return tuple(found if marks else dict.fromkeys(found))
