"""One event twelve lists back is annulled: everything is made again in memory, and told.

    ./dev bench revision [--rounds N] [--players N] [--games N] [--json] [--check]

An office with 200,000 players and twelve lists of real games is made on SQLite. Timed, in processor time and by turns:
the making of one list as `period preview` makes it (everything read, rated and laid out), and the preview of a case
that concerns all twelve. Told is how many lists' work the preview is, and how long one answers in a small office.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import _frame
import _months
import databases
import numpy as np
import office
from by_hand import by_hand, preview_list, publish_list
from sqlalchemy import insert

import arpad
from arpad.office import revisions
from arpad.office.book.admitted_content import AdmittedHead, content_row, unpack_content
from arpad.office.desk import Desk, open_desk
from arpad.office.publishing.list_draft import make_draft
from arpad.office.publishing.list_inputs import gather_inputs_again
from arpad.office.store import schema
from arpad.office.store.engine import connect_store

LISTS, SMALL = 12, 2_000
LAST_DAY = 28  # every month has it


def main(argv: list[str]) -> int:
    parser = _frame.options("revision", rounds=3)
    parser.add_argument("--players", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=266_000)
    parser.add_argument("--lists", type=int, default=LISTS)
    chosen = _frame.chosen_of(parser, argv, lists=3, players=600, games=800)
    title = f"{chosen.players:,} players, {chosen.lists} lists of {chosen.games:,} games"
    report = _frame.Report("revision", title, chosen.rounds)
    with tempfile.TemporaryDirectory(prefix="arpad-bench-") as name:
        one, all_ = measured(Path(name) / "large", chosen.players, chosen.games, chosen.lists, chosen.rounds)
        small_size = min(SMALL, chosen.players)
        _, small = measured(Path(name) / "small", small_size, small_size, chosen.lists, 1)
    about = {
        "one list": (arpad.__version__, "gathered and made as a preview makes it"),
        "the case": (
            arpad.__version__,
            f"an event {chosen.lists} lists back annulled: made again and told, nothing kept",
        ),
    }
    report.rows += _frame.rows_of("one event twelve lists back", {"one list": one, "the case": all_}, about, "one list")
    report.measures["preview-against-one-list"] = statistics.median(all_) / statistics.median(one)
    report.measures["small-office-seconds"] = statistics.median(small)
    return _frame.finish(report, chosen, {})


def measured(directory: Path, players: int, games: int, lists: int, rounds: int) -> tuple[list[float], list[float]]:
    """Processor seconds of the making of one list, and of the preview of a case, by turns."""
    directory.mkdir()
    desk, first = filled(databases.new_database("sqlite", directory), players, games, lists)
    case = revisions.propose_case(desk, revisions.EventAnnulment("E1", "it was never played"))
    one, all_ = [], []
    for _ in range(rounds):
        with desk.reading() as connection:
            one.append(spent(lambda: make_draft(connection, gather_inputs_again(connection, office.SERIES, first))))
        all_.append(spent(lambda: revisions.preview_case(desk, revisions.CaseCode(case.code))))
    desk.store.close()
    return one, all_


def spent(work) -> float:  # type: ignore[no-untyped-def]
    start = time.process_time()
    work()
    return time.process_time() - start


def filled(address: str, players: int, games: int, lists: int) -> tuple[Desk, int]:
    """An office with so many lists, each of a month of games; and its first computed list."""
    month = _months.month(office.EDITION, 0, players, players * 9 // 10, games)
    desk = office.filled(address, month)
    list_ = month.list_
    for turn in range(lists):
        desk = open_desk(connect_store(address), "bench", date(list_ // 100, list_ % 100, 1))
        if turn:
            enter_month(desk, month, list_, turn)
        preview_list(desk, office.SERIES, list_)
        publish_list(desk, office.SERIES, list_)
        list_ = list_ + 1 if list_ % 100 < 12 else list_ + 89
    return desk, month.list_


def enter_month(desk: Desk, month: _months.Month, list_: int, turn: int) -> None:
    """The same fields and results once more, a month later."""
    before, count = _months.before(list_), len(month.events)
    with by_hand(desk).writing("events") as writing:
        for row in office.events_of(month, before, writing.seq):
            head = unpack_content(row["content"][0]["packed"])
            days = {
                name: [before * 100 + min(int(getattr(head.head, name)[0]) % 100, LAST_DAY)]
                for name in ("start", "end")
            }
            there = AdmittedHead.of(**{**dict(head.head.columns()), **days, "seated_by": [before], "enters": [list_]})
            (event,) = row["event"]
            event |= {"key": event["key"] + turn * count, "code": f"E{event['key'] + turn * count}"}
            event |= {name: days[name][0] for name in days}
            row["facts"][0]["event"] = event["key"]
            for decision in row["decisions"]:
                decision |= {"seq": decision["seq"] + 3 * turn * count, "event": event["key"]}
            packed = replace(head, head=there).packed()
            key = int(np.int64(row["content"][0]["event_key"]) ^ np.int64(turn << 40))
            content = content_row(packed, row["decisions"][-1]["seq"], key)
            for table, rows in (
                (schema.event, [event]),
                (schema.event_facts, row["facts"]),
                (schema.decision, row["decisions"]),
            ):
                writing.connection.execute(insert(table), rows)
            writing.connection.execute(insert(schema.content), [content])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
