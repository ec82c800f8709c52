"""Write the table of month names, weekdays and halves of the day: python scripts/date_words.py.

Loading seventy languages through babel takes more than a second; a word of an unknown language must not wait for it.
A test says when the table is not what CLDR says any more.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path

from fidelity_app.core.numbers import date_words
from fidelity_app.core.numbers.day_halves import halves_in
from fidelity_app.core.numbers.months import LANGUAGES, names_in, weekdays_in

_HEAD = '''"""Words of dates and times in many languages, from CLDR; written by scripts/date_words.py, not by hand."""

from __future__ import annotations
'''
_WIDTH = 116


def months() -> list[set[str]]:
    """Return the names of each month in all languages."""
    return [
        {name for language in LANGUAGES for name, numbers in names_in(language).items() if number in numbers}
        for number in range(1, 13)
    ]


def weekdays() -> set[str]:
    """Return the names of all days of the week."""
    return {name for language in LANGUAGES for name in weekdays_in(language) if name}


def halves(wanted: str) -> set[str]:
    """Return the words for am or pm about which languages agree, and that no other short word is likely to be."""
    said: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for name, half in halves_in(language).items():
            said.setdefault(name, set()).add(half)
    return {name for name, found in said.items() if found == {wanted} and (len(name) > 2 or not name.isascii())}


def _wrapped(words: Iterable[str]) -> str:
    """Write words in lines that are not too wide, however wide their characters are."""
    lines = [""]
    for word in sorted(words):
        longer = f"{lines[-1]}{word}; "
        if sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in longer) > _WIDTH:
            lines.append(f"{word}; ")
        else:
            lines[-1] = longer
    return "\n".join(line.rstrip() for line in lines).rstrip(";")


def written() -> str:
    """Return the module's text."""
    table = "".join(f'    """\n{_wrapped(names)}\n""",\n' for names in months())
    texts = (("WEEKDAY_WORDS", weekdays()), ("AM_WORDS", halves("am")), ("PM_WORDS", halves("pm")))
    rest = "".join(f'{name} = """\n{_wrapped(words)}\n"""\n' for name, words in texts)
    return f"{_HEAD}\nMONTH_WORDS = (\n{table})\n{rest}"


if __name__ == "__main__":
    Path(date_words.__file__).write_text(written(), encoding="utf-8")
