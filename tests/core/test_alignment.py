"""The laws of alignment: everything covered once, swaps seen, ties to substitution, notation told from faults."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fidelity_app.core.alignment import Alignment, CharOp, OpKind, align
from fidelity_app.core.clusters import Cluster, class_roles, clusters
from fidelity_app.core.numbers.value import Role
from fidelity_app.core.osa import INDEL, SUBSTITUTION, SWAP, cost, substitution_cost

TEXTS = st.text(alphabet="0123456789.,- €%$()١٢٣٫٬３４，AaO’\u202f\u0301", max_size=12)
DIGITS = st.text(alphabet="0123456789", min_size=1, max_size=12)


def kinds(alignment: Alignment) -> list[OpKind]:
    return [op.kind for op in alignment.ops]


def differences(truth: str, reading: str) -> list[tuple[str, str, str]]:
    aligned = align(truth, reading)
    return [(op.kind.value, aligned.truth_text(op), aligned.reading_text(op)) for op in aligned.differences]


def test_one_digit_misread_is_one_substitution_at_its_index() -> None:
    assert align("28.9", "23.9").differences == (CharOp(OpKind.SUBSTITUTE, 1, 2, 1, 2),)


@given(TEXTS, TEXTS)
@example("1,234", "2,134")
@example("(12.50)", "012.500")
@example("12", "12")
@example("7 12", "7  21")
@example("7  12", "7 21")
def test_operations_cover_both_texts_exactly_once(truth: str, reading: str) -> None:
    truth_at = reading_at = 0
    for op in align(truth, reading).ops:
        assert (op.truth_start, op.reading_start) == (truth_at, reading_at)
        assert (op.truth_end, op.reading_end) != (truth_at, reading_at)
        truth_at, reading_at = op.truth_end, op.reading_end
    assert (truth_at, reading_at) == (len(truth), len(reading))


@given(TEXTS)
def test_equal_texts_have_only_equal_operations(text: str) -> None:
    assert set(kinds(align(text, text))) <= {OpKind.EQUAL}


@given(TEXTS, TEXTS)
def test_equal_operations_really_are_equal_characters(truth: str, reading: str) -> None:
    aligned = align(truth, reading)
    for op in aligned.ops:
        if op.kind is OpKind.EQUAL:
            assert aligned.truth_text(op) == aligned.reading_text(op)


@given(TEXTS, TEXTS)
def test_cost_is_the_same_both_ways(truth: str, reading: str) -> None:
    assert cost(clusters(truth), clusters(reading)) == cost(clusters(reading), clusters(truth))


def cheapest(truth: tuple[Cluster, ...], reading: tuple[Cluster, ...]) -> int:
    """The definition, by recursion, with no table, no trimmed ends and no anchors."""

    @cache
    def rest(i: int, j: int) -> int:
        if i == len(truth) or j == len(reading):
            return INDEL * (len(truth) - i + len(reading) - j)
        ways = [
            substitution_cost(truth[i], reading[j]) + rest(i + 1, j + 1),
            INDEL + rest(i + 1, j),
            INDEL + rest(i, j + 1),
        ]
        if [c.key for c in truth[i : i + 2]] == [c.key for c in reading[j : j + 2]][::-1]:
            marks = {c.role for c in truth[i : i + 2]} & {Role.DECIMAL}
            if not marks and len(truth) - i >= 2 and len(reading) - j >= 2:
                ways.append(SWAP + rest(i + 2, j + 2))
        return min(ways)

    return rest(0, 0)


@given(TEXTS, TEXTS)
def test_trimmed_ends_and_tables_find_the_cheapest_alignment(truth: str, reading: str) -> None:
    assert cost(clusters(truth), clusters(reading)) == cheapest(clusters(truth), clusters(reading))


@given(DIGITS, st.data())
def test_every_neighbour_swap_of_different_digits_is_found(text: str, data: st.DataObject) -> None:
    places = [index for index in range(len(text) - 1) if text[index] != text[index + 1]]
    if not places:
        text, places = text + "12", [len(text)]
    at = data.draw(st.sampled_from(places))
    swapped = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    assert [op.kind for op in align(text, swapped).differences] == [OpKind.SWAP]
    assert cost(clusters(text), clusters(swapped)) == SWAP


@given(DIGITS, st.data())
def test_a_dropped_digit_is_one_deletion_inside_its_run(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    aligned = align(text, text[:at] + text[at + 1 :])
    (op,) = aligned.differences
    assert op.kind is OpKind.DELETE
    assert set(text[min(at, op.truth_start) : max(at, op.truth_start) + 1]) == {text[at]}


@given(DIGITS, st.data())
def test_substitutions_of_one_digit_stay_in_their_place(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != text[at]]))
    aligned = align(text, text[:at] + other + text[at + 1 :])
    assert aligned.differences == (CharOp(OpKind.SUBSTITUTE, at, at + 1, at, at + 1),)


def test_ties_fall_to_substitution_where_plain_distance_inserts_and_deletes() -> None:
    assert differences("6099", "6609") == [("substitute", "0", "6"), ("substitute", "9", "0")]
    assert cost(clusters("6099"), clusters("6609")) == 2 * SUBSTITUTION < 2 * INDEL


@pytest.mark.parametrize(
    ("truth", "reading", "expected"),
    [
        ("€ 3.00", "63.00", [("substitute", "€", "6")]),
        ("-10", "210", [("substitute", "-", "2")]),
        ("(12.50)", "012.500", [("substitute", "(", "0"), ("substitute", ")", "0")]),
        ("22%", "224", [("substitute", "%", "4")]),
        ("1.111", "18111", [("substitute", ".", "8")]),
        ("12,50", "1250", [("delete", ",", "")]),
        ("-264.27", "264.27", [("delete", "-", "")]),
        ("A0B00", "AOBOO", [("substitute", "0", "O"), ("substitute", "0", "O"), ("substitute", "0", "O")]),
        ("", "5", [("insert", "", "5")]),
        ("5", "", [("delete", "5", "")]),
    ],
)
def test_faults_of_signs_marks_and_symbols(truth: str, reading: str, expected: list[tuple[str, str, str]]) -> None:
    assert differences(truth, reading) == expected


@pytest.mark.parametrize(
    ("truth", "reading"),
    [
        ("1,234.56", "1234.56"),
        ("1 234,56", "1\u202f234,56"),
        ("12,50", "12.50"),
        ("４５，０００円", "45,000円"),
        ("١٤٬٥٠٠٫٥٥", "14,500.55"),
        ("¥1,000", "￥1,000"),
        ("€5.00", "5.00"),
        ("1,234.56-", "-1234.56"),
        ("(12.50)", "-12.50"),
        ("+15", "15"),
        ("140.00", "140. 00"),
        ("\u200f12.50", "12.50"),
        ("八八", "88"),
        ("e\u0301 1", "\u00e91"),
    ],
)
def test_notation_is_never_a_difference(truth: str, reading: str) -> None:
    aligned = align(truth, reading)
    assert aligned.differences == ()
    assert OpKind.NOTATION in kinds(aligned)


def test_a_combining_mark_stays_with_its_base() -> None:
    assert [cluster.text for cluster in clusters("1\u03052")] == ["1\u0305", "2"]
    (op,) = align("1\u03052", "7\u03052").differences
    assert (op.truth_start, op.truth_end, op.reading_start, op.reading_end) == (0, 2, 0, 2)


def test_roles_decide_what_a_mark_is() -> None:
    digits, group, decimal = Role.DIGIT, Role.GROUP, Role.DECIMAL
    grouped = (digits, group, digits, digits, digits)
    pointed = (digits, decimal, digits, digits, digits)
    assert align("1,000", "1000", grouped, (digits,) * 4).differences == ()
    assert align("1,000", "1000", pointed, (digits,) * 4).differences == (CharOp(OpKind.DELETE, 1, 2, 1, 1),)
    assert align("1,000", "1.000", grouped, pointed).differences == (CharOp(OpKind.SUBSTITUTE, 1, 2, 1, 2),)
    assert align("1.000", "1.000", grouped, pointed).differences == (CharOp(OpKind.SUBSTITUTE, 1, 2, 1, 2),)


def test_a_swap_across_a_group_mark_is_found() -> None:
    roles = (Role.DIGIT, Role.GROUP, Role.DIGIT, Role.DIGIT, Role.DIGIT)
    assert align("1,234", "2,134", roles, roles).differences == (CharOp(OpKind.SWAP, 0, 3, 0, 3),)


@pytest.mark.parametrize(
    ("text", "mark", "role"),
    [
        ("1,234.56", 1, Role.GROUP),
        ("1,234.56", 5, Role.DECIMAL),
        ("1.234.567", 1, Role.GROUP),
        ("12,5", 2, Role.DECIMAL),
    ],
)
def test_marks_are_classed_by_their_place_when_nobody_parsed_the_text(text: str, mark: int, role: Role) -> None:
    assert class_roles(text)[mark] is role


def test_two_pages_that_have_nothing_in_common_are_still_covered() -> None:
    truth, reading = "ab1" * 400, "9xyz" * 350
    aligned = align(truth, reading)
    assert "".join(aligned.truth_text(op) for op in aligned.ops) == truth
    assert "".join(aligned.reading_text(op) for op in aligned.ops) == reading
    assert OpKind.EQUAL not in kinds(aligned)


def test_a_page_is_aligned_in_pieces_with_the_same_laws() -> None:
    truth = "".join(f"item {number:04d} at {number * 37 % 10007}.{number % 100:02d}\n" for number in range(140))
    reading = truth.replace("item 0050", "item 0O50").replace("at 1850.", "at 1580.").replace("item 0099", "ite 0099")
    aligned = align(truth, reading)
    assert "".join(aligned.truth_text(op) for op in aligned.ops) == truth
    assert "".join(aligned.reading_text(op) for op in aligned.ops) == reading
    found = [(op.kind.value, aligned.truth_text(op), aligned.reading_text(op)) for op in aligned.differences]
    assert found == [("substitute", "0", "O"), ("swap", "85", "58"), ("delete", "m", "")]


def test_the_same_characters_differ_only_where_both_roles_are_known_and_differ() -> None:
    grouped = (Role.DIGIT, Role.GROUP, *[Role.DIGIT] * 3)
    decimal = (Role.DIGIT, Role.DECIMAL, *[Role.DIGIT] * 3)
    for roles in [(grouped, None), (None, decimal), (grouped, grouped)]:
        assert align("1,234", "1,234", *roles).ops == (CharOp(OpKind.EQUAL, 0, 5, 0, 5),)
    assert align("1,234", "1,234", grouped, decimal).differences == (CharOp(OpKind.SUBSTITUTE, 1, 2, 1, 2),)


def test_marks_apart_lets_no_mark_tempt_a_digit_away() -> None:
    aligned = align("1.25", "12.5", marks_apart=True)
    assert {aligned.truth_text(op) + aligned.reading_text(op) for op in aligned.differences} == {"."}


def test_a_plus_on_both_sides_excuses_no_lost_minus() -> None:
    assert differences("+5-", "+5") == [("delete", "-", "")]


def test_a_minus_on_both_sides_excuses_no_lost_digit() -> None:
    assert differences("-12", "-1") == [("delete", "2", "")]


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("1.5", [Role.DIGIT, Role.DECIMAL, Role.DIGIT]),
        ("1.2.3", [Role.DIGIT, Role.GROUP, Role.DIGIT, Role.GROUP, Role.DIGIT]),
        ("1'2", [Role.DIGIT, Role.GROUP, Role.DIGIT]),
        ("A.B", [Role.LETTER, Role.OTHER, Role.LETTER]),
        ("A'B", [Role.LETTER, Role.OTHER, Role.LETTER]),
        (".A5", [Role.OTHER, Role.LETTER, Role.DIGIT]),
        ("A.B.5", [Role.LETTER, Role.OTHER, Role.LETTER, Role.GROUP, Role.DIGIT]),
        ("5.", [Role.DIGIT, Role.DECIMAL]),
    ],
)
def test_marks_beside_a_digit_group_or_are_decimal_where_no_role_is_known(text: str, roles: list[Role]) -> None:
    assert list(class_roles(text)) == roles


def test_roles_of_another_text_are_not_used() -> None:
    assert clusters("12", [Role.SIGN]) == clusters("12")
