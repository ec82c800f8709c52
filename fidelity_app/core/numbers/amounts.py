"""Read one number with its clothes: amounts, quantities and rates in percent."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import currencies
from fidelity_app.core.numbers.currencies import Money
from fidelity_app.core.numbers.deciding import ONE_READING, Decision, Evidence, decide
from fidelity_app.core.numbers.doubts import Doubt, doubt_about
from fidelity_app.core.numbers.draft import Draft, plain, scaled, shifted, unparsable
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.numerals import Numeral, glyph_fraction, slashed_fraction, word_number, written_yuan
from fidelity_app.core.numbers.peeling import Peeled, peel
from fidelity_app.core.numbers.separators import BODY, MARKS, Split, split
from fidelity_app.core.numbers.units import MULTIPLIERS
from fidelity_app.core.numbers.value import NumberContext, Role, Style

_COMMA_SCRIPTS = frozenset(
    [
        "fullwidth",
        "devanagari",
        "bengali",
        "gujarati",
        "gurmukhi",
        "tamil",
        "telugu",
        "kannada",
        "malayalam",
        "thai",
        "myanmar",
        "oriya",
        "tibetan",
    ]
)
_INNER_CURRENCY = re.compile(r"([0-9]+) ?([^0-9\s.,' ]{1,4}\.?) ?([0-9]{2})")


def read_number(folded: Folded, kind: Kind, context: NumberContext) -> Draft | None:
    """Read one number, or return None when the text is no single number. Never raises."""
    peeled = peel(folded.text, kind, context)
    if peeled.is_bracketed or len(peeled.brackets) > 1:
        return None
    body = peeled.body
    if BODY.fullmatch(body):
        if ":" in body and kind is not Kind.AMOUNT:
            return None
        return _from_body(folded, peeled, kind, context)
    inner = _INNER_CURRENCY.fullmatch(body)
    if inner and kind is not Kind.PERCENT and currencies.sign_before(inner[2], 0) == inner[2]:
        whole = currencies.money(inner[2], context)
        if _divides(whole, peeled):
            return _around_currency(folded, peeled, inner, whole)
    yuan = written_yuan(body) if kind is Kind.AMOUNT and not body.isascii() else None
    if yuan is not None:
        peeled.money.append(currencies.money("元", context))
    numeral = yuan or word_number(body) or glyph_fraction(body) or _slashed(body, kind)
    if numeral is None:
        return None
    place = range(peeled.start, peeled.end)
    peeled.roles.update((i, Role.DIGIT) for i in place if not folded.text[i].isspace() and folded.text[i] != "/")
    peeled.flags.extend(numeral.flags)
    chosen = Split("", "")
    return _finish(folded, peeled, kind, chosen, numeral.number, numeral.decided_by, script=numeral.script)


def _slashed(body: str, kind: Kind) -> Numeral | None:
    """Read 1/2 where a fraction is meant: in quantities and rates, else only behind a whole number (`1 1/2`)."""
    meant = kind in (Kind.QUANTITY, Kind.PERCENT) or (kind is Kind.OTHER and " " in body.partition("/")[0].strip())
    return slashed_fraction(body) if meant else None


def _from_body(folded: Folded, peeled: Peeled, kind: Kind, context: NumberContext) -> Draft | None:
    splits = split(peeled.body)
    if kind is Kind.OTHER and ", " in peeled.body and splits.well_formed:
        return _malformed(folded, peeled, kind, splits.well_formed)  # `10, 20` may be two numbers
    if len(splits.well_formed) == 2 and peeled.short:
        decision = Decision(splits.well_formed[0], (), "the dash stands for the decimals, so the mark groups")
    elif len(splits.well_formed) == 2:
        first, second = splits.well_formed
        decision = decide((first, second), _evidence(folded, peeled, kind, context))
    elif splits.well_formed:
        decision = Decision(splits.well_formed[0], (), ONE_READING)
    elif splits.irregular is not None:
        decision = Decision(splits.irregular, (), "two different marks: the last one is decimal")
        if not splits.irregular.decimal_mark:
            decision = Decision(splits.irregular, (), "three digits after a repeated mark: it groups, irregularly")
    else:
        return _malformed(folded, peeled, kind, splits.maybe)
    if decision.chosen is not None and not decision.chosen.fraction and _names_both(peeled):
        return unparsable("unparsable", decided_by="a currency and its hundredths are both named")
    if doubt := doubt_about(peeled, decision.chosen, context):
        return _open(folded, peeled, kind, decision, doubt)
    if decision.chosen is None:
        return _undecided(folded, peeled, kind, decision)
    mark_body(peeled, decision.chosen)
    draft = _finish(folded, peeled, kind, decision.chosen, decision.chosen.number, decision.decided_by)
    if not decision.others or draft.number is None:
        return draft
    others = tuple(text_of(peeled, kind, other) for other in decision.others)
    return replace(draft, alternatives=others)


def _evidence(folded: Folded, peeled: Peeled, kind: Kind, context: NumberContext) -> Evidence:
    habit, mark = "", ""
    if "triangle" in peeled.sign:
        habit, mark = "the triangle is the Japanese minus, and Japan groups with commas", "."
    elif folded.script in _COMMA_SCRIPTS:
        habit, mark = f"{folded.script} digits are grouped with commas", "."
    return Evidence(
        kind=kind,
        context=context,
        currency_candidates=_may_be_in(peeled),
        unit=peeled.unit,
        habit=habit,
        habit_mark=mark,
    )


def _may_be_in(peeled: Peeled) -> tuple[str, ...]:
    """Return the currencies that a number may be in: those that all its signs allow (`$ 45.500 CLP` is in CLP)."""
    code = currency_of(peeled)
    if code is not None or not peeled.money:
        return (code,) if code else ()
    others = [{*money.candidates} for money in peeled.money]
    return tuple(name for name in peeled.money[0].candidates if all(name in codes for codes in others))


def _divides(whole: Money, peeled: Peeled) -> bool:
    """Say whether a currency sign may stand for the decimal mark: letters only where its hundredths are named too.

    `12 руб. 50 коп.` and `35€99` are sums; in `9R08` the letter may be a misread digit. `€ 12 £ 50` is in two
    currencies, which no one sum is.
    """
    if any(not {*worn.candidates} & {*whole.candidates} for worn in peeled.money):
        return False
    named = any(part.hundredths and {*part.candidates} & {*whole.candidates} for part in peeled.money)
    return named or not any(char.isalpha() for char in whole.text)


def _around_currency(folded: Folded, peeled: Peeled, inner: re.Match[str], money: Money) -> Draft:
    """Read `35€99` and `12 руб. 50 коп.`: the sign stands where the decimal mark would."""
    peeled.money[:] = [money, *(worn for worn in peeled.money if not worn.hundredths)]
    start = peeled.start + inner.start(2)
    peeled.roles.update((start + i, Role.CURRENCY) for i in range(len(inner[2])))
    chosen = Split(inner[1], inner[3], inner[2])
    return _finish(folded, peeled, Kind.AMOUNT, chosen, chosen.number, "the currency sign stands for the decimal mark")


def mark_body(peeled: Peeled, chosen: Split) -> None:
    """Give every character of the body its role: digits, the last decimal mark, group marks."""
    body, start = peeled.body, peeled.start
    decimal_at = body.rfind(chosen.decimal_mark) if chosen.decimal_mark else -1
    for place, char in enumerate(body, start):
        if place - start == decimal_at:
            peeled.roles[place] = Role.DECIMAL
        elif char in MARKS and (char != " " or chosen.group_mark == " "):
            peeled.roles[place] = Role.GROUP


def _malformed(folded: Folded, peeled: Peeled, kind: Kind, maybe: tuple[Split, ...]) -> Draft | None:
    if not maybe:
        return None
    mark_body(peeled, Split("", group_mark=maybe[0].group_mark))
    return Draft(
        None,
        currency=currency_of(peeled),
        style=_style(folded, peeled, Split("", group_mark=maybe[0].group_mark)),
        alternatives=tuple(text_of(peeled, kind, item) for item in maybe),
        decided_by="the groups have wrong sizes, so the marks' roles are open",
        flags=(*folded.flags, *peeled.flags, *maybe[0].flags, "ambiguous"),
        roles=peeled.roles,
    )


def _undecided(folded: Folded, peeled: Peeled, kind: Kind, decision: Decision) -> Draft:
    # Alignment still needs to know that the mark is a separator; DECIMAL keeps it visible in a comparison.
    mark_body(peeled, decision.others[1])
    return Draft(
        None,
        currency=currency_of(peeled),
        unit=_unit(peeled),
        style=_style(folded, peeled, Split("")),
        alternatives=tuple(text_of(peeled, kind, item) for item in decision.others),
        decided_by=decision.decided_by,
        flags=(*folded.flags, *peeled.flags, "ambiguous"),
        roles=peeled.roles,
    )


def _names_both(peeled: Peeled) -> bool:
    """Say whether a currency and its hundredths are named: well in `\u00a30.99p`, a contradiction in `\u00a399p`."""
    return len({money.hundredths for money in peeled.money}) > 1


def _open(folded: Folded, peeled: Peeled, kind: Kind, decision: Decision, doubt: Doubt) -> Draft:
    """Leave open whether `(-5.00)` is negative or `25 K` thousands, and what the marks mean where they are open too."""
    chosen = decision.chosen or decision.others[1]
    mark_body(peeled, chosen)
    readings = [decision.chosen] if decision.chosen else [*decision.others]
    numbers = [_dressed(worn, kind, item.number) for item in readings for worn in doubt.meanings]
    doubled = ["double-negation"] if len(peeled.sign) > 1 else []
    peeled.sign.clear()  # no sign is known to count
    return Draft(
        None,
        currency=currency_of(peeled),
        style=_style(folded, peeled, chosen),
        alternatives=tuple(plain(number) for number in numbers),
        decided_by=doubt.why,
        flags=(*folded.flags, *peeled.flags, *doubled, "open-sign", "ambiguous"),
        roles=peeled.roles,
    )


def text_of(peeled: Peeled, kind: Kind, item: Split) -> str:
    """Return the canonical text of one reading of a peeled number."""
    return plain(_dressed(peeled, kind, item.number))


def _dressed(peeled: Peeled, kind: Kind, number: Decimal) -> Decimal:
    """Apply the sign, the multiplying word, hundredths and per mille to what the body says."""
    if peeled.multiplier:
        number = scaled(number, MULTIPLIERS[peeled.multiplier])
    if peeled.money and all(money.hundredths for money in peeled.money):
        number = shifted(number, -2)
    if peeled.percent == "‰":
        number = shifted(number, -1)
    return number.copy_negate() if len(peeled.sign) % 2 == 1 else number


def _finish(
    folded: Folded, peeled: Peeled, kind: Kind, chosen: Split, number: Decimal, decided_by: str, *, script: str = ""
) -> Draft:
    if peeled.short == "dash" and "." not in plain(number):
        number = Decimal(f"{plain(number)}.00")
    number = _dressed(peeled, kind, number)
    text = plain(number)
    flags = [*folded.flags, *peeled.flags, *chosen.flags]
    if len(peeled.sign) > 1:
        flags.append("double-negation")
    if len(chosen.integer) > 1 and chosen.integer[0] == "0" and chosen.integer.strip("0"):
        flags.append("leading-zeros")
    currency = currency_of(peeled, chosen)
    if peeled.money and currency is None:
        flags.append("currency-ambiguous")
    return Draft(
        text,
        number=Decimal(text),
        currency=currency,
        unit=_unit(peeled),
        style=_style(folded, peeled, chosen, script=script),
        fraction_digits=len(text.partition(".")[2]),
        decided_by=decided_by,
        flags=tuple(dict.fromkeys(flags)),
        roles=peeled.roles,
    )


def currency_of(peeled: Peeled, chosen: Split | None = None) -> str | None:
    """Return the one currency that a number wears, None for several or a shared sign.

    What a sign usually means does not count where the number has decimals and that currency none: \u00a588.00.
    """
    worn = [set(money.candidates) for money in peeled.money]
    codes = {money.code for money in peeled.money if money.code}.intersection(*worn)
    code = codes.pop() if len(codes) == 1 else None
    settled = any(money.is_settled for money in peeled.money)
    if code is None or settled or chosen is None or not chosen.fraction or currencies.exponent(code) != 0:
        return code
    return None


def _unit(peeled: Peeled) -> str | None:
    if peeled.percent:
        return "%"
    return peeled.unit or None


def _style(folded: Folded, peeled: Peeled, chosen: Split, *, script: str = "") -> Style:
    return Style(
        decimal_mark=chosen.decimal_mark,
        group_mark=chosen.group_mark,
        script=script or folded.script,
        sign=peeled.sign[0] if peeled.sign else peeled.positive,
        currency_text=peeled.money[0].text if peeled.money else "",
    )
