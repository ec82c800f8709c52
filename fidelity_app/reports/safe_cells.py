"""Cells that a spreadsheet must not run.

A receipt may print `=1+2` and a model may answer `@SUM(A1)`: both are data. Spreadsheets run a cell that starts with
= + - @, a tab or a return (OWASP, "CSV Injection"); such a text gets a leading apostrophe. Signed numbers do not.
"""

from __future__ import annotations

import re

_STARTERS = ("=", "+", "-", "@", "\t", "\r", "\n")
_PLAIN_NUMBER = re.compile(r"^[+-]?(?:[0-9][0-9.,' \u00a0\u202f]*|[.,][0-9]+)%?$", re.ASCII)


def guarded(text: str) -> str:
    """Return the text as a spreadsheet may safely show it; numbers, signed or not, are left as they are."""
    if text.startswith(_STARTERS) and not _PLAIN_NUMBER.match(text):
        return "'" + text
    return text
