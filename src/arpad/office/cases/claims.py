"""Claims about published numbers: file, answer, withdraw, read. Filing or answering changes no list.

A claim names a list and a player, or one game of an event on it. The deadline is the edition's appeal period, counted
from the day of the list or of its publication, whichever is later; some editions set none. A late claim is accepted
and marked. A claim is answered once. An upheld claim is put right by a correction or a case, which the answer can name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, insert, select

from arpad.admission.deadlines import appeal_until
from arpad.days import Day, Month
from arpad.explain.calculation import NamedEvent, NamedGame
from arpad.explain.claims import ClaimAnswer, Claimed, ClaimRole, ClaimState
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.calendar import day_of_list_by
from arpad.law.rules.office import APPEAL
from arpad.office.book.event_lookup import find_registered_event, list_that_rated_part
from arpad.office.desk import Desk
from arpad.office.publishing.choose_list import NO_MONTH, ListChoice, newest_if_unnamed
from arpad.office.publishing.explanations import explain_player_on_list
from arpad.office.publishing.list_law import law_of_list, open_with_law
from arpad.office.publishing.list_storage import IMPORTED, kind_of_list
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import facts_of_players, require_player_key
from arpad.office.registry.player_numbers import office_number
from arpad.office.rolls import missing_list_error, published_lists
from arpad.office.store import schema
from arpad.office.store.schema import claim, claim_answer, event, log
from arpad.plaintext import TEXT, is_text


def claims_about_list_row(connection: Connection, series: str, list_: int, key: int) -> tuple[Claimed, ...]:
    """Return the claims about what a list says of a player, in all states."""
    return claims_matching(connection, claim.c.series == series, claim.c.list == int(list_), claim.c.player == key)


def claims_of_player(connection: Connection, key: int) -> tuple[Claimed, ...]:
    """Return the claims about a player's ratings and games, in all series and states."""
    return claims_matching(connection, claim.c.player == key)


class ClaimRow(NamedTuple):
    """A stored claim, with the day and words of its log entry and the code of its event."""

    seq: int
    code: str
    series: str
    list: int
    player: int
    event: int | None
    round: int
    opponent: int | None
    claimant: str
    role: str
    until: int
    article: str
    log: int
    day: int
    why: str
    event_code: str | None


class AnswerRow(NamedTuple):
    """A stored answer to a claim, with its log entry."""

    claim: int
    kind: str
    revision: str
    day: int
    who: str
    why: str


def claims_matching(connection: Connection, *conditions: ColumnElement[bool]) -> tuple[Claimed, ...]:
    """Return the claims that match all conditions, with their answers, in the order in which they were filed."""
    rows = (
        select(claim, log.c.day, log.c.why, event.c.code.label("event_code"))
        .join(log, log.c.seq == claim.c.log)
        .outerjoin(event, event.c.key == claim.c.event)
        .where(*conditions)
        .order_by(claim.c.seq)
    )
    claim_rows = [ClaimRow(**row._mapping) for row in connection.execute(rows)]
    if not claim_rows:
        return ()
    keys = {key for row in claim_rows for key in (row.player, row.opponent) if key is not None}
    people = facts_of_players(connection, sorted(keys))
    answers = _answers_by_claim(connection, [row.seq for row in claim_rows])
    return tuple(_claim_from_row(row, people, answers.get(row.seq)) for row in claim_rows)


def _answers_by_claim(connection: Connection, claims: Sequence[int]) -> dict[int, AnswerRow]:
    """Return the answers to some claims, by row number of the claim; open claims are missing."""
    columns = claim_answer.c.claim, claim_answer.c.kind, claim_answer.c.revision, log.c.day, log.c.who, log.c.why
    rows = select(*columns).join(log, log.c.seq == claim_answer.c.log).order_by(claim_answer.c.seq)
    wanted = set(claims)
    return {row.claim: AnswerRow(*row) for row in connection.execute(rows) if row.claim in wanted}


def _claim_from_row(row: ClaimRow, people: Mapping[int, Person], answer: AnswerRow | None) -> Claimed:
    """Build a claim from its row, the players it names and its answer; without an answer it is open. It is late if it
    was filed after its deadline."""
    filed, until = Day(row.day).date, Day(row.until).date if row.until else None
    opponent = None if row.opponent is None else (office_number(row.opponent), people[row.opponent].name)
    return Claimed(
        row.code,
        office_number(row.player),
        people[row.player].name,
        row.series,
        Month(row.list),
        row.event_code,
        row.round or None,
        opponent[0] if opponent else None,
        opponent[1] if opponent else None,
        row.claimant,
        ClaimRole(row.role),
        row.why,
        filed,
        until,
        until is not None and filed > until,
        row.article or None,
        ClaimState(answer.kind) if answer else ClaimState.OPEN,
        ClaimAnswer(Day(answer.day).date, answer.who, answer.why, answer.revision or None) if answer else None,
    )


