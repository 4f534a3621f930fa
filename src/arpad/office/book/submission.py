"""Take reports in: each by itself, kept byte for byte, recognised when it comes again, examined at once.

A report is accepted, or it exists already (the same bytes, or the same content in another dress), or it is refused at
the door: it cannot be read, or its event is not registered. Then nothing is written. What is accepted may still be
refused or asked about later; the receipt says what was found. One bad file never stops the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from sqlalchemy import Connection, insert, or_, select

from arpad.asjson import to_json
from arpad.finding import Finding, Misuse, Tier, in_order
from arpad.intake import LIMITS
from arpad.intake.codes import shown
from arpad.intake.sidecar import read_sidecar, sidecar_of
from arpad.law.calendar import day_number
from arpad.model import Report
from arpad.office.book.entering import day_of_list
from arpad.office.book.examination import Records, examined, span_of
from arpad.office.book.fingerprint import fingerprint, folded
from arpad.office.book.life import Kind, Standing
from arpad.office.book.matters import matter_of
from arpad.office.book.papers import Rounds, paper
from arpad.office.book.registering import decide, enter
from arpad.office.book.registration import answered
from arpad.office.book.remarks import as_stored, remark
from arpad.office.book.stands import Booked, Stand, between, booked, day_of, named, stand_of
from arpad.office.desk import Desk, Writing
from arpad.office.store.packed import pack
from arpad.office.store.schema import log, report
from arpad.pipeline import Answer

ACCEPTED, EXISTS, REFUSED = "accepted", "exists", "refused"
LONGEST_NAME = 400
INSTEAD = "takes the place of the admitted report; admit it anew"


@dataclass(frozen=True)
class Package:
    """A file that was sent, and the facts beside it."""

    name: str
    data: bytes = b""
    beside: Mapping[str, Any] = field(default_factory=dict)
    trouble: str = ""  # why it could not be opened


@dataclass(frozen=True)
class Terms:
    """How the files of one call are to be taken."""

    event: str = ""  # a code
    draft: bool = False
    part: int = 0
    rounds: Rounds | None = None
    replace: bool = False  # also where the event is admitted

    def __post_init__(self) -> None:
        if self.part < 0 or (self.rounds and not self.part):
            raise Misuse("--rounds belongs to a part: add --part N, counted from 1")


@dataclass(frozen=True)
class Receipt:
    """What became of a file."""

    file: str
    status: str  # accepted, exists, refused
    event: str = ""
    part: int = 0
    draft: bool = False
    report: int = 0
    sha256: str = ""
    fingerprint: str = ""
    verdict: str = ""
    list_day: date | None = None
    findings: tuple[Finding, ...] = ()
    reason: str = ""  # of a refusal at the door, or what else is to be said

    def as_json(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "status": self.status,
            "event": self.event or None,
            "part": self.part or None,
            "draft": self.draft,
            "report": self.report or None,
            "sha256": self.sha256 or None,
            "fingerprint": self.fingerprint or None,
            "verdict": self.verdict or None,
            "list": f"{self.list_day:%Y-%m}" if self.list_day else None,
            "reason": self.reason or None,
            "findings": [to_json(finding) for finding in self.findings],
        }


def package(path: str) -> Package:
    """A file with its sidecar, if there is one."""
    name = shown(path, LONGEST_NAME)
    try:
        with open(path, "rb") as stream:
            data = stream.read(LIMITS.bytes + 1)
        beside = sidecar_of(path)
        return Package(name, data, read_sidecar(beside) if beside else {})
    except OSError as error:
        return Package(name, trouble=f"the file cannot be opened: {error.strerror or type(error).__name__}")
    except Misuse as misuse:
        return Package(name, trouble=str(misuse))


def submit(desk: Desk, packages: Iterable[Package], terms: Terms | None = None) -> Iterator[Receipt]:
    """Take each package in, in a transaction of its own."""
    records = Records()
    for each in packages:
        try:
            yield _take(desk, records, each, terms or Terms())
        except Misuse as misuse:
            yield Receipt(each.name, REFUSED, reason=str(misuse))
        except (ArithmeticError, LookupError, TypeError, ValueError) as fault:  # ours, but it is this report's alone
            yield Receipt(each.name, REFUSED, reason=f"Arpad failed at this report ({type(fault).__name__}: {fault})")


def _take(desk: Desk, records: Records, sent: Package, terms: Terms) -> Receipt:
    if sent.trouble:
        raise Misuse(sent.trouble)
    read = paper(sent.data, sent.name, terms.rounds)
    if not read.report.players:
        refusal = next((f for f in read.findings if f.tier == Tier.REFUSE), None)
        raise Misuse(f"it cannot be read: {refusal.sentence} {refusal.help}" if refusal else "it holds no players")
    today = desk.today()
    with desk.reading() as connection:
        event = find_event(connection, read.report, sent, terms)
        added, differing = answered(sent.beside, event, sent.name)
        said = sent.beside.get("reported")
        if said is not None and said != today:
            differing.append(remark("reported-day", sent.name, said=said, came=today))
        event = replace(event, given={**event.given, **added})
        mark = fingerprint(read.report, event.series, event.start, event.end)
        digest = hashlib.sha256(sent.data).hexdigest()
        before = _kept(connection, event, terms, digest, mark)
        came = day_of(before[1]) if before else today
        matter = matter_of(connection, event, terms.part, read.report, came, today, terms.draft)
        found = examined(connection, records, matter, read).answer
        span = span_of(connection, event, read.report)
    found = replace(found, findings=in_order([*found.findings, *differing]))
    receipt = Receipt(
        sent.name, ACCEPTED, event.code, terms.part, terms.draft, 0, digest, mark, found.verdict.value,
        found.list_day, found.findings,
    )  # fmt: skip
    what = "submit draft" if terms.draft else "submit report"
    with desk.writing(what, named(event.code, terms.part), detail={"sha256": digest}) as writing:
        before = _kept(writing.connection, event, terms, digest, mark)
        stand = stand_of(writing.connection, event.key, terms.part)
        if before:
            _add(desk, writing, event, added, stand)
            if added and stand.life.under == Standing.ADMITTED and not stand.life.rated:
                return replace(receipt, report=before[0], status=EXISTS, reason=f"{_facts(added)}; admit it anew")
            return _again(writing, receipt, stand, before[0], terms, found)
        stand.life.must(Kind.REPORTED, stand.name)
        instead = stand.life.under == Standing.ADMITTED
        if instead and not terms.draft and not terms.replace:
            raise Misuse(
                f"{stand.name} is admitted, and this report is another than the admitted one; to put it in its place,"
                " and admit the event anew, send it with --replace"
            )
        if terms.draft and stand.life.under not in (Standing.REGISTERED, Standing.WITHDRAWN):
            raise Misuse(f"{stand.name} is {stand.life.where}: the final report is there, a draft comes too late")
        _add(desk, writing, event, added, stand)
        row = {
            "event": event.key, "part": terms.part, "draft": int(terms.draft), "sha256": digest, "fingerprint": mark,
            "file": sent.name, "body": sent.data, "games": pack(span.marks), "first_day": day_number(span.first),
            "last_day": day_number(span.last), "log": writing.seq,
        }  # fmt: skip
        seq = int(writing.connection.execute(insert(report).values(**row).returning(report.c.seq)).scalar_one())
        if not terms.draft:
            decide(writing, event.key, terms.part, Kind.REPORTED, seq, _said(terms, found))
        return replace(receipt, report=seq, reason=INSTEAD if instead else "")


def _again(writing: Writing, receipt: Receipt, stand: Stand, seq: int, terms: Terms, found: Answer) -> Receipt:
    """The same content once more."""
    receipt = replace(receipt, report=seq, status=EXISTS)
    if terms.draft:
        return receipt
    if stand.life.rated:
        day = day_of_list(stand.series, stand.life.rated)
        which = "it" if stand.report == seq else "a later report of the event"
        return replace(receipt, list_day=day, reason=f"{which} is rated in the list {day:%Y-%m}")
    if stand.life.under == Standing.WITHDRAWN and not stand.life.rated:
        decide(writing, stand.event, terms.part, Kind.REPORTED, seq, _said(terms, found))
        return replace(receipt, status=ACCEPTED)
    if stand.report != seq:
        return replace(receipt, reason="a later report took its place; to go back, withdraw that one first")
    return receipt


def _said(terms: Terms, found: Answer) -> dict[str, Any]:
    """What the decision keeps of the first examination."""
    return {
        "rounds": list(terms.rounds) if terms.rounds else None,
        "verdict": found.verdict.value,
        "edition": found.edition,
        "findings": [as_stored(finding) for finding in found.findings],
    }


def _facts(added: Mapping[str, Any]) -> str:
    return f"its sidecar adds facts ({', '.join(sorted(added))})"


def _add(desk: Desk, writing: Writing, event: Booked, added: Mapping[str, Any], stand: Stand) -> None:
    """The facts that the sidecar adds become a new version of the registration."""
    if added and not stand.life.rated:
        enter(desk, writing, event.code, added, "")


def _kept(connection: Connection, event: Booked, terms: Terms, digest: str, mark: str) -> tuple[int, int] | None:
    """The report with these bytes or this content, and the day it came."""
    rows = select(report.c.seq, log.c.day).join(log, log.c.seq == report.c.log)
    rows = rows.where(report.c.event == event.key, report.c.part == terms.part, report.c.draft == int(terms.draft))
    row = connection.execute(
        rows.where(or_(report.c.fingerprint == mark, report.c.sha256 == digest)).order_by(report.c.seq)
    ).first()
    return (row.seq, row.day) if row else None


def find_event(connection: Connection, read: Report, sent: Package, terms: Terms) -> Booked:
    """The event that a report is of: by code, else by series, days and name."""
    code = terms.event or sent.beside.get("code", "") or read.facts.code
    if code:
        return booked(connection, code)
    beside = {key: sent.beside.get(key) or getattr(read.facts, key) for key in ("series", "start", "end", "name")}
    start, end, name = beside["start"], beside["end"], beside["name"]
    if start is None or end is None:
        raise Misuse(
            "the report does not say when the event was played, and names no code; say which it is: --event CODE"
        )
    there = between(connection, day_number(start), day_number(end), beside["series"])
    same = [event for event in there if folded(event.given["name"]) == folded(name)]
    if len(same) > 1:
        codes = " or ".join(event.code for event in same)
        raise Misuse(f"several events have this name and these days; say which it is: --event {codes}")
    if not same:
        near = f"; on these days there is {', '.join(event.code for event in there)}" if there else ""
        raise Misuse(
            f"no event {shown(name or 'without a name')!r} from {start} to {end} is registered{near};"
            " register it with `arpad event register`, or say which it is: --event CODE"
        )
    return same[0]
