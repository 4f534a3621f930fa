"""FIDE numbers of merged players: none is lost, none is somebody's twice, and an unmerge gives each back.

And what a list in FIDE's form says in its ID column, read back by every door that reads lists.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pytest
from databases import KINDS
from office_made import NUMBERS
from publication_made import admit_one, an_open, copied, on, opened

from arpad.cli import main
from arpad.days import Month
from arpad.finding import UserError
from arpad.intake import RatingList
from arpad.intake.frl.listed import Standing
from arpad.intake.frl.reader import read_list
from arpad.intake.frl.write import write_txt
from arpad.office import lists, people, periods
from arpad.office.desk import Desk
from arpad.office.registry.player_facts import keys_of_numbers
from arpad.office.registry.player_merges import first_owners_of_moved_numbers, keys_of_reported_numbers
from arpad.office.registry.player_numbers import is_office_number

NUMBER, OTHER = 14100012, 14100020
BORN = 19910412


def added(desk: Desk, name: str, fide_id: int = 0) -> int:
    person = people.Person(name, fide_id, born=BORN, federation="UKR")
    first = people.add_player(desk, people.NewPlayer(person))
    seen = frozenset(candidate.id for candidate in first.candidates if candidate.id)
    done = first if first.entered else people.add_player(desk, people.NewPlayer(person, seen=seen))
    assert done.entered is not None
    return done.entered.id


def shown(desk: Desk, number: int) -> people.Story:
    return people.show_player(desk, people.PlayerQuery(number))


def merged(desk: Desk, kept: int, gone: int, even: bool = False) -> people.MergeResult:
    despite = frozenset(people.compare_players(desk, kept, gone).objections) if even else frozenset()
    return people.merge_players(desk, people.MergeRequest(kept, gone, "registered twice", despite))


def test_the_number_of_the_one_who_goes_moves_and_comes_back(desk: Desk) -> None:
    kept, gone = added(desk, "Invented, Ann"), added(desk, "Invented, Anne", NUMBER)
    before = shown(desk, NUMBER)
    done = merged(desk, kept, gone)
    assert (done.moved_fide_id, done.fide_ids) == (NUMBER, (NUMBER,))
    assert (shown(desk, kept).fide_id, shown(desk, gone).fide_id) == (NUMBER, None)
    assert shown(desk, NUMBER).id == kept
    assert shown(desk, NUMBER).merged_from == (gone,)
    assert [player.id for player in people.find_players(desk, people.PlayerSearch(str(NUMBER)))] == [kept]
    with pytest.raises(UserError, match="belongs to somebody who is registered"):
        people.add_player(desk, people.NewPlayer(people.Person("Another, Bob", NUMBER)))
    done = people.unmerge_player(desk, people.UnmergeRequest(NUMBER, "two after all"))
    assert (done.gone, done.moved_fide_id) == (gone, NUMBER)
    assert (shown(desk, kept).fide_id, shown(desk, gone).fide_id) == (None, NUMBER)
    after = shown(desk, NUMBER)
    assert (after.id, after.name, after.merges) == (before.id, before.name, before.merges)


def test_two_numbers_both_stay_and_both_are_found(desk: Desk) -> None:
    kept, gone = added(desk, "Invented, Ann", NUMBER), added(desk, "Invented, Anne", OTHER)
    done = merged(desk, kept, gone, even=True)
    assert (done.moved_fide_id, done.fide_ids) == (None, (NUMBER, OTHER))
    assert (shown(desk, NUMBER).id, shown(desk, OTHER).id) == (kept, gone)
    assert shown(desk, kept).other_fide_ids == (OTHER,)
    assert shown(desk, gone).merged_into == kept
    assert [player.id for player in people.find_players(desk, people.PlayerSearch(str(OTHER)))] == [kept, gone]
    people.unmerge_player(desk, people.UnmergeRequest(OTHER, "two after all"))
    assert (shown(desk, kept).fide_id, shown(desk, gone).fide_id) == (NUMBER, OTHER)
    assert shown(desk, kept).other_fide_ids == ()


def test_a_number_goes_through_a_chain_of_merges_and_back_in_either_order(desk: Desk) -> None:
    first, second, third = added(desk, "Invented, Ann", NUMBER), added(desk, "Invented, An"), added(desk, "Invented, A")
    merged(desk, second, first)
    merged(desk, third, second)
    assert shown(desk, NUMBER).id == third
    with desk.reading() as connection:
        owner = keys_of_numbers(connection, [first])[0]
        assert first_owners_of_moved_numbers(connection) == {NUMBER: owner}
    people.unmerge_player(desk, people.UnmergeRequest(second, "two"))
    assert shown(desk, NUMBER).id == second
    merged(desk, third, second)
    people.unmerge_player(desk, people.UnmergeRequest(first, "two"))  # the one who brought it first
    assert shown(desk, NUMBER).id == first
    people.unmerge_player(desk, people.UnmergeRequest(second, "two"))
    assert [shown(desk, number).fide_id for number in (first, second, third)] == [NUMBER, None, None]


def test_a_number_that_was_changed_meanwhile_is_left_where_it_is(desk: Desk) -> None:
    kept, gone = added(desk, "Invented, Ann"), added(desk, "Invented, Anne", NUMBER)
    merged(desk, kept, gone)
    people.change_player(desk, people.PlayerChange(kept, people.PlayerFacts(fide_id=OTHER), why="a slip"))
    done = people.unmerge_player(desk, people.UnmergeRequest(gone, "two"))
    assert done.moved_fide_id is None
    assert (shown(desk, kept).fide_id, shown(desk, gone).fide_id) == (OTHER, None)


def test_a_report_that_names_the_number_is_kept_under_the_one_who_brought_it(desk: Desk) -> None:
    """So that an unmerge gives him his results back, also those that came in while the two were one."""
    kept, gone = added(desk, "Invented, Ann"), added(desk, "Invented, Anne", NUMBER)
    merged(desk, kept, gone)
    with desk.reading() as connection:
        mine, theirs = keys_of_numbers(connection, [kept, gone]).tolist()
        assert keys_of_numbers(connection, [NUMBER]).tolist() == [mine]
        assert keys_of_reported_numbers(connection, [NUMBER, kept, 0]).tolist() == [theirs, mine, -1]
    people.unmerge_player(desk, people.UnmergeRequest(gone, "two"))
    with desk.reading() as connection:
        assert keys_of_reported_numbers(connection, [NUMBER]).tolist() == [theirs]


# --- lists in FIDE's form -------------------------------------------------------------------------------------------


@pytest.fixture(params=KINDS)
def office_opened(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return copied(opened(request.param), tmp_path)


def exported(desk: Desk, form: str, list_: int) -> tuple[bytes, list[str]]:
    out = io.BytesIO()

    @contextmanager
    def place(_form: str, _name: str) -> Iterator[BinaryIO]:
        yield out

    (done,) = lists.export_list(
        desk, lists.ListExport((form,), lists.ListQuery(lists.ListChoice("", Month(list_)))), place
    )
    return out.getvalue(), [finding.code for finding in done.remarks]


@pytest.mark.parametrize("form", ["txt", "xml"])
def test_an_exported_list_is_imported_again_and_finds_its_players(
    office_opened: Desk, tmp_path: Path, form: str
) -> None:
    """A player without a FIDE number and with a name in Cyrillic stands there with the office's own number."""
    desk = office_opened
    names = people.PlayerFacts(name="Гончар, Іван", fide_id=0)
    number = shown(desk, NUMBERS[1]).id
    people.change_player(desk, people.PlayerChange(NUMBERS[1], names, why="no number after all"))
    desk = admit_one(desk, an_open(players=range(2, 10)))
    desk = on(desk, date(2025, 12, 1))

    periods.preview_list(desk, periods.ListChoice())
    periods.publish_list(desk, periods.PublishRequest(confirmed=True))
    data, told = exported(desk, form, 202512)
    assert told[:2] == ["own-number", "latin-name"]
    read, findings = read_list(io.BytesIO(data), f"standard_dec25frl.{form}")
    assert findings == ()
    rows = {int(read.id[row]): read.name(row) for row in range(len(read))}
    assert rows[number] == "Honchar, Ivan"
    assert [own for own in rows if is_office_number(own)] == [number]
    assert set(rows) - {number} == {NUMBERS[n] for n in range(2, 33)}
    before, told = exported(desk, form, 202511)
    read, _ = read_list(io.BytesIO(before), f"standard_nov25frl.{form}")
    assert set(read.id.tolist()) == {NUMBERS[n] for n in range(1, 33)}  # as it was published
    assert told == []

    file = people.InputFile(f"standard_dec25frl.{form}", data)
    done = people.import_players(desk, people.PlayerFiles((file,), update=True))
    assert (done.entered, done.changed, done.known, done.held, done.problems) == (0, 0, 32, (), ())
    (taken,) = lists.import_lists(
        desk, lists.ListImport("fide-rapid", (lists.InputFile(f"rapid.{form}", data),), Month(202512))
    )
    assert (taken.rows, taken.strangers) == (32, 0)
    seen = lists.show_list(desk, lists.ListQuery(lists.ListChoice("fide-rapid")))
    ratings = {player["id"]: player["rating"] for player in seen.players}
    standard = lists.show_list(desk, lists.ListQuery(lists.ListChoice("fide-standard")))
    own = {player["fide_id"] or player["id"]: player["rating"] for player in standard.players}
    assert ratings == own  # an official list has the numbers of its authority


