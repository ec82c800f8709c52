"""Other people's measures: equal to their definitions, and as blind as they are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from fidelity_app.core.canonical import Json
from fidelity_app.core.compatibility import (
    Answer,
    Cer,
    Micro,
    anls,
    cer,
    columns_of,
    contained,
    donut_accuracy,
    donut_counts,
    nested,
    numeric_fidelity,
    relaxed,
    sroie,
)
from fidelity_app.core.compatibility.keys import normalised
from fidelity_app.core.compatibility.trees import Node, _distance, tree_distance, tree_of


@pytest.mark.parametrize(
    ("prediction", "truth", "share"),
    [
        ("Subtotal 23.9", "Subtotal 28.9", 0.0),
        ("Subtotal 28.9", "Subtotal 28.9", 1.0),
        ("nothing", "nothing", 1.0),
        ("5", "nothing", 0.0),
        ("nothing", "5", 0.0),
        ("1,234.50 2 3", "1,234.50 2 4", 0.6667),
        ("3 2 1", "1 2 3", 1.0),
        ("5", "5 5 5", 1.0),
        ("5 6 7 8", "5", 1.0),
        ("-5.00", "5.00", 1.0),
        ("1234.50", "1,234.50", 0.0),
        ("12.505", "12.50", 1.0),
    ],
)
def test_numeric_fidelity_is_the_scripts_coarse_share(prediction: str, truth: str, share: float) -> None:
    assert numeric_fidelity(prediction, truth) == share


def test_cer_counts_errors_per_printed_character() -> None:
    found = cer("Subtotal 23.9", "Subtotal 28.9")
    assert (found.substitutions, found.deletions, found.insertions) == (1, 0, 0)
    assert found.rate == pytest.approx(1 / 13)


def test_cer_of_nothing_printed_is_undefined_and_its_insertions_are_counted() -> None:
    found = cer("28.9", "")
    assert found.rate is None and found.insertions == 4
    assert (found + cer("1234", "1234")).rate == 1.0


@given(st.text(max_size=12), st.text(max_size=12))
def test_cer_adds_up_to_the_edit_distance(prediction: str, truth: str) -> None:
    found = cer(prediction, truth)
    assert found.substitutions + found.deletions + found.insertions == Levenshtein.distance(truth, prediction)


def test_anls_takes_the_best_right_answer_and_drops_what_is_less_than_half_alike() -> None:
    assert anls("  TOTAL  28.90", ["total 28.90", "28.90"]) == 1.0
    assert anls("23.90", ["28.90"]) == pytest.approx(0.8)
    assert anls("99", ["28.90"]) == 0.0
    with pytest.raises(ValueError, match="right answer"):
        anls("1", [])


def test_anls_divides_by_the_length_of_the_raw_texts_as_the_competitions_script_does() -> None:
    """Evaluation script of rrc.cvc.uab.es: distance of the folded texts over max(len(answer), len(prediction)) raw."""
    assert anls("23.90     ", ["28.90"]) == pytest.approx(0.9)
    assert anls("", [""]) == 1.0


@pytest.mark.parametrize(
    ("prediction", "truth", "accepted"),
    [
        ("103.25", "108.25", True),
        ("102.83", "108.25", False),
        ("5", "5%", False),
        ("0.05", "5%", True),
        ("-108.25", "108.25", False),
        ("1", "0", False),
        ("Total", "TOTAL", True),
        ("12,50", "12.50", False),
        ("nan", "nan", True),
        ("1E9999999", "1", False),
    ],
)
def test_relaxed_accuracy_forgives_five_per_cent(prediction: str, truth: str, accepted: bool) -> None:
    assert relaxed(prediction, truth) is accepted


@pytest.mark.parametrize(
    ("prediction", "truth", "accepted"),
    [("1000.00", "100", True), ("108.25", "8.25", True), ("Total: 9.00", "TOTAL", True), ("100", "1000.00", False)],
)
def test_containment_finds_a_number_inside_another(prediction: str, truth: str, accepted: bool) -> None:
    assert contained(prediction, truth) is accepted


PLAIN = st.from_regex(r"\A-?[0-9]{1,6}(\.[0-9]{1,2})?%?\Z")


@given(PLAIN, PLAIN)
def test_relaxed_accuracy_is_that_of_floats_away_from_the_edge(prediction: str, truth: str) -> None:
    def number(text: str) -> float:
        return float(text.rstrip("%")) / 100 if text.endswith("%") else float(text)

    if number(truth) and abs(abs(number(prediction) - number(truth)) / abs(number(truth)) - 0.05) > 1e-9:
        expected = abs(number(prediction) - number(truth)) / abs(number(truth)) <= 0.05
        assert relaxed(prediction, truth) is expected


def test_sroie_counts_entities_that_are_equal() -> None:
    truth = {"company": "A", "date": "1/1/2018", "total": "9.00", "address": ""}
    found = sroie({"company": "A", "date": None, "total": "9.0", "address": "X"}, truth)
    assert (found.right, found.predicted, found.annotated) == (1, 3, 3)
    assert (found.precision, found.recall, found.f1) == (1 / 3, 1 / 3, 1 / 3)
    assert sroie({}, {}).f1 is None


RECEIPT: dict[str, str | None] = {
    f"items[{row}].{cell}": text
    for row in range(8)
    for cell, text in (("name", f"article no. {row}"), ("count", str(row + 1)), ("price", f"{row + 3}.{row}0"))
} | {"subtotal": "52.80", "tax": "3.17", "total": "55.97", "cash": "60.00", "change": "4.03"}


def test_one_wrong_digit_in_the_total_of_eight_lines_hardly_shows() -> None:
    """SCORING section 6: Donut F1 0.966, nTED 0.995, CER 0.005 for one wrong digit in an 8-line receipt's total."""
    wrong = RECEIPT | {"total": "59.97"}
    found = donut_counts(nested(wrong), nested(RECEIPT)).f1
    accuracy = donut_accuracy(nested(wrong), nested(RECEIPT))
    errors = cer(
        "\n".join(str(text) for text in wrong.values()), "\n".join(str(text) for text in RECEIPT.values())
    ).rate
    assert found is not None and accuracy is not None and errors is not None
    assert (round(found, 3), round(accuracy, 3), round(errors, 3)) == (0.966, 0.995, 0.005)


