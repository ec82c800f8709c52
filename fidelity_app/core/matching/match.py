"""What matching gives, and the judge it asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.documents import Field, Kind, Legibility
from fidelity_app.core.geometry import Quad
from fidelity_app.core.numbers.value import NumberContext
from fidelity_app.core.verdicts import Judgement, Verdict

RIGHT = frozenset({Verdict.EXACT, Verdict.LAYOUT_ONLY, Verdict.PRECISION_CHANGED})
"""Verdicts that say the value is right."""

QuadMap = Callable[[int, Quad], Quad]
"""Carries a quad of the upright page (by page index) to the variant that the reader saw."""


class Judge(Protocol):
    """`core.verdicts.judge`, or anything that is called like it."""

    def __call__(
        self,
        truth: str,
        reading: str | None,
        kind: Kind,
        *,
        truth_context: NumberContext = ...,
        reading_context: NumberContext = ...,
        abstained: bool = False,
        legibility: Legibility = ...,
    ) -> Judgement: ...


@dataclass(frozen=True, slots=True)
class Match:
    """One slot and what was read for it.

    `field` is None for an answer where nothing is annotated (`hallucinated`, keyed replies only); `item` is None when
    nothing was answered. A slot with several right texts is its first field, whoever answers; `compared` is then the
    field whose text the answer comes closest to. `text` is the part `item.text[start:end]` that is judged, None when
    there is none. `box` and `glyphs` (one quad per character of `text`, or none) are that part's place in the pixels of
    the picture sent, page `page_index`. `other_key` names the field whose value this really is (`wrong_field`).
    """

    field: Field | None
    item: ReadItem | None
    text: str | None
    judgement: Judgement
    start: int = 0
    end: int = 0
    box: Quad | None = None
    glyphs: tuple[Quad, ...] = ()
    page_index: int = 0
    other_key: str = ""
    compared: Field | None = None

    @property
    def printed(self) -> Field | None:
        """Return the field whose text was compared: the slot's own, or another right text of it."""
        return self.compared or self.field

    @property
    def key(self) -> str:
        """Return the field's key, or what the reply called it."""
        if self.field is not None:
            return self.field.key
        return (self.item.key if self.item else None) or ""

    @property
    def is_right(self) -> bool:
        """Say whether the value is right."""
        return self.judgement.verdict in RIGHT


@dataclass(frozen=True, slots=True)
class Bench:
    """The judge with both contexts at hand. A reading is judged by its own document's style, never by the truth's."""

    judge: Judge
    truth_context: NumberContext = field(default_factory=NumberContext)
    reading_context: NumberContext = field(default_factory=NumberContext)

    def judgement(self, truth: Field, text: str | None, *, abstained: bool = False) -> Judgement:
        """Judge a reading of a field."""
        return self.judge(
            truth.text,
            text,
            truth.kind,
            truth_context=self.truth_context,
            reading_context=self.reading_context,
            abstained=abstained,
            legibility=truth.legibility,
        )

    def same_value(self, truth: Field, text: str) -> bool:
        """Say whether a text has the value of a field."""
        return self.judgement(truth, text).verdict in RIGHT

    def matched(self, truth: Field, item: ReadItem, start: int = 0, *, end: int | None = None) -> Match:
        """Judge a part of an item (by default all of it) as the reading of a field."""
        if item.text is None:
            judgement = self.judgement(truth, None, abstained=True)
            return Match(truth, item, None, judgement, page_index=item.page_index)
        stop = len(item.text) if end is None else end
        text = item.text[start:stop]
        judgement = self.judgement(truth, text)
        box, glyphs = part_box(item, start, stop), part_glyphs(item, start, stop)
        return Match(truth, item, text, judgement, start, stop, box, glyphs, item.page_index)

    def omitted(self, truth: Field) -> Match:
        """Say that nothing was answered for a field."""
        return Match(truth, None, None, self.judgement(truth, None), page_index=truth.page_index)

    def invented(self, item: ReadItem) -> Match:
        """Say that an answer stands where nothing is annotated."""
        text = item.text or ""
        judgement = self.judge("", text, Kind.OTHER, reading_context=self.reading_context)
        return Match(None, item, text, judgement, 0, len(text), item.box, item.glyphs, item.page_index)


def elsewhere(match: Match, other_key: str) -> Match:
    """Return the match with the verdict `wrong_field`: its value is another field's. Its digits are not at fault."""
    judgement = replace(match.judgement, verdict=Verdict.WRONG_FIELD, errors=(Verdict.WRONG_FIELD.value,))
    return replace(match, judgement=judgement, other_key=other_key)


def part_box(item: ReadItem, start: int, end: int) -> Quad | None:
    """Return the box of a part of an item: by its own glyphs where it has them, else in proportion."""
    length = len(item.text or "")
    if start >= end or not length:
        return item.box
    if len(item.glyphs) == length:
        first, last = item.glyphs[start].points, item.glyphs[end - 1].points
        return Quad((first[0], last[1], last[2], first[3]))
    return item.box.slice(start / length, end / length) if item.box is not None else None


def part_glyphs(item: ReadItem, start: int, end: int) -> tuple[Quad, ...]:
    """Return one quad per character of a part of an item, none for an item that is nowhere."""
    length = len(item.text or "")
    if len(item.glyphs) == length:
        return item.glyphs[start:end]
    if item.box is None:
        return ()
    return tuple(item.box.slice(place / length, (place + 1) / length) for place in range(start, end))
