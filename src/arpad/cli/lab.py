"""`arpad lab`: what another rule would have done with a history."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.desk import AsJson
from arpad.finding import Misuse, Remedy

if TYPE_CHECKING:
    from arpad.history.library import Library
    from arpad.lab.cluster import Cluster
    from arpad.lab.comparing import Comparison, Paired
    from arpad.lab.measures import Measures
    from arpad.lab.outcome import Outcome
    from arpad.lab.variant import Variant

lab = typer.Typer(help="What another rule would have done with a history.", no_args_is_help=True)

TheHistory = Annotated[str, typer.Option("--history", metavar="DIR", help="What `arpad history export` wrote.")]
Series = Annotated[str, typer.Option("--series", help="The series, where there are several.")]
On = Annotated[str, typer.Option("--on", metavar="ADDRESS", help="A Dask scheduler, as tcp://127.0.0.1:8786.")]
Workers = Annotated[int, typer.Option("--workers", metavar="N", help="Processes of this machine.", min=1)]
PLACES = 5  # of a score
MEASURES = (
    "lists",
    "games",
    "brier",
    "brier_published",
    "log_score",
    "players",
    "mean",
    "cohort",
    "drift",
    "error_rms",
    "error_mean",
)


@lab.command("replay")
def replay(
    history: TheHistory = "",
    rulebook: Annotated[
        str,
        typer.Option("--rulebook", metavar="ID|FILE", help="An edition, or a file of your own; without it, as it was."),
    ] = "",
    witness: Annotated[str, typer.Option("--witness", help="As this witness prints the edition.")] = "",
    values: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Another value, as coefficient.new-player.k=30."),
    ] = None,
    no_one_offs: Annotated[bool, typer.Option("--no-one-offs", help="Without what was decided for one list.")] = False,
    series: Series = "",
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="Write the lists there, for `arpad lab compare`.")
    ] = "",
    on: On = "",
    workers: Workers = 1,
    as_json: AsJson = False,
) -> None:
    """Rate a whole history from its opening list under another edition, witness or value.

    Without a rulebook and without values it comes out as it was published, row for row, and says so. With workers each
    period is rated by parts; that pays for very large ones.

    [bold]Examples[/bold]

      arpad lab replay --history island-history

      arpad lab replay --history island-history --rulebook fide-standard-2014 --out under-2014

      arpad lab replay --history island-history --rulebook fide-standard-2024 --set coefficient.new-player.k=30
    """
    from arpad.cli.files import progress
    from arpad.cli.output import answer
    from arpad.finding import Note
    from arpad.lab.outcome import Replay, as_published, come_out, write
    from arpad.lab.replay import series_of

    library = _library(history)
    chosen = series_of(library, series)
    variant = _variant(rulebook, witness, values or [], not no_one_offs)
    if out and Path(out).exists():
        raise Misuse("history/there", directory=out)
    with _cluster(on, workers) as cluster:
        outcome = come_out(library, chosen, variant, progress, cluster.spread if cluster else None)
    other = as_published(library, outcome)
    if out:
        write(outcome, Path(out))
    if as_json:
        answer(
            "lab replay", Replay(outcome.name, outcome.variant, outcome.history, chosen, other, out, outcome.measures)
        )
        return
    print(Note.of("replayed", name=outcome.name, lists=len(outcome.lists), games=outcome.measures.games))
    if other:
        print(Note.of("replayed-other", lists=len(other), other=len(other), all=len(outcome.lists)))
    else:
        print(Note.of("replayed-same"))
    _measures([(outcome.name, outcome.measures)])
    if out:
        print(Note.of("replayed-out", directory=out))


@lab.command("compare")
def compare(
    first: Annotated[
        str, typer.Argument(metavar="A", help="An outcome (a directory), an edition or a file of your own.")
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="The same.")],
    history: TheHistory = "",
    series: Series = "",
    as_json: AsJson = False,
) -> None:
    """Compare two systems on one history: who would stand where, and which predicts better.

    The scores are of the games to come, by the ratings before them. Differences are told with an interval, from games
    drawn again by whole events; where it holds zero, the difference is noise. True strengths are asked where the
    history has them.

    [bold]Examples[/bold]

      arpad lab compare fide-standard-2014 fide-standard-2024 --history island-history

      arpad lab compare under-2014 under-2024 --history island-history
    """
    from arpad.cli.output import answer
    from arpad.lab.comparing import compared

    library = _library(history) if history else None
    comparison = compared(library, _outcome(first, history, series), _outcome(second, history, series))
    if as_json:
        answer("lab compare", comparison)
    else:
        _compared(comparison)


@lab.command("sweep")
def sweep(
    grid: Annotated[Path, typer.Argument(metavar="GRID.toml", help="What is varied.")],
    history: TheHistory = "",
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="Where the results go; begun before, it goes on.")
    ] = "sweep",
    series: Series = "",
    on: On = "",
    workers: Workers = 1,
    as_json: AsJson = False,
) -> None:
    """Rate a history under every variant of a grid; a table, and a picture of prediction against drift.

    The grid is a TOML file: rulebook and one_offs with their choices, and in the table "set" values with theirs. Each
    result is a file of its own: a sweep that was stopped goes on. On workers or a scheduler of Dask it comes out the
    same.

    [bold]Examples[/bold]

      arpad lab sweep grid.toml --history island-history --out k-sweep

      arpad lab sweep grid.toml --history island-history --out k-sweep --workers 2
    """
    from arpad.cli.files import progress
    from arpad.cli.output import answer
    from arpad.cli.rulebooks import named
    from arpad.finding import Note
    from arpad.lab.grid import read_grid
    from arpad.lab.sweep import Sweep, in_process
    from arpad.lab.sweep import sweep as run

    library, request = _library(history), Sweep(read_grid(grid, named), Path(out), series)
    with _cluster(on, workers) as cluster:
        found = run(library, request, cluster or in_process, progress)
    if as_json:
        answer("lab sweep", found)
        return
    _measures([(row.name, row.measures) for row in found.rows])
    print(Note.of("swept", directory=out, variants=len(found.rows), before=found.there_before or ""))


def _library(history: str) -> Library:
    from arpad.history.library import Library

    if not history:
        raise Misuse("lab/no-history", Remedy.to("give-history"))
    return Library(Path(history))


def _cluster(on: str, workers: int) -> AbstractContextManager[Cluster | None]:
    """The workers that are asked for; none where this process does it alone."""
    if on and workers > 1:
        raise Misuse("lab/both-engines")
    if not on and workers == 1:
        return nullcontext()
    from arpad.lab.cluster import on_scheduler, on_workers

    return on_scheduler(on) if on else on_workers(workers)


def _variant(rulebook: str, witness: str, values: list[str], one_offs: bool) -> Variant:
    from arpad.cli.rulebooks import named
    from arpad.lab.variant import Variant

    pairs = {}
    for text in values:
        key, sign, value = text.partition("=")
        if not sign or not key.strip():
            raise Misuse("lab/no-set", text=text)
        pairs[key.strip()] = value.strip()
    return Variant.of(named(rulebook) if rulebook else "", witness, pairs, one_offs)


def _outcome(name: str, history: str, series: str) -> Outcome:
    """An outcome of a directory, or of an edition on the history."""
    from arpad.cli.files import progress
    from arpad.lab.outcome import FILE, come_out, read
    from arpad.lab.replay import series_of

    if (Path(name) / FILE).is_file():
        return read(Path(name))
    if not history:
        raise Misuse("lab/no-system", Remedy.to("give-history"), name=name)
    library = _library(history)
    return come_out(library, series_of(library, series), _variant(name, "", [], True), progress)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.{PLACES}f}" if abs(value) < 1 else f"{value:.1f}"


def _measures(systems: list[tuple[str, Measures]]) -> None:
    from arpad.cli.output import table

    rows = [
        [name, *(measure if isinstance(measure := getattr(found, key), int) else _number(measure) for key in MEASURES)]
        for name, found in systems
    ]
    table(["system", *(key.replace("_", " ") for key in MEASURES)], rows)


def _compared(comparison: Comparison) -> None:
    from arpad.cli.output import table
    from arpad.days import Month
    from arpad.finding import Note

    _measures(
        [(comparison.first_system, comparison.first_measures), (comparison.second_system, comparison.second_measures)]
    )
    print()
    counted = {name: getattr(comparison, name) for name in ("both", "moved", "only_first", "only_second")}
    print(Note.of("compared-stand", last=Month(comparison.last), mean=_number(comparison.mean_difference), **counted))
    if comparison.movers:
        table(
            ["player", "name", "first", "second", "difference"],
            [(each.player, each.name, each.first, each.second, f"{each.difference:+d}") for each in comparison.movers],
        )
    print()
    for what, pair in (("brier", comparison.brier), ("log", comparison.log_score), ("truth", comparison.truth)):
        print(_better(what, pair))


def _better(what: str, pair: Paired) -> str:
    from arpad.finding import Note

    numbers = {name: _number(getattr(pair, name)) for name in ("first", "second", "difference", "low", "high")}
    about = Note.of(f"compared-what/{what}", count=pair.count).sentence
    return Note.of(f"compared-better/{pair.better}", what=about, **numbers).sentence
