"""Truth files as text and as JSON, with the line and column of everything that is wrong in them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fidelity_app.core.errors import UserError
from fidelity_app.core.geometry import Quad

Step = str | int
_Places = dict[tuple[Step, ...], tuple[int, int]]
_TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|([{}\[\],:])|([^\s{}\[\],:"]+))')


def read_text(path: Path) -> str:
    """Return a truth file's text (UTF-8, with or without BOM, line ends as they stand).

    Raises UserError naming line and column of the first byte that is not UTF-8.
    """
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        raise UserError(f"{path}: line {line}, column {column}: not UTF-8 text (save the file as UTF-8)") from error


@dataclass(frozen=True, slots=True)
class JsonTruth:
    """A parsed JSON truth file that can say where in the text a value stands.

    Numbers stay the text they were written as: an amount never passes through a float.
    """

    path: Path
    text: str
    data: Any

    def error(self, where: Sequence[Step], message: str) -> UserError:
        """Build the error for the value at `where`, such as ("fields", 3, "box")."""
        places, known = _positions(self.text), tuple(where)
        while known not in places:  # what is missing is reported where its owner stands
            known = known[:-1]
        line, column = places[known]
        return UserError(f"{self.path}: line {line}, column {column}: {spell(where)}{message}")

    def need_object(self, where: Sequence[Step]) -> None:
        """Raise UserError unless an object stands at `where`."""
        if not isinstance(self._at(where), dict):
            raise self.error(where, "an object { } is expected here")

    def length(self, where: Sequence[Step]) -> int:
        """Return how long the list at `where` is, 0 when it is absent. Raises UserError for anything else."""
        value = self._at(where)
        if value is not None and not isinstance(value, list):
            raise self.error(where, "a list [ ] is expected here")
        return len(value or ())

    def string(self, where: Sequence[Step], default: str | None = None) -> str:
        """Return the text at `where`; a number counts as the text it was written as.

        Raises UserError when it is absent and has no default, or is no text.
        """
        value = self._at(where)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise self.error(where, "a text is missing here" if value is None else "a text is expected here")
        return value

    def quad(self, where: Sequence[Step]) -> Quad | None:
        """Return the box at `where` (four corners, or left, top, right, bottom); None when it is absent."""
        value = self._at(where)
        if value is None:
            return None
        if not isinstance(value, list) or len(value) not in (4, 8):
            raise self.error(where, "a box is a list of 8 numbers x0,y0 ... x3,y3 or of 4 left,top,right,bottom")
        numbers = [self._coordinate(item, (*where, index)) for index, item in enumerate(value)]
        return Quad.from_flat(numbers) if len(numbers) == 8 else Quad.rect(*numbers)

    def _coordinate(self, value: object, where: Sequence[Step]) -> float:
        try:
            number = float(value) if isinstance(value, str) else math.nan
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise self.error(where, f"{value!r} is not a number of pixels")
        return number

    def _at(self, where: Sequence[Step]) -> Any:
        value = self.data
        for step in where:
            if isinstance(step, int):
                value = value[step]
            elif isinstance(value, dict):
                value = value.get(step)
            else:
                return None
        return value


def load_json(path: Path) -> JsonTruth:
    """Parse a JSON truth file. Raises UserError naming file, line and column, also for a key given twice."""
    text = read_text(path)
    try:
        data = json.loads(text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=_without_doubles)
    except json.JSONDecodeError as error:
        message = f"{path}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}"
        raise UserError(message) from error
    except RecursionError as error:
        raise UserError(f"{path}: brackets are nested too deeply for a truth file") from error
    except _DoubleKey as error:
        line = text[: text.rfind(json.dumps(error.key, ensure_ascii=False))].count("\n") + 1
        raise UserError(f"{path}: line {line}: the key {error.key!r} stands twice in one object") from error
    return JsonTruth(path, text, data)


def spell(where: Sequence[Step]) -> str:
    """Write a path into JSON as people do: `fields[3].box: `."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in where)
    return f"{text.removeprefix('.')}: " if text else ""


class _DoubleKey(ValueError):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        raise _DoubleKey(next(name for name in names if names.count(name) > 1))
    return result


def _positions(text: str) -> _Places:
    """Return line and column of every value in a valid JSON text, by its path."""
    found: _Places = {}
    tokens = ((m[m.lastindex or 0], m.start(m.lastindex or 0)) for m in _TOKEN.finditer(text))
    _walk(tokens, (), found, text)
    return found


def _walk(tokens: Iterator[tuple[str, int]], where: tuple[Step, ...], found: _Places, text: str) -> str:
    """Note one value and all inside it; return the token it began with (a closing bracket: there was none)."""
    token, start = next(tokens)
    if token in "]}":
        return token
    found[where] = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
    if token == "[":
        index = 0
        while _walk(tokens, (*where, index), found, text) != "]" and next(tokens)[0] != "]":
            index += 1
    elif token == "{":
        name = next(tokens)[0]
        while name != "}":
            next(tokens)
            _walk(tokens, (*where, json.loads(name)), found, text)
            name = next(tokens)[0] if next(tokens)[0] == "," else "}"
    return token
