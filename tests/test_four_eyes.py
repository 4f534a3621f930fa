"""Acts that one person asks for and a second person approves: in the transaction, by account, against that moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from accounts_made import as_account, officer
from databases import copy_of
from test_verify import published

from arpad.days import Month
from arpad.finding import UserError
from arpad.office import accounts, approvals, periods, proofs
from arpad.office.access.approval import Approval
from arpad.office.desk import Desk, open_desk
from arpad.office.periods import DUE_LIST, PublishRequest
from arpad.office.store.engine import connect_store

LATER = date(2026, 2, 2)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = open_desk(connect_store(copy_of(published("sqlite"), tmp_path)), "officer", LATER)
    yield desk
    desk.store.close()


@pytest.fixture
def two(desk: Desk) -> tuple[Desk, Desk]:
    """Two rating officers of an office that wants a second person to publish."""
    both = officer(desk, "olena", "rating-officer"), officer(desk, "taras", "rating-officer")
    accounts.set_approval_rule(desk, accounts.ApprovalRule("publish-list", True, "four eyes"))
    return both


def refusal(call: Callable[[], Any]) -> str:
    with pytest.raises(UserError) as refused:
        call()
    return refused.value.message


def asked(desk: Desk) -> int:
    """Preview the next list, and ask for its publication; the number under which it waits."""
    periods.preview_list(desk, DUE_LIST)
    assert refusal(lambda: publish(desk)) == "held-act/waits"
    (waiting,) = accounts.held_acts(desk)
    return waiting.seq


def publish(desk: Desk) -> periods.Publication:
    seen = replace(desk, channel="library")
    return periods.publish_list(seen, PublishRequest(DUE_LIST, "the month", confirmed=True, empty=True))


def newest(desk: Desk) -> Month:
    return periods.show_period_status(desk, DUE_LIST).newest


def findings(desk: Desk) -> list[str]:
    return [each.message for each in proofs.verify_office(desk, proofs.VerifyRequest()).found]


def test_a_publication_waits_and_is_done_when_a_second_person_approves(two: tuple[Desk, Desk]) -> None:
    olena, taras = two
    before = newest(olena)
    held = asked(olena)
    assert newest(olena) == before
    approvals.approve_act(taras, held)
    assert newest(olena) > before
    with olena.reading() as connection:
        row = connection.exec_driver_sql(
            "SELECT actor, log FROM journal WHERE act = 'publish-list' ORDER BY log"
        ).all()[-1]
        answer = connection.exec_driver_sql("SELECT actor, kind, log FROM held_answer").one()
    assert row is not None
    assert (row.actor, tuple(answer)) == ("account:olena", ("account:taras", "approved", row.log))
    assert accounts.held_acts(olena) == ()
    assert findings(olena) == []
    assert refusal(lambda: approvals.approve_act(taras, held)) == "held-act/answered"


def test_nobody_approves_their_own_act_not_in_another_session_and_not_as_administrator(
    desk: Desk, two: tuple[Desk, Desk]
) -> None:
    olena, _ = two
    held = asked(olena)
    accounts.grant_role(desk, accounts.NewGrant("olena", "administrator"))
    assert refusal(lambda: approvals.approve_act(as_account(desk, "olena"), held)) == "held-act/own"


def test_who_may_not_do_it_may_not_approve_it(desk: Desk, two: tuple[Desk, Desk]) -> None:
    held = asked(two[0])
    boss = officer(desk, "boss", "administrator")
    assert refusal(lambda: approvals.approve_act(boss, held)) == "held-act/own"
    assert refusal(lambda: approvals.approve_act(desk, held)) == "held-act/no-account"


def test_an_act_whose_subject_changed_is_not_done(desk: Desk, two: tuple[Desk, Desk]) -> None:
    """A second preview is another list: the approval was for the one that was there."""
    olena, taras = two
    held = asked(olena)
    periods.preview_list(taras, DUE_LIST)
    assert refusal(lambda: approvals.approve_act(taras, held)) == "held-act/changed"


def test_whoever_asked_lost_the_role_meanwhile(desk: Desk, two: tuple[Desk, Desk]) -> None:
    olena, taras = two
    held = asked(olena)
    grant = accounts.show_account(desk, "olena").grants[0]
    accounts.end_role(desk, accounts.RoleEnd("olena", grant.seq))
    assert refusal(lambda: approvals.approve_act(taras, held)) == "not-permitted"


def test_it_is_refused_or_withdrawn(two: tuple[Desk, Desk]) -> None:
    olena, taras = two
    accounts.refuse_held_act(taras, accounts.HeldRefusal(asked(olena), "one event is missing"))
    accounts.refuse_held_act(olena, accounts.HeldRefusal(asked(olena), "my mistake"))
    assert accounts.held_acts(olena) == ()
    assert findings(olena) == []


def test_where_nobody_else_may_approve_it_is_refused_with_the_way_out(desk: Desk) -> None:
    olena = officer(desk, "olena", "rating-officer")
    officer(desk, "guest", "rating-officer", enrolled=False)
    accounts.set_approval_rule(desk, accounts.ApprovalRule("publish-list", True))
    periods.preview_list(olena, DUE_LIST)
    assert refusal(lambda: publish(olena)) == "held-act/nobody"
    accounts.set_approval_rule(desk, accounts.ApprovalRule("publish-list", False, "one officer only"))
    publish(olena)


def test_roles_of_a_real_office_need_a_second_administrator_once_there_is_one(tmp_path: Path) -> None:
    from arpad.office.clock import Clock
    from arpad.office.office_settings import found_office

    desk = found_office(connect_store(str(tmp_path / "real.db"), create=True), "root", Clock())
    boss = officer(desk, "boss", "administrator")
    assert {each.act for each in accounts.approval_rules(desk) if each.needed} == {
        "publish-list", "approve-case", "grant-role", "end-role", "change-role", "recover-account", "set-approval-rule",
    }  # fmt: skip
    officer(boss, "second", enrolled=False)
    accounts.grant_role(boss, accounts.NewGrant("second", "administrator"))
    second = as_account(desk, "second")
    value = accounts.new_private_value("passkey of second")
    accounts.add_credential(second, accounts.NewCredential("second", accounts.PASSKEY, value.digest), value)
    grant = accounts.NewGrant("second", "rating-officer")
    assert refusal(lambda: accounts.grant_role(boss, grant)) == "held-act/waits"
    rule = accounts.ApprovalRule("grant-role", False, "alone")
    assert refusal(lambda: accounts.set_approval_rule(boss, rule)) == "held-act/waits"
    (first, _) = accounts.held_acts(desk)
    approvals.approve_act(second, first.seq)
    assert accounts.show_account(desk, "second").grants[-1].role == "rating-officer"
    assert findings(desk) == []


def test_a_forged_approval_is_refused_in_the_transaction(two: tuple[Desk, Desk]) -> None:
    """The check is where the rows are written: who gets around the page of approvals gains nothing."""
    olena, _ = two
    held = asked(olena)
    own = replace(olena, approval=Approval(held, "publish-list", olena.actor))
    assert refusal(lambda: publish(own)) == "held-act/own"
    forged = replace(olena, approval=Approval(held, "publish-list", "account:nobody"))
    assert refusal(lambda: publish(forged)) == "held-act/own"


def test_verify_finds_a_publication_without_the_second_person(
    two: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program without the rule publishes alone; the rows and the chain agree with each other."""
    from arpad.office import desk as desk_module

    olena, _ = two
    periods.preview_list(olena, DUE_LIST)
    with monkeypatch.context() as planted:
        planted.setattr(desk_module, "require_second_person", lambda *_: None)
        publish(olena)
    (found,) = proofs.verify_office(olena, proofs.VerifyRequest()).found
    assert found.message == "act-refused-again"
    assert "publish-list" in str(found)


