"""The outcome of a variant: every list as it comes out, what it predicted, and how well. In memory, or as a directory.

    outcome.json                    the variant, the history by its hash, the measures, of every file its hash; sealed
    SERIES/YYYY-MM/list.parquet     the list
    SERIES/YYYY-MM/predictions.parquet   what the lists before said of the games of its period

The directory appears whole or not at all, and what is read is what was written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

from arpad.asjson import to_json
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.history import table_files
from arpad.history.bundle import Library, new_library
from arpad.history.contents import FILES_FORM
from arpad.history.list_data import Head, roll_rows
from arpad.lab.measures import Measures, MeasuringGround, Predictions, measure_system, predict_games, tally_predictions
from arpad.lab.replay import ReplayedList, replay_lists
from arpad.lab.variant import Variant
from arpad.lists.sealed import RollRows
from arpad.rating import Spread

OUTCOME_FILE, OUTCOME_FORM = "outcome.json", "Arpad-Outcome 1"

ProgressCall = Callable[[str, int | None], AbstractContextManager[Callable[[int], None]]]


@dataclass(frozen=True)
class Outcome:
    """What comes out of a history under a variant."""

    name: str
    variant: str  # its hash
    history: str  # the hash of its table of contents
    series: str
    heads: Mapping[int, Head]
    lists: Mapping[int, RollRows]
    predictions: Mapping[int, Predictions]
    measures: Measures


@dataclass(frozen=True)
class Replay:
    """What came out of a replay."""

    name: str
    variant: str
    history: str
    series: str
    not_as_published: tuple[int, ...]
    directory: str  # where the lists were written; empty where they were not
    measures: Measures


def history_hash(library: Library) -> str:
    """Which history it is."""
    return hashlib.sha256(library.contents_text).hexdigest()


def run_variant(
    library: Library, series: str, variant: Variant, watch: ProgressCall, spread: Spread | None = None
) -> Outcome:
    """Rate the history under the variant, and keep every list and prediction."""
    heads = {head.list_: head for head in library.contents.chapters if head.series == series}
    lists: dict[int, RollRows] = {}
    predictions: dict[int, Predictions] = {}

    def keep(replayed: ReplayedList, predicted_games: Predictions) -> None:
        lists[replayed.head.list_], predictions[replayed.head.list_] = roll_rows(replayed.roll), predicted_games

    replayed = replay_lists(library, series, variant, spread)
    measures = _measure_lists(library, series, replayed, watch, keep)
    return Outcome(variant.name, variant.sha256, history_hash(library), series, heads, lists, predictions, measures)


def measure_variant(library: Library, series: str, variant: Variant, watch: ProgressCall) -> Measures:
    """Rate the history under the variant, and keep only what it is measured by."""
    return _measure_lists(library, series, replay_lists(library, series, variant), watch, lambda *_: None)


def _measure_lists(
    library: Library,
    series: str,
    replayed: Iterable[ReplayedList],
    watch: ProgressCall,
    keep: Callable[[ReplayedList, Predictions], None],
) -> Measures:
    ground = MeasuringGround.of(library, series)
    count = sum(head.series == series for head in library.contents.chapters)
    ends: list[RollRows] = []
    games = tally_predictions(Predictions.of())
    done = 0
    with watch("lists", count) as advance:
        for replayed_list in replayed:
            predictions = predict_games(replayed_list)
            games += tally_predictions(predictions)
            keep(replayed_list, predictions)
            done += 1
            if done in (1, count):
                ends.append(roll_rows(replayed_list.roll))
            advance(1)
    return measure_system(ground, count, (ends[0], ends[-1]), games)


def lists_not_as_published(library: Library, outcome: Outcome) -> tuple[int, ...]:
    """The lists that are not, row for row, as they were published."""
    return tuple(
        list_
        for list_, rows in outcome.lists.items()
        if not _equal_rolls(rows, library.table(outcome.heads[list_], "list"))
    )


def _equal_rolls(mine: RollRows, published: RollRows) -> bool:
    return len(mine) == len(published) and mine.equals(published)


# --- as a directory -----------------------------------------------------------------------------------------------


def write_outcome(outcome: Outcome, directory: Path) -> None:
    """Write an outcome into a new directory."""
    with new_library(directory, FILES_FORM) as writer:
        for list_, rows in outcome.lists.items():
            head = outcome.heads[list_]
            for name, table in (("list", rows), ("predictions", outcome.predictions[list_])):
                writer.add(f"{head.place}/{name}.parquet", table_files.table_as_parquet(table, head, name), len(table))
        whole: dict[str, Any] = {
            "form": OUTCOME_FORM, "name": outcome.name, "variant": outcome.variant, "history": outcome.history,
            "series": outcome.series, "lists": {str(list_): head.place for list_, head in outcome.heads.items()},
            "measures": to_json(outcome.measures), "files": dict(sorted(writer.files.items())),
        }  # fmt: skip
        whole["seal"] = outcome_seal(whole)
        writer.write(OUTCOME_FILE, (json.dumps(whole, indent=1) + "\n").encode())


def outcome_seal(whole: Mapping[str, Any]) -> str:
    """The hash of everything else that a file says."""
    rest = {name: value for name, value in whole.items() if name != "seal"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def read_outcome(directory: Path) -> Outcome:
    """An outcome out of its directory."""
    library = Library(directory)
    text = library.bytes_of(OUTCOME_FILE)
    try:
        whole = json.loads(text)
        if whole["form"] != OUTCOME_FORM:
            raise UserError("history/form", form=str(whole["form"])[:40], known=(OUTCOME_FORM,))
        if whole["seal"] != outcome_seal(whole):
            raise ValueError
        blank = Head(str(whole["series"]), 0, "", "", "", "", 0, 0, False)
        heads = {int(list_): replace(blank, list_=int(list_)) for list_ in whole["lists"]}
        measures = Measures(**whole["measures"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, UserError):
            raise
        raise UserError("history/no-contents", file=OUTCOME_FILE) from None

    def table(head: Head, name: str, kind: Any) -> Any:
        file = f"{head.place}/{name}.parquet"
        body = library.bytes_of(file)
        table_files.refuse_other_hash(body, whole["files"].get(file, ""), file)
        return table_files.read_parquet_table(kind, body, file)

    return Outcome(
        whole["name"], whole["variant"], whole["history"], whole["series"], heads,
        {list_: table(head, "list", RollRows) for list_, head in heads.items()},
        {list_: table(head, "predictions", Predictions) for list_, head in heads.items()},
        measures,
    )  # fmt: skip
