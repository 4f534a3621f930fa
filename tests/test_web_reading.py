"""The reading room: what is laid out once is what would be read anew, and only a request has to be quick."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import numpy as np
import pytest
from databases import KINDS, copy_of
from publication_made import DUE, address_of, admit_one, an_open, before_list, copied, on
from site_made import SERIES, demo_office
from sqlalchemy.exc import DBAPIError

from arpad.days import Month
from arpad.finding import UserError
from arpad.lists.published import People
from arpad.office import record
from arpad.office.periods import ListChoice, PublishRequest, preview_list, publish_list
from arpad.office.publishing.published_lists import RegistryToday, read_published_list
from arpad.office.reading import (
    PageRequest,
    PublicSearch,
    RowFilter,
    list_heads,
    open_calculation,
    open_reading,
    player_page,
    read_list_page,
    search_players,
)
from arpad.office.reading_room.catalogue import build_catalogue
from arpad.office.record import EventQuery, find_events
from arpad.office.registry.public_people import read_public_people
from arpad.office.store import engine


def same(mine: People, other: People) -> bool:
    """Whether both say the same of everybody."""
    size = len(mine)
    plain = ("id", "fide_id", "name", "name_sort", "latin_name", "birth_year")
    coded = ("federation", "title", "sex", "region", "national_title")
    return all(np.array_equal(getattr(mine, name), getattr(other, name)) for name in plain) and all(
        [getattr(mine, name)[key] for key in range(size)] == [getattr(other, name)[key] for key in range(size)]
        for name in coded
    )


def test_a_lent_registry_gives_the_list_that_was_published() -> None:
    """The newest list is laid out with the people of today, where nobody changed since; an older one never is."""
    with open_reading(str(demo_office())) as reader:
        lent = RegistryToday(reader.index.people, reader.stamp.people)
        used = 0
        for head in list_heads(reader, SERIES):
            with reader.reading() as connection:
                plain = read_published_list(connection, SERIES, head.list_)
                mine = read_published_list(connection, SERIES, head.list_, lent)
                ranks = build_catalogue(connection, head).rank, build_catalogue(connection, head, lent).rank
            assert same(plain.people, mine.people)
            assert np.array_equal(*ranks)
            used += mine.people is lent.people
        assert used == 1


def test_people_who_changed_since_a_list_are_not_lent_to_it() -> None:
    with open_reading(str(demo_office())) as reader, reader.reading() as connection:
        newest = reader.stamp.head(SERIES).list_
        changed = RegistryToday(read_public_people(connection), reader.stamp.log + 1)
        assert read_published_list(connection, SERIES, newest, changed).people is not changed.people


def test_laying_out_may_take_its_time_and_a_request_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "STEPS_PER_LOOK", 50)
    with open_reading(str(demo_office())) as reader:
        oldest = list_heads(reader, SERIES)[-1]
        monkeypatch.setattr(engine, "READER_PATIENCE", 1e-9)
        assert reader.catalogue(oldest).head == oldest
        with pytest.raises(UserError, match="interrupted"):
            find_events(reader, EventQuery())


# --- both databases ---------------------------------------------------------------------------------------------------


def published(kind: str, directory: Path) -> str:
    """An office with a list of December, two events and two newcomers."""
    desk = copied(before_list(kind), directory)
    preview_list(on(desk, DUE), ListChoice())
    publish_list(on(desk, DUE), PublishRequest(confirmed=True))
    return address_of(desk)


def everything(address: str) -> list[object]:
    """What the public can read of an office."""
    with open_reading(address) as reader:
        rows = read_list_page(reader, PageRequest(SERIES, choice=RowFilter("all"), limit=1000))
        events = record.find_events(reader, record.EventQuery())
        numbers = [int(number) for number in reader.index.people.id.tolist()]
        return [
            rows,
            reader.stamp.newest,
            [player_page(reader, number) for number in numbers],
            [record.why_unpublished(reader, number) for number in numbers],
            [open_calculation(reader, row.id, SERIES, rows.head.list_) for row in rows.rows if row.games],
            events,
            [record.event_page(reader, item.event) for item in events.rows],
            search_players(reader, PublicSearch("invent", 100)),
            record.games_between_players(reader, rows.rows[0].id, rows.rows[1].id),
        ]


def test_two_lists_are_compared_by_what_came_between_them(tmp_path: Path) -> None:
    """Those who played before the older list and after it have the games of the later event only."""
    desk = copied(published("sqlite", tmp_path), tmp_path)
    due = on(admit_one(desk, an_open("open-3", start=date(2025, 12, 8))), date(2026, 1, 1))
    preview_list(due, ListChoice())
    publish_list(due, PublishRequest(confirmed=True))
    with open_reading(address_of(due)) as reader:
        moves = record.compare_lists(reader, SERIES, Month(202512), Month(202601)).moves
    assert {move.games for move in moves if move.what == "rating"} == {5}


def test_a_range_of_ratings_has_both_its_ends(tmp_path: Path) -> None:
    with open_reading(published("sqlite", tmp_path)) as reader:
        rating = read_list_page(reader, PageRequest(SERIES)).rows[3].rating
        within = read_list_page(reader, PageRequest(SERIES, choice=RowFilter(rating_from=rating, rating_up_to=rating)))
    assert {row.rating for row in within.rows} == {rating}


def test_both_databases_are_read_alike(tmp_path: Path) -> None:
    sqlite, postgres = (everything(published(kind, tmp_path)) for kind in KINDS)
    assert sqlite == postgres
    assert len(sqlite) == 9


@pytest.mark.parametrize("kind", KINDS)
def test_a_reader_cannot_write(kind: str, tmp_path: Path) -> None:
    refused = pytest.raises(DBAPIError, match=r"readonly|read-only")
    with open_reading(copy_of(before_list(kind), tmp_path)) as reader, reader.reading() as connection, refused:
        connection.exec_driver_sql("DELETE FROM preview")


def test_another_file_in_the_place_of_the_database_is_read(tmp_path: Path) -> None:
    address = published("sqlite", tmp_path)
    before = copy_of(before_list("sqlite"), tmp_path)
    with open_reading(before) as reader:
        assert str(reader.stamp.head(SERIES).list_) == "2025-11"
        Path(address).replace(before)
        assert reader.refresh()
        assert str(reader.stamp.head(SERIES).list_) == "2025-12"
        assert read_list_page(reader, PageRequest(SERIES)).head.list_ == reader.stamp.head(SERIES).list_
