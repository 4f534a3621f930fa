"""The jobs desk: long work in the background, with progress. One job runs at a time.

A job is an act that may run as a job, or other work that changes nothing. It is asked for, waits in a table, and is
done by a worker: a process of its own, or a thread of the desk. A job whose worker ended is done again by the next one.
An act is done once for each job: its key of idempotency is the number of the job. Work that signs is left to a worker
that has the key. The table may be emptied at any time.
"""

from __future__ import annotations

import base64
import inspect
import json
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from arpad.asjson import to_json
from arpad.finding import Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.law_set import current_law, use_law
from arpad.office import approvals, care, proofs, queue, rulebooks, stored_backups
from arpad.office.access.account_records import identity_of
from arpad.office.access.permissions import handle_of_actor
from arpad.office.acts import Call, all_acts
from arpad.office.book.stored_examination import fields_from_json, fields_to_json
from arpad.office.desk import Desk, open_desk
from arpad.office.proving.signed_checkpoints import KeyPlace, place_of_key, sign_if_unsigned
from arpad.office.store.engine import Store
from arpad.office.store.schema import job, journal
from arpad.office.wire import Encoded, decode

__all__ = [
    "APPROVE",
    "BACK_UP",
    "EXAMINE",
    "EXAMINE_OFFICE",
    "SIGNING",
    "TRY_OUT",
    "TRY_RULEBOOK",
    "VERIFY",
    "WORKER",
    "Job",
    "JobRequest",
    "JobState",
    "Worker",
    "ask_for_job",
    "list_jobs",
    "newest_job",
    "request_of_job",
    "run_next_job",
    "show_job",
]

BEAT = 2.0  # seconds between two signs of life of a worker
LOST_AFTER = 30.0  # seconds without one: another worker does the job
MOST_TRIES = 3
PATIENCE = 1  # seconds that a sign of life waits for a writer
SECOND = 1_000_000  # instants are microseconds
EXAMINE, APPROVE = "examine-queue", "approve-act"
EXAMINE_OFFICE, VERIFY, BACK_UP, TRY_OUT = "examine-office", "verify-office", "back-up-office", "try-out-backup"
TRY_RULEBOOK = "try-rulebook"
SIGNING = frozenset({APPROVE, *approvals.CARRIED_OUT_BY})  # what only a worker with the key does
ALREADY = {"already": True}  # what comes of a job that an earlier worker did
WORKER = "worker"  # opens the office, and signs nothing


class JobState(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True)
class JobRequest:
    """Work to be done in the background: an act with its request, or other work without one."""

    work: str
    request: Any = None


@dataclass(frozen=True)
class Job:
    """A job: what is done, for whom, how far it is, and what came of it."""

    number: int
    work: str
    who: str
    actor: str
    day: str  # of the office, on which it was asked for
    state: JobState
    asked: int  # instants
    begun: int
    ended: int
    step: str
    done: int
    size: int  # 0: nobody knows
    result: Any  # JSON; None without one
    problem: Problem | None
    request: Any  # JSON

    @property
    def over(self) -> bool:
        """Return whether nothing more happens."""
        return self.state in (JobState.DONE, JobState.FAILED)


@dataclass(frozen=True)
class OtherWork:
    """Work that is no act: what does it for a desk, a request and a reporter of progress, and the type of the
    request."""

    do: Callable[..., Any]
    request: Any = type(None)


OTHER_WORK = {
    EXAMINE: OtherWork(lambda desk, _, watch: queue.examine_queue(desk, watch)),
    APPROVE: OtherWork(lambda desk, held, _: approvals.approve_act(desk, held), int),
    EXAMINE_OFFICE: OtherWork(lambda desk, _, watch: care.examine_open_office(desk, watch)),
    VERIFY: OtherWork(proofs.verify_office, proofs.VerifyRequest),
    BACK_UP: OtherWork(stored_backups.back_up),
    TRY_OUT: OtherWork(stored_backups.try_out, stored_backups.BackupName),
    TRY_RULEBOOK: OtherWork(rulebooks.try_rulebook, rulebooks.AdoptionRequest),
}
"""Work that is no act: what may be done twice, and carrying out an act that waited, by its number."""


