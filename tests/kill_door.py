"""Kill the process that takes reports in and admits them, between and inside its groups, and look at what stands.

    python tests/kill_door.py [--kills N] [--on sqlite|postgresql] [--seed S] [--too-soon]

An office with registered events is copied for each kill. A forked process submits their reports in small groups and
writes a line for each receipt, then admits them and writes a line for each admission; it is ended by SIGKILL at some
moment. Whatever it wrote a line for must stand, nothing twice, each report with its decision, its games in the index
and its entry in the log; and the same work again must end where an undisturbed one ends. `--too-soon` gives receipts
before they are on disk: the negative control. Exit code 1: something acknowledged was lost, or something is doubled.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from databases import KINDS, copy_of
from events_made import Scene
from office_made import at, registered
from publication_made import address_of, an_open, copied, opened
from sqlalchemy import select

from arpad.office import reports
from arpad.office.book import report_decisions, submission
from arpad.office.book.submission import ReportPackage
from arpad.office.desk import Desk, open_desk
from arpad.office.store import schema
from arpad.office.store.engine import connect_store

EVENTS, GROUP, APART = 6, 2, 5
LAST = date(2025, 11, 30)
SOUND, LOST, DOUBLED = "sound", "lost", "doubled"


def packages() -> list[ReportPackage]:
    return [ReportPackage(f"{each.facts['code']}.trf", each.text.encode()) for each in opens()]


def opens() -> list[Scene]:
    """Opens of the same players, far enough apart."""
    starts = [date(2025, 11, 1 + APART * n) for n in range(EVENTS)]
    return [an_open(f"open-{n}", rounds=2, start=start) for n, start in enumerate(starts)]


def prepared(kind: str, directory: Path) -> str:
    """An office in which the events are registered, on the day on which all of them are over."""
    desk = copied(opened(kind), directory)
    for made in opens():
        registered(desk, made)
    at(desk, LAST).store.close()
    return address_of(desk)


def work(desk: Desk) -> Iterator[str]:
    """Take everything in and admit it; a line for each thing that is done."""
    for receipt in reports.submit_reports(desk, packages()):
        if receipt.status != "refused":
            yield f"report {receipt.event}"
    for outcome in reports.admit_ratable_events(desk):
        if outcome.status == "admitted":
            yield f"admitted {outcome.event}"


def hasty(desk: Desk) -> Iterator[str]:
    """The control: receipts while the group is still open."""
    for package in packages():
        yield f"report {package.name.removesuffix('.trf')}"
    yield from work(desk)


def run(address: str, out: int, too_soon: bool) -> None:
    desk = open_desk(connect_store(address), "K.", LAST)
    for line in (hasty if too_soon else work)(desk):
        os.write(out, f"{line}\n".encode())
    desk.store.close()


def stands(address: str) -> dict[str, Any]:
    """What is in the book: reports by event, which of them are whole, and admissions."""
    store = connect_store(address)
    event, report, decision = schema.event, schema.report, schema.decision
    with store.reading() as connection:
        codes = {row.key: row.code for row in connection.execute(select(event.c.key, event.c.code))}
        sent = connection.execute(select(report.c.seq, report.c.event, report.c.log)).all()
        happened = connection.execute(
            select(decision.c.event, decision.c.report, decision.c.kind, decision.c.seq)
        ).all()
        indexed = set(connection.execute(select(schema.game_week.c.report)).scalars())
        contents = set(connection.execute(select(schema.content.c.decision)).scalars())
        entries = Counter(connection.execute(select(schema.log.c.action, schema.log.c.subject)).all())
    store.close()
    reported = {row.report for row in happened if row.kind == "reported"}
    admitted = [row for row in happened if row.kind == "admitted"]
    return {
        "report": Counter(codes[row.event] for row in sent),
        "admitted": Counter(codes[row.event] for row in admitted),
        "whole": {row.seq for row in sent} == reported == indexed and {row.seq for row in admitted} == contents,
        "entries": max((times for (action, _), times in entries.items() if "submit" in action or action == "admit"),
                       default=0) <= 1,
    }  # fmt: skip


def verdict(lines: list[str], found: dict[str, Any]) -> str:
    told = [tuple(line.split()) for line in lines]
    if any(found[what][code] != 1 for what, code in told):
        return LOST
    twice = any(times > 1 for what in ("report", "admitted") for times in found[what].values())
    return DOUBLED if twice or not found["whole"] or not found["entries"] else SOUND


def killed(address: str, after: float, too_soon: bool) -> list[str]:
    """What a process wrote before it was killed; only whole lines count."""
    into, out = os.pipe()
    child = os.fork()
    if not child:
        os.close(into)
        try:
            run(address, out, too_soon)
        finally:
            os._exit(0)
    os.close(out)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(into, "rb") as stream:
        return stream.read().decode().split("\n")[:-1]


def campaign(kind: str, kills: int, seed: int, too_soon: bool) -> Counter[str]:
    directory = Path(tempfile.mkdtemp(prefix="arpad-kill-door-"))
    rng, found = random.Random(seed), Counter[str]()
    try:
        source = prepared(kind, directory)
        reference, start = copy_of(source, directory), time.perf_counter()
        lines = list(work(open_desk(connect_store(reference), "K.", LAST)))
        seconds, whole = time.perf_counter() - start, stands(reference)
        for _ in range(kills):
            address = copy_of(source, directory)
            told = killed(address, rng.random() * seconds * 1.1, too_soon)
            found[verdict(told, stands(address))] += 1
            desk = open_desk(connect_store(address), "K.", LAST)
            list(work(desk))
            desk.store.close()
            if stands(address) != whole:
                found[DOUBLED] += 1
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    if len(lines) != 2 * EVENTS:
        raise SystemExit(f"the undisturbed work is not whole: {lines}")
    return found


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--on", choices=KINDS, action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--too-soon", action="store_true")
    chosen = parser.parse_args(argv)
    for room in (submission, report_decisions):
        vars(room)["GROUP_SIZE"] = GROUP
    bad = 0
    for kind in chosen.on or KINDS:
        found = campaign(kind, chosen.kills, chosen.seed, chosen.too_soon)
        bad += found[LOST] + found[DOUBLED]
        print(f"{kind}: {', '.join(f'{times} {what}' for what, times in sorted(found.items()))}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
