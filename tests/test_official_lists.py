"""Official lists are kept whole: ratings that are sealed, people who are dated; both are written again as they came."""

from __future__ import annotations

import csv
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from databases import KINDS, new_database
from frozen import moved, office_of
from site_made import site
from sqlalchemy import select
from varying import without_varying

from arpad.columns import I16, I64, U8, State, Table
from arpad.days import Month
from arpad.finding import UserError
from arpad.frozen import dataclass as frozen_columns
from arpad.lists.sealed import digest
from arpad.office import lists, people, proofs
from arpad.office.clock import Clock
from arpad.office.desk import Desk, open_desk
from arpad.office.lists import InputFile, ListChoice, ListExport, ListImport, ListQuery
from arpad.office.office_settings import found_office
from arpad.office.official_lists import official_people, official_ratings, search_official
from arpad.office.publishing.list_storage import seal_of_stored_parts
from arpad.office.store import schema
from arpad.office.store.engine import connect_store
from arpad.office.store.migrate import upgrade_schema
from arpad.packed import pack

STANDARD, RAPID, BLITZ = "fide-standard", "fide-rapid", "fide-blitz"
TODAY = date(2025, 12, 1)
HEAD = f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}FOA "
THREE = "SRtng SGm SK RRtng RGm Rk BRtng BGm BK "
SURNAMES = ("Ozolins-Vitols", "Kask", "Petrauskas", "de Invented", "O'Madeup", "Al Fictional")


@dataclass(frozen=True)
class Row:
    """A row of a list, by a writer that knows nothing of the reader."""

    number: int
    name: str
    federation: str = "LTU"
    sex: str = "M"
    title: str = ""
    women: str = ""
    other: str = ""
    arena: str = ""
    rating: int = 2000
    games: int = 0
    k: int = 20
    born: int = 1990
    flag: str = ""

    @property
    def person(self) -> str:
        titles = f"{self.title:<5}{self.women:<5}{self.other:<15}{self.arena:<4}"
        return f"{self.number:<15}{self.name:<61}{self.federation:<4}{self.sex:<4}{titles}"

    def single(self) -> str:
        return f"{self.person}{self.rating:<6}{self.games:<4}{self.k:<3}{self.born:<6}{self.flag:<4}"

    def combined(self) -> str:
        each = f"{self.rating:<6}{self.games:<4}{self.k:<3}"
        return f"{self.person}{each * 3}{self.born:<6}{self.flag:<4}"


def single(month: str, rows: Sequence[Row]) -> bytes:
    lines = [f"{HEAD}{month:<6}Gms K  B-day Flag".ljust(136), *(row.single() for row in rows)]
    return "".join(f"{line}\r\n" for line in lines).encode()


def combined(rows: Sequence[Row]) -> bytes:
    lines = [f"{HEAD}SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag".ljust(162), *(row.combined() for row in rows)]
    return "".join(f"{line}\r\n" for line in lines).encode()


def every_field(count: int = 400) -> list[Row]:
    """Rows with every title, flag and field, in many combinations."""
    dice, rows = random.Random(34), []
    for at in range(count):
        woman = at % 3 == 0
        rows.append(
            Row(
                100_000 + 37 * at,
                f"{SURNAMES[at % 6]}, Person{at}",
                ("LTU", "LAT", "EST", "FID")[at % 4],
                "F" if woman else "M",
                ("", "GM", "IM", "FM", "CM", *(("WGM", "WFM") if woman else ()))[dice.randrange(5 + 2 * woman)],
                dice.choice(("", "WGM", "WIM", "WFM", "WCM", "WH")) if woman else "",
                dice.choice(("", "", "IA", "FA,NI", "FST,IO", "LSI,DI,NA")),
                dice.choice(("", "", "AGM", "AIM", "AFM", "ACM")),
                dice.randrange(1400, 2800),
                dice.choice((0, 0, 1, 6, 31)),
                dice.choice((10, 15, 20, 40)),
                dice.choice((0, 1950, 2012)),
                ("w" if woman else "") + ("i" if at % 5 == 0 else ""),
            )
        )
    return rows


