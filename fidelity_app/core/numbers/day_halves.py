"""Find the half of the day that a time names: am and pm in many languages."""

from __future__ import annotations

import re
from functools import lru_cache

from fidelity_app.core.numbers.date_words import AM_WORDS, PM_WORDS
from fidelity_app.core.numbers.months import known_locale, listed, plain_word

_AM = r"a\.?\s?m\.?|a(?![^\W\d_])|午前|上午|오전|\u0635|қ\.?|π\.?μ\.?|เช\u0e49า"
_PM = r"p\.?\s?m\.?|p(?![^\W\d_])|午後|午后|下午|오후|\u0645|μ\.?μ\.?"
_WORDS = f"(?P<am>{_AM})|(?P<pm>{_PM})"
_IN_FRONT = re.compile(f"\\s*(?:{_WORDS})\\s*(?=[0-9])", re.IGNORECASE)
_BEHIND = re.compile(f"\\s*(?<=[0-9\\s])(?:{_WORDS})\\s*$", re.IGNORECASE)
_WORD_IN_FRONT = re.compile(r"\s*(?P<word>[^\d\s][^\d]{0,24}?)\s*(?=[0-9])")
_WORD_BEHIND = re.compile(r"(?<=[0-9])\s*(?P<word>[^\d\s][^\d]{0,24})$")
_KANJI = frozenset("午前後后上下오전후")


def without_half(text: str, locale: str) -> tuple[str, str, bool]:
    """Return a time without am or pm, which of them stood there, and whether its clock begins at 0 (午後0時)."""
    for pattern in (_BEHIND, _IN_FRONT):
        match = pattern.search(text) if pattern is _BEHIND else pattern.match(text)
        if match is not None:
            rest = (text[: match.start()] + text[match.end() :]).strip()
            return rest, "am" if match["am"] else "pm", not _KANJI.isdisjoint(match[0])
    for pattern in (_WORD_BEHIND, _WORD_IN_FRONT):
        match = pattern.search(text) if pattern is _WORD_BEHIND else pattern.match(text)
        half = _named(match["word"], locale) if match is not None else ""
        if match is not None and half:
            return (text[: match.start()] + text[match.end() :]).strip(), half, False
    return text, "", False


def _named(word: str, locale: str) -> str:
    """Return am or pm for a word of the page's language, else of the languages that agree about it."""
    name = _plain(word)
    return halves_in(locale).get(name) or _all_halves().get(name, "") if name else ""


def _plain(word: str) -> str:
    return plain_word(word).replace(" ", "")


@lru_cache(maxsize=128)
def halves_in(locale: str) -> dict[str, str]:
    known = known_locale(locale) if locale else None
    if known is None:
        return {}
    found: dict[str, set[str]] = {}
    for widths in known.day_periods.values():
        for width in ("wide", "abbreviated", "narrow"):
            for half in ("am", "pm"):
                if name := widths.get(width, {}).get(half):
                    found.setdefault(_plain(name), set()).add(half)
    return {name: halves.pop() for name, halves in found.items() if len(halves) == 1 and name}


@lru_cache(maxsize=1)
def _all_halves() -> dict[str, str]:
    """Return the words of three letters or more, or of another script, about which all languages agree."""
    return {name: half for half, words in (("am", AM_WORDS), ("pm", PM_WORDS)) for name in listed(words)}
