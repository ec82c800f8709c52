"""What the fault rules look at: both sides parsed, their characters with roles, and what changed between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property

from fidelity_app.core.alignment import Alignment, CharOp, OpKind, aligned_ops
from fidelity_app.core.clusters import MINUS_KEY, Cluster, clusters
from fidelity_app.core.documents import Kind
from fidelity_app.core.faults.compared import compared_numbers
from fidelity_app.core.faults.roles import NUMERIC, figures, settled_roles, unread_roles
from fidelity_app.core.faults.wording import is_wording, word_parts
from fidelity_app.core.numbers.value import Parsed, Role


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
        return figures(self.parts)

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
        mine = unread_roles(truth, reading) or settled_roles(truth, numbers[0] if numbers else None)
        theirs = unread_roles(reading, truth) or settled_roles(reading, numbers[1] if numbers else None)
        truth_side, reading_side = Side(truth, clusters(truth.raw, mine)), Side(reading, clusters(reading.raw, theirs))
    alignment = aligned(truth_side, reading_side)
    changes = tuple(changes_of(alignment, truth_side.parts, reading_side.parts))
    return Evidence(truth.kind, truth_side, reading_side, alignment, changes, numbers, wording)


def aligned(truth: Side, reading: Side, *, marks_apart: bool = False) -> Alignment:
    """Align two sides; what wraps a number that was read (asterisks, LaTeX, table bars, words) is notation."""
    ops = aligned_ops(truth.parts, reading.parts, marks_apart=marks_apart)
    if truth.parsed.kind in NUMERIC:
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
