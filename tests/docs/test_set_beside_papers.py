"""What other measures conclude, and what Fidelity does: every row of the two tables of docs/scoring.md is run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fidelity_app.core.asks import Outcome, ParsedReply, ReadItem
from fidelity_app.core.compatibility import Answer, Columns, anls, cer, columns_of, contained, numeric_fidelity, relaxed
from fidelity_app.core.documents import Field, Kind, split_key
from fidelity_app.core.matching import match
from fidelity_app.core.metrics.records import RIGHT
from fidelity_app.core.verdicts import judge

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "scoring.md").read_text(encoding="utf-8")
Row = dict[str, str]


def _cells(line: str) -> list[str]:
    return [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]


def _rows(first: str) -> Iterator[Row]:
    """Yield the rows of the table whose first headings these are."""
    lines = DOCUMENT.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {first} |"))
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            return
        yield dict(zip(_cells(lines[start]), _cells(line), strict=True))


def _said(right: bool) -> str:
    return "right" if right else "wrong"


def _digits(text: str) -> str:
    return re.sub("[^0-9]", "", text)


RULES: dict[str, Callable[[str, str], str]] = {
    "relaxed accuracy": lambda read, printed: _said(relaxed(read, printed)),
    "containment": lambda read, printed: _said(contained(read, printed)),
    "ANLS": lambda read, printed: f"{anls(read, [printed]):.3f}",
    "CER": lambda read, printed: "n/a" if (rate := cer(read, printed).rate) is None else f"{rate:.3f}",
    "numeric_fidelity": lambda read, printed: f"{numeric_fidelity(read, printed):.3f}",
    "exact text (SROIE)": lambda read, printed: _said(read == printed),
    "digits only": lambda read, printed: _said(_digits(read) == _digits(printed)),
    "numbers as floats": lambda read, printed: _said(float(_number(read)) == float(_number(printed))),
    "look-alikes folded": lambda read, printed: _said(read.translate(_ALIKE) == printed.translate(_ALIKE)),
    "signs stripped": lambda read, printed: _said(read.strip("-()") == printed.strip("-()")),
}
_ALIKE = str.maketrans("Ol", "01")


def _number(text: str) -> str:
    return re.sub("[^0-9.]", "", text)


@pytest.mark.parametrize(
    "row", list(_rows("rule | printed")), ids=lambda row: f"{row['rule']}: {row['printed']} {row['answered']}"
)
def test_a_rule_and_fidelity_conclude_what_the_page_states(row: Row) -> None:
    printed, answered = row["printed"].replace("(nothing)", ""), row["answered"]
    assert RULES[row["rule"]](answered, printed) == row["it says"]
    judged = judge(printed, answered, Kind(row["as"]))
    assert [judged.verdict.value, judged.label] == row["Fidelity says"].split(", ")


def test_every_rule_has_its_row() -> None:
    assert {row["rule"] for row in _rows("rule | printed")} == set(RULES)


RECEIPT = {
    f"items[{row}].{cell}": text
    for row in range(8)
    for cell, text in (("name", f"article no. {row}"), ("count", str(row + 1)), ("price", f"{row + 3}.{row}0"))
} | {"subtotal": "52.80", "tax": "3.17", "total": "55.97", "cash": "60.00", "change": "4.03"}
READ: dict[str, dict[str, str]] = {
    "nothing": RECEIPT,
    "one wrong digit in the total": RECEIPT | {"total": "59.97"},
    "the decimal mark of the total dropped": RECEIPT | {"total": "5597"},
    "two line prices swapped": RECEIPT | {"items[0].price": "4.10", "items[1].price": "3.00"},
    "all line items left out": {key: text for key, text in RECEIPT.items() if not key.startswith("items")},
    "three amounts invented": RECEIPT | {"tip": "1.00", "deposit": "2.00", "rounding": "0.03"},
    "no answer": {},
}


def _kind(key: str) -> Kind:
    cell = split_key(key)[2]
    return {"name": Kind.OTHER, "count": Kind.QUANTITY}.get(cell, Kind.AMOUNT)


def _papers(read: dict[str, str]) -> Columns:
    keys = [*RECEIPT, *(key for key in read if key not in RECEIPT)]
    return columns_of([Answer(key, RECEIPT.get(key, ""), read.get(key)) for key in keys])


def _three(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.3f}"


def _concluded(read: dict[str, str]) -> str:
    fields = [Field(key, "d", 0, key, _kind(key), text, position=at) for at, (key, text) in enumerate(RECEIPT.items())]
    items = tuple(ReadItem(text, key) for key, text in read.items())
    found = match(fields, ParsedReply(Outcome.OK, "", "as it is", items, keyed=True))
    right = sum(one.judgement.verdict in RIGHT for one in found)
    invented = sum(one.field is None for one in found)
    told = f"{right} of {len(RECEIPT)}"
    return f"{told}, {invented} invented" if invented else told


@pytest.mark.parametrize("row", list(_rows("changed in the answer")), ids=lambda row: row["changed in the answer"])
def test_papers_and_fidelity_conclude_what_the_page_states_of_a_receipt(row: Row) -> None:
    read = READ[row["changed in the answer"]]
    papers = _papers(read)
    found = {
        "SROIE F1": _three(papers.sroie.f1),
        "Donut F1": _three(papers.donut.f1),
        "Donut 1 - nTED": _three(papers.tree.mean),
        "ANLS": _three(papers.anls.mean),
        "CER": _three(cer("\n".join(read.values()), "\n".join(RECEIPT.values())).rate),
        "numeric_fidelity": _three(papers.numeric.mean),
        "Fidelity: values right": _concluded(read),
    }
    assert {name: row[name] for name in found} == found


def test_every_change_has_its_row() -> None:
    assert [row["changed in the answer"] for row in _rows("changed in the answer")] == list(READ)
