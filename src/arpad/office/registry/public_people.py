"""What the public sees of players: names, Latin names, years of birth, as columns for a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from sqlalchemy import Connection

from arpad.days import Day, years_of
from arpad.lists.published import WOMAN, People, Texts, Words
from arpad.model.spelling import TABLES, official_latin_name
from arpad.office.registry.names import name_sort
from arpad.office.registry.player_facts import count_players, earlier_values, entered_latin_names
from arpad.office.store.bulk import key_columns, key_texts

PUBLIC_NUMBERS = {"id": "player.id", "fide_id": "COALESCE(player.fide_id, 0)", "birth_year": "COALESCE(birth.born, 0)"}
PUBLIC_CODES = ("federation", "sex", "title")
PUBLIC_TEXTS = ("name", "name_sort", "region", "national_title")
SEX_LETTERS = {"w": WOMAN, "m": "M"}


def read_public_people(connection: Connection, known_at: int | None = None, day: int | None = None) -> People:
    """Return all players as columns, as a public list shows them: only the year of birth. `known_at`: without later
    registrations and corrections; `day`: with the facts that held then. Without both, as of today."""
    count = count_players(connection, known_at)
    codes = tuple(f"player.{name}" for name in PUBLIC_CODES)
    source = "player LEFT JOIN birth ON birth.player = player.key"
    columns = key_columns(connection, source, tuple(PUBLIC_NUMBERS.values()), codes)
    texts = key_texts(connection, tuple(f"player.{name}" for name in PUBLIC_TEXTS))
    shown: dict[str, Any] = {name: column[:count].copy() for name, column in zip(PUBLIC_NUMBERS, columns, strict=False)}
    shown["birth_year"] = years_of(shown["birth_year"]).astype(np.int16)
    for name, column in zip(PUBLIC_CODES, columns[len(PUBLIC_NUMBERS) :], strict=True):
        different, place = np.unique(column[:count].view(">u4"), return_inverse=True)
        words = [code.decode("ascii").strip() for code in different.astype(">u4").view("S4").tolist()]
        shown[name] = Words(tuple(SEX_LETTERS.get(word, word) for word in words), place.astype(np.int32))
    for name, texts_of in zip(PUBLIC_TEXTS, texts, strict=True):
        shown[name] = Words.of(texts_of[:count]) if name in ("region", "national_title") else texts_of[:count]
    fields = ("fide_id", "born", *PUBLIC_CODES, "name", "region", "national_title")
    before: dict[str, dict[int, str]] = {}
    for (key, field), text in earlier_values(connection, fields, known_at, day).items():
        if key >= count:
            continue
        if field == "born":
            shown["birth_year"][key] = Day(text or 0).year
        elif field == "fide_id":
            shown[field][key] = int(text or 0)
        elif field == "name":
            shown["name"][key], shown["name_sort"][key] = text, name_sort(text)
        else:
            before.setdefault(field, {})[key] = SEX_LETTERS.get(text, text) if field == "sex" else text
    for field, changed in before.items():
        shown[field] = shown[field].with_rows(changed)
    shown["latin_name"] = _latin_name_column(
        shown["name"], shown["federation"], entered_latin_names(connection, known_at, day)
    )
    return People(**shown)


def _latin_name_column(names: Texts, federations: Words, entered: Mapping[int, str]) -> Texts:
    """Return everybody's name in Latin letters, by key: as entered, or by the federation's table; empty if there is
    neither."""
    latin = np.zeros(len(names), names.dtype)
    for code in TABLES:
        rows = np.flatnonzero(federations.are(code))
        spelt = {name: official_latin_name(name, code) for name in set(names[rows].tolist())}
        latin[rows] = [spelt[name] for name in names[rows].tolist()]
    for key, name in entered.items():
        if key < len(latin):
            latin[key] = name
    return latin
