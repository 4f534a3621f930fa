"""Merge two players into one person, and undo a merge.

A merge is a row that says whose results count as whose. Only the FIDE number moves: the kept player gets the other's
number if they have none. Undoing a merge is a second row and gives the number back. A player who was merged away can
be neither kept nor merged again, so no circle can arise. Both acts need a reason. Anything that speaks against a merge
(names, births, sexes, two FIDE numbers, two ratings) is an objection that the officer must name to set aside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import numpy as np
from sqlalchemy import Connection, insert, select

from arpad.columns import I32
from arpad.finding import Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.desk import WriteTransaction
from arpad.office.registry.duplicates import objections_to_one_person
from arpad.office.registry.fact_changes import change_facts_of_many
from arpad.office.registry.player_facts import count_players, facts_of_players, keys_of_numbers
from arpad.office.registry.player_numbers import office_number
from arpad.office.rolls import COMPUTED, player_history
from arpad.office.store.cache import CacheSubject, cached
from arpad.office.store.schema import log, merge, player_change, series

RATED_OBJECTION = "rated"


@dataclass(frozen=True, slots=True, order=True)
class Objection:
    """Something that speaks against two players being one person."""

    about: str  # names, births, sexes, fide-numbers, or rated: on the newest list of a series computed here
    series: str = ""

    @property
    def problem(self) -> Problem:
        """The objection as a message."""
        return Problem(f"objection/{self.about}", series=self.series)


def merge_aliases(connection: Connection, known_at: int | None = None) -> I32:
    """Return an array: for each player key the key under which their results count after all merges, also merges of
    merges. `known_at`: as known at this log entry. Cached."""

    def look() -> I32:
        return counted_as_by(merges_in_force(connection, known_at), count_players(connection, known_at))

    return cached(connection, CacheSubject.PEOPLE, ("aliases", known_at), look)


def counted_as_by(merges: Iterable[tuple[int, int, int]], players: int) -> I32:
    """Return for each player key the key under which their results count if these merges hold, also merges of merges. A
    merge is (its row, kept key, merged key). Nothing is read or stored."""
    alias, some = np.arange(players, dtype=np.int32), False
    for _, kept, gone in merges:
        alias[gone], some = kept, True
    while some and not np.array_equal(further := alias[alias], alias):  # A into B, later B into C
        alias = further
    return alias


def merges_in_force(connection: Connection, known_at: int | None = None) -> list[tuple[int, int, int]]:
    """Return the merges that are not undone, as (row number, kept key, merged key). `known_at`: as known at this log
    entry."""
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


def merges_of_player(connection: Connection, key: int, known_at: int | None = None) -> list[tuple[int, int, int]]:
    """Return the merges not undone in which a player is either side, as (kept key, merged key, day of the log
    entry)."""
    days = dict(connection.execute(select(merge.c.seq, log.c.day).join(log, log.c.seq == merge.c.log)).all())
    held = merges_in_force(connection, known_at)
    return [(kept, gone, days[seq]) for seq, kept, gone in held if key in (kept, gone)]


def refuse_circular_merge(connection: Connection, kept: int, gone: int) -> None:
    """Refuse to merge a player with themselves, or if one of the two was merged away already."""
    if kept == gone:
        raise UserError("merge-itself", Remedy.to("name-two"), number=office_number(kept))
    away = {gone_before: into for _, into, gone_before in merges_in_force(connection)}
    for key in (kept, gone):
        if key in away:
            remedy = Remedy.to("unmerge-player", number=office_number(key))
            raise UserError("merged-already", remedy, number=office_number(key), into=office_number(away[key]))


def merge_objections(connection: Connection, kept: int, gone: int) -> tuple[Objection, ...]:
    """Return everything that speaks against two players being one person: names, births or sexes that contradict
    each other, a FIDE number of each (one person has one), and each series computed here in which both are rated
    in their newest rows. Nothing is refused."""
    people = facts_of_players(connection, [kept, gone])
    about_persons = (Objection(about) for about in objections_to_one_person(people[kept], people[gone]))
    return (
        *about_persons,
        *(Objection(RATED_OBJECTION, name) for name in series_where_both_are_rated(connection, kept, gone)),
    )


def series_where_both_are_rated(connection: Connection, kept: int, gone: int) -> Iterator[str]:
    """Yield the series computed here in which both players have a rating in their newest rows."""
    computed = select(series.c.name).filter_by(kind=COMPUTED).order_by(series.c.name)
    for name in connection.execute(computed).scalars():
        newest = [[row["rating"] for _, row in player_history(connection, name, key)][-1:] for key in (kept, gone)]
        if all(rating and rating[0] for rating in newest):
            yield name


def refuse_doubtful_merge(
    connection: Connection, kept: int, gone: int, why: str, despite: Collection[Objection]
) -> None:
    """Refuse a circular merge, one without a reason, or one with an objection that is not in `despite` (those that the
    officer set aside)."""
    refuse_circular_merge(connection, kept, gone)
    if not why.strip():
        raise UserError("reasonless-merge", Remedy.to("give-reason"))
    left = [each for each in merge_objections(connection, kept, gone) if each not in despite]
    if left:
        people = facts_of_players(connection, [kept, gone])
        against = tuple(each.problem for each in left)
        remedy = Remedy.to("merge-despite")
        raise UserError("not-one-person", remedy, one=people[kept].name, other=people[gone].name, against=against)


def merge_players(writing: WriteTransaction, kept: int, gone: int, despite: Collection[Objection] = ()) -> int:
    """Store that results of `gone` count for `kept`; return the FIDE number that moves to the kept player, 0 for none.
    A FIDE number moves only if the kept player has none. Refuses what `refuse_doubtful_merge` refuses; `despite` are
    objections that the officer sets aside."""
    refuse_doubtful_merge(writing.connection, kept, gone, writing.why, despite)
    writing.connection.execute(insert(merge).values(kept=kept, gone=gone, log=writing.seq))
    people = facts_of_players(writing.connection, [kept, gone])
    if not people[gone].fide_id or people[kept].fide_id:
        return 0
    return _move_fide_number(writing, people[gone].fide_id, gone, kept)


def _move_fide_number(writing: WriteTransaction, number: int, giver: int, taker: int) -> int:
    """Move a FIDE number from one player to another, as two stored changes; return it."""
    change_facts_of_many(writing, [(giver, {"fide_id": 0}, 0)])
    change_facts_of_many(writing, [(taker, {"fide_id": number}, 0)])
    return number


def first_owners_of_moved_numbers(connection: Connection) -> dict[int, int]:
    """Return the FIDE numbers that merges in force moved, each with the key of the player who had it first. Cached."""
    return cached(
        connection, CacheSubject.PEOPLE, "brought",
        lambda: {number: gone for _, gone, number in reversed(_merges_that_moved_numbers(connection))},
    )  # fmt: skip


def _merges_that_moved_numbers(connection: Connection) -> list[tuple[int, int, int]]:
    """Return the merges not undone that moved a FIDE number, as (row number, merged key, FIDE number)."""
    gone_by = {seq: gone for seq, _, gone in merges_in_force(connection)}
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


def keys_of_reported_numbers(connection: Connection, numbers: Sequence[int]) -> I32:
    """Return the key for each number in a report, -1 if nobody has it. A FIDE number that a merge moved gives the key
    of its first owner, so that undoing the merge returns the results."""
    keys, owners = keys_of_numbers(connection, numbers), first_owners_of_moved_numbers(connection)
    for at, number in enumerate(numbers if owners else ()):
        keys[at] = owners.get(int(number), keys[at])
    return keys


def fide_numbers_of_merged_players(connection: Connection, key: int) -> tuple[int, ...]:
    """Return the FIDE numbers that players merged into this one still have, also through further merges. The player's
    own number is not included."""
    away: dict[int, list[int]] = {}
    for _, into, gone in merges_in_force(connection):
        away.setdefault(into, []).append(gone)
    his, todo = [], [key]
    while todo:
        more = away.get(todo.pop(), [])
        his += more
        todo += more
    people = facts_of_players(connection, his)
    return tuple(sorted(person.fide_id for person in people.values() if person.fide_id))


def unmerge_player(writing: WriteTransaction, gone: int) -> tuple[int, int]:
    """Undo the merge of a player; return (key of the kept player, FIDE number that goes back or 0). Refused without a
    reason, or if the player is not merged. The number goes back only if the kept player still has it, and `gone` has no
    other."""
    if not writing.why.strip():
        raise UserError("reasonless-unmerge", Remedy.to("give-reason"))
    held = {gone_before: (seq, into) for seq, into, gone_before in merges_in_force(writing.connection)}
    if gone not in held:
        raise UserError("not-merged", Remedy.to("show-merges"), number=office_number(gone))
    seq, kept = held[gone]
    number = next((number for at, _, number in _merges_that_moved_numbers(writing.connection) if at == seq), 0)
    holder, counts_as = (
        int(keys_of_numbers(writing.connection, [number])[0]),
        int(merge_aliases(writing.connection)[kept]),
    )
    writing.connection.execute(insert(merge).values(kept=kept, gone=gone, undoes=seq, log=writing.seq))
    his_own = facts_of_players(writing.connection, [gone])[gone].fide_id
    if number and holder in (kept, counts_as) and not his_own:
        return kept, _move_fide_number(writing, number, holder, gone)
    return kept, 0
