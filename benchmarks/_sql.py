"""The month as SQL, run by DuckDB on tables of its own, in memory.

It gives ledger, worksheets and first ratings under fide-standard-2025 and what is like it: no rating for unrated
players in round robins, one edition in the period, no guests and no stand-in ratings. Lines and the next pool are left
out. Positions are whole numbers and stand in the tables as keys; rows may come out in any order and are sorted for
comparison only, which is not timed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from _kernel import SPAN, law
from _loops import RULES
from _months import Month, before

from arpad.columns import Firsts, Ledger, Table, Worksheets, dtypes

SIDES = """
CREATE OR REPLACE TEMP VIEW sides AS
    SELECT game, 0 AS side, white AS entry, black AS opponent, white_half_points AS half_points, status FROM games
    UNION ALL SELECT game, 1, black, white, black_half_points, status FROM games;
CREATE OR REPLACE TEMP TABLE remembered AS
    SELECT pool.* FROM pool JOIN roll USING (player) WHERE state NOT IN (1, 2);
CREATE OR REPLACE TEMP TABLE waiting AS
    SELECT * FROM remembered
    WHERE "end" // 10000 * 12 + "end" // 100 % 100 >= {list} // 100 * 12 + {list} % 100 - {window} AND games > 0;
"""
VERDICTS = """
CREATE OR REPLACE TEMP TABLE verdicts AS
    WITH surveyed AS (
        SELECT entry, any_value(e.player) AS player, sum(half_points) AS scored
        FROM sides JOIN (SELECT * FROM entries WHERE role = 1 AND status = 0) e USING (entry)
             JOIN entries o ON o.entry = opponent
        WHERE sides.status = 0 AND o.shown > 0 GROUP BY entry)
    SELECT entry, player, CASE WHEN row_number() OVER (PARTITION BY player ORDER BY entry) > 1
        OR player IN (SELECT player FROM remembered) OR scored >= {first_half_points} THEN 1 ELSE 3 END AS verdict
    FROM surveyed;
"""
LEDGER = """
CREATE OR REPLACE TEMP TABLE ledger AS
    WITH met AS (
        SELECT game, side, entry, opponent, half_points, e.own, o.shown AS met,
            CASE WHEN sides.status <> 0 THEN sides.status WHEN e.status <> 0 THEN e.status WHEN o.shown = 0 THEN 2
                 WHEN e.role = 1 THEN verdict ELSE 0 END AS status
        FROM sides JOIN entries e USING (entry) JOIN entries o ON o.entry = opponent
             LEFT JOIN verdicts USING (entry)),
    differing AS (SELECT *, CASE WHEN status = 0 THEN own - met ELSE 0 END AS difference FROM met),
    limited AS (
        SELECT *, CASE WHEN own >= {exempt_from} THEN difference
            ELSE greatest(least(difference, {limit}), -{limit}) END AS counted FROM differing)
    SELECT game, side, entry, opponent, half_points, own, met, difference::SMALLINT AS difference,
        counted::SMALLINT AS counted, CASE WHEN status = 0 THEN expected ELSE 0 END::UTINYINT AS expected,
        CASE WHEN status = 0 THEN half_points * 50 - expected ELSE 0 END::TINYINT AS delta, status::UTINYINT AS status
    FROM limited JOIN expectation USING (counted);
"""
WORKSHEETS = """
CREATE OR REPLACE TEMP TABLE results AS
    SELECT entry, count(*)::INTEGER AS games, sum(half_points)::INTEGER AS half_points, sum(delta)::INTEGER AS sum,
        sum(met)::INTEGER AS met FROM ledger WHERE status < 2 GROUP BY entry;
