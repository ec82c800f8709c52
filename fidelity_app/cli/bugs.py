"""Our own bugs: the traceback goes to a file, the person gets a sentence and the file's name."""

from __future__ import annotations

import os
import tempfile
import traceback
from pathlib import Path


def report_bug(error: BaseException) -> str:
    """Write the traceback to a file and return the sentence that names it."""
    handle, name = tempfile.mkstemp(prefix="fidelity-bug-", suffix=".log")
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write("".join(traceback.format_exception(error)))
    return f"this is our bug ({type(error).__name__}), not your mistake; the details are in {Path(name)}"
