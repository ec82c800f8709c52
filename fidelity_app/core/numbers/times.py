"""Read times of day to ISO 8601: 24 hours, am/pm of several languages, h/Uhr, kanji."""

from __future__ import annotations

import re

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.day_halves import without_half
from fidelity_app.core.numbers.draft import Draft, unparsable
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.lookalikes import repaired
from fidelity_app.core.numbers.numerals import kanji_digit, word_number
from fidelity_app.core.numbers.value import NumberContext, Style

_HOUR = "(?P<h>[0-9]{1,2})"
_FRACTION = r"(?P<f>[.,][0-9]{1,6})?"
_CLOCKS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_HOUR}\s?[:.]\s?(?P<m>[0-9]{{2}})(?:\s?[:.]\s?(?P<s>[0-9]{{2}}){_FRACTION})?",
        rf"{_HOUR}\s?(?:h|u|Uhr|uur|[時时點点시])\s?(?P<m>[0-9]{{2}})"
        rf"(?:\s?(?:m(?:in)?|['분分])\s?(?:(?P<s>[0-9]{{2}})\s?(?:s(?:ec)?|[\"秒초])?)?)?(?P<f>)",
        rf"{_HOUR}\s?[時时點点시]\s?(?P<m>[0-9]{{1,2}})\s?[分분](?:\s?(?P<s>[0-9]{{1,2}})\s?[秒초])?(?P<f>)",
        rf"{_HOUR}\s?[時时點点시]\s?(?P<m>[0-9]{{1,2}})(?P<s>)(?P<f>)",
        r"(?P<h>[0-9]{2})(?P<m>[0-9]{2})(?P<s>[0-9]{2})?(?P<f>)",
    )
)
_HOUR_ALONE = re.compile(rf"{_HOUR}(?P<m>)(?P<s>)(?P<f>)")
_HOUR_AND_WORD = re.compile(
    rf"{_HOUR}(?P<m>)(?P<s>)(?P<f>)\s?(?:h|Uhr|uur|[時时點点시]|o'clock|hrs?\.?)", re.IGNORECASE
)
_ZONE = re.compile(r"\s*(?P<zone>Z|[+-](?:0[0-9]|1[0-4]):?[0-5][0-9])$")
# A zone by its name is no part of the value: most names stand for several zones.
_ZONE_NAMES = (
    "UTC|GMT|CET|CEST|MEZ|MESZ|WET|WEST|EET|EEST|BST|MSK|[ECMP][SD]T|AK[SD]T|HST|IST|PKT|WIB|WITA|WIT|ICT|SGT|HKT|PHT"
    "|JST|KST|A[CEW][SD]T|A[CEW]?ST|NZ[SD]T|BRT|ART|CLT|SAST|EAT|WAT|CAT"
)
_ZONE_NAME = re.compile(rf"(?<=[0-9mMpPaA.])\s+\(?(?:{_ZONE_NAMES})\)?$")
_BEHIND = re.compile(r"\s*(?:uhr|uur|hrs?\.?|h|น\.?|o'clock|hod\.?|val\.?)$", re.IGNORECASE)
_IN_FRONT = re.compile(
    r"(?:kl|klo|at|um|à|ore|às|as|a las|alle|godz|hod|saat|ob|o|om|pukul|jam|lúc|в|у|о)\.?\s+|@\s?|T(?=[0-9]{2}:)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?P<words>[^\W\d_][^\d:]{0,24}?)(?:\s?:\s?|\s+)(?=(?P<hour>[0-9]{1,2})\s?(?P<mark>[:.hH時时시]))")
_KNOWN_LABELS = """
time zeit uhrzeit heure hora horas ora ore orario tijd tid aika kell laiks laikas godzina godz czas čas cas idő időpont
saat ώρα час время часы jam pukul waktu giờ lúc เวลา 時間 时间 時刻 时刻 시간 시각
وقت الوقت ساعت שעה hrs hr printed start end beginn ende begin from until ab bis at um kl klo
"""
_LABEL_WORDS = frozenset(_KNOWN_LABELS.split())
_KANJI_RUN = re.compile("[〇零一二三四五六七八九十百千]+")
_KANJI_UNITS = frozenset("十百千")
_DIGIT = re.compile("[0-9]")
_DOTTED = re.compile(r"[^0-9]*[0-9]{1,2}\.[0-9]{2}(?:\.[0-9]{2})?[^0-9]*")
_CLOCK_WORD = re.compile(r"\b(?:uhr|uur|hrs?|klo?|h|[ap]\.?m)\b", re.IGNORECASE)
_CJK_MARKS = frozenset("時时點点시")


