"""Scoring: stored replies become readings, verdicts and mismatches. No model is asked and no pixel is touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as filled
from functools import partial
from typing import Any

from fidelity_app.core.alignment import Alignment, CharOp, OpKind
from fidelity_app.core.asks import AskedField, Mode, Outcome, ParsedReply
from fidelity_app.core.digit_errors import DigitCounts, digit_counts
from fidelity_app.core.documents import Document, Field, Kind, Legibility
from fidelity_app.core.geometry import Quad
from fidelity_app.core.illegible import as_legible_as
from fidelity_app.core.matching import Match, document_context, match, slots_of
from fidelity_app.core.metrics import Record
from fidelity_app.core.recipes import Recipe
from fidelity_app.core.replies import CHAT, parse_reply
from fidelity_app.core.verdicts import SCORER_VERSION, Judgement
from fidelity_app.services import asking, claiming
from fidelity_app.services.degrading import page_map
from fidelity_app.services.jobs import CancelToken, Coalesced, Progress, no_progress
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as document_table
from fidelity_app.store import legibility as legibility_table
from fidelity_app.store import replies as reply_table
from fidelity_app.store import runs as run_table
from fidelity_app.store import verdicts as table
from fidelity_app.store.rows import Mark, TrialRow
from fidelity_app.store.runs import FrozenRun
from fidelity_app.store.verdicts import Counts, NewFinding, NewReading

_ROOM = 1_000
"""Positions between two fields: a run has fewer recipes than that."""


def score_run(
    ws: Workspace,
    run_id: str,
    *,
    progress: Progress = no_progress,
    cancel: CancelToken | None = None,
    document_ids: Sequence[str] | None = None,
) -> int:
    """Score a run from its stored replies and return the number of readings.

    Each document is replaced as a whole in a transaction of its own; readings keep their ids, decisions are kept.
    `document_ids` scores only these (after their truth was mended).
    """
    run = run_table.load_frozen(ws.store.read(), run_id)
    show = Coalesced(progress, ws.monotonic)
    total = 0
    for position, frozen in enumerate(run.documents):
        if cancel is not None:
            cancel.check()
        if document_ids is not None and frozen.document_id not in document_ids:
            continue
        document = document_table.get(ws.store.read(), frozen.document_id)
        show(position, len(run.documents), document.name)
        # A yes or a no reads no value: claims have outcomes of their own.
        is_read = run.mode is not Mode.VERIFY
        sheet = _Sheet(ws, run, document, asked=frozen.asked, position=position)
        findings = sheet.findings() if is_read else []
        with ws.store.write() as tx:
            total += table.replace_document(tx, run_id, document.id, name=document.name, findings=findings)
        total += claiming.score_claims(ws, run, document)
    with ws.store.write() as tx:
        # A few documents judged again leave the others' verdicts to the version that made them.
        if document_ids is None:
            run_table.set_scored(tx, run_id, version=SCORER_VERSION, at=ws.clock())
    show(len(run.documents), len(run.documents), "")
    return total


@dataclass(slots=True)
class _Line:
    """One finding while its readings are gathered."""

    field: Field | None
    key: str
    recipe: Recipe
    position: int
    readings: list[NewReading] = filled(default_factory=list)


class _Sheet:
    """Scores one document of a run: all its recipes, models and repeats."""

    def __init__(
        self, ws: Workspace, run: FrozenRun, document: Document, *, asked: tuple[AskedField, ...], position: int
    ) -> None:
        self._ws = ws
        self._run = run
        self._document = document
        self._asked = asked
        self._context = document_context(document)
        self._start = position * _ROOM * 10_000
        self._maps: dict[tuple[str, int], Any] = {}
        self._lines: dict[str, _Line] = {}
        self._places = {item.id: place for place, item in enumerate(document.truth)}
        self._marks = legibility_table.marks_of(ws.store.read(), document.id)
        self._truths: dict[str, tuple[Field, ...]] = {}

    def findings(self) -> list[NewFinding]:
        """Return the findings of the document, fields in their order, each under the recipes in their order."""
        recipes = {recipe.key: recipe for recipe in self._run.recipes}
        trials = reply_table.trials_of(self._ws.store.read(), self._run.id, document_id=self._document.id)
        groups: dict[tuple[str, str, int], list[TrialRow]] = {}
        for trial in trials:
            groups.setdefault((trial.recipe_key, trial.model, trial.repeat), []).append(trial)
        for (recipe_key, _model, _repeat), group in groups.items():
            self._score_group(recipes[recipe_key], group)
        return [self._finding(slot, line) for slot, line in self._lines.items() if line.readings]

    def _score_group(self, recipe: Recipe, group: Sequence[TrialRow]) -> None:
        """Score one model's answer to the whole document: one trial, or one for each field in crop mode."""
        for trial in group:
            fields = [item for item in self._truth(recipe) if not trial.crop_key or item.key == trial.crop_key]
            if trial.outcome is None:
                continue
            if trial.outcome is not Outcome.OK:
                self._add_failure(fields, recipe, trial, outcome=trial.outcome)
                continue
            parsed = self._parsed(trial)
            if parsed.outcome is not Outcome.OK:
                self._add_failure(fields, recipe, trial, outcome=parsed.outcome)
                continue
            found = match(
                fields,
                parsed,
                truth_context=self._context,
                to_variant=partial(self._to_variant, recipe),
            )
            self._add_matches(found, recipe, trial)

    def _truth(self, recipe: Recipe) -> tuple[Field, ...]:
        """Return the truth as a person can read it under a recipe: what is marked there is illegible."""
        if recipe.key not in self._truths:
            seen = as_legible_as(self._document, self._marks, recipe, seed=self._run.seed)
            self._truths[recipe.key] = seen.truth
        return self._truths[recipe.key]

    def _add_failure(self, fields: Sequence[Field], recipe: Recipe, trial: TrialRow, *, outcome: Outcome) -> None:
        """Count a failure in each slot that an answer would have filled: failures never leave the denominators."""
        for item in slots_of(fields, keyed=self._answers_by_key(trial)):
            self._add(item, item.key, recipe, reading=_failure(trial, item, outcome=outcome))

    def _answers_by_key(self, trial: TrialRow) -> bool:
        """Say whether the model answers each key once; readers of this machine answer pages line by line.

        A reply that failed tells by its format; without one the adapter does.
        """
        if self._run.mode in (Mode.TRANSCRIBE, Mode.CROP):
            return self._run.mode is Mode.CROP
        reply = reply_table.reply(self._ws.store.read(), trial.answer_trial_id or trial.id)
        if reply is not None:
            return reply.format == CHAT
        from fidelity_app.vision import find_adapter

        config = next(item.config for item in self._run.models if item.config.name == trial.model)
        return not find_adapter(config.adapter).local

    def _parsed(self, trial: TrialRow) -> ParsedReply:
        reply = reply_table.reply(self._ws.store.read(), trial.answer_trial_id or trial.id)
        asked = [item for item in self._asked if not trial.crop_key or item.key == trial.crop_key]
        if reply is None:
            return ParsedReply(Outcome.EMPTY, "no reply is stored", "", (), keyed=False)
        return parse_reply(reply.format, reply.text, self._run.mode, asked)

    def _add_matches(self, found: Iterable[Match], recipe: Recipe, trial: TrialRow) -> None:
        shift = self._origin(recipe, trial)
        invented: dict[str, int] = {}
        for item in found:
            glyphs = () if item.printed is None else self._truth_glyphs(item.printed, recipe)
            reading = _reading(trial, item, truth_glyphs=glyphs, shift=shift)
            if item.field is not None:
                self._add(item.field, item.key, recipe, reading=reading)
                continue
            count = invented[item.key] = invented.get(item.key, 0) + 1
            self._add(None, f"{item.key}#{count}" if count > 1 else item.key, recipe, reading=reading)

    def _add(self, item: Field | None, key: str, recipe: Recipe, *, reading: NewReading) -> None:
        name = item.id if item is not None else f"{self._document.id}+{key}"
        slot = f"{name}@{recipe.key[:12]}"
        line = self._lines.get(slot)
        if line is None:
            order = self._order(item) * _ROOM + self._run.recipes.index(recipe)
            line = self._lines[slot] = _Line(item, key, recipe, self._start + order)
        line.readings.append(reading)

    def _order(self, item: Field | None) -> int:
        return len(self._places) if item is None else self._places[item.id]

    def _finding(self, slot: str, line: _Line) -> NewFinding:
        return NewFinding(
            slot=slot,
            field_id="" if line.field is None else line.field.id,
            key=line.key,
            kind=Kind.OTHER if line.field is None else line.field.kind,
            recipe_key=line.recipe.key,
            position=line.position,
            truth_text="" if line.field is None else line.field.text,
            legibility=Legibility.CLEAR if line.field is None else line.field.legibility,
            readings=tuple(line.readings),
        )

    def _map(self, recipe: Recipe, page_index: int) -> Any:
        place = (recipe.key, page_index)
        if place not in self._maps:
            page = next(page for page in self._document.pages if page.index == page_index)
            self._maps[place] = page_map(page, recipe, seed=self._run.seed)
        return self._maps[place]

    def _to_variant(self, recipe: Recipe, page_index: int, quad: Quad) -> Quad:
        carried: Quad = self._map(recipe, page_index).quad(quad)
        return carried

    def _truth_glyphs(self, item: Field, recipe: Recipe) -> tuple[Quad, ...]:
        """Return where the truth's characters are on the variant, cut in proportion where no glyphs are known."""
        return tuple(self._to_variant(recipe, item.page_index, quad) for quad in glyphs_of(item))

    def _origin(self, recipe: Recipe, trial: TrialRow) -> tuple[int, int]:
        if not trial.crop_key:
            return 0, 0
        config = next(item.config for item in self._run.models if item.config.name == trial.model)
        cell = asking.Cell(
            self._document, recipe, trial.seed, config, self._run.mode, self._asked, trial.repeat, trial.crop_key
        )
        return asking.crop_origin(cell)


