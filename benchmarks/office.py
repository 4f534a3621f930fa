"""A month of the world in the office: what is stored goes in, a published list with its ledger is stored.

    ./dev bench office [--rounds N] [--players N] [--games N] [--json] [--check]

An office with 1,500,000 players, an opening list and 2,000,000 admitted games is made on SQLite and on PostgreSQL, with
the durable settings of a real one (fsync on). Timed are `preview`, which makes the list, and `publish`, which looks
whether anything changed and writes it in one transaction: first in a process each, as two commands (`publish` makes the
list again, and takes everything back in the end), then at one desk, which has made it already. The peak memory of
either is told, and the processor time with that of the server of PostgreSQL: on a busy machine it says more. The list
must have the same hash on both. Every time is told as a ratio to the bare kernel, too: `rate` on the same month in the
same run. Then the history of one player over ten years is read, and the newest roll of
200,000 players after 12 and after 240 lists, by turns. Ten minutes, most of it to fill the two databases.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import _frame
import _months
import databases
import numpy as np
from by_hand import by_hand
from sqlalchemy import insert

import arpad
from arpad.columns import Games, Roll
from arpad.lists.sealed import RollRows, parts_of
from arpad.office.book.admitted_content import AdmittedContent, AdmittedHead, AdmittedPlayers, content_row
from arpad.office.clock import Clock
from arpad.office.desk import Desk, open_desk
from arpad.office.list_snapshots import store_due_snapshots
from arpad.office.office_settings import found_office
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.rolls import empty_roll, player_history, read_roll, store_roll_parts
from arpad.office.store import schema
from arpad.office.store.engine import connect_store
from arpad.packed import CHUNK, pack

EDITION, SERIES = "fide-standard-2025", "fide-standard"
YEARS, CHANGED = 10, CHUNK // 4  # rows of a part that change in a month of the world
READS = 50
DEPARTURE = 1  # seconds until a server has seen that its client is gone
LISTS, ROLL_PLAYERS = (12, 240), 200_000
MOVING = 10  # of so many rows of a roll one changes in a month of the world
AT_A_DESK = """
import json, sys, time
from pathlib import Path
from datetime import date
from arpad.days import Month
from arpad.office import periods
from arpad.office.desk import open_desk
from arpad.office.store.engine import connect_store
address, list_, steps = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
which = periods.ListChoice("fide-standard", Month(list_))
desk = open_desk(connect_store(address), "bench", date(list_ // 100, list_ % 100, 1), dry=steps == ["publish"])
taken, cpu, sha256 = {}, time.process_time(), ""
for step in steps:
    start = time.perf_counter()
    if step == "preview":
        periods.preview_list(desk, which)
    else:
        sha256 = periods.publish_list(desk, periods.PublishRequest(which, confirmed=True, empty=True)).sha256
    taken[step] = time.perf_counter() - start
cpu = time.process_time() - cpu
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print(json.dumps({**taken, "cpu": cpu, "sha256": sha256, "mib": int(status["VmHWM"].split()[0]) / 1024}))
"""


def main(argv: list[str]) -> int:
    parser = _frame.options("office", rounds=1)
    parser.add_argument("--players", type=int, default=1_500_000)
    parser.add_argument("--games", type=int, default=2_000_000)
    parser.add_argument("--roll-players", type=int, default=ROLL_PLAYERS)
    parser.add_argument("--most-lists", type=int, default=LISTS[1], help="of the longer series of rolls")
    chosen = _frame.chosen_of(parser, argv, players=3_000, games=1_000, roll_players=500, most_lists=24)
    lists = (LISTS[0], chosen.most_lists)
    month = _months.month(EDITION, 0, chosen.players, chosen.players // 3, chosen.games)
    report = _frame.Report("office", f"{chosen.players:,} players, {len(month.games):,} games, all stored", 1)
    seals, does = set(), "makes the list, writes it with its ledger in one transaction"
    again = "makes the list previewed by another process, writes it and takes it back"
    month.rate()
    kernel = statistics.median(timed(month.rate)[0] for _ in range(5))
    report.measures["kernel-ms"] = 1000 * kernel
    with tempfile.TemporaryDirectory(prefix="arpad-bench-") as name:
        for kind in databases.KINDS:
            address = databases.new_database(kind, Path(name), durable=not chosen.short)
            desk = filled(address, month)
            at_a_desk(address, month.list_, "preview")
            alone = at_a_desk(address, month.list_, "publish")
            about = {"Arpad": (arpad.__version__, f"{again}; {much_of(alone)}")}
            report.rows += _frame.rows_of(f"publish alone, {kind}", {"Arpad": [alone["publish"]]}, about)
            report.measures[f"{kind}-publish-alone-seconds"] = alone["publish"]
            report.measures[f"{kind}-publish-alone-processor-seconds"] = alone["cpu"]
            told = at_a_desk(address, month.list_, "preview", "publish")
            seals |= {alone["sha256"], told["sha256"]}
            taken = {"Arpad": [told["preview"] + told["publish"]]}
            about = {"Arpad": (arpad.__version__, f"{does}; preview {told['preview']:.1f} s, {much_of(told)}")}
            report.rows += _frame.rows_of(f"month end to end, {kind}", taken, about)
            report.measures[f"{kind}-seconds"] = taken["Arpad"][0]
            report.measures[f"{kind}-processor-seconds"] = told["cpu"]
            report.measures[f"{kind}-against-kernel"] = taken["Arpad"][0] / kernel
            report.measures[f"{kind}-mib"] = told["mib"]
            reads = ten_years(desk, month.list_)
            about = {"Arpad": (arpad.__version__, f"{12 * YEARS} lists, {CHANGED} rows changed in each part")}
            report.rows += _frame.rows_of(f"a player's ten years, {kind}", {"Arpad": reads}, about)
            report.measures[f"{kind}-history-ms"] = 1000 * statistics.median(reads)
            few, many = newest_rolls(desk, lists, chosen.roll_players)
            about = {
                f"{n} lists": (arpad.__version__, f"{chosen.roll_players:,} players, a tenth moves on a list")
                for n in lists
            }
            reads_of = dict(zip(about, (few, many), strict=True))
            report.rows += _frame.rows_of(f"the newest roll, {kind}", reads_of, about, base=f"{lists[0]} lists")
            report.measures[f"{kind}-roll-at-240-against-12"] = statistics.median(many) / statistics.median(few)
            report.measures[f"{kind}-roll-against-kernel"] = statistics.median(many) / kernel
            desk.store.close()
    for measure in ("seconds", "processor-seconds"):
        ours, other = (report.measures[f"{kind}-{measure}"] for kind in databases.KINDS)
        report.measures[f"postgresql-against-sqlite-{measure}"] = other / ours
    if len(seals) != 1:
        raise SystemExit(f"bench: the two databases give different lists: {seals}")
    report.compared += ["SQLite and PostgreSQL: the list", "rolls as stored"]
    return _frame.finish(report, chosen, {})


def timed(work: Callable[[], object]) -> tuple[float, object]:
    start = time.perf_counter()
    done = work()
    return time.perf_counter() - start, done


def newest_rolls(desk: Desk, lengths: tuple[int, int], players: int) -> tuple[list[float], list[float]]:
    """How long it takes to read the newest roll of a series with few lists and of one with many, by turns."""
    newest, numbers, moving = {}, np.arange(1, players + 1, dtype=np.int64), players // MOVING
    for count in lengths:
        series, dice, before = f"bench-{count}", np.random.default_rng(count), empty_roll(0)
        lists = [(2000 + at // 12) * 100 + at % 12 + 1 for at in range(count)]
        with by_hand(desk).writing("rolls") as writing:
            connection, head = (
                writing.connection,
                {"series": series, "kind": "opening", "sha256": "", "log": writing.seq},
            )
            connection.execute(insert(schema.series).values(name=series, kind="computed", log=writing.seq))
            for list_ in lists:
                rating = dice.integers(1400, 2800, players) if not len(before) else before.rating.copy()
                moved = dice.choice(players, moving, replace=False)
                rating[moved] = dice.integers(1400, 2800, moving)
                roll = Roll.of(rating=rating, state=1, k=20, games=50, highest=2800, last=lists[0])
                connection.execute(insert(schema.rating_list).values(**head, list=list_))
                store_roll_parts(connection, series, list_, parts_of(before, roll))
                store_due_snapshots(connection, series, list_, roll)
                before = roll
            connection.execute(insert(schema.pointer).values(series=series, list=lists[-1]))
        newest[count] = series, lists[-1], before
    taken: dict[int, list[float]] = {count: [] for count in lengths}
    with desk.reading() as connection:
        for _ in range(READS):
            for count, (series, list_, roll) in newest.items():
                seconds, read = timed(lambda s=series, at=list_: read_roll(connection, s, at, numbers))  # type: ignore[misc]
                taken[count].append(seconds)
                if not roll.equals(read):  # type: ignore[arg-type]
                    raise SystemExit("bench: a roll is not what was stored")
    return taken[lengths[0]], taken[lengths[1]]


def at_a_desk(address: str, list_: int, *steps: str) -> dict[str, Any]:
    """What these steps take in a process of their own; the processor time of a server is added."""
    before = server_seconds(address)
    command = [sys.executable, "-c", AT_A_DESK, address, str(list_), *steps]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"bench: the month went wrong:\n{done.stderr}")
    answer: dict[str, Any] = json.loads(done.stdout)
    if "://" in address:
        time.sleep(DEPARTURE)
    answer["cpu"] += server_seconds(address) - before
    return answer


def server_seconds(address: str) -> float:
    """The processor time that the PostgreSQL server has taken until now, with all its processes; SQLite has none."""
    if "://" not in address:
        return 0.0
    server = str(databases.process_of(address.partition("?host=")[2]))
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # one that has just ended is counted with the server
            fields = file.read_text().rpartition(")")[2].split()
            if server in (file.parent.name, fields[1]):
                ticks += sum(map(int, fields[11:15] if file.parent.name == server else fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def much_of(taken: dict[str, Any]) -> str:
    return f"{taken['cpu']:.1f} s of processor, {taken['mib']:.0f} MiB at most"


def filled(address: str, month: _months.Month) -> Desk:
    """An office in which everything is ready: people, the list before, admitted events."""
    day = date(month.list_ // 100, month.list_ % 100, 1)
    found_office(connect_store(address, create=True), "bench", Clock(set_to=day), rehearsal=True)
    desk, before = open_desk(connect_store(address), "bench", day), _months.before(month.list_)
    born = month.players.born.tolist()
    with by_hand(desk).writing("people") as writing:
        register_players(
            writing,
            [
                Person(name=f"Invented{at}, Ann", fide_id=100 + at, born=each, federation="POL")
                for at, each in enumerate(born)
            ],
        )
    with by_hand(desk).writing("open") as writing:
        at = {"series": SERIES, "list": before}
        writing.connection.execute(insert(schema.series).values(name=SERIES, kind="computed", log=writing.seq))
        writing.connection.execute(insert(schema.rating_list).values(**at, kind="opening", sha256="", log=writing.seq))
        writing.connection.execute(insert(schema.pointer).values(**at))
        store_roll_parts(writing.connection, SERIES, before, parts_of(empty_roll(0), month.rolls.replaced))
    with by_hand(desk).writing("events") as writing:
        rows = list(events_of(month, before, writing.seq))
        for table, name in ((schema.event, "event"), (schema.event_facts, "facts"), (schema.decision, "decisions")):
            writing.connection.execute(insert(table), [row for made in rows for row in made[name]])
        writing.connection.execute(insert(schema.content), [row for made in rows for row in made["content"]])
    return desk


def events_of(month: _months.Month, before: int, log: int):  # type: ignore[no-untyped-def]
    """The rows of each event."""
    events, entries, games = month.events, month.entries, month.games
    seats = np.searchsorted(entries.event, np.arange(len(events) + 1)).tolist()
    boards = np.searchsorted(entries.event[games.white], np.arange(len(events) + 1)).tolist()
    for at in range(len(events)):
        first, last = seats[at], seats[at + 1]
        cut = games.cut(slice(boards[at], boards[at + 1]))
        played = Games(**{**dict(cut.columns()), "white": cut.white - first, "black": cut.black - first})
        start, end = int(events.start[at]), int(events.end[at])
        head = AdmittedHead.of(start=[start], end=[end], system=[int(events.system[at])], seated_by=[before],
                       championship=[bool(events.championship[at])], enters=[month.list_])  # fmt: skip
        sitting = AdmittedPlayers(
            entries.player[first:last], np.arange(1, last - first + 1, dtype=np.uint16), entries.status[first:last]
        )
        key, event = at + 1, {"series": SERIES, "start": start, "end": end, "log": log}
        kinds = ("registered", "reported", "admitted")
        yield {
            "event": [{"key": key, "code": f"E{key}", **event}],
            "facts": [{"event": key, "facts": "{}", "log": log}],
            "decisions": [{"seq": 3 * at + n + 1, "event": key, "kind": k, "log": log} for n, k in enumerate(kinds)],
            "content": [content_row(AdmittedContent(head, sitting, played).packed(), 3 * at + 3, int(events.key[at]))],
        }


def ten_years(desk: Desk, last: int) -> list[float]:
    """How long it takes to read one player's ten years; his range of players has a part for every list."""
    series, dice = "bench-history", np.random.default_rng(5)
    lists = [(last // 100 - YEARS + at // 12) * 100 + at % 12 + 1 for at in range(12 * YEARS)]
    with by_hand(desk).writing("history") as writing:
        for list_ in lists:
            keys = np.unique(np.append(dice.choice(CHUNK, CHANGED - 1, replace=False), 7)).astype(np.int32)
            roll = Roll.of(
                rating=dice.integers(1400, 2800, len(keys)), state=1, k=20, games=50, highest=2800, last=list_
            )
            rows = RollRows(keys, **dict(roll.columns()))
            store_roll_parts(writing.connection, series, list_, [(0, pack(rows))])
    taken = []
    with desk.reading() as connection:
        for _ in range(READS):
            start = time.perf_counter()
            found = list(player_history(connection, series, 7))
            taken.append(time.perf_counter() - start)
            if len(found) != len(lists):
                raise SystemExit("bench: a list is missing in the history")
    return taken


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
