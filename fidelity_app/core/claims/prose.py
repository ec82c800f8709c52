"""Free text cut into the numbers that it claims: every digit of the prose stands in exactly one piece.

A date, a time of day, an amount with its sign and currency, a word with digits such as `INV-0012`: each is one claim.
What only counts the text's own lines (`1.`, `2.` in front of them) or says which one (`2nd`) claims nothing about the
document; it is set apart, not dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from fidelity_app.core.documents import Kind
from fidelity_app.core.matching.tokens import spans
from fidelity_app.core.numbers import Parsed, parse
from fidelity_app.core.numbers.months import months_of, persian_month

_LONGEST_DATE_WORDS = 5
_SHORTEST_MONTH = 3
_CLOTHED = "$0 0"
"""Stands for a printed number that may wear a currency and spaces between its digits."""

_MARKER = re.compile(r"^[ \t]*(?:[*_#>-]+[ \t]+)?(?P<number>\d{1,3})[.)](?=\s)", re.MULTILINE)
_NEIGHBOURHOOD = 40
_DENIAL = re.compile(
    r"(?:n['’]t|(?<!\w)(?:not|instead of|rather than|nicht|kein|statt|anstatt|pas|au lieu de|non|invece di|não|"
    r"em vez de|en lugar de|en vez de|niet|inte|ikke|не|вместо|nie|zamiast))\s+[*_`\"'“]*$",
    re.IGNORECASE,
)
"""Words right before a number that take it back. A bare "no" does not: `No 12` is a number in many languages."""
_PLACE = re.compile(
    r"(?<!\w)(?:pages?|pp?\.|lines?|rows?|columns?|steps?|sections?|footnotes?|paragraphs?|"
    r"seiten?|zeilen?|spalten?|schritt|abschnitt|lignes?|colonnes?|étapes?|página|páginas|línea|fila|paso|"
    r"linha|passo|pagina|riga|colonna|regel|strona|wiersz|sida|страница|строка)\s+(?P<number>\d{1,3}(?:(?:\s+(?:of|von|de|di|van|av|из|z)\s+|/)\d{1,3})?)(?![\w.,:]\d|\w)",
    re.IGNORECASE,
)
"""A place of the text that is named by its number: `page 2`, `page 2 of 3`. A table may be that of a restaurant."""
_ORDINAL = re.compile(r"(?<![\w.,])\d{1,3}(?:st|nd|rd|th)\b")
_WORD = re.compile(r"\S+")
_EDGES = "*_`~\"'“”‘’„«»()[]{}<>|,;:!?.…"
_CLOCK = re.compile(r"(?<![\w.,:])\d{1,2}(?::\d{2}){1,2}(?:\s?[AaPp](?:\.[Mm]\.|[Mm]\b))?(?!\w|:\d)")
_CODE = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])[\w#/&.-]*\w")
_LONG_CODE = re.compile(r"\+?\d+(?:[-/]\d+)+")
_UNIT = re.compile(r"\s?(?![xX×]\b)[^\W\d_]{1,5}\.?(?!\w)")
_SHARE = re.compile(r"[ \u00a0\u202f]?[%٪‰％]")
_DIGITS = re.compile(r"\d+")
_LEAST_CODE_DIGITS = 7
_DOUBTFUL = frozenset({"stray-space", "extra-text", "irregular-grouping"})
_ALSO_WORDS = frozenset({"in", "a", "s", "d", "h", "t"})
"""Units that behind a space are far more often words of the sentence."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A half-open range of the prose that claims one value, and what sort of value it looks like."""

    start: int
    end: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Cut:
    """The claims of a text in their order, and the ranges that only number the text itself."""

    pieces: tuple[Piece, ...]
    numbering: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Around:
    """What stands beside a number in the prose: the word before and the word behind, empty at a line's ends."""

    before: str
    behind: str


def around(prose: str, start: int, end: int) -> Around:
    """Return the words that stand before and behind a range, of its own line."""
    before = prose[max(0, start - _NEIGHBOURHOOD) : start].rpartition("\n")[2].split()
    behind = prose[end : end + _NEIGHBOURHOOD].partition("\n")[0]
    return Around(before[-1] if before else "", behind.split()[0] if behind[:1].isspace() and behind.split() else "")


