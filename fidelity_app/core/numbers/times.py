"""Read times of day to ISO 8601: 24 hours, am/pm of several languages, h/Uhr, kanji."""

from __future__ import annotations

import re

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.draft import Draft, unparsable
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.lookalikes import repaired
from fidelity_app.core.numbers.value import NumberContext, Style

_AM = r"a\.?\s?m\.?|(?<=[0-9])a|午前|上午|오전|\u0635|қ\.?|π\.?μ\.?|เช\u0e49า"
_PM = r"p\.?\s?m\.?|(?<=[0-9])p|午後|午后|下午|오후|\u0645|μ\.?μ\.?"
_HALF = f"(?P<am>{_AM})|(?P<pm>{_PM})"
_HALF_BEFORE = re.compile(f"\\s*(?:{_HALF})\\s*", re.IGNORECASE)
_HALF_AFTER = re.compile(f"\\s*(?:{_HALF})\\s*$", re.IGNORECASE)
_CLOCK = re.compile(
    r"(?P<h>[0-9]{1,2})(?:\s?[:.]\s?|\s?[hHu]\s?|\s?時\s?|\s?时\s?|\s?시\s?)(?P<m>[0-9]{2}|(?<=[時时시\s])[0-9])"
    r"(?:\s?(?:[:.分분']|min?)\s?(?P<s>[0-9]{2})(?P<f>[.,][0-9]{1,6})?)?\s?[分秒분초]?"
)
_HOUR_ONLY = re.compile(r"(?P<h>[0-9]{1,2})(?P<m>)(?P<s>)(?P<f>)\s?(?:[hH]|Uhr|時|时|시|o'clock)?")
_PACKED = re.compile(r"(?P<h>[0-9]{2})(?P<m>[0-9]{2})(?P<s>[0-9]{2})?(?P<f>)")
_ZONE = re.compile(r"\s*(?P<zone>Z|[+-][0-9]{2}:?[0-9]{2})$")
_WORDS_AFTER = re.compile(r"\s*(?:Uhr|uhr|hrs?\.?|h|kl\.?|o'clock|[A-Z]{3,4})$")
_WORDS_BEFORE = re.compile(r"^\s*(?:kl\.?|at|um|à|[Tt]ime:?|[Zz]eit:?|[Hh]eure:?|[Hh]ora:?)\s+")


def read_time(folded: Folded, kind: Kind, context: NumberContext) -> Draft:
    """Read a time of day to HH:MM[:SS][zone]. An impossible time (25:61) has no value."""
    value = time_text(folded.text)
    if value is not None:
        return Draft(value, style=Style(script=folded.script), flags=folded.flags, decided_by="a time of day")
    fixed = repaired(folded.text)
    meant = time_text(fixed) if fixed is not None else None
    return unparsable("lookalike", "unparsable", suggestions=(meant,)) if meant else unparsable()


def time_text(text: str) -> str | None:
    """Return the ISO 8601 time that a folded text says, or None."""
    rest, zone, half = _WORDS_BEFORE.sub("", text).strip(), "", ""
    match = _ZONE.search(rest)
    # 10:30-12:00 is a span of two times; only after seconds is a minus the start of a zone.
    if match and rest[: match.start()].count(":") > ("-" in match["zone"]):
        rest, zone = rest[: match.start()], match["zone"]
    for pattern in (_HALF_AFTER, _HALF_BEFORE):
        match = None if half else (pattern.search(rest) if pattern is _HALF_AFTER else pattern.match(rest))
        if match:
            half = "am" if match["am"] else "pm"
            rest = (rest[: match.start()] + rest[match.end() :]).strip()
    found = _CLOCK.fullmatch(rest) or _PACKED.fullmatch(rest)
    if found is None:
        shorter = _WORDS_AFTER.sub("", rest)
        found = _CLOCK.fullmatch(shorter) or (_HOUR_ONLY.fullmatch(rest) if half or shorter != rest else None)
    found = found or (_HOUR_ONLY.fullmatch(rest) if half or not rest.isdigit() else None)
    return _clock(found, half, zone) if found else None


def _clock(found: re.Match[str], half: str, zone: str) -> str | None:
    hour, minute, second = int(found["h"]), int(found["m"] or 0), found["s"] or ""
    if half and not 1 <= hour <= 12 and not (half == "pm" and 13 <= hour <= 23):
        return None
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour > 23 or minute > 59 or (second and int(second) > 59):
        return None
    fraction = (found["f"] or "").replace(",", ".")
    tail = f":{second}{fraction}" if second else ""
    if zone and zone != "Z" and ":" not in zone:
        zone = f"{zone[:3]}:{zone[3:]}"
    return f"{hour:02d}:{minute:02d}{tail}{zone}"
