"""The people desk: add, find, change, merge and unmerge players; arbiters and federations; imports of each.

A player must not get a second number: one who looks like a registered player is added only when the officer has seen
all candidates, which are searched again in the transaction that adds. Facts that decide ratings (birth date, merges)
need a reason. Objections to a merge must be overruled by name. Candidates never show a birth date.
"""

from __future__ import annotations

from dataclasses import field, replace

from arpad.days import Day
from arpad.explain.list_reasons import LeftOff
from arpad.finding import Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.acts import Permission, Subject, act, check_seen
from arpad.office.book.official_players import players_without_game
from arpad.office.cases.claims import claims_of_player
from arpad.office.cases.proposals import refuse_merge_of_two_rated, refuse_unmerge_after_publication
from arpad.office.desk import Desk
from arpad.office.official_lists import OfficialPerson, official_people, search_official
from arpad.office.publishing.players_left_off import newest_lists_without_player
from arpad.office.registry import duplicates, fact_changes, player_merges
from arpad.office.registry.csv_rows import parse_day
from arpad.office.registry.federation_officials import State, federation_names
from arpad.office.registry.import_files import (
    EntriesImported,
    FileFindings,
    Held,
    InputFile,
    InputFiles,
    PlayerFiles,
    PlayersImported,
    RowNumber,
    import_arbiters,
    import_federations,
    import_players,
)
from arpad.office.registry.listing_decisions import LISTING_KINDS, ListingDecision, ListingEntered, decide_listing
from arpad.office.registry.names import to_latin_letters
from arpad.office.registry.official_entry import (
    Arbiter,
    ArbiterQuery,
    Federation,
    FederationQuery,
    Licence,
    NewArbiter,
    NewFederation,
    NewOfficer,
    Officer,
    add_arbiter,
    add_federation,
    list_arbiters,
    list_federations,
    name_rating_officer,
)
from arpad.office.registry.person import (
    MEMBERSHIPS,
    PERSON_FIELDS,
    Person,
    person_faults,
    refuse_first_fault,
    unknown_federation_faults,
)
from arpad.office.registry.player_facts import facts_of_players, keys_of_numbers, register_players, require_player_key
from arpad.office.registry.player_files import RegistryExport, add_numbers_to_csv, write_registry_csv
from arpad.office.registry.player_merges import Objection
from arpad.office.registry.player_numbers import office_number
from arpad.office.registry.player_views import (
    Candidate,
    CurrentRating,
    FactChange,
    Merged,
    Merges,
    PastChange,
    Player,
    Story,
    fact_text,
    full_player_record,
    players_with_keys,
)
from arpad.office.registry.search import players_of_name, search_players
from arpad.office.rolls import newest_rows_of_player
from arpad.office.versions import players_version

