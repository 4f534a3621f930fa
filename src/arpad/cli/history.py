"""`arpad history`: what was published as tables for statistics; `arpad sql` asks them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.office_session import OfficeCall, office_verb

NO_OFFICER = "-"  # whoever only looks changes nothing

history = typer.Typer(help="What was published, as tables for statistics.", no_args_is_help=True)

HistoryOption = Annotated[str, typer.Option("--history", metavar="DIR", help="What `arpad history export` wrote.")]


@history.command("export")
@office_verb("json db")
def export_history(
    call: OfficeCall,
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A directory that is not there yet.")],
    series: Annotated[
        list[str] | None, typer.Option("--series", help="Only this series; can be given several times.")
    ] = None,
    names: Annotated[bool, typer.Option("--names", help="With names and numbers; not to be published.")] = False,
    strengths: Annotated[
        str, typer.Option("--strengths", metavar="FILE", help="Of a simulated federation: its strengths.csv.")
    ] = "",
) -> None:
    """Write every list with all it was made from as Parquet, by series and list.

    Players, events, entries, games, ledger, lines, lists, adjustments and the law. Players have keys of this export
    alone, which are drawn anew each time, and of a birth the year is told. Every file has its hash in contents.json.

    [bold]Examples[/bold]

      arpad history export island-history

      arpad history export island-history --strengths island/strengths.csv
    """
    from arpad.cli.files import progress_bar
    from arpad.finding import Note

    with call.desk(NO_OFFICER) as desk:
        from arpad.office import proofs

        request = proofs.HistoryExport(directory, tuple(series or ()), names, Path(strengths) if strengths else None)
        exported = proofs.export_statistics(desk, request, progress_bar)
    if call.print_json("history export", exported):
        return
    counted = {name: getattr(exported, name) for name in ("directory", "lists", "series", "games", "players", "files")}
    print(Note.of("exported", **counted))
    print(Note.of("exported-names" if exported.named else "exported-numbers"))
    if strengths:
        print(Note.of("exported-strengths", players=exported.strengths))


@office_verb("json db")
def query_history(
    call: OfficeCall,
    question: Annotated[str, typer.Argument(metavar="SELECT", help="The question, in DuckDB's SQL.")],
    directory: HistoryOption = "",
) -> None:
    """Ask what was published in SQL; of a history, or of the office as it is now.

    A view for each table, with the columns series and list: list, entries, ledger, lines, worksheets, firsts, pool,
    adjustments, k_changes, unlisted, rated_events, rated_games, conclusions; events, seats, games, earlier, beside,
    waiting, merged, corrections, player_changes; and players, strengths. The view played has a row for each side of
    each game, with the ratings, what was expected and what it was worth. docs/lab.md has the columns. Nothing can be
    changed.

    [bold]Examples[/bold]

      arpad sql "SELECT list, count(*), avg(rating) FROM list WHERE state = 1 GROUP BY list ORDER BY list"

      arpad sql "SELECT difference, avg(half_points) / 2 FROM played WHERE status = 0 GROUP BY 1" --history DIR
    """
    from tempfile import TemporaryDirectory

    from arpad.cli.files import progress_bar
    from arpad.cli.output import print_table
    from arpad.finding import Note
    from arpad.history.bundle import Library
    from arpad.lab.sql import ask_sql, import_duckdb

    import_duckdb()
    if directory:
        result = ask_sql(Library(Path(directory)), question)
    else:
        with TemporaryDirectory(prefix="arpad-") as place:
            with call.desk(NO_OFFICER) as desk:
                from arpad.office import proofs

                proofs.export_statistics(desk, proofs.HistoryExport(Path(place) / "history"), progress_bar)
            result = ask_sql(Library(Path(place) / "history"), question)
    if call.print_json("sql", result):
        return
    if result.rows:
        print_table(result.columns, result.rows)
    print(Note.of("sql-rows", rows=len(result.rows)))
