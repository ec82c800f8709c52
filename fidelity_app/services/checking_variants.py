"""Checking variants: can what is kept be made again, bit for bit, by what is installed here?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from fidelity_app.core.documents import Page
from fidelity_app.core.errors import Cancelled, ExternalError, UserError
from fidelity_app.core.recipes import Recipe
from fidelity_app.services.jobs import CancelToken, Coalesced, Progress, no_progress
from fidelity_app.services.library import page_pixels
from fidelity_app.services.pooled import Room, Stop, work_off, worker_count
from fidelity_app.services.recipe_labels import known_recipes
from fidelity_app.services.variants import drawn, drift_key, variant_key
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as document_table
from fidelity_app.store import recipes as table
from fidelity_app.store.recipes import VariantRecord

if TYPE_CHECKING:
    from fidelity_app.imaging.agreement import Agreement


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of making one variant again. `agreement` None: it cannot be made, and `reason` says why.

    Where the file was removed, only its sha256 is left to compare with: equal is verified, all else has drifted.
    """

    record: VariantRecord
    agreement: Agreement | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Task:
    """A page as it was turned, and the variants of it that are made again."""

    page: Page
    again: tuple[tuple[VariantRecord, Recipe], ...]


def check_variants(
    ws: Workspace,
    *,
    recipe: str | None = None,
    workers: int | None = None,
    progress: Progress = no_progress,
    cancel: CancelToken | None = None,
) -> list[Checked]:
    """Make all variants again whose files are kept, or those of one recipe's key, and compare; nothing is written.

    Raises Cancelled, and ExternalError when the disk cannot be read.
    """
    kept = [
        record
        for record in table.variants(ws.store.read())
        if recipe in (None, record.recipe_key) and record.image_sha in ws.store.blobs
    ]
    token = cancel or CancelToken()
    found: list[Checked] = []
    check_records(ws, kept, workers=workers, take=found.append, progress=progress, cancel=token)
    token.check()
    return found


def check_records(
    ws: Workspace,
    records: Sequence[VariantRecord],
    *,
    take: Callable[[Checked], None],
    workers: int | None = None,
    progress: Progress = no_progress,
    cancel: CancelToken,
) -> None:
    """Make variants again and give what came of each to `take`, on this thread; when cancelled, of fewer."""
    show = Coalesced(progress, ws.monotonic)
    done = 0

    def count(checked: Checked) -> None:
        nonlocal done
        done += 1
        take(checked)
        show(done, len(records), "made again")

    show(0, len(records), "made again")
    tasks: list[_Task] = []
    recipes = known_recipes(ws)
    for sha, group in groupby(sorted(records, key=lambda record: record.source_sha), lambda record: record.source_sha):
        planned, lost = _planned(ws, sha, list(group), recipes)
        tasks += planned
        for checked in lost:
            count(checked)
    work_off(tasks, partial(_work, ws, Room()), workers=worker_count(workers), take=count, cancel=cancel)


def _planned(
    ws: Workspace, pixel_sha: str, records: Sequence[VariantRecord], recipes: Mapping[str, Recipe]
) -> tuple[list[_Task], list[Checked]]:
    """Find the page and the recipe that each variant's key is made of; those that are gone are told."""
    pages = document_table.pages_of_pixels(ws.store.read(), pixel_sha)
    again: dict[Page, list[tuple[VariantRecord, Recipe]]] = {}
    lost: list[Checked] = []
    for record in records:
        recipe = recipes.get(record.recipe_key)
        if recipe is None:
            lost.append(Checked(record, None, "its recipe is not kept here any more"))
            continue
        page = next((page for page in pages if _is_of(record, page, recipe)), None)
        if page is None:
            lost.append(Checked(record, None, "its page was turned, or is not here any more"))
        else:
            again.setdefault(page, []).append((record, recipe))
    return [_Task(page, tuple(wanted)) for page, wanted in again.items()], lost


def _is_of(record: VariantRecord, page: Page, recipe: Recipe) -> bool:
    key = variant_key(page, recipe, record.seed)
    return record.key in (key, drift_key(key))


def _work(ws: Workspace, room: Room, task: _Task, tell: Callable[[Checked], None], stop: Stop) -> None:
    with room.taken(task.page.width_px * task.page.height_px):
        if stop():
            return
        try:
            pixels = page_pixels(ws, task.page)
        except (UserError, ExternalError, MemoryError) as error:
            for record, _ in task.again:
                tell(Checked(record, None, str(error)))
            return
        for record, recipe in task.again:
            try:
                rgb = drawn(pixels, task.page, recipe, seed=record.seed, cancel=stop)
            except Cancelled:
                return
            except (UserError, MemoryError) as error:
                tell(Checked(record, None, str(error)))
                continue
            tell(_compared(ws, record, rgb))


def _compared(ws: Workspace, record: VariantRecord, rgb: object) -> Checked:
    from fidelity_app.imaging.agreement import Agreement, agreement
    from fidelity_app.imaging.encoding import from_png, pixel_sha

    if pixel_sha(rgb) == record.pixel_sha:  # type: ignore[arg-type]
        return Checked(record, Agreement.VERIFIED)
    if record.image_sha not in ws.store.blobs:
        return Checked(record, Agreement.DRIFTED)
    try:
        return Checked(record, agreement(from_png(ws.store.blobs.get(record.image_sha)), rgb))  # type: ignore[arg-type]
    except (UserError, ExternalError) as error:
        return Checked(record, None, str(error))