def glyphs_of(item: Field) -> tuple[Quad, ...]:
    """Return one quad per character of a field's text on its page: its own, else its box in equal parts, else none."""
    length = len(item.text)
    if len(item.glyphs) == length:
        return item.glyphs
    if item.box is None:
        return ()
    return tuple(item.box.slice(index / length, (index + 1) / length) for index in range(length))


def _failure(trial: TrialRow, item: Field, *, outcome: Outcome) -> NewReading:
    return NewReading(
        trial_id=trial.id,
        model=trial.model,
        repeat=trial.repeat,
        text=None,
        outcome=outcome,
        verdict=None,
        label=outcome.value,
        errors=(),
        truth_value=None,
        reading_value=None,
        counts=_counts(None, item),
        confidence=None,
        page_index=item.page_index,
        box=None,
        glyphs=(),
        marks=(),
    )


def _reading(trial: TrialRow, found: Match, *, truth_glyphs: tuple[Quad, ...], shift: tuple[int, int]) -> NewReading:
    judgement = found.judgement
    box = None if found.box is None else found.box.moved(*shift)
    glyphs = tuple(quad.moved(*shift) for quad in found.glyphs)
    page_index = found.page_index if found.printed is None else found.printed.page_index
    marks = marks_of(judgement.alignment, page_index, truth_glyphs=truth_glyphs, glyphs=glyphs)
    return NewReading(
        trial_id=trial.id,
        model=trial.model,
        repeat=trial.repeat,
        text=found.text,
        outcome=Outcome.OK,
        verdict=judgement.verdict,
        label=judgement.label,
        errors=judgement.errors,
        truth_value=judgement.truth.value,
        reading_value=None if judgement.reading is None else judgement.reading.value,
        counts=_counts(judgement, found.printed),
        confidence=None if found.item is None else found.item.confidence,
        page_index=page_index,
        box=box,
        glyphs=glyphs,
        marks=marks,
    )


