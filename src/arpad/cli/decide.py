"""The decisions about reports, one verb each, and how their outcomes are shown; `arpad report` gathers them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, Yes, confirm, sit_down
from arpad.finding import Finding, Tier

if TYPE_CHECKING:
    from arpad.office.book.decisions import Outcome
    from arpad.office.book.stands import Stand
    from arpad.office.desk import Desk

Events = Annotated[list[str], typer.Argument(metavar="EVENT...", help="Codes; CODE/2 is the second part of an event.")]

WHERE_FINDINGS = "`arpad report show CODE` has the findings"


def refuse(
    events: Events,
    why: Why = "",
    as_json: AsJson = False,
    dry: DryRun = False,
    yes: Yes = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Refuse events, and print the letter to the arbiter, with articles and the time for an appeal.

    [bold]Examples[/bold]

      arpad report refuse spring-open --yes

      arpad report refuse spring-open --why 'the games were not played' --yes
    """
    from arpad.cli.output import emit
    from arpad.office.book.decisions import refuse as say_no
    from arpad.office.book.examination import Records

    confirm(f"Refuse {', '.join(events)}? The letter counts from today.", yes or dry)
    outcomes: list[Outcome] = []
    with sit_down(db, who, now, dry) as desk:
        records = Records()
        outcomes = do_each(desk, events, lambda stand: say_no(desk, records, stand, why))
    if as_json:
        emit([{**each.as_json(), "letter": each.letter or None} for each in outcomes])
    for each in outcomes if not as_json else ():
        print(each.letter or f"{each.event}: {each.reason}")
    raise typer.Exit(1 if any(each.status == "left" for each in outcomes) else 0)


def _simple(events: Sequence[str], verb: str, why: str, as_json: bool, dry: bool, db: str, who: str, now: str) -> None:
    from arpad.office.book import decisions

    act = getattr(decisions, verb)
    with sit_down(db, who, now, dry) as desk:
        outcomes = do_each(desk, events, lambda stand: act(desk, stand, why))
    print_outcomes(outcomes, as_json)
    raise typer.Exit(1 if any(each.status == "left" for each in outcomes) else 0)


def appeal(
    events: Events,
    why: Why = "",
    as_json: AsJson = False,
    dry: DryRun = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Enter an appeal against a refusal. The law says until when; then admit the event, or refuse it again.

    [bold]Example[/bold]

      arpad report appeal spring-open --why 'letter of the organiser, 4 May'
    """
    _simple(events, "appeal", why, as_json, dry, db, who, now)


def hold(
    events: Events,
    why: Why = "",
    as_json: AsJson = False,
    dry: DryRun = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Keep events back: not admitted, not rated, until they are released.

    [bold]Example[/bold]

      arpad report hold spring-open --why 'fair-play inquiry FP-7'
    """
    _simple(events, "hold", why, as_json, dry, db, who, now)


def release(
    events: Events,
    why: Why = "",
    as_json: AsJson = False,
    dry: DryRun = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Let events go on that were held.

    [bold]Example[/bold]

      arpad report release spring-open --why 'inquiry closed'
    """
    _simple(events, "release", why, as_json, dry, db, who, now)


def withdraw(
    events: Events,
    why: Why = "",
    as_json: AsJson = False,
    dry: DryRun = False,
    yes: Yes = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Take reports back. They stay in the book; a new report, or the same one, brings the event back.

    [bold]Example[/bold]

      arpad report withdraw spring-open --why 'sent by mistake' --yes
    """
    confirm(f"Withdraw {', '.join(events)}?", yes or dry)
    _simple(events, "withdraw", why, as_json, dry, db, who, now)


# --- what all of them share ---------------------------------------------------------------------------------------


def do_each(desk: Desk, events: Sequence[str], act: Callable[[Stand], Outcome]) -> list[Outcome]:
    """Do something to each; where there is only one, what is wrong with it is the call's own fault."""
    from arpad.office.book.decisions import one_of_many
    from arpad.office.book.stands import targets

    with desk.reading() as connection:
        chosen = targets(connection, events)
    return [act(chosen[0])] if len(chosen) == 1 else [one_of_many(stand, act) for stand in chosen]


def print_outcomes(outcomes: Sequence[Outcome], as_json: bool) -> None:
    from arpad.cli.output import emit, table

    if as_json:
        emit([each.as_json() for each in outcomes])
        return
    if len(outcomes) == 1:
        for finding in outcomes[0].findings:
            print(finding)
    rows = [
        (
            each.event,
            each.status,
            each.verdict,
            f"{each.list_day:%Y-%m}" if each.list_day else "",
            each.reason or in_short(each.findings),
        )
        for each in outcomes
    ]
    table(("event", "state", "verdict", "list", "said"), rows)
    if len(outcomes) > 1:
        told = Counter(each.status for each in outcomes)
        print(", ".join(f"{count} {status}" for status, count in sorted(told.items())))
        if any(each.findings for each in outcomes):
            print(WHERE_FINDINGS)


def in_short(findings: Sequence[Finding]) -> str:
    """How many findings of each tier, with the codes of those that stand in the way."""
    tiers = Counter(finding.tier for finding in findings)
    words = {Tier.REFUSE: "refuse", Tier.EXCLUDE: "exclude", Tier.ASK: "ask", Tier.ADVICE: "advise"}
    said = ", ".join(f"{tiers[tier]} {word}" for tier, word in words.items() if tiers[tier])
    grave = dict.fromkeys(f.code for f in findings if f.tier in (Tier.REFUSE, Tier.ASK))
    return f"{said} ({', '.join(grave)})" if grave else said