__all__ = [
    "LISTING_KINDS",
    "MEMBERSHIPS",
    "AddedPlayer",
    "Arbiter",
    "ArbiterQuery",
    "Candidate",
    "CurrentRating",
    "EntriesImported",
    "FactChange",
    "Federation",
    "FederationQuery",
    "FileFindings",
    "Held",
    "InputFile",
    "InputFiles",
    "LeftOff",
    "Licence",
    "ListingDecision",
    "ListingEntered",
    "MergePreview",
    "MergeRequest",
    "MergeResult",
    "Merged",
    "MergedFact",
    "Merges",
    "NewArbiter",
    "NewFederation",
    "NewOfficer",
    "NewPlayer",
    "Objection",
    "Officer",
    "OfficialPerson",
    "PastChange",
    "Person",
    "Player",
    "PlayerChange",
    "PlayerComparison",
    "PlayerFacts",
    "PlayerFiles",
    "PlayerQuery",
    "PlayerSearch",
    "PlayersImported",
    "RegistryExport",
    "RowNumber",
    "State",
    "Story",
    "UnmergeRequest",
    "add_arbiter",
    "add_federation",
    "add_numbers_to_file",
    "add_player",
    "change_player",
    "compare_players",
    "decide_listing",
    "find_players",
    "import_arbiters",
    "import_federations",
    "import_players",
    "list_arbiters",
    "list_federations",
    "merge_players",
    "name_rating_officer",
    "parse_day",
    "players_named",
    "preview_merge",
    "require_mergeable",
    "show_player",
    "to_latin_letters",
    "unmerge_player",
    "write_registry_csv",
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
class AddedPlayer:
    """The added player, or None where a similar player has not been seen by the officer; and the similar players."""

    entered: Player | None
    candidates: tuple[Candidate, ...]


@act("add-player", about=Subject.PLAYER, permission=Permission.PEOPLE)
def add_player(desk: Desk, request: NewPlayer) -> AddedPlayer:
    """Add a player with a new number. If a similar player is not in `seen`, nobody is added and the candidates are
    returned. Refuses invalid facts, an unknown federation, and a FIDE number that is taken."""
    person = request.person
    refuse_first_fault(person_faults(person))
    with desk.writing("player-add", person.name, request.why) as writing:
        refuse_first_fault(unknown_federation_faults(person, federation_names(writing.connection)))
        alike = tuple(map(Candidate.of, duplicates.similar_registered_players(writing.connection, person)))
        if any(candidate.id not in request.seen for candidate in alike):
            return AddedPlayer(None, alike)
        key = int(register_players(writing, [person], request.since)[0])
    return AddedPlayer(Player.of(key, person), alike)


def add_numbers_to_file(file: InputFile, imported: PlayersImported) -> bytes:
    """Return the content of an imported CSV file with the office's numbers in the column `id`. The file itself is not
    changed."""
    with file.open() as stream:
        data = stream.read()
    return add_numbers_to_csv(data, {row.line: row.id for row in imported.numbers if row.file == file.name})


# --- finding ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayerSearch:
    """A search for players: a number, a part of a name, misspelt or in other letters; and how many at most."""

    text: str
    most: int = 20


def find_players(desk: Desk, request: PlayerSearch) -> tuple[Player, ...]:
    """Return the players who fit a search, the likeliest first, at most `most`; empty if there are none."""
    with desk.reading() as connection:
        return players_with_keys(connection, search_players(connection, request.text, request.most))


def find_official_people(desk: Desk, request: PlayerSearch) -> tuple[OfficialPerson, ...]:
    """Return the people of official lists who fit a search and are not registered here, the likeliest first."""
    with desk.reading() as connection:
        people = search_official(connection, request.text, request.most)
        keys = keys_of_numbers(connection, [person.number for person in people]).tolist()
    return tuple(person for person, key in zip(people, keys, strict=True) if key < 0)


@dataclass(frozen=True)
class FoundPeople:
    """Who fits a search: players who are registered, and people of official lists who are not."""

    players: tuple[Player, ...]
    official: tuple[OfficialPerson, ...]
    no_game_yet: tuple[int, ...] = ()  # the numbers of players whom an admission registered that was undone


def find_people(desk: Desk, request: PlayerSearch) -> FoundPeople:
    """Return the players and the people of official lists who fit a search, each the likeliest first."""
    players = find_players(desk, request)
    with desk.reading() as connection:
        keys = keys_of_numbers(connection, [player.id for player in players]).tolist()
        waiting = players_without_game(connection, keys)
    numbers = tuple(player.id for player, key in zip(players, keys, strict=True) if key in waiting)
    return FoundPeople(players, find_official_people(desk, request), numbers)


def players_named(desk: Desk, request: PlayerSearch) -> tuple[Player, ...]:
    """Return the players whom a name may mean, at most `most`: with just this name, else with all its words, else with
    a similar one."""
    with desk.reading() as connection:
        return players_with_keys(connection, players_of_name(connection, request.text, request.most))


@dataclass(frozen=True)
class PlayerQuery:
    """Which player is shown: as of a day, or as known at a log entry."""

    number: int
    as_of: Day = NO_DAY
    known_at: int | None = None


def show_player(desk: Desk, request: PlayerQuery) -> Story:
    """Return all facts, history and merges of a player, as of a day or as known at a log entry. Without both, also
    ratings, the newest lists without the player, and claims. An unknown number, or a player not registered then, is
    refused."""
    with desk.reading() as connection:
        key = require_player_key(connection, request.number)
        story = full_player_record(connection, key, request.as_of, request.known_at)
        if story is None:
            raise UserError("not-registered-then", number=request.number, entry=request.known_at)
        asks_now = not request.as_of and request.known_at is None
        if not asks_now:
            return story
        number = story.fide_id or 0
        listed = official_people(connection, [number]).get(number)
        return replace(
            story,
            left_off=tuple(newest_lists_without_player(connection, key)),
            claims=claims_of_player(connection, key),
            ratings=tuple(CurrentRating.of(*at, row) for at, row in newest_rows_of_player(connection, key).items()),
            listed_titles=_titles_on_official_lists(listed),
            no_game_yet=bool(players_without_game(connection, [key])),
        )


def _titles_on_official_lists(listed: OfficialPerson | None) -> tuple[str, ...]:
    """Return all titles of somebody on official lists: open, women's, other and arena titles."""
    if listed is None:
        return ()
    titles = (listed.title, listed.women_title, *listed.other_titles.split(","), listed.arena_title)
    return tuple(dict.fromkeys(title for title in titles if title))


# --- changing -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayerFacts:
    """New facts of a player; None leaves a fact unchanged, an empty value deletes it."""

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
class PlayerChange:
    """A request to change facts of a player from a day on. A new birth date must be confirmed."""

    number: int
    facts: PlayerFacts = field(default_factory=PlayerFacts)
    since: Day = NO_DAY
    why: str = ""
    confirmed: bool = False


@act("change-player", about=Subject.PLAYER, permission=Permission.PEOPLE)
def change_player(desk: Desk, request: PlayerChange) -> tuple[FactChange, ...]:
    """Change facts of a player from a day on; return the changes that were stored. Earlier values stay in the history;
    a value that already holds is not stored. Refuses a request without facts, and a new birth date that is not
    confirmed or has no reason. The log never has the date."""
    values = {name: value for name in PERSON_FIELDS if (value := getattr(request.facts, name)) is not None}
    if not values:
        raise UserError("no-facts", Remedy.to("say-what-changes"))
    if "born" in values and not request.confirmed:
        raise UserError("unconfirmed-birth", Remedy.to("confirm-birth"))
    detail = fact_changes.hide_birth_date(values)
    with desk.writing("player-change", str(request.number), request.why, detail) as writing:
        rows = fact_changes.change_player_facts(
            writing, require_player_key(writing.connection, request.number), values, request.since
        )
    texts = ((row, fact_text(row.field, row.old), fact_text(row.field, row.new)) for row in rows)
    return tuple(FactChange(row.field, old, new, Day(row.since)) for row, old, new in texts)


# --- merging ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MergeRequest:
    """A request to merge two players, with the reason and the objections that the officer overrules."""

    kept: int
    gone: int
    why: str = ""
    despite: frozenset[Objection] = frozenset()


@dataclass(frozen=True)
class PlayerComparison:
    """Two players who may be one person: the objections, and whether they look alike."""

    kept: Player
    gone: Player
    objections: tuple[Objection, ...]
    alike: bool
    version: str  # of both players, for a merge that says what was displayed

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The objections as problems."""
        return tuple(objection.problem for objection in self.objections)


@dataclass(frozen=True)
class UnmergeRequest:
    """A request to undo the merge of a player, with the reason."""

    gone: int
    why: str = ""


@dataclass(frozen=True)
class MergeResult:
    """The result of a merge, or of undoing one."""

    kept: int
    gone: int
    merged: bool
    kept_name: str
    gone_name: str
    moved_fide_id: int | None  # the FIDE number that went from one to the other
    fide_ids: tuple[int, ...]  # all FIDE numbers of the two


def compare_players(desk: Desk, kept: int, gone: int) -> PlayerComparison:
    """Compare two players before a merge: return both, the objections, and whether they look alike. Refuses unknown
    numbers, the same player twice, and a player who was merged away. Nothing is stored."""
    with desk.reading() as connection:
        keys = require_player_key(connection, kept), require_player_key(connection, gone)
        player_merges.refuse_circular_merge(connection, *keys)
        people = facts_of_players(connection, keys)
        objections = player_merges.merge_objections(connection, *keys)
        version = players_version(connection, keys)
    first, second = (people[key] for key in keys)
    alike = not objections and not duplicates.are_different_persons(first, second)
    return PlayerComparison(Player.of(keys[0], first), Player.of(keys[1], second), objections, alike, version)


@dataclass(frozen=True)
class MergedFact:
    """A fact of one of two players that a merge changes; empty: none."""

    player: int
    name: str
    field: str
    old: str
    new: str


@dataclass(frozen=True)
class MergePreview:
    """What a merge of two players would change, and why it is refused; None: it is not."""

    pair: PlayerComparison
    facts: tuple[MergedFact, ...]
    ratings: tuple[CurrentRating, ...]  # of the merged player, on the newest lists: they count for the kept one
    refused: Problem | None


def preview_merge(desk: Desk, kept: int, gone: int) -> MergePreview:
    """Compare two players, and return every row that a merge would change. Nothing is stored. Refuses what
    `compare_players` refuses."""
    pair = compare_players(desk, kept, gone)
    facts: tuple[MergedFact, ...] = ()
    if pair.gone.fide_id and not pair.kept.fide_id:
        number = str(pair.gone.fide_id)
        facts = (
            MergedFact(pair.gone.id, pair.gone.name, "fide_id", number, ""),
            MergedFact(pair.kept.id, pair.kept.name, "fide_id", "", number),
        )
    refused = None
    with desk.reading() as connection:
        keys = require_player_key(connection, kept), require_player_key(connection, gone)
        ratings = tuple(CurrentRating.of(*at, row) for at, row in newest_rows_of_player(connection, keys[1]).items())
        try:
            refuse_merge_of_two_rated(connection, *keys)
        except UserError as problem:
            refused = problem
    return MergePreview(pair, facts, ratings, refused)


def require_mergeable(desk: Desk, request: MergeRequest) -> None:
    """Refuse what `merge_players` would refuse, before the officer is asked to confirm. Nothing is stored."""
    with desk.reading() as connection:
        keys = require_player_key(connection, request.kept), require_player_key(connection, request.gone)
        refuse_merge_of_two_rated(connection, *keys)
        player_merges.refuse_doubtful_merge(connection, *keys, request.why, request.despite)


@act("merge-players", about=Subject.PLAYER, permission=Permission.PEOPLE, requires_seen=True, inverse="unmerge-player")
def merge_players(desk: Desk, request: MergeRequest) -> MergeResult:
    """Merge two players: results of `gone` count for `kept`. Their facts stay, only a FIDE number may move;
    `unmerge_player` undoes it. Refused without a reason, with an objection that is not set aside, or if both have
    published ratings (this needs a case)."""
    with desk.writing("player-merge", f"{request.kept} {request.gone}", request.why) as writing:
        keys = (
            require_player_key(writing.connection, request.kept),
            require_player_key(writing.connection, request.gone),
        )
        check_seen(desk, lambda: players_version(writing.connection, keys))
        refuse_merge_of_two_rated(writing.connection, *keys)
        moved = player_merges.merge_players(writing, *keys, request.despite)
        people = facts_of_players(writing.connection, keys)
    return _merge_result(keys, people, moved, merged=True)


@act("unmerge-player", about=Subject.PLAYER, permission=Permission.PEOPLE, inverse="merge-players")
def unmerge_player(desk: Desk, request: UnmergeRequest) -> MergeResult:
    """Undo the merge of a player, by their own number or the FIDE number that the merge moved. Refused without a
    reason, or once a list was published with the merge (this needs a case)."""
    with desk.writing("player-unmerge", str(request.gone), request.why) as writing:
        connection = writing.connection
        brought = player_merges.first_owners_of_moved_numbers(connection)
        gone = brought[request.gone] if request.gone in brought else require_player_key(connection, request.gone)
        refuse_unmerge_after_publication(connection, gone)
        kept, moved = player_merges.unmerge_player(writing, gone)
        people = facts_of_players(connection, [kept, gone])
    return _merge_result((kept, gone), people, moved, merged=False)


def _merge_result(keys: tuple[int, int], people: dict[int, Person], moved: int, merged: bool) -> MergeResult:
    """Build the result of a merge, or of undoing one, from the keys of the kept and the merged player."""
    kept, gone = keys
    numbers = tuple(people[key].fide_id for key in keys if people[key].fide_id)
    return MergeResult(
        office_number(kept), office_number(gone), merged, people[kept].name, people[gone].name, moved or None, numbers
    )
