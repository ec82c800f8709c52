"""Where in a line of text a value may stand: spans of numbers, and runs of words for dates, identifiers and names.

Spans cut away labels ("TOTAL 28.90", "Date:02/02/2018") but never cut inside a run of digits, and a sign that touches a
number always belongs to it: a reading is never made right by leaving a part of it out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import currencies
from fidelity_app.core.numbers.lookalikes import LOOKALIKES

NUMERIC_KINDS = frozenset({Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT})

_MARKS = ".,'\u2019\u00b7\u066b\u066c\uff0e\uff0c:"
_LIKE = "".join(re.escape(char) for char in LOOKALIKES if char.isalpha() or char in "|")
_TAIL = "OoQlI|\u041e\u043e"
"""Look-alikes that end a number; T, S, Z and the like are tax codes there, unless a digit is missing."""
_INSIDE = rf"[\d{_MARKS}]|[{_LIKE}]+(?=[\d{_MARKS}])|[{_TAIL}]+(?![^\W\d_])"
_CORE = re.compile(rf"(?:(?<![^\W_])[{_LIKE}]{{1,3}}(?=[\d{_MARKS}]))?[.,]?\d(?:{_INSIDE})*")
SIGNS = "-+\u2212\u2010\u2011\u2013\u2014\uff0d\u25b3\u25b2(\uff08*"
_AFTER = re.compile(r"[%\u066a\u2030\uff05]?[)\uff09]?(?:[-\u2212\u2013](?![\w.,])|\s?CR\b)?")
_SPACED_PERCENT = re.compile(r"\s[%\u066a\u2030\uff05]")
_LABEL = re.compile(r"[^\W\d_][^\W\d]*[^\w\s]*[:：=#][^\w\s]*(?=\S*\d)")
_WORD = re.compile(r"\S+")
_TABLE_ROW = re.compile(r"\s*\|.*\|\s*")
_ENDS_A_SENTENCE = ".,;:!?"
_SHORT = re.compile(r"[.,:][-–](?!\w)")
_TRUTH_UNIT = re.compile(r"\d\s?[^\W\d_]{1,5}\.?$")
_UNIT = re.compile(r"\s?[^\W\d_]{1,5}\b")
_LETTER_RUN = re.compile(r"[^\W\d_]+")
_LIKE_INK = r"(?:[^\W\d_]|[§!?&|©®°])"
_LETTERS = re.compile(rf"[.,]?({_LIKE_INK}+)(?!\w)")
_LETTERS_BEFORE = re.compile(rf"(?<!\w)({_LIKE_INK}+)$")
_DIGIT_SPACE_DIGIT = re.compile(r"\d\s+\d")
_BROKEN = re.compile(rf"\d[\d{_MARKS}]*")
_MOST_WORDS = 8
_WORD_TOO_MANY = 0.3
"""For each word of letters more than the truth has: "15:05 Amt" is hardly a time, "15:05 PM" is one."""

NO_DIGIT = 0.4
"""The doubt of a word without any digit: only where it stands in a field's box it is what was read for a number."""


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of a line that may be the value. `doubt` (0..1) says how far it is from a plain number."""

    start: int
    end: int
    doubt: float = 0.0


def spans(text: str, kind: Kind, truth: str) -> tuple[Span, ...]:
    """Return the spans of a line that may hold a value of this kind.

    The truth's text decides only what is layout: whether a currency sign beside the number belongs to the value, and
    of how many words it is made.
    """
    return spans_of(text, layout_of(kind, truth))


def layout_of(kind: Kind, truth: str) -> Layout:
    """Return what of a printed text decides where in a line its like may stand: texts of one layout share all spans."""
    if kind not in NUMERIC_KINDS:
        return len(truth.split()), len(_LETTER_RUN.findall(truth))
    return _Wears(
        currency=any(char.isalpha() or unicodedata.category(char) == "Sc" for char in truth),
        unit=bool(_TRUTH_UNIT.search(truth)),
        space=bool(_DIGIT_SPACE_DIGIT.search(truth)),
        stars="*" in truth,
        digits=_digits_in(truth),
    )


def spans_of(text: str, layout: Layout) -> tuple[Span, ...]:
    """Return the spans of a line that may hold a value of this layout."""
    return _number_spans(text, layout) if isinstance(layout, _Wears) else _word_runs(text, *layout)


@dataclass(frozen=True, slots=True)
class _Wears:
    """What the printed number has about it: currency, unit behind it, spaces between digits, stars, how many digits."""

    currency: bool
    unit: bool
    space: bool
    stars: bool
    digits: int


Layout = _Wears | tuple[int, int]
"""Of a number what it wears; of other values their words, and how many of these have letters only."""


@lru_cache(maxsize=8192)
def _number_spans(text: str, wears: _Wears) -> tuple[Span, ...]:
    numbers = [_dressed(text, start, end, wears=wears) for start, end in number_cores(text)]
    found = [Span(start, end) for start, end in numbers]
    doubt = 0.0 if wears.space else 0.2
    found += [
        Span(first[0], second[1], doubt)
        for first, second in pairwise(numbers)
        if text[first[1] : second[0]].strip() == "" and first[1] <= second[0]
    ]
    found += [Span(*match.span(), _doubt(match[0])) for match in _WORD.finditer(without_bars(text)) if _doubt(match[0])]
    return tuple(found)


def number_cores(text: str) -> list[tuple[int, int]]:
    """Return where the numbers of a line are, marks and letters of a digit's shape included, without what they wear."""
    plain = without_bars(text)
    return [_trimmed(plain, match) for match in _CORE.finditer(plain)]


