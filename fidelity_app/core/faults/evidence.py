"""What the fault rules look at: both sides parsed, their characters with roles, and what changed between them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from functools import cached_property

from fidelity_app.core.alignment import Alignment, CharOp, OpKind, aligned_ops
from fidelity_app.core.clusters import MINUS_KEY, Cluster, class_roles, clusters
from fidelity_app.core.documents import Kind
from fidelity_app.core.faults.wording import is_wording, word_parts
from fidelity_app.core.numbers.value import Parsed, Role

_NUMERIC = frozenset({Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT})
_SIZED = _NUMERIC | {Kind.OTHER}
_MASK = frozenset("xX")


@dataclass(frozen=True, slots=True)
class Change:
    """One operation that is not EQUAL, with the characters on both sides."""

    op: OpKind
    truth: tuple[Cluster, ...]
    reading: tuple[Cluster, ...]

    @property
    def roles(self) -> tuple[Role | None, Role | None]:
        """Return the first role of each side, None for a side that has nothing here."""
        return (self.truth[0].role if self.truth else None, self.reading[0].role if self.reading else None)


@dataclass(frozen=True)
class Side:
    """One text with its reading, its characters and what is asked of them often."""

    parsed: Parsed
    parts: tuple[Cluster, ...]

    @cached_property
    def roles(self) -> tuple[Role, ...]:
        """One role per code point of the raw text."""
        return tuple(part.role for part in self.parts for _ in part.text)

    @cached_property
    def digits(self) -> str:
        """All digits in order, folded to ASCII."""
        return "".join(part.key for part in self.parts if part.role is Role.DIGIT)

    @cached_property
    def folded(self) -> str:
        """The keys of everything but spaces and group marks."""
        return "".join(part.key for part in self.parts if part.role not in (Role.SPACE, Role.GROUP))

    @cached_property
    def bare(self) -> str:
        """The folded text without currency signs."""
        aside = (Role.SPACE, Role.GROUP, Role.CURRENCY)
        return "".join(part.key for part in self.parts if part.role not in aside)

    @cached_property
    def written(self) -> str:
        """The text without spaces, marks as they are: what a reading repeats that merely stops early."""
        return "".join(part.key if part.role is Role.DIGIT else part.text for part in self.parts).replace(" ", "")

    @cached_property
    def number_text(self) -> str:
        """Digits and marks as they are written, folded in width: `$1,234` and `1,234` share it, `1.234` does not."""
        kept = (Role.DIGIT, Role.DECIMAL, Role.GROUP)
        return "".join(
            part.key if part.role is Role.DIGIT else unicodedata.normalize("NFKC", part.text)
            for part in self.parts
            if part.role in kept and not part.text.isspace()
        )

    @cached_property
    def plain(self) -> str:
        """The bare text without its unit."""
        aside = (Role.SPACE, Role.GROUP, Role.CURRENCY, Role.UNIT)
        return "".join(part.key for part in self.parts if part.role not in aside)

    @cached_property
    def fraction_digits(self) -> int:
        """Digits behind the decimal mark, or behind the currency sign that stands for it (35€99); 0 without one."""
        seen = self.before(self.decimal_role)
        return 0 if seen is None else len(self.digits) - seen

    @cached_property
    def decimal_role(self) -> Role:
        """The role of the character that parts whole from fraction: a currency sign may (35€99)."""
        mark = self.parsed.style.decimal_mark
        inside = bool(mark) and mark == self.parsed.style.currency_text and not self.has(Role.DECIMAL)
        return Role.CURRENCY if inside else Role.DECIMAL

    @cached_property
    def _by_role(self) -> dict[Role, tuple[int, str]]:
        """Each role that occurs, with the count of digits before it and its characters as written."""
        found: dict[Role, tuple[int, str]] = {}
        digits = 0
        for part in self.parts:
            before, text = found.get(part.role, (digits, ""))
            found[part.role] = (before, text + part.text)
            digits += part.role is Role.DIGIT
        return found

    def before(self, role: Role) -> int | None:
        """Return how many digits stand before the first character of a role, None when it does not occur."""
        return self._by_role[role][0] if role in self._by_role else None

    def inside(self, index: int) -> bool:
        """Say whether digits stand on both sides of a code point of the raw text."""
        return Role.DIGIT in self.roles[:index] and Role.DIGIT in self.roles[index + 1 :]

    def has(self, role: Role) -> bool:
        """Say whether a character of this role occurs."""
        return role in self._by_role

    def texts(self, role: Role) -> str:
        """Return all characters of one role, as written."""
        return self._by_role[role][1] if role in self._by_role else ""

    @cached_property
    def is_negative(self) -> bool:
        """Whether the value is below zero; for a text without a value, whether a minus is written."""
        number = self.parsed.number
        if number is not None:
            return number < 0
        return any(part.role is Role.SIGN and part.key == MINUS_KEY for part in self.parts)


@dataclass(frozen=True)
class Evidence:
    """A pair of texts, aligned; `changes` are the alignment's operations that are not EQUAL.

    `numbers` are the values compared: of ambiguous texts the nearest unequal pair. `wording` says that the truth is
    made of words, so that both texts are compared by their letters.
    """

    kind: Kind
    truth: Side
    reading: Side
    alignment: Alignment
    changes: tuple[Change, ...]
    numbers: tuple[Decimal, Decimal] | None
    wording: bool = False
    answers: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)

    def changed(self, truth_role: Role | None, reading_role: Role | None) -> bool:
        """Say whether some difference turned one role into another (None: nothing there)."""
        return any(change.roles == (truth_role, reading_role) for change in self.differences)

    @cached_property
    def differences(self) -> tuple[Change, ...]:
        """The changes that are no notation."""
        return tuple(change for change in self.changes if change.op is not OpKind.NOTATION)

    @cached_property
    def magnitudes(self) -> tuple[Decimal, Decimal] | None:
        """Both values without their signs."""
        return None if self.numbers is None else (self.numbers[0].copy_abs(), self.numbers[1].copy_abs())


Test = Callable[[Evidence], bool]


def once(test: Test) -> Test:
    """Make a test of the evidence remember its answer: several rules ask the same question of one pair."""

    def remembered(evidence: Evidence) -> bool:
        if test.__name__ not in evidence.answers:
            evidence.answers[test.__name__] = test(evidence)
        return evidence.answers[test.__name__]

    return remembered


def gather(truth: Parsed, reading: Parsed) -> Evidence:
    """Align a pair and collect its evidence."""
    numbers = compared_numbers(truth, reading)
    wording = is_wording(truth)
    if wording:
        truth_side, reading_side = Side(truth, word_parts(truth)), Side(reading, word_parts(reading))
    else:
        mine = _unread_roles(truth, reading) or settled_roles(truth, numbers[0] if numbers else None)
        theirs = _unread_roles(reading, truth) or settled_roles(reading, numbers[1] if numbers else None)
        truth_side, reading_side = Side(truth, clusters(truth.raw, mine)), Side(reading, clusters(reading.raw, theirs))
    alignment = aligned(truth_side, reading_side)
    changes = tuple(changes_of(alignment, truth_side.parts, reading_side.parts))
    return Evidence(truth.kind, truth_side, reading_side, alignment, changes, numbers, wording)


def aligned(truth: Side, reading: Side, *, marks_apart: bool = False) -> Alignment:
    """Align two sides; what wraps a number that was read (asterisks, LaTeX, table bars, words) is notation."""
    ops = aligned_ops(truth.parts, reading.parts, marks_apart=marks_apart)
    if truth.parsed.kind in _NUMERIC:
        ops = tuple(_unwrapped(op, truth, reading) for op in ops)
    return Alignment(truth.parsed.raw, reading.parsed.raw, ops)


def _unwrapped(op: CharOp, truth: Side, reading: Side) -> CharOp:
    match op.kind:
        case OpKind.DELETE:
            side, index = truth, op.truth_start
        case OpKind.INSERT:
            side, index = reading, op.reading_start
        case _:
            return op
    wraps = side.parsed.value is not None and side.roles[index] in (Role.OTHER, Role.LETTER)
    return replace(op, kind=OpKind.NOTATION) if wraps and not side.inside(index) else op


def settled_roles(parsed: Parsed, number: Decimal | None) -> tuple[Role, ...]:
    """Return the roles as the comparison needs them.

    The marks of an ambiguous text stand as the compared value of it has them. What is only layout, brackets and dashes
    of a telephone number or the mask of a card, is set aside like a space.
    """
    if parsed.kind is Kind.PHONE or "masked" in parsed.flags:
        return tuple(_without_layout(parsed))
    if parsed.number is not None or number is None:
        return parsed.roles
    marks = [index for index, role in enumerate(parsed.roles) if role in (Role.DECIMAL, Role.GROUP)]
    roles = list(parsed.roles)
    for index in marks:
        roles[index] = Role.GROUP
    exponent = number.as_tuple().exponent
    if marks and isinstance(exponent, int) and exponent < 0:
        roles[marks[-1]] = Role.DECIMAL
    return tuple(roles)


def _unread_roles(parsed: Parsed, other: Parsed) -> tuple[Role, ...] | None:
    """Return roles for a text that was read as no number, so that only its strange characters differ.

    Nobody said what its marks are: they are what the other side has them for, else what their places suggest. None
    for a text that was read.
    """
    if parsed.kind not in _NUMERIC or parsed.value is not None or options(parsed):
        return None
    known = dict(_marks(other))
    classes = class_roles(parsed.raw)
    separators = (Role.GROUP, Role.DECIMAL)
    return tuple(
        known.get(char, role) if role in separators else own
        for char, role, own in zip(parsed.raw, classes, parsed.roles, strict=True)
    )


def _without_layout(parsed: Parsed) -> Iterator[Role]:
    for char, role in zip(parsed.raw, parsed.roles, strict=True):
        kept = role is Role.DIGIT or (role is Role.LETTER and char not in _MASK)
        yield role if kept else Role.SPACE


def changes_of(alignment: Alignment, mine: Sequence[Cluster], theirs: Sequence[Cluster]) -> Iterator[Change]:
    """Yield the operations that are not EQUAL with their characters, given the characters of both texts."""
    i = j = 0
    for op in alignment.ops:
        i_from, j_from = i, j
        while i < len(mine) and mine[i].end <= op.truth_end:
            i += 1
        while j < len(theirs) and theirs[j].end <= op.reading_end:
            j += 1
        if op.kind is not OpKind.EQUAL:
            yield Change(op.kind, tuple(mine[i_from:i]), tuple(theirs[j_from:j]))


def options(parsed: Parsed) -> tuple[str, ...]:
    """Return the values a text may have: its own, or all well-formed readings of an ambiguous one."""
    if isinstance(parsed.value, str):
        return (parsed.value,)
    return parsed.alternatives if parsed.value is None and parsed.suggestion is None else ()


def decimals(parsed: Parsed) -> tuple[Decimal, ...]:
    """Return the numeric options of a text."""
    if parsed.number is not None:
        return (parsed.number,)
    return tuple(number for text in options(parsed) if (number := _decimal(text)) is not None)


def compared_numbers(truth: Parsed, reading: Parsed) -> tuple[Decimal, Decimal] | None:
    """Return the two values to compare; None unless both are single numbers: identifiers and dates have no size.

    Where both are ambiguous, the same rule reads both. Where one is, the same figures with the same marks are the same
    number; else its mark is read as the other side has it, for a mismatch is explained here and not decided; else the
    unequal pair that is nearest in size is taken.
    """
    if truth.kind not in _SIZED:
        return None
    ours, theirs = decimals(truth), decimals(reading)
    if len(ours) == len(theirs) > 1:
        return ours[0], theirs[0]
    pairs = [(a, b) for a in ours for b in theirs]
    if len(pairs) < 2:
        return pairs[0] if pairs else None
    equal = [pair for pair in pairs if pair[0] == pair[1]]
    if equal and _figures(truth) == _figures(reading):
        return equal[0]
    unequal = [pair for pair in pairs if pair[0] != pair[1]]
    alike = [pair for pair in unequal if pair[len(ours) == 1] == _as_marked_by(truth, reading)]
    return min(alike or unequal or pairs, key=_distance)


def _figures(parsed: Parsed) -> str:
    return Side(parsed, clusters(parsed.raw, parsed.roles)).number_text


def _as_marked_by(truth: Parsed, reading: Parsed) -> Decimal | None:
    """Return the option of the ambiguous side in which its mark is what the decided side has that character for."""
    opened, decided = (truth, reading) if truth.number is None else (reading, truth)
    role = next((role for char, role in _marks(decided) if char in {mark for mark, _ in _marks(opened)}), None)
    fitting = [option for option in decimals(opened) if (option.as_tuple().exponent != 0) == (role is Role.DECIMAL)]
    return fitting[0] if role and len(fitting) == 1 else None


def _marks(parsed: Parsed) -> list[tuple[str, Role]]:
    separators = (Role.GROUP, Role.DECIMAL)
    return [(char, role) for char, role in zip(parsed.raw, parsed.roles, strict=True) if role in separators]


def _distance(pair: tuple[Decimal, Decimal]) -> Decimal:
    """Return how many powers of ten lie between two numbers; a float would have no place for 400 digits."""
    a, b = pair[0].copy_abs(), pair[1].copy_abs()
    return abs(a.log10() - b.log10()) if a and b else Decimal("Infinity")


def ten_times(number: Decimal, power: int) -> Decimal:
    """Return number x 10^power with all its digits: Decimal's own scaleb rounds to 28 of them."""
    sign, digits, exponent = number.as_tuple()
    return Decimal((sign, digits, int(exponent) + power))


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text) if text.isascii() and "_" not in text else None
    except InvalidOperation:
        return None
