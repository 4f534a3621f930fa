"""The people desk: add, find, change, merge and unmerge players; arbiters and federations; imports of each.

A player must not get a second number: one who looks like a registered player is added only when the officer has seen
all candidates, which are searched again in the transaction that adds. Facts that decide ratings (birth date, merges)
need a reason. Objections to a merge must be overruled by name. Candidates never show a birth date.
"""

from __future__ import annotations

from dataclasses import field, replace

from arpad.days import Day
from arpad.explain.unlisted import LeftOff
from arpad.finding import Misuse, Problem, Remedy
from arpad.frozen import dataclass
from arpad.office.desk import Desk
from arpad.office.publication.claims_kept import claims_of
from arpad.office.publication.unlisted import left_off
from arpad.office.registry import changes, duplicates, merging
from arpad.office.registry.csv_rows import read_day
from arpad.office.registry.federations import named
from arpad.office.registry.filing import (
    EntriesImported,
    File,
    FileFindings,
    Files,
    Held,
    PlayerFiles,
    PlayersImported,
    RowNumber,
    import_arbiters,
    import_federations,
    import_players,
)
from arpad.office.registry.identity import own_id
from arpad.office.registry.listing import KINDS as LISTING_KINDS
from arpad.office.registry.listing import ListingDecision, ListingEntered, decide_listing
from arpad.office.registry.merging import Objection
from arpad.office.registry.numbering import WholeRegistry, export_players, with_numbers
from arpad.office.registry.officials import (
    Arbiter,
    Federation,
    Licence,
    NewArbiter,
    NewFederation,
    NewOfficer,
    Officer,
    ShowArbiters,
    ShowFederations,
    add_arbiter,
    add_federation,
    arbiters,
    federations,
    name_officer,
)
from arpad.office.registry.person import FIELDS, MEMBERSHIPS, Person, faults, refuse, unknown_federation
from arpad.office.registry.players import enter, facts, key_with
from arpad.office.registry.search import search
from arpad.office.registry.spans import State
from arpad.office.registry.views import (
    Candidate,
    FactChange,
    Merged,
    Merges,
    PastChange,
    Player,
    Story,
    fact_text,
    players_of,
    story_of,
)
from arpad.office.revising.persons import must_be_unpublished, must_be_unused

__all__ = [
    "LISTING_KINDS", "MEMBERSHIPS", "Added", "Arbiter", "Candidate", "Comparison", "EntriesImported", "FactChange",
    "Facts", "Federation", "File", "FileFindings", "Files", "Held", "LeftOff", "Licence", "ListingDecision",
    "ListingEntered", "Merge", "MergeDone", "Merged", "Merges", "NewArbiter", "NewFacts", "NewFederation",
    "NewOfficer", "NewPlayer", "Objection", "Officer", "PastChange", "Person", "Player", "PlayerFiles",
    "PlayersImported", "RowNumber", "Search", "Show", "ShowArbiters", "ShowFederations", "State", "Story", "Unmerge",
    "WholeRegistry", "add", "add_arbiter", "add_federation", "arbiters", "change", "compare", "decide_listing",
    "export_players", "federations", "find", "import_arbiters", "import_federations", "import_players", "may_merge",
    "merge", "name_officer", "numbered", "read_day", "show", "unmerge",
]  # fmt: skip

NO_DAY = Day(0)


# --- entering -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewPlayer:
    """A request to add a player. `seen` are the numbers of similar players who are other persons."""

    person: Person
    since: Day = NO_DAY
    why: str = ""
    seen: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Added:
    """The added player, or None where a similar player has not been seen by the officer; and the similar players."""

    entered: Player | None
    candidates: tuple[Candidate, ...]


def add(desk: Desk, request: NewPlayer) -> Added:
    """Add a player with a new number, unless a similar player has not been seen by the officer."""
    person = request.person
    refuse(faults(person))
    with desk.writing("player-add", person.name, request.why) as writing:
        refuse(unknown_federation(person, named(writing.connection)))
        alike = tuple(map(Candidate.of, duplicates.candidates(writing.connection, person)))
        if any(candidate.id not in request.seen for candidate in alike):
            return Added(None, alike)
        key = int(enter(writing, [person], request.since)[0])
    return Added(Player.of(key, person), alike)


def numbered(file: File, imported: PlayersImported) -> bytes:
    """The bytes of an imported CSV file with a column of the players' numbers."""
    with file.open() as stream:
        data = stream.read()
    return with_numbers(data, {row.line: row.id for row in imported.numbers if row.file == file.name})


# --- finding ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Search:
    """A search for players: a number, a part of a name, misspelt or in other letters; and how many at most."""

    text: str
    most: int = 20


def find(desk: Desk, request: Search) -> tuple[Player, ...]:
    """The players who fit a search, the likeliest first."""
    with desk.reading() as connection:
        return players_of(connection, search(connection, request.text, request.most))


@dataclass(frozen=True)
class Show:
    """Which player is shown: as of a day, or as known at a log entry."""

    number: int
    as_of: Day = NO_DAY
    known_at: int | None = None