def ask_for_job(desk: Desk, wanted: JobRequest) -> Job:
    """Ask for work in the background, and return the job that waits. The same work for the same person that still waits
    or runs is not asked for twice. Refuses an act that may not run as a job."""
    declared = all_acts().get(wanted.work)
    if wanted.work not in OTHER_WORK and (declared is None or not declared.job):
        raise UserError("job/no-work", work=wanted.work)
    encoded = Encoded(wanted.request, _type_of_request(wanted.work))
    request = json.dumps(encoded.json, ensure_ascii=False, sort_keys=True)
    asker = {"who": desk.who, "actor": desk.actor, "channel": desk.channel, "seen": desk.seen, "day": str(desk.today())}
    files = {name: base64.b64encode(body).decode() for name, body in encoded.attachments.items()}
    row = {
        "work": wanted.work, "request": request, "files": zlib.compress(json.dumps(files).encode()),
        "asker": json.dumps(asker, sort_keys=True), "state": JobState.WAITING.value, "asked": desk.clock.instant(),
    }  # fmt: skip
    with desk.store.writing() as connection:
        same = select(job.c.number).where(job.c.state.in_([JobState.WAITING, JobState.RUNNING]))
        same = same.where(*(job.c[name] == row[name] for name in ("work", "request", "asker")))
        number = connection.execute(same).scalar()
        if number is None:
            number = 1 + (connection.execute(select(func.max(job.c.number))).scalar() or 0)
            connection.execute(insert(job), {"number": number, **row})
    return show_job(desk, number)


def show_job(desk: Desk, number: int) -> Job:
    """Return the job with a number; refuse an unknown one."""
    with desk.store.reading() as connection:
        row = connection.execute(select(job).where(job.c.number == number)).one_or_none()
    if row is None:
        raise UserError("job/unknown", number=number)
    return _job_of(row)


def list_jobs(desk: Desk, most: int = 50) -> tuple[Job, ...]:
    """Return the newest jobs, the newest first."""
    with desk.store.reading() as connection:
        rows = connection.execute(select(job).order_by(job.c.number.desc()).limit(most)).all()
    return tuple(map(_job_of, rows))


def newest_job(desk: Desk, work: str, about: str = "") -> Job | None:
    """Return the newest job of a kind, whose request has this text; None if there is none."""
    with desk.store.reading() as connection:
        rows = select(job).where(job.c.work == work, job.c.request.contains(about, autoescape=True))
        row = connection.execute(rows.order_by(job.c.number.desc()).limit(1)).one_or_none()
    return None if row is None else _job_of(row)


def _job_of(row: Any) -> Job:
    asker, problem = json.loads(row.asker), json.loads(row.problem) if row.problem else None
    return Job(
        row.number, row.work, asker["who"], asker["actor"], asker["day"], JobState(row.state), row.asked, row.begun,
        row.ended, row.step, row.done, row.size, json.loads(row.result) if row.result else None, _problem_of(problem),
        json.loads(row.request),
    )  # fmt: skip


def request_of_job(desk: Desk, number: int, work: str) -> Any:
    """Return the request of a job of a kind, with its files, so that it can be asked for again otherwise. Refuses an
    unknown job, and that of somebody else."""
    with desk.store.reading() as connection:
        row = connection.execute(select(job).where(job.c.number == number)).one_or_none()
    if row is None or json.loads(row.asker)["actor"] != desk.actor or row.work != work:
        raise UserError("job/unknown", number=number)
    return _request_of_row(row)


def _type_of_request(work: str) -> Any:
    return OTHER_WORK[work].request if work in OTHER_WORK else all_acts()[work].request


def _request_of_row(row: Any) -> Any:
    asked, files = json.loads(row.request), json.loads(zlib.decompress(row.files))
    return None if asked is None else decode(asked, _type_of_request(row.work), lambda name: _bytes_of(files, name))


