"""How the verbs of the registry show people: as tables for officers, as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from arpad.office.registry.duplicates import Candidate
    from arpad.office.registry.person import Person

BIRTHS = {"same": "same day", "year": "same year", "slip": "a slip apart", "unknown": "not known"}


def day(number: int) -> str:
    """A day as people write it, as much of it as is known."""
    from arpad.office.registry.person import day_text

    return day_text(number)


def fact(field: str, text: str) -> str:
    """A fact of the history as people read it."""
    from arpad.office.registry.person import from_text, memberships

    value = from_text(field, text)
    if field in ("born", "died"):
        return day(int(text or 0))
    if field == "member":
        return ", ".join(memberships(int(text or 0)))
    return "; ".join(value) if isinstance(value, tuple) else text


def person_json(key: int, person: Person) -> dict[str, Any]:
    """A player as JSON; unknown is null."""
    from arpad.office.registry.identity import own_id
    from arpad.office.registry.person import memberships

    return {
        "id": own_id(key),
        "fide_id": person.fide_id or None,
        "name": person.name,
        "former_names": list(person.former_names),
        "born": day(person.born) or None,
        "sex": person.sex or None,
        "federation": person.federation or None,
        "region": person.region or None,
        "title": person.title or None,
        "national_title": person.national_title or None,
        "memberships": list(memberships(person.member)),
        "died": day(person.died) or None,
    }


def people_table(people: Mapping[int, Person]) -> None:
    from arpad.cli.output import table

    fields = ("id", "fide_id", "name", "born", "sex", "federation", "region", "title", "died")
    rows = [person_json(key, person) for key, person in people.items()]
    table(fields, [[row[name] for name in fields] for row in rows])


def candidate_json(candidate: Candidate) -> dict[str, Any]:
    """Never with a birth date: only how the two agree."""
    return {
        "id": candidate.number or None,
        "fide_id": candidate.fide_id or None,
        "name": candidate.name,
        "likeness": candidate.likeness,
        "births": candidate.births,
    }


def candidates_table(rows: Iterable[tuple[str, str, Candidate]]) -> None:
    """Rows of a place, a name, and who it may be."""
    from arpad.cli.output import table

    head = ("where", "name", "may be", "id", "fide_id", "alike", "births")
    table(
        head,
        [
            (where, name, one.name, one.number or "(above)", one.fide_id or "", f"{one.likeness} %", BIRTHS[one.births])
            for where, name, one in rows
        ],
    )


def story(connection: Connection, key: int, as_of: int | None, known_at: int | None) -> dict[str, Any] | None:
    """Everything about a player, on a day or as known at an entry of the log; None where he was not known then."""
    from arpad.office.registry import history, merging
    from arpad.office.registry.identity import own_id
    from arpad.office.registry.players import facts

    found = facts(connection, [key], as_of, known_at)
    if key not in found:
        return None
    merges = merging.since_when(connection, key, known_at)
    names = facts(connection, [who for kept, gone, _ in merges for who in (kept, gone)])

    def merged(other: int, since: int) -> dict[str, Any]:
        return {"id": own_id(other), "name": names[other].name, "since": day(since)}

    told = [
        {**change, "since": day(int(str(change["since"]))) or None, "day": day(int(str(change["day"])))}
        for change in history.told(connection, key)
        if known_at is None or int(str(change["log"])) <= known_at
    ]
    return {
        **person_json(key, found[key]),
        "as_of": day(as_of) if as_of else None,
        "merged_into": next((own_id(kept) for kept, gone, _ in merges if gone == key), None),
        "merged_from": [own_id(gone) for kept, gone, _ in merges if kept == key],
        "merges": {
            "into": next((merged(kept, since) for kept, gone, since in merges if gone == key), None),
            "from": [merged(gone, since) for kept, gone, since in merges if kept == key],
        },
        "history": told,
    }
