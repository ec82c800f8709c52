"""A shipping label: identifiers, weight and size, customs value, printed by a label printer and photographed."""

from __future__ import annotations

from decimal import Decimal

from maker.draft import Draft, Sums, dice, sample
from maker.faces import OutlineFace
from maker.ink import Thermal, thermal
from maker.money import Money, total
from maker.photo import Photo, photograph
from maker.sheet import Run, Sheet
from maker.slip import amount, day, quantity, ref, words

PLAIN = Money()
BODY = OutlineFace("OfficeSans-Regular.ttf", 15, threshold=0.5)
BOLD = OutlineFace("OfficeSans-Bold.ttf", 18, threshold=0.5)
HUGE = OutlineFace("OfficeSans-Bold.ttf", 52, threshold=0.5)


def _lines(sheet: Sheet, x: float, y: float, rows: list[list[str | Run]], step: float = 27) -> None:
    for number, row in enumerate(rows):
        sheet.set([Run(piece) if isinstance(piece, str) else piece for piece in row], x, y + number * step, BODY)


_CAMERA = Photo(
    (1180, 1640),
    ((0.08, 0.045), (0.90, 0.08), (0.93, 0.945), (0.05, 0.96)),
    "card",
    crumple=0.15,
    bow=1.5,
    curl=2,
    light=0.15,
    glare=(0.25, 0.72, 0.16, 0.45),
    blur=0.9,
    exposure=0.9,
    teeth=0,
)


_CUSTOMS = [
    ("Cotton shirt", 2, "28.90"),
    ("Tea, loose 500 g", 1, "13.86"),
    ("Stoneware mug", 4, "8.63"),
]


@sample("label-parcel")
def parcel() -> Draft:
    """A parcel label with a customs list whose values add up."""
    rng, sums = dice("label-parcel"), Sums()
    sheet = Sheet(780, 1180)
    sheet.frame(10, 10, 770, 1170, line=4)
    for y in (190, 430, 560, 800, 1080):
        sheet.rule(10, y, 770, y + 3)
    sheet.set([Run("FP")], 30, 30, HUGE)
    sheet.set([Run("FICTION POST")], 180, 40, BOLD)
    sheet.set([Run("Priority Parcel International")], 180, 80, BODY)
    sheet.set([Run("Ship date "), day("05/02/2026", "date")], 750, 130, BODY, align="r")
    sheet.rule(520, 430, 523, 560)
    _lines(sheet, 30, 205, [["FROM: Kettle & Crane Ltd, 83 Dock Rd, Sampleton TS99 8QQ"], ["TO:"]], 34)
    _lines(
        sheet, 110, 239, [["Mme C. Modèle"], ["38 bis, rue de la Maquette"], ["69999 VILLE-FICTIVE"], ["FRANCE"]], 44
    )
    sheet.set([ref("postcode", "69999")], 30, 452, HUGE)
    sheet.set([Run("Zone "), ref("zone", "B8")], 545, 450, BOLD)
    sheet.set([Run("1 of 1")], 545, 500, BOLD)
    sheet.bars("FP08823609383", 70, 580, unit=2, height=150)
    sheet.set([ref("tracking_no", "FP 0882 3609 383 GB")], 390, 748, BOLD, align="c")
    sheet.set([Run("Customs declaration CN 22"), Run("                 Currency GBP")], 30, 815, BODY)
    values = []
    for row, (name, count, each) in enumerate(_CUSTOMS):
        key, price = f"items[{row}]", Decimal(each) * count
        values.append(price)
        y = 850 + 30 * row
        sheet.set([quantity(f"{key}.quantity", count), Run("  "), words(f"{key}.description", name)], 30, y, BODY)
        sheet.set([amount(f"{key}.unit_price", PLAIN(each))], 560, y, BODY, align="r")
        sheet.set([amount(f"{key}.price", PLAIN(price))], 745, y, BODY, align="r")
    value = total(values)
    sums.same("customs value", value, Decimal("106.18"))
    sheet.set([Run("Total value")], 30, 948, BOLD)
    sheet.set([amount("total", PLAIN(value))], 745, 948, BOLD, align="r")
    _lines(
        sheet,
        30,
        990,
        [
            ["HS ", ref("hs_code", "6205.20"), "    EORI ", ref("eori", "GB000038823000")],
            [
                "Postage paid ",
                amount("postage", PLAIN("18.65")),
                " incl. insurance ",
                amount("insurance", PLAIN("2.38")),
            ],
        ],
        36,
    )
    sheet.set([Run("WEIGHT "), quantity("weight", "2.89 kg")], 30, 1102, BOLD)
    sheet.set([Run("DIMS "), quantity("dimensions", "38 x 26 x 19 cm")], 745, 1102, BOLD, align="r")
    look = Thermal(
        px=(1.5, 1.5), heat=1.15, mottle=0.2, gain=0.5, fade=0.2, bands=0.18, dead=(0.36, 0.68), paper=(242, 242, 243)
    )
    picture = thermal(sheet, look, rng)
    photo = photograph(picture, _CAMERA, rng)
    return Draft("label-parcel", (photo,), "en-GB", "GBP", "label", ("thermal", "photographed"), quality=78)
