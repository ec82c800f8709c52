"""Why a number of two possible readings was read as it was: the rule that decided, for a person (SCORING section 1)."""

from __future__ import annotations

from fidelity_app.core.numbers import Parsed, parse
from fidelity_app.core.verdicts import Judgement


def reasons(judgement: Judgement) -> str:
    """Say what decided about the marks or the order of both texts, empty where neither text needed a decision.

    A text needs one when it has several well-formed readings on a page of which nothing is known.
    """
    sides = [("printed", judgement.truth)]
    if judgement.reading is not None:
        sides.append(("read", judgement.reading))
    told = [(side, _reason(parsed)) for side, parsed in sides if is_decided(parsed)]
    if len({reason for _, reason in told}) == 1 and len(told) == len(sides):
        return f"{_capital(told[0][1])}."
    return " ".join(f"{_capital(side)}: {reason}." for side, reason in told)


def is_decided(parsed: Parsed) -> bool:
    """Say whether a text has its value only because something beside the text decided."""
    return isinstance(parsed.value, str) and len(parse(parsed.raw, parsed.kind).alternatives) > 1


def _reason(parsed: Parsed) -> str:
    return f"{parsed.raw.strip()} is {parsed.value} ({parsed.decided_by})"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
