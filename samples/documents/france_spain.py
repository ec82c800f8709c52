"""Slips from France, Spain and Switzerland: decimal comma, euro sign behind, the Swiss apostrophe."""

from __future__ import annotations

from decimal import Decimal

from maker.draft import Draft, Sums, dice, sample
from maker.faces import DotFace, OutlineFace
from maker.ink import Thermal, thermal
from maker.money import Money, cents, total
from maker.photo import Photo, Scan, photograph, scan
from maker.sheet import Run
from maker.slip import Slip, amount, clock, day, percent, phone, quantity, ref, words

EURO_FR = Money(decimal=",", group=" ", after=" €")
COMMA = Money(decimal=",", group=".")
FRANC = Money(decimal=".", group="'")
TILL = DotFace("till-8x16.hex", 8, 16, plain_zero=True)
EPSON = OutlineFace("Inconsolata.otf", 17, cell=12, threshold=0.45)
DRIVER = OutlineFace("OfficeSans-Regular.ttf", 16, threshold=0.5)
DRIVER_BOLD = OutlineFace("OfficeSans-Bold.ttf", 16, threshold=0.5)


def _inside(gross: Decimal, rate: str) -> Decimal:
    """Return the tax inside a gross amount, rounded as tills do."""
    return gross - cents(gross / (1 + Decimal(rate) / 100))


_TERRACE = Photo(
    (1100, 1560),
    ((0.14, 0.11), (0.80, 0.05), (0.90, 0.89), (0.20, 0.955)),
    "cloth",
    crumple=1.0,
    bow=4,
    curl=6,
    light=0.18,
    shadow=((-0.1, -0.1), (0.42, -0.1), (0.2, 0.5), (-0.1, 0.7)),
    shadow_depth=0.3,
    shadow_soft=60,
    blur=1.0,
    exposure=0.9,
    tint=(0.96, 0.985, 1.0),
)


@sample("bistro-fr")
def bistro() -> Draft:
    """A French bill on a crumpled slip, photographed: two rates of TVA, the euro sign behind."""
    rng, sums = dice("bistro-fr"), Sums()
    slip = Slip(360, TILL, margin=8, leading=3)
    slip.centre("LE PETIT MODÈLE", tall=2, bold=True)
    slip.centre("8, rue de l'Exemple")
    slip.centre("00380 Ville-Fictive")
    slip.centre("Tél. ", phone("01 99 00 38 28"))
    slip.gap(8)
    slip.line(
        "Table ", ref("table", "14"), "  Couverts ", quantity("covers", "2"), right=["N° ", ref("receipt_no", "003826")]
    )
    slip.line("Le ", day("16/01/2026"), " à ", clock("13h48"))
    slip.dashes("-")
    items = [
        ("Menu midi", 2, "23.90", "10"),
        ("Café gourmand", 1, "8.30", "10"),
        ("Eau gaz. 1L", 1, "5.60", "10"),
        ("Verre Chinon", 3, "6.80", "20"),
    ]
    groups = {"10": Decimal(0), "20": Decimal(0)}
    for row, (name, count, each, rate) in enumerate(items):
        price, key = Decimal(each) * count, f"items[{row}]"
        groups[rate] += price
        left: list[str | Run] = [quantity(f"{key}.quantity", count), " ", words(f"{key}.description", name)]
        slip.line(*left, at={258: amount(f"{key}.unit_price", COMMA(each))}, right=amount(f"{key}.price", COMMA(price)))
    slip.dashes("-")
    due = sum(groups.values(), Decimal(0))
    sums.same("bill", due, Decimal("82.10"))
    slip.line("TOTAL TTC", right=amount("total", EURO_FR(due), bold=True), tall=2, bold=True)
    slip.gap(4)
    slip.line("TVA", at={170: "HT", 258: "TVA"}, right="TTC")
    for number, (rate, gross) in enumerate(groups.items()):
        key, tax = f"taxes[{number}]", _inside(gross, rate)
        cells = {170.0: amount(f"{key}.net", COMMA(gross - tax)), 258.0: amount(f"{key}.amount", COMMA(tax))}
        slip.line(percent(f"{key}.rate", f"{rate},00%"), at=cells, right=amount(f"{key}.gross", COMMA(gross)))
    slip.gap(4)
    slip.line("CB", right=amount("paid", EURO_FR(due)))
    slip.gap(6)
    slip.centre("Merci de votre visite")
    picture = thermal(slip.tear(50), Thermal(px=(2.2, 2.4), heat=0.85, mottle=0.28, fade=0.25, bands=0.15), rng)
    photo = photograph(picture, _TERRACE, rng)
    return Draft("bistro-fr", (photo,), "fr-FR", "EUR", tags=("thermal", "photographed", "crumpled"))


