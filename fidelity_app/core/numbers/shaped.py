"""What the readers by shape have in common."""

from __future__ import annotations

from collections.abc import Callable

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.value import NumberContext, Parsed
from fidelity_app.core.swift import swift

FullReader = Callable[[str, Kind, NumberContext], Parsed]
ShapeReader = Callable[[str, NumberContext], Parsed | None]
"""Reads a text of one pattern on a page; None: the full reader must be asked."""

new_parsed = swift(Parsed)