CREATE OR REPLACE TEMP TABLE worksheets AS
    WITH lines AS (SELECT player, k, results.* FROM results JOIN entries USING (entry) WHERE role = 0),
    totals AS (
        SELECT player, sum(games)::INTEGER AS games, sum(half_points)::INTEGER AS half_points, sum(sum)::INTEGER AS sum
        FROM lines GROUP BY player),
    changes AS (
        SELECT player, sum(least(k, {product} // totals.games) * lines.sum)::INTEGER AS change
        FROM lines JOIN totals USING (player) GROUP BY player),
    rounded AS (SELECT *, sign(change) * ((2 * abs(change) + 100) // 200) AS rounded FROM changes),
    late AS (SELECT DISTINCT player FROM entries WHERE role = 0 AND source = 4)
    SELECT player, rating AS base, CASE WHEN late.player IS NULL THEN 0 ELSE 4 END AS base_source, games, half_points,
        sum, {product} // games AS ceiling, change, rounded, rating + rounded AS new,
        CASE WHEN rating + rounded < {floor} THEN 2 WHEN state = 3 THEN 1 ELSE 0 END AS outcome
    FROM totals JOIN rounded USING (player) JOIN roll USING (player) LEFT JOIN late USING (player);
"""
FIRSTS = """
CREATE OR REPLACE TEMP TABLE firsts AS
    WITH rows AS (
        SELECT player, "end" // 10000 * 12 + "end" // 100 % 100 AS ended, games, half_points, met FROM waiting
        UNION ALL SELECT player, {ended}, coalesce(games, 0), coalesce(half_points, 0), coalesce(met, 0)
        FROM verdicts LEFT JOIN results USING (entry) WHERE verdict = 1
        UNION ALL SELECT player, NULL, 0, 0, 0 FROM entries WHERE role = 1),
    pools AS (
        SELECT player, sum(games)::INTEGER AS games, sum(half_points)::INTEGER AS half_points, sum(met)::INTEGER AS met,
            min(ended)::INTEGER AS oldest FROM rows GROUP BY player),
    newcomers AS (
        SELECT pools.*, met + {added} * {added_rating} AS ra_sum, games + {added} AS ra_games,
            half_points + {added} * {added_half_points} AS scored
        FROM pools JOIN roll USING (player)
        WHERE state NOT IN (1, 2) AND player NOT IN (SELECT player FROM worksheets WHERE outcome <> 2)),
    scores AS (
        SELECT *, CASE WHEN games > 0 THEN (200 * scored + 2 * ra_games) // (4 * ra_games) ELSE 0 END AS p
        FROM newcomers),
    tabled AS (
        SELECT scores.*, CASE WHEN games > 0 AND scored <> ra_games THEN value ELSE 0 END AS dp
        FROM scores JOIN performance USING (p)),
    given AS (
        SELECT *, CASE WHEN games > 0 THEN (2 * ra_sum + ra_games) // (2 * ra_games) + dp ELSE 0 END AS ru FROM tabled),
    rated AS (
        SELECT *, least(ru, {maximum}) AS rating,
            CASE WHEN games < {games} THEN 1 WHEN least(ru, {maximum}) < {floor} THEN 2 ELSE 0 END AS outcome
        FROM given)
    SELECT player, games, half_points, met, ra_sum, ra_games, p, dp, ru, rating, outcome,
        CASE WHEN outcome = 1 THEN {games} - games ELSE 0 END AS missing,
        CASE WHEN outcome > 0 AND oldest IS NOT NULL
            THEN (oldest + {window} - 1) // 12 * 100 + (oldest + {window} - 1) % 12 + 1 ELSE 0 END AS until
    FROM rated;
"""


class Duck:
    """A month in DuckDB's own tables."""

    def __init__(self, month: Month, threads: int) -> None:
        import duckdb

        book = law(month)[0]
        values = {name: int(book[name]) for name in RULES}
        ended = before(values["list"])
        values["ended"] = ended // 100 * 12 + ended % 100
        self.script = "".join((SIDES, VERDICTS, LEDGER, WORKSHEETS, FIRSTS)).format(**values)
        self.connection = duckdb.connect(config={"threads": threads})
        differences = np.arange(-SPAN, SPAN + 1, dtype=np.int16)
        self._load("expectation", {"counted": differences, "expected": book["expected"]})
        self._load("performance", {"p": np.arange(101, dtype=np.int32), "value": book["dp"]})
        roll = month.rolls.replaced
        numbers = np.arange(len(roll), dtype=np.int32)
        self._load("roll", {"player": numbers, "rating": roll.rating, "state": roll.state})
        for name, key, table in (
            ("pool", "row", month.pool),
            ("entries", "entry", month.entries),
            ("games", "game", month.games),
        ):
            self._load(name, {key: np.arange(len(table), dtype=np.int32), **dict(table.columns())})

    def _load(self, name: str, columns: dict[str, Any]) -> None:
        self.connection.register("handed", {key: np.ascontiguousarray(column) for key, column in columns.items()})
        self.connection.execute(f"CREATE TABLE {name} AS SELECT * FROM handed")
        self.connection.unregister("handed")

    def rate(self) -> None:
        self.connection.execute(self.script)

    def tables(self) -> tuple[Table, ...]:
        """One run, as tables to compare."""
        self.rate()
        found = []
        for kind, order in ((Ledger, "game, side"), (Worksheets, "player"), (Firsts, "player")):
            columns = ", ".join(f'"{name}"' for name in dtypes(kind))
            query = f"SELECT {columns} FROM {kind.__name__.lower()} ORDER BY {order}"
            made = self.connection.execute(query).fetchnumpy()
            found.append(kind(**{name: np.asarray(made[name]).astype(dtype) for name, dtype in dtypes(kind).items()}))
        return tuple(found)
