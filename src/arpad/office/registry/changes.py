"""Change what is known of a player: a transfer, a title, a new name, a death, a wrong birth date put right.

A change names the day from which it holds; facts that do not change in life (birth, sex, FIDE number) are corrections,
and hold on every day. The old value stays in the history. A new birth date decides coefficients and age groups, so that
it needs a reason; so does a death, a transfer or a title that an officer enters by hand: a file is its own reason. A
change that says what holds already is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import insert, update

from arpad.days import Day
from arpad.finding import Misuse, Problem, Remedy
from arpad.office.desk import Writing
from arpad.office.registry.federations import named
from arpad.office.registry.history import Change, changes_of, settled
from arpad.office.registry.identity import own_id
from arpad.office.registry.names import name_sort
from arpad.office.registry.person import (
    COLUMNS,
    FIELDS,
    SINCE_EVER,
    Person,
    as_text,
    faults,
    from_text,
    is_day,
    refuse,
    unknown_federation,
    untimely,
)
from arpad.office.registry.players import facts, resolve
from arpad.office.store.schema import birth, player, player_change

Values = Mapping[str, Any]
REASONED = ("died", "federation", "title")
LAST = 1 << 62  # a sequence number that no stored change has


def change(writing: Writing, key: int, values: Values, since: int = 0) -> list[Change]:
    """Change facts of one player from a day on (default: today); return the changes that were stored. Impossible
    values and missing reasons are refused."""
    person = replace(facts(writing.connection, [key])[key], **_known_fields(values))
    problems = (*untimely(person, writing.day), *unknown_federation(person, named(writing.connection)))
    refuse(fault for fault in problems if fault[0] in values)
    changes = change_many(writing, [(key, values, since)])
    for row in changes:
        if row.field in REASONED and not writing.why.strip():
            raise Misuse(f"reasonless-fact/{row.field}", Remedy.to("give-reason"))
    return changes


def change_many(writing: Writing, requested: Sequence[tuple[int, Values, int]]) -> list[Change]:
    """Change facts of many players, each with new values and the day from which they hold (0: today); return the
    stored changes."""
    keys = sorted({key for key, _, _ in requested})
    now = facts(writing.connection, keys)
    before: dict[int, list[Change]] = {key: [] for key in keys}
    for row in changes_of(writing.connection, keys):
        before[row.player].append(row)
    changes: list[Change] = []
    for key, values, since in requested:
        if since and not is_day(since):
            raise Misuse("wrong-fact", field="since", expected=Problem("expected/day-or-nothing"))
        if since > writing.day:
            raise Misuse("not-yet", day=Day(since), today=Day(writing.day))
        for field, value in _entered(now[key], values).items():
            old, day = as_text(field, getattr(now[key], field)), 0 if field in SINCE_EVER else int(since or writing.day)
            new = _if_new(before[key], Change(LAST, key, field, old, as_text(field, value), day, 0))
            if new is not None:
                before[key].append(new)
                changes.append(new)
    if any(row.field == "born" for row in changes) and not writing.why.strip():
        raise Misuse("reasonless-fact/born", Remedy.to("give-reason"))
    if changes:
        _keep(writing, changes, before, now)
    return changes


def _known_fields(values: Values) -> dict[str, Any]:
    """Return the values as a dict; refuse a field that no person has."""
    known_values = {field: value for field, value in values.items() if field in FIELDS}
    if len(known_values) < len(values):
        unknown = next(field for field in values if field not in FIELDS)
        raise Misuse("unknown-fact", field=unknown, known=FIELDS)
    return known_values


def _entered(person: Person, values: Values) -> dict[str, Any]:
    """Return the values to store: a new name moves the old one to the former names. Impossible values are refused."""
    new_values = _known_fields(values)
    if new_values.get("name", person.name) != person.name and "former_names" not in new_values:
        new_values["former_names"] = (*person.former_names, person.name, *filter(None, [person.latin_name]))
        new_values.setdefault("latin_name", "")  # it was the old name's
    touched = {*new_values, "died"} if "born" in new_values else set(new_values)  # nobody dies before he is born
    refuse(fault for fault in faults(replace(person, **new_values)) if fault[0] in touched)
    return new_values


def _if_new(before: Sequence[Change], change: Change) -> Change | None:
    """Return the change with the value that held before on its day; None if the new value already holds."""
    stands = settled((row for row in before if row.field == change.field), change.since or None)
    old = stands.get((change.player, change.field), change.old)
    return change._replace(old=old) if change.new != old else None


def _keep(
    writing: Writing, changes: Sequence[Change], before: Mapping[int, Sequence[Change]], now: Mapping[int, Person]
) -> None:
    """Store changes in the history, and the resulting values of today in the players' rows."""
    connection, log = writing.connection, writing.seq
    _numbers_free(writing, changes)
    rows = [{**row._asdict(), "log": log} for row in changes]
    for row in rows:
        del row["seq"]
    connection.execute(insert(player_change), rows)
    for key in {row.player for row in changes}:
        today = settled(before[key])
        values = {field: from_text(field, text) for (_, field), text in today.items() if field in COLUMNS}
        columns = {name: value for name, value in values.items() if getattr(now[key], name) != value}
        born = columns.pop("born", None)
        if columns:
            connection.execute(update(player).where(player.c.key == key).values(**in_columns(columns)))
        if born is not None:
            updated = connection.execute(update(birth).where(birth.c.player == key).values(born=born))
            if not updated.rowcount:
                connection.execute(insert(birth).values(player=key, born=born))


def in_columns(values_by_field: Mapping[str, Any]) -> dict[str, Any]:
    """Convert facts of a player to the column values of their row."""
    values = dict(values_by_field)
    if "name" in values:
        values["name_sort"] = name_sort(str(values["name"]))
    if "former_names" in values:
        values["former_names"] = as_text("former_names", values["former_names"])
    if "fide_id" in values:
        values["fide_id"] = values["fide_id"] or None
    return values


def _numbers_free(writing: Writing, changes: Sequence[Change]) -> None:
    """Refuse a new FIDE number that another player has."""
    new = [row for row in changes if row.field == "fide_id" and row.new]
    for row, owner in zip(new, resolve(writing.connection, [int(row.new) for row in new]).tolist(), strict=True):
        if owner >= 0:
            raise Misuse("fide-number-of", Remedy.to("merge-players"), number=int(row.new), owner=own_id(owner))


def without_birth(values: Values) -> dict[str, Any]:
    """Return the values for the log: a changed birth date appears as the word "changed"."""
    return {field: "changed" if field == "born" else value for field, value in values.items()}
