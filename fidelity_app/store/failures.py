"""What SQLite and the file system say, turned into errors that name the file and the way out."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fidelity_app.core.errors import ExternalError, FidelityError, UserError

_SQLITE = (
    ("locked", "another program is writing to this workspace; wait for it or close it, then try again", True),
    ("busy", "another program is writing to this workspace; wait for it or close it, then try again", True),
    ("full", "the disk is full; free some space, then try again. Nothing was written", True),
    ("readonly", "the file may only be read; check its permissions or copy the workspace elsewhere", False),
    ("unable to open", "the file cannot be opened; check that the folder is there and its permissions", False),
    ("disk I/O", "the disk reported an error (it may be full or gone); nothing was written", True),
)

_FILES = {
    errno.ENOSPC: ("the disk is full; free some space, then try again", True),
    errno.EDQUOT: ("your quota on this disk is used up; free some space, then try again", True),
    errno.EFBIG: ("the disk refuses a file of this size (a quota?); free some space, then try again", True),
    errno.EROFS: ("the disk may only be read; choose another folder", False),
    errno.EACCES: ("no permission; check the folder's rights or choose another", False),
    errno.EPERM: ("no permission; check the folder's rights or choose another", False),
}


def explain_sqlite(error: sqlite3.Error, path: Path) -> FidelityError:
    """Return the error a person can act on; a programming error (bad SQL) is raised as it is."""
    text = str(error)
    for word, advice, retryable in _SQLITE:
        if word in text:
            return ExternalError(f"{path}: {advice} (SQLite: {text})", retryable=retryable)
    if "not a database" in text:
        return UserError(f"{path}: this is not a Fidelity workspace (the file is not an SQLite database)")
    if "malformed" in text:
        return ExternalError(f"{path}: the database is damaged; restore one of the copies in {path.parent / 'backups'}")
    raise error


def explain_os(error: OSError, path: Path) -> ExternalError:
    """Return the error a person can act on for a failed file operation."""
    advice, retryable = _FILES.get(error.errno or 0, (error.strerror or str(error), False))
    return ExternalError(f"{path}: {advice}", retryable=retryable)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's and the file system's errors inside the block into errors that name `path`."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        raise explain_sqlite(error, path) from error
    except OSError as error:
        raise explain_os(error, path) from error
