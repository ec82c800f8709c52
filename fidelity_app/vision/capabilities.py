"""What an endpoint turned out not to accept: one parameter, adjusted once, on the record (WIRE rule 7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fidelity_app.core.canonical import Json
from fidelity_app.vision.errorbody import ErrorBody

Body = dict[str, Json]
_REFUSED = re.compile(
    r"unsupported|not support|unknown|unrecogni[sz]ed|invalid|unexpected|not permitted|not allowed|extra|deprecated"
    r"|must be|only the default|unavailable|does not|not available|cannot|instead|not a valid|bad_request"
)
_NEVER_DROPPED = {"model", "messages", "input", "max_tokens", "max_completion_tokens", "max_output_tokens"}
_DROP = "without "


@dataclass(frozen=True, slots=True)
class Adjustment:
    """One known incompatibility: the words that name it in an error, where it applies, and what is sent instead."""

    name: str
    named_by: re.Pattern[str]
    applies: Callable[[Mapping[str, Json]], bool]
    apply: Callable[[Body], Body]


def _renamed(old: str, new: str) -> Callable[[Body], Body]:
    return lambda body: {(new if name == old else name): value for name, value in body.items()}


def _without(*names: str) -> Callable[[Body], Body]:
    return lambda body: {name: value for name, value in body.items() if name not in names}


def _has(name: str) -> Callable[[Mapping[str, Json]], bool]:
    return lambda body: name in body


def _without_detail(body: Body) -> Body:
    return {name: _pruned(value, "detail") if name in ("messages", "input") else value for name, value in body.items()}


def _pruned(value: Json, name: str) -> Json:
    if isinstance(value, Mapping):
        return {key: _pruned(item, name) for key, item in value.items() if key != name}
    if isinstance(value, (list, tuple)):
        return [_pruned(item, name) for item in value]
    return value


def _has_detail(body: Mapping[str, Json]) -> bool:
    messages = body.get("messages", body.get("input"))
    return _pruned(messages, "detail") != messages


ADJUSTMENTS: tuple[Adjustment, ...] = (
    Adjustment(
        "max_completion_tokens instead of max_tokens",
        re.compile(r"(?<!completion_)(?<!output_)\bmax_tokens\b"),
        _has("max_tokens"),
        _renamed("max_tokens", "max_completion_tokens"),
    ),
    Adjustment(
        "max_tokens instead of max_completion_tokens",
        re.compile(r"\bmax_completion_tokens\b"),
        _has("max_completion_tokens"),
        _renamed("max_completion_tokens", "max_tokens"),
    ),
    Adjustment("without temperature", re.compile(r"\btemperature\b"), _has("temperature"), _without("temperature")),
    Adjustment(
        "prompt only, without response_format",
        re.compile(r"response_format|json_schema|json_object|\$schema|additionalproperties|structured output|grammar"),
        _has("response_format"),
        _without("response_format"),
    ),
    Adjustment(
        "prompt only, without text format",
        re.compile(r"text\.format|json_schema|json_object|\$schema|additionalproperties|structured output"),
        _has("text"),
        _without("text"),
    ),
    Adjustment("without image detail", re.compile(r"\bdetail\b"), _has_detail, _without_detail),
)
_BY_NAME = {adjustment.name: adjustment for adjustment in ADJUSTMENTS}
STATUSES = (400, 422)


def adjusted(body: Body, adjustments: frozenset[str]) -> Body:
    """Apply adjustments to a request body, in the table's order, then the dropped parameters by name."""
    for adjustment in ADJUSTMENTS:
        if adjustment.name in adjustments and adjustment.applies(body):
            body = adjustment.apply(body)
    dropped = [name.removeprefix(_DROP) for name in sorted(adjustments) if name not in _BY_NAME]
    return _without(*dropped)(body) if dropped else body


def adjustment_for(error: ErrorBody | None, body: Mapping[str, Json], made: frozenset[str]) -> str | None:
    """Return the one adjustment that an error asks for, or None when it names no parameter that we may change.

    `body` is the request that was refused, `made` the adjustments that were already in it.
    """
    if error is None or error.filtered or not _REFUSED.search(error.words):
        return None
    for adjustment in ADJUSTMENTS:
        if adjustment.name not in made and adjustment.applies(body) and _names(adjustment, error, made):
            return adjustment.name
    name = error.param.split(".")[0]
    droppable = name in body and name not in _NEVER_DROPPED and f"{_DROP}{name}" not in made
    return f"{_DROP}{name}" if droppable else None


def _names(adjustment: Adjustment, error: ErrorBody, made: frozenset[str]) -> bool:
    """Say whether an error names this parameter: by `param` where it has one, else by its message.

    Renaming back what was just renamed would go round in circles.
    """
    opposite = " instead of ".join(reversed(adjustment.name.split(" instead of ")))
    if opposite != adjustment.name and opposite in made:
        return False
    param = error.param.lower()
    return bool(adjustment.named_by.search(param if param in _TELLING else error.words))


_TELLING = {"max_tokens", "max_completion_tokens", "temperature", "response_format"}
