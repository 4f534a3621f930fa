"""Who may do what: each act by each role, in the transaction; and what an arbiter sees of others' events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from accounts_made import as_account, officer
from databases import copy_of
from office_made import NUMBERS, registered
from offices_made import behind as behind_the_back
from publication_made import an_open
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from test_verify import published

from arpad.days import Day
from arpad.finding import UserError
from arpad.office import accounts, people, proofs
from arpad.office.access import authority
from arpad.office.access.permissions import DEFAULT_PERMISSIONS, Permission, Role, Subject
from arpad.office.acts import all_acts
from arpad.office.desk import Desk, open_desk
from arpad.office.people import PlayerChange
from arpad.office.reading import open_reading
from arpad.office.store.effects import unrecorded
from arpad.office.store.engine import Store, connect_store

ROLES = {
    "arbiter": {"report"},
    "federation-officer": {"report", "people"},
    "rating-officer": {"report", "decide", "publish", "people"},
    "administrator": {"administer"},
}
"""What each role may do, typed from the design of the desk."""
UNKNOWN = "no-such-event"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = open_desk(connect_store(copy_of(published("sqlite"), tmp_path)), "officer")
    yield desk
    desk.store.close()


def refusal(call: object) -> str:
    with pytest.raises(UserError) as refused:
        call()  # type: ignore[operator]
    return refused.value.message


def test_each_role_may_do_what_the_design_says() -> None:
    assert {role.value: {each.value for each in DEFAULT_PERMISSIONS[role]} for role in Role} == ROLES


@pytest.mark.parametrize("role", ROLES)
def test_each_act_is_refused_to_a_role_without_its_permission(desk: Desk, role: str) -> None:
    """Every act of the table, in the check that every entry passes: nothing needs to be listed twice."""
    identity = officer(desk, "somebody", role).identity
    assert identity is not None
    with desk.reading() as connection:
        for name, declared in all_acts().items():
            if declared.permission is Permission.SELF:
                continue
            allowed = declared.permission.value in ROLES[role]
            about = (declared.about, UNKNOWN)
            if role == "arbiter" and allowed:
                continue  # only their own: below
            message = ""
            try:
                authority.require_scope(connection, identity, declared.permission, about)
            except UserError as refused:
                message = refused.message
            assert message == ("" if allowed else "not-permitted"), name


def test_somebody_without_a_role_and_a_closed_account_do_nothing(desk: Desk) -> None:
    nobody = officer(desk, "nobody")
    change = PlayerChange(NUMBERS[1], why="no reason")
    assert refusal(lambda: people.change_player(nobody, change)) == "not-permitted"
    boss = officer(desk, "boss", "administrator")
    accounts.change_account(desk, accounts.AccountChange("boss", "left", closed=True))
    assert refusal(lambda: accounts.add_account(boss, accounts.NewAccount("more", "More"))) == "account/closed"


def test_a_role_that_was_taken_away_is_gone_in_the_next_act(desk: Desk) -> None:
    boss = officer(desk, "boss", "administrator")
    officer(desk, "other", "administrator")
    accounts.add_account(boss, accounts.NewAccount("before", "Before"))
    grant = accounts.show_account(desk, "boss").grants[0]
    accounts.end_role(desk, accounts.RoleEnd("boss", grant.seq))
    assert refusal(lambda: accounts.add_account(boss, accounts.NewAccount("after", "After"))) == "not-permitted"


def test_the_only_administrator_keeps_the_role(desk: Desk) -> None:
    officer(desk, "boss", "administrator")
    grant = accounts.show_account(desk, "boss").grants[0]
    assert refusal(lambda: accounts.end_role(desk, accounts.RoleEnd("boss", grant.seq))) == "account/last-administrator"


def test_nobody_adds_a_credential_to_another_account(desk: Desk) -> None:
    boss = officer(desk, "boss", "administrator")
    officer(desk, "olena", "rating-officer")
    value = accounts.new_private_value("my own passkey")
    new = accounts.NewCredential("olena", accounts.PASSKEY, value.digest)
    assert refusal(lambda: accounts.add_credential(boss, new, value)) == "not-permitted"


def test_a_token_does_no_more_than_it_says(desk: Desk) -> None:
    """Also for an officer who may do more, and never about the account itself."""
    olena = officer(desk, "olena", "rating-officer", "administrator")
    assert olena.identity is not None
    program = replace(olena, identity=replace(olena.identity, at_most=frozenset({Permission.REPORT})), channel="token")
    assert refusal(lambda: accounts.add_account(program, accounts.NewAccount("more", "More"))) == "not-permitted"
    value = accounts.new_private_value("another")
    new = accounts.NewCredential("olena", accounts.TOKEN, value.digest, until=Day(20300101))
    assert refusal(lambda: accounts.add_credential(program, new, value)) == "not-permitted"


def test_direct_access_may_do_everything_and_the_journal_says_so(desk: Desk) -> None:
    accounts.add_account(desk, accounts.NewAccount("olena", "Olena"))
    with desk.reading() as connection:
        (entry,) = connection.exec_driver_sql("SELECT actor FROM journal WHERE act = 'add-account'").scalars()
    assert entry == "local:officer"
    boss = officer(desk, "boss", "administrator")
    accounts.add_account(boss, accounts.NewAccount("more", "More"))
    with desk.reading() as connection:
        actors = connection.exec_driver_sql(
            "SELECT actor FROM journal WHERE act = 'add-account' ORDER BY log"
        ).scalars()
        assert list(actors)[-1] == "account:boss"


def test_an_office_may_change_what_a_role_does(desk: Desk) -> None:
    olena = officer(desk, "olena", "rating-officer")
    accounts.change_role(desk, accounts.RoleChange("rating-officer", "publish", False, "not here"))
    with desk.reading() as connection:
        identity = authority.current_identity(connection, olena.identity)  # type: ignore[arg-type]
        with pytest.raises(UserError):
            authority.require_scope(connection, identity, Permission.PUBLISH, (Subject.SERIES, "fide-standard 202601"))
        authority.require_scope(connection, identity, Permission.DECIDE, (Subject.EVENT, UNKNOWN))


# --- credentials behind the journal's back ----------------------------------------------------------------------------


def findings(desk: Desk) -> list[str]:
    return [each.message for each in proofs.verify_office(desk, proofs.VerifyRequest()).found]


def behind(desk: Desk, statement: str) -> None:
    with behind_the_back(desk.store) as connection:
        connection.execute(text(statement))


def test_accounts_and_roles_are_proved_and_no_secret_is_in_the_journal(desk: Desk) -> None:
    officer(desk, "olena", "rating-officer")
    officer(desk, "boss", "administrator")
    assert findings(desk) == []
    with desk.reading() as connection:
        texts = connection.exec_driver_sql("SELECT request FROM journal").scalars()
        assert not any("passkey of" in each for each in texts)


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("UPDATE private_value SET body = 'mine'", "private-value/exchanged"),
        ("INSERT INTO private_value VALUES ('abc', '', 'mine')", "private-value/of-nobody"),
        ("UPDATE role_grant SET role = 'administrator'", ""),
        ("INSERT INTO role_grant VALUES (9, 1, 'administrator', 'office', '', 1)", ""),
        ("DELETE FROM credential", ""),
    ],
)
def test_who_has_the_database_becomes_no_officer_unseen(desk: Desk, statement: str, finding: str) -> None:
    officer(desk, "olena", "rating-officer")
    behind(desk, statement)
    found = findings(desk)
    assert found, "nobody saw it"
    assert not finding or finding in found


# --- an arbiter and the events of others ------------------------------------------------------------------------------


def test_an_arbiter_sees_their_own_events_and_no_others(desk: Desk) -> None:
    """The answer for an event of somebody else is that for one that does not exist, letter by letter."""
    ann, ben = officer(desk, "ann", "arbiter"), officer(desk, "ben", "arbiter")
    code = registered_by(ann, "anns-open")
    other = registered_by(ben, "bens-open")
    accounts.require_event(ann, code)
    messages = []
    for asked in (other, "bens-closed"):
        with pytest.raises(UserError) as refused:
            accounts.require_event(ann, asked)
        messages.append((refused.value.message, refused.value.remedy, str(refused.value).replace(asked, "CODE")))
    assert messages[0] == messages[1]
    with desk.reading() as connection:
        keys = {row.key: row.code for row in connection.exec_driver_sql("SELECT key, code FROM event")}
    assert {keys[key] for key in accounts.visible_events(ann) or ()} == {code}
    assert accounts.visible_events(officer(desk, "olena", "rating-officer")) is None


def test_an_arbiter_acts_on_their_own_events_only(desk: Desk) -> None:
    ann, ben = officer(desk, "ann", "arbiter"), officer(desk, "ben", "arbiter")
    registered_by(ann, "anns-open")
    message = refusal(lambda: registered_by(ben, "anns-open"))
    assert message == "event-unknown"
    for declared in all_acts().values():
        if declared.about is Subject.EVENT and declared.permission is Permission.REPORT:
            with desk.reading() as connection:
                assert ben.identity is not None
                with pytest.raises(UserError):
                    authority.require_scope(connection, ben.identity, declared.permission, (Subject.EVENT, "anns-open"))


def test_an_event_is_given_to_an_arbiter_by_a_role(desk: Desk) -> None:
    ann, ben = officer(desk, "ann", "arbiter"), officer(desk, "ben", "arbiter")
    registered_by(ann, "anns-open")
    accounts.grant_role(desk, accounts.NewGrant("ben", "arbiter", "event", "anns-open"))
    accounts.require_event(as_account(ben, "ben"), "anns-open")


def registered_by(desk: Desk, code: str) -> str:
    made = an_open(code, range(1, 9), start=Day.of(desk.today()).date)
    registered(replace(desk, channel="library"), made)
    return code


# --- database roles ---------------------------------------------------------------------------------------------------


def test_the_role_of_the_site_writes_nothing_and_sees_no_credential(tmp_path: Path) -> None:
    """The statements of the documentation, on a server: the site reads, the desk writes, neither drops a trigger."""
    guide = (Path(__file__).parents[1] / "docs" / "desk.md").read_text("utf-8")
    statements = guide.partition("```sql\n")[2].partition("```")[0].split(";")
    address = copy_of(published("postgresql"), tmp_path)
    suffix = address.partition("@/")[2].partition("?")[0]
    owner = open_desk(connect_store(address), "officer")
    officer(owner, "olena", "rating-officer")
    with owner.store.engine.begin() as connection, unrecorded(connection):
        for statement in filter(str.strip, statements):
            connection.execute(
                text(statement.replace("arpad_site", f"site_{suffix}").replace("arpad_desk", f"d_{suffix}"))
            )
    try:
        with open_reading(address.replace("://arpad@", f"://site_{suffix}@")) as reader:
            assert reader.stamp.newest
        site = connect_store(address.replace("://arpad@", f"://site_{suffix}@"))
        for statement in (
            "INSERT INTO setting VALUES ('a', 'b')", "UPDATE log SET who = 'me'", "DELETE FROM pointer",
            "SELECT * FROM private_value", "SELECT * FROM session", "DROP TRIGGER log_kept ON log",
        ):  # fmt: skip
            assert denied(site, statement), statement
        written = open_desk(connect_store(address.replace("://arpad@", f"://d_{suffix}@")), "officer")
        officer(written, "taras", "rating-officer")
        assert denied(written.store, "DROP TRIGGER log_kept ON log")
        assert not denied(owner.store, "DROP TRIGGER log_kept ON log"), "the statement itself is good"
        for store in (site, written.store):
            store.close()
    finally:
        with owner.store.engine.begin() as connection, unrecorded(connection):
            for role in (f"site_{suffix}", f"d_{suffix}"):
                connection.execute(text(f"DROP OWNED BY {role}"))
                connection.execute(text(f"DROP ROLE {role}"))
        owner.store.close()


def denied(store: Store, statement: str) -> bool:
    """Whether the server refuses a statement for want of a right. What it does is rolled back."""
    with store.engine.connect() as connection, connection.begin() as transaction, unrecorded(connection):
        try:
            connection.execute(text(statement))
        except DBAPIError as error:
            return "permission denied" in str(error) or "must be owner" in str(error)
        finally:
            transaction.rollback()
    return False
