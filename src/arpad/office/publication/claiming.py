"""File a claim about what a list says, and answer it: nothing that was published changes by either.

A claim names the row it is about: a list and a player, or with an event one of his games there. Its clock is that of
the edition's appeal, counted from the day of the list or, where it came later, of its publication; where the text sets
no time there is none. A claim that comes later is taken all the same, and marked. It is answered once; what is upheld
is put right by a correction or by a case, whose code can be named.
"""

from __future__ import annotations

from datetime import date

from sqlalchemy import Connection, func, insert, select

from arpad.admission.deadlines import appeal_until
from arpad.days import Day, Month
from arpad.explain.calculation import NamedEvent, NamedGame
from arpad.explain.claims import Claimed, ClaimRole, ClaimState
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.law.rules.office import APPEAL
from arpad.office.book.lookup import booked, rated_in
from arpad.office.desk import Desk
from arpad.office.publication.claims_kept import claims_where
from arpad.office.publication.due import NO_MONTH, Which, newest_list
from arpad.office.publication.explaining import explain
from arpad.office.publication.listlaw import law_of, opened_with
from arpad.office.publication.storing import IMPORTED, kind_of_list
from arpad.office.registry.players import key_with
from arpad.office.rolls import lists_of, missing
from arpad.office.store import schema
from arpad.office.store.schema import claim, claim_answer
from arpad.plaintext import TEXT, is_text

ANSWERS = (ClaimState.UPHELD, ClaimState.REJECTED)


@dataclass(frozen=True)
class Filing:
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
    opponent: int = 0  # of a game there, by his number

    def __post_init__(self) -> None:
        must_have_words(self.text, "claim/no-text")
        if not self.by.strip():
            raise Misuse("claim/nobody", Remedy.to("claim-by"))
        if self.role not in list(ClaimRole):
            raise Misuse("claim/role", role=self.role, known=tuple(each.value for each in ClaimRole))
        if (self.round or self.opponent) and not self.event:
            raise Misuse("claim/game-of-event", Remedy.to("claim-event"))


@dataclass(frozen=True)
class Answer:
    """An answer to a claim, with the code of the case that puts it right, if there is one."""

    claim: str
    kind: str  # upheld, rejected
    text: str
    revision: str = ""

    def __post_init__(self) -> None:
        must_have_words(self.text, "claim/no-answer")
        if self.kind not in ANSWERS:
            raise Misuse("claim/kind", kind=self.kind, known=tuple(each.value for each in ANSWERS))


@dataclass(frozen=True)
class Retraction:
    """A request of the claimant to withdraw a claim."""

    claim: str
    why: str

    def __post_init__(self) -> None:
        must_have_words(self.why, "claim/no-reason")


def must_have_words(text: str, message: str) -> None:
    """Refuse an empty text, and one that is too long for a letter."""
    if not text.strip():
        raise Misuse(message, Remedy.to("give-reason"))
    if not is_text(text):
        raise Misuse("claim/long", most=TEXT)


def file(desk: Desk, request: Filing) -> Claimed:
    """Store a new claim and return it."""
    with desk.reading() as connection:
        which = _row(connection, request)
    with desk.writing("claim", str(request.player), request.text.strip()) as writing:
        connection, key = writing.connection, key_with(writing.connection, request.player)
        until, article = _clock(connection, which)
        row = {"series": which.series, "list": int(which.list_), "player": key, "until": until, "article": article}
        if request.event:
            row |= {"event": booked(connection, request.event).key, **_game(connection, request, which, key)}
        number = (connection.execute(select(func.max(claim.c.seq))).scalar() or 0) + 1
        code, columns = f"CLM-{number}", {"claimant": request.by.strip(), "role": request.role, "log": writing.seq}
        connection.execute(insert(claim).values(code=code, **row, **columns))
        return _claim(connection, code)


def answer(desk: Desk, request: Answer) -> Claimed:
    """Store the answer to an open claim and return the claim."""
    return _close(desk, request.claim, request.kind, request.text, request.revision)


def withdraw(desk: Desk, request: Retraction) -> Claimed:
    """Store that a claim is withdrawn and return it."""
    return _close(desk, request.claim, ClaimState.WITHDRAWN.value, request.why)


