"""Pictures as files named by the sha256 of their bytes: written once, never altered, verified when read."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from fidelity_app.core.canonical import sha256_hex
from fidelity_app.core.errors import ExternalError
from fidelity_app.store.failures import explain_os

_SHA = re.compile(r"[0-9a-f]{64}")


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
            if not self._is_whole(target, len(data)):
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

    @staticmethod
    def _is_whole(path: Path, size: int) -> bool:
        return path.is_file() and path.stat().st_size == size

    @staticmethod
    def _write(target: Path, data: bytes) -> None:
        """Write beside, sync, rename, sync the folder: after a crash there is the whole file or none."""
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".new-", dir=target.parent)
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


def _sync_folder(folder: Path) -> None:
    """Make a rename last; Windows has no such thing and needs none."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
