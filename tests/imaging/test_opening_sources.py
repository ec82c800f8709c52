"""What is no file, what changes while it is read, and what is left of it: nothing."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from support.made_files import MADE

from fidelity_app.core.errors import UserError
from fidelity_app.imaging import sources
from fidelity_app.imaging.limits import TooLarge
from fidelity_app.imaging.opening import open_pages
from fidelity_app.imaging.sources import check_source, file_sha, printable, read_source, storable


def _said(path: Path) -> str:
    with pytest.raises(UserError) as caught:
        read_source(path)
    assert str(caught.value).startswith(f"{printable(str(path))}: ")
    return str(caught.value)


def test_a_fifo_is_named_and_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    assert "named pipe (FIFO)" in _said(tmp_path / "pipe.png")


def test_a_name_that_becomes_a_fifo_while_it_is_opened_does_not_hang(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "was-a-file.png"
    path.write_bytes(b"x")
    before = path.stat()
    path.unlink()
    os.mkfifo(path)
    monkeypatch.setattr(Path, "stat", lambda self: before)
    with pytest.raises(UserError, match="named pipe"):
        read_source(path)


def test_a_socket_a_device_and_a_folder_are_named(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket is short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("here.png")
        assert "a socket, not a file" in _said(Path("here.png"))
    assert "a character device" in _said(Path("/dev/zero"))
    assert "a folder, not an image" in _said(tmp_path)


def test_links_that_lead_nowhere_are_told_apart(tmp_path: Path) -> None:
    loop, one, other = tmp_path / "loop.png", tmp_path / "one.png", tmp_path / "other.png"
    loop.symlink_to(loop)
    one.symlink_to(other)
    other.symlink_to(one)
    dangling, good = tmp_path / "dangling.png", tmp_path / "good.png"
    dangling.symlink_to(tmp_path / "nothing")
    (tmp_path / "real.png").write_bytes(b"x")
    good.symlink_to(tmp_path / "real.png")
    assert "loop of symbolic links" in _said(loop)
    assert "loop of symbolic links" in _said(one)
    assert "a symbolic link to a file that is not there" in _said(dangling)
    assert read_source(good) == b"x"


def test_missing_empty_and_impossible_names_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    assert "empty (0 bytes)" in _said(tmp_path / "empty.jpg")
    assert "there is no such file" in _said(tmp_path / "nowhere.png")
    assert "not a folder" in _said(tmp_path / "empty.jpg" / "below.png")
    assert "too long" in _said(tmp_path / ("x" * 300))
    assert "not a path" in _said(tmp_path / "a\0b")


def test_a_file_without_permission_is_named() -> None:
    # In a process of its own: whoever runs the tests may be allowed everything.
    program = (
        "import os, sys; from pathlib import Path; sys.path.insert(0, sys.argv[2])\n"
        "from fidelity_app.imaging.sources import read_source\n"
        "from fidelity_app.core.errors import UserError\n"
        "if os.getuid() == 0: os.setuid(65534)\n"
        "try: read_source(Path(sys.argv[1]))\n"
        "except UserError as error: print(error)"
    )
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder) / "secret.png"
        path.write_bytes(b"x")
        path.chmod(0)
        command = [sys.executable, "-c", program, str(path), str(Path(__file__).resolve().parents[2])]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said == f"{path}: may not be read; check its permissions\n"


@pytest.mark.parametrize("change", ["grows", "shrinks", "is rewritten"])
def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path: Path, monkeypatch, change: str) -> None:
    path = tmp_path / "scan.tif"
    path.write_bytes(b"x" * 1000)
    fstat, looked = os.fstat, []

    def changing(descriptor: int) -> os.stat_result:
        status = fstat(descriptor)
        if not looked and status.st_size == 1000:  # looked at before reading: now another program writes
            looked.append(descriptor)
            path.write_bytes(b"y" * {"grows": 2000, "shrinks": 10, "is rewritten": 1000}[change])
            os.utime(path, ns=(0, 7))
        return status

    monkeypatch.setattr(sources.os, "fstat", changing)
    assert "changed while it was read" in _said(path)


def test_a_file_that_vanishes_after_it_was_found_is_named(tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    path.write_bytes(b"x")
    status = path.stat()
    path.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "stat", lambda self, **_: status)
        assert "there is no such file" in _said(path)


def test_a_file_over_the_limit_is_refused_unread_and_the_limit_can_be_raised(tmp_path: Path) -> None:
    path = tmp_path / "huge.tif"
    with path.open("wb") as file:
        file.truncate((1 << 30) + 1)  # a hole: no disk is used
    with pytest.raises(
        TooLarge, match=r"1,073,741,825 bytes is over the limit of 1,073,741,824; .*--max-megapixels 135"
    ):
        read_source(path)
    with path.open("wb") as file:
        file.truncate(10)
    assert read_source(path) == bytes(10)


@pytest.mark.parametrize(
    "name", ["äöü – 收据.jpg", "two\nlines.jpg", "tab\t\x1b[31mred.jpg", "\u202egpj.exe.jpg", " .jpg", "-rf.jpg"]
)
def test_any_name_opens_and_none_breaks_a_sentence(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(MADE["plain.png"].data())
    assert open_pages(path, name=path.name)[0].format == "PNG"
    path.write_bytes(b"no picture")
    with pytest.raises(UserError) as caught:
        open_pages(path, name=path.name)
    assert str(caught.value).isprintable()


def test_a_name_of_undecodable_bytes_opens_and_can_be_said_and_stored(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.png"))
    path.write_bytes(MADE["plain.png"].data())
    assert open_pages(path, name=path.name)[0].format == "PNG"
    assert printable(path.name) == storable(path.name) == "caf\\udce9.png"
    assert storable("رسید\u200cها.png") == "رسید\u200cها.png"


@pytest.mark.parametrize(
    "name", ["plain.jpg", "turned-6.jpeg", "cut.jpg", "pages.tif", "pages.pdf", "bomb-1-bit.png", "text.png"]
)
def test_bytes_and_dates_of_the_source_stay(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(MADE[name].data())
    os.utime(path, ns=(10**18, 10**18 + 7))
    path.chmod(0o400)
    before = (file_sha(path.read_bytes()), path.stat().st_mtime_ns, path.stat().st_mode)
    try:
        open_pages(path, name=name)
    except UserError:
        assert name in ("bomb-1-bit.png", "text.png")
    assert (file_sha(path.read_bytes()), path.stat().st_mtime_ns, path.stat().st_mode) == before
    assert [entry.name for entry in tmp_path.iterdir() if entry.name != ".home"] == [name]


def test_what_can_be_imported_is_let_through(tmp_path: Path) -> None:
    (tmp_path / "a.png").touch()
    check_source(tmp_path)
    check_source(tmp_path / "a.png")
    os.mkfifo(tmp_path / "pipe")
    for path, words in ((tmp_path / "pipe", "named pipe"), (tmp_path / "no", "no such file or folder")):
        with pytest.raises(UserError, match=words):
            check_source(path)


def test_threads_read_one_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"x" * 100_000)
    seen: list[int] = []
    threads = [threading.Thread(target=lambda: seen.append(len(read_source(path)))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [100_000] * 8
