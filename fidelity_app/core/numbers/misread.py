"""Numbers that hold a letter where a digit should stand: unparsable, with what was probably meant."""

from __future__ import annotations

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.amounts import currency_of, mark_body, text_of
from fidelity_app.core.numbers.draft import Draft
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.lookalikes import repaired
from fidelity_app.core.numbers.peeling import peel
from fidelity_app.core.numbers.separators import BODY, split
from fidelity_app.core.numbers.value import NumberContext


def read_misread(folded: Folded, kind: Kind, context: NumberContext) -> Draft | None:
    """Return an unparsable draft with suggestions when only look-alikes keep a text from being a number."""
    peeled = peel(folded.text, kind, context)
    body = repaired(peeled.body)
    if body is None or peeled.is_bracketed or not BODY.fullmatch(body):
        return None
    splits = split(body.replace(" ", ""))
    readings = splits.well_formed or ((splits.irregular,) if splits.irregular else splits.maybe)
    if not readings:
        return None
    mark_body(peeled, readings[-1])
    meant = tuple(text_of(peeled, kind, reading) for reading in readings)
    return Draft(
        None,
        currency=currency_of(peeled),
        alternatives=meant,
        suggestion=meant[0],
        decided_by="a letter or a sign stands where a digit should",
        flags=(*folded.flags, "lookalike", "unparsable"),
        roles=peeled.roles,
    )
