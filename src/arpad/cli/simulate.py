"""`arpad simulate`: a federation to try the office on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.calculator_input import DEFAULT_SERIES
from arpad.cli.rulebook_options import use_only_rulebook
from arpad.finding import UserError

EXAMPLES_HELP = """Make a federation to try the office on: registry, opening list, and the reports of some months.

Nobody in it is real. Players have hidden strengths, ratings follow them; there are newcomers, juniors, foreigners and
sleepers; Swiss, round robin, team events, matches and a league in monthly parts; forfeits, byes, withdrawals and late
reports. Some reports are defective: defects.toml says which, in which way, and what the office should do about it.
The same seed gives the same bytes. README.txt in the directory says what to do with it.

[bold]Examples[/bold]

  arpad simulate -o island                              3000 players, fide-standard, 2024-03 on, two years

  arpad simulate --players 40 --months 3 -o tiny        a small one, in a moment

  arpad simulate --series fide-blitz --from 2018-07 --months 12 --seed 3 -o blitz      with standard lists to import

  arpad simulate --series ukraine --from 2020-01 --months 6 -o national

  arpad simulate --series fide-standard --from 2009-07 --months 24 -o six-a-year

  arpad simulate --rulebook ruritania-2026.toml --from 2026-01 --months 12 -o ruritania      by a rulebook of your own

  arpad simulate --defects 0 -o sound                   no report is spoilt
"""


def simulate_federation(
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="A directory, new or empty.")],
    players: Annotated[int, typer.Option(metavar="N", help="How many players there are at the start.")] = 3000,
    series: Annotated[
        str, typer.Option(metavar="SERIES", help="The rating series; fide-standard, or that of the rulebook.")
    ] = "",
    rulebook: Annotated[
        str, typer.Option("--rulebook", metavar="ID|FILE", help="The rulebook of the series; a file of your own, too.")
    ] = "",
    first: Annotated[str, typer.Option("--from", metavar="YYYY-MM", help="The first month.")] = "2024-03",
    months: Annotated[int, typer.Option(metavar="N", help="How many months.")] = 24,
    seed: Annotated[int, typer.Option(metavar="N", help="Another number gives another federation.")] = 7,
    defects: Annotated[
        int, typer.Option(metavar="PERCENT", help="Share of the reports to be spoilt.", min=0, max=100)
    ] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Say what was made as one JSON object.")] = False,
) -> None:
    from arpad.cli.files import progress_bar
    from arpad.cli.output import print_answer_line
    from arpad.days import Month
    from arpad.simulate import SimulationSetting
    from arpad.simulate import simulate_federation as run

    try:
        month = Month.read(first)
    except ValueError:
        raise UserError("simulate-first", text=first) from None
    served = use_only_rulebook(rulebook) if rulebook else (DEFAULT_SERIES,)
    setting = SimulationSetting(series or served[0], month, months, players, seed, defects)
    with progress_bar("months", months) as advance:
        summary = run(output, setting, advance).summary
    if as_json:
        print_answer_line("simulate", summary)
        return
    newcomers = "newcomer" if summary.newcomers == 1 else "newcomers"
    print(f"{output}: {summary.players:,} players and {summary.newcomers:,} {newcomers}; {summary.reports:,} reports "
          f"with {summary.games:,} games; {summary.late:,} late, {summary.defective:,} defective")  # fmt: skip
    print(f"README.txt in {output} says what to do with it")


simulate_federation.__doc__ = EXAMPLES_HELP
