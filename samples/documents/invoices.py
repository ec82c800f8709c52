"""Scanned invoices on A4: a table and its sums, in dollars, and in euros over two pages."""

from __future__ import annotations

from decimal import Decimal

from maker.draft import Draft, Sums, dice, sample
from maker.ink import Laser, laser, stamp
from maker.money import Money, cents, total
from maker.office import BOLD, HEAD, SMALL, Column, Page
from maker.photo import Scan, scan
from maker.slip import amount, day, percent, phone, quantity, ref, words

DOLLAR = Money(before="$")
PLAIN = Money()
COMMA = Money(decimal=",", group=".")
EURO = Money(decimal=",", group=".", after=" €")


def _head_us(page: Page) -> None:
    """Set the letter head, the references and the customer."""
    page.put(page.left, "Granite & Pine Supply Co.", face=HEAD)
    page.put(page.right, "INVOICE", face=HEAD, align="r")
    page.y += 52
    page.lines(page.left, ["380 Quarry Road", "Sampleville, VT 05999", ["Phone ", phone("(555) 013-0889")]])
    page.y = 142
    for label, run in (
        ("Invoice no.", ref("receipt_no", "INV-2026-0388")),
        ("Date", day("02/03/2026")),
        ("Due", day("03/05/2026", "due_date")),
        ("P.O.", ref("order_no", "88-0236")),
    ):
        page.put(860, label, face=BOLD)
        page.put(page.right, run, align="r")
        page.y += 27
    page.y = 300
    page.lines(page.left, ["BILL TO"], face=BOLD)
    page.lines(
        page.left,
        ["Larkspur Renovations LLC", "Attn: Accounts Payable", "96 Mill Street, Unit 3B", "Exampleton, NH 03999"],
    )


_LUMBER = [
    ("GP-1080", "Pine stud 2x4x8 kiln dried", "140", "3.89"),
    ("GP-1306", "Plywood CDX 1/2 in 4x8", "36", "28.90"),
    ("GP-2208", "Joist hanger 2x8 galv.", "64", "1.36"),
    ("GP-3380", "Deck screws 3 in, 5 lb", "8", "33.85"),
    ("GP-4016", "Roof underlayment 10 sq", "3", "86.25"),
    ("GP-5093", "Delivery pallet deposit", "2", "18.00"),
    ("GP-8830", "Return: cedar trim 1x6", "-12", "9.68"),
]


_US_COLUMNS = [
    Column("Item", 110),
    Column("Description", 230),
    Column("Qty", 780, "r"),
    Column("Unit price", 950, "r"),
    Column("Amount", 1130, "r"),
]


@sample("invoice-us")
def invoice_us() -> Draft:
    """A contractor's invoice, scanned: a discount in per cent below zero, sales tax, freight."""
    rng, sums = dice("invoice-us"), Sums()
    page = Page()
    _head_us(page)
    page.y += 36
    page.head(_US_COLUMNS)
    prices = []
    for row, (code, name, count, each) in enumerate(_LUMBER):
        price, key = Decimal(count) * Decimal(each), f"items[{row}]"
        prices.append(price)
        page.columns(
            _US_COLUMNS,
            [
                ref(f"{key}.code", code),
                words(f"{key}.description", name),
                quantity(f"{key}.quantity", count),
                amount(f"{key}.unit_price", PLAIN(each)),
                amount(f"{key}.price", PLAIN(price)),
            ],
        )
    page.rule()
    subtotal = total(prices)
    discount = -cents(subtotal * Decimal("0.05"))
    tax = cents((subtotal + discount) * Decimal("0.0625"))
    due = subtotal + discount + tax + Decimal("95.00")
    sums.same("subtotal", subtotal, Decimal("2121.43"))
    page.sum("Subtotal", amount("subtotal", DOLLAR(subtotal)), at=950)
    page.sum(["Contractor discount ", percent("discount_rate", "5%")], amount("discount", DOLLAR(discount)), at=950)
    page.sum(["Sales tax ", percent("tax_rate", "6.25%")], amount("tax", DOLLAR(tax)), at=950)
    page.sum("Freight", amount("shipping", DOLLAR("95.00")), at=950)
    page.rule(start=760)
    page.sum("Balance due (USD)", amount("total", DOLLAR(due)), at=950, face=BOLD)
    page.y = 1500
    page.lines(
        page.left,
        [
            [
                "Remit to: First Example Bank, routing ",
                ref("routing_no", "000000389"),
                ", account ",
                ref("account_no", "0088236093"),
            ],
            "Net 30. A finance charge of 1.5% per month applies to past due balances.",
        ],
        face=SMALL,
    )
    picture = laser(page.sheet, Laser(uneven=0.18, spread=0.6, shading=2.5), rng)
    picture = stamp(picture, ["RECEIVED", "Accounts payable"], HEAD, rng, at=(0.3, 0.63), turn_deg=7)
    picture = scan(picture, Scan(turn_deg=0.45, margin=0, teeth=0, lid=(205, 206, 206)), rng)
    return Draft("invoice-us", (picture,), "en-US", "USD", "invoice", ("laser", "scan"), quality=74)


