"""Make frozen values by the thousand.

A frozen dataclass sets each of its fields by a call of its own, which takes longer than all else that is done for a
line of a report. Here an open twin of the same layout is filled at once and then takes the frozen class: what comes out
is the value that the class itself would have made.

It takes the place of no constructor: it is for what is made once per line, or has a field for each thing a report may
say. It checks nothing; the classes of `model` do not either.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields, make_dataclass
from typing import Any, TypeVar

Value = TypeVar("Value")


def quick(frozen: type[Value]) -> Callable[..., Value]:
    """A constructor of a frozen dataclass with slots: same fields, defaults and value, in a quarter of the time."""

    def freeze(self: Any) -> None:
        self.__class__ = frozen

    same = [
        (each.name, each.type, field(default=each.default, default_factory=each.default_factory))
        for each in fields(frozen)  # type: ignore[arg-type]
    ]
    return make_dataclass(
        f"Open{frozen.__name__}", same, slots=True, eq=False, repr=False, namespace={"__post_init__": freeze}
    )
