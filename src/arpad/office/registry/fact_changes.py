"""Change facts of players: a transfer, a title, a new name, a death, a corrected birth date.

A change holds from the day it names. Facts that do not change in life (birth, sex, FIDE number) are corrections and
hold on every day. The old value stays in the history. A changed birth date always needs a reason. A death, a transfer
or a title needs one if an officer enters it by hand; a file is its own reason. A change to the value that already
holds is not stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import insert, update

from arpad.days import Day
from arpad.finding import Problem, Remedy, UserError
from arpad.office.desk import WriteTransaction
from arpad.office.registry.federation_officials import federation_names
from arpad.office.registry.names import name_sort
from arpad.office.registry.person import (
    COLUMN_FIELDS,
    LIFELONG_FIELDS,
    PERSON_FIELDS,
    Person,
    fact_as_text,
    fact_from_text,
    future_date_faults,
    is_day,
    person_faults,
    refuse_first_fault,
    unknown_federation_faults,
)
from arpad.office.registry.player_facts import (
    StoredChange,
    changes_of_players,
    facts_of_players,
    keys_of_numbers,
    values_on_day,
)
from arpad.office.registry.player_numbers import office_number
from arpad.office.store.schema import birth, player, player_change

FactValues = Mapping[str, Any]
FACTS_NEEDING_REASON = ("died", "federation", "title")
UNSTORED_SEQ = 1 << 62  # a sequence number that no stored change has


def change_player_facts(writing: WriteTransaction, key: int, values: FactValues, since: int = 0) -> list[StoredChange]:
    """Change facts of one player from a day on (`since`; 0: today); return the changes that were stored. A value that
    already holds is not stored. Refuses unknown fields, impossible values, future days, unknown federations, and a
    changed birth, death, federation or title without a reason."""
    person = replace(facts_of_players(writing.connection, [key])[key], **_refuse_unknown_fields(values))
    problems = (
        *future_date_faults(person, writing.day),
        *unknown_federation_faults(person, federation_names(writing.connection)),
    )
    refuse_first_fault(fault for fault in problems if fault[0] in values)
    changes = change_facts_of_many(writing, [(key, values, since)])
    for row in changes:
        if row.field in FACTS_NEEDING_REASON and not writing.why.strip():
            raise UserError(f"reasonless-fact/{row.field}", Remedy.to("give-reason"))
    return changes


def change_facts_of_many(
    writing: WriteTransaction, requested: Sequence[tuple[int, FactValues, int]]
) -> list[StoredChange]:
    """Change facts of many players: key, new values, and the day from which they hold (0: today). Return the stored
    changes; a value that already holds is not stored. Refuses impossible values, a future day, taken FIDE numbers, and
    a changed birth without a reason."""
    keys = sorted({key for key, _, _ in requested})
    now = facts_of_players(writing.connection, keys)
    before: dict[int, list[StoredChange]] = {key: [] for key in keys}
    for row in changes_of_players(writing.connection, keys):
        before[row.player].append(row)
    changes: list[StoredChange] = []
    for key, values, since in requested:
        if since and not is_day(since):
            raise UserError("wrong-fact", field="since", expected=Problem("expected/day-or-nothing"))
        if since > writing.day:
            raise UserError("not-yet", day=Day(since), today=Day(writing.day))
        for field, value in _values_to_enter(now[key], values).items():
            old, day = (
                fact_as_text(field, getattr(now[key], field)),
                0 if field in LIFELONG_FIELDS else int(since or writing.day),
            )
            new = _change_if_new(
                before[key], StoredChange(UNSTORED_SEQ, key, field, old, fact_as_text(field, value), day, 0)
            )
            if new is not None:
                before[key].append(new)
                changes.append(new)
    if any(row.field == "born" for row in changes) and not writing.why.strip():
        raise UserError("reasonless-fact/born", Remedy.to("give-reason"))
    if changes:
        _store_changes(writing, changes, before, now)
    return changes


def _refuse_unknown_fields(values: FactValues) -> dict[str, Any]:
    """Return the values as a dict; refuse a field that is no fact of a person."""
    known_values = {field: value for field, value in values.items() if field in PERSON_FIELDS}
    if len(known_values) < len(values):
        unknown = next(field for field in values if field not in PERSON_FIELDS)
        raise UserError("unknown-fact", field=unknown, known=PERSON_FIELDS)
    return known_values


def _values_to_enter(person: Person, values: FactValues) -> dict[str, Any]:
    """Return the values to store. A new name moves the old one, and the old Latin name, to the former names, unless the
    values set them. Impossible values are refused; faults of facts that do not change are ignored."""
    new_values = _refuse_unknown_fields(values)
    if new_values.get("name", person.name) != person.name and "former_names" not in new_values:
        new_values["former_names"] = (*person.former_names, person.name, *filter(None, [person.latin_name]))
        new_values.setdefault("latin_name", "")  # it was the old name's
    touched = {*new_values, "died"} if "born" in new_values else set(new_values)  # nobody dies before being born
    refuse_first_fault(fault for fault in person_faults(replace(person, **new_values)) if fault[0] in touched)
    return new_values


def _change_if_new(before: Sequence[StoredChange], change: StoredChange) -> StoredChange | None:
    """Return the change, its `old` replaced by the value that held before on its day; None if the new value already
    holds then."""
    stands = values_on_day((row for row in before if row.field == change.field), change.since or None)
    old = stands.get((change.player, change.field), change.old)
    return change._replace(old=old) if change.new != old else None


def _store_changes(
    writing: WriteTransaction,
    changes: Sequence[StoredChange],
    before: Mapping[int, Sequence[StoredChange]],
    now: Mapping[int, Person],
) -> None:
    """Store changes in the history, and the resulting values of today in the rows of players and births. A FIDE number
    that another player has is refused."""
    connection, log = writing.connection, writing.seq
    _refuse_taken_fide_numbers(writing, changes)
    rows = [{**row._asdict(), "log": log} for row in changes]
    for row in rows:
        del row["seq"]
    connection.execute(insert(player_change), rows)
    for key in {row.player for row in changes}:
        today = values_on_day(before[key])
        values = {field: fact_from_text(field, text) for (_, field), text in today.items() if field in COLUMN_FIELDS}
        columns = {name: value for name, value in values.items() if getattr(now[key], name) != value}
        born = columns.pop("born", None)
        if columns:
            connection.execute(update(player).where(player.c.key == key).values(**as_player_columns(columns)))
        if born is not None:
            updated = connection.execute(update(birth).where(birth.c.player == key).values(born=born))
            if not updated.rowcount:
                connection.execute(insert(birth).values(player=key, born=born))


def as_player_columns(values_by_field: Mapping[str, Any]) -> dict[str, Any]:
    """Convert facts of a player to column values of the table `player`: a name also gives `name_sort`, former names
    become text, a missing FIDE number None. Nothing is stored."""
    values = dict(values_by_field)
    if "name" in values:
        values["name_sort"] = name_sort(str(values["name"]))
    if "former_names" in values:
        values["former_names"] = fact_as_text("former_names", values["former_names"])
    if "fide_id" in values:
        values["fide_id"] = values["fide_id"] or None
    return values


def _refuse_taken_fide_numbers(writing: WriteTransaction, changes: Sequence[StoredChange]) -> None:
    """Refuse changes to a FIDE number that any player already has."""
    new = [row for row in changes if row.field == "fide_id" and row.new]
    for row, owner in zip(
        new, keys_of_numbers(writing.connection, [int(row.new) for row in new]).tolist(), strict=True
    ):
        if owner >= 0:
            raise UserError(
                "fide-number-of", Remedy.to("merge-players"), number=int(row.new), owner=office_number(owner)
            )


def hide_birth_date(values: FactValues) -> dict[str, Any]:
    """Return the values as the log may show them: a birth date is replaced by the word "changed"."""
    return {field: "changed" if field == "born" else value for field, value in values.items()}
