"""Make an office for the tests: players, an opening list, and reports of events, laid out by hand.

The list is written as rows, not by the office's own publication: what is tested here reads lists and makes none.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from by_hand import behind_the_back, by_hand, register_facts
from databases import copy_of, new_database
from events_made import Scene, scene
from sqlalchemy import insert, text, update

from arpad.columns import Roll, State
from arpad.finding import Finding
from arpad.intake.sidecar import facts_of
from arpad.lists.sealed import parts_of
from arpad.office.book.event_facts import NamedFacts, facts_as_json
from arpad.office.book.event_lookup import find_parts_by_name
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.registration import RegistrationResult
from arpad.office.book.report_decisions import Outcome, admit_part
from arpad.office.book.submission import ReportPackage, ReportReceipt, SubmissionTerms
from arpad.office.clock import Clock
from arpad.office.desk import Desk, open_desk
from arpad.office.office_settings import found_office
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.reports import submit_reports
from arpad.office.rolls import empty_roll, store_roll_parts
from arpad.office.store.engine import connect_store
from arpad.office.store.schema import pointer, rating_list, series

S25 = "fide-standard-2025"
START = date(2025, 11, 3)  # of the events that `scene` makes under this edition
FIRST_LIST, LAST_LIST = 202509, 202511
NUMBERS = {number: 990000 + 7 * number for number in range(1, 41)}
RATINGS = dict.fromkeys(NUMBERS, 1700)


def office(address: str, now: date = date(2025, 9, 1), lists: Sequence[int] = (FIRST_LIST, 202510, LAST_LIST)) -> Desk:
    """A rehearsal with forty players, all rated, and the lists of some months."""
    desk = found_office(
        connect_store(address, create=True), "A. Officer", Clock(set_to=now), home="UKR", rehearsal=True
    )
    with by_hand(desk).writing("player-import") as writing:
        people = [
            Person(f"Invented{n}, Ann", fide_id, born=19800102, federation="UKR") for n, fide_id in NUMBERS.items()
        ]
        register_players(writing, people)
    publish(desk, "fide-standard", lists)
    return desk


def publish(desk: Desk, name: str, lists: Sequence[int], ratings: Mapping[int, int] | None = None) -> None:
    """Lists as they would stand there: the first with ratings, the others without a change."""
    given = list((ratings or RATINGS).values())
    roll = Roll.of(rating=given, state=[State.ACTIVE] * len(given), k=[20] * len(given))
    with by_hand(desk).writing("publish") as writing:
        writing.connection.execute(insert(series).values(name=name, kind="computed", log=writing.seq))
        store_roll_parts(writing.connection, name, lists[0], parts_of(empty_roll(0), roll))
        for each in lists:
            row = {"series": name, "list": each, "kind": "opening", "sha256": "", "log": writing.seq}
            writing.connection.execute(insert(rating_list).values(**row))
        writing.connection.execute(insert(pointer).values(series=name, list=lists[-1]))


def at(desk: Desk, day: date, who: str = "A. Officer", dry: bool = False) -> Desk:
    """The same rehearsal on another day."""
    return open_desk(connect_store(_address(desk)), who, day, dry)


def _address(desk: Desk) -> str:
    url = desk.store.engine.url
    return str(url.database) if desk.store.is_sqlite else url.render_as_string(hide_password=False)


def event(code: str, edition: str = S25, **given: Any) -> Scene:
    """A report and the facts that belong to it; the registration is of the office's own day."""
    made = scene(edition, **{"registered": None, "reported": None, "code": code, **given})
    facts = {"name": "Invented Event", "federation": "UKR", **made.facts}
    lines = dict(line.split(" ", 1) for line in made.text.splitlines() if line[:3] in ("042", "052"))
    days = {key: date(*map(int, lines[din].strip().split("/"))) for key, din in (("start", "042"), ("end", "052"))}
    return Scene(made.text, {**days, **facts}, made.today)


def registered(desk: Desk, made: Scene, by: str = "", why: str = "") -> RegistrationResult:
    return register_facts(desk, facts_of(made.facts, "test"), by, why)


def sent(
    desk: Desk, made: Scene | bytes, file: str = "open.trf", terms: SubmissionTerms | None = None, **beside: Any
) -> ReportReceipt:
    data = made if isinstance(made, bytes) else made.text.encode()
    (receipt,) = submit_reports(desk, [ReportPackage(file, data, NamedFacts.of(beside))], terms)
    return receipt


def reported(desk: Desk, made: Scene) -> Desk:
    """Registered on this day and sent two days after its end; the desk of that day."""
    registered(desk, made)
    later = at(desk, max(desk.today(), made.today))
    receipt = sent(later, made, terms=SubmissionTerms(str(made.facts["code"])))
    assert receipt.status == "accepted", receipt
    return later


def admitted(desk: Desk, code: str, **more: Any) -> Outcome:
    with desk.reading() as connection:
        (stand,) = find_parts_by_name(connection, [code])
    return admit_part(by_hand(desk), ListMemory(), stand, **more)


def codes(findings: Sequence[Finding], *tiers: str) -> list[str]:
    return sorted({finding.code for finding in findings if not tiers or finding.tier in tiers})


def write(directory: Path, name: str, made: Scene, **facts: Any) -> Path:
    """A report with its sidecar."""
    path = directory / f"{name}.trf"
    path.write_bytes(made.text.encode())
    lines = []
    for key, value in facts_as_json({**made.facts, **facts}).items():
        if value is None:
            continue
        if key == "arbiters":
            rows = ", ".join("{ " + ", ".join(f'{k} = "{v}"' for k, v in row.items() if v) + " }" for row in value)
            lines.append(f"{key} = [{rows}]")
        elif key in ("start", "end", "registered", "reported"):
            lines.append(f"{key} = {value}")
        else:
            lines.append(f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}")
    (directory / f"{name}.event.toml").write_text("\n".join(lines).replace("'", '"') + "\n", "utf-8")
    return path


@cache
def prepared(kind: str) -> str:
    """An office as above, made once per run and kind; tests get copies."""
    directory = Path(tempfile.mkdtemp(prefix="arpad-office-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    address = new_database(kind, directory)
    office(address).store.close()
    return address


def fresh(kind: str, directory: Path, now: date = date(2025, 9, 1)) -> Desk:
    """The prepared office as it was: a copy of the file, or the one database with its events and their log cleared."""
    address = prepared(kind)
    if kind == "sqlite":
        return open_desk(connect_store(copy_of(address, directory)), "A. Officer", now)
    store = connect_store(address)
    with behind_the_back(store) as connection:  # a copy of a PostgreSQL database takes seconds
        connection.execute(
            text("SET LOCAL session_replication_role = replica")
        )  # the triggers keep every row otherwise
        connection.execute(
            text("TRUNCATE rated, content, decision, report, event_facts, event RESTART IDENTITY CASCADE")
        )
        connection.execute(text("TRUNCATE rating_officer, membership, federation RESTART IDENTITY CASCADE"))
        connection.execute(
            text("DELETE FROM log WHERE day > 20250901 OR action NOT IN ('found', 'enter players', 'publish')")
        )
        for table in ("journal", "effect", "attachment", "link"):
            connection.execute(text(f"DELETE FROM {table} WHERE log NOT IN (SELECT seq FROM log)"))
        connection.execute(update(pointer).values(list=LAST_LIST))
    return open_desk(store, "A. Officer", now)
