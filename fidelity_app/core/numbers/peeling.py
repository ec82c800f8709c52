"""Peel a number's clothes off, from both ends: signs, brackets, stars, currency, percent, unit, short endings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import currencies
from fidelity_app.core.numbers.currencies import Money
from fidelity_app.core.numbers.separators import BODY
from fidelity_app.core.numbers.units import multiplier_after, unit_after
from fidelity_app.core.numbers.value import NumberContext, Role

_SHORT_ENDING = re.compile(r"(?<=[0-9])\s?(?:[.,:]\s?-{1,2}|[.,]?=|--)$")
_SLASH_ENDING = re.compile(r"(?<=[0-9])\s?[.,]?/\s?[-=]{1,2}$")
_CREDIT = re.compile(r"(?<=[0-9\s)*])\s?(?:(?:CR|Cr|cr)\.?|\((?:CR|Cr|cr)\))$")
_DEBIT = re.compile(r"(?<=[0-9\s)*])\s?(?:DR|Dr|dr|DB)\.?$")
_MINUS_AFTER = re.compile(r"(?<=[0-9)])\s?minus$", re.IGNORECASE)
_SIGN_WORD_BEFORE = re.compile(
    r"(?P<minus>(?i:minus|negative|moins|menos))\b|(?P<CR>CR|Cr)(?![^\W\d_])\.?|(?P<DR>DR|Dr)(?![^\W\d_])\.?"
)
_SOLL_HABEN = re.compile(r"(?<=,[0-9]{2}) ([SH])$")
_FOOTNOTE = re.compile(r"(?:[¹²³⁰⁴-⁹†‡]+[⁾)]?|※|(?<=\s)[①-⑳❶-❿])$")
_TAX_CODE = re.compile(
    r"(?:(?<=[.,][0-9]{2})(?: ?\*| )|(?<=[.,][0-9]{2}-)|(?<=[0-9] [\u20ac$\u00a3]) |(?<=[0-9] EUR) )"
    r"([A-Z](?: [A-Z])?|\([A-Z]\))$"
)
_RATE_CODE_BEFORE = re.compile(r"(?:\([A-Z]\)\s?|[A-Z](?:\s?[:=]\s?|\s))(?=[0-9])")
_RATE_CODE_AFTER = re.compile(r"(?<=%)\s?(?:\([A-Z]\)|[A-Z])$")
_PER_WORD = re.compile(r"(?<=[0-9\u20ac$\u00a3\u00a5])\s?(/\s?[^\W\d_]{2,}\.?)$")
_PERCENT_WORD = re.compile(
    r"\s?(?:pct\.?|per ?cent|Prozent|procent|pour cent|por ciento|por cento|per cento|v\.\s?H\.|vH|процент(?:а|ов)?)$",
    re.IGNORECASE,
)
# What Japanese and Chinese papers put before and behind a sum so that nothing can be added to it.
_OPENERS, _CLOSERS = "金", "也整正"
_SYMBOLS = frozenset("\u20ac$\u00a3\u00a5\u00a2\u20a9\u20b9\u20bd\u20ba\u20ab\u0e3f\u20b1")  # never part of a word
# Multiplying letters that are a unit in these kinds.
_LETTERS_OF_UNITS = {"m": (Kind.QUANTITY, Kind.OTHER), "M": (Kind.QUANTITY,)}
_POWERS_OF_UNITS = "23"  # m2, cm3: the only digits that end a unit
MINUS_BEFORE = {"-": "minus", "△": "triangle"}
# Opening bracket: the closing one, and the sign that both are.
_BRACKETS = {"(": (")", "parentheses"), "<": (">", "angle brackets")}


@dataclass(slots=True)
class Peeled:
    """What was found around the body text[start:end]; `negations` counts the notations that say negative."""

    text: str
    start: int
    end: int
    sign: list[str] = field(default_factory=list)
    positive: str = ""
    money: list[Money] = field(default_factory=list)
    percent: str = ""
    unit: str = ""
    multiplier: str = ""
    may_be_currency: bool = False  # the multiplier: `25 K` is 25,000 or 25 kwacha
    may_be_crore: bool = False  # the credit mark: `Rs 1.2 Cr` is a credit or ten million
    short: str = ""
    flags: list[str] = field(default_factory=list)
    roles: dict[int, Role] = field(default_factory=dict)
    brackets: list[str] = field(default_factory=list)

    @property
    def is_bracketed(self) -> bool:
        """Say whether a bracket was opened and not yet closed."""
        return not _BRACKETS.keys().isdisjoint(self.brackets)

    @property
    def body(self) -> str:
        return self.text[self.start : self.end]

    def take_left(self, length: int, role: Role | None) -> None:
        self._mark(self.start, self.start + length, role)
        self.start += length

    def take_right(self, length: int, role: Role | None) -> None:
        self._mark(self.end - length, self.end, role)
        self.end -= length

    def _mark(self, start: int, end: int, role: Role | None) -> None:
        if role is not None:
            self.roles.update((place, role) for place in range(start, end) if not self.text[place].isspace())


def peel(text: str, kind: Kind, context: NumberContext) -> Peeled:
    """Peel a folded text down to its body. The body may still be no number."""
    peeled = Peeled(text, 0, len(text))
    while peeled.start < peeled.end and (_left(peeled, kind, context) or _right(peeled, kind, context)):
        pass
    return peeled


def _left(peeled: Peeled, kind: Kind, context: NumberContext) -> bool:
    text, start = peeled.text, peeled.start
    char = text[start]
    if "0" <= char <= "9":
        return False
    if kind is Kind.PERCENT and _rate_code_before(peeled):
        return True
    if char in " *=@" or char in _OPENERS:
        peeled.take_left(1, Role.SPACE if char == " " else Role.OTHER)
    elif char in MINUS_BEFORE:
        peeled.sign.append("inner minus" if peeled.is_bracketed else MINUS_BEFORE[char])
        peeled.take_left(1, Role.SIGN)
    elif char == "+":
        peeled.positive = "plus"
        peeled.take_left(1, Role.SIGN)
    elif char in _BRACKETS:
        peeled.brackets.append(char)
        peeled.take_left(1, Role.SIGN)
    elif char in "%‰" and not peeled.percent:
        peeled.percent = char
        peeled.take_left(1, Role.PERCENT)
    elif char in "xX×" and kind is Kind.QUANTITY and not peeled.unit:
        peeled.unit = "x"
        peeled.take_left(1, Role.UNIT)
    else:
        return _sign_word_before(peeled) or _currency_before(peeled, context)
    return True


def _rate_code_before(peeled: Peeled) -> bool:
    """Take the letter that names a tax class off a rate (`A 19%`, `(B) 7%`)."""
    match = _RATE_CODE_BEFORE.match(peeled.text, peeled.start, peeled.end)
    if match is None or "%" not in peeled.text:
        return False
    peeled.flags.append("tax-code")
    peeled.take_left(len(match[0]), Role.OTHER)
    return True


def _sign_word_before(peeled: Peeled) -> bool:
    match = _SIGN_WORD_BEFORE.match(peeled.text, peeled.start, peeled.end)
    if match is None or match.end() == peeled.end:
        return False
    name = str(match.lastgroup)
    if name == "DR":
        peeled.positive = name
    else:
        peeled.sign.append(name)
    peeled.take_left(len(match[0]), Role.SIGN)
    return True


def _currency_before(peeled: Peeled, context: NumberContext) -> bool:
    text, start = peeled.text, peeled.start
    signs = currencies.sign_before(text, start), currencies.page_sign_before(text, start, context)
    sign = max(signs, key=len)  # Bs.S on a page in VES, where Bs. is a sign too
    if not sign and text[start] == "¢":
        peeled.money.append(currencies.money("¢", context, hundredths=True))
        peeled.take_left(1, Role.CURRENCY)
        return True
    if not sign or start + len(sign) >= peeled.end:
        return False
    peeled.money.append(currencies.money(sign, context))
    peeled.take_left(len(sign), Role.CURRENCY)
    return True


def _right(peeled: Peeled, kind: Kind, context: NumberContext) -> bool:
    text, end = peeled.text, peeled.end
    char = text[end - 1]
    if "0" <= char <= "9":
        return char in _POWERS_OF_UNITS and _unit_after(peeled, kind)
    if char in " *@;" or char in _CLOSERS:
        peeled.take_right(1, Role.SPACE if char == " " else Role.OTHER)
        return True
    if char in ")>":
        return _bracket_after(peeled) or _word_after(peeled, kind, context)
    if char in "%‰" and not peeled.percent:
        peeled.percent = char
        peeled.take_right(1, Role.PERCENT)
        return True
    if char in "-=":
        return _dash_after(peeled)
    if char == "+" and not peeled.positive:
        peeled.positive = "trailing plus"
        peeled.take_right(1, Role.SIGN)
        return True
    if char in ".,:" and end - 2 >= peeled.start and text[end - 2] in "0123456789":
        return False
    return _word_after(peeled, kind, context)


def _bracket_after(peeled: Peeled) -> bool:
    opened = peeled.brackets[-1] if peeled.brackets else ""
    closing, sign = _BRACKETS.get(opened, ("", ""))
    if not closing or peeled.text[peeled.end - 1] != closing:
        return False
    peeled.brackets[-1] = opened + closing
    peeled.sign.append(sign)
    peeled.take_right(1, Role.SIGN)
    return True


def _dash_after(peeled: Peeled) -> bool:
    window = peeled.text[peeled.start : peeled.end]
    for pattern, name in ((_SLASH_ENDING, "slash"), (_SHORT_ENDING, "dash")):
        match = pattern.search(window)
        if match is not None and not peeled.short:
            peeled.short = name
            peeled.take_right(len(match[0]), Role.OTHER)
            return True
    if window.endswith("-") and peeled.unit and peeled.text.startswith(peeled.unit, peeled.end):
        peeled.take_right(1, Role.OTHER)  # the hyphen of `6-pack`
        return True
    if window.endswith("-"):
        peeled.sign.append("trailing minus")
        peeled.take_right(1, Role.SIGN)
        return True
    return False


def _word_after(peeled: Peeled, kind: Kind, context: NumberContext) -> bool:
    if peeled.text[peeled.end - 1] in _SYMBOLS:
        return _currency_after(peeled, kind, context)
    return (
        _page_sign_after(peeled, context)
        or _sign_word_after(peeled)
        or _percent_word_after(peeled)
        or _multiplier_after(peeled, kind, context)
        or _unit_first(peeled, kind)
        or _currency_after(peeled, kind, context)
        or _unit_after(peeled, kind)
        or _per_word_after(peeled, kind)
        or _mark_after(peeled, kind)
        or _full_stop_after(peeled)
    )


def _sign_word_after(peeled: Peeled) -> bool:
    window = peeled.body
    for pattern, name, negative in ((_CREDIT, "CR", True), (_DEBIT, "DR", False), (_MINUS_AFTER, "minus", True)):
        match = pattern.search(window)
        if match is not None:
            peeled.take_right(len(match[0]), Role.SIGN)
            peeled.may_be_crore = match[0].strip(" .()") == "Cr"
            if negative:
                peeled.sign.append(name)
            else:
                peeled.positive = name
            return True
    match = _SOLL_HABEN.search(window)
    if match is None:
        return False
    peeled.take_right(len(match[0]), Role.SIGN)
    if match[1] == "S":
        peeled.sign.append("S")
    else:
        peeled.positive = "H"
    return True


def _percent_word_after(peeled: Peeled) -> bool:
    match = None if peeled.percent else _PERCENT_WORD.search(peeled.body)
    if match is None:
        return False
    peeled.percent = "%"
    peeled.take_right(len(match[0]), Role.PERCENT)
    return True


def _page_sign_after(peeled: Peeled, context: NumberContext) -> bool:
    sign = currencies.page_sign_after(peeled.text, peeled.end, context)
    if not sign or peeled.end - len(sign) <= peeled.start:
        return False
    peeled.money.append(currencies.money(sign, context))
    peeled.take_right(len(sign), Role.CURRENCY)
    return True


def _multiplier_after(peeled: Peeled, kind: Kind, context: NumberContext) -> bool:
    word = "" if peeled.multiplier else multiplier_after(peeled.text, peeled.end)
    if not word or peeled.end - len(word) <= peeled.start:
        return False
    if word in _LETTERS_OF_UNITS and kind in _LETTERS_OF_UNITS[word]:
        return False
    if not word.isascii() and not BODY.fullmatch(peeled.text, peeled.start, peeled.end - len(word)):
        return False
    if word == "K" and peeled.text[peeled.end - 2] == " ":
        if currencies.may_be(word, context):
            return False
        peeled.may_be_currency = True
    peeled.multiplier = word
    peeled.take_right(len(word), Role.UNIT)
    return True


def _unit_first(peeled: Peeled, kind: Kind) -> bool:
    """In a quantity a unit goes before a currency: 12 gr are grams, not groszy."""
    return kind is Kind.QUANTITY and _unit_after(peeled, kind)


def _currency_after(peeled: Peeled, kind: Kind, context: NumberContext) -> bool:
    sign, hundredths = currencies.sign_after(peeled.text, peeled.end)
    if kind is Kind.PERCENT and sign.isalpha():
        return False
    if not sign or peeled.end - len(sign) <= peeled.start:
        return False
    hundredths = hundredths or currencies.is_hundredth(sign, context)
    peeled.money.append(currencies.money(sign, context, hundredths=hundredths))
    peeled.take_right(len(sign), Role.CURRENCY)
    return True


def _unit_after(peeled: Peeled, kind: Kind) -> bool:
    text = peeled.text
    unit = "" if peeled.unit else unit_after(text, peeled.end)
    start = peeled.end - len(unit)
    if not unit or start <= peeled.start:
        return False
    if kind is Kind.AMOUNT and len(unit) == 1 and (text[start - 1] not in " /" or unit.isupper()):
        return False
    if kind is Kind.OTHER and unit.isupper() and unit != "L" and _TAX_CODE.search(peeled.body):
        return False
    before = text[peeled.start : start]
    per = before.rstrip(" ").endswith("/")
    peeled.unit = f"/{unit}" if per else unit
    peeled.take_right(len(unit) + (len(before) - len(before.rstrip(" ")) + 1 if per else 0), Role.UNIT)
    return True


def _per_word_after(peeled: Peeled, kind: Kind) -> bool:
    """Take `/mo` or `/Pers.` off a price; the word is kept as its unit."""
    match = None if peeled.unit or kind is Kind.PERCENT else _PER_WORD.search(peeled.body)
    if match is None:
        return False
    peeled.unit = match[1].replace(" ", "")
    peeled.take_right(len(match[0]), Role.UNIT)
    return True


def _full_stop_after(peeled: Peeled) -> bool:
    """Drop a full stop or comma behind a word or sign (`12.50 EUR.`); behind a digit it is a mark of the number."""
    before = peeled.body[-2:-1]
    if (
        peeled.end < len(peeled.text.rstrip())
        or not peeled.body.endswith((".", ","))
        or not (before.isalpha() or before in _SYMBOLS or before in tuple("%‰)"))
    ):
        return False
    peeled.take_right(1, Role.OTHER)
    return True


def _mark_after(peeled: Peeled, kind: Kind) -> bool:
    """Take a footnote, or the one letter that names a tax class, off an amount (`1,99 A`); it is flagged."""
    match = _FOOTNOTE.search(peeled.body)
    flag = "footnote"
    if match is None and kind is not Kind.QUANTITY:
        pattern = _RATE_CODE_AFTER if kind is Kind.PERCENT else _TAX_CODE
        match, flag = pattern.search(peeled.body), "tax-code"
    if match is None:
        return False
    peeled.flags.append(flag)
    peeled.take_right(len(match[0]), Role.OTHER)
    return True
