"""Fold what is only layout, for reading alone: the raw text keeps every character, and each folded one knows its place.

NFKC is not used: it turns one half into a slash pair and a circled two into a plain two (SCORING section 1, traps).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from fidelity_app.core.numbers.value import Role

_SAME = {
    "'": "’‘ʼʹ′`´＇ˈ‛ˊˋ՚",
    "-": "−‐‑‒–—―﹣－⁻˗➖﹘",
    ".": "．﹒。｡․",
    ",": "，،‚、﹐︐⹁",
    "·": "∙⋅・･•·˙",
    "%": "٪﹪％",
    "‰": "؉",
    "$": "﹩＄",
    "¥": "￥",
    "£": "￡",
    "¢": "￠",
    "₩": "￦",
    "△": "▲▵▽▼▴▸Δ",
    ":": "∶﹕꞉",
    "/": "∕⁄",
    "*": "∗✱★☆",
    "+": "﹢➕",
    "円": "圓",
}
_FOLD = {variant: plain for plain, variants in _SAME.items() for variant in variants}
# Selectors of a drawing style, and the frame around a keycap digit; format characters are dropped as a category.
_DROPPED = frozenset({*map(chr, range(0xFE00, 0xFE10)), "\u20e3", "\u034f"})
_VISIBLE_FORMATS = frozenset({*map(chr, range(0x0600, 0x0606)), "\u06dd", "\u070f", "\u08e2"})
_SCRIPT_WORDS = {"FULLWIDTH": "fullwidth", "ARABIC-INDIC": "arabic", "EXTENDED": "persian"}


@dataclass(frozen=True, slots=True)
class Folded:
    """Text made plain for reading. `index[i]` is the place of `text[i]` in the raw text; `scripts` are its digits'."""

    text: str
    index: tuple[int, ...]
    scripts: tuple[str, ...]
    flags: tuple[str, ...] = ()

    @property
    def script(self) -> str:
        """Return the one digit script, `mixed` for several, `latin` when there are no digits."""
        return "latin" if not self.scripts else self.scripts[0] if len(self.scripts) == 1 else "mixed"

    def without(self, places: Iterable[int], *flags: str) -> Folded:
        """Return the folded text with the characters at some places left out."""
        out = frozenset(places)
        if not out and not flags:
            return self
        kept = [i for i in range(len(self.text)) if i not in out]
        text, index = "".join(self.text[i] for i in kept), tuple(self.index[i] for i in kept)
        return Folded(text, index, self.scripts, (*self.flags, *(flag for flag in flags if flag not in self.flags)))

    def replaced(self, text: str) -> Folded:
        """Return the same places with other characters, one for one. Raises ValueError when the lengths differ."""
        if len(text) != len(self.text):
            raise ValueError("a replacement stands place for place")
        return Folded(text, self.index, self.scripts, self.flags)


@lru_cache(maxsize=4096)
def fold_char(char: str) -> str:
    """Return the plain form of one character, empty when it is invisible; never more than one character."""
    if char in _FOLD:
        return _FOLD[char]
    category = unicodedata.category(char)
    if char in _DROPPED or (category == "Cf" and char not in _VISIBLE_FORMATS):
        return ""
    if char.isspace():
        return " "
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if "！" <= char <= "～":
        return chr(ord(char) - 0xFEE0)
    return char


@lru_cache(maxsize=1024)
def digit_script(char: str) -> str:
    """Return the script of one decimal digit: latin, arabic, persian, devanagari, thai, fullwidth ..."""
    if char.isascii():
        return "latin"
    first = unicodedata.name(char, "unknown").split()[0]
    return _SCRIPT_WORDS.get(first, first.lower())


def fold(raw: str) -> Folded:
    """Fold a raw text: digits of all scripts, spaces, apostrophes, minus signs, full-width forms. Never raises."""
    if raw.isascii() and raw.isprintable() and "`" not in raw:
        return Folded(raw, tuple(range(len(raw))), ("latin",))  # of a text without digits no script is asked
    pairs = [(plain, place) for place, char in enumerate(raw) if (plain := fold_char(char))]
    scripts = tuple(dict.fromkeys(_scripts(raw)))
    flags = ("mixed-digits",) if len(scripts) > 1 else ()
    return Folded("".join(plain for plain, _ in pairs), tuple(place for _, place in pairs), scripts, flags)


def _scripts(raw: str) -> Iterator[str]:
    for char in raw:
        if "0" <= char <= "9":
            yield "latin"
        elif not char.isascii() and unicodedata.category(char) == "Nd":
            yield digit_script(char)


@lru_cache(maxsize=4096)
def default_role(char: str) -> Role:
    """Return what a character is when no rule has given it a part."""
    if char.isdecimal():
        return Role.DIGIT
    if char.isspace():
        return Role.SPACE
    return Role.LETTER if char.isalpha() else Role.OTHER


def default_roles(raw: str) -> tuple[Role, ...]:
    """Return the roles of a text that was not understood: digits, spaces, letters, other."""
    return tuple(default_role(char) for char in raw)
