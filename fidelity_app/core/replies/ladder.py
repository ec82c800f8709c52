"""The extraction ladder: where in a model's text its JSON stands, rung by rung (WIRE rule 4)."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from fidelity_app.core.asks import Outcome

AS_IS = "as it is"
TRIMMED = "without BOM and white space"
FENCED = "one fenced block"
AFTER_THINK = "after </think>"
NONE = ""

_FENCE = re.compile(r"```[ \t]*[\w+-]*[ \t]*\r?\n(.*?)```", re.DOTALL)
_THINK_END = "</think>"
_BOM = "\ufeff"
_DECODER_MESSAGE_SHOWN = 120


@dataclass(frozen=True, slots=True)
class Found:
    """JSON found on a rung. `value` is what json gives: numbers are strings, exactly as the model wrote them."""

    value: object
    rung: str


@dataclass(frozen=True, slots=True)
class NotFound:
    """No JSON that may be trusted, and why. `rest` is the text without reasoning, for modes that accept plain text."""

    outcome: Outcome
    reason: str
    rest: str
    rung: str = NONE


class DuplicateKey(ValueError):
    """The same key twice in one object: which value is meant cannot be known."""


def loads(text: str) -> object:
    """Read JSON keeping every number as it is written.

    Raises DuplicateKey, json.JSONDecodeError, or RecursionError for absurd nesting.
    """
    return json.loads(text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=_without_duplicates)


def climb(text: str) -> Found | NotFound:
    """Try the rungs in order and return the first JSON found; digits are never repaired on the way."""
    if not text.strip(_BOM + " \t\r\n"):
        return NotFound(Outcome.EMPTY, "the reply is empty", "")
    whole = _try(text, AS_IS, TRIMMED)
    if isinstance(whole, Found):
        return whole
    rest, think = _after_thinking(text)
    if think and isinstance(after := _try(rest, AFTER_THINK, AFTER_THINK), Found):
        return after
    blocks = _FENCE.findall(rest)
    if len(blocks) > 1:
        return NotFound(Outcome.INVALID_JSON, f"{len(blocks)} fenced blocks, one was expected", rest)
    if blocks:
        rung = f"{AFTER_THINK}, {FENCED}" if think else FENCED
        return _with_rest(_try(blocks[0], rung, rung), blocks[0].strip())
    failed = _try(rest, AFTER_THINK, AFTER_THINK) if think else whole
    return _with_rest(failed, rest.strip(_BOM + " \t\r\n"))


def _with_rest(found: Found | NotFound, rest: str) -> Found | NotFound:
    return found if isinstance(found, Found) else NotFound(found.outcome, found.reason, rest)


def _after_thinking(text: str) -> tuple[str, bool]:
    """Return what follows the last </think>; reasoning that never ends leaves no answer at all."""
    if _THINK_END in text:
        return text.rpartition(_THINK_END)[2], True
    if text.lstrip(_BOM + " \t\r\n").startswith("<think>"):
        return "", True
    return text, False


def _try(text: str, rung: str, trimmed_rung: str) -> Found | NotFound:
    trimmed = text.strip(_BOM + " \t\r\n")
    try:
        return Found(loads(trimmed), rung if trimmed == text else trimmed_rung)
    except DuplicateKey as error:
        return NotFound(Outcome.INVALID_JSON, str(error), trimmed)
    except RecursionError:
        return NotFound(Outcome.INVALID_JSON, "nested too deeply", trimmed)
    except json.JSONDecodeError as error:
        return NotFound(Outcome.INVALID_JSON, _decode_reason(trimmed, error), trimmed)


def _decode_reason(text: str, error: json.JSONDecodeError) -> str:
    if not text:
        return "nothing follows the reasoning"
    if error.msg == "Extra data":
        after = text[error.pos :].lstrip()
        return "two JSON values in one reply" if after[:1] in ("{", "[") else "text follows the JSON"
    if text[0] not in "{[":
        return "the reply is not JSON"
    return f"not JSON at character {error.pos}: {error.msg}"[:_DECODER_MESSAGE_SHOWN]


def _without_duplicates(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise DuplicateKey(f"the key {key!r} occurs twice")
        found[key] = value
    return found
