"""A simulated federation's history for the lab: an office that took in its reports, and what it exported."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from typed import typed

from arpad.days import Month
from arpad.history.bundle import Library
from arpad.simulate import SimulationSetting, simulate_federation
from arpad.simulate.setting import month_end

SERIES, FIRST, MONTHS, PLAYERS = "fide-standard", 202403, 6, 160


@cache
def island() -> Path:
    """The directory of the history; the office and the season stand beside it."""
    place = Path(mkdtemp())
    season, db = place / "season", ("--db", str(place / "office.db"))
    setting = SimulationSetting(SERIES, Month(FIRST), MONTHS, PLAYERS, 7, 5)
    simulate_federation(season, setting, lambda _: None)

    def run(*words: object) -> None:
        done = typed(*words, *db)
        assert done.code in (0, 1), (words, done.err)

    first = Month(FIRST)
    run("init", "--rehearsal", "--now", first.first)
    run("federation", "import", season / "federations.csv")
    run("arbiter", "import", season / "arbiters.csv")
    run("player", "import", season / "players.csv")
    run("list", "open", SERIES, season / "opening.csv", "--list", first)
    for at in range(MONTHS):
        month = first.plus(at)
        end = ("--now", month_end(month.first))
        if (season / f"players-{month}.csv").exists():
            run("player", "import", season / f"players-{month}.csv", "--update", *end)
        run("event", "register", season / str(month), "--by", "federation secretary", *end)
        run("report", "submit", season / str(month), *end)
        run("report", "admit", "--all-ratable", *end)
        run("period", "preview", "--now", month.plus(1).first)
        run("period", "publish", "--yes", "--empty", "--now", month.plus(1).first)
    run("history", "export", place / "history", "--strengths", season / "strengths.csv")
    return place / "history"


def island_history() -> Library:
    return Library(island())
