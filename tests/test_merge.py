"""Changes and merges: every fact can be read as it was, and a merge taken back leaves no trace but the log."""

from __future__ import annotations

import dataclasses
from datetime import date
from typing import Any

import numpy as np
import pytest
from by_hand import by_hand
from sqlalchemy import select
from varying import without_varying

from arpad.finding import UserError
from arpad.office.desk import Desk, open_desk
from arpad.office.registry.fact_changes import change_player_facts, hide_birth_date
from arpad.office.registry.federation_officials import MembershipEntry as FederationEntry
from arpad.office.registry.federation_officials import enter_memberships as enter_federations
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import (
    facts_of_players,
    keys_of_numbers,
    players_as_admission_needs,
    read_roster,
    register_players,
)
from arpad.office.registry.player_merges import merge_aliases, merge_objections, merge_players, unmerge_player
from arpad.office.registry.player_numbers import office_number
from arpad.office.registry.public_people import read_public_people
from arpad.office.store.engine import connect_store
from arpad.office.store.schema import log, player

ANN = Person("Invented, Ann", 14100012, born=19910412, sex="w", federation="UKR", title="WFM", region="Kyiv")
BOB = Person("Made-up, Bob", 14100020, born=20050607, sex="m", federation="POL")
CLO = Person("Fictive, Clo", born=20120101, sex="w")


def entered(desk: Desk, *persons: Person) -> list[int]:
    with by_hand(desk).writing("player-add") as writing:
        return [int(key) for key in register_players(writing, persons)]


def changed(desk: Desk, key: int, since: int = 0, why: str = "story", **values: object) -> int:
    with by_hand(desk).writing("player-change", str(key), why, hide_birth_date(values)) as writing:
        change_player_facts(writing, key, values, since)
        return writing.seq


def test_a_transfer_is_read_on_each_side_of_its_day(desk: Desk) -> None:
    (ann,) = entered(desk, ANN)
    changed(desk, ann, 20240201, federation="POL")
    changed(desk, ann, 20240215, federation="EST")
    changed(desk, ann, 20240101, federation="HUN")  # found out later: she was there first
    with desk.reading() as connection:
        told = {
            day: facts_of_players(connection, [ann], day)[ann].federation
            for day in (20231231, 20240101, 20240131, 20240201, 20240214, 20240215)
        }
        assert facts_of_players(connection, [ann])[ann].federation == "EST"
        assert read_roster(connection).codes == ("EST",)
        assert read_roster(connection, day=20240110).codes == ("HUN",)
        met = players_as_admission_needs(connection, [ann], 20240205, [1900])[0]
    assert list(told.values()) == ["UKR", "HUN", "HUN", "POL", "POL", "EST"]
    assert met is not None
    assert met.federation == "POL"


def test_what_was_known_at_an_entry_of_the_log_can_be_read_later(desk: Desk) -> None:
    ann, bob = entered(desk, ANN, BOB)
    first = changed(desk, ann, federation="POL", name="Nova, Ann", title="WIM")
    second = changed(desk, ann, born=19920412, member=4)
    changed(desk, bob, fide_id=14100039, region="North")
    with desk.reading() as connection:
        now, before, then = read_roster(connection), read_roster(connection, first), read_roster(connection, first - 1)
        shown, earlier = read_public_people(connection), read_public_people(connection, first - 1)
        assert facts_of_players(connection, [ann], known_at=first - 1) == {ann: ANN}
        assert facts_of_players(connection, [ann], known_at=second)[ann].born == 19920412
    assert (now.born[ann], before.born[ann], then.born[ann]) == (19920412, 19910412, 19910412)
    assert (now.member[ann], before.member[ann]) == (4, 0)
    assert [each.codes[each.federation[ann]] for each in (now, before, then)] == ["POL", "POL", "UKR"]
    assert (now.fide_id[bob], before.fide_id[bob]) == (14100039, 14100020)
    assert shown.name.tolist() == ["Nova, Ann", BOB.name]
    assert (earlier.name[ann], earlier.name_sort[ann], earlier.title[ann]) == (ANN.name, "invented ann", "WFM")
    assert (shown.birth_year[ann], earlier.birth_year[ann]) == (1992, 1991)
    assert (shown.region[bob], earlier.region[bob]) == ("North", "")


