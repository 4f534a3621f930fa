"""`arpad check`: whether a report can be rated, and what is wrong with it, before it is sent."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from datetime import date
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.option_groups import GroupedVerb
from arpad.cli.report_options import ReadingAndListing
from arpad.cli.rulebook_options import use_only_rulebook
from arpad.cli.terminal import wrap_letter
from arpad.finding import Note, Remedy, Tier, UserError, sorted_fields
from arpad.frozen import dataclass
from arpad.shown_findings import findings_to_show

if TYPE_CHECKING:
    from arpad.checking import CheckedFile, CheckRequest
    from arpad.intake import RatingList


def read_rating_lists(texts: list[str]) -> tuple[RatingList, ...]:
    """The lists; one that cannot be read is an error of the call."""
    from arpad.law import series_names
    from arpad.lists.rollcall import STANDINGS

    national = [name for name in series_names() if name not in STANDINGS]
    return tuple(_read_rating_list(argument, national) for argument in texts)


def _read_rating_list(argument: str, national: list[str]) -> RatingList:
    from arpad.cli.frl import read_rating_list

    series, path = _series_of_list(argument, national)
    try:
        rating_list, findings = read_rating_list(path, path, series, national)
    except OSError as error:
        raise UserError("list-given/unopened", path=path, error=error.strerror) from None
    refusals = [finding for finding in findings if finding.tier == Tier.REFUSE]
    if refusals:
        reason = Note(refusals[0].message, refusals[0].fields)
        raise UserError("list-given/refused", path=path, reason=reason)
    if series and series not in rating_list.standings:
        offered = tuple(rating_list.standings)
        raise UserError(
            "list-given/says-itself", Remedy.to("leave-out-series", series=series), given=argument, there=offered
        )
    return rating_list


def _series_of_list(argument: str, national: list[str]) -> tuple[str, str]:
    """The series of a single list, where it is named (SERIES=FILE), and its file."""
    from arpad.intake.frl.layout import SERIES
    from arpad.lists.rollcall import STANDINGS

    name, equals, path = argument.partition("=")
    if not equals or os.path.exists(argument):
        return "", argument
    series = STANDINGS.get(name, name)
    names = [*SERIES, *national]
    if series not in names:
        near = get_close_matches(series, names, n=1)
        remedy = Remedy.to("did-you-mean", name=near[0]) if near else None
        raise UserError("list-given/no-series", remedy, given=argument, series=series)
    return series, path


def print_rules_for_code(code: str) -> None:
    """Print what the rulebooks say behind a code, and how they are read."""
    from arpad.admission.telling import REMEDIES
    from arpad.intake import CODES
    from arpad.law import editions, rulebook
    from arpad.law.rules import CONCEPTS
    from arpad.law.rules.concept import Said
    from arpad.law.shown import value_words
    from arpad.messages import advise

    if code in CODES:
        print(f"{code}: a matter of format ({CODES[code].value}). {advise(Remedy(code))}")
        return
    odd = {key.split("/")[0]: remedy for key, remedy in REMEDIES.items()}
    if code not in CONCEPTS and code in odd:
        print(f"{code}: something looks odd (advice); no rulebook speaks of it. {advise(odd[code])}")
        return
    if code not in CONCEPTS:
        near = get_close_matches(code, [*CONCEPTS, *CODES, *odd], n=1)
        raise UserError("no-such-finding", Remedy.to("did-you-mean", name=near[0]) if near else None, code=code)
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


PARALLEL_FROM = 64  # files from which on more than one process is worth its start
FILES_PER_TASK = 32  # files that a process is handed together; who interrupts waits for those
CODES_SHOWN = 50  # files that the summary lists by name

EXAMPLES = """May this report be rated? Checks what cannot be read, or not in one way only, then the regulation.

[bold]Examples[/bold]

  arpad check open.trf                          one report, with open.event.toml beside it if there is one

  arpad check open.trf --series fide-standard --registered 2025-11-01 --hybrid no --laws yes

  arpad check open.trf --list standard_rating_list.txt     ratings from a FIDE list instead of the printed ones

  arpad check open.trf --ratings --list standard_rating_list.txt     and what the event brings each player

  arpad check cup.trf --list ukraine=list.txt --list standard_nov25frl.txt   a national list, and FIDE's for guests

  arpad check open.trf --rulebook ruritania.toml           by your federation's own rulebook, a file

  arpad check reports/ 'more/*.trf'             a directory and a pattern, with a summary

  arpad check --json open.trf | jq .            one JSON object per file and line

  arpad check --letter open.trf                 the reply to the arbiter

  arpad check --explain rate-of-play            what the rulebooks say, and how they are read

