"""Kept variants: how much of the disk they take, and their removal, which happens only when it is asked for.

What is removed is the picture; what its pixels were stays remembered, so that it can be made again and verified. A
picture that a run was asked about is evidence: it goes only when told so, and only when it can be made again here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fidelity_app.services.checking_variants import Checked, check_records
from fidelity_app.services.jobs import CancelToken, Coalesced, Progress, no_progress
from fidelity_app.services.recipe_labels import labels
from fidelity_app.services.variants import drift_key
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import recipes as table
from fidelity_app.store import runs as run_table
from fidelity_app.store.blobs import BlobFile, remove_file
from fidelity_app.store.locks import exclusive, run_lock
from fidelity_app.store.recipes import VariantRecord

T = TypeVar("T")

AT_ONCE = 200
"""Files removed in one transaction, so that nobody who edits waits for long."""
HALF_WRITTEN_AFTER_S = 3600.0
UNWANTED_AFTER_S = 86400.0
"""A file without a row may be one whose row is just being written; after a day it is not."""


@dataclass(frozen=True, slots=True)
class KeptRecipe:
    """The kept variants of one recipe: their number, their size, and how many of them a run was asked about.

    `label` is empty for a recipe that is known by no name here. `drifted` were made again with other pixels.
    """

    key: str
    label: str
    variants: int
    bytes: int
    asked: int
    drifted: int


@dataclass(frozen=True, slots=True)
class VariantsKept:
    """What is kept in a workspace; `bytes` are those of files that no page is made of, each counted once."""

    count: int
    bytes: int
    asked: int
    recipes: tuple[KeptRecipe, ...]


@dataclass(frozen=True, slots=True)
class Removed:
    """What was removed: variants, files of killed writers (`leftovers`), and the space that is free now.

    `kept` variants of those meant are still there: pages are made of their files, a run was asked about them, or they
    were not reached. `not_again` of them were to go, but cannot be made again here bit by bit, so they stay.
    """

    count: int
    bytes: int
    kept: int
    leftovers: int = 0
    not_again: tuple[Checked, ...] = ()
    cancelled: bool = False


def variants_kept(ws: Workspace) -> VariantsKept:
    """Return how many variants are kept and how much they take, by recipe."""
    db = ws.store.read()
    sizes = _sizes(ws)
    records = table.variants(db)
    again = {drift_key(record.key) for record in records}
    kept = [record for record in records if record.image_sha in sizes]
    of_pages = table.page_pictures(db)
    asked = table.asked_pictures(db) | table.sent_pictures(db)[0]
    names = labels(ws)

    def size_of(some: Sequence[VariantRecord]) -> int:
        return sum(sizes[sha] for sha in {record.image_sha for record in some} - of_pages)

    rows: list[KeptRecipe] = []
    for key in dict.fromkeys(record.recipe_key for record in kept):
        mine = [record for record in kept if record.recipe_key == key]
        rows.append(
            KeptRecipe(
                key=key,
                label=names.get(key, ""),
                variants=len(mine),
                bytes=size_of(mine),
                asked=sum(record.image_sha in asked for record in mine),
                drifted=sum(record.key in again for record in mine),
            )
        )
    rows.sort(key=lambda row: (not row.label, row.label, row.key))
    return VariantsKept(len(kept), size_of(kept), sum(row.asked for row in rows), tuple(rows))


@dataclass(slots=True)
class _InUse:
    """The files that must stay, brought up to date inside each transaction that removes some."""

    pages: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    _sent: set[str] = field(default_factory=set)
    _last_attempt: int = 0

    def refresh(self, db: Any) -> None:
        sent, self._last_attempt = table.sent_pictures(db, after=self._last_attempt)
        self._sent |= sent
        self.pages = table.page_pictures(db)
        self.asked = table.asked_pictures(db) | self._sent


@dataclass(slots=True)
class _Removal:
    """Removes files piece by piece, and counts."""

    ws: Workspace
    recipe: str | None
    in_use: _InUse = field(default_factory=_InUse)
    gone: set[str] = field(default_factory=set)
    count: int = 0
    bytes: int = 0
    leftovers: int = 0

    def remove(self, records: Sequence[VariantRecord], *, also_asked: bool) -> None:
        """Remove the files of some variants, those that nothing else needs."""
        with self.ws.store.write() as tx:
            self._may_remove(tx)
            needed = self.in_use.pages | (set() if also_asked else self.in_use.asked)
            if self.recipe is not None:
                needed |= table.other_pictures(tx, self.recipe)
            for record in records:
                if record.image_sha in needed:
                    continue
                if record.image_sha not in self.gone:
                    self.bytes += self.ws.store.blobs.remove(record.image_sha)
                    self.gone.add(record.image_sha)
                self.count += 1

    def remove_leftovers(self, files: Sequence[BlobFile]) -> None:
        """Remove files that no row names, and what a killed writer left half written."""
        with self.ws.store.write() as tx:
            self._may_remove(tx)
            named = self.in_use.pages | self.in_use.asked | table.other_pictures(tx, None)
            for file in files:
                if file.sha not in named:
                    size = remove_file(file.path)
                    self.leftovers += bool(size)
                    self.bytes += size

    def means(self, record: VariantRecord) -> bool:
        return self.recipe in (None, record.recipe_key)

    def _may_remove(self, tx: Any) -> None:
        """Raise Conflict while a run is executed: it has pictures in hand that are in no row yet."""
        for run_id in run_table.running_ids(tx):
            name = run_table.row(tx, run_id).name
            busy = f"{name} is being executed and needs its pictures; wait for it or stop it, then remove variants"
            with exclusive(run_lock(self.ws.path, run_id), busy=busy):
                continue
        self.in_use.refresh(tx)


def remove_variants(
    ws: Workspace,
    *,
    recipe: str | None = None,
    unused_only: bool = True,
    progress: Progress = no_progress,
    cancel: CancelToken | None = None,
) -> Removed:
    """Remove the pictures of variants, of one recipe's key or of all; their rows stay, and they are made again lazily.

    Files that a page or another variant is made of stay. Those that a run was asked about stay with `unused_only`;
    without it each is made again first, and stays unless it comes out bit by bit the same. Without a recipe, files that
    no row names go, too. When cancelled, the report says what was removed. Raises Conflict while a run is executed,
    ExternalError when the disk refuses.
    """
    token = cancel or CancelToken()
    removal = _Removal(ws, recipe)
    removal.in_use.refresh(ws.store.read())
    there = [record for record in table.variants(ws.store.read()) if record.image_sha in ws.store.blobs]
    mine = [record for record in there if removal.means(record)]
    show = Coalesced(progress, ws.monotonic)
    for number, some in enumerate(_pieces(mine)):
        if token.cancelled:
            break
        show(number * AT_ONCE, len(mine), "removing")
        removal.remove(some, also_asked=False)
    not_again: list[Checked] = []
    if not unused_only and not token.cancelled:
        not_again = _remove_asked(removal, mine, progress=progress, cancel=token)
    if recipe is None and not token.cancelled:
        for files in _pieces(_unwanted(ws)):
            removal.remove_leftovers(files)
    kept = sum(record.image_sha in ws.store.blobs for record in mine)
    show(len(mine), len(mine), "removing")
    return Removed(removal.count, removal.bytes, kept, removal.leftovers, tuple(not_again), token.cancelled)


def _remove_asked(
    removal: _Removal, records: Sequence[VariantRecord], *, progress: Progress, cancel: CancelToken
) -> list[Checked]:
    """Remove what runs were asked about, each after it was made again and compared; return those that stay."""
    from fidelity_app.imaging.agreement import Agreement

    stays = removal.in_use.pages | removal.gone
    verified: list[VariantRecord] = []
    not_again: list[Checked] = []

    def take(checked: Checked) -> None:
        if checked.agreement is Agreement.VERIFIED:
            verified.append(checked.record)
        else:
            not_again.append(checked)

    meant = [record for record in records if record.image_sha not in stays]
    check_records(removal.ws, meant, take=take, progress=progress, cancel=cancel)
    # Two variants may be one file: it goes only when both can be made again.
    held = {checked.record.image_sha for checked in not_again}
    for some in _pieces([record for record in verified if record.image_sha not in held]):
        removal.remove(some, also_asked=True)
    return not_again


def _unwanted(ws: Workspace) -> list[BlobFile]:
    """Return the files that are old enough to be nobody's; which of them a row names is looked up when they go."""
    return [
        file for file in ws.store.blobs.files() if file.age_s > (UNWANTED_AFTER_S if file.sha else HALF_WRITTEN_AFTER_S)
    ]


def _sizes(ws: Workspace) -> dict[str, int]:
    return {file.sha: file.size for file in ws.store.blobs.files() if file.sha}


def _pieces(items: Sequence[T]) -> Iterator[Sequence[T]]:
    return (items[at : at + AT_ONCE] for at in range(0, len(items), AT_ONCE))
