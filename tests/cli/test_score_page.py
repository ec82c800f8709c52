"""`fidelity score --page`: a page as printed against its transcription."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fidelity_app.cli.exits import Exit
from fidelity_app.cli.main import main

PRINTED = "Bäckerei <Zum Löwen>\nBrot 1,90\nSUMME 28,90\n"
READ = "Bäckerei <Zum Löwen>\nBrot 1,90\nSUMME 23,90\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    printed, read = tmp_path / "printed.txt", tmp_path / "read.txt"
    printed.write_text(PRINTED, encoding="utf-8")
    read.write_text(READ, encoding="utf-8")
    return printed, read


def test_a_page_is_counted_and_drawn_beside_its_transcription(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    html = tmp_path / "page.html"
    assert main(["score", "--page", *map(str, files), "--html", str(html)]) == Exit.DONE
    assert "1 of 36 characters differ, 1 of them about digits" in capsys.readouterr().out
    drawn = html.read_text(encoding="utf-8")
    assert 'SUMME 2<span class="substitute" title="substitute: printed 8, read 3">8</span>' in drawn
    assert 'SUMME 2<span class="substitute" title="substitute: printed 8, read 3">3</span>' in drawn
    assert "<Zum" not in drawn and "&lt;Zum Löwen&gt;" in drawn


def test_the_counts_of_a_page_are_json_for_a_script(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", "--page", *map(str, files), "--json"]) == Exit.DONE
    counts = json.loads(capsys.readouterr().out)
    assert counts == {"characters": 36, "errors": 1, "digits": 7, "digit_errors": 1, "html": None}


@pytest.mark.parametrize("content", [b"\xff\xfe12", None])
def test_a_file_that_is_no_text_is_named(
    files: tuple[Path, Path], content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    printed, read = files
    read.unlink()
    if content is not None:
        read.write_bytes(content)
    assert main(["score", "--page", str(printed), str(read)]) == Exit.USAGE
    assert str(read) in capsys.readouterr().err


def test_a_page_that_cannot_be_written_is_the_outside_world(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    html = tmp_path / "missing" / "page.html"
    assert main(["score", "--page", *map(str, files), "--html", str(html)]) == Exit.OUTSIDE
    assert str(html) in capsys.readouterr().err
