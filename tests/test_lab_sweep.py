"""A sweep: every variant of a grid, goes on where it stopped, and is the same on a cluster that loses a worker."""

from __future__ import annotations

import csv
import os
import re
import signal
import socket
import ssl
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from lab_made import SERIES, island, island_history
from random_periods import MIXES, make
from typed import typed

from arpad.finding import UserError
from arpad.history.verify import watch_nothing
from arpad.lab import cluster
from arpad.lab.replay import replay_lists
from arpad.lab.sweep import (
    PICTURE_FILE,
    RESULTS_DIRECTORY,
    SWEEP_FILE,
    TABLE_FILE,
    Sweep,
    SweepTask,
    VariantGrid,
    draw_picture,
    read_grid,
    run_sweep,
    work_in_process,
    work_on_task,
)
from arpad.lab.variant import Variant
from arpad.law import rulebook
from arpad.law.drafting import NewNames, draft
from arpad.rating import Rolls, rate

GRID = """
rulebook = ["fide-standard-2014", "fide-standard-2024"]
[set]
"coefficient.new-player.k" = [20, 40]
"coefficient.below-2400.k" = [20, 30, 40]
"""


@pytest.fixture
def grid(tmp_path: Path) -> VariantGrid:
    file = tmp_path / "grid.toml"
    file.write_text(GRID)
    return read_grid(file, str)


def run(grid: VariantGrid, directory: Path, engine: Any = None) -> Any:
    return run_sweep(island_history(), Sweep(grid, directory), engine or work_in_process, watch_nothing)


def files_of(directory: Path) -> dict[str, bytes]:
    return {str(file.relative_to(directory)): file.read_bytes() for file in directory.rglob("*") if file.is_file()}


def test_every_choice_with_every_other(grid: VariantGrid, tmp_path: Path) -> None:
    assert len(grid.variants) == 12
    assert grid.varied == ("rulebook", "coefficient.new-player.k", "coefficient.below-2400.k")
    swept = run(grid, tmp_path / "out")
    assert [row.name for row in swept.rows] == [variant.name for variant in grid.variants]
    assert len({row.measures for row in swept.rows}) > 6
    table = list(csv.DictReader((tmp_path / "out" / TABLE_FILE).read_text().splitlines()))
    assert [(row["rulebook"], row["coefficient.below-2400.k"]) for row in table[:3]] == [
        ("fide-standard-2014", "20"), ("fide-standard-2014", "30"), ("fide-standard-2014", "40"),
    ]  # fmt: skip
    assert [float(row["brier"]) for row in table] == [row.measures.brier for row in swept.rows]
    shapes = ElementTree.fromstring((tmp_path / "out" / PICTURE_FILE).read_text())
    assert len(shapes.findall("{http://www.w3.org/2000/svg}circle")) == 12


def test_a_sweep_that_was_stopped_goes_on(grid: VariantGrid, tmp_path: Path) -> None:
    done = []

    def stops(tasks: Sequence[SweepTask]) -> Iterator[tuple[SweepTask, bytes]]:
        for task in tasks[:5]:
            done.append(task.variant.sha256)
            yield task, work_on_task(task)
        raise KeyboardInterrupt

    def goes_on(tasks: Sequence[SweepTask]) -> Iterator[tuple[SweepTask, bytes]]:
        assert not {task.variant.sha256 for task in tasks} & set(done)
        return ((task, work_on_task(task)) for task in tasks)

    with pytest.raises(KeyboardInterrupt):
        run(grid, tmp_path / "out", stops)
    assert not (tmp_path / "out" / TABLE_FILE).exists()
    swept = run(grid, tmp_path / "out", goes_on)
    assert swept.there_before == 5
    run(grid, tmp_path / "whole")
    assert files_of(tmp_path / "out") == files_of(tmp_path / "whole")


def test_a_result_that_was_cut_or_changed_is_worked_out_again(grid: VariantGrid, tmp_path: Path) -> None:
    run(grid, tmp_path / "out")
    right = files_of(tmp_path / "out")
    first, second, third, *_ = sorted((tmp_path / "out" / RESULTS_DIRECTORY).iterdir())
    first.write_bytes(first.read_bytes()[:100])
    second.write_text(re.sub(r'"brier": 0\.\d', '"brier": 0.9', second.read_text()))
    third.write_bytes(second.read_bytes())
    assert run(grid, tmp_path / "out").there_before == 9
    assert files_of(tmp_path / "out") == right


