"""Canonical JSON and hashes: the identity of recipes, prompts, trials and pixels."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]


def _rounded(value: Json) -> Json:
    """Round floats to 1e-6 (IMAGING section 3) so that a slider's noise is no other recipe."""
    if isinstance(value, float):
        rounded = round(value, 6)
        return int(rounded) if rounded.is_integer() else rounded
    if isinstance(value, Mapping):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(item) for item in value]
    return value


def canonical_json(value: Json) -> str:
    """Serialise with sorted keys, no white space, no NaN, floats rounded to 1e-6.

    Raises ValueError for NaN or infinity, TypeError for anything that is not JSON.
    """
    return json.dumps(_rounded(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def sha256_hex(data: bytes | str) -> str:
    """Return the lower-case hex sha256 of bytes, or of the UTF-8 form of a text."""
    return hashlib.sha256(data.encode("utf-8") if isinstance(data, str) else data).hexdigest()


def key_of(value: Json) -> str:
    """Return the sha256 of the canonical JSON of a value."""
    return sha256_hex(canonical_json(value))
