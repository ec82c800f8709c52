"""German slips: decimal comma, VAT table, deposit, discounts below the item."""

from __future__ import annotations

from decimal import Decimal

from maker.draft import Draft, Sums, dice, sample
from maker.faces import DotFace, OutlineFace
from maker.ink import Thermal, thermal
from maker.money import Money, cents, total
from maker.photo import Photo, Scan, photograph, scan
from maker.picture import Pixels
from maker.sheet import Run, Sheet
from maker.slip import Slip, amount, clock, day, percent, phone, quantity, ref, words

EURO = Money(decimal=",", group=".")
TILL = DotFace("till-8x16.hex", 8, 16, plain_zero=True)
SLASHED = DotFace("till-8x16.hex", 8, 16)
OFFICE = OutlineFace("OfficeSans-Bold.ttf", 40)


def back_print(width: int, height: int, words: str) -> Pixels:
    """Return the roll's advertising on the back, mirrored, as it shows through the paper."""
    sheet = Sheet(width, height)
    for row, y in enumerate(range(20, height - 90, 190)):
        sheet.set([Run(words)], width / 2 + (row % 2) * 40, y, OFFICE, align="c")
    return sheet.ink[:, ::-1].copy()


def vat_of(gross: Decimal, percent: int) -> tuple[Decimal, Decimal]:
    """Split a gross amount into net and VAT, rounded as German tills do."""
    net = cents(gross * 100 / (100 + percent))
    return net, gross - net


@sample("kiosk-de")
def kiosk() -> Draft:
    """A small slip with the amount of the story: 28,90."""
    rng, sums = dice("kiosk-de"), Sums()
    items = [("Tagesztg. Nordblatt", 1, "2,40"), ("Tabak Fein 30g", 2, "7,95"), ("Kaffee gr.", 1, "3,20")]
    items += [("Mineralw. 0,75", 2, "1,45"), ("Briefm. 10er", 1, "4,50")]
    slip = Slip(336, TILL, margin=4, leading=3)
    slip.centre("KIOSK AM WEHR", tall=2, wide=2)
    slip.gap(4)
    for text in ("Inh. J. Musterfeld", "Uferstr. 12  99099 Neuwasser"):
        slip.centre(text)
    slip.centre("Tel. ", phone("0361/5550147"))
    slip.gap(8)
    slip.line(right="EUR")
    prices: list[Decimal] = []
    for row, (name, count, each) in enumerate(items):
        price = Decimal(each.replace(",", ".")) * count
        prices.append(price)
        key = f"items[{row}]"
        parts: list[str | Run] = [
            amount(f"{key}.unit_price", each),
            " x ",
            quantity(f"{key}.quantity", count),
        ]
        at = {252.0: parts} if count > 1 else None
        slip.line(words(f"{key}.description", name), right=[amount(f"{key}.price", EURO(price)), " A"], at=at)
    slip.dashes("-")
    gross = total(prices)
    sums.same("kiosk total", gross, Decimal("28.90"))
    slip.line("SUMME", right=[amount("total", EURO(gross), wide=2, tall=2)], tall=2)
    slip.line("Bar", right=[amount("cash", EURO("30.00")), "  "])
    slip.line("Rückgeld", right=[amount("change", EURO(gross - 30)), "  "])
    slip.gap(10)
    net, vat = vat_of(gross, 19)
    slip.line("MwSt", at={150: "Netto", 240: "MwSt", 328: "Brutto"})
    slip.line(
        "A ",
        percent("tax_rate", "19,0%"),
        at={150: amount("net", EURO(net)), 240: amount("tax", EURO(vat)), 328: amount("gross", EURO(net + vat))},
    )
    slip.gap(8)
    slip.bars("482003", unit=1, height=34)
    slip.line(
        ref("receipt_no", "004711/02"),
        right=[day("14.03.26"), "  ", clock("17:42")],
    )
    slip.centre("Vielen Dank!")
    sheet = slip.tear(34)
    look = Thermal(px=(2.3, 2.9), heat=0.95, mottle=0.28, paper=(238, 239, 241), fade=0.18, dead=(0.31,))
    back = back_print(700, 1300, "Mehr Wehr.")
    picture = scan(thermal(sheet, look, rng, back), Scan(turn_deg=-0.35, teeth=5), rng)
    return Draft("kiosk-de", (picture,), "de-DE", "EUR", tags=("thermal", "scan"))


