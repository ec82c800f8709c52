"""Makers of notations, where the value is right, and of what is no answer or no decision."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume
from hypothesis import strategies as st
from support.fault_makers import Pair, makes
from support.printed_values import CENTS, LATIN, LATIN_LOOKS, LOOKS, SCRIPTS, WHOLES, Look

from fidelity_app.core.documents import Kind, Legibility
from fidelity_app.core.verdicts import Verdict

LAYOUT, PRECISION = Verdict.LAYOUT_ONLY, Verdict.PRECISION_CHANGED
AMOUNTS = st.builds(lambda look, whole, cents: look.plain().write(whole, cents), LOOKS, WHOLES, CENTS)
LATIN_AMOUNTS = st.builds(lambda look, whole, cents: look.plain().write(whole, cents), LATIN_LOOKS, WHOLES, CENTS)
GROUPED = LATIN_LOOKS.filter(lambda look: look.group != "")
LONG = st.integers(1000, 9_999_999).map(str)


def not_zero(data: st.DataObject) -> str:
    return data.draw(LATIN_LOOKS).plain().write(data.draw(WHOLES), data.draw(CENTS))


@makes("double_negation", verdict=LAYOUT)
def double_negation(data: st.DataObject) -> Pair:
    text = not_zero(data)
    return Pair(f"-({text})", text)


@makes("sign_notation", verdict=LAYOUT)
def sign_notation(data: st.DataObject) -> Pair:
    text = not_zero(data)
    forms = data.draw(st.permutations(["-{}", "\u2212{}", "({})", "{}-", "{} CR"]))
    return Pair(forms[0].format(text), forms[1].format(text))


@makes("plus_sign_omitted", verdict=LAYOUT)
def plus_sign_omitted(data: st.DataObject) -> Pair:
    text = not_zero(data)
    return Pair(f"+{text}", text)


@makes("plus_sign_added", verdict=LAYOUT)
def plus_sign_added(data: st.DataObject) -> Pair:
    text = not_zero(data)
    return Pair(text, f"+{text}")


@makes("irregular_grouping", verdict=LAYOUT)
def irregular_grouping(data: st.DataObject) -> Pair:
    digits, cents = data.draw(st.integers(1000, 99_999).map(str)), data.draw(CENTS)
    return Pair(f"{digits[:-2]},{digits[-2:]}.{cents}", f"{digits[:-3]},{digits[-3:]}.{cents}")


@makes("grouping_removed", verdict=LAYOUT)
def grouping_removed(data: st.DataObject) -> Pair:
    look, whole, cents = data.draw(GROUPED), data.draw(LONG), data.draw(CENTS)
    return Pair(look.write(whole, cents), replace(look, group="").write(whole, cents))


@makes("grouping_added", verdict=LAYOUT)
def grouping_added(data: st.DataObject) -> Pair:
    pair = grouping_removed(data)
    return Pair(pair.reading, pair.truth)


@makes("grouping_changed", verdict=LAYOUT)
def grouping_changed(data: st.DataObject) -> Pair:
    digits, cents = data.draw(st.integers(100_000, 9_999_999).map(str)), data.draw(CENTS)
    lakhs = f"{digits[:-5]},{digits[-5:-3]},{digits[-3:]}.{cents}"
    return Pair(*data.draw(st.permutations([lakhs, f"{int(digits):,}.{cents}"])))


def restyled(data: st.DataObject, one: tuple[str, str], other: tuple[str, str]) -> Pair:
    whole, cents = data.draw(LONG), data.draw(CENTS)
    return Pair(*(Look(group, mark, LATIN, "", "").write(whole, cents) for group, mark in (one, other)))


@makes("separator_style_changed", verdict=LAYOUT)
def separator_style_changed(data: st.DataObject) -> Pair:
    return restyled(data, *data.draw(st.permutations([(",", "."), (".", ",")])))


@makes("decimal_mark_variant", verdict=LAYOUT)
def decimal_mark_variant(data: st.DataObject) -> Pair:
    return restyled(data, *data.draw(st.permutations([("", "."), ("", ","), ("", "·")]))[:2])


@makes("group_mark_variant", verdict=LAYOUT)
def group_mark_variant(data: st.DataObject) -> Pair:
    return restyled(data, *data.draw(st.permutations([(".", ","), (" ", ","), ("\u202f", ","), ("'", ",")]))[:2])


@makes("script_changed", verdict=LAYOUT)
def script_changed(data: st.DataObject) -> Pair:
    names = data.draw(st.permutations(sorted(SCRIPTS)))
    whole, cents = data.draw(st.integers(1, 999).map(str)), data.draw(CENTS)
    return Pair(*(Look("", ".", SCRIPTS[name], "", "").write(whole, cents) for name in names[:2]))


@makes("punctuation_changed", verdict=LAYOUT)
def punctuation_changed(data: st.DataObject) -> Pair:
    words = data.draw(st.lists(st.sampled_from(["Briefm", "Kaffee", "Tea", "Milk"]), min_size=2, max_size=3))
    marks = data.draw(st.permutations([". ", ", ", "; ", " "]))
    return Pair(marks[0].join(words), marks[1].join(words), Kind.OTHER)


@makes("spacing_changed", verdict=LAYOUT)
def spacing_changed(data: st.DataObject) -> Pair:
    text = data.draw(AMOUNTS)
    forms = data.draw(st.sampled_from([("€ {}", "€{}"), ("{} €", "{}€"), ("{} EUR", "{}  EUR"), ("R$ {}", "R${}")]))
    return Pair(*(form.format(text) for form in data.draw(st.permutations(forms))))


@makes("stray_space", verdict=LAYOUT)
def stray_space(data: st.DataObject) -> Pair:
    look = data.draw(LATIN_LOOKS.filter(lambda look: not look.group.isspace())).plain()
    text = look.write(data.draw(WHOLES), data.draw(CENTS))
    at = text.rindex(look.mark) + data.draw(st.sampled_from([0, 1]))
    return Pair(text, f"{text[:at]} {text[at:]}")


@makes("currency_symbol_omitted", verdict=LAYOUT)
def currency_symbol_omitted(data: st.DataObject) -> Pair:
    look, whole, cents = (
        data.draw(LOOKS.filter(lambda look: look.before or look.after)),
        data.draw(WHOLES),
        data.draw(CENTS),
    )
    return Pair(look.write(whole, cents), look.plain().write(whole, cents))


@makes("currency_symbol_added", verdict=LAYOUT)
def currency_symbol_added(data: st.DataObject) -> Pair:
    pair = currency_symbol_omitted(data)
    return Pair(pair.reading, pair.truth)


@makes("currency_symbol_variant", verdict=LAYOUT)
def currency_symbol_variant(data: st.DataObject) -> Pair:
    text = data.draw(AMOUNTS)
    forms = data.draw(st.sampled_from([("€{}", "{} EUR"), ("£{}", "GBP {}"), ("{} zł", "{} PLN"), ("R$ {}", "BRL {}")]))
    return Pair(*(form.format(text) for form in data.draw(st.permutations(forms))))


@makes("currency_symbol_moved", verdict=LAYOUT)
def currency_symbol_moved(data: st.DataObject) -> Pair:
    text, sign = data.draw(AMOUNTS), data.draw(st.sampled_from("€£$₹"))
    return Pair(*data.draw(st.permutations([f"{sign}{text}", f"{text}{sign}"])))


UNITS = ["kg", "g", "l", "ml", "lb", "Stk"]


@makes("unit_omitted", verdict=LAYOUT)
def unit_omitted(data: st.DataObject) -> Pair:
    text = data.draw(AMOUNTS)
    return Pair(f"{text} {data.draw(st.sampled_from(UNITS))}", text, Kind.QUANTITY)


@makes("unit_added", verdict=LAYOUT)
def unit_added(data: st.DataObject) -> Pair:
    pair = unit_omitted(data)
    return Pair(pair.reading, pair.truth, Kind.QUANTITY)


@makes("unit_variant", verdict=LAYOUT)
def unit_variant(data: st.DataObject) -> Pair:
    text = data.draw(AMOUNTS)
    units = data.draw(
        st.sampled_from([("kg", "KG"), ("g", "gr"), ("l", "L"), ("Stk", "Stück"), ("pcs", "pc"), ("lb", "lbs")])
    )
    return Pair(*(f"{text} {unit}" for unit in data.draw(st.permutations(units))), Kind.QUANTITY)


@makes("percent_sign_added", verdict=LAYOUT)
def percent_sign_added(data: st.DataObject) -> Pair:
    text = data.draw(LATIN_LOOKS).plain().write(data.draw(st.integers(1, 99).map(str)), data.draw(CENTS))
    return Pair(text, data.draw(st.sampled_from(["{}%", "{} %"])).format(text), Kind.PERCENT)


def zeros(data: st.DataObject) -> tuple[str, str]:
    look, whole = data.draw(LOOKS), data.draw(WHOLES)
    assume(look.group == "" or len(whole) < 4)
    tenths = data.draw(st.integers(0, 9).map(str))
    return look.write(whole, f"{tenths}0"), look.write(whole, tenths)


@makes("trailing_zero_dropped (as notation)", verdict=PRECISION)
def trailing_zero_dropped(data: st.DataObject) -> Pair:
    return Pair(*zeros(data))


@makes("trailing_zero_added", verdict=PRECISION)
def trailing_zero_added(data: st.DataObject) -> Pair:
    return Pair(*reversed(zeros(data)))


def leading(data: st.DataObject) -> tuple[str, str]:
    look, cents = data.draw(LATIN_LOOKS), data.draw(CENTS)
    return look.write("0", cents), f"{look.before}{look.mark}{cents}{look.after}"


@makes("leading_zero_lost (as notation)", verdict=LAYOUT)
def leading_zero_lost(data: st.DataObject) -> Pair:
    return Pair(*leading(data))


@makes("leading_zero_added (as notation)", verdict=LAYOUT)
def leading_zero_added(data: st.DataObject) -> Pair:
    return Pair(*reversed(leading(data)))


@makes("date_style_changed", verdict=LAYOUT)
def date_style_changed(data: st.DataObject) -> Pair:
    year, month, day = data.draw(st.integers(2001, 2039)), data.draw(st.integers(1, 12)), data.draw(st.integers(13, 28))
    forms = data.draw(st.permutations(["{0}-{1:02d}-{2:02d}", "{2:02d}.{1:02d}.{0}", "{1}/{2}/{0}", "{0}年{1}月{2}日"]))
    return Pair(*(form.format(year, month, day) for form in forms[:2]), Kind.DATE)


@makes("time_style_changed", verdict=LAYOUT)
def time_style_changed(data: st.DataObject) -> Pair:
    hour, minute = data.draw(st.integers(13, 23)), data.draw(st.integers(0, 59))
    return Pair(f"{hour}:{minute:02d}", f"{hour - 12}:{minute:02d} PM", Kind.TIME)


@makes("layout", verdict=LAYOUT)
def layout(data: st.DataObject) -> Pair:
    digits = data.draw(st.text(LATIN[1:], min_size=6, max_size=12))
    at = data.draw(st.integers(1, len(digits) - 1))
    kind = data.draw(st.sampled_from([Kind.IDENTIFIER, Kind.PHONE]))
    return Pair(*data.draw(st.permutations([digits, f"{digits[:at]} {digits[at:]}"])), kind)


@makes("notation", verdict=LAYOUT)
def notation(data: st.DataObject) -> Pair:
    whole = data.draw(WHOLES)
    return Pair(*data.draw(st.sampled_from([(f"{whole},-", f"{whole}.00"), (f"***{whole}.50***", f"{whole}.50")])))


# no answer, or no decision


@makes("omitted", verdict=Verdict.OMITTED)
def omitted(data: st.DataObject) -> Pair:
    return Pair(data.draw(AMOUNTS), data.draw(st.sampled_from(["", "  ", "N/A", "--", "null"])))


@makes("abstained", verdict=Verdict.ABSTAINED)
def abstained(data: st.DataObject) -> Pair:
    return Pair(data.draw(AMOUNTS), "", abstained=True)


@makes("abstained_rightly", verdict=Verdict.ABSTAINED)
def abstained_rightly(data: st.DataObject) -> Pair:
    return Pair(data.draw(AMOUNTS), "", abstained=True, legibility=Legibility.ILLEGIBLE)


@makes("hallucinated", verdict=Verdict.HALLUCINATED)
def hallucinated(data: st.DataObject) -> Pair:
    text = data.draw(AMOUNTS)
    if data.draw(st.booleans()):
        return Pair(data.draw(st.sampled_from(["", " ", "N/A", "--"])), text)
    return Pair(text, text, legibility=Legibility.ILLEGIBLE)


@makes("separator_role_unknown", verdict=Verdict.AMBIGUOUS)
def separator_role_unknown(data: st.DataObject) -> Pair:
    high, low = data.draw(st.integers(1, 999)), data.draw(st.integers(0, 999))
    return Pair(*data.draw(st.permutations([f"{high}.{low:03d}", f"{high},{low:03d}"])))


@makes("sign_unknown", verdict=Verdict.AMBIGUOUS)
def sign_unknown(data: st.DataObject) -> Pair:
    text = not_zero(data)
    return Pair(*data.draw(st.permutations([text, f"<{text}>"])))


@makes("date_order_unknown", verdict=Verdict.AMBIGUOUS)
def date_order_unknown(data: st.DataObject) -> Pair:
    one, other = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 12))
    assume(one != other)
    return Pair(f"{one:02d}/{other:02d}/2024", f"{other:02d}/{one:02d}/2024", Kind.DATE)


@makes("unparsable", label=False, verdict=Verdict.UNPARSABLE)
def unparsable(data: st.DataObject) -> Pair:
    text = data.draw(LATIN_LOOKS.filter(lambda look: not look.group)).plain().write(data.draw(WHOLES), data.draw(CENTS))
    return Pair(text, data.draw(st.sampled_from(["{}y", "{}#", "a{}"])).format(text[:-1] if len(text) > 5 else text))
