"""Making variants: many pages after many recipes, before anybody asks for them, with bounded memory and on all cores.

A page is opened once for all its recipes. Every worker has one page in flight, and large pages wait for each other, so
memory does not grow with their number. What one worker does is what four do: a variant depends on nothing but its key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from fidelity_app.core.documents import Document, Page
from fidelity_app.core.errors import Cancelled, ExternalError, UserError
from fidelity_app.core.recipes import Recipe
from fidelity_app.services.jobs import CancelToken, Coalesced, Progress, no_progress
from fidelity_app.services.kept_variants import Removed as Removed
from fidelity_app.services.kept_variants import VariantsKept as VariantsKept
from fidelity_app.services.kept_variants import remove_variants as remove_variants
from fidelity_app.services.kept_variants import variants_kept as variants_kept
from fidelity_app.services.library import page_pixels
from fidelity_app.services.pooled import Room, Stop, work_off, worker_count
from fidelity_app.services.variants import Stored, drawn, exact, keep, known_variant, variant_key
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as document_table


@dataclass(frozen=True, slots=True)
class NotMade:
    """Variants of a page that could not be made, and why; `recipe` is empty when the page itself cannot be opened."""

    document_id: str
    document_name: str
    page_index: int
    recipe: str
    variants: int
    reason: str


@dataclass(frozen=True, slots=True)
class MadeVariants:
    """How a making ended: variants made now, there before, not made; the size of the PNGs made, equal ones once.

    `drifted` of those made were there once, were removed, and have other pixels now than are remembered.
    """

    made: int
    known: int
    failed: tuple[NotMade, ...]
    bytes: int
    drifted: int = 0
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class _Task:
    """A page, and what is to be made of it."""

    document_name: str
    page: Page
    wanted: tuple[tuple[Recipe, int], ...]

    def not_made(self, recipe: str, variants: int, error: BaseException) -> NotMade:
        reason = "there is not enough memory for it" if isinstance(error, MemoryError) else str(error)
        return NotMade(self.page.document_id, self.document_name, self.page.index, recipe, variants, reason)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A variant that was made just now."""

    task: _Task
    stored: Stored
    size: int


@dataclass(slots=True)
class _Tally:
    """What has happened so far; `show` is told of every variant."""

    show: Progress
    total: int
    known: int
    made: int = 0
    bytes: int = 0
    drifted: int = 0
    failed: list[NotMade] = field(default_factory=list)
    shas: set[str] = field(default_factory=set)

    @property
    def done(self) -> int:
        return self.known + self.made + sum(item.variants for item in self.failed)

    def take(self, event: _Kept | NotMade) -> None:
        if isinstance(event, NotMade):
            self.failed.append(event)
            name = event.document_name
        else:
            self.made += 1
            self.bytes += 0 if event.stored.sha in self.shas else event.size
            self.shas.add(event.stored.sha)
            self.drifted += event.stored.drifted
            name = event.task.document_name
        self.show(self.done, self.total, name)

    def report(self, *, cancelled: bool) -> MadeVariants:
        failed = tuple(sorted(self.failed, key=lambda item: (item.document_name, item.page_index, item.recipe)))
        return MadeVariants(self.made, self.known, failed, self.bytes, self.drifted, cancelled)


def make_variants(
    ws: Workspace,
    document_ids: Sequence[str],
    recipes: Sequence[Recipe],
    *,
    seeds: Sequence[int] = (0,),
    workers: int | None = None,
    progress: Progress = no_progress,
    cancel: CancelToken | None = None,
) -> MadeVariants:
    """Make every page of the documents under every recipe and seed, but not what is there already.

    A page that cannot be opened or degraded is listed with its reason and does not stop the others. When cancelled, the
    variants that are whole are kept and the report says so. `workers` None is one for each core, at most four.
    `progress` is called on this thread. Raises UserError before anything is made for a document that is not there or a
    recipe that cannot be carried out, ExternalError when the disk refuses; what was made is kept.
    """
    token = cancel or CancelToken()
    documents = _documents(ws, document_ids)
    pinned = [exact(recipe) for recipe in recipes]
    total = sum(len(document.pages) for document in documents) * len(pinned) * len(seeds)
    tasks, known = _plan(ws, documents, pinned, seeds=seeds, cancel=token)
    tally = _Tally(Coalesced(progress, ws.monotonic), total, known)
    tally.show(known, total, "")
    count = worker_count(workers)
    work_off(_shared_out(tasks, count), partial(_work, ws, Room()), workers=count, take=tally.take, cancel=token)
    return tally.report(cancelled=token.cancelled and tally.done < total)


def _documents(ws: Workspace, document_ids: Sequence[str]) -> list[Document]:
    ids = list(dict.fromkeys(document_ids))
    documents = document_table.get_many(ws.store.read(), ids)
    if len(documents) != len(ids):
        raise UserError("a document of this selection is not in the workspace any more; choose the documents again")
    return documents


def _plan(
    ws: Workspace,
    documents: Sequence[Document],
    recipes: Sequence[Recipe],
    *,
    seeds: Sequence[int],
    cancel: CancelToken,
) -> tuple[list[_Task], int]:
    """Return what is missing, page by page, and how many variants are there."""
    tasks: list[_Task] = []
    seen: set[str] = set()
    known = 0
    for document in documents:
        for page in document.pages:
            if cancel.cancelled:
                return tasks, known
            wanted: list[tuple[Recipe, int]] = []
            for recipe in recipes:
                for seed in seeds:
                    key = variant_key(page, recipe, seed)
                    if key in seen or known_variant(ws, page, recipe, seed=seed) is not None:
                        known += 1
                    else:
                        wanted.append((recipe, seed))
                    seen.add(key)
            if wanted:
                tasks.append(_Task(document.name, page, tuple(wanted)))
    return tasks, known


def _shared_out(tasks: Sequence[_Task], workers: int) -> list[_Task]:
    """Cut the work on few pages into pieces, so that every worker has some; many pages are opened once each."""
    if len(tasks) >= workers:
        return list(tasks)
    pieces: list[_Task] = []
    for task in tasks:
        step = max(1, -(-len(task.wanted) * len(tasks) // workers))
        cuts = range(0, len(task.wanted), step)
        pieces += [_Task(task.document_name, task.page, task.wanted[at : at + step]) for at in cuts]
    return pieces


def _work(ws: Workspace, room: Room, task: _Task, tell: Callable[[_Kept | NotMade], None], stop: Stop) -> None:
    """Make what is wanted of a page. Raises ExternalError when the disk refuses: then no other page would do better."""
    with room.taken(task.page.width_px * task.page.height_px):
        if stop():
            return
        try:
            pixels = page_pixels(ws, task.page)
        except (UserError, ExternalError, MemoryError) as error:
            tell(task.not_made("", len(task.wanted), error))
            return
        for recipe, seed in task.wanted:
            try:
                rgb = drawn(pixels, task.page, recipe, seed=seed, cancel=stop)
            except Cancelled:
                return
            except (UserError, MemoryError) as error:
                tell(task.not_made(recipe.label, 1, error))
                continue
            if stop():
                return
            stored, data = keep(ws, task.page, recipe, rgb, seed=seed)
            tell(_Kept(task, stored, len(data)))
