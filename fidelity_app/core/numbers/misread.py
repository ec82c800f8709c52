"""Numbers that hold a letter where a digit should stand: unparsable, with what was probably meant."""

from __future__ import annotations

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.amounts import suggestions
from fidelity_app.core.numbers.draft import Draft, unparsable
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.lookalikes import repaired
from fidelity_app.core.numbers.value import NumberContext


def read_misread(folded: Folded, kind: Kind, context: NumberContext) -> Draft | None:
    """Return an unparsable draft with suggestions when only look-alikes keep a text from being a number."""
    meant = suggestions(folded, kind, context, repair=repaired)
    if not meant:
        return None
    return unparsable("lookalike", "unparsable", suggestions=meant, decided_by="a letter stands where a digit should")
