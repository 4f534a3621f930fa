"""The tables of a period: declared types, equal lengths, nothing squeezed in; numbers that are stored never move."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from arpad import columns
from arpad.columns import Events, Games, KReason, Ledger, Players, Pool, Status, Table, label

TABLES = [value for value in vars(columns).values() if isinstance(value, type) and issubclass(value, Table)][1:]


def test_a_table_is_made_of_columns_of_the_declared_type() -> None:
    players = Players.of(born=[19900101, 20120000], federation=3, member=0)
    assert len(players) == 2
    assert [column.dtype.name for _, column in players.columns()] == ["int32", "uint16", "uint8"]
    assert players.federation.tolist() == [3, 3]


def test_a_column_of_another_type_or_shape_is_refused() -> None:
    good = Players.of(born=[19900101], federation=1, member=0)
    with pytest.raises(TypeError, match=r"^Players\.born must be a column of int32, not int64, 1-d$"):
        Players(np.array([1]), good.federation, good.member)
    with pytest.raises(TypeError, match=r"^Players\.born must be a column of int32, not int32, 2-d$"):
        Players(np.array([[1]], np.int32), good.federation, good.member)
    with pytest.raises(TypeError, match=r"^Players\.born must be a column of int32, not list$"):
        Players([1], good.federation, good.member)  # type: ignore[arg-type]


def test_columns_of_unequal_length_are_refused() -> None:
    good = Players.of(born=[19900101], federation=1, member=0)
    with pytest.raises(ValueError, match=r"^Players has columns of unequal length: "):
        Players(np.array([1, 2], np.int32), good.federation, good.member)


@pytest.mark.parametrize(
    ("given", "said"),
    [({"born": [1, 2**31], "federation": 0, "member": 0}, "Players.born cannot hold"),
     ({"born": [1], "federation": -1, "member": 0}, "Players.federation cannot hold -1"),
     ({"born": [1], "federation": 0, "member": [256]}, r"Players.member cannot hold \[256\]")],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_never_wrapped(given: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Players.of(**given)


def test_an_unknown_column_is_refused() -> None:
    with pytest.raises(TypeError, match="Players has no column borm"):
        Players.of(borm=[1])


def test_rows_are_taken_by_position_and_by_mask_and_joined_again() -> None:
    players = Players.of(born=[1, 2, 3], federation=[7, 8, 9], member=0)
    last = players.take(np.array([2]))
    rest = players.take(players.born < 3)
    assert last.federation.tolist() == [9]
    assert Players.join([rest, last]).equals(players)
    assert not Players.join([last, rest]).equals(players)


@pytest.mark.parametrize("table", TABLES)
def test_every_table_can_be_empty(table: type[Table]) -> None:
    assert len(table.join([])) == 0
    assert len(fields(table)) > 1


def test_no_table_of_the_design_is_missing() -> None:
    names = {"Players", "Roll", "Events", "Entries", "Games", "Ledger", "Lines", "Worksheets", "Firsts", "Pool"}
    names |= {"Adjustments", "KChanges"}
    assert {table.__name__ for table in TABLES} == names


def test_the_columns_of_the_design_have_the_types_of_the_design() -> None:
    def layout(table: type[Table]) -> dict[str, str]:
        return {name: column.dtype.str[1:] for name, column in table.join([]).columns()}

    games = {"white": "i4", "black": "i4", "white_half_points": "i1", "black_half_points": "i1"}
    assert layout(Games) == games | {"coloured": "b1", "round": "u2", "order": "u2", "status": "u1"}
    ledger = {"game": "i4", "entry": "i4", "opponent": "i4", "half_points": "i1", "own": "i2", "met": "i2"}
    assert layout(Ledger) == ledger | {
        "difference": "i2", "counted": "i2", "expected": "u1", "delta": "i1", "status": "u1"}  # fmt: skip
    assert layout(Events)["key"] == layout(Pool)["key"] == "i8"


def test_stored_numbers_are_append_only() -> None:
    """These numbers stand in published ledgers: a new member may be added at the end, none may move."""
    assert [label(status) for status in Status][:19] == [
        "counted", "pooled", "unrated-opponent", "first-event", "first-event-opponents", "minimum-event-games",
        "first-result", "wide-difference", "foreign-players", "unplayed-game", "rate-of-play", "equal-times",
        "match-decided", "match-with-unrated", "notation", "member-federation", "earlier-part", "later-part",
        "left-out",
    ]  # fmt: skip
    assert [label(reason) for reason in KReason][:9] == [
        "given", "new-player", "junior", "below-2400", "reached-2400", "below-2300", "reached-2300", "under-14",
        "everybody",
    ]  # fmt: skip
    for enum in (Status, KReason):
        assert [member.value for member in enum] == list(range(len(enum)))
