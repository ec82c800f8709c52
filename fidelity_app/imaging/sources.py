"""Reading a file's bytes once, or saying in words why that is impossible."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from fidelity_app.core.canonical import sha256_hex
from fidelity_app.core.errors import ExternalError, UserError

MAX_FILE_BYTES = 1 << 30

_KINDS = (
    (stat.S_ISDIR, "a folder, not an image; import the folder, or choose a file in it"),
    (stat.S_ISFIFO, "a named pipe (FIFO), not a file; save its content to a file first"),
    (stat.S_ISSOCK, "a socket, not a file"),
    (stat.S_ISCHR, "a character device, not a file"),
    (stat.S_ISBLK, "a block device, not a file"),
)

_CAUSES = {
    errno.ENOENT: "there is no such file",
    errno.ELOOP: "a loop of symbolic links that leads to no file",
    errno.EACCES: "may not be read; check its permissions",
    errno.EPERM: "may not be read; check its permissions",
    errno.ENOTDIR: "a part of this path is a file, not a folder",
    errno.ENAMETOOLONG: "the path is too long for this file system",
}


def file_sha(data: bytes) -> str:
    """Return the lower-case hex sha256 of a file's bytes."""
    return sha256_hex(data)


def read_source(path: Path) -> bytes:
    """Read a regular file without altering it.

    Raises UserError with the true cause (folder, FIFO, link loop, nothing there, empty, too big),
    ExternalError when the disk fails.
    """
    try:
        status = path.stat()
        _refuse_special(path, status)
        # O_NONBLOCK: had the name become a FIFO since stat, open() would otherwise wait for ever.
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(path, flags), "rb") as file:
            data = file.read()
    except OSError as error:
        cause = _CAUSES.get(error.errno or 0)
        if cause is None:
            raise ExternalError(f"{path}: reading failed: {error.strerror or error}") from error
        raise UserError(f"{path}: {cause}") from error
    except ValueError as error:  # a NUL in the path
        raise UserError(f"{str(path)!r}: not a path: {error}") from error
    if not data:
        raise UserError(f"{path}: the file is empty (0 bytes); copy or download it again")
    return data


def _refuse_special(path: Path, status: os.stat_result) -> None:
    for is_kind, words in _KINDS:
        if is_kind(status.st_mode):
            raise UserError(f"{path}: {words}")
    if status.st_size > MAX_FILE_BYTES:
        raise UserError(f"{path}: {status.st_size:,} bytes; files over {MAX_FILE_BYTES:,} bytes are not read")
