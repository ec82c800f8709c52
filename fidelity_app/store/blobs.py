"""Pictures as files named by the sha256 of their bytes: written once, never altered, verified when read."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fidelity_app.core.canonical import sha256_hex
from fidelity_app.core.errors import ExternalError
from fidelity_app.store.failures import explain_os

_SHA = re.compile(r"[0-9a-f]{64}")
_NEW = ".new-"
_FRESH_S = 3600.0


@dataclass(frozen=True, slots=True)
class BlobFile:
    """A file of the store: its sha256, empty for what a writer has not finished; `age_s` since it was last put."""

    path: Path
    sha: str
    size: int
    age_s: float


class BlobStore:
    """The folder `images/ab/cdef...` of a workspace; safe between threads and processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, sha: str) -> Path:
        """Return where a blob lies. Raises ValueError for what is no sha256, so that no text becomes a path."""
        if not _SHA.fullmatch(sha):
            raise ValueError(f"{sha!r} is not a sha256")
        return self.folder / sha[:2] / sha[2:]

    def put(self, data: bytes) -> str:
        """Store bytes and return their sha256; a blob that is there already is not written again.

        Raises ExternalError when the disk refuses; then no file with that name exists.
        """
        sha = sha256_hex(data)
        target = self.path(sha)
        try:
            if self._is_whole(target, len(data)):
                _freshen(target)
            else:
                self._write(target, data)
        except OSError as error:
            raise explain_os(error, target) from error
        return sha

    def get(self, sha: str) -> bytes:
        """Return a blob's bytes. Raises ExternalError when it is missing or its bytes are not what its name says."""
        path = self.path(sha)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise ExternalError(
                f"{path}: this picture of the workspace is missing; restore it from a copy or import its source again"
            ) from None
        except OSError as error:
            raise explain_os(error, path) from error
        if sha256_hex(data) != sha:
            raise ExternalError(f"{path}: this picture was altered (its bytes are not what its name says); restore it")
        return data

    def __contains__(self, sha: str) -> bool:
        return self.path(sha).is_file()

    def files(self) -> Iterator[BlobFile]:
        """Yield every file of ours. Raises ExternalError when the folder cannot be read."""
        now_s = time.time()
        try:
            for folder in sorted(self.folder.iterdir()):
                if folder.is_dir():
                    yield from _files_of(folder, now_s)
        except OSError as error:
            raise explain_os(error, self.folder) from error

    def remove(self, sha: str) -> int:
        """Delete a blob and return its size, 0 when it is not there. Raises ExternalError when the disk refuses."""
        return remove_file(self.path(sha))

    @staticmethod
    def _is_whole(path: Path, size: int) -> bool:
        return path.is_file() and path.stat().st_size == size

    @staticmethod
    def _write(target: Path, data: bytes) -> None:
        """Write beside, sync, rename, sync the folder: after a crash there is the whole file or none."""
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=_NEW, dir=target.parent)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(0o644)
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(target.parent)


def remove_file(path: Path) -> int:
    """Delete a file of the store and return its size, 0 when it is not there. Raises ExternalError if refused."""
    try:
        size = path.stat().st_size
        path.unlink()
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise explain_os(error, path) from error
    return size


def _files_of(folder: Path, now_s: float) -> Iterator[BlobFile]:
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                facts = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue  # removed, or renamed by its writer, while we were looking
            name = folder.name + entry.name
            sha = name if _SHA.fullmatch(name) else ""
            if sha or entry.name.startswith(_NEW):
                yield BlobFile(Path(entry.path), sha, facts.st_size, now_s - facts.st_mtime)


def _freshen(path: Path) -> None:
    """Say that a file is wanted now, so that it is not taken for one that nobody needs before its row is written."""
    if time.time() - path.stat().st_mtime > _FRESH_S:
        os.utime(path)


def _sync_folder(folder: Path) -> None:
    """Make a rename last; Windows has no such thing and needs none."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
