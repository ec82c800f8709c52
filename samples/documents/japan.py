"""A Japanese slip: yen without decimals, two rates of tax."""

from __future__ import annotations

from maker.draft import Draft, Sums, dice, sample
from maker.faces import OutlineFace
from maker.ink import Thermal, thermal
from maker.money import Money
from maker.photo import Photo, photograph
from maker.slip import Slip, amount, clock, day, percent, phone, quantity, ref, words

YEN = Money(places=0, before="¥")
GOTHIC = OutlineFace("TillGothic-Regular.otf", 17.5, threshold=0.45)

_KONBINI = [
    ("おにぎり 鮭", 2, 148, 8),
    ("緑茶 600ml", 1, 162, 8),
    ("から揚げ弁当", 1, 598, 8),
    ("牛乳 1L", 1, 258, 8),
    ("単3電池 4本", 1, 780, 10),
    ("レジ袋 大", 1, 5, 10),
]


_COUNTER = Photo(
    (1000, 1560),
    ((0.16, 0.045), (0.80, 0.085), (0.92, 0.93), (0.06, 0.965)),
    "dark",
    crumple=0.35,
    bow=8,
    curl=4,
    blur=0.9,
    light=0.2,
    exposure=0.95,
)


def _taxes(slip: Slip, groups: dict[int, int], taxes: dict[int, int]) -> None:
    """Print what each rate applies to, and its tax."""
    for number, rate in enumerate((8, 10)):
        key = f"taxes[{number}]"
        slip.line(
            "(税率",
            percent(f"{key}.rate", f"{rate}%"),
            "対象",
            right=[amount(f"{key}.net", YEN(groups[rate])), ")"],
        )
        slip.line("  消費税等", right=amount(f"{key}.amount", YEN(taxes[rate])))


@sample("konbini-jp")
def konbini() -> Draft:
    """A Japanese slip: yen without decimals, two tax rates, full-width marks, photographed at an angle."""
    rng, sums = dice("konbini-jp"), Sums()
    slip = Slip(384, GOTHIC, margin=8, leading=5)
    slip.centre("ひのまる商店", wide=2, tall=2)
    slip.centre("みほん市れい町1-2-3")
    slip.centre("電話 ", phone("00-5555-0128"))
    slip.gap(6)
    slip.line(
        day("2026年3月9日"),
        " ",
        clock("19:04"),
        right=["No.", ref("receipt_no", "0713")],
    )
    slip.gap(4)
    slip.centre("領 収 書", tall=2)
    slip.gap(4)
    groups = {8: 0, 10: 0}
    for row, (name, count, each, rate) in enumerate(_KONBINI):
        key, price = f"items[{row}]", count * each
        groups[rate] += price
        mark = "※" if rate == 8 else " "
        slip.line(words(f"{key}.description", name), mark, right=amount(f"{key}.price", YEN(price)))
        if count > 1:
            slip.line(
                "  @",
                amount(f"{key}.unit_price", str(each)),
                " x ",
                quantity(f"{key}.quantity", count),
                "点",
            )
    coupon = -100
    slip.line("値引", right=amount("discount", YEN(coupon)))
    groups[8] += coupon
    slip.rule(1)
    subtotal = groups[8] + groups[10]
    taxes = {rate: gross * rate // 100 for rate, gross in groups.items()}
    due = subtotal + sum(taxes.values())
    sums.same("subtotal", subtotal, sum(c * e for _, c, e, _ in _KONBINI) + coupon)
    slip.line("小計", right=amount("subtotal", YEN(subtotal)))
    _taxes(slip, groups, taxes)
    slip.line("合計", right=amount("total", YEN(due), wide=2), tall=2)
    slip.line("お預り", right=amount("cash", YEN(5000)))
    slip.line("お釣り", right=amount("change", YEN(5000 - due)))
    slip.gap(6)
    slip.line("※は軽減税率対象商品です")
    slip.line("登録番号 ", ref("tax_no", "T0000000000128"))
    picture = thermal(slip.tear(46), Thermal(px=(1.9, 1.9), heat=0.95, mottle=0.22, fade=0.15, gain=0.6), rng)
    return Draft(
        "konbini-jp",
        (photograph(picture, _COUNTER, rng),),
        "ja-JP",
        "JPY",
        tags=("thermal", "photographed", "perspective"),
    )
