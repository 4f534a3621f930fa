"""When: registration, closing, lists, reports, what is due next, appeals. Days worked out by hand."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from events_made import EDITIONS, judged, scene

from arpad.admission.deadlines import Deadline, appeal_until
from arpad.law import rulebook
from arpad.pipeline import Answer

S09, S24, S25 = "fide-standard-2009", "fide-standard-2024", "fide-standard-2025"
R18, R24, UA = "fide-rapid-blitz-2018", "fide-rapid-blitz-2024", "ukraine-2018"


def day(text: str) -> date:
    return date.fromisoformat(text)


def asked(edition: str, start: str, end: str = "", **change: Any) -> Answer:
    """An event of these days."""
    if end:
        change["length"] = (day(end) - day(start)).days + 1
    return judged(scene(edition, start=day(start), **change))


def found(answer: Answer, code: str) -> list[str]:
    return [f"{finding.tier.value} {finding.sentence}" for finding in answer.findings if finding.code == code]


# --- registration -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "start", "last"),
    [
        (S09, "2010-03-05", "2010-02-05"),
        (S09, "2010-03-31", "2010-02-28"),  # one month before 31 March is the last of February
        (S09, "2010-03-28", "2010-02-28"),
        (S09, "2010-01-15", "2009-12-15"),
        (S09, "2010-12-31", "2010-11-30"),
        (S24, "2024-05-03", "2024-04-30"),
        (S24, "2024-03-02", "2024-02-28"),  # three days before 2 March of a leap year
        (S25, "2026-03-02", "2026-02-27"),
        (R18, "2019-05-04", "2019-05-01"),
        (R24, "2024-05-04", "2024-05-01"),
    ],
)
def test_the_last_day_of_registration_is_in_time_and_the_next_is_late(edition: str, start: str, last: str) -> None:
    in_time = asked(edition, start, registered=day(last))
    assert found(in_time, "registration-notice") == []
    after = date.fromordinal(day(last).toordinal() + 1)
    late = asked(edition, start, registered=after)
    assert found(late, "registration-notice") == [f"refuse The event was registered on {after}; it was due by {last}."]
    for registered, codes in ((day(last), []), (after, ["official-event"])):  # official events are rated all the same
        official = asked(edition, start, registered=registered, official=True)
        assert (official.verdict, [finding.code for finding in official.findings]) == ("ratable", codes)
    accepted = asked(edition, start, registered=after, approvals=["late-registration"])
    assert accepted.verdict == "ratable"
    (told,) = found(accepted, "registration-notice")
    assert told.startswith("advice The event was registered on ")


@pytest.mark.parametrize(
    ("edition", "code", "authority", "change"),
    [
        (S09, "registration-notice", "qc-chair", {}),
        (S24, "registration-notice", "qc-chair", {}),
    ],
)
def test_a_late_registration_names_who_may_accept_it(
    edition: str, code: str, authority: str, change: dict[str, Any]
) -> None:
    made = scene(edition, **change)
    late = judged(scene(edition, registered=made.today, **change))
    (finding,) = [finding for finding in late.findings if finding.code == code]
    assert finding.help == (
        f'A late registration may be accepted ({NAMED[authority]}): approvals = ["late-registration"] in the '
        "event description, or --approvals late-registration."
    )


NAMED = {
    "qc": "the Qualification Commission",
    "qc-chair": "the chairman of the Qualification Commission",
    "president": "the President of FIDE",
    "council": "the Council of FIDE",
    "federation": "the federation's authorised person or governing body",
}


@pytest.mark.parametrize(
    ("edition", "code", "authority", "another", "change"),
    [
        (S09, "registration-notice", "qc-chair", "president", {}),
        (S24, "registration-notice", "qc-chair", "president", {}),
    ],
)
def test_a_late_registration_is_accepted_by_the_authority_that_the_rulebook_names_and_by_nobody_else(
    edition: str, code: str, authority: str, another: str, change: dict[str, Any]
) -> None:
    start = EDITIONS[edition][1]
    registered = date.fromordinal(start.toordinal() - 5)  # late for 30 days and a month, and in time for three
    registered = start if code == "registration-notice" else registered

    def accepted(by: Any) -> Answer:
        return judged(scene(edition, registered=registered, approvals=[by], **change))

    named = {"what": "late-registration", "by": authority}
    for approval, by in (("late-registration", "by whom was not said"), (named, f"by {NAMED[authority]}")):
        taken = accepted(approval)
        (told,) = found(taken, code)
        assert (taken.verdict, told.startswith("advice "), told.endswith(f"accepted ({by}).")) == (
            "ratable", True, True,
        )  # fmt: skip
    refused = accepted({"what": "late-registration", "by": another})
    (told,) = found(refused, code)
    assert told.startswith("refuse ")
    assert told.endswith(f"accepted by {NAMED[another]}. Only {NAMED[authority]} may accept it.")


def test_a_long_or_hybrid_event_says_who_approved_it() -> None:
    for by, verdict, said in (
        ("qc-chair", "ratable", "advice The event lasted 91 days, more than 90; that was approved "
         f"(by {NAMED['qc-chair']})."),
        ("council", "not-ratable", "refuse The event lasted 91 days, more than 90; that was approved by "
         f"{NAMED['council']}. Only {NAMED['qc-chair']} may approve it."),
    ):  # fmt: skip
        approved = judged(scene(S09, length=91, approvals=[{"what": "long-event", "by": by}]))
        assert (approved.verdict, found(approved, "event-duration")) == (verdict, [said])
    for by, verdict in (("qc-chair", "ratable"), ("federation", "not-ratable")):
        hybrid = judged(scene(S24, hybrid=True, approvals=[{"what": "hybrid", "by": by}]))
        assert hybrid.verdict == verdict
        assert NAMED[by] in found(hybrid, "hybrid-event")[0]


def test_ukraine_sets_no_time_for_registration() -> None:
    assert judged(scene(UA, registered=None)).verdict == "ratable"


# --- lists --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "start", "end", "official", "enters"),
    [
        (S09, "2010-04-20", "2010-04-24", False, "2010-05-01"),  # the closing day, seven days before
        (S09, "2010-04-20", "2010-04-25", False, "2010-07-01"),  # six lists a year: the next is in July
        (S09, "2010-04-20", "2010-04-25", True, "2010-05-01"),
        (S09, "2010-04-20", "2010-04-30", True, "2010-05-01"),  # the day before the list
        (S09, "2010-04-20", "2010-05-01", True, "2010-07-01"),
        (S24, "2024-05-20", "2024-05-29", False, "2024-06-01"),
        (S24, "2024-05-20", "2024-05-30", False, "2024-07-01"),
        (S24, "2024-05-20", "2024-05-31", True, "2024-06-01"),
        (S24, "2024-05-20", "2024-06-01", True, "2024-07-01"),
        (S25, "2026-02-20", "2026-02-26", False, "2026-03-01"),
        (S25, "2026-02-20", "2026-02-27", False, "2026-04-01"),
        (R18, "2019-05-20", "2019-05-29", False, "2019-06-01"),
        (R18, "2019-05-20", "2019-05-30", False, "2019-07-01"),
        (UA, "2019-05-20", "2019-05-31", False, "2019-06-01"),  # no closing day is printed: the month's last
        (UA, "2019-05-20", "2019-06-01", False, "2019-07-01"),
    ],
)
def test_which_list_an_event_enters(edition: str, start: str, end: str, official: bool, enters: str) -> None:
    reported_at_once = asked(edition, start, end, official=official, reported=day(end))
    assert reported_at_once.list_day == day(enters)


@pytest.mark.parametrize(
    ("reported", "enters"),
    [("2024-05-31", "2024-06-01"), ("2024-06-01", "2024-07-01"), ("2024-06-30", "2024-07-01"),
     ("2024-07-01", "2024-08-01")],
)  # fmt: skip
def test_a_list_that_has_appeared_is_not_opened_again(reported: str, enters: str) -> None:
    assert asked(S24, "2024-05-03", reported=day(reported)).list_day == day(enters)


@pytest.mark.parametrize(
    ("edition", "enters"),
    [(S09, "2026-12-01"), (R18, "2026-12-01"), (UA, "2026-12-01"), (S24, "2026-12-01")],
)
def test_an_old_event_reported_today_enters_the_next_list_though_editions_between_are_missing(
    edition: str, enters: str
) -> None:
    assert judged(scene(edition, today=day("2026-11-15"), reported=None)).list_day == day(enters)


def test_an_event_of_2011_is_named_the_list_of_a_later_edition_that_takes_it() -> None:
    """Six lists a year in 2011, closing 7 days before; in 2015 a list every month."""
    assert asked(S09, "2011-06-18", reported=day("2011-06-23")).list_day == date(2011, 7, 1)
    assert asked(S09, "2011-06-18", reported=day("2015-06-30")).list_day == date(2015, 7, 1)
    assert asked(S09, "2011-06-20", "2011-06-25", reported=day("2011-06-26")).list_day == date(2011, 9, 1)


def test_an_event_may_end_under_a_later_edition_and_follows_the_one_of_its_start() -> None:
    answer = asked(S24, "2025-09-28", "2025-10-03")
    assert (answer.edition, answer.list_day) == (S24, date(2025, 11, 1))
    assert asked(S25, "2025-10-01").edition == S25
    assert asked(S24, "2025-09-30").edition == S24


@pytest.mark.parametrize(
    ("edition", "start", "end", "asked_for"),
    [
        (S09, "2010-04-20", "2010-04-24", False),
        (S09, "2010-04-20", "2010-04-25", True),
        (S09, "2010-04-20", "2010-04-30", True),
        (S09, "2010-04-20", "2010-05-01", False),
        (S24, "2024-05-20", "2024-05-29", False),
        (S24, "2024-05-20", "2024-05-30", True),
        (S24, "2024-05-20", "2024-05-31", True),
        (UA, "2019-05-20", "2019-05-31", False),
    ],
)
def test_whether_an_event_is_official_is_asked_only_between_the_two_closing_days(
    edition: str, start: str, end: str, asked_for: bool
) -> None:
    answer = asked(edition, start, end, official=None, reported=day(end))
    assert bool(found(answer, "closing-day")) == asked_for


# --- reports ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reported", "says"),
    [
        ("2019-05-11", []),  # seven days after 4 May
        ("2019-05-12", ["advice The report was due on 2019-05-11; it is of 2019-05-12."]),
        ("2019-06-03", ["advice The report was due on 2019-05-11; it is of 2019-06-03."]),  # thirty days
        ("2019-06-04", ["ask The report was due at the rating server on 2019-06-03; it is of 2019-06-04."]),
    ],
)
def test_fide_rapid_blitz_2018_seven_days_for_the_arbiter_and_thirty_for_the_officer(
    reported: str, says: list[str]
) -> None:
    answer = asked(R18, "2019-05-04", reported=day(reported))
    assert found(answer, "report-deadline") == says


@pytest.mark.parametrize("edition", [S24, R24])
@pytest.mark.parametrize(
    ("end", "third"),
    [("2024-05-07", "2024-08-01"), ("2024-05-31", "2024-08-01"), ("2024-06-01", "2024-09-01")],
)
def test_after_the_third_list_an_event_is_not_rated(edition: str, end: str, third: str) -> None:
    before = date.fromordinal(day(third).toordinal() - 1)
    assert found(asked(edition, "2024-05-05", end, reported=before), "report-deadline") == []
    assert found(asked(edition, "2024-05-05", end, reported=day(third)), "report-deadline") == [
        f"refuse The event ended on {end} and is reported on {third}; the last list for it is that of {third}."
    ]


def test_ukraine_the_month_is_the_target_and_after_one_month_a_report_may_be_refused() -> None:
    """Ends on 8 May: due by 31 May, from 9 June on the commission decides."""
    assert asked(UA, "2019-05-04", reported=day("2019-05-31")).findings == ()
    late = asked(UA, "2019-05-04", reported=day("2019-06-08"))
    assert [(finding.code, finding.tier) for finding in late.findings] == [("report-deadline", "advice")]
    open_ = asked(UA, "2019-05-04", reported=day("2019-06-09"))
    told = "The report is of 2019-06-09, later than 2019-06-08"
    assert (open_.verdict, found(open_, "late-report")) == (
        "undecided",
        [f"ask {told}: it may be refused (the Qualification Commission)."],
    )
    taken = asked(UA, "2019-05-04", reported=day("2019-06-09"), approvals=["late-report"])
    assert (taken.verdict, found(taken, "late-report")) == (
        "ratable",
        [f"advice {told}; it was accepted (by whom was not said)."],
    )


@pytest.mark.parametrize(
    ("edition", "change", "today", "due"),
    [  # the events start on 3 November 2025 and on 4 May 2019
        (S25, {"ratings": (2701, *(2000,) * 7)}, "2025-10-04", "registration 2025-10-04"),
        (S25, {"ratings": (2701, *(2000,) * 7)}, "2025-10-05", "report 2025-11-30"),
        (S25, {"ratings": (2700, *(2000,) * 7)}, "2025-10-04", "registration 2025-10-31"),
        (S25, {"ratings": (2501, *(2000,) * 7), "women": (1,)}, "2025-10-01", "registration 2025-10-04"),
        (S25, {"ratings": (2500, *(2000,) * 7), "women": (1,)}, "2025-10-01", "registration 2025-10-31"),
        (S25, {"ratings": (2701, *(2000,) * 7), "official": True}, "2025-10-01", "report 2025-11-30"),
        (R18, {"norms": True}, "2019-04-01", "registration 2019-04-04"),
        (R18, {"norms": False}, "2019-04-01", "registration 2019-05-01"),
        (R18, {"norms": None}, "2019-04-01", "registration 2019-05-01"),
    ],
)
def test_an_event_that_needs_longer_notice_is_told_the_earlier_day(
    edition: str, change: dict[str, Any], today: str, due: str
) -> None:
    made = judged(scene(edition, registered=None, reported=None, today=day(today), **change))
    assert made.deadline is not None
    assert f"{made.deadline.what} {made.deadline.day}" == due


@pytest.mark.parametrize(
    ("edition", "start", "end", "today", "due"),
    [
        (S24, "2024-05-03", "2024-05-07", "2024-05-08", "2024-05-31"),
        (S24, "2024-05-03", "2024-05-25", "2024-05-26", "2024-05-31"),  # six days are left in May
        (S24, "2024-05-03", "2024-05-26", "2024-05-27", "2024-06-30"),  # five: for the following list
        (S24, "2024-05-03", "2024-05-07", "2024-05-31", "2024-05-31"),
        (S24, "2024-05-03", "2024-05-07", "2024-06-01", "2024-07-31"),  # then the last one
        (S24, "2024-05-03", "2024-05-07", "2024-08-01", None),
        (R18, "2019-05-04", "2019-05-04", "2019-05-05", "2019-05-11"),
        (R18, "2019-05-04", "2019-05-04", "2019-05-12", "2019-06-03"),
        (R18, "2019-05-04", "2019-05-04", "2019-06-04", None),
        (UA, "2019-05-04", "2019-05-08", "2019-05-09", "2019-05-31"),
        (UA, "2019-05-04", "2019-05-08", "2019-06-01", "2019-06-08"),  # refused from the next day on
        (UA, "2019-05-04", "2019-05-08", "2019-06-09", None),
        (S09, "2010-03-05", "2010-03-09", "2010-03-10", None),  # no day is printed
    ],
)
def test_the_next_day_on_which_the_report_is_due(
    edition: str, start: str, end: str, today: str, due: str | None
) -> None:
    answer = asked(edition, start, end, today=day(today), reported=None)
    assert answer.deadline == (Deadline("report", day(due)) if due else None)


def test_before_the_event_the_registration_is_due_and_a_report_that_was_sent_is_due_no_more() -> None:
    early = asked(S24, "2024-05-03", today=day("2024-04-10"), registered=None, reported=None)
    assert early.deadline == Deadline("registration", date(2024, 4, 30))
    official = asked(S24, "2024-05-03", today=day("2024-04-10"), registered=None, reported=None, official=True)
    assert official.deadline == Deadline("report", date(2024, 5, 31))
    late = asked(S24, "2024-05-03", today=day("2024-05-01"), registered=None, reported=None)
    assert late.deadline == Deadline("report", date(2024, 5, 31))
    assert asked(S24, "2024-05-03", reported=day("2024-05-10")).deadline is None


# --- appeals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", [S09, S24, S25, R18, R24])
def test_an_appeal_has_seven_days_from_the_notice(edition: str) -> None:
    assert appeal_until(rulebook(edition), date(2024, 2, 25)) == date(2024, 3, 3)


def test_ukraine_prints_no_time_for_an_appeal() -> None:
    assert appeal_until(rulebook(UA), date(2019, 5, 1)) is None
