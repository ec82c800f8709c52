"""The recipe on the bench: pure changes of a recipe, one step or the whole ladder at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fidelity_app.core.recipes import CLEAN, Recipe, Step

BASE_SEVERITY = 3.0


@dataclass(frozen=True, slots=True)
class Bench:
    """A base recipe and the level of the ladder that is shown; `edited` once a person changed a step."""

    base: Recipe = CLEAN
    severity: float = 0.0
    edited: bool = False

    @property
    def shown(self) -> Recipe:
        """Return the recipe whose result is on screen."""
        return self.base if self.severity == self.base.severity else self.base.at(self.severity)

    @classmethod
    def of(cls, recipe: Recipe) -> Bench:
        """Put a recipe on the bench, at its own severity."""
        return cls(recipe, recipe.severity)

    def at(self, severity: float) -> Bench:
        """Go to a level of the ladder; the base stays, so that going back is exact."""
        return replace(self, severity=severity)

    def with_severity(self, number: int, severity: float) -> Bench:
        """Change one step's severity; its overrides go, the severity's table speaks again."""
        return self._with_step(number, lambda step: replace(step, severity=severity, parameters={}))

    def with_parameter(self, number: int, name: str, value: float) -> Bench:
        """Override one parameter of one step."""
        return self._with_step(number, lambda step: replace(step, parameters={**step.parameters, name: value}))

    def with_step(self, step: Step) -> Bench:
        """Add a step."""
        return self._edited((*self._steps(), step))

    def without_step(self, number: int) -> Bench:
        """Take a step away."""
        steps = self._steps()
        return self._edited((*steps[:number], *steps[number + 1 :]))

    def moved(self, numbers: Sequence[int], place: int, to: int) -> Bench:
        """Move a step among some steps, which keep their places in the recipe as a group (order.companions)."""
        steps = list(self._steps())
        among = [steps[number] for number in numbers]
        among.insert(to, among.pop(place))
        for number, step in zip(numbers, among, strict=True):
            steps[number] = step
        return self._edited(tuple(steps))

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return the steps that a change would start from: those on screen, or the base's while nothing is done."""
        return self._steps()

    def named(self, name: str) -> Recipe:
        """Return the recipe that is saved: what is on screen, under a name."""
        return replace(self.shown, name=name, title="" if self.edited else self.base.title)

    def _steps(self) -> tuple[Step, ...]:
        # On level 0 every step is scaled to nothing; a change then starts from the base.
        return self.base.steps if self.severity == 0 else self.shown.steps

    def _with_step(self, number: int, change: Callable[[Step], Step]) -> Bench:
        steps = list(self._steps())
        steps[number] = change(steps[number])
        return self._edited(tuple(steps))

    def _edited(self, steps: tuple[Step, ...]) -> Bench:
        severity = self.severity or BASE_SEVERITY
        return Bench(replace(self.base, steps=steps, severity=severity), severity, edited=True)
