"""Other people's data sets: their layouts, traps and counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.shared_data import SHARED_DATA

from fidelity_app.core.documents import Kind
from fidelity_app.core.errors import UserError
from fidelity_app.core.geometry import Quad
from fidelity_app.formats import ImportField, ImportItem, LeftOut, detect, read_dataset


def _sroie(root: Path, rows: str, key: str = '{"date": "25/12/2018", "total": "9.00"}') -> Path:
    for name in ("img", "box", "key"):
        (root / name).mkdir(exist_ok=True)
    (root / "img" / "1.jpg").write_bytes(b"x")
    (root / "box" / "1.csv").write_bytes(rows.encode())
    (root / "key" / "1.json").write_text(key, encoding="utf-8")
    return root


def _only(root: Path) -> dict[str, ImportField]:
    (item,) = read_dataset(root)
    assert isinstance(item, ImportItem)
    return {field.key: field for field in item.fields}


def test_sroie_rows_split_at_the_first_eight_commas_and_may_end_in_crlf(tmp_path: Path) -> None:
    root = _sroie(tmp_path, '0,0,90,0,90,9,0,9,"A, B", C\r\n0,10,50,10,50,19,0,19,1,234.50\r\n')
    field = _only(root)["amounts[0].value"]
    assert (field.text, field.kind, field.box) == ("1,234.50", Kind.AMOUNT, Quad.rect(0, 10, 50, 19))


def test_sroie_date_is_boxed_by_its_share_of_the_line(tmp_path: Path) -> None:
    root = _sroie(tmp_path, "0,0,200,0,200,9,0,9,DATE 25/12/2018 20:49\n")
    box = _only(root)["date"].box
    assert box is not None
    assert box.bounds == pytest.approx((200 * 5 / 21, 0, 200 * 15 / 21, 9))


def test_sroie_total_is_boxed_where_its_row_is_named_total(tmp_path: Path) -> None:
    rows = (
        "0,0,50,0,50,9,0,9,SUBTOTAL\n60,0,90,0,90,9,60,9,9.00\n"
        "0,20,50,20,50,29,0,29,TOTAL\n60,20,90,20,90,29,60,29,RM 9.00\n"
        "0,40,50,40,50,49,0,49,CASH\n60,40,90,40,90,49,60,49,9.00\n"
    )
    box = _only(_sroie(tmp_path, rows))["total"].box
    assert box is not None
    assert box.bounds[1::2] == (20, 29)
    assert box.bounds[0] == pytest.approx(60 + 30 * 3 / 7)


def test_sroie_total_in_two_places_that_nothing_names_stays_without_box(tmp_path: Path) -> None:
    assert _only(_sroie(tmp_path, "0,0,9,0,9,9,0,9,9.00\n0,20,9,20,9,29,0,29,9.00\n"))["total"].box is None


def test_sroie_digits_inside_a_longer_number_are_no_total(tmp_path: Path) -> None:
    assert _only(_sroie(tmp_path, "0,0,9,0,9,9,0,9,TOTAL 19.00\n0,20,9,20,9,29,0,29,9.005\n"))["total"].box is None


def test_sroie_empty_total_is_not_imported_and_said(tmp_path: Path) -> None:
    (item,) = read_dataset(_sroie(tmp_path, "", '{"date": "25/12/2018", "total": ""}'))
    assert isinstance(item, ImportItem)
    assert [field.key for field in item.fields] == ["date"]
    assert "published total is empty" in item.notes[1]


def test_sroie_bad_box_row_names_line_and_column(tmp_path: Path) -> None:
    root = _sroie(tmp_path, "0,0,9,0,9,9,0,9,A\n0,0,9,x,9,9,0,9,B\n")
    with pytest.raises(UserError, match=r"1\.csv: line 2, column 7: 'x' is not a whole number"):
        read_dataset(root)


def test_sroie_picture_without_key_is_left_out_with_the_reason(tmp_path: Path) -> None:
    root = _sroie(tmp_path, "")
    (root / "img" / "2.jpg").write_bytes(b"x")
    left = [item for item in read_dataset(root) if isinstance(item, LeftOut)]
    assert [item.path.name for item in left] == ["2.jpg"]
    assert "key/2.json" in left[0].reason


def test_wildreceipt_boxes_turn_to_the_top_left_and_rows_share_a_number(tmp_path: Path) -> None:
    (tmp_path / "img").mkdir()
    (tmp_path / "ann").mkdir()
    (tmp_path / "img" / "a.jpeg").write_bytes(b"x")
    (tmp_path / "ann" / "a.json").write_text(
        """{"file_name": "x", "annotations": [
        {"box": [0.0, 19.0, 9.0, 19.0, 9.0, 1.0, 0.0, 1.0], "text": "2", "label": 13},
        {"box": [20.0, 19.0, 40.0, 19.0, 40.0, 2.0, 20.0, 2.0], "text": "4,70", "label": 15},
        {"box": [20.0, 39.0, 40.0, 39.0, 40.0, 22.0, 20.0, 22.0], "text": "1,00", "label": 15},
        {"box": [20.0, 59.0, 40.0, 59.0, 40.0, 42.0, 20.0, 42.0], "text": "5,70", "label": 23},
        {"box": [20.0, 79.0, 40.0, 79.0, 40.0, 62.0, 20.0, 62.0], "text": "$5,70", "label": 23}]}""",
        encoding="utf-8",
    )
    (item,) = read_dataset(tmp_path)
    assert isinstance(item, ImportItem)
    found = [(field.key, field.text) for field in item.fields]
    rows = [("items[0].quantity", "2"), ("items[0].price", "4,70"), ("items[1].price", "1,00")]
    assert found == [*rows, ("total", "5,70"), ("total", "$5,70")]
    assert item.fields[0].box == Quad.rect(0, 1, 9, 19)


def test_german_total_comes_from_the_name_without_passing_through_a_float(tmp_path: Path) -> None:
    for name in ("apotheke_23042020_01_01990", "lidl_02032020_02_00016_B", "saturn_08092017_112900", "x"):
        (tmp_path / f"{name}.jpg").write_bytes(b"x")
    assert detect(tmp_path) == "german"
    found = list(read_dataset(tmp_path))
    texts = {item.name: item.fields[0].text for item in found if isinstance(item, ImportItem)}
    assert list(texts.values()) == ["19,90", "0,16", "1129,00"]
    assert [item.path.name for item in found if isinstance(item, LeftOut)] == ["x.jpg"]


_COUNTS = [("sroie", 40), ("wildreceipt", 50), ("latvian", 16), ("german", 23)] if SHARED_DATA else []


@pytest.mark.real
@pytest.mark.parametrize(("name", "count"), _COUNTS)
def test_real_sets_are_recognised_and_come_in_whole(name: str, count: int) -> None:
    assert SHARED_DATA is not None
    assert detect(SHARED_DATA / name) == name
    found = list(read_dataset(SHARED_DATA / name))
    items = [item for item in found if isinstance(item, ImportItem)]
    assert (len(items), len(found)) == (count, count)
    assert all(item.fields and item.images[0].is_file() for item in items)


@pytest.mark.real
@pytest.mark.parametrize("name", [name for name, _ in _COUNTS if name != "german"])
def test_one_real_picture_brings_its_own_truth(name: str) -> None:
    assert SHARED_DATA is not None
    picture = sorted((SHARED_DATA / name / "img").iterdir())[3]
    (item,) = read_dataset(picture)
    assert isinstance(item, ImportItem)
    assert item.images == (picture,)
    assert item.fields
