"""Files that are either the old one or the complete new one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from fidelity_app.core.errors import ExternalError


@contextmanager
def replaced(path: Path, *, encoding: str = "utf-8-sig") -> Iterator[TextIO]:
    """Yield a text stream beside `path` that takes its place when the block ends well.

    Raises ExternalError naming the path when the folder is missing, read-only or full; the old file is then untouched.
    """
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
        temporary = Path(name)
        with os.fdopen(handle, "w", encoding=encoding, newline="") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
        temporary = None
    except OSError as error:
        raise ExternalError(
            f"{path} could not be written: {error.strerror or error}. Choose another place or free some space; "
            "what was there before is untouched."
        ) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
