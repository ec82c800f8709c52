"""What the store answers to lists and tables: frozen rows, ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.asks import Mode, ModelConfig, Outcome, Usage
from fidelity_app.core.canonical import Json
from fidelity_app.core.documents import DocumentState, Kind, Legibility
from fidelity_app.core.geometry import Quad
from fidelity_app.core.recipes import Recipe
from fidelity_app.core.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class DocumentFilter:
    """Which documents to list; empty means any. `text` is searched in names, tags and printed texts."""

    text: str = ""
    type: str = ""
    state: DocumentState | None = None
    tag: str = ""
    locale: str = ""
    difficulty: str = ""
    ids: tuple[str, ...] = ()
    limit: int | None = None
    offset: int = 0


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """One line of the library."""

    id: str
    name: str
    type: str
    locale: str
    currency: str
    difficulty: str
    state: DocumentState
    tags: tuple[str, ...]
    pages: int
    fields: int
    first_page_id: str
    first_image_sha: str
    added_at: datetime


class RunState(StrEnum):
    """How far a run has come. `stopped` and `running` with nobody at work can be resumed."""

    PLANNED = "planned"
    RUNNING = "running"
    STOPPED = "stopped"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class RunRow:
    """One line of the list of runs. `answered + failed + open == trials`."""

    id: str
    number: int
    name: str
    state: RunState
    mode: Mode
    repeats: int
    seed: int
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    documents: int
    models: tuple[str, ...]
    recipes: tuple[Recipe, ...]
    trials: int
    answered: int
    failed: int
    open: int
    reused: int
    scored_at: datetime | None


@dataclass(frozen=True, slots=True)
class TrialRow:
    """One cell of a run as it is stored, one question.

    `crop_key` names the field in crop and verify mode, `claim` the value claimed in verify mode; else they are empty.

    `answer_trial_id` names the trial whose reply it uses: its own, or that of an equal one of an earlier run.
    """

    id: str
    run_id: str
    number: int
    document_id: str
    model: str
    recipe_key: str
    repeat: int
    crop_key: str
    claim: str
    seed: int
    key: str
    image_shas: tuple[str, ...]
    outcome: Outcome | None
    reason: str
    answer_trial_id: str | None


@dataclass(frozen=True, slots=True)
class ReplyRow:
    """The accepted (or last) answer of a trial, byte for byte."""

    id: int
    trial_id: str
    outcome: Outcome
    reason: str
    format: str
    text: str
    attempts: int
    received_at: datetime


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """One request as the auditor sees it: without the key, pictures as sha256, the reply's bytes as they came."""

    id: int
    trial_id: str
    number: int
    request: Mapping[str, Json]
    status: int | None
    headers: Mapping[str, str]
    body: bytes
    outcome: Outcome
    reason: str
    queued_at: datetime
    first_byte_at: datetime | None
    ended_at: datetime
    backoff_s: float
    usage: Usage
    served_model: str
    system_fingerprint: str
    cold: bool

    @property
    def seconds(self) -> float:
        """Return the wall time from queueing to the end."""
        return (self.ended_at - self.queued_at).total_seconds()


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A configured model as the list shows it. `retired` models stay in old runs but are not offered."""

    config: ModelConfig
    key: str
    added_at: datetime
    retired: bool


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One changed thing of one edit. `before` and `after` are its JSON, None where it was not there."""

    edit_id: str
    document_id: str
    thing: str
    thing_id: str
    name: str
    before: Mapping[str, Json] | None
    after: Mapping[str, Json] | None
    who: str
    at: datetime


class Decided(StrEnum):
    """What a person concluded about a mismatch."""

    MODEL_WRONG = "model_wrong"
    TRUTH_WRONG = "truth_wrong"
    ILLEGIBLE = "illegible"
    AMBIGUOUS = "ambiguous"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A person's judgement. It hangs on the trial and the slot, so that it survives a rescore."""

    id: str
    decision: Decided
    note: str
    who: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Slot:
    """The unit of account: one field of one document under one recipe in one run.

    `field_id` is empty for a value that a model invented or read where nothing is annotated; `key` then says what the
    reply called it. `id` is unique inside the run and stays the same when the run is scored again.
    """

    id: str
    document_id: str
    field_id: str
    key: str
    recipe_key: str


@dataclass(frozen=True, slots=True)
class Mark:
    """One character operation that is not equal. Spans are half-open code points of the raw texts.

    `box` is where to draw it on the degraded picture of page `page_index`, in its pixels, None when that is unknown.
    """

    kind: OpKind
    truth_start: int
    truth_end: int
    reading_start: int
    reading_end: int
    truth_text: str
    reading_text: str
    page_index: int = 0
    box: Quad | None = None


RIGHT_VERDICTS = frozenset({Verdict.EXACT, Verdict.LAYOUT_ONLY, Verdict.PRECISION_CHANGED})
WRONG_VERDICTS = frozenset(
    {Verdict.MISMATCH, Verdict.WRONG_FIELD, Verdict.OMITTED, Verdict.HALLUCINATED, Verdict.UNPARSABLE}
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One model's answer in the matrix: what it read, how that was judged, and where it differs.

    `verdict` is None when the trial failed (`outcome` says how) or is not answered yet (`outcome` None). `text` is
    None when nothing was answered. `readings` counts the repeats, `distinct` their different texts: more than one is
    flicker.
    """

    reading_id: int
    trial_id: str
    model: str
    text: str | None
    outcome: Outcome | None
    verdict: Verdict | None
    label: str
    errors: tuple[str, ...]
    marks: tuple[Mark, ...]
    confidence: float | None
    page_index: int
    box: Quad | None
    glyphs: tuple[Quad, ...]
    readings: int
    distinct: int
    decision: DecisionRow | None
    difference: str = ""

    @property
    def wrong(self) -> bool:
        """Say whether it says something wrong, or nothing where something is printed."""
        return self.verdict in WRONG_VERDICTS

    @property
    def refused(self) -> bool:
        """Say whether the trial failed or the model said that it cannot read it."""
        return self.verdict is Verdict.ABSTAINED or (self.verdict is None and self.outcome is not None)


class Show(StrEnum):
    """The filters of Compare."""

    ALL = "all"
    WRONG = "wrong"
    DIFFERENT = "different"
    REFUSED = "refused"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class MatrixFilter:
    """Which findings to list. `text` is searched in document names, keys, truths and readings. Empty means any."""

    show: Show = Show.ALL
    text: str = ""
    kind: Kind | None = None
    error: str = ""
    model: str = ""
    recipe_key: str = ""
    document_id: str = ""
    tag: str = ""
    limit: int = 200
    offset: int = 0


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One line of Compare: a slot, its truth, and one cell per model in the matrix's order (None: not asked)."""

    slot: Slot
    document_name: str
    kind: Kind
    truth_text: str
    legibility: Legibility
    recipe_label: str
    severity: float
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """A window of Compare. `total` counts the filter's rows, `counts` those of every filter under the same search."""

    models: tuple[str, ...]
    rows: tuple[MatrixRow, ...]
    total: int
    counts: Mapping[Show, int]
    recipes: tuple[Recipe, ...] = ()
