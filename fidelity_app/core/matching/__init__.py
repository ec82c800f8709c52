"""A reply to a document: which reading belongs to which field (SCORING section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from fidelity_app.core.asks import Outcome, ParsedReply, ReadItem
from fidelity_app.core.documents import Field
from fidelity_app.core.geometry import Quad
from fidelity_app.core.matching.assignment import assign
from fidelity_app.core.matching.contexts import document_context, reading_context
from fidelity_app.core.matching.flipped import with_flips
from fidelity_app.core.matching.keyed import match_keyed, nearest, slots_of
from fidelity_app.core.matching.match import RIGHT, Judge, Match, QuadMap
from fidelity_app.core.matching.match import Bench as _Bench
from fidelity_app.core.matching.places import place
from fidelity_app.core.matching.tokens import Span
from fidelity_app.core.numbers.value import NumberContext
from fidelity_app.core.replies.lines import RUNG as LOCATED
from fidelity_app.core.verdicts import judge as default_judge

__all__ = ["RIGHT", "Judge", "Match", "QuadMap", "document_context", "match", "reading_context", "slots_of"]

_NO_CONTEXT = NumberContext()


def match(
    fields: Sequence[Field],
    reply: ParsedReply,
    *,
    truth_context: NumberContext = _NO_CONTEXT,
    to_variant: QuadMap | None = None,
    judge: Judge = default_judge,
) -> tuple[Match, ...]:
    """Return one match per slot, in the order of the fields, then what a keyed reply invented.

    `fields` are those that were asked for, all of the document or in crop mode the one. `to_variant` carries their
    boxes into the pixels that the reader saw (None: they are in these already). The reading's context keeps the
    document's locale and currency, and takes its amounts from the reply itself. A reply that is not ok gives nothing:
    a failure is no reading, and stays in the denominators by its trial.
    """
    if reply.outcome is not Outcome.OK:
        return ()
    bench = _Bench(judge, truth_context, reading_context(fields, reply, truth_context))
    if reply.keyed and reply.rung == LOCATED and len({field.key for field in fields}) == 1:
        found: Sequence[Match] = (nearest([_cropped(field, reply.items, bench) for field in fields]),)
    elif reply.keyed:
        found = match_keyed(fields, reply.items, bench)
    else:
        found = _unkeyed(fields, reply.items, bench, to_variant)
    return with_flips(found, truth_context.currency)


def _cropped(field: Field, items: Sequence[ReadItem], bench: _Bench) -> Match:
    """Judge what an engine read on one field's crop: the number most like it, else all of it (one value is there)."""
    found = assign([field], items, bench, taken={})
    if field.id in found:
        return found[field.id]
    return bench.matched(field, items[0]) if items else bench.omitted(field)


def _unkeyed(
    fields: Sequence[Field], items: Sequence[ReadItem], bench: _Bench, to_variant: QuadMap | None
) -> tuple[Match, ...]:
    located = any(item.box is not None for item in items)
    boxed = {field.id: _carried(field, field.box, to_variant) for field in fields if field.box is not None and located}
    placed = place(boxed, [field for field in fields if field.id in boxed], items, bench)
    taken: dict[int, list[Span]] = {}
    for item_index, found in placed.values():
        taken.setdefault(item_index, []).append(Span(found.start, found.end))
    loose = [field for field in fields if field.id not in boxed and field.text.strip()]
    assigned = assign(_in_reading_order(loose), items, bench, taken=taken)
    matches: list[Match] = []
    for field in fields:
        if field.id in placed:
            matches.append(placed[field.id][1])
        else:
            matches.append(assigned.get(field.id) or bench.omitted(field))
    return tuple(matches)


def _carried(field: Field, box: Quad, to_variant: QuadMap | None) -> Quad:
    return to_variant(field.page_index, box) if to_variant is not None else box


def _in_reading_order(fields: Sequence[Field]) -> list[Field]:
    """Sort by page, then by the middle of the box where there is one, else by the order of annotation."""
    return sorted(fields, key=lambda field: (field.page_index, _middle(field), field.position))


def _middle(field: Field) -> float:
    if field.box is None:
        return 0.0
    _, top, _, bottom = field.box.bounds
    return (top + bottom) / 2
