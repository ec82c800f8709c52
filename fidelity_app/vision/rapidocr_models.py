"""Which RapidOCR model files are used: those inside its wheel, or files named in a model's parameters."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from fidelity_app.core.canonical import Json, sha256_hex
from fidelity_app.core.errors import UserError

MODEL_ID = "PP-OCRv6"
_EMBEDDED = {
    "det_model": "PP-OCRv6_det_small.onnx",
    "rec_model": "PP-OCRv6_rec_small.onnx",
    "cls_model": "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
}


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """Paths of detector, recogniser and direction classifier, and of the recogniser's dictionary if it has its own."""

    det_model: Path
    rec_model: Path
    cls_model: Path
    rec_keys: Path | None = None

    def version(self) -> str:
        """Return the library's version and the files' short hashes: all that can change an answer."""
        files = [self.det_model, self.rec_model, self.cls_model] + ([self.rec_keys] if self.rec_keys else [])
        return f"rapidocr {_library_version()} " + " ".join(_short_sha(path, path.stat().st_mtime_ns) for path in files)


def model_files(parameters: Mapping[str, Json]) -> ModelFiles:
    """Find the model files, without any download.

    Raises UserError when the package or one of the files is missing.
    """
    folder = _wheel_folder()
    paths = {name: _named(parameters.get(name), name) or folder / file for name, file in _EMBEDDED.items()}
    keys = _named(parameters.get("rec_keys"), "rec_keys")
    for name, path in paths.items():
        if not path.is_file():
            raise UserError(f"RapidOCR's {name} is not at {path}: install the package again: pip install rapidocr")
    return ModelFiles(rec_keys=keys, **paths)


def _named(value: Json, name: str) -> Path | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str) or not Path(value).is_file():
        raise UserError(f"parameter {name}: there is no file {value!r}; give the path of an .onnx or dictionary file")
    return Path(value)


def _wheel_folder() -> Path:
    spec = importlib.util.find_spec("rapidocr")
    if spec is None or spec.origin is None:
        raise UserError("RapidOCR is not installed: pip install rapidocr onnxruntime")
    return Path(spec.origin).parent / "models"


def _library_version() -> str:
    try:
        return version("rapidocr")
    except PackageNotFoundError:
        return "unknown"


@lru_cache(maxsize=16)
def _short_sha(path: Path, _modified_ns: int) -> str:
    return f"{path.stem}:{sha256_hex(path.read_bytes())[:12]}"
