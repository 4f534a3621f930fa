"""Parts of one event at the office's doors: their days, their list, their system, their order, and their end."""

from __future__ import annotations

from arpad.columns import Games
from arpad.office.book.content import Content, Head, PartHead, Sitting, unpacked
from arpad.office.store.packed import pack_all

# --- what is stored -----------------------------------------------------------------------------------------------


def three_tables() -> tuple[Head, Sitting, Games]:
    head = Head.of(start=[20240415], end=[20240520], seated_by=[202404], enters=[202406])
    return head, Sitting.of(player=[1, 2], number=[1, 2]), Games.of(white=[0], black=[1], round=[1], order=[1])


def test_a_part_is_stored_with_what_its_event_as_a_whole_needs() -> None:
    """The declared system (plus one) and the games of a match, in a table of their own behind the other three."""
    head, sitting, games = three_tables()
    part = Content(head, sitting, games, PartHead.of(declared=[3], scheduled=[12]))
    back = unpacked(part.packed())
    assert back.part is not None
    assert (back.part.declared.tolist(), back.part.scheduled.tolist()) == ([3], [12])
    assert back.games.equals(games)


def test_whole_events_and_parts_of_before_keep_their_bytes() -> None:
    """Rows that were written without the fourth table read as before, and are written as before."""
    tables = three_tables()
    before = pack_all(tables)
    assert unpacked(before).part is None
    assert Content(*tables).packed() == before
    assert unpacked(before).packed() == before
