"""`arpad check`: may this report be rated, and what is wrong with it, before it is sent.

Structure first (columns, results, numbers, days), then the law of the edition in force on the event's first day. What
the report cannot carry comes from a sidecar or from flags; what is unknown is asked for, never assumed.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.asjson import to_json
from arpad.cli import limits
from arpad.finding import Misuse, Remedy, Tier, in_order

if TYPE_CHECKING:
    from arpad.intake import RatingList
    from arpad.pipeline import Answer

NOT_RATABLE = "not-ratable"
MANY = 64  # files from which on more than one process is worth its start
LISTED = 50  # files that the summary lists by name

EXAMPLES = """May this report be rated? Checks what cannot be read, or not in one way only, then the regulation.

[bold]Examples[/bold]

  arpad check open.trf                          one report, with open.event.toml beside it if there is one

  arpad check open.trf --series fide-standard --registered 2025-11-01 --hybrid no --laws yes

  arpad check open.trf --list standard_rating_list.txt     ratings from a FIDE list instead of the printed ones

  arpad check cup.trf --list ukraine=list.txt --list standard_nov25frl.txt   a national list, and FIDE's for guests

  arpad check reports/ 'more/*.trf'             a directory and a pattern, with a summary

  arpad check --json open.trf | jq .            one JSON object per file and line

  arpad check --letter open.trf                 the reply to the arbiter

  arpad check --explain rate-of-play            what the rulebooks say, and how they are read

Facts of the event are the keys of the sidecar, as flags.

  --series, --system, --time-control, --ratings-at, --name, --code, --federation   a text

  --start, --end, --registered, --reported      a day, YYYY-MM-DD

  --official, --national-championship, --women-only, --team-championship,
  --league, --hybrid, --norms, --notation, --laws, --agreed    yes or no

  --games-scheduled, --rounds-per-day           a number

  --approvals WHAT\\[:BY],...                     as in late-registration:president

  --arbiters NAME:LICENCE\\[:ID]                  repeat it for each

  --exclusions PLAYER:ROUND:REASON              repeat it for each

