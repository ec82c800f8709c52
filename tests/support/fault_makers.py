"""What makes the faults and notations that the scorer must name: one maker for every error kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st
from support.printed_values import LATIN

from fidelity_app.core.documents import Kind, Legibility
from fidelity_app.core.numbers import NumberContext
from fidelity_app.core.verdicts import Judgement, Verdict, judge

NO_PAGE = NumberContext()


@dataclass(frozen=True)
class Pair:
    """A printed value and the reading with one fault."""

    truth: str
    reading: str
    kind: Kind = Kind.AMOUNT
    page: NumberContext = NO_PAGE
    abstained: bool = False
    legibility: Legibility = Legibility.CLEAR

    def judged(self) -> Judgement:
        return judge(
            self.truth,
            self.reading,
            self.kind,
            truth_context=self.page,
            reading_context=self.page,
            abstained=self.abstained,
            legibility=self.legibility,
        )


Maker = Callable[[st.DataObject], Pair]
MAKERS: dict[str, Maker] = {}
BESIDE_ANOTHER: set[str] = set()
VERDICTS: dict[str, Verdict] = {}


def makes(*names: str, label: bool = True, verdict: Verdict = Verdict.MISMATCH) -> Callable[[Maker], Maker]:
    """Register what makes the fault of one or more kinds."""

    def register(maker: Maker) -> Maker:
        for name in names:
            MAKERS[name] = maker
            VERDICTS[name] = verdict
            if not label:
                BESIDE_ANOTHER.add(name)
        return maker

    return register


NONZERO = st.sampled_from(LATIN[1:])


def other_digit(data: st.DataObject, *known: str) -> str:
    return data.draw(st.sampled_from([digit for digit in LATIN[1:] if digit not in known]))
