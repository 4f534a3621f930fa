"""The periods desk and the lists desk: every rule stands behind the desk, and nobody gets around it from below."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from dataclasses import FrozenInstanceError, replace
from datetime import date
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from by_hand import by_hand
from databases import new_database
from office_made import NUMBERS
from publication_made import DUE, NEXT, OPENING, RATINGS, SERIES, THEN, address_of, before_list, copied, on, opened
from revisions_made import approved
from sqlalchemy import select
from typed import Runner

from arpad.asjson import schema as schema_of
from arpad.asjson import to_json
from arpad.cli import app
from arpad.cli.answers import ANSWER_TYPES, answer_type
from arpad.days import Month
from arpad.finding import UserError
from arpad.history.bundle import Library
from arpad.history.verify import verify_bundle
from arpad.lists.export import EXPORTS, export
from arpad.lists.opening import stated_by_columns
from arpad.office import lists, people, periods, proofs
from arpad.office.cases.corrections import HIGHEST_ACCEPTED_RATING
from arpad.office.cases.proposals import OpeningCorrection
from arpad.office.cases.take_back import TakeBackRequest, take_back_list
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.lists import InputFile, ListChoice
from arpad.office.office_settings import found_office
from arpad.office.publishing import imported_lists, incoming_lists, publish, published_lists
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.store import schema
from arpad.office.store.engine import connect_store
from arpad.office.upkeep.doctor import State, run_checks

HEAD = (
    f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}{'FOA':<4}{{month:<6}}"
    f"{'Gms':<4}{'K':<3}{'B-day':<6}Flag"
)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """An office on the day its list of December is due: two events are admitted."""
    return copied(before_list("sqlite"), tmp_path, DUE)


@pytest.fixture
def empty(tmp_path: Path) -> Desk:
    """An office with its opening list only, in November."""
    return copied(opened("sqlite"), tmp_path, date(2025, 11, 1))


def log_of(desk: Desk) -> list[str]:
    with desk.reading() as connection:
        return list(connection.execute(select(schema.log.c.action)).scalars())


def fide_list(month: str, ratings: dict[int, int], name: str = "rapid_list.txt") -> InputFile:
    """A FIDE list of one series, as text."""
    rows = [
        f"{number:<15}{'Invented, Ann':<61}{'UKR':<4}{'F':<4}{'':<5}{'':<5}{'':<15}{'':<4}{rating:<6}{0:<4}{20:<3}"
        f"{1980:<6}"
        for number, rating in ratings.items()
    ]
    return InputFile(name, "\r\n".join([HEAD.format(month=month), *rows, ""]).encode())


def csv(*rows: str, name: str = "opening.csv") -> InputFile:
    return InputFile(name, "\n".join(("id,rating,games,highest", *rows, "")).encode())


def refused(code: str, desk: Desk, attempt: Callable[[], object]) -> UserError:
    """The problem of an attempt that must fail, and leaves nothing behind."""
    before = log_of(desk)
    with pytest.raises(UserError) as problem:
        attempt()
    assert problem.value.message == code, str(problem.value)
    assert log_of(desk) == before
    return problem.value


# --- which list is due --------------------------------------------------------------------------------------------


def test_the_only_series_and_its_next_list_are_meant_where_none_is_named(desk: Desk) -> None:
    status = periods.show_period_status(desk, ListChoice())
    assert (status.series, status.list_, status.newest, status.next_) == (SERIES, NEXT, OPENING, NEXT)
    assert (status.closes, status.due, status.published) == (date(2025, 11, 28), True, False)
    periods.preview_list(desk, ListChoice())
    done = periods.publish_list(desk, periods.PublishRequest(confirmed=True))
    assert (done.series, done.list_, done.already) == (SERIES, NEXT, False)


def test_whoever_publishes_again_means_the_newest_list_until_the_next_is_to_be_had(desk: Desk) -> None:
    periods.preview_list(desk, ListChoice())
    first = periods.publish_list(desk, periods.PublishRequest(confirmed=True))
    again = periods.publish_list(desk, periods.PublishRequest())  # nothing changes, so nothing is to be confirmed
    assert (again.list_, again.sha256, again.already) == (NEXT, first.sha256, True)
    later = on(desk, date(2026, 1, 1))
    assert periods.show_period_status(later, ListChoice()).list_ == THEN


def test_an_opening_list_was_not_made_here_and_is_never_meant_by_publish(empty: Desk) -> None:
    status = periods.show_period_status(empty, ListChoice())
    assert (status.list_, status.due) == (NEXT, False)


def test_a_series_must_be_named_where_there_are_several(empty: Desk) -> None:
    given = lists.SeriesOpening("fide-rapid", csv(f"{NUMBERS[1]},1700,100,1700"), list_=Month(OPENING))
    assert lists.open_series(empty, given).questions == ()
    for attempt in (periods.show_period_status, periods.preview_list):
        refused("which-series", empty, lambda attempt=attempt: attempt(empty, ListChoice()))  # type: ignore[misc]
    assert periods.show_period_status(empty, ListChoice("fide-rapid")).newest == OPENING


def test_only_the_next_list_of_a_series_computed_here_is_made(desk: Desk) -> None:
    refused("no-month", desk, lambda: ListChoice(SERIES, Month(202513)))
    refused("no-lists", desk, lambda: periods.preview_list(desk, ListChoice("fide-blitz")))
    for list_ in (Month(OPENING), Month(THEN)):
        with pytest.raises(UserError, match="is 2025-12"):
            periods.preview_list(desk, ListChoice(SERIES, list_))
        with pytest.raises(UserError, match="is 2025-12"):
            publish.preview_list(by_hand(desk), SERIES, list_)


def test_publication_is_confirmed_and_was_previewed(desk: Desk) -> None:
    refused("publish-unconfirmed", desk, lambda: periods.publish_list(desk, periods.PublishRequest()))
    refused("list-unseen", desk, lambda: periods.publish_list(desk, periods.PublishRequest(confirmed=True)))
    refused("list-unseen", desk, lambda: publish.publish_list(by_hand(desk), SERIES, NEXT))
    rehearsed = replace(desk, dry=True)
    periods.preview_list(desk, ListChoice())
    assert not periods.publish_list(
        rehearsed, periods.PublishRequest()
    ).already  # nothing is kept, so nothing is to be confirmed
    assert not periods.show_period_status(desk, ListChoice()).published


def test_requests_and_results_are_frozen(desk: Desk) -> None:
    status = periods.show_period_status(desk, ListChoice())
    for value, name in ((status, "list_"), (ListChoice(), "series"), (periods.PublishRequest(), "confirmed")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, "x")


# --- opening a series ---------------------------------------------------------------------------------------------


def rapid(desk: Desk, file: InputFile, list_: int = OPENING, **more: Any) -> lists.OpenedSeries:
    return lists.open_series(desk, lists.SeriesOpening("fide-rapid", file, list_=Month(list_), **more))


def test_a_file_says_its_month_or_somebody_does(empty: Desk) -> None:
    file = csv(f"{NUMBERS[1]},1700,100,1700")
    problem = refused("list-file/no-month", empty, lambda: rapid(empty, file, 0))
    assert problem.help == "give --list YYYY-MM"
    by_name = fide_list("RAPID", {NUMBERS[1]: 1700}, "2025-11.txt")
    entered = csv(f"{NUMBERS[1]},,100,1700", name="games.csv")
    done = rapid(empty, by_name, 0, entered=entered, why="the list of the neighbours")
    assert (done.list_, done.rows, done.questions) == (OPENING, 1, ())
    with empty.reading() as connection:
        entry = connection.execute(select(schema.log).where(schema.log.c.subject == f"fide-rapid {OPENING}")).one()
    assert (entry.action, entry.why) == ("open", "the list of the neighbours")


def test_a_series_opens_on_one_of_its_list_days_that_has_come(empty: Desk) -> None:
    file = csv(f"{NUMBERS[1]},1700,100,1700")
    stated = stated_by_columns({"rating": [1700], "games": [100], "highest": [1700]})

    def deeper(name: str, list_: int) -> Callable[[], object]:
        return lambda: incoming_lists.open_series(
            empty, incoming_lists.OpeningList(name, Month(list_), (NUMBERS[1],), stated)
        )

    refused("open/future", empty, lambda: rapid(empty, file, NEXT))
    refused("open/future", empty, deeper("fide-rapid", NEXT))
    refused("no-month", empty, lambda: rapid(empty, file, 202500))
    refused("no-month", empty, deeper("fide-rapid", 202500))
    refused(
        "open/again", empty, lambda: lists.open_series(empty, lists.SeriesOpening(SERIES, file, list_=Month(OPENING)))
    )
    refused("open/again", empty, deeper(SERIES, OPENING))


def test_a_month_without_a_list_opens_nothing(tmp_path: Path) -> None:
    """In 2011 FIDE published every other month."""
    address = new_database("sqlite", tmp_path)
    desk = found_office(connect_store(address, create=True), "officer", Clock(set_to=date(2011, 6, 15)), rehearsal=True)
    with by_hand(desk).writing("enter") as writing:
        register_players(writing, [Person("Invented1, Ann", NUMBERS[1], born=19800102, federation="UKR")])
    stated = stated_by_columns({"rating": [1700], "games": [100], "highest": [1700]})
    file = csv(f"{NUMBERS[1]},1700,100,1700")
    opening = lists.SeriesOpening(SERIES, file, list_=Month(201106))
    deeper = incoming_lists.OpeningList(SERIES, Month(201106), (NUMBERS[1],), stated)
    problem = refused("open/no-list-day", desk, lambda: lists.open_series(desk, opening))
    assert dict(problem.fields)["day"] == date(2011, 5, 1)
    refused("open/no-list-day", desk, lambda: incoming_lists.open_series(by_hand(desk), deeper))
    assert lists.open_series(desk, replace(opening, list_=Month(201105))).questions == ()


def test_nothing_is_written_while_there_are_questions(empty: Desk) -> None:
    before = log_of(empty)
    file = csv(f"{NUMBERS[1]},1700,100,1700", f"{NUMBERS[2]},1700,,", "123456,1700,100,1700")
    done = rapid(empty, file)
    asked = [(finding.message, dict(finding.fields)["number"]) for finding in done.questions]
    assert asked == [
        ("unknown-player/listed", 123456),
        ("coefficient/opening-games", NUMBERS[2]),
        ("coefficient/opening-highest", NUMBERS[2]),
    ]
    assert [finding.remedy.action for finding in done.questions if finding.remedy] == [
        "register-listed",
        "enter-games",
        "enter-highest",
    ]
    assert (done.sha256, log_of(empty)) == ("", before)
    written = to_json(done, lists.OpenedSeries)
    assert [each["message"] for each in written["questions"]] == [message for message, _ in asked]
    rest = csv(f"{NUMBERS[1]},1700,100,1700", f"{NUMBERS[2]},1700,,")
    assert rapid(empty, rest, entered=csv(f"{NUMBERS[2]},,40,1712", name="games.csv")).questions == ()


def test_what_is_entered_belongs_to_a_row_of_the_list(empty: Desk) -> None:
    file = csv(f"{NUMBERS[1]},1700,100,1700")
    entered = csv(f"{NUMBERS[2]},,40,1712", name="games.csv")
    refused("open/entered", empty, lambda: rapid(empty, file, entered=entered))
    stated = stated_by_columns({"rating": [1700]})
    month, one = Month(OPENING), (NUMBERS[1],)
    refused(
        "open/entered", empty, lambda: incoming_lists.OpeningList("fide-rapid", month, one, stated, {5: {"games": 1}})
    )
    refused("open/rows", empty, lambda: incoming_lists.OpeningList("fide-rapid", month, (*one, 5), stated))


def test_a_list_of_another_series_is_no_list_of_this_one(empty: Desk) -> None:
    file = fide_list("NOV25", {NUMBERS[1]: 1700}, "standard_nov25frl.txt")
    problem = refused("list-file/other-series", empty, lambda: rapid(empty, file))
    assert dict(problem.fields)["named"] == "standard"
    refused("list-file/other-series", empty, lambda: incoming_lists.read_rating_list_file(file, "fide-rapid"))
    wanted = lists.ListImport("fide-blitz", (file,))
    refused("list-file/other-series", empty, lambda: lists.import_lists(empty, wanted))


def test_a_file_that_is_no_list_is_refused_with_what_was_found(empty: Desk, tmp_path: Path) -> None:
    problem = refused("list-file/unreadable", empty, lambda: rapid(empty, InputFile("x.txt", b"nothing of the kind")))
    assert "x.txt cannot be read as a rating list: x.txt" in problem.sentence
    for path in (tmp_path / "gone.csv", tmp_path):
        refused("unreadable-file/reason", empty, lambda path=path: rapid(empty, InputFile("x.csv", path)))  # type: ignore[misc]


# --- taking lists over --------------------------------------------------------------------------------------------


def test_lists_are_taken_over_oldest_first_and_the_same_again_changes_nothing(empty: Desk) -> None:
    newer = fide_list("NOV25", {NUMBERS[1]: 1710}, "rapid_nov25frl.txt")
    older = fide_list("OCT25", {NUMBERS[1]: 1700, NUMBERS[2]: 1600}, "rapid_oct25frl.txt")
    heard: list[str] = []
    wanted = lists.ListImport("fide-rapid", (newer, older))
    done = lists.import_lists(empty, wanted, taken=lambda each: heard.append(each.file))
    assert [(each.list_, each.rows) for each in done] == [(202510, 2), (202511, 1)]
    assert heard == ["rapid_oct25frl.txt", "rapid_nov25frl.txt"]
    before = log_of(empty)
    assert lists.import_lists(empty, wanted) == tuple(replace(each, people=0) for each in done)
    assert log_of(empty) == before
    other = fide_list("NOV25", {NUMBERS[1]: 1711}, "rapid_nov25frl.txt")
    refused("import/other-rows", empty, lambda: lists.import_lists(empty, lists.ListImport("fide-rapid", (other,))))


def test_what_cannot_be_taken_over(empty: Desk) -> None:
    files = tuple(
        fide_list(f"{month}25", {NUMBERS[1]: 1700}, f"rapid_{month.lower()}25frl.txt") for month in ("OCT", "NOV")
    )
    refused("list-file/one-month", empty, lambda: lists.ListImport("fide-rapid", files, Month(202510)))
    future = lists.ListImport("fide-rapid", (fide_list("DEC25", {NUMBERS[1]: 1700}),))
    refused("open/future", empty, lambda: lists.import_lists(empty, future))
    own = fide_list("NOV25", {NUMBERS[1]: 1700}, "standard_nov25frl.txt")
    refused("import/computed", empty, lambda: lists.import_lists(empty, lists.ListImport(SERIES, (own,))))
    ratings, _ = incoming_lists.read_rating_list_file(own, SERIES)
    refused(
        "import/computed", empty, lambda: imported_lists.take_over_list(by_hand(empty), SERIES, ratings, OPENING, "x")
    )
    refused(
        "list-file/no-series",
        empty,
        lambda: imported_lists.take_over_list(by_hand(empty), "fide-rapid", ratings, OPENING, "x"),
    )
    refused("no-month", empty, lambda: imported_lists.take_over_list(by_hand(empty), SERIES, ratings, 202513, "x"))


# --- what is published --------------------------------------------------------------------------------------------


def test_a_list_is_shown_by_the_fields_of_its_edition(desk: Desk) -> None:
    shown = lists.show_list(desk, lists.ListQuery(selection=lists.Selection(top=2)))
    assert [player["rating"] for player in shown.players] == [RATINGS[32], RATINGS[31]]
    assert (shown.series, shown.list_, shown.rehearsal) == (SERIES, date(2025, 11, 1), True)
    assert shown.headings.keys() == shown.players[0].keys()
    written = to_json(shown, lists.ShownList)
    assert (written["list"], written["players"][0]["birth_year"]) == ("2025-11-01", 1980)


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("columns", "fields"), [(80, 8), (140, 11)])
def test_a_list_on_a_screen_has_the_columns_for_which_there_is_room(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, columns: int, fields: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    with redirect_stdout(Screen()) as screen:
        app(["list", "show", "--top", "5", "--db", address_of(desk)], standalone_mode=False)
    _, head, *rows = screen.getvalue().splitlines()
    assert max(map(len, (head, *rows))) <= columns
    assert len(rows) == 1 + 5
    assert len(head.replace("FIDE No.", "FIDE-No.").split()) == fields


def test_the_command_line_publishes_nothing_that_nobody_said_yes_to(desk: Desk) -> None:
    periods.preview_list(desk, ListChoice())
    words = ["period", "publish", "--db", address_of(desk), "--who", "A. Officer"]
    asked = Runner().invoke(app, words)
    assert isinstance(asked.exception, UserError)
    assert asked.exception.message == "nobody-to-ask"
    assert not periods.show_period_status(desk, ListChoice(SERIES, Month(NEXT))).published
    assert Runner().invoke(app, [*words, "--yes"]).exit_code == 0
    assert periods.show_period_status(desk, ListChoice(SERIES, Month(NEXT))).published


def test_nobody_asks_for_a_selection_a_form_or_an_order_that_is_none(desk: Desk) -> None:
    refused("selection/kind", desk, lambda: lists.Selection("everybody"))
    refused("selection/top-kind", desk, lambda: lists.Selection("delisted", top=3))
    refused("export/form", desk, lambda: lists.ListExport(("doc",)))
    with desk.reading() as connection:
        published = published_lists.read_published_list(connection, SERIES, OPENING)
    refused("export/form", desk, lambda: export(published, "doc", io.BytesIO()))
    same = lists.ListComparison(Month(OPENING), Month(OPENING))
    refused("diff/order", desk, lambda: lists.compare_lists(desk, same))
    refused("no-such-list", desk, lambda: lists.compare_lists(desk, lists.ListComparison(Month(OPENING), Month(NEXT))))
    refused("no-such-list", desk, lambda: lists.show_list(desk, lists.ListQuery(ListChoice(SERIES, Month(NEXT)))))


def test_every_form_is_written_under_its_usual_name_wherever_the_caller_wants_it(desk: Desk) -> None:
    files: dict[str, io.BytesIO] = {}

    def place(form: str, name: str) -> AbstractContextManager[BinaryIO]:
        files[name] = io.BytesIO()
        return nullcontext(files[name])

    done = lists.export_list(desk, lists.ListExport(tuple(EXPORTS)), place)
    assert [each.form for each in done] == list(EXPORTS)
    assert [each.name for each in done] == list(files)
    assert all(name.startswith("rehearsal_") for name in files)
    assert all(out.getvalue() for out in files.values())


def test_an_old_list_stays_the_file_it_was_whatever_is_known_of_its_people_now(desk: Desk) -> None:
    periods.preview_list(desk, ListChoice())
    periods.publish_list(desk, periods.PublishRequest(confirmed=True))
    view = lists.ListQuery(ListChoice(SERIES, Month(NEXT)))

    def files() -> dict[str, bytes]:
        found: dict[str, io.BytesIO] = {}

        def place(form: str, _: str) -> AbstractContextManager[BinaryIO]:
            return nullcontext(found.setdefault(form, io.BytesIO()))

        lists.export_list(desk, lists.ListExport(tuple(EXPORTS), view), place)
        return {form: out.getvalue() for form, out in found.items()}

    before, shown = files(), lists.show_list(desk, view)
    facts = people.PlayerFacts(name="Married, Ann", title="GM", federation="FID")
    people.change_player(desk, people.PlayerChange(NUMBERS[1], facts, why="a wedding, and more"))
    assert people.find_players(desk, people.PlayerSearch("Married, Ann"))[0].fide_id == NUMBERS[1]
    assert (files(), lists.show_list(desk, view)) == (before, shown)


def test_two_lists_are_compared(desk: Desk) -> None:
    periods.preview_list(desk, ListChoice())
    periods.publish_list(desk, periods.PublishRequest(confirmed=True))
    compared = lists.compare_lists(desk, lists.ListComparison(Month(OPENING), Month(NEXT)))
    assert (compared.series, compared.from_, compared.to) == (SERIES, date(2025, 11, 1), date(2025, 12, 1))
    assert compared.movers[0].gain == max((change.gain for change in compared.movers), key=abs)
    assert all(change.what == "rating" for change in compared.movers)


# --- one player ---------------------------------------------------------------------------------------------------


def test_a_correction_has_a_reason_a_possible_rating_and_the_list_that_is_due(desk: Desk) -> None:
    number = NUMBERS[3]
    refused("correct/no-reason", desk, lambda: lists.enter_correction(desk, lists.NewCorrection(number, 1700, "  ")))
    refused("correct/no-reason", desk, lambda: lists.withdraw_correction(desk, lists.CorrectionWithdrawal(number, "")))
    for rating in (0, -1, HIGHEST_ACCEPTED_RATING + 1):
        with pytest.raises(UserError, match="cannot have stood on a list"):
            lists.enter_correction(desk, lists.NewCorrection(number, rating, "x"))
    refused(
        "correct/other-list",
        desk,
        lambda: lists.enter_correction(desk, lists.NewCorrection(number, 1700, "x", "", Month(THEN))),
    )
    refused("correct/none", desk, lambda: lists.withdraw_correction(desk, lists.CorrectionWithdrawal(number, "x")))
    done = lists.enter_correction(desk, lists.NewCorrection(number, 1700, "misprint"))
    assert (done.series, done.list_, done.stood, done.rating) == (SERIES, NEXT, RATINGS[3], 1700)
    back = lists.withdraw_correction(desk, lists.CorrectionWithdrawal(number, "it was right"))
    assert (back.stood, back.rating) == (RATINGS[3], None)


@pytest.mark.parametrize("verb", [verb for verb in ANSWER_TYPES if verb.startswith(("list ", "period "))])
def test_every_answer_has_a_schema(verb: str) -> None:
    assert schema_of(answer_type(verb), verb)["title"] == verb


def test_several_lists_open_a_series_in_order(empty: Desk) -> None:
    """The older one is for events that began before the newer one; the newer one opens the series."""
    older = csv(f"{NUMBERS[1]},1500,100,1700", f"{NUMBERS[2]},1600,100,1700", name="2025-10.csv")
    newer = csv(f"{NUMBERS[1]},1700,100,1700", name="2025-11.csv")
    for wrong in ((newer, older), (newer, newer)):
        refused("open/order", empty, lambda wrong=wrong: rapid(empty, wrong[1], 0, earlier=wrong[:1]))  # type: ignore[misc]
    refused("list-file/one-month", empty, lambda: rapid(empty, newer, OPENING, earlier=(older,)))
    done = rapid(empty, newer, 0, earlier=(older,))
    assert (done.list_, done.rows, done.questions) == (OPENING, 1, ())
    assert done.before == Month(202509)
    for month, expected in ((202510, [1500, 1600]), (OPENING, [1700])):
        shown = lists.show_list(empty, lists.ListQuery(ListChoice("fide-rapid", Month(month))))
        assert sorted(int(row["rating"] or 0) for row in shown.players) == expected
    back = take_back_list(empty, TakeBackRequest("fide-rapid", why="opened too early", confirmed=True))
    assert back.newest is None
    assert rapid(empty, newer, 0).questions == ()  # the series is gone with both lists


def test_a_list_that_was_opened_after_another_is_put_right_and_proved(empty: Desk, tmp_path: Path) -> None:
    rows = f"{NUMBERS[1]},1500,100,1700", f"{NUMBERS[2]},1600,100,1700"
    newer = csv(f"{NUMBERS[1]},1700,100,1700", rows[1], name="2025-11.csv")
    rapid(empty, newer, 0, earlier=(csv(*rows, name="2025-10.csv"),))
    desk = on(empty, DUE)
    periods.preview_list(desk, ListChoice("fide-rapid"))
    periods.publish_list(desk, periods.PublishRequest(ListChoice("fide-rapid"), confirmed=True))
    for n in (1, 2):  # the row of the second did not change between the two lists
        approved(desk, OpeningCorrection(NUMBERS[n], "misprint", series="fide-rapid", rating=1800))
    told = [each for each in run_checks(desk.store) if each.state is not State.OK]
    assert [each.check for each in told if each.check not in ("durable-server", "checksums")] == []
    proofs.bundle_history(desk, proofs.BundleRequest(tmp_path / "out", tmp_path / "openings.csv"))
    library = Library(tmp_path / "out")
    assert [each.replaced for each in library.contents.chapters if each.series == "fide-rapid"] == [0, 202510, OPENING]
    assert verify_bundle(library).found == ()
    chapter = library.directory / "fide-rapid" / "2025-11" / "list.csv"
    chapter.write_text(chapter.read_text().replace("1700", "1707", 1))
    assert verify_bundle(Library(library.directory)).found