def show(desk: Desk, request: Show) -> Story:
    """A player with all changes of facts and merges."""
    with desk.reading() as connection:
        key = key_with(connection, request.number)
        story = story_of(connection, key, request.as_of, request.known_at)
        if story is None:
            raise Misuse("not-registered-then", number=request.number, entry=request.known_at)
        asks_now = not request.as_of and request.known_at is None
        if not asks_now:
            return story
        return replace(story, left_off=tuple(left_off(connection, key)), claims=claims_of(connection, key))


# --- changing -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Facts:
    """New facts of a player; None leaves a fact as it is, an empty value deletes it."""

    name: str | None = None
    fide_id: int | None = None
    former_names: tuple[str, ...] | None = None
    born: Day | None = None
    sex: str | None = None
    federation: str | None = None
    region: str | None = None
    title: str | None = None
    national_title: str | None = None
    member: int | None = None
    died: Day | None = None
    latin_name: str | None = None


@dataclass(frozen=True)
class NewFacts:
    """A request to change facts of a player from a day on. A new birth date must be confirmed."""

    number: int
    facts: Facts = field(default_factory=Facts)
    since: Day = NO_DAY
    why: str = ""
    confirmed: bool = False


def change(desk: Desk, request: NewFacts) -> tuple[FactChange, ...]:
    """Change facts of a player; the changes that were made. Former values stay stored."""
    values = {name: value for name in FIELDS if (value := getattr(request.facts, name)) is not None}
    if not values:
        raise Misuse("no-facts", Remedy.to("say-what-changes"))
    if "born" in values and not request.confirmed:
        raise Misuse("unconfirmed-birth", Remedy.to("confirm-birth"))
    detail = changes.without_birth(values)
    with desk.writing("player-change", str(request.number), request.why, detail) as writing:
        rows = changes.change(writing, key_with(writing.connection, request.number), values, request.since)
    texts = ((row, fact_text(row.field, row.old), fact_text(row.field, row.new)) for row in rows)
    return tuple(FactChange(row.field, old, new, Day(row.since)) for row, old, new in texts)


# --- merging ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Merge:
    """A request to merge two players, with the reason and the objections that the officer overrules."""

    kept: int
    gone: int
    why: str = ""
    despite: frozenset[Objection] = frozenset()


@dataclass(frozen=True)
class Comparison:
    """Two players who may be one person: the objections, and whether they look alike."""

    kept: Player
    gone: Player
    objections: tuple[Objection, ...]
    alike: bool

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The objections as problems."""
        return tuple(objection.problem for objection in self.objections)


@dataclass(frozen=True)
class Unmerge:
    """A request to undo the merge of a player, with the reason."""

    gone: int
    why: str = ""


@dataclass(frozen=True)
class MergeDone:
    """The result of a merge, or of undoing one."""

    kept: int
    gone: int
    merged: bool
    kept_name: str
    gone_name: str
    moved_fide_id: int | None  # the FIDE number that went from one to the other
    fide_ids: tuple[int, ...]  # all FIDE numbers of the two


def compare(desk: Desk, kept: int, gone: int) -> Comparison:
    """Compare two players before a merge; a merge that would make a circle is refused."""
    with desk.reading() as connection:
        keys = key_with(connection, kept), key_with(connection, gone)
        merging.may_join(connection, *keys)
        people = facts(connection, keys)
        objections = merging.objections(connection, *keys)
    first, second = (people[key] for key in keys)
    alike = not objections and not duplicates.differ(first, second)
    return Comparison(Player.of(keys[0], first), Player.of(keys[1], second), objections, alike)


def may_merge(desk: Desk, request: Merge) -> None:
    """Refuse what `merge` would refuse, before the officer is asked to confirm it."""
    with desk.reading() as connection:
        keys = key_with(connection, request.kept), key_with(connection, request.gone)
        must_be_unpublished(connection, *keys)
        merging.check_merge(connection, *keys, request.why, request.despite)


def merge(desk: Desk, request: Merge) -> MergeDone:
    """Merge two players; `unmerge` undoes it. Two players with published ratings need a case (`office.revisions`)."""
    with desk.writing("player-merge", f"{request.kept} {request.gone}", request.why) as writing:
        keys = key_with(writing.connection, request.kept), key_with(writing.connection, request.gone)
        must_be_unpublished(writing.connection, *keys)
        moved = merging.join(writing, *keys, request.despite)
        people = facts(writing.connection, keys)
    return _done(keys, people, moved, merged=True)


def unmerge(desk: Desk, request: Unmerge) -> MergeDone:
    """Undo a merge. Once a list was published with it, that needs a case (`office.revisions`)."""
    with desk.writing("player-unmerge", str(request.gone), request.why) as writing:
        connection = writing.connection
        brought = merging.brought(connection)
        gone = brought[request.gone] if request.gone in brought else key_with(connection, request.gone)
        must_be_unused(connection, gone)
        kept, moved = merging.part(writing, gone)
        people = facts(connection, [kept, gone])
    return _done((kept, gone), people, moved, merged=False)


def _done(keys: tuple[int, int], people: dict[int, Person], moved: int, merged: bool) -> MergeDone:
    """The result of a merge, or of undoing one, for two keys."""
    kept, gone = keys
    numbers = tuple(people[key].fide_id for key in keys if people[key].fide_id)
    return MergeDone(own_id(kept), own_id(gone), merged, people[kept].name, people[gone].name, moved or None, numbers)
