"""How long a small command takes from the shell and back: `--version`, `check`, and three that look into an office.

    ./dev bench start-up [--rounds N] [--json] [--check] [--profile]

Each run is a new process with its modules compiled beforehand, as after an installation. What Python and the libraries
alone take is shown beside it: `explain`, `report show` and `event list` are held against importing SQLAlchemy, NumPy
and Typer in the same run. The office is that of the demo, small. Goals are held against the shortest run: whatever else
the machine does can only add. Two minutes.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import _clock
import _frame
import intake
import numpy as np
from _reports import sound

import arpad

VERSION, CHECK, PYTHON, NUMPY, TYPER = "arpad --version", "arpad check", "python", "import numpy", "import typer"
IMPORTS = "import sqlalchemy, numpy, typer"
EXPLAIN, SHOW, LIST = "arpad explain", "arpad report show", "arpad event list"
OVER = {"explain-over-imports": EXPLAIN, "report-show-over-imports": SHOW, "event-list-over-imports": LIST}
DEMO = Path(__file__).resolve().parents[1] / "demo" / "office.py"
SEVERAL = 12  # of the modules that take longest


def work() -> float:
    """The processor time of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def small_office(folder: Path, environment: dict[str, str], players: int) -> dict[str, tuple[str, ...]]:
    """The commands that look into an office of one published month."""
    db = str(folder / "office.db")
    made = [sys.executable, str(DEMO), "--players", str(players), "--months", "1", "--db", db]
    subprocess.run(made, env={**environment, "TMPDIR": str(folder)}, stdout=subprocess.DEVNULL, check=True)

    def asked(*words: str) -> list[dict[str, str]]:
        command = [sys.executable, "-m", "arpad", *words, "--json", "--db", db]
        answer = json.loads(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout)
        return answer if isinstance(answer, list) else list(answer["players"])

    player, event = str(asked("list", "show", "--top", "1")[0]["id"]), asked("event", "list")[0]["event"]
    return {
        EXPLAIN: ("-m", "arpad", "explain", player, "--db", db),
        SHOW: ("-m", "arpad", "report", "show", event, "--db", db),
        LIST: ("-m", "arpad", "event", "list", "--db", db),
    }


def run(environment: dict[str, str], *arguments: str) -> None:
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, check=False)
    if done.returncode not in (0, 1) or done.stderr:
        raise SystemExit(f"bench: {' '.join(arguments)} went wrong: {done.stderr.decode(errors='replace')}")


def slowest(environment: dict[str, str], *arguments: str) -> list[tuple[float, str]]:
    """Of each package the milliseconds its own modules take to be imported, the longest first."""
    command = [sys.executable, "-X", "importtime", *arguments]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stderr
    taken: dict[str, float] = {}
    for line in told.splitlines():
        own, _, rest = line.removeprefix("import time:").partition("|")
        if own.strip().isdigit():
            parts = rest.partition("|")[2].strip().split(".")
            name = ".".join(parts[: 2 if parts[0] == "arpad" else 1])
            taken[name] = taken.get(name, 0) + int(own) / 1000
    return sorted(((time_, name) for name, time_ in taken.items()), reverse=True)[:SEVERAL]


def main(argv: list[str]) -> int:
    parser = _frame.options("start-up", rounds=15)
    parser.add_argument("--players", type=int, default=100, help="of the office")
    chosen = _frame.chosen_of(parser, argv, players=30)
    with tempfile.TemporaryDirectory() as name:
        report_file = Path(name) / "small.trf"
        report_file.write_bytes(sound(random.Random(intake.SEED), 10, 9).encode())
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": f"{name}/compiled"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        if chosen.short:  # what is compiled already is good enough
            del environment["PYTHONPYCACHEPREFIX"]
        commands = {
            PYTHON: ("-c", "pass"),
            NUMPY: ("-c", "import numpy"),
            TYPER: ("-c", "import typer"),
            IMPORTS: ("-c", IMPORTS),
            VERSION: ("-m", "arpad", "--version"),
            CHECK: ("-m", "arpad", "check", str(report_file)),
            **small_office(Path(name), environment, chosen.players),
        }
        for command in () if chosen.short else commands.values():
            run(environment, *command)  # compiles
        if chosen.profile:
            for command in (VERSION, CHECK, EXPLAIN, SHOW, LIST):
                print(command)
                for taken, module in slowest(environment, *commands[command]):
                    print(f"  {taken:7.1f} ms  {module}")
            return 0
        runs = {name: partial(run, environment, *command) for name, command in commands.items()}
        taken = _clock.rounds_of(runs, chosen.rounds, warming=0 if chosen.short else 1, clock=work)
        packages = ", ".join(f"{module} {ms:.0f} ms" for ms, module in slowest(environment, *commands[CHECK])[:6])
    told = {
        PYTHON: (sys.version.split()[0], "nothing"),
        NUMPY: (np.__version__, "the arrays that ratings are computed in"),
        TYPER: (_frame.installed("typer"), "the command line"),
        IMPORTS: (_frame.installed("sqlalchemy"), "what an office cannot do without"),
        VERSION: (arpad.__version__, "says which version it is"),
        CHECK: (arpad.__version__, "reads 10 players and 9 rounds, applies the law, rates, tells"),
        EXPLAIN: (arpad.__version__, "opens a number of a published list"),
        SHOW: (arpad.__version__, "examines a report that is kept"),
        LIST: (arpad.__version__, "says where every event stands"),
    }
    about = "a new process each, modules compiled; ratio to `arpad check`"
    report = _frame.Report("start-up", about, chosen.rounds, _frame.rows_of("start", taken, told, CHECK))
    report.clock = "processor time of each process"
    report.notes.append(f"What `arpad check` imports longest, each package by itself, in one run: {packages}.")
    report.measures = {"version-seconds": min(taken[VERSION]), "check-seconds": min(taken[CHECK])}
    report.measures |= {name: min(taken[command]) - min(taken[IMPORTS]) for name, command in OVER.items()}
    return _frame.finish(report, chosen, {"typer": _frame.installed("typer")})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
