"""Store the game scores of an event: a PGN file, byte for byte, before or after the report.

A file that is no PGN or has no game is refused. After an admission, scores would change the examination, so the event
must be withdrawn or its report replaced first.
"""

from __future__ import annotations

import hashlib
from datetime import date

import numpy as np
from sqlalchemy import Connection, insert

from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.intake import LIMITS, read
from arpad.intake.codes import shown
from arpad.model import Kind as GameKind
from arpad.office.book.game_scores import last_scores
from arpad.office.book.life import Kind, Standing
from arpad.office.book.lookup import EventPart, part_of, parts_named
from arpad.office.book.packages import LONGEST_NAME
from arpad.office.book.refusal import must_be_registered
from arpad.office.desk import Desk
from arpad.office.store.schema import game_scores

PGN = "pgn"


@dataclass(frozen=True)
class NewScores:
    """A PGN file to be stored, and the event or part it belongs to."""

    event: str  # CODE or CODE/PART
    file: str
    data: bytes


@dataclass(frozen=True)
class KeptScores:
    """Stored game scores."""

    event: str  # CODE or CODE/PART
    part: int | None
    file: str
    day: date
    sha256: str
    games: int  # that were played
    new: bool


def keep_scores(desk: Desk, new: NewScores) -> KeptScores:
    """Store the game scores of an event or part; the same bytes again change nothing."""
    report, _ = read(new.data, new.file)
    if report.form != PGN or not report.players:
        raise Misuse("scores-not-pgn", Remedy.to("send-pgn"), file=new.file)
    digest = hashlib.sha256(new.data).hexdigest()
    with desk.writing("keep game scores", new.event, detail={"sha256": digest}) as writing:
        part = _part(writing.connection, new.event)
        must_be_registered(writing.connection, part)
        before = last_scores(writing.connection, part.event, part.part)
        again = before is not None and before.sha256 == digest
        if not again:
            part.life.must(Kind.REPORTED, part.name)
            if part.life.under == Standing.ADMITTED:
                raise Misuse("scores-after-admission", Remedy.to("withdraw-first", event=part.name), event=part.name)
            row = {"event": part.event, "part": part.part, "sha256": digest, "file": new.file, "body": new.data}
            writing.connection.execute(insert(game_scores).values(**row, log=writing.seq))
    played = int(np.count_nonzero(report.games().kind == GameKind.PLAYED))
    day = before.day if before is not None and again else desk.today()
    return KeptScores(part.name, part.part or None, new.file, day, digest, played, not again)


def _part(connection: Connection, name: str) -> EventPart:
    """The named part; CODE is the whole event, also where it has parts."""
    parts = parts_named(connection, [name])
    return parts[0] if len(parts) == 1 else part_of(connection, parts[0].event, 0)


def scores_of(event: str, path: str) -> NewScores:
    """A PGN file read from a path, for an event."""
    try:
        with open(path, "rb") as stream:
            return NewScores(event, shown(path, LONGEST_NAME), stream.read(LIMITS.bytes + 1))
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Misuse("scores-not-opened", file=shown(path, LONGEST_NAME), why=why) from None
