"""Fold away what a transcriber wraps around a value: LaTeX, Markdown, table bars, quotes, HTML tags.

The wrapping is no difference (SCORING section 1; opendatalab/MinerU#4001): `$\\$ 12.50$` says $12.50.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

from fidelity_app.core.numbers.folding import Folded, fold_char

_HINTS = frozenset("\\$|*_\"'<~{“”„«»‹「『【[#&")
_COMMAND = re.compile(
    r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|mbox|boxed|fbox|boldsymbol|operatorname|underline|bf|rm|it)\b\s?\{?|\\(?:left|right|displaystyle)\b|\\\\\s*$"
)
# Spaces that LaTeX or an escape writes in letters; they stay spaces, so that what they divide does not run together.
_SPACING = re.compile(r"\\[,;:! ]|\\(?:quad|qquad)\b|\\[nrt](?![A-Za-z])")
_NAMED = {
    r"\times": "x",
    r"\cdot": "·",
    r"\euro": "€",
    r"\EUR": "€",
    r"\pounds": "£",
    r"\yen": "¥",
    r"\textdollar": "$",
    r"\percent": "%",
    r"\pm": "±",
}
_NAMED_RE = re.compile("|".join(re.escape(name) + r"\b" for name in _NAMED))
# A tag's name holds no digit but a heading's: what else stands between angle brackets may be part of the number.
_TAG = re.compile(r"</?(?!su[bp]\b)(?:[A-Za-z]{1,10}|[hH][1-6])(?:\s[^<>]{0,80})?\s?/?>")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_BOLD_LABEL = re.compile(r"(\*\*|__)([^*_]*[^\W\d_][^*_]*)\1")
_PAIRS = (
    ("$$", "$$"),
    ("$", "$"),
    (r"\(", r"\)"),
    (r"\[", r"\]"),
    ("**", "**"),
    ("__", "__"),
    ("~~", "~~"),
    ("*", "*"),
    ("_", "_"),
    ("#", "#"),
    ("[", "]"),
    ("【", "】"),
)
_QUOTES = tuple((pair[0], pair[1]) for pair in ('""', "''", "“”", "„“", "””", "«»", "»«", "‹›", "「」", "『』"))
_HEADING = re.compile(r"#{1,6} ")


def unwrap(folded: Folded) -> Folded:
    """Return the folded text without its wrapping; the places of the rest are kept. A mask (`****1234`) stays."""
    if _HINTS.isdisjoint(folded.text):
        return folded
    for _ in range(6):  # wrappings nest: a bar, then bold, then LaTeX
        before = folded
        for step in _STEPS:
            folded = step(folded)
        if folded.text == before.text:
            break
    return folded


def _without_pairs(folded: Folded) -> Folded:
    text = folded.text
    first, last = len(text) - len(text.lstrip(" ")), len(text.rstrip(" "))
    inner = text[first:last]
    for left, right in (*_PAIRS, *_QUOTES):
        if len(inner) <= len(left) + len(right) or not (inner.startswith(left) and inner.endswith(right)):
            continue
        middle = inner[len(left) : -len(right)]
        if left == "$" and (
            not any(c.isdigit() for c in middle) or middle[-1:].isalpha() or "$" in middle.replace("\\$", "")
        ):
            continue
        return folded.without({*range(first, first + len(left)), *range(last - len(right), last)})
    return folded


def _without_bars(folded: Folded) -> Folded:
    """Drop table bars: at both ends, or set off by a space. A bar that touches a digit may be a misread 1."""
    text = folded.text.strip(" ")
    if "|" not in text:
        return folded
    both = text.startswith("|") and text.endswith("|")
    start, end = folded.text.index(text[0]), len(folded.text.rstrip(" ")) - 1
    out = set()
    if text.startswith("|") and (both or text[1:2] == " "):
        out.add(start)
    if text.endswith("|") and (both or text[-2:-1] == " "):
        out.add(end)
    return folded.without(out)


def _without_latex(folded: Folded) -> Folded:
    text = folded.text
    if "\\" not in text and "{" not in text:
        return folded
    named = _NAMED_RE.search(text)
    if named:
        start, end = named.span()
        swapped = text[:start] + _NAMED[named[0]] + text[start + 1 :]
        return folded.replaced(swapped).without(range(start + 1, end))
    folded = _with_single_chars(folded, _SPACING, lambda match: " ")
    text = folded.text
    out = {place for match in _COMMAND.finditer(text) for place in range(*match.span())}
    out.update(place for place, char in enumerate(text[:-1]) if char == "\\" and text[place + 1] in "$%&#_{}")
    out.update(place for place, char in enumerate(text) if char in "{}")
    return folded.without(out)


def _with_single_chars(folded: Folded, pattern: re.Pattern[str], meaning: Callable[[re.Match[str]], str]) -> Folded:
    """Put one character, or none, for each match of a pattern; a meaning that is the match itself leaves it."""
    chars, out = list(folded.text), set[int]()
    for match in pattern.finditer(folded.text):
        meant = meaning(match)
        if len(meant) <= 1:
            chars[match.start()] = meant or " "
            out.update(range(match.start() + len(meant), match.end()))
    return folded.replaced("".join(chars)).without(out) if out else folded


def _without_entities(folded: Folded) -> Folded:
    """Put the one character for an HTML entity (`&euro;12.50`), or nothing for an invisible one; digits stay."""
    return _with_single_chars(folded, _ENTITY, _entity) if "&" in folded.text else folded


def _entity(match: re.Match[str]) -> str:
    char = unescape(match[0])
    meant = fold_char(char) if len(char) == 1 else match[0]
    return match[0] if meant.isdigit() else meant


def _without_tags(folded: Folded) -> Folded:
    """Drop HTML tags; one between digits becomes a space, for what it divides is not one number."""
    return _with_single_chars(folded, _TAG, _divider) if "<" in folded.text else folded


def _divider(match: re.Match[str]) -> str:
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    return " " if before.isdigit() and after.isdigit() else ""


def _without_bold(folded: Folded) -> Folded:
    """Drop the marks of a bold label beside a number (`**Total:** 12.50`)."""
    match = _BOLD_LABEL.search(folded.text)
    if match is None:
        return folded
    (start, end), size = match.span(), len(match[1])
    return folded.without({*range(start, start + size), *range(end - size, end)})


def _without_heading(folded: Folded) -> Folded:
    match = _HEADING.match(folded.text)
    return folded.without(range(match.end())) if match else folded


_STEPS: tuple[Callable[[Folded], Folded], ...] = (
    _without_entities,
    _without_tags,
    _without_heading,
    _without_bars,
    _without_pairs,
    _without_bold,
    _without_latex,
)
