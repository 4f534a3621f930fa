"""The reading room: what is laid out once is what would be read anew, and only a request has to be quick."""

from __future__ import annotations

import numpy as np
import pytest
from site_made import SERIES, demo_office

from arpad.finding import Misuse
from arpad.lists.published import People
from arpad.office.publication.stored_list import Registry, published_list
from arpad.office.reading import heads, open_reading
from arpad.office.reading_room.catalogue import catalogue_of
from arpad.office.registry.public import people
from arpad.office.store import pooled


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
        lent = Registry(reader.index.people, reader.stamp.people)
        used = 0
        for head in heads(reader, SERIES):
            with reader.reading() as connection:
                plain = published_list(connection, SERIES, head.list_)
                mine = published_list(connection, SERIES, head.list_, lent)
                ranks = catalogue_of(connection, head).rank, catalogue_of(connection, head, lent).rank
            assert same(plain.people, mine.people)
            assert np.array_equal(*ranks)
            used += mine.people is lent.people
        assert used == 1


def test_people_who_changed_since_a_list_are_not_lent_to_it() -> None:
    with open_reading(str(demo_office())) as reader, reader.reading() as connection:
        newest = reader.stamp.head(SERIES).list_
        changed = Registry(people(connection), reader.stamp.log + 1)
        assert published_list(connection, SERIES, newest, changed).people is not changed.people


def test_laying_out_may_take_its_time_and_a_request_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pooled, "STEPS", 50)
    with open_reading(str(demo_office())) as reader:
        oldest = heads(reader, SERIES)[-1]
        monkeypatch.setattr(pooled, "PATIENCE", 1e-9)
        assert reader.catalogue(oldest).head == oldest
        with pytest.raises(Misuse, match="interrupted"):
            heads(reader, SERIES)
