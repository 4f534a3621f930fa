"""How time and memory are taken: interleaved rounds in one process, memory in one of its own, samples of stacks."""

from __future__ import annotations

import ctypes
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # of mallopt
WARMING = 3  # rounds before the first that counts
PROCESSOR, WALL = time.process_time, time.perf_counter
WALLS: dict[str, list[float]] = {}  # of the last rounds, on the wall, whatever clock was asked for
SHORTEST = 1e-6  # seconds that a run is taken to last at least
SAMPLING = 0.0005  # seconds between two looks at the stack


def rounds_of(
    contestants: Mapping[str, Callable[[], object]],
    rounds: int,
    warming: int = WARMING,
    clock: Callable[[], float] = PROCESSOR,
    least: float = 0,
) -> dict[str, list[float]]:
    """Seconds of each contestant, one run each in every round, after a few that do not count: they settle the heap.

    With one thread each, processor time: whoever else uses the machine makes a run wait, but not work longer. What
    takes less than `least` seconds is run so often in a row that it takes as long, and the mean counts: a run of a
    fraction of a millisecond after somebody else's measures how soon the processor finds its code again.
    """
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    often = dict.fromkeys(contestants, 1)
    WALLS.clear()
    keep_heap()
    gc.collect()
    gc.disable()
    for turn in range(-warming, rounds):
        for name, run in contestants.items():
            again = range(often[name] - 1)
            wall, start = WALL(), clock()
            for _ in again:
                run()
            made = run()
            stop, wall = clock(), WALL() - wall
            del made  # giving memory back is not timed, but between the runs of a row
            if turn < 0:
                often[name] = max(1, int(least / max(stop - start, SHORTEST) * often[name]))
                continue
            taken[name].append((stop - start) / often[name])
            WALLS.setdefault(name, []).append(wall / often[name])
    gc.enable()
    return taken


def against(taken: Mapping[str, list[float]], other: str, base: str) -> float:
    """How many times as long as the base another takes: the median over the rounds, in each of which both have run, so
    that a machine that is slow for a while is slow for both."""
    return statistics.median(one / two for one, two in zip(taken[other], taken[base], strict=True))


def on_the_wall(base: str) -> str:
    """The ratios of the last rounds by the clock on the wall, to be read beside those of processor time."""
    medians = {name: statistics.median(runs) for name, runs in WALLS.items()}
    return ", ".join(f"{name} {median / medians[base]:.2f}" for name, median in medians.items() if name != base)


def keep_heap() -> None:
    """Let the process keep what is freed. Whether the system takes it back after a run and gives it again, cleared, in
    the next depends on the order of unrelated allocations; it would be luck which contestant pays for it."""
    libc = ctypes.CDLL(None)
    for option, value in ((M_TRIM_THRESHOLD, 2**31 - 1), (M_MMAP_THRESHOLD, 2**25)):
        libc.mallopt(option, value)


def added_memory(run: Callable[[], object]) -> None:
    """For a process of its own: run once and print by how many bytes the peak rose above what was held before."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # what making the inputs left free would hide what the run adds
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew
    before = _status("VmRSS")
    made = run()
    print(max(0, _status("VmHWM") - before))
    del made


def _status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1]) * 1024


def measured_apart(suite: str, contestant: str, *arguments: str) -> float:
    """The memory a contestant adds, measured in a process of its own."""
    command = [sys.executable, str(HERE / f"{suite}.py"), "--memory", contestant, *arguments]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[-1])


def added_by(suite: str, contestants: Sequence[str], short: bool, *arguments: str) -> dict[str, float]:
    """The memory that each contestant adds; in a short run that of the first alone."""
    return {name: measured_apart(suite, name, *arguments) for name in contestants[: 1 if short else None]}


def verb(*arguments: str, apart: bool = True) -> tuple[float, float, float, str]:
    """Run a verb of the command line: processor seconds, seconds on the wall, MiB at most, and what it printed.

    In a process of its own, as an officer types it; in a short run in this one, which has everything loaded.
    """
    command, start, printed = f"`arpad {' '.join(arguments)}`", time.perf_counter(), ""
    if not apart:
        from typed import typed

        before = time.process_time()
        answer = typed(*arguments)
        if answer.code:
            raise SystemExit(f"bench: {command} ended with {answer.code}:\n{answer.out}{answer.err}")
        spent = time.process_time() - before
        return spent, time.perf_counter() - start, _status("VmHWM") / 2**20, answer.out
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([sys.executable, "-m", "arpad", *arguments], stdout=out)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        printed = out.read().decode()
        if process.returncode:
            raise SystemExit(f"bench: {command} ended with {process.returncode}:\n{printed}")
    return used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss / 1024, printed


def profiled(suite: str, run: Callable[[], object], times: int) -> int:
    """Run so many times under pyinstrument, which looks at the stack, and draw the flame graph."""
    from _draw import flame
    from pyinstrument import Profiler

    run()
    profiler = Profiler(interval=SAMPLING)
    with profiler:
        for _ in range(times):
            run()
    frame = profiler.last_session.root_frame() if profiler.last_session else None
    if frame is None:
        print("bench: no sample was taken; what helps: more rounds", file=sys.stderr)
        return 1
    path = HERE / "results" / f"{suite}-flame.svg"
    path.write_text(flame(frame, f"{suite}: {times} runs, {frame.time:.2f} s"), "utf-8")
    print(f"bench: {path.relative_to(HERE.parent)} written; open it in a browser, the pointer names each box")
    return 0
