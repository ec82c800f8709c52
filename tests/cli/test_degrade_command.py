"""`fidelity degrade` as a person gets it wrong: the cause is named, and no file that matters is written over."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.commands import Shell, receipt_files
from support.workspaces import draw_receipt

from fidelity_app.cli.exits import Exit


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    receipt_files(tmp_path)
    return tmp_path / "one.png"


def test_the_picture_itself_is_never_written_over(shell: Shell, picture: Path) -> None:
    before = picture.read_bytes()
    (picture.parent / "link.png").symlink_to(picture)
    (picture.parent / "hard.png").hardlink_to(picture)
    for output in (picture, picture.parent / "." / "one.png", picture.parent / "link.png", picture.parent / "hard.png"):
        for option in ("-o", "--sheet"):
            said = shell("degrade", picture, "--recipe", "fax", option, output)
            assert said.code == Exit.USAGE and "never written over" in said.err
    assert picture.read_bytes() == before


def test_a_ladder_does_not_write_over_the_picture_it_is_made_of(shell: Shell, tmp_path: Path) -> None:
    rung = tmp_path / "fax-3.png"
    draw_receipt(rung)
    before = rung.read_bytes()
    said = shell("degrade", rung, "--recipe", "fax", "--ladder", "-o", tmp_path)
    assert said.code == Exit.USAGE and "never written over" in said.err
    assert rung.read_bytes() == before and not (tmp_path / "fax-1.png").exists(), "nothing was begun"


@pytest.mark.parametrize(
    ("output", "code", "words"),
    [
        (".", Exit.USAGE, "this is a folder"),
        ("out.jpg", Exit.USAGE, "name it out.png"),
        ("out", Exit.USAGE, "name it out.png"),
        ("nowhere/out.png", Exit.OUTSIDE, "there is no folder"),
        ("/proc/out.png", Exit.OUTSIDE, "/proc/out.png"),
    ],
)
def test_an_output_that_cannot_be_is_named(shell: Shell, picture: Path, output: str, code: Exit, words: str) -> None:
    for option in ("-o", "--sheet"):
        said = shell("degrade", picture, "--recipe", "jpeg", option, picture.parent / output)
        assert said.code == code and words in said.err


def test_a_ladder_is_not_written_into_a_file_nor_of_a_recipe_without_severities(
    shell: Shell, picture: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("mine")
    said = shell("degrade", picture, "--recipe", "fax", "--ladder", "-o", tmp_path / "file")
    assert said.code == Exit.USAGE and "this is a file" in said.err and (tmp_path / "file").read_text() == "mine"
    (tmp_path / "flat.json").write_text('{"severity": 0, "steps": [{"op": "skew", "severity": 2}]}')
    said = shell("degrade", picture, "--recipe", tmp_path / "flat.json", "--ladder", "-o", tmp_path / "rungs")
    assert said.code == Exit.USAGE and "severity 0" in said.err and not (tmp_path / "rungs").exists()


@pytest.mark.parametrize(
    ("image", "words"),
    [("ghost.png", "no such file"), (".", "folder"), ("empty.png", "empty.png"), ("text.png", "text.png")],
)
def test_what_is_no_picture_is_named(shell: Shell, tmp_path: Path, image: str, words: str) -> None:
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "text.png").write_text("hello")
    said = shell("degrade", tmp_path / image, "--recipe", "fax", "-o", tmp_path / "out.png")
    assert said.code == Exit.USAGE and words in said.err and not (tmp_path / "out.png").exists()


def test_an_older_output_is_replaced_whole_and_nothing_is_left_beside_it(shell: Shell, picture: Path) -> None:
    out = picture.parent / "out.png"
    out.write_bytes(b"older")
    said = shell("degrade", picture, "--recipe", "fax:2", "-o", out)
    assert said.code == Exit.DONE and out.read_bytes().startswith(b"\x89PNG")
    assert not list(picture.parent.glob(".*.new"))


@pytest.mark.parametrize(
    "options", [("--sheet", "sheet.png"), ("--recipe", "crumpled-pocket", "--ladder", "-o", "rungs")]
)
def test_ctrl_c_ends_quietly_and_leaves_only_whole_files(tmp_path: Path, options: tuple[str, ...]) -> None:
    draw_receipt(tmp_path / "large.png", tuple((f"Item {n}", f"{n}.50") for n in range(60)))
    command = [sys.executable, "-m", "fidelity_app.cli.main", "degrade", str(tmp_path / "large.png"), *options]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={"PYTHONPATH": str(Path(__file__).resolve().parents[2]), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    deadline = time.monotonic() + 20
    loaded = Path(f"/proc/{process.pid}/maps")
    # Once OpenCV is in the process, the work is under way.
    while "cv2" not in loaded.read_text(encoding="utf-8", errors="replace") and time.monotonic() < deadline:
        pass
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == Exit.INTERRUPTED and err.endswith("interrupted; what was finished is kept\n")
    assert "Traceback" not in err
    for path in tmp_path.rglob("*.png"):
        assert path.read_bytes().endswith(b"IEND\xaeB`\x82")
    assert not list(tmp_path.rglob(".*.new"))
