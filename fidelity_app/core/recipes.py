"""Recipes: ordered degradations with parameters, identified by the sha256 of their canonical JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from fidelity_app.core.canonical import Json, key_of
from fidelity_app.core.errors import UserError

SCHEMA = 1
SEVERITIES = (0, 1, 2, 3, 4, 5)
UNPINNED = 0
_MOST = 1e300
_OF_RECIPE = ("schema", "name", "title", "severity", "steps")
_OF_STEP = ("op", "severity", "parameters", "version")


@dataclass(frozen=True, slots=True)
class Step:
    """One degradation at a severity 0..5; `parameters` override what the severity's table says.

    `version` is the operation's, raised with any change of its pixels; `UNPINNED` is whatever version carries it out,
    as in a recipe typed by hand, and is pinned before anything is kept under the recipe's key.
    """

    op: str
    severity: float
    parameters: Mapping[str, float] = field(default_factory=dict)
    version: int = UNPINNED

    def as_json(self) -> dict[str, Json]:
        return {
            "op": self.op,
            "severity": self.severity,
            "parameters": dict(self.parameters),
            "version": self.version,
        }


@dataclass(frozen=True, slots=True)
class Recipe:
    """Ordered steps under a name. The name is for people; the key covers only what changes pixels."""

    name: str
    steps: tuple[Step, ...] = ()
    title: str = ""
    severity: float = 3.0

    @property
    def key(self) -> str:
        """Return the sha256 of what decides the pixels: the schema and the steps, not the name."""
        return key_of({"schema": SCHEMA, "steps": [step.as_json() for step in self.steps]})

    @property
    def is_identity(self) -> bool:
        """Say whether the recipe changes nothing (no steps, or all at severity 0 without overrides)."""
        return all(step.severity == 0 and not step.parameters for step in self.steps)

    @property
    def is_pinned(self) -> bool:
        """Say whether every step names the version of its operation."""
        return all(step.version != UNPINNED for step in self.steps)

    @property
    def label(self) -> str:
        """Return `name:severity`, as the command line and the tables write it."""
        return f"{self.name}:{self.severity:g}" if self.steps else self.name

    def at(self, severity: float) -> Recipe:
        """Return the ladder's rung: every step scaled in proportion, this recipe's own severity being its base."""
        if not self.steps or self.severity == 0:
            return replace(self, severity=severity)
        scale = severity / self.severity
        steps = tuple(replace(step, severity=min(5.0, step.severity * scale)) for step in self.steps)
        return replace(self, steps=steps, severity=severity)

    def as_json(self) -> dict[str, Json]:
        return {
            "schema": SCHEMA,
            "name": self.name,
            "title": self.title,
            "severity": self.severity,
            "steps": [step.as_json() for step in self.steps],
        }


CLEAN = Recipe(name="clean", title="As loaded, nothing done to it", severity=0.0)


def recipe_from_json(text: str, *, source: str = "recipe") -> Recipe:
    """Read a recipe file. Raises UserError naming the source and what is wrong with it."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise UserError(f"{source}: not JSON at line {error.lineno}, column {error.colno}: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise UserError(f"{source}: nested too deep, or a number of thousands of digits is in it") from error
    if not isinstance(data, dict) or not isinstance(data.get("steps"), list):
        raise UserError(f'{source}: a recipe is an object with a list "steps"')
    if data.get("schema", SCHEMA) != SCHEMA:
        raise UserError(f"{source}: recipe schema {data['schema']} is not known here (known: {SCHEMA})")
    _check_names(data, _OF_RECIPE, source)
    steps = tuple(_step_from_json(item, number, source) for number, item in enumerate(data["steps"], 1))
    return Recipe(
        name=_text(data.get("name"), f"{source}: name") or source,
        title=_text(data.get("title"), f"{source}: title"),
        severity=_severity(data.get("severity", 3.0), source),
        steps=steps,
    )


def _step_from_json(item: object, number: int, source: str) -> Step:
    where = f"{source}: step {number}"
    if not isinstance(item, dict) or not isinstance(item.get("op"), str):
        raise UserError(f'{where}: a step is an object with "op" and "severity"')
    _check_names(item, _OF_STEP, where)
    parameters = item.get("parameters", {})
    if not isinstance(parameters, dict):
        raise UserError(f'{where}: "parameters" is an object of numbers')
    return Step(
        op=item["op"],
        severity=_severity(item.get("severity", 3.0), where),
        parameters={str(name): _number(value, f"{where}: {name}") for name, value in parameters.items()},
        version=_version(item.get("version", UNPINNED), where),
    )


def _check_names(item: Mapping[str, object], known: tuple[str, ...], where: str) -> None:
    """Refuse what is not understood: a severity that is spelt wrong would be another one in silence."""
    for name in item:
        if name not in known:
            raise UserError(f"{where}: {name!r} means nothing here; known: {', '.join(known)}")


def _text(value: object, where: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise UserError(f"{where}: {value!r} is not a text")
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise UserError(f"{where}: half a character (a lone surrogate) is in it")
    return value


def _version(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < UNPINNED:
        raise UserError(f"{where}: version {value!r} is not a whole number from {UNPINNED}")
    return value


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= _MOST:
        raise UserError(f"{where}: {value!r:.40} is not a finite number")
    return float(value)


def _severity(value: object, where: str) -> float:
    severity = _number(value, f"{where}: severity")
    if not 0 <= severity <= 5:
        raise UserError(f"{where}: severity {severity:g} is outside 0..5")
    return severity
