"""Which decisions about an event stand, and undo the newest one: an admission, a refusal or a withdrawal.

Nothing is deleted: the undoing is a decision of its own, with a reason. A decision is undone only while no later one
about the same event or part stands.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from sqlalchemy import Connection, select

from arpad.explain.letters import Stopped, letter, letter_as_text
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.office.book.correspondents import correspondents_about
from arpad.office.book.event_lookup import (
    EventDecision,
    EventPart,
    decision_concerns_part,
    find_single_part,
    read_event_record,
)
from arpad.office.book.event_status import UNDONE_BY_REOPENING, DecisionKind
from arpad.office.book.examination import examine_in_office
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.officer_instructions import current_subject_and_report
from arpad.office.book.registration import NewDecision, record_decision
from arpad.office.book.report_decisions import Outcome, OutcomeStatus, require_reason
from arpad.office.desk import Desk
from arpad.office.store.schema import journal

TAKES_BACK = {
    DecisionKind.RELEASED: (DecisionKind.HELD,),
    DecisionKind.REGISTRATION_RESTORED: (DecisionKind.REGISTRATION_REFUSED,),
    DecisionKind.INCLUDED: (DecisionKind.EXCLUDED,),
    DecisionKind.REOPENED: UNDONE_BY_REOPENING,
}


@dataclass(frozen=True)
class DecisionUndo:
    """A request to undo the admission, refusal or withdrawal that a log entry has, with the reason."""

    event: str  # CODE or CODE/PART
    entry: int
    why: str

    def __post_init__(self) -> None:
        require_reason(self.why, "reason-missing/undo")


@dataclass(frozen=True)
class StandingEntry:
    """A log entry with decisions about an event or part that stand; the last decision says what it is."""

    log: int
    decisions: tuple[EventDecision, ...]

    @property
    def kind(self) -> DecisionKind:
        """What was decided."""
        return self.decisions[-1].kind


def standing_entries(connection: Connection, key: int, part: int) -> list[StandingEntry]:
    """Return the log entries with decisions about a part that were not undone, oldest first."""
    record, entries = read_event_record(connection, key), list[StandingEntry]()
    decisions = dict(zip((row.seq for row in record.happened), record.decisions, strict=True))
    concerning = [row for row in record.happened if decision_concerns_part(row.part, row.kind, part)]
    for log, rows in groupby(concerning, lambda row: row.log):
        entry = StandingEntry(int(log), tuple(decisions[row.seq] for row in rows))
        if entry.kind is DecisionKind.IDENTIFIED:
            entries = _with_identification(entries, entry)
        elif entries and _takes_back(entry, entries[-1]):
            entries.pop()
        else:
            entries.append(entry)
    return entries


def identification_of(entry: StandingEntry) -> tuple[int, int]:
    """Return start number and office number of an entry that identifies a player; office number 0 takes that back."""
    detail = entry.decisions[-1].detail
    return detail["player"], detail["number"]


def _with_identification(entries: list[StandingEntry], entry: StandingEntry) -> list[StandingEntry]:
    """Return the standing entries after an identification.

    One that takes back, or goes back to an earlier number, removes those of the player that came after that. Only
    identifications with no other decision between them are looked at."""
    player, number = identification_of(entry)
    removed = list[StandingEntry]()
    for earlier in reversed(entries):
        if earlier.kind is not DecisionKind.IDENTIFIED:
            break
        of_player, before = identification_of(earlier)
        if of_player == player and number and before == number:
            return [each for each in entries if each not in removed]
        if of_player == player:
            removed.append(earlier)
    if removed and not number:
        return [each for each in entries if each not in removed]
    return [*entries, entry]


def _takes_back(entry: StandingEntry, last: StandingEntry) -> bool:
    """Return whether an entry takes back the one before it."""
    if last.kind not in TAKES_BACK.get(entry.kind, ()):
        return False
    ends = entry.decisions[-1].detail.get("ends")
    return ends is None or last.decisions[-1].seq in ends


def act_of_entry(connection: Connection, entry: StandingEntry) -> str:
    """Return the name of the act of an entry; for an entry from before the journal, the kind of decision."""
    name = connection.execute(select(journal.c.act).where(journal.c.log == entry.log)).scalar()
    return str(name or entry.kind.value)


def reopen_part(desk: Desk, request: DecisionUndo) -> Outcome:
    """Undo the newest admission, refusal or withdrawal of a part: it has the status of before.

    The undoing of a refusal has a letter. Refuse it if a later decision stands, or the part is held or rated."""
    with desk.reading() as connection:
        part = find_single_part(connection, request.event)
    with desk.writing("undo", part.name, request.why) as writing:
        part = find_single_part(writing.connection, request.event)
        part.life.must(DecisionKind.REOPENED, part.name)
        last = standing_entries(writing.connection, part.event, part.part)[-1]
        if last.log != request.entry:
            raise UserError(
                "undo/rests", act=act_of_entry(writing.connection, last), later=last.log, entry=request.entry
            )
        detail = {"ends": [each.seq for each in last.decisions], "undone": last.kind.value}
        text = None
        if last.kind == DecisionKind.REFUSED:
            text = _letter_of_undoing(desk, writing.connection, part, last.decisions[-1], request.why)
            detail |= {"notice": desk.today().isoformat(), "letter": text}
        new = NewDecision(part.event, part.part, DecisionKind.REOPENED, part.report or None, detail)
        record_decision(writing, new)
    return Outcome(part.name, OutcomeStatus.REOPENED, why=request.why, letter=text)


def _letter_of_undoing(desk: Desk, connection: Connection, part: EventPart, refusal: EventDecision, why: str) -> str:
    """Return the letter that takes a refusal back, with the findings of today; nothing is stored."""
    matter, paper = current_subject_and_report(connection, part, desk.today())
    examination = examine_in_office(connection, ListMemory(), matter, paper)
    answer = replace(examination.answer, printed_ratings=False)
    stopped = Stopped("refusal-undone", refusal.day, desk.who, why)
    plain = letter(answer, examination.report.file, desk.today())
    both = correspondents_about(desk, connection, answer.facts)
    return letter_as_text(replace(plain, stopped=stopped, appeal=None, deadline=None, correspondents=both))
