"""`arpad lab`: what another rule would have done with a history."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.office_session import AsJsonOption
from arpad.finding import Remedy, UserError

if TYPE_CHECKING:
    from arpad.history.bundle import Library
    from arpad.lab.cluster import DaskCluster
    from arpad.lab.comparing import Comparison, Paired
    from arpad.lab.measures import Measures
    from arpad.lab.outcome import Outcome
    from arpad.lab.variant import Variant

lab = typer.Typer(help="What another rule would have done with a history.", no_args_is_help=True)

HistoryArgument = Annotated[str, typer.Option("--history", metavar="DIR", help="What `arpad history export` wrote.")]
SeriesOption = Annotated[str, typer.Option("--series", help="The series, where there are several.")]
OnOption = Annotated[str, typer.Option("--on", metavar="ADDRESS", help="A Dask scheduler, as tcp://127.0.0.1:8786.")]
WorkersOption = Annotated[int, typer.Option("--workers", metavar="N", help="Processes of this machine.", min=1)]
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
def replay_history(
    history: HistoryArgument = "",
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
    series: SeriesOption = "",
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="Write the lists there, for `arpad lab compare`.")
    ] = "",
    on: OnOption = "",
    workers: WorkersOption = 1,
    as_json: AsJsonOption = False,
) -> None:
    """Rate a whole history from its opening list under another edition, witness or value.

    Without a rulebook and without values it comes out as it was published, row for row, and says so. With workers each
    period is rated by parts; that pays for very large ones.

    [bold]Examples[/bold]

      arpad lab replay --history island-history

      arpad lab replay --history island-history --rulebook fide-standard-2014 --out under-2014

      arpad lab replay --history island-history --rulebook fide-standard-2024 --set coefficient.new-player.k=30
    """
    from arpad.cli.files import progress_bar
    from arpad.cli.output import print_answer
    from arpad.finding import Note
    from arpad.lab.outcome import Replay, lists_not_as_published, run_variant, write_outcome
    from arpad.lab.replay import replay_series

    library = _open_history(history)
    chosen = replay_series(library, series)
    variant = _parse_variant(rulebook, witness, values or [], not no_one_offs)
    if out and Path(out).exists():
        raise UserError("history/there", directory=out)
    with _open_cluster(on, workers) as cluster:
        outcome = run_variant(library, chosen, variant, progress_bar, cluster.spread if cluster else None)
    other = lists_not_as_published(library, outcome)
    if out:
        write_outcome(outcome, Path(out))
    if as_json:
        print_answer(
            "lab replay", Replay(outcome.name, outcome.variant, outcome.history, chosen, other, out, outcome.measures)
        )
        return
    print(Note.of("replayed", name=outcome.name, lists=len(outcome.lists), games=outcome.measures.games))
    if other:
        print(Note.of("replayed-other", lists=len(other), other=len(other), all=len(outcome.lists)))
    else:
        print(Note.of("replayed-same"))
    _print_measures([(outcome.name, outcome.measures)])
    if out:
        print(Note.of("replayed-out", directory=out))


@lab.command("compare")
def compare_systems(
    first: Annotated[
        str, typer.Argument(metavar="A", help="An outcome (a directory), an edition or a file of your own.")
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="The same.")],
    history: HistoryArgument = "",
    series: SeriesOption = "",
    as_json: AsJsonOption = False,
) -> None:
    """Compare two systems on one history: who would stand where, and which predicts better.

    The scores are of the games to come, by the ratings before them. Differences are told with an interval, from games
    drawn again by whole events; where it holds zero, the difference is noise. True strengths are asked where the
    history has them.

    [bold]Examples[/bold]

      arpad lab compare fide-standard-2014 fide-standard-2024 --history island-history

      arpad lab compare under-2014 under-2024 --history island-history
    """
    from arpad.cli.output import print_answer
    from arpad.lab.comparing import compare_outcomes

    library = _open_history(history) if history else None
    comparison = compare_outcomes(library, _outcome_of(first, history, series), _outcome_of(second, history, series))
    if as_json:
        print_answer("lab compare", comparison)
    else:
        _print_comparison(comparison)


@lab.command("sweep")
def sweep_variants(
    grid: Annotated[Path, typer.Argument(metavar="GRID.toml", help="What is varied.")],
    history: HistoryArgument = "",
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="Where the results go; begun before, it goes on.")
    ] = "sweep",
    series: SeriesOption = "",
    on: OnOption = "",
    workers: WorkersOption = 1,
    as_json: AsJsonOption = False,
) -> None:
    """Rate a history under every variant of a grid; a table, and a picture of prediction against drift.

    The grid is a TOML file: rulebook and one_offs with their choices, and in the table "set" values with theirs. Each
    result is a file of its own: a sweep that was stopped goes on. On workers or a scheduler of Dask it comes out the
    same.

    [bold]Examples[/bold]

      arpad lab sweep grid.toml --history island-history --out k-sweep

      arpad lab sweep grid.toml --history island-history --out k-sweep --workers 2
    """
    from arpad.cli.files import progress_bar
    from arpad.cli.output import print_answer
    from arpad.cli.rulebook_options import rulebook_id
    from arpad.finding import Note
    from arpad.lab.sweep import Sweep, read_grid, work_in_process
    from arpad.lab.sweep import run_sweep as run

    library, request = _open_history(history), Sweep(read_grid(grid, rulebook_id), Path(out), series)
    with _open_cluster(on, workers) as cluster:
        found = run(library, request, cluster or work_in_process, progress_bar)
    if as_json:
        print_answer("lab sweep", found)
        return
    _print_measures([(row.name, row.measures) for row in found.rows])
    print(Note.of("swept", directory=out, variants=len(found.rows), before=found.there_before or ""))


def _open_history(history: str) -> Library:
    from arpad.history.bundle import Library

    if not history:
        raise UserError("lab/no-history", Remedy.to("give-history"))
    return Library(Path(history))


def _open_cluster(on: str, workers: int) -> AbstractContextManager[DaskCluster | None]:
    """The workers that are asked for; none where this process does it alone."""
    if on and workers > 1:
        raise UserError("lab/both-engines")
    if not on and workers == 1:
        return nullcontext()
    from arpad.lab.cluster import connect_scheduler, start_workers

    return connect_scheduler(on) if on else start_workers(workers)


def _parse_variant(rulebook: str, witness: str, values: list[str], one_offs: bool) -> Variant:
    from arpad.cli.rulebook_options import rulebook_id
    from arpad.lab.variant import Variant

    pairs = {}
    for text in values:
        key, sign, value = text.partition("=")
        if not sign or not key.strip():
            raise UserError("lab/no-set", text=text)
        pairs[key.strip()] = value.strip()
    return Variant.of(rulebook_id(rulebook) if rulebook else "", witness, pairs, one_offs)


def _outcome_of(name: str, history: str, series: str) -> Outcome:
    """An outcome of a directory, or of an edition on the history."""
    from arpad.cli.files import progress_bar
    from arpad.lab.outcome import OUTCOME_FILE, read_outcome, run_variant
    from arpad.lab.replay import replay_series

    if (Path(name) / OUTCOME_FILE).is_file():
        return read_outcome(Path(name))
    if not history:
        raise UserError("lab/no-system", Remedy.to("give-history"), name=name)
    library = _open_history(history)
    return run_variant(library, replay_series(library, series), _parse_variant(name, "", [], True), progress_bar)


def _number_text(value: float | None) -> str:
    return "" if value is None else f"{value:.{PLACES}f}" if abs(value) < 1 else f"{value:.1f}"


def _print_measures(systems: list[tuple[str, Measures]]) -> None:
    from arpad.cli.output import print_table

    rows = [
        [
            name,
            *(
                measure if isinstance(measure := getattr(found, key), int) else _number_text(measure)
                for key in MEASURES
            ),
        ]
        for name, found in systems
    ]
    print_table(["system", *(key.replace("_", " ") for key in MEASURES)], rows)


def _print_comparison(comparison: Comparison) -> None:
    from arpad.cli.output import print_table
    from arpad.days import Month
    from arpad.finding import Note

    _print_measures(
        [(comparison.first_system, comparison.first_measures), (comparison.second_system, comparison.second_measures)]
    )
    print()
    counted = {name: getattr(comparison, name) for name in ("both", "moved", "only_first", "only_second")}
    print(
        Note.of("compared-stand", last=Month(comparison.last), mean=_number_text(comparison.mean_difference), **counted)
    )
    if comparison.movers:
        print_table(
            ["player", "name", "first", "second", "difference"],
            [(each.player, each.name, each.first, each.second, f"{each.difference:+d}") for each in comparison.movers],
        )
    print()
    for what, pair in (("brier", comparison.brier), ("log", comparison.log_score), ("truth", comparison.truth)):
        print(_better_text(what, pair))


def _better_text(what: str, pair: Paired) -> str:
    from arpad.finding import Note

    numbers = {name: _number_text(getattr(pair, name)) for name in ("first", "second", "difference", "low", "high")}
    about = Note.of(f"compared-what/{what}", count=pair.count).sentence
    return Note.of(f"compared-better/{pair.better}", what=about, **numbers).sentence
