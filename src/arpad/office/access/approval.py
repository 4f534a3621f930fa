"""Four eyes: acts that one person asks for, and that are carried out when a second person approves them.

Which acts are so is a setting. Without one, in a real office that has accounts, those that are declared so need a
second person: publications, approvals of corrections, and changes of roles. It is looked at in the transaction of the
act, by account and not by session. An act waits with its request; when the second person approves it, it is performed
against the state of that moment, and refused if anything about its subject was written since it was asked for.
"""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select

from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.access.account_records import accounts_with
from arpad.office.access.permissions import Permission
from arpad.office.store.access_tables import account, approval_rule, held_act, held_answer
from arpad.office.store.schema import journal, log, setting

HOLDING_ACTS = ("hold-act", "refuse-held-act")  # that write about a subject without changing it
ALSO_WITH_SECOND_PERSON = ("admit-report", "merge-players")  # acts for which an office may want a second person
APPROVED, REFUSED = "approved", "refused"


@dataclass(frozen=True)
class Approval:
    """That a second person approves a held act."""

    held: int
    act: str
    actor: str


@dataclass(frozen=True)
class HeldAct:
    """An act that waits for a second person, or did."""

    seq: int
    act: str
    subject: str
    request: str  # JSON, as in the journal
    actor: str
    state: int
    answer: str  # empty: it waits
    answered_by: str
    entry: int  # that asked for it


class SecondPersonNeeded(Exception):
    """An act that must wait for a second person. Nothing was written."""

    def __init__(self, subject: str) -> None:
        super().__init__(subject)
        self.subject = subject


@dataclass(frozen=True)
class ActToApprove:
    """What the rule of the second person asks about an act: its name, its permission, whether it needs a second person
    where nothing was decided, who performs it, and what it is about."""

    name: str
    permission: Permission
    by_default: bool
    actor: str
    subject: str


def second_person_needed(connection: Connection, act: str, by_default: bool) -> bool:
    """Return whether an act needs a second person now."""
    rule = select(approval_rule.c.needed).where(approval_rule.c.act == act).order_by(approval_rule.c.seq.desc())
    decided = connection.execute(rule.limit(1)).scalar()
    if decided is not None or not by_default:
        return bool(decided)
    rehearsal = connection.execute(select(setting.c.value).where(setting.c.name == "rehearsal")).scalar()
    accounts = connection.execute(select(func.count()).select_from(account).where(account.c.closed == 0)).scalar()
    return rehearsal != "1" and bool(accounts)


def publishes_alone(connection: Connection) -> bool:
    """Return whether an office with accounts, which is no rehearsal, decided that one person publishes its lists."""
    rehearsal = connection.execute(select(setting.c.value).where(setting.c.name == "rehearsal")).scalar()
    accounts = connection.execute(select(account.c.key).limit(1)).first()
    return rehearsal != "1" and accounts is not None and not second_person_needed(connection, "publish-list", True)


def require_second_person(connection: Connection, act: ActToApprove, approval: Approval | None) -> None:
    """Refuse an act without the approval that it needs: raises `SecondPersonNeeded` where it can wait for one, and an
    error for an approval that does not hold."""
    if approval is None:
        if not second_person_needed(connection, act.name, act.by_default):
            return
        if not {each.actor for each in accounts_with(connection, act.permission)} - {act.actor}:
            if act.permission is Permission.ADMINISTER:
                return  # whoever is alone must be able to appoint a second person
            raise UserError("held-act/nobody", Remedy.to("second-person-or-setting", act=act.name), act=act.name)
        raise SecondPersonNeeded(act.subject)
    held = find_held_act(connection, approval.held)
    others = {each.actor for each in accounts_with(connection, act.permission)}
    if held.answer or held.act != act.name or held.subject != act.subject:
        raise UserError("held-act/answered", held=held.seq)
    if held.actor != act.actor or approval.actor == act.actor or approval.actor not in others:
        raise UserError("held-act/own", Remedy.to("ask-second-person"), held=held.seq)
    if newest_entry_about(connection, act.subject, but=held.entry) != held.state:
        raise UserError("held-act/changed", Remedy.to("ask-again"), held=held.seq, subject=act.subject)


def newest_entry_about(connection: Connection, subject: str, but: int = 0) -> int:
    """Return the newest entry of the log about a subject, 0 if there is none. Entries that only ask for an act or
    refuse one do not count, and the entry `but` neither."""
    rows = select(func.max(log.c.seq)).join(journal, journal.c.log == log.c.seq, isouter=True)
    rows = rows.where(log.c.subject == subject, log.c.seq != but)
    rows = rows.where(journal.c.act.is_(None) | journal.c.act.not_in(HOLDING_ACTS))
    return connection.execute(rows).scalar() or 0


@dataclass(frozen=True)
class ActToHold:
    """An act that shall wait: its name, what it is about, its request as the journal stores it, and who asks."""

    act: str
    subject: str
    request: str
    actor: str


def store_held_act(connection: Connection, new: ActToHold, entry: int) -> int:
    """Store an act that waits. Returns its number."""
    state = newest_entry_about(connection, new.subject, but=entry)
    row = {"act": new.act, "subject": new.subject, "request": new.request, "actor": new.actor}
    stored = connection.execute(insert(held_act).values(**row, state=state, log=entry).returning(held_act.c.seq))
    return int(stored.scalar_one())


def store_answer(connection: Connection, answer: Approval, kind: str, entry: int) -> None:
    """Store the answer of the second person."""
    row = {"held": answer.held, "kind": kind, "actor": answer.actor, "log": entry}
    connection.execute(insert(held_answer), row)


def find_held_act(connection: Connection, seq: int) -> HeldAct:
    """Return a held act. An unknown one is refused."""
    for found in read_held_acts(connection, seq):
        return found
    raise UserError("held-act/unknown", held=seq)


def read_held_acts(connection: Connection, seq: int = 0) -> tuple[HeldAct, ...]:
    """Return all held acts, or the one with a number, the oldest first."""
    rows = select(held_act, held_answer.c.kind, held_answer.c.actor.label("answered_by")).join(
        held_answer, held_answer.c.held == held_act.c.seq, isouter=True
    )
    rows = rows.where(held_act.c.seq == seq) if seq else rows
    return tuple(
        HeldAct(
            row.seq, row.act, row.subject, row.request, row.actor, row.state, row.kind or "", row.answered_by or "",
            row.log,
        )
        for row in connection.execute(rows.order_by(held_act.c.seq))
    )  # fmt: skip
