"""Turn dates of named calendars into the Gregorian one: Japanese eras, Minguo, Buddhist, Persian. Never roll over."""

from __future__ import annotations

from datetime import date

# An era: its letter, its names and signs, and its first day; its last day is the day before the next era.
_ERAS: tuple[tuple[tuple[str, ...], date], ...] = (
    (("R", "令和", "令", "㋿", "reiwa"), date(2019, 5, 1)),
    (("H", "平成", "平", "㍻", "heisei"), date(1989, 1, 8)),
    (("S", "昭和", "昭", "㍼", "showa", "shōwa"), date(1926, 12, 25)),
    (("T", "大正", "大", "㍽", "taisho", "taishō"), date(1912, 7, 30)),
    (("M", "明治", "明", "㍾", "meiji"), date(1868, 1, 25)),
)
ERA_NAMES = tuple(name for names, _ in _ERAS for name in names[1:])
ERA_LETTERS = "".join(names[0] for names, _ in _ERAS)
# Words that name a calendar; a date in one that is not read here has no value, for its year would be taken for another.
CALENDAR_WORDS = (
    *(name for name in ERA_NAMES if len(name) > 1),
    *("minguo", "roc", "r.o.c", "hijri", "hijra", "saka", "shaka", "vikram", "vikrami", "bikram", "samvat", "b.s"),
    *("ethiopian", "e.c", "coptic", "hebrew", "dangi", "jalali", "shamsi"),
)
MINGUO_OFFSET, BUDDHIST_OFFSET, PERSIAN_OFFSET = 1911, 543, 621
_NAMES = {
    "": ("", "gregorian", "gregory", "iso8601"),
    "roc": ("roc", "minguo", "taiwan"),
    "buddhist": ("buddhist", "thai"),
    "persian": ("persian", "jalali", "solar-hijri"),
    "japanese": ("japanese", "reiwa", "japan"),
}
_ALIASES = {alias: name for name, aliases in _NAMES.items() for alias in aliases}
_PERSIAN_BREAKS = (
    -61,
    9,
    38,
    199,
    426,
    686,
    756,
    818,
    1111,
    1181,
    1210,
    1635,
    2060,
    2097,
    2192,
    2262,
    2324,
    2394,
    2456,
    3178,
)


def calendar_name(stated: str) -> str | None:
    """Return roc, buddhist, persian or japanese, an empty text for Gregorian, None for a calendar not known here."""
    return _ALIASES.get(stated.strip().lower())


def gregorian(year: int, month: int, day: int) -> date | None:
    """Return a valid Gregorian date or None (2024-02-30 is none; nothing is rolled over)."""
    try:
        return date(year, month, day)
    except (ValueError, OverflowError):
        return None


def from_calendar(calendar: str, year: int, *, month: int, day: int) -> date | None:
    """Convert a date of a calendar that `calendar_name` returns; None when the day does not exist there."""
    match calendar:
        case "":
            return gregorian(year, month, day)
        case "roc":
            return gregorian(year + MINGUO_OFFSET, month, day)
        case "buddhist":
            return gregorian(year - BUDDHIST_OFFSET, month, day)
        case "persian":
            return from_persian(year, month, day)
        case _:
            return None


def from_era(era: str, year: int, *, month: int, day: int) -> date | None:
    """Convert a date of a Japanese era given by name or capital letter; None when the day lies outside the era."""
    for place, (names, first) in enumerate(_ERAS):
        if era not in names and era.lower() not in names[1:]:
            continue
        found = gregorian(first.year + year - 1, month, day)
        last = _ERAS[place - 1][1] if place else date.max
        return found if found is not None and year >= 1 and first <= found < last else None
    return None


def month_of_era(era: str, year: int, month: int) -> str | None:
    """Return YYYY-MM for a month of a Japanese era, None when no day of it lies in the era."""
    days = (from_era(era, year, month=month, day=day) for day in range(1, 32))
    found = next((day for day in days if day is not None), None)
    return None if found is None else f"{found:%Y-%m}"


def from_persian(year: int, month: int, day: int) -> date | None:
    """Convert a Solar Hijri date by Borkowski's leap-year breaks (valid for the years 1 to 3177)."""
    if not (1 <= year < _PERSIAN_BREAKS[-1] and 1 <= month <= 12 and 1 <= day <= _persian_month_days(year, month)):
        return None
    _, march = _persian_year(year)
    new_year = date(year + PERSIAN_OFFSET, 3, march)
    before = 31 * (month - 1) - max(0, month - 7)
    return date.fromordinal(new_year.toordinal() + before + day - 1)


def _persian_month_days(year: int, month: int) -> int:
    if month <= 6:
        return 31
    return 30 if month <= 11 or _persian_year(year)[0] == 0 else 29


def _persian_year(year: int) -> tuple[int, int]:
    """Return (years since the last leap year, March day of the new year)."""
    leaps, start, jump = -14, _PERSIAN_BREAKS[0], 0
    for until in _PERSIAN_BREAKS[1:]:
        jump = until - start
        if year < until:
            break
        leaps += jump // 33 * 8 + jump % 33 // 4
        start = until
    count = year - start
    leaps += count // 33 * 8 + (count % 33 + 3) // 4
    if jump % 33 == 4 and jump - count == 4:
        leaps += 1
    western = year + PERSIAN_OFFSET
    leaps_western = western // 4 - (western // 100 + 1) * 3 // 4 - 150
    march = 20 + leaps - leaps_western
    if jump - count < 6:
        count = count - jump + (jump + 4) // 33 * 33
    since = ((count + 1) % 33 - 1) % 4
    return (4 if since == -1 else since), march
