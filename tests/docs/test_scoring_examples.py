"""docs/scoring.md tells the truth: every example of its tables is run through the scorer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import pytest

from fidelity_app.core.asks import Outcome, ParsedReply, ReadItem
from fidelity_app.core.documents import Field, Kind, Legibility
from fidelity_app.core.error_kinds import ERROR_KINDS
from fidelity_app.core.matching import match
from fidelity_app.core.metrics import Headline
from fidelity_app.core.metrics.records import RIGHT, WRONG_ANSWERS
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.settling import proven
from fidelity_app.core.verdicts import Judgement, Verdict, judge

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "scoring.md").read_text(encoding="utf-8")
NOTHING, NULL, OPEN, NOT_ANSWERED = "(nothing)", "null", "(open)", "(not answered)"


@dataclass(frozen=True)
class Row:
    """One row of a table of the document, by the table's headings."""

    line: int
    cells: dict[str, str]

    def __getitem__(self, heading: str) -> str:
        return self.cells[heading]

    def text(self, heading: str) -> str | None:
        """Return an example as it is meant: what stands between backticks."""
        cell = self.cells[heading]
        if cell in (NOTHING, NULL):
            return "" if cell == NOTHING else None
        assert re.fullmatch("`[^`]+`", cell), f"line {self.line}: {cell} is no example"
        return cell[1:-1]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _rows() -> Iterator[Row]:
    headings: list[str] = []
    lines = DOCUMENT.splitlines()
    for number, line in enumerate(lines, 1):
        if not line.startswith("|"):
            headings = []
        elif not headings:
            headings = _cells(line)
        elif not line.startswith("|---"):
            cells = _cells(line)
            assert len(cells) == len(headings), f"line {number} has {len(cells)} cells for {len(headings)} headings"
            yield Row(number, dict(zip(headings, cells, strict=True)))


def rows(*headings: str) -> list[Row]:
    """Return the rows of all tables that have these headings."""
    return [row for row in _rows() if set(headings) <= set(row.cells)]


def context(row: Row) -> NumberContext:
    """Understand the column "page": `locale de; currency JPY; prints 12.50 and 7.656,50`."""
    known: dict[str, object] = {}
    for part in filter(None, row["page"].split("; ")):
        word, _, rest = part.partition(" ")
        if word == "prints":
            known["page_amounts"] = tuple(rest.split(" and "))
        elif word != "illegible":
            known[word] = rest
    return NumberContext(**known)  # type: ignore[arg-type]


def judged(row: Row) -> Judgement:
    printed, read = row.text("printed"), row.text("read")
    return judge(
        printed or "",
        read,
        Kind(row["as"]),
        truth_context=context(row),
        reading_context=context(row),
        abstained=read is None,
        legibility=Legibility.ILLEGIBLE if "illegible" in row["page"] else Legibility.CLEAR,
    )


EXAMPLES = rows("printed", "read", "as", "page", "verdict")
KINDS = rows("error kind", "what it says")
DECISIONS = rows("text", "as", "page", "value", "decided by")
RENAMED = rows("field", "answered as", "verdict")
FLIPPED = rows("field", "printed", "answered", "error kinds")
SETTLED = rows("subtotal", "tax", "total", "the total is", "decided by")


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: f"line {row.line}")
def test_every_pair_gets_the_verdict_that_the_page_states(row: Row) -> None:
    assert judged(row).verdict.value == row.text("verdict")


@pytest.mark.parametrize("row", rows("read", "verdict", "named"), ids=lambda row: f"line {row.line}")
def test_every_suspicion_is_named_where_the_page_names_it(row: Row) -> None:
    judgement, suspicions = judged(row), {"derived_value_suspected", "auto_repair"}
    assert row.text("named") in judgement.errors
    assert suspicions & {*judgement.errors} == suspicions & {row.text("named")}


@pytest.mark.parametrize("row", KINDS, ids=lambda row: row["error kind"])
def test_every_error_kind_is_named_by_its_example(row: Row) -> None:
    judgement, kind = judged(row), row.text("error kind")
    assert kind in judgement.errors
    assert judgement.label == (row.text("label") if row["label"] else kind)
    assert row["what it says"] == ERROR_KINDS[kind]


def test_every_verdict_and_every_error_kind_is_on_the_page() -> None:
    assert sorted(row.text("error kind") for row in KINDS) == sorted(ERROR_KINDS)
    shown = {row.text("verdict") for row in EXAMPLES} | {row.text("verdict") for row in rows("answered", "verdict")}
    assert shown == {verdict.value for verdict in Verdict}