def test_verify_finds_an_act_of_somebody_without_the_permission(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from arpad.office import acts
    from arpad.office import desk as desk_module

    ann = officer(desk, "ann", "arbiter")
    with monkeypatch.context() as planted:
        planted.setattr(desk_module, "require_scope", lambda *_: None)
        planted.setattr(acts, "require_permission", lambda *_: None)
        accounts.grant_role(ann, accounts.NewGrant("ann", "administrator"))
    (found,) = proofs.verify_office(desk, proofs.VerifyRequest()).found
    assert found.message == "act-refused-again"


def test_an_administrator_does_not_shut_the_other_one_out_to_be_alone(desk: Desk) -> None:
    """By closing the account or ending the passkey; somebody with direct access may, when one of them lost all."""
    boss, _ = officer(desk, "boss", "administrator"), officer(desk, "second", "administrator")
    closing = accounts.AccountChange("second", "in the way", closed=True)
    assert refusal(lambda: accounts.change_account(boss, closing)) == "account/administrator"
    (passkey,) = accounts.show_account(desk, "second").credentials
    ending = accounts.CredentialEnd("second", passkey.seq)
    assert refusal(lambda: accounts.revoke_credential(boss, ending)) == "account/administrator"
    assert accounts.change_account(desk, closing).closed
