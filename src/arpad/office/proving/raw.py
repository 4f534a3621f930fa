"""Whether what was rated is what the reports say: each file is read again, its games compared with those admitted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.finding import Problem
from arpad.office.book.admitted_content import AdmittedContent, unpack_content
from arpad.office.book.event_status import DecisionKind
from arpad.office.book.stored_report import RoundRange, parse_stored_report
from arpad.office.proving.row_owners import RowOwners
from arpad.office.publishing.list_storage import stream_rows
from arpad.office.store import schema

Game = tuple[int, int, int, int, int]  # round, start numbers of white and black, half points of both
UNREADABLE = (ValueError, KeyError, IndexError, TypeError, OverflowError)


def not_as_reported(connection: Connection) -> Iterator[Problem]:
    """Each rated event whose admitted games are not those of its report, with every game that differs."""
    rated, decision, content, report = schema.rated, schema.decision, schema.content, schema.report
    columns = decision.c.event, decision.c.part, decision.c.report, content.c.packed, report.c.body, report.c.file
    chosen = select(*columns).join_from(rated, decision, decision.c.seq == rated.c.decision)
    chosen = chosen.join(content, content.c.decision == decision.c.seq).join(report, report.c.seq == decision.c.report)
    rounds, owners = _rounds(connection), RowOwners(connection)
    for row in stream_rows(connection, chosen.order_by(decision.c.seq)):
        about = {"owner": owners.of("report", {"event": row.event}), "report": row.report}
        try:
            admitted = unpack_content(row.packed)
            sent = parse_stored_report(bytes(row.body), row.file, rounds.get(row.report)).report
            wanted, stored = _of_report(sent, set(admitted.sitting.number.tolist())), _of_content(admitted)
        except UNREADABLE as error:
            yield Problem("report-not-read", **about, reason=str(error))
            continue
        for round_, white, black, *_ in sorted(wanted ^ stored):
            yield Problem("game-not-of-report", **about, round=round_, white=white, black=black)


def _rounds(connection: Connection) -> dict[int, RoundRange]:
    """The rounds that reports of parts cover, by report."""
    of, found = schema.decision, {}
    rows = select(of.c.report, of.c.detail).where(of.c.kind == DecisionKind.REPORTED.value).order_by(of.c.seq)
    for row in connection.execute(rows):
        detail = _detail(row.detail)
        if detail.get("rounds"):
            found[row.report] = RoundRange(*detail["rounds"])
    return found


def _detail(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text) if text else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _of_report(report: Any, numbers: set[int]) -> set[Game]:
    """The games of a file between players who were admitted."""
    games = report.games()
    columns = games.round, games.white, games.black, games.white_half_points, games.black_half_points
    rows = zip(*(np.asarray(column).tolist() for column in columns), strict=True)
    return {row for row in rows if row[1] in numbers and row[2] in numbers}


def _of_content(admitted: AdmittedContent) -> set[Game]:
    games, number = admitted.games, admitted.sitting.number
    columns = games.round, number[games.white], number[games.black], games.white_half_points, games.black_half_points
    return set(zip(*(column.tolist() for column in columns), strict=True))
