"""Guests from abroad in a national series: their rating of another series, by the list in force in that series."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from by_hand import preview_list, publish_list
from databases import KINDS
from events_made import Scene
from guests_made import (
    EDITION,
    FIDE,
    GUEST,
    HOME,
    MASTER,
    NATIONAL,
    PLAYERS,
    START,
    an_open,
    federation_office,
    fide_line,
    imported,
    rulebook_text,
)
from office_made import NUMBERS, at, reported

from arpad.days import Day, Month
from arpad.finding import Finding, Remedy, Tier
from arpad.law import LawError, in_force, rulebook
from arpad.law.drafting import new_guests
from arpad.law.law_set import use_law
from arpad.law.ownfiles import law_with
from arpad.law.rules.lists import LISTED_PLAYERS
from arpad.law.rules.rating import FOREIGN_PLAYERS
from arpad.lists.other_series import list_beside
from arpad.office import lists, people, reports
from arpad.office.book.officer_instructions import FindingToOverride
from arpad.office.desk import Desk
from arpad.office.publishing.list_inputs import newest_log_entry
from arpad.office.registry.person import Person


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    with federation_office(request.param, tmp_path) as made:
        yield made


# --- the rulebook -----------------------------------------------------------------------------------------------------


def test_a_draft_with_guests_says_whom_the_list_holds_and_how_all_others_play() -> None:
    with use_law(law_with({"lithuania-2025.toml": rulebook_text().encode()})):
        book = in_force(NATIONAL, START)
    assert (book.rule(LISTED_PLAYERS).federation, book.articles(LISTED_PLAYERS)) == (HOME, ("list-of-home",))
    rule = book.rule(FOREIGN_PLAYERS)
    assert (rule.home, rule.series, book.articles(FOREIGN_PLAYERS)) == (HOME, FIDE, ("guests",))


@pytest.mark.parametrize(
    ("source", "home", "guests", "message"),
    [
        (EDITION, "LTU", "", "own-rulebook/guests-and-home"),
        (EDITION, "", FIDE, "own-rulebook/guests-and-home"),
        (EDITION, "ltu", FIDE, "own-rulebook/home"),
        (EDITION, "LTU", "fide-standart", "own-rulebook/guests-series"),
        ("ukraine-2018", "LTU", FIDE, "own-rulebook/guests"),
        ("fide-rapid-blitz-2018", "LTU", "fide-rapid", "own-rulebook/guests"),
    ],
)
def test_guests_that_cannot_be_drafted_are_refused(source: str, home: str, guests: str, message: str) -> None:
    with pytest.raises(LawError) as refusal:
        new_guests(rulebook(source), home, guests)
    assert refusal.value.message == message
    assert new_guests(rulebook(source), "", "") is None


def test_guests_play_by_the_list_in_force_in_their_series_where_own_lists_are_rarer() -> None:
    with use_law(law_with({"lithuania-2025.toml": rulebook_text().encode()})):
        book = in_force(NATIONAL, START)
        months = [list_beside(book, date(2026, month, 10), 202601) for month in (1, 2, 3)]
        assert months == [202601, 202602, 202603]
        assert list_beside(book, date(2026, 3, 10), 202604) == 202604  # a part that came under a later list
    standing_in = rulebook("fide-rapid-blitz-2018", "fide-rapid")
    assert list_beside(standing_in, date(2020, 5, 10), 202004) == 202004


# --- in an office -----------------------------------------------------------------------------------------------------


def entered(desk: Desk, number: int = GUEST, name: str = MASTER, federation: str = "GER") -> None:
    """A player is registered by an officer."""
    facts = people.NewPlayer(Person(name, number, born=19800101, federation=federation))
    people.add_player(desk, facts)


def shown_to(desk: Desk, code: str) -> tuple[str, dict[str, Finding]]:
    (outcome,) = reports.examine_events(desk, reports.EventOrder((code,)))
    assert outcome.verdict is not None
    return outcome.verdict.value, {each.message: each for each in outcome.findings}


def test_a_guest_plays_with_the_rating_of_the_month_beside_a_quarterly_list(desk: Desk) -> None:
    entered(desk)
    for month, rating in ((1, 2560), (2, 2571)):
        desk = imported(desk, date(2026, month, 1), fide_line(GUEST, MASTER, "GER", rating, "GM"))
    desk = reported(desk, an_open(start=date(2026, 2, 10)))
    verdict, findings = shown_to(desk, "open-1")
    assert (verdict, findings["ratings-used/differs"].fields) == (
        "ratable", (("listed", 2571), ("name", MASTER), ("printed", 2560)),
    )  # fmt: skip


def test_a_guest_without_a_rating_is_one_question_and_never_a_note(desk: Desk) -> None:
    entered(desk)
    desk = imported(desk, date(2026, 2, 1), fide_line(77, "Somebody, Else", "GER", 2000))
    desk = reported(desk, an_open())
    verdict, findings = shown_to(desk, "open-1")
    asked = findings["foreign-players/unrated"]
    assert (verdict, asked.tier, asked.articles, asked.fields) == (
        "undecided", Tier.ASK, ("guests",), (("names", (MASTER,)), ("players", 1)),
    )  # fmt: skip
    assert asked.remedy == Remedy.to("confirm-unrated", code="foreign-players")
    aside = FindingToOverride("foreign-players")
    (done,) = reports.admit_events(desk, reports.AdmissionOrder(("open-1",), "never rated, letter", (aside,)))
    assert done.status == "admitted"


def with_master(desk: Desk, *months: int, federation: str = "GER", number: int = GUEST, name: str = MASTER) -> Desk:
    """FIDE's lists of these months are imported, with the master: 2560 in January, and 11 more each month."""
    for month in months:
        line = fide_line(number, name, federation, 2549 + 11 * month, "GM")
        desk = imported(desk, date(2026, month, 1), line)
    return desk


