"""Slips from the United States and Britain: tips, coupons, weights, pence per litre, a refund below zero."""

from __future__ import annotations

from decimal import Decimal

from maker.draft import Draft, Sums, dice, sample
from maker.faces import DotFace, OutlineFace
from maker.ink import Impact, Thermal, impact, thermal
from maker.money import Money, cents, total
from maker.photo import Photo, Scan, photograph, scan
from maker.sheet import Run
from maker.slip import Slip, amount, clock, day, percent, phone, quantity, ref, words

DOLLAR = Money(before="$")
PLAIN = Money()
TRAILING = Money(sign_last=True)
POUND = Money(before="£")
EPSON = OutlineFace("Inconsolata.otf", 18, cell=12, threshold=0.40)
TILL = DotFace("till-8x16.hex", 8, 16, plain_zero=True)
SLASHED = DotFace("till-8x16.hex", 8, 16)

_GROCERIES = [
    ("ORG BANANAS", "2.41 lb @ 0.69 /lb", "1.66", "F"),
    ("ROMA TOMATOES", "1.87 lb @ 1.49 /lb", "2.79", "F"),
    ("GRND BEEF 80/20", "", "8.97", "F"),
    ("WHL MILK GAL", "", "3.89", "F"),
    ("LG EGGS 12CT", "", "4.29", "F"),
    ("SHRP CHEDDAR 8Z", "", "3.49", "F"),
    ("SOURDOUGH LOAF", "", "4.99", "F"),
    ("PNUT BTR CRNCHY", "", "3.38", "F"),
    ("GRANOLA HONEY", "", "5.29", "F"),
    ("COLD BREW 48Z", "", "5.99", "F"),
    ("FRZ PIZZA PEPP", "", "6.88", "F"),
    ("ICE CRM VANILLA", "", "5.83", "F"),
    ("PPR TOWELS 6RL", "", "9.99", "T"),
    ("DISH SOAP 24Z", "", "3.27", "T"),
    ("LAUNDRY DET 92Z", "", "12.49", "T"),
    ("AAA BATT 8PK", "", "8.99", "T"),
    ("CAT FOOD 12CT", "", "10.68", "T"),
    ("GREETING CARD", "", "3.99", "T"),
]


_KITCHEN = Photo(
    (1000, 1960),
    ((0.16, 0.03), (0.82, 0.055), (0.93, 0.965), (0.05, 0.945)),
    "wood",
    crumple=0.55,
    bow=5,
    curl=4,
    shadow=((0.45, -0.1), (1.1, -0.1), (1.1, 0.62), (0.72, 0.5), (0.6, 0.2)),
    shadow_depth=0.45,
    shadow_soft=34,
    blur=0.9,
    exposure=0.93,
)


@sample("grocery-us")
def grocery() -> Draft:
    """A long American slip, photographed askew under a shadow: weights, trailing minus, two kinds of coupon."""
    rng, sums = dice("grocery-us"), Sums()
    slip = Slip(464, EPSON, margin=10, leading=2)
    slip.centre("HARVEST LANE", wide=2, tall=2)
    slip.centre("1200 Example Pkwy, Fairfield OH 45999")
    slip.centre("Store 0238    ", phone("(555) 013-8823"))
    slip.gap(8)
    taxed, lines = Decimal(0), []
    for row, (name, weight, price, group) in enumerate(_GROCERIES):
        key = f"items[{row}]"
        if weight:
            pounds, _, each = weight.removesuffix(" /lb").partition(" lb @ ")
            sums.same(name, cents(Decimal(pounds) * Decimal(each)), Decimal(price))
            slip.line("  ", quantity(f"{key}.quantity", pounds), " lb @ ", amount(f"{key}.unit_price", each), " /lb")
        slip.line(words(f"{key}.description", name), right=[amount(f"{key}.price", price), f" {group}"])
        taxed += Decimal(price) if group == "T" else 0
        lines.append(Decimal(price))
    for number, (name, off) in enumerate((("STORE CPN PPR TOWELS", "-2.00"), ("MFR CPN COLD BREW", "-1.50"))):
        slip.line(f"  {name}", right=[amount(f"coupons[{number}].price", TRAILING(off)), "  "])
        lines.append(Decimal(off))
    slip.gap(6)
    subtotal = total(lines)
    tax = cents((taxed - 2) * Decimal("0.0725"))
    due = subtotal + tax
    slip.line("     SUBTOTAL", right=[amount("subtotal", PLAIN(subtotal)), "  "])
    slip.line("     TAX ", percent("tax_rate", "7.25%"), right=[amount("tax", PLAIN(tax)), "  "])
    slip.line("**** BALANCE", right=[amount("total", PLAIN(due)), "  "], tall=2, bold=True)
    slip.line("     DEBIT", right=[amount("paid", PLAIN(due)), "  "])
    slip.line("     CHANGE", right=[amount("change", PLAIN(0)), "  "])
    slip.gap(6)
    slip.line("ITEMS SOLD ", quantity("item_count", len(_GROCERIES)), right=["CARD XXXX", ref("card_tail", "3823")])
    slip.line("YOU SAVED", right=[amount("saved", DOLLAR("3.50")), "  "])
    slip.line(day("02/08/26"), " ", clock("06:38 PM"), right=["0238 08 ", ref("receipt_no", "0119")])
    slip.bars("0238080119", unit=2, height=50)
    picture = thermal(slip.tear(50), Thermal(px=(1.7, 1.85), heat=0.8, mottle=0.28, fade=0.28, bands=0.14), rng)
    photo = photograph(picture, _KITCHEN, rng)
    return Draft("grocery-us", (photo,), "en-US", "USD", tags=("thermal", "photographed", "long", "shadow"), quality=78)


