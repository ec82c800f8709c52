"""A path's format is guessed, and a data set is read whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from fidelity_app.core.errors import UserError
from fidelity_app.formats import FORMATS, ImportItem, LeftOut, detect, read_dataset


def test_every_format_stands_in_the_table_under_its_own_name() -> None:
    assert [item.name for item in FORMATS.values()] == list(FORMATS)
    assert {"fidelity", "sroie", "wildreceipt", "latvian", "german", "images"} == set(FORMATS)


def test_a_missing_path_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"nowhere: there is no such file"):
        read_dataset(tmp_path / "nowhere")


def test_an_empty_folder_is_refused_with_the_known_formats(tmp_path: Path) -> None:
    assert detect(tmp_path) is None
    with pytest.raises(UserError, match=r"no picture, PDF or truth file here; formats known: fidelity, sroie"):
        read_dataset(tmp_path)


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="format 'cord' is not known"):
        read_dataset(tmp_path, "cord")


def test_bare_pictures_come_without_truth_and_other_files_are_listed(tmp_path: Path) -> None:
    (tmp_path / "b.PNG").write_bytes(b"x")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.pdf").write_bytes(b"x")
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    (tmp_path / ".hidden.png").write_bytes(b"x")
    found = list(read_dataset(tmp_path))
    assert detect(tmp_path) == "images"
    assert [item.name for item in found if isinstance(item, ImportItem)] == ["b", "a"]
    assert [(item.path.name, item.reason) for item in found if isinstance(item, LeftOut)] == [
        ("notes.txt", "not a picture or PDF by its name (*.txt)")
    ]


def test_one_malformed_file_stops_the_import_before_the_first_document(tmp_path: Path) -> None:
    for name in ("img", "box", "key"):
        (tmp_path / name).mkdir()
    for stem, text in (("1", '{"date": "1/2/2018", "total": "9.00"}'), ("2", '{"date": "1/2/2018",\n "total": 9.00')):
        (tmp_path / "img" / f"{stem}.jpg").write_bytes(b"x")
        (tmp_path / "box" / f"{stem}.csv").write_text("0,0,9,0,9,9,0,9,9.00\n", encoding="utf-8")
        (tmp_path / "key" / f"{stem}.json").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=r"2\.json: line 2, column 15: not JSON"):
        read_dataset(tmp_path)
