"""Plans: what a run asks, in which order, and what makes two questions the same question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fidelity_app.core.asks import Mode, ModelConfig
from fidelity_app.core.canonical import Json, key_of
from fidelity_app.core.errors import UserError

PER_FIELD_MODES = (Mode.CROP, Mode.VERIFY)
"""Modes that ask about one field at a time: a trial of theirs has a `crop_key`."""


@dataclass(frozen=True, slots=True)
class RecipeRef:
    """A recipe as a run names it: the key decides the pixels, the label is for people."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What a person asks for: documents x recipes x models x repeats. Raises UserError when one of them is empty."""

    document_ids: tuple[str, ...]
    recipes: tuple[RecipeRef, ...]
    model_names: tuple[str, ...]
    mode: Mode = Mode.EXTRACT
    repeats: int = 1
    seed: int = 0
    name: str = ""

    def __post_init__(self) -> None:
        for part, words in _PARTS_NEEDED:
            if not getattr(self, part):
                raise UserError(f"a run needs at least one {words}")
        if self.repeats < 1:
            raise UserError(f"a run is repeated at least once, not {self.repeats} times")
        for names, words in ((self.model_names, "model"), (self.document_ids, "document")):
            if len(set(names)) != len(names):
                raise UserError(f"a {words} is named twice in this run; for several answers ask for repeats")


_PARTS_NEEDED = (("document_ids", "document"), ("recipes", "recipe"), ("model_names", "model"))


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a run before its question is known.

    `crop_key` names the field in crop and verify mode, `claim` the value that is put before the model in verify mode.
    """

    document_id: str
    recipe_key: str
    model_name: str
    repeat: int
    crop_key: str = ""
    claim: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """One cell of a run with the identity of its question.

    Two cells may share a key (two recipes that leave a page as it is): the answer of one is the answer of the other.
    """

    key: str
    run_id: str
    document_id: str
    recipe_key: str
    model_name: str
    repeat: int
    crop_key: str = ""
    claim: str = ""


@dataclass(frozen=True, slots=True)
class Estimate:
    """How much a plan asks for. `answered` trials have a stored reply and are not asked again."""

    trials: int
    answered: int
    images: int
    to_ask_by_model: Mapping[str, int] = field(default_factory=dict)

    @property
    def to_ask(self) -> int:
        return self.trials - self.answered


def trial_key(
    pixel_shas: Sequence[str],
    prompt: str,
    *,
    schema: Mapping[str, Json] | None,
    model: ModelConfig,
    mode: Mode,
    repeat: int,
    adapter_version: str,
) -> str:
    """Return the sha256 of everything that can change the answer, and of nothing else.

    `pixel_shas` are those of the pages as sent, in order. The model's name, prices, key, concurrency and timeout
    change no answer. For a reader that takes no prompt (local OCR) pass an empty prompt and no schema, so that a new
    field on the page asks nothing again. The repeat belongs to the key: a cache never serves one repeat for another.
    """
    return key_of(
        {
            "pixels": list(pixel_shas),
            "prompt": prompt,
            "schema": schema,
            "adapter": model.adapter,
            "adapter_version": adapter_version,
            "endpoint": model.base_url,
            "model_id": model.model_id,
            "parameters": model.parameters,
            "mode": mode.value,
            "repeat": repeat,
        }
    )


AskedParts = Mapping[str, Sequence[tuple[str, str]]]
"""By document, what is asked about one by one: a field's key, and in verify mode the value claimed for it, else ""."""


def cells(request: RunRequest, parts: AskedParts | None = None) -> Iterator[Cell]:
    """Yield the cells of a run in its fixed order: document, recipe, field or claim, repeat, model.

    Documents come first, so that a run that is stopped has whole documents to compare, and the models alternate, so
    that no endpoint waits for another. Only modes that ask per field use `parts`.
    """
    per_field = request.mode in PER_FIELD_MODES
    for document_id in request.document_ids:
        asked = tuple((parts or {}).get(document_id, ())) if per_field else (("", ""),)
        for recipe in _each_once(request.recipes):
            for key, claim in asked:
                for repeat in range(request.repeats):
                    for model_name in request.model_names:
                        yield Cell(document_id, recipe.key, model_name, repeat, key, claim)


def plan(
    request: RunRequest,
    run_id: str,
    *,
    key_for: Callable[[Cell], str],
    parts: AskedParts | None = None,
) -> tuple[Trial, ...]:
    """Return the run's trials in their fixed order; `key_for` gives the trial key of a cell."""
    return tuple(
        Trial(
            key_for(cell),
            run_id,
            cell.document_id,
            cell.recipe_key,
            cell.model_name,
            cell.repeat,
            cell.crop_key,
            cell.claim,
        )
        for cell in cells(request, parts)
    )


def count_trials(request: RunRequest, parts: AskedParts | None = None) -> int:
    """Return how many trials a request makes, without planning them."""
    return sum(1 for _ in cells(request, parts))


def estimate(trials: Sequence[Trial], pages_of: Mapping[str, int], *, answered_keys: Collection[str] = ()) -> Estimate:
    """Count trials, those already answered, and the images that will be sent (one per crop, else one per page)."""
    to_ask: dict[str, int] = {trial.model_name: 0 for trial in trials}
    images = answered = 0
    for trial in trials:
        if trial.key in answered_keys:
            answered += 1
            continue
        to_ask[trial.model_name] += 1
        images += 1 if trial.crop_key and not trial.claim else pages_of[trial.document_id]
    return Estimate(len(trials), answered, images, to_ask)


def _each_once(recipes: Sequence[RecipeRef]) -> tuple[RecipeRef, ...]:
    """Drop recipes that make the same pixels as an earlier one; the first label stays."""
    first: dict[str, RecipeRef] = {}
    for recipe in recipes:
        first.setdefault(recipe.key, recipe)
    return tuple(first.values())
