"""Make small changes in a module's source, one at a time: what a careless edit would do and a test should notice."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_NAMES = {
    "lstrip": "rstrip",
    "rstrip": "lstrip",
    "startswith": "endswith",
    "endswith": "startswith",
    "lower": "upper",
    "upper": "lower",
    "find": "rfind",
    "rfind": "find",
    "partition": "rpartition",
    "rpartition": "partition",
    "fullmatch": "match",
    "search": "match",
    "removeprefix": "removesuffix",
    "removesuffix": "removeprefix",
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
}
MODULE = "<module>"
_TYPES = ("Callable", "Iterable", "Iterator", "Mapping", "Sequence")
_ROWS = (ast.Tuple, ast.List, ast.Set)


@dataclass(frozen=True, slots=True)
class Change:
    """One changed module. `place` is the function (or `<module>`); `what` says before and after; both name it for good.

    `steps` lead from the module's tree to the node that is changed; `node` is what stands there then (None: left out).
    """

    path: str
    place: str
    what: str
    line: int
    steps: tuple[tuple[str, int | None], ...]
    node: ast.AST | None

    @property
    def name(self) -> str:
        return f"{self.path}::{self.place}::{self.what}"

    @property
    def at_import(self) -> bool:
        """Say whether the changed code runs when the module is imported: outside of functions."""
        return self.place == MODULE or self.place.rpartition(".")[2].lstrip("_")[:1].isupper()

    @property
    def is_of_numbers(self) -> bool:
        """Say whether the module reads numbers: the others compare what was read."""
        return "/numbers/" in self.path

    def tree(self, source: str) -> ast.Module:
        """Return the module's tree with this change in it."""
        tree = ast.parse(source)
        holder: ast.AST = tree
        for field, place in self.steps[:-1]:
            value = getattr(holder, field)
            holder = value if place is None else value[place]
        field, place = self.steps[-1]
        if place is None:
            setattr(holder, field, self.node)
        elif self.node is None:
            _leave_out(holder, field, place)
        else:
            getattr(holder, field)[place] = self.node
        return ast.fix_missing_locations(tree)


def _leave_out(holder: ast.AST, field: str, place: int) -> None:
    del getattr(holder, field)[place]
    if isinstance(holder, ast.Dict):
        del holder.values[place]


def changes_of(path: Path, root: Path) -> tuple[Change, ...]:
    """Return all changes of a module, each with a name of its own."""
    found: list[Change] = []
    counted: Counter[tuple[str, str]] = Counter()
    name = path.relative_to(root).as_posix()
    for place, parent, node, steps in _nodes(ast.parse(path.read_text(encoding="utf-8"))):
        for new in _changed(node, parent, place):
            what = f"{_text(node, parent)} => {_after(node, new, parent)}"
            counted[place, what] += 1
            number = counted[place, what]
            what += f" #{number}" if number > 1 else ""
            found.append(Change(name, place, what, getattr(node, "lineno", 0), steps, new))
    return tuple(found)


_Steps = tuple[tuple[str, int | None], ...]


def _nodes(node: ast.AST, place: str = MODULE, steps: _Steps = ()) -> Iterator[tuple[str, ast.AST, ast.AST, _Steps]]:
    """Yield place, parent, node and the way to it.

    Annotations, docstrings and lists of what a module lends out change nothing and are left out.
    """
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
        return
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "type_params", "decorator_list", "ctx") or _is_of_a_type(node, field):
            continue
        inner = place
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and field == "body":
            inner = node.name if place == MODULE else f"{place}.{node.name}"
        for child, index in [(value, None)] if isinstance(value, ast.AST) else _listed(value):
            if index == 0 and field == "body" and isinstance(child, ast.Expr) and _is_text(child.value):
                continue
            way = (*steps, (field, index))
            yield inner, node, child, way
            yield from _nodes(child, inner, way)


def _is_of_a_type(node: ast.AST, field: str) -> bool:
    """Say whether a field holds what a type is made of: `dict[str, int]`."""
    name = node.value.id if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) else ""
    return field == "slice" and (name in ("dict", "frozenset", "list", "set", "tuple", "type") or name in _TYPES)


def _listed(value: object) -> list[tuple[ast.AST, int]]:
    items = value if isinstance(value, list) else []
    return [(item, index) for index, item in enumerate(items) if isinstance(item, ast.AST)]


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _changed(node: ast.AST, parent: ast.AST, place: str) -> Iterator[ast.AST | None]:
    """Yield what may stand in a node's place; None leaves it out."""
    if isinstance(parent, ast.FormattedValue):
        return
    if isinstance(node, ast.Constant):
        yield from _constants(node, parent)
    if type(node) in _OPERATORS:
        yield _OPERATORS[type(node)]()
    yield from _conditions(node, parent)
    yield from _names(node)
    yield from _statements(node)
    if _may_be_left_out(node, parent, place):
        yield None


