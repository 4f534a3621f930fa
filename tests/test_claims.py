"""Claims: a game or a number is disputed, the clock is the law's, and the answer stays with the row."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from by_hand import behind_the_back, by_hand
from databases import KINDS, copy_of
from office_made import NUMBERS, at
from offices_made import everything
from publication_made import DUE, NEXT, OPENING, SERIES, THEN, address_of, before_list, copied, open_with
from sqlalchemy import delete, insert, update
from test_lists_desk import fide_list
from typed import typed

from arpad.days import Month
from arpad.finding import UserError
from arpad.law import rulebook
from arpad.law.rules.office import APPEAL, OpenEnded, WithinDays
from arpad.office import care, claims, lists, people, periods, reading
from arpad.office.claims import ClaimQuery, ClaimWithdrawal, NewClaim, NewClaimAnswer
from arpad.office.desk import Desk, open_desk
from arpad.office.lists import CalculationQuestion, ListChoice
from arpad.office.store import schema
from arpad.office.store.engine import connect_store

ANN, BEA = NUMBERS[1], NUMBERS[5]  # they met in open-1
BY = "A. Player"


@cache
def published(kind: str) -> str:
    """An office that has published the list of December, on its day."""
    directory = Path(mkdtemp(prefix="arpad-claims-"))
    desk = open_desk(connect_store(copy_of(before_list(kind), directory)), "A. Officer", DUE)
    periods.preview_list(desk, ListChoice(SERIES))
    periods.publish_list(desk, periods.PublishRequest(ListChoice(SERIES), confirmed=True))
    desk.store.close()
    return address_of(desk)


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return copied(published(request.param), tmp_path, date(2025, 12, 3))


def filed(desk: Desk, player: int = ANN, text: str = "12 points are missing", **given: Any) -> claims.Claimed:
    return claims.file_claim(desk, NewClaim(player, text, BY, **given))


def refused(desk: Desk, message: str, attempt: Callable[[], object]) -> UserError:
    before = everything(desk.store)
    with pytest.raises(UserError) as problem:
        attempt()
    assert problem.value.message == message
    assert problem.value.sentence
    assert everything(desk.store) == before
    return problem.value


def game_of(desk: Desk, player: int = ANN) -> Any:
    """A game of the newest list."""
    return lists.explain_rating(desk, CalculationQuestion(player)).events[0].games[0]


def test_a_number_is_disputed_and_the_answer_stays_with_the_row(desk: Desk) -> None:
    claim = filed(desk)
    assert (claim.code, claim.series, claim.list, claim.state) == ("CLM-1", SERIES, NEXT, "open")
    assert (claim.by, claim.role, claim.filed, claim.text) == (BY, "player", date(2025, 12, 3), "12 points are missing")
    done = claims.answer_claim(at(desk, date(2025, 12, 5)), NewClaimAnswer("CLM-1", "rejected", "the report has it so"))
    assert (done.state, done.answer) == (
        "rejected",
        claims.ClaimAnswer(date(2025, 12, 5), "A. Officer", "the report has it so", None),
    )
    later = at(desk, date(2025, 12, 6))
    assert lists.explain_rating(later, CalculationQuestion(ANN)).claims == (done,)
    assert lists.explain_rating(later, CalculationQuestion(BEA)).claims == ()
    assert people.show_player(later, people.PlayerQuery(ANN)).claims == (done,)
    assert people.show_player(later, people.PlayerQuery(ANN, known_at=3)).claims == ()
    assert claims.show_claim(later, "CLM-1") == done
    entries = care.read_log(later, care.LogQuery())[-2:]
    assert [(each.action, each.why) for each in entries] == [
        ("claim", "12 points are missing"),
        ("answer claim", "the report has it so"),
    ]


def test_a_game_is_disputed_by_its_round_or_its_opponent(desk: Desk) -> None:
    game = game_of(desk)
    by_round = filed(desk, event="open-1", round=game.round, role="arbiter")
    by_opponent = filed(desk, event="open-1", opponent=game.opponent_id)
    for claim in (by_round, by_opponent):
        assert (claim.event, claim.round, claim.opponent) == ("open-1", game.round, game.opponent_id)
        assert (claim.opponent_name, claim.list) == (game.opponent_name, NEXT)
    of_event = filed(desk, NUMBERS[30], "I played there and am not in it", event="open-1")
    assert (of_event.event, of_event.round, of_event.opponent) == ("open-1", None, None)
    assert [each.code for each in claims.list_claims(desk, ClaimQuery(player=ANN))] == ["CLM-1", "CLM-2"]


def test_the_clock_is_that_of_the_edition(desk: Desk) -> None:
    """FIDE 0.4: seven days, from the day of the list; the list of November was opened with and has its own day."""
    rule = rulebook("fide-standard-2025").rule(APPEAL)
    assert isinstance(rule, WithinDays)
    assert rule.days == 7
    claim = filed(desk)
    assert (claim.until, claim.late, claim.article) == (date(2025, 12, 8), False, "0.4")
    old = filed(desk, list_=Month(OPENING))
    assert (old.until, old.late) == (date(2025, 11, 8), True)
    assert not filed(at(desk, date(2025, 12, 8))).late
    assert filed(at(desk, date(2025, 12, 9))).late


def test_where_a_text_sets_no_time_none_is_told(desk: Desk) -> None:
    """Ukraine 2:9 knows the appeal and sets no time."""
    assert isinstance(rulebook("ukraine-2018").rule(APPEAL), OpenEnded)
    open_with(desk, "ukraine", date(2025, 12, 1), {ANN: 1800})
    claim = filed(desk, series="ukraine")
    assert (claim.until, claim.late, claim.article) == (None, False, "2:9")


def test_a_claim_is_answered_once_or_withdrawn(desk: Desk) -> None:
    for _ in range(3):
        filed(desk)
    claims.withdraw_claim(desk, ClaimWithdrawal("CLM-1", "seen"))
    claims.answer_claim(desk, NewClaimAnswer("CLM-2", "upheld", "mistyped"))
    for code in ("CLM-1", "CLM-2"):
        refused(desk, "claim/answered", partial(claims.answer_claim, desk, NewClaimAnswer(code, "rejected", "no")))
        refused(desk, "claim/answered", partial(claims.withdraw_claim, desk, ClaimWithdrawal(code, "no")))
    stands = {each.code: each.state.value for each in claims.list_claims(desk, ClaimQuery())}
    assert stands == {"CLM-1": "withdrawn", "CLM-2": "upheld", "CLM-3": "open"}
    assert [each.code for each in claims.list_claims(desk, ClaimQuery(state="open"))] == ["CLM-3"]
    assert claims.list_claims(desk, ClaimQuery(series="fide-rapid")) == ()


def test_an_answer_names_the_case_that_puts_it_right(desk: Desk) -> None:
    filed(desk)
    refused(
        desk, "claim/no-case", lambda: claims.answer_claim(desk, NewClaimAnswer("CLM-1", "upheld", "mistyped", "REV-7"))
    )
    with by_hand(desk).writing("propose") as writing:
        row = {"code": "REV-7", "kind": "replace", "target": "event 1", "log": writing.seq}
        writing.connection.execute(insert(schema.revision).values(**row))
    done = claims.answer_claim(desk, NewClaimAnswer("CLM-1", "upheld", "mistyped", "REV-7"))
    assert done.answer is not None
    assert done.answer.revision == "REV-7"


def test_nothing_that_was_published_changes_and_the_public_is_told_nothing(desk: Desk) -> None:
    def lists_of() -> list[Any]:
        rows = everything(desk.store)
        return [rows[name] for name in ("rating_list", "roll_part", "period_part", "ledger_part", "correction")]

    before = lists_of()
    filed(desk)
    claims.answer_claim(desk, NewClaimAnswer("CLM-1", "upheld", "mistyped"))
    assert lists_of() == before
    with reading.open_reading(address_of(desk)) as reader:
        assert reading.open_calculation(reader, ANN, SERIES, Month(NEXT)).calculation.claims == ()


def test_bad_claims_are_refused_and_nothing_is_written(desk: Desk) -> None:
    refused(desk, "claim/no-text", lambda: filed(desk, text=" "))
    refused(desk, "claim/long", lambda: filed(desk, text="x" * 4001))
    refused(desk, "claim/nobody", lambda: claims.file_claim(desk, NewClaim(ANN, "x", " ")))
    assert "arbiter" in refused(desk, "claim/role", lambda: filed(desk, role="king")).sentence
    refused(desk, "claim/game-of-event", lambda: filed(desk, round=3))
    refused(desk, "no-such-list", lambda: filed(desk, list_=Month(THEN)))
    refused(desk, "no-lists", lambda: filed(desk, series="fide-blitz"))
    refused(desk, "event-unknown", lambda: filed(desk, event="open-9"))
    refused(desk, "claim/no-game", lambda: filed(desk, event="open-1", round=77))
    refused(desk, "claim/no-game", lambda: filed(desk, event="open-1", opponent=NUMBERS[30]))
    refused(desk, "claim/other-list", lambda: filed(desk, event="open-1", list_=Month(OPENING)))
    refused(desk, "claim/other-series", lambda: filed(desk, event="open-1", series="fide-rapid"))
    refused(desk, "claim/unknown", lambda: claims.show_claim(desk, "CLM-1"))
    refused(desk, "claim/unknown", lambda: claims.answer_claim(desk, NewClaimAnswer("CLM-1", "upheld", "x")))
    refused(desk, "claim/kind", lambda: claims.answer_claim(desk, NewClaimAnswer("CLM-1", "withdrawn", "x")))
    refused(desk, "claim/no-answer", lambda: claims.answer_claim(desk, NewClaimAnswer("CLM-1", "upheld", "")))
    refused(desk, "claim/no-reason", lambda: claims.withdraw_claim(desk, ClaimWithdrawal("CLM-1", "")))
    refused(desk, "claim/state", lambda: claims.list_claims(desk, ClaimQuery(state="lost")))
    with pytest.raises(UserError, match="4711"):
        filed(desk, 4711)
    lists.import_lists(desk, lists.ListImport("fide-rapid", (fide_list("NOV25", {ANN: 1900}),)))
    refused(desk, "claim/imported", lambda: filed(desk, series="fide-rapid"))


def test_an_event_that_is_not_rated_is_appealed_not_claimed(tmp_path: Path) -> None:
    desk = copied(before_list("sqlite"), tmp_path, DUE)
    problem = refused(desk, "claim/unrated", lambda: filed(desk, event="open-1"))
    assert "arpad report appeal open-1" in str(problem)


def test_rows_of_claims_stay(desk: Desk) -> None:
    filed(desk)
    claims.answer_claim(desk, NewClaimAnswer("CLM-1", "upheld", "mistyped"))
    for table in (schema.claim, schema.claim_answer):
        with pytest.raises(Exception, match="never"), behind_the_back(desk.store) as connection:
            connection.execute(delete(table))
        with pytest.raises(Exception, match="never"), behind_the_back(desk.store) as connection:
            connection.execute(update(table).values(log=1))


def test_by_the_command_line(tmp_path: Path) -> None:
    desk = copied(published("sqlite"), tmp_path, date(2025, 12, 3))
    db = ("--db", address_of(desk), "--who", "A. Officer", "--now", "2025-12-03")
    dry = typed("claim", "file", ANN, "--by", BY, "--text", "12 points are missing", "--dry-run", *db)
    assert (dry.code, claims.list_claims(desk, ClaimQuery())) == (0, ())
    done = typed("claim", "file", ANN, "--by", BY, "--text", "12 points are missing", "--event", "open-1", *db)
    assert done.code == 0, done.err
    assert done.out.splitlines()[1:] == [
        "CLM-1 by A. Player (player), 2025-12-03: 12 points are missing",
        "  in time: until 2025-12-08 (0.4)",
        "  not answered yet",
    ]
    assert "CLM-1" in typed("claim", "list", "--state", "open", *db).out
    assert json.loads(typed("claim", "show", "CLM-1", "--json", *db).out)["until"] == "2025-12-08"
    answered = typed("claim", "answer", "CLM-1", "rejected", "--why", "the report has it so", *db)
    assert "rejected on 2025-12-03 by A. Officer: the report has it so" in answered.out
    opened = typed("explain", ANN, *db[:2])
    assert "CLM-1 by A. Player" in opened.out
    assert json.loads(typed("explain", ANN, "--json", *db[:2]).out)["claims"][0]["state"] == "rejected"
    assert "CLM-1 by A. Player" in typed("player", "show", ANN, *db).out
    assert json.loads(typed("player", "show", ANN, "--json", *db).out)["claims"][0]["code"] == "CLM-1"
    again = typed("claim", "withdraw", "CLM-1", "--why", "x", *db)
    assert (again.code, "answered once" in again.err) == (2, True)
