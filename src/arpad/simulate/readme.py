"""Say in the directory itself what is in it and what to do with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from arpad.law.calendar import add_months
from arpad.simulate.calendar import month_end
from arpad.simulate.defects import Defect

TEXT = """A federation to try a rating office on. Nobody here is real: the names are invented words.

Series {series}, {first} to {last}, seed {seed}.
{players} players and {newcomers} newcomers; {reports} reports with {games} games.
{defective} reports are defective, {late} came too late for their list.

players.csv           the registry at the start
players-YYYY-MM.csv   who registers before that month, and the transfers and deaths of that month
arbiters.csv          arbiters and their licences
federations.csv       federations, and since when they are members
opening.txt           the opening list of {opened}, as FIDE writes lists
opening.csv           what that form cannot say: games so far, highest rating, list of the last game, state
{elsewhere}YYYY-MM/              the reports that arrive in that month, each with its sidecar
defects.toml          which reports are defective, in which way, and what is expected; which are late, and why
strengths.csv         the true strengths: on the first day, and points a year. The office must not see them.

Defects: {ways}.

The months, with this directory as DIR:

  arpad init --rehearsal --now {start}{home}
  arpad federation import DIR/federations.csv
  arpad arbiter import DIR/arbiters.csv
  arpad player import DIR/players.csv
  arpad list open {series} DIR/opening.csv --list {opening}

and then month by month

{lists}  arpad player import DIR/players-{first}.csv --update --now {end}      where there is one
  arpad event register DIR/{first} --by 'federation secretary' --now {end}
  arpad report submit DIR/{first} --now {end}
  arpad report admit --all-ratable --now {end}
  arpad period preview --now {next}
  arpad period publish

Reports without an office:

  arpad check DIR/{first}
"""


IMPORT = "  arpad list import fide-standard DIR/standard/{opening:%Y-%m}.txt --now {first}\n"


def readme(
    series: str, first: date, months: int, seed: int, opened: date, counts: dict[str, int],
    defects: Sequence[Defect], elsewhere: bool, home: str,
) -> str:  # fmt: skip
    """The page."""
    ways = Counter(defect.way for defect in defects)
    return TEXT.format(
        series=series,
        first=f"{first:%Y-%m}",
        last=f"{add_months(first, months - 1):%Y-%m}",
        seed=seed,
        start=first,
        next=add_months(first, 1),
        opening=f"{opened:%Y-%m}",
        end=month_end(first),
        home=f" --home {home}" if home else "",
        opened=opened,
        defective=len(defects),
        ways=", ".join(f"{way} {count}" for way, count in sorted(ways.items())) or "none",
        elsewhere="standard/             standard lists to import, one for each list day\n" if elsewhere else "",
        lists=IMPORT.format(first=first, opening=opened) if elsewhere else "",
        **counts,
    )