CLOSING_ANSWERS = (ClaimState.UPHELD, ClaimState.REJECTED)


@dataclass(frozen=True)
class NewClaim:
    """A new claim: the player and number or game it is about, and who makes it. Without a list it is about the
    newest one, or the one that rated the event."""

    player: int  # FIDE's number or the office's
    text: str
    by: str
    role: str = ClaimRole.PLAYER.value
    series: str = ""
    list_: Month = NO_MONTH
    event: str = ""  # its code
    round: int = 0  # of a game there
    opponent: int = 0  # of a game there: the number of the opponent

    def __post_init__(self) -> None:
        refuse_empty_or_long_text(self.text, "claim/no-text")
        if not self.by.strip():
            raise UserError("claim/nobody", Remedy.to("claim-by"))
        if self.role not in list(ClaimRole):
            raise UserError("claim/role", role=self.role, known=tuple(each.value for each in ClaimRole))
        if (self.round or self.opponent) and not self.event:
            raise UserError("claim/game-of-event", Remedy.to("claim-event"))


@dataclass(frozen=True)
class NewClaimAnswer:
    """An answer to a claim, with the code of the case that puts it right, if there is one."""

    claim: str
    kind: str  # upheld, rejected
    text: str
    revision: str = ""

    def __post_init__(self) -> None:
        refuse_empty_or_long_text(self.text, "claim/no-answer")
        if self.kind not in CLOSING_ANSWERS:
            raise UserError("claim/kind", kind=self.kind, known=tuple(each.value for each in CLOSING_ANSWERS))


@dataclass(frozen=True)
class ClaimWithdrawal:
    """A request of the claimant to withdraw a claim."""

    claim: str
    why: str

    def __post_init__(self) -> None:
        refuse_empty_or_long_text(self.why, "claim/no-reason")


def refuse_empty_or_long_text(text: str, message: str) -> None:
    """Refuse an empty text (with the error `message`), and one that is too long."""
    if not text.strip():
        raise UserError(message, Remedy.to("give-reason"))
    if not is_text(text):
        raise UserError("claim/long", most=TEXT)


def file_claim(desk: Desk, request: NewClaim) -> Claimed:
    """Store a new claim and return it; no list changes. Refused: an imported or unknown list, an event without rating,
    or round and opponent that do not name exactly one game. A claim after the deadline is stored and marked late."""
    with desk.reading() as connection:
        which = _list_of_claim(connection, request)
    with desk.writing("claim", str(request.player), request.text.strip()) as writing:
        connection, key = writing.connection, require_player_key(writing.connection, request.player)
        until, article = _deadline_and_article(connection, which)
        row = {"series": which.series, "list": int(which.list_), "player": key, "until": until, "article": article}
        if request.event:
            row |= {
                "event": find_registered_event(connection, request.event).key,
                **_game_of_claim(connection, request, which, key),
            }
        number = (connection.execute(select(func.max(claim.c.seq))).scalar() or 0) + 1
        code, columns = f"CLM-{number}", {"claimant": request.by.strip(), "role": request.role, "log": writing.seq}
        connection.execute(insert(claim).values(code=code, **row, **columns))
        return _claim_with_code(connection, code)


def answer_claim(desk: Desk, request: NewClaimAnswer) -> Claimed:
    """Store that a claim is upheld or rejected, and return it. A claim that was answered or withdrawn is refused. No
    rating changes."""
    return _store_claim_answer(desk, request.claim, request.kind, request.text, request.revision)


def withdraw_claim(desk: Desk, request: ClaimWithdrawal) -> Claimed:
    """Store that a claim is withdrawn, and return it; it is not deleted. A claim that was answered or withdrawn is
    refused."""
    return _store_claim_answer(desk, request.claim, ClaimState.WITHDRAWN.value, request.why)


def _store_claim_answer(desk: Desk, code: str, kind: str, text: str, revision: str = "") -> Claimed:
    """Store how a claim ends; `kind`: upheld, rejected or withdrawn. Refused: an unknown claim, one that has an answer
    already, and an unknown case (`revision`)."""
    with desk.writing("answer claim", code, text.strip()) as writing:
        connection = writing.connection
        open_claim = _claim_with_code(connection, code)
        if open_claim.answer is not None:
            fields = {"claim": open_claim.code, "state": open_claim.state.value, "day": open_claim.answer.day}
            raise UserError("claim/answered", Remedy.to("claim-anew"), **fields)
        cases = schema.revision
        if revision and connection.execute(select(cases.c.seq).where(cases.c.code == revision)).scalar() is None:
            raise UserError("claim/no-case", code=revision)
        claim_seq = connection.execute(select(claim.c.seq).where(claim.c.code == code)).scalar_one()
        row = {"claim": claim_seq, "kind": kind, "revision": revision, "log": writing.seq}
        connection.execute(insert(claim_answer).values(**row))
        return _claim_with_code(connection, code)


