"""Reading a file's bytes once, or saying in words why that is impossible."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from fidelity_app.core.canonical import sha256_hex
from fidelity_app.core.errors import ExternalError, UserError
from fidelity_app.imaging.limits import BYTES_PER_PIXEL, MAX_PIXELS, TooLarge, how_to_raise, max_file_bytes

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

# Had the name become a FIFO since it was looked at, open() would wait for ever without O_NONBLOCK.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)


def file_sha(data: bytes) -> str:
    """Return the lower-case hex sha256 of a file's bytes."""
    return sha256_hex(data)


def printable(name: str) -> str:
    """Return a name that is safe in a sentence: line breaks, control characters and undecodable bytes are escaped."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in name)


def storable(name: str) -> str:
    """Return a name that a database holds: bytes of a file name that are no UTF-8 are escaped, all else stays."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def check_source(path: Path) -> None:
    """Raise UserError when a path is no folder and no regular file, with its true cause: FIFO, device, link loop..."""
    try:
        status = path.stat()
    except FileNotFoundError as error:
        if not path.is_symlink():
            raise UserError(f"{printable(str(path))}: there is no such file or folder") from error
        raise _cause(path, error) from error
    except (OSError, ValueError) as error:
        raise _cause(path, error) from error
    if not stat.S_ISDIR(status.st_mode):
        _refuse_special(printable(str(path)), status)


def read_source(path: Path, *, max_pixels: int = MAX_PIXELS) -> bytes:
    """Read a regular file without altering it.

    Raises UserError with the true cause (folder, FIFO, link loop, nothing there, empty, too big, being written),
    ExternalError when the disk fails.
    """
    shown, most = printable(str(path)), max_file_bytes(max_pixels)
    try:
        # Looked at before it is opened: opening a device can make it act.
        _refuse_special(shown, path.stat())
        with os.fdopen(os.open(path, _FLAGS), "rb") as file:
            before = os.fstat(file.fileno())
            _refuse_special(shown, before)
            _refuse_large(shown, before.st_size, most)
            data = file.read(before.st_size + 1)
            after = os.fstat(file.fileno())
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise _cause(path, error) from error
    if len(data) != before.st_size or (after.st_size, after.st_mtime_ns) != (before.st_size, before.st_mtime_ns):
        raise UserError(f"{shown}: changed while it was read; wait until it is written fully, then try again")
    if not data:
        raise UserError(f"{shown}: the file is empty (0 bytes); copy or download it again")
    return data


def _cause(path: Path, error: OSError | ValueError) -> UserError | ExternalError:
    shown = printable(str(path))
    if not isinstance(error, OSError):
        return UserError(f"{shown}: not a path: {error}")
    if error.errno == errno.ENOENT and path.is_symlink():
        return UserError(f"{shown}: a symbolic link to a file that is not there")
    cause = _CAUSES.get(error.errno or 0)
    if cause is None:
        return ExternalError(f"{shown}: reading failed: {error.strerror or error}")
    return UserError(f"{shown}: {cause}")


def _refuse_special(shown: str, status: os.stat_result) -> None:
    for is_kind, words in _KINDS:
        if is_kind(status.st_mode):
            raise UserError(f"{shown}: {words}")


def _refuse_large(shown: str, size: int, most: int) -> None:
    if size > most:
        way_out = how_to_raise(-(-size // BYTES_PER_PIXEL))
        raise TooLarge(f"{shown}: a file of {size:,} bytes is over the limit of {most:,}; {way_out}")