def test_another_offices_own_numbers_are_nobodys_here(office_opened: Desk, desk: Desk) -> None:
    """Its tenth player is not ours: the name tells the two apart, and nobody's facts or ratings are changed."""
    number = added(desk, "Stranger, Bob")
    mine = shown(office_opened, NUMBERS[1])
    assert mine.id == number
    out = io.BytesIO()
    blank, one = np.array([b""], "S4"), np.array([b"UKR"], "S4")
    standing = Standing(np.array([1900], np.int16), np.zeros(1, np.int16), np.array([20], np.uint8))
    born = np.array([19700000], np.int32)
    rows = RatingList(
        np.array([number]), b"Stranger, Bob", np.array([0, 13]), one, np.array([b"M"]), blank, blank, blank, blank,
        born, blank, {"standard": standing}, "single", Month(202511),
    )  # fmt: skip
    write_txt(rows, out, "single")
    data = out.getvalue()
    done = people.import_players(
        office_opened, people.PlayerFiles((people.InputFile("standard_nov25frl.txt", data),), update=True)
    )
    assert (done.entered, done.changed) == (1, 0)
    assert shown(office_opened, number).name == mine.name
    file = lists.InputFile("rapid_nov25frl.txt", data)
    (taken,) = lists.import_lists(office_opened, lists.ListImport("fide-rapid", (file,), Month(202511)))
    assert (taken.rows, taken.strangers) == (0, 1)
    assert lists.show_list(office_opened, lists.ListQuery(lists.ListChoice("fide-rapid"))).players == ()


