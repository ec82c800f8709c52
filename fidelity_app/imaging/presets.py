"""Recipes named after situations, each several real kinds of damage at a base severity of 3."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fidelity_app.core.recipes import Recipe, Step
from fidelity_app.imaging.degradations import DEGRADATIONS

BASE_SEVERITY = 3.0

_SITUATIONS: tuple[tuple[str, str, Mapping[str, float]], ...] = (
    (
        "phone-in-a-hurry",
        "Photographed at the till with a moving hand",
        {"perspective": 1.5, "shadow": 2, "motion": 2.5, "noise": 0.8, "jpeg": 1},
    ),
    (
        "crumpled-pocket",
        "A ball in a trouser pocket, smoothed out again",
        {"scratches": 2.5, "crumple": 3, "shadow": 1, "defocus": 1, "noise": 0.5, "jpeg": 1},
    ),
    (
        "faded-thermal",
        "Thermal paper after a summer in a wallet",
        {"thermal_fade": 3, "scratches": 1.5, "curl": 1, "defocus": 0.5, "jpeg": 1},
    ),
    (
        "folded-wallet",
        "Folded in a wallet for months",
        {"thermal_fade": 2, "fold": 3, "shadow": 1, "defocus": 0.7, "jpeg": 1},
    ),
    ("fax", "Sent by fax, a little askew", {"skew": 1, "fax": 3}),
    ("third-copy", "A copy of a copy of a copy", {"ink_bleed": 1, "scratches": 1.5, "skew": 1.5, "fax": 2.5}),
    (
        "night-till",
        "Petrol station at night, without flash",
        {"perspective": 1.5, "motion": 1.5, "low_light": 2.7, "noise": 0.3, "jpeg": 1},
    ),
    (
        "screen-photo",
        "A photo of a receipt on a screen",
        {"perspective": 1.5, "glare": 1, "defocus": 1, "moire": 3, "jpeg": 1},
    ),
    ("coffee", "The table at breakfast", {"stains": 3, "crumple": 0.7, "shadow": 1, "defocus": 0.7, "jpeg": 1}),
    ("glare", "Glossy paper under a lamp", {"perspective": 1.5, "glare": 3, "defocus": 0.7, "jpeg": 1}),
    (
        "handwriting-over-total",
        "Ticked off and written over with a ball pen",
        {"handwriting": 3, "perspective": 1, "defocus": 0.7, "jpeg": 1},
    ),
    ("chat-app", "Sent through a messenger", {"perspective": 1, "defocus": 0.8, "noise": 0.5, "recompress": 3}),
    (
        "thumb-on-it",
        "Held with a thumb across the lines",
        {"perspective": 1.5, "finger": 3, "motion": 1, "noise": 0.5, "jpeg": 1},
    ),
    (
        "too-far-away",
        "Photographed from across the table",
        {"perspective": 2, "shadow": 1, "low_resolution": 2.6, "noise": 0.5, "jpeg": 1},
    ),
    (
        "worn-ribbon",
        "A matrix printer that needs a new ribbon",
        {"ink_thinning": 3, "thermal_fade": 1, "skew": 1, "noise": 0.3, "jpeg": 1},
    ),
    (
        "damp",
        "Left in the rain, dried on a radiator",
        {"ink_bleed": 2.3, "stains": 1.5, "crumple": 1.5, "defocus": 0.5, "jpeg": 1},
    ),
    (
        "dirty-glass",
        "Scanned through a dirty glass plate",
        {"bleed_through": 2, "skew": 1, "low_contrast": 2.2, "defocus": 1, "noise": 0.2, "jpeg": 1},
    ),
)


def _recipe(name: str, title: str, steps: Mapping[str, float]) -> Recipe:
    made = tuple(Step(op, float(severity), {}, DEGRADATIONS[op].version) for op, severity in steps.items())
    return Recipe(name=name, title=title, steps=made, severity=BASE_SEVERITY)


PRESETS: tuple[Recipe, ...] = tuple(_recipe(*situation) for situation in _SITUATIONS)

# One recipe for each single degradation, by its name. Where a preset has the same name (fax, glare), a name
# given by a person means the preset.
SINGLE: Mapping[str, Recipe] = MappingProxyType(
    {name: _recipe(name, operation.title, {name: BASE_SEVERITY}) for name, operation in DEGRADATIONS.items()}
)
