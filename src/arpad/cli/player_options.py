"""Facts of a player as options of the command line."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.option_groups import OptionGroup
from arpad.finding import Remedy, UserError

if TYPE_CHECKING:
    from arpad.days import Day
    from arpad.office.desk import Desk


FACTS_PANEL = "What is known"
MAX_DIGITS = 40  # digits that are taken for a number
PLAYERS_NAMED = 5  # of those whom a typed name may mean
NumberArgument = Annotated[str, typer.Argument(metavar="NUMBER", help="A FIDE number, or the office's own.")]
PlayerArgument = Annotated[
    str, typer.Argument(metavar="NUMBER|NAME", help="A FIDE number, the office's own, or the name of one player.")
]
FideIdOption = Annotated[str | None, typer.Option("--fide-id", metavar="N", rich_help_panel=FACTS_PANEL)]
NameOption = Annotated[str | None, typer.Option("--name", metavar="'SURNAME, GIVEN'", rich_help_panel=FACTS_PANEL)]
FormerOption = Annotated[
    list[str] | None, typer.Option("--former-name", metavar="NAME", help="Again for more.", rich_help_panel=FACTS_PANEL)
]
BornOption = Annotated[
    str | None, typer.Option("--born", metavar="DAY", help="YYYY-MM-DD, or only the year.", rich_help_panel=FACTS_PANEL)
]
SexOption = Annotated[str | None, typer.Option("--sex", metavar="m|w", rich_help_panel=FACTS_PANEL)]
FederationOption = Annotated[str | None, typer.Option("--federation", metavar="FED", rich_help_panel=FACTS_PANEL)]
RegionOption = Annotated[str | None, typer.Option("--region", metavar="TEXT", rich_help_panel=FACTS_PANEL)]
LatinOption = Annotated[
    str | None,
    typer.Option("--latin-name", metavar="NAME", help="As they write it; else by their federation's table.",
                 rich_help_panel=FACTS_PANEL),
]  # fmt: skip
TitleOption = Annotated[str | None, typer.Option("--title", metavar="GM|IM|…", rich_help_panel=FACTS_PANEL)]
NationalOption = Annotated[str | None, typer.Option("--national-title", metavar="TEXT", rich_help_panel=FACTS_PANEL)]
MembersOption = Annotated[
    str | None,
    typer.Option("--memberships", metavar="IBCA,…", help="Some of IBCA, ICSC, IPCA.", rich_help_panel=FACTS_PANEL),
]
DiedOption = Annotated[str | None, typer.Option("--died", metavar="DAY", rich_help_panel=FACTS_PANEL)]
SinceOption = Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD", help="From which day it holds; else today.")]


FACT_OPTIONS = {
    "name": NameOption,
    "fide_id": FideIdOption,
    "former_names": FormerOption,
    "born": BornOption,
    "sex": SexOption,
    "federation": FederationOption,
    "region": RegionOption,
    "title": TitleOption,
    "national_title": NationalOption,
    "member": MembersOption,
    "died": DiedOption,
    "latin_name": LatinOption,
}


def parse_player_number(text: str) -> int:
    """A player's number out of what was typed; a name is none, and the way from it to the number is shown."""
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        raise UserError("no-number-given", Remedy.to("find-number", name=quote(text)), text=text)
    return int(text)


def find_player_number(desk: Desk, text: str) -> int:
    """The number of the player who is meant by a number, or by a name that fits one player alone."""
    from arpad.office import people

    if text.isascii() and text.isdigit():
        return parse_player_number(text)
    found = people.players_named(desk, people.PlayerSearch(text, PLAYERS_NAMED + 1))
    if len(found) == 1:
        return found[0].id
    players = tuple(f"{player.id} {player.name}" for player in found[:PLAYERS_NAMED])
    which = "player-name/several" if players else "player-name/nobody"
    raise UserError(
        which, Remedy.to("find-number", name=quote(text)), name=text, **({"players": players} if players else {})
    )


def parse_partial_day(text: str, option: str, partly: bool = False) -> Day:
    """A day as people write it, perhaps only a part of one; 0 for nothing."""
    from arpad.office.people import parse_day

    try:
        return parse_day(text, partly)
    except ValueError:
        raise UserError("no-day/or-year" if partly else "no-day", option=option, text=text) from None


def facts_from_options(**given: Any) -> dict[str, Any]:
    """The facts that were given, as the office keeps them; an empty text takes a fact away."""
    from arpad.office.people import MEMBERSHIPS

    values = {name: " ".join(value.split()) if isinstance(value, str) else value
              for name, value in given.items() if value is not None}  # fmt: skip
    for name in ("born", "died"):
        if name in values:
            values[name] = parse_partial_day(values[name], f"--{name}", partly=True)
    for name in ("federation", "title"):
        if name in values:
            values[name] = values[name].upper()
    if "former_names" in values:
        values["former_names"] = tuple(values["former_names"])
    if "fide_id" in values:
        if values["fide_id"] and not values["fide_id"].isdigit():
            raise UserError("no-whole-number", option="--fide-id", text=values["fide_id"])
        values["fide_id"] = int(values["fide_id"] or 0)
    if "member" in values:
        codes = values["member"].upper().replace(",", " ").split()
        if wrong := [name for name in codes if name not in MEMBERSHIPS]:
            raise UserError("no-membership", text=wrong[0], known=tuple(MEMBERSHIPS))
        values["member"] = sum(MEMBERSHIPS[name] for name in set(codes))
    return values


def fact_options(names: str) -> OptionGroup:
    """Some of the facts as options, in the order of the help; a verb gets those that were given by name."""
    return OptionGroup(facts_from_options, {name: (FACT_OPTIONS[name], None) for name in names.split()})


FactOptions = Annotated[dict[str, Any], fact_options(" ".join(FACT_OPTIONS))]
NewPlayerOptions = Annotated[dict[str, Any], fact_options(" ".join(name for name in FACT_OPTIONS if name != "name"))]
