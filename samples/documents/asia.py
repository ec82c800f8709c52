"""Slips from Singapore and Malaysia: one-decimal prices, rounding to five sen, a needle printer."""

from __future__ import annotations

from decimal import Decimal

from maker.draft import Draft, Sums, dice, sample
from maker.faces import DotFace, OutlineFace
from maker.ink import Impact, Thermal, impact, thermal
from maker.money import Money, cents, total
from maker.photo import Photo, Scan, photograph, scan
from maker.slip import Slip, amount, clock, day, percent, phone, quantity, ref, words

PLAIN = Money()
TENTHS = Money(places=1)
# A PC till prints through its driver: proportional letters, turned into dots.
DRIVER = OutlineFace("OfficeSans-Regular.ttf", 15, threshold=0.5)
DRIVER_BOLD = OutlineFace("OfficeSans-Bold.ttf", 15, threshold=0.5)


@sample("noodle-bar-sg")
def noodle_bar() -> Draft:
    """The story: one decimal, photographed out of focus; 28.9 is easily read as 23.9."""
    rng, sums = dice("noodle-bar-sg"), Sums()
    face = DotFace("till-8x16.hex", 8, 16, plain_zero=True)
    slip = Slip(304, face, margin=6, leading=3)
    slip.centre("Lucky Bowl", wide=2, tall=2)
    slip.centre("Noodle Bar #02-14")
    slip.gap(8)
    slip.line("Table ", ref("table", "8"), right=["Chk ", ref("receipt_no", "2389")])
    slip.line(day("08/03/2026"), right=clock("12:38"))
    slip.dashes()
    items = [("Dry Mee Pok", 2, "6.8"), ("Fishball Soup", 1, "5.5"), ("Kaya Toast", 1, "3.2"), ("Teh C Peng", 3, "2.2")]
    prices = []
    for row, (name, count, each) in enumerate(items):
        price, key = Decimal(each) * count, f"items[{row}]"
        prices.append(price)
        slip.line(
            quantity(f"{key}.quantity", count),
            " ",
            words(f"{key}.description", name),
            right=amount(f"{key}.price", TENTHS(price)),
        )
    slip.dashes()
    subtotal = total(prices)
    sums.same("total", subtotal, Decimal("28.9"))
    slip.line("TOTAL $", right=amount("total", TENTHS(subtotal), bold=True), tall=2, bold=True)
    slip.line("Cash", right=amount("cash", TENTHS("50")))
    slip.line("Change", right=amount("change", TENTHS(50 - subtotal)))
    slip.gap(12)
    slip.centre("Please come again")
    picture = thermal(
        slip.tear(50), Thermal(px=(2.2, 2.6), heat=0.62, mottle=0.3, fade=0.3, gain=0.7, paper=(232, 231, 228)), rng
    )
    look = Photo(
        (820, 1280),
        ((0.10, 0.075), (0.86, 0.05), (0.91, 0.95), (0.07, 0.945)),
        "stone",
        crumple=0.4,
        bow=3,
        curl=3,
        blur=2.6,
        motion=(3.0, 70.0),
        noise=4.5,
        exposure=0.86,
        tint=(1.0, 0.97, 0.88),
    )
    photo = photograph(picture, look, rng)
    return Draft("noodle-bar-sg", (photo,), "en-SG", "SGD", tags=("thermal", "photographed", "blur"))


_HARDWARE = [
    ("PVC ELBOW 20MM", 6, "0.85"),
    ('WIRE NAIL 2.5" (1KG)', 2, "7.90"),
    ('PAINT BRUSH 3"', 1, "6.50"),
    ("CEMENT 10KG", 3, "8.30"),
    ("CABLE TIE 100'S", 1, "4.95"),
    ("LED BULB 9W", 4, "5.45"),
]


