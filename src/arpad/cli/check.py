"""`arpad check`: is this report good, before it is sent?

The structure is checked here: columns, results, numbers, days. Whether the regulation lets it be rated is not yet
asked, so the verdict is `not-ratable` where something refuses the report and `undecided` otherwise.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Annotated, Any

import typer

from arpad.finding import Finding, Tier

MANY = 64  # files from which on more than one process is worth its start
LISTED = 50  # files that the summary lists by name

EXAMPLES = """Check tournament reports for everything that cannot be read, or not in one way only.

[bold]Examples[/bold]

  arpad check open.trf                 findings of one report, line by line

  arpad check reports/ 'more/*.trf'    a directory and a pattern, with a summary

  arpad check --json open.trf | jq .   one JSON object per file and line

  arpad check - < open.trf             from standard input

Reads TRF06, TRF16 and TRF26, CSV and XLSX tables of games or players, crosstables, and PGN headers.
Exit code: 0 nothing refuses, 1 something does (with --strict: or excludes), 2 the call is wrong.
"""


def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Reports, directories, patterns, or - .")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per file, one line each.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 also where something is excluded.")] = False,
    encoding: Annotated[str, typer.Option(metavar="NAME", help="Read as this encoding instead of guessing.")] = "",
    max_bytes: Annotated[int, typer.Option(metavar="N", help="Largest report in bytes.", min=1)] = 4 * 1024 * 1024,
    max_players: Annotated[int, typer.Option(metavar="N", help="Most players.", min=1, max=9999)] = 5000,
    max_rounds: Annotated[int, typer.Option(metavar="N", help="Most rounds.", min=1, max=400)] = 60,
    max_lines: Annotated[int, typer.Option(metavar="N", help="Most lines.", min=1)] = 100_000,
    max_line: Annotated[int, typer.Option(metavar="N", help="Longest line in characters.", min=1)] = 4096,
    max_findings: Annotated[int, typer.Option(metavar="N", help="Most findings listed of one code.", min=1)] = 1000,
    jobs: Annotated[int, typer.Option(metavar="N", help="Processes; 0 for one per processor.", min=0)] = 0,
) -> None:
    from arpad.cli.files import STANDARD_INPUT, expand, progress
    from arpad.intake.decode import Limits
    from arpad.intake.recognise import SUFFIXES

    _known(encoding)
    paths = expand(files, SUFFIXES)
    limits = Limits(max_bytes, max_players, max_rounds, max_lines, max_line, max_findings)
    work = [(path, limits, encoding) for path in paths]
    workers = min(jobs or os.cpu_count() or 1, len(paths))
    totals: Counter[str] = Counter()
    shown_rows: list[tuple[str, str, str]] = []
    refused = excluded = 0
    with progress("checking", len(paths)) as advance:
        pool = workers > 1 and len(paths) >= MANY and STANDARD_INPUT not in paths
        for path, size, findings in _in_processes(work, workers) if pool else map(_checked, work):
            advance(1)
            tiers = Counter(finding.tier for finding in findings)
            refused += bool(tiers[Tier.REFUSE])
            excluded += bool(tiers[Tier.EXCLUDE])
            totals.update(f"{finding.tier.value} {finding.code}" for finding in findings)
            if as_json:
                print(json.dumps(answer(path, findings), ensure_ascii=False))
                continue
            for finding in findings:
                print(finding)
            if len(shown_rows) < LISTED:
                shown_rows.append((path, size, _counted(tiers)))
    if not as_json:
        _summary(paths, shown_rows, totals, refused)
    raise typer.Exit(1 if refused or (strict and excluded) else 0)


check.__doc__ = EXAMPLES


def _known(encoding: str) -> None:
    from codecs import lookup

    from arpad.finding import Misuse

    try:
        if encoding:
            lookup(encoding)
    except LookupError:
        raise Misuse(f"no encoding is called {encoding!r}") from None


def _in_processes(work: list[tuple[str, Any, str]], workers: int) -> Iterator[tuple[str, str, tuple[Finding, ...]]]:
    from multiprocessing import get_context

    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:  # forking would copy the progress bar's thread
        yield from pool.map(_checked, work, chunksize=max(1, min(200, len(work) // (workers * 4))))


def _checked(task: tuple[str, Any, str]) -> tuple[str, str, tuple[Finding, ...]]:
    """One file: its name as it may be shown, its size in words, its findings."""
    from arpad.cli.files import STANDARD_INPUT, content
    from arpad.intake.codes import counted, shown
    from arpad.intake.recognise import read, read_file

    path, limits, encoding = task
    name = shown(path, 400)
    if path == STANDARD_INPUT:
        report, findings = read(content(path, limits.bytes), name, limits, encoding)
    else:
        report, findings = read_file(path, limits, encoding, name)
    sizes = ((len(report.players), "player"), (report.cells.rounds, "round"), (len(report.games()), "game"))
    size = ", ".join(counted(number, word) for number, word in sizes)
    return name, size if report.players else "no report", findings


def answer(file: str, findings: tuple[Finding, ...]) -> dict[str, Any]:
    """The JSON object of one file, as schema/check.json describes it."""
    refused = any(finding.tier is Tier.REFUSE for finding in findings)
    excluded = [finding for finding in findings if finding.tier is Tier.EXCLUDE]
    return {
        "file": file,
        "edition": None,
        "verdict": "not-ratable" if refused else "undecided",
        "list": None,
        "excluded": {
            "games": sum(1 for finding in excluded if finding.round is not None),
            "players": sum(1 for finding in excluded if finding.round is None),
        },
        "deadline": None,
        "findings": [finding.as_json() for finding in findings],
    }


def _counted(tiers: Counter[Tier]) -> str:
    words = {Tier.REFUSE: "refuse", Tier.EXCLUDE: "exclude", Tier.ASK: "ask", Tier.ADVICE: "advise"}
    return ", ".join(f"{tiers[tier]} {word}" for tier, word in words.items() if tiers[tier]) or "no findings"


def _summary(paths: list[str], rows: list[tuple[str, str, str]], totals: Counter[str], refused: int) -> None:
    sys.stdout.flush()
    if len(paths) == 1:
        print(f"{rows[0][0]}: {rows[0][1]}; {rows[0][2]}")
        return
    from arpad.cli.output import table

    table(("report", "holds", "findings"), rows)
    if len(paths) > len(rows):
        print(f"... and {len(paths) - len(rows)} more files")
    if totals:
        table(("findings", "tier", "code"), [(count, *key.split(" ", 1)) for key, count in sorted(totals.items())])
    print(f"{len(paths)} files; {refused} refused")