@pytest.fixture(params=KINDS)
def desk(request: Any, tmp_path: Path) -> Desk:
    store = connect_store(new_database(request.param, tmp_path), create=True)
    return found_office(store, "officer", Clock(set_to=TODAY), "LTU", rehearsal=True)


def brought(desk: Desk, series: str, content: bytes, month: int, **how: Any) -> lists.ListTakenOver:
    file = InputFile("list.txt", content)
    (done,) = lists.import_lists(desk, ListImport(series, (file,), Month(month), **how))
    return done


def refused(desk: Desk, message: str, *args: Any, **how: Any) -> None:
    before = rows_stored(desk)
    with pytest.raises(UserError) as problem:
        brought(desk, *args, **how)
    assert problem.value.message == message
    assert rows_stored(desk) == before


def rows_stored(desk: Desk) -> dict[str, int]:
    with desk.reading() as connection:
        tables = (schema.log, schema.official_list, schema.official_people, schema.imported_patch, schema.rating_list)
        return {table.name: len(connection.execute(select(table)).all()) for table in tables}


def written(desk: Desk, month: int, directory: Path, series: str = STANDARD) -> list[str]:
    path = directory / "out.txt"
    query = ListQuery(ListChoice(series, Month(month)))
    lists.export_list(desk, ListExport(("txt",), query), lambda *_: path.open("wb"))
    return sorted(path.read_bytes().decode("ascii").replace(" REHEARSAL", "").split("\n"))


def seal(desk: Desk, month: int, series: str = STANDARD) -> str:
    of = schema.rating_list
    with desk.reading() as connection:
        rows = select(of.c.sha256).where(of.c.series == series, of.c.list == month)
        return str(connection.execute(rows).scalar_one())


def test_a_single_list_is_written_again_with_equal_lines(desk: Desk, tmp_path: Path) -> None:
    rows = every_field()
    brought(desk, STANDARD, single("OCT25", rows), 202510)
    later = [replace(row, rating=row.rating + 3, games=4) if at % 7 == 0 else row for at, row in enumerate(rows[:-3])]
    brought(desk, STANDARD, single("NOV25", later), 202511)
    for month, head, each in ((202510, "OCT25", rows), (202511, "NOV25", later)):
        assert written(desk, month, tmp_path) == sorted(single(head, each).decode("ascii").split("\n"))
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()


def test_an_imported_list_is_shown_with_people_who_are_not_registered(desk: Desk) -> None:
    rows = [Row(7, "Kask, Ann", games=6, k=15), Row(9, "Kask, Bo", rating=2100)]
    brought(desk, STANDARD, single("OCT25", rows), 202510)
    shown = lists.show_list(desk, ListQuery()).players
    assert [(row["name"], row["rating"], row["games"], row["k"]) for row in shown] == [
        ("Kask, Ann", 2000, 6, 15),
        ("Kask, Bo", 2100, 0, 20),
    ]


def test_people_of_a_second_download_are_taken_and_the_seal_stays(desk: Desk) -> None:
    rows = [Row(7, "Kask, Ann"), Row(9, "Kask, Bo"), Row(11, "Kask, Cy")]
    brought(desk, STANDARD, single("OCT25", rows), 202510)
    before = seal(desk, 202510)
    mended = [replace(rows[0], name="Kask, Anna", title="GM"), replace(rows[1], born=1991)]
    done = brought(desk, STANDARD, single("OCT25", mended), 202510)
    assert (done.people, done.gone, seal(desk, 202510)) == (2, 1, before)
    with desk.reading() as connection:
        found = official_people(connection, [7, 9, 11])
        assert [(each.name, each.title, each.born) for each in found.values()] == [
            ("Kask, Anna", "GM", 1990),
            ("Kask, Bo", "", 1991),
            ("Kask, Cy", "", 1990),
        ]
        assert len(official_ratings(connection, STANDARD, [7, 9, 11], date(2025, 10, 20))) == 3
    stored = rows_stored(desk)
    assert brought(desk, STANDARD, single("OCT25", mended), 202510).people == 0
    assert rows_stored(desk) == stored


