"""Give the published lists what they may say of people: never more of a birth than its year.

A row per key, as known at an entry of the log. Whose rows stand on a list, and who has been merged, the caller knows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sqlalchemy import Connection

from arpad.days import Day, years_of
from arpad.lists.published import WOMAN, People, Texts
from arpad.model.spelling import official
from arpad.office.registry.history import latin_names
from arpad.office.registry.names import name_sort
from arpad.office.registry.roster import earlier, size
from arpad.office.store.bulk import key_columns, key_texts

NUMBERS = {"id": "player.id", "fide_id": "COALESCE(player.fide_id, 0)", "birth_year": "COALESCE(birth.born, 0)"}
CODES = ("federation", "sex", "title")
TEXTS = ("name", "name_sort", "region", "national_title")
SEX = {"w": WOMAN, "m": "M"}


def people(connection: Connection, known_at: int | None = None, day: int | None = None) -> People:
    """Everybody as a list shows him, as known at an entry of the log and, where one is given, on a day."""
    count = size(connection, known_at)
    codes = tuple(f"player.{name}" for name in CODES)
    source = "player LEFT JOIN birth ON birth.player = player.key"
    columns = key_columns(connection, source, tuple(NUMBERS.values()), codes)
    texts = key_texts(connection, tuple(f"player.{name}" for name in TEXTS))
    found: dict[str, Any] = {name: column[:count].copy() for name, column in zip(NUMBERS, columns, strict=False)}
    found["birth_year"] = years_of(found["birth_year"]).astype(np.int16)
    text_type = np.dtypes.StringDType()
    for name, column in zip(CODES, columns[len(NUMBERS) :], strict=True):
        different, place = np.unique(column[:count].view(">u4"), return_inverse=True)
        names = [code.decode("ascii").strip() for code in different.astype(">u4").view("S4").tolist()]
        found[name] = np.array([SEX.get(each, each) for each in names] or [""], text_type)[place]
    for name, column_of_texts in zip(TEXTS, texts, strict=True):
        found[name] = np.array(column_of_texts[:count], text_type)
    fields = ("fide_id", "born", *CODES, "name", "region", "national_title")
    for (key, field), text in earlier(connection, fields, known_at, day).items():
        if key >= count:
            continue
        if field == "born":
            found["birth_year"][key] = Day(text or 0).year
        elif field == "fide_id":
            found[field][key] = int(text or 0)
        else:
            found[field][key] = SEX.get(text, text) if field == "sex" else text
        if field == "name":
            found["name_sort"][key] = name_sort(text)
    found["latin_name"] = np.array(_latin(connection, found["name"], found["federation"], known_at, day), text_type)
    return People(**found)


def _latin(
    connection: Connection, names: Texts, federations: Texts, known_at: int | None, day: int | None
) -> list[str]:
    """Everybody's name in Latin letters, as entered or by his federation's table; empty where there is neither."""
    entered = latin_names(connection, known_at, day)
    pairs = zip(names.tolist(), federations.tolist(), strict=True)
    return [entered.get(key, "") or official(name, code) for key, (name, code) in enumerate(pairs)]
