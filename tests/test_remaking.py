"""Every list that was computed here is made again from what is kept, with the inputs and the seal of its publication.

Revisions rest on this: where nothing was put right, making a list again gives the list, and what was put right since
does not change what a list was made from.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

import pytest
from databases import KINDS, copy_of, new_database
from frozen import office_of
from office_made import NUMBERS
from offices_made import behind
from publication_made import address_of
from published_before import OFFICES
from revisions_made import Season, approved, corrected, file_of, gone_through, month_of, random_season
from sqlalchemy import Connection, delete, insert, select, update

from arpad.finding import UserError
from arpad.office import people
from arpad.office.desk import Desk, open_desk
from arpad.office.publishing.list_draft import make_draft
from arpad.office.publishing.list_inputs import gather_inputs_again
from arpad.office.publishing.list_storage import COMPUTED
from arpad.office.publishing.publish import pack_list
from arpad.office.registry.player_facts import require_player_key
from arpad.office.revisions import EventAnnulment, FactCorrection, MergeProposal, ReportReplacement
from arpad.office.store import schema
from arpad.office.store.engine import connect_store
from arpad.office.store.migrate import upgrade_schema

OPENED, MONTHS = date(2025, 9, 1), 5
READINGS = "readings.toml"


def otherwise(desk: Desk) -> dict[int, str]:
    """Which lists are not what they were when they are made again, and in what."""
    of, found = schema.rating_list, {}
    with desk.reading() as connection:
        for row in connection.execute(select(of).where(of.c.kind == COMPUTED)).all():
            inputs = gather_inputs_again(connection, row.series, row.list)
            if inputs.sha256 != row.inputs_sha256:
                found[row.list] = "inputs"
            elif pack_list(make_draft(connection, inputs)).seal(inputs.sha256) != row.sha256:
                found[row.list] = "seal"
    return found


def lists_made_here(desk: Desk) -> int:
    of = schema.rating_list
    with desk.reading() as connection:
        return len(connection.execute(select(of.c.list).where(of.c.kind == COMPUTED)).all())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("before", OFFICES)
def test_the_lists_of_offices_of_before_are_made_again(before: str, kind: str, tmp_path: Path) -> None:
    address = office_of(kind, tmp_path, before, OFFICES[before])
    upgrade_schema(connect_store(address))
    desk = open_desk(connect_store(address), "reader")
    assert lists_made_here(desk) == 3
    assert otherwise(desk) == {}


def test_a_list_without_its_law_is_not_made_again(tmp_path: Path) -> None:
    address = office_of("sqlite", tmp_path, "0005", OFFICES["0005"])
    upgrade_schema(connect_store(address))
    with behind(connect_store(address)) as connection:
        connection.execute(delete(schema.list_law))
    with pytest.raises(UserError, match="law"):
        otherwise(open_desk(connect_store(address), "reader"))


def season() -> Season:
    return random_season(5, MONTHS)


@cache
def put_right_in_between(kind: str) -> str:
    """A season in which a merge, an event and a birth are put right after the third list, and another event after the
    fourth, so that the last two lists stand on lists as they should have been."""
    told = season()
    rated = [each for each in told.tournaments if not each.unadmitted]
    directory = Path(tempfile.mkdtemp())
    three = Season(told.opened, told.people, told.tournaments, 3)
    desk = gone_through(new_database(kind, directory), three)
    kept, gone = NUMBERS[8], NUMBERS[9]
    despite = people.compare_players(desk, kept, gone).objections
    approved(
        desk,
        ReportReplacement(rated[0].code, file_of(corrected(Random(1), rated[0])), "other results"),
        FactCorrection(NUMBERS[2], "born", 20120101, "his passport"),
        MergeProposal(kept, gone, "one person", tuple(despite)),
    )
    desk = month_of(desk, told.tournaments, told.lists[4])
    approved(desk, EventAnnulment(rated[1].code, "never played"))
    desk = month_of(desk, told.tournaments, told.lists[5])
    desk.store.close()
    return address_of(desk)


@pytest.mark.parametrize("kind", KINDS)
def test_the_lists_of_a_season_are_made_again_whatever_was_put_right_since(kind: str) -> None:
    desk = open_desk(connect_store(put_right_in_between(kind)), "reader")
    assert lists_made_here(desk) == MONTHS
    assert otherwise(desk) == {}


def _other_content(connection: Connection) -> None:
    """A byte of the first event that was rated, at the end: a game."""
    content, rated = schema.content, schema.rated
    first = select(content.c.decision, content.c.packed).join(rated, rated.c.decision == content.c.decision)
    row = connection.execute(first.order_by(rated.c.list)).first()
    assert row is not None
    packed = bytearray(row.packed)
    place = len(packed) - 1
    packed[place] ^= 1
    sha256 = hashlib.sha256(packed).hexdigest()
    changed = update(content).where(content.c.decision == row.decision)
    connection.execute(changed.values(packed=bytes(packed), sha256=sha256))


def _other_law(connection: Connection) -> None:
    """A newest list that carries the readings of another version."""
    law, text = schema.list_law, schema.law_text
    last = connection.execute(select(law.c.list).order_by(law.c.list.desc())).scalar()
    mine = (law.c.list == last) & (law.c.file == READINGS)
    row = connection.execute(select(text).join(law, law.c.sha256 == text.c.sha256).where(mine)).one()
    body = bytes(row.body) + b"\n# of another version\n"
    sha256 = hashlib.sha256(body).hexdigest()
    connection.execute(insert(text).values(sha256=sha256, body=body, log=row.log))
    connection.execute(update(law).where(mine).values(sha256=sha256))


def _other_birth(connection: Connection) -> None:
    key = require_player_key(connection, NUMBERS[5])
    connection.execute(update(schema.birth).where(schema.birth.c.player == key).values(born=20140101))


@pytest.mark.parametrize(
    ("change", "lists"), [(_other_content, {1}), (_other_law, {-1}), (_other_birth, {0, 1, 2, 3, 4})]
)
def test_what_was_changed_behind_the_office_is_noticed(
    change: Callable[[Connection], None], lists: set[int], tmp_path: Path
) -> None:
    """The check can fail: on the lists that have the event, carry the law, or know the player."""
    address = copy_of(put_right_in_between("sqlite"), tmp_path)
    with behind(connect_store(address)) as connection:
        change(connection)
    made = season().lists[1:]
    assert otherwise(open_desk(connect_store(address), "reader")) == {made[each]: "inputs" for each in lists}


def test_a_roll_that_is_made_otherwise_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same inputs and another arithmetic: the seal tells."""
    monkeypatch.setattr("arpad.making.carry", lambda book, list_, replaced, period: replaced)
    found = otherwise(open_desk(connect_store(put_right_in_between("sqlite")), "reader"))
    assert set(found.values()) == {"seal"}
