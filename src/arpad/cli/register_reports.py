"""Register events from their reports, for `arpad event register` and `arpad report submit --register`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from arpad.cli.office_session import OfficeCall
from arpad.finding import Note, UserError

if TYPE_CHECKING:
    from arpad.office.desk import Desk
    from arpad.office.events import RegisteredReport, RegistrationResult
    from arpad.office.reports import ReportPackage, ReportReceipt


def is_report_name(name: str) -> bool:
    """Whether an argument names a report file, and not an event description or a directory."""
    from arpad.intake.forms import SUFFIXES
    from arpad.intake.sidecar import SUFFIX

    return not name.endswith(SUFFIX) and name.casefold().endswith(tuple(SUFFIXES))


def register_from_reports(
    call: OfficeCall, desk: Desk, paths: Sequence[str], flags: Mapping[str, Any], by: str
) -> list[RegisteredReport]:
    """Register the event of each report, in each of the series that the flags name."""
    from arpad.cli.files import progress_bar
    from arpad.office import events

    named = tuple(filter(None, (name.strip() for name in str(flags.get("series", "")).split(","))))
    facts = events.NamedFacts.of({name: value for name, value in flags.items() if name != "series"})

    def register(packages: Sequence[ReportPackage], series: tuple[str, ...]) -> list[RegisteredReport]:
        done, terms = [], events.FromReportTerms(facts, series, by)
        with progress_bar("registering", len(packages) * max(1, len(series))) as advance:
            for registered in events.register_reports(desk, packages, terms, call.why):
                done.append(registered)
                advance(1)
        return done

    done = register(list(map(events.open_package, paths)), named)
    open_ones = [each.package for each in done if _leaves_series_open(each)]
    if not open_ones or call.yes or call.as_json or not sys.stdin.isatty():
        return done
    chosen = _ask_series(desk, len(open_ones))
    again = iter(register(open_ones, (chosen,)))
    return [next(again) if _leaves_series_open(each) else each for each in done]


def _leaves_series_open(registered: RegisteredReport) -> bool:
    """Whether a report was not registered only because nothing says its series."""
    problem = registered.registration.problem
    return (
        problem is not None
        and problem.message == "report-leaves-open"
        and dict(problem.fields)["missing"] == ("--series",)
    )


def _ask_series(desk: Desk, reports: int) -> str:
    """Ask at the terminal for the series of all reports that leave it open; the default series is proposed."""
    from arpad.office import care

    question = Note.of("question/series", reports=reports).sentence
    default = care.show_settings(desk).profile.series
    return str(typer.prompt(question, default=default or None, err=True)).strip()


def print_registrations(done: Sequence[RegistrationResult]) -> None:
    """Print what became of each registration, with what nobody stated."""
    from arpad.cli.output import print_table

    rows = [(each.event or each.file, each.status, each.problem or ", ".join(each.changed)) for each in done]
    print_table(("event", "state", "remarks"), rows)
    for each in done:
        if each.assumed:
            print(Note.of("registered-with-assumptions", event=each.event, assumed=each.assumed).sentence)


def refused_receipt(refused: RegistrationResult) -> ReportReceipt:
    """The receipt for a report whose event could not be registered."""
    from arpad.office.reports import ReceiptStatus, ReportReceipt

    return ReportReceipt(refused.file or "", ReceiptStatus.REFUSED, problem=refused.problem)


def finish_registration(call: OfficeCall, done: Sequence[RegistrationResult]) -> None:
    """Print the results, and end with exit code 1 where one was refused."""
    if not call.print_json("event register", tuple(done)):
        print_registrations(done)
    raise typer.Exit(1 if any(each.problem for each in done) else 0)


def describe_report(file: str, replace: bool, today: date | None) -> None:
    """Write the event description of a report beside it. One that is there stays, unless `replace` says otherwise."""
    from arpad.examining import Inquiry
    from arpad.examining.stated_facts import days_of_rounds, event_description
    from arpad.intake import read_file
    from arpad.intake.sidecar import SUFFIX

    path = Path(file).with_name(Path(file).stem + SUFFIX)
    if path.exists() and not replace:
        raise UserError("description-exists", path=str(path))
    report, findings = read_file(file)
    if not report.players:
        raise UserError("description-of-no-report", file=file)
    inquiry = Inquiry.of(report, findings, days_of_rounds(report, {}), today or date.today())
    path.write_text(event_description(inquiry.with_default_answers()), "utf-8")
    print(Note.of("description-written", path=str(path)).sentence)
