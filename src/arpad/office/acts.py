"""Acts: the changes that a user makes to an office. Each is declared once, beside the function that performs it.

    @act("refuse-registration", about=Subject.EVENT, permission=Permission.DECIDE, inverse="restore-registration")
    def refuse_registration(desk, request): ...

A call of such a function performs the act: `perform` fixes the day and the instant, checks the permission and the
displayed version, and lets the function write one entry of the log with its request and its effects. A function that
performs one act for each of many things is declared with `each=True` and calls `perform_item` for each.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field, replace
from functools import cache, cached_property, wraps
from importlib import import_module
from importlib.resources import files
from inspect import unwrap
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    ParamSpec,
    Protocol,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
    get_type_hints,
)

from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.law_set import LawSet, current_law
from arpad.office.access.approval import ActToHold, Approval, SecondPersonNeeded, store_held_act
from arpad.office.access.authority import require_permission
from arpad.office.access.permissions import Permission as Permission
from arpad.office.access.permissions import Subject as Subject
from arpad.office.clock import FixedClock
from arpad.office.store.journal import JournalRequest, find_idempotent
from arpad.office.wire import Encoded

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from arpad.office.desk import Desk

Request = TypeVar("Request", contravariant=True)
Result = TypeVar("Result", covariant=True)
More = ParamSpec("More")


@dataclass(frozen=True)
class Act:
    """The declaration of an act."""

    name: str  # in the journal; it never changes
    about: Subject
    permission: Permission
    function: Callable[..., Any] = field(compare=False, repr=False)  # performs it for a desk and a request
    requires_seen: bool = False  # the caller must say which version was displayed
    second_person: bool = False  # may need the approval of a second person
    job: bool = False  # may take long, and may run in the background
    inverse: str = ""  # the act that undoes it; empty: nothing does
    note: bool = False  # it tells what happened outside the office, and is never performed again
    writes: tuple[str, ...] = ()  # the tables in which a note may have rows

    @cached_property
    def request(self) -> Any:
        """The type of its request: that of the second parameter of its function."""
        original = unwrap(self.function)
        return get_type_hints(original, localns={"Desk": Any})[original.__code__.co_varnames[1]]


ACTS: dict[str, Act] = {}
CHANNELS_THAT_STATE = ("browser", "token")  # by which a decision must say what was displayed
MODULES = (
    "accounts",
    "care",
    "claims",
    "events",
    "lists",
    "people",
    "periods",
    "proofs",
    "reports",
    "revisions",
    "rulebooks",
)


@cache
def all_acts() -> dict[str, Act]:
    """Return every declared act by its name."""
    for module in MODULES:
        import_module(f"arpad.office.{module}")
    return dict(sorted(ACTS.items()))


@dataclass
class Call:
    """One call of a user: all its acts share the number of its first entry."""

    first: int = 0
    acts: int = 0  # that were begun


@dataclass
class Performance:
    """An act that is being performed. `entry` is its log entry, 0 while it has none."""

    act: Act
    request: Any
    call: Call
    actor: str = ""
    channel: str = ""
    seen: str = ""
    idempotency: str = ""
    approval: Approval | None = None  # of a second person
    entry: int = 0

    def refuse_repetition(self, connection: Connection) -> None:
        """Refuse an act whose key of idempotency the journal has already. Does nothing without such a key.

        A call numbers its acts, so that one key serves all acts of a loop."""
        if not self.idempotency:
            return
        self.call.acts += 1
        self.idempotency = f"{self.idempotency}/{self.call.acts}"
        row = find_idempotent(connection, self.idempotency)
        if row is not None:
            same = (row.act, row.request) == (self.act.name, request_text(Encoded(self.request, self.act.request)))
            raise UserError("done-already" if same else "key-of-another-request", entry=row.log, key=self.idempotency)

    def journal_request(self, entry: int) -> tuple[JournalRequest, dict[str, bytes]]:
        """Return what the journal stores of this act beside entry `entry`, and the bytes that it refers to."""
        if self.entry:
            raise RuntimeError(f"{self.act.name}: an act has one entry")
        self.entry, self.call.first = entry, self.call.first or entry
        encoded, (law, law_files) = Encoded(self.request, self.act.request), law_as_attachment(current_law())
        text = request_text(encoded)
        stored = JournalRequest(
            self.act.name, text, self.actor, self.channel, self.call.first, self.seen, self.idempotency, law,
            build_digest(), encoded.complete and not self.act.note,
        )  # fmt: skip
        return stored, {**encoded.attachments, law: law_files}


def request_text(encoded: Encoded) -> str:
    """Return a request as the journal stores it."""
    return json.dumps(encoded.json, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def law_as_attachment(law: LawSet) -> tuple[str, bytes]:
    """Return the SHA-256 of the files of a law as one attachment, and the attachment."""
    if law.digest not in _LAW_FILES:
        if len(_LAW_FILES) >= LAWS_IN_MEMORY:
            _LAW_FILES.clear()
        stored = {"own": sorted(law.own), "files": [[name, body.decode()] for name, body in law.files.items()]}
        body = json.dumps(stored, sort_keys=True).encode()
        _LAW_FILES[law.digest] = hashlib.sha256(body).hexdigest(), body
    return _LAW_FILES[law.digest]


LAWS_IN_MEMORY = 8
_LAW_FILES: dict[str, tuple[str, bytes]] = {}


def law_from_attachment(body: bytes) -> LawSet:
    """Return the law that `law_as_attachment` stored. Raises ValueError for other bytes."""
    stored = json.loads(body)
    return LawSet({name: text.encode() for name, text in stored["files"]}, frozenset(stored["own"]))


@cache
def build_digest() -> str:
    """Return a hash of the program: of all modules of the package, without the law."""
    whole = hashlib.sha256()

    def add(directory: Any, name: str) -> None:
        for entry in sorted(directory.iterdir(), key=lambda each: each.name):
            if entry.is_dir():
                add(entry, f"{name}/{entry.name}")
            elif entry.name.endswith(".py"):
                whole.update(f"{name}/{entry.name}\n".encode() + entry.read_bytes())

    add(files("arpad"), "")
    return whole.hexdigest()


class Performing(Protocol[Request, More, Result]):
    """A function that performs an act, with its declaration."""

    act: Act

    def __call__(self, desk: Desk, request: Request, /, *more: More.args, **named: More.kwargs) -> Result: ...


class Traits(TypedDict, total=False):
    """What else the declaration of an act says: see `Act`."""

    requires_seen: bool
    second_person: bool
    job: bool
    inverse: str
    note: bool
    writes: tuple[str, ...]


def act(
    name: str, *, about: Subject, permission: Permission, each: bool = False, **traits: Unpack[Traits]
) -> Callable[[Callable[Concatenate[Desk, Request, More], Result]], Performing[Request, More, Result]]:
    """Declare a function `(desk, request, ...)` as an act. A call of it performs the act.

    With `each` the function performs it for each of many things, by `perform_item` with requests of the same type."""

    def declare(
        function: Callable[Concatenate[Desk, Request, More], Result],
    ) -> Performing[Request, More, Result]:
        @wraps(function)
        def performing(desk: Desk, request: Request, /, *more: More.args, **named: More.kwargs) -> Result:
            if each:
                return function(desk, request, *more, **named)
            with perform_item(declared, desk, request) as inside:
                return function(inside, request, *more, **named)

        declared = Act(name, about, permission, performing, **traits)
        ACTS[name] = declared
        performing.act = declared  # type: ignore[attr-defined]
        return cast("Performing[Request, More, Result]", performing)

    return declare


@contextmanager
def perform_item(declared: Act, desk: Desk, request: Any, alone: bool = True) -> Iterator[Desk]:
    """Perform an act for one request: yield a desk with a fixed day and instant that writes its entry.

    Refused where the channel shows versions to its users and this act needs one that nobody stated, and where the
    account may do such a thing nowhere. An act that needs a second person is held."""
    if desk.identity is not None:
        require_permission(desk.identity, declared.permission)
    if declared.requires_seen and desk.channel in CHANNELS_THAT_STATE and not desk.seen:
        raise UserError("version-not-stated", Remedy.to("show-again"))
    approval = desk.approval if desk.approval is not None and desk.approval.act == declared.name else None
    performance = Performance(
        declared, request, desk.call, desk.actor, desk.channel, desk.seen, desk.idempotency, approval
    )
    try:
        yield replace(desk, clock=FixedClock.of(desk.clock), performance=performance)
    except SecondPersonNeeded as needed:
        if not alone:
            raise UserError("held-act/one-by-one", Remedy.to("decide-one-by-one"), act=declared.name) from None
        held = hold_act(desk, HeldRequest(declared.name, needed.subject, text_of_request(request, declared)))
        raise UserError("held-act/waits", Remedy.to("ask-second-person"), held=held, act=declared.name) from None


@dataclass(frozen=True)
class HeldRequest:
    """A request to hold an act until a second person approves it."""

    act: str
    subject: str
    request: str  # JSON, as the journal stores it


def text_of_request(request: Any, declared: Act) -> str:
    """Return a request as the journal stores it. An act whose request has files cannot wait."""
    encoded = Encoded(request, declared.request)
    if encoded.attachments or not encoded.complete:
        raise UserError("held-act/file", act=declared.name)
    return request_text(encoded)


def check_seen(desk: Desk, version: Callable[[], str]) -> None:
    """Refuse the act if the caller says that another version was displayed than the one that is there now."""
    if desk.seen and desk.seen != (now := version()):
        raise UserError("version-changed", Remedy.to("show-again"), seen=desk.seen, version=now)


@act("hold-act", about=Subject.OFFICE, permission=Permission.SELF)
def hold_act(desk: Desk, request: HeldRequest) -> int:
    """Store an act that waits for a second person, and return its number."""
    with desk.writing("hold act", request.subject, detail={"act": request.act}) as writing:
        act_to_hold = ActToHold(request.act, request.subject, request.request, desk.actor)
        return store_held_act(writing.connection, act_to_hold, writing.seq)