def read_time(folded: Folded, kind: Kind, context: NumberContext) -> Draft:
    """Read a time of day to HH:MM[:SS][zone]. An impossible time (25:61) has no value."""
    value = time_text(folded.text, context.locale)
    if kind is Kind.OTHER and _DOTTED.fullmatch(folded.text) and not _CLOCK_WORD.search(folded.text):
        value = None  # Total 14.05 is an amount wherever no time is expected
    if value is not None:
        return Draft(value, style=Style(script=folded.script), flags=folded.flags, decided_by="a time of day")
    fixed = repaired(folded.text)
    meant = time_text(fixed, context.locale) if fixed is not None else None
    if meant is None:
        return unparsable(decided_by="no time of day from 00:00 to 23:59")
    why = "a letter stands where a digit should"
    return unparsable("lookalike", "unparsable", suggestions=(meant,), decided_by=why)


def time_text(text: str, locale: str = "") -> str | None:
    """Return the ISO 8601 time that a folded text says, or None."""
    rest, zone = text.strip(), ""
    if plain := _CLOCKS[0].fullmatch(rest):
        return _iso(plain, "", "", from_zero=False)
    if rest.startswith("(") and rest.endswith(")"):
        rest = rest[1:-1].strip()
    if not _CJK_MARKS.isdisjoint(rest):
        rest = with_plain_digits(rest)
    if not _DIGIT.search(rest):
        return None
    rest = _ZONE_NAME.sub("", rest)
    match = _ZONE.search(rest)
    # 10:30-12:00 is a span of two times; only after seconds is a minus the start of a zone.
    if match and rest[: match.start()].count(":") > ("-" in match["zone"]):
        rest, zone = rest[: match.start()], match["zone"]
    elif match and match["zone"] == "Z" and rest[:-1].isdigit():
        rest, zone = rest[:-1], "Z"
    rest, half, from_zero = without_half(rest, locale)
    found = _clock_of(rest, bool(half))
    if found is None:
        bare = _IN_FRONT.sub("", rest, count=1) if _IN_FRONT.match(rest) else _without_label(rest)
        bare, later, from_zero = (bare, half, from_zero) if half else without_half(bare, locale)
        found, half = _clock_of(bare, bool(later)), later
    return _iso(found, half, zone, from_zero=from_zero) if found else None


def _without_label(text: str) -> str:
    """Drop a known label, or any words before an hour that no half of the day can change (not: abends 8:30)."""
    label = _LABEL.match(text)
    if label is None:
        return text
    last = label["words"].casefold().rstrip(" .").rpartition(" ")[2]
    is_clear = int(label["hour"]) > 12 and label["mark"] != "."
    return text[label.end() :] if last in _LABEL_WORDS or is_clear else text


def with_plain_digits(text: str) -> str:
    """Return a text with decimal digits for kanji numerals; zeros in front stay, so that a lost digit is seen."""
    return _KANJI_RUN.sub(_plain_digits, text)


def _plain_digits(match: re.Match[str]) -> str:
    if _KANJI_UNITS.isdisjoint(match[0]):
        return "".join(map(kanji_digit, match[0]))
    numeral = word_number(match[0])
    return str(numeral.number) if numeral else match[0]


def _clock_of(text: str, has_half: bool) -> re.Match[str] | None:
    """Return the parts of a clock, alone or with a word behind it."""
    for rest in dict.fromkeys((text, _BEHIND.sub("", text))):
        for clock in _CLOCKS:
            if found := clock.fullmatch(rest):
                return found
    return _HOUR_AND_WORD.fullmatch(text) or (_HOUR_ALONE.fullmatch(text) if has_half else None)


def _iso(found: re.Match[str], half: str, zone: str, *, from_zero: bool) -> str | None:
    hour, minute, second = int(found["h"]), int(found["m"] or 0), found["s"] or ""
    if half and not (0 if from_zero else 1) <= hour <= 12 and not (half == "pm" and 13 <= hour <= 23):
        return None
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour > 23 or minute > 59 or (second and int(second) > 59):
        return None
    fraction = (found["f"] or "").replace(",", ".")
    tail = f":{int(second):02d}{fraction}" if second else ""
    if zone and zone != "Z" and ":" not in zone:
        zone = f"{zone[:3]}:{zone[3:]}"
    return f"{hour:02d}:{minute:02d}{tail}{zone}"
