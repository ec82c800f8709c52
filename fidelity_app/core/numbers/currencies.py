"""Currency signs and codes: which currency a text names, and how many decimals that currency uses.

ISO 4217 codes and exponents come from CLDR through babel, imported only when a text needs them. The signs are ours:
a sign shared by several currencies names one only where the page's currency or locale settles it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fidelity_app.core.numbers.currency_signs import COMMA_DECIMAL, LETTERS, POINT_DECIMAL, SIGNS, SUBUNITS
from fidelity_app.core.numbers.endings import by_last_char, ending_at
from fidelity_app.core.numbers.folding import fold
from fidelity_app.core.numbers.value import NumberContext

# In reverse order a sign stands before those that it begins with.
_SIGN = re.compile("|".join(re.escape(sign) for sign in sorted(SIGNS, reverse=True)))
_ENDINGS = ((by_last_char(SIGNS), False), (by_last_char(SUBUNITS), True))
# Small letters are a code only where they are no word: `1 cup` is not in Cuban pesos.
_SMALL_CODES = "eur usd gbp chf jpy cny inr cad aud nzd sek nok dkk pln czk huf rub myr sgd hkd thb idr vnd krw"
_CODE = re.compile("[A-Z]{3}|" + _SMALL_CODES.replace(" ", "|"))


@dataclass(frozen=True, slots=True)
class Money:
    """A currency as written: its text, the currencies it may be, the one it is (or None), hundredths or whole.

    `is_settled` says that the text or its page names the currency; else `code` is only what the sign usually means.
    """

    text: str
    candidates: tuple[str, ...]
    code: str | None
    hundredths: bool = False
    is_settled: bool = True

    @property
    def meant(self) -> tuple[str, ...]:
        """Return the one currency where it is known, else all that it may be."""
        return (self.code,) if self.code else self.candidates


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
    known = (SUBUNITS if hundredths else SIGNS).get(sign)
    if known is None:
        code = _page_signs(context.currency, context.locale).get(sign, sign.upper())
        return Money(sign, (code,), code)
    candidates, usual = known
    for code in _page_currencies(context.currency, context.locale):
        if code in candidates:
            return Money(sign, candidates, code, hundredths)
    return Money(sign, candidates, usual or None, hundredths, is_settled=len(candidates) == 1)


def _page_currencies(currency: str, locale: str) -> tuple[str, ...]:
    return tuple(code for code in (currency, _locale_currency(locale) if locale else "") if code)


@lru_cache(maxsize=512)
def _page_signs(currency: str, locale: str) -> Mapping[str, str]:
    """Return sign: currency for the letters that only a page in that currency prints, `Cg.` before `Cg`.

    They are our own table's and the one that CLDR gives the currency in the page's locale.
    """
    found: dict[str, str] = {}
    for code in _page_currencies(currency, locale):
        found.update({letters: code for letters, (codes, _) in LETTERS.items() if code in codes})
        symbol = _cldr_symbol(code, locale)
        if symbol and symbol not in SIGNS:
            found.setdefault(symbol, code)
    return {sign: found[sign] for sign in sorted(found, reverse=True)}


def _cldr_symbol(code: str, locale: str) -> str:
    from babel.core import Locale, UnknownLocaleError
    from babel.numbers import get_currency_symbol

    try:
        symbol = get_currency_symbol(code, Locale.parse(locale.replace("-", "_"))) if locale else ""
    except (UnknownLocaleError, ValueError, TypeError):
        return ""
    return fold(symbol).text


def page_sign_before(text: str, start: int, context: NumberContext) -> str:
    """Return the sign of the page's own currency that begins at a place (Q on one in GTQ), else an empty text."""
    for sign in _page_signs(context.currency, context.locale):
        end = start + len(sign)
        if text.startswith(sign, start) and not (sign[-1].isalpha() and text[end : end + 1].isalpha()):
            return sign
    return ""


def page_sign_after(text: str, end: int, context: NumberContext) -> str:
    """Return the sign of the page's own currency that ends at a place, else an empty text."""
    for sign in _page_signs(context.currency, context.locale):
        start = end - len(sign)
        if text.endswith(sign, 0, end) and not (sign[0].isalpha() and text[start - 1 : start].isalpha()):
            return sign
    return ""


def may_be(sign: str, context: NumberContext) -> bool:
    """Say whether a sign of the tables is one of the page's own currency."""
    return not {*SIGNS[sign][0]}.isdisjoint(_page_currencies(context.currency, context.locale))


def is_hundredth(sign: str, context: NumberContext) -> bool:
    """Say whether a sign of both tables means hundredths on this page: `99 Rp.` are Rappen in CHF, else rupiah."""
    codes = SUBUNITS[sign][0] if sign in SUBUNITS else ()
    return not {*codes}.isdisjoint(_page_currencies(context.currency, context.locale))


def may_be_on(worn: Sequence[Money], code: str, context: NumberContext) -> bool:
    """Say whether an amount may be in a currency: one of its signs says so, or it has none and the page does."""
    if worn:
        return any(code in money.candidates for money in worn)
    return code in _page_currencies(context.currency, context.locale)


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
    for endings, hundredths in _ENDINGS:
        for sign in ending_at(text, end, endings):
            if not _runs_on(text[end - len(sign) - 1 : end - len(sign)], sign):
                return sign, hundredths
    return "", False


def _runs_on(before: str, sign: str) -> bool:
    """Say whether a sign is only the tail of a longer word; signs without a case (円, 원) may touch a word."""
    return before.isalpha() and sign[0].lower() != sign[0].upper()


def shared_exponent(candidates: tuple[str, ...]) -> int | None:
    """Return how many decimals all candidate currencies use, None when they differ or there is none."""
    exponents = {exponent(code) for code in candidates}
    return exponents.pop() if len(exponents) == 1 else None


def usual_decimal_mark(candidates: tuple[str, ...]) -> str:
    """Return the decimal mark that all candidate currencies share at home, else an empty text."""
    if candidates and COMMA_DECIMAL.issuperset(candidates):
        return ","
    if candidates and POINT_DECIMAL.issuperset(candidates):
        return "."
    return ""
