"""Frozen values are what the standard library makes of the same class, and no room makes them another way."""

from __future__ import annotations

import ast
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, dataclass, field
from pathlib import Path
from typing import Any

import pytest

import arpad
from arpad import frozen

ROOMS = Path(arpad.__file__).parent


class Plain:
    """A class as rooms write it."""

    name: str
    number: int = 3
    fields_: tuple[int, ...] = field(default=(), compare=False, repr=False)
    more: list[int] = field(default_factory=list, hash=False, compare=False)

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError("a number")


def of(decorator: Any, **how: Any) -> Any:
    """The same class anew, made by one of the two."""
    kind = type(
        "Plain", (), {name: value for name, value in vars(Plain).items() if name not in ("__dict__", "__weakref__")}
    )
    kind.__qualname__ = "Plain"
    return decorator(frozen=True, **how)(kind)


OURS, THEIRS = of(frozen.dataclass), of(dataclass)


@frozen.dataclass(frozen=True, slots=True)
class Slotted:
    """Small, and there are many."""

    name: str
    number: int = 3
    more: tuple[int, ...] = ()


@frozen.dataclass(frozen=True)
class Kept(Plain):
    """One that another process can be sent."""

    last: int = 0


@pytest.mark.parametrize("given", [("a",), ("a", 4), ("a", 4, (1,)), ("a", 4, (1,), [2])])
def test_a_value_is_what_the_standard_library_makes(given: tuple[Any, ...]) -> None:
    ours, theirs = OURS(*given), THEIRS(*given)
    assert (vars(ours), repr(ours), hash(ours)) == (vars(theirs), repr(theirs), hash(theirs))
    assert [f.name for f in dataclasses.fields(ours)] == [f.name for f in dataclasses.fields(theirs)]
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert vars(dataclasses.replace(ours, name="b")) == vars(dataclasses.replace(theirs, name="b"))
    assert OURS.__match_args__ == THEIRS.__match_args__


def test_values_are_equal_where_what_is_compared_is_equal_and_the_class_is_the_same() -> None:
    assert OURS("a", 1, (2,), [3]) == OURS("a", 1, (4,), [5])
    assert OURS("a", 1) != OURS("a", 2)
    assert OURS("a") != THEIRS("a")
    assert of(frozen.dataclass, eq=False)("a") != of(frozen.dataclass, eq=False)("a")


def test_each_value_has_what_its_factory_made_for_it_alone() -> None:
    assert OURS("a").more is not OURS("a").more


@pytest.mark.parametrize("kind", [OURS, THEIRS])
def test_nothing_can_be_changed_and_nothing_left_out(kind: Any) -> None:
    value = kind("a")
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'name'"):
        value.name = "b"
    with pytest.raises(FrozenInstanceError):
        del value.name
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        kind()
    with pytest.raises(TypeError, match="unexpected keyword argument 'nobody'"):
        kind("a", nobody=1)
    with pytest.raises(ValueError, match="a number"):
        kind("a", -1)


def test_a_class_keeps_what_it_says_itself_and_passes_its_fields_on() -> None:
    @frozen.dataclass(frozen=True)
    class Shown:  # noqa: PLW1641
        """With words of its own."""

        name: str

        def __repr__(self) -> str:
            return "its own"

        def __eq__(self, other: object) -> bool:
            return True

    @frozen.dataclass(frozen=True)
    class More(Shown):
        """With a field more."""

        number: int = 1

    assert (repr(Shown("a")), Shown("a") == 3, hash(Shown("a"))) == ("its own", True, hash(("a",)))
    assert (More("a", 2).name, More("a", 2).number, More("a") == More("b")) == ("a", 2, False)


def test_a_value_goes_to_another_process_and_comes_back() -> None:
    for kept in (Kept(), Slotted("a", more=(1,))):
        assert pickle.loads(pickle.dumps(kept)) == kept


def test_a_value_with_slots_is_frozen_and_has_no_room_for_more() -> None:
    value = Slotted("a")
    assert (hash(value), repr(value)) == (hash(("a", 3, ())), "Slotted(name='a', number=3, more=())")
    assert not hasattr(value, "__dict__")
    with pytest.raises(FrozenInstanceError):
        value.name = "b"  # type: ignore[misc]
    assert dataclasses.replace(value, number=4) == Slotted("a", 4) != value


def test_no_room_makes_frozen_values_another_way() -> None:
    """A class of the one kind cannot inherit from the other, and the other kind is slow to start."""
    for path in ROOMS.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        found = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "dataclasses"]
        names = {name.name for node in found for name in node.names}
        assert "dataclass" not in names or path.name == "frozen.py", path
