"""Which boxes and characters of a finding are lit on the picture."""

from __future__ import annotations

from collections.abc import Sequence

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.geometry import Quad
from fidelity_app.core.verdicts import Verdict
from fidelity_app.gui.canvas.records import BoxLook, BoxRecord, CharMark, MarkShape
from fidelity_app.services.views import Finding, FindingModel, Overlay
from fidelity_app.store.rows import RIGHT_VERDICTS, Mark

SHAPES: dict[OpKind, MarkShape] = {
    OpKind.EQUAL: MarkShape.RIGHT,
    OpKind.SUBSTITUTE: MarkShape.WRONG,
    OpKind.DELETE: MarkShape.MISSING,
    OpKind.INSERT: MarkShape.INSERTED,
    OpKind.SWAP: MarkShape.SWAP,
    OpKind.NOTATION: MarkShape.NOTATION,
}
assert set(SHAPES) == set(OpKind)

CHOSEN_ID = "chosen"

_LOOKS = {
    Verdict.ABSTAINED: BoxLook.ABSTAINED,
    Verdict.OMITTED: BoxLook.MISSING,
    Verdict.AMBIGUOUS: BoxLook.NOTATION,
}


def char_marks(marks: Sequence[Mark], page_index: int) -> tuple[CharMark, ...]:
    """Return the marks of one page that have a place on it."""
    return tuple(
        CharMark(mark.box, SHAPES[mark.kind])
        for mark in marks
        if mark.box is not None and mark.page_index == page_index
    )


def on_clean_page(finding: Finding, model: FindingModel) -> tuple[CharMark, ...]:
    """Return a model's marks on the clean page, where the field's characters stand there."""
    glyphs = finding.page_glyphs
    made: list[CharMark] = []
    for mark in model.marks:
        span = glyphs[mark.truth_start : max(mark.truth_end, mark.truth_start + 1)]
        if span:
            made.append(CharMark(Quad.hull(span), SHAPES[mark.kind]))
    return tuple(made)


def look_of(model: FindingModel | None) -> BoxLook:
    """Return how the chosen field's box is drawn: by what the model under the cursor made of it."""
    if model is None or model.verdict is None:
        return BoxLook.PLAIN
    if model.verdict in RIGHT_VERDICTS:
        return BoxLook.RIGHT if model.verdict is Verdict.EXACT else BoxLook.NOTATION
    return _LOOKS.get(model.verdict, BoxLook.WRONG)


def overlay_boxes(overlays: Sequence[Overlay]) -> tuple[BoxRecord, ...]:
    """Return the boxes of all fields of a page."""
    return tuple(BoxRecord(one.slot_id, one.box, BoxLook.WRONG if one.wrong else BoxLook.RIGHT) for one in overlays)