Facts of the event are the keys of the event description, as flags.

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
    letter: Annotated[
        bool, typer.Option("--letter", help="The reply an officer would send; it asks what nobody says.")
    ] = False,
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask what nobody says, instead of assuming the usual answer.")
    ] = False,
    ratings: Annotated[
        bool, typer.Option("--ratings", help="Also what the event brings each player; needs the rating list, --list.")
    ] = False,
    *,
    reading: ReadingAndListing,
    jobs: Annotated[int, typer.Option(metavar="N", help="Processes; 0 for one per processor.", min=0)] = 0,
) -> None:
    from arpad.checking import CheckRequest, mark_repeated_reports
    from arpad.cli.event_fact_options import split_files_and_facts
    from arpad.cli.files import expand_paths, progress_bar
    from arpad.intake.forms import SUFFIXES

    if as_json and letter:
        raise UserError("json-or-letter", Remedy.to("choose-one"))
    if ratings and not rating_lists:
        raise UserError("rate-report/no-list")
    names, facts = split_files_and_facts(files or [])
    if rulebook:
        served = use_only_rulebook(rulebook)
        facts = {**({"series": served[0]} if len(served) == 1 else {}), **facts}
    if explain:
        print_rules_for_code(explain)
        return
    if not names:
        raise UserError("no-report-named", Remedy.to("name-a-report"))
    paths = expand_paths(names, SUFFIXES)
    request = CheckRequest(
        _rating_day(as_of),
        facts,
        read_rating_lists(rating_lists or []),
        reading.limits,
        reading.encoding,
        structure,
        ask or letter,
        ratings,
        len(paths) == 1,
    )
    show: Callable[[CheckedFile], None] = (
        _answer_for_file
        if as_json
        else partial(_print_letter, today=request.today)
        if letter
        else (partial(_print_findings, single=request.alone))
    )
    totals = CheckTotals()
    with progress_bar("checking", len(paths)) as advance:
        answers: Iterable[CheckedFile] = _check_files(paths, request, jobs or os.cpu_count() or 1)
        for file in answers if structure else mark_repeated_reports(answers):
            advance(1)
            totals.add(file)
            show(file)
    if not as_json and not letter and len(paths) > 1:
        totals.show(len(paths))
    raise typer.Exit(1 if totals.refused or (strict and totals.excluded) else 0)


check.__doc__ = EXAMPLES


def _rating_day(text: str) -> date:
    """The day to judge on: the one given, or today by the clock."""
    from arpad.days import read_meant_day

    try:
        return read_meant_day(text) if text else date.today()
    except ValueError:
        raise UserError("as-of-no-day", text=text) from None


# --- one file after the other, or several at once -----------------------------------------------------------------


def _check_files(paths: list[str], request: CheckRequest, processes: int) -> Iterator[CheckedFile]:
    from arpad.cli.files import STANDARD_INPUT

    workers = min(processes, len(paths))
    several = workers > 1 and len(paths) >= PARALLEL_FROM and STANDARD_INPUT not in paths and not request.lists
    return _in_processes(paths, request, workers) if several else map(partial(_check_file, request=request), paths)


def _check_file(path: str, request: CheckRequest) -> CheckedFile:
    from arpad.checking import check_content, check_file
    from arpad.cli.files import STANDARD_INPUT, read_content

    if path == STANDARD_INPUT:
        return check_content(read_content(path, request.limits.bytes), path, request)
    return check_file(path, request)


