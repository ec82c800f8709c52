"""What the use cases hand to windows and commands: frozen, complete, decided. The rows of lists come from the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from fidelity_app.core.asks import Attempt, Mode, Outcome
from fidelity_app.core.columns import Row
from fidelity_app.core.documents import Document, Field, Page
from fidelity_app.core.geometry import Quad
from fidelity_app.core.recipes import Recipe
from fidelity_app.core.verdicts import Judgement, Verdict
from fidelity_app.store.rows import AttemptRow, DecisionRow, DocumentRow, Mark, ReplyRow, Slot, TrialRow


@dataclass(frozen=True, slots=True)
class LeftOutFile:
    """A file or record that was not imported, why, and where in the file (line 0: all of it)."""

    path: Path
    reason: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A document whose every page has the pixels of one that is here already; it was not added again."""

    path: Path
    document_id: str
    document_name: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did: ids of the documents added, duplicates named, and everything left out with its reason."""

    added: tuple[str, ...]
    duplicates: tuple[Duplicate, ...]
    left_out: tuple[LeftOutFile, ...]
    notes: tuple[str, ...] = ()
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class Changes:
    """What an edit touched: the documents as they are now, and how many scored runs no longer show the newest truth."""

    documents: tuple[Document, ...]
    version: int


@dataclass(frozen=True, slots=True)
class Variant:
    """A page after a recipe with a seed: pixels (read-only RGB uint8, H x W x 3), geometry, and stored file.

    `page_map` takes the upright page to the variant: `forward(points)`, `quad(quad)`, `size`.
    `data` is the PNG exactly as a model is sent it; `sha` names it in the image store. `drifted`: its file was removed,
    and what was made again has other pixels than are remembered.
    """

    page: Page
    recipe: Recipe
    seed: int
    key: str
    sha: str
    pixel_sha: str
    rgb: Any
    page_map: Any
    data: bytes
    drifted: bool = False


@dataclass(frozen=True, slots=True)
class ModelTest:
    """The outcome of asking a model one drawn picture whose digits are known."""

    ok: bool
    message: str
    expected: str
    answered: str
    outcome: Outcome
    seconds: float
    served_model: str
    attempts: tuple[Attempt, ...]
    picture_png: bytes


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run would take. None is unknown, never zero. `reusable` trials have an answer in the workspace already."""

    trials: int
    asks: int
    reusable: int
    fee_usd: Decimal | None
    seconds: float | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is: counts by class, trials per second over the last moments, and seconds to go (None: unknown)."""

    done: int
    total: int
    answered: int
    reused: int
    failures: Mapping[Outcome, int]
    trials_per_s: float | None
    eta_s: float | None
    text: str


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """How an execution ended: the run's trials, `reused` of the answered ones from replies stored before it.

    `drifted` pictures that it asked about had other pixels than when they were first made.
    """

    run_id: str
    answered: int
    reused: int
    failed: int
    open: int
    stopped: bool
    drifted: int = 0

    @property
    def complete(self) -> bool:
        """Say whether every trial has an answer or a failure on record."""
        return self.open == 0


@dataclass(frozen=True, slots=True)
class FindingModel:
    """One model's answer to the chosen slot, with everything the inspector shows.

    `judgement` is None when the trial failed or is open (`outcome` says which); `words` is the sentence a person reads
    either way. `box` and `glyphs` (where the reader located its reading) and the boxes in `marks` are in variant pixels
    of page `page_index`.
    """

    reading_id: int
    model: str
    text: str | None
    outcome: Outcome | None
    verdict: Verdict | None
    judgement: Judgement | None
    label: str
    words: str
    confidence: float | None
    page_index: int
    box: Quad | None
    glyphs: tuple[Quad, ...]
    marks: tuple[Mark, ...]
    decision: DecisionRow | None
    trial: TrialRow
    repeats: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One slot, opened: the stacked columns (truth on top, one row per model in the order of `models`), and its place.

    `box` and `glyphs` are the truth's, carried into variant pixels; `field.box` and `page_glyphs` are on the clean
    page. `variant` holds the degraded page the models saw. `field` is None for an invented value.
    """

    run_id: str
    slot: Slot
    document: Document
    field: Field | None
    page: Page
    recipe: Recipe
    seed: int
    rows: tuple[Row, ...]
    models: tuple[FindingModel, ...]
    variant: Variant
    box: Quad | None
    glyphs: tuple[Quad, ...]
    page_glyphs: tuple[Quad, ...]


@dataclass(frozen=True, slots=True)
class Overlay:
    """One field's place on a variant page with its state, for drawing all fields of a page at once."""

    slot_id: str
    key: str
    box: Quad
    wrong: bool
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Inspection:
    """The evidence of one reading: the trial, its replies raw, how they were understood, and every request."""

    trial: TrialRow
    replies: tuple[ReplyRow, ...]
    rungs: tuple[str, ...]
    attempts: tuple[AttemptRow, ...]
    image_shas: tuple[str, ...]
    reused_from_run: str


@dataclass(frozen=True, slots=True)
class Measure:
    """A share with its count and its document-clustered interval; `value` None means that nothing could be counted."""

    value: float | None
    low: float | None
    high: float | None
    hits: int
    total: int


@dataclass(frozen=True, slots=True)
class HeadlineRow:
    """One model under one recipe: the four figures that decide, and what they were counted over.

    `failures` are trials without an answer (they stay in every denominator); `ambiguous` slots left both sides.
    """

    model: str
    recipe_key: str
    recipe_label: str
    severity: float
    documents: int
    slots: int
    ambiguous: int
    failures: int
    value_fidelity: Measure
    digit_error_rate: Measure
    silent_error_rate: Measure
    strict_document_rate: Measure
    coverage: Measure


@dataclass(frozen=True, slots=True)
class DemoReport:
    """What the demonstration made: the workspace, its run, and the two report files."""

    workspace: Path
    run_id: str
    csv: Path
    html: Path
    headline: tuple[HeadlineRow, ...]
    imported: tuple[DocumentRow, ...]
    outcome: RunOutcome
    mode: Mode
