"""Hard replies to one document: other spellings, other nesting, rows that moved, went missing or were made up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.asks import AskedField, Mode, Outcome
from fidelity_app.core.documents import Document, Field, Kind
from fidelity_app.core.matching import Match, document_context, match
from fidelity_app.core.replies import parse_reply
from fidelity_app.core.verdicts import Verdict

KINDS = {"name": Kind.OTHER, "quantity": Kind.QUANTITY, "date": Kind.DATE, "rate": Kind.PERCENT}
Row = dict[str, str]
ROWS: list[Row] = [
    {"name": "coffee", "quantity": "2", "unit_price": "2.25", "price": "4.50"},
    {"name": "apple pie", "quantity": "1", "unit_price": "12.00", "price": "12.00"},
    {"name": "tea", "quantity": "1", "unit_price": "3.25", "price": "3.25"},
    {"name": "milk", "quantity": "3", "unit_price": "2.38", "price": "7.15"},
]
PLAIN = {"subtotal": "26.90", "tax": "2.00", "total": "28.90", "date": "05.03.2024"}
PAGE: dict[str, object] = {**PLAIN, "items": ROWS}


def document(page: Mapping[str, object]) -> Document:
    printed: list[tuple[str, str]] = []
    for key, value in page.items():
        if isinstance(value, list):
            printed += [(f"{key}[{n}].{cell}", text) for n, row in enumerate(value) for cell, text in row.items()]
        else:
            printed.append((key, str(value)))
    fields = tuple(
        Field(f"f{n}", "d", 0, key, KINDS.get(key.rsplit(".")[-1], Kind.AMOUNT), text, position=n)
        for n, (key, text) in enumerate(printed)
    )
    return Document("d", "page", currency="USD", fields=fields)


def matched(page: Mapping[str, object], reply: object, mode: Mode = Mode.EXTRACT) -> tuple[Match, ...]:
    doc = document(page)
    asked = [AskedField(field.key, field.kind) for field in doc.truth]
    parsed = parse_reply("chat", reply if isinstance(reply, str) else json.dumps(reply), mode, asked)
    assert parsed.outcome is Outcome.OK, parsed.reason
    found = match(doc.truth, parsed, truth_context=document_context(doc))
    assert [one.field for one in found if one.field is not None] == list(doc.truth), "every field has exactly one match"
    keyed = [one.item.key for one in found if one.item is not None] if mode is Mode.EXTRACT else []
    assert len(keyed) == len(set(keyed)), "no answer is used twice"
    return found


def counted(found: Sequence[Match]) -> dict[str, int]:
    return dict(Counter(one.judgement.verdict.value for one in found))


def of(found: Sequence[Match], verdict: Verdict) -> list[str]:
    return [one.key for one in found if one.judgement.verdict is verdict]


def renamed(rows: Sequence[Row], names: Mapping[str, str]) -> list[Row]:
    return [{names.get(cell, cell): text for cell, text in row.items()} for row in rows]


GERMAN = {"name": "Bezeichnung", "quantity": "Menge", "unit_price": "Einzelpreis", "price": "Gesamtpreis"}
CAMEL = {"name": "Description", "quantity": "Qty", "unit_price": "unitPrice", "price": "lineTotal"}
FOREIGN = {"name": "aa", "unit_price": "cc", "price": "dd"}


@pytest.mark.parametrize(
    "reply",
    [
        PAGE,
        {
            "Sub_Total": "26.90",
            "TAX": "2.00",
            "grandTotal": "28.90",
            "Invoice-Date": "05.03.2024",
            "lineItems": renamed(ROWS, CAMEL),
        },
        {
            "Zwischensumme": "26.90",
            "MwSt": "2.00",
            "Gesamtbetrag": "28.90",
            "Datum": "05.03.2024",
            "Positionen": renamed(ROWS, GERMAN),
        },
        {"receipt": {"header": {"date": "05.03.2024"}, "totals": PLAIN | {"date": ""}, "line_items": ROWS}},
        {**{key: {"value": text} for key, text in PLAIN.items()}, "items": {"rows": ROWS}},
        {**PLAIN, "items": {cell: [row[cell] for row in ROWS] for cell in ROWS[0]}},
        {"pages": [{"items": ROWS[:2], "total": ""}, {"items": ROWS[2:3]}, {"items": ROWS[3:], **PLAIN}]},
        {**PLAIN, "Xyz": renamed(ROWS, FOREIGN)},
        {**PLAIN, **{f"items[{n}].{cell}": text for n, row in enumerate(ROWS) for cell, text in row.items()}},
        {**PLAIN, "items": ROWS[::-1]},
        {**PLAIN, "items": {str(number): row for number, row in enumerate(ROWS, 1)}},
        {**PLAIN, "items": [[row["name"], row["unit_price"], row["price"]] for row in ROWS]},
    ],
    ids=[
        "same",
        "camel",
        "german",
        "nested",
        "wrapped",
        "columns",
        "pages",
        "foreign",
        "flat",
        "reversed",
        "numbered",
        "arrays",
    ],
)
def test_however_it_is_spelled_nested_or_ordered_a_perfect_reply_is_all_exact(reply: object) -> None:
    answered = [one for one in matched(PAGE, reply) if one.field is not None and one.item is not None]
    assert set(counted(answered)) == {"exact"} and len(answered) >= 16


def test_a_wrong_digit_under_another_spelling_of_the_key_is_a_wrong_digit() -> None:
    found = matched(PLAIN, PLAIN | {"total": ""} | {"Gesamt-Betrag": "28.40"})
    assert counted(found)["exact"] == 3
    found = matched({"total": "28.90"}, {"Gesamt-Betrag": "28.40"})
    assert [one.judgement.errors for one in found] == [("substitution",)]


def test_a_key_that_could_be_two_asked_ones_is_neither() -> None:
    page = {"vat": "2.00", "gst": "1.00"}
    assert counted(matched(page, {"sales_tax": "2.10"})) == {"omitted": 2, "hallucinated": 1}


def test_an_asked_key_is_never_taken_for_another_one() -> None:
    page = {"total": "28.90", "grand_total": "30.00"}
    assert counted(matched(page, {"total": "28.90", "grandTotal": "30.00"})) == {"exact": 2}
    assert of(matched(page, {"grand_total": "30.00"}), Verdict.OMITTED) == ["total"]


def test_a_total_of_something_else_is_not_the_total() -> None:
    found = matched({"total": "28.90", "discount": "1.00"}, {"discount": {"total": "1.50"}})
    assert of(found, Verdict.OMITTED) == ["total"]


def test_a_list_that_goes_on_from_page_to_page_is_one_list() -> None:
    found = matched(PAGE, {**PLAIN, "pages": [{"line_items": ROWS[:2]}, {"line_items": [ROWS[3]]}]})
    assert of(found, Verdict.OMITTED) == [f"items[2].{cell}" for cell in ROWS[0]]
    assert counted(found) == {"exact": 16, "omitted": 4}


def test_an_empty_list_omits_its_rows_and_a_null_one_abstains() -> None:
    assert counted(matched(PAGE, {**PLAIN, "items": []})) == {"exact": 4, "omitted": 16}
    assert counted(matched(PAGE, {**PLAIN, "items": None})) == {"exact": 4, "abstained": 16}
    one_null = matched(PAGE, {**PLAIN, "items": [ROWS[0], None, *ROWS[2:]]})
    assert of(one_null, Verdict.ABSTAINED) == [f"items[1].{cell}" for cell in ROWS[0]]


def test_prices_that_slipped_by_one_row_are_in_the_wrong_fields() -> None:
    slipped = [row | {"price": other["price"]} for row, other in zip(ROWS, [*ROWS[1:], ROWS[0]], strict=True)]
    found = matched(PAGE, {**PLAIN, "items": slipped})
    assert of(found, Verdict.WRONG_FIELD) == [f"items[{n}].price" for n in range(4)]
    assert [one.other_key for one in found if one.other_key] == [f"items[{n}].price" for n in (1, 2, 3, 0)]
    assert counted(found)["exact"] == 16


def test_cells_swapped_inside_a_row_are_in_the_wrong_fields() -> None:
    swapped = [row | {"price": row["unit_price"], "unit_price": row["price"]} for row in ROWS]
    found = matched(PAGE, {**PLAIN, "items": swapped})
    assert of(found, Verdict.WRONG_FIELD) == [f"items[{n}].{cell}" for n in (0, 3) for cell in ("unit_price", "price")]


def test_a_row_split_in_two_is_read_once_and_the_rest_is_invented() -> None:
    pie = {"name": "apple", "quantity": "1", "unit_price": "", "price": ""}, ROWS[1] | {"name": "pie", "quantity": ""}
    found = matched(PAGE, {**PLAIN, "items": [ROWS[0], *pie, *ROWS[2:]]})
    assert counted(found) == {"exact": 18, "mismatch": 1, "omitted": 1, "hallucinated": 2}
    assert of(found, Verdict.OMITTED) == ["items[1].quantity"]


def test_rows_whose_names_are_all_wrong_are_known_by_their_amounts() -> None:
    translated = [row | {"name": name} for row, name in zip(ROWS, ("Kaffee", "Kuchen", "Tee", "Milch"), strict=True)]
    found = matched(PAGE, {**PLAIN, "items": translated[::-1]})
    assert of(found, Verdict.MISMATCH) == [f"items[{n}].name" for n in range(4)]
    assert counted(found) == {"exact": 16, "mismatch": 4}


def test_a_row_with_nothing_but_a_common_quantity_is_no_row_of_the_page() -> None:
    found = matched({"items": ROWS[1:2]}, {"items": [{"quantity": "1"}, ROWS[1]]})
    assert counted(found) == {"exact": 4, "hallucinated": 1}


def test_a_value_of_another_kind_is_known_by_its_characters() -> None:
    found = matched(PLAIN, PLAIN | {"total": "05.03.2024", "date": "28.90"})
    assert of(found, Verdict.WRONG_FIELD) == ["total", "date"]


def test_json_numbers_stay_as_they_are_written() -> None:
    found = matched({"total": "12.50", "tax": "1.10"}, '{"total": 12.50, "tax": 1.1}')
    assert [one.text for one in found] == ["12.50", "1.1"]
    assert [one.judgement.verdict for one in found] == [Verdict.EXACT, Verdict.PRECISION_CHANGED]


def test_a_duplicate_key_is_no_answer() -> None:
    parsed = parse_reply("chat", '{"total": "1.00", "total": "2.00"}', Mode.EXTRACT, [AskedField("total", Kind.AMOUNT)])
    assert parsed.outcome is Outcome.INVALID_JSON and "total" in parsed.reason


TRANSCRIPTS = {
    "prose": "The total is 28.90 EUR. Of it 2.00 are tax, and the subtotal was 26.90, on 05.03.2024.",
    "table": "| what | value |\n|---|--:|\n| subtotal | 26.90 |\n|tax|2.00|\n| **total** | **28.90** |\n||05.03.2024|",
    "lines": "05.03.2024\nSUBTOTAL 26.90\nTAX 2.00\nTOTAL 28.90",
}


@pytest.mark.parametrize("transcript", TRANSCRIPTS.values(), ids=TRANSCRIPTS)
def test_values_are_found_in_prose_and_in_tables(transcript: str) -> None:
    assert counted(matched(PLAIN, transcript, Mode.TRANSCRIBE)) == {"exact": 4}


def test_one_number_of_a_text_answers_one_field() -> None:
    page = {"subtotal": "28.90", "total": "28.90"}
    assert counted(matched(page, "TOTAL 28.90", Mode.TRANSCRIBE)) == {"exact": 1, "omitted": 1}
    assert counted(matched(page, "SUM 28.90\nTOTAL 28.90", Mode.TRANSCRIBE)) == {"exact": 2}


def test_several_right_texts_are_one_slot_whichever_is_answered() -> None:
    fields = [Field(f"d{n}", "d", n, "date", Kind.DATE, text) for n, text in enumerate(["05.03.2024", "2024-03-06"])]
    for answer, verdict in (
        ("2024-03-06", Verdict.EXACT),
        ("05.03.2024", Verdict.EXACT),
        ("2024-03-07", Verdict.MISMATCH),
    ):
        parsed = parse_reply("chat", json.dumps({"date": answer}), Mode.EXTRACT, [AskedField("date", Kind.DATE)])
        (one,) = match(fields, parsed)
        assert one.field is fields[0] and one.judgement.verdict is verdict
        assert one.printed is (fields[0] if answer == "05.03.2024" else fields[1])


cents = st.integers(100, 99_999).map(lambda n: f"{n // 100}.{n % 100:02d}")
words = st.text("abcdefghijklmnopqrstuvwxyz ", min_size=3, max_size=12).map(str.strip)
names = words.filter(lambda word: len(word) > 2).map("q{}".format)  # never a word for "nothing is here"
rows = st.lists(
    st.fixed_dictionaries({"name": names, "quantity": st.integers(1, 20).map(str), "price": cents}),
    min_size=1,
    max_size=7,
)
distinct_rows = rows.filter(lambda found: len({frozenset(row.items()) for row in found}) == len(found))


@given(rows, st.randoms(use_true_random=False))
def test_rows_in_any_order_are_all_exact(printed: list[Row], random) -> None:
    order = list(printed)
    random.shuffle(order)
    answered = [dict(random.sample(sorted(row.items()), len(row))) for row in order]
    assert counted(matched({"items": printed}, {"items": answered})) == {"exact": 3 * len(printed)}


@given(distinct_rows, st.integers(0, 6))
def test_a_row_left_out_is_omitted_and_nothing_else(printed: list[Row], which: int) -> None:
    gone = which % len(printed)
    answered = [row for index, row in enumerate(printed) if index != gone]
    found = matched({"items": printed, "total": "1.00"}, {"items": answered, "total": "1.00"})
    assert of(found, Verdict.OMITTED) == [f"items[{gone}].{cell}" for cell in printed[gone]]
    assert counted(found)["exact"] == 3 * len(answered) + 1


@given(rows, st.integers(0, 7))
def test_a_row_that_is_made_up_is_invented_and_nothing_else(printed: list[Row], where: int) -> None:
    cake = {"name": "ZZZZZZZZZZZZZZ", "quantity": "77", "price": "123456.78"}
    at = where % (len(printed) + 1)
    found = matched({"items": printed}, {"items": [*printed[:at], cake, *printed[at:]]})
    assert counted(found) == {"exact": 3 * len(printed), "hallucinated": 3}


@given(rows, rows)
def test_the_same_reply_is_matched_the_same_way_again(printed: list[Row], answered: list[Row]) -> None:
    assert matched({"items": printed}, {"items": answered}) == matched({"items": printed}, {"items": answered})


@given(distinct_rows, st.integers(0, 6), st.integers(1, 9), st.integers(0, 6))
def test_one_wrong_digit_in_one_price_is_one_wrong_cell(printed: list[Row], which: int, step: int, place: int) -> None:
    row = which % len(printed)
    text = printed[row]["price"]
    index = place % len(text)
    if text[index] == ".":
        return
    wrong = text[:index] + str((int(text[index]) + step) % 10) + text[index + 1 :]
    answered = [dict(one) for one in printed]
    answered[row]["price"] = wrong
    found = matched({"items": printed}, {"items": answered})
    assert [one.key for one in found if not one.is_right] in (
        [f"items[{row}].price"],
        _both_prices(printed, row, wrong),
    )


def _both_prices(printed: Sequence[Row], row: int, wrong: str) -> list[str]:
    """Return the two cells at fault when the misread row is now another row of the page but for its price."""
    same = [
        index
        for index, other in enumerate(printed)
        if index != row and other["name"] == printed[row]["name"] and other["quantity"] == printed[row]["quantity"]
    ]
    return [f"items[{index}].price" for index in sorted([row, *same])] if same else []


lines_of_text = st.lists(st.lists(cents | names, min_size=1, max_size=4).map(" ".join), max_size=6)


@given(rows, lines_of_text)
def test_no_part_of_a_text_answers_two_fields(printed: list[Row], lines: list[str]) -> None:
    found = matched(
        {"items": printed}, json.dumps({"lines": [line for line in lines if line.strip()]}), Mode.TRANSCRIBE
    )
    parts = [(id(one.item), one.start, one.end) for one in found if one.item is not None]
    for at, (item, start, end) in enumerate(parts):
        assert not any(item == other and start < stop and begin < end for other, begin, stop in parts[at + 1 :])


@given(rows, st.randoms(use_true_random=False))
def test_a_perfect_transcription_in_any_order_is_all_right(printed: list[Row], random) -> None:
    lines = [" | ".join(row.values()) for row in printed]
    random.shuffle(lines)
    page = [{"price": row["price"]} for row in printed]
    assert counted(matched({"items": page}, "\n".join(lines), Mode.TRANSCRIBE)) == {"exact": len(printed)}
