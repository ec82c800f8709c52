"""Importing: everything is added, named as a duplicate, or listed with its reason."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from PIL import Image
from support.workspaces import draw_receipt, import_receipt, new_workspace

from fidelity_app.core.documents import DocumentState
from fidelity_app.core.errors import UserError
from fidelity_app.services import library
from fidelity_app.services.importing import formats, import_paths
from fidelity_app.services.jobs import CancelToken


@pytest.fixture
def ws(tmp_path_factory: pytest.TempPathFactory):
    with new_workspace(tmp_path_factory.mktemp("workspace") / "ws") as ws:
        yield ws


def test_a_picture_becomes_a_document_whose_pixels_come_back(ws, tmp_path: Path) -> None:
    draw_receipt(tmp_path / "a.png")
    report = import_paths(ws, [tmp_path / "a.png"])
    document = library.document(ws, report.added[0])
    rgb = library.page_pixels(ws, document.pages[0])
    assert document.state is DocumentState.NEW
    assert rgb.shape == (document.pages[0].height_px, document.pages[0].width_px, 3)
    assert not rgb.flags.writeable
    assert max(library.thumbnail(ws, document.pages[0], 64).shape) == 64


def test_the_source_file_is_neither_changed_nor_needed_again(ws, tmp_path: Path) -> None:
    source = tmp_path / "a.png"
    draw_receipt(source)
    before = (hashlib.sha256(source.read_bytes()).hexdigest(), source.stat().st_mtime_ns)
    report = import_paths(ws, [source])
    assert (hashlib.sha256(source.read_bytes()).hexdigest(), source.stat().st_mtime_ns) == before
    source.unlink()
    assert library.page_pixels(ws, library.document(ws, report.added[0]).pages[0]).any()


def test_a_duplicate_is_named_and_not_added_again(ws, tmp_path: Path) -> None:
    draw_receipt(tmp_path / "a.png")
    first = import_paths(ws, [tmp_path / "a.png"])
    (tmp_path / "copy.png").write_bytes((tmp_path / "a.png").read_bytes())
    second = import_paths(ws, [tmp_path / "copy.png"])
    assert second.added == ()
    assert [(item.path.name, item.document_id) for item in second.duplicates] == [("copy.png", first.added[0])]


def test_two_files_of_one_name_stay_two_documents(ws, tmp_path: Path) -> None:
    for folder, amount in (("a", "1.00"), ("b", "2.00")):
        (tmp_path / folder).mkdir()
        draw_receipt(tmp_path / folder / "1.png", (("TOTAL", amount),))
    report = import_paths(ws, [tmp_path / "a" / "1.png", tmp_path / "b" / "1.png"])
    assert len(report.added) == 2
    assert len(library.documents(ws)) == 2


def test_what_is_no_picture_is_left_out_with_the_true_cause_and_the_rest_comes_in(ws, tmp_path: Path) -> None:
    draw_receipt(tmp_path / "good.png")
    (tmp_path / "page.png").write_text("<html><body>not here</body></html>")
    (tmp_path / "empty.jpg").write_bytes(b"")
    report = import_paths(ws, [tmp_path])
    assert len(report.added) == 1
    reasons = {item.path.name: item.reason for item in report.left_out}
    assert set(reasons) == {"page.png", "empty.jpg"}
    assert "HTML" in reasons["page.png"]
    assert "empty" in reasons["empty.jpg"]


def test_a_truth_file_that_does_not_parse_is_named_with_its_line_and_nothing_is_imported(ws, tmp_path: Path) -> None:
    draw_receipt(tmp_path / "fine.png")
    draw_receipt(tmp_path / "bad.png", (("TOTAL", "1.00"),))
    (tmp_path / "bad.fidelity.json").write_text('{"schema": "fidelity-truth/1",\n "pages": ["bad.png"]\n "fields": []}')
    with pytest.raises(UserError, match=r"bad\.fidelity\.json.*line 3|line 3.*bad"):
        import_paths(ws, [tmp_path])
    assert library.documents(ws) == []


def test_an_empty_folder_is_said_to_be_empty(ws, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    with pytest.raises(UserError, match="nothing"):
        import_paths(ws, [tmp_path / "nothing"])


def test_a_path_that_is_not_there_is_named(ws, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="ghost"):
        import_paths(ws, [tmp_path / "ghost.png"])


def test_truth_comes_in_with_boxes_locale_and_tags(ws, tmp_path: Path) -> None:
    document = library.document(ws, import_receipt(ws, tmp_path / "in"))
    assert document.state is DocumentState.ANNOTATED
    assert [(field.key, field.text) for field in document.fields] == [
        ("coffee", "3.50"),
        ("bagel", "25.40"),
        ("total", "28.90"),
    ]
    assert document.locale == "en-US"
    assert all(field.box is not None for field in document.fields)


def test_all_pages_of_a_scan_are_pages_of_one_document(ws, tmp_path: Path) -> None:
    pages = [Image.new("RGB", (60, 40), colour) for colour in ("white", "grey", "black")]
    pages[0].save(tmp_path / "scan.tif", save_all=True, append_images=pages[1:])
    document = library.document(ws, import_paths(ws, [tmp_path / "scan.tif"]).added[0])
    assert [page.index for page in document.pages] == [0, 1, 2]
    assert [int(library.page_pixels(ws, page)[0, 0, 0]) for page in document.pages] == [255, 128, 0]


def test_cancelling_keeps_what_was_imported_and_says_so(ws, tmp_path: Path) -> None:
    for number in range(5):
        draw_receipt(tmp_path / f"{number}.png", (("TOTAL", f"{number}.00"),))
    cancel = CancelToken()
    seen: list[int] = []

    def progress(done: int, total: int, text: str) -> None:
        seen.append(total)
        cancel.cancel()

    report = import_paths(ws, [tmp_path], progress=progress, cancel=cancel)
    assert report.cancelled
    assert len(report.added) == len(library.documents(ws)) == 1
    assert seen[0] == 5


def test_every_format_has_a_name_and_a_title() -> None:
    assert all(name and title for name, title in formats())


def test_a_cut_picture_is_imported_and_said_to_be_cut(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.png", tmp_path / "cut.png"
    draw_receipt(whole)
    cut.write_bytes(whole.read_bytes()[:-600])
    with new_workspace(tmp_path / "ws") as ws:
        report = import_paths(ws, [cut])
    assert len(report.added) == 1
    assert any(note.startswith("cut.png: truncated") for note in report.notes), report.notes
