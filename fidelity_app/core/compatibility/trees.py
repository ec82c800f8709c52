"""Donut's tree accuracy: one minus the normalised tree edit distance (Zhang and Shasha 1989)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

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

    As Donut's JSONParseEvaluator.cal_acc (clovaai/donut, donut/util.py): a leaf costs its number of characters, a key
    or row one, and a leaf changes into another for the Levenshtein distance of their texts.
    """
    mine, theirs = tree_of(normalised(prediction)), tree_of(normalised(truth))
    whole = sum(map(_size, theirs.children))
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
    """Return the least cost of edits that turn one ordered tree into the other.

    What both trees begin and end with is left out first, at every depth down to the first difference. That changes
    no distance: the costs are a metric, so a cheapest way that changed the common part could be led past it.
    """
    one, other = _differing([first], [second])
    if not one or not other:
        return sum(map(_size, one or other))
    return _distance(Node(_ROOT, children=one), Node(_ROOT, children=other))


def _differing(one: list[Node], other: list[Node]) -> tuple[list[Node], list[Node]]:
    """Return what is left of two forests without the trees that both begin and end with, inside a common root too."""
    while True:
        start = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
        start = min(len(one), len(other)) if start is None else start
        one, other = one[start:], other[start:]
        while one and other and one[-1] == other[-1]:
            one, other = one[:-1], other[:-1]
        if not (len(one) == len(other) == 1 and one[0].label == other[0].label):
            return one, other
        if one[0].is_leaf or other[0].is_leaf:
            return one, other
        one, other = one[0].children, other[0].children


def _size(node: Node) -> int:
    """Return what adding or removing a whole tree costs."""
    return _whole(node) + sum(map(_size, node.children))


def _distance(first: Node, second: Node) -> int:
    """Return the distance by the algorithm of Zhang and Shasha (1989), over the whole of both trees."""
    one, other = _Walk(first), _Walk(second)
    changes = [[_change(node, partner) for partner in other.nodes] for node in one.nodes]
    distances = [[0] * len(other.nodes) for _ in one.nodes]
    for root in one.key_roots:
        for other_root in other.key_roots:
            _forests(one, other, root, other_root=other_root, distances=distances, changes=changes)
    return distances[-1][-1]


class _Walk:
    """A tree in postorder: its nodes, each one's leftmost leaf, and the roots of its own subproblems."""

    def __init__(self, root: Node) -> None:
        self.nodes: list[Node] = []
        self.leftmost: list[int] = []
        self._visit(root)
        self.costs = [_whole(node) for node in self.nodes]
        last: dict[int, int] = {left: index for index, left in enumerate(self.leftmost)}
        self.key_roots = sorted(last.values())

    def _visit(self, node: Node) -> int:
        lefts = [self._visit(child) for child in node.children]
        left = lefts[0] if lefts else len(self.nodes)
        self.nodes.append(node)
        self.leftmost.append(left)
        return left


def _forests(
    one: _Walk, other: _Walk, root: int, *, other_root: int, distances: list[list[int]], changes: list[list[int]]
) -> None:
    """Fill in the distances of all pairs of subtrees that start at the leftmost leaves of two key roots."""
    start, other_start = one.leftmost[root], other.leftmost[other_root]
    added = other.costs[other_start : other_root + 1]
    lefts = other.leftmost[other_start : other_root + 1]
    forest = [list(accumulate(added, initial=0))]
    for index in range(start, root + 1):
        removed, above = one.costs[index], forest[-1]
        changed, known = changes[index], distances[index]
        is_tree = one.leftmost[index] == start
        before = forest[one.leftmost[index] - start]
        row = [above[0] + removed]
        last = row[0]
        for column, (left, cost) in enumerate(zip(lefts, added, strict=True)):
            place = other_start + column
            # Comparisons in place of min(): this line runs for every pair of nodes of every pair of subtrees.
            best, gained = above[column + 1] + removed, last + cost
            if gained < best:
                best = gained
            if is_tree and left == other_start:
                kept = above[column] + changed[place]
                known[place] = best = kept if kept < best else best
            else:
                kept = before[left - other_start] + known[place]
                if kept < best:
                    best = kept
            last = best
            row.append(best)
        forest.append(row)


def _whole(node: Node) -> int:
    """Return what adding or removing a node costs."""
    return len(node.label) if node.is_leaf else 1


def _change(node: Node, partner: Node) -> int:
    if node.is_leaf and partner.is_leaf:
        return int(Levenshtein.distance(node.label, partner.label))
    if node.is_leaf or partner.is_leaf:
        return 1 + len(node.label if node.is_leaf else partner.label)
    return int(node.label != partner.label)
