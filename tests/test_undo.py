"""`arpad undo` takes a decision back by an act with a reason; one on which another rests is refused with its name."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from databases import KINDS
from office_made import at, registered, reported
from offices_made import everything
from publication_made import DUE, SERIES, address_of, admit_one, an_open, copied, opened
from typed import typed

from arpad.finding import UserError
from arpad.office import events, periods, proofs, reports
from arpad.office.acts import all_acts
from arpad.office.desk import Desk
from arpad.office.undo import UndoableAct, UndoRequest, list_undoable_acts, undo_act

ORDER = reports.RefusalOrder(("open-1",), "a mistake")
HAS_NO_INVERSE = {  # why nothing undoes an act
    "add-account": "it is closed; its name stays in the journal",
    "change-account": "change it back",
    "change-own-account": "change it back",
    "change-role": "change it back",
    "end-credential": "a secret that ended stays ended; add a new one",
    "end-role": "give the role again",
    "grant-role": "the grant is ended by `end-role`, which names it",
    "hold-act": "whoever asked for it withdraws it by `refuse-held-act`",
    "invite-account": "a newer link makes it void",
    "recover-account": "a newer link makes it void",
    "refuse-held-act": "ask for it again",
    "revoke-credential": "a secret that ended stays ended; its owner adds a new one",
    "set-approval-rule": "decide it again",
    "add-credential": "it ends by `end-credential`",
    "add-arbiter": "an arbiter's entry ends by the next one",
    "add-checkpoint": "a signature stays a signature",
    "add-federation": "a federation's entry ends by the next one",
    "add-player": "a number is never given twice; a double is merged",
    "withdraw-rulebook": "it is adopted again",
    "answer-claim": "the claimant has the answer; a new claim is filed",
    "appeal-refusal": "it is decided: admit the event, or refuse it again",
    "approve-case": "it is followed by another case",
    "change-event": "change it back",
    "change-player": "change it back; the history keeps both",
    "drop-case": "propose it again",
    "move-day": "set the day of the rehearsal back",
    "found-office": "delete the database",
    "import-arbiters": "entries end by the next ones",
    "import-federations": "entries end by the next ones",
    "import-players": "numbers are never given twice",
    "make-key": "lists may be signed with it",
    "name-rating-officer": "an officer's entry ends by the next one",
    "note-backup": "it tells what happened outside",
    "note-bundle": "it tells what happened outside",
    "note-lost-backup": "it tells what happened outside",
    "preview-case": "it changes nothing",
    "preview-list": "it changes nothing",
    "publish-list": "a published list never changes; a case puts it right",
    "reopen-event": "decide again",
    "repair-office": "it only restores what had to hold",
    "restore-registration": "refuse it again",
    "start-rehearsal": "a rehearsal never becomes real",
    "store-scores": "newer scores count",
    "take-back-list": "open or import it again",
    "withdraw-claim": "file it again",
}


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """A rehearsal in November with an opening list; a report of open-1 waits."""
    return reported(copied(opened(request.param), tmp_path), an_open())


def acts_of(desk: Desk) -> list[tuple[str, str | None]]:
    return [(act.act, act.later_act) for act in list_undoable_acts(desk)]


def newest(desk: Desk) -> UndoableAct:
    return list_undoable_acts(desk)[0]


def undone(desk: Desk) -> reports.Outcome:
    return undo_act(desk, UndoRequest(newest(desk).entry, "it was a mistake"))


def standing(desk: Desk) -> str:
    (row,) = [row for row in events.list_events(desk, events.EventQuery()) if row.event == "open-1"]
    return row.standing.value


def sound(desk: Desk) -> None:
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()


def test_every_act_names_its_inverse_or_has_a_reason_for_none() -> None:
    without = {name for name, act in all_acts().items() if not act.inverse and name != "fixture"}
    assert without == set(HAS_NO_INVERSE)


def test_a_mistaken_refusal_is_undone_with_the_next_letter(desk: Desk) -> None:
    (first,) = reports.refuse_events(desk, ORDER)
    assert first.letter
    assert acts_of(desk)[0] == ("refuse-report", None)
    outcome = undone(desk)
    assert (outcome.status, standing(desk)) == ("reopened", "reported")
    assert outcome.letter
    assert f"The refusal of {desk.today()} is taken back by {desk.who}: it was a mistake." in outcome.letter
    assert "may appeal" not in outcome.letter
    (admitted,) = reports.admit_events(desk, reports.AdmissionOrder(("open-1",)))
    assert admitted.status == "admitted"
    history = events.show_event(desk, "open-1").history
    assert [entry.kind.value for entry in history] == ["registered", "reported", "refused", "reopened", "admitted"]
    assert history[3].why == "it was a mistake"
    sound(desk)


def test_an_admission_is_undone_before_publication_and_not_after(desk: Desk) -> None:
    reports.admit_events(desk, reports.AdmissionOrder(("open-1",)))
    assert undone(desk).letter is None
    assert standing(desk) == "reported"
    (again,) = reports.admit_events(desk, reports.AdmissionOrder(("open-1",)))
    assert again.status == "admitted"
    due = at(desk, DUE)
    periods.preview_list(due, periods.ListChoice(SERIES))
    periods.publish_list(due, periods.PublishRequest(confirmed=True))
    assert acts_of(due)[0] == ("admit-report", "publish-list")
    refused(due, newest(due).entry, "undo/rests")
    sound(due)


def test_a_refusal_of_an_admitted_event_is_undone_to_the_same_admission(desk: Desk) -> None:
    reports.admit_events(desk, reports.AdmissionOrder(("open-1",)))
    reports.refuse_events(desk, ORDER)
    assert acts_of(desk)[:2] == [("refuse-report", None), ("admit-report", "refuse-report")]
    undone(desk)
    assert standing(desk) == "admitted"
    due = at(desk, DUE)
    assert periods.preview_list(due, periods.ListChoice(SERIES)).events == 1


@pytest.mark.parametrize(
    ("decide", "then", "after"),
    [
        (lambda desk: reports.hold_events(desk, ORDER), "held", "reported"),
        (lambda desk: reports.withdraw_events(desk, ORDER), "withdrawn", "reported"),
        (
            lambda desk: events.exclude_games(desk, events.NewExclusion("open-1", 3, 2, why="a mistake")),
            "reported",
            "reported",
        ),
    ],
    ids=["hold", "withdrawal", "exclusion"],
)
def test_a_decision_is_undone_and_can_be_taken_again(
    desk: Desk, decide: Callable[[Desk], object], then: str, after: str
) -> None:
    for _ in range(2):
        decide(desk)
        assert standing(desk) == then
        before = len(list_undoable_acts(desk))
        undone(desk)
        assert standing(desk) == after
        assert len(list_undoable_acts(desk)) == before - 1
    (outcome,) = reports.admit_events(desk, reports.AdmissionOrder(("open-1",)))
    assert (outcome.status, outcome.excluded.games) == ("admitted", 0)
    sound(desk)


def test_a_registration_is_undone_until_something_rests_on_it(desk: Desk) -> None:
    registered(desk, an_open("open-2", range(9, 17)))
    assert undone(desk).status == "withdrawn"
    acts = {act.event: act for act in list_undoable_acts(desk) if act.act == "register-event"}
    assert acts["open-1"].later_act == "submit-report"
    refused(desk, acts["open-1"].entry, "undo/rests")


def refused(desk: Desk, entry: int, message: str) -> UserError:
    """The problem of an undoing that is refused and writes nothing."""
    before = everything(desk.store)
    with pytest.raises(UserError) as problem:
        undo_act(desk, UndoRequest(entry, "x"))
    assert problem.value.message == message, str(problem.value)
    assert everything(desk.store) == before
    return problem.value


def test_what_rests_on_an_act_is_named_and_undone_first(desk: Desk) -> None:
    reports.refuse_events(desk, ORDER)
    entry = newest(desk).entry
    reports.hold_events(desk, ORDER)
    problem = refused(desk, entry, "undo/rests")
    assert "(hold-event) rests on it" in str(problem)
    undone(desk)
    assert newest(desk).entry == entry
    undone(desk)
    assert standing(desk) == "reported"
    refused(desk, entry, "undo/stands-no-more")


def test_an_entry_without_an_inverse_and_an_undoing_without_a_reason_are_refused(desk: Desk) -> None:
    refused(desk, 1, "undo/no-inverse")
    refused(desk, 99_999, "undo/no-inverse")
    with pytest.raises(UserError, match="needs a reason"):
        UndoRequest(5, " ")


def test_overrides_go_with_the_admission_that_needed_them(tmp_path: Path) -> None:
    desk = copied(opened("sqlite"), tmp_path)
    desk = reported(desk, an_open(laws=None))
    (left,) = reports.admit_events(desk, reports.AdmissionOrder(("open-1",)))
    asked = next(finding.code for finding in left.findings if finding.tier == "ask")
    aside = reports.AdmissionOrder(("open-1",), "by telephone", (reports.FindingToOverride(asked),))
    (outcome,) = reports.admit_events(desk, aside)
    assert outcome.status == "admitted"
    undone(desk)
    (again,) = reports.admit_events(desk, reports.AdmissionOrder(("open-1",)))
    assert again.status == "left"


def test_only_own_acts_are_listed(desk: Desk) -> None:
    reports.refuse_events(desk, ORDER)
    other = at(desk, desk.today(), who="B. Officer")
    assert list_undoable_acts(other) == ()
    assert undo_act(other, UndoRequest(newest(desk).entry, "asked by A. Officer")).status == "reopened"


def test_at_the_command_line(tmp_path: Path) -> None:
    desk = admit_one(copied(opened("sqlite"), tmp_path), an_open())
    reports.refuse_events(desk, ORDER)
    office = ("--db", address_of(desk), "--who", desk.who, "--now", desk.today())
    shown = typed("undo", *office)
    assert shown.code == 0, shown.err
    (first, *_) = json.loads(typed("undo", *office, "--json").out)
    assert first["act"] == "refuse-report"
    assert f"arpad undo {first['entry']} --why TEXT" in shown.out
    assert typed("undo", first["entry"], *office, "--yes").code == 2  # no reason
    assert "taken back" in typed("undo", first["entry"], *office, "--yes", "--why", "x", "--dry-run").out
    assert "taken back" in typed("undo", first["entry"], *office, "--yes", "--why", "x").out
    assert standing(desk) == "admitted"


def test_the_refusal_of_a_registration_is_undone_with_the_next_letter(desk: Desk) -> None:
    registered(desk, an_open("open-2", range(9, 17), start=date(2025, 11, 27)))
    refusal = events.RegistrationRefusal("open-2", "the venue is not named", "qc-chair")
    assert events.refuse_registration(desk, refusal).letter
    outcome = undone(desk)
    assert outcome.status == "registration-restored"
    assert outcome.letter
    assert f"The refusal of {desk.today()} is taken back." in outcome.letter
    assert "The reason: it was a mistake" in outcome.letter
    assert newest(desk).act == "register-event"
    sound(desk)
