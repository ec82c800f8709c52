"""Where the real receipts and the notation cases are, when this machine has them.

They are not part of the project. `FIDELITY_DATA` and `FIDELITY_CASES` name the folders; without them, a folder
`shared` beside the checkout is looked for. Tests parametrise over what is there.
"""

from __future__ import annotations

import os
from pathlib import Path

_BESIDE = Path(__file__).resolve().parents[2].parent / "shared"


def _folder(variable: str, name: str) -> Path | None:
    path = Path(os.environ.get(variable) or _BESIDE / name)
    return path if path.is_dir() else None


SHARED_DATA: Path | None = _folder("FIDELITY_DATA", "data")
SHARED_CASES: Path | None = _folder("FIDELITY_CASES", "cases")