def test_the_example_of_donuts_own_code_is_flattened_and_counted_as_there() -> None:
    """Docstrings of flatten and construct_tree_from_dict in clovaai/donut, donut/util.py."""
    menu: Json = {"menu": [{"name": ["cake"], "count": ["2"]}, {"name": ["juice"], "count": ["1"]}]}
    swapped: Json = {"menu": [{"name": ["cake"], "count": ["1"]}, {"name": ["juice"], "count": ["2"]}]}
    assert donut_counts(menu, menu) == Micro(4, 4, 4)
    assert donut_counts(swapped, menu) == Micro(4, 4, 4)
    # What it takes to make it from nothing: menu, two rows, four keys, eleven characters; two of them change.
    assert donut_accuracy({}, menu) == 0.0
    assert donut_accuracy(swapped, menu) == 1 - 2 / (1 + 2 + 4 + len("cake2juice1"))


def test_two_swapped_line_prices_do_not_show_at_all_in_donuts_f1() -> None:
    swapped = RECEIPT | {"items[0].price": RECEIPT["items[1].price"], "items[1].price": RECEIPT["items[0].price"]}
    assert donut_counts(nested(swapped), nested(RECEIPT)).f1 == 1.0
    accuracy = donut_accuracy(nested(swapped), nested(RECEIPT))
    assert accuracy is not None and accuracy < 1


def test_a_perfect_answer_is_one_and_none_is_nothing() -> None:
    assert donut_accuracy(nested(RECEIPT), nested(RECEIPT)) == 1.0
    assert donut_accuracy({}, nested(RECEIPT)) == 0.0
    assert donut_accuracy(nested(RECEIPT), {}) is None


def test_the_tree_distance_is_that_of_the_paper() -> None:
    """Zhang and Shasha 1989, figure 4: f(d(a c(b)) e) against f(c(d(a b)) e) is 2 at unit costs."""

    def node(label: str, *children: Node) -> Node:
        return Node(label, children=list(children))

    first = node("f", node("d", node("a"), node("c", node("b"))), node("e"))
    second = node("f", node("c", node("d", node("a"), node("b"))), node("e"))
    assert tree_distance(first, second) == 2


values: st.SearchStrategy[Json] = st.recursive(
    st.text("ab1", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from("abc"), values, max_size=3), st.dictionaries(st.sampled_from("abc"), values))
def test_the_tree_distance_is_that_of_the_whole_trees(first: Json, second: Json) -> None:
    one, other = tree_of(normalised(first)), tree_of(normalised(second))
    assert tree_distance(one, other) == _distance(one, other)


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from("abc"), values, max_size=3), st.dictionaries(st.sampled_from("abc"), values))
def test_the_tree_distance_is_symmetric_and_zero_only_for_the_same_leaves(first: Json, second: Json) -> None:
    one, other = tree_of(normalised(first)), tree_of(normalised(second))
    assert tree_distance(one, other) == tree_distance(other, one)
    assert tree_distance(one, one) == 0
    if tree_distance(one, other) == 0:
        assert donut_counts(first, second).right == donut_counts(second, second).annotated


