"""Who stands on a printed list: members and excluded federations, dispensations, transfers, removals, the dead, and
who fell below the floor. The rating goes on whatever the list shows; a published list stays what it was.

The FIDE office: eight players, all of 1440 on the list of November 2025, K 20, under the edition of October 2025. Where
all games are drawn nothing moves; who loses all five against 1440 loses 5 x .50 x 20 = 50 and has 1390.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pytest
from by_hand import by_hand
from databases import KINDS, new_database
from national_made import AUGUST, JULY, JUNE, UA, fide_again, fide_list, national_office, played, transferred
from office_made import NUMBERS, admitted, at, event, reported
from publication_made import address_of, open_with

from arpad.cli import main
from arpad.columns import Roll, State
from arpad.days import Day, Month
from arpad.finding import UserError
from arpad.intake import read_list
from arpad.law import rulebook
from arpad.lists.listing import ListingFacts, Unlisted, unlisted
from arpad.lists.selection import Selection
from arpad.office import lists, people, periods
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.office_settings import found_office
from arpad.office.publishing.imported_lists import take_over_list
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.store.engine import connect_store

FIDE, RAPID = "fide-standard", "fide-rapid"
PLAYERS = range(1, 9)
NOVEMBER, DECEMBER, JANUARY = date(2025, 11, 1), date(2025, 12, 1), date(2026, 1, 1)
LOSES = {(2, turn): "0" for turn in range(1, 6)}


def fide_office(kind: str, directory: Path, federations: dict[int, str] | None = None, rating: int = 1440) -> Desk:
    """The office of FIDE's standard list on 1 November 2025."""
    desk = found_office(
        connect_store(new_database(kind, directory), create=True),
        "A. Officer",
        Clock(set_to=NOVEMBER),
        "UKR",
        rehearsal=True,
    )
    given = federations or {}
    with by_hand(desk).writing("player-import") as writing:
        register_players(
            writing,
            [Person(f"Invented{n}, Ann", NUMBERS[n], born=19800102, federation=given.get(n, "UKR")) for n in PLAYERS],
        )
    open_with(desk, FIDE, NOVEMBER, {NUMBERS[n]: rating for n in PLAYERS})
    return desk


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return fide_office(request.param, tmp_path)


@pytest.fixture
def file(tmp_path: Path) -> Desk:
    return fide_office("sqlite", tmp_path)


def open_played(
    desk: Desk, code: str, start: date, results: dict[tuple[int, int], str] | None = None, rating: int = 1440
) -> Desk:
    made = event(code, "fide-standard-2025", ratings=(rating,) * 8, start=start, results=results,
                 approvals=["late-registration"])  # fmt: skip
    later = reported(desk, made)
    assert admitted(later, code).status == "admitted"
    return later


def published(desk: Desk, day: date, series: str = FIDE) -> Desk:
    later = at(desk, max(day, desk.today()))
    which = periods.ListChoice(series, Month.of(day))
    periods.preview_list(later, which)
    periods.publish_list(later, periods.PublishRequest(which, confirmed=True))
    return later


def shown(desk: Desk, day: date, kind: str = "alphabetical", series: str = FIDE, **more: Any) -> dict[int, Any]:
    """Whom a list shows, by their numbers here, each with rating and state."""
    view = lists.ListQuery(lists.ListChoice(series, Month.of(day)), Selection(kind, **more))
    numbers = {number: n for n, number in NUMBERS.items()}
    rows = lists.show_list(desk, view).players
    return {numbers[int(row["fide_id"] or 0)]: (row["rating"], row["state"]) for row in rows}


def explained(desk: Desk, number: int, day: date, series: str = FIDE) -> Any:
    return lists.explain_rating(
        desk, lists.CalculationQuestion(NUMBERS[number], lists.ListChoice(series, Month.of(day)))
    )


def federation(desk: Desk, code: str, state: str = "member", since: str = "", until: str = "") -> None:
    first, last = (Day.read(day) if day else Day(0) for day in (since, until))
    people.add_federation(desk, people.NewFederation(code, code, state, first, last, "decision"))


