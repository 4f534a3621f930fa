"""The rulebooks desk: adopt a federation's own rulebook or withdraw it, list the adopted ones, and give the law of the
office.

An adoption is permanent as soon as a list or an admitted event used the rulebook. Lists are made by adopted rulebooks
and those of the package, never by another file. So a rulebook must be complete for making lists, begin after the
edition before it, and not before the newest list of its series. The same file again changes nothing; the same id with
other bytes is refused.
"""

from __future__ import annotations

import hashlib
import json
from datetime import date

from sqlalchemy import Connection, insert, select

from arpad.days import Month
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.calendar import list_day
from arpad.law.edition import Head
from arpad.law.examined import FileExamined, examine_file
from arpad.law.law_set import ONE_DAY, LawSet, set_law
from arpad.law.lawfiles import SUFFIX
from arpad.law.needed import FOR_LISTS
from arpad.law.ownfiles import head_of, law_with, must_be_whole
from arpad.office.acts import Permission, Subject, act
from arpad.office.adopted_rulebooks import (
    ADOPT_ACTION,
    WITHDRAW_ACTION,
    AdoptedRulebook,
    law_with_rulebooks,
    read_adopted_rulebooks,
    read_law_of_office,
)
from arpad.office.book.event_status import DecisionKind
from arpad.office.desk import Desk, ProgressReporter, no_progress
from arpad.office.rolls import COMPUTED, newest_published_list, series_kind
from arpad.office.store.schema import decision, event, law_text, list_law, log, rating_list
from arpad.plaintext import file_name
from arpad.simulate.proving_month import examine_and_prove, run_proving_months

__all__ = [
    "AdoptionRequest",
    "AdoptionResult",
    "RulebookWithdrawal",
    "WithdrawnRulebook",
    "adopt_rulebook",
    "list_adopted",
    "read_office_law",
    "try_rulebook",
    "withdraw_rulebook",
]


@dataclass(frozen=True)
class AdoptionRequest:
    """A request to adopt a rulebook: its bytes, and the name of its file."""

    body: bytes
    file: str = ""
    why: str = ""
    confirmed: bool = False  # it is permanent


@dataclass(frozen=True)
class AdoptionResult:
    """An adopted rulebook, and its adoption."""

    rulebook: str
    title: str
    series: tuple[str, ...]
    in_force: date
    until: date | None
    sha256: str
    day: date  # of its adoption
    who: str
    why: str
    entry: int  # of the log
    already: bool = False  # the very same file was adopted before; nothing was changed


@dataclass(frozen=True)
class RulebookWithdrawal:
    """A request to withdraw an adopted rulebook, with the reason."""

    rulebook: str
    why: str


@dataclass(frozen=True)
class WithdrawnRulebook:
    """A rulebook that was withdrawn: it is no longer part of the law of the office."""

    rulebook: str
    series: tuple[str, ...]
    sha256: str
    adopted: date
    why: str


def try_rulebook(desk: Desk, request: AdoptionRequest, watch: ProgressReporter = no_progress) -> FileExamined:
    """Examine the file of a rulebook, and run a proving month by it. Nothing is stored."""
    with watch("proving month", None):
        return examine_and_prove(request.body, request.file or "-")