def _counts(judgement: Judgement | None, item: Field | None) -> Counts:
    """Return what an answer adds to the measures; `core.metrics` says what counts, the sums are made in SQL."""
    legibility = Legibility.CLEAR if item is None else item.legibility
    is_blank = item is not None and not item.text.strip()
    record = Record("", "", judgement, is_extra=item is None, legibility=legibility, is_blank=is_blank)
    counted = DigitCounts() if judgement is None or item is None else digit_counts(judgement)
    return Counts(
        is_printed=record.is_printed,
        is_answered=record.is_answered,
        is_right=record.is_right,
        is_strict=record.is_strictly_right,
        is_silent=record.is_silent_error,
        truth_digits=counted.truth_digits,
        digit_errors=counted.errors,
        cells=Counter(f"{cell.truth}>{cell.reading}" for cell in counted.cells),
    )


def marks_of(
    alignment: Alignment | None, page_index: int, *, truth_glyphs: tuple[Quad, ...], glyphs: tuple[Quad, ...]
) -> tuple[Mark, ...]:
    """Return every operation that is not equal, with its place on the degraded picture."""
    if alignment is None:
        return ()
    return tuple(
        _mark(op, alignment, page_index, truth_glyphs=truth_glyphs, glyphs=glyphs)
        for op in alignment.ops
        if op.kind is not OpKind.EQUAL
    )


def _mark(
    op: CharOp, alignment: Alignment, page_index: int, *, truth_glyphs: tuple[Quad, ...], glyphs: tuple[Quad, ...]
) -> Mark:
    """Place one operation on the degraded picture: where the truth's characters are, else where the reader saw its own.

    The truth's place is annotated; a reader's boxes are its guess. An inserted character lies between two of the
    truth's.
    """
    printed = truth_glyphs[op.truth_start : op.truth_end]
    seen = glyphs[op.reading_start : op.reading_end]
    box: Quad | None
    if printed:
        box = printed[0] if len(printed) == 1 else Quad.hull(printed)
    elif seen:
        box = seen[0] if len(seen) == 1 else Quad.hull(seen)
    else:
        box = seam(truth_glyphs, op.truth_start)
    return Mark(
        kind=op.kind,
        truth_start=op.truth_start,
        truth_end=op.truth_end,
        reading_start=op.reading_start,
        reading_end=op.reading_end,
        truth_text=alignment.truth_text(op),
        reading_text=alignment.reading_text(op),
        page_index=page_index,
        box=box,
    )


def seam(glyphs: tuple[Quad, ...], index: int) -> Quad | None:
    """Return the seam between two characters of the truth, a fifth of one wide."""
    if not glyphs:
        return None
    return glyphs[index].slice(0.0, 0.2) if index < len(glyphs) else glyphs[-1].slice(0.8, 1.0)


__all__ = ["glyphs_of", "marks_of", "score_run", "seam"]
