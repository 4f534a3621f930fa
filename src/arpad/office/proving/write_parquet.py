"""Write what the office published as Parquet for statistics, by default with new numbers for players and events."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.history.bundle import PLAYERS, STRENGTHS, Writer, new_library
from arpad.history.contents import FILES_FORM
from arpad.history.pseudonyms import Pseudonyms
from arpad.history.table_files import frame_bytes
from arpad.law.cited import choose
from arpad.monitor.sources import read_strengths
from arpad.office.desk import Desk, ProgressReporter
from arpad.office.proving.published_data import ListDataMaker, extend_flags, lists_to_publish_as_data
from arpad.office.registry.player_facts import count_players, facts_of_players, read_roster
from arpad.office.store import schema
from arpad.textcells import harmless


@dataclass(frozen=True)
class HistoryExport:
    """A request: what to write where. Without `names`, players and events get new random numbers."""

    directory: Path
    series: tuple[str, ...] = ()  # empty: all
    names: bool = False
    strengths: Path | None = None  # a file with the true strengths of a simulated federation


@dataclass(frozen=True)
class Exported:
    """What was written."""

    directory: str
    series: tuple[str, ...]
    lists: int
    games: int
    players: int
    files: int
    named: bool
    strengths: int  # players whose true strength was written


def export_history(desk: Desk, request: HistoryExport, watch: ProgressReporter) -> Exported:
    """Write everything that was published into a new directory, as Parquet; nothing is logged. Players and events
    get new random numbers, unless names are requested. Refuses a directory that exists, a series without
    published lists, and an office without any."""
    with new_library(request.directory, FILES_FORM) as writer, desk.reading() as connection:
        _refuse_unknown_series(connection, request.series)
        chosen = lists_to_publish_as_data(connection, request.series)
        if not chosen:
            raise UserError("history/nothing")
        chapters = ListDataMaker(connection, {row.series for row in chosen})
        draw = Pseudonyms.none if request.names else Pseudonyms.drawn
        numbers = draw(count_players(connection), _all_event_keys(connection))
        games = 0
        with watch("lists", len(chosen)) as advance:
            for row in chosen:
                chapter, law = chapters.chapter(row)
                writer.add_chapter(numbers.chapter(chapter), law)
                games += len(chapter.tables.get("games", ()))
                advance(1)
        players = _add_players(connection, writer, chapters, numbers, request.names)
        strengths = 0 if request.strengths is None else _add_strengths(connection, writer, numbers, request.strengths)
        writer.close("", desk.rehearsal, request.names)
    series = tuple(dict.fromkeys(row.series for row in chosen))
    files = len(writer.files)
    return Exported(str(request.directory), series, len(chosen), games, players, files, request.names, strengths)


def _refuse_unknown_series(connection: Connection, series: tuple[str, ...]) -> None:
    """Refuse a series that has no published lists made here."""
    published = sorted({row.series for row in lists_to_publish_as_data(connection)})
    for name in series:
        if name not in published:
            raise UserError("history/no-series", choose(name, published) if published else None, series=name)


def _all_event_keys(connection: Connection) -> Any:
    """Return the event keys of everything ever admitted, without duplicates."""
    keys = connection.execute(select(schema.content.c.event_key).distinct()).scalars()
    return np.array(list(keys), np.int64)


def _add_players(
    connection: Connection, writer: Writer, chapters: ListDataMaker, numbers: Pseudonyms, names: bool
) -> int:
    """Write a row for each player who played or was on a list: number, birth year, sex, federation, region. With
    `names` also office and FIDE number and name, but only of players who were shown on a list. Return the number
    of rows."""
    import polars as pl

    players = read_roster(connection)
    keys = np.flatnonzero(extend_flags(chapters.needed, len(players)))
    table = schema.player
    rows = {
        row.key: (row.sex, row.region) for row in connection.execute(select(table.c.key, table.c.sex, table.c.region))
    }
    frame = pl.DataFrame(
        {
            "player": numbers.players[keys],
            "born": chapters.players.born[keys],
            "sex": [rows[key][0] for key in keys.tolist()],
            "federation": [players.codes[at] for at in players.federation[keys].tolist()],
            "region": [harmless(rows[key][1]) for key in keys.tolist()],
        },
        schema_overrides={"sex": pl.String, "federation": pl.String, "region": pl.String},
    )
    if names:
        shown = extend_flags(chapters.shown, len(players))[keys]
        people = facts_of_players(connection, keys[shown].tolist())
        named = [harmless(people[key].name) if key in people else "" for key in keys.tolist()]
        frame = frame.with_columns(
            number=pl.Series(np.where(shown, players.id[keys], 0)),
            fide_id=pl.Series(np.where(shown, players.fide_id[keys], 0)),
            name=pl.Series(named, dtype=pl.String),
        )
    writer.add(PLAYERS, frame_bytes(frame.sort("player")), len(frame))
    return len(frame)


def _add_strengths(connection: Connection, writer: Writer, numbers: Pseudonyms, file: Path) -> int:
    """Write the true strengths of simulated players from a file: on a day, and the change per year. Numbers that are
    not registered are dropped. Return the number of rows."""
    import polars as pl

    players = read_roster(connection)
    keys = {number: key for key, number in enumerate(players.fide_id.tolist()) if number > 0}
    true = read_strengths(str(file))
    player = np.array([keys.get(number, -1) for number in true.number.tolist()], np.int64)
    registered = player >= 0
    columns = {"strength": true.strength, "per_year": true.per_year, "on": true.day}
    whole = {name: column[registered].astype(np.int32) for name, column in columns.items()}
    frame = pl.DataFrame({"player": numbers.players[player[registered]], **whole})
    writer.add(STRENGTHS, frame_bytes(frame.sort("player")), len(frame))
    return len(frame)
