"""Currency signs and codes: which currency a text names, and how many decimals that currency uses.

ISO 4217 codes and exponents come from CLDR through babel, imported only when a text needs them. The signs are ours:
a sign shared by several currencies names one only where the page's currency or locale settles it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from fidelity_app.core.numbers.value import NumberContext

DOLLARS = "USD CAD AUD NZD HKD SGD TWD MXN ARS CLP COP BND FJD JMD BBD BSD BZD TTD XCD NAD LRD SRD GYD KYD BMD UYU DOP NIO"
CROWNS = "SEK NOK DKK ISK"
RUPEES = "INR PKR LKR NPR MUR SCR"
RIALS = "IRR OMR YER QAR SAR"
FRANCS = "CHF XOF XAF XPF RWF BIF GNF DJF KMF CDF FRF BEF LUF"

# sign: (currencies that print it, the one meant when nothing is known or "").
SIGNS: dict[str, tuple[str, str]] = {
    "\u20ac": ("EUR", "EUR"), "\u00a3": ("GBP EGP LBP SYP GIP FKP SHP", "GBP"), "\u20a4": ("GBP ITL TRL", ""),
    "$": (DOLLARS, ""), "US$": ("USD", "USD"), "U$S": ("USD", "USD"), "C$": ("CAD NIO", "CAD"), "CA$": ("CAD", "CAD"),
    "CDN$": ("CAD", "CAD"), "A$": ("AUD", "AUD"), "AU$": ("AUD", "AUD"), "NZ$": ("NZD", "NZD"), "HK$": ("HKD", "HKD"),
    "S$": ("SGD", "SGD"), "SG$": ("SGD", "SGD"), "NT$": ("TWD", "TWD"), "MX$": ("MXN", "MXN"), "R$": ("BRL", "BRL"),
    "J$": ("JMD", "JMD"), "TT$": ("TTD", "TTD"), "B$": ("BND BSD", ""), "BZ$": ("BZD", "BZD"), "RD$": ("DOP", "DOP"),
    "AR$": ("ARS", "ARS"), "CLP$": ("CLP", "CLP"), "COL$": ("COP", "COP"), "$U": ("UYU", "UYU"), "FJ$": ("FJD", "FJD"),
    "N$": ("NAD", "NAD"), "EC$": ("XCD", "XCD"), "MOP$": ("MOP", "MOP"), "T$": ("TOP", "TOP"),
    "\u00a5": ("JPY CNY", "JPY"), "CN\u00a5": ("CNY", "CNY"), "JP\u00a5": ("JPY", "JPY"), "RMB": ("CNY", "CNY"),
    "\u5186": ("JPY", "JPY"), "\u65e5\u5143": ("JPY", "JPY"), "\u5143": ("CNY TWD HKD", "CNY"), "\u5706": ("CNY", "CNY"),
    "\u5757": ("CNY", "CNY"), "\u4eba\u6c11\u5e01": ("CNY", "CNY"), "\u6e2f\u5143": ("HKD", "HKD"),
    "\u7f8e\u5143": ("USD", "USD"), "\u6b27\u5143": ("EUR", "EUR"), "\u65b0\u53f0\u5e63": ("TWD", "TWD"),
    "\u20a9": ("KRW KPW", "KRW"), "\uc6d0": ("KRW", "KRW"), "\u20b9": ("INR", "INR"), "Rs": (RUPEES, ""),
    "Rs.": (RUPEES, ""), "\u20a8": (RUPEES, ""), "\u0930\u0941": (RUPEES, ""), "\u0930\u0941.": (RUPEES, ""),
    "\u09f3": ("BDT", "BDT"), "Tk": ("BDT", "BDT"), "Tk.": ("BDT", "BDT"),
    "Rp": ("IDR", "IDR"), "Rp.": ("IDR", "IDR"), "RM": ("MYR", "MYR"), "\u20ab": ("VND", "VND"), "\u0111": ("VND", "VND"),
    "\u0110": ("VND", "VND"), "VN\u0110": ("VND", "VND"), "vn\u0111": ("VND", "VND"), "\u0e3f": ("THB", "THB"),
    "\u0e1a\u0e32\u0e17": ("THB", "THB"), "\u20b1": ("PHP", "PHP"), "\u17db": ("KHR", "KHR"), "\u20ad": ("LAK", "LAK"),
    "\u20ae": ("MNT", "MNT"), "K": ("PGK MMK ZMW", ""),
    "kr": (CROWNS, ""), "kr.": (CROWNS, ""), "Kr": (CROWNS, ""), "Kr.": (CROWNS, ""), "KR": (CROWNS, ""),
    "K\u010d": ("CZK", "CZK"), "k\u010d": ("CZK", "CZK"), "Kcs": ("CZK", "CZK"), "Kc": ("CZK", "CZK"),
    "z\u0142": ("PLN", "PLN"), "z\u0142.": ("PLN", "PLN"), "Z\u0141": ("PLN", "PLN"), "Ft": ("HUF", "HUF"), "Ft.": ("HUF", "HUF"),
    "lei": ("RON MDL", "RON"), "leu": ("RON MDL", "RON"), "Lei": ("RON MDL", "RON"), "LEI": ("RON MDL", "RON"),
    "\u043b\u0432": ("BGN", "BGN"), "\u043b\u0432.": ("BGN", "BGN"), "kn": ("HRK", "HRK"), "KM": ("BAM", "BAM"), "din": ("RSD DZD", "RSD"),
    "din.": ("RSD DZD", "RSD"), "\u0434\u0438\u043d": ("RSD MKD", "RSD"), "\u0434\u0438\u043d.": ("RSD MKD", "RSD"), "Lek": ("ALL", "ALL"),
    "\u20bd": ("RUB", "RUB"), "\u0440\u0443\u0431": ("RUB BYN", "RUB"), "\u0440\u0443\u0431.": ("RUB BYN", "RUB"), "\u0440.": ("RUB BYN", "RUB"),
    "\u20b4": ("UAH", "UAH"), "\u0433\u0440\u043d": ("UAH", "UAH"), "\u0433\u0440\u043d.": ("UAH", "UAH"), "\u20b8": ("KZT", "KZT"),
    "\u20ba": ("TRY", "TRY"), "TL": ("TRY", "TRY"), "\u20bc": ("AZN", "AZN"), "\u20be": ("GEL", "GEL"), "\u058f": ("AMD", "AMD"),
    "\u20aa": ("ILS", "ILS"), "\u20a6": ("NGN", "NGN"), "\u20b5": ("GHS", "GHS"), "GH\u20b5": ("GHS", "GHS"), "KSh": ("KES", "KES"),
    "Ksh": ("KES", "KES"), "TSh": ("TZS", "TZS"), "USh": ("UGX", "UGX"), "R": ("ZAR", "ZAR"), "\u20a1": ("CRC", "CRC"),
    "\u20b2": ("PYG", "PYG"), "S/": ("PEN", "PEN"), "S/.": ("PEN", "PEN"), "Bs": ("BOB VES", ""), "Bs.": ("BOB VES", ""), "B/.": ("PAB", "PAB"),
    "Fr": (FRANCS, "CHF"), "Fr.": (FRANCS, "CHF"), "SFr": ("CHF", "CHF"), "SFr.": ("CHF", "CHF"), "Sfr.": ("CHF", "CHF"), "FCFA": ("XOF XAF", ""),
    "\u20a3": (FRANCS, ""), "\ufdfc": (RIALS, ""), "\u0631\u06cc\u0627\u0644": (RIALS, ""), "\u0631\u064a\u0627\u0644": (RIALS, ""),
    "\u062a\u0648\u0645\u0627\u0646": ("", ""), "\u0631.\u0633": ("SAR", "SAR"), "\u0631.\u0633.": ("SAR", "SAR"),
    "\u062f.\u0625": ("AED", "AED"), "\u062f.\u0625.": ("AED", "AED"), "\u062f\u0631\u0647\u0645": ("AED MAD", ""), "Dhs": ("AED MAD", ""),
    "Dh": ("AED MAD", ""), "\u062f.\u0643": ("KWD", "KWD"), "\u062f.\u0643.": ("KWD", "KWD"), "KD": ("KWD", "KWD"),
    "\u062f.\u0628": ("BHD", "BHD"), "\u062f.\u0628.": ("BHD", "BHD"), "BD": ("BHD", "BHD"), "\u0631.\u0639": ("OMR", "OMR"),
    "\u0631.\u0639.": ("OMR", "OMR"), "RO": ("OMR", "OMR"), "\u062f.\u062a": ("TND", "TND"), "DT": ("TND", "TND"), "JD": ("JOD", "JOD"),
    "\u062c.\u0645": ("EGP", "EGP"), "\u062c.\u0645.": ("EGP", "EGP"), "\u062c\u0646\u064a\u0647": ("EGP", "EGP"), "LE": ("EGP", "EGP"),
    "Euro": ("EUR", "EUR"), "euro": ("EUR", "EUR"), "EURO": ("EUR", "EUR"), "euros": ("EUR", "EUR"), "Euros": ("EUR", "EUR"),
    "dollars": (DOLLARS, ""), "dollar": (DOLLARS, ""), "yen": ("JPY", "JPY"), "\u20bf": ("", ""),
}  # fmt: skip

# hundredths of a currency, printed after (or, for the cent sign, before) the number.
SUBUNITS: dict[str, tuple[str, str]] = {
    "p": ("GBP", "GBP"), "pence": ("GBP", "GBP"), "\u00a2": (DOLLARS, "USD"), "ct": ("EUR", "EUR"), "ct.": ("EUR", "EUR"), "Ct": ("EUR", "EUR"),
    "cent": (f"EUR {DOLLARS}", ""), "Cent": ("EUR", "EUR"), "cents": (f"EUR {DOLLARS}", ""), "c": (f"EUR {DOLLARS} ZAR", ""),
    "\u00f6re": ("SEK", "SEK"), "\u00f8re": ("DKK NOK", ""), "Rp.": ("CHF", "CHF"), "\u043a\u043e\u043f.": ("RUB", "RUB"), "\u043a\u043e\u043f": ("RUB", "RUB"),
    "paise": ("INR", "INR"), "sen": ("MYR IDR", "MYR"), "gr": ("PLN", "PLN"),
}  # fmt: skip

COMMA_DECIMAL = frozenset("SEK NOK DKK ISK CZK PLN HUF RON BGN RUB UAH TRY BRL IDR VND RSD BAM HRK KZT PYG ARS CLP COP UYU".split())
POINT_DECIMAL = frozenset("MUR SCR GBP JPY CNY KRW INR PKR LKR NPR BDT MYR THB PHP ILS NGN GHS KES SGD HKD TWD AUD NZD USD MXN EGP AED".split())

_BY_LENGTH = sorted(SIGNS, key=len, reverse=True)
_SIGN = re.compile("|".join(re.escape(sign) for sign in _BY_LENGTH))
_SUBUNIT = re.compile("|".join(re.escape(sign) for sign in sorted(SUBUNITS, key=len, reverse=True)))
_CODE = re.compile(r"[A-Z]{3}|[a-z]{3}")
FIRST_CHARS = frozenset(sign[0] for sign in (*SIGNS, *SUBUNITS))


@dataclass(frozen=True, slots=True)
class Money:
    """A currency as written: its text, the currencies it may be, the one it is (or None), hundredths or whole."""

    text: str
    candidates: tuple[str, ...]
    code: str | None
    hundredths: bool = False


@lru_cache(maxsize=1)
def _codes() -> frozenset[str]:
    from babel.core import get_global

    return frozenset(get_global("all_currencies"))


@lru_cache(maxsize=256)
def exponent(code: str) -> int | None:
    """Return how many decimals a currency uses (CLDR), None for an unknown code."""
    from babel.core import get_global

    if code not in _codes():
        return None
    fractions = get_global("currency_fractions")
    return int(fractions.get(code, fractions["DEFAULT"])[0])


@lru_cache(maxsize=256)
def _locale_currency(locale: str) -> str:
    territory = next((part for part in re.split("[-_]", locale)[1:] if len(part) == 2), "").upper()
    if not territory:
        return ""
    from babel.core import get_global

    for code, _, end, tender in get_global("territory_currencies").get(territory, ()):
        if end is None and tender:
            return str(code)
    return ""


def money(sign: str, context: NumberContext, *, hundredths: bool = False) -> Money:
    """Say which currency a sign of the tables or an ISO code means on this page."""
    if sign not in (SUBUNITS if hundredths else SIGNS):
        return Money(sign, (sign.upper(),), sign.upper())
    names, usual = (SUBUNITS if hundredths else SIGNS)[sign]
    candidates = tuple(names.split())
    for known in (context.currency, _locale_currency(context.locale) if context.locale else ""):
        if known in candidates:
            return Money(sign, candidates, known, hundredths)
    return Money(sign, candidates, usual or None, hundredths)


def sign_before(text: str, start: int) -> str:
    """Return the currency sign or ISO code that begins at a place, else an empty text."""
    match = _SIGN.match(text, start)
    code = _CODE.match(text, start)
    if code and not text[code.end() : code.end() + 1].isalpha() and code[0].upper() in _codes():
        return code[0]
    if match is None:
        return ""
    follower = text[match.end() : match.end() + 1]
    return "" if match[0][-1].isalpha() and match[0].isascii() and follower.isalpha() else match[0]


def sign_after(text: str, end: int) -> tuple[str, bool]:
    """Return the currency sign or code that ends at a place, and whether it means hundredths."""
    code = text[max(0, end - 3) : end]
    if _CODE.fullmatch(code) and not text[end - 4 : end - 3].isalpha() and code.upper() in _codes():
        return code, False
    for table, hundredths in ((_BY_LENGTH, False), (tuple(SUBUNITS), True)):
        for sign in table:
            if text.endswith(sign, 0, end) and not _runs_on(text[end - len(sign) - 1 : end - len(sign)], sign):
                return sign, hundredths
    return "", False


def _runs_on(before: str, sign: str) -> bool:
    """Say whether a sign is only the tail of a longer word; signs without a case (\u5186, \uc6d0) may touch a word."""
    return before.isalpha() and sign[0].isalpha() and sign[0].lower() != sign[0].upper()


def usual_decimal_mark(candidates: tuple[str, ...]) -> str:
    """Return the decimal mark that all candidate currencies share at home, else an empty text."""
    if candidates and COMMA_DECIMAL.issuperset(candidates):
        return ","
    if candidates and POINT_DECIMAL.issuperset(candidates):
        return "."
    return ""