def _close(desk: Desk, code: str, kind: str, text: str, revision: str = "") -> Claimed:
    """Store how a claim ends; one that has an answer already is refused."""
    with desk.writing("answer claim", code, text.strip()) as writing:
        connection = writing.connection
        open_claim = _claim(connection, code)
        if open_claim.answer is not None:
            fields = {"claim": open_claim.code, "state": open_claim.state.value, "day": open_claim.answer.day}
            raise Misuse("claim/answered", Remedy.to("claim-anew"), **fields)
        cases = schema.revision
        if revision and connection.execute(select(cases.c.seq).where(cases.c.code == revision)).scalar() is None:
            raise Misuse("claim/no-case", code=revision)
        claim_seq = connection.execute(select(claim.c.seq).where(claim.c.code == code)).scalar_one()
        row = {"claim": claim_seq, "kind": kind, "revision": revision, "log": writing.seq}
        connection.execute(insert(claim_answer).values(**row))
        return _claim(connection, code)


def _claim(connection: Connection, code: str) -> Claimed:
    """The claim with a code; an unknown code is refused."""
    claims = claims_where(connection, claim.c.code == code)
    if not claims:
        raise Misuse("claim/unknown", Remedy.to("list-claims"), claim=code)
    return claims[0]


# --- the row and the clock ----------------------------------------------------------------------------------------


def _row(connection: Connection, request: Filing) -> Which:
    """The list that a claim is about; it must exist and be computed or opened here."""
    which = Which(request.series, request.list_)
    if request.event:
        which = _of_event(connection, request, which)
    which = newest_list(connection, which)
    lists = lists_of(connection, which.series)
    if which.list_ not in lists:
        raise missing(which.series, which.list_, lists)
    if kind_of_list(connection, which.series, which.list_) == IMPORTED:
        raise Misuse("claim/imported", series=which.series, list=which.list_)
    return which


def _of_event(connection: Connection, request: Filing, which: Which) -> Which:
    """The list that rated an event; of an event in parts the first one, if none is named."""
    event = booked(connection, request.event)
    if which.series and which.series != event.series:
        raise Misuse("claim/other-series", event=event.code, series=event.series, given=which.series)
    parts = schema.rated
    rows = select(parts.c.part).where(parts.c.event == event.key)
    lists = sorted({rated_in(connection, event.key, part) for part in connection.execute(rows).scalars()})
    if not lists:
        raise Misuse("claim/unrated", Remedy.to("appeal-instead", event=event.code), event=event.code)
    if which.list_ and which.list_ not in lists:
        raise Misuse("claim/other-list", event=event.code, lists=tuple(lists), list=which.list_)
    return Which(event.series, which.list_ or lists[0])


def _game(connection: Connection, request: Filing, which: Which, key: int) -> dict[str, int]:
    """The columns that name the game a claim is about; refused unless round and opponent name exactly one."""
    if not (request.round or request.opponent):
        return {}
    opened = explain(connection, which.series, which.list_, key)
    games = [game for event in opened.events if _is(event, request.event) for game in event.games]
    met = key_with(connection, request.opponent) if request.opponent else None
    meant = [game for game in games if _meant(connection, game, request.round, met)]
    if len(meant) != 1:
        message = "claim/which-game" if meant else "claim/no-game"
        rounds = tuple(game.round for game in (meant or games))
        raise Misuse(message, Remedy.to("name-game"), event=request.event, rounds=rounds)
    return {"round": meant[0].round, "opponent": key_with(connection, meant[0].opponent_id)}


def _is(event: NamedEvent, code: str) -> bool:
    """Whether a rated event is the one with this code, or a part of it."""
    return event.code == code or event.code.startswith(f"{code}/")


def _meant(connection: Connection, game: NamedGame, turn: int, met: int | None) -> bool:
    """Whether a game has the named round and opponent."""
    return turn in (0, game.round) and met in (None, key_with(connection, game.opponent_id))


def _clock(connection: Connection, which: Which) -> tuple[int, str]:
    """The last day for a claim about a list, and the article that sets it; 0 if the edition sets none."""
    rating_list, log = schema.rating_list, schema.log
    rows = select(log.c.day).join_from(rating_list, log, log.c.seq == rating_list.c.log)
    came = connection.execute(
        rows.where(rating_list.c.series == which.series, rating_list.c.list == which.list_)
    ).scalar_one()
    book = opened_with(law_of(connection, which.series, which.list_), lambda law: law.book)
    if not book.has(APPEAL):
        return 0, ""
    begins: date = max(Day(came).date, which.list_.first)
    until = appeal_until(book, begins)
    return int(Day.of(until)) if until else 0, book.articles(APPEAL)[0]
