"""The golden table: what each awkward file becomes, to the pixel and to the word."""

from __future__ import annotations

import pytest
from support.golden_openings import golden, made_row, shared_files, shared_row
from support.made_files import MADE

GOLDEN = golden()
SHARED = shared_files()


@pytest.mark.parametrize("name", MADE)
def test_a_made_file_becomes_what_the_table_says(name: str) -> None:
    assert made_row(name) == GOLDEN["made", name]


@pytest.mark.parametrize("name", sorted(SHARED))
def test_a_shared_file_becomes_what_the_table_says(name: str) -> None:
    assert shared_row(name, SHARED[name]) == GOLDEN["shared", name]


def test_the_table_names_every_file_and_no_other() -> None:
    made = [name for where, name in GOLDEN if where == "made"]
    assert sorted(made) == sorted(MADE)
    assert not SHARED or {name for where, name in GOLDEN if where == "shared"} == set(SHARED)


def test_made_files_are_the_same_bytes_each_time() -> None:
    assert all(
        MADE[name].data() == MADE[name].data()
        for name in ("plain.jpg", "cut.webp", "locked.pdf", "strips.tif")
        if name in MADE
    )
