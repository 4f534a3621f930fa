"""For which rows a repair answers: those of which it says which text could not be read, and that stand as it says."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sqlalchemy import Connection

from arpad.office.store.bindings import all_rows, bound_tables
from arpad.office.upkeep.doctor_office import REPAIR
from arpad.office.upkeep.doctor_texts import replaced_by

TEXTS = "texts"  # the repair, and where its entry keeps what it replaced
SPELT = {
    "player": ("name", "name_sort", "former_names", "sex", "federation", "region", "title", "national_title"),
    "arbiter": ("name", "federation"),
    "federation": ("name",),
    "rating_officer": ("name",),
    "claim": ("claimant", "article"),
    **dict.fromkeys(("report", "game_scores", "revision_file"), ("file",)),
    "examination": ("answer",),
}
"""Texts in which somebody's words stand. Whatever else is damaged decides a number, and stays a finding."""
CHANGING = "player"  # what is said of him may be changed again after a repair
RENAMED = ("arbiter", "federation")  # whose rows are written anew, and say so by their entry
Mended = tuple[str, str, int]  # a table, a row of it as repairs name it, the entry of the repair


def row_name(key: Any) -> str:
    """A row as a repair names it."""
    return ", ".join(map(str, key)) if isinstance(key, tuple) else str(key)


def mended(connection: Connection, log_rows: Mapping[int, Any]) -> set[Mended]:
    """The rows that repairs answer for; a later repair of the same text takes the place of an earlier one."""
    rows, texts = set[Mended](), dict[str, dict[str, dict[str, str]]]()
    for seq, entry in sorted(log_rows.items()):
        if entry.action == REPAIR and entry.subject == TEXTS:
            for place, row, column, text in _replaced(entry.detail):
                rows.add((place, row, seq))
                texts.setdefault(place, {}).setdefault(row, {})[column] = text
    repairs = {seq for *_, seq in rows}
    others = {(place, row) for place in texts for row in _otherwise(connection, place, texts[place], repairs)}
    return {each for each in rows if each[:2] not in others}


def _replaced(detail: str) -> Iterator[tuple[str, str, str, str]]:
    """Each text that an entry says it replaced: table, row, column, and what took its place."""
    try:
        for each in json.loads(detail)[TEXTS]:
            text = replaced_by(bytes.fromhex(each["bytes"]))
            if text and each["column"] in SPELT.get(each["table"], ()):
                yield each["table"], each["row"], each["column"], text
    except (ValueError, KeyError, TypeError):
        return


def _otherwise(
    connection: Connection, place: str, texts: Mapping[str, Mapping[str, str]], repairs: Collection[int]
) -> Iterator[str]:
    """The rows in which something else stands than the repair says, and that nothing has written anew since."""
    columns = len(bound_tables()[place].primary_key.columns)
    for row in connection.execute(all_rows(place)) if place != CHANGING else ():
        if place in RENAMED and row.log not in repairs:
            continue
        name = row_name(tuple(row[:columns]))
        if any(row._mapping[column] != text for column, text in texts.get(name, {}).items()):
            yield name