def is_denied(prose: str, start: int) -> bool:
    """Say whether the words right before a number take it back: `not 12.50 but 13.50`, `statt 12,50`."""
    return bool(_DENIAL.search(prose[max(0, start - _NEIGHBOURHOOD) : start]))


def cut(prose: str, known: Sequence[Piece] = ()) -> Cut:
    """Cut a text into its claims. `known` are pieces that are settled already, such as an identifier found as printed.

    Pieces never overlap, and every decimal digit lies in one of them or in the numbering.
    """
    taken = _Taken(prose, list(known))
    numbering = [span for span in _numbering(prose) if taken.is_free(*span)]
    for span in numbering:
        taken.add(Piece(*span, Kind.OTHER))
    for find in _FINDERS:
        for piece in find(prose):
            taken.add(piece)
    taken.add_leftover_digits()
    aside = frozenset(numbering)
    pieces = (piece for piece in taken.pieces if (piece.start, piece.end) not in aside)
    return Cut(tuple(sorted(pieces, key=lambda piece: piece.start)), tuple(sorted(numbering)))


class _Taken:
    """The pieces found so far; a later one never overlaps an earlier one."""

    def __init__(self, prose: str, pieces: list[Piece]) -> None:
        self.prose = prose
        self.pieces: list[Piece] = []
        self._is_taken = bytearray(len(prose))
        for piece in pieces:
            self.add(piece)

    def is_free(self, start: int, end: int) -> bool:
        return not any(self._is_taken[start:end])

    def add(self, piece: Piece) -> None:
        if self.is_free(piece.start, piece.end):
            self.pieces.append(piece)
            self._is_taken[piece.start : piece.end] = b"\1" * (piece.end - piece.start)

    def add_leftover_digits(self) -> None:
        """Take what no rule knows: a run of digits that is in no piece is still a claim."""
        free = "".join(" " if taken else char for char, taken in zip(self.prose, self._is_taken, strict=True))
        for match in _DIGITS.finditer(free):
            self.add(Piece(*match.span(), Kind.OTHER))


def _numbering(prose: str) -> list[tuple[int, int]]:
    """Return the markers of a numbered list, 1 2 3 ... in order, ordinals, and the numbers of pages and lines.

    A lone `1.` is no list.
    """
    markers = [match for match in _MARKER.finditer(prose)]
    in_order: list[tuple[int, int]] = []
    for match in markers:
        if int(match["number"]) == len(in_order) + 1:
            in_order.append(match.span("number"))
    places = (match.span("number") for match in _PLACE.finditer(prose))
    ordinals = (match.span() for match in _ORDINAL.finditer(prose))
    return [*(in_order if len(in_order) > 1 else ()), *ordinals, *places]


def _dates(prose: str) -> Iterator[Piece]:
    """Yield whole dates, the shortest first; a day and a month without a year are numbers like any other."""
    words = [_stripped(prose, *match.span()) for match in _WORD.finditer(prose)]
    for length in range(1, _LONGEST_DATE_WORDS + 1):
        for first in range(len(words) - length + 1):
            start, end = words[first][0], words[first + length - 1][1]
            if start < end and _is_date(prose[start:end]):
                yield Piece(start, end, Kind.DATE)


def _is_date(text: str) -> bool:
    if sum(char.isdecimal() for char in text) < 3 or len(text) > 40:
        return False
    parsed = parse(text, Kind.DATE)
    told = parsed.alternatives[0] if parsed.alternatives else parsed.value
    words = text.split()
    if len(words) > 1 and not any(_names_a_month(word) for word in words):
        return False
    is_whole = isinstance(told, str) and told.count("-") == 2 and "T" not in told
    return is_whole and "extra-text" not in parsed.flags


def _names_a_month(word: str) -> bool:
    """Say whether a word names a month; a roman numeral in a sentence is more often the word I."""
    name = word.strip(".,")
    return name.isalpha() and len(name) >= _SHORTEST_MONTH and bool(months_of(name, "") or persian_month(name))


