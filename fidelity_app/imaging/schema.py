"""The JSON schema of a recipe, made from the table of degradations: sliders, docs and editors read it."""

from __future__ import annotations

from fidelity_app.core.canonical import Json
from fidelity_app.core.recipes import SCHEMA
from fidelity_app.imaging.degradations import DEGRADATIONS, Degradation, Parameter


def recipe_schema() -> dict[str, Json]:
    """Return the JSON schema (draft 2020-12) of a recipe file with every degradation this version knows."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Recipe",
        "description": "Ordered degradations. They are carried out in physical order: ink, paper, geometry, light, "
        "optics, sensor, codec.",
        "type": "object",
        "required": ["steps"],
        "properties": {
            "schema": {"const": SCHEMA},
            "name": {"type": "string"},
            "title": {"type": "string"},
            "severity": {"type": "number", "minimum": 0, "maximum": 5},
            "steps": {"type": "array", "items": {"oneOf": [step_schema(d) for d in DEGRADATIONS.values()]}},
        },
    }


def step_schema(operation: Degradation) -> dict[str, Json]:
    """Return the JSON schema of one step of this degradation."""
    return {
        "title": operation.title,
        "description": operation.description,
        "type": "object",
        "required": ["op", "severity"],
        "additionalProperties": False,
        "properties": {
            "op": {"const": operation.name},
            "version": {"const": operation.version},
            "severity": {"type": "number", "minimum": 0, "maximum": 5},
            "parameters": {
                "type": "object",
                "additionalProperties": False,
                "properties": {parameter.name: _parameter_schema(parameter) for parameter in operation.parameters},
            },
        },
        "x-stage": operation.stage.title,
    }


def _parameter_schema(parameter: Parameter) -> dict[str, Json]:
    return {
        "title": parameter.title,
        "description": parameter.description,
        "type": "number",
        "minimum": parameter.minimum,
        "maximum": parameter.maximum,
        "default": parameter.table[3],
        "x-unit": parameter.unit,
        "x-step": parameter.step,
        "x-by-severity": list(parameter.table),
        "x-scales-with-dpi": parameter.length,
    }
