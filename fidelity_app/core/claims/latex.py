"""LaTeX in prose folded to plain text, with the place of every character in the raw text: `$\\$ 1{,}234.56$`."""

from __future__ import annotations

import re

_MATH = re.compile(r"(?<!\\)(?P<mark>\$\$?)(?P<inside>(?:[^\n$\\]|\\.)*)(?P=mark)|\\[\[(]|\\[\])]")
_FOLDS = (
    (re.compile(r"\{([,.'])\}"), 1),
    (re.compile(r"\\([$€£%&#_])"), 1),
    (re.compile(r"\\[,;: ]"), " "),
    (re.compile(r"(?<=\d)~(?=\d)"), " "),
)
_TELLING = re.compile(r"[\\{]")


def fold_latex(text: str) -> tuple[str, list[int]]:
    """Return a text without LaTeX's wrappers, and for each of its characters the place in the raw text.

    Dollar signs around mathematics are no currency; they are told by a backslash or a brace inside. A bare `$` stays.
    """
    kept = [*text]
    for match in _MATH.finditer(text):
        mark, inside = match["mark"], match["inside"]
        if mark is None:
            _blank(kept, *match.span())
        elif _TELLING.search(inside) or len(mark) > 1:
            _blank(kept, match.start(), match.start() + len(mark))
            _blank(kept, match.end() - len(mark), match.end())
    for pattern, said in _FOLDS:
        for match in pattern.finditer(text):
            _drop(kept, *match.span())
            kept[match.start()] = said if isinstance(said, str) else match[said]
    places = [place for place, char in enumerate(kept) if char]
    return "".join(kept), places


def _blank(kept: list[str], start: int, end: int) -> None:
    kept[start:end] = " " * (end - start)


def _drop(kept: list[str], start: int, end: int) -> None:
    kept[start:end] = [""] * (end - start)
