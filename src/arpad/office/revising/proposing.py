"""Propose a case: check what it is about, keep what was sent, and try whether it can be entered at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import assert_never

from sqlalchemy import Connection

from arpad.columns import State
from arpad.days import Day, Month
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.intake import LIMITS
from arpad.intake.sidecar import REASONS
from arpad.law.calendar import list_for
from arpad.office.book.instructions import SetAside
from arpad.office.book.life import Standing
from arpad.office.book.lookup import EventPart, the_part
from arpad.office.desk import Desk
from arpad.office.publication.due import NO_MONTH
from arpad.office.publication.series_rules import rules_of
from arpad.office.registry import merging
from arpad.office.registry.filing import File
from arpad.office.registry.identity import own_id
from arpad.office.registry.person import as_text
from arpad.office.registry.players import key_with
from arpad.office.revising.approving import try_out
from arpad.office.revising.cases import Case, CaseKind, NewCase, enter_case, of_event, of_players
from arpad.office.revising.rewriting import first_seen, lawful_since, must_be_lawful, series_computed
from arpad.office.rolls import COMPUTED, history, kind_of, lists_of, newest, only_series

FACTS = ("born", "federation", "member", "died", "title", "sex")
MOST = {"rating": 4000, "highest": 4000, "k": 100, "games": 30_000}  # of a row of the opening list: beyond is a slip


@dataclass(frozen=True)
class Replacement:
    """Proposal: the report of a rated event was wrong, this file is right."""

    event: str  # CODE or CODE/PART
    file: File
    why: str
    overrides: tuple[SetAside, ...] = ()


@dataclass(frozen=True)
class Annulment:
    """Proposal: a rated event should not have been rated."""

    event: str
    why: str


@dataclass(frozen=True)
class LateEvent:
    """Proposal: a reported event belongs on a published list."""

    event: str
    why: str
    list_: Month = NO_MONTH  # the first that the law allows where none is named
    overrides: tuple[SetAside, ...] = ()


@dataclass(frozen=True)
class GameDecision:
    """Proposal: leave out a game of a rated event (or all games of a player), or take it in again."""

    event: str
    player: int  # start number
    why: str
    round: int | None = None
    reason: str = ""  # why it is left out; empty: it is taken in again


@dataclass(frozen=True)
class SecondLook:
    """Proposal: examine a rated event again with what is known now: a licence, a title, a federation."""

    event: str
    why: str
    overrides: tuple[SetAside, ...] = ()


@dataclass(frozen=True)
class FactCorrection:
    """Proposal: a fact of a player that lists used was wrong."""

    player: int  # FIDE's number or the office's
    field: str  # one of FACTS
    value: object
    why: str
    since: Day = Day(0)


@dataclass(frozen=True)
class OpeningCorrection:
    """Proposal: the opening list was wrong about a player. None leaves a value as it is."""

    player: int
    why: str
    series: str = ""
    rating: int | None = None
    k: int | None = None
    games: int | None = None
    highest: int | None = None


@dataclass(frozen=True)
class OnePerson:
    """Proposal: two players are one person and always were."""

    kept: int
    gone: int
    why: str
    despite: tuple[merging.Objection, ...] = ()


@dataclass(frozen=True)
class TwoPersons:
    """Proposal: a merge was wrong from the beginning."""

    gone: int
    why: str


Proposal = (
    Replacement | Annulment | LateEvent | GameDecision | SecondLook | FactCorrection | OpeningCorrection | OnePerson
    | TwoPersons
)  # fmt: skip


def propose(desk: Desk, proposal: Proposal) -> Case:
    """Store a proposed case; refused if it cannot be entered."""
    with desk.writing("propose revision", why=proposal.why) as writing:
        new = _new(writing.connection, proposal, desk.today())
        _within_reach(writing.connection, new)
        case = enter_case(writing, new)
        try_out(writing, case)
    return case


def _new(connection: Connection, proposal: Proposal, today: date) -> NewCase:
    """Check a proposal and return the case to store."""
    match proposal:
        case Replacement():
            part = _rated(connection, proposal.event)
            detail = _of_part(part) | _asides(proposal.overrides)
            with proposal.file.open() as stream:
                body = stream.read(LIMITS.bytes + 1)
            return NewCase(CaseKind.REPLACE, (of_event(part.event),), detail, proposal.file.name, body)
        case Annulment():
            part = _rated(connection, proposal.event)
            return NewCase(CaseKind.ANNUL, (of_event(part.event),), _of_part(part))
        case LateEvent():
            part = the_part(connection, proposal.event)
            detail = _of_part(part) | _asides(proposal.overrides)
            detail |= {"list": _list_of(connection, part, proposal)}
            return NewCase(CaseKind.LATE, (of_event(part.event),), detail)
        case GameDecision():
            part = _rated(connection, proposal.event)
            if proposal.reason and proposal.reason not in REASONS:
                raise Misuse("exclusion-reason", reason=proposal.reason, known=REASONS)
            game = {"player": proposal.player, "round": proposal.round, "reason": proposal.reason}
            return NewCase(CaseKind.GAME, (of_event(part.event),), _of_part(part) | game)
        case SecondLook():
            part = _rated(connection, proposal.event)
            detail = _of_part(part) | _asides(proposal.overrides)
            return NewCase(CaseKind.AGAIN, (of_event(part.event),), detail)
        case FactCorrection():
            return _fact(connection, proposal, today)
        case OpeningCorrection():
            return _opening(connection, proposal)
        case OnePerson():
            kept, gone = key_with(connection, proposal.kept), key_with(connection, proposal.gone)
            rated = (merging.Objection(merging.RATED, name) for name in merging.both_rated(connection, kept, gone))
            against = (*proposal.despite, *rated)  # that both are rated is what the case is about
            merging.check_merge(connection, kept, gone, proposal.why, against)
            despite = [[each.about, each.series] for each in against]
            return NewCase(CaseKind.MERGE, of_players((kept, gone)), {"kept": kept, "gone": gone, "despite": despite})
        case TwoPersons():
            return _two_persons(connection, key_with(connection, proposal.gone))
        case _:
            assert_never(proposal)


# --- events -------------------------------------------------------------------------------------------------------


def _rated(connection: Connection, name: str) -> EventPart:
    """The rated event or part with a name; its list must be one that can be made again."""
    part = the_part(connection, name)
    if part.life.where is Standing.ANNULLED:
        raise Misuse("revision/annulled", event=part.name)
    if not part.life.rated:
        raise Misuse("revision/not-rated", Remedy.to("decide-as-usual", event=part.name), event=part.name)
    must_be_lawful(connection, part.series, part.life.rated)
    return part


def _of_part(part: EventPart) -> dict[str, object]:
    """The detail that names an event or part in a case."""
    return {"event": part.event, "part": part.part, "name": part.name, "series": part.series}


def _asides(overrides: tuple[SetAside, ...]) -> dict[str, object]:
    """The detail that names the overridden findings in a case."""
    return {"asides": [[each.code, each.player, each.round] for each in overrides]}


def _list_of(connection: Connection, part: EventPart, proposal: LateEvent) -> int:
    """The list on which a late event belongs."""
    if part.life.rated:
        raise Misuse("revision/rated-already", event=part.name, list=part.life.rated)
    if not part.report:
        raise Misuse("no-report", Remedy.to("submit-report", event=part.code), event=part.name)
    if kind_of(connection, part.series) != COMPUTED:
        raise Misuse("series-imported", series=part.series)
    earliest = Month.of(list_for(part.series, part.end))
    list_ = proposal.list_ or earliest
    if list_ < earliest:
        raise Misuse("revision/list-too-early", event=part.name, list=list_, earliest=earliest)
    if list_ not in lists_of(connection, part.series):
        raise Misuse(
            "revision/list-to-come", Remedy.to("decide-as-usual", event=part.name), list=list_, event=part.name
        )
    must_be_lawful(connection, part.series, list_)
    return int(list_)


# --- people and rows ----------------------------------------------------------------------------------------------


def _fact(connection: Connection, proposal: FactCorrection, today: date) -> NewCase:
    """The case about a fact. The value is stored as its file, so that a birth date is in no detail."""
    key = key_with(connection, proposal.player)
    if proposal.field not in FACTS:
        raise Misuse("revision/fact", Remedy.to("choose-fact", known=FACTS), field=proposal.field)
    if proposal.since > Day.of(today):
        raise Misuse("not-yet", day=proposal.since, today=Day.of(today))
    values = {proposal.field: as_text(proposal.field, proposal.value)}
    body = json.dumps({"values": values, "since": int(proposal.since)}, sort_keys=True).encode()
    detail = {"player": key, "number": own_id(key), "field": proposal.field}
    return NewCase(CaseKind.FACT, of_players((key,)), detail, "fact.json", body)


def _opening(connection: Connection, proposal: OpeningCorrection) -> NewCase:
    """The case about a row of the opening list; impossible and unchanged values are refused."""
    series = proposal.series or only_series(connection, COMPUTED)
    key, lists = key_with(connection, proposal.player), lists_of(connection, series)
    if not lists or kind_of(connection, series) != COMPUTED:
        raise Misuse("revision/no-opening", series=series)
    rows = dict(history(connection, series, key))
    opening = rows.get(lists[0])
    if opening is None or opening["state"] == State.NONE.value:
        raise Misuse("revision/not-on-opening", number=own_id(key), list=Month(lists[0]))
    row = {name: getattr(proposal, name) for name in MOST if getattr(proposal, name) is not None}
    for name, value in row.items():
        if not 0 <= value <= MOST[name]:
            raise Misuse("revision/row", name=name, value=value, most=MOST[name])
    if "rating" in row and "highest" not in row:
        row["highest"] = (
            max(opening["highest"], row["rating"]) if opening["highest"] != opening["rating"] else row["rating"]
        )
    if not row or all(opening[name] == value for name, value in row.items()):
        raise Misuse("revision/row-holds", number=own_id(key), list=Month(lists[0]))
    since = lawful_since(connection, series)
    if not since or len(lists) < 2 or since > lists[1]:
        raise Misuse("revision/as-published", series=series, list=Month(lists[0]), since=Month(since))
    detail = {"player": key, "number": own_id(key), "series": series, "row": row}
    return NewCase(CaseKind.OPENING, of_players((key,)), detail)


def _two_persons(connection: Connection, gone: int) -> NewCase:
    """The case about a merge to undo."""
    held = {gone_before: into for _, into, gone_before in merging.standing(connection)}
    if gone not in held:
        raise Misuse("not-merged", Remedy.to("show-merges"), number=own_id(gone))
    return NewCase(CaseKind.UNMERGE, of_players((held[gone], gone)), {"kept": held[gone], "gone": gone})


def _within_reach(connection: Connection, new: NewCase) -> None:
    """Refuse a case about a list that lies further back than the series allows."""
    for series in series_computed(connection):
        reach, last = rules_of(connection, series).reach, newest(connection, series)
        for list_ in _concerned(connection, series, new) if reach else ():
            if Month(list_) < Month(last).plus(-reach):
                raise Misuse("revision/out-of-reach", list=Month(list_), series=series, months=reach)


def _concerned(connection: Connection, series: str, new: NewCase) -> Iterator[int]:
    """Yield the first list of a series that a case concerns."""
    detail = new.detail
    if detail.get("series", series) != series:
        return
    if "event" in detail:
        yield int(detail.get("list") or the_part(connection, detail["name"]).life.rated)
    elif new.kind is CaseKind.OPENING:
        yield lists_of(connection, series)[0]
    else:
        yield from first_seen(connection, series, detail.get("gone", detail.get("player")))
