"""The rulebooks desk: adopt a federation's own rulebook, list the adopted ones, and give the law of the office.

An adoption is permanent. Lists are made by adopted rulebooks and those of the package, never by another file. So a
rulebook must be complete for making lists, begin after the edition before it, and not before the newest list of its
series. The same file again changes nothing; the same id with other bytes is refused.
"""

from __future__ import annotations

import hashlib
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
    AdoptedRulebook,
    law_with_rulebooks,
    read_adopted_rulebooks,
    read_law_of_office,
)
from arpad.office.desk import Desk
from arpad.office.rolls import COMPUTED, newest_published_list, series_kind
from arpad.office.store.schema import law_text
from arpad.plaintext import file_name
from arpad.simulate.proving_month import run_proving_months

__all__ = ["AdoptionRequest", "AdoptionResult", "adopt_rulebook", "list_adopted", "read_office_law"]


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


@act("adopt-rulebook", about=Subject.SERIES, permission=Permission.ADMINISTER)
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
        _require_new_bytes(connection, head.id, sha256)
        row = {"sha256": sha256, "body": request.body, "log": writing.seq}
        connection.execute(insert(law_text).values(**row))
        new = next(each for each in read_adopted_rulebooks(connection) if each.id == head.id)
    if not desk.dry:
        set_law(law)
    return _adoption_result(new, law)


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


def _require_new_bytes(connection: Connection, id: str, sha256: str) -> None:
    """Refuse a file whose bytes are stored already with a list, from a former version of the package."""
    if connection.execute(select(law_text.c.log).where(law_text.c.sha256 == sha256)).first() is not None:
        raise UserError("adopt/carried", Remedy.to("own-id"), id=id)


def _adoption_result(rulebook: AdoptedRulebook, law: LawSet, already: bool = False) -> AdoptionResult:
    """Build the result of an adoption: head of the rulebook, its last day in this law, and who adopted it. `already`:
    it was adopted before."""
    head, until = head_of(rulebook.body, rulebook.id + SUFFIX), law.heads[rulebook.id].until
    adoption = rulebook.day.date, rulebook.who, rulebook.why, rulebook.entry
    return AdoptionResult(
        rulebook.id, head.title, head.series, head.in_force, until, rulebook.sha256, *adoption, already
    )