def decided(desk: Desk, number: int, kind: str, **more: Any) -> Any:
    return people.decide_listing(desk, people.ListingDecision(NUMBERS[number], kind, **{"why": "decision 7", **more}))


# --- membership on the day of the list ---------------------------------------------------------------------------


def test_fide_standard_2025_10_1_a_federation_excluded_for_one_list(desk: Desk) -> None:
    """10.1 with R25: POL is excluded from 20 November to 31 December. Player 2 of POL loses nothing of his results: he
    wins five games of the event of 10 November, 1440 + 5 x .50 x 20 = 1490, and his opponents lose 10. He is not on the
    list of December, whose day lies in the exclusion, and is on that of January, with 1490."""
    federation(desk, "UKR")
    federation(desk, "POL")
    later = at(desk, date(2025, 11, 9))
    transferred(later, 2, "POL", date(2025, 11, 9))
    later = open_played(later, "open", date(2025, 11, 10), {(2, turn): "1" for turn in range(1, 6)})
    federation(later, "POL", "temporarily-excluded", "2025-11-20", "2025-12-31")
    later = published(later, DECEMBER)
    assert set(shown(later, DECEMBER)) == set(PLAYERS) - {2}
    assert (shown(later, DECEMBER)[7], shown(later, DECEMBER)[1]) == ((1430, "active"), (1440, "active"))
    why = explained(later, 2, DECEMBER)
    assert (why.after.rating, why.not_listed.reason, why.not_listed.articles) == (1490, "excluded", ("10.1",))
    assert "R25" in why.not_listed.rulings
    story = people.show_player(later, people.PlayerQuery(NUMBERS[2]))
    assert [(each.series, each.why.reason, each.why.articles) for each in story.left_off] == [
        (FIDE, "excluded", ("10.1",))
    ]
    later = published(later, JANUARY)
    assert shown(later, JANUARY)[2] == (1490, "active")
    assert explained(later, 2, JANUARY).not_listed is None
    assert people.show_player(later, people.PlayerQuery(NUMBERS[2])).left_off == ()
    assert set(shown(later, DECEMBER)) == set(PLAYERS) - {2}


@pytest.mark.parametrize(("since", "out"), [("2025-12-01", True), ("2025-12-02", False)])
def test_fide_standard_2025_10_1_the_day_of_the_list_decides(file: Desk, since: str, out: bool) -> None:
    """10.1 with R25: excluded from the day of the list on, and from the day after it."""
    federation(file, "UKR")
    federation(file, "POL")
    transferred(file, 2, "POL", NOVEMBER)
    federation(file, "POL", "excluded", since)
    later = published(file, DECEMBER)
    assert (2 not in shown(later, DECEMBER)) == out


def test_fide_standard_2025_10_1_an_office_without_federations_leaves_nobody_out_but_who_has_none(
    tmp_path: Path,
) -> None:
    """10.1 with R25: a player of no federation is not listed; FIDE's own flag is taken as approved; of whom nobody
    knows a federation stays, and where he played the preview asks for it."""
    desk = fide_office("sqlite", tmp_path, {2: "NON", 3: "FID", 4: "", 5: "POL"})
    later = at(open_played(desk, "open", date(2025, 11, 10)), DECEMBER)
    seen = periods.preview_list(later, periods.ListChoice(FIDE, Month.of(DECEMBER)))
    assert [each.name for each in seen.no_federation.some] == ["Invented4, Ann"]
    assert [(each.name, each.why.reason) for each in seen.not_listed.some] == [("Invented2, Ann", "no-member")]
    assert (seen.listed, seen.active) == (7, 7)
    later = published(later, DECEMBER)
    assert set(shown(later, DECEMBER)) == set(PLAYERS) - {2}