def test_a_series_is_not_opened_with_a_combined_list_that_does_not_say_who_is_inactive(desk: Desk) -> None:
    people.add_player(desk, people.NewPlayer(people.Person(name="Kask, Ann", fide_id=7, born=19800101)))
    before, file = rows_stored(desk), InputFile("list.txt", combined([Row(7, "Kask, Ann", flag="i")]))

    def opening(series: str) -> lists.SeriesOpening:
        return lists.SeriesOpening(series, file, list_=Month(202510), conclude=("games", "highest"))

    with pytest.raises(UserError) as problem:
        lists.open_series(desk, opening(RAPID))
    assert problem.value.message == "opening/combined"
    assert rows_stored(desk) == before
    assert lists.open_series(desk, opening(STANDARD)).rows == 1  # the flags are those of standard


def test_two_official_lists_are_compared_with_people_who_are_not_registered(desk: Desk) -> None:
    rows = [Row(7, "Kask, Ann"), Row(9, "Kask, Bo", title="FM"), Row(11, "Kask, Cy")]
    later = [replace(rows[0], rating=2013, games=4), replace(rows[1], title="IM"), Row(13, "New, Di", rating=1500)]
    brought(desk, STANDARD, single("OCT25", rows), 202510)
    brought(desk, STANDARD, single("NOV25", later), 202511)
    compared = lists.compare_lists(desk, lists.ListComparison(Month(202510), Month(202511)))
    assert [(each.id, each.rating) for each in compared.new] == [(13, 1500)]
    assert [each.id for each in compared.gone] == [11]
    changes = [(each.id, each.what, each.before, each.after) for each in compared.changed]
    assert changes == [(7, "rating", 2000, 2013), (9, "title", "FM", "IM")]
    assert [(each.id, each.gain) for each in compared.movers] == [(7, 13)]


@pytest.mark.parametrize(
    "other",
    [Row(7, "Kask, Ann", rating=2001), Row(7, "Kask, Ann", k=10), Row(7, "Kask, Ann", games=1), Row(8, "New, Al")],
)
def test_other_ratings_of_a_stored_month_are_refused(other: Row, desk: Desk) -> None:
    brought(desk, STANDARD, single("OCT25", [Row(7, "Kask, Ann"), Row(9, "Kask, Bo")]), 202510)
    refused(desk, "import/other-rows", STANDARD, single("OCT25", [other, Row(9, "Kask, Bo")]), 202510)


def column(desk: Desk, series: str, name: str, directory: Path) -> list[str]:
    """A column of the newest list of a series as a table."""
    path = directory / "out.csv"
    lists.export_list(desk, ListExport(("csv",), ListQuery(ListChoice(series))), lambda *_: path.open("wb"))
    return [row[name] for row in csv.DictReader(path.read_text().splitlines())]


def told(desk: Desk, series: str, directory: Path) -> list[str]:
    """What is told when the newest list of a series is written in FIDE's form, which has no place for it."""
    request = ListExport(("txt",), ListQuery(ListChoice(series)))
    (done,) = lists.export_list(desk, request, lambda *_: (directory / "out.txt").open("wb"))
    return [remark.code for remark in done.remarks]


