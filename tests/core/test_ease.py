"""Classes of how hard values are: by digit height, by thirds of ease, and where a model begins to fail."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.metrics import (
    HEIGHTS,
    THIRDS,
    UNKNOWN,
    Ratio,
    cliff,
    height_class,
    third_of,
    thirds,
    together,
)

SEED = 1


@pytest.mark.parametrize(
    ("height_px", "name"),
    [(0.0, "<8"), (7.99, "<8"), (8.0, "8-12"), (12.0, "12-17"), (17.0, "17-25"), (24.9, "17-25"), (25.0, ">=25")],
)
def test_a_lower_edge_belongs_to_its_class(height_px: float, name: str) -> None:
    assert height_class(height_px) == name


def test_what_was_not_measured_has_a_class_of_its_own() -> None:
    assert height_class(None) == third_of(None, (1.0, 2.0)) == UNKNOWN
    assert UNKNOWN not in (*HEIGHTS, *THIRDS)


def test_thirds_of_different_eases_are_equally_many() -> None:
    ends = thirds([9.0, 1.0, 8.0, 2.0, 7.0, 3.0])
    assert ends == (2.0, 7.0)
    assert [third_of(ease, ends) for ease in (1, 2, 3, 7, 8, 9)] == [name for name in THIRDS for _ in range(2)]


@given(st.lists(st.floats(0, 20), max_size=60))
def test_equal_eases_stay_in_one_third_and_harder_ones_never_stand_above(eases: list[float]) -> None:
    ends = thirds(eases)
    places = [THIRDS.index(third_of(ease, ends)) for ease in sorted(eases)]
    assert places == sorted(places)
    assert ends[0] <= ends[1]
    # No third but the first may be larger than a third by more than its ties.
    assert not eases or places[0] == 0


def test_thirds_of_nothing_are_nothing() -> None:
    assert thirds([]) == (0.0, 0.0)


def _share(right: int, total: int, documents: int = 20) -> Ratio:
    return Ratio(tuple((f"d{place:02}", right + place % 2, total) for place in range(documents)))


def test_the_edge_of_the_furthest_fall_is_named() -> None:
    by_height = {"<8": _share(1, 10), "8-12": _share(2, 10), "12-17": _share(9, 10), ">=25": _share(9, 10)}
    found = cliff(by_height, seed=SEED)
    assert found is not None
    assert found.edge_px == 12.0
    assert (found.below.hits, found.below.total) == (20 * 3 + 20, 400)
    assert found.above.total == 400


def test_no_fall_is_named_where_the_intervals_overlap_or_one_side_is_empty() -> None:
    assert cliff({"<8": _share(8, 10), ">=25": _share(8, 10)}, seed=SEED) is None
    assert cliff({"<8": _share(1, 10)}, seed=SEED) is None
    assert cliff({"<8": _share(1, 10, documents=1), ">=25": _share(9, 10)}, seed=SEED) is None
    assert cliff({}, seed=SEED) is None


def test_a_fall_that_hangs_on_a_few_documents_is_not_named() -> None:
    torn = Ratio(tuple((f"d{place:02}", 10 * (place % 2), 10) for place in range(8)))
    assert cliff({"<8": torn, ">=25": _share(7, 10, documents=8)}, seed=SEED) is None


def test_reading_small_digits_better_is_no_cliff() -> None:
    assert cliff({"<8": _share(9, 10), ">=25": _share(1, 10)}, seed=SEED) is None


def test_the_unknown_class_is_on_no_side() -> None:
    found = cliff({"<8": _share(1, 10), ">=25": _share(9, 10), UNKNOWN: _share(0, 10)}, seed=SEED)
    assert found is not None
    assert found.below.total == 200


def test_shares_are_joined_document_by_document() -> None:
    joined = together([Ratio((("b", 1, 2), ("a", 1, 1))), Ratio((("b", 2, 3),))])
    assert joined == Ratio((("a", 1, 1), ("b", 3, 5)))