_SHOP = [
    ("H-MILCH 3,5%", "1.15", "B", 3),
    ("BUTTER 250G", "2.29", "B", 1),
    ("GOUDA JUNG SCHEIB.", "2.49", "B", 1),
    ("JOGHURT NATUR", "0.59", "B", 4),
    ("ROGGENBROT 750G", "2.79", "B", 1),
    ("EIER BODENH. 10ST", "2.59", "B", 1),
    ("BANANEN LOSE", "1.87", "B", 1),
    ("TOMATEN RISPEN", "2.64", "B", 1),
    ("GURKE", "0.89", "B", 2),
    ("PAPRIKA MIX 500G", "2.99", "B", 1),
    ("KARTOFFELN 2,5KG", "3.49", "B", 1),
    ("ZWIEBELN 1KG", "1.19", "B", 1),
    ("HACKFLEISCH GEM.", "5.88", "B", 1),
    ("HAEHNCHENBRUST", "7.36", "B", 1),
    ("LACHSFILET TK", "6.99", "B", 1),
    ("SPAGHETTI 500G", "0.99", "B", 3),
    ("PASS. TOMATEN", "0.75", "B", 2),
    ("OLIVENOEL 0,5L", "8.99", "B", 1),
    ("KAFFEE BOHNE 1KG", "13.49", "B", 1),
    ("MUESLI SCHOKO", "3.29", "B", 1),
    ("APFELSAFT 1L", "1.69", "A", 2),
    ("MINERALW. 6X1,5L", "2.34", "A", 1),
    ("PILS 20X0,5L", "14.99", "A", 1),
    ("ROTWEIN TROCKEN", "4.79", "A", 1),
    ("SPUELMITTEL", "1.45", "A", 1),
    ("KUECHENROLLE 4ER", "2.95", "A", 1),
    ("ZAHNPASTA", "0.95", "A", 2),
    ("BATTERIEN AA 8ST", "5.49", "A", 1),
    ("MUELLBEUTEL 35L", "1.79", "A", 1),
    ("TULPEN BUND", "3.99", "B", 1),
]


@sample("supermarkt-de")
def supermarkt() -> Draft:
    """A long till slip: thirty articles, deposit, a coupon in per cent, two VAT rates."""
    rng, sums = dice("supermarkt-de"), Sums()
    slip = Slip(384, SLASHED, margin=6, leading=2)
    slip.centre("FRISCHMARKT", wide=2, tall=2, bold=True)
    for text in ("Am Lindenhof 4-6", "99098 Neuwasser"):
        slip.centre(text)
    slip.centre("Tel.: ", phone("0361 / 555 0182"))
    slip.gap(10)
    slip.line(right="EUR ")
    groups = {"A": Decimal(0), "B": Decimal(0)}
    lines: list[Decimal] = []
    for row, (name, each, group, count) in enumerate(_SHOP):
        price = Decimal(each) * count
        _item(slip, row, name, Decimal(each), count, price, group)
        groups[group] += price
        lines.append(price)
    deposits = [("PFAND 6X0,25", Decimal("1.50")), ("PFAND KASTEN", Decimal("3.10")), ("LEERGUT", Decimal("-4.75"))]
    for number, (name, price) in enumerate(deposits):
        slip.line(name, right=[amount(f"deposits[{number}].price", EURO(price)), " A*"])
        groups["A"] += price
        lines.append(price)
    slip.dashes("-")
    subtotal = total(lines)
    slip.line("ZWISCHENSUMME", right=[amount("subtotal", EURO(subtotal)), "   "])
    food = groups["B"]
    rebate = -cents(food * Decimal("0.10"))
    slip.line("COUPON FRISCHE ", percent("discount_rate", "-10%"), right=[amount("discount", EURO(rebate)), " B "])
    groups["B"] += rebate
    due = subtotal + rebate
    slip.rule(2)
    slip.line("SUMME", right=["EUR ", amount("total", EURO(due))], tall=2, bold=True)
    slip.rule(2)
    slip.line("Geg. EC-Karte", right=["EUR ", amount("paid", EURO(due))])
    slip.gap(8)
    _taxes(slip, groups, due, sums)
    slip.gap(12)
    slip.line("* nicht rabattfähig")
    slip.line(
        day("27.02.2026"),
        "  ",
        clock("18:09"),
        right=["Bon-Nr.:", ref("receipt_no", "6417")],
    )
    slip.line("Markt:0388  Kasse:3", right="Bed.:261616")
    slip.gap(6)
    slip.bars("0388032617", unit=1, height=40)
    slip.centre("Vielen Dank für Ihren Einkauf")
    look = Thermal(
        px=(1.95, 2.2), heat=0.72, mottle=0.34, fade=0.42, bands=0.16, gain=0.5, paper=(233, 233, 230), dead=(0.62,)
    )
    back = back_print(750, 3200, "AKTION 3=2")
    picture = scan(thermal(slip.tear(40), look, rng, back), Scan(turn_deg=0.3, teeth=6), rng)
    return Draft("supermarkt-de", (picture,), "de-DE", "EUR", tags=("thermal", "scan", "long", "faded"), quality=76)


