"""All compatibility columns over whole documents, so that a run can be set beside papers.

Every one keeps its own definition, also where ours differs: ambiguous slots count, a failed trial answered nothing, and
notation is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

from fidelity_app.core.compatibility.keys import Micro, donut_counts, nested, sroie
from fidelity_app.core.compatibility.texts import Cer, anls, cer, contained, numeric_fidelity, relaxed
from fidelity_app.core.compatibility.trees import donut_accuracy

NUMERIC_FIDELITY_IS_BLIND = (
    "numeric_fidelity is blind to the order of amounts, to how often one is printed, to invented values, to signs, and "
    "to every notation but 1,234.56."
)
"""Said wherever the measure is shown (SCORING section 5)."""


_NO_MICRO, _NO_CER = Micro(0, 0, 0), Cer(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Answer:
    """One slot of a document: what is printed ("" for an invented value) and what was said, if anything."""

    key: str
    printed: str
    said: str | None


@dataclass(frozen=True, slots=True)
class Sum:
    """A mean over things that were each scored between 0 and 1: their sum and their number."""

    total: float = 0.0
    count: int = 0

    @property
    def mean(self) -> float | None:
        """Return the mean, None when nothing was scored."""
        return self.total / self.count if self.count else None

    def __add__(self, other: Sum) -> Sum:
        return Sum(self.total + other.total, self.count + other.count)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one document or of several together.

    `tree` (nTED accuracy) and `numeric` are means over documents; `anls`, `relaxed` and `contained` over printed
    values; `cer` sums over printed values. `blank_insertions` are characters said where nothing is printed: no rate.
    """

    documents: int = 0
    sroie: Micro = _NO_MICRO
    donut: Micro = _NO_MICRO
    tree: Sum = Sum()
    anls: Sum = Sum()
    cer: Cer = _NO_CER
    blank_insertions: int = 0
    relaxed: Sum = Sum()
    contained: Sum = Sum()
    numeric: Sum = Sum()

    def __add__(self, other: Columns) -> Columns:
        return Columns(*(getattr(self, item.name) + getattr(other, item.name) for item in fields(self)))


def columns_of(answers: Iterable[Answer]) -> Columns:
    """Return the columns of one document from its slots and invented values, in the document's order."""
    return _columns(tuple(answers))


@lru_cache(maxsize=1024)
def _columns(answers: tuple[Answer, ...]) -> Columns:
    """Return the columns of one document; models and repeats often give the very same answer."""
    slots = _distinct(answers)
    printed = [slot for slot in slots if slot.printed]
    truth = {slot.key: slot.printed for slot in printed}
    said = {slot.key: slot.said for slot in slots if slot.said}
    mine, theirs = nested(said), nested(truth)
    tree = donut_accuracy(mine, theirs) if said != truth else 1.0 if truth else None
    # An equal text is right by every rule; only the others need a look.
    wrong = [(slot.said or "", slot.printed) for slot in printed if slot.said != slot.printed]
    right, count = len(printed) - len(wrong), len(printed)
    return Columns(
        documents=1,
        sroie=sroie(said, truth),
        donut=donut_counts(mine, theirs) if said != truth else Micro(count, count, count),
        tree=Sum() if tree is None else Sum(tree, 1),
        anls=Sum(right + sum(anls(text, [right_text]) for text, right_text in wrong), count),
        cer=_character_errors(wrong, characters=sum(len(slot.printed) for slot in printed)),
        blank_insertions=sum(len(slot.said or "") for slot in slots if not slot.printed),
        relaxed=Sum(right + sum(relaxed(*pair) for pair in wrong), count),
        contained=Sum(right + sum(contained(*pair) for pair in wrong), count),
        numeric=Sum(numeric_fidelity(_text(slot.said for slot in slots), _text(slot.printed for slot in slots)), 1),
    )


def _character_errors(wrong: Iterable[tuple[str, str]], *, characters: int) -> Cer:
    """Return the errors of the texts that differ over the characters of all."""
    found = sum((cer(said, printed) for said, printed in wrong), _NO_CER)
    return Cer(found.substitutions, found.deletions, found.insertions, characters)


def _distinct(answers: Iterable[Answer]) -> Sequence[Answer]:
    """Number the keys that occur several times: a receipt prints its date twice."""
    seen: dict[str, int] = {}
    found = []
    for answer in answers:
        seen[answer.key] = seen.get(answer.key, 0) + 1
        again = seen[answer.key]
        found.append(answer if again == 1 else Answer(f"{answer.key}#{again}", answer.printed, answer.said))
    return found


def _text(parts: Iterable[str | None]) -> str:
    return "\n".join(part for part in parts if part)
