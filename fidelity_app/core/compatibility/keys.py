"""Measures of keyed values: SROIE's micro precision and recall, and Donut's F1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fidelity_app.core.canonical import Json
from fidelity_app.core.documents import split_key


@dataclass(frozen=True, slots=True)
class Micro:
    """Counts over all documents together; shares are None when nothing is counted."""

    right: int
    predicted: int
    annotated: int

    @property
    def precision(self) -> float | None:
        return self.right / self.predicted if self.predicted else None

    @property
    def recall(self) -> float | None:
        return self.right / self.annotated if self.annotated else None

    @property
    def f1(self) -> float | None:
        """Return 2 x right / (predicted + annotated), None when both are empty."""
        both = self.predicted + self.annotated
        return 2 * self.right / both if both else None

    def __add__(self, other: Micro) -> Micro:
        return Micro(self.right + other.right, self.predicted + other.predicted, self.annotated + other.annotated)


def sroie(prediction: Mapping[str, str | None], truth: Mapping[str, str]) -> Micro:
    """Count entities of one document that are equal character for character (ICDAR 2019 SROIE, task 3).

    As in the task's evaluation protocol: a text is correct if its content and its category match, precision is over
    the extracted texts of all receipts together. An empty or missing answer is no prediction, an empty truth no
    annotation.
    """
    predicted = {key: text for key, text in prediction.items() if text}
    annotated = {key: text for key, text in truth.items() if text}
    right = sum(predicted.get(key) == text for key, text in annotated.items())
    return Micro(right, len(predicted), len(annotated))


def donut_counts(prediction: Json, truth: Json) -> Micro:
    """Count the leaves of two nested answers that have the same key and text, each at most once.

    As Donut's JSONParseEvaluator.cal_f1 (Kim et al. 2022, clovaai/donut): rows of a list are not told apart, so two
    swapped prices count as right. Its F1 over documents is `f1` of the sum.
    """
    mine, theirs = Counter(_flattened(normalised(prediction))), Counter(_flattened(normalised(truth)))
    return Micro((mine & theirs).total(), mine.total(), theirs.total())


def nested(values: Mapping[str, str | None]) -> Json:
    """Return keyed values as nested JSON, `items[1].price` becoming the price of the second of the present rows."""
    plain: dict[str, Json] = {}
    rows: dict[str, dict[int, dict[str, Json]]] = {}
    for key, text in values.items():
        name, row, cell = split_key(key)
        if row is None:
            plain[name] = text
        else:
            rows.setdefault(name, {}).setdefault(row, {})[cell or "value"] = text
    lists: dict[str, Json] = {name: [cells for _, cells in sorted(found.items())] for name, found in rows.items()}
    return plain | lists


def normalised(data: Json) -> Json:
    """Return nested data as Donut compares it: keys by length and name, leaves as lists of texts, nothing empty."""
    if not data:
        return {}
    if isinstance(data, Mapping):
        found: dict[str, Json] = {}
        for key in sorted(data, key=lambda name: (len(name), name)):
            value = normalised(data[key])
            if value:
                found[key] = value if isinstance(value, list) else [value]
        return found
    if isinstance(data, Sequence) and not isinstance(data, str):
        if all(isinstance(item, Mapping) for item in data):
            return [value for item in data if (value := normalised(item))]
        texts = [
            str(item).strip() for item in data if isinstance(item, str | int | float) and not isinstance(item, bool)
        ]
        return [text for text in texts if text]
    return [str(data).strip()]


def _flattened(data: Json, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(data, Mapping):
        for name, value in data.items():
            yield from _flattened(value, f"{key}.{name}" if key else name)
    elif isinstance(data, list):
        for item in data:
            yield from _flattened(item, key)
    else:
        yield key, str(data)