_DINER = [
    ("Clam Chowder", 2, "8.50"),
    ("Haddock Plate", 1, "23.75"),
    ("Burger Deluxe", 1, "18.25"),
    ("Draft IPA", 3, "7.00"),
]


_CANDLE = Photo(
    (900, 1400),
    ((0.12, 0.06), (0.87, 0.075), (0.84, 0.95), (0.14, 0.935)),
    "dark",
    crumple=0.3,
    bow=3,
    light=0.3,
    exposure=0.66,
    glare=(0.58, 0.55, 0.22, 0.6),
    blur=1.3,
    noise=7.5,
    tint=(1.0, 0.88, 0.68),
)


@sample("diner-us")
def diner() -> Draft:
    """A diner's bill by candle light: tax, suggested tips in per cent, the tip and the sum."""
    rng, sums = dice("diner-us"), Sums()
    slip = Slip(320, TILL, margin=6, leading=3)
    slip.centre("THE BLUE SPOON", tall=2)
    slip.centre("48 Harbor St, Port Sample ME")
    slip.gap(8)
    slip.line("Server: Dee", right=["Tbl ", ref("table", "36")])
    slip.line("Check #", ref("receipt_no", "80683"), right="Guests 2")
    slip.line(day("Jan 18, 2026"), right=clock("8:53 PM"))
    slip.dashes("-")
    prices = []
    for row, (name, count, each) in enumerate(_DINER):
        price, key = Decimal(each) * count, f"items[{row}]"
        prices.append(price)
        slip.line(
            quantity(f"{key}.quantity", count),
            " ",
            words(f"{key}.description", name),
            right=amount(f"{key}.price", PLAIN(price)),
        )
    slip.dashes("-")
    subtotal = total(prices)
    tax, tip = cents(subtotal * Decimal("0.08")), Decimal("16.00")
    due = subtotal + tax
    sums.same("subtotal", subtotal, Decimal("80.00"))
    slip.line("Subtotal", right=amount("subtotal", DOLLAR(subtotal)))
    slip.line("Tax ", percent("tax_rate", "8%"), right=amount("tax", DOLLAR(tax)))
    slip.line("Amount Due", right=amount("due", DOLLAR(due)), bold=True)
    slip.line("Tip", right=amount("tip", DOLLAR(tip)))
    slip.line("TOTAL", right=amount("total", DOLLAR(due + tip)), tall=2, bold=True)
    slip.gap(8)
    slip.line("Suggested Tip:")
    for number, rate in enumerate((18, 20, 22)):
        key = f"tips[{number}]"
        tip_of = cents(subtotal * rate / 100)
        slip.line("  ", percent(f"{key}.rate", f"{rate}%"), " = ", amount(f"{key}.amount", DOLLAR(tip_of)))
    slip.gap(6)
    slip.centre("Thank you!")
    picture = thermal(slip.tear(50), Thermal(px=(2.1, 2.5), heat=1.0, mottle=0.25, fade=0.15), rng)
    photo = photograph(picture, _CANDLE, rng)
    return Draft("diner-us", (photo,), "en-US", "USD", tags=("thermal", "photographed", "glare", "dark"))


