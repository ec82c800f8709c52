"""A French invoice, photographed on a desk."""

from __future__ import annotations

from decimal import Decimal

from maker.draft import Draft, Sums, dice, sample
from maker.ink import Laser, laser
from maker.money import Money, cents, total
from maker.office import BODY, BOLD, HEAD, SMALL, Column, Page
from maker.photo import Photo, photograph
from maker.slip import amount, day, percent, quantity, ref, words

EURO_FR = Money(decimal=",", group=" ", after=" €")
FRENCH = Money(decimal=",", group=" ")


_JOINERY = [
    ("Fenêtre chêne 2 vantaux", "6", "683.50"),
    ("Porte d'entrée isolante", "1", "2389.00"),
    ("Pose et réglage (h)", "38.5", "46.80"),
    ("Quincaillerie laiton", "14", "23.90"),
    ("Évacuation des gravats", "1", "186.00"),
    ("Remise fidélité", "-1", "250.00"),
]


_FR_COLUMNS = [
    Column("Désignation", 110),
    Column("Qté", 700, "r"),
    Column("P.U. HT", 900, "r"),
    Column("Total HT", 1130, "r"),
]


_DESK = Photo(
    (1400, 1640),
    ((0.09, 0.09), (0.91, 0.045), (0.965, 0.93), (0.035, 0.955)),
    "wood",
    crumple=0.5,
    bow=3,
    curl=9,
    light=0.2,
    shadow=((0.55, 1.1), (0.62, 0.55), (0.8, 0.42), (1.1, 0.5), (1.1, 1.1)),
    shadow_depth=0.42,
    shadow_soft=45,
    blur=0.7,
    teeth=0,
)


def _head_fr(page: Page) -> None:
    """Set the letter head, the references and the customer."""
    page.put(page.left, "ATELIER LUMIÈRE FICTIVE", face=HEAD)
    page.y += 54
    page.lines(
        page.left,
        ["Menuiserie · 26, quai du Modèle · 00830 Ville-Fictive", ["SIRET ", ref("company_no", "000 000 388 00026")]],
        face=SMALL,
    )
    page.y += 26
    page.lines(
        page.left,
        [
            ["Facture n° ", ref("receipt_no", "F2026-0083")],
            ["Date : ", day("6 février 2026")],
            ["Échéance : ", day("08/03/2026", "due_date")],
        ],
        face=BODY,
    )
    page.put(760, "Mairie de Sainte-Maquette", y=210)
    page.put(760, "1, place de l'Essai", y=237)


@sample("facture-fr")
def facture_fr() -> Draft:
    """A French invoice photographed on a desk: blanks between thousands, the euro sign behind."""
    rng, sums = dice("facture-fr"), Sums()
    page = Page(1240, 1400)
    _head_fr(page)
    page.y += 44
    page.head(_FR_COLUMNS)
    prices = []
    for row, (name, count, each) in enumerate(_JOINERY):
        price, key = Decimal(count) * Decimal(each), f"items[{row}]"
        prices.append(price)
        page.columns(
            _FR_COLUMNS,
            [
                words(f"{key}.description", name),
                quantity(f"{key}.quantity", count.replace(".", ",")),
                amount(f"{key}.unit_price", FRENCH(each)),
                amount(f"{key}.price", FRENCH(price)),
            ],
            step=38,
        )
    page.rule()
    net = total(prices)
    sums.same("net", net, Decimal("8562.40"))
    tax, paid = cents(net * Decimal("0.10")), Decimal("-2500")
    page.sum("Total HT", amount("net", EURO_FR(net)), at=900)
    page.sum(["TVA ", percent("tax_rate", "10,0 %")], amount("tax", EURO_FR(tax)), at=900)
    page.sum("Total TTC", amount("gross", EURO_FR(net + tax)), at=900, face=BOLD)
    page.sum("Acompte versé", amount("deposit", EURO_FR(paid)), at=900)
    page.rule(start=620)
    page.sum("Net à payer", amount("total", EURO_FR(net + tax + paid)), at=900, face=BOLD, step=60)
    page.lines(
        page.left,
        [
            ["IBAN ", ref("iban", "FR32 0000 0000 0008 3882 3609 000")],
            "Pénalités de retard : trois fois le taux légal.",
        ],
        face=SMALL,
    )
    picture = laser(page.sheet, Laser(uneven=0.12, spread=0.6, paper=(243, 243, 240)), rng)
    photo = photograph(picture, _DESK, rng)
    return Draft("facture-fr", (photo,), "fr-FR", "EUR", "invoice", ("laser", "photographed", "shadow"), quality=78)
