"""A reading and a judgement written out in one line, so that a table of them says everything about each."""

from __future__ import annotations

from fidelity_app.core.alignment import Alignment, OpKind
from fidelity_app.core.numbers.value import Parsed, Role
from fidelity_app.core.verdicts import Judgement

ROLE_SIGNS = {
    Role.DIGIT: "0",
    Role.DECIMAL: ".",
    Role.GROUP: ",",
    Role.SIGN: "-",
    Role.CURRENCY: "$",
    Role.PERCENT: "%",
    Role.UNIT: "u",
    Role.SPACE: "_",
    Role.LETTER: "a",
    Role.OTHER: "?",
}
"""How the role of a character is drawn: `$1,234.50` is `$0,000.00`."""
OP_SIGNS = {OpKind.SUBSTITUTE: "/", OpKind.SWAP: "><", OpKind.INSERT: "+", OpKind.DELETE: "-", OpKind.NOTATION: "~"}

# The words that many readings share, each written once, with the short name that stands for them in tables.
SHARED_WORDS = {
    "": "",
    "only one reading is well formed": "",
    "a letter or a sign stands where a digit should": "look-alike",
    "the text gives no value": "absent",
    "the text holds several numbers": "several",
    "both readings are well formed and nothing on the page decides": "undecided",
    "the groups have wrong sizes, so the marks' roles are open": "wrong groups",
    "it is written in numerals that are words": "words",
    "it is written as a fraction": "fraction",
    "a time of day": "time",
    "an identifier is read as characters": "characters",
    "spaces, brackets, dashes, dots and slashes are layout in a telephone number": "phone",
    "the month is a word": "month in words",
    "dotted dates are day first": "dotted",
    "only one order gives a date": "one order",
    "several orders give a date and nothing decides": "several orders",
    "a month of a year": "month of a year",
    "year first is ISO": "ISO",
}


def reading_written_out(parsed: Parsed) -> str:
    """Return value, roles, all else that is known, and what decided.

    `€-1.234,50` is `-1234.50 | $-0,000.00 | EUR | decimal , | group . | sign minus | worn € | 2 places`.
    """
    style = parsed.style
    parts = [
        _text(parsed.value),
        "".join(ROLE_SIGNS[role] for role in parsed.roles),
        *_named("", parsed.currency),
        *_named("unit ", parsed.unit),
        *_named("decimal ", style.decimal_mark),
        *_named("group ", style.group_mark),
        *_named("script ", style.script if style.script != "latin" else ""),
        *_named("sign ", style.sign),
        *_named("worn ", style.currency_text),
        *([f"{parsed.fraction_digits} places"] if parsed.fraction_digits else []),
        *_named("or ", " or ".join(parsed.alternatives)),
        *_named("meant ", parsed.suggestion),
        *_named("flags ", " ".join(parsed.flags)),
        *_named("by ", _why(parsed)),
    ]
    return " | ".join(parts)


def _why(parsed: Parsed) -> str:
    """Say what decided; why a text is no number at all is told by the tests of its words."""
    if "unparsable" in parsed.flags and not parsed.alternatives:
        return ""
    return SHARED_WORDS.get(parsed.decided_by, parsed.decided_by)


def _text(value: str | tuple[str, ...] | None) -> str:
    if isinstance(value, tuple):
        return " & ".join(value)
    return "nothing" if value is None else value


def _named(name: str, text: str | None) -> list[str]:
    return [f"{name}{text}"] if text else []


def judgement_written_out(judgement: Judgement) -> str:
    """Return verdict, error kinds and what differs: `mismatch | substitution | 28./3/9.0` with `truth/reading`."""
    ops = [] if judgement.alignment is None else [alignment_written_out(judgement.alignment)]
    return " | ".join([judgement.verdict.value, " ".join(judgement.errors) or "-", *ops])


def alignment_written_out(alignment: Alignment) -> str:
    """Return equal characters as they are, and every other operation in brackets: `[3/9]`, `[-0]`, `[+1]`, `[~ ]`."""
    drawn = []
    for op in alignment.ops:
        truth = alignment.truth[op.truth_start : op.truth_end]
        reading = alignment.reading[op.reading_start : op.reading_end]
        match op.kind:
            case OpKind.EQUAL:
                drawn.append(truth)
            case OpKind.INSERT:
                drawn.append(f"[+{reading}]")
            case OpKind.DELETE:
                drawn.append(f"[-{truth}]")
            case _:
                drawn.append(f"[{truth}{OP_SIGNS[op.kind]}{reading}]")
    return "".join(drawn)