def test_fide_standard_2025_10_1_what_a_list_left_out_is_an_input_and_stays_what_it_was(desk: Desk) -> None:
    """10.1 with R25: an exclusion entered after the preview must be seen first; one entered after the publication, for
    earlier days, changes nothing of the list: neither whom it shows, nor its seal, nor a byte of its export."""
    federation(desk, "UKR")
    federation(desk, "POL")
    later = at(desk, DECEMBER)
    transferred(later, 2, "POL", NOVEMBER)
    which = periods.ListChoice(FIDE, Month.of(DECEMBER))
    periods.preview_list(later, which)
    federation(later, "POL", "excluded", "2025-11-30", "2025-11-30")  # not on the day of the list: no input of it
    periods.publish_list(later, periods.PublishRequest(which, confirmed=True))
    before, seal = exported(later, DECEMBER, "csv"), periods.show_period_status(later, which).sha256
    federation(later, "POL", "excluded", "2025-11-15")
    assert (exported(later, DECEMBER, "csv"), periods.show_period_status(later, which).sha256) == (
        before,
        seal,
    )
    later = at(later, JANUARY)
    periods.preview_list(later, periods.ListChoice(FIDE, Month.of(JANUARY)))
    federation(later, "POL", "member", "2026-01-01")
    with pytest.raises(UserError, match="changed since the preview"):
        periods.publish_list(later, periods.PublishRequest(periods.ListChoice(FIDE, Month.of(JANUARY)), confirmed=True))
    assert 2 in shown(published(later, JANUARY), JANUARY)


def exported(desk: Desk, day: date, form: str, series: str = FIDE) -> bytes:
    out = io.BytesIO()

    @contextmanager
    def place(_form: str, _name: str) -> Iterator[BinaryIO]:
        yield out

    lists.export_list(desk, lists.ListExport((form,), lists.ListQuery(lists.ListChoice(series, Month.of(day)))), place)
    return out.getvalue()


# --- dispensations, and who is not to be listed -------------------------------------------------------------------


def test_fide_standard_2025_10_1_the_councils_approval_lists_a_player_as_long_as_it_lasts(desk: Desk) -> None:
    """10.1 with R43: of no federation, approved until 31 December: on the list of December, not on that of January."""
    transferred(desk, 2, "NON", NOVEMBER)
    entered = decided(desk, 2, "dispensation", until=Day(20251231))
    assert [(each.state, each.since, each.until) for each in entered.spans] == [("holds", 20251101, 20251231)]
    later = published(desk, DECEMBER)
    assert 2 in shown(later, DECEMBER)
    later = published(later, JANUARY)
    assert 2 not in shown(later, JANUARY)
    assert explained(later, 2, JANUARY).not_listed.reason == "no-member"


def test_a_decision_that_ends_early_or_is_prolonged_stands_in_place_of_the_earlier_one(file: Desk) -> None:
    """R43: on the days it names, a later entry stands in place of earlier ones; what holds already is none."""
    transferred(file, 2, "NON", NOVEMBER)
    decided(file, 2, "dispensation", until=Day(20251115))
    assert decided(file, 2, "dispensation", until=Day(20251115)).already
    decided(file, 2, "dispensation", since=Day(20251110))
    assert not decided(file, 2, "dispensation", since=Day(20251220), ends=True).already
    later = published(file, DECEMBER)
    assert 2 in shown(later, DECEMBER)
    assert 2 not in shown(published(later, JANUARY), JANUARY)
    history = people.show_player(later, people.PlayerQuery(NUMBERS[2])).history
    assert [(each.field, each.new) for each in history if each.field == "dispensation"] == [
        ("dispensation", "holds until 2025-11-15"), ("dispensation", "holds"), ("dispensation", "ended"),
    ]  # fmt: skip


def test_what_is_decided_needs_a_reason_a_kind_and_days_in_their_order(file: Desk) -> None:
    with pytest.raises(UserError, match="who decided it"):
        decided(file, 2, "dispensation", why=" ")
    with pytest.raises(UserError, match="one of dispensation"):
        decided(file, 2, "pardon")
    with pytest.raises(UserError, match="not before 2025-11-10"):
        decided(file, 2, "dispensation", since=Day(20251110), until=Day(20251109))


