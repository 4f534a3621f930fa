"""The facts of a player as options of the command line, and how they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.option_groups import OptionGroup
from arpad.finding import Misuse, Remedy

if TYPE_CHECKING:
    from arpad.days import Day

FACTS = "What is known"
LONGEST = 40  # digits that are taken for a number
Number = Annotated[str, typer.Argument(metavar="NUMBER", help="A FIDE number, or the office's own.")]
FideId = Annotated[str | None, typer.Option("--fide-id", metavar="N", rich_help_panel=FACTS)]
Name = Annotated[str | None, typer.Option("--name", metavar="'SURNAME, GIVEN'", rich_help_panel=FACTS)]
Former = Annotated[
    list[str] | None, typer.Option("--former-name", metavar="NAME", help="Again for more.", rich_help_panel=FACTS)
]
Born = Annotated[
    str | None, typer.Option("--born", metavar="DAY", help="YYYY-MM-DD, or only the year.", rich_help_panel=FACTS)
]
Sex = Annotated[str | None, typer.Option("--sex", metavar="m|w", rich_help_panel=FACTS)]
Federation = Annotated[str | None, typer.Option("--federation", metavar="FED", rich_help_panel=FACTS)]
Region = Annotated[str | None, typer.Option("--region", metavar="TEXT", rich_help_panel=FACTS)]
Latin = Annotated[
    str | None,
    typer.Option("--latin-name", metavar="NAME", help="As he writes it; else by his federation's table.",
                 rich_help_panel=FACTS),
]  # fmt: skip
Title = Annotated[str | None, typer.Option("--title", metavar="GM|IM|…", rich_help_panel=FACTS)]
National = Annotated[str | None, typer.Option("--national-title", metavar="TEXT", rich_help_panel=FACTS)]
Members = Annotated[
    str | None,
    typer.Option("--memberships", metavar="IBCA,…", help="Some of IBCA, ICSC, IPCA.", rich_help_panel=FACTS),
]
Died = Annotated[str | None, typer.Option("--died", metavar="DAY", rich_help_panel=FACTS)]
Since = Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD", help="From which day it holds; else today.")]


OPTIONS = {
    "name": Name,
    "fide_id": FideId,
    "former_names": Former,
    "born": Born,
    "sex": Sex,
    "federation": Federation,
    "region": Region,
    "title": Title,
    "national_title": National,
    "member": Members,
    "died": Died,
    "latin_name": Latin,
}


def number_of(text: str) -> int:
    """A player's number out of what was typed; a name is none, and the way from it to the number is shown."""
    from shlex import quote

    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST):
        raise Misuse("no-number-given", Remedy.to("find-number", name=quote(text)), text=text)
    return int(text)


def known_day(text: str, option: str, partly: bool = False) -> Day:
    """A day as people write it, perhaps only a part of one; 0 for nothing."""
    from arpad.office.people import read_day

    try:
        return read_day(text, partly)
    except ValueError:
        raise Misuse("no-day/or-year" if partly else "no-day", option=option, text=text) from None


def facts_of(**given: Any) -> dict[str, Any]:
    """The facts that were given, as the office keeps them; an empty text takes a fact away."""
    from arpad.office.people import MEMBERSHIPS

    values = {name: " ".join(value.split()) if isinstance(value, str) else value
              for name, value in given.items() if value is not None}  # fmt: skip
    for name in ("born", "died"):
        if name in values:
            values[name] = known_day(values[name], f"--{name}", partly=True)
    for name in ("federation", "title"):
        if name in values:
            values[name] = values[name].upper()
    if "former_names" in values:
        values["former_names"] = tuple(values["former_names"])
    if "fide_id" in values:
        if values["fide_id"] and not values["fide_id"].isdigit():
            raise Misuse("no-whole-number", option="--fide-id", text=values["fide_id"])
        values["fide_id"] = int(values["fide_id"] or 0)
    if "member" in values:
        codes = values["member"].upper().replace(",", " ").split()
        if wrong := [name for name in codes if name not in MEMBERSHIPS]:
            raise Misuse("no-membership", text=wrong[0], known=tuple(MEMBERSHIPS))
        values["member"] = sum(MEMBERSHIPS[name] for name in set(codes))
    return values


def fact_options(names: str) -> OptionGroup:
    """Some of the facts as options, in the order of the help; a verb gets those that were given by name."""
    return OptionGroup(facts_of, {name: (OPTIONS[name], None) for name in names.split()})


Facts = Annotated[dict[str, Any], fact_options(" ".join(OPTIONS))]
FactsOfNewPlayer = Annotated[dict[str, Any], fact_options(" ".join(name for name in OPTIONS if name != "name"))]
