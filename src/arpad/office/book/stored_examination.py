"""Store the result of an examination and use it again while nothing it depends on has changed; build the content that
an admission stores.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np
from sqlalchemy import Connection, insert, select

import arpad
from arpad.admission.games import match_limit
from arpad.columns import I32, Games
from arpad.days import Day, Month
from arpad.finding import Fields, Finding, Note, Place, Remedy, Tier, UserError
from arpad.frozen import dataclass
from arpad.law.law_set import current_law
from arpad.messages import Numeral
from arpad.model import Verdict
from arpad.model.systems import declared_system
from arpad.office.book.admitted_content import (
    AdmittedContent,
    AdmittedHead,
    AdmittedPartHead,
    AdmittedPlayers,
    unpack_content,
)
from arpad.office.book.duplicate_reports import (
    ComparedReport,
    GameMarks,
    ReportGames,
    find_repeated_games,
    marks_of_identified_reports,
    reports_with_same_pairs,
)
from arpad.office.book.event_lookup import EventPart, read_event_record
from arpad.office.book.event_status import DecisionKind
from arpad.office.book.examination import ExaminationSubject, OfficeExamination
from arpad.office.book.list_entry import FIRST_EVENT_MESSAGES, adjust_first_event_findings, list_of_result
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.office_findings import without_folder
from arpad.office.store.bulk import is_one_of
from arpad.office.store.cache import CacheSubject, cached_each, lists_stamp, people_stamp
from arpad.office.store.effects import line_of_row
from arpad.office.store.journal import is_recorded
from arpad.office.store.schema import examination, report
from arpad.packed import unpack
from arpad.pipeline import Answer

DATE_TAG, DAY_TAG, MONTH_TAG, TUPLE_TAG, NOTE_TAG, NUMERAL_TAG = "date", "day", "month", "tuple", "note", "numeral"


class NotStorable(ValueError):
    """A field holds a value that cannot be turned into JSON and back."""


def findings_to_rows(findings: Sequence[Finding]) -> list[list[Any]]:
    """Return findings as lists for JSON. Raises NotStorable where one of them would not be read back equal."""
    rows = [_finding_to_row(finding) for finding in findings]
    if findings_from_rows(rows) != tuple(findings):
        raise NotStorable("findings")
    return rows


def findings_from_rows(rows: Sequence[Sequence[Any]]) -> tuple[Finding, ...]:
    """Return the findings out of lists that `findings_to_rows` made."""
    return tuple(map(_finding_from_row, rows))


def _finding_to_row(finding: Finding) -> list[Any]:
    """One finding as a list for JSON."""
    remedy = finding.remedy and [finding.remedy.action, fields_to_json(finding.remedy.fields)]
    return [
        finding.code, finding.tier.value, list(finding.place), finding.message, fields_to_json(finding.fields), remedy,
        list(finding.articles), finding.player, finding.round, finding.overridden and list(finding.overridden),
    ]  # fmt: skip


def _finding_from_row(row: Sequence[Any]) -> Finding:
    """Return one finding out of the list that `_finding_to_row` made."""
    code, tier, place, message, fields, remedy, articles, player, turn, overridden = row
    helps = Remedy(remedy[0], fields_from_json(remedy[1])) if remedy else None
    about = (tuple(articles), player, turn, tuple(overridden) if overridden else None)
    return Finding(code, Tier(tier), Place(*place), message, fields_from_json(fields), helps, *about)


def fields_to_json(fields: Fields) -> list[list[Any]]:
    """The fields of a message as lists of name and value."""
    return [[name, _value_to_json(value)] for name, value in fields]


def fields_from_json(fields: Sequence[Sequence[Any]]) -> Fields:
    """The fields of a message out of lists of name and value."""
    return tuple((name, _value_from_json(plain)) for name, plain in fields)


def _value_to_json(value: Any) -> Any:
    """Return the value of a field for JSON; a day, a month, a number, a tuple or a note becomes an object with a type.

    Raises NotStorable for any other type."""
    kind = type(value)
    if value is None or kind in (int, str, bool):
        return value
    if issubclass(kind, np.integer):
        return int(value)
    if kind is Month:
        return {MONTH_TAG: int(value)}
    if kind is Day:
        return {DAY_TAG: int(value)}
    if kind is Numeral:
        return {NUMERAL_TAG: str(value)}
    if kind is date:
        return {DATE_TAG: value.isoformat()}
    if kind is tuple:
        return {TUPLE_TAG: [_value_to_json(each) for each in value]}
    if kind is Note:
        return {NOTE_TAG: [value.message, fields_to_json(value.fields)]}
    raise NotStorable(kind.__name__)


def _value_from_json(plain: Any) -> Any:
    """The value of a field out of JSON."""
    if not isinstance(plain, dict):
        return plain
    ((kind, value),) = plain.items()
    if kind == TUPLE_TAG:
        return tuple(_value_from_json(each) for each in value)
    if kind == NOTE_TAG:
        return Note(value[0], fields_from_json(value[1]))
    if kind == NUMERAL_TAG:
        return Numeral(value)
    if kind == DATE_TAG:
        return date.fromisoformat(value)
    return Month(value) if kind == MONTH_TAG else Day(value)


EXAMINATION_KEY, REPORT_KEY = "examined", "sent"
INSERT_EXAMINATION = insert(examination)


@dataclass(frozen=True)
class StoredExamination:
    """The result of an examination, and the packed tables that an admission would store."""

    verdict: Verdict
    edition: str | None
    list_: Month | None
    excluded: tuple[int, int]  # games and players
    findings: tuple[Finding, ...]
    packed: bytes = b""  # the content; empty where nothing would be admitted


def to_stored_examination(fresh: OfficeExamination, packed: bytes) -> StoredExamination:
    """Return a fresh examination in the form in which it is stored.

    `packed` is the content to admit, empty without one."""
    answer = fresh.answer
    return StoredExamination(
        answer.verdict, answer.edition, list_of_result(answer), answer.excluded, answer.findings, packed
    )


def store_examination(
    connection: Connection, seq: int, mark: list[Any], fresh: OfficeExamination, result: StoredExamination
) -> bool:
    """Insert the result of examining report `seq`, stamped with all it depends on; return whether it was stored.

    Not stored: a hybrid event, a stage of a joined event, findings that JSON cannot hold. `mark` is that of the event
    after all decisions of this transaction."""
    if fresh.answer.facts.hybrid or fresh.joined:
        return False
    try:
        findings = findings_to_rows(tuple(map(without_folder, result.findings if fresh.alone is None else fresh.alone)))
    except NotStorable:
        return False
    answer = [result.verdict.value, result.edition, result.list_, result.excluded, findings]
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    row = {
        "report": seq,
        "stamp": _dependency_stamp(connection, mark, fresh.shared),
        "answer": text,
        "packed": result.packed,
    }
    connection.execute(INSERT_EXAMINATION, row)
    return True


def store_new_examination(
    connection: Connection, seq: int, mark: list[Any], fresh: OfficeExamination, result: StoredExamination
) -> bool:
    """Store the result of examining report `seq` again; False where it is stored already, or cannot be stored.

    `mark`: see `store_examination`."""
    stamp = _dependency_stamp(connection, mark, fresh.shared)
    if stamp in read_stored_examinations(connection, [seq])[EXAMINATION_KEY, seq]:
        return False
    return store_examination(connection, seq, mark, fresh, result)


def find_valid_examination(connection: Connection, records: ListMemory, part: EventPart) -> StoredExamination | None:
    """Return the stored examination of the report that counts now.

    Its findings about first events are adjusted to today. None where there is none, something it depends on changed, or
    the row is not an effect of a decision about the event (altered)."""
    seq, file = part.report, read_event_record(connection, part.event)
    examined = read_stored_examinations(connection, [seq])[EXAMINATION_KEY, seq]
    if not examined:
        return None
    row = examined.get(current_examination_stamp(connection, part))
    if row is None or not is_recorded(connection, examination, line_of_row(row), [each.log for each in file.happened]):
        return None
    verdict, edition, list_, excluded, findings = json.loads(row.answer)
    month = None if list_ is None else Month(list_)
    alone = findings_from_rows(findings)
    if any(finding.message in FIRST_EVENT_MESSAGES for finding in alone):
        if not row.packed:
            return None  # the keys of the players are not stored
        sitting = unpack_content(row.packed).sitting
        counted = records.counted_as(connection, sitting.player).tolist()
        as_whom = dict(zip(sitting.number.tolist(), counted, strict=True))
        matter = ExaminationSubject(file.booked, part.part, file.booked.entered, file.booked.entered)
        alone = tuple(adjust_first_event_findings(connection, matter, as_whom, alone))
    return StoredExamination(Verdict(verdict), edition, month, (excluded[0], excluded[1]), alone, bytes(row.packed))


def current_examination_stamp(connection: Connection, part: EventPart) -> str:
    """Return a hash of all that an examination of the report that counts now depends on, but the day."""
    seq, file = part.report, read_event_record(connection, part.event)
    sent = read_report_rows(connection, [seq])[REPORT_KEY, seq]
    identified = any(each.kind == DecisionKind.IDENTIFIED for each in file.decisions)
    games = marks_of_identified_reports(connection, [seq]).get(seq, sent.games) if identified else sent.games
    span = ReportGames(unpack(GameMarks, games), Day(sent.first_day).date, Day(sent.last_day).date)
    met = tuple(other for other in reports_with_same_pairs(connection, span) if other != seq)
    shared = tuple(find_repeated_games(connection, ComparedReport(file.booked, part.part, span, met), ""))
    return _dependency_stamp(connection, file.mark, shared)


def read_stored_examinations(connection: Connection, reports: Sequence[int]) -> dict[Any, dict[str, Any]]:
    """Return the stored examinations by (EXAMINATION_KEY, report), and for each report its rows by stamp. Cached.

    A report without one has an empty dict."""

    def look(some: list[Any]) -> dict[Any, dict[str, Any]]:
        rows = select(examination).where(is_one_of(connection, examination.c.report, [seq for _, seq in some]))
        by_report: dict[Any, dict[str, Any]] = {key: {} for key in some}
        for row in connection.execute(rows):
            by_report[EXAMINATION_KEY, row.report][row.stamp] = row
        return by_report

    return cached_each(connection, CacheSubject.PERSONS, [(EXAMINATION_KEY, seq) for seq in reports], look)


def read_report_rows(connection: Connection, reports: Sequence[int]) -> dict[Any, Any]:
    """Return packed games, days and fingerprint of these reports, by (REPORT_KEY, report).

    Cached within the transaction."""

    def look(some: list[Any]) -> dict[Any, Any]:
        columns = (report.c.seq, report.c.games, report.c.first_day, report.c.last_day, report.c.fingerprint)
        rows = select(*columns).where(is_one_of(connection, report.c.seq, [seq for _, seq in some]))
        return {(REPORT_KEY, row.seq): row for row in connection.execute(rows)}

    return cached_each(connection, CacheSubject.PERSONS, [(REPORT_KEY, seq) for seq in reports], look)


def _dependency_stamp(connection: Connection, mark: list[Any], shared: Sequence[Finding]) -> str:
    """Return a hash of all an examination depends on: players, lists, law, program version, event, shared games."""
    others = [(finding.message, sorted(finding.fields)) for finding in shared]
    parts = [people_stamp(connection), lists_stamp(connection), law_stamp(), mark, others]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def law_stamp() -> str:
    """A hash of the program version and the law."""
    return hashlib.sha256(f"{arpad.__version__} {current_law().digest}".encode()).hexdigest()


ADMISSIBLE_VERDICTS = (Verdict.RATABLE, Verdict.WITH_EXCLUSIONS)  # verdicts with which an event is admitted


def packed_to_admit(matter: ExaminationSubject, examination: OfficeExamination) -> bytes:
    """Return the packed tables that an admission would store. Empty where the verdict admits nothing, and where the
    admission registers players first: then they are made by it."""
    if examination.answer.verdict not in ADMISSIBLE_VERDICTS or examination.unregistered:
        return b""
    return content_to_admit(matter, examination).packed()


def content_to_admit(matter: ExaminationSubject, examination: OfficeExamination) -> AdmittedContent:
    """Return the tables that an admission stores; nothing is written. The examination must have an answer by law.

    Players without a registry key, who played no game, are left out with their pairings."""
    if examination.unregistered:
        raise UserError("players-not-registered", names=tuple(each.name for each in examination.unregistered))
    answer = examination.answer
    assert answer.admitted is not None
    assert answer.facts.last is not None
    events, entries, games = answer.admitted.events, answer.admitted.entries, answer.admitted.games
    head = AdmittedHead.of(
        start=[Day.of(answer.facts.joined_since or matter.event.start)],
        end=[Day.of(answer.facts.last)],
        system=events.system,
        championship=events.championship,
        seated_by=[answer.seated_by],
        enters=[Month.of(answer.list_day)],
    )
    registered = examination.keys >= 0
    place = (np.cumsum(registered) - 1).astype(np.int32)
    numbers = np.array([player.number for player in examination.report.players], np.uint16)
    sitting = AdmittedPlayers(examination.keys[registered], numbers[registered], entries.status[registered])
    seated = _renumber_games(games.take(registered[games.white] & registered[games.black]), place)
    return AdmittedContent(head, sitting, seated, _part_head_to_admit(answer) if matter.part else None)


def _part_head_to_admit(answer: Answer) -> AdmittedPartHead:
    """Return what a part says of its event: declared system plus 1 (0: none), and games of a match (0: none)."""
    assert answer.book is not None
    named, scheduled = declared_system(answer.facts.system), match_limit(answer.facts, answer.book) or 0
    return AdmittedPartHead.of(declared=[0 if named is None else named + 1], scheduled=[scheduled])


def _renumber_games(games: Games, place: I32) -> Games:
    """Return the games with white and black as rows of the stored players; `place` maps the old row to the new one."""
    return Games(**{**dict(games.columns()), "white": place[games.white], "black": place[games.black]})