def test_a_combined_list_states_activity_of_standard_only_until_the_single_list_comes(
    desk: Desk, tmp_path: Path
) -> None:
    rows = [Row(7, "Kask, Ann", flag="i"), Row(9, "Kask, Bo")]
    for series in (STANDARD, RAPID):
        brought(desk, series, combined(rows), 202510)
    day = date(2025, 10, 20)
    with desk.reading() as connection:
        standard, rapid = (official_ratings(connection, series, [7], day)[7] for series in (STANDARD, RAPID))
    assert (standard.state, standard.activity_stated) == (State.INACTIVE, True)
    assert (rapid.state, rapid.activity_stated) == (State.ACTIVE, False)
    months = [ListQuery(ListChoice(series, Month(202510))) for series in (STANDARD, RAPID)]
    assert [lists.show_list(desk, month).activity for month in months] == [True, False]
    assert [column(desk, series, "state", tmp_path) for series in (STANDARD, RAPID)] == [
        ["inactive", "active"],
        ["not stated", "not stated"],
    ]
    remarks = [told(desk, series, tmp_path) for series in (STANDARD, RAPID)]
    assert remarks == [[], ["activity-not-stated"]]
    before = seal(desk, 202510, RAPID)
    brought(desk, RAPID, single("OCT25", [rows[0], replace(rows[1], flag="i")]), 202510)
    with desk.reading() as connection:
        found = official_ratings(connection, RAPID, [7, 9], day)
    assert [(each.state, each.activity_stated) for each in found.values()] == [(State.INACTIVE, True)] * 2
    assert seal(desk, 202510, RAPID) == before
    assert lists.show_list(desk, months[1]).activity
    assert column(desk, RAPID, "state", tmp_path) == ["inactive", "inactive"]
    refused(desk, "import/other-rows", RAPID, single("OCT25", rows), 202510)  # who is inactive is known now


def test_an_older_list_comes_before_the_first_one_and_changes_no_other(desk: Desk, tmp_path: Path) -> None:
    older = [Row(7, "Kask, Ann", rating=1990), Row(8, "Gone, Al"), Row(9, "Kask, Bo")]
    first = [Row(7, "Kask, Anna"), Row(9, "Kask, Bo"), Row(11, "Kask, Cy")]
    brought(desk, STANDARD, single("OCT25", first), 202510)
    brought(desk, STANDARD, single("NOV25", first), 202511)
    brought(desk, STANDARD, single("AUG25", older), 202508)
    for month, head, rows in ((202508, "AUG25", older), (202510, "OCT25", first), (202511, "NOV25", first)):
        assert written(desk, month, tmp_path) == sorted(single(head, rows).decode("ascii").split("\n"))
    refused(desk, "import/older", STANDARD, single("SEP25", older), 202509)
    with desk.reading() as connection:
        assert official_people(connection, [7], date(2025, 8, 9))[7].name == "Kask, Ann"
        assert official_people(connection, [7])[7].name == "Kask, Anna"
        assert not official_ratings(connection, STANDARD, [7], date(2025, 7, 9))
        assert official_ratings(connection, STANDARD, [7], date(2025, 9, 9))[7].list_ == 202508
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()


def test_a_list_that_lost_most_of_its_players_is_asked_about(desk: Desk) -> None:
    brought(desk, STANDARD, single("OCT25", [Row(7 + at, f"Kask, P{at}") for at in range(9)]), 202510)
    few = single("NOV25", [Row(7, "Kask, P0")])
    refused(desk, "import/halved", STANDARD, few, 202511)
    assert brought(desk, STANDARD, few, 202511, confirmed=True).rows == 1