def _claim_with_code(connection: Connection, code: str) -> Claimed:
    """Return the claim with a code; an unknown code is refused."""
    claims = claims_matching(connection, claim.c.code == code)
    if not claims:
        raise UserError("claim/unknown", Remedy.to("list-claims"), claim=code)
    return claims[0]


# --- the row and the clock ----------------------------------------------------------------------------------------


def _list_of_claim(connection: Connection, request: NewClaim) -> ListChoice:
    """Return series and list of a claim: the named list, the list that rated the event, or the newest one. An
    unpublished or imported list is refused."""
    which = ListChoice(request.series, request.list_)
    if request.event:
        which = _list_that_rated_event(connection, request, which)
    which = newest_if_unnamed(connection, which)
    lists = published_lists(connection, which.series)
    if which.list_ not in lists:
        raise missing_list_error(which.series, which.list_, lists)
    if kind_of_list(connection, which.series, which.list_) == IMPORTED:
        raise UserError("claim/imported", series=which.series, list=which.list_)
    return which


def _list_that_rated_event(connection: Connection, request: NewClaim, which: ListChoice) -> ListChoice:
    """Return the list that rated an event; of an event in parts the named one or the first. Refused: an event of
    another series, an event that is not rated, and a list that rated no part of it."""
    event = find_registered_event(connection, request.event)
    if which.series and which.series != event.series:
        raise UserError("claim/other-series", event=event.code, series=event.series, given=which.series)
    parts = schema.rated
    rows = select(parts.c.part).where(parts.c.event == event.key)
    lists = sorted({list_that_rated_part(connection, event.key, part) for part in connection.execute(rows).scalars()})
    if not lists:
        raise UserError("claim/unrated", Remedy.to("appeal-instead", event=event.code), event=event.code)
    if which.list_ and which.list_ not in lists:
        raise UserError("claim/other-list", event=event.code, lists=tuple(lists), list=which.list_)
    return ListChoice(event.series, which.list_ or lists[0])


def _game_of_claim(connection: Connection, request: NewClaim, which: ListChoice, key: int) -> dict[str, int]:
    """Return `round` and `opponent` (a key) of the game that a claim is about; empty if it names neither. Refused
    unless they name exactly one game of the player in this event."""
    if not (request.round or request.opponent):
        return {}
    opened = explain_player_on_list(connection, which.series, which.list_, key)
    games = [game for event in opened.events if _is_event_or_its_part(event, request.event) for game in event.games]
    met = require_player_key(connection, request.opponent) if request.opponent else None
    meant = [game for game in games if _is_claimed_game(connection, game, request.round, met)]
    if len(meant) != 1:
        message = "claim/which-game" if meant else "claim/no-game"
        rounds = tuple(game.round for game in (meant or games))
        raise UserError(message, Remedy.to("name-game"), event=request.event, rounds=rounds)
    return {"round": meant[0].round, "opponent": require_player_key(connection, meant[0].opponent_id)}


def _is_event_or_its_part(event: NamedEvent, code: str) -> bool:
    """Whether a rated event has this code, or is a part of the event with this code."""
    return event.code == code or event.code.startswith(f"{code}/")


def _is_claimed_game(connection: Connection, game: NamedGame, turn: int, met: int | None) -> bool:
    """Whether a game has this round (0: any) and this opponent, by key (None: any)."""
    return turn in (0, game.round) and met in (None, require_player_key(connection, game.opponent_id))


def _deadline_and_article(connection: Connection, which: ListChoice) -> tuple[int, str]:
    """Return the last day for a claim about a list, and the article that sets it; 0 and "" if the edition has no such
    rule. The period begins with the day of the list or of its publication, whichever is later."""
    rating_list, log = schema.rating_list, schema.log
    rows = select(log.c.day).join_from(rating_list, log, log.c.seq == rating_list.c.log)
    rows = rows.where(rating_list.c.series == which.series, rating_list.c.list == which.list_)
    came = connection.execute(rows).scalar_one()
    book = open_with_law(law_of_list(connection, which.series, which.list_), lambda law: law.book)
    if not book.has(APPEAL):
        return 0, ""
    begins: date = max(Day(came).date, day_of_list_by(book, which.list_))
    until = appeal_until(book, begins)
    return int(Day.of(until)) if until else 0, book.articles(APPEAL)[0]