def test_fide_rapid_blitz_2018_12_2_who_is_not_to_be_listed_is_not_whatever_else_holds(tmp_path: Path) -> None:
    """12.2 and 12.3 with R43: the federation's word outweighs a dispensation, from its day until it is taken back; the
    texts of 2024 do not have the sentence, and their lists show him."""
    desk = found_office(
        connect_store(new_database("sqlite", tmp_path), create=True),
        "officer",
        Clock(set_to=JUNE),
        "UKR",
        rehearsal=True,
    )
    with by_hand(desk).writing("player-import") as writing:
        register_players(
            writing, [Person(f"Invented{n}, Ann", NUMBERS[n], born=19800102, federation="UKR") for n in PLAYERS]
        )
    ratings = {NUMBERS[n]: 1700 for n in PLAYERS}
    take_over_list(by_hand(desk), FIDE, fide_list(ratings), 201906, "fide")
    open_with(desk, RAPID, JUNE, ratings)
    decided(desk, 2, "dispensation")
    decided(desk, 2, "not-to-be-listed")
    later = published(fide_again(desk, JULY), JULY, RAPID)
    assert set(shown(later, JULY, series=RAPID)) == set(PLAYERS) - {2}
    why = explained(later, 2, JULY, RAPID)
    assert (why.not_listed.reason, why.not_listed.articles) == ("withheld", ("12.2",))
    decided(later, 2, "not-to-be-listed", ends=True, since=Day(20190801))
    later = published(fide_again(later, AUGUST), AUGUST, RAPID)
    assert set(shown(later, AUGUST, series=RAPID)) == set(PLAYERS)
    roll = Roll.of(rating=[1700], state=[State.ACTIVE])
    facts = ListingFacts(np.zeros(1, np.uint16), ("UKR",), np.zeros(1, np.int32), withheld=frozenset((0,)))
    for edition, series in (("fide-rapid-blitz-2024", RAPID), ("fide-standard-2024", FIDE)):
        assert len(unlisted(rulebook(edition, series), date(2024, 6, 1), facts, roll, roll)) == 0


# --- Ukraine's own list ------------------------------------------------------------------------------------------