def _clocks(prose: str) -> Iterator[Piece]:
    for match in _CLOCK.finditer(prose):
        start, end = match.span()
        if parse(match[0], Kind.TIME).value is not None:
            yield Piece(start, end, Kind.TIME)


def _codes(prose: str) -> Iterator[Piece]:
    """Yield words of letters and digits that are no number with a unit: `INV-0012`, `A4`, `DE89`."""
    for match in _WORD.finditer(prose):
        start, end = _stripped(prose, *match.span())
        word = prose[start:end]
        digits = sum(char.isdecimal() for char in word)
        is_long = bool(_LONG_CODE.fullmatch(word)) and digits >= _LEAST_CODE_DIGITS
        if is_long or (_CODE.fullmatch(word) and not _is_number(word)):
            yield Piece(start, end, Kind.IDENTIFIER)


def _is_number(word: str) -> bool:
    parsed = parse(word, Kind.AMOUNT)
    is_known = parsed.value is not None or bool(parsed.alternatives)
    return is_known and not {"extra-text", "unknown-unit"} & set(parsed.flags)


def _numbers(prose: str) -> Iterator[Piece]:
    """Yield numbers with their signs, currency and unit; digits set apart by spaces are one number if they group."""
    plain = sorted(
        ((span.start, span.end) for span in spans(prose, Kind.AMOUNT, _CLOTHED) if span.doubt == 0),
        key=lambda span: (span[0] - span[1], span[0]),
    )
    for start, end in (_balanced(prose, *span) for span in plain):
        if " " not in prose[start:end] or _is_one_number(prose[start:end]):
            start, end = _with_unit(prose, start, end)
            yield Piece(start, end, _numeric_kind(prose[start:end]))


def _balanced(prose: str, start: int, end: int) -> tuple[int, int]:
    """Leave outside the stars of Markdown, and a bracket whose other half stands elsewhere in the sentence."""
    while prose[start] == "*":
        start += 1
    opened, closed = (sum(char in pair for char in prose[start:end]) for pair in ("(（", ")）"))
    starts, ends = prose[start] in "(（", prose[end - 1] in ")）"
    if opened > closed and not starts and prose[end : end + 1] in (")", "）"):
        return start, end + 1
    return start + (starts and opened > closed), end - (ends and closed > opened)


def _is_one_number(text: str) -> bool:
    parsed = parse(text, Kind.AMOUNT)
    return isinstance(parsed.value, str) and not _DOUBTFUL & set(parsed.flags)


def _numeric_kind(text: str) -> Kind:
    return Kind.PERCENT if any(char in "%٪‰％" for char in text) else Kind.AMOUNT


def _with_unit(prose: str, start: int, end: int) -> tuple[int, int]:
    """Take in a per cent sign, a unit, a hundredth's sign or a multiplier: `(19 %)`, `1,5 kg`, `99p`, `3.2 lakh`."""
    share = _SHARE.match(prose, end)
    if share is not None:
        return start, share.end()
    match = _UNIT.match(prose, end)
    if match is None or (match[0][0].isspace() and match[0].strip().casefold() in _ALSO_WORDS):
        return start, end
    bare, clothed = (parse(prose[start:stop], Kind.AMOUNT) for stop in (end, match.end()))
    return (start, match.end()) if _wears_more(bare, clothed) else (start, end)


def _wears_more(bare: Parsed, clothed: Parsed) -> bool:
    if bare.number is None or clothed.number is None or {"extra-text", "unknown-unit"} & set(clothed.flags):
        return False
    same_sign = (bare.number < Decimal(0)) == (clothed.number < Decimal(0))
    return same_sign and (clothed.unit != bare.unit or clothed.number != bare.number)


def _stripped(prose: str, start: int, end: int) -> tuple[int, int]:
    """Leave punctuation and Markdown at a word's edges outside."""
    while start < end and prose[start] in _EDGES:
        start += 1
    while end > start and prose[end - 1] in _EDGES:
        end -= 1
    return start, end


_FINDERS: tuple[Callable[[str], Iterator[Piece]], ...] = (_dates, _clocks, _codes, _numbers)
