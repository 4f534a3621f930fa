"""Say in the directory itself what is in it and what to do with it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from arpad.days import Month
from arpad.frozen import dataclass
from arpad.simulate.calendar import month_end

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


IMPORT = "  arpad list import fide-standard DIR/standard/{opening}.txt --now {first}\n"


@dataclass(frozen=True, slots=True)
class Summary:
    """What was simulated, in numbers."""

    directory: str
    series: str
    from_: Month
    months: int
    seed: int
    players: int
    newcomers: int
    reports: int
    games: int
    late: int
    defects: Mapping[str, int]  # by the way in which reports are spoilt

    @property
    def defective(self) -> int:
        """How many reports are spoilt."""
        return sum(self.defects.values())


def readme(summary: Summary, home: str, opened: date, elsewhere: bool) -> str:
    """The page; `elsewhere`: there are lists of another series to import."""
    first = summary.from_
    return TEXT.format(
        series=summary.series,
        first=first,
        last=first.plus(summary.months - 1),
        seed=summary.seed,
        players=summary.players,
        newcomers=summary.newcomers,
        reports=summary.reports,
        games=summary.games,
        late=summary.late,
        start=first.first,
        next=first.plus(1).first,
        opening=Month.of(opened),
        end=month_end(first.first),
        home=f" --home {home}" if home else "",
        opened=opened,
        defective=summary.defective,
        ways=", ".join(f"{way} {count}" for way, count in sorted(summary.defects.items())) or "none",
        elsewhere="standard/             standard lists to import, one for each list day\n" if elsewhere else "",
        lists=IMPORT.format(first=first.first, opening=Month.of(opened)) if elsewhere else "",
    )
