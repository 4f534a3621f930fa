"""Read the log: who did what, when and why, in the order in which it happened."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, func, select

from arpad.days import Day
from arpad.finding import Misuse
from arpad.office.clock import MICROSECONDS
from arpad.office.store.schema import log

OF_LISTS = ("open", "import", "preview", "publish")  # actions whose subject is a series and its list
LIST = re.compile(r"[0-9]{6}")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Entry:
    """An entry of the log."""

    seq: int
    at: datetime  # the instant, UTC
    day: int  # the office's civil day, yyyymmdd
    who: str
    action: str
    subject: str
    why: str
    detail: Any

    def about(self) -> str:
        """The subject as people read it: a list by its month, 2024-05, which is kept as 202405."""
        name, space, list_ = self.subject.rpartition(" ")
        if self.action in OF_LISTS and LIST.fullmatch(list_):
            return f"{name}{space}{list_[:4]}-{list_[4:]}"
        return self.subject

    def as_json(self) -> dict[str, Any]:
        day = f"{self.day // 10_000}-{self.day // 100 % 100:02d}-{self.day % 100:02d}"
        said = {"seq": self.seq, "at": self.at.isoformat(), "day": day, "who": self.who, "action": self.action}
        return {**said, "subject": self.about(), "why": self.why, "detail": self.detail}


def entries(
    connection: Connection, since: date | None = None, who: str = "", action: str = "", last: int = 0
) -> Iterator[Entry]:
    """The entries from a day on, of one person or action; `last` keeps only so many of the newest."""
    rows = select(log)
    if since is not None:
        rows = rows.where(log.c.day >= Day.of(since))
    if who:
        rows = rows.where(log.c.who == who)
    if action:
        _known(connection, action)
        rows = rows.where(log.c.action == action)
    if last:
        newest = rows.with_only_columns(log.c.seq).order_by(log.c.seq.desc()).limit(last)
        first = select(func.min(newest.subquery().c.seq)).scalar_subquery()
        rows = rows.where(log.c.seq >= first)
    for row in connection.execute(rows.order_by(log.c.seq)):
        at = EPOCH + timedelta(seconds=row.at // MICROSECONDS, microseconds=row.at % MICROSECONDS)
        yield Entry(row.seq, at, row.day, row.who, row.action, row.subject, row.why, _detail(row.detail))


def _known(connection: Connection, action: str) -> None:
    """An action that never happened is more often a slip of the pen than a question."""
    known = sorted(connection.execute(select(log.c.action).distinct()).scalars())
    if action not in known:
        raise Misuse(f"the log has no action {action}; it has {', '.join(known) or 'none'}")


def _detail(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text  # shown as it stands
