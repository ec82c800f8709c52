"""Is a recipe one that this version can carry out, exactly as it is written?"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import replace

from fidelity_app.core.errors import UserError
from fidelity_app.core.recipes import UNPINNED, Recipe, Step
from fidelity_app.imaging.degradations import DEGRADATIONS, Degradation


def check_recipe(recipe: Recipe) -> None:
    """Raise UserError for an unknown operation, parameter or version, or a number out of bounds."""
    for number, step in enumerate(recipe.steps, 1):
        _check_step(step, f"recipe {recipe.name!r}, step {number}")


def pinned(recipe: Recipe) -> Recipe:
    """Return the recipe with this version's operations where it names none. Raises UserError as `check_recipe`."""
    check_recipe(recipe)
    if recipe.is_pinned:
        return recipe
    steps = tuple(replace(step, version=step.version or DEGRADATIONS[step.op].version) for step in recipe.steps)
    return replace(recipe, steps=steps)


def _check_step(step: Step, where: str) -> None:
    operation = DEGRADATIONS.get(step.op)
    if operation is None:
        raise UserError(f"{where}: there is no degradation {step.op!r}{_did_you_mean(step.op, DEGRADATIONS)}")
    if step.version not in (UNPINNED, operation.version):
        raise UserError(
            f"{where}: {step.op} version {step.version} is not the one here (version {operation.version}), "
            "its pixels would differ; make the recipe anew"
        )
    if not 0 <= step.severity <= 5:
        raise UserError(f"{where}: severity {step.severity:g} is outside 0..5")
    for name, value in step.parameters.items():
        _check_value(operation, name, value, f"{where} ({step.op})")


def _check_value(operation: Degradation, name: str, value: float, where: str) -> None:
    parameter = operation.parameter(name)
    if parameter is None:
        known = [p.name for p in operation.parameters]
        hint = _did_you_mean(name, known)
        raise UserError(f"{where}: there is no parameter {name!r}{hint}; known: {', '.join(known)}")
    if not parameter.minimum <= value <= parameter.maximum:
        unit = f" {parameter.unit}" if parameter.unit else ""
        raise UserError(f"{where}: {name} = {value:g} is outside {parameter.minimum:g}..{parameter.maximum:g}{unit}")


def _did_you_mean(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