def test_lists_get_a_year_of_birth_and_no_day(desk: Desk) -> None:
    entered(desk, ANN, BOB, CLO)
    with desk.reading() as connection:
        shown = read_public_people(connection)
    assert shown.birth_year.tolist() == [1991, 2005, 2012]
    assert shown.sex.tolist() == ["F", "M", "F"]
    assert shown.federation.tolist() == ["UKR", "POL", ""]
    for field in dataclasses.fields(shown):
        assert "19910412" not in str(getattr(shown, field.name).tolist())


def test_a_new_name_keeps_the_old_one_findable(desk: Desk) -> None:
    (ann,) = entered(desk, ANN)
    changed(desk, ann, name="Nova, Ann")
    with desk.reading() as connection:
        assert facts_of_players(connection, [ann])[ann].former_names == (ANN.name,)
        assert connection.execute(select(player.c.name_sort)).scalar() == "nova ann"


def test_a_birth_date_is_corrected_for_all_days_and_needs_a_reason(desk: Desk) -> None:
    (ann,) = entered(desk, ANN)
    with pytest.raises(UserError, match="--why"):
        changed(desk, ann, why="", born=19920412)
    changed(desk, ann, born=19920412)
    with desk.reading() as connection:
        assert facts_of_players(connection, [ann], 19990101)[ann].born == 19920412


@pytest.mark.parametrize("values", [{"died": 20240229}, {"federation": "POL"}, {"title": "WIM"}])
def test_a_death_a_transfer_and_a_title_need_a_reason(desk: Desk, values: dict[str, Any]) -> None:
    (ann,) = entered(desk, ANN)
    with pytest.raises(UserError, match="--why"):
        changed(desk, ann, why=" ", **values)
    changed(desk, ann, why="letter", **values)
    changed(desk, ann, why="", **values)  # it is so already
    changed(desk, ann, why="", region="Lviv")


def test_a_federation_must_be_one_that_the_office_keeps_where_it_keeps_any(desk: Desk) -> None:
    (ann,) = entered(desk, ANN)
    changed(desk, ann, federation="PLO")  # nobody knows better yet
    with by_hand(desk).writing("federation-import") as writing:
        enter_federations(writing, [FederationEntry("POL", "Poland"), FederationEntry("EST", "Estonia")])
    with pytest.raises(UserError, match=r"is POL meant\?\); `arpad federation add CODE`"):
        changed(desk, ann, federation="PLX")
    for code in ("POL", "FID", "NON", ""):
        changed(desk, ann, federation=code)
    changed(desk, ann, region="Lviv")


def test_canary_no_birth_date_stands_in_the_log(desk: Desk) -> None:
    (ann,) = entered(desk, ANN)
    changed(desk, ann, born=19920413, title="WIM")
    with desk.reading() as connection:
        rows = [without_varying(str(tuple(row))) for row in connection.execute(select(log))]
    assert any("born" in row and "WIM" in row for row in rows)
    for canary in ("19910412", "1991-04-12", "19920413", "1992-04-13"):
        assert not any(canary in row for row in rows)


def test_what_holds_already_is_no_change(desk: Desk) -> None:
    (ann,) = entered(desk, ANN)
    with desk.reading() as connection:
        entries = len(connection.execute(select(log)).all())
    with by_hand(desk).writing("player-change") as writing:
        assert change_player_facts(writing, ann, {"federation": "UKR", "title": "WFM"}) == []
    with desk.reading() as connection:
        assert len(connection.execute(select(log)).all()) == entries


