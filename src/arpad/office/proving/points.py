"""The checkpoints of an office: made, signed where it has a key, noted in its log, and compared with it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select

from arpad.days import Day
from arpad.finding import Misuse, Problem, Remedy
from arpad.history.checkpoint import Checkpoint, signed_by
from arpad.office.desk import Desk
from arpad.office.proving.keys import held_key, key_file, known_keys, sign
from arpad.office.store.schema import checkpoint, link

ENTRY = "checkpoint"


def standing(connection: Connection, day: Day) -> Checkpoint:
    """The checkpoint of the log as it stands."""
    rows = connection.execute(select(link.c.log, link.c.sha256).order_by(link.c.log)).all()
    if not rows:
        raise Misuse("checkpoint/no-chain", Remedy.to("look-over"))
    return Checkpoint(rows[0].sha256, rows[-1].log, rows[-1].sha256, day)


def add(desk: Desk) -> Checkpoint:
    """Make a checkpoint, sign it if the office has a key, and log it."""
    with desk.writing(ENTRY) as writing:
        point = signed(desk, writing.connection, standing(writing.connection, Day.of(desk.today())))
        writing.subject = str(point.size)
        row = {"size": point.size, "root": point.root, "day": int(point.day), "signer": point.signer}
        writing.connection.execute(insert(checkpoint).values(**row, signature=point.signature, log=writing.seq))
    return point


def signed(desk: Desk, connection: Connection, point: Checkpoint) -> Checkpoint:
    """Return a checkpoint with the office's signature, if it has a key."""
    keys, file = known_keys(connection), key_file(desk.store)
    if not keys:
        return point
    if file is None:
        raise Misuse("key/nowhere", Remedy.to("say-where-key"), setting="ARPAD_KEY")
    signature = sign(held_key(file, keys[-1].name), point.body)
    return Checkpoint(point.office, point.size, point.root, point.day, keys[-1].name, signature)


def after_publication(desk: Desk) -> Checkpoint | None:
    """Make a checkpoint if the office has a key."""
    with desk.reading() as connection:
        if not known_keys(connection):
            return None
    return add(desk)


def contradictions(connection: Connection, point: Checkpoint) -> list[Problem]:
    """Return why a checkpoint somebody kept does not belong to this office as it is now; empty if it does."""
    links = {row.log: row.sha256 for row in connection.execute(select(link.c.log, link.c.sha256))}
    about: dict[str, Any] = {"size": point.size, "day": point.day}
    problems = []
    if not links or links[min(links)] != point.office:
        problems.append(Problem("checkpoint/other-office", **about))
    elif point.size not in links:
        problems.append(Problem("checkpoint/rolled-back", **about, newest=max(links)))
    elif links[point.size] != point.root:
        problems.append(Problem("checkpoint/other-history", **about))
    return problems + wrong_signature(connection, point)


def wrong_signature(connection: Connection, point: Checkpoint) -> list[Problem]:
    """Return a problem if the signer of a checkpoint is unknown or did not sign it."""
    if not point.signer:
        return []
    public = {key.name: key.public for key in known_keys(connection)}.get(point.signer)
    if public is None:
        return [Problem("checkpoint/unknown-signer", size=point.size, signer=point.signer)]
    try:
        good = signed_by(public, point.body, point.signature)
    except Misuse as unasked:
        return [Problem("checkpoint/signature-unasked", unasked.remedy)]
    if not good:
        return [Problem("checkpoint/bad-signature", size=point.size, signer=point.signer)]
    return []


def stored_points(connection: Connection) -> list[Checkpoint]:
    """Return the checkpoints that the office stores."""
    first = connection.execute(select(link.c.sha256).order_by(link.c.log).limit(1)).scalar() or ""
    rows = connection.execute(select(checkpoint).order_by(checkpoint.c.size)).all()
    return [Checkpoint(first, row.size, row.root, Day(row.day), row.signer, row.signature) for row in rows]