def _answers(said: dict[str, str | None], printed: dict[str, str | None] = RECEIPT) -> list[Answer]:
    keys = [*printed, *(key for key in said if key not in printed)]
    return [Answer(key, printed.get(key) or "", said.get(key)) for key in keys]


def test_the_columns_of_a_document_are_its_measures() -> None:
    wrong = RECEIPT | {"total": "59.97"}
    found = columns_of(_answers(wrong))
    assert found.sroie == sroie(wrong, {key: text or "" for key, text in RECEIPT.items()}) == Micro(28, 29, 29)
    assert found.donut == donut_counts(nested(wrong), nested(RECEIPT))
    assert found.tree.mean == donut_accuracy(nested(wrong), nested(RECEIPT))
    assert found.anls.mean == pytest.approx((28 + 0.8) / 29)
    assert (found.cer.substitutions, found.cer.truth_characters) == (
        1,
        sum(len(text or "") for text in RECEIPT.values()),
    )
    # 59.97 is more than five per cent off 55.97.
    assert (found.relaxed.total, found.contained.total, found.relaxed.count) == (28, 28, 29)
    assert found.numeric.mean is not None and found.numeric.mean < 1


def test_a_document_that_failed_answered_nothing_and_stays_in_every_mean() -> None:
    good, failed = columns_of(_answers(RECEIPT)), columns_of(_answers({}))
    both = good + failed
    assert (both.documents, both.sroie.recall, both.sroie.precision, both.donut.recall) == (2, 0.5, 1.0, 0.5)
    assert [both.tree.mean, both.anls.mean, both.relaxed.mean, both.numeric.mean] == [0.5] * 4
    assert both.cer.rate == 0.5


def test_what_is_said_where_nothing_is_printed_is_counted_apart() -> None:
    found = columns_of([Answer("tip", "", "5.00"), Answer("total", "9.00", "9.00"), Answer("tip", "", "1.00")])
    assert (found.cer.rate, found.blank_insertions, found.anls.count) == (0.0, 8, 1)
    assert found.sroie == Micro(1, 3, 1)
    empty = columns_of([Answer("tip", "", "5.00")])
    assert (empty.cer.rate, empty.tree.mean, empty.anls.mean, empty.blank_insertions) == (None, None, None, 4)


def test_a_value_that_is_printed_twice_is_two_values() -> None:
    found = columns_of([Answer("date", "1/2", "1/2"), Answer("date", "1/2", None)])
    assert found.sroie == Micro(1, 1, 2)


words = st.sampled_from(["", "1", "12.50", "TOTAL", "total", "12.5", " 7", "7 "])


@given(
    st.lists(st.tuples(st.sampled_from(["total", "items[0].price", "items[2].price", "tip"]), words, words), max_size=5)
)
def test_the_short_way_of_equal_texts_gives_the_columns_of_the_definitions(rows: list[tuple[str, str, str]]) -> None:
    found = columns_of([Answer(key, printed, said) for key, printed, said in rows])
    numbered = [(f"{key}#{at}" if at else key, *rest) for at, (key, *rest) in _counted(rows)]
    truth = {key: printed for key, printed, _ in numbered if printed}
    said = {key: text for key, _, text in numbered if text}
    pairs = [(text, printed) for _, printed, text in numbered if printed]
    assert found.donut == donut_counts(nested(said), nested(truth)) and found.sroie == sroie(said, truth)
    assert found.tree.mean == donut_accuracy(nested(said), nested(truth))
    assert found.anls.mean == (pytest.approx(sum(anls(a, [b]) for a, b in pairs) / len(pairs)) if pairs else None)
    assert found.cer == sum((cer(a, b) for a, b in pairs), Cer(0, 0, 0, 0))
    assert (found.relaxed.total, found.contained.total) == (
        sum(relaxed(a, b) for a, b in pairs),
        sum(contained(a, b) for a, b in pairs),
    )


def _counted(rows: list[tuple[str, str, str]]) -> list[tuple[int, tuple[str, str, str]]]:
    """Say for each row how often its key came before, written as the columns do: the second is #2."""
    before = [sum(row[0] == other[0] for other in rows[:at]) for at, row in enumerate(rows)]
    return [(times + 1 if times else 0, row) for times, row in zip(before, rows, strict=True)]
