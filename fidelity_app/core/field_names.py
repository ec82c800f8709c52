"""What the names of fields mean: `grandTotal`, `Total_Amount` and `Gesamtbetrag` are all a total.

One table for all who go by names: sums are found by it (`core.reconciliation`), and answers under another spelling of
the key that was asked for (`core.matching`). A name that is not in it means only itself.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from enum import Enum, auto
from functools import lru_cache

from fidelity_app.core.numbers.currencies import exponent

_CODE_LENGTH = 3


class Place(Enum):
    """Where a name stands: `total` of a document is no `total` of a row."""

    PLAIN = auto()
    LIST = auto()
    CELL = auto()


_PLAIN: Mapping[str, str] = {
    "subtotal": (
        "sub total, subtotal price, subtotal amount, sum of items, zwischensumme, sous total, subtotale, "
        "tussentotaal, starpsumma, delsumma, mezisoucet"
    ),
    "net": (
        "net total, net amount, total net, tax exclusive amount, total excl tax, total ex vat, total before tax, "
        "netto, nettobetrag, nettosumme, netto summe, total ht, montant ht, base imponible, imponibile, totaal "
        "excl btw"
    ),
    "gross": (
        "gross total, gross amount, tax inclusive amount, total incl tax, total inc vat, brutto, bruttobetrag, "
        "bruttosumme, total ttc, montant ttc"
    ),
    "due": (
        "amount due, balance due, due amount, payable, amount payable, total due, zahlbetrag, zu zahlen, net a "
        "payer, te betalen"
    ),
    "total": (
        "grand total, total price, total amount, amount total, total sum, invoice total, sum total, final total, "
        "summe, gesamt, gesamtbetrag, gesamtsumme, rechnungsbetrag, endbetrag, montant total, importe total, "
        "totale, totaal, totaalbedrag, kopa, kopsumma, summa, celkem, razem, suma, yhteensa, i alt, toplam"
    ),
    "tax": (
        "vat, gst, hst, sst, pst, qst, cgst, sgst, igst, city tax, state tax, tax amount, tax price, tax total, "
        "total tax, vat amount, gst amount, sales tax, mwst, ust, mehrwertsteuer, umsatzsteuer, steuer, "
        "steuerbetrag, mwst betrag, tva, montant tva, iva, btw, pvn, dph, moms, ptu"
    ),
    "tax_rate": (
        "vat rate, gst rate, tax percent, vat percent, tax percentage, mwst satz, steuersatz, taux tva, tipo iva"
    ),
    "tip": "tips, gratuity, trinkgeld, pourboire, propina, mancia, fooi",
    "service": "service charge, service price, service fee, bedienung, servicio, coperto",
    "shipping": (
        "shipping cost, shipping fee, delivery, delivery fee, postage, freight, versand, versandkosten, porto, "
        "lieferkosten, frais de port, livraison, verzendkosten"
    ),
    "insurance": "insurance fee, versicherung",
    "charge": "charges, surcharge, allowance charge total, charge total, zuschlag, fee, fees",
    "rounding": (
        "round, rounding amount, rounding adjustment, round off, rundung, arrondi, oresavrundning, zaokrouhleni"
    ),
    "discount": (
        "discount price, discount amount, discount total, total discount, allowance total, savings, rabatt, "
        "nachlass, remise, descuento, sconto, korting, atlaide, sleva"
    ),
    "coupon": "coupons, gutschein",
    "voucher": "vouchers, gift card, giftcard, gutscheinkarte",
    "deposit": "prepaid, prepaid amount, advance, advance payment, down payment, anzahlung, acompte, pfand",
    "cash": (
        "cash price, tendered, amount tendered, cash tendered, cash paid, paid, amount paid, given, gegeben, bar, "
        "barzahlung, especes, efectivo, contanti, contant, skaidra nauda"
    ),
    "card": (
        "card price, credit card, creditcard, credit card price, debit card, card payment, card amount, ec karte, "
        "kartenzahlung, carte, carte bancaire, tarjeta, bankkarte"
    ),
    "change": (
        "change price, change due, change given, cash change, ruckgeld, rueckgeld, wechselgeld, rendu, cambio, "
        "resto, wisselgeld, atlikums"
    ),
    "date": (
        "invoice date, receipt date, purchase date, issue date, transaction date, datum, rechnungsdatum, "
        "belegdatum, fecha, data, datums"
    ),
    "time": "receipt time, purchase time, transaction time, uhrzeit, zeit, heure, hora, laiks",
    "invoice_no": (
        "invoice number, invoice id, invoice nr, inv no, bill no, bill number, rechnungsnummer, rechnung nr, "
        "numero facture, factuurnummer"
    ),
    "receipt_no": "receipt number, receipt id, receipt nr, belegnummer, beleg nr, bon nr, bonnummer",
    "phone": "telephone, phone number, tel, telefon, telefonnummer",
}
_LISTS: Mapping[str, str] = {
    "items": (
        "lines, line items, lineitems, item list, menu, products, articles, positions, entries, rows, invoice "
        "lines, order lines, goods, positionen, artikel, posten, articulos, productos, articoli, regels"
    ),
    "taxes": (
        "tax lines, tax breakdown, tax summary, tax details, vat lines, vat breakdown, vat summary, vats, "
        "steuern, mwst aufstellung, mwst satze"
    ),
    "discounts": "coupons, vouchers, reductions, allowances, rabatte, remises",
    "deposits": "pfand, bottle deposits",
    "charges": "surcharges, fees, zuschlage",
    "payments": "tenders, payment methods, zahlungen, paiements, pagos",
}
_CELLS: Mapping[str, str] = {
    "name": (
        "description, item, item name, product, product name, article, title, text, label, desc, bezeichnung, "
        "beschreibung, artikel, produkt, designation, descripcion, descrizione, omschrijving, nosaukums, nm"
    ),
    "quantity": (
        "qty, count, cnt, pieces, units, amount of items, menge, anzahl, stuck, stueck, quantite, cantidad, "
        "quantita, aantal, daudzums"
    ),
    "unit_price": (
        "price per unit, price each, unit cost, rate per unit, each, einzelpreis, stuckpreis, stueckpreis, e "
        "preis, prix unitaire, precio unitario, prezzo unitario, stuksprijs, cena par vienibu"
    ),
    "price": (
        "amount, total, line total, total price, price total, line amount, item total, item price, net amount, "
        "sum, preis, betrag, gesamtpreis, gesamt, summe, prix, montant, precio, importe, prezzo, importo, prijs, "
        "bedrag, cena, summa"
    ),
    "discount": "discount price, discount amount, rabatt, remise, descuento, sconto, korting",
    "rate": "tax rate, vat rate, percent, percentage, mwst satz, steuersatz, taux",
    "tax": "vat, gst, tax amount, vat amount, mwst, steuer, tva, iva, btw",
    "net": (
        "base, taxable, taxable amount, tax base, taxable base, basis amount, net total, netto, nettobetrag, base ht"
    ),
    "gross": "gross amount, gross total, brutto, bruttobetrag",
    "code": "sku, article no, article number, item code, product code, ean, artikelnummer, art nr",
}


def _table(words: Mapping[str, str]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for meaning, spellings in words.items():
        for spelling in (meaning, *spellings.split(", ")):
            folded = fold_name(spelling)
            assert found.setdefault(folded, meaning) == meaning, f"{spelling} means {found[folded]} and {meaning}"
    return found


@lru_cache(maxsize=4096)
def fold_name(name: str) -> str:
    """Return a name without what spelling adds: case, accents, and the marks between its words."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(char for char in plain if char.isalnum())


_MEANINGS: Mapping[Place, Mapping[str, str]] = {
    Place.PLAIN: _table(_PLAIN),
    Place.LIST: _table(_LISTS),
    Place.CELL: _table(_CELLS),
}


@lru_cache(maxsize=4096)
def meaning(name: str, place: Place) -> str:
    """Return what a name means there: `total` for `Gesamtbetrag`; a name that is not known means itself, folded.

    A currency behind a known name changes nothing: `total_eur`, `Total (EUR)`.
    """
    folded, known = fold_name(name), _MEANINGS[place]
    if folded not in known and exponent(folded[-_CODE_LENGTH:].upper()) is not None:
        return known.get(folded[:-_CODE_LENGTH], folded)
    return known.get(folded, folded)


def is_known(name: str, place: Place) -> bool:
    """Say whether a name is one of the table."""
    return fold_name(name) in _MEANINGS[place]
