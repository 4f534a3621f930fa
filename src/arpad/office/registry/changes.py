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
from sqlalchemy.dialects.postgresql import insert as insert_or_postgres
from sqlalchemy.dialects.sqlite import insert as insert_or_sqlite

from arpad.finding import Misuse
from arpad.office.desk import Writing
from arpad.office.registry.federations import named
from arpad.office.registry.history import Change, changes_of, settled
from arpad.office.registry.identity import own_id
from arpad.office.registry.names import name_sort
from arpad.office.registry.person import FIELDS, SINCE_EVER, Person, as_text, day_text, faults, from_text
from arpad.office.registry.players import facts, resolve
from arpad.office.registry.possible import impossible
from arpad.office.store.bulk import is_sqlite
from arpad.office.store.schema import birth, player, player_change

Values = Mapping[str, Any]
REASONED = {"died": "day of death", "federation": "federation", "title": "title"}
LAST = 1 << 62  # a sequence number that no stored change has


def change(writing: Writing, key: int, values: Values, since: int = 0) -> list[Change]:
    """Change some facts of one player from a day on, or from today; gives what was changed."""
    person = replace(facts(writing.connection, [key])[key], **_known_fields(values))
    for field, expected in impossible(person, writing.day, named(writing.connection)):
        if field in values:
            raise Misuse(f"{field}: expected {expected}")
    made = change_many(writing, [(key, values, since)])
    for row in made:
        if row.field in REASONED and not writing.why.strip():
            raise Misuse(f"say where the new {REASONED[row.field]} comes from, with --why")
    return made


def change_many(writing: Writing, wanted: Sequence[tuple[int, Values, int]]) -> list[Change]:
    """Change facts of many players: key, new values, and the day from which they hold, today where none is given."""
    keys = sorted({key for key, _, _ in wanted})
    now = facts(writing.connection, keys)
    before: dict[int, list[Change]] = {key: [] for key in keys}
    for row in changes_of(writing.connection, keys):
        before[row.player].append(row)
    made: list[Change] = []
    for key, values, since in wanted:
        if since > writing.day:
            days = day_text(since), day_text(writing.day)
            raise Misuse("a change is entered when it holds: {} is after today, {}".format(*days))
        for field, value in _told(now[key], values).items():
            new = _change(before[key], now[key], key, field, value, since or writing.day)
            if new is not None:
                before[key].append(new)
                made.append(new)
    if any(row.field == "born" for row in made) and not writing.why.strip():
        raise Misuse("a birth date decides coefficients: say where the new one comes from, with --why")
    if made:
        _keep(writing, made, before, now)
    return made


def _known_fields(values: Values) -> dict[str, Any]:
    wanted = {field: value for field, value in values.items() if field in FIELDS}
    if len(wanted) < len(values):
        unknown = next(field for field in values if field not in FIELDS)
        raise Misuse(f"a player has no {unknown!r}; he has {', '.join(FIELDS)}")
    return wanted


def _told(person: Person, values: Values) -> dict[str, Any]:
    """The values to be entered: a new name makes the old one a former name."""
    wanted = _known_fields(values)
    if wanted.get("name", person.name) != person.name and "former_names" not in wanted:
        wanted["former_names"] = (*person.former_names, person.name)
    for field, expected in faults(replace(person, **wanted)):
        if field in wanted:
            raise Misuse(f"{field}: {expected}")
    return wanted


def _change(before: Sequence[Change], person: Person, key: int, field: str, value: object, since: int) -> Change | None:
    day = 0 if field in SINCE_EVER else since
    stands = settled((row for row in before if row.field == field), day or None)
    old, new = stands.get((key, field), as_text(field, getattr(person, field))), as_text(field, value)
    return Change(LAST, key, field, old, new, day, 0) if new != old else None


def _keep(
    writing: Writing, made: Sequence[Change], before: Mapping[int, Sequence[Change]], now: Mapping[int, Person]
) -> None:
    """Write the changes, and the values of today that follow from them."""
    connection, log = writing.connection, writing.seq
    _numbers_free(writing, made)
    rows = [{**row._asdict(), "log": log} for row in made]
    for row in rows:
        del row["seq"]
    connection.execute(insert(player_change), rows)
    for key in {row.player for row in made}:
        today = settled(before[key])
        values = {field: from_text(field, text) for (_, field), text in today.items() if field in FIELDS}
        columns = {name: value for name, value in values.items() if getattr(now[key], name) != value}
        born = columns.pop("born", None)
        if "name" in columns:
            columns["name_sort"] = name_sort(str(columns["name"]))
        if "former_names" in columns:
            columns["former_names"] = as_text("former_names", columns["former_names"])
        if "fide_id" in columns:
            columns["fide_id"] = columns["fide_id"] or None
        if columns:
            connection.execute(update(player).where(player.c.key == key).values(**columns))
        if born is not None:
            dialect = insert_or_sqlite if is_sqlite(connection) else insert_or_postgres
            put = dialect(birth).values(player=key, born=born)
            connection.execute(put.on_conflict_do_update(index_elements=["player"], set_={"born": born}))


def _numbers_free(writing: Writing, made: Sequence[Change]) -> None:
    new = [row for row in made if row.field == "fide_id" and row.new]
    for row, owner in zip(new, resolve(writing.connection, [int(row.new) for row in new]).tolist(), strict=True):
        if owner >= 0:
            raise Misuse(f"the FIDE number {row.new} belongs to {own_id(owner)}; if the two are one, merge them")


def without_birth(values: Values) -> dict[str, Any]:
    """Changes as the log may tell them: that a birth date was changed, not what it is."""
    return {field: "changed" if field == "born" else value for field, value in values.items()}
