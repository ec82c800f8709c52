"""Matching: every reading to the field it is about, and nothing paired that is not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.asks import Outcome, ParsedReply, ReadItem
from fidelity_app.core.documents import Document, Field, Kind, Legibility
from fidelity_app.core.geometry import Quad
from fidelity_app.core.matching import Match, document_context, match, slots_of
from fidelity_app.core.replies.lines import RUNG as LOCATED
from fidelity_app.core.verdicts import Verdict


def field(key: str, text: str, kind: Kind = Kind.AMOUNT, *, box: Quad | None = None, number: int = 0) -> Field:
    return Field(f"{key}#{number}", "d", 0, key, kind, text, box, position=number)


def keyed(answers: dict[str, str | None]) -> ParsedReply:
    return ParsedReply(Outcome.OK, "", "as it is", tuple(ReadItem(t, key=k) for k, t in answers.items()), True)


def lines(*texts: str) -> ParsedReply:
    return ParsedReply(Outcome.OK, "", "plain text", tuple(ReadItem(text) for text in texts), False)


def located(*rows: tuple[str, Quad]) -> ParsedReply:
    return ParsedReply(Outcome.OK, "", LOCATED, tuple(ReadItem(text, box=box) for text, box in rows), False)


def verdicts(matches: tuple[Match, ...]) -> dict[str, Verdict]:
    return {found.key: found.judgement.verdict for found in matches}


def texts(matches: tuple[Match, ...]) -> dict[str, str | None]:
    return {found.key: found.text for found in matches}


TOTALS = (field("subtotal", "28.90"), field("tax", "1.73"), field("total", "30.63"))


def test_keys_are_matched_by_name() -> None:
    found = match(TOTALS, keyed({"total": "30.63", "subtotal": "23.90", "tax": None}))
    assert verdicts(found) == {
        "subtotal": Verdict.MISMATCH,
        "tax": Verdict.ABSTAINED,
        "total": Verdict.EXACT,
    }


def test_a_key_that_is_not_answered_is_omitted_and_one_that_was_not_asked_is_invented() -> None:
    found = match(TOTALS, keyed({"total": "30.63", "subtotal": "28.90", "tip": "99.99"}))
    assert verdicts(found)["tax"] is Verdict.OMITTED
    assert verdicts(found)["tip"] is Verdict.HALLUCINATED
    assert found[-1].field is None


def test_an_answer_where_nothing_is_printed_is_invented() -> None:
    found = match([field("tip", "")], keyed({"tip": "5.00"}))
    assert verdicts(found) == {"tip": Verdict.HALLUCINATED}


def test_nothing_answered_where_nothing_is_printed_is_right() -> None:
    assert match([field("tip", "")], keyed({}))[0].is_right


def test_the_value_of_another_field_is_in_the_wrong_field() -> None:
    found = match(TOTALS, keyed({"subtotal": "30.63", "tax": "1.73", "total": "30.63"}))
    assert verdicts(found)["subtotal"] is Verdict.WRONG_FIELD
    assert found[0].other_key == "total"


def test_swapped_line_prices_are_both_in_the_wrong_field() -> None:
    fields = (
        field("items[0].name", "tea", Kind.OTHER),
        field("items[0].price", "2.50"),
        field("items[1].name", "bread", Kind.OTHER),
        field("items[1].price", "9.75"),
    )
    reply = keyed(
        {"items[0].name": "tea", "items[0].price": "9.75", "items[1].name": "bread", "items[1].price": "2.50"}
    )
    found = verdicts(match(fields, reply))
    assert found["items[0].price"] is found["items[1].price"] is Verdict.WRONG_FIELD


def test_a_price_misread_into_that_of_another_line_that_is_right_is_a_misread_digit() -> None:
    fields = (field("items[0].price", "5.00"), field("items[1].price", "6.00"))
    found = verdicts(match(fields, keyed({"items[0].price": "6.00", "items[1].price": "6.00"})))
    assert sorted(found.values()) == [Verdict.EXACT, Verdict.MISMATCH]


def test_a_short_value_is_no_proof_of_another_field() -> None:
    fields = (field("items[0].quantity", "2", Kind.QUANTITY), field("items[1].quantity", "1", Kind.QUANTITY))
    found = verdicts(match(fields, keyed({"items[0].quantity": "1", "items[1].quantity": "1"})))
    assert found["items[0].quantity"] is Verdict.MISMATCH


def test_an_answer_under_an_unknown_key_is_the_omitted_field_in_the_wrong_place() -> None:
    found = match(TOTALS, keyed({"subtotal": "28.90", "tax": "1.73", "customer": "30.63"}))
    assert verdicts(found)["total"] is Verdict.WRONG_FIELD
    assert len(found) == 3


ROWS = tuple(
    part
    for row, (name, price) in enumerate([("coffee", "4.50"), ("apple pie", "12.00"), ("tea", "3.25"), ("milk", "1.10")])
    for part in (field(f"items[{row}].name", name, Kind.OTHER), field(f"items[{row}].price", price))
)


def test_rows_are_paired_before_cells_so_that_a_left_out_row_shifts_nothing() -> None:
    reply = keyed(
        {
            "items[0].name": "coffee",
            "items[0].price": "4.50",
            "items[1].name": "tea",
            "items[1].price": "8.25",
            "items[2].name": "milk",
            "items[2].price": "1.10",
        }
    )
    found = verdicts(match(ROWS, reply))
    assert found["items[1].price"] is found["items[1].name"] is Verdict.OMITTED
    assert found["items[2].price"] is Verdict.MISMATCH
    assert found["items[3].price"] is Verdict.EXACT


def test_a_row_that_was_made_up_is_invented_and_not_compared() -> None:
    reply = keyed({f.key: f.text for f in ROWS} | {"items[4].name": "cake", "items[4].price": "77.00"})
    found = match(ROWS, reply)
    assert [m.key for m in found if m.judgement.verdict is Verdict.HALLUCINATED] == ["items[4].name", "items[4].price"]
    assert all(m.is_right for m in found if m.field is not None)


def test_unlike_rows_stay_unpaired() -> None:
    fields = tuple(field(f"amounts[{row}].value", text) for row, text in enumerate(["11.11", "22.22"]))
    found = match(fields, keyed({"amounts[0].value": "93.57"}))
    assert [m.judgement.verdict for m in found] == [Verdict.OMITTED, Verdict.OMITTED, Verdict.HALLUCINATED]


def test_the_only_row_between_two_paired_ones_is_the_same_row_read_badly() -> None:
    fields = tuple(field(f"amounts[{row}].value", text) for row, text in enumerate(["11.11", "5.0", "22.22"]))
    reply = keyed({"amounts[0].value": "11.11", "amounts[1].value": "89", "amounts[2].value": "22.22"})
    assert verdicts(match(fields, reply))["amounts[1].value"] is Verdict.MISMATCH


def test_a_null_row_abstains() -> None:
    fields = tuple(field(f"amounts[{row}].value", text) for row, text in enumerate(["11.11", "5.00"]))
    reply = keyed({"amounts[0].value": "11.11", "amounts[1].value": None})
    assert verdicts(match(fields, reply))["amounts[1].value"] is Verdict.ABSTAINED


def test_one_answer_to_a_key_with_several_right_texts_is_one_slot() -> None:
    fields = (field("total", "$20.00", number=1), field("total", "$25.00", number=2))
    found = match(fields, keyed({"total": "$25.00"}))
    assert [m.judgement.verdict for m in found] == [Verdict.EXACT]
    assert len(slots_of(fields, keyed=True)) == 1 and len(slots_of(fields, keyed=False)) == 2


# Text without boxes.


def test_a_number_is_cut_out_of_its_line() -> None:
    found = match(TOTALS, lines("SHOP 12", "SUBTOTAL 28.90", "GST 6% 1.73", "TOTAL RM30.68"))
    assert texts(found) == {"subtotal": "28.90", "tax": "1.73", "total": "30.68"}
    total = found[2]
    assert total.judgement.verdict is Verdict.MISMATCH
    assert total.item is not None and total.item.text == "TOTAL RM30.68" and (total.start, total.end) == (8, 13)


def test_the_gate_keeps_unrelated_numbers_apart() -> None:
    found = match([field("total", "30.63")], lines("TOTAL 918.47"))
    assert verdicts(found) == {"total": Verdict.OMITTED}


def test_a_number_answers_one_field_only() -> None:
    fields = [field("amounts[0].value", "5.00"), field("amounts[1].value", "5.00")]
    assert sorted(m.judgement.verdict for m in match(fields, lines("A 5.00"))) == [Verdict.EXACT, Verdict.OMITTED]


def test_equal_values_go_in_reading_order() -> None:
    fields = [field(f"amounts[{n}].value", "5.00", number=n) for n in range(3)]
    reply = lines("A 5.00", "B 5.00", "C 5.00")
    assert [m.item.text for m in match(fields, reply) if m.item] == ["A 5.00", "B 5.00", "C 5.00"]


def test_dates_and_times_are_found_among_words() -> None:
    fields = [field("date", "12 Mar 2024", Kind.DATE), field("time", "10:30", Kind.TIME)]
    found = match(fields, lines("PAID ON 12 Mar 2024 AT 10:30 BY CARD"))
    assert texts(found) == {"date": "12 Mar 2024", "time": "10:30"}


def test_every_sign_that_touches_a_number_is_read() -> None:
    assert verdicts(match([field("discount", "12.50")], lines("DISC -12.50"))) == {"discount": Verdict.MISMATCH}


# Located text.


def test_a_reading_is_what_stands_in_the_fields_box_even_if_the_right_value_stands_elsewhere() -> None:
    total = field("total", "28.90", box=Quad.rect(300, 100, 360, 120))
    found = match(
        [total],
        located(("23.90", Quad.rect(302, 101, 358, 119)), ("28.90", Quad.rect(300, 160, 360, 180))),
    )
    assert texts(found) == {"total": "23.90"}


def test_a_line_is_cut_to_the_part_inside_the_box() -> None:
    total = field("total", "28.90", box=Quad.rect(60, 0, 110, 20))
    found = match([total], located(("TOTAL 28.90", Quad.rect(0, 0, 110, 20))))
    (one,) = found
    assert (one.text, one.start, one.end, len(one.glyphs)) == ("28.90", 6, 11, 5)
    assert one.box is not None and [round(edge, 6) for edge in one.box.bounds] == [60, 0, 110, 20]


def test_a_cell_of_a_row_takes_its_own_number() -> None:
    line = ("2 14.45 28.90", Quad.rect(0, 0, 130, 20))
    fields = [
        field("items[0].quantity", "2", Kind.QUANTITY, box=Quad.rect(0, 0, 10, 20)),
        field("items[0].unit_price", "14.45", box=Quad.rect(20, 0, 70, 20)),
        field("items[0].price", "28.90", box=Quad.rect(80, 0, 130, 20)),
    ]
    assert list(texts(match(fields, located(line))).values()) == ["2", "14.45", "28.90"]


def test_words_far_apart_in_a_line_without_glyphs_still_find_their_box() -> None:
    total = field("total", "28.90", box=Quad.rect(440, 0, 500, 20))
    found = match([total], located(("TOTAL 28.90", Quad.rect(0, 0, 500, 20))))
    assert texts(found) == {"total": "28.90"}


def test_digits_are_never_cut_off_at_the_edge_of_a_box() -> None:
    total = field("total", "250.00", box=Quad.rect(10, 0, 70, 20))
    found = match([total], located(("1250.00", Quad.rect(0, 0, 70, 20))))
    assert texts(found) == {"total": "1250.00"} and not found[0].is_right


def test_letters_read_in_the_box_of_a_number_are_its_reading() -> None:
    total = field("total", "50.00", box=Quad.rect(0, 0, 50, 20))
    assert verdicts(match([total], located(("SO.OO", Quad.rect(0, 0, 50, 20))))) == {"total": Verdict.UNPARSABLE}


def test_a_number_broken_by_other_ink_is_read_as_a_whole() -> None:
    total = field("total", "15.00", box=Quad.rect(60, 0, 110, 20))
    assert texts(match([total], located(("TOTAL 15.u0", Quad.rect(0, 0, 110, 20))))) == {"total": "15.u0"}


def test_words_are_never_numbers_without_a_place() -> None:
    assert verdicts(match([field("total", "5.00")], lines("GOODS SOLD"))) == {"total": Verdict.OMITTED}


def test_a_neighbouring_word_is_no_part_of_a_time() -> None:
    time = field("time", "15:05", Kind.TIME, box=Quad.rect(0, 0, 70, 20))
    assert texts(match([time], located(("15:05 Amt Due", Quad.rect(0, 0, 130, 20))))) == {"time": "15:05"}


def test_a_box_in_which_nothing_was_read_is_omitted() -> None:
    total = field("total", "28.90", box=Quad.rect(300, 100, 360, 120))
    assert verdicts(match([total], located(("28.90", Quad.rect(0, 0, 60, 20))))) == {"total": Verdict.OMITTED}


def test_boxes_are_carried_to_the_variant_before_they_are_compared() -> None:
    total = field("total", "28.90", box=Quad.rect(300, 100, 360, 120))
    reply = located(("28.90", Quad.rect(310, 150, 370, 170)))
    found = match([total], reply, to_variant=lambda page, quad: quad.moved(10, 50))
    assert found[0].is_right


def test_a_skewed_line_is_compared_along_its_own_direction() -> None:
    skewed = Quad(((0, 0), (500, 100), (496, 120), (-4, 20)))
    total = field("total", "28.90", box=skewed.slice(6 / 11, 1))
    found = match([total], located(("TOTAL 28.90", skewed)))
    assert texts(found) == {"total": "28.90"}


def test_a_field_without_a_box_is_found_in_located_text_even_where_a_boxed_one_reads_it() -> None:
    fields = [field("total", "9.00"), field("amounts[0].value", "9.00", box=Quad.rect(0, 0, 40, 20))]
    found = match(fields, located(("9.00", Quad.rect(0, 0, 40, 20))))
    assert all(m.is_right for m in found)


def test_other_pages_are_other_places() -> None:
    total = Field("f", "d", 1, "total", Kind.AMOUNT, "28.90", Quad.rect(0, 0, 50, 20))
    assert match([total], located(("28.90", Quad.rect(0, 0, 50, 20))))[0].item is None


def test_a_crop_read_by_an_engine_is_cut_to_the_value() -> None:
    item = ReadItem("TOTAL 23.90", key="total", box=Quad.rect(0, 0, 110, 20))
    found = match([field("total", "28.90")], ParsedReply(Outcome.OK, "", LOCATED, (item,), True))
    assert texts(found) == {"total": "23.90"}


def test_an_illegible_field_that_is_answered_is_invented() -> None:
    blank = Field("f", "d", 0, "total", Kind.AMOUNT, "?", legibility=Legibility.ILLEGIBLE)
    assert verdicts(match([blank], keyed({"total": "5.00"}))) == {"total": Verdict.HALLUCINATED}


def test_a_failed_reply_has_no_readings() -> None:
    assert match(TOTALS, ParsedReply(Outcome.INVALID_JSON, "cut", "", (), False)) == ()


def test_a_reading_is_read_by_its_own_style() -> None:
    fields = (field("total", "1.234"), field("tax", "7,50"))
    document = Document("d", "n", fields=fields)
    found = match(fields, keyed({"total": "1,234", "tax": "7.50"}), truth_context=document_context(document))
    assert verdicts(found) == {"total": Verdict.LAYOUT_ONLY, "tax": Verdict.LAYOUT_ONLY}


amounts = st.integers(1, 99999).map(lambda cents: f"{cents // 100}.{cents % 100:02d}")


@given(st.lists(amounts, min_size=1, max_size=8))
def test_a_perfect_transcription_is_all_right(values: list[str]) -> None:
    fields = [field(f"amounts[{n}].value", text, number=n) for n, text in enumerate(values)]
    assert all(m.judgement.verdict is Verdict.EXACT for m in match(fields, lines(*(f"item {v}" for v in values))))


@given(st.lists(amounts, min_size=1, max_size=6), st.lists(st.none() | amounts, max_size=6))
def test_every_field_has_one_match_and_every_answer_is_used_at_most_once(
    truth: list[str], answers: list[str | None]
) -> None:
    fields = [field(f"amounts[{n}].value", text, number=n) for n, text in enumerate(truth)]
    found = match(fields, keyed({f"amounts[{n}].value": text for n, text in enumerate(answers)}))
    assert [m.field for m in found if m.field] == fields
    used = [m.item.key for m in found if m.item]
    assert len(used) == len(set(used))
    assert sum(m.item is not None and m.item.text is not None for m in found) == sum(a is not None for a in answers)
