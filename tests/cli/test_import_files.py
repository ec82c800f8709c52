"""`fidelity import` on files that are too large, are no files, or have impossible names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.commands import Shell
from support.made_files import MADE
from support.workspaces import draw_receipt

from fidelity_app.cli.exits import Exit
from fidelity_app.settings.options import OptionsFile


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def ws(shell: Shell, tmp_path: Path) -> Path:
    assert shell("new", tmp_path / "ws").code == Exit.DONE
    return tmp_path / "ws"


def _scan(folder: Path) -> Path:
    path = folder / "scan.png"
    path.write_bytes(MADE["bomb-1-bit.png"].data())
    return path


def test_a_picture_over_the_limit_is_refused_with_the_ways_to_raise_it(shell: Shell, ws: Path, tmp_path: Path) -> None:
    said = shell("import", ws, _scan(tmp_path))
    assert said.code == Exit.USAGE
    assert "20,000 x 20,000 = 400,000,000 pixels is over the limit of 120,000,000" in said.out
    assert "fidelity import --max-megapixels 400" in said.out
    assert f"max_pixels = 400000000 in {OptionsFile().path}" in said.out


def test_nothing_of_a_refused_file_stays_in_the_workspace(shell: Shell, ws: Path, tmp_path: Path) -> None:
    before = sorted(path for path in ws.rglob("*") if path.suffix not in (".sqlite-wal", ".sqlite-shm"))
    shell("import", ws, _scan(tmp_path))
    assert sorted(path for path in ws.rglob("*") if path.suffix not in (".sqlite-wal", ".sqlite-shm")) == before


def test_the_limit_is_raised_for_one_import_or_lowered(shell: Shell, ws: Path, tmp_path: Path) -> None:
    draw_receipt(tmp_path / "wide.png")
    OptionsFile().set(max_pixels=1000)
    assert "over the limit of 1,000" in shell("import", ws, tmp_path / "wide.png").out
    said = shell("import", ws, tmp_path / "wide.png", "--max-megapixels", "1", "--json")
    assert (said.code, len(said.json["added"])) == (Exit.DONE, 1)
    assert len(shell("documents", ws, "--json").json) == 1


def test_the_limit_of_the_options_file_holds(shell: Shell, ws: Path, tmp_path: Path) -> None:
    draw_receipt(tmp_path / "wide.png")
    OptionsFile().set(max_pixels=1000)
    assert shell("import", ws, tmp_path / "wide.png").code == Exit.USAGE
    assert "over the limit of 1,000" in shell("degrade", tmp_path / "wide.png", "--recipe", "fax", "-o", "out.png").err
    OptionsFile().set(max_pixels=10_000_000)
    assert shell("import", ws, tmp_path / "wide.png").code == Exit.DONE


def test_what_is_no_file_is_named_as_what_it_is(shell: Shell, ws: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "loop.png").symlink_to(tmp_path / "loop.png")
    (tmp_path / "dangling.png").symlink_to(tmp_path / "nothing.png")
    for name, words in (
        ("pipe", "named pipe"),
        ("loop", "loop of symbolic links"),
        ("dangling", "link to a file that"),
    ):
        said = shell("import", ws, tmp_path / f"{name}.png")
        assert said.code == Exit.USAGE
        assert words in said.err


def test_what_is_no_file_in_a_folder_is_listed_and_the_rest_comes_in(shell: Shell, ws: Path, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    draw_receipt(folder / "a.png")
    os.mkfifo(folder / "pipe.png")
    (folder / "loop.png").symlink_to(folder / "loop.png")
    (folder / "again").symlink_to(folder)  # a folder in itself
    said = shell("import", ws, folder, "--json").json
    assert len(said["added"]) == 1
    assert {Path(left["path"]).name: left["reason"][:7] for left in said["left_out"]} == {
        "pipe.png": "no file",
        "loop.png": "no file",
    }


def test_names_that_are_no_text_come_in_and_are_said(shell: Shell, ws: Path, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    draw_receipt(folder / "a.png")
    (folder / "a.png").rename(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.png"))
    Path(os.fsdecode(os.fsencode(folder) + b"/sum\xe9.png")).write_bytes(b"text")
    (folder / "two\nlines.png").write_bytes(b"text")
    said = shell("import", ws, folder)
    assert (said.code, "Traceback" in said.err) == (Exit.DONE, False)
    assert "sum\\udce9.png: the content is plain text" in said.out
    assert "two\\nlines.png: the content is plain text" in said.out
    assert [row["name"] for row in shell("documents", ws, "--json").json] == ["caf\\udce9"]
