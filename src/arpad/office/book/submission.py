"""Take reports in: each by itself, kept byte for byte, recognised when it comes again, examined at once.

A report is accepted, or it exists already (the same bytes, or the same content in another dress), or it is refused at
the door: it cannot be read, or its event is not registered. Then nothing is written. What is accepted may still be
refused or asked about later; the receipt says what was found. One bad file never stops the others. Many are taken in
groups: what a receipt is given for is on disk, and of a group that was cut off nothing is.
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

FAULTS = (ArithmeticError, LookupError, TypeError, ValueError)  # ours, but one report's alone


def submit(desk: Desk, packages: Iterable[Package], terms: Terms | None = None) -> Iterator[Receipt]:
    """Take the packages in, each by itself, and give a receipt for each as soon as it is on disk."""
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
    """Read a package; one that cannot be read is refused."""
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
    """What is given for a report that is not taken; a fault of ours is this report's alone."""
    fault = Misuse("report-failed", kind=type(why).__name__, text=str(why))
    return Receipt(package.name, ReceiptStatus.REFUSED, problem=why if isinstance(why, Problem) else fault)


def _look_ahead(connection: Connection, sent: Sequence[Sent | Receipt]) -> None:
    """Ask for all events and all players of a group at once."""
    read = [each for each in sent if isinstance(each, Sent)]
    codes = [code for each in read for code in codes_of(connection, each)]
    event_files(connection, list(keys_of_events(connection, codes).values()))
    numbers = {player.id for each in read for player in each.paper.report.players}
    meet(connection, sorted(numbers))


def _taken(group: Group, records: Records, sent: Sent | Receipt) -> Receipt:
    """What becomes of one of many."""
    if isinstance(sent, Receipt):
        return sent
    try:
        return take(group, records, sent)
    except Problem as problem:
        return _refused(sent.package, problem)
    except FAULTS as fault:
        return _refused(sent.package, fault)


def _with_part(terms: Terms, package: Package) -> Terms:
    """The terms with the part that the sidecar names, where the call names none."""
    beside = package.beside.facts.part
    if beside is None or beside == terms.part:
        return terms
    if terms.part:
        raise Misuse("part-contradicts", part=terms.part, beside=beside)
    return replace(terms, part=beside)
