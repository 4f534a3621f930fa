"""Write rows of an office without an act of the program: to make an office for a test, and to forge one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection

from arpad.days import Month
from arpad.office import events, periods
from arpad.office.acts import ACTS, Act, Call, Performance, Permission, Subject, perform_item
from arpad.office.book.event_facts import NamedFacts
from arpad.office.book.registration import RegistrationResult
from arpad.office.cases.list_differences import store_noted_differences
from arpad.office.desk import Desk
from arpad.office.publishing import publish
from arpad.office.publishing.list_draft import ListDraft
from arpad.office.publishing.publish import Publication
from arpad.office.store.effects import journaled_tables, unrecorded
from arpad.office.store.engine import Store
from arpad.office.store.journal import JournalRequest


@dataclass(frozen=True)
class Fixture:
    """The request of rows that a test writes: it says nothing."""


def fixture(desk: Desk, request: Fixture) -> None:
    """Do nothing: the rows of a fixture are never computed again."""


EVERY_TABLE = tuple(table.name for table in journaled_tables())
FIXTURE = Act("fixture", Subject.OFFICE, Permission.ADMINISTER, fixture, note=True, writes=EVERY_TABLE)
ACTS[FIXTURE.name] = FIXTURE  # so that `verify` knows it


class ManyEntries(Performance):
    """A performance that may have more than one entry of the log."""

    def journal_request(self, entry: int) -> tuple[JournalRequest, dict[str, bytes]]:
        """Return what the journal stores of it, as for its first entry."""
        self.entry, self.call = 0, Call()
        return super().journal_request(entry)


def by_hand(desk: Desk) -> Desk:
    """Return a desk that writes what a test says, with effects in the journal, but without an act of the program."""
    return replace(desk, performance=ManyEntries(FIXTURE, Fixture(), Call(), desk.actor))


@contextmanager
def behind_the_back(store: Store) -> Iterator[Connection]:
    """Open a transaction whose writes the journal does not have."""
    with store.writing() as connection, unrecorded(connection):
        yield connection


def register_facts(desk: Desk, facts: Mapping[str, Any], by: str = "", why: str = "") -> RegistrationResult:
    """Register an event with these facts by the act of the program."""
    return events.register_event(desk, events.RegistrationRequest(NamedFacts.of(facts), by=by, why=why))


def preview_list(desk: Desk, series: str, list_: int, early: bool = False) -> ListDraft:
    """Preview a list by the act of the program, and return the whole draft."""
    request = periods.PreviewRequest(periods.ListChoice(series, Month(list_)), early)
    with perform_item(periods.store_preview.act, desk, request) as inside:
        return publish.preview_list(inside, series, list_, early)


def publish_list(desk: Desk, series: str, list_: int, why: str = "", **more: Any) -> Publication:
    """Publish a list by the act of the program, without a checkpoint."""
    request = periods.PublishRequest(periods.ListChoice(series, Month(list_)), why, confirmed=True, empty=True)
    with perform_item(periods.enter_publication.act, desk, request) as inside:
        return publish.publish_list(inside, series, list_, why, **{"beside": store_noted_differences, **more})