def test_what_a_list_has_no_column_for_stays_known(desk: Desk) -> None:
    row = Row(7, "Kask, Ann", sex="F", women="WGM", arena="AGM")
    brought(desk, STANDARD, single("OCT25", [row]), 202510)
    row = replace(row, arena="", rating=2005)
    lines = [f"{HEAD[:109]}{'NOV25':<6}Gms K  B-day Flag", f"{row.person[:109]}{row.single()[113:]}"]
    brought(desk, STANDARD, "\r\n".join(lines).encode(), 202511)
    with desk.reading() as connection:
        known = official_people(connection, [7])[7]
    assert (known.sex, known.women_title, known.arena_title) == ("F", "WGM", "AGM")


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("petrauskas zita", 9),
        ("Zita PETRAUSKAS", 9),
        ("Petruaskas, Zita", 9),
        ("petrauskaz", 9),
        ("omadeup", 11),
        ("9", 9),
    ],
)
def test_people_are_found_by_number_and_by_misspelt_names(typed: str, number: int, desk: Desk) -> None:
    rows = [Row(7, "Kask, Ann"), Row(9, "Petrauskas, Zita"), Row(11, "O'Madeup, Tom")]
    brought(desk, STANDARD, single("OCT25", rows), 202510)
    with desk.reading() as connection:
        assert [person.number for person in search_official(connection, typed)][:1] == [number]
        assert search_official(connection, "Qqxx") == ()


def test_a_list_that_was_taken_back_and_comes_again_has_none_of_its_old_patches(desk: Desk, tmp_path: Path) -> None:
    rows = [Row(7, "Kask, Ann", flag="i"), Row(9, "Kask, Bo")]
    brought(desk, RAPID, combined(rows), 202510)
    brought(desk, RAPID, single("OCT25", rows), 202510)
    request = lists.TakeBackRequest(RAPID, Month(202510), "the file of another month", confirmed=True)
    lists.take_back_list(desk, request)
    other = [Row(7, "Kask, Ann", rating=2100), Row(9, "Kask, Bo")]
    brought(desk, RAPID, single("OCT25", other), 202510)
    assert written(desk, 202510, tmp_path, RAPID) == sorted(single("OCT25", other).decode("ascii").split("\n"))


def test_two_rows_on_one_line_and_a_cut_row_are_refused_with_their_lines(desk: Desk) -> None:
    rows = [Row(7 + at, f"Kask, P{at}") for at in range(5)]
    lines = single("OCT25", rows).decode("ascii").split("\r\n")
    glued = [*lines[:2], lines[2] + lines[3], *lines[4:]]
    cut = [*lines[:4], lines[4][:40], *lines[5:]]
    for bad, line in ((glued, 3), (cut, 5)):
        with pytest.raises(UserError) as problem:
            brought(desk, STANDARD, "\r\n".join(bad).encode(), 202510)
        assert problem.value.message == "list-file/rows"
        assert f":{line} " in problem.value.sentence
    assert brought(desk, STANDARD, single("OCT25", rows), 202510).rows == 5


@frozen_columns(frozen=True, eq=False)
class RowsOfBefore(Table):
    """The rows of an imported list as schema 0005 had them: without games, and without people beside them."""

    fide_id: I64
    rating: I16
    state: U8
    k: U8


