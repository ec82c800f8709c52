"""docs/robustness.md has every preset and every degradation, and its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fidelity_app.imaging.presets import PRESETS, SINGLE

DOCS = Path(__file__).resolve().parents[2] / "docs"
PARTS = {"Presets": {recipe.name for recipe in PRESETS}, "Single degradations": set(SINGLE)}
LINK = re.compile(r"^\| \[(.+?)\]\(degradations\.md#(.+?)\) \|", re.MULTILINE)


@pytest.mark.parametrize("title", PARTS)
def test_each_reader_was_given_everything(title: str) -> None:
    page = (DOCS / "robustness.md").read_text(encoding="utf-8")
    (part,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    tables = part.split("\n### ")[1:]
    assert [table.partition("\n")[0] for table in tables] == ["rapidocr", "tesseract"]
    for table in tables:
        names = [name for name, _ in LINK.findall(table)]
        assert len(names) == len(set(names))
        assert set(names) == PARTS[title]


def test_its_links_lead_to_what_is_meant() -> None:
    headings: dict[str, str] = {}
    for name in re.findall(r"^### (.+)$", (DOCS / "degradations.md").read_text(encoding="utf-8"), re.MULTILINE):
        headings[f"{name}-1" if name in headings else name] = name
    page = (DOCS / "robustness.md").read_text(encoding="utf-8")
    links = LINK.findall(page)
    assert links
    assert [(name, anchor) for name, anchor in links if headings.get(anchor) != name] == []