Exit code: 0 nothing refuses, 1 something does (with --strict: or excludes), 2 the call is wrong.
"""


@dataclass(frozen=True)
class Task:
    """One file to check, and what was given for all of them."""

    path: str
    limits: Any
    encoding: str
    given: dict[str, Any]
    today: date
    lists: tuple[RatingList, ...]
    alone: bool
    structure: bool


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
    as_of: Annotated[
        str, typer.Option("--as-of", metavar="YYYY-MM-DD", help="Judge as on this day; today if not given.")
    ] = "",
    explain: Annotated[str, typer.Option("--explain", metavar="CODE", help="What the law says behind a code.")] = "",
    structure: Annotated[bool, typer.Option("--structure", help="Only what can be read, without the law.")] = False,
    letter: Annotated[bool, typer.Option("--letter", help="The reply an officer would send.")] = False,
    encoding: limits.Encoding = "",
    max_bytes: limits.MaxBytes = limits.BYTES,
    max_players: limits.MaxPlayers = limits.PLAYERS,
    max_rounds: limits.MaxRounds = limits.ROUNDS,
    max_lines: limits.MaxLines = limits.LINES,
    max_line: limits.MaxLine = limits.LINE,
    max_findings: limits.MaxFindings = limits.FINDINGS,
    jobs: Annotated[int, typer.Option(metavar="N", help="Processes; 0 for one per processor.", min=0)] = 0,
) -> None:
    from arpad.admission.plausibility import Seen
    from arpad.cli.facts import split
    from arpad.cli.files import STANDARD_INPUT, expand, progress
    from arpad.cli.output import in_one_line, path_in_json
    from arpad.cli.rating_lists import read_lists
    from arpad.cli.screen import untouched
    from arpad.intake.decode import Limits
    from arpad.intake.recognise import SUFFIXES

    limits.known(encoding)
    if as_json and letter:
        raise Misuse("--json and --letter: the answer is one or the other; choose")
    names, given = split(files or [])
    if explain:
        _explain(explain)
        return
    if not names:
        raise Misuse("name a report, a directory, a pattern, or - for standard input")
    paths = expand(names, SUFFIXES)
    most = Limits(max_bytes, max_players, max_rounds, max_lines, max_line, max_findings)
    today, lists = _day(as_of), read_lists(rating_lists or [])
    work = [Task(path, most, encoding, given, today, lists, len(paths) == 1, structure) for path in paths]
    workers = min(jobs or os.cpu_count() or 1, len(paths))
    totals: Counter[str] = Counter()
    shown_rows: list[tuple[str, str, str]] = []
    refused = excluded = 0
    seen = Seen()
    with progress("checking", len(paths)) as advance:
        pool = workers > 1 and len(paths) >= MANY and STANDARD_INPUT not in paths and not lists
        answers = _in_processes(work, workers) if pool else map(_checked, work)
        for task, (path, size, answer) in zip(work, answers, strict=True):
            advance(1)
            twice = tuple(seen.near_duplicate(path, answer.games)) if not structure else ()
            answer = replace(answer, findings=in_order([*answer.findings, *twice]))
            tiers = Counter(finding.tier for finding in answer.findings)
            refused += bool(tiers[Tier.REFUSE])
            excluded += bool(tiers[Tier.EXCLUDE])
            totals.update(f"{finding.tier.value} {finding.code}" for finding in answer.findings)
            if as_json:
                print(in_one_line(answer_json(path_in_json(task.path), answer)), file=untouched())
            elif letter:
                print(_letter(path, answer, today))
            else:
                _print(path, size, answer, single=len(paths) == 1)
                if len(shown_rows) < LISTED:
                    shown_rows.append((path, size, f"{answer.verdict}: {_counted(tiers)}"))
    if not as_json and not letter and len(paths) > 1:
        _summary(paths, shown_rows, totals, refused)
    raise typer.Exit(1 if refused or (strict and excluded) else 0)


check.__doc__ = EXAMPLES


def _day(text: str) -> date:
    """The day to judge on: the one given, or today by the clock."""
    try:
        return date.fromisoformat(text) if text else date.today()
    except ValueError:
        raise Misuse(f"--as-of {text}: expected a day written YYYY-MM-DD") from None


def _in_processes(work: list[Task], workers: int) -> Iterator[tuple[str, str, Answer]]:
    """The answers in the order of the work; what processes that died have not answered is answered here."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(workers, get_context("spawn"))  # forking would copy the progress bar's thread
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # which they inherit: an interruption is told once, by us
    done = 0
    try:
        try:
            answers = pool.map(_checked, work, chunksize=max(1, min(200, len(work) // (workers * 4))))
        finally:
            signal.signal(signal.SIGINT, before)
        for answer in answers:
            yield answer
            done += 1
    except (BrokenProcessPool, BrokenPipeError):
        print("arpad: a process ended before its time; the others are checked one by one", file=sys.stderr)
        yield from map(_checked, work[done:])
    finally:
        pool.shutdown(cancel_futures=True)


def _checked(task: Task) -> tuple[str, str, Answer]:
    """One file: its name as it may be shown, its size in words, the answer."""
    from arpad.admission.telling import tell
    from arpad.cli.files import STANDARD_INPUT, content
    from arpad.finding import Place
    from arpad.intake.codes import counted, shown
    from arpad.intake.recognise import read, read_file
    from arpad.intake.sidecar import read_sidecar, sidecar_of
    from arpad.law import LawError
    from arpad.pipeline import Inquiry, unexamined
    from arpad.pipeline import check as run

    name = shown(task.path, 400)
    if task.path == STANDARD_INPUT:
        report, findings = read(content(task.path, task.limits.bytes), name, task.limits, task.encoding)
    else:
        report, findings = read_file(task.path, task.limits, task.encoding, name)
    sizes = ((len(report.players), "player"), (report.cells.rounds, "round"), (len(report.games()), "game"))
    size = ", ".join(counted(number, word) for number, word in sizes)
    if task.structure or not report.players:
        return name, size if report.players else "no report", unexamined(report, findings)
    try:
        beside = sidecar_of(task.path)
        given = {**(read_sidecar(beside) if beside else {}), **task.given}
        answer = run(Inquiry.of(report, findings, given, task.today), task.lists)
        return name, size, replace(answer, period=None, admitted=None)  # too much to send from one process to another
    except (LawError, Misuse) as error:
        if task.alone:
            raise
        refusal = tell("edition-choice/refused", Tier.REFUSE, Place(name), reason=error)
        return name, size, unexamined(report, (*findings, refusal))


def answer_json(file: str, answer: Answer) -> dict[str, Any]:
    """The JSON object of one file, as schema/check.json describes it."""
    games, players = answer.excluded
    return {
        "file": file,
        "edition": answer.edition or None,
        "verdict": answer.verdict.value,
        "list": _list(answer),
        "ratings": "printed" if answer.printed_ratings else "list" if answer.edition else None,
        "excluded": {"games": games, "players": players},
        "deadline": {"what": answer.deadline.what, "day": answer.deadline.day.isoformat()} if answer.deadline else None,
        "findings": [to_json(finding) for finding in answer.findings],
    }


def _print(path: str, size: str, answer: Answer, single: bool) -> None:
    if single and answer.printed_ratings:
        print(f"{path}: no rating list is given; the printed ratings stand in")
    for finding in answer.findings:
        print(finding)
    if single:
        print(_verdict(path, size, answer))


def _verdict(path: str, size: str, answer: Answer) -> str:
    from arpad.intake.codes import counted

    if not answer.edition:
        return f"{path}: {size}; {_counted(Counter(finding.tier for finding in answer.findings))}"
    games, players = (counted(number, word) for number, word in zip(answer.excluded, ("game", "player"), strict=True))
    asking = dict.fromkeys(finding.code for finding in answer.findings if finding.tier == Tier.ASK)
    told = {
        "ratable": "ratable",
        "ratable-with-exclusions": f"ratable with {games} and {players} excluded",
        "not-ratable": "not ratable",
        "undecided": f"undecided: facts are missing ({', '.join(asking)})",
    }[answer.verdict.value]
    parts = [f"{path}: {size}; {told}", answer.edition]
    if _list(answer):
        parts.append(f"list of {_list(answer)}")
    if answer.deadline is not None:
        parts.append(f"{answer.deadline.what} by {answer.deadline.day}")
    return "; ".join(parts)


def _list(answer: Answer) -> str | None:
    """The list the event will enter; what is not rated enters none."""
    if answer.list_day is None or answer.verdict.value == NOT_RATABLE:
        return None
    return f"{answer.list_day.year}-{answer.list_day.month:02d}"


def _letter(path: str, answer: Answer, today: date) -> str:
    from arpad.explain.letter import letter, words

    return words(letter(answer, path, today))


def _explain(code: str) -> None:
    from arpad.admission.telling import REMEDIES
    from arpad.intake import CODES
    from arpad.law import editions, rulebook
    from arpad.law.cited import nearest
    from arpad.law.rules import CONCEPTS
    from arpad.law.rules.concept import Said
    from arpad.law.telling import value_words
    from arpad.messages import advise

    if code in CODES:
        print(f"{code}: a matter of format ({CODES[code].value}). {advise(Remedy(code))}")
        return
    odd = {key.split("/")[0]: remedy for key, remedy in REMEDIES.items()}
    if code not in CONCEPTS and code in odd:
        print(f"{code}: something looks odd (advice); no rulebook speaks of it. {advise(odd[code])}")
        return
    if code not in CONCEPTS:
        raise Misuse(f"no finding is called {code!r}{nearest(code, [*CONCEPTS, *CODES, *odd])}")
    print(f"{code}: {CONCEPTS[code].decides}")
    for name in editions():
        book = rulebook(name)
        if not book.has(CONCEPTS[code]):
            print(f"\n{name}: says nothing of it")
            continue
        for number in book.articles(code)[:1]:
            print(f"\n{name} {number}: {book.article(number).says}")
        if CONCEPTS[code].methods != (Said,):
            print(f"  {value_words(book, code)}")
        for ruling in book.rulings:
            if ruling.concept == code:
                print(f"  {ruling.id}: {ruling.applies}")


def _counted(tiers: Counter[Tier]) -> str:
    words = {Tier.REFUSE: "refuse", Tier.EXCLUDE: "exclude", Tier.ASK: "ask", Tier.ADVICE: "advise"}
    return ", ".join(f"{tiers[tier]} {word}" for tier, word in words.items() if tiers[tier]) or "no findings"


def _summary(paths: list[str], rows: list[tuple[str, str, str]], totals: Counter[str], refused: int) -> None:
    from arpad.cli.output import table

    sys.stdout.flush()
    table(("report", "holds", "verdict and findings"), rows)
    if len(paths) > len(rows):
        print(f"... and {len(paths) - len(rows)} more files")
    if totals:
        table(("findings", "tier", "code"), [(count, *key.split(" ", 1)) for key, count in sorted(totals.items())])
    print(f"{len(paths)} files; {refused} refused")
