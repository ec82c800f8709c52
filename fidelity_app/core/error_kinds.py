"""The names of all error kinds, each with the line that tooltips, exports and the documentation show.

Kinds of a mismatch come first, most telling first: this one order decides the label of a judgement. Separator faults
stand before digit faults, because `12,50 -> 1250` has no wrong digit (SCORING section 2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

MISMATCH_KINDS: Mapping[str, str] = {
    "percent_lost": "The percent sign is gone: 10% is not 10.",
    "percent_added": "A percent sign was read where none is printed.",
    "symbol_as_digit": "A sign, a currency or percent character or a times sign was read as a digit.",
    "decimal_as_digit": "The decimal mark was read as a digit.",
    "digit_as_symbol": "A digit was read as a sign, a currency character or a mark.",
    "sign_lost": "The minus sign, the brackets or the credit mark is gone: the amount changes direction.",
    "sign_added": "The reading is negative, the print is not.",
    "currency_changed": "Another currency was read.",
    "currency_symbol_misread": "The currency sign was read as a letter.",
    "unit_changed": "Another unit was read, or a percentage as a fraction.",
    "rotated_text": "The text was read upside down.",
    "date_order_swapped": "Day and month changed places.",
    "meridiem_lost": "AM or PM is gone, and with it half a day.",
    "meridiem_changed": "AM was read as PM, or PM as AM.",
    "decimal_dropped": "The decimal mark is gone; every digit is right.",
    "decimal_shifted": "The decimal mark moved; the digits are the same.",
    "decimal_added": "A decimal mark was read where none is printed.",
    "leading_zero_lost": "Zeros at the front are gone, as when a number is made of an identifier.",
    "leading_zero_added": "Zeros were put in front.",
    "scientific_notation": "The digits were turned into a floating-point number.",
    "multiplier_word_lost": "The word or letter for thousands or millions is gone.",
    "multiplier_word_added": "A word or letter for thousands or millions was read that is not printed.",
    "multiplier_lost": "The count in front of the times sign is gone.",
    "number_lost": "One of several printed numbers is gone.",
    "number_split": "One printed number was read as several.",
    "number_added": "A number was read that is not printed beside the others.",
    "truncated": "Only the beginning or the end was read.",
    "precision_lost": "The value was rounded or cut to fewer decimals or digits.",
    "separator_role_swapped": "A group mark was taken for the decimal mark, or the other way round.",
    "wrong_field": "So few digits agree that the value is probably another field's.",
    "digit_dropped": "A digit is missing.",
    "run_collapsed": "A run of equal digits became shorter; which of them is missing cannot be told.",
    "digit_inserted": "A digit was read that is not printed.",
    "run_expanded": "A run of equal digits became longer.",
    "transposition": "Two neighbouring digits changed places.",
    "substitution": "A digit was read as another one.",
    "trailing_zero_dropped": "A zero at the end is gone.",
    "character_dropped": "A letter or mark is missing.",
    "character_inserted": "A letter or mark was read that is not printed.",
    "case_changed": "Capital and small letters changed places.",
    "lookalike": "A letter stands where a digit of the same shape is printed, or the other way round.",
    "date_component_wrong:year": "The year is wrong.",
    "date_component_wrong:month": "The month is wrong.",
    "date_component_wrong:day": "The day is wrong.",
    "date_component_wrong:time": "The time beside the date is wrong.",
    "date_component_lost:day": "The day is missing.",
    "date_component_lost:time": "The time beside the date is missing.",
    "date_component_added:day": "A day was read that is not printed.",
    "date_component_added:time": "A time was read that is not printed.",
    "time_component_wrong:hour": "The hour is wrong.",
    "time_component_wrong:minute": "The minute is wrong.",
    "time_component_wrong:second": "The second is wrong, missing or invented.",
    "magnitude_x10": "The reading has one whole digit more.",
    "magnitude_x100": "The reading has two whole digits more.",
    "magnitude_x1000": "The reading has three whole digits more.",
    "magnitude_x10000": "The reading has four or more whole digits more.",
    "magnitude_div10": "The reading has one whole digit less.",
    "magnitude_div100": "The reading has two whole digits less.",
    "magnitude_div1000": "The reading has three whole digits less.",
    "magnitude_div10000": "The reading has four or more whole digits less.",
    "derived_value_suspected": "The reading looks computed from what is printed: rounded, multiplied or added up.",
    "auto_repair": "The value was divided by its own decimals, as a program does that misses a decimal mark.",
    "derived_sum": "The reading is the sum of other amounts of the page; it is not printed here.",
    "value_changed": "Another value was read.",
}

NOTATION_KINDS: Mapping[str, str] = {
    "double_negation": "A minus and brackets together: most likely one of them is a habit, a person should look.",
    "sign_notation": "The same sign, written another way.",
    "plus_sign_omitted": "The plus sign was left out.",
    "plus_sign_added": "A plus sign was written in front.",
    "irregular_grouping": "Group marks stand at unusual places.",
    "grouping_removed": "The group marks were left out.",
    "grouping_added": "Group marks were put in.",
    "grouping_changed": "Group marks stand at other places, by another custom.",
    "separator_style_changed": "Both separators are written in another style.",
    "decimal_mark_variant": "Another character marks the decimals.",
    "group_mark_variant": "Another character groups the digits.",
    "script_changed": "The same digits in another script or width.",
    "punctuation_changed": "A mark between words was read as another one, left out or added.",
    "spacing_changed": "Only spaces differ.",
    "stray_space": "A space stands inside the number.",
    "currency_symbol_omitted": "The currency sign was left out.",
    "currency_symbol_added": "A currency sign was added.",
    "currency_symbol_variant": "The same currency, written another way.",
    "currency_symbol_moved": "The currency sign stands on the other side.",
    "unit_omitted": "The unit was left out.",
    "unit_added": "A unit was added.",
    "unit_variant": "The same unit, written another way.",
    "percent_sign_added": "The percent sign was added in a percent field.",
    "trailing_zero_dropped": "The same value with fewer decimals.",
    "trailing_zero_added": "The same value with more decimals.",
    "leading_zero_lost": "A zero in front was left out.",
    "leading_zero_added": "A zero was written in front.",
    "date_style_changed": "The same date, written another way.",
    "time_style_changed": "The same time, written another way.",
    "layout": "Spaces, brackets, dashes or mask characters are laid out another way.",
    "notation": "The same value, written another way.",
}

OUTCOME_KINDS: Mapping[str, str] = {
    "omitted": "Nothing was answered.",
    "abstained": "The model said that it cannot read it.",
    "abstained_rightly": "The model said that it cannot read it, and a person cannot either.",
    "hallucinated": "An answer was given where nothing is printed or nothing can be read.",
    "separator_role_unknown": "The digits are equal; whether the mark groups or divides cannot be decided.",
    "sign_unknown": "The figures are equal; whether the sign makes the value negative cannot be decided.",
    "date_order_unknown": "The parts are equal; which is the day and which the month cannot be decided.",
    "unparsable": "As written it is no value of this kind.",
}

ERROR_KINDS: Mapping[str, str] = {**NOTATION_KINDS, **MISMATCH_KINDS, **OUTCOME_KINDS}

_ORDER = dict.fromkeys(["hallucinated", *MISMATCH_KINDS, *NOTATION_KINDS, *OUTCOME_KINDS])
_RANK = {name: rank for rank, name in enumerate(_ORDER)}


def most_telling_first(kinds: Iterable[str]) -> tuple[str, ...]:
    """Return the kinds without repeats, ranked by this table. Raises KeyError for a kind that has no line here."""
    return tuple(sorted(dict.fromkeys(kinds), key=lambda kind: _RANK[kind]))