@sample("farmacia-es")
def farmacia() -> Draft:
    """A Spanish chemist's, printed small through a PC: own contribution in per cent, three tax rates."""
    rng, sums = dice("farmacia-es"), Sums()
    slip = Slip(540, DRIVER, margin=12, leading=4)
    slip.centre("FARMACIA DEL EJEMPLO", face=DRIVER_BOLD)
    slip.centre("C/ Muestra, 38 - 28999 Villaficticia")
    slip.centre("NIF: ", ref("tax_no", "00000088T"), "   Tel. ", phone("910 00 38 26"))
    slip.gap(8)
    slip.line("FACTURA SIMPLIFICADA ", ref("receipt_no", "T26/008393"))
    slip.line(day("9-02-2026"), "  ", clock("20:06"), right="Atendido: 3")
    slip.gap(4)
    slip.line("Ud.  Descripción", at={330: "P.V.P.", 410: "Aport."}, right="Importe")
    slip.rule(2)
    items = [
        ("AMOXICILINA 500 MG 20 CAP", 1, "2.50", "40", "4"),
        ("IBUPROFENO 600 40 COMP", 2, "2.20", "50", "4"),
        ("CREMA SOLAR F50 200ML", 1, "18.95", "", "21"),
        ("LECHE INFANTIL 800G", 1, "15.38", "", "10"),
        ("TERMÓMETRO DIGITAL", 1, "6.80", "", "10"),
    ]
    groups = {"4": Decimal(0), "10": Decimal(0), "21": Decimal(0)}
    for row, (name, count, each, share, rate) in enumerate(items):
        price, key = cents(Decimal(each) * count * Decimal(share or 100) / 100), f"items[{row}]"
        groups[rate] += price
        cells = {330.0: amount(f"{key}.unit_price", COMMA(each))}
        if share:
            cells[410.0] = percent(f"{key}.share", f"{share} %")
        slip.line(
            quantity(f"{key}.quantity", count),
            "  ",
            words(f"{key}.description", name[:14]),
            at=cells,
            right=amount(f"{key}.price", COMMA(price)),
        )
    slip.rule(2)
    gross = sum(groups.values(), Decimal(0))
    card = -Decimal("2.06")
    sums.same("before card", gross, Decimal("44.33"))
    slip.line("Suma", right=amount("subtotal", COMMA(gross)))
    slip.line("Dto. tarjeta cliente", right=amount("discount", COMMA(card)))
    slip.line("TOTAL EUR", right=amount("total", COMMA(gross + card), tall=2, wide=2), face=DRIVER_BOLD)
    groups["21"] += card
    slip.gap(6)
    slip.line("IVA incluido:", at={300: "Base", 410: "Cuota"})
    for number, (rate, part) in enumerate(groups.items()):
        key, tax = f"taxes[{number}]", _inside(part, rate)
        cells = {300.0: amount(f"{key}.net", COMMA(part - tax)), 410.0: amount(f"{key}.amount", COMMA(tax))}
        slip.line("   ", percent(f"{key}.rate", f"{rate},00 %"), at=cells)
    slip.gap(10)
    slip.centre("No se admiten devoluciones de medicamentos")
    look = Thermal(px=(1.5, 1.55), heat=0.85, mottle=0.3, gain=0.5, fade=0.22, paper=(237, 238, 235))
    picture = scan(thermal(slip.tear(40), look, rng), Scan(turn_deg=0.5, lid=(20, 20, 22), teeth=4), rng)
    return Draft("farmacia-es", (picture,), "es-ES", "EUR", tags=("thermal", "scan"))


@sample("hotel-ch")
def hotel() -> Draft:
    """A Swiss hotel slip: apostrophes between thousands, a deposit taken off."""
    rng, sums = dice("hotel-ch"), Sums()
    slip = Slip(480, EPSON, margin=10, leading=3)
    slip.centre("HOTEL MUSTERHORN", wide=2, tall=2)
    slip.centre("Beispielgasse 3, 9899 Alpfiktiv")
    slip.gap(8)
    slip.line("Rechnung ", ref("receipt_no", "26-00383"), right=["Zimmer ", ref("room", "208")])
    slip.line("Anreise ", day("02.02.2026", "arrival"), right=["Abreise ", day("07.02.2026")])
    slip.rule(1)
    items = [
        ("Doppelzimmer HP", 5, "286.50"),
        ("Massage 50 Min", 2, "98.00"),
        ("Skipass 3 Tage", 2, "209.00"),
        ("Minibar", 1, "38.60"),
        ("Kurtaxe", 10, "3.80"),
    ]
    prices = []
    for row, (name, count, each) in enumerate(items):
        price, key = Decimal(each) * count, f"items[{row}]"
        prices.append(price)
        cells = {270.0: quantity(f"{key}.quantity", count), 360.0: amount(f"{key}.unit_price", FRANC(each))}
        slip.line(words(f"{key}.description", name), at=cells, right=amount(f"{key}.price", FRANC(price)))
    slip.rule(1)
    gross, deposit = total(prices), Decimal("-800")
    sums.same("stay", gross, Decimal("2123.10"))
    slip.line("Total CHF", right=amount("subtotal", FRANC(gross)))
    slip.line("./. Anzahlung", right=amount("deposit", FRANC(deposit)))
    slip.line("Zu zahlen CHF", right=amount("total", FRANC(gross + deposit)), tall=2, bold=True)
    slip.gap(4)
    lodging = Decimal("1432.50")
    for number, (rate, part) in enumerate((("3.8", lodging), ("8.1", gross - lodging - Decimal("38.00")))):
        key = f"taxes[{number}]"
        slip.line(
            "MWST ",
            percent(f"{key}.rate", f"{rate}%"),
            " von ",
            amount(f"{key}.gross", FRANC(part)),
            right=amount(f"{key}.amount", FRANC(_inside(part, rate))),
        )
    slip.line("Kurtaxe ohne MWST", right=amount("untaxed", FRANC("38.00")))
    slip.gap(8)
    slip.line("UID ", ref("tax_no", "CHE-000.038.823"), right=clock("09:36"))
    slip.centre("Auf Wiedersehen!")
    look = Thermal(px=(1.75, 1.8), heat=0.9, mottle=0.3, fade=0.3, bands=0.12, paper=(236, 234, 228), dead=(0.74,))
    picture = scan(thermal(slip.tear(40), look, rng), Scan(turn_deg=-0.5, lid=(240, 240, 238)), rng)
    return Draft("hotel-ch", (picture,), "de-CH", "CHF", tags=("thermal", "scan", "thousands"))
