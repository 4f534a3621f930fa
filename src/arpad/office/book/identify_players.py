"""Say who a player of a report is, take that back, and show of whom it is open.

The file of the arbiter stays as it is. A new player is added only if the officer was shown every registered player who
may be meant.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, insert

from arpad.finding import Note, Remedy, UserError
from arpad.frozen import dataclass
from arpad.intake.settled_dates import settled_by_start
from arpad.model import Player
from arpad.office.book.duplicate_reports import add_identified_pairs
from arpad.office.book.event_lookup import EventPart, find_event_part, find_registered_event
from arpad.office.book.event_status import DecisionKind, EventStatus
from arpad.office.book.examination import ExaminationSubject, games_of_report
from arpad.office.book.identifications import IdentifiedReport, identify_players, stored_detail
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.officer_instructions import current_subject_and_report, require_positive_numbers
from arpad.office.book.official_players import registrable
from arpad.office.book.player_candidates import (
    OpenPlayer,
    describe_players,
    doubt_about,
    find_open_players,
    reported_person,
)
from arpad.office.book.registration import NewDecision, record_decision
from arpad.office.book.report_decisions import Outcome, OutcomeStatus
from arpad.office.desk import Desk, WriteTransaction
from arpad.office.official_lists import official_people
from arpad.office.registry.federation_officials import federation_names
from arpad.office.registry.person import (
    HIGHEST_FIDE_NUMBER,
    person_faults,
    refuse_first_fault,
    unknown_federation_faults,
)
from arpad.office.registry.player_facts import facts_of_players, keys_of_numbers, register_players, require_player_key
from arpad.office.registry.player_merges import merge_aliases
from arpad.office.registry.player_numbers import office_number
from arpad.office.store.schema import identified_games
from arpad.packed import pack


@dataclass(frozen=True)
class NewIdentification:
    """A request to say who a player of a report is: a registered player, or somebody new (`number` 0)."""

    event: str  # CODE or CODE/PART
    player: int  # start number in the report
    number: int = 0  # of FIDE or of the office
    why: str = ""
    displayed: tuple[int, ...] = ()  # for somebody new: the office numbers of the candidates that were displayed
    without_number: bool = False  # for somebody new: the printed number is not theirs

    def __post_init__(self) -> None:
        require_positive_numbers(self.player, None)


@dataclass(frozen=True)
class IdentificationEnd:
    """A request to take an identification back, with the reason."""

    event: str  # CODE or CODE/PART
    player: int  # start number in the report
    why: str = ""

    def __post_init__(self) -> None:
        require_positive_numbers(self.player, None)


@dataclass(frozen=True)
class OpenPlayers:
    """The players of the report that counts now of whom it is open who they are."""

    event: str  # CODE or CODE/PART
    players: tuple[OpenPlayer, ...]


def read_open_players(connection: Connection, desk: Desk, part: EventPart, player: int | None = None) -> OpenPlayers:
    """Return the players of whom it is open who they are; with a start number that player, also one who is identified.

    Refuse a part without a report, and a start number that its report does not have."""
    records = ListMemory()
    subject, identified = _read_identified_report(connection, desk, part)
    if player is None:
        return OpenPlayers(part.name, find_open_players(connection, records, subject.event, identified))
    row = _require_player(identified, player)
    open_ones = find_open_players(connection, records, subject.event, identified)
    doubt = next((each.doubt for each in open_ones if each.player == player), doubt_about(row))
    return OpenPlayers(part.name, describe_players(connection, records, part.series, [(row, doubt)]))


def identify_player(desk: Desk, part: EventPart, new: NewIdentification) -> Outcome:
    """Store who a player of the report is. An admitted event must be admitted again.

    Refuse a number that nobody has, a start number that the report does not have, and a new player where a candidate
    was not displayed."""
    with desk.writing("identify player", part.name, new.why) as writing:
        part = _find_identifiable_part(writing.connection, part)
        _, identified = _read_identified_report(writing.connection, desk, part)
        row = _require_player(identified, new.player)
        key = _registered_key(writing, new.number) if new.number else _add_player(writing, part, row, new)
        _store(writing, desk, part, row, office_number(key))
        person = facts_of_players(writing.connection, [key])[key]
    message = "identified/anew" if part.life.under == EventStatus.ADMITTED else "identified"
    number = person.fide_id or office_number(key)
    note = Note.of(message, player=row.number, name=row.name, known=person.name, number=number)
    return Outcome(part.name, OutcomeStatus.IDENTIFIED, why=new.why or None, note=note)


def _registered_key(writing: WriteTransaction, number: int) -> int:
    """Return the key of a player; somebody who is only on an official list is registered as that list has them."""
    connection = writing.connection
    if int(keys_of_numbers(connection, [number])[0]) < 0 and number <= HIGHEST_FIDE_NUMBER:
        for official in official_people(connection, [number]).values():
            person = registrable(official)
            refuse_first_fault(person_faults(person))
            refuse_first_fault(unknown_federation_faults(person, federation_names(connection)))
            return int(register_players(writing, [person])[0])
    return int(merge_aliases(connection)[require_player_key(connection, number)])


def forget_identification(desk: Desk, part: EventPart, end: IdentificationEnd) -> Outcome:
    """Take back what was said of a player: again the number in the report counts. Refuse it where nothing was said."""
    with desk.writing("take identification back", part.name, end.why) as writing:
        part = _find_identifiable_part(writing.connection, part)
        _, identified = _read_identified_report(writing.connection, desk, part)
        row = _require_player(identified, end.player)
        if row.number not in identified.by_player:
            raise UserError("not-identified", event=part.name, player=row.number, name=row.name)
        _store(writing, desk, part, row, 0)
    note = Note.of("identity-taken-back", player=row.number, name=row.name)
    return Outcome(part.name, OutcomeStatus.IDENTIFIED, why=end.why or None, note=note)


def _find_identifiable_part(connection: Connection, part: EventPart) -> EventPart:
    """Return the part as it is now; refuse a status in which nobody can be identified."""
    part = find_event_part(connection, part.event, part.part)
    part.life.must(DecisionKind.IDENTIFIED, part.name)
    return part


def _read_identified_report(
    connection: Connection, desk: Desk, part: EventPart
) -> tuple[ExaminationSubject, IdentifiedReport]:
    """Return what is examined for a part, and its report with the identifications that hold."""
    subject, parsed = current_subject_and_report(connection, part, desk.today())
    report, _ = settled_by_start(parsed.report, parsed.findings, subject.event.given.get("start"))
    return subject, identify_players(connection, report, subject.identified)


def _require_player(identified: IdentifiedReport, number: int) -> Player:
    """Return a player as the report prints them; refuse a start number that it does not have."""
    row = identified.printed.player(number)
    if row is None:
        raise UserError("no-such-start-number", player=number)
    return row


def _add_player(writing: WriteTransaction, part: EventPart, row: Player, new: NewIdentification) -> int:
    """Add the player of a row to the registry, and return their key. Refuse it where a candidate was not displayed."""
    connection = writing.connection
    (described,) = describe_players(connection, ListMemory(), part.series, [(row, doubt_about(row))])
    unseen = tuple(each.id for each in described.candidates if each.id not in new.displayed)
    if unseen:
        remedy = Remedy.to("look-at-candidates", event=part.name, player=row.number)
        raise UserError("candidates-not-displayed", remedy, name=row.name, candidates=unseen)
    person = reported_person(row)
    person = replace(person, fide_id=0) if new.without_number else person
    refuse_first_fault(person_faults(person))
    refuse_first_fault(unknown_federation_faults(person, federation_names(connection)))
    return int(register_players(writing, [person])[0])


def _store(writing: WriteTransaction, desk: Desk, part: EventPart, row: Player, number: int) -> None:
    """Store the decision, and the games of the report under the players who are identified now."""
    connection = writing.connection
    detail = stored_detail(row, number)
    seq = record_decision(writing, NewDecision(part.event, part.part, DecisionKind.IDENTIFIED, part.report, detail))
    _, identified = _read_identified_report(connection, desk, part)
    span = games_of_report(connection, find_registered_event(connection, part.code), identified.report)
    connection.execute(insert(identified_games).values(decision=seq, report=part.report, games=pack(span.marks)))
    add_identified_pairs(connection, part.report, span)
