"""`arpad init` and `arpad upgrade`: found an office, and bring one of an older version up to date."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, blamed, day, need_office, office_verb, officer


@office_verb()
def init(
    call: OfficeCall,
    home: Annotated[str, typer.Option("--home", metavar="FED", help="The federation that keeps the lists.")] = "",
    rehearsal: Annotated[
        bool, typer.Option("--rehearsal", help="An office to try things; its day is set by --now.")
    ] = False,
    zone: Annotated[str, typer.Option("--timezone", metavar="ZONE", help="Whose midnight ends a day.")] = "UTC",
) -> None:
    """Make a new, empty office.

    [bold]Examples[/bold]

      arpad init                                       an office in arpad.db, here

      arpad init --home UKR --timezone Europe/Kyiv     a federation's own

      arpad init --db postgresql://arpad@host/arpad    in a PostgreSQL database that is empty

      arpad init --rehearsal --now 2024-03-01          for training: its lists say so on every page
    """
    need_office()
    from arpad.office import care

    founding = care.Founding(call.db, officer(call.who), home, rehearsal, zone, day(call.now, "--now"))
    office = care.found(founding)
    print(f"{office.office}: an office{' for rehearsal' if rehearsal else ''}, as of {office.today}")
    print("next: `arpad player import FILE`, then `arpad list open SERIES FILE`")


@office_verb("db")
def upgrade(call: OfficeCall) -> None:
    """Bring the database of an older Arpad up to date. Back it up first."""
    need_office()
    from arpad.office import care

    with blamed(call.db):
        office = care.upgrade(call.db)
    print(f"{office.office}: schema {office.schema}")