def registered(desk: Desk, name: str = MASTER) -> tuple[people.Player, ...]:
    return people.find_players(desk, people.PlayerSearch(name))


def admit(desk: Desk, code: str = "open-1") -> str:
    (done,) = reports.admit_events(desk, reports.AdmissionOrder((code,)))
    return done.status.value


def test_a_master_who_is_only_on_the_official_list_plays_with_that_rating(desk: Desk) -> None:
    """The report comes, is ratable and is admitted, with no command between; the list has the right numbers and says
    why. A win of 1700 against 2571 counts as one against 2100: expected 0.08."""
    desk = reported(with_master(desk, 1, 2), an_open(results={(1, 1): "0"}))
    verdict, findings = shown_to(desk, "open-1")
    assert verdict == "ratable"
    assert findings["not-registered-yet"].fields == (("names", (MASTER,)), ("players", 1))
    assert registered(desk) == ()
    assert admit(desk) == "admitted"
    (found,) = registered(desk)
    assert (found.fide_id, found.federation, found.title) == (GUEST, "GER", "GM")
    desk = with_master(at(desk, date(2026, 3, 1)), 3, 4)
    preview_list(desk, NATIONAL, 202604)
    publish_list(desk, NATIONAL, 202604)
    shown = lists.explain_event(desk, lists.EventQuestion("open-1"))
    games = [(line.id, game) for line in shown.players for game in line.games if game.opponent_id == found.id]
    ((_, won),) = [each for each in games if each[1].score == 2]
    assert (won.opponent_rating, won.counted_difference, won.expected, won.delta) == (2571, -400, 8, 92)
    source = won.opponent_source
    assert source is not None
    assert (source.series, str(source.list), source.articles) == (FIDE, "2026-02", ("guests",))
    names = {row["name"] for row in lists.show_list(desk, lists.ListQuery(lists.ListChoice(NATIONAL))).players}
    assert MASTER not in names
    assert len(names) == len(PLAYERS)


def test_who_is_on_the_official_list_only_from_the_second_month_is_asked_about(desk: Desk) -> None:
    desk = imported(desk, date(2026, 2, 1), fide_line(77, "Somebody, Else", "GER", 2000))
    desk = reported(desk, an_open())
    verdict, findings = shown_to(desk, "open-1")
    assert (verdict, "unknown-player" in findings) == ("undecided", True)
    desk = with_master(desk, 3)
    verdict, findings = shown_to(desk, "open-1")
    assert (verdict, findings["foreign-players/unrated"].fields) == (
        "undecided",
        (("names", (MASTER,)), ("players", 1)),
    )
    assert admit(desk) == "left"
    assert registered(desk) == ()


def test_a_number_on_the_list_with_another_name_is_a_question_and_registers_nobody(desk: Desk) -> None:
    desk = imported(desk, date(2026, 2, 1), fide_line(GUEST, "Altogether, Different", "GER", 2400, born=1955))
    desk = reported(desk, an_open())
    verdict, findings = shown_to(desk, "open-1")
    assert (verdict, findings["number-of-another"].tier) == ("undecided", Tier.ASK)
    assert admit(desk) == "left"
    assert registered(desk, "Altogether, Different") == ()


def test_all_numbers_of_a_person_are_looked_up(desk: Desk) -> None:
    """Registered under one number and, by mistake, under another: FIDE's list has the second one."""
    other = 12345688
    entered(desk)
    entered(desk, other, "Guestow, Iwan")
    despite = frozenset(people.compare_players(desk, GUEST, other).objections)
    people.merge_players(desk, people.MergeRequest(GUEST, other, "letter of the federation", despite))
    desk = reported(with_master(desk, 2, number=other), an_open())
    verdict, findings = shown_to(desk, "open-1")
    assert verdict == "ratable", findings
    assert findings["ratings-used/differs"].fields[0] == ("listed", 2571)