@pytest.fixture(params=KINDS)
def national(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return national_office(request.param, tmp_path)


def test_ukraine_3_1_who_has_transferred_away_is_not_listed_and_comes_back_with_his_rating(national: Desk) -> None:
    """3:1 with R44. Player 2 wins five games of 1700 against 1700 in June, 1700 + 5 x .50 x 20 = 1750, and is of Poland
    from the 20th to 14 July: not on the list of July, on that of August with 1750."""
    later = played(national, "open", date(2019, 6, 3), {(2, turn): "1" for turn in range(1, 6)})
    transferred(later := at(later, date(2019, 6, 21)), 2, "POL", date(2019, 6, 20))
    later = published(fide_again(later, JULY), JULY, UA)
    assert set(shown(later, JULY, series=UA)) == set(PLAYERS) - {2}
    why = explained(later, 2, JULY, UA)
    assert (why.after.rating, why.not_listed.reason, why.not_listed.articles) == (1750, "abroad", ("3:1",))
    transferred(later := at(later, date(2019, 7, 15)), 2, "UKR", date(2019, 7, 15))
    later = published(fide_again(later, AUGUST), AUGUST, UA)
    assert shown(later, AUGUST, series=UA)[2] == (1750, "active")


@pytest.mark.parametrize(("since", "listed"), [(date(2019, 7, 1), False), (date(2019, 7, 2), True)])
def test_ukraine_3_1_a_transfer_on_the_day_of_the_list_counts(tmp_path: Path, since: date, listed: bool) -> None:
    """3:1 with R44: the list is made on the 3rd; a transfer of the 1st is asked about, one of the 2nd is not yet."""
    later = fide_again(national_office("sqlite", tmp_path), JULY)
    transferred(later := at(later, date(2019, 7, 3)), 2, "POL", since)
    later = published(later, JULY, UA)
    assert (2 in shown(later, JULY, series=UA)) == listed


def asleep(kind: str, directory: Path) -> Desk:
    """The national office, in which players 2 and 3 have been inactive for long."""
    desk = found_office(
        connect_store(new_database(kind, directory), create=True),
        "A. Officer",
        Clock(set_to=JUNE),
        "UKR",
        rehearsal=True,
    )
    with by_hand(desk).writing("player-import") as writing:
        register_players(
            writing, [Person(f"Invented{n}, Ann", NUMBERS[n], born=19800102, federation="UKR") for n in PLAYERS]
        )
    take_over_list(by_hand(desk), FIDE, fide_list({NUMBERS[n]: 2100 for n in PLAYERS}), 201906, "fide")
    quiet = [n in (2, 3) for n in PLAYERS]
    open_with(desk, UA, JUNE, {NUMBERS[n]: 1700 for n in PLAYERS}, inactive=quiet)
    return desk


@pytest.mark.parametrize("kind", KINDS)
def test_ukraine_5_2_the_commission_removes_an_inactive_player_and_one_game_brings_him_back(
    kind: str, tmp_path: Path
) -> None:
    """5:2 with S25: the inactive player 2 is removed and hidden; player 3, as inactive as he, stays. In July he wins
    five games against 1700 with his last rating, 1700 + 50, and stands on the list of August."""
    desk = asleep(kind, tmp_path)
    with pytest.raises(UserError, match="is not inactive on the newest list of ukraine"):
        decided(desk, 1, "removed")
    decided(desk, 2, "removed")
    later = published(fide_again(desk, JULY), JULY, UA)
    there = shown(later, JULY, series=UA)
    assert 2 not in there
    assert there[3] == (1700, "inactive")
    assert set(shown(later, JULY, "inactive", series=UA)) == {3}
    why = explained(later, 2, JULY, UA)
    assert (why.not_listed.reason, why.not_listed.articles) == ("removed", ("5:2",))
    later = played(later, "open", date(2019, 7, 1), {(2, turn): "1" for turn in range(1, 6)})
    later = published(fide_again(later, AUGUST), AUGUST, UA)
    assert shown(later, AUGUST, series=UA)[2] == (1750, "active")


def test_ukraine_5_2_a_removal_is_of_the_inactivity_in_which_it_was_decided() -> None:
    """5:2 with S25: removed in June 2019; a game of the list of August 2019 brought him back; when he is inactive again
    three years later, on the list of August 2022, only a new decision hides him."""
    book, facts = rulebook("ukraine-2018"), ListingFacts(np.zeros(2, np.uint16), ("UKR",), np.zeros(2, np.int32))
    roll = Roll.of(rating=[1700, 1700], state=[State.INACTIVE] * 2, last=[201908, 201601])

    def hidden(removed: dict[int, int]) -> list[int]:
        return list(unlisted(book, date(2022, 8, 1), replace(facts, removed=removed), roll, roll).player.tolist())

    assert hidden({0: 20190605, 1: 20190605}) == [1]
    assert hidden({0: 20220802, 1: 20190605}) == [0, 1]


def test_the_commission_removes_nobody_from_fides_lists(file: Desk) -> None:
    with pytest.raises(UserError, match="no list of this office"):
        decided(file, 2, "removed")


# --- below the floor ---------------------------------------------------------------------------------------------

FORMS = ("txt", "xml", "csv", "json", "xlsx", "parquet", "html")


def test_fide_standard_2025_7_2_1_who_falls_below_the_floor_is_unrated_on_the_next_list_in_every_form(
    desk: Desk,
) -> None:
    """7.2.1: 1440 - 50 = 1390 is below 1400. On the list of December he is shown, as unrated; on that of January he is
    not; he is never shown as active, inactive or in a top list."""
    later = published(open_played(desk, "open", date(2025, 11, 10), LOSES), DECEMBER)
    assert shown(later, DECEMBER)[2] == (None, "unrated")
    for kind in ("active", "inactive", "delisted"):
        assert 2 not in shown(later, DECEMBER, kind)
    assert 2 not in shown(later, DECEMBER, top=8)
    why = explained(later, 2, DECEMBER)
    assert (why.after.rating, why.not_listed.reason, why.not_listed.articles) == (1390, "unrated", ("7.2.1",))
    for form in FORMS:
        assert _says_unrated(form, exported(later, DECEMBER, form)), form
    later = published(later, JANUARY)
    assert 2 not in shown(later, JANUARY)
    assert explained(later, 2, JANUARY).not_listed is None


def _says_unrated(form: str, data: bytes) -> bool:
    """Whether an export has the player without a rating."""
    number = NUMBERS[2]
    if form in ("txt", "xml"):
        read, _ = read_list(io.BytesIO(data), f"standard_dec25frl{'_xml' if form == 'xml' else ''}.{form}")
        (row,) = np.flatnonzero(read.id == number).tolist()
        return int(read.standings["standard"].rating[row]) == 0 and read.flag[row] == b""
    if form == "csv":
        (line,) = [line for line in data.decode().splitlines() if f",{number}," in line]
        return ",unrated" in line and ",1390," not in line
    if form == "json":
        (row,) = [row for row in json.loads(data)["players"] if row["fide_id"] == number]
        return (row["rating"], row["state"]) == (None, "unrated")
    if form == "parquet":
        import polars

        frame = polars.read_parquet(io.BytesIO(data)).filter(polars.col("fide_id") == number)
        return frame.select("rating", "state").rows() == [(None, "unrated")]
    if form == "html":
        (line,) = [line for line in data.decode().splitlines() if f">{number}<" in line]
        return ">unrated<" in line and ">1390<" not in line
    from python_calamine import CalamineWorkbook

    sheet = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0).to_python()
    (cells,) = [cells for cells in sheet if number in cells]
    return "unrated" in cells and 1390 not in cells


