"""Pages of the desk beside the month: official lists, events that are sent elsewhere, players who are one person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from desk_made import ORIGIN, local
from guests_made import FIDE, HOME, START, federation_office, fide_text, imported, rulebook_text
from office_made import event, reported
from offices_made import behind
from sqlalchemy import text
from test_desk_month import Person, new_office
from test_official_elsewhere import admitted, lines

from arpad.days import Day
from arpad.finding import UserError
from arpad.office import accounts, care, events, lists, people, proofs, reports, rulebooks, sign_in
from arpad.office.accounts import ApprovalRule, NewAccount, NewGrant
from arpad.office.desk import Desk
from arpad.office.people import NewPlayer
from arpad.office.people import Person as PersonFacts
from arpad.office.sign_in import DeskOffice

OFFICERS = {"anna": ("administrator", "rating-officer"), "boris": ("rating-officer",)}


@contextmanager
def desk_of(desk: Desk) -> Iterator[DeskOffice]:
    """The desk of an office that exists, with two rating officers, of whom one is administrator."""
    with sign_in.open_desk_office(desk.store.address, ORIGIN) as office:
        for handle, roles in OFFICERS.items():
            accounts.add_account(local(office), NewAccount(handle, handle.capitalize()))
            for role in roles:
                accounts.grant_role(local(office), NewGrant(handle, role))
        yield office


def seen_text(page: str) -> str:
    """The words of a page, without its menu."""
    body = page.partition("<main")[2].partition("</main>")[0]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", body)))


def list_file(name: str, month: str, *rows: str) -> dict[str, tuple[str, bytes]]:
    return {"file": (name, fide_text(month, *rows))}


# --- official lists ---------------------------------------------------------------------------------------------------


@pytest.fixture
def federation(tmp_path: Path) -> Iterator[Desk]:
    with federation_office("sqlite", tmp_path) as desk:
        yield desk


def test_a_list_is_imported_in_the_background_and_what_it_asks_is_answered_on_the_page(federation: Desk) -> None:
    with desk_of(federation) as office:
        care.move_day(local(office), care.NewDay(date(2026, 2, 1)))
        anna = Person(office, "anna")
        assert "There is no list" not in anna.open("/desk/lists")
        anna.send("/desk/lists/import", files=list_file("feb.txt", "JAN26", *lines()), series=FIDE)
        assert "8 players from feb.txt." in seen_text(anna.work())
        anna.open("/desk/lists")
        assert re.search(r"2026-01 imported 8 feb.txt", seen_text(anna.page))

        anna.send("/desk/lists/import", files=list_file("half.txt", "FEB26", *lines()[:3]), series=FIDE)
        asked = seen_text(anna.work())
        assert "Is it the whole list?" in asked
        assert "--yes" not in asked
        again = re.findall(r'action="(/desk/lists/import/\d+)"', anna.page)[0]
        anna.send(again)
        assert "3 players from half.txt." in seen_text(anna.work())

        nameless = fide_text("JAN26", *lines()).replace(b"JAN26", b"RTNG ")
        anna.open("/desk/lists")
        anna.send("/desk/lists/import", files={"file": ("march.txt", nameless)}, series=FIDE)
        assert "does not say its month" in seen_text(anna.work())
        anna.send(re.findall(r'action="(/desk/lists/import/\d+)"', anna.page)[0], list="2026-02")
        anna.work()
        assert anna.post("/desk/lists/import", {"series": FIDE}).status_code == 422
        assert "no list file" not in anna.page

        before = lists.list_stored_lists(local(office))
        newest = next(each for each in before if each.series == FIDE)
        anna.open("/desk/lists")
        anna.send("/desk/lists/take-back", series=FIDE, list=str(newest.list_), why="the wrong file",
                  seen=newest.version)  # fmt: skip
        assert len(lists.list_stored_lists(local(office))) == len(before) - 1


def test_nobody_asks_again_for_a_job_of_somebody_else(federation: Desk) -> None:
    with desk_of(federation) as office:
        anna, boris = Person(office, "anna"), Person(office, "boris")
        anna.open("/desk/lists")
        anna.send("/desk/lists/import", files=list_file("jan.txt", "JAN26", *lines()), series=FIDE)
        assert boris.post("/desk/lists/import/1").status_code == 404
        assert anna.post("/desk/lists/import/2").status_code == 404


def test_an_event_of_an_official_list_shows_what_is_expected_and_is_noted_as_sent(federation: Desk) -> None:
    admitted(federation)
    with desk_of(federation) as office:
        anna = Person(office, "anna")
        assert "Not sent to the authority yet." in seen_text(anna.open("/desk/events/open-1/sheet"))
        anna.open("/desk/events/open-1")
        anna.send("/desk/events/open-1/sent", 409, day=str(START))
        assert "It is noted that the report was sent." in seen_text(anna.send("/desk/events/open-1/sent", day=""))
        assert "Sent to the authority on" in seen_text(anna.open("/desk/events/open-1/sheet"))
        assert reports.expected_changes(local(office), "open-1").sent is not None


# --- two players who are one person -----------------------------------------------------------------------------------


@pytest.fixture
def office(tmp_path: Path) -> Iterator[DeskOffice]:
    with new_office(tmp_path) as office:
        yield office


def two_players(office: DeskOffice) -> tuple[int, int]:
    """The numbers of two players who look alike; the second has the FIDE number."""
    desk = local(office)
    people.add_federation(desk, people.NewFederation("UKR", "Ukraine", "member", Day(20000101), why="x"))
    numbers: list[int] = []
    for name, fide in (("Invented, Ann", 0), ("Invented, Anna", 14100999)):
        person = PersonFacts(name, fide, born=19900503, federation="UKR")
        entered = people.add_player(desk, NewPlayer(person, why="x", seen=frozenset(numbers))).entered
        assert entered
        numbers.append(entered.id)
    return numbers[0], numbers[1]


def test_a_merge_is_shown_before_it_is_done_and_undone_again(office: DeskOffice) -> None:
    kept, gone = two_players(office)
    boris = Person(office, "boris")
    page = f"/desk/people/merge?kept={kept}&gone={gone}"
    shown = seen_text(boris.open(page))
    assert "All results of Invented, Anna count for Invented, Ann." in shown
    preview = people.preview_merge(local(office), kept, gone)
    boris.send("/desk/people/merge", despite__names="1", why="one passport")
    changed = care.show_log_entry(local(office), care.read_log(local(office), care.LogQuery(last=1))[0].seq)
    written = [line for change in changed.changes if change.table == "player_change" for line in change.effects]
    assert len(written) == len(preview.facts) == 2
    assert people.show_player(local(office), people.PlayerQuery(kept)).fide_id == 14100999
    boris.open(f"/desk/people/{gone}")
    boris.send(f"/desk/people/{gone}/unmerge", why="two cousins after all")
    assert people.show_player(local(office), people.PlayerQuery(kept)).fide_id is None
    assert people.show_player(local(office), people.PlayerQuery(gone)).merges.into is None


def test_a_merge_of_two_who_changed_meanwhile_is_refused(office: DeskOffice) -> None:
    kept, gone = two_players(office)
    boris = Person(office, "boris")
    boris.open(f"/desk/people/merge?kept={kept}&gone={gone}")
    people.change_player(local(office), people.PlayerChange(gone, people.PlayerFacts(region="Lviv"), why="moved"))
    answer = boris.send("/desk/people/merge", 409, despite__names="1", why="one passport")
    assert people.show_player(local(office), people.PlayerQuery(gone)).merges.into is None
    assert "one passport" in answer
    assert "was displayed" in seen_text(answer)


# --- held acts --------------------------------------------------------------------------------------------------------


def held(person: Person) -> str:
    """The address at which the only waiting act is approved."""
    addresses: list[str] = re.findall(r"/desk/approvals/\d+/refuse", person.open("/desk/approvals"))
    return addresses[0].replace("refuse", "approve")


def test_a_held_merge_is_done_by_a_second_person_about_the_players_that_were_displayed(office: DeskOffice) -> None:
    kept, gone = two_players(office)
    accounts.set_approval_rule(local(office), ApprovalRule("merge-players", True, "four eyes"))
    anna, boris = Person(office, "anna"), Person(office, "boris")
    page = f"/desk/people/merge?kept={kept}&gone={gone}"
    for changed in (True, False):
        boris.open(page)
        boris.send("/desk/people/merge", despite__names="1", why="one passport")
        assert "It waits for a second person." in seen_text(boris.page)
        assert boris.post(held(boris)).status_code == 422
        assert f"kept={kept}" in anna.open("/desk/approvals")
        if changed:  # the player is not the one that was displayed when the merge was asked for
            people.change_player(
                local(office), people.PlayerChange(gone, people.PlayerFacts(region="Lviv"), why="moved")
            )
            assert anna.post(held(anna)).status_code == 409
            anna.post(held(anna).replace("approve", "refuse"), {"why": "look again"})
            assert people.show_player(local(office), people.PlayerQuery(gone)).merges.into is None
        else:
            assert anna.post(held(anna)).headers["location"].endswith("done=approved")
    merged = people.show_player(local(office), people.PlayerQuery(gone)).merges.into
    assert merged is not None
    assert merged.id == kept
    assert proofs.verify_office(local(office), proofs.VerifyRequest()).found == ()


def test_a_held_admission_is_done_by_a_second_person_and_not_of_a_report_that_changed(federation: Desk) -> None:
    desk = imported(federation, date(2026, 2, 1), *lines())
    facts: dict[str, Any] = {"start": START, "federation": HOME, "approvals": ["late-registration"]}
    desk = reported(desk, event("open-1", ratings=(1900,) * 8, **facts))
    with desk_of(desk) as office:
        accounts.set_approval_rule(local(office), ApprovalRule("admit-report", True, "four eyes"))
        anna, boris = Person(office, "anna"), Person(office, "boris")
        boris.open("/desk/events/open-1")
        assert "second person" in seen_text(boris.send("/desk/events/open-1/admit"))
        assert boris.post(held(boris)).status_code == 422
        reports.hold_events(local(office), reports.EventOrder(("open-1",), "inquiry"))
        reports.release_events(local(office), reports.EventOrder(("open-1",)))
        assert anna.post(held(anna)).status_code in (409, 422)
        assert standing(office) == "reported"
        anna.post(held(anna).replace("approve", "refuse"), {"why": "look again"})
        boris.open("/desk/events/open-1")
        boris.send("/desk/events/open-1/admit")
        assert anna.post(held(anna)).headers["location"].endswith("done=approved")
        assert standing(office) == "admitted"
        assert proofs.verify_office(local(office), proofs.VerifyRequest()).found == ()


def standing(office: DeskOffice) -> str:
    return events.show_event(local(office), "open-1").parts[0].standing.value


def test_a_held_admission_of_what_cannot_be_admitted_any_more_is_not_called_done(federation: Desk) -> None:
    """The same games came again in another event meanwhile: the report is no longer ratable."""
    desk = imported(federation, date(2026, 2, 1), *lines())
    facts: dict[str, Any] = {"start": START, "federation": HOME, "approvals": ["late-registration"]}
    desk = reported(desk, event("open-1", ratings=(1900,) * 8, **facts))
    with desk_of(desk) as office:
        accounts.set_approval_rule(local(office), ApprovalRule("admit-report", True, "four eyes"))
        anna, boris = Person(office, "anna"), Person(office, "boris")
        boris.open("/desk/events/open-1")
        boris.send("/desk/events/open-1/admit")
        reported(desk, event("open-2", ratings=(1900,) * 8, **facts))
        answer = anna.post(held(anna))
        assert answer.status_code == 422
        assert "cannot be admitted as it is" in seen_text(answer.text)
        assert standing(office) == "reported"


# --- health, verification, backup -------------------------------------------------------------------------------------


@pytest.fixture
def place_of_backups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARPAD_BACKUPS", str(tmp_path / "backups"))
    return tmp_path / "backups"


def test_the_office_is_examined_verified_backed_up_and_tried_out(office: DeskOffice, place_of_backups: Path) -> None:
    two_players(office)
    anna = Person(office, "anna")
    anna.open("/desk/health")
    assert '<html lang="en"' in anna.page
    anna.send("/desk/health/examine")
    assert "Done." in anna.work()
    anna.open("/desk/health")
    anna.send("/desk/verify")
    assert "Everything is as it was written." in seen_text(anna.work())
    anna.open("/desk/health")
    anna.send("/desk/backup")
    made = seen_text(anna.work())
    (file,) = place_of_backups.iterdir()
    assert file.name in made
    assert file.stat().st_mode & 0o077 == 0
    assert care.read_log(local(office), care.LogQuery(action="backup"))
    anna.open("/desk/health")
    plain = anna.post("/desk/backup/download", {"file": file.name, "passphrase": ""})
    assert plain.content == file.read_bytes()
    locked = anna.post("/desk/backup/download", {"file": file.name, "passphrase": "a long sentence"})
    encrypted = place_of_backups / "fetched.age"
    encrypted.write_bytes(locked.content)
    assert care.try_out_backup(encrypted, lock=care.BackupLock.passphrase("a long sentence")).rows
    with pytest.raises(UserError):
        care.try_out_backup(encrypted, lock=care.BackupLock.passphrase("another sentence"))
    encrypted.unlink()
    anna.send("/desk/backup/drill", file=file.name)
    assert "Done." in anna.work()
    assert anna.post("/desk/backup/download", {"file": "../office.db"}).status_code == 422
    anna.open("/desk/health")
    anna.send("/desk/backup/remove", file=file.name)
    assert not list(place_of_backups.iterdir())


def test_verification_on_the_page_finds_what_was_altered(office: DeskOffice, place_of_backups: Path) -> None:
    two_players(office)
    with behind(office.store) as connection:
        connection.execute(text("UPDATE player SET name = 'Another, Name' WHERE key = 0"))
    anna = Person(office, "anna")
    anna.open("/desk/health")
    anna.send("/desk/verify")
    assert "Everything is as it was written." not in seen_text(anna.work())
    assert "Everything is as it was written." not in seen_text(anna.open("/desk/health"))


# --- events without a file --------------------------------------------------------------------------------------------

TABLE = """No,Name,Rtg,1.Rd,2.Rd,3.Rd
1,"Invented, Ann",1800,4w1,2b1,3w1
2,"Invented, Bo",1700,3w1,1w0,4b1
3,"Invented, Cyd",1650,2b0,4w1,1b0
4,"Invented, Dan",1600,1b0,3b0,2w0
"""


def test_an_event_is_registered_by_a_form_with_the_legal_deadline_beside_the_days(federation: Desk) -> None:
    with desk_of(federation) as office:
        anna = Person(office, "anna")
        form = "/desk/events/new/form"
        typed: dict[str, Any] = {"fact__start": "2026-02-10", "fact__end": "2026-02-14"}
        anna.open(form)
        shown = anna.send("/desk/events/new/deadlines", fact__name="Typed Open", fact__series=FIDE, **typed)
        assert "register by 2026-02-07" in seen_text(shown)
        assert 'value="Typed Open"' in shown
        assert events.list_events(local(office), events.EventQuery()) == ()
        anna.open(form)
        refused = anna.send(form, 409, fact__name="Typed Open", fact__series=FIDE, fact__start="2026-02-14",
                            fact__end="2026-02-10")  # fmt: skip
        assert 'value="Typed Open"' in refused
        anna.open(form)
        anna.send(form, fact__name="Typed Open", fact__series=FIDE, fact__code="typed-open", **typed)
        assert "The event is registered." in seen_text(anna.page)
        page = "/desk/events/typed-open"
        anna.send(f"{page}/change", 409, why="nothing changes")
        anna.open(page)
        anna.send(f"{page}/change", code="typed-2026", end="2026-02-15", why="a day of rest was added")
        assert "The event was changed." in seen_text(anna.page)
        assert events.show_event(local(office), "typed-2026").facts.end == date(2026, 2, 15)


def test_a_typed_table_is_a_report(federation: Desk) -> None:
    with desk_of(federation) as office:
        anna = Person(office, "anna")
        anna.open("/desk/events/new")
        anna.send("/desk/events/new/look", table=TABLE, series=FIDE)
        assert "These facts were read from the file." in seen_text(anna.page)
        day = str(local(office).today())
        facts: dict[str, Any] = {"name": "Typed Table", "start": day, "end": day, "code": "typed-table"}
        facts |= {"federation": HOME, "time_control": "90+30"}
        anna.send("/desk/events/new", **{f"fact__{name}": value for name, value in facts.items()})
        stored = events.show_event(local(office), "typed-table").reports
        assert [entry.file for entry in stored] == ["typed.csv"]


# --- rulebooks --------------------------------------------------------------------------------------------------------


def test_a_rulebook_is_tried_by_a_proving_month_adopted_and_withdrawn(office: DeskOffice) -> None:
    anna = Person(office, "anna")
    anna.open("/desk/law")
    broken = rulebook_text().replace("in_force", "in_farce", 1).encode()
    anna.send("/desk/law/try", files={"file": ("broken.toml", broken)})
    assert "/desk/law/adopt/" not in anna.work()
    anna.open("/desk/law")
    anna.send("/desk/law/try", files={"file": ("lithuania-2025.toml", rulebook_text().encode())})
    tried = anna.work()
    adopt = re.findall(r'action="(/desk/law/adopt/\d+)"', tried)
    assert adopt, seen_text(tried)
    anna.send(adopt[0], why="congress, item 4")
    assert "Done." in anna.work()
    assert [each.rulebook for each in rulebooks.list_adopted(local(office))] == ["lithuania-2025"]
    anna.open("/desk/law")
    anna.send("/desk/law/withdraw", why="adopted with the wrong K")
    assert rulebooks.list_adopted(local(office)) == ()


def test_many_players_are_imported_in_the_background(office: DeskOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arpad.web_desk.routes.people.LARGE", 10)
    anna = Person(office, "anna")
    anna.open("/desk/people")
    rows = b"name,born,sex\n" + b"".join(b'"Invented%d, Ann",19%d,m\n' % (n, 50 + n) for n in range(9))
    anna.send("/desk/people/import", files={"file": ("players.csv", rows)}, accept="1")
    assert "9 added" in seen_text(anna.work())


# --- words instead of codes -------------------------------------------------------------------------------------------


def test_the_first_page_names_events_and_the_history_says_what_was_set_aside(federation: Desk) -> None:
    desk = imported(federation, date(2026, 2, 1), *lines())
    facts: dict[str, Any] = {"start": START, "federation": HOME, "approvals": ["late-registration"], "laws": False}
    reported(desk, event("open-1", ratings=(1900,) * 8, **facts))
    with desk_of(desk) as office:
        anna = Person(office, "anna")
        shown = seen_text(anna.open("/desk"))
        assert "Invented Event: " in shown
        assert "open-1: " not in shown
        anna.open("/desk/events/open-1")
        code = "laws-of-chess"
        sentence = re.search(rf'name="aside.{code}" value="1"> ([^<]+)<', anna.page)
        assert sentence
        typed: dict[str, Any] = {f"aside__{code}": "1", "why": "the council allowed it"}
        anna.send("/desk/events/open-1/admit", **typed)
        history = seen_text(anna.open("/desk/events/open-1")).partition("History")[2].partition("Decide")[0]
        assert unescape(sentence[1]).strip() in history
        assert code not in history
