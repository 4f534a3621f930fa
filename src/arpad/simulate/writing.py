"""Write the federation into a directory: registry, lists, reports month by month, and what is wrong with which.

Every file is written with the same bytes wherever it is written: UTF-8, lines that end with LF (reports as their
program ends them, lists as FIDE does).
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from io import BytesIO, StringIO
from pathlib import Path

import numpy as np

from arpad.columns import Roll, State
from arpad.days import Month
from arpad.finding import Misuse, Remedy
from arpad.intake import RatingList, write_txt
from arpad.law.calendar import add_months
from arpad.simulate.arbiters import ArbiterRow
from arpad.simulate.defects import Defect
from arpad.simulate.people import LEFT_OUT, STATES, Federation, Person
from arpad.simulate.report import Sent, sidecar

PLAYERS = (
    "fide_id", "name", "former_names", "born", "sex", "federation", "region", "title", "national_title",
    "memberships", "died", "since",
)  # fmt: skip
OPENING = ("id", "rating", "k", "games", "highest", "last", "inactive")
MEMBERS_SINCE, DAY = date(2000, 1, 1), timedelta(days=1)


def prepare(out: Path) -> None:
    """The directory, new or empty."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise Misuse("directory/taken", Remedy.to("name-directory"), directory=str(out))
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse("directory/unmade", directory=str(out), error=error.strerror) from None


def write_registry(out: Path, federation: Federation, months: int) -> int:
    """Players, federations and what changes month by month; how many newcomers there are."""
    first, people = federation.first, federation.people
    _csv(out / "players.csv", PLAYERS, (_row(person) for person in people if person.since < first))
    newcomers = 0
    for month in (add_months(first, at) for at in range(months)):
        before, after = add_months(month, -1), add_months(month, 1)
        rows = [_row(person) for person in people if max(before, first) <= person.since < month]
        newcomers += len(rows)
        for person in people:
            if person.moved and month <= person.moved < after:
                rows.append(_row(person, federation=person.moved_to, since=person.moved))
            if person.died and month <= person.died < after:
                rows.append(_row(person, died=person.died))
        if rows:
            _csv(out / f"players-{Month.of(month)}.csv", PLAYERS, rows)
    middle = add_months(first, months // 2)
    states: list[tuple[object, ...]] = []
    for code, name in STATES.items():
        states.append((code, name, "member", MEMBERS_SINCE, middle - DAY if code == LEFT_OUT else ""))
    states.append((LEFT_OUT, STATES[LEFT_OUT], "excluded", middle, ""))
    _csv(out / "federations.csv", ("code", "name", "state", "since", "until"), states)
    strengths = ((person.id, person.strength, person.per_year, first) for person in people)
    _csv(out / "strengths.csv", ("fide_id", "strength", "per_year", "on"), strengths)
    return newcomers


def write_arbiters(out: Path, arbiters: Sequence[ArbiterRow]) -> None:
    rows = ((row.arbiter.id, row.arbiter.name, row.federation, row.arbiter.licence, row.since, row.until or "")
            for row in arbiters)  # fmt: skip
    _csv(out / "arbiters.csv", ("id", "name", "federation", "licence", "since", "until"), rows)


def write_opening(out: Path, federation: Federation, roll: Roll, ratings: RatingList) -> None:
    """The opening list, and what its form cannot say."""
    write_list(out / "opening.txt", ratings)
    rows = np.flatnonzero(roll.state).tolist()
    columns = [getattr(roll, name)[rows].tolist() for name in ("rating", "k", "games", "highest", "last")]
    ids = [federation.people[row].id for row in rows]
    asleep = [int(state == State.INACTIVE) for state in roll.state[rows].tolist()]
    _csv(out / "opening.csv", OPENING, zip(ids, *columns, asleep, strict=True))


def write_list(path: Path, ratings: RatingList) -> None:
    stream = BytesIO()
    write_txt(ratings, stream, "single")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(stream.getvalue())


def write_report(out: Path, event: Sent) -> None:
    """A report and its sidecar, in the month in which they arrive."""
    path = out / event.name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(event.data())
    write_text(path.with_name(f"{event.stem}.event.toml"), sidecar(event.facts))


def write_defects(out: Path, defects: Sequence[Defect], late: Sequence[tuple[str, str, str]]) -> None:
    lines = [
        "# Which reports are defective, in which way, and what is expected of the office:",
        "# refused, asked (a fact is missing), excluded (games or results, not the event), advised, duplicate.",
        "# `code` is the finding that says so; empty where it depends on the edition or on the file.",
    ]
    for defect in sorted(defects, key=lambda each: each.file):
        lines += ["", "[[defect]]", f"file = {_quoted(defect.file)}", f"way = {_quoted(defect.way)}"]
        lines += [f"expected = {_quoted(defect.expected)}", f"code = {_quoted(defect.code)}"]
        lines += [f"of = {_quoted(defect.of)}"] if defect.of else []
    lines += ["", "# Which came too late for their list, which list they missed, and why."]
    for file, missed, why in sorted(late):
        lines += ["", "[[late]]", f"file = {_quoted(file)}", f"missed = {_quoted(missed)}", f"why = {_quoted(why)}"]
    write_text(out / "defects.toml", "\n".join(lines) + "\n")


def write_text(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8"))


def _row(person: Person, **given: object) -> tuple[object, ...]:
    values: dict[str, object] = {
        "fide_id": person.id,
        "name": person.name,
        "former_names": person.former,
        "born": person.born,
        "sex": person.sex,
        "federation": person.federation,
        "region": person.region,
        "title": person.title,
        "national_title": person.category,
        "memberships": person.member,
        "died": "",
        "since": person.since,
    }
    return tuple(given.get(name, values[name]) for name in PLAYERS)


def _csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    write_text(path, stream.getvalue())


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
