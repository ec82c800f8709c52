"""Makers of faults in values: symbols, marks, digits and whole readings."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from hypothesis import assume
from hypothesis import strategies as st
from support.fault_makers import NONZERO, Maker, Pair, makes, other_digit
from support.printed_values import CENTS, LATIN, LATIN_LOOKS, LOOKS, WHOLES

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext
from fidelity_app.core.verdicts import Verdict

# signs, currencies, units, percent


@makes("percent_lost")
def percent_lost(data: st.DataObject) -> Pair:
    look = data.draw(LOOKS).plain()
    rate = look.write(data.draw(st.integers(1, 99).map(str)), data.draw(st.sampled_from(["", "5", "25"])))
    sign = data.draw(st.sampled_from(["%", " %", "\u00a0%", "٪", "％"]))
    return Pair(rate + sign, rate, Kind.PERCENT)


@makes("percent_added")
def percent_added(data: st.DataObject) -> Pair:
    text = data.draw(LOOKS).plain().write(data.draw(WHOLES), data.draw(CENTS))
    return Pair(text, text + "%")


@makes("symbol_as_digit")
def symbol_as_digit(data: st.DataObject) -> Pair:
    look, whole, cents = data.draw(LOOKS).plain(), data.draw(st.integers(1, 99).map(str)), data.draw(CENTS)
    symbol = data.draw(st.sampled_from("€£$₹-"))
    digit = other_digit(data, whole[0])
    return Pair(symbol + look.write(whole, cents), look.write(digit + whole, cents))


@makes("decimal_as_digit")
def decimal_as_digit(data: st.DataObject) -> Pair:
    look = data.draw(LATIN_LOOKS.filter(lambda look: not look.group))
    whole, cents = data.draw(st.integers(1, 9999).map(str)), data.draw(CENTS)
    return Pair(look.write(whole, cents), look.write(whole + data.draw(NONZERO) + cents))


@makes("digit_as_symbol")
def digit_as_symbol(data: st.DataObject) -> Pair:
    look, cents = data.draw(LATIN_LOOKS).plain(), data.draw(CENTS)
    first, rest = data.draw(NONZERO), data.draw(st.integers(1, 99).map(str))
    assume(len(rest) < 3)
    return Pair(look.write(first + rest, cents), data.draw(st.sampled_from("€£$")) + look.write(rest, cents))


MINUS = ["-{}", "\u2212{}", "\u2013{}", "({})", "{}-", "{} CR", "△{}"]


def signed(data: st.DataObject) -> tuple[str, str]:
    look = data.draw(LATIN_LOOKS)
    text = look.write(data.draw(WHOLES), data.draw(st.integers(1, 99).map("{:02d}".format)))
    return text, data.draw(st.sampled_from(MINUS)).format(text)


@makes("sign_lost")
def sign_lost(data: st.DataObject) -> Pair:
    text, negative = signed(data)
    return Pair(negative, text)


@makes("sign_added")
def sign_added(data: st.DataObject) -> Pair:
    text, negative = signed(data)
    return Pair(text, negative)


@makes("currency_changed")
def currency_changed(data: st.DataObject) -> Pair:
    look, whole, cents = data.draw(LOOKS).plain(), data.draw(WHOLES), data.draw(CENTS)
    money = data.draw(st.permutations(["€{}", "{} €", "£{}", "₹{}", "CHF {}", "{} zł", "{} kr", "THB {}"]))
    assume({money[0], money[1]} != {"€{}", "{} €"})
    return Pair(*(form.format(look.write(whole, cents)) for form in money[:2]))


@makes("currency_symbol_misread", verdict=Verdict.UNPARSABLE)
def currency_symbol_misread(data: st.DataObject) -> Pair:
    text = data.draw(LATIN_LOOKS).plain().write(data.draw(WHOLES), data.draw(CENTS))
    sign, letter = data.draw(st.sampled_from([("$", "S"), ("£", "E"), ("€", "C"), ("¥", "Y"), ("£", "f"), ("€", "?")]))
    return Pair(sign + text, letter + text)


@makes("unit_changed")
def unit_changed(data: st.DataObject) -> Pair:
    text = data.draw(LOOKS).plain().write(data.draw(WHOLES), data.draw(CENTS))
    if data.draw(st.booleans()):
        units = data.draw(st.permutations(["kg", "g", "l", "ml", "lb", "Stk", "m"]))
        return Pair(f"{text} {units[0]}", f"{text} {units[1]}", Kind.QUANTITY)
    measure = data.draw(st.sampled_from(["kg", "ml", "cm", "Stk"]))
    return Pair(data.draw(st.sampled_from(["", "€", "$", "CHF "])) + text, f"{text} {measure}")


# marks


@makes("decimal_dropped")
def decimal_dropped(data: st.DataObject) -> Pair:
    look, whole, cents = data.draw(LOOKS), data.draw(WHOLES), data.draw(CENTS)
    truth = look.write(whole, cents)
    before, _, behind = truth.rpartition(look.mark)
    assume(look.group == "" or len(whole) < 4)
    return Pair(truth, before + behind)


@makes("decimal_shifted")
def decimal_shifted(data: st.DataObject) -> Pair:
    look = data.draw(LATIN_LOOKS.filter(lambda look: not look.group))
    whole, cents = data.draw(st.integers(1, 9999).map(str)), data.draw(st.integers(11, 99).map(str))
    assume("0" not in cents)
    return Pair(look.write(whole, cents), look.write(whole + cents[0], cents[1]))


@makes("decimal_added", label=False)
def decimal_added(data: st.DataObject) -> Pair:
    look = data.draw(LATIN_LOOKS.filter(lambda look: not look.group))
    digits = data.draw(st.integers(1000, 99_999).map(str).filter(lambda digits: digits[-2:] != "00"))
    return Pair(look.write(digits), look.write(digits[:-2], digits[-2:]))


@makes("separator_role_swapped")
def separator_role_swapped(data: st.DataObject) -> Pair:
    look = data.draw(LATIN_LOOKS.filter(lambda look: look.group in (",", ".", "'")))
    high, low = data.draw(st.integers(1, 999).map(str)), data.draw(st.integers(1, 999).map("{:03d}".format))
    reading = f"{look.before}{high}{look.mark}{low}{look.after}"
    return Pair(look.write(high + low, data.draw(CENTS)), reading, page=NumberContext(decimal_mark=look.mark))


@makes("precision_lost")
def precision_lost(data: st.DataObject) -> Pair:
    look, whole = data.draw(LATIN_LOOKS).plain(), data.draw(st.integers(1, 99).map(str))
    fraction = data.draw(st.integers(101, 999).filter(lambda number: number % 100).map(str))
    rounded = Decimal(f"{whole}.{fraction}").quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
    unit = data.draw(st.sampled_from([" kg", " l", " lb"]))
    return Pair(look.write(whole, fraction) + unit, look.write(*str(rounded).split(".")) + unit, Kind.QUANTITY)


# digits


@makes("substitution")
def substitution(data: st.DataObject) -> Pair:
    look, whole, cents = data.draw(LOOKS), data.draw(WHOLES), data.draw(CENTS)
    at = data.draw(st.integers(0, len(whole) - 1))
    return Pair(
        look.write(whole, cents), look.write(whole[:at] + other_digit(data, whole[at]) + whole[at + 1 :], cents)
    )


@makes("transposition")
def transposition(data: st.DataObject) -> Pair:
    look, cents = data.draw(LOOKS), data.draw(CENTS)
    whole = data.draw(st.text(LATIN[1:], min_size=2, max_size=7))
    at = data.draw(st.integers(0, len(whole) - 2))
    assume(whole[at] != whole[at + 1])
    return Pair(look.write(whole, cents), look.write(whole[:at] + whole[at : at + 2][::-1] + whole[at + 2 :], cents))


@makes("digit_inserted")
def digit_inserted(data: st.DataObject) -> Pair:
    look, cents = data.draw(LOOKS), data.draw(CENTS)
    whole = data.draw(st.text(LATIN[1:], min_size=2, max_size=6))
    at = data.draw(st.integers(1, len(whole) - 1))
    return Pair(
        look.write(whole, cents),
        look.write(whole[:at] + other_digit(data, *whole[at - 1 : at + 1]) + whole[at:], cents),
    )


@makes("digit_dropped")
def digit_dropped(data: st.DataObject) -> Pair:
    look, cents = data.draw(LOOKS), data.draw(CENTS)
    whole = data.draw(st.text(LATIN[1:], min_size=3, max_size=7))
    at = data.draw(st.integers(1, len(whole) - 2))
    assume(whole[at] not in (whole[at - 1], whole[at + 1]))
    return Pair(look.write(whole, cents), look.write(whole[:at] + whole[at + 1 :], cents))


def run(data: st.DataObject) -> tuple[str, str]:
    look, cents = data.draw(LOOKS), data.draw(CENTS)
    digits = data.draw(st.text(LATIN[1:], min_size=1, max_size=4))
    at, length = data.draw(st.integers(0, len(digits) - 1)), data.draw(st.integers(1, 3))
    long, short = (digits[:at] + digits[at] * size + digits[at + 1 :] for size in (length + 1, length))
    return look.write(long, cents), look.write(short, cents)


@makes("run_collapsed", label=False)
def run_collapsed(data: st.DataObject) -> Pair:
    return Pair(*run(data))


@makes("run_expanded", label=False)
def run_expanded(data: st.DataObject) -> Pair:
    return Pair(*reversed(run(data)))


MAGNITUDES = {f"magnitude_{how}{10**power}": (how, power) for how in ("x", "div") for power in (1, 2, 3, 4)}


def magnitude(how: str, power: int) -> Maker:
    def maker(data: st.DataObject) -> Pair:
        look, whole = data.draw(LOOKS), data.draw(st.integers(11, 99).filter(lambda number: number % 10).map(str))
        more = power if power < 4 else data.draw(st.integers(4, 6))
        small, large = look.write(whole, "50"), look.write(whole + "0" * more, "50")
        return Pair(small, large) if how == "x" else Pair(large, small)

    return maker


for _name, (_how, _power) in MAGNITUDES.items():
    makes(_name, label=False)(magnitude(_how, _power))


# whole values


@makes("rotated_text", verdict=Verdict.UNPARSABLE)
def rotated_text(data: st.DataObject) -> Pair:
    digits = data.draw(st.sampled_from("689")) + data.draw(st.text("0689", min_size=1, max_size=1)) + "00"
    turned = "".join({"0": "0", "6": "9", "8": "8", "9": "6"}[digit] for digit in reversed(digits))
    assume(set(digits) & {"6", "9"} and digits.strip("0") != turned.strip("0"))
    return Pair(f"{digits[0]},{digits[1:]}", f"{turned[:3]}'{turned[3:]}")


@makes("multiplier_word_lost")
def multiplier_word_lost(data: st.DataObject) -> Pair:
    text = data.draw(LATIN_LOOKS).plain().write(data.draw(st.integers(1, 99).map(str)), data.draw(NONZERO))
    return Pair(text + data.draw(st.sampled_from(["k", " Mio.", " lakh", " million", "万"])), text)


@makes("multiplier_word_added")
def multiplier_word_added(data: st.DataObject) -> Pair:
    pair = multiplier_word_lost(data)
    return Pair(pair.reading, pair.truth)


def count_and_price(data: st.DataObject) -> tuple[str, str]:
    price = data.draw(LATIN_LOOKS).plain().write(data.draw(st.integers(10, 99).map(str)), data.draw(CENTS))
    times = data.draw(st.sampled_from([" x ", "x", " @ ", " × "]))
    return f"{data.draw(st.integers(2, 9))}{times}{price}", price


@makes("multiplier_lost")
def multiplier_lost(data: st.DataObject) -> Pair:
    both, price = count_and_price(data)
    return Pair(both, price, data.draw(st.sampled_from([Kind.OTHER, Kind.QUANTITY])))


@makes("number_added")
def number_added(data: st.DataObject) -> Pair:
    both, price = count_and_price(data)
    return Pair(price, both, Kind.OTHER)


@makes("number_lost")
def number_lost(data: st.DataObject) -> Pair:
    low = data.draw(st.integers(10, 50))
    return Pair(f"{low}-{low + data.draw(st.integers(1, 40))}", str(low), Kind.OTHER)


@makes("number_split")
def number_split(data: st.DataObject) -> Pair:
    low = data.draw(st.integers(10, 50))
    high = low + data.draw(st.integers(1, 40))
    return Pair(f"{low}{high}", f"{low}-{high}", Kind.OTHER)


@makes("wrong_field")
def wrong_field(data: st.DataObject) -> Pair:
    look = data.draw(LOOKS)
    truth, reading = (
        data.draw(st.text("1234", min_size=3, max_size=7)),
        data.draw(st.text("6789", min_size=1, max_size=7)),
    )
    assume(len(truth) != len(reading))
    return Pair(look.write(truth, "12"), look.write(reading, "76"))


@makes("derived_value_suspected", label=False)
def derived_value_suspected(data: st.DataObject) -> Pair:
    look, whole = data.draw(LOOKS), data.draw(WHOLES)
    cents = data.draw(st.integers(1, 99).map("{:02d}".format))
    rounded = Decimal(f"{whole}.{cents}").quantize(Decimal(1), rounding=ROUND_HALF_UP)
    return Pair(look.write(whole, cents), look.write(str(rounded), "00"))


@makes("auto_repair", label=False)
def auto_repair(data: st.DataObject) -> Pair:
    look, digits = data.draw(LOOKS), data.draw(st.integers(101, 999_999).filter(lambda number: number % 100).map(str))
    return Pair(look.write(digits, "00"), look.write(digits[:-2], digits[-2:]))


@makes("derived_sum", label=False, verdict=Verdict.HALLUCINATED)
def derived_sum(data: st.DataObject) -> Pair:
    parts = data.draw(st.lists(st.integers(1, 99_999), min_size=2, max_size=5))
    amounts = [f"{cents // 100}.{cents % 100:02d}" for cents in (*parts, sum(parts))]
    return Pair("", amounts[-1], page=NumberContext(page_amounts=tuple(amounts[:-1])))


@makes("value_changed")
def value_changed(data: st.DataObject) -> Pair:
    return Pair("FREE", data.draw(LOOKS).write(data.draw(WHOLES), data.draw(CENTS)))
