"""Units of measure as receipts print them, and the words that multiply a number (k, Mio., lakh, 万)."""

from __future__ import annotations

import re
from decimal import Decimal

WEIGHTS_AND_VOLUMES = frozenset(
    "kg g mg t lb lbs oz dag dkg hg l L ml cl dl hl gal ltr lt ltr. liter litre litres liters m3 m\u00b3 kWh kwh "
    "\u043a\u0433 \u0433 \u043b \u043c\u043b \u0643\u063a \u0643\u062c\u0645 \u063a \u0644 gr kgs KG Kg G ML CL LTR LT LB".split()
)
LENGTHS = frozenset("m cm mm km in ft yd m2 m\u00b2 sqm qm ha MB GB TB h min hrs hr s mm2 cm2 cm3 A V W kW Wh \u00b0C \u00b0F".split())
COUNTS = frozenset(
    "pc pcs pc. pcs. Stk Stk. Stck St St. St\u00fcck st szt szt. ks db gab gab. vnt vnt. tk pz pz. pcs ea each x X "
    "u uds un und \u4e2a \u500b \u70b9 \u4ef6 \u672c \u679a \u74f6 \u676f \uac1c \u0448\u0442 \u0448\u0442. EA PCS PC doz dozen box pack pkt".split()
)
UNITS = tuple(sorted(WEIGHTS_AND_VOLUMES | LENGTHS | COUNTS, key=len, reverse=True))
_PER = re.compile(r"\s*/\s*")

# word: power of ten. Case matters where a letter alone would also be a unit or a tax mark.
MULTIPLIERS: dict[str, int] = {
    "k": 3, "K": 3, "T": 3, "Tsd.": 3, "Tsd": 3, "thousand": 3, "mil": 3, "mille": 3, "\u0442\u044b\u0441.": 3, "\u0442\u044b\u0441": 3, "tis.": 3, "tys.": 3,
    "M": 6, "m": 6, "mn": 6, "Mn": 6, "mio": 6, "Mio": 6, "Mio.": 6, "mio.": 6, "mln": 6, "Mln": 6, "mln.": 6, "million": 6, "Million": 6,
    "millions": 6, "Millionen": 6, "millones": 6, "\u043c\u043b\u043d": 6, "\u043c\u043b\u043d.": 6, "MM": 6, "mil.": 6,
    "B": 9, "bn": 9, "Bn": 9, "billion": 9, "Mrd": 9, "Mrd.": 9, "mrd": 9, "mrd.": 9, "mld": 9, "mld.": 9, "Mds": 9, "\u043c\u043b\u0440\u0434": 9, "\u043c\u043b\u0440\u0434.": 9,
    "lakh": 5, "lakhs": 5, "lac": 5, "lacs": 5, "Lakh": 5, "Lakhs": 5, "Lac": 5, "crore": 7, "crores": 7, "Crore": 7, "Crores": 7,
    "\u767e": 2, "\u5343": 3, "\u4e07": 4, "\u842c": 4, "\u5104": 8, "\u4ebf": 8, "\u5146": 12, "\ub9cc": 4, "\uc5b5": 8, "\ucc9c": 3,
    "juta": 6, "ribu": 3, "rb": 3, "jt": 6, "tri\u1ec7u": 6, "\u0644\u0627\u06a9\u06be": 5, "\u0e25\u0e49\u0e32\u0e19": 6,
}  # fmt: skip
_LETTERS_THAT_LOOK_LIKE_DIGITS = frozenset("TB")
_WORDS = tuple(sorted(MULTIPLIERS, key=len, reverse=True))


def is_measure(unit: str) -> bool:
    """Say whether a unit is a weight or volume, or a price per something (EUR/l)."""
    if unit in WEIGHTS_AND_VOLUMES:
        return True
    head, slash, per = unit.partition("/")
    return bool(slash and per) and not head.isdigit()


def unit_after(text: str, end: int) -> str:
    """Return the unit that ends at a place, with a `/` before it if it says per, else an empty text."""
    for unit in UNITS:
        start = end - len(unit)
        if start >= 0 and text.endswith(unit, 0, end) and not text[start - 1 : start].isalpha():
            return unit
    return ""


def multiplier_after(text: str, end: int) -> str:
    """Return the multiplying word that ends at a place. A bare T or B stands apart, else it looks like a digit."""
    for word in _WORDS:
        start = end - len(word)
        if start < 1 or not text.endswith(word, 0, end) or text[start - 1].isalpha():
            continue
        if word in _LETTERS_THAT_LOOK_LIKE_DIGITS:
            continue
        return word
    return ""


def scaled(number: Decimal, power: int) -> Decimal:
    """Return number * 10**power exactly; whole results carry no decimals (1.5k is 1500, not 1500.0)."""
    result = number.scaleb(power) if number else number
    return result.quantize(Decimal(1)) if result == result.to_integral_value() else result
