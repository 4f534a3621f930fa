"""Take reports in: each is read, recognised if it came before, examined, and stored byte for byte.

A report is accepted, or it exists already (the same bytes or the same content), or it is refused because it cannot be
read or its event is not registered. A refused file is not stored. An accepted report can still be refused by a later
decision. One bad file does not stop the others. Reports are stored in groups, and a receipt is given when its group is
on disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from sqlalchemy import Connection

from arpad.finding import Misuse, Problem
from arpad.office.book.lookup import event_files, keys_of_events
from arpad.office.book.packages import Package, Receipt, ReceiptStatus, Terms
from arpad.office.book.papers import must_be_readable, paper
from arpad.office.book.records import Records
from arpad.office.book.taking import Sent, codes_of, take
from arpad.office.desk import GROUP, Desk, Group
from arpad.office.registry.players import meet

FAULTS = (ArithmeticError, LookupError, TypeError, ValueError)  # errors of the program that one report caused


def submit(desk: Desk, packages: Iterable[Package], terms: Terms | None = None) -> Iterator[Receipt]:
    """Take report files in, each by itself; a receipt for each as soon as it is on disk."""
    terms, records, packages = terms or Terms(), Records(), iter(packages)
    first = list(islice(packages, 2))
    if len(first) > 1 and (terms.event or terms.part):
        raise Misuse("one-report-expected")
    packages = chain(first, packages)
    while some := list(islice(packages, GROUP)):
        opened = [_opened(package, terms) for package in some]
        with desk.group(records) as group:
            _look_ahead(group.connection, opened)
            receipts = [_taken(group, records, each) for each in opened]
        yield from receipts


def _opened(package: Package, terms: Terms) -> Sent | Receipt:
    """The parsed report of a file, or the receipt that refuses it."""
    try:
        if package.problem is not None:
            raise package.problem
        terms = _with_part(terms, package)
        read = paper(package.data, package.name, terms.rounds)
        must_be_readable(read)
    except Problem as problem:
        return _refused(package, problem)
    except FAULTS as fault:
        return _refused(package, fault)
    return Sent(package, terms, read)


def _refused(package: Package, why: Exception) -> Receipt:
    """The receipt for a report that is not taken; an error of the program becomes a problem of this report."""
    fault = Misuse("report-failed", kind=type(why).__name__, text=str(why))
    return Receipt(package.name, ReceiptStatus.REFUSED, problem=why if isinstance(why, Problem) else fault)


def _look_ahead(connection: Connection, opened: Sequence[Sent | Receipt]) -> None:
    """Read all events and players of a group at once, so that they are remembered."""
    packages = [package for package in opened if isinstance(package, Sent)]
    codes = [code for package in packages for code in codes_of(connection, package)]
    event_files(connection, list(keys_of_events(connection, codes).values()))
    numbers = {player.id for package in packages for player in package.paper.report.players}
    meet(connection, sorted(numbers))


def _taken(group: Group, records: Records, opened: Sent | Receipt) -> Receipt:
    """Take one of many reports in; a problem becomes a receipt that refuses it."""
    if isinstance(opened, Receipt):
        return opened
    try:
        return take(group, records, opened)
    except Problem as problem:
        return _refused(opened.package, problem)
    except FAULTS as fault:
        return _refused(opened.package, fault)


def _with_part(terms: Terms, package: Package) -> Terms:
    """The options with the part that the sidecar names; refused where the call names another part."""
    beside = package.beside.facts.part
    if beside is None or beside == terms.part:
        return terms
    if terms.part:
        raise Misuse("part-contradicts", part=terms.part, beside=beside)
    return replace(terms, part=beside)
