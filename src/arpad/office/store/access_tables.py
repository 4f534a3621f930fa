"""The tables with accounts, roles, credentials, sessions, and acts that wait for a second person."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, Text

from arpad.office.store.definitions import (
    Wide,
    define_table,
    log_column,
    number_column,
    sequence_column,
    text_column,
)

account = define_table(
    "account",
    sequence_column("key"),
    Column("handle", Text, nullable=False, unique=True),  # under which they sign in; it never changes
    Column("name", Text, nullable=False),  # stands in the log as the one who acted
    text_column("language"),
    text_column("contact"),  # the hash of a private value; empty: none
    number_column("closed"),  # the day on which it was closed; 0: open
    log_column(),
    since="0007",
)
"""Somebody who may sign in to the desk."""

credential = define_table(
    "credential",
    sequence_column(),
    Column("account", Integer, ForeignKey("account.key"), nullable=False, index=True),
    Column("kind", Text, nullable=False),  # passkey, password, code, token
    text_column("label"),
    text_column("permissions"),  # of a token: those that it has at most, with blanks between
    number_column("until"),  # of a token: its last day; 0: open
    Column("digest", Text, nullable=False, unique=True),  # the hash of a private value
    log_column(),
    append_only=True,
    since="0007",
)
"""That an account has something to sign in with; what it is stands in `private_value`."""

credential_end = define_table(
    "credential_end",
    Column("credential", Integer, ForeignKey("credential.seq"), primary_key=True, autoincrement=False),
    log_column(),
    append_only=True,
    since="0007",
)

private_value = define_table(
    "private_value",
    Column("digest", Text, primary_key=True),  # of salt and body
    Column("salt", Text, nullable=False),
    Column("body", Text, nullable=False),
    private=True,
    since="0007",
)
"""Credentials and contact data. Their hash stands in the journal, so that an exchanged one is found."""

role_grant = define_table(
    "role_grant",
    sequence_column(),
    Column("account", Integer, ForeignKey("account.key"), nullable=False, index=True),
    Column("role", Text, nullable=False),
    Column("scope", Text, nullable=False),  # office, federation, region, event, own
    text_column("place"),  # which federation, region or event
    log_column(),
    append_only=True,
    since="0007",
)

role_end = define_table(
    "role_end",
    Column("role_grant", Integer, ForeignKey("role_grant.seq"), primary_key=True, autoincrement=False),
    log_column(),
    append_only=True,
    since="0007",
)

role_permission = define_table(
    "role_permission",
    sequence_column(),
    Column("role", Text, nullable=False),
    Column("permission", Text, nullable=False),
    number_column("allowed"),
    log_column(),
    append_only=True,
    since="0007",
)
"""What a role may do, where that is not what it may do in every office; the last row of a pair holds."""

approval_rule = define_table(
    "approval_rule",
    sequence_column(),
    Column("act", Text, nullable=False),
    number_column("needed"),
    log_column(),
    append_only=True,
    since="0007",
)
"""Whether an act needs a second person; the last row of an act holds."""

held_act = define_table(
    "held_act",
    sequence_column(),
    Column("act", Text, nullable=False),
    text_column("subject"),
    Column("request", Text, nullable=False),  # JSON, as in the journal
    Column("actor", Text, nullable=False),
    number_column("state"),  # the newest entry about its subject when it was asked for
    log_column(),
    append_only=True,
    since="0007",
)
"""An act that waits until a second person approves it."""

held_answer = define_table(
    "held_answer",
    Column("held", Integer, ForeignKey("held_act.seq"), primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),  # approved, refused
    Column("actor", Text, nullable=False),
    log_column(),
    append_only=True,
    since="0007",
)
"""The answer of the second person; an approval stands in the entry of the act itself."""

session = define_table(
    "session",
    Column("hash", Text, primary_key=True),  # of what the cookie has
    Column("account", Integer, nullable=False, index=True),
    Column("begun", Wide, nullable=False),
    Column("seen", Wide, nullable=False),
    Column("stepped", Wide, nullable=False),  # when they last proved who they are
    number_column("renew"),  # 1: the next request gets a new cookie
    number_column("enrols"),  # 1: begun by a one-time link; it does nothing but enrol
    text_column("network"),
    text_column("browser"),
    operational=True,
    since="0007",
)

access_link = define_table(
    "access_link",
    Column("hash", Text, primary_key=True),
    Column("account", Integer, nullable=False, index=True),
    Column("until", Wide, nullable=False),
    operational=True,
    since="0007",
)
"""One-time links by which somebody enrols, for the first time or again."""

challenge = define_table(
    "challenge",
    Column("hash", Text, primary_key=True),
    Column("account", Integer, nullable=False),  # 0: whoever signs in
    Column("body", Text, nullable=False),
    Column("until", Wide, nullable=False),
    operational=True,
    since="0007",
)
"""What was asked of an authenticator; each is used once."""

attempt = define_table(
    "attempt",
    Column("bucket", Text, primary_key=True),
    Column("since", Wide, nullable=False),
    Column("failed", Integer, nullable=False),
    operational=True,
    since="0007",
)
"""Failed attempts to sign in, by account and by network."""

credential_use = define_table(
    "credential_use",
    Column("credential", Integer, primary_key=True, autoincrement=False),
    Column("at", Wide, nullable=False),
    Column("count", Wide, nullable=False),  # the counter of a passkey, the step of a code
    operational=True,
    since="0007",
)