# --- the worker ---------------------------------------------------------------------------------------------------

DeskFor = Callable[[str, str], Desk]
"""Opens the desk of whoever asked: by name and actor."""


def desk_of_asker(store: Store) -> DeskFor:
    """Return a function that opens the desk of whoever asked, as they may act now. It refuses a closed account."""

    def open_for(who: str, actor: str) -> Desk:
        desk, handle = open_desk(store, who), handle_of_actor(actor)
        if not handle:
            return desk
        with store.reading() as connection:
            identity = identity_of(connection, handle)
        if identity is None:
            raise UserError("account/closed", handle=handle)
        return replace(desk, identity=identity)

    return open_for


def run_next_job(desk: Desk, open_for: DeskFor) -> Job | None:
    """Do the job that waits longest, and return it as it ended; None if none waits. A job of another worker that gave
    no sign of life is taken over."""
    row = _take(desk)
    if row is None:
        return None
    progress = _Progress(desk, row.number)
    try:
        with progress.beating():
            result = json.dumps(to_json(_perform(row, open_for, progress)), ensure_ascii=False)
        _end(desk, row.number, state=JobState.DONE.value, result=result)
    except Problem as problem:
        _end(desk, row.number, state=JobState.FAILED.value, problem=_problem_text(problem))
    except Exception as error:
        text = _problem_text(UserError("job/error", kind=type(error).__name__, text=str(error)))
        _end(desk, row.number, state=JobState.FAILED.value, problem=text)
        raise
    return show_job(desk, row.number)


def _take(desk: Desk) -> Any:
    """Mark the next job as running and return its row; None where nothing is to be done."""
    now = time.time_ns() // 1000
    with desk.store.writing() as connection:
        running = connection.execute(select(job).where(job.c.state == JobState.RUNNING)).all()
        if any(now - row.beat < LOST_AFTER * SECOND for row in running):
            return None
        row = next((each for each in (*running, *_waiting(connection)) if _may_do(desk, connection, each)), None)
        if row is None:
            return None
        if row.tries >= MOST_TRIES:
            values: dict[str, Any] = {
                "state": JobState.FAILED.value,
                "problem": _problem_text(UserError("job/lost", tries=row.tries)),
            }
        else:
            values = {"state": JobState.RUNNING.value, "begun": now, "beat": now, "tries": row.tries + 1}
        connection.execute(update(job).where(job.c.number == row.number).values(**values))
    return None if row.tries >= MOST_TRIES else row


def _waiting(connection: Connection) -> Sequence[Any]:
    rows = select(job).where(job.c.state == JobState.WAITING).order_by(job.c.number)
    return connection.execute(rows).all()


def _may_do(desk: Desk, connection: Connection, row: Any) -> bool:
    return row.work not in SIGNING or place_of_key(desk, connection) is not KeyPlace.ELSEWHERE


def _perform(row: Any, open_for: DeskFor, progress: _Progress) -> Any:
    """Do the work of a job, and return what came of it. An act that an earlier worker did is not done again."""
    asker = json.loads(row.asker)
    desk = open_for(asker["who"], asker["actor"])
    desk = replace(desk, channel=asker["channel"], seen=asker["seen"])
    desk = replace(desk, idempotency=f"job-{row.number}-{row.asked}", call=Call())
    if row.work in OTHER_WORK:
        return _perform_other(row, desk, progress)
    declared = all_acts()[row.work]
    request = _request_of_row(row)
    perform: Callable[..., Any] = approvals.CARRIED_OUT_BY.get(row.work, declared.function)
    watched = {"watch": progress.watch} if "watch" in inspect.signature(perform).parameters else {}
    if row.work in SIGNING and row.tries and _was_done(desk):
        sign_if_unsigned(desk)
        return ALREADY
    try:
        return perform(desk, request, **watched)
    except UserError as error:
        if error.message != "done-already":
            raise
        return ALREADY


