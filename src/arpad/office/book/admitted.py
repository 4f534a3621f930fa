"""Build the tables that an admission stores, and that a rating period reads, out of an examination."""

from __future__ import annotations

import numpy as np

from arpad.admission.games import match_limit
from arpad.columns import I32, Games
from arpad.days import Day, Month
from arpad.model import Verdict
from arpad.model.systems import declared
from arpad.office.book.content import Content, Head, PartHead, Sitting
from arpad.office.book.examination import Examined, Matter
from arpad.pipeline import Answer

GOOD = (Verdict.RATABLE, Verdict.WITH_EXCLUSIONS)  # verdicts with which an event is admitted


def content_of(matter: Matter, examination: Examined) -> Content:
    """The tables to store. Players without a registry key, who played no game, are left out with their pairings."""
    answer = examination.answer
    assert answer.admitted is not None
    assert answer.facts.last is not None
    events, entries, games = answer.admitted.events, answer.admitted.entries, answer.admitted.games
    head = Head.of(
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
    sitting = Sitting(examination.keys[registered], numbers[registered], entries.status[registered])
    seated = _seated(games.take(registered[games.white] & registered[games.black]), place)
    return Content(head, sitting, seated, _part_head(answer) if matter.part else None)


def _part_head(answer: Answer) -> PartHead:
    """What a part says of its event as a whole: the declared system, and the games of a match."""
    assert answer.book is not None
    named, scheduled = declared(answer.facts.system), match_limit(answer.facts, answer.book) or 0
    return PartHead.of(declared=[0 if named is None else named + 1], scheduled=[scheduled])


def _seated(games: Games, place: I32) -> Games:
    """The games with white and black as rows of the stored players."""
    return Games(**{**dict(games.columns()), "white": place[games.white], "black": place[games.black]})