def test_a_guest_who_moves_to_the_home_federation_is_a_question_until_the_registry_says_so(desk: Desk) -> None:
    entered(desk)
    desk = with_master(with_master(desk, 2), 3, federation=HOME)
    desk = reported(desk, an_open("before", date(2026, 2, 10)))
    desk = reported(desk, an_open("after", date(2026, 3, 3), federation=HOME))
    assert shown_to(desk, "before")[0] == "ratable"
    verdict, findings = shown_to(desk, "after")
    moved = findings["moved-player"]
    assert (verdict, moved.fields) == ("undecided", (("known", "GER"), ("listed", HOME), ("name", MASTER)))
    facts = people.PlayerFacts(federation=HOME)
    people.change_player(desk, people.PlayerChange(GUEST, facts, Day.of(date(2026, 3, 1)), "letter of both"))
    assert shown_to(desk, "before")[0] == "ratable"
    assert "moved-player" not in shown_to(desk, "after")[1]


def test_an_admission_that_is_undone_leaves_the_players_registered(desk: Desk) -> None:
    desk = reported(with_master(desk, 2), an_open())
    assert admit(desk) == "admitted"
    (found,) = registered(desk)
    with desk.reading() as connection:
        entry = newest_log_entry(connection)
    assert without_game(desk) == (False, ())
    reports.reopen_event(desk, reports.DecisionUndo("open-1", entry, "too early"))
    assert registered(desk) == (found,)
    assert without_game(desk) == (True, (found.id,))
    assert admit(desk) == "admitted"
    assert registered(desk) == (found,)
    assert without_game(desk) == (False, ())


def without_game(desk: Desk) -> tuple[bool, tuple[int, ...]]:
    """Whether the guest is marked as somebody without a game, and who is in a search for a player of home and them."""
    shown = people.show_player(desk, people.PlayerQuery(GUEST))
    home = people.show_player(desk, people.PlayerQuery(NUMBERS[1]))
    assert not home.no_game_yet
    return shown.no_game_yet, people.find_people(desk, people.PlayerSearch("an")).no_game_yet


def test_guests_are_registered_in_the_order_of_their_official_number(desk: Desk) -> None:
    desk = imported(
        desk, date(2026, 2, 1), fide_line(GUEST, MASTER, "GER", 2571, "GM"),
        fide_line(NUMBERS[20], "Invented2, Ann", "POL", 2000),
    )  # fmt: skip
    made = an_open()
    pole = made.text.replace(f"{NUMBERS[2]:>11}", f"{NUMBERS[20]:>11}")
    text = pole.replace(f"{'Invented2, Ann':<33} 1700 {HOME}", f"{'Invented2, Ann':<33} 2000 POL")
    desk = reported(desk, Scene(text, made.facts, made.today))
    assert shown_to(desk, "open-1")[0] == "ratable"
    assert admit(desk) == "admitted"
    first, second = registered(desk, "Invented2, Ann")[-1], registered(desk)[0]
    assert (NUMBERS[20] < GUEST, first.id < second.id) == (True, True)


def test_all_titles_of_official_lists_are_shown_and_written_on_an_own_list(desk: Desk, tmp_path: Path) -> None:
    """A player of home is a FIDE master, woman grandmaster, arbiter and arena master on FIDE's list of January; the
    list of February, which is later than the own one, says something else."""
    line = fide_line(NUMBERS[1], "Invented1, Ann", HOME, 1900, "FM")
    titled = f"{line[:89]}{'WGM':<5}{'FA,NI':<15}{'AFM':<4}{line[113:]}"
    desk = imported(desk, date(2026, 1, 1), titled)
    desk = imported(desk, date(2026, 2, 1), fide_line(NUMBERS[1], "Invented1, Ann", HOME, 1900, "IM"))
    shown = people.show_player(desk, people.PlayerQuery(NUMBERS[1]))
    assert shown.listed_titles == ("IM",)
    path = tmp_path / "out.txt"
    choice = lists.ListQuery(lists.ListChoice(NATIONAL, Month(202601)))
    lists.export_list(desk, lists.ListExport(("txt",), choice), lambda *_: path.open("wb"))
    rows = {int(row[:15]): row for row in path.read_text().splitlines()[1:]}
    assert rows[NUMBERS[1]][89:113] == f"{'WGM':<5}{'FA,NI':<15}{'AFM':<4}"
    assert rows[NUMBERS[2]][89:113].strip() == ""
