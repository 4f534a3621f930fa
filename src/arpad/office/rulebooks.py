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
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.law.carried import DAY, CarriedLaw, lay_open
from arpad.law.edition import Head
from arpad.law.examined import FileExamined, examine_file
from arpad.law.lawfiles import SUFFIX
from arpad.law.needed import FOR_LISTS
from arpad.law.ownfiles import head_of, law_with, must_be_whole
from arpad.office.adopted import ADOPT, Kept, kept_rulebooks, law_of_kept, law_of_office
from arpad.office.desk import Desk
from arpad.office.rolls import COMPUTED, kind_of, newest
from arpad.office.store.schema import law_text

__all__ = ["Adopted", "Adoption", "adopt", "adopted", "law_here"]


@dataclass(frozen=True)
class Adoption:
    """A request to adopt a rulebook: its bytes, and the name of its file."""

    body: bytes
    file: str = ""
    why: str = ""
    confirmed: bool = False  # it is permanent


@dataclass(frozen=True)
class Adopted:
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


def adopt(desk: Desk, request: Adoption) -> Adopted:
    """Adopt a rulebook, byte for byte and permanently."""
    if not request.confirmed:
        raise Misuse("adopt/unconfirmed", id=request.file)
    file = request.file or "-"
    head = must_be_whole(request.body, file)
    _must_suffice(examine_file(request.body, file))
    sha256 = hashlib.sha256(request.body).hexdigest()
    detail = {"file": request.file, "sha256": sha256, "in_force": head.in_force.isoformat()}
    with desk.writing(ADOPT, head.id, request.why, detail) as writing:
        connection = writing.connection
        kept = kept_rulebooks(connection)
        for each in kept:
            if each.id == head.id:
                if each.body != request.body:
                    raise Misuse("adopt/other-bytes", Remedy.to("another-edition"), id=head.id, day=each.day.date)
                return _shown(each, law_of_kept(kept), already=True)
        law = law_with({head.id + SUFFIX: request.body, **{each.id + SUFFIX: each.body for each in kept}})
        _must_be_new(head, law_of_kept(kept))
        _must_follow(connection, head, law_of_kept(kept))
        _must_be_unkept(connection, head.id, sha256)
        row = {"sha256": sha256, "body": request.body, "log": writing.seq}
        connection.execute(insert(law_text).values(**row))
        new = next(each for each in kept_rulebooks(connection) if each.id == head.id)
    if not desk.dry:
        lay_open(law)
    return _shown(new, law)


def adopted(desk: Desk) -> tuple[Adopted, ...]:
    """The rulebooks that the office has adopted, in the order of adoption."""
    with desk.reading() as connection:
        kept = kept_rulebooks(connection)
    law = law_of_kept(kept)
    return tuple(_shown(each, law) for each in kept)


def law_here(desk: Desk) -> CarriedLaw:
    """The law of the office: the adopted rulebooks and those of the package."""
    with desk.reading() as connection:
        return law_of_office(connection)


def _must_suffice(file: FileExamined) -> None:
    """Refuse a rulebook without the concepts that making a list needs."""
    for verb in FOR_LISTS:
        if verb in file.lacking:
            remedy = Remedy.to("check-rulebook", file=file.file)
            raise Misuse("adopt/lacks", remedy, id=file.rulebook, concepts=file.lacking[verb])


def _must_be_new(head: Head, law: CarriedLaw) -> None:
    """Refuse the id of an edition that the law has already."""
    if head.id in law.ids:
        raise Misuse("adopt/packaged", Remedy.to("own-id"), id=head.id)


def _must_follow(connection: Connection, head: Head, law: CarriedLaw) -> None:
    """Refuse an edition that begins before another one of its series, or before the newest list made without it."""
    for series in head.series:
        last = max(law.heads_of(series), key=lambda each: each.in_force, default=None)
        if last is not None and head.in_force <= last.in_force:
            remedy = Remedy.to("later-in-force", day=last.in_force + DAY)
            raise Misuse("adopt/not-later", remedy, id=head.id, since=head.in_force, series=series, other=last.id)
        if kind_of(connection, series) != COMPUTED:
            continue
        list_ = Month(newest(connection, series))
        if head.in_force < list_.first:
            remedy = Remedy.to("later-in-force", day=list_.first)
            raise Misuse("adopt/published", remedy, id=head.id, since=head.in_force, series=series, list=list_)


def _must_be_unkept(connection: Connection, id: str, sha256: str) -> None:
    """Refuse bytes that are stored already with a list: a former version of the package had them."""
    if connection.execute(select(law_text.c.log).where(law_text.c.sha256 == sha256)).first() is not None:
        raise Misuse("adopt/carried", Remedy.to("own-id"), id=id)


def _shown(kept: Kept, law: CarriedLaw, already: bool = False) -> Adopted:
    """An adopted rulebook as the desk shows it."""
    head, until = head_of(kept.body, kept.id + SUFFIX), law.heads[kept.id].until
    adoption = kept.day.date, kept.who, kept.why, kept.entry
    return Adopted(kept.id, head.title, head.series, head.in_force, until, kept.sha256, *adoption, already)
