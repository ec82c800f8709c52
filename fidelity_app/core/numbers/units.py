"""Units of measure as receipts print them, and the words that multiply a number (k, Mio., lakh, 万)."""

from __future__ import annotations

from fidelity_app.core.numbers.endings import by_last_char, ending_at
from fidelity_app.core.numbers.numerals import NUMERAL_CHARS

# Sold by three decimals: 0.255 kg, 45.123 l. Grams, millilitres and kilowatt-hours are printed in thousands too.
_BY_THREE_DECIMALS = """
KG Kg L LB LT LTR kg kgs l lb lbs liter liters litre litres lt ltr ltr. gal oz t кг л
\u0643\u062c\u0645 \u0643\u063a \u0644
"""
_SMALL_UNITS = """
CL G ML cl dag dkg dl g gr hg hl kWh kwh m3 mg ml m³ г мл \u063a
"""
_LENGTHS = """
A GB MB TB V W Wh cm cm2 cm3 ft h ha hr hrs in kW km m m2 min mm mm2 m² qm s sqm yd °C °F " ″
"""
_COUNTS = """
EA PC PCS St St. Stck Stk Stk. Stück X box db doz dozen ea each gab gab. ks pack pc pc. pcs pcs. pkt pz pz. st
szt szt. tk u uds un und vnt vnt. x шт шт. 个 件 個 本 杯 枚 点 瓶 개 コ ケ つ 袋 箱 缶 束 台 人 名 回 份 盒 包 병 잔
"""
_THREE_DECIMALS = frozenset(_BY_THREE_DECIMALS.split())
WEIGHTS_AND_VOLUMES = _THREE_DECIMALS | frozenset(_SMALL_UNITS.split())
LENGTHS = frozenset(_LENGTHS.split())
COUNTS = frozenset(_COUNTS.split())
_UNITS = by_last_char(WEIGHTS_AND_VOLUMES | LENGTHS | COUNTS)

# word: power of ten. Case matters where a letter alone would also be a unit or a tax mark.
_POWERS = {
    2: "百 hundred",
    3: (
        "k K Tsd. Tsd tsd. TEUR T€ TCHF TUSD kEUR kUSD tkr thousand mil mille тыс. тыс tis. tisíc tys. tysięcy "
        "tūkst. tuhat ezer bin 千 천 ribu rb nghìn ngàn พัน "
        "\u0623\u0644\u0641 \u0647\u0632\u0627\u0631 \u0939\u095b\u093e\u0930"
    ),
    4: "万 萬 만 หมื่น",
    5: "lakh lakhs lac lacs Lakh Lakhs Lac \u0644\u0627\u06a9\u06be \u0932\u093e\u0916 \u09b2\u09be\u0996 แสน",
    6: (
        "M m mn Mn mio Mio Mio. mio. mln Mln mln. million Million millions Millions Millionen millones millón "
        "milhão milhões milione milioni miljoen miljoner millioner Mill. mill. MEUR MUSD mkr millió milyon млн млн. "
        "MM juta jt triệu ล้าน \u0645\u0644\u064a\u0648\u0646 \u0645\u06cc\u0644\u06cc\u0648\u0646"
    ),
    7: "crore crores Crore Crores \u0915\u0930\u094b\u0921\u093c \u0915\u0930\u094b\u095c \u0995\u09cb\u099f\u09bf",
    8: "億 亿 억",
    9: (
        "bn Bn billion billions Mrd Mrd. mrd mrd. mld mld. mlrd mlrd. Md Mds Milliarde Milliarden milliard milliards "
        "miliardi miliardo milyar Billion mia mia. miljard miljarder milliárd mdkr tỷ млрд млрд. "
        "\u0645\u0644\u064a\u0627\u0631 \u0645\u06cc\u0644\u06cc\u0627\u0631\u062f"
    ),
    12: "兆 trillion Bio. tn billón billones",
}
MULTIPLIERS = {word: power for power, words in _POWERS.items() for word in words.split()}
# Words that mean another power elsewhere: Spanish mil and English mil, English and German Billion.
OTHER_MEANINGS = {"mil": "million", "Billion": "trillion"}
_WORDS = by_last_char(MULTIPLIERS)


def has_three_decimals(unit: str) -> bool:
    """Say whether amounts of a unit (kg, l), or prices per it (EUR/l), are printed with three decimals."""
    return unit.rpartition("/")[2].strip() in _THREE_DECIMALS


def unit_after(text: str, end: int) -> str:
    """Return the unit that ends at a place, with a `/` before it if it says per, else an empty text."""
    for unit in ending_at(text, end, _UNITS):
        before = text[end - len(unit) - 1 : end - len(unit)]
        if not before.isalpha() or before in NUMERAL_CHARS:
            return unit
    return ""


def multiplier_after(text: str, end: int) -> str:
    """Return the multiplying word that ends at a place; T and B are none, they look like digits."""
    for word in ending_at(text, end, _WORDS):
        start = end - len(word)
        if start >= 1 and not text[start - 1].isalpha():
            return word
    return ""
