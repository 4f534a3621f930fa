"""Give the published lists what they may say of people: never more of a birth than its year.

A row per key, as known at an entry of the log. Whose rows stand on a list, and who has been merged, the caller knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from sqlalchemy import Connection

from arpad.days import Day, years_of
from arpad.lists.published import WOMAN, People, Texts, Words
from arpad.model.spelling import TABLES, official
from arpad.office.registry.history import latin_names
from arpad.office.registry.names import name_sort
from arpad.office.registry.roster import earlier, size
from arpad.office.store.bulk import key_columns, key_texts

NUMBERS = {"id": "player.id", "fide_id": "COALESCE(player.fide_id, 0)", "birth_year": "COALESCE(birth.born, 0)"}
CODES = ("federation", "sex", "title")
TEXTS = ("name", "name_sort", "region", "national_title")
SEX = {"w": WOMAN, "m": "M"}


def people(connection: Connection, known_at: int | None = None, day: int | None = None) -> People:
    """Return everybody as a list shows them (year of birth only), as known at an entry of the log and, if given, on
    a day."""
    count = size(connection, known_at)
    codes = tuple(f"player.{name}" for name in CODES)
    source = "player LEFT JOIN birth ON birth.player = player.key"
    columns = key_columns(connection, source, tuple(NUMBERS.values()), codes)
    texts = key_texts(connection, tuple(f"player.{name}" for name in TEXTS))
    columns_found: dict[str, Any] = {
        name: column[:count].copy() for name, column in zip(NUMBERS, columns, strict=False)
    }
    columns_found["birth_year"] = years_of(columns_found["birth_year"]).astype(np.int16)
    for name, column in zip(CODES, columns[len(NUMBERS) :], strict=True):
        different, place = np.unique(column[:count].view(">u4"), return_inverse=True)
        words = [code.decode("ascii").strip() for code in different.astype(">u4").view("S4").tolist()]
        columns_found[name] = Words(tuple(SEX.get(word, word) for word in words), place.astype(np.int32))
    for name, texts_of in zip(TEXTS, texts, strict=True):
        columns_found[name] = Words.of(texts_of[:count]) if name in ("region", "national_title") else texts_of[:count]
    fields = ("fide_id", "born", *CODES, "name", "region", "national_title")
    before: dict[str, dict[int, str]] = {}
    for (key, field), text in earlier(connection, fields, known_at, day).items():
        if key >= count:
            continue
        if field == "born":
            columns_found["birth_year"][key] = Day(text or 0).year
        elif field == "fide_id":
            columns_found[field][key] = int(text or 0)
        elif field == "name":
            columns_found["name"][key], columns_found["name_sort"][key] = text, name_sort(text)
        else:
            before.setdefault(field, {})[key] = SEX.get(text, text) if field == "sex" else text
    for field, changed in before.items():
        columns_found[field] = columns_found[field].with_rows(changed)
    columns_found["latin_name"] = _latin(
        columns_found["name"], columns_found["federation"], latin_names(connection, known_at, day)
    )
    return People(**columns_found)


def _latin(names: Texts, federations: Words, entered: Mapping[int, str]) -> Texts:
    """Everybody's name in Latin letters, as entered or by the federation's table; empty if there is neither."""
    latin = np.zeros(len(names), names.dtype)
    for code in TABLES:
        rows = np.flatnonzero(federations.are(code))
        spelt = {name: official(name, code) for name in set(names[rows].tolist())}
        latin[rows] = [spelt[name] for name in names[rows].tolist()]
    for key, name in entered.items():
        if key < len(latin):
            latin[key] = name
    return latin