_PARTS = [
    ("Kugellager 6008-2RS", "24", "8,36"),
    ("Wellendichtring 38x62x8", "36", "3,89"),
    ("Keilriemen SPZ 1280", "18", "12,63"),
    ("Zahnriemen 8M-960", "6", "38,90"),
    ("Hydraulikschlauch DN12", "40", "16,83"),
    ('Rohrschelle 1 1/2"', "120", "0,86"),
    ("Kugelhahn DN25 PN40", "12", "28,90"),
    ("Manometer 0-16 bar", "8", "23,95"),
    ("Schmierfett EP2 400g", "30", "5,98"),
    ("Hydrauliköl HLP46 20L", "5", "68,90"),
    ("Filterelement 10µ", "16", "39,38"),
    ("Magnetventil 24V DC", "4", "186,30"),
    ("Näherungsschalter M18", "10", "43,68"),
    ("Sensorleitung 5m", "10", "8,99"),
    ("Sicherung 6,3A träge", "200", "0,38"),
    ("Schaltschrankfilter", "6", "19,83"),
    ("Pneumatikzylinder 63/100", "3", "263,80"),
    ("Steckverschr. 8mm", "150", "1,63"),
    ("PU-Schlauch 8x6 blau", "100", "0,93"),
    ("Wartungseinheit G1/2", "2", "138,60"),
    ("Gutschrift Retoure 2025-883", "-1", "336,90"),
    ("Kleinmengenzuschlag", "1", "8,00"),
]
_COLUMNS = [
    Column("Pos", 110),
    Column("Bezeichnung", 180),
    Column("Menge", 760, "r"),
    Column("Einzelpreis", 945, "r"),
    Column("Gesamt EUR", 1130, "r"),
]


def _row_de(page: Page, row: int) -> Decimal:
    name, count, each = _PARTS[row]
    price, key = Decimal(count) * Decimal(each.replace(",", ".")), f"items[{row}]"
    page.columns(
        _COLUMNS,
        [
            f"{row + 1}",
            words(f"{key}.description", name),
            quantity(f"{key}.quantity", count),
            amount(f"{key}.unit_price", each),
            amount(f"{key}.price", COMMA(price)),
        ],
    )
    return price


def _punched(page: Page) -> None:
    """Mark two file holes as the grey shadow that a scanner sees."""
    for y in (740, 1014):
        for radius in range(22):
            page.sheet.rule(
                44 - (22**2 - radius**2) ** 0.5, y - radius, 44 + (22**2 - radius**2) ** 0.5, y + radius, 0.16
            )


_SPLIT = 18  # positions on the first page


def _first_de(page: Page) -> Decimal:
    """Set the first page; return what it carries forward."""
    page.put(page.left, "Beispielwerk Antriebstechnik GmbH", face=HEAD)
    page.y += 56
    page.lines(page.left, ["Fiktivstraße 38 · 99999 Musterhausen"], face=SMALL)
    page.y += 60
    page.lines(page.left, ["Maschinenbau Vorlage AG", "Einkauf / Kreditoren", "Probeweg 6", "98999 Entwurf"])
    page.y = 215
    for label, run in (
        ("Rechnung Nr.", ref("receipt_no", "RE-2026/08839")),
        ("Datum", day("16.02.2026")),
        ("Lieferdatum", day("13.02.2026", "delivery_date")),
        ("Kunden-Nr.", ref("customer_no", "103868")),
    ):
        page.put(800, label, face=BOLD)
        page.put(page.right, run, align="r")
        page.y += 27
    page.y = 440
    page.head(_COLUMNS)
    carried = total(_row_de(page, row) for row in range(_SPLIT))
    page.rule()
    page.sum("Übertrag auf Seite 2", amount("carried_out", COMMA(carried)), at=945, face=BOLD)
    page.put(page.right, "Seite 1 von 2", face=SMALL, align="r", y=1680)
    return carried


@sample("invoice-de")
def invoice_de() -> Draft:
    """A German invoice on two pages: carried forward, a credit below zero, cash discount, IBAN."""
    rng, sums = dice("invoice-de"), Sums()
    first, second = Page(), Page()
    carried = _first_de(first)
    second.put(second.left, "Rechnung Nr. RE-2026/08839 vom 16.02.2026", face=BOLD)
    second.y += 60
    second.head(_COLUMNS)
    second.sum("Übertrag von Seite 1", amount("carried_in", COMMA(carried)), at=945, face=BOLD)
    net = carried + total(_row_de(second, row) for row in range(_SPLIT, len(_PARTS)))
    second.rule()
    vat = cents(net * Decimal("0.19"))
    cash = cents((net + vat) * Decimal("0.02"))
    sums.same("net", net, total(Decimal(c) * Decimal(e.replace(",", ".")) for _, c, e in _PARTS))
    second.sum("Nettobetrag", amount("net", EURO(net)), at=945)
    second.sum(["zzgl. ", percent("tax_rate", "19 %"), " USt."], amount("tax", EURO(vat)), at=945)
    second.rule(start=640)
    second.sum("Rechnungsbetrag", amount("total", EURO(net + vat)), at=945, face=BOLD, step=60)
    second.lines(
        second.left,
        [
            [
                "Zahlbar bis ",
                day("18.03.2026", "due_date"),
                " netto, bis ",
                day("26.02.2026", "discount_date"),
                " abzüglich ",
                percent("discount_rate", "2 %"),
                " Skonto (",
                amount("discount", EURO(cash)),
                ").",
            ],
            ["IBAN ", ref("iban", "DE77 0000 0000 0038 8236 09"), "   BIC ", ref("bic", "XXXXDEXXXXX")],
            ["USt-IdNr. ", ref("tax_no", "DE000038823")],
        ],
    )
    second.put(second.right, "Seite 2 von 2", face=SMALL, align="r", y=1680)
    pictures = []
    for page, turn in ((first, -0.35), (second, 0.6)):
        _punched(page)
        picture = laser(page.sheet, Laser(uneven=0.22, spread=0.65, toner=(44, 43, 46), paper=(241, 240, 235)), rng)
        pictures.append(scan(picture, Scan(turn_deg=turn, margin=0, teeth=0, lid=(120, 121, 122)), rng))
    return Draft("invoice-de", tuple(pictures), "de-DE", "EUR", "invoice", ("laser", "scan", "two pages"), quality=72)
