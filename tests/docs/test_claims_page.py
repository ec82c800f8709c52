"""docs/claims.md tells the truth: its examples are checked, and it names every outcome and class there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fidelity_app.core.claims import Support, Verified, check_prose
from fidelity_app.core.documents import Field, Kind

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "claims.md").read_text(encoding="utf-8")
_KINDS = {"date": Kind.DATE}
FIELDS = [
    Field(key, "doc", 0, key, _KINDS.get(key, Kind.AMOUNT), text)
    for key, text in re.findall(r"(\w+) `([^`]+)`", PAGE[PAGE.index("With fields") :].splitlines()[0])
]
EXAMPLES = re.findall(r"^\| `([^`]+)` \| ([a-z_ ]+) \|$", PAGE[PAGE.index("With fields") :], re.MULTILINE)


@pytest.mark.parametrize(("text", "classes"), EXAMPLES, ids=[text for text, _ in EXAMPLES])
def test_an_example_of_prose_is_classed_as_written(text: str, classes: str) -> None:
    assert len(FIELDS) == 5
    assert [claim.support.value for claim in check_prose(text, FIELDS).claims] == classes.split()


def test_every_outcome_and_every_class_is_explained() -> None:
    assert len(EXAMPLES) > 5
    for word in (*Verified, *Support):
        assert f"| `{word.value}` |" in PAGE