IMPOSSIBLE: list[tuple[dict[str, object], int, str]] = [
    ({"federation": "Poland"}, 0, "three capital letters"),
    ({"title": "XM"}, 0, "one of GM"),
    ({"born": 19911341}, 0, "a day"),
    ({"died": 19800101}, 0, "after the birth"),
    ({"fide_id": 14100020}, 0, f"belongs to {office_number(1)}"),
    ({"federation": "POL"}, 20240302, "after today"),
    ({"born": 20240302}, 0, "born: expected a day not after today, 2024-03-01"),
    ({"died": 20250000}, 0, "died: expected a day not after today, 2024-03-01"),
    ({"rating": 2000}, 0, "has no 'rating'"),
    ({"name": "\x1b[31m"}, 0, "to be seen"),
]


def test_a_change_that_cannot_be_is_refused(desk: Desk) -> None:
    ann, _ = entered(desk, ANN, BOB)
    for values, since, said in IMPOSSIBLE:
        with pytest.raises(UserError, match=said), by_hand(desk).writing("player-change", why="story") as writing:
            change_player_facts(writing, ann, values, since)
    with desk.reading() as connection:
        assert facts_of_players(connection, [ann])[ann] == ANN


# --- merging ----------------------------------------------------------------------------------------------------------


def joined(desk: Desk, kept: int, gone: int) -> int:
    """Merge two, whatever speaks against it; gives the entry of the log."""
    with by_hand(desk).writing("player-merge", why="one person") as writing:
        merge_players(writing, kept, gone, merge_objections(writing.connection, kept, gone))
        return writing.seq


def everything(desk: Desk) -> list[object]:
    """All that anybody reads of people."""
    with desk.reading() as connection:
        columns = read_roster(connection)
        rows = [tuple(row) for row in connection.execute(select(player).order_by(player.c.key))]
        return [
            merge_aliases(connection).tolist(),
            columns.born.tolist(),
            columns.codes,
            rows,
            facts_of_players(connection, [0, 1, 2]),
        ]


def test_merge_then_unmerge_is_as_if_nothing_had_been(desk: Desk) -> None:
    ann, bob, _ = entered(desk, ANN, BOB, CLO)
    before = everything(desk)
    merged = joined(desk, ann, bob)
    assert everything(desk)[0] == [0, 0, 2]
    assert everything(desk)[1:] == before[1:]
    with by_hand(desk).writing("player-unmerge", why="two after all") as writing:
        assert unmerge_player(writing, bob) == (ann, 0)
    assert everything(desk) == before
    with desk.reading() as connection:
        assert merge_aliases(connection, merged).tolist() == [0, 0, 2]  # what was known then stays known
        assert keys_of_numbers(connection, [BOB.fide_id]).tolist() == [bob]


def test_a_chain_of_merges_leads_to_its_end_and_can_be_parted_in_the_middle(desk: Desk) -> None:
    ann, bob, clo = entered(desk, ANN, BOB, CLO)
    for kept, gone in ((bob, ann), (clo, bob)):
        joined(desk, kept, gone)
    with desk.reading() as connection:
        assert merge_aliases(connection).tolist() == [clo, clo, clo]
    with by_hand(desk).writing("player-unmerge", why="two after all") as writing:
        unmerge_player(writing, bob)
    with desk.reading() as connection:
        assert np.array_equal(merge_aliases(connection), [bob, bob, clo])


def test_no_circle_and_no_second_merge(desk: Desk) -> None:
    ann, bob, clo = entered(desk, ANN, BOB, CLO)
    joined(desk, ann, bob)
    for kept, gone, said in ((ann, ann, "itself"), (bob, ann, "already"), (clo, bob, "already"), (bob, clo, "already")):
        with pytest.raises(UserError, match=said):
            joined(desk, kept, gone)
    with pytest.raises(UserError, match="not been merged"), by_hand(desk).writing("player-unmerge", why="x") as writing:
        unmerge_player(writing, ann)


def test_the_office_of_next_month_reads_this_month_as_it_was(desk: Desk, office: str) -> None:
    (ann,) = entered(desk, ANN)
    later = open_desk(connect_store(office), "colleague", date(2024, 4, 2))
    changed(later, ann, 20240401, title="WGM")
    with later.reading() as connection:
        assert facts_of_players(connection, [ann], 20240331)[ann].title == "WFM"
        assert facts_of_players(connection, [ann], 20240401)[ann].title == "WGM"