def test_fide_standard_2025_7_2_1_just_at_the_floor_he_stays(tmp_path: Path) -> None:
    """7.2.1, the other side: 1450 - 50 = 1400 is not below 1400."""
    desk = fide_office("sqlite", tmp_path, rating=1450)
    later = published(open_played(desk, "open", date(2025, 11, 10), LOSES, 1450), DECEMBER)
    assert shown(later, DECEMBER)[2] == (1400, "active")


# --- the dead ----------------------------------------------------------------------------------------------------


def died(desk: Desk, number: int, day: int, why: str = "the federation's letter") -> None:
    people.change_player(desk, people.PlayerChange(NUMBERS[number], people.PlayerFacts(died=Day(day)), why=why))


def test_fide_standard_2025_10_2_who_has_died_is_not_active_and_the_games_count(desk: Desk) -> None:
    """10.2 with R42. Player 2 dies on 12 November in the middle of an event in which he wins five games: 1490, and his
    opponents lose 10. On the list of December he is inactive; after the report turns out to be of another person the
    list of January has him as active."""
    later = open_played(desk, "open", date(2025, 11, 10), {(2, turn): "1" for turn in range(1, 6)})
    died(later, 2, 20251112)
    later = published(later, DECEMBER)
    assert shown(later, DECEMBER)[2] == (1490, "inactive")
    assert shown(later, DECEMBER)[7] == (1430, "active")
    assert set(shown(later, DECEMBER, "inactive")) == {2}
    assert 2 not in shown(later, DECEMBER, "active")
    assert 2 not in shown(later, DECEMBER, top=8)
    read, _ = read_list(io.BytesIO(exported(later, DECEMBER, "txt")), "standard_dec25frl.txt")
    assert read.flag[np.flatnonzero(read.id == NUMBERS[2])].tolist() == [b"i"]
    why = explained(later, 2, DECEMBER)
    assert (why.not_listed.reason, why.not_listed.articles) == ("deceased", ("10.2",))
    died(later, 2, 0, "another person of the same name")
    later = published(later, JANUARY)
    assert shown(later, JANUARY)[2] == (1490, "active")
    assert shown(later, DECEMBER)[2] == (1490, "inactive")


@pytest.mark.parametrize(("day", "gone"), [(20251130, True), (20251201, False), (20251100, True), (20250000, False)])
def test_fide_standard_2025_10_2_the_first_list_after_the_death(file: Desk, day: int, gone: bool) -> None:
    """10.2 with R42: the day before the list, its own day; of a death of which a part is unknown the end is taken."""
    died(at(file, DECEMBER), 2, day)
    later = published(file, DECEMBER)
    assert shown(later, DECEMBER)[2] == (1440, "inactive" if gone else "active")