@act("adopt-rulebook", about=Subject.SERIES, permission=Permission.ADMINISTER, inverse="withdraw-rulebook", job=True)
def adopt_rulebook(desk: Desk, request: AdoptionRequest) -> AdoptionResult:
    """Store a rulebook byte for byte, permanently, and set the law with it as the current law (not in a dry run). The
    same bytes again change nothing. Refuses an unconfirmed request, an incomplete rulebook, an id that is taken, and a
    start that is not later, and a rulebook whose proving month does not run."""
    if not request.confirmed:
        raise UserError("adopt/unconfirmed", id=request.file)
    file = request.file or "-"
    head = must_be_whole(request.body, file)
    _require_list_concepts(examine_file(request.body, file))
    run_proving_months(request.body, file)
    sha256 = hashlib.sha256(request.body).hexdigest()
    detail = {"file": file_name(request.file), "sha256": sha256, "in_force": head.in_force.isoformat()}
    with desk.writing(ADOPT_ACTION, head.id, request.why, detail) as writing:
        connection = writing.connection
        adopted_before = read_adopted_rulebooks(connection)
        for rulebook in adopted_before:
            if rulebook.id == head.id:
                if rulebook.body != request.body:
                    raise UserError(
                        "adopt/other-bytes", Remedy.to("another-edition"), id=head.id, day=rulebook.day.date
                    )
                return _adoption_result(rulebook, law_with_rulebooks(adopted_before), already=True)
        law = law_with({head.id + SUFFIX: request.body, **{each.id + SUFFIX: each.body for each in adopted_before}})
        _require_new_id(head, law_with_rulebooks(adopted_before))
        _require_later_start(connection, head, law_with_rulebooks(adopted_before))
        if _were_adopted_before(connection, head.id, sha256):
            writing.refer_to_stored_bytes(sha256)
        else:
            row = {"sha256": sha256, "body": request.body, "log": writing.seq}
            connection.execute(insert(law_text).values(**row))
        assert writing.seq  # the entry of the log is the adoption
        new = next(each for each in read_adopted_rulebooks(connection) if each.id == head.id)
    if not desk.dry:
        set_law(law)
    return _adoption_result(new, law)


@act("withdraw-rulebook", about=Subject.SERIES, permission=Permission.ADMINISTER)
def withdraw_rulebook(desk: Desk, request: RulebookWithdrawal) -> WithdrawnRulebook:
    """End the adoption of a rulebook, and set the law without it as the current law (not in a dry run). Its bytes stay
    stored, and it can be adopted again. Refuses a rulebook that is not adopted or that a list or an admitted event
    used, and a request without a reason."""
    if not request.why.strip():
        raise UserError("withdraw-rulebook/no-reason", id=request.rulebook)
    with desk.writing(WITHDRAW_ACTION, request.rulebook, request.why) as writing:
        adopted = read_adopted_rulebooks(writing.connection)
        rulebook = next((each for each in adopted if each.id == request.rulebook), None)
        if rulebook is None:
            remedy = Remedy.to("adopted-rulebooks")
            raise UserError("withdraw-rulebook/not-adopted", remedy, id=request.rulebook)
        head = law_with_rulebooks(adopted).heads[rulebook.id]
        _require_no_list(writing.connection, rulebook, head)
        _require_no_admitted_event(writing.connection, rulebook.id, head.series)
        law = law_with_rulebooks(each for each in adopted if each is not rulebook)
        assert writing.seq  # the entry of the log is the withdrawal
    if not desk.dry:
        set_law(law)
    return WithdrawnRulebook(rulebook.id, head.series, rulebook.sha256, rulebook.day.date, request.why)


def list_adopted(desk: Desk) -> tuple[AdoptionResult, ...]:
    """Return the rulebooks that the office has adopted, in the order of adoption; not those of the package."""
    with desk.reading() as connection:
        rulebooks = read_adopted_rulebooks(connection)
    law = law_with_rulebooks(rulebooks)
    return tuple(_adoption_result(each, law) for each in rulebooks)


def read_office_law(desk: Desk) -> LawSet:
    """Return the law of the office: the adopted rulebooks and those of the package."""
    with desk.reading() as connection:
        return read_law_of_office(connection)


def _require_list_concepts(file: FileExamined) -> None:
    """Refuse a rulebook that lacks a rule that making a list needs."""
    for verb in FOR_LISTS:
        if verb in file.lacking:
            remedy = Remedy.to("check-rulebook", file=file.file)
            raise UserError("adopt/lacks", remedy, id=file.rulebook, concepts=file.lacking[verb])


