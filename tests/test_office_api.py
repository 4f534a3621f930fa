"""A month of a rating office in Python, through the desks alone; and no rule of the office that a caller could pass by.

Eight players, two events: one is ratable, the other is refused because 59 minutes are too fast for anybody. The change
of the winner is worked out by hand: five wins against players of his own rating are 5 x 0.50 x K 20 = +50.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from events_made import scene

from arpad.days import Day, Month
from arpad.finding import UserError
from arpad.office import care, desk, events, lists, people, periods, reports

WHO, SERIES = "A. Officer", "fide-standard"
EDITION = "fide-standard-2025"
NUMBERS = [990000 + 7 * number for number in range(1, 9)]
CSV = "fide_id,name,born,sex,federation\n" + "".join(
    f'{number},"Invented{at}, {name}",1980-01-02,m,UKR\n'
    for at, (number, name) in enumerate(
        zip(NUMBERS, ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"), strict=True), 1
    )
)
OPENING = "id,rating,k,games,highest,last\n" + "".join(f"{number},1700,20,40,1700,202509\n" for number in NUMBERS)
WINS = {(1, turn): "1" for turn in range(1, 6)}


@pytest.fixture
def office(tmp_path: Path) -> str:
    """An office with eight players and an opened series."""
    address = str(tmp_path / "office.db")
    founded = care.found_office(care.FoundingRequest(address, WHO, home="UKR", rehearsal=True, now=date(2025, 11, 1)))
    assert (founded.rehearsal, founded.today) == (True, date(2025, 11, 1))
    with desk.open_office(address, WHO) as at:
        people.add_federation(at, people.NewFederation("UKR", "Ukraine"))
        done = people.import_players(at, people.PlayerFiles((people.InputFile("players.csv", CSV.encode()),)))
        assert (done.entered, done.problems) == (8, ())
        opening = lists.SeriesOpening(SERIES, lists.InputFile("opening.csv", OPENING.encode()), list_=Month(202511))
        opened = lists.open_series(at, opening)
        assert (opened.rows, opened.questions) == (8, ())
    return address


def sent(at: desk.Desk, code: str, **changed: Any) -> reports.ReportReceipt:
    """Register an event and submit its report."""
    made = scene(EDITION, **changed)
    given = {name: value for name, value in made.facts.items() if name not in ("registered", "reported")}
    given |= {
        "code": code,
        "name": "Invented Event",
        "federation": "UKR",
        "arbiters": [],
        "approvals": ["late-registration"],
    }
    given |= {"start": date(2025, 11, 3), "end": date(2025, 11, 7)}
    registered = events.register_event(at, events.RegistrationRequest(events.NamedFacts.of(given), why="on the phone"))
    assert registered.event == code
    (receipt,) = reports.submit_reports(
        at, [reports.ReportPackage(f"{code}.trf", made.text.encode())], reports.SubmissionTerms(event=code)
    )
    return receipt


def test_a_month_through_the_desks(office: str) -> None:
    with desk.open_office(office, WHO, date(2025, 11, 10)) as at:
        good = sent(at, "open", results=WINS)
        assert (good.status, good.verdict) == ("accepted", "ratable"), [str(finding) for finding in good.findings]
        (admitted,) = reports.admit_events(at, reports.AdmissionOrder(("open",)))
        assert (admitted.status, admitted.list_) == ("admitted", Month(202512))
        fast = sent(at, "fast", control="59'", ids={2: NUMBERS[2], 3: NUMBERS[1]})
        assert fast.verdict == "not-ratable"
        (refused,) = reports.refuse_events(at, reports.RefusalOrder(("fast",)))
        assert refused.status == "refused"
        assert "rate-of-play" in [finding.code for finding in refused.findings]
    with desk.open_office(office, WHO, date(2025, 12, 1)) as at:
        seen = periods.preview_list(at, periods.ListChoice())
        assert (seen.series, seen.list) == (SERIES, Month(202512))
        published = periods.publish_list(at, periods.PublishRequest(confirmed=True))
        assert not published.already
        assert periods.publish_list(at, periods.PublishRequest(confirmed=True)).sha256 == published.sha256
        calculation = lists.explain_rating(at, lists.CalculationQuestion(NUMBERS[0]))
        assert calculation.after is not None
        assert calculation.after.rating == 1750
        ((event,), (first, *_)) = calculation.events, calculation.events[0].games
        assert (event.code, event.counted, event.change, first.articles[0]) == ("open", 5, 5000, "8.3.1")
        (best, *_) = lists.show_list(at, lists.ListQuery()).players
        assert (best["fide_id"], best["rating"]) == (NUMBERS[0], 1750)
        assert [entry.action for entry in care.read_log(at, care.LogQuery())].count("publish") == 1


def add(**facts: Any) -> Callable[[desk.Desk], object]:
    return lambda at: people.add_player(at, people.NewPlayer(people.Person(**{"name": "Invented, Zoe", **facts})))


def merge(**more: Any) -> Callable[[desk.Desk], object]:
    return lambda at: people.merge_players(at, people.MergeRequest(NUMBERS[0], NUMBERS[1], **more))


def opened(text: str = OPENING, month: int = 202511) -> Callable[[desk.Desk], object]:
    file = lists.InputFile("opening.csv", text.encode())
    return lambda at: lists.open_series(at, lists.SeriesOpening("fide-blitz", file, list_=Month(month)))


BYPASSES: dict[str, Callable[[desk.Desk], object]] = {
    "born-on-no-day": add(born=Day(29991399)),
    "of-no-sex": add(sex="q"),
    "of-no-federation-here": add(federation="XXX"),
    "registered-since-no-day": lambda at: people.add_player(
        at, people.NewPlayer(people.Person("Invented, Zoe"), since=Day(20250231))
    ),
    "died-before-born-in-one-year": add(born=Day(19800502), died=Day(19800401)),
    "with-half-a-letter": add(name="Invented, Zo\ud800"),
    "reason-with-half-a-letter": lambda at: people.change_player(
        at, people.PlayerChange(NUMBERS[0], people.PlayerFacts(title="GM"), why="\udcff")
    ),
    "shown-by-a-number-below-zero": lambda at: people.show_player(at, people.PlayerQuery(-1)),
    "federation-in-two-lines": lambda at: people.add_federation(at, people.NewFederation("NEW", "New\nLand")),
    "with-a-number-that-is-taken": add(fide_id=NUMBERS[0]),
    "died-tomorrow": add(died=Day(20991231)),
    "merged-without-a-reason": merge(),
    "both-rated-merged-unawares": merge(why="one person"),
    "birth-changed-unconfirmed": lambda at: people.change_player(
        at, people.PlayerChange(NUMBERS[0], people.PlayerFacts(born=Day(19790101)), why="passport")
    ),
    "transfer-without-a-reason": lambda at: people.change_player(
        at, people.PlayerChange(NUMBERS[0], people.PlayerFacts(federation="FID"))
    ),
    "event-without-facts": lambda at: events.register_event(at, events.RegistrationRequest()),
    "event-at-the-end-of-time": lambda at: events.register_event(
        at,
        events.RegistrationRequest(
            events.NamedFacts.of(
                {"name": "Late", "series": SERIES, "start": date(2025, 11, 3), "end": date(9999, 12, 31)}
            )
        ),
    ),
    "more-entries-than-can-be-counted": lambda at: care.read_log(at, care.LogQuery(last=10**30)),
    "events-standing-nowhere": lambda at: events.list_events(at, events.EventQuery(standing="lost")),
    "held-without-a-reason": lambda at: reports.hold_events(at, reports.EventOrder(("open",))),
    "nothing-refused": lambda at: reports.refuse_events(at, reports.RefusalOrder(())),
    "list-that-is-not-due": lambda at: periods.publish_list(at, periods.PublishRequest(confirmed=True)),
    "published-unconfirmed": lambda at: periods.publish_list(at, periods.PublishRequest()),
    "series-opened-twice": lambda at: lists.open_series(
        at, lists.SeriesOpening(SERIES, lists.InputFile("opening.csv", OPENING.encode()), list_=Month(202511))
    ),
    "opened-at-the-end-of-time": opened(month=999912),
    "opened-with-a-game-to-come": opened(OPENING.replace("202509", "202512")),
    "opened-with-a-game-in-no-month": opened(OPENING.replace("202509", "202413")),
    "compared-with-no-list": lambda at: lists.compare_lists(at, lists.ListComparison(Month(0), Month(202511))),
    "corrected-without-a-reason": lambda at: lists.enter_correction(
        at, lists.NewCorrection(NUMBERS[0], 1800, "", SERIES)
    ),
    "exported-in-no-form": lambda at: lists.export_list(at, lists.ListExport(("docx",)), lambda form, name: BytesIO()),
    "explained-for-nobody": lambda at: lists.explain_rating(at, lists.CalculationQuestion(999999)),
    "acted-by-nobody": lambda at: desk.open_office(at.store.address, " ").__enter__(),
}


@pytest.mark.parametrize("bypass", BYPASSES)
def test_no_rule_can_be_passed_by(office: str, bypass: str) -> None:
    with desk.open_office(office, WHO, date(2025, 11, 10)) as at:
        before = [entry.seq for entry in care.read_log(at, care.LogQuery())]
        with pytest.raises(UserError) as refusal:
            BYPASSES[bypass](at)
        assert refusal.value.sentence
        assert [entry.seq for entry in care.read_log(at, care.LogQuery())] == before


def test_nobody_is_born_after_his_death(office: str) -> None:
    with desk.open_office(office, WHO, date(2025, 11, 10)) as at:
        people.change_player(
            at, people.PlayerChange(NUMBERS[0], people.PlayerFacts(died=Day(20200101)), why="a notice")
        )
        born = people.PlayerChange(NUMBERS[0], people.PlayerFacts(born=Day(20210101)), why="passport", confirmed=True)
        with pytest.raises(UserError, match="died: expected a day after the birth"):
            people.change_player(at, born)


def test_an_event_in_one_piece_has_no_parts(office: str) -> None:
    """A part that nobody reported would stand open beside a whole that is decided, or even rated."""
    with desk.open_office(office, WHO, date(2025, 11, 10)) as at:
        sent(at, "open", results=WINS)
        for act in (
            lambda: events.exclude_games(at, events.NewExclusion("open/7", 1, why="word")),
            lambda: reports.hold_events(at, reports.EventOrder(("open/7",), "word")),
        ):
            with pytest.raises(UserError) as refusal:
                act()
            assert str(refusal.value) == "open was reported in one piece and has no parts; name open"
        assert [row.event for row in events.list_events(at, events.EventQuery())] == ["open"]


def test_whoever_looks_like_somebody_registered_is_not_entered_unseen(office: str) -> None:
    with desk.open_office(office, WHO, date(2025, 11, 10)) as at:
        twin = people.NewPlayer(people.Person("Invented1, Ann", born=Day(19800102), sex="m", federation="UKR"))
        done = people.add_player(at, twin)
        assert done.entered is None
        assert [candidate.fide_id for candidate in done.candidates] == NUMBERS[:1]


def test_the_office_is_reached_with_few_imports() -> None:
    source = Path(__file__).read_text("utf-8")
    ours = [line for line in source.splitlines() if line.startswith("from arpad")]
    assert sum(line.count(",") + 1 for line in ours) < 12
    assert len(ours) < 10