def without_bars(text: str) -> str:
    """Return a row of a table with spaces for the bars between its cells; elsewhere one may be a digit read so."""
    return text.replace("|", " ") if _TABLE_ROW.fullmatch(text) else text


def _doubt(word: str) -> float:
    """Return how doubtful a whole word is as a number: broken by other ink (`15.u0`) little, without a digit much."""
    pieces = _BROKEN.findall(word)
    return NO_DIGIT if not pieces else 0.1 if len(pieces) > 1 else 0.0


def _trimmed(text: str, match: re.Match[str]) -> tuple[int, int]:
    """Leave a full stop, comma or colon that ends a sentence or a label outside; `5,-` ends with its dash."""
    start, end = match.span()
    if _SHORT.match(text, end - 1):
        return start, end + 1
    while text[end - 1] in ".,:'\u2019" and end - start > 1:
        end -= 1
    return start, end


def _dressed(text: str, start: int, end: int, *, wears: _Wears) -> tuple[int, int]:
    """Take in what touches the number: its sign, brackets, percent, and currency or unit where the truth prints one."""
    start, end = _with_letters_for_digits(text, start, end, missing=wears.digits - _digits_in(text[start:end]))
    core = start
    start = _before(text, start, has_currency=wears.currency)
    while not wears.stars and start < core and text[start] == "*":  # they make it bold, and fill no cheque
        start += 1
    end = signs_after(text, end)
    if wears.unit and (unit := _UNIT.match(text, end)) is not None:
        return start, unit.end()
    if wears.currency:
        gap = 1 if text[end : end + 1] == " " else 0
        sign = currencies.sign_before(text, end + gap) if end + gap < len(text) else ""
        end += gap + len(sign) if sign else 0
    return start, end


def signs_after(text: str, end: int) -> int:
    """Step over what behind a number changes it: a percent sign, a closing bracket, a minus or CR."""
    match = _AFTER.match(text, end)
    end = match.end() if match else end
    percent = _SPACED_PERCENT.match(text, end)
    return percent.end() if percent is not None else end


def _with_letters_for_digits(text: str, start: int, end: int, *, missing: int) -> tuple[int, int]:
    """Take in the letters that touch a number in place of digits it lacks: `3.5C` for 3.50 is no 3.5."""
    after = _LETTERS.match(text, end)
    if after is not None and len(after[1]) <= missing:
        missing -= len(after[1])
        end = after.end()
    before = _LETTERS_BEFORE.search(text, 0, start)
    if before is not None and len(before[1]) <= missing:
        start = before.start()
    return start, end


def _digits_in(text: str) -> int:
    return sum(char.isdecimal() for char in text)


def _before(text: str, start: int, *, has_currency: bool) -> int:
    start = signs_before(text, start)
    blank = 1 if start and text[start - 1] == " " else 0
    sign, hundredths = currencies.sign_after(text, start - blank) if start - blank > 0 else ("", False)
    if not sign or hundredths:
        return start
    outer = start - blank - len(sign)
    signed = signs_before(text, outer)
    return signed if has_currency or signed < outer else start


def signs_before(text: str, start: int) -> int:
    """Step back over signs that touch the number; between two words or digits a dash joins and is no sign."""
    place = start
    while place and text[place - 1] in SIGNS:
        place -= 1
    joins = place < start and place > 0 and (text[place - 1].isalnum() or text[place - 1] in ")%")
    return start if joins else place


@lru_cache(maxsize=8192)
def _word_runs(text: str, words: int, names: int) -> tuple[Span, ...]:
    atoms = list(_atoms(text))
    longest = min(_MOST_WORDS, words + 2)
    named = [not any(char.isdecimal() for char in text[start:end]) for start, end in atoms]
    return tuple(
        Span(atoms[first][0], end, _WORD_TOO_MANY * max(0, sum(named[first : last + 1]) - names))
        for first in range(len(atoms))
        for last in range(first, min(first + longest, len(atoms)))
        for end in _ends(text, *atoms[last])
    )


def _ends(text: str, start: int, end: int) -> Iterator[int]:
    """Yield where a run may end with its last word: also in front of the mark that ends a sentence."""
    yield end
    bare = start + len(text[start:end].rstrip(_ENDS_A_SENTENCE))
    if start < bare < end:
        yield bare


def _atoms(text: str) -> Iterator[tuple[int, int]]:
    """Yield the words of a line; a label that touches its value ("Date:02/02/2018") is a word of its own."""
    for match in _WORD.finditer(without_bars(text)):
        start, end = match.span()
        label = _LABEL.match(text, start, end)
        if label is not None and label.end() < end:
            yield start, label.end()
            start = label.end()
        yield start, end
