"""The decisions about reports, one verb each, and how their outcomes are shown; `arpad report` gathers them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.desk import OfficeCall, confirm, office_verb
from arpad.cli.screen import letter_lines
from arpad.finding import Finding, Tier

if TYPE_CHECKING:
    from arpad.office.reports import Outcome

Events = Annotated[list[str], typer.Argument(metavar="EVENT...", help="Codes; CODE/2 is the second part of an event.")]

WHERE_FINDINGS = "`arpad report show CODE` has the findings"


@office_verb("why json dry yes")
def refuse(call: OfficeCall, events: Events) -> None:
    """Refuse events, and print the letter to the arbiter, with articles and the time for an appeal.

    [bold]Examples[/bold]

      arpad report refuse spring-open --yes

      arpad report refuse spring-open --why 'the games were not played' --yes
    """
    from arpad.office import reports

    order = reports.Order(tuple(events), call.why)
    with call.desk() as desk:
        outcomes = reports.refuse(replace(desk, dry=True), order)
        if any(each.status != "left" for each in outcomes):  # nobody is asked about what cannot be done
            confirm(f"Refuse {', '.join(events)}? The letter counts from today.", call.yes or call.dry)
            outcomes = reports.refuse(desk, order)
    for each in () if call.print_json("report refuse", outcomes) else outcomes:
        print(letter_lines(each.letter) if each.letter else f"{each.event}: {each.problem}")
    raise typer.Exit(left(outcomes))


def _simple(call: OfficeCall, events: Sequence[str], verb: str) -> None:
    from arpad.office import reports

    act = {"appeal": reports.appeal, "hold": reports.hold, "release": reports.release, "withdraw": reports.withdraw}
    with call.desk() as desk:
        outcomes = act[verb](desk, reports.Order(tuple(events), call.why))
    print_outcomes(call, outcomes, f"report {verb}")
    raise typer.Exit(left(outcomes))


@office_verb("why json dry")
def appeal(call: OfficeCall, events: Events) -> None:
    """Enter an appeal against a refusal. The law says until when; then admit the event, or refuse it again.

    [bold]Example[/bold]

      arpad report appeal spring-open --why 'letter of the organiser, 4 May'
    """
    _simple(call, events, "appeal")


@office_verb("why json dry")
def hold(call: OfficeCall, events: Events) -> None:
    """Keep events back: not admitted, not rated, until they are released.

    [bold]Example[/bold]

      arpad report hold spring-open --why 'fair-play inquiry FP-7'
    """
    _simple(call, events, "hold")


@office_verb("why json dry")
def release(call: OfficeCall, events: Events) -> None:
    """Let events go on that were held.

    [bold]Example[/bold]

      arpad report release spring-open --why 'inquiry closed'
    """
    _simple(call, events, "release")


@office_verb("why json dry yes")
def withdraw(call: OfficeCall, events: Events) -> None:
    """Take reports back. They stay in the book; a new report, or the same one, brings the event back.

    [bold]Example[/bold]

      arpad report withdraw spring-open --why 'sent by mistake' --yes
    """
    from arpad.office import reports

    if not (call.yes or call.dry):
        with call.desk() as desk:
            outcomes = reports.withdraw(replace(desk, dry=True), reports.Order(tuple(events), call.why))
        if any(each.status != "left" for each in outcomes):
            confirm(f"Withdraw {', '.join(events)}?", call.yes or call.dry)
    _simple(call, events, "withdraw")


# --- what all of them share ---------------------------------------------------------------------------------------


def left(outcomes: Sequence[Outcome]) -> int:
    """The exit code: 1 where something was left undone."""
    return int(any(each.status == "left" for each in outcomes))


def _reason(outcome: Outcome) -> str:
    """The reason that was given, and what else is to be said."""
    return "; ".join(str(text) for text in (outcome.why, outcome.note) if text)


def print_outcomes(call: OfficeCall, outcomes: Sequence[Outcome], verb: str) -> None:
    from arpad.cli.output import table

    if call.print_json(verb, tuple(outcomes)):
        return
    if len(outcomes) == 1:
        for finding in outcomes[0].findings:
            print(finding)
    rows = [
        (each.event, each.status, each.verdict, each.list_, each.problem or _reason(each) or in_short(each.findings))
        for each in outcomes
    ]
    table(("event", "state", "verdict", "list", "remarks"), rows)
    if len(outcomes) > 1:
        counts = Counter(each.status for each in outcomes)
        print(", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
        if any(each.findings for each in outcomes):
            print(WHERE_FINDINGS)


def in_short(findings: Sequence[Finding]) -> str:
    """How many findings of each tier, with the codes of those that stand in the way."""
    tiers = Counter(finding.tier for finding in findings)
    words = {Tier.REFUSE: "refuse", Tier.EXCLUDE: "exclude", Tier.ASK: "ask", Tier.ADVICE: "advise"}
    counts = ", ".join(f"{tiers[tier]} {word}" for tier, word in words.items() if tiers[tier])
    grave = dict.fromkeys(finding.code for finding in findings if finding.tier in (Tier.REFUSE, Tier.ASK))
    return f"{counts} ({', '.join(grave)})" if grave else counts
