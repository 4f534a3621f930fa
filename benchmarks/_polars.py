"""The month as Polars frames; entries and players are found by joins, or by position, which Polars calls gather.

It gives ledger, worksheets and first ratings under fide-standard-2025 and what is like it: no rating for unrated
players in round robins, one edition in the period, no guests and no stand-in ratings. Lines and the next pool are left
out. The number of threads is that of POLARS_MAX_THREADS, which must be set before Polars is imported.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from _kernel import SPAN, law
from _loops import RULES
from _months import Month, before
from polars import col, lit, when

from arpad.columns import Firsts, Ledger, Table, Worksheets, dtypes

Frame = pl.DataFrame
SHORT = {"i": {1: pl.Int8, 2: pl.Int16, 4: pl.Int32}, "u": {1: pl.UInt8, 2: pl.UInt16}}


def index(month: pl.Expr) -> pl.Expr:
    """Months counted on one line, from yyyymm."""
    return month // 100 * 12 + month % 100


def shaped(frame: Frame, kind: type[Table]) -> Frame:
    """The columns of a table, in its own types."""
    return frame.select(col(name).cast(SHORT[dtype.kind][dtype.itemsize]) for name, dtype in dtypes(kind).items())


class Frames:
    """A month as frames."""

    def __init__(self, month: Month, by_position: bool) -> None:
        book, self.by_position = law(month)[0], by_position
        self.law = {name: int(book[name]) for name in RULES}
        tables = {"player": month.rolls.replaced, "row": month.pool, "entry": month.entries, "game": month.games}
        frames = [
            Frame({key: np.arange(len(table), dtype=np.int32), **dict(table.columns())})
            for key, table in tables.items()
        ]
        self.roll, self.pool, self.entries, self.games = frames
        self.roll = self.roll.select("player", "rating", "state")
        self.expectation = Frame({"at": np.arange(2 * SPAN + 1, dtype=np.int32), "expected": book["expected"]})
        self.performance = Frame({"p": np.arange(101, dtype=np.int32), "dp": book["dp"]})

    def beside(self, frame: Frame, on: str, other: Frame, key: str, **names: str) -> Frame:
        """A frame with columns of another, whose key is its position, beside it: {theirs: ours}."""
        if self.by_position:
            return frame.hstack([other[theirs].gather(frame[on]).alias(ours) for theirs, ours in names.items()])
        chosen = other.select(col(key).alias(on), *(col(theirs).alias(ours) for theirs, ours in names.items()))
        return frame.join(chosen, on=on, how="left", maintain_order="left")

    def rate(self) -> tuple[Frame, Frame, Frame]:
        rules = self.law
        since = index(lit(rules["list"])) - rules["window"]
        pool = self.beside(self.pool, "player", self.roll, "player", state="state")
        remembered = pool.with_columns(ended=index(col("end") // 100)).filter(~col("state").is_in([1, 2]))
        pool = remembered.filter(col("ended") >= since, col("games") > 0)
        sides = self.sides()
        verdicts = self.verdicts(sides, remembered)
        ledger = self.ledger(sides, verdicts)
        used = ledger.filter(col("status") < 2).group_by("entry")
        results = used.agg(*(col(n).sum().cast(pl.Int32) for n in ("half_points", "delta", "met")), games=pl.len())
        results = self.beside(results, "entry", self.entries, "entry", player="player", role="role", k="k")
        worksheets = self.worksheets(results)
        firsts = self.firsts(results.filter(col("role") == 1), verdicts, pool, worksheets)
        return ledger, worksheets, firsts

    def sides(self) -> Frame:
        """Two rows for each game, white's and then black's, with what the entries say."""
        white = self.games.select("game", "status", entry="white", opponent="black", half_points="white_half_points")
        black = self.games.select("game", "status", entry="black", opponent="white", half_points="black_half_points")
        sides = pl.concat((white, black))
        names = {"own": "own", "role": "role", "status": "barred", "player": "player"}
        sides = self.beside(sides, "entry", self.entries, "entry", **names)
        return self.beside(sides, "opponent", self.entries, "entry", shown="met")

    def verdicts(self, sides: Frame, pool: Frame) -> Frame:
        """What becomes of each newcomer's event."""
        seen = sides.filter(col("role") == 1, col("barred") == 0, col("status") == 0, col("met") > 0)
        seen = seen.group_by("entry").agg(col("player").first(), scored=col("half_points").sum()).sort("entry")
        again = pl.int_range(pl.len()).over("player") > 0
        counts = (
            again | col("player").is_in(pool["player"].implode()) | (col("scored") >= self.law["first_half_points"])
        )
        return seen.select("entry", "player", verdict=when(counts).then(1).otherwise(3).cast(pl.UInt8))

    def ledger(self, sides: Frame, verdicts: Frame) -> Frame:
        rules, entries = self.law, self.entries.select("entry")
        of_entry = entries.join(verdicts, on="entry", how="left", maintain_order="left")
        rows = self.beside(sides, "entry", of_entry, "entry", verdict="verdict")
        played = when(col("met") == 0).then(2).when(col("role") == 1).then(col("verdict")).otherwise(0)
        status = (
            when(col("status") > 0).then(col("status")).when(col("barred") > 0).then(col("barred")).otherwise(played)
        )
        rows = rows.with_columns(status=status)
        counts, limit = col("status") == 0, rules["limit"]
        rows = rows.with_columns(difference=when(counts).then(col("own") - col("met")).otherwise(0).cast(pl.Int16))
        free = col("own") >= rules["exempt_from"]
        rows = rows.with_columns(
            counted=when(free).then(col("difference")).otherwise(col("difference").clip(-limit, limit))
        )
        rows = rows.with_columns(at=col("counted").cast(pl.Int32) + SPAN)
        rows = self.beside(rows, "at", self.expectation, "at", expected="expected")
        delta = col("half_points").cast(pl.Int16) * 50 - col("expected")
        rows = rows.with_columns(
            expected=when(counts).then(col("expected")).otherwise(0), delta=when(counts).then(delta).otherwise(0)
        )
        return shaped(rows, Ledger)

    def worksheets(self, results: Frame) -> Frame:
        rules, lines = self.law, results.filter(col("role") == 0)
        summed = (col(name).sum().cast(pl.Int32) for name in ("games", "half_points", "delta"))
        totals = lines.group_by("player").agg(*summed).rename({"delta": "sum"})
        totals = totals.with_columns(ceiling=rules["product"] // col("games"))
        lines = lines.join(totals.select("player", "ceiling"), on="player")
        change = pl.min_horizontal(col("k").cast(pl.Int32), "ceiling") * col("delta")
        changes = lines.group_by("player").agg(change=change.sum())
        late = self.entries.filter(col("role") == 0, col("source") == 4)["player"].implode()
        found = totals.join(changes, on="player")
        found = self.beside(found, "player", self.roll, "player", rating="base", state="state")
        found = found.with_columns(
            base_source=when(col("player").is_in(late)).then(4).otherwise(0),
            rounded=col("change").sign() * ((2 * col("change").abs() + 100) // 200),
        ).with_columns(new=col("base") + col("rounded"))
        outcome = when(col("new") < rules["floor"]).then(2).when(col("state") == 3).then(1).otherwise(0)
        return shaped(found.with_columns(outcome=outcome), Worksheets)

    def firsts(self, results: Frame, verdicts: Frame, pool: Frame, worksheets: Frame) -> Frame:
        rules, month = self.law, before(self.law["list"])
        ended = month // 100 * 12 + month % 100
        names, none = ("games", "half_points", "met"), lit(0, pl.Int32)
        whole = [col(name).cast(pl.Int32) for name in names]
        rows = pl.concat(
            (
                pool.select("player", col("ended"), *whole),
                results.select("player", lit(None, pl.Int32).alias("ended"), *whole),
                verdicts.filter(col("verdict") == 1).select(
                    "player", lit(ended, pl.Int32).alias("ended"), *(none.alias(n) for n in names)
                ),
                self.entries.filter(col("role") == 1).select(
                    "player", lit(None, pl.Int32).alias("ended"), *(none.alias(name) for name in names)
                ),
            )
        )
        pools = rows.group_by("player").agg(*(col(name).sum() for name in names), oldest=col("ended").min())
        pools = self.beside(pools, "player", self.roll, "player", state="state")
        rated = worksheets.filter(col("outcome") != 2)["player"].implode()
        pools = pools.filter(~col("state").is_in([1, 2]), ~col("player").is_in(rated)).with_columns(
            ra_sum=col("met") + rules["added"] * rules["added_rating"],
            ra_games=col("games") + rules["added"],
            scored=col("half_points") + rules["added"] * rules["added_half_points"],
        )
        some, games, last = col("games") > 0, col("ra_games"), col("oldest") + rules["window"] - 1
        pools = pools.with_columns(p=when(some).then((200 * col("scored") + 2 * games) // (4 * games)).otherwise(0))
        pools = self.beside(pools, "p", self.performance, "p", dp="dp").with_columns(
            dp=when(some & (col("scored") != games)).then(col("dp")).otherwise(0)
        )
        ru = when(some).then((2 * col("ra_sum") + games) // (2 * games) + col("dp")).otherwise(0)
        pools = pools.with_columns(ru=ru, rating=pl.min_horizontal(ru, lit(rules["maximum"])))
        few, low = col("games") < rules["games"], col("rating") < rules["floor"]
        until = when((few | low) & col("oldest").is_not_null()).then(last // 12 * 100 + last % 12 + 1).otherwise(0)
        pools = pools.with_columns(
            outcome=when(few).then(1).when(low).then(2).otherwise(0),
            missing=when(few).then(rules["games"] - col("games")).otherwise(0),
            until=until,
        )
        return shaped(pools, Firsts)

    def tables(self) -> tuple[Table, ...]:
        """One run, as tables to compare: sorted, which is not timed."""
        ledger, *others = self.rate()
        white, black = (ledger.slice(start, len(self.games)) for start in (0, len(self.games)))
        rows = pl.concat((white, black)).with_columns(side=np.repeat([0, 1], len(white))).sort("game", "side")
        frames = (rows.drop("side"), *(frame.sort("player") for frame in others))
        kinds: tuple[Any, ...] = (Ledger, Worksheets, Firsts)
        return tuple(
            kind(**{name: frame[name].to_numpy().copy() for name in frame.columns})
            for kind, frame in zip(kinds, frames, strict=True)
        )
