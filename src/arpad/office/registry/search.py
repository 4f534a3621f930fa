"""Find players by what an officer types: a number, a part of a name, or a name misspelt or in other letters.

A misspelt name is compared as a whole and, where nobody has the words as typed, word by word: a surname will do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz, process
from sqlalchemy import Connection, or_, select

from arpad.model.spelling import TABLES
from arpad.office.registry.names import name_sort
from arpad.office.registry.person import fact_from_text
from arpad.office.registry.player_facts import entered_latin_names, keys_of_numbers, registered_numbers_like
from arpad.office.registry.player_merges import merge_aliases
from arpad.office.store.bulk import key_texts
from arpad.office.store.schema import player

NAME_LIKENESS = 72  # percent
WORD_LIKENESS = 78  # percent: two letters that changed places in a word of five are 80
WORDS_TRIED = 12  # of the registry that may be meant by one that was typed


def search_players(connection: Connection, text: str, most: int = 20) -> list[int]:
    """Return the keys of at most `most` players that a typed text may mean, the likeliest first. Digits: players with
    this or a similar number, and into whom they were merged. Else by part of a name, Latin or former name, or similar
    spelling."""
    plain = text.strip()
    if plain.isdigit():
        near = [number for number, _ in registered_numbers_like(connection, int(plain))]
        keys = keys_of_numbers(connection, [int(plain), *near]).tolist()
        counted = merge_aliases(connection)
        registered = [who for key in keys if key >= 0 for who in (int(counted[key]), key)]
        return list(dict.fromkeys(registered))[:most]
    folded = name_sort(plain)
    if not folded:
        return []
    words = folded.split()
    likely = dict.fromkeys(
        [
            *_players_with_all_words(connection, words, most),
            *_players_with_latin_words(connection, words),
            *_players_with_former_name(connection, folded),
        ]
    )
    if len(likely) < most:
        (column,) = key_texts(connection, ("player.name_sort",))
        names = column.tolist()
        alike = process.extract(folded, names, scorer=fuzz.token_sort_ratio, score_cutoff=NAME_LIKENESS, limit=most)
        by_words = [] if likely else _players_with_similar_words(connection, folded.split(), names, most)
        likely |= dict.fromkeys([*(int(key) for _, _, key in alike), *by_words])
    return list(likely)[:most]


def players_of_name(connection: Connection, text: str, most: int) -> list[int]:
    """Return the keys of at most `most` players that a typed name may mean: those with just this name; where there are
    none, those whose name has all its words; else those of `search_players`."""
    folded = name_sort(text.strip())
    exactly = select(player.c.key).where(player.c.name_sort == folded).order_by(player.c.key).limit(most)
    keys = list(connection.execute(exactly).scalars()) if folded else []
    keys = keys or (_players_with_all_words(connection, folded.split(), most) if folded else [])
    return keys or search_players(connection, text, most)


def _players_with_all_words(connection: Connection, words: Sequence[str], most: int) -> list[int]:
    """Return the keys of players whose sortable name contains all the words, at most `most`, by name."""
    chosen = select(player.c.key).order_by(player.c.name_sort, player.c.key).limit(most)
    for word in words:
        chosen = chosen.where(player.c.name_sort.contains(word))
    return list(connection.execute(chosen).scalars())


def _players_with_latin_words(connection: Connection, words: Sequence[str]) -> list[int]:
    """Return the keys of players whose Latin name contains all the words, as entered or by the federation's table."""
    keys = [key for key, name in entered_latin_names(connection).items() if _contains_all_words(name_sort(name), words)]
    for code, table in TABLES.items():
        people = connection.execute(select(player.c.key, player.c.name).where(player.c.federation == code))
        rows = [row for row in people if not row.name.isascii()]
        names = table.of("\n".join(" ".join(row.name.split()) for row in rows)).split("\n")
        hits = (row.key for row, name in zip(rows, names, strict=False) if _contains_all_words(name_sort(name), words))
        keys += hits
    return keys


def _contains_all_words(name: str, words: Sequence[str]) -> bool:
    """Whether a name contains all the words, also within longer words."""
    return all(word in name for word in words)


def _players_with_similar_words(
    connection: Connection, words: Sequence[str], names: Iterable[str], most: int
) -> list[int]:
    """Return the keys of players whose name has a similar word for every word typed, the most alike first, at most
    `most`."""
    registered_words = sorted({word for name in names for word in name.split()})
    chosen = (
        select(player.c.key, player.c.name_sort).order_by(player.c.name_sort, player.c.key).limit(most * WORDS_TRIED)
    )
    for word in words:
        near = process.extract(word, registered_words, scorer=fuzz.ratio, score_cutoff=WORD_LIKENESS, limit=WORDS_TRIED)
        if not near:
            return []
        chosen = chosen.where(or_(*(player.c.name_sort.contains(each) for each, _, _ in near)))
    typed = " ".join(words)
    rows = sorted(connection.execute(chosen), key=lambda row: -fuzz.partial_ratio(typed, row.name_sort))
    return [row.key for row in rows[:most]]


def _players_with_former_name(connection: Connection, typed: str) -> list[int]:
    """Return the keys of players with a similar former name; `typed` is in sortable form."""
    rows = connection.execute(select(player.c.key, player.c.former_names).where(player.c.former_names != ""))
    keys = []
    for row in rows:
        names = fact_from_text("former_names", row.former_names)
        assert isinstance(names, tuple)
        if any(fuzz.token_set_ratio(typed, name_sort(name)) >= NAME_LIKENESS for name in names):
            keys.append(row.key)
    return keys
