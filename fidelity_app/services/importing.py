"""Importing: pictures, PDFs and annotated data sets become documents; each one whole or not at all.

All truth files are read before the first document is written, so that one that does not parse imports nothing by
halves. What is not imported is listed with its reason; a document whose pixels are here already is named, not
silently dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fidelity_app.core.documents import Document, DocumentState, Field, Page
from fidelity_app.core.errors import UserError
from fidelity_app.imaging.limits import TooLarge
from fidelity_app.imaging.sources import check_source, storable
from fidelity_app.services.jobs import CancelToken, Coalesced, Progress, no_progress
from fidelity_app.services.views import Duplicate, ImportReport, LeftOutFile
from fidelity_app.services.workspace import Workspace
from fidelity_app.settings.options import OptionsFile
from fidelity_app.store import documents as table

if TYPE_CHECKING:
    from fidelity_app.formats.items import ImportItem
    from fidelity_app.imaging.opening import OpenedPage

NO_RESOLUTION = "no resolution stated"


@dataclass(slots=True)
class _Tally:
    """What has happened so far."""

    added: list[str] = field(default_factory=list)
    duplicates: list[Duplicate] = field(default_factory=list)
    left_out: list[LeftOutFile] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cancelled: bool = False

    def report(self) -> ImportReport:
        return ImportReport(
            added=tuple(self.added),
            duplicates=tuple(self.duplicates),
            left_out=tuple(self.left_out),
            notes=tuple(dict.fromkeys(self.notes)),
            cancelled=self.cancelled,
        )


def formats() -> tuple[tuple[str, str], ...]:
    """Return name and title of every annotation format that can be read."""
    from fidelity_app.formats.registry import FORMATS

    return tuple((item.name, item.title) for item in FORMATS.values())


def import_paths(
    ws: Workspace,
    paths: Sequence[Path],
    *,
    format: str = "",
    locale: str = "",
    tags: Sequence[str] = (),
    max_pixels: int | None = None,
    progress: Progress = no_progress,
    cancel: CancelToken | None = None,
) -> ImportReport:
    """Import files and folders; `format` empty means: guess it for each path. `locale` holds for all of them if given.

    `max_pixels` is the largest picture taken; None means: as the workspace's options say.

    When cancelled, what was imported is kept and the report says so. Raises UserError for a path that does not exist, a
    folder with nothing to import, or a truth file that does not parse (naming its line); then nothing was written.
    """
    tally = _Tally()
    limit = ws.options.max_pixels if max_pixels is None else max_pixels
    items = _read_all(paths, format, tally)
    show = Coalesced(progress, ws.monotonic)
    for done, item in enumerate(items):
        if cancel is not None and cancel.cancelled:
            tally.cancelled = True
            break
        show(done, len(items), item.name)
        _import_one(ws, item, locale=locale, tags=tags, limit=limit, tally=tally)
    else:
        show(len(items), len(items), "")
    return tally.report()


def _read_all(paths: Sequence[Path], format: str, tally: _Tally) -> list[ImportItem]:
    from fidelity_app.formats.items import LeftOut
    from fidelity_app.formats.registry import read_dataset

    items: list[ImportItem] = []
    for path in paths:
        check_source(path)
        for found in read_dataset(path, format):
            if isinstance(found, LeftOut):
                tally.left_out.append(LeftOutFile(found.path, found.reason, found.line))
            else:
                items.append(found)
    return items


def _import_one(
    ws: Workspace, item: ImportItem, *, locale: str, tags: Sequence[str], limit: int, tally: _Tally
) -> None:
    document_id = ws.new_id()
    pages: list[Page] = []
    sources: list[str] = []
    for image in item.images:
        try:
            _add_pages(ws, image, document_id=document_id, pages=pages, sources=sources, limit=limit)
        except UserError as error:
            reason = _reason(error) if len(item.images) == 1 else f"{_reason(error)} (a page of {item.name})"
            tally.left_out.append(LeftOutFile(image, reason))
            return
    there = table.with_pixels(ws.store.read(), [page.pixel_sha for page in pages])
    if there is not None:
        tally.duplicates.append(Duplicate(item.images[0], there[0], there[1]))
        return
    tally.notes += (*item.notes, *_said_of(pages))
    fields = _fields(ws, item, document_id=document_id, pages=len(pages), tally=tally)
    document = Document(
        id=document_id,
        name=storable(item.name),
        type=item.type,
        locale=locale or item.locale,
        currency=item.currency,
        tags=tuple(dict.fromkeys((*item.tags, *tags))),
        state=DocumentState.ANNOTATED if fields else DocumentState.NEW,
        pages=tuple(pages),
        fields=fields,
    )
    origin = table.Origin(source=storable(str(item.images[0])), added_at=ws.clock(), source_shas=tuple(sources))
    with ws.store.write() as tx:
        table.insert(tx, document, origin=origin)
    tally.added.append(document_id)


def _reason(error: UserError) -> str:
    """Return why a file is left out; for one that is too large, with the place of the options on this machine."""
    said = str(error)
    return said.replace("options.toml", str(OptionsFile().path)) if isinstance(error, TooLarge) else said


def _said_of(pages: list[Page]) -> Iterator[str]:
    """Say what was done to open each page (cut off, turned, put on white...), but not what every photograph lacks."""
    for page in pages:
        where = page.source_name if len(pages) == 1 else f"{page.source_name}, page {page.index + 1}"
        yield from (f"{where}: {note}" for note in page.notes if not note.startswith(NO_RESOLUTION))


def _add_pages(
    ws: Workspace, image: Path, *, document_id: str, pages: list[Page], sources: list[str], limit: int
) -> None:
    """Store a file and its pages. A file of one picture is its page; pages of PDFs and scans are stored as drawn.

    The file itself is stored last: one that is refused leaves nothing behind.
    """
    from fidelity_app.imaging.encoding import to_png
    from fidelity_app.imaging.opening import iter_pages
    from fidelity_app.imaging.sources import file_sha, read_source

    data = read_source(image, max_pixels=limit)
    source_sha, name = file_sha(data), storable(image.name)
    for page, alone in _with_company(iter_pages(data, name=image.name, max_pixels=limit, dpi=_dpi(ws))):
        height, width = page.rgb.shape[:2]
        dpi, notes = _resolution(page)
        pages.append(
            Page(
                id=ws.new_id(),
                document_id=document_id,
                index=len(pages),
                image_sha=source_sha if alone and page.format != "PDF" else ws.store.blobs.put(to_png(page.rgb)),
                pixel_sha=page.pixel_sha,
                width_px=width,
                height_px=height,
                dpi=dpi,
                source_name=name,
                notes=notes,
            )
        )
        sources.append(source_sha)
    ws.store.blobs.put(data)


def _resolution(page: OpenedPage) -> tuple[float | None, tuple[str, ...]]:
    """Return the dpi that the file states, else what the print's size suggests, and the page's notes with a word of it.

    Most photographs state none; a degradation's lengths would be too harsh on small ones and too mild on large ones.
    """
    from fidelity_app.imaging.text_scale import estimate_dpi

    if page.dpi is not None:
        return page.dpi, page.notes
    estimate = estimate_dpi(page.rgb)
    if estimate is None:
        return None, page.notes
    return estimate, (*page.notes, f"{NO_RESOLUTION}; about {estimate:g} dpi by the height of its digits")


def _dpi(ws: Workspace) -> float:
    return float(ws.options.pdf_dpi)


def _with_company(pages: Iterator[OpenedPage]) -> Iterator[tuple[OpenedPage, bool]]:
    """Pair each page with whether it is the file's only one, holding at most two in memory."""
    first = next(pages)
    second = next(pages, None)
    yield first, second is None
    if second is not None:
        yield second, False
        for page in pages:
            yield page, False


def _fields(ws: Workspace, item: ImportItem, *, document_id: str, pages: int, tally: _Tally) -> tuple[Field, ...]:
    """Give the fields of the truth their ids; one on a page that the file does not have is left out and listed."""
    kept: list[Field] = []
    for position, found in enumerate(item.fields):
        if found.page_index >= pages:
            reason = f"field {found.key} is on page {found.page_index + 1}, but {item.name} has {pages}"
            tally.left_out.append(LeftOutFile(item.source, reason))
            continue
        kept.append(
            Field(
                id=ws.new_id(),
                document_id=document_id,
                page_index=found.page_index,
                key=found.key,
                kind=found.kind,
                text=found.text,
                box=found.box,
                glyphs=found.glyphs,
                legibility=found.legibility,
                position=position,
            )
        )
    return tuple(kept)
