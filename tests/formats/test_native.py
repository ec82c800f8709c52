"""Our own truth files: written and read back the same, and every mistake is shown where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.documents import Kind, Legibility
from fidelity_app.core.errors import UserError
from fidelity_app.core.geometry import Quad
from fidelity_app.formats import ImportField, ImportItem, detect, read_dataset
from fidelity_app.formats.native import read_truth, truth_json

_NUMBERS = st.floats(-50, 5000, allow_nan=False).map(lambda value: round(value, 2))
_TEXTS = st.characters(exclude_categories=["Cs"])
_QUADS = st.lists(_NUMBERS, min_size=8, max_size=8).map(Quad.from_flat)


@st.composite
def _fields(draw: st.DrawFn) -> ImportField:
    text = draw(st.text(_TEXTS, max_size=8))
    glyphs = draw(st.lists(_QUADS, min_size=len(text), max_size=len(text))) if draw(st.booleans()) else []
    return ImportField(
        key=draw(st.sampled_from(["total", "items[2].price", "Datum ü"])),
        kind=draw(st.sampled_from(list(Kind))),
        text=text,
        page_index=draw(st.integers(0, 1)),
        box=draw(st.none() | _QUADS),
        glyphs=tuple(glyphs),
        legibility=draw(st.sampled_from(list(Legibility))),
    )


@given(fields=st.lists(_fields(), max_size=4), name=st.text(_TEXTS, max_size=6))
def test_written_is_read(tmp_path_factory: pytest.TempPathFactory, fields: list[ImportField], name: str) -> None:
    folder = tmp_path_factory.mktemp("native")
    pages = (folder / "a.png", folder / "b.png")
    for page in pages:
        page.write_bytes(b"x")
    source = folder / "a.fidelity.json"
    item = ImportItem(name, pages, "de-DE", "EUR", "invoice", ("x",), tuple(fields), source, ("note",))
    source.write_text(truth_json(item), encoding="utf-8", newline="")
    assert read_truth(source) == item


def _write(folder: Path, fields: str, pages: str = '["a.png"]') -> Path:
    (folder / "a.png").write_bytes(b"x")
    path = folder / "a.fidelity.json"
    head = '{"schema": "fidelity-truth/1",\n "pages": '
    path.write_text(f'{head}{pages},\n "fields": [\n{fields}\n]}}\n', encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ('{"key": "total", "kind": "amount"}', r"line 4, column 1: fields\[0\]\.text: a text is missing here"),
        ('{"key": "total",\n  "kind": "money", "text": "1"}', r"line 5, column 11: fields\[0\]\.kind: 'money' is"),
        ('{"key": "t", "text": "28.9", "glyphs": [[0,0,1,1]]}', r"1 character boxes for the 4 characters of '28\.9'"),
        ('{"key": "t", "text": "1", "box": [0,0,1]}', r"line 4, column 34: fields\[0\]\.box: a box is a list"),
        ('{"key": "t", "text": "1", "box": [0,0,"x",1]}', r"column 39: .*'x' is not a number of pixels"),
        ('{"key": "t", "text": "1", "page": 1}', r"page 1 is not one of 0\.\.0"),
        ('{"key": "t", "text": "1", "text": "2"}', r"line 4: the key 'text' stands twice"),
        ('{"key": "t", "text": "1"} {', r"line 4, column 27: not JSON"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, fields: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        read_truth(_write(tmp_path, fields))


@pytest.mark.parametrize("page", ["../a.png", "/a.png", "..", "", "b/a.png", "..\\\\a.png"])
def test_a_page_name_never_reaches_outside_the_folder(tmp_path: Path, page: str) -> None:
    with pytest.raises(UserError, match="is not the plain name of a file beside this one"):
        read_truth(_write(tmp_path, "", f'["{page}"]'))


def test_a_missing_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"line 2, column 12: pages\[0\]: there is no file 'c\.png'"):
        read_truth(_write(tmp_path, "", '["c.png"]'))


def test_amounts_written_as_json_numbers_keep_their_digits(tmp_path: Path) -> None:
    item = read_truth(_write(tmp_path, '{"key": "total", "kind": "amount", "text": 28.90}'))
    assert item.fields[0].text == "28.90"


def test_bytes_that_are_not_utf8_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.fidelity.json"
    path.write_bytes(b'{"schema":\n "\xe4"}')
    with pytest.raises(UserError, match="line 2, column 3: not UTF-8"):
        read_truth(path)


def test_deep_nesting_is_refused_and_does_not_crash(tmp_path: Path) -> None:
    path = tmp_path / "a.fidelity.json"
    path.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(UserError, match="nested too deeply"):
        read_truth(path)


def test_a_picture_finds_the_truth_that_lists_it(tmp_path: Path) -> None:
    source = _write(tmp_path, "", '["a.png", "p2.png"]') if (tmp_path / "p2.png").write_bytes(b"x") else tmp_path
    (tmp_path / "bare.png").write_bytes(b"x")
    assert detect(tmp_path / "p2.png") == "fidelity"
    assert [item.source for item in read_dataset(tmp_path / "p2.png")] == [source]
    assert detect(tmp_path / "bare.png") == "images"
    assert [item.name for item in read_dataset(tmp_path)] == ["a", "bare"]
