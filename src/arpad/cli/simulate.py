"""`arpad simulate`: a federation to try the office on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = """Make a federation to try the office on: registry, opening list, and the reports of some months.

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

  arpad simulate --defects 0 -o sound                   no report is spoilt
"""


def simulate(
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="A directory, new or empty.")],
    players: Annotated[int, typer.Option(metavar="N", help="How many players there are at the start.")] = 3000,
    series: Annotated[str, typer.Option(metavar="SERIES", help="The rating series.")] = "fide-standard",
    first: Annotated[str, typer.Option("--from", metavar="YYYY-MM", help="The first month.")] = "2024-03",
    months: Annotated[int, typer.Option(metavar="N", help="How many months.")] = 24,
    seed: Annotated[int, typer.Option(metavar="N", help="Another number gives another federation.")] = 7,
    defects: Annotated[
        int, typer.Option(metavar="PERCENT", help="Share of the reports to be spoilt.", min=0, max=100)
    ] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Say what was made as one JSON object.")] = False,
) -> None:
    import json
    from collections import Counter

    from arpad.cli.files import progress
    from arpad.simulate import simulate as make
    from arpad.simulate.calendar import month_of

    month = month_of(first, "--from")
    with progress("months", months) as advance:
        made = make(output, series, month, months, players, seed, defects, advance)
    ways = dict(sorted(Counter(defect.way for defect in made.defects).items()))
    if as_json:
        told = {
            "directory": str(output), "series": series, "from": first, "months": months, "seed": seed,
            "players": made.players, "newcomers": made.newcomers, "reports": made.reports, "games": made.games,
            "late": made.late, "defects": ways,
        }  # fmt: skip
        print(json.dumps(told, ensure_ascii=False))
        return
    print(f"{output}: {made.players:,} players and {made.newcomers:,} newcomers; {made.reports:,} reports with "
          f"{made.games:,} games; {made.late:,} late, {len(made.defects):,} defective")  # fmt: skip
    print(f"README.txt in {output} says what to do with it")


simulate.__doc__ = EXAMPLES
