"""Every measure of a run, per model and recipe: what the full tables, the page and measures.csv are written from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from fidelity_app.core.compatibility import Answer, Columns, columns_of
from fidelity_app.core.digit_errors import DigitCounts, digit_counts
from fidelity_app.core.documents import Document, Legibility
from fidelity_app.core.metrics import (
    Ratio,
    Record,
    all_of_k,
    flip_counts,
    magnitude,
    table_of,
)
from fidelity_app.core.reconciliation import Flip, still_holds
from fidelity_app.core.statistics import documents_needed, mcnemar_exact, paired_bootstrap, smallest_drop
from fidelity_app.core.verdicts import Verdict
from fidelity_app.services import measuring
from fidelity_app.services.jobs import CancelToken, Coalesced, Progress, no_progress
from fidelity_app.services.judgements import judgement_from
from fidelity_app.services.legibility import Legible
from fidelity_app.services.reporting_hardness import Measurer, Slot, how_hard
from fidelity_app.services.reporting_views import DROPS, MeasureSheet, ModelPair, NamedMeasure, Power, RunMeasures
from fidelity_app.services.sums_read import document_flips
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as document_table
from fidelity_app.store import measure_sums, readmodels
from fidelity_app.store import runs as run_table
from fidelity_app.store.measure_sums import AnswerCounts, RightCells
from fidelity_app.store.measures import DocumentCounts
from fidelity_app.store.readmodels import ScoredReading

_Count = Callable[[AnswerCounts], int]

_WITH_A_PAIR = frozenset({Verdict.MISMATCH, Verdict.WRONG_FIELD, Verdict.UNPARSABLE})
"""Wrong verdicts that may have digits to count or a size to be off by."""

Place = tuple[str, str]
"""Model and recipe key."""


@dataclass(slots=True)
class _Found:
    """What one pass over the readings finds for one model under one recipe."""

    wrong: list[Record] = field(default_factory=list)
    digits: list[DigitCounts] = field(default_factory=list)
    flips: list[Flip] = field(default_factory=list)
    sound: set[tuple[str, int]] = field(default_factory=set)
    papers: Columns = field(default_factory=Columns)


@dataclass(slots=True)
class _Pass:
    """The whole pass: what was found per place, and what is to know of the documents."""

    places: dict[Place, _Found] = field(default_factory=dict)
    measured: dict[Slot, Legible] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    currencies: dict[str, str] = field(default_factory=dict)


def run_measures(
    ws: Workspace, run_id: str, *, progress: Progress = no_progress, cancel: CancelToken | None = None
) -> RunMeasures:
    """Measure a run from its stored readings. Empty while nothing is scored."""
    db = ws.store.read()
    recipes = {recipe.key: recipe.label for recipe in run_table.recipes_of(db, run_id)}
    groups = measuring.grouped(ws, run_id)
    answers: dict[Place, list[AnswerCounts]] = {}
    for row in measure_sums.answers(db, run_id):
        answers.setdefault((row.model, row.recipe_key), []).append(row)
    right = measure_sums.right_cells(db, run_id)
    found = _read(ws, run_id, progress=progress, cancel=cancel)
    sheets = tuple(
        _sheet(
            place,
            recipes[place[1]],
            counts=counts,
            answers=answers.get(place, []),
            right=right.get(place, RightCells()),
            found=found.places.get(place, _Found()),
            currencies=found.currencies,
        )
        for place, counts in groups.items()
    )
    models = [item.config.name for item in run_table.models_of(db, run_id)]
    hard = how_hard(partial(measure_sums.slots, db, run_id), found.measured, models)
    return RunMeasures(sheets, tuple(_pairs(ws, run_id, groups, recipes)), found.names, hard)


def _read(ws: Workspace, run_id: str, *, progress: Progress, cancel: CancelToken | None) -> _Pass:
    """Go once over all readings of a run, document by document."""
    db = ws.store.read()
    gathered = _Pass()
    show = Coalesced(progress, ws.monotonic)
    run = run_table.row(db, run_id)
    measurer, total = Measurer(ws, run.recipes, run.seed), run.documents
    for done, (document_id, group) in enumerate(
        groupby(readmodels.readings(db, run_id), key=lambda row: row.document_id)
    ):
        if cancel is not None:
            cancel.check()
        rows = list(group)
        document = document_table.get(db, document_id)
        show(done, total, f"measures of {document.name}")
        gathered.names[document.id], gathered.currencies[document.id] = document.name, document.currency
        _add_document(ws, gathered.places, document, rows)
        gathered.measured.update(measurer.of(document, dict.fromkeys(row.recipe_key for row in rows)))
    show(total, total, "")
    return gathered


def _add_document(
    ws: Workspace, places: dict[Place, _Found], document: Document, rows: Sequence[ScoredReading]
) -> None:
    for row in rows:
        if row.verdict in _WITH_A_PAIR and row.field_id:
            found = places.setdefault((row.model, row.recipe_key), _Found())
            judgement = judgement_from(ws, row, document)
            found.wrong.append(Record(document.id, row.key, judgement, repeat=row.repeat))
            if judgement is not None:
                found.digits.append(digit_counts(judgement))
    for (model, recipe_key, repeat), flips in document_flips(document, rows).items():
        found = places.setdefault((model, recipe_key), _Found())
        found.flips.extend(flips)
        if still_holds(flips):
            found.sound.add((document.id, repeat))
    for (model, recipe_key, _repeat), answers in _answers(rows).items():
        found = places.setdefault((model, recipe_key), _Found())
        found.papers += columns_of(answers)


def _answers(rows: Sequence[ScoredReading]) -> dict[tuple[str, str, int], list[Answer]]:
    """Return what was said by model, recipe key and repeat; what no person can read is no truth to a paper."""
    found: dict[tuple[str, str, int], list[Answer]] = {}
    for row in rows:
        if row.legibility is not Legibility.ILLEGIBLE:
            place = (row.model, row.recipe_key, row.repeat)
            found.setdefault(place, []).append(Answer(row.key, row.truth_text, row.text))
    return found


def _sheet(
    place: Place,
    recipe: str,
    *,
    counts: Sequence[DocumentCounts],
    answers: Sequence[AnswerCounts],
    right: RightCells,
    found: _Found,
    currencies: Mapping[str, str],
) -> MeasureSheet:
    shares = dict(_shares(counts, answers, found))
    measures = measuring.measured(list(shares.values()))
    return MeasureSheet(
        model=place[0],
        recipe_key=place[1],
        recipe=recipe,
        documents=len(counts),
        repeats=max((item.units for item in counts), default=0),
        slots=sum(item.slots for item in counts),
        ambiguous=sum(item.ambiguous for item in counts),
        failed=sum(item.failed for item in counts),
        omitted=sum(item.omitted for item in counts),
        abstained=sum(item.abstained for item in counts),
        invented=sum(item.invented for item in counts),
        illegible=sum(item.unreadable for item in answers),
        shares=tuple(
            NamedMeasure(name, measure, sum(below > 0 for _, _, below in shares[name].by_document))
            for name, measure in zip(shares, measures, strict=True)
        ),
        digits=table_of(found.digits, right=right.cells, right_pairs=right.pairs),
        magnitude=magnitude(found.wrong, currency=currencies),
        sums=flip_counts(found.flips),
        papers=found.papers,
        power=_power(shares["value_fidelity"]),
    )


def _shares(
    counts: Sequence[DocumentCounts], answers: Sequence[AnswerCounts], found: _Found
) -> Iterator[tuple[str, Ratio]]:
    """Yield every share by its name, in the order in which they are shown."""
    lines = measuring.HEADLINE
    given = _by_document(answers, lambda item: item.given_right, lambda item: item.given)
    printed = {item.document_id: item.printed for item in counts}
    yield "value_fidelity", measuring.share(counts, *lines["value_fidelity"])
    yield "precision", given
    # Twice the right values over those given and those printed: the harmonic mean of precision and recall.
    both = tuple((name, 2 * above, below + printed.get(name, 0)) for name, above, below in given.by_document)
    yield "f1", Ratio(both if given.total else ())
    yield "strict_value_fidelity", measuring.share(counts, lambda item: item.strict, lambda item: item.printed)
    yield "digit_error_rate", measuring.share(counts, *lines["digit_error_rate"])
    yield "silent_error_rate", measuring.share(counts, *lines["silent_error_rate"])
    sound = Counter[str]()
    for item in answers:
        sound[item.document_id] += item.silent * ((item.document_id, item.repeat) in found.sound)
    yield (
        "silent_error_rate_in_sound_documents",
        measuring.share(counts, lambda item: sound[item.document_id], lambda item: item.slots),
    )
    documents = measuring.share(counts, *lines["strict_document_rate"])
    yield "strict_document_rate", documents
    for k in range(2, max((item.units for item in counts), default=0) + 1):
        yield f"pass^{k}", all_of_k(documents, k)
    yield "coverage", measuring.share(counts, *lines["coverage"])
    yield (
        "abstention_precision",
        _by_document(answers, lambda item: item.abstained_rightly, lambda item: item.abstained),
    )
    yield (
        "abstention_recall",
        _by_document(answers, lambda item: item.unreadable_abstained, lambda item: item.unreadable),
    )


def _by_document(answers: Sequence[AnswerCounts], above: _Count, below: _Count) -> Ratio:
    sums: dict[str, list[int]] = {}
    for item in answers:
        line = sums.setdefault(item.document_id, [0, 0])
        line[0] += above(item)
        line[1] += below(item)
    return Ratio(tuple((document_id, line[0], line[1]) for document_id, line in sorted(sums.items())))


def _power(fidelity: Ratio) -> Power:
    hits = [above for _, above, _ in fidelity.by_document]
    totals = [below for _, _, below in fidelity.by_document]
    return Power(tuple(documents_needed(hits, totals, drop) for drop in DROPS), smallest_drop(hits, totals))


def _pairs(
    ws: Workspace, run_id: str, groups: Mapping[Place, Sequence[DocumentCounts]], recipes: Mapping[str, str]
) -> Iterator[ModelPair]:
    order = list(recipes)
    rows = measure_sums.discordant(ws.store.read(), run_id)
    for row in sorted(rows, key=lambda item: order.index(item.recipe_key)):
        first, second = (
            {item.document_id: item for item in groups[name, row.recipe_key]} for name in (row.first, row.second)
        )
        shared = sorted(first.keys() & second.keys())
        found = paired_bootstrap(
            ([first[name].right for name in shared], [first[name].printed for name in shared]),
            ([second[name].right for name in shared], [second[name].printed for name in shared]),
            seed=measuring.SEED,
        )
        yield ModelPair(
            recipe_key=row.recipe_key,
            recipe=recipes[row.recipe_key],
            first=row.first,
            second=row.second,
            difference=None if found is None else found.difference,
            low=None if found is None else found.low,
            high=None if found is None else found.high,
            documents=len(shared),
            slots=row.slots,
            only_first=row.only_first,
            only_second=row.only_second,
            p_value=mcnemar_exact(row.only_first, row.only_second),
        )
