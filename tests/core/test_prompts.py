"""Prompts: they name keys and kinds, never a value, and ask for strings exactly as printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.asks import AskedField, Mode
from fidelity_app.core.documents import Kind
from fidelity_app.core.errors import UserError
from fidelity_app.core.prompts import SCHEMAS, TEMPLATES, extract_schema, prompt_for

ASSETS = Path(__file__).resolve().parents[2] / "assets"
ASKED = (
    AskedField("total", Kind.AMOUNT),
    AskedField("items[0].name", Kind.OTHER),
    AskedField("items[0].price", Kind.AMOUNT),
    AskedField("items[1].name", Kind.OTHER),
    AskedField("items[1].price", Kind.AMOUNT),
    AskedField("codes[0]", Kind.IDENTIFIER),
)


@pytest.mark.parametrize("mode", list(Mode))
def test_the_assets_hold_the_words_and_schemas_that_are_sent(mode: Mode) -> None:
    assert (ASSETS / "prompts" / f"{mode.value}.txt").read_text(encoding="utf-8") == TEMPLATES[mode]
    assert json.loads((ASSETS / "schemas" / f"{mode.value}.json").read_text(encoding="utf-8")) == SCHEMAS[mode]


def test_an_extraction_lists_each_key_and_each_column_once() -> None:
    text = prompt_for(Mode.EXTRACT, ASKED).text
    assert "- total: amount of money" in text
    assert "- items: a list, for each printed row: name (text), price (amount of money)" in text
    assert text.count("price") == 1


def test_the_schema_of_an_extraction_asks_for_strings_and_rows() -> None:
    schema = extract_schema(ASKED)
    text = {"type": ["string", "null"]}
    row = {
        "type": "object",
        "properties": {"name": text, "price": text},
        "required": ["name", "price"],
        "additionalProperties": False,
    }
    assert schema == {
        "type": "object",
        "properties": {
            "total": text,
            "items": {"type": "array", "items": row},
            "codes": {"type": "array", "items": text},
        },
        "required": ["total", "items", "codes"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize("mode", [Mode.EXTRACT, Mode.TRANSCRIBE, Mode.CROP])
def test_only_a_verification_is_told_a_value(mode: Mode) -> None:
    assert "28.90" not in prompt_for(mode, ASKED, claim="28.90").text
    assert "total (amount of money): 28.90" in prompt_for(Mode.VERIFY, ASKED[:1], claim="28.90").text


def test_a_value_to_confirm_may_look_like_a_placeholder() -> None:
    assert "$12.50" in prompt_for(Mode.VERIFY, ASKED[:1], claim="$12.50").text


@given(st.sampled_from([Mode.EXTRACT, Mode.TRANSCRIBE, Mode.CROP]))
def test_every_reading_asks_for_characters_as_printed_and_null_for_the_unreadable(mode: Mode) -> None:
    text = prompt_for(mode, ASKED).text
    assert "exactly what is printed" in text and "null" in text and "never a JSON number" in text


def test_pages_are_counted() -> None:
    assert "(2 pages, one picture each)" in prompt_for(Mode.TRANSCRIBE, (), pages=2).text


def test_a_row_is_named_as_a_person_counts() -> None:
    assert "price, row 2 of items" in prompt_for(Mode.VERIFY, ASKED[4:], claim="1").text


def test_an_extraction_of_nothing_is_refused() -> None:
    with pytest.raises(UserError, match="annotate"):
        prompt_for(Mode.EXTRACT, ())


def test_a_template_with_an_unknown_placeholder_is_refused_by_name() -> None:
    with pytest.raises(UserError, match="truth"):
        prompt_for(Mode.CROP, ASKED, templates={Mode.CROP: "It is $truth"})