def test_the_first_table_says_which_verdicts_are_right_and_which_are_silent_errors() -> None:
    told = {Verdict(row.text("verdict")): row["is it right?"] for row in rows("is it right?")}
    assert {verdict for verdict, words in told.items() if words == "right"} == RIGHT
    assert {verdict for verdict, words in told.items() if words == "wrong"} == WRONG_ANSWERS - {Verdict.WRONG_FIELD}
    assert {verdict for verdict, words in told.items() if words == "not counted"} == {Verdict.AMBIGUOUS}


def test_a_value_under_the_wrong_key_is_found_as_the_page_says() -> None:
    example = [row for row in rows("field", "printed", "answered", "verdict") if "answered as" not in row.cells]
    printed = [
        Field(row["field"], "doc", 0, row["field"], Kind.AMOUNT, row.text("printed") or "", position=position)
        for position, row in enumerate(example)
    ]
    answered = [row for row in example if row["answered"] != NOT_ANSWERED]
    items = tuple(ReadItem(row.text("answered"), row["field"]) for row in answered)
    found = match(printed, ParsedReply(Outcome.OK, "", "as it is", items, keyed=True))
    assert [one.judgement.verdict.value for one in found] == [row.text("verdict") for row in example]


@pytest.mark.parametrize("row", RENAMED, ids=lambda row: f"line {row.line}")
def test_an_answer_under_another_name_is_judged_as_the_page_says(row: Row) -> None:
    printed = Field("1", "doc", 0, row["field"], Kind.AMOUNT, row.text("printed") or "")
    item = ReadItem(row.text("answered"), row.text("answered as"))
    found = match([printed], ParsedReply(Outcome.OK, "", "as it is", (item,), keyed=True))
    assert found[0].judgement.verdict.value == row.text("verdict")


def test_a_flipped_sum_is_named_as_the_page_says() -> None:
    printed = [Field(row["field"], "doc", 0, row["field"], Kind.AMOUNT, row.text("printed") or "") for row in FLIPPED]
    items = tuple(ReadItem(row.text("answered"), row["field"]) for row in FLIPPED)
    found = match(printed, ParsedReply(Outcome.OK, "", "as it is", items, keyed=True))
    told = [(row.text("error kinds") or "").split() if row["error kinds"] else [] for row in FLIPPED]
    assert [list(one.judgement.errors) for one in found] == told


@pytest.mark.parametrize("row", DECISIONS, ids=lambda row: f"line {row.line}")
def test_what_decides_a_number_is_what_the_page_states(row: Row) -> None:
    parsed = parse(row.text("text") or "", Kind(row["as"]), context(row))
    if row["value"] == OPEN:
        assert parsed.value is None and len(parsed.alternatives) == 2
    else:
        assert parsed.value == row.text("value")
    assert parsed.decided_by == row["decided by"]


@pytest.mark.parametrize("row", SETTLED, ids=lambda row: f"line {row.line}")
def test_what_a_sum_decides_is_what_the_page_states(row: Row) -> None:
    page = [Field(key, "d", 0, key, Kind.AMOUNT, row.text(key) or "") for key in ("subtotal", "tax", "total")]
    total = parse(row.text("total") or "", Kind.AMOUNT, proven(NumberContext(), page))
    assert total.decided_by == row["decided by"]
    assert (OPEN if total.value is None else f"`{total.value}`") == row["the total is"]


def test_no_table_with_examples_is_left_unexecuted() -> None:
    elsewhere = rows("rule", "it says")  # test_set_beside_papers.py
    told = [*EXAMPLES, *KINDS, *DECISIONS, *SETTLED, *FLIPPED, *rows("answered", "verdict"), *elsewhere]
    executed = {row.line for row in told}
    assert [row for row in _rows() if "`" in "".join(row.cells.values()) and row.line not in executed] == []
    assert len(EXAMPLES) > len(ERROR_KINDS) and len(DECISIONS) > 10 and len(SETTLED) == 3


def test_every_share_of_the_headline_has_its_row_among_the_measures() -> None:
    told = " ".join(row["measure"] for row in rows("measure"))
    names = {
        "recall": "recall",
        "precision": "precision",
        "strict": "strict",
        "digit_errors": "digit error rate",
        "silent_errors": "silent errors",
        "silent_in_sound": "silent errors in sound documents",
        "documents_right": "strict documents",
        "coverage": "coverage",
        "abstention_precision": "abstention precision",
        "abstention_recall": "abstention recall",
    }
    assert set(names) == {field.name for field in fields(Headline) if field.type == "Ratio"}
    assert all(name in told for name in names.values())
