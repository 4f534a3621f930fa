"""An event is registered from its report: what it states, what is concluded, what is asked, and never from ratings."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import terminal
from databases import KINDS, new_database
from office_made import NUMBERS, S25, _address, at, codes, event, office, publish
from typed import Runner, typed

from arpad.admission.default_answers import UsualAnswer, UsualAnswers
from arpad.cli import app
from arpad.finding import Problem, Tier, UserError
from arpad.intake.sidecar import facts_of
from arpad.office import care, events, proofs, reports
from arpad.office.desk import Desk

LATER = date(2025, 11, 9)  # two days after the last day
RUN = Runner()


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    desk = at(office(new_database(request.param, tmp_path)), LATER)
    yield desk
    desk.store.close()


def text(edition: str = S25, **given: Any) -> str:
    return event("unused", edition, **given).text


def packages(*texts: str) -> list[reports.ReportPackage]:
    return [reports.ReportPackage(f"open-{n}.trf", body.encode()) for n, body in enumerate(texts, 1)]


def registered(desk: Desk, *texts: str, by: str = "A. Arbiter", series: tuple[str, ...] = (), **facts: Any) -> Any:
    terms = events.FromReportTerms(events.NamedFacts.of(facts), series, by)
    return list(events.register_reports(desk, packages(*texts), terms))


def notes(done: Any) -> list[str]:
    return [note.message for note in done.registration.assumed]


def problem(done: Any) -> Problem:
    assert done.registration.problem is not None
    return done.registration.problem  # type: ignore[no-any-return]


def test_an_event_is_registered_from_its_report_and_is_ratable(desk: Desk) -> None:
    (done,) = registered(desk, text())
    assert done.registration.status == "registered"
    assert notes(done) == [
        "assumed/laws", "assumed/hybrid", "assumed/series", "assumed/announced", "assumed/registered-by",
    ]  # fmt: skip
    facts = events.show_event(desk, done.registration.event).facts
    assert (facts.name, facts.federation, facts.start, facts.end) == (
        "Invented Event", "UKR", date(2025, 11, 3), date(2025, 11, 7),
    )  # fmt: skip
    assert (facts.series, facts.time_control, facts.system) == ("fide-standard", "120'", "swiss")
    assert (facts.laws, facts.hybrid, facts.announced) == (True, False, "rated")
    assert [each.name for each in facts.arbiters] == ["Arbiter, Ada"]
    assert facts.schedule == tuple(date(2025, 11, day) for day in range(3, 8))
    (receipt,) = reports.submit_reports(desk, [done.package])
    assert (receipt.status, codes(receipt.findings, Tier.ASK, Tier.REFUSE)) == ("accepted", [])
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()


def test_nobody_vouching_means_registered_today_and_that_is_told(desk: Desk) -> None:
    (done,) = registered(desk, text(), by="")
    assert notes(done)[-1] == "assumed/registered-late"
    assert events.show_event(desk, done.registration.event).facts.registered == LATER


@pytest.mark.parametrize(
    ("control", "series"), [("90+30", "fide-standard"), ("15'+10\"", "fide-rapid"), ("3+2", "fide-blitz")]
)
def test_the_series_follows_from_the_time_control(desk: Desk, control: str, series: str) -> None:
    """B.02, article 1.2; B.03, articles 1.2 and 1.3."""
    (done,) = registered(desk, text(control=control))
    assert events.show_event(desk, done.registration.event).series == series


def test_a_conclusion_never_uses_the_ratings(desk: Desk) -> None:
    plain, strong = (text(ratings=(rating,) * 8) for rating in (1000, 2700))
    (done,) = registered(desk, plain)
    (again,) = registered(desk, strong)
    assert again.registration.event == done.registration.event
    assert again.registration.status == "exists"


def without(body: str, *dins: str) -> str:
    return "".join(line for line in body.splitlines(keepends=True) if line[:3] not in dins)


@pytest.mark.parametrize(
    ("dins", "options", "facts"),
    [
        (("122",), ("--series",), {"series": "fide-standard"}),
        (("012",), ("--name",), {"name": "Named Cup"}),
        (("042", "052", "132"), ("--start", "--end"), {"start": date(2025, 11, 3), "end": date(2025, 11, 7)}),
    ],
)
def test_what_the_report_leaves_open_is_asked_by_the_names_of_options(
    desk: Desk, dins: tuple[str, ...], options: tuple[str, ...], facts: dict[str, Any]
) -> None:
    (refused,) = registered(desk, without(text(), *dins))
    assert problem(refused).message == "report-leaves-open"
    assert dict(problem(refused).fields)["missing"] == options
    series = (facts["series"],) if "series" in facts else ()
    others = {key: value for key, value in facts.items() if key != "series"}
    (done,) = registered(desk, without(text(), *dins), series=series, **others)
    assert done.registration.status == "registered"


def test_days_that_are_not_stated_follow_from_the_rounds(desk: Desk) -> None:
    (done,) = registered(desk, without(text(), "042", "052"))
    facts = events.show_event(desk, done.registration.event).facts
    assert (facts.start, facts.end) == (date(2025, 11, 3), date(2025, 11, 7))


def test_an_answer_of_the_call_comes_before_the_default(desk: Desk) -> None:
    (done,) = registered(desk, text(), laws=False, announced="unrated")
    facts = events.show_event(desk, done.registration.event).facts
    assert (facts.laws, facts.announced) == (False, "unrated")
    assert "assumed/laws" not in notes(done)


def test_one_tournament_is_registered_for_two_series(desk: Desk) -> None:
    publish(desk, "fide-rapid", (202509, 202510, 202511))
    done = registered(desk, text(control="15'+10\""), series=("fide-rapid", "fide-blitz"))
    assert len({each.registration.event for each in done}) == 2
    receipts = list(reports.submit_reports(desk, [each.package for each in done]))
    assert [each.status for each in receipts] == ["accepted", "accepted"]
    assert [events.show_event(desk, each.event or "").series for each in receipts] == ["fide-rapid", "fide-blitz"]
    assert not [finding for each in receipts for finding in each.findings if finding.code == "overlap"]
    with pytest.raises(UserError, match="code"):
        registered(desk, text(), series=("fide-rapid", "fide-blitz"), code="cup")


OFFICE_ANSWERS = {"hybrid": UsualAnswer.ASK, "laws": UsualAnswer.NO, "announced": UsualAnswer.NO}


def test_the_office_has_its_own_answers_and_says_who_vouches(desk: Desk) -> None:
    change = care.ProfileChange(vouches="B. Secretary", **OFFICE_ANSWERS)
    care.change_settings(desk, care.OfficeChange("usual here", profile=change))
    assert care.show_settings(desk).profile.answers == UsualAnswers(**OFFICE_ANSWERS)
    (done,) = registered(desk, text(), by="")
    assert notes(done) == [
        "assumed/laws-no", "assumed/series", "assumed/announced-no", "assumed/registered-by",
    ]  # fmt: skip
    assert "B. Secretary" in done.registration.assumed[-1].sentence
    facts = events.show_event(desk, done.registration.event).facts
    assert (facts.laws, facts.hybrid, facts.announced) == (False, None, "unrated")
    assert facts.registered is not None
    assert facts.registered < LATER
    changed = events.NamedFacts.of({"code": done.registration.event, "laws": True, "hybrid": False})
    events.register_event(desk, events.RegistrationRequest(changed, None, "", "the arbiter's letter"))
    facts = events.show_event(desk, done.registration.event).facts
    assert (facts.laws, facts.hybrid) == (True, False)
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()


def test_a_named_person_comes_before_the_one_who_vouches_usually(desk: Desk) -> None:
    change = care.ProfileChange(vouches="B. Secretary")
    care.change_settings(desk, care.OfficeChange("usual here", profile=change))
    (done,) = registered(desk, text(), by="C. Arbiter")
    assert "C. Arbiter" in done.registration.assumed[-1].sentence


def test_the_usual_answers_on_the_command_line(desk: Desk) -> None:
    office = ("--db", _address(desk), "--now", "2025-11-09")
    words = ("--vouches", "B. Secretary", "--answer", "hybrid=ask", "--answer", "laws=no", "--why", "x", "--yes")
    assert typed("office", "change", *words, *office).code == 0
    shown = json.loads(typed("office", "show", "--json", *office).out)["profile"]
    assert (shown["vouches"], shown["hybrid"], shown["laws"], shown["agreed"]) == ("B. Secretary", "ask", "no", "yes")
    assert "B. Secretary" in typed("office", "show", *office).out
    for wrong in ("hybrid", "hybrid=perhaps", "weather=yes"):
        refused = typed("office", "change", "--answer", wrong, "--why", "x", "--yes", *office)
        assert refused.code == 2
        assert wrong in refused.err
    assert typed("office", "change", "--answer", "laws=yes", "--vouches", "", "--why", "x", "--yes", *office).code == 0
    profile = care.show_settings(desk).profile
    assert (profile.vouches, profile.laws) == ("", "yes")


def test_the_series_is_asked_once_for_a_directory_with_the_default_as_proposal(desk: Desk, tmp_path: Path) -> None:
    care.change_settings(desk, care.OfficeChange("x", profile=care.ProfileChange(series="fide-standard")))
    (tmp_path / "month").mkdir()
    for n, name in enumerate(("First Cup", "Second Cup", "Third Cup")):
        body = text(ids={k: NUMBERS[8 * n + k] for k in range(1, 9)}).replace("Invented Event", name)
        (tmp_path / "month" / f"{n}.trf").write_bytes((body if n == 1 else without(body, "122")).encode())
    words = ("report", "submit", tmp_path / "month", "--register", "--by", "A", "--now", "2025-11-09")
    refused = typed(*words, "--dry-run", "--db", _address(desk)).out
    assert refused.count("add --series fide-standard") == 2
    shown = terminal.answered("\n", *words, "--db", _address(desk))
    assert shown.count("2 reports do not say the series") == 1
    assert "fide-standard]" in shown
    assert {each.series for each in events.list_events(desk, events.EventQuery())} == {"fide-standard"}
    assert len(events.list_events(desk, events.EventQuery())) == 3


def test_a_bad_file_stops_no_other(desk: Desk) -> None:
    torn, done = registered(desk, "\x00 torn", text())
    assert problem(torn)
    assert done.registration.status == "registered"
    (unknown,) = registered(desk, without(text(), "012"), series=("no-series",), name="x")
    assert problem(unknown).message == "event-series-unknown"


def test_a_directory_is_registered_and_submitted_in_one_command(desk: Desk, tmp_path: Path) -> None:
    there = tmp_path / "march"
    there.mkdir()
    others = {n: NUMBERS[n + 8] for n in range(1, 9)}
    (there / "one.trf").write_bytes(text().encode())
    (there / "two.trf").write_bytes(text(ids=others).replace("Invented Event", "Second Cup").encode())
    (there / "three.trf").write_bytes(without(text(), "122").replace("Invented Event", "Third Cup").encode())
    env = {"ARPAD_DB": _address(desk), "ARPAD_WHO": "A. Officer"}

    def arpad(*words: str) -> Any:
        return RUN.invoke(app, ["report", "submit", str(there), *words, "--now", "2025-11-09"], env=env)

    assert isinstance(arpad("--by", "A. Arbiter").exception, UserError)
    tried = arpad("--register", "--dry-run")
    assert "Laws of Chess" in tried.stdout
    done = arpad("--register", "--by", "A. Arbiter")
    assert done.exit_code == 1
    assert "--series" in done.stdout
    assert "registered in time" in done.stdout
    again = arpad("--register", "--by", "A. Arbiter", "--series", "fide-standard", "--json")
    receipts = {Path(each["file"]).stem: each for each in json.loads(again.stdout)}
    assert {name: each["status"] for name, each in receipts.items()} == {
        "one": "exists", "two": "exists", "three": "accepted",
    }  # fmt: skip


def test_an_event_description_is_written_from_the_report(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "open.trf"
    path.write_bytes(without(text(), "122").encode())
    env = {"ARPAD_DB": _address(desk), "ARPAD_WHO": "A. Officer"}
    done = RUN.invoke(app, ["event", "describe", str(path)], env=env)
    assert done.exit_code == 0, done.exception
    written = tmp_path / "open.event.toml"
    table = tomllib.loads(written.read_text("utf-8"))
    facts = facts_of(table, "test")
    assert (facts["name"], facts["start"], facts["laws"]) == ("Invented Event", date(2025, 11, 3), True)
    assert "# series = " in written.read_text("utf-8")
    assert isinstance(RUN.invoke(app, ["event", "describe", str(path)], env=env).exception, UserError)
    written.write_text(written.read_text("utf-8") + 'series = "fide-standard"\n', "utf-8")
    words = ["event", "register", str(written), "--now", "2025-11-09"]
    assert RUN.invoke(app, words, env=env).exit_code == 0
