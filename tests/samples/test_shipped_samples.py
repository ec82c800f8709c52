"""The shipped samples: what they are, and that their truth is exact."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from fidelity_app.core.documents import Kind
from fidelity_app.core.geometry import Quad
from fidelity_app.core.numbers import parse
from fidelity_app.core.numbers.value import NumberContext
from fidelity_app.formats import ImportField, ImportItem, read_dataset
from fidelity_app.formats.native import read_truth, truth_json

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
FILES = sorted(SAMPLES.glob("*.fidelity.json"))
BY_NAME = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".fidelity.json"))


def _inside(quad: Quad, size: tuple[int, int]) -> bool:
    left, top, right, bottom = quad.bounds
    return left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]


def _size(path: Path) -> tuple[int, int]:
    with Image.open(path) as image:
        return image.size


def _values(item: ImportItem) -> dict[str, Decimal]:
    amounts = tuple(field.text for field in item.fields if field.kind is Kind.AMOUNT)
    context = NumberContext(locale=item.locale, currency=item.currency, page_amounts=amounts)
    parsed = {field.key: parse(field.text, field.kind, context) for field in item.fields}
    return {key: value.number for key, value in parsed.items() if value.number is not None}


def test_they_show_what_the_program_is_for() -> None:
    items = [read_truth(path) for path in FILES]
    assert len(items) >= 16
    assert {item.type for item in items} == {"receipt", "invoice", "label"}
    assert {"de-DE", "fr-FR", "es-ES", "ja-JP", "en-US", "de-CH"} <= {item.locale for item in items}
    assert sum("photographed" in item.tags for item in items) >= 5
    assert sum(len(item.images) == 2 for item in items) == 1
    assert {"28.9", "28,90"} <= {field.text for item in items for field in item.fields if field.key == "total"}
    texts = [field.text for item in items for field in item.fields]
    assert any(text.startswith("-") for text in texts)
    assert any(text.endswith("-") for text in texts)
    assert any("%" in text for text in texts)


def test_they_are_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLES.rglob("*") if path.is_file()) < 8_000_000


def test_the_folder_is_imported_as_a_whole() -> None:
    found = list(read_dataset(SAMPLES, "fidelity"))
    assert [item.source for item in found if isinstance(item, ImportItem)] == FILES


@BY_NAME
def test_the_truth_file_is_written_as_this_version_writes_it(path: Path) -> None:
    assert truth_json(read_truth(path)) == path.read_text(encoding="utf-8")


@BY_NAME
def test_every_character_has_its_box_on_the_page(path: Path) -> None:
    item = read_truth(path)
    sizes = [_size(image) for image in item.images]
    for field in item.fields:
        assert field.box is not None
        assert len(field.glyphs) == len(field.text) > 0
        assert all(_inside(quad, sizes[field.page_index]) and quad.area > 4 for quad in (field.box, *field.glyphs))


@BY_NAME
def test_every_printed_character_is_ink_in_its_own_box(path: Path) -> None:
    """A digit's box must be darker inside than the paper just above it, or the truth points beside the print."""
    item = read_truth(path)
    pages = [np.asarray(Image.open(image).convert("L"), np.float32) for image in item.images]
    for field in item.fields:
        assert _contrast(field, pages[field.page_index]) > 6, field.key


def _contrast(field: ImportField, grey: np.ndarray) -> float:
    inked, paper = [], []
    for char, quad in zip(field.text, field.glyphs, strict=True):
        if char.isalnum():
            left, top, right, bottom = (round(value) for value in quad.bounds)
            box = grey[top:bottom, left:right]
            inked.append(np.percentile(box, 10))
            paper.append(np.percentile(box, 90))
    return float(np.median(paper) - np.median(inked)) if inked else 255.0


@BY_NAME
def test_every_number_on_it_can_be_read_one_way_only(path: Path) -> None:
    item = read_truth(path)
    amounts = tuple(field.text for field in item.fields if field.kind is Kind.AMOUNT)
    context = NumberContext(locale=item.locale, currency=item.currency, page_amounts=amounts)
    for field in item.fields:
        if field.kind is not Kind.OTHER:
            assert parse(field.text, field.kind, context).value is not None, field


def _rows(values: dict[str, Decimal]) -> Iterator[tuple[Decimal, Decimal, Decimal]]:
    for key in values:
        if key.startswith("items[") and key.endswith(".unit_price"):
            row = key.removesuffix(".unit_price")
            yield values.get(f"{row}.quantity", Decimal(1)), values[key], values[f"{row}.price"]


# Where a row's price is not quantity times unit price to the cent: pence per litre; the patient's share.
OTHER_ROWS = {"fuel-uk", "farmacia-es"}


@BY_NAME
def test_every_row_multiplies(path: Path) -> None:
    item = read_truth(path)
    rows = list(_rows(_values(item)))
    if item.name not in OTHER_ROWS:
        assert all(abs(count * each - price) <= Decimal("0.005") for count, each, price in rows)


# What the parts are, and what they make; `name*` stands for all keys of that list.
SUMS = {
    "baeckerei-de": ("items* = total", "taxes*.gross = total", "total + change = cash"),
    "bistro-fr": ("items* = total", "taxes*.gross = total", "taxes*.net + taxes*.amount = total"),
    "diner-us": ("items* = subtotal", "subtotal + tax = due", "due + tip = total"),
    "facture-fr": ("items* = net", "net + tax = gross", "gross + deposit = total"),
    "farmacia-es": ("items* = subtotal", "subtotal + discount = total", "taxes*.net + taxes*.amount = total"),
    "fuel-uk": ("items* + discount = total", "net + tax = total"),
    "grocery-us": ("items* + coupons*.price = subtotal", "subtotal + tax = total"),
    "hardware-my": ("items* = subtotal", "subtotal + discount + tax + rounding = total", "total + change = cash"),
    "hotel-ch": ("items* = subtotal", "subtotal + deposit = total", "taxes*.gross + untaxed = subtotal"),
    "invoice-de": ("items* = net", "net + tax = total", "carried_in = carried_out"),
    "invoice-us": ("items* = subtotal", "subtotal + discount + tax + shipping = total"),
    "kiosk-de": ("items* = total", "net + tax = gross", "gross = total", "cash + change = total"),
    "konbini-jp": ("items* + discount = subtotal", "subtotal + taxes*.amount = total", "total + change = cash"),
    "label-parcel": ("items* = total",),
    "noodle-bar-sg": ("items* = total", "total + change = cash"),
    "petrol-my": ("items* = total", "paid = total"),
    "refund-uk": ("items* = total", "net + tax = total", "paid = total"),
    "supermarkt-de": (
        "items* + deposits*.price = subtotal",
        "subtotal + discount = total",
        "taxes*.gross = total",
        "net + tax = gross",
        "taxes*.net = net",
    ),
}


def _side(text: str, values: dict[str, Decimal]) -> Decimal:
    result = Decimal(0)
    for term in text.split(" + "):
        name, star, cell = term.partition("*")
        wanted = cell or ".price"
        keys = [key for key in values if key.startswith(f"{name}[") and key.endswith(wanted) and "unit" not in key]
        result += sum((values[key] for key in keys), Decimal(0)) if star else values[name]
    return result


@BY_NAME
def test_the_sums_printed_on_it_hold(path: Path) -> None:
    item = read_truth(path)
    values = _values(item)
    for equation in SUMS[item.name]:
        left, _, right = equation.partition(" = ")
        assert _side(left, values) == _side(right, values), equation
