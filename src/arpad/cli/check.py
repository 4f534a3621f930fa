"""`arpad check`: may this report be rated, and what is wrong with it, before it is sent.

Structure first (columns, results, numbers, days), then the law of the edition in force on the event's first day. What
the report cannot carry comes from a sidecar or from flags; what is unknown is asked for, never assumed.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.limits import ReadingAndListing
from arpad.cli.option_groups import GroupedVerb
from arpad.cli.rulebooks import judge_by
from arpad.cli.screen import letter_lines
from arpad.finding import Misuse, Remedy, Tier, fields_of, told_once
from arpad.frozen import dataclass

if TYPE_CHECKING:
    from arpad.checking import CheckedFile, Request

MANY = 64  # files from which on more than one process is worth its start
AT_ONCE = 32  # files that a process is handed together; who interrupts waits for those
LISTED = 50  # files that the summary lists by name

EXAMPLES = """May this report be rated? Checks what cannot be read, or not in one way only, then the regulation.

[bold]Examples[/bold]

  arpad check open.trf                          one report, with open.event.toml beside it if there is one

  arpad check open.trf --series fide-standard --registered 2025-11-01 --hybrid no --laws yes

  arpad check open.trf --list standard_rating_list.txt     ratings from a FIDE list instead of the printed ones

  arpad check cup.trf --list ukraine=list.txt --list standard_nov25frl.txt   a national list, and FIDE's for guests

  arpad check open.trf --rulebook ruritania.toml           by your federation's own rulebook, a file

  arpad check reports/ 'more/*.trf'             a directory and a pattern, with a summary

  arpad check --json open.trf | jq .            one JSON object per file and line

  arpad check --letter open.trf                 the reply to the arbiter

  arpad check --explain rate-of-play            what the rulebooks say, and how they are read

Facts of the event are the keys of the sidecar, as flags.

  --series, --system, --time-control, --ratings-at, --name, --code, --federation   a text

  --start, --end, --registered, --reported      a day, YYYY-MM-DD

  --schedule DAY,DAY,...                        the day of each round, as registered

  --announced                                   rated or unrated

  --resolution BY:DAY:REASON                    a decision to rate what was not submitted

  --official, --continental, --national-championship, --women-only, --team-championship,
  --league, --hybrid, --norms, --notation, --laws, --agreed    yes or no

  --games-scheduled, --rounds-per-day           a number

  --approvals WHAT\\[:BY],...                     as in late-registration:president

  --arbiters NAME:LICENCE\\[:ID]                  repeat it for each

  --exclusions PLAYER:ROUND:REASON              repeat it for each