# --- from the command line ------------------------------------------------------------------------------------------


def test_merging_tells_what_becomes_of_the_numbers(
    office: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARPAD_DB", office)
    monkeypatch.setenv("ARPAD_WHO", "officer")

    def typed(*arguments: object) -> str:
        monkeypatch.setattr(sys, "argv", ["arpad", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        answer = capsys.readouterr()
        assert not end.value.code, answer.err
        return answer.out

    kept = typed("player", "add", "Invented, Ann", "--born", "1991-04-12").split()[0]
    gone = typed("player", "add", "Invented, Anne", "--born", "1991-04-12", "--fide-id", NUMBER,
                 "--accept-candidates").split()[0]  # fmt: skip
    out = typed("player", "merge", kept, gone, "--why", "twice")
    assert out.splitlines()[1] == f"the FIDE number {NUMBER} is that of {kept} now"
    assert json.loads(typed("player", "show", NUMBER, "--json"))["id"] == int(kept)
    out = typed("player", "unmerge", NUMBER, "--why", "two")
    assert out.splitlines()[1] == f"the FIDE number {NUMBER} is that of {gone} now"
    typed("player", "change", kept, "--fide-id", OTHER)
    out = typed("player", "merge", kept, gone, "--even-if-different", "--why", "twice", "--yes")
    assert out.splitlines()[1] == f"two FIDE numbers: lists show {OTHER}, and {NUMBER} is still found"