ACCEPTED = frozenset(
    f"table {table}, row {row}: not what the log says"
    for table, row in (
        ("series", '"fide-rapid"'),
        ("pointer", '"fide-rapid"'),
        ("rating_list", '["fide-rapid",202511]'),
    )
)  # the list was put there behind the back of the log


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_that_was_imported_before_the_upgrade_keeps_its_seal(kind: str, tmp_path: Path) -> None:
    """The same file imported again adds people and games under that seal; another rating is refused as ever."""
    address = office_of("sqlite", tmp_path, "0005")
    active = State.ACTIVE.value
    packed = pack(RowsOfBefore.of(fide_id=[7, 9], rating=[2000, 2100], state=[active, active], k=[20, 15]))
    sealed = digest("", (), [("imported", 0, packed)])
    with closing(sqlite3.connect(address)) as database, database:
        database.execute("INSERT INTO series VALUES (?, 'imported', 3)", [RAPID])
        row = [RAPID, sealed]
        database.execute("INSERT INTO rating_list VALUES (?, 202511, 'imported', '', '', '', '', ?, 0, 1, 3)", row)
        database.execute("INSERT INTO imported_part VALUES (?, 202511, ?)", [RAPID, packed])
        database.execute("INSERT INTO pointer VALUES (?, 202511)", [RAPID])
    if kind == "postgresql":
        address = moved(address, tmp_path, "0005")
    store = connect_store(address)
    upgrade_schema(store, ACCEPTED)
    desk = open_desk(store, "A. Officer")
    assert stored_seal(desk) == seal(desk, 202511, RAPID) == sealed
    shown = lists.show_list(desk, ListQuery(ListChoice(RAPID))).players
    assert [(row["id"], row["rating"], row["games"], row["name"]) for row in shown] == [
        (7, 2000, 0, ""),
        (9, 2100, 0, ""),
    ]
    rows = [Row(7, "Kask, Ann", games=6), Row(9, "Kask, Bo", rating=2100, k=15)]
    refused(desk, "import/other-rows", RAPID, single("NOV25", [rows[0], replace(rows[1], rating=2101)]), 202511)
    brought(desk, RAPID, single("NOV25", rows), 202511)
    assert stored_seal(desk) == seal(desk, 202511, RAPID) == sealed
    assert written(desk, 202511, tmp_path, RAPID) == sorted(single("NOV25", rows).decode("ascii").split("\n"))
    store.close()


def stored_seal(desk: Desk) -> str:
    """The seal that the stored rows of the list of before give."""
    with desk.reading() as connection:
        return seal_of_stored_parts(connection, RAPID, 202511, "")


def test_the_month_of_the_list_and_of_the_officer_are_one(desk: Desk) -> None:
    refused(desk, "list-file/other-month", STANDARD, single("OCT25", [Row(7, "Kask, Ann")]), 202511)


def test_who_is_on_an_official_list_only_is_found_beside_the_registry(desk: Desk) -> None:
    brought(desk, STANDARD, single("OCT25", [Row(7, "Kask, Ann"), Row(9, "Kask, Bo")]), 202510)
    people.add_player(desk, people.NewPlayer(people.Person(name="Kask, Ann", fide_id=7)))
    search = people.PlayerSearch("kask")
    assert [player.fide_id for player in people.find_players(desk, search)] == [7]
    assert [person.number for person in people.find_official_people(desk, search)] == [9]


def test_on_the_site_people_of_official_lists_are_found_by_number_and_whole_name_only(tmp_path: Path) -> None:
    address = new_database("sqlite", tmp_path)
    desk = found_office(connect_store(address, create=True), "officer", Clock(set_to=TODAY), "LTU", rehearsal=True)
    child = Row(5_000_017, "Wholename, Ann", "EST", rating=1234, born=2016)
    brought(desk, STANDARD, single("NOV25", [Row(7, "Kask, Ann"), child]), 202511)
    people.add_player(desk, people.NewPlayer(people.Person(name="Kask, Ann", fide_id=7)))
    typed = {
        "5000017": 1,
        "wholename,  ANN": 1,
        "Wholename": 0,
        "Wholename, An": 0,
        "Ann": 0,
        "Kask, Ann": 0,
        "500001": 0,
    }
    with site(address) as (client, _):
        for text, expected in typed.items():
            page = client.get("/players", params={"q": text})
            assert page.status_code == 200
            assert page.text.count("Wholename, Ann</a>, EST") == expected, text
            assert page.text.count("not registered here") == expected, text
            assert page.text.count("1234 on the official list") == expected
            assert "2016" not in without_varying(page.text)
        page, answer = client.get("/players/5000017"), client.get("/api/v1/official", params={"q": "wholename, ann"})
        assert page.status_code == 200
        assert 'name="robots" content="noindex"' in page.text
        assert "1234 on the official list" in page.text
        assert "2016" not in without_varying(page.text) + answer.text
        (person,) = answer.json()["items"]
        assert person == {
            "number": 5_000_017,
            "name": "Wholename, Ann",
            "title": None,
            "federation": "EST",
            "ratings": [{"series": STANDARD, "list": "2025-11", "rating": 1234}],
        }
        for text in ("7", "8", "Wholename", ""):
            assert client.get("/api/v1/official", params={"q": text}).json() == {"items": []}
        assert client.get("/players/8").status_code == 404
    desk.store.close()


