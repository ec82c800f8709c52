"""Donut's tree accuracy: one minus the normalised tree edit distance (Zhang and Shasha 1989)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz.distance import Levenshtein

from fidelity_app.core.canonical import Json
from fidelity_app.core.compatibility.keys import normalised

_ROOT, _ROW = "<root>", "<subtree>"


@dataclass(slots=True)
class Node:
    """A key, a row, or a leaf with its text."""

    label: str
    is_leaf: bool = False
    children: list[Node] = field(default_factory=list)


def donut_accuracy(prediction: Json, truth: Json) -> float | None:
    """Return max(0, 1 - distance(prediction, truth) / distance(nothing, truth)), None when the truth is empty.

    As Donut's JSONParseEvaluator.cal_acc (clovaai/donut): a leaf costs its number of characters, a key or row one, and
    a leaf changes into another for the Levenshtein distance of their texts.
    """
    mine, theirs = tree_of(normalised(prediction)), tree_of(normalised(truth))
    whole = tree_distance(tree_of({}), theirs)
    return max(0.0, 1 - tree_distance(mine, theirs) / whole) if whole else None


def tree_of(data: Json, label: str = _ROOT) -> Node:
    """Build the ordered tree of normalised data."""
    node = Node(label)
    if isinstance(data, Mapping):
        node.children = [tree_of(value, key) for key, value in data.items()]
    elif isinstance(data, Sequence) and not isinstance(data, str):
        node.children = [
            tree_of(item, _ROW) if isinstance(item, Mapping) else Node(str(item), is_leaf=True) for item in data
        ]
    return node


def tree_distance(first: Node, second: Node) -> int:
    """Return the least cost of edits that turn one ordered tree into the other."""
    one, other = _Walk(first), _Walk(second)
    distances = [[0] * len(other.nodes) for _ in one.nodes]
    for root in one.key_roots:
        for other_root in other.key_roots:
            _forests(one, other, root, other_root=other_root, distances=distances)
    return distances[-1][-1]


class _Walk:
    """A tree in postorder: its nodes, each one's leftmost leaf, and the roots of its own subproblems."""

    def __init__(self, root: Node) -> None:
        self.nodes: list[Node] = []
        self.leftmost: list[int] = []
        self._visit(root)
        last: dict[int, int] = {left: index for index, left in enumerate(self.leftmost)}
        self.key_roots = sorted(last.values())

    def _visit(self, node: Node) -> int:
        lefts = [self._visit(child) for child in node.children]
        left = lefts[0] if lefts else len(self.nodes)
        self.nodes.append(node)
        self.leftmost.append(left)
        return left


def _forests(one: _Walk, other: _Walk, root: int, *, other_root: int, distances: list[list[int]]) -> None:
    """Fill in the distances of all pairs of subtrees that start at the leftmost leaves of two key roots."""
    start, other_start = one.leftmost[root], other.leftmost[other_root]
    rows, columns = root - start + 2, other_root - other_start + 2
    forest = [[0] * columns for _ in range(rows)]
    for row in range(1, rows):
        forest[row][0] = forest[row - 1][0] + _whole(one.nodes[start + row - 1])
    for column in range(1, columns):
        forest[0][column] = forest[0][column - 1] + _whole(other.nodes[other_start + column - 1])
    for row in range(1, rows):
        index = start + row - 1
        for column in range(1, columns):
            place = other_start + column - 1
            node, partner = one.nodes[index], other.nodes[place]
            removed = forest[row - 1][column] + _whole(node)
            added = forest[row][column - 1] + _whole(partner)
            if one.leftmost[index] == start and other.leftmost[place] == other_start:
                changed = forest[row - 1][column - 1] + _change(node, partner)
                forest[row][column] = distances[index][place] = min(removed, added, changed)
            else:
                before = forest[one.leftmost[index] - start][other.leftmost[place] - other_start]
                forest[row][column] = min(removed, added, before + distances[index][place])


def _whole(node: Node) -> int:
    """Return what adding or removing a node costs."""
    return len(node.label) if node.is_leaf else 1


def _change(node: Node, partner: Node) -> int:
    if node.is_leaf and partner.is_leaf:
        return int(Levenshtein.distance(node.label, partner.label))
    if node.is_leaf or partner.is_leaf:
        return 1 + len(node.label if node.is_leaf else partner.label)
    return int(node.label != partner.label)