def _taxes(slip: Slip, groups: dict[str, Decimal], due: Decimal, sums: Sums) -> None:
    """Print net, tax and gross of each rate, and their sum."""
    slip.line("Steuer  %", at={176: "Netto", 272: "Steuer", 372: "Brutto"})
    nets = {name: vat_of(groups[name], rate) for name, rate in (("A", 19), ("B", 7))}
    for number, (name, rate) in enumerate((("A", "19,0%"), ("B", "7,0%"))):
        net, vat = nets[name]
        key = f"taxes[{number}]"
        slip.line(
            f"{name}= ",
            percent(f"{key}.rate", rate),
            at={
                176: amount(f"{key}.net", EURO(net)),
                272: amount(f"{key}.amount", EURO(vat)),
                372: amount(f"{key}.gross", EURO(groups[name])),
            },
        )
    sums.same("groups", groups["A"] + groups["B"], due)
    slip.line(
        "Gesamt",
        at={
            176: amount("net", EURO(total(n for n, _ in nets.values()))),
            272: amount("tax", EURO(total(v for _, v in nets.values()))),
            372: amount("gross", EURO(due)),
        },
    )


def _item(slip: Slip, row: int, name: str, each: Decimal, count: int, price: Decimal, group: str) -> None:
    key = f"items[{row}]"
    slip.line(words(f"{key}.description", name), right=[amount(f"{key}.price", EURO(price)), f" {group} "])
    if count > 1:
        slip.line(
            "  ",
            quantity(f"{key}.quantity", count),
            " Stk x    ",
            amount(f"{key}.unit_price", EURO(each)),
        )


_BREAKFAST = Photo(
    (1050, 1500),
    ((0.13, 0.06), (0.85, 0.035), (0.90, 0.955), (0.10, 0.93)),
    "wood",
    crumple=0.45,
    bow=3.5,
    shadow=((-0.1, 0.52), (0.55, 0.60), (0.75, 1.1), (-0.1, 1.1)),
    shadow_depth=0.38,
    shadow_soft=26,
    blur=1.1,
)


@sample("baeckerei-de")
def baeckerei() -> Draft:
    """A baker's little slip, photographed in the hand's shadow."""
    rng, sums = dice("baeckerei-de"), Sums()
    face = OutlineFace("Inconsolata.otf", 18, cell=12, threshold=0.42)
    slip = Slip(384, face, margin=10, leading=3)
    slip.centre("Bäckerei Kornblum", bold=True, tall=2)
    slip.centre("Marktplatz 3 · 99100 Altenau")
    slip.gap(10)
    items = [
        ("Dinkelbrot 750g", 1, "4.35"),
        ("Laugenbrezel", 4, "0.95"),
        ("Käsekuchen Stk", 2, "2.90"),
        ("Milchkaffee", 1, "3.60"),
    ]
    prices = []
    for row, (name, count, each) in enumerate(items):
        price, key = Decimal(each) * count, f"items[{row}]"
        prices.append(price)
        slip.line(
            quantity(f"{key}.quantity", count),
            " x ",
            words(f"{key}.description", name),
            right=amount(f"{key}.price", EURO(price)),
        )
    slip.dashes("=")
    gross = total(prices)
    sums.same("total", gross, Decimal("17.55"))
    slip.line("TOTAL EUR", right=amount("total", EURO(gross)), tall=2, bold=True)
    slip.line("Gegeben", right=amount("cash", EURO("20.00")))
    slip.line("Zurück", right=amount("change", EURO(20 - gross)))
    slip.gap(8)
    inside, away = Decimal("9.40"), gross - Decimal("9.40")
    for number, (rate, part) in enumerate(((19, inside), (7, away))):
        net, vat = vat_of(part, rate)
        sums.same("vat", net + vat, part)
        slip.line(
            percent(f"taxes[{number}].rate", f"{rate}%"),
            " MwSt aus ",
            amount(f"taxes[{number}].gross", EURO(part)),
            right=amount(f"taxes[{number}].amount", EURO(vat)),
        )
    slip.gap(6)
    slip.line(
        day("03.05.2026"),
        " ",
        clock("08:16"),
        right=["#", ref("receipt_no", "20933")],
    )
    slip.centre("TSE 7fa2c1e09b44 OK")
    picture = thermal(slip.tear(44), Thermal(px=(2.0, 2.0), heat=1.1, mottle=0.2, fade=0.1, paper=(240, 240, 238)), rng)
    photo = photograph(picture, _BREAKFAST, rng)
    return Draft("baeckerei-de", (photo,), "de-DE", "EUR", tags=("thermal", "photographed", "shadow"))
