"""Fold away what a transcriber wraps around a value: LaTeX, Markdown, table bars, quotes, HTML tags.

The wrapping is no difference (SCORING section 1; opendatalab/MinerU#4001): `$\\$ 12.50$` says $12.50.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from fidelity_app.core.numbers.folding import Folded

_HINTS = frozenset("\\$|*_\"'<~{“„«「#")
_COMMAND = re.compile(
    r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|mbox|boldsymbol|operatorname|underline|bf|rm|it)\b\s?\{?|\\(?:left|right|displaystyle|quad|qquad)\b"
)
_SPACING = re.compile(r"\\[,;:! ]")
_NAMED = {
    r"\times": "x",
    r"\cdot": "·",
    r"\euro": "€",
    r"\pounds": "£",
    r"\yen": "¥",
    r"\textdollar": "$",
    r"\percent": "%",
    r"\pm": "±",
}
_NAMED_RE = re.compile("|".join(re.escape(name) + r"\b" for name in _NAMED))
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,60}>")
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
)
_QUOTES = (('"', '"'), ("'", "'"), ("“", "”"), ("„", "“"), ("«", "»"), ("「", "」"))
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
    if "|" not in text or text.strip("| ") == "":
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
    out: set[int] = set()
    for pattern in (_COMMAND, _SPACING):
        for match in pattern.finditer(text):
            out.update(range(*match.span()))
    out.update(place for place, char in enumerate(text[:-1]) if char == "\\" and text[place + 1] in "$%&#_{}")
    out.update(place for place, char in enumerate(text) if char in "{}")
    return folded.without(out)


def _without_tags(folded: Folded) -> Folded:
    return folded.without({place for match in _TAG.finditer(folded.text) for place in range(*match.span())})


def _without_heading(folded: Folded) -> Folded:
    match = _HEADING.match(folded.text)
    return folded.without(range(match.end())) if match else folded


_STEPS: tuple[Callable[[Folded], Folded], ...] = (
    _without_tags,
    _without_heading,
    _without_bars,
    _without_pairs,
    _without_latex,
)
