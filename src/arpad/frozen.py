"""Make frozen values: `dataclass(frozen=True)` as the standard library means it, at a fifth of what it takes there.

Before Python 3.13 the standard library compiles six functions for every class, which is most of a millisecond, and a
small command waits for three hundred classes. Here only `__init__` is compiled; to compare, to hash, to show and to
refuse a change is the same function for all. `fields`, `replace` and `is_dataclass` see no difference. What has an
order, and what changes, is made by the standard library.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, Never

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(kind: type[Any] | None = None, /, **how: bool) -> Any:
        """The decorator; it takes what that of the standard library takes."""
        if not how.get("frozen") or how.keys() - {"frozen", "eq", "slots"}:
            return dataclasses.dataclass(kind, **how)
        return lambda kind: _frozen(kind, how.get("eq", True), how.get("slots", False))


def _frozen(kind: type[Any], eq: bool, slots: bool) -> type[Any]:
    own = dict(kind.__dict__)
    kind = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(kind)
    compared = tuple(each.name for each in dataclasses.fields(kind) if each.compare)
    methods = {"__init__": _init(kind), "__repr__": _shown, "__setattr__": _unchanged, "__delattr__": _unchanged}
    if eq:
        methods |= {"__eq__": _equality(_values(compared)), "__hash__": _hashing(_values(compared))}
    if slots:
        methods |= {"__getstate__": _state, "__setstate__": _set_state}
    for name, method in methods.items():
        if own.get(name) is None:
            setattr(kind, name, method)
    return kind


def _init(kind: type[Any]) -> Callable[..., None]:
    """Takes the fields in their order; one without a value gets its default, or what its factory makes."""
    fields = dataclasses.fields(kind)
    known: dict[str, Any] = {"MISSING": MISSING, "put__": object.__setattr__}
    taken, lines = [], ["pass"]
    for each in fields:
        name, factory = each.name, each.default_factory
        known[f"default_{name}"] = each.default if factory is MISSING else factory
        given = name if factory is MISSING else f"default_{name}() if {name} is MISSING else {name}"
        default = f"=default_{name}" if each.default is not MISSING else "=MISSING" if factory is not MISSING else ""
        taken.append(name + default)
        lines.append(f"put__(self, {name!r}, {given})")
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n    ".join(lines)
    exec(f"def __init__(self, {', '.join(taken)}):\n    {body}", known)
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    return init


def _values(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """What gives the values of these fields, as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _equality(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, object], bool]:
    def equal(mine: Any, other: object) -> bool:
        return values(mine) == values(other) if other.__class__ is mine.__class__ else NotImplemented

    return equal


def _hashing(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any], int]:
    def hashed(mine: Any) -> int:
        return hash(values(mine))

    return hashed


@recursive_repr()
def _shown(value: Any) -> str:
    fields = (f"{each.name}={getattr(value, each.name)!r}" for each in dataclasses.fields(value) if each.repr)
    return f"{type(value).__qualname__}({', '.join(fields)})"


def _unchanged(_: Any, name: str, *__: Any) -> Never:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _state(value: Any) -> tuple[Any, ...]:
    """What goes to another process of a value with slots."""
    return tuple(getattr(value, each.name) for each in dataclasses.fields(value))


def _set_state(value: Any, state: tuple[Any, ...]) -> None:
    for each, kept in zip(dataclasses.fields(value), state, strict=True):
        object.__setattr__(value, each.name, kept)
