"""False claims for verify mode: the printed value with one digit misread, as a reader would misread it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.value import NumberContext
from fidelity_app.core.verdicts import Verdict, judge

PLAUSIBLE: Mapping[int, tuple[int, ...]] = {
    0: (8, 6, 9),
    1: (7, 4),
    2: (7, 3),
    3: (8, 5, 9),
    4: (9, 1),
    5: (6, 3),
    6: (8, 5, 0),
    7: (1, 2),
    8: (3, 0, 6, 9),
    9: (4, 0, 8),
}
"""What a printed digit is taken for on poor paper: digits that share most of their strokes."""

_MAY_BE_SAME = frozenset({Verdict.EXACT, Verdict.LAYOUT_ONLY, Verdict.PRECISION_CHANGED, Verdict.AMBIGUOUS})
_NO_CONTEXT = NumberContext()


def neighbour(
    text: str,
    kind: Kind,
    *,
    seed: int,
    identity: str,
    context: NumberContext = _NO_CONTEXT,
    avoid: Iterable[str] = (),
) -> str | None:
    """Return the text with exactly one digit changed into another value of the same kind, None where none can be.

    The same seed and identity (a field's id) always give the same neighbour; another seed may give another. The
    changed digit keeps its script, all other characters stay. The neighbour never has the value of the text or of one
    of `avoid` (what else the document prints), because then it would be no false claim.
    """
    others = tuple(dict.fromkeys(avoid))
    for place, digit in sorted(_changes(text), key=lambda change: _draw(seed, identity, change)):
        changed = text[:place] + digit + text[place + 1 :]
        if not _is_false(text, changed, kind, context):
            continue
        if not any(_may_be_same(other, changed, kind, context) for other in others):
            return changed
    return None


def _changes(text: str) -> Iterator[tuple[int, str]]:
    """Yield each place of a decimal digit with each digit it may be taken for, in the script it is written in."""
    for place, char in enumerate(text):
        if char.isdecimal():
            zero = ord(char) - int(char)
            for other in PLAUSIBLE[int(char)]:
                yield place, chr(zero + other)


def _draw(seed: int, identity: str, change: tuple[int, str]) -> bytes:
    """Return a change's lot: a hash, because order must not depend on a generator's state."""
    return hashlib.sha256(f"{seed}\n{identity}\n{change[0]}\n{change[1]}".encode("utf-8", "surrogatepass")).digest()


def _is_false(printed: str, claimed: str, kind: Kind, context: NumberContext) -> bool:
    """Say whether a claim is certainly false where this text is printed, and as good a value as the text is."""
    judgement = judge(printed, claimed, kind, truth_context=context, reading_context=context)
    if judgement.verdict is not Verdict.MISMATCH or judgement.reading is None:
        return False
    return judgement.truth.value is None or judgement.reading.value is not None


def _may_be_same(printed: str, claimed: str, kind: Kind, context: NumberContext) -> bool:
    """Say whether a claim could be true of another printed text."""
    return judge(printed, claimed, kind, truth_context=context, reading_context=context).verdict in _MAY_BE_SAME