def _conditions(node: ast.AST, parent: ast.AST) -> Iterator[ast.AST]:
    """Yield a condition without one of its parts, turned round, and always or never true."""
    if isinstance(node, ast.BoolOp):
        yield from (_without(node, place) for place in range(len(node.values)))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    if _is_condition(node, parent) and not isinstance(node, ast.Constant):
        yield ast.Constant(False)
        if not isinstance(parent, ast.While):
            yield ast.Constant(True)


def _names(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Attribute) and node.attr in _NAMES:
        yield ast.Attribute(node.value, _NAMES[node.attr], node.ctx)
    if isinstance(node, ast.Name) and node.id in _NAMES:
        yield ast.Name(_NAMES[node.id], node.ctx)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Continue):
        yield ast.Break()
    if isinstance(node, ast.Break | ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield ast.Pass()


def _may_be_left_out(node: ast.AST, parent: ast.AST, place: str) -> bool:
    """Say whether a node is a named argument, or a row of a module's table."""
    if isinstance(node, ast.keyword):
        return isinstance(parent, ast.Call) and node.arg is not None
    if place != MODULE:
        return False
    if isinstance(parent, ast.Dict):
        return node in parent.keys
    return isinstance(parent, _ROWS) and len(parent.elts) > 1 and node in parent.elts


def _constants(node: ast.Constant, parent: ast.AST) -> Iterator[ast.AST]:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
    elif isinstance(value, str) and _is_set_of_characters(node, parent):
        yield from map(ast.Constant, dict.fromkeys((value[1:], value[:-1])))
    elif isinstance(value, str) and not isinstance(parent, ast.Expr):
        yield ast.Constant(f"XX{value}XX")
    elif isinstance(value, bytes):
        yield ast.Constant(b"XX" + value + b"XX")
    elif value is None and isinstance(parent, ast.Assign | ast.Return | ast.IfExp | ast.keyword | ast.AnnAssign):
        yield ast.Constant("")


def _is_set_of_characters(node: ast.AST, parent: ast.AST) -> bool:
    """Say whether a text stands for its characters: behind `in`, or as what is stripped or made a set."""
    if isinstance(parent, ast.Compare):
        return isinstance(parent.ops[-1], ast.In | ast.NotIn) and node is parent.comparators[-1]
    called = parent.func if isinstance(parent, ast.Call) else None
    return getattr(called, "attr", getattr(called, "id", "")) in ("strip", "lstrip", "rstrip", "frozenset")


def _without(node: ast.BoolOp, place: int) -> ast.AST:
    left = node.values[:place] + node.values[place + 1 :]
    return left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


def _is_condition(node: ast.AST, parent: ast.AST) -> bool:
    if isinstance(parent, ast.If | ast.IfExp | ast.While):
        return node is parent.test
    return isinstance(parent, ast.comprehension) and node in parent.ifs


def _text(node: ast.AST, parent: ast.AST) -> str:
    """Write the node, and around a small one what it stands in."""
    small = isinstance(node, ast.Constant | ast.operator | ast.cmpop | ast.Name | ast.keyword)
    return " ".join(ast.unparse(_whole(parent) if small else node).split())


def _after(node: ast.AST, new: ast.AST | None, parent: ast.AST) -> str:
    small = isinstance(node, ast.Constant | ast.operator | ast.cmpop | ast.Name | ast.keyword)
    if new is None or not small:
        text = "left out" if new is None else ast.unparse(ast.fix_missing_locations(copy.deepcopy(new)))
        return f"without {ast.unparse(node)}" if new is None else " ".join(text.split())
    whole = copy.copy(parent)
    for field, value in ast.iter_fields(parent):
        if value is node:
            setattr(whole, field, new)
        elif isinstance(value, list):
            setattr(whole, field, [new if item is node else item for item in value])
    return " ".join(ast.unparse(ast.fix_missing_locations(copy.deepcopy(_whole(whole)))).split())


def _whole(parent: ast.AST) -> ast.AST:
    """Return a statement's head in place of a statement with a body."""
    if isinstance(parent, ast.For | ast.If | ast.While | ast.With):
        return getattr(parent, "test", None) or getattr(parent, "iter", parent)
    return parent.iter if isinstance(parent, ast.comprehension) else parent