def test_editions_that_say_nothing_of_deaths_change_nothing() -> None:
    """R42 is of the editions that have deaths reported; 2009, rapid and blitz 2018 and Ukraine go by the last game."""
    roll = Roll.of(rating=[1700], state=[State.ACTIVE])
    facts = ListingFacts(np.zeros(1, np.uint16), ("UKR",), np.full(1, 20180101, np.int32))
    found_in = {
        edition: unlisted(rulebook(edition, series), date(2020, 6, 1), facts, roll, roll).reason.tolist()
        for edition, series in (("fide-standard-2009", FIDE), ("fide-rapid-blitz-2018", RAPID), ("ukraine-2018", UA),
                                ("fide-standard-2024", FIDE), ("fide-rapid-blitz-2024", RAPID))
    }  # fmt: skip
    dead = [Unlisted.DECEASED]
    assert found_in == {
        "fide-standard-2009": [], "fide-rapid-blitz-2018": [], "ukraine-2018": [], "fide-standard-2024": dead,
        "fide-rapid-blitz-2024": dead,
    }  # fmt: skip


# --- two lists, and the command line -----------------------------------------------------------------------------


def test_a_comparison_of_two_lists_knows_who_left_the_printed_list(file: Desk) -> None:
    later = published(file, DECEMBER)
    transferred(later, 2, "NON", DECEMBER)
    died(later, 3, 20251201)
    later = published(later, JANUARY)
    told = lists.compare_lists(later, lists.ListComparison(Month.of(DECEMBER), Month.of(JANUARY), FIDE))
    assert [each.name for each in told.gone] == ["Invented2, Ann"]
    assert [(each.name, each.what, each.before, each.after) for each in told.changed] == [
        ("Invented3, Ann", "state", "active", "inactive")
    ]


def test_by_the_command_line(file: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """10.1, 7.2.1 and 10.2 of 2025 as an officer types and reads them."""
    later = open_played(file, "open", date(2025, 11, 10), LOSES)
    monkeypatch.setenv("ARPAD_DB", address_of(later))
    monkeypatch.setenv("ARPAD_WHO", "officer")

    def typed(*words: object, code: int = 0) -> str:
        monkeypatch.setattr(sys, "argv", ["arpad", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        told = capsys.readouterr()
        assert (end.value.code or 0) == code, told.err
        return told.out + told.err

    now = ("--now", "2025-12-01")
    typed("federation", "add", "UKR", *now)
    typed("federation", "add", "POL", *now)
    typed("federation", "add", "POL", "--state", "excluded", "--since", "2025-11-01", "--why", "decision 7", *now)
    for number in (3, 4):
        typed("player", "change", NUMBERS[number], "--federation", "POL", "--since", "2025-11-01", "--why", "x", *now)
    typed("player", "change", NUMBERS[5], "--died", "2025-11-20", "--why", "letter", *now)
    assert "must be said" in typed("player", "listing", NUMBERS[4], "dispensation", *now, code=2)
    told = typed("player", "listing", NUMBERS[4], "dispensation", "--until", "2025-12-31", "--why", "Council", *now)
    assert "holds" in told
    assert "2025-12-31" in told
    preview = typed("period", "preview", *now)
    assert "Not shown, or not as active: 3 players" in preview
    assert "(10.1, R25, R43)" in preview
    typed("period", "publish", "--yes", *now)
    rows = {row["fide_id"]: row for row in json.loads(typed("list", "show", "--json"))["players"]}
    assert NUMBERS[3] not in rows
    assert {n: (rows[NUMBERS[n]]["rating"], rows[NUMBERS[n]]["state"]) for n in (1, 2, 4, 5)} == {
        1: (1440, "active"), 2: (None, "unrated"), 4: (1440, "active"), 5: (1450, "inactive"),
    }  # fmt: skip
    assert "excluded on its day. The rating is kept and goes on. (10.1, R25, R43)" in typed("explain", NUMBERS[3])
    assert "has died. The last rating is kept. (10.2, R42)" in typed("player", "show", NUMBERS[5])
    assert "On the printed list as unrated, this once" in typed("explain", NUMBERS[2])
    assert "holds until 2025-12-31" in typed("player", "show", NUMBERS[4])
