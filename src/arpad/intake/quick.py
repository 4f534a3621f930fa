"""Make frozen values by the thousand.

A frozen dataclass sets each of its fields by a call of its own, which takes longer than all else that is done for a
line of a report. Here an open twin of the same layout is filled at once and then takes the frozen class: what comes out
is the value that the class itself would have made.

It checks nothing and fills in nothing: every field is given, in order. It is meant for lines and records, not for what
is made once per report.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, make_dataclass
from typing import Any, TypeVar

Value = TypeVar("Value")


def quick(frozen: type[Value]) -> Callable[..., Value]:
    """A constructor of a frozen dataclass with slots that takes every field in order."""

    def freeze(self: Any) -> None:
        self.__class__ = frozen

    names = [(each.name, each.type) for each in fields(frozen)]  # type: ignore[arg-type]
    return make_dataclass(
        f"Open{frozen.__name__}", names, slots=True, eq=False, repr=False, namespace={"__post_init__": freeze}
    )