@sample("hardware-my")
def hardware() -> Draft:
    """A PC till's proportional print, faint: percentage discount, negative rounding."""
    rng, sums = dice("hardware-my"), Sums()
    slip = Slip(560, DRIVER, margin=10, leading=4)
    for text in ("SINAR MAJU HARDWARE TRADING",):
        slip.centre(text, face=DRIVER_BOLD)
    for text in ("No 15, Jalan Contoh 3/2, Taman Rekaan", "81999 Bandar Baharu, Malaysia"):
        slip.centre(text)
    slip.centre("Tel: ", phone("07-555 0193"))
    slip.centre("SST Reg No: ", ref("tax_no", "J31-1808-32000199"))
    slip.gap(6)
    slip.centre("TAX INVOICE", face=DRIVER_BOLD)
    slip.gap(6)
    slip.line("Invoice No : ", ref("receipt_no", "CS 23804"))
    slip.line("Date          : ", day("29/12/2025"), "  ", clock("11:41"))
    slip.line("Cashier #   : LST")
    slip.gap(8)
    slip.line("Description", at={350: "Qty", 445: "U.Price"}, right="RM")
    slip.rule(1)
    prices = []
    for row, (name, count, each) in enumerate(_HARDWARE):
        price, key = Decimal(each) * count, f"items[{row}]"
        prices.append(price)
        slip.line(
            words(f"{key}.description", name),
            at={
                345: quantity(f"{key}.quantity", count),
                445: amount(f"{key}.unit_price", PLAIN(each)),
            },
            right=amount(f"{key}.price", PLAIN(price)),
        )
    slip.rule(1)
    subtotal = total(prices)
    discount = -cents(subtotal * Decimal("0.05"))
    after = subtotal + discount
    tax = cents(after * Decimal("0.06"))
    exact = after + tax
    due = cents(exact * 20, 0) / 20
    sums.same("rounding", exact + (due - exact), due)
    slip.line(at={445: "Subtotal"}, right=amount("subtotal", PLAIN(subtotal)))
    slip.line(at={445: ["Disc ", percent("discount_rate", "5.00%")]}, right=amount("discount", PLAIN(discount)))
    slip.line(at={445: ["SST ", percent("tax_rate", "6%")]}, right=amount("tax", PLAIN(tax)))
    slip.line(at={445: "Rounding Adj"}, right=amount("rounding", PLAIN(due - exact)))
    slip.line(at={445: "TOTAL RM"}, right=amount("total", PLAIN(due)), face=DRIVER_BOLD)
    slip.line(at={445: "Cash"}, right=amount("cash", PLAIN("100")))
    slip.line(at={445: "Change Due"}, right=amount("change", PLAIN(100 - due)))
    slip.gap(6)
    slip.line("Total Item(s): ", quantity("item_count", str(sum(count for _, count, _ in _HARDWARE))))
    slip.gap(18)
    slip.centre("********* THANK YOU *********")
    slip.centre("GOODS SOLD ARE NOT RETURNABLE")
    look = Thermal(
        px=(1.42, 1.46), heat=0.5, mottle=0.42, gain=0.5, fade=0.4, bands=0.22, paper=(240, 240, 240), dead=(0.47, 0.83)
    )
    picture = scan(thermal(slip.tear(46), look, rng), Scan(turn_deg=-0.6, softness=0.5), rng)
    return Draft("hardware-my", (picture,), "en-MY", "MYR", tags=("thermal", "scan", "faded"))


@sample("petrol-my")
def petrol() -> Draft:
    """A needle printer with a worn violet ribbon: litres with three decimals."""
    rng, sums = dice("petrol-my"), Sums()
    face = DotFace("till-6x12.hex", 6, 12)
    slip = Slip(216, face, margin=6, leading=3, top=16)
    slip.centre("STESEN MINYAK RIMBA")
    slip.centre("KM 12 JALAN UTAMA")
    slip.gap(8)
    slip.line("NO: ", ref("receipt_no", "0047283"), right=["PUMP ", ref("pump", "06")])
    slip.line(day("17-01-26"), right=clock("07:25:36"))
    slip.dashes()
    litres, price = Decimal("38.536"), Decimal("2.60")
    gross = cents(litres * price)
    slip.line(words("items[0].description", "UNLEADED 95"))
    slip.line(quantity("items[0].quantity", "38.536 L"), " @ ", amount("items[0].unit_price", PLAIN(price)))
    slip.line("RM", right=amount("items[0].price", PLAIN(gross)))
    slip.line(words("items[1].description", "ENGINE OIL 1L"))
    slip.line("RM", right=amount("items[1].price", PLAIN("31.90")))
    slip.dashes()
    due = gross + Decimal("31.90")
    sums.same("total", due, Decimal("132.09"))
    slip.line("TOTAL RM", right=amount("total", PLAIN(due), wide=2), tall=2)
    slip.line("VISA", right=amount("paid", PLAIN(due)))
    slip.line(
        "************",
        ref("card_tail", "0288"),
        right=["APP ", ref("approval", "093861")],
    )
    slip.dashes("=")
    slip.centre("TERIMA KASIH")
    sheet = slip.tear(24)
    picture = scan(
        impact(sheet, Impact(px=3.4, worn=0.5), rng, line_dots=15),
        Scan(turn_deg=0.8, teeth=4, lid=(228, 229, 230)),
        rng,
    )
    return Draft("petrol-my", (picture,), "en-MY", "MYR", tags=("needle", "scan"))