def test_the_site_says_that_a_combined_list_does_not_state_who_is_inactive(tmp_path: Path) -> None:
    """A reader that is open sees the single list, which comes under the same seal."""
    address = new_database("sqlite", tmp_path)
    desk = found_office(connect_store(address, create=True), "officer", Clock(set_to=TODAY), "LTU", rehearsal=True)
    people.add_player(desk, people.NewPlayer(people.Person(name="Kask, Ann", fide_id=7)))
    for series in (STANDARD, RAPID):
        brought(desk, series, combined([Row(7, "Kask, Ann"), Row(9, "Kask, Bo")]), 202511)
    with site(address) as (client, reader):
        for series, stated in ((STANDARD, True), (RAPID, False)):
            answer = client.get(f"/api/v1/lists/{series}/newest").json()
            assert answer["activity"] is stated
            assert [row["marks"] for row in answer["items"]] == [[] if stated else ["activity-not-stated"]]
            page = client.get(f"/lists/{series}").text
            assert page.count("does not say who is inactive") == (0 if stated else 1)
        brought(desk, RAPID, single("NOV25", [Row(7, "Kask, Ann", flag="i"), Row(9, "Kask, Bo")]), 202511)
        assert reader.refresh()
        answer = client.get(f"/api/v1/lists/{RAPID}/newest?show=all").json()
    desk.store.close()
    assert answer["activity"] is True
    assert [(row["state"], row["marks"]) for row in answer["items"]] == [("inactive", [])]


def bytes_of_lists(desk: Desk) -> int:
    """How much the lists of an office need, without the files as they were given, which the journal keeps."""
    part, base, people_ = schema.imported_part, schema.imported_base, schema.official_people
    with desk.reading() as connection:
        columns = (part.c.packed, base.c.packed, people_.c.names, people_.c.facts)
        return sum(len(body) for column in columns for body in connection.execute(select(column)).scalars())


def test_twelve_lists_in_a_row_stay_small(tmp_path: Path) -> None:
    """Twenty thousand people, of whom one in twenty plays each month, and ten are new."""
    address = new_database("sqlite", tmp_path)
    desk = found_office(connect_store(address, create=True), "officer", Clock(set_to=TODAY), "LTU", rehearsal=True)
    lots = random.Random(7)
    rows = [Row(10_000 + 3 * n, f"{SURNAMES[n % 6]}, Invented{n}", rating=1400 + n % 900) for n in range(20_000)]
    sizes = [bytes_of_lists(desk)]
    for at, month in enumerate(("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"), 1):
        for row in lots.sample(range(len(rows)), 1000):
            rows[row] = replace(rows[row], rating=rows[row].rating + lots.randint(-9, 9), games=lots.randint(1, 9))
        rows += [Row(900_000 + 100 * at + n, f"Newcomer, Invented{n}") for n in range(10)]
        brought(desk, STANDARD, single(f"{month}25", rows), 202500 + at)
        sizes.append(bytes_of_lists(desk))
    grown = sorted(now - before for before, now in pairwise(sizes))
    assert 20 * grown[6] < grown[-1] == sizes[1]  # most months bring what changed, and no whole list
    assert sizes[-1] < 12 * 8_000_000 * 20_000 // 514_160  # 8 MB a month of a worldwide list
    with desk.reading() as connection:
        drawn = official_ratings(connection, STANDARD, [row.number for row in rows], TODAY)
    assert {number: row.rating for number, row in drawn.items()} == {row.number: row.rating for row in rows}