def test_another_grid_or_another_directory_is_not_mixed_in(grid: VariantGrid, tmp_path: Path) -> None:
    run(grid, tmp_path / "out")
    with pytest.raises(UserError, match="not this sweep"):
        run(VariantGrid(grid.varied, grid.variants[:3]), tmp_path / "out")
    (tmp_path / "taken").mkdir()
    with pytest.raises(UserError, match="not this sweep"):
        run(grid, tmp_path / "taken")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rulebooks = []", "rulebook"), ("rulebook = [", "no grid"), ("rulebook = []", "0 variants"),
        ("set = 3", "no grid"), ('[set]\n"coeficient.new.k" = [1]', "coefficient"),
        ("x = " + "[" * 20_000, "no grid"), ("x = " + "9" * 5000, "no grid"),
        ('rulebook = "fide-standrad-2024"', "fide-standard-2024"),
        ('rulebook = "fide-standard-2024"\n[set]\n"coefficient.new.q" = 3', "coefficient.new-player"),
        ("[set]\n" + "\n".join(f'"a.b{n}" = [1, 2, 3, 4]' for n in range(9)), "at most"),
    ],
)  # fmt: skip
def test_a_wrong_grid_is_refused_before_anything_is_begun(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "grid.toml"
    file.write_text(text)
    refused = typed("lab", "sweep", file, "--history", island(), "--out", tmp_path / "out")
    assert (refused.code, refused.out) == (2, "")
    assert said in refused.err
    assert not (tmp_path / "out").exists()


def test_a_grid_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "grid.toml" in typed("lab", "sweep", tmp_path / "grid.toml", "--history", island()).err


def test_a_history_that_is_another_there_is_refused_by_the_worker(grid: VariantGrid, tmp_path: Path) -> None:
    text = work_on_task(SweepTask(str(island()), "0" * 64, SERIES, grid.variants[0]))
    assert text.startswith(b"refused ")
    with pytest.raises(UserError, match="another history"):
        run(grid, tmp_path / "out", lambda tasks: iter([(tasks[0], text)]))


# --- on Dask ------------------------------------------------------------------------------------------------------

ON_DASK = pytest.mark.filterwarnings("default")  # Dask's own are its own


def own_grid(tmp_path: Path) -> VariantGrid:
    """The grid, and a rulebook of a federation's own that no package has."""
    text = draft(
        rulebook("fide-standard-2024"),
        NewNames("ruritania-2024", "Ruritania", SERIES, rulebook("fide-standard-2024").head.in_force),
    )
    own = tmp_path / "ruritania-2024.toml"
    own.write_text(text)
    file = tmp_path / "own.toml"
    file.write_text(f'rulebook = ["fide-standard-2014", "{own}"]\n[set]\n"coefficient.new-player.k" = [20, 40]\n'
                    '"coefficient.below-2400.k" = [20, 30, 40]\n')  # fmt: skip
    from arpad.cli.rulebook_options import rulebook_id
    from arpad.law.law_set import current_law, use_law

    with use_law(current_law()):
        return read_grid(file, rulebook_id)


@ON_DASK
def test_on_two_workers_of_which_one_is_killed_it_comes_out_the_same(tmp_path: Path) -> None:
    """With a rulebook of one's own, which the workers have by its bytes alone."""
    dask = cluster.import_dask()
    grid = own_grid(tmp_path)
    assert any("ruritania-2024" in variant.name for variant in grid.variants)
    run(grid, tmp_path / "alone")
    killed: list[int] = []
    settings: dict[str, Any] = {
        "processes": True,
        "threads_per_worker": 1,
        "host": "127.0.0.1",
        "dashboard_address": None,
    }
    with dask.LocalCluster(n_workers=2, **settings) as local, dask.Client(local, set_as_default=False) as client:
        pids = client.run(os.getpid)
        assert len(set(pids.values())) == 2
        with cluster.connect_scheduler(local.scheduler_address) as engine:

            def kills(tasks: Sequence[SweepTask]) -> Iterator[tuple[SweepTask, bytes]]:
                for task, text in engine(tasks):
                    yield task, text
                    if not killed:
                        killed.append(next(iter(pids.values())))
                        os.kill(killed[0], signal.SIGKILL)

            run(grid, tmp_path / "cluster", kills)
    assert killed
    assert files_of(tmp_path / "cluster") == files_of(tmp_path / "alone")


@ON_DASK
def test_a_cluster_of_its_own_listens_on_this_machine_alone(grid: VariantGrid, tmp_path: Path) -> None:
    with cluster.start_workers(2) as engine:
        assert engine.client.scheduler.address.startswith("tls://127.0.0.1:")
        run(grid, tmp_path / "cluster", engine)
    run(grid, tmp_path / "alone")
    assert files_of(tmp_path / "cluster") == files_of(tmp_path / "alone")


def _answers_stranger(address: str) -> bool:
    """Whether a process says anything to somebody who speaks TLS and has no certificate."""
    host, _, port = address.removeprefix("tls://").partition(":")
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection((host, int(port)), 10) as link:
        try:
            with context.wrap_socket(link) as stranger:
                stranger.sendall(b"x")
                return stranger.recv(100) != b""
        except (ssl.SSLError, ConnectionError):
            return False


@ON_DASK
def test_nobody_without_its_credentials_reaches_a_cluster_of_its_own() -> None:
    """Another user of the machine, plainly, with TLS and credentials of their own, and at the doors of the workers."""
    dask = cluster.import_dask()
    with cluster.start_workers(1) as engine:
        scheduler = engine.client.scheduler.address
        nannies = [each["nanny"] for each in engine.client.scheduler_info()["workers"].values()]
        workers = list(engine.client.scheduler_info()["workers"])
        assert len(nannies) == len(workers) == 1
        strangers = {"tcp": None, "tls": dask.security.Security.temporary()}
        for protocol, security in strangers.items():
            with pytest.raises(OSError, match=r"."):
                dask.Client(
                    scheduler.replace("tls:", f"{protocol}:"), timeout="2s", security=security, set_as_default=False
                )
        for address in (scheduler, *workers, *nannies):
            assert not _answers_stranger(address), address
        assert engine.client.submit(sum, [1, 2]).result() == 3


@ON_DASK
def test_a_cluster_needs_the_library_of_its_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(UserError, match=r"lab"), cluster.start_workers(1):
        pass


@ON_DASK
def test_a_period_by_parts_on_workers_is_the_period_bit_for_bit() -> None:
    """`survey` and `score` on the workers, part by part; then a whole history so."""
    tables = ("ledger", "lines", "worksheets", "firsts", "pool")
    with cluster.start_workers(2) as engine:
        parts: list[tuple[str, int]] = []

        def counted(function: Any, items: Sequence[Any]) -> Iterator[Any]:
            parts.append((function.__name__, len(items)))
            return engine.spread(function, items)

        for editions in MIXES[:3]:
            inputs = make(7, 300, editions)
            books = tuple(rulebook(name) for name in inputs.editions)
            played = inputs.events, inputs.entries, inputs.games, inputs.pool
            given = inputs.list_, books, inputs.players, Rolls(inputs.replaced), *played
            whole, apart = rate(*given), rate(*given, batch_size=40, spread=counted)
            assert all(getattr(apart, name).equals(getattr(whole, name)) for name in tables)
        assert {name for name, _ in parts} == {"survey", "scored"}
        assert min(count for _, count in parts) > 4
        variant = Variant.of("fide-standard-2014")
        replayed = (
            replay_lists(island_history(), SERIES, variant, engine.spread),
            replay_lists(island_history(), SERIES, variant),
        )
        for mine, yours in zip(*replayed, strict=True):
            assert mine.roll.equals(yours.roll)


@ON_DASK
def test_a_scheduler_that_does_not_answer_is_told_and_nothing_is_begun(
    grid: VariantGrid, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "START_TIMEOUT", "1s")
    for address in ("tcp://127.0.0.1:1", "nowhere", "tcp://"):
        words = ("lab", "sweep", tmp_path / "grid.toml", "--history", island(), "--out", tmp_path / "out")
        refused = typed(*words, "--on", address)
        assert (refused.code, refused.out) == (2, ""), refused
        assert "no scheduler answers" in refused.err
        assert not (tmp_path / "out").exists()
    both = typed(
        "lab", "sweep", tmp_path / "grid.toml", "--history", island(), "--on", "tcp://127.0.0.1:1", "--workers", 2
    )
    assert (both.code, both.out) == (2, "")


# --- the picture --------------------------------------------------------------------------------------------------


def test_a_picture_has_a_point_for_whatever_is_known() -> None:
    drawn = draw_picture([("a <b>", 1.5, 0.11), ("c", None, 0.12), ("d", -3.0, 0.13)])
    shapes = ElementTree.fromstring(drawn)
    points = shapes.findall("{http://www.w3.org/2000/svg}circle")
    assert len(points) == 2
    left, right = float(points[1].attrib["cx"]), float(points[0].attrib["cx"])
    low, high = float(points[0].attrib["cy"]), float(points[1].attrib["cy"])
    assert left < right
    assert high < low  # a worse score stands higher
    assert "a &lt;b&gt;" in drawn
    assert ElementTree.fromstring(draw_picture([("nothing", None, None)])) is not None
    assert ElementTree.fromstring(draw_picture([("still", 0.0, 0.1), ("too", 0.0, 0.1)])) is not None


def test_sweep_as_it_is_typed(tmp_path: Path) -> None:
    file = tmp_path / "grid.toml"
    file.write_text('[set]\n"floor.rating" = [1000, 1400]\n')
    words = ("lab", "sweep", file, "--history", island(), "--out", tmp_path / "out")
    first = typed(*words)
    assert (first.code, "2 variants; table.csv" in first.out) == (0, True), first
    assert "2 of them from before" in typed(*words).out
    assert {SWEEP_FILE, TABLE_FILE, PICTURE_FILE, RESULTS_DIRECTORY} == {
        file.name for file in (tmp_path / "out").iterdir()
    }