def _in_processes(paths: list[str], request: CheckRequest, workers: int) -> Iterator[CheckedFile]:
    """The answers in the order of the paths; what processes that died have not answered is answered here."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    from arpad.law.law_set import current_law, set_law

    check = partial(_check_file, request=request)
    spawned = get_context("spawn")  # forking would copy the progress bar's thread
    pool = ProcessPoolExecutor(workers, spawned, set_law, (current_law(),))
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # which they inherit: an interruption is told once, by us
    done = 0
    try:
        try:
            answers = pool.map(check, paths, chunksize=max(1, min(FILES_PER_TASK, len(paths) // (workers * 4))))
        finally:
            signal.signal(signal.SIGINT, before)
        for answer in answers:
            yield answer
            done += 1
    except (BrokenProcessPool, BrokenPipeError):
        print(_print_answer("process-ended"), file=sys.stderr)
        yield from map(check, paths[done:])
    finally:
        pool.shutdown(cancel_futures=True)


# --- how an answer is shown ---------------------------------------------------------------------------------------


def _print_answer(which: str, **given: Any) -> str:
    from arpad.messages import say

    return say(f"check/{which}", sorted_fields(given))


def _answer_for_file(file: CheckedFile) -> None:
    from arpad.cli.output import path_in_json, print_answer_line

    print_answer_line("check", file.checked(path_in_json(file.path)))


def _print_letter(file: CheckedFile, today: date) -> None:
    from arpad.explain.letters import letter, letter_as_text

    print(wrap_letter(letter_as_text(letter(file.answer, file.name, today))))


def _print_findings(file: CheckedFile, single: bool) -> None:
    if single:
        print(_verdict_text(file))
        if file.answer.assumed:
            print(_print_answer("assumed", assumed=file.answer.assumed))
        if file.answer.printed_ratings:
            print(_print_answer("printed-ratings", file=file.name))
    for telling in findings_to_show(file.answer.findings):
        print(telling.finding, *filter(None, (telling.sentence,)))
    if file.rated:
        _print_rated(file)
    if single and file.crosstable:
        from arpad.cli.output import print_table
        from arpad.intake.shown import CROSSTABLE

        print(_print_answer("compare"))
        print_table((*CROSSTABLE, *map(str, range(1, file.rounds + 1))), file.crosstable)


def _print_rated(file: CheckedFile) -> None:
    """What the event brings each player, by itself; a blank is unknown or none."""
    from arpad.cli.output import cell_text, headings, print_table
    from arpad.exact import decimal, points

    print(_print_answer("rated"))
    print_table(
        (*headings("number", "name", "before", "games", "score"), "K", *headings("change", "after")),
        [
            (
                line.number, line.name, line.before or "", line.games, points(line.score), line.k or "",
                "" if line.change is None else f"{'+' if line.change > 0 else ''}{cell_text(decimal(line.change))}",
                line.after or "",
            )
            for line in file.rated
        ],
    )  # fmt: skip


def _is_acceptable(file: CheckedFile) -> str:
    if not file.players:
        return _print_answer("holds-nothing")
    return _print_answer("holds", players=file.players, rounds=file.rounds, games=file.games)


def _verdict_text(file: CheckedFile) -> str:
    checked, begins = file.checked(), f"{file.name}: {_is_acceptable(file)}"
    if not checked.edition:
        return f"{begins}; {_finding_counts(Counter(finding.tier for finding in checked.findings))}"
    asked = tuple(dict.fromkeys(finding.code for finding in checked.findings if finding.tier == Tier.ASK))
    excluded = checked.excluded
    verdict = _print_answer(checked.verdict.value, asked=asked, games=excluded.games, players=excluded.players)
    parts = [f"{begins}; {verdict}", checked.edition]
    if checked.list_:
        parts.append(_print_answer("list", list=checked.list_))
    if checked.deadline is not None:
        parts.append(_print_answer("deadline", what=checked.deadline.what, day=checked.deadline.day))
    return "; ".join(parts)


def _finding_counts(tiers: Counter[Tier]) -> str:
    from arpad.cli.output import words

    counts = [words(f"tier-count/{tier.value}", count=tiers[tier]) for tier in Tier if tiers[tier]]
    return ", ".join(counts) or words("tier-count/none")


@dataclass
class CheckTotals:
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
        if len(self.rows) < CODES_SHOWN:
            self.rows.append((file.name, _is_acceptable(file), f"{file.answer.verdict}: {_finding_counts(tiers)}"))

    def show(self, files: int) -> None:
        from arpad.cli.output import print_table

        sys.stdout.flush()
        print_table(("report", "holds", "verdict and findings"), self.rows)
        if files > len(self.rows):
            print(_print_answer("more-files", files=files - len(self.rows)))
        if self.findings:
            print_table(("findings", "tier", "code"), [(count, *key) for key, count in sorted(self.findings.items())])
        print(_print_answer("files", files=files, refused=self.refused))