def _was_done(desk: Desk) -> bool:
    """Return whether an earlier worker did the act of a job and ended before it said so."""
    with desk.reading() as connection:
        keys = select(journal.c.log).where(journal.c.idempotency.startswith(f"{desk.idempotency}/", autoescape=True))
        return connection.execute(keys.limit(1)).scalar() is not None


def _perform_other(row: Any, desk: Desk, progress: _Progress) -> Any:
    """Do work that is no act. What an earlier worker carried out is not refused for that."""
    try:
        return OTHER_WORK[row.work].do(replace(desk, idempotency=""), _request_of_row(row), progress.watch)
    except UserError as error:
        if error.message != "held-act/answered" or not row.tries:
            raise
        sign_if_unsigned(desk)
        return ALREADY


def _bytes_of(files: dict[str, str], name: str) -> bytes | None:
    return base64.b64decode(files[name]) if name in files else None


def _end(desk: Desk, number: int, **values: str) -> None:
    with desk.store.noting() as connection:
        ended = {"ended": time.time_ns() // 1000, **values}
        connection.execute(update(job).where(job.c.number == number).values(**ended))


class _Progress:
    """How far a job is, written by a thread of its own: the work may hold the only writing transaction for long."""

    def __init__(self, desk: Desk, number: int) -> None:
        self._desk, self._number = desk, number
        self._over = threading.Event()
        self._step, self._done, self._size = "", 0, 0

    @contextmanager
    def beating(self) -> Iterator[None]:
        """Give signs of life during the block."""
        thread = threading.Thread(target=self._beat, daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()

    @contextmanager
    def watch(self, step: str, size: int | None) -> Iterator[Callable[[int], None]]:
        """Report the progress of a step, as `ProgressReporter` says."""
        self._step, self._done, self._size = step, 0, size or 0

        def advance(by: int) -> None:
            self._done += by

        yield advance

    def _beat(self) -> None:
        while not self._over.wait(BEAT):
            values = {"step": self._step, "done": self._done, "size": self._size, "beat": time.time_ns() // 1000}
            with suppress(Problem), self._desk.store.noting(PATIENCE) as connection:
                connection.execute(update(job).where(job.c.number == self._number).values(**values))


class Worker:
    """Does the jobs of an office one after the other, until it is stopped."""

    def __init__(self, store: Store, pause: float = 0.5) -> None:
        self._desk, self._open_for, self._pause = open_desk(store, WORKER), desk_of_asker(store), pause
        self._stopped = threading.Event()

    def run(self, report: Callable[[Job], None] = lambda _: None, once: bool = False) -> None:
        """Do jobs until `stop` is called, or `once` until none waits; `report` gets each that ended. An error of the
        program ends a job, and not a worker that goes on."""
        while not self._stopped.is_set():
            try:
                with use_law(current_law()):
                    done = run_next_job(self._desk, self._open_for)
            except Exception:  # stored with the job, or another writer is busy
                if once:
                    raise
                done = None
            if done is not None:
                report(done)
            elif once:
                break
            else:
                self._stopped.wait(self._pause)

    def stop(self) -> None:
        """Begin no other job."""
        self._stopped.set()


# --- problems as JSON ---------------------------------------------------------------------------------------------


def _problem_text(problem: Problem) -> str:
    """Return a problem as JSON: message, fields and remedy. A field without a form of its own is its text."""
    remedy = [problem.remedy.action, fields_to_json(_plain(problem.remedy.fields))] if problem.remedy else None
    return json.dumps([problem.message, fields_to_json(_plain(problem.fields)), remedy], ensure_ascii=False)


def _plain(fields: tuple[tuple[str, Any], ...]) -> tuple[tuple[str, Any], ...]:
    return tuple((name, str(value) if isinstance(value, Problem) else value) for name, value in fields)


def _problem_of(stored: Any) -> Problem | None:
    if stored is None:
        return None
    message, fields, remedy = stored
    problem = UserError(message, Remedy(remedy[0], fields_from_json(remedy[1])) if remedy else None)
    problem.fields = fields_from_json(fields)
    return problem
