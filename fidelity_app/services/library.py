"""The library: which documents there are, and their pages as pixels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fidelity_app.core.documents import Document, Page
from fidelity_app.core.errors import ExternalError
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as table
from fidelity_app.store.rows import DocumentFilter, DocumentRow

Rgb = Any
"""A picture: numpy uint8 (height, width, 3), RGB, read-only."""


def documents(ws: Workspace, filter: DocumentFilter = DocumentFilter()) -> list[DocumentRow]:  # noqa: B008 - frozen
    """Return the documents a filter finds, by name."""
    return table.rows(ws.store.read(), filter)


def count(ws: Workspace, filter: DocumentFilter = DocumentFilter()) -> int:  # noqa: B008 - frozen
    """Return how many documents a filter finds, whatever its limit."""
    return table.count(ws.store.read(), filter)


def facets(ws: Workspace) -> Mapping[str, tuple[str, ...]]:
    """Return the values that occur for type, locale, difficulty, state and tag, for the filter boxes."""
    return table.facets(ws.store.read())


def document(ws: Workspace, document_id: str) -> Document:
    """Return a document with its pages and fields. Raises UserError when there is none."""
    return table.get(ws.store.read(), document_id)


def page_pixels(ws: Workspace, page: Page) -> Rgb:
    """Return a page as it is shown: upright, turned as the person asked.

    Raises ExternalError when its stored file is missing or altered, or when it decodes to other pixels than on import
    (a library changed): what was annotated and asked must be what is seen.
    """
    import numpy as np

    from fidelity_app.imaging.opening import open_pages

    opened = open_pages(
        ws.store.blobs.get(page.image_sha),
        name=page.source_name,
        max_pixels=max(ws.options.max_pixels, page.width_px * page.height_px),
    )[0]
    if opened.pixel_sha != page.pixel_sha:
        raise ExternalError(
            f"{page.source_name}, page {page.index + 1}: the stored file decodes to other pixels than on import "
            "(a picture library changed); install the versions of requirements.lock, or import it again"
        )
    if not page.quarter_turns:
        return opened.rgb
    # Turns are clockwise; numpy counts the other way round.
    turned = np.ascontiguousarray(np.rot90(opened.rgb, k=-page.quarter_turns))
    turned.flags.writeable = False
    return turned


def thumbnail(ws: Workspace, page: Page, max_px: int = 256) -> Rgb:
    """Return a page with its longer side at most `max_px`."""
    from fidelity_app.imaging.thumbnails import shrink

    return shrink(page_pixels(ws, page), max_px)


def archive(ws: Workspace, document_ids: tuple[str, ...]) -> None:
    """Take documents off the lists; nothing is deleted, and old runs keep them."""
    with ws.store.write() as tx:
        table.archive(tx, document_ids, at=ws.clock())
