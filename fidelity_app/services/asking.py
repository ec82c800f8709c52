"""Asking: from a trial to its question: the pictures exactly as they are sent, the prompt, and the key of all that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fidelity_app.core.asks import Ask, AskedField, AskImage, Mode, ModelConfig
from fidelity_app.core.canonical import Json
from fidelity_app.core.documents import Document, Field, Page
from fidelity_app.core.errors import UserError
from fidelity_app.core.geometry import Quad
from fidelity_app.core.plans import trial_key
from fidelity_app.core.recipes import Recipe
from fidelity_app.services import legibility
from fidelity_app.services.variants import known_variant, page_map, variant
from fidelity_app.services.workspace import Workspace

PNG = "image/png"
CROP_MARGIN = 0.6
"""Of the box's height, on every side: a reader wants white around its line, but no neighbour."""
_LEAST_MARGIN_PX = 4


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of a question: which stored file, its pixels' identity, its size, and which page it shows.

    `origin` is the crop's top left corner in variant pixels, (0, 0) for a whole page. `drifted`: the variant was made
    again with other pixels than are remembered.
    """

    page_index: int
    sha: str
    pixel_sha: str
    width_px: int
    height_px: int
    origin: tuple[int, int] = (0, 0)
    drifted: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A trial's question without the pictures' bytes: what identifies it, and what is needed to put it."""

    key: str
    mode: Mode
    pictures: tuple[Picture, ...]
    prompt: str
    schema: Mapping[str, Json] | None
    asked: tuple[AskedField, ...]
    crop_key: str

    def ask(self, ws: Workspace) -> Ask:
        """Return the question with its pictures, read from the image store and verified."""
        images = tuple(
            AskImage(item.page_index, PNG, ws.store.blobs.get(item.sha), item.sha, item.width_px, item.height_px)
            for item in self.pictures
        )
        return Ask(self.key, self.mode, images, self.prompt, self.schema, self.asked, self.crop_key)


@dataclass(frozen=True, slots=True)
class Cell:
    """What a question is about: a document under a recipe, one model, one repeat.

    In crop and verify mode it is about one field; in verify mode it tells the model a value and asks if it is printed.
    """

    document: Document
    recipe: Recipe
    seed: int
    config: ModelConfig
    mode: Mode
    asked: tuple[AskedField, ...]
    repeat: int = 0
    crop_key: str = ""
    claim: str = ""


def question(ws: Workspace, cell: Cell) -> Question:
    """Return the question of a cell, making its variants when they are not there yet.

    Raises UserError when the adapter is unknown or lacks a file, ExternalError when a picture is missing.
    """
    from fidelity_app.vision import adapter_version

    pictures = _pictures(ws, cell)
    prompt, schema = words(cell)
    key = trial_key(
        [item.pixel_sha for item in pictures],
        prompt,
        schema=schema,
        model=cell.config,
        mode=cell.mode,
        repeat=cell.repeat,
        adapter_version=adapter_version(cell.config.adapter, cell.config.parameters),
    )
    return Question(key, cell.mode, pictures, prompt, schema, asked_of(cell), cell.crop_key)


def asked_of(cell: Cell) -> tuple[AskedField, ...]:
    """Return the fields that a cell's question asks for: all of the document, or the one it is about."""
    if not cell.crop_key:
        return cell.asked
    return tuple(item for item in cell.asked if item.key == cell.crop_key)


def words(cell: Cell) -> tuple[str, Mapping[str, Json] | None]:
    """Return prompt and schema of a cell's question; a reader on this machine takes neither.

    Raises UserError in verify mode for a reader that takes no prompt: it cannot be told what to look for.
    """
    from fidelity_app.core.prompts import prompt_for
    from fidelity_app.vision import find_adapter

    if find_adapter(cell.config.adapter).local:
        if cell.mode is Mode.VERIFY:
            raise UserError(no_answers_words(cell.config.name))
        return "", None
    made = prompt_for(cell.mode, asked_of(cell), pages=len(cell.document.pages), claim=cell.claim)
    return made.text, made.schema


def no_answers_words(model: str) -> str:
    """Say why a reader without a prompt is not asked about claims, and what to do instead."""
    return f"{model} reads pictures and answers no questions; verify models that take a prompt, or choose another mode"


def _pictures(ws: Workspace, cell: Cell) -> tuple[Picture, ...]:
    """Make what is shown: in crop mode the field cut out; a claim is looked for on whole pages, as in practice."""
    if cell.mode is Mode.CROP and cell.crop_key:
        field = field_of(cell.document, cell.crop_key)
        page = next(page for page in cell.document.pages if page.index == field.page_index)
        if field.box is not None:
            return (_crop(ws, cell, page, box=field.box),)
    pictures = []
    for page in cell.document.pages:
        pictures.append(_page(ws, cell, page))
    return tuple(pictures)


def _page(ws: Workspace, cell: Cell, page: Page) -> Picture:
    """Return a whole page's variant. How hard its fields are is measured when it is made: its pixels are at hand."""
    known = known_variant(ws, page, cell.recipe, seed=cell.seed)
    if known is not None:
        return Picture(page.index, known.sha, known.pixel_sha, known.width_px, known.height_px, drifted=known.drifted)
    made = variant(ws, page, cell.recipe, seed=cell.seed)
    legibility.remember(ws, made, cell.document.fields)
    height, width = made.rgb.shape[:2]
    return Picture(page.index, made.sha, made.pixel_sha, width, height, drifted=made.drifted)


def field_of(document: Document, key: str) -> Field:
    """Return the first field of a key. Raises UserError when the document has none any more."""
    for field in document.truth:
        if field.key == key:
            return field
    raise UserError(f"{document.name}: the field {key} was removed after the run was started")


def _crop(ws: Workspace, cell: Cell, page: Page, *, box: Quad) -> Picture:
    """Cut a field with a margin from its variant and store the cut."""
    from fidelity_app.imaging.encoding import pixel_sha, to_png

    made = variant(ws, page, cell.recipe, seed=cell.seed)
    legibility.remember(ws, made, cell.document.fields)
    left, top, right, bottom = crop_window(made.page_map, box)
    cut: Any = made.rgb[top:bottom, left:right]
    return Picture(
        page_index=page.index,
        sha=ws.store.blobs.put(to_png(cut)),
        pixel_sha=pixel_sha(cut),
        width_px=right - left,
        height_px=bottom - top,
        origin=(left, top),
        drifted=made.drifted,
    )


def crop_origin(cell: Cell) -> tuple[int, int]:
    """Return where the crop of a cell lies on its variant, without touching a pixel; (0, 0) for a whole page."""
    field = next((item for item in cell.document.truth if item.key == cell.crop_key), None)
    if cell.mode is not Mode.CROP or field is None or field.box is None:
        return 0, 0
    page = next(page for page in cell.document.pages if page.index == field.page_index)
    left, top, _, _ = crop_window(page_map(page, cell.recipe, seed=cell.seed), field.box)
    return left, top


def crop_window(mapped: Any, box: Quad) -> tuple[int, int, int, int]:
    """Return left, top, right, bottom of a box's crop on the variant, in whole pixels and inside it."""
    width, height = mapped.size
    x0, y0, x1, y1 = mapped.hull(box).bounds
    margin = max(_LEAST_MARGIN_PX, CROP_MARGIN * min(y1 - y0, x1 - x0))
    left, top = max(0, min(width - 1, int(x0 - margin))), max(0, min(height - 1, int(y0 - margin)))
    right, bottom = min(width, max(left + 1, int(x1 + margin + 1))), min(height, max(top + 1, int(y1 + margin + 1)))
    return left, top, right, bottom
