"""What may leave a number open though its marks are clear: two signs, a closing dash, a word with two meanings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from fidelity_app.core.numbers import currencies
from fidelity_app.core.numbers.peeling import Peeled
from fidelity_app.core.numbers.separators import Split
from fidelity_app.core.numbers.units import OTHER_MEANINGS
from fidelity_app.core.numbers.value import NumberContext


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a number is open, and the clothes that it may wear: one for each meaning, the likelier not named."""

    why: str
    meanings: tuple[Peeled, ...]


_Case = tuple[Peeled, Split | None, NumberContext]


def doubt_about(peeled: Peeled, chosen: Split | None, context: NumberContext) -> Doubt | None:
    """Return the first doubt about the sign or the size of a number; `chosen` is how its marks are read, if known."""
    for is_open, why, meanings in _DOUBTS:
        if is_open((peeled, chosen, context)):
            return Doubt(why, meanings(peeled))
    return None


def _two_signs(case: _Case) -> bool:
    signs = case[0].sign
    return len(signs) > 1 and signs != ["minus", "parentheses"]  # -(5) clearly negates twice


def _angle_brackets(case: _Case) -> bool:
    return case[0].sign == ["angle brackets"]


def _minus_and_plus(case: _Case) -> bool:
    return bool(case[0].sign) and case[0].positive in ("plus", "trailing plus")


def _closing_dash(case: _Case) -> bool:
    """Say whether a dash ends whole money without decimals: `\u00a512,000-` is closed so that nothing can be added."""
    peeled, chosen, _ = case
    if peeled.sign != ["trailing minus"] or chosen is None or chosen.fraction or not peeled.money:
        return False
    in_front = peeled.text.find(peeled.money[0].text) < peeled.start
    return in_front and currencies.shared_exponent(peeled.money[0].meant) == 0


def _dash_for_no_francs(case: _Case) -> bool:
    peeled, chosen, context = case
    bare = peeled.sign == ["minus"] and chosen is not None and not chosen.integer
    return bare and currencies.may_be_on(peeled.money, "CHF", context)


def _credit_or_crore(case: _Case) -> bool:
    peeled, chosen, context = case
    rough = peeled.may_be_crore and chosen is not None and len(chosen.fraction) != 2  # a credit is printed to the paisa
    return rough and currencies.may_be_on(peeled.money, "INR", context)


def _word_of_two_powers(case: _Case) -> bool:
    return case[0].multiplier in OTHER_MEANINGS


def _thousand_or_kwacha(case: _Case) -> bool:
    return case[0].may_be_currency and not case[0].money


def _either_sign(peeled: Peeled) -> tuple[Peeled, ...]:
    return replace(peeled, sign=["minus"]), replace(peeled, sign=[])


def _either_power(peeled: Peeled) -> tuple[Peeled, ...]:
    return peeled, replace(peeled, multiplier=OTHER_MEANINGS[peeled.multiplier])


def _with_crore(peeled: Peeled) -> tuple[Peeled, ...]:
    return peeled, replace(peeled, sign=[], multiplier="crore")


def _with_kwacha(peeled: Peeled) -> tuple[Peeled, ...]:
    return peeled, replace(peeled, multiplier="")


_DOUBTS: tuple[tuple[Callable[[_Case], bool], str, Callable[[Peeled], tuple[Peeled, ...]]], ...] = (
    (_two_signs, "two signs that may negate once or twice", _either_sign),
    (_angle_brackets, "angle brackets may negate or only enclose", _either_sign),
    (_minus_and_plus, "a minus and a plus", _either_sign),
    (_closing_dash, "behind a whole amount a dash closes it or is a minus", _either_sign),
    (_dash_for_no_francs, "a Swiss dash before the decimals is a minus or stands for no francs", _either_sign),
    (_credit_or_crore, "Cr is a credit or a crore", _with_crore),
    (_word_of_two_powers, "the multiplying word means different powers of ten in different languages", _either_power),
    (_thousand_or_kwacha, "K is a thousand or a currency", _with_kwacha),
)
