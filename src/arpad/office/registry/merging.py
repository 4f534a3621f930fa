"""Decide which players are one person, and take it back where they are not.

A merge is a row that says whose results count as whose; of either player only the FIDE number changes: the one kept
gets the other's where he has none. Nothing is lost, so an unmerge is a second row that gives the number back, and all
is as it was: a report that names the number is kept under the one who brought it, whoever has it meanwhile. Where both
have a number, both stay as they are and both are found. Whoever has been merged away can be neither kept nor merged
again: no circle can arise.
Both need a reason. What speaks against a merge (names, births, sexes, two FIDE numbers, two ratings) is an objection,
and an officer must name each one that he sets aside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import numpy as np
from sqlalchemy import Connection, insert, select

from arpad.columns import I32
from arpad.finding import Misuse, Problem, Remedy
from arpad.frozen import dataclass
from arpad.office.desk import Writing
from arpad.office.registry.changes import change_many
from arpad.office.registry.duplicates import differences
from arpad.office.registry.identity import own_id
from arpad.office.registry.players import facts, resolve
from arpad.office.registry.roster import size
from arpad.office.rolls import COMPUTED, history
from arpad.office.store.memory import Subject, recall
from arpad.office.store.schema import log, merge, player_change, series

RATED = "rated"


@dataclass(frozen=True, slots=True, order=True)
class Objection:
    """Something that speaks against two players being one person."""

    about: str  # names, births, sexes, fide-numbers, or rated: on the newest list of a series computed here
    series: str = ""

    @property
    def problem(self) -> Problem:
        """The objection as a message."""
        return Problem(f"objection/{self.about}", series=self.series)


def aliases(connection: Connection, known_at: int | None = None) -> I32:
    """Return for each key the key whose results these count as, as known at an entry of the log."""

    def look() -> I32:
        return aliases_by(standing(connection, known_at), size(connection, known_at))

    return recall(connection, Subject.PEOPLE, ("aliases", known_at), look)


def aliases_by(merges: Iterable[tuple[int, int, int]], players: int) -> I32:
    """Return for each key the key it counts as, if these merges hold. A merge is its row, the kept key and the key
    that is gone."""
    alias, some = np.arange(players, dtype=np.int32), False
    for _, kept, gone in merges:
        alias[gone], some = kept, True
    while some and not np.array_equal(further := alias[alias], alias):  # A into B, later B into C
        alias = further
    return alias


def standing(connection: Connection, known_at: int | None = None) -> list[tuple[int, int, int]]:
    """Return the merges that hold: row, kept key, and the key that is gone."""
    query = select(merge.c.seq, merge.c.kept, merge.c.gone, merge.c.undoes).order_by(merge.c.seq)
    if known_at is not None:
        query = query.where(merge.c.log <= known_at)
    held: dict[int, tuple[int, int, int]] = {}
    for seq, kept, gone, undoes in connection.execute(query):
        if undoes is None:
            held[seq] = (seq, kept, gone)
        else:
            del held[undoes]
    return list(held.values())


def since_when(connection: Connection, key: int, known_at: int | None = None) -> list[tuple[int, int, int]]:
    """Return the merges that hold for a player: kept key, key that is gone, and the day of entry."""
    days = dict(connection.execute(select(merge.c.seq, log.c.day).join(log, log.c.seq == merge.c.log)).all())
    held = standing(connection, known_at)
    return [(kept, gone, days[seq]) for seq, kept, gone in held if key in (kept, gone)]


def may_join(connection: Connection, kept: int, gone: int) -> None:
    """Refuse a merge of a player with itself, or of one who was merged away already."""
    if kept == gone:
        raise Misuse("merge-itself", Remedy.to("name-two"), number=own_id(kept))
    away = {gone_before: into for _, into, gone_before in standing(connection)}
    for key in (kept, gone):
        if key in away:
            remedy = Remedy.to("unmerge-player", number=own_id(key))
            raise Misuse("merged-already", remedy, number=own_id(key), into=own_id(away[key]))


def objections(connection: Connection, kept: int, gone: int) -> tuple[Objection, ...]:
    """Return everything that speaks against two players being one person."""
    people = facts(connection, [kept, gone])
    about_persons = (Objection(about) for about in differences(people[kept], people[gone]))
    return (*about_persons, *(Objection(RATED, name) for name in both_rated(connection, kept, gone)))


def both_rated(connection: Connection, kept: int, gone: int) -> Iterator[str]:
    """Yield the series computed here on whose newest list both players have a rating."""
    computed = select(series.c.name).filter_by(kind=COMPUTED).order_by(series.c.name)
    for name in connection.execute(computed).scalars():
        newest = [[row["rating"] for _, row in history(connection, name, key)][-1:] for key in (kept, gone)]
        if all(rating and rating[0] for rating in newest):
            yield name


def check_merge(connection: Connection, kept: int, gone: int, why: str, despite: Collection[Objection]) -> None:
    """Refuse a circular merge, one without a reason, or one with an objection that the officer did not set aside."""
    may_join(connection, kept, gone)
    if not why.strip():
        raise Misuse("reasonless-merge", Remedy.to("give-reason"))
    left = [each for each in objections(connection, kept, gone) if each not in despite]
    if left:
        people = facts(connection, [kept, gone])
        against = tuple(each.problem for each in left)
        remedy = Remedy.to("merge-despite")
        raise Misuse("not-one-person", remedy, one=people[kept].name, other=people[gone].name, against=against)


def join(writing: Writing, kept: int, gone: int, despite: Collection[Objection] = ()) -> int:
    """Merge two players: results of `gone` count for `kept`. Return the FIDE number that moves to the kept player, 0
    for none. `despite` are objections that the officer sets aside."""
    check_merge(writing.connection, kept, gone, writing.why, despite)
    writing.connection.execute(insert(merge).values(kept=kept, gone=gone, log=writing.seq))
    people = facts(writing.connection, [kept, gone])
    if not people[gone].fide_id or people[kept].fide_id:
        return 0
    return _hand_over(writing, people[gone].fide_id, gone, kept)


def _hand_over(writing: Writing, number: int, giver: int, taker: int) -> int:
    """Move a FIDE number from one player to another; return it."""
    change_many(writing, [(giver, {"fide_id": 0}, 0)])
    change_many(writing, [(taker, {"fide_id": number}, 0)])
    return number


def brought(connection: Connection) -> dict[int, int]:
    """Return the FIDE numbers that merges moved, each with the key of its first owner."""
    return recall(
        connection, Subject.PEOPLE, "brought",
        lambda: {number: gone for _, gone, number in reversed(_moved(connection))},
    )  # fmt: skip


def _moved(connection: Connection) -> list[tuple[int, int, int]]:
    """Return the merges that hold and moved a FIDE number: row, key that is gone, number."""
    gone_by = {seq: gone for seq, _, gone in standing(connection)}
    if not gone_by:
        return []
    moved = (
        select(merge.c.seq, player_change.c.old)
        .join(player_change, (player_change.c.log == merge.c.log) & (player_change.c.player == merge.c.gone))
        .where(player_change.c.field == "fide_id", player_change.c.new == "", merge.c.undoes.is_(None))
        .order_by(merge.c.seq)
    )
    rows = connection.execute(moved).all()
    return [(row.seq, gone_by[row.seq], int(row.old)) for row in rows if row.seq in gone_by and row.old]


def reported_as(connection: Connection, numbers: Sequence[int]) -> I32:
    """Return the key for each number in a report. A FIDE number that a merge moved counts for its first owner, so
    that undoing the merge returns the results."""
    keys, owners = resolve(connection, numbers), brought(connection)
    for at, number in enumerate(numbers if owners else ()):
        keys[at] = owners.get(int(number), keys[at])
    return keys


def other_numbers(connection: Connection, key: int) -> tuple[int, ...]:
    """Return the FIDE numbers of everybody who was merged into a player."""
    away: dict[int, list[int]] = {}
    for _, into, gone in standing(connection):
        away.setdefault(into, []).append(gone)
    his, todo = [], [key]
    while todo:
        more = away.get(todo.pop(), [])
        his += more
        todo += more
    people = facts(connection, his)
    return tuple(sorted(person.fide_id for person in people.values() if person.fide_id))


def part(writing: Writing, gone: int) -> tuple[int, int]:
    """Undo a merge; return the key from whom the player is separated, and the FIDE number that goes back, or 0."""
    if not writing.why.strip():
        raise Misuse("reasonless-unmerge", Remedy.to("give-reason"))
    held = {gone_before: (seq, into) for seq, into, gone_before in standing(writing.connection)}
    if gone not in held:
        raise Misuse("not-merged", Remedy.to("show-merges"), number=own_id(gone))
    seq, kept = held[gone]
    number = next((number for at, _, number in _moved(writing.connection) if at == seq), 0)
    holder, counts_as = int(resolve(writing.connection, [number])[0]), int(aliases(writing.connection)[kept])
    writing.connection.execute(insert(merge).values(kept=kept, gone=gone, undoes=seq, log=writing.seq))
    his_own = facts(writing.connection, [gone])[gone].fide_id
    if number and holder in (kept, counts_as) and not his_own:
        return kept, _hand_over(writing, number, holder, gone)
    return kept, 0