Exit code: 0 nothing refuses, 1 something does (with --strict: or excludes), 2 the call is wrong.
"""


@GroupedVerb
def check(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE...", help="Reports, directories, patterns, or - .")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per file, one line each.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 also where something is excluded.")] = False,
    rating_lists: Annotated[
        list[str] | None,
        typer.Option(
            "--list",
            metavar="[SERIES=]FILE",
            help="A rating list: text, XML or FIDE's zip; SERIES where it does not say. Repeat it.",
        ),
    ] = None,
    rulebook: Annotated[
        str,
        typer.Option(
            "--rulebook", metavar="ID|FILE", help="Judge by this rulebook, whatever else its series has; not by date."
        ),
    ] = "",
    as_of: Annotated[
        str, typer.Option("--as-of", metavar="YYYY-MM-DD", help="Judge as on this day; today if not given.")
    ] = "",
    explain: Annotated[str, typer.Option("--explain", metavar="CODE", help="What the law says behind a code.")] = "",
    structure: Annotated[bool, typer.Option("--structure", help="Only what can be read, without the law.")] = False,
    letter: Annotated[bool, typer.Option("--letter", help="The reply an officer would send.")] = False,
    *,
    reading: ReadingAndListing,
    jobs: Annotated[int, typer.Option(metavar="N", help="Processes; 0 for one per processor.", min=0)] = 0,
) -> None:
    from arpad.checking import Request, told_twice
    from arpad.cli.facts import split
    from arpad.cli.files import expand, progress
    from arpad.cli.rating_lists import read_lists
    from arpad.intake.forms import SUFFIXES

    if as_json and letter:
        raise Misuse("json-or-letter", Remedy.to("choose-one"))
    names, facts = split(files or [])
    if rulebook:
        served = judge_by(rulebook)
        facts = {**({"series": served[0]} if len(served) == 1 else {}), **facts}
    if explain:
        from arpad.cli.explain_code import explain_code

        explain_code(explain)
        return
    if not names:
        raise Misuse("no-report-named", Remedy.to("name-a-report"))
    paths = expand(names, SUFFIXES)
    request = Request(
        _day(as_of), facts, read_lists(rating_lists or []), reading.limits, reading.encoding, structure, len(paths) == 1
    )
    show: Callable[[CheckedFile], None] = _answer if as_json else partial(_letter, today=request.today) if letter else (
        partial(_print, single=request.alone)
    )  # fmt: skip
    totals = Totals()
    with progress("checking", len(paths)) as advance:
        answers: Iterable[CheckedFile] = _all(paths, request, jobs or os.cpu_count() or 1)
        for file in answers if structure else told_twice(answers):
            advance(1)
            totals.add(file)
            show(file)
    if not as_json and not letter and len(paths) > 1:
        totals.show(len(paths))
    raise typer.Exit(1 if totals.refused or (strict and totals.excluded) else 0)


check.__doc__ = EXAMPLES


def _day(text: str) -> date:
    """The day to judge on: the one given, or today by the clock."""
    try:
        return date.fromisoformat(text) if text else date.today()
    except ValueError:
        raise Misuse("as-of-no-day", text=text) from None


# --- one file after the other, or several at once -----------------------------------------------------------------


def _all(paths: list[str], request: Request, processes: int) -> Iterator[CheckedFile]:
    from arpad.cli.files import STANDARD_INPUT

    workers = min(processes, len(paths))
    several = workers > 1 and len(paths) >= MANY and STANDARD_INPUT not in paths and not request.lists
    return _in_processes(paths, request, workers) if several else map(partial(_one, request=request), paths)


def _one(path: str, request: Request) -> CheckedFile:
    from arpad.checking import check_content, check_file
    from arpad.cli.files import STANDARD_INPUT, content

    if path == STANDARD_INPUT:
        return check_content(content(path, request.limits.bytes), path, request)
    return check_file(path, request)


def _in_processes(paths: list[str], request: Request, workers: int) -> Iterator[CheckedFile]:
    """The answers in the order of the paths; what processes that died have not answered is answered here."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    from arpad.law.carried import lay_open, todays_law

    check = partial(_one, request=request)
    spawned = get_context("spawn")  # forking would copy the progress bar's thread
    pool = ProcessPoolExecutor(workers, spawned, lay_open, (todays_law(),))
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # which they inherit: an interruption is told once, by us
    done = 0
    try:
        try:
            answers = pool.map(check, paths, chunksize=max(1, min(AT_ONCE, len(paths) // (workers * 4))))
        finally:
            signal.signal(signal.SIGINT, before)
        for answer in answers:
            yield answer
            done += 1
    except (BrokenProcessPool, BrokenPipeError):
        print(_say("process-ended"), file=sys.stderr)
        yield from map(check, paths[done:])
    finally:
        pool.shutdown(cancel_futures=True)


# --- how an answer is shown ---------------------------------------------------------------------------------------


def _say(which: str, **given: Any) -> str:
    from arpad.messages import say

    return say(f"check/{which}", fields_of(given))


def _answer(file: CheckedFile) -> None:
    from arpad.cli.output import answer_line, path_in_json

    answer_line("check", file.checked(path_in_json(file.path)))


def _letter(file: CheckedFile, today: date) -> None:
    from arpad.explain.letter import letter, words

    print(letter_lines(words(letter(file.answer, file.name, today))))


def _print(file: CheckedFile, single: bool) -> None:
    if single and file.answer.printed_ratings:
        print(_say("printed-ratings", file=file.name))
    for telling in told_once(file.answer.findings, file.players):
        print(telling.finding, *filter(None, (telling.sentence,)))
    if single and file.crosstable:
        from arpad.cli.output import table
        from arpad.intake.shown import CROSSTABLE

        print(_say("compare"))
        table((*CROSSTABLE, *map(str, range(1, file.rounds + 1))), file.crosstable)
    if single:
        print(_verdict(file))


def _holds(file: CheckedFile) -> str:
    if not file.players:
        return _say("holds-nothing")
    return _say("holds", players=file.players, rounds=file.rounds, games=file.games)


def _verdict(file: CheckedFile) -> str:
    checked, begins = file.checked(), f"{file.name}: {_holds(file)}"
    if not checked.edition:
        return f"{begins}; {_counted(Counter(finding.tier for finding in checked.findings))}"
    asked = tuple(dict.fromkeys(finding.code for finding in checked.findings if finding.tier == Tier.ASK))
    excluded = checked.excluded
    verdict = _say(checked.verdict.value, asked=asked, games=excluded.games, players=excluded.players)
    parts = [f"{begins}; {verdict}", checked.edition]
    if checked.list_:
        parts.append(_say("list", list=checked.list_))
    if checked.deadline is not None:
        parts.append(_say("deadline", what=checked.deadline.what, day=checked.deadline.day))
    return "; ".join(parts)


def _counted(tiers: Counter[Tier]) -> str:
    words = {Tier.REFUSE: "refuse", Tier.EXCLUDE: "exclude", Tier.ASK: "ask", Tier.ADVICE: "advise"}
    return ", ".join(f"{tiers[tier]} {word}" for tier, word in words.items() if tiers[tier]) or "no findings"


@dataclass
class Totals:
    """What all files come to."""

    refused: int = 0
    excluded: int = 0
    findings: Counter[tuple[str, str]] = field(default_factory=Counter)
    rows: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, file: CheckedFile) -> None:
        tiers = Counter(finding.tier for finding in file.answer.findings)
        self.refused += bool(tiers[Tier.REFUSE])
        self.excluded += bool(tiers[Tier.EXCLUDE])
        self.findings.update((finding.tier.value, finding.code) for finding in file.answer.findings)
        if len(self.rows) < LISTED:
            self.rows.append((file.name, _holds(file), f"{file.answer.verdict}: {_counted(tiers)}"))

    def show(self, files: int) -> None:
        from arpad.cli.output import table

        sys.stdout.flush()
        table(("report", "holds", "verdict and findings"), self.rows)
        if files > len(self.rows):
            print(_say("more-files", files=files - len(self.rows)))
        if self.findings:
            table(("findings", "tier", "code"), [(count, *key) for key, count in sorted(self.findings.items())])
        print(_say("files", files=files, refused=self.refused))
