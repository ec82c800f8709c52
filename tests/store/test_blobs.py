"""Pictures as files: whole or not there, never altered unnoticed."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from fidelity_app.core.canonical import sha256_hex
from fidelity_app.core.errors import ExternalError
from fidelity_app.store.blobs import BlobStore


def test_bytes_come_back_under_their_sha256(tmp_path: Path) -> None:
    blobs = BlobStore(tmp_path)
    sha = blobs.put(b"pixels")
    assert sha == sha256_hex(b"pixels")
    assert blobs.get(sha) == b"pixels"
    assert (tmp_path / sha[:2] / sha[2:]).read_bytes() == b"pixels"


def test_the_same_bytes_are_stored_once(tmp_path: Path) -> None:
    blobs = BlobStore(tmp_path)
    sha = blobs.put(b"pixels")
    stamp = blobs.path(sha).stat().st_mtime_ns
    blobs.put(b"pixels")
    assert blobs.path(sha).stat().st_mtime_ns == stamp
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1


def test_an_altered_file_is_noticed_when_it_is_read(tmp_path: Path) -> None:
    blobs = BlobStore(tmp_path)
    sha = blobs.put(b"pixels")
    blobs.path(sha).write_bytes(b"pixelz")
    with pytest.raises(ExternalError, match="altered"):
        blobs.get(sha)


def test_a_cut_file_is_written_again(tmp_path: Path) -> None:
    blobs = BlobStore(tmp_path)
    sha = blobs.put(b"pixels")
    blobs.path(sha).write_bytes(b"pix")
    blobs.put(b"pixels")
    assert blobs.get(sha) == b"pixels"


def test_a_missing_file_is_named_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(ExternalError, match="import its source again"):
        BlobStore(tmp_path).get("a" * 64)


@pytest.mark.parametrize("text", ["", "../../etc/passwd", "A" * 64, "a" * 63, "a" * 64 + "\n"])
def test_no_other_text_becomes_a_path(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match="not a sha256"):
        BlobStore(tmp_path).path(text)


def test_threads_may_store_the_same_bytes_at_once(tmp_path: Path) -> None:
    blobs = BlobStore(tmp_path)
    threads = [threading.Thread(target=blobs.put, args=(b"x" * 100_000,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1


def test_a_full_disk_leaves_no_half_file_and_names_the_path(tmp_path: Path) -> None:
    """A limit on file size makes the kernel refuse the write, as a full disk or a quota does."""
    code = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from fidelity_app.core.errors import ExternalError\n"
        "from fidelity_app.store.blobs import BlobStore\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))\n"
        "blobs = BlobStore(Path(sys.argv[1]))\n"
        "small = blobs.put(b'x' * 5_000)\n"
        "try:\n"
        "    blobs.put(b'x' * 50_000)\n"
        "except ExternalError as error:\n"
        "    print(error)\n"
        "assert blobs.get(small) == b'x' * 5_000\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=60, check=True
    )
    assert str(tmp_path) in result.stdout
    assert "free some space" in result.stdout
    assert [path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()] == [5_000]