def _require_new_id(head: Head, law: LawSet) -> None:
    """Refuse an id that an edition in the law already has."""
    if head.id in law.ids:
        raise UserError("adopt/packaged", Remedy.to("own-id"), id=head.id)


def _require_later_start(connection: Connection, head: Head, law: LawSet) -> None:
    """Refuse an edition that does not begin after the last one of its series. For a series computed here, also one that
    begins before the month of the newest published list."""
    for series in head.series:
        last = max(law.heads_of(series), key=lambda each: each.in_force, default=None)
        if last is not None and head.in_force <= last.in_force:
            remedy = Remedy.to("later-in-force", day=last.in_force + ONE_DAY)
            raise UserError("adopt/not-later", remedy, id=head.id, since=head.in_force, series=series, other=last.id)
        if series_kind(connection, series) != COMPUTED:
            continue
        list_ = Month(newest_published_list(connection, series))
        published = list_day(series, list_)
        if head.in_force < published:
            remedy = Remedy.to("later-in-force", day=published)
            raise UserError("adopt/published", remedy, id=head.id, since=head.in_force, series=series, list=list_)


def _were_adopted_before(connection: Connection, id: str, sha256: str) -> bool:
    """Return whether these bytes are stored from an adoption that was withdrawn. Refuses a file whose bytes are stored
    with a list, from a former version of the package."""
    stored_by = select(log.c.action).join(law_text, law_text.c.log == log.c.seq).where(law_text.c.sha256 == sha256)
    action = connection.execute(stored_by).scalar()
    if action not in (None, ADOPT_ACTION):
        raise UserError("adopt/carried", Remedy.to("own-id"), id=id)
    return action is not None


def _require_no_list(connection: Connection, rulebook: AdoptedRulebook, head: Head) -> None:
    """Refuse to withdraw a rulebook that a list carries, or that is in force on the day of a list of its series."""
    of = rating_list.c.series, rating_list.c.list
    carried = select(list_law.c.series, list_law.c.list).where(list_law.c.sha256 == rulebook.sha256)
    computed = [each for each in head.series if series_kind(connection, each) == COMPUTED]
    lists = [(row.series, Month(row.list)) for row in connection.execute(carried)]
    rows = connection.execute(select(*of).where(rating_list.c.series.in_(computed)))
    published = [(row.series, Month(row.list)) for row in rows]
    lists += [each for each in published if head.covers(list_day(*each))]
    for series, list_ in sorted(lists)[:1]:
        remedy = Remedy.to("another-edition")
        raise UserError("withdraw-rulebook/list", remedy, id=rulebook.id, series=series, list=list_)


def _require_no_admitted_event(connection: Connection, id: str, series: tuple[str, ...]) -> None:
    """Refuse to withdraw a rulebook by which an event was admitted."""
    admitted = (
        select(event.c.code, decision.c.detail)
        .join(decision, decision.c.event == event.c.key)
        .where(event.c.series.in_(series), decision.c.kind.in_((DecisionKind.ADMITTED, DecisionKind.REVISED)))
        .order_by(decision.c.seq)
    )
    for row in connection.execute(admitted):
        if json.loads(row.detail or "{}").get("edition") == id:
            raise UserError("withdraw-rulebook/event", Remedy.to("another-edition"), id=id, event=row.code)


def _adoption_result(rulebook: AdoptedRulebook, law: LawSet, already: bool = False) -> AdoptionResult:
    """Build the result of an adoption: head of the rulebook, its last day in this law, and who adopted it. `already`:
    it was adopted before."""
    head, until = head_of(rulebook.body, rulebook.id + SUFFIX), law.heads[rulebook.id].until
    adoption = rulebook.day.date, rulebook.who, rulebook.why, rulebook.entry
    return AdoptionResult(
        rulebook.id, head.title, head.series, head.in_force, until, rulebook.sha256, *adoption, already
    )
