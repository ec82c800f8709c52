"""Which steps of a recipe may change places, and the words for those that may not.

The physical order (ink, paper, geometry, light, optics, sensor, codec) is the order of the world: nobody photographs a
receipt before it is printed. A recipe's own order counts among steps of the same kind only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fidelity_app.core.recipes import Step
from fidelity_app.services.catalogue import Operation

Operations = Mapping[str, Operation]


def carried_out(steps: Sequence[Step], operations: Operations) -> tuple[int, ...]:
    """Return the numbers of the steps in the order in which they are carried out."""
    return tuple(sorted(range(len(steps)), key=lambda number: operations[steps[number].op].order))


def companions(number: int, steps: Sequence[Step], operations: Operations) -> tuple[int, ...]:
    """Return the numbers of the steps that may change places with one, itself among them, in their order."""
    order = operations[steps[number].op].order
    return tuple(other for other, step in enumerate(steps) if operations[step.op].order == order)


def why_fixed(number: int, steps: Sequence[Step], operations: Operations) -> str:
    """Say why a step cannot go where it was wanted."""
    operation = operations[steps[number].op]
    stages = ", ".join(dict.fromkeys(one.stage for one in operations.values()))
    others = len(companions(number, steps, operations)) - 1
    room = (
        f"{operation.title} ({operation.stage}) changes places only with other steps of its kind"
        if others
        else f"{operation.title} is the only step of its kind ({operation.stage}), so its place is fixed"
    )
    parts = [f"{room}. Steps are carried out in physical order: {stages}."]
    if any(one.stage == operation.stage and one.order != operation.order for one in operations.values()):
        parts.append("Within geometry the sheet is bent before the camera moves, and all of it is one map.")
    return " ".join(parts)