@sample("fuel-uk")
def fuel() -> Draft:
    """Petrol in Britain: pence per litre with a tenth, VAT inside the price."""
    rng, sums = dice("fuel-uk"), Sums()
    slip = Slip(336, SLASHED, margin=8, leading=3)
    slip.centre("MOORGATE SERVICES", bold=True, tall=2)
    slip.centre("A999 Sampleton TS99 9ZZ")
    slip.centre("VAT No ", ref("tax_no", "GB 999 0088 23"))
    slip.gap(8)
    litres, pence = Decimal("38.69"), Decimal("142.9")
    fuel_sum = cents(litres * pence / 100)
    slip.line("PUMP ", ref("pump", "3"), "  ", words("items[0].description", "UNLEADED"))
    slip.line(
        "  ", quantity("items[0].quantity", str(litres)), " L @ ", amount("items[0].unit_price", f"{pence}p"), "/L"
    )
    slip.line(right=amount("items[0].price", POUND(fuel_sum)))
    extras = [("SCREENWASH 5L", "6.49"), ("COFFEE REG", "2.85")]
    for row, (name, price) in enumerate(extras, 1):
        slip.line(words(f"items[{row}].description", name), right=amount(f"items[{row}].price", POUND(price)))
    slip.line("MEAL DEAL SAVING", right=amount("discount", POUND("-0.50")))
    slip.dashes("=")
    due = fuel_sum + total(price for _, price in extras) - Decimal("0.50")
    net = cents(due / Decimal("1.2"))
    sums.same("vat", net + (due - net), due)
    slip.line("TOTAL", right=amount("total", POUND(due), wide=2), tall=2)
    slip.line("CONTACTLESS", right=amount("paid", POUND(due)))
    slip.gap(6)
    slip.line("NET", right=amount("net", POUND(net)))
    slip.line("VAT ", percent("tax_rate", "20.00%"), right=amount("tax", POUND(due - net)))
    slip.gap(6)
    slip.line(day("21 JAN 2026"), right=clock("16:03:58"))
    slip.line("TXN ", ref("receipt_no", "006 38823"), right=["AUTH ", ref("approval", "08B3E5")])
    slip.gap(4)
    slip.centre("PLEASE RETAIN RECEIPT")
    look = Thermal(
        px=(2.1, 2.3), heat=0.7, mottle=0.36, fade=0.3, bands=0.25, dead=(0.2, 0.21, 0.58), paper=(243, 242, 236)
    )
    picture = scan(thermal(slip.tear(40), look, rng), Scan(turn_deg=0.9, lid=(236, 238, 240), softness=0.6), rng)
    return Draft("fuel-uk", (picture,), "en-GB", "GBP", tags=("thermal", "scan", "dead columns"))


@sample("refund-uk")
def refund() -> Draft:
    """A refund: every amount below zero, printed by needles on the way out of ribbon."""
    rng, sums = dice("refund-uk"), Sums()
    slip = Slip(240, DotFace("till-6x12.hex", 6, 12), margin=6, leading=3, top=16)
    slip.centre("PARK & FIELD LTD", wide=1, tall=2)
    slip.centre("18 High St Sampleton")
    slip.centre("*** REFUND ***")
    slip.gap(4)
    slip.line(day("06/02/2026"), right=clock("10:28"))
    slip.line("ORIG RECEIPT ", ref("original_no", "0388-2093"))
    slip.dashes()
    items = [("BOOT LACES 140CM", -2, "3.45"), ("WAX JACKET M", -1, "89.00"), ("SOCKS WOOL 6-8", -3, "5.98")]
    prices = []
    for row, (name, count, each) in enumerate(items):
        price, key = Decimal(each) * count, f"items[{row}]"
        prices.append(price)
        slip.line(words(f"{key}.description", name))
        parts: list[str | Run] = [quantity(f"{key}.quantity", count), " @ ", amount(f"{key}.unit_price", each)]
        slip.line("  ", *parts, right=amount(f"{key}.price", PLAIN(price)))
    slip.dashes()
    due = total(prices)
    sums.same("refund", due, Decimal("-113.84"))
    slip.line("TOTAL", right=amount("total", POUND(due), wide=2), tall=2)
    slip.line("CARD REFUND", right=amount("paid", POUND(due)))
    net = cents(due / Decimal("1.2"))
    slip.line("VAT @ ", percent("tax_rate", "20%"), right=amount("tax", POUND(due - net)))
    slip.line("EX VAT", right=amount("net", POUND(net)))
    slip.dashes()
    slip.line("TILL 2  OP 08", right=["NO ", ref("receipt_no", "0393-0063")])
    look = Impact(px=3.2, worn=0.62, ribbon=(70, 66, 74), paper=(241, 239, 231), shift=0.3)
    picture = scan(impact(slip.tear(24), look, rng, line_dots=15), Scan(turn_deg=-1.1, teeth=4), rng)
    return Draft("refund-uk", (picture,), "en-GB", "GBP", tags=("needle", "scan", "negative"))
