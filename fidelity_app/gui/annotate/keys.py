"""Which keys a receipt or an invoice usually has, in their order on paper, and what comes next."""

from __future__ import annotations

from collections.abc import Iterable

from fidelity_app.core.documents import Kind, split_key

# What is offered for each document type; a cell of a list is offered with the next free row number.
_HEAD: tuple[tuple[str, Kind], ...] = (
    ("date", Kind.DATE),
    ("time", Kind.TIME),
)
_FOOT: tuple[tuple[str, Kind], ...] = (
    ("subtotal", Kind.AMOUNT),
    ("discount", Kind.AMOUNT),
    ("tax", Kind.AMOUNT),
    ("tax_rate", Kind.PERCENT),
    ("total", Kind.AMOUNT),
)
_ITEMS: tuple[tuple[str, Kind], ...] = (
    ("items[].name", Kind.OTHER),
    ("items[].quantity", Kind.QUANTITY),
    ("items[].unit_price", Kind.AMOUNT),
    ("items[].price", Kind.AMOUNT),
)
TEMPLATES: dict[str, tuple[tuple[str, Kind], ...]] = {
    "receipt": (
        *_HEAD,
        ("receipt_no", Kind.IDENTIFIER),
        *_ITEMS,
        *_FOOT,
        ("cash", Kind.AMOUNT),
        ("change", Kind.AMOUNT),
        ("card", Kind.IDENTIFIER),
        ("phone", Kind.PHONE),
        ("tax_id", Kind.IDENTIFIER),
    ),
    "invoice": (
        ("invoice_no", Kind.IDENTIFIER),
        ("date", Kind.DATE),
        ("due_date", Kind.DATE),
        ("customer_no", Kind.IDENTIFIER),
        *_ITEMS,
        *_FOOT,
        ("iban", Kind.IDENTIFIER),
        ("tax_id", Kind.IDENTIFIER),
        ("phone", Kind.PHONE),
    ),
    "label": (
        ("tracking_no", Kind.IDENTIFIER),
        ("date", Kind.DATE),
        ("postcode", Kind.IDENTIFIER),
        ("weight", Kind.QUANTITY),
        ("phone", Kind.PHONE),
    ),
}
DOCUMENT_TYPES = (*TEMPLATES, "other")


def suggestions(document_type: str, used: Iterable[str]) -> tuple[tuple[str, Kind], ...]:
    """Return keys that are not used yet, in the order of the paper, with their kinds; lists get their next row."""
    used = tuple(used)
    template = TEMPLATES.get(document_type, TEMPLATES["receipt"])
    keys = [(key.replace("[]", f"[{_row_for(key, used)}]"), kind) for key, kind in template]
    return tuple((key, kind) for key, kind in keys if key not in used)


def next_key(document_type: str, used: Iterable[str], *, after: str = "") -> tuple[str, Kind]:
    """Return the most likely next key and kind: the same cell of the next row, or what the template has next."""
    used = tuple(used)
    name, row, cell = split_key(after)
    if row is not None:
        return f"{name}[{_first_free_row(name, cell, used)}]" + (f".{cell}" if cell else ""), kind_of(after)
    free = suggestions(document_type, used)
    plain = [(key, kind) for key, kind in free if "[" not in key]
    order = [key for key, _ in TEMPLATES.get(document_type, TEMPLATES["receipt"])]
    if after in order:
        later = [item for item in plain if item[0] in order[order.index(after) :]]
        plain = later or plain
    return plain[0] if plain else (_numbered("value", used), Kind.OTHER)


def kind_of(key: str) -> Kind:
    """Return the usual kind of a key; amount for one that no template knows (most values on receipts are)."""
    name, row, cell = split_key(key)
    plain = key if row is None else f"{name}[].{cell}"
    return next((kind for keys in TEMPLATES.values() for known, kind in keys if known == plain), Kind.AMOUNT)


def unused_key(key: str, used: Iterable[str]) -> str:
    """Return the key itself, or with the next free row or number when it is taken."""
    used = tuple(used)
    if key not in used:
        return key
    name, row, cell = split_key(key)
    if row is not None:
        return f"{name}[{_first_free_row(name, cell, used)}]" + (f".{cell}" if cell else "")
    return _numbered(key, used)


def _row_for(key: str, used: tuple[str, ...]) -> int:
    name, _, cell = key.partition("[].")
    return _first_free_row(name, cell, used)


def _first_free_row(name: str, cell: str, used: tuple[str, ...]) -> int:
    rows = [
        row
        for other, row, other_cell in map(split_key, used)
        if row is not None and (other, other_cell) == (name, cell)
    ]
    return max(rows, default=-1) + 1


def _numbered(stem: str, used: tuple[str, ...]) -> str:
    number = 2
    while f"{stem}_{number}" in used:
        number += 1
    return stem if stem not in used else f"{stem}_{number}"
