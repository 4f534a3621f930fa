"""Published offices of the schemas before, frozen with what they answered: what an office that upgrades must still say.

`schemas/NNNN-published.sql` is a SQLite office with four lists of one series: first ratings out of several events,
players who still wait, a correction, a merge that was taken back and one that stands, and an event in two parts.
`schemas/NNNN-published.zip` is its own backup, `schemas/NNNN-published.json` what the code of that time answered:
seals, exports and explanations. The files were written once by the code of that time
(`python tests/published_before.py`), and never again.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from datetime import date
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from by_hand import preview_list, publish_list
from events_made import Scene
from frozen import SCHEMAS
from office_made import NUMBERS, admitted, at, registered, sent
from publication_made import NEXT, OPENING, SERIES, THEN, address_of, admit_one, an_open, copied, opened
from revisions_made import approved
from sqlalchemy import select
from test_part_doors import dated

from arpad.asjson import to_json
from arpad.days import Month
from arpad.finding import UserError
from arpad.lists.export import export
from arpad.office import lists, people
from arpad.office.book.stored_report import RoundRange
from arpad.office.book.submission import SubmissionTerms
from arpad.office.cases.corrections import NewCorrection, enter_correction
from arpad.office.desk import Desk
from arpad.office.publishing.published_lists import read_published_list
from arpad.office.revisions import UnmergeProposal
from arpad.office.store import schema
from arpad.office.store.migrate import newest_schema
from arpad.office.upkeep.backup import take_backup

LAST = 202602
LISTS = (OPENING, NEXT, THEN, LAST)
OFFICES = {"0005": "0005-published", "0006": "0006-published"}
FORMS = ("txt", "xml", "csv", "json")
OF_EVENT = ("code", "counted", "k", "score", "sum", "change", "status")
OF_GAME = ("opponent_id", "opponent_rating", "score", "expected", "delta", "status")
OF_POOLED = ("code", "games", "score", "average")
MISPRINTED, JOINED, PARTED = 3, (33, 35), (34, 36)


def row_of(row: dict[str, Any] | None) -> dict[str, Any] | None:
    """A row as it was explained when the answers were frozen: which values are assumed was not told."""
    return None if row is None else {name: value for name, value in row.items() if name != "assumed"}


def answers(desk: Desk) -> dict[str, Any]:
    """What an office says of its lists: seals, files, and every player of every computed list."""
    found: dict[str, Any] = {}
    of = schema.rating_list
    with desk.reading() as connection:
        rows = connection.execute(select(of).order_by(of.c.list)).mappings()
        found["lists"] = [{key: value for key, value in row.items() if key != "log"} for row in rows]
        laid_out = {list_: read_published_list(connection, SERIES, list_) for list_ in LISTS}
    for list_, published in laid_out.items():
        for form in FORMS:
            out = BytesIO()
            export(published, form, out)
            written = out.getvalue()
            found[f"{list_}.{form}"] = written.decode() if form == "csv" else sha256(written).hexdigest()
        for number in NUMBERS.values() if list_ != OPENING else ():
            found[f"{list_} {number}"] = _explained(desk, number, list_)
    return found


def _explained(desk: Desk, number: int, list_: int) -> Any:
    """The numbers of an explanation; where there is none, why."""
    try:
        answer: Any = to_json(
            lists.explain_rating(desk, lists.CalculationQuestion(number, lists.ListChoice(SERIES, Month(list_))))
        )
    except UserError as misuse:
        return misuse.message
    return json.loads(
        json.dumps(
            {
                "rows": [answer["edition"], *(row_of(answer[name]) for name in ("before", "after"))],
                "events": [
                    [*(event[key] for key in OF_EVENT), [[game[key] for key in OF_GAME] for game in event["games"]]]
                    for event in answer["events"]
                ],
                "pooled": [[event[key] for key in OF_POOLED] for event in answer["pooled"]],
                "adjusted": [[each["kind"], each["before"], each["after"]] for each in answer["adjustments"]],
            }
        )
    )


def freeze() -> None:
    target, office = SCHEMAS, f"{newest_schema()}-published"
    desk = copied(opened("sqlite"), Path(tempfile.mkdtemp()))
    newcomers = {
        "open-2": (*range(9, 15), 33, 34),
        "open-3": (*range(15, 21), 35, 36),
        "open-4": (*range(21, 27), 37, 38),
    }
    desk = admit_one(desk, an_open("open-1", range(1, 9)))
    for code, players in newcomers.items():
        desk = admit_one(desk, an_open(code, list(players), rounds=3))
    desk = at(desk, date(2025, 12, 1))
    enter_correction(desk, NewCorrection(NUMBERS[MISPRINTED], 1600, "misprint", SERIES, Month(NEXT)))
    _list(desk, NEXT)
    for kept, gone in (JOINED, PARTED):
        against = people.compare_players(desk, NUMBERS[kept], NUMBERS[gone]).objections
        people.merge_players(
            desk, people.MergeRequest(NUMBERS[kept], NUMBERS[gone], "entered twice", frozenset(against))
        )
    league = _league()
    registered(desk, league)
    for code, players in (("open-5", (*range(1, 7), 33, 37)), ("open-6", (*range(9, 15), 34, 39))):
        desk = admit_one(desk, an_open(code, list(players), rounds=3, start=date(2025, 12, 8)))
    desk = _part(desk, league, 1, RoundRange(1, 2))
    desk = at(desk, date(2026, 1, 1))
    _list(desk, THEN)
    approved(desk, UnmergeProposal(NUMBERS[PARTED[1]], "two people after all"))
    desk = admit_one(desk, an_open("open-7", [*range(1, 7), 33, 36], rounds=4, start=date(2026, 1, 12)))
    desk = _part(desk, league, 2, RoundRange(3, 4))
    desk = at(desk, date(2026, 2, 1))
    _list(desk, LAST)
    (target / f"{office}.json").write_text(_lines(answers(desk)) + "\n", "utf-8")
    take_backup(desk, target / f"{office}.zip")
    desk.store.close()
    with closing(sqlite3.connect(address_of(desk))) as database:
        number = database.execute("PRAGMA application_id").fetchone()[0]
        lines = [f"PRAGMA application_id = {number};", *database.iterdump()]
    (target / f"{office}.sql").write_text("\n".join(lines) + "\n", "utf-8")


def _league() -> Scene:
    """Four rounds of six players, one of them unrated, in December and January."""
    days = [date(2025, 12, 18), date(2025, 12, 22), date(2026, 1, 21), date(2026, 1, 25)]
    length = (days[-1] - days[0]).days + 1
    made = an_open("league", [*range(1, 6), 40], rounds=4, start=days[0], length=length, league=True)
    return dated(made, days)


def _part(desk: Desk, made: Scene, part: int, rounds: RoundRange) -> Desk:
    desk = at(desk, max(desk.today(), made.today if part > 1 else date(2025, 12, 24)))
    sent(desk, made, terms=SubmissionTerms("league", part=part, rounds=rounds))
    done = admitted(desk, f"league/{part}")
    assert done.status == "admitted", "\n".join(map(str, done.findings))
    return desk


def _lines(found: dict[str, Any]) -> str:
    """An answer a line, so that a difference can be read."""
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in found.items()) + "\n}"


def _list(desk: Desk, list_: int) -> None:
    preview_list(desk, SERIES, list_)
    publish_list(desk, SERIES, list_)


if __name__ == "__main__":
    freeze()
