"""Every verb that writes, each on an office in which it has something to do; and what must hold after a fault in it.

Whatever happened, an office is as it was or as the verb leaves it, its chain and its health are good, no half file has
the name of a whole one, and the verb can be typed again.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from by_hand import register_facts
from databases import copy_of, new_database
from events_made import Scene
from frozen import office_of
from office_made import NUMBERS, at, registered, reported, write
from offices_made import everything
from parts_made import Event, opened, part
from publication_made import DUE, NEXT, SERIES, address_of, admit_one, an_open, before_list
from published_before import OFFICES

from arpad.finding import UserError
from arpad.history import verify
from arpad.history.bundle import Library
from arpad.intake.sidecar import facts_of
from arpad.office import care, periods, proofs, revisions
from arpad.office.desk import open_desk
from arpad.office.store.engine import connect_store
from arpad.office.store.migrate import newest_schema
from arpad.office.upkeep.archive_read import open_archive as opened_backup

LATER = date(2025, 12, 28)
THEN, THAT_DAY = date(2010, 3, 1), date(2010, 3, 20)
GOOD = (care.State.OK, care.State.ADVICE)
AROUND = {"durable-server", "modes"}
Counts = dict[str, int]
Words = list[str]


@dataclass(frozen=True)
class Verb:
    """How a verb is typed in a directory of its own, and on which office."""

    words: Callable[[str, Path], Words]
    office: Callable[[str, Path], str]
    day: date | None = LATER
    founds: bool = False  # it makes an office; until then there is none
    good: Callable[[Path], bool] = lambda _: True  # whether files that have the name of whole ones are whole
    threads: bool = False  # of a library, which write to one another: an error there is none of a disk
    also: tuple[Counts, ...] = ()  # rows that it may add where it is broken off, and that are whole by themselves


# --- offices ------------------------------------------------------------------------------------------------------


@cache
def due(kind: str) -> str:
    """A list is due, and previewed."""
    desk = open_desk(connect_store(copy_of(before_list(kind), Path(mkdtemp()))), "A. Officer", DUE)
    periods.preview_list(desk, periods.ListChoice())
    desk.store.close()
    return address_of(desk)


@cache
def later(kind: str) -> str:
    """A list is published; an event is registered, one is sent, one is admitted, and a case was looked at."""
    desk = open_desk(connect_store(copy_of(due(kind), Path(mkdtemp()))), "A. Officer", DUE)
    periods.publish_list(desk, periods.PublishRequest(confirmed=True, empty=True))
    revisions.propose_case(desk, revisions.EventAnnulment("open-2", "never played"))
    revisions.preview_case(desk, revisions.CaseCode("REV-1"))
    registered(desk, event("waits", date(2025, 12, 4)))
    desk = reported(desk, event("sent", date(2025, 12, 10)))
    desk = admit_one(desk, event("admitted", date(2025, 12, 16)))
    desk = at(desk, LATER)
    desk.store.close()
    return address_of(desk)


def event(code: str, start: date) -> Scene:
    return an_open(code, start=start, rounds=2)


@cache
def long_ago(kind: str) -> str:
    """Under the law that knows stages (2009 6.2): groups and a final are registered, and of a league a part came."""
    league, groups, final = (_drawn(code, first) for code, first in (("league", 3), ("groups", 8), ("final", 12)))
    desk = opened(kind, Path(mkdtemp()), league, THEN)
    for each in (groups, final):
        register_facts(desk, facts_of(each.registration(), "test"))
    desk, outcome = part(desk, league, 1, 1, 2)
    assert outcome.status == "admitted", outcome
    desk.store.close()
    return address_of(desk)


def _drawn(code: str, first: int) -> Event:
    """Three rounds of four players, a round a day; all games are drawn."""
    rounds = [[(1, 2, "="), (3, 4, "=")], [(1, 3, "="), (2, 4, "=")], [(1, 4, "="), (2, 3, "=")]]
    days = [date(2010, 3, first) + timedelta(days=turn) for turn in range(len(rounds))]
    return Event("fide-standard-2009", (1700, 1720, 1740, 1760), rounds, days, "round-robin", code=code)


def older(kind: str, directory: Path) -> str:
    schema = [each for each in OFFICES if each != newest_schema()][-1]
    return office_of(kind, directory, schema, OFFICES[schema])


@cache
def kept(kind: str) -> Path:
    """A backup."""
    file = Path(mkdtemp()) / "office.zip"
    desk = open_desk(connect_store(copy_of(later(kind), file.parent)), "keeper", LATER)
    care.back_up_office(desk, file)
    desk.store.close()
    return file


def copy_of_due(kind: str, directory: Path) -> str:
    return copy_of(due(kind), directory)


def copy_of_later(kind: str, directory: Path) -> str:
    return copy_of(later(kind), directory)


def copy_of_long_ago(kind: str, directory: Path) -> str:
    return copy_of(long_ago(kind), directory)


# --- verbs --------------------------------------------------------------------------------------------------------


def _sent(name: str, start: date) -> Callable[[str, Path], Words]:
    def words(_: str, place: Path) -> Words:
        report = write(place, name, event(name, start))
        if name == "new":
            return ["event", "register", str(report.with_suffix(".event.toml"))]
        return ["report", "submit", str(report)]

    return words


def _players(_: str, place: Path) -> Words:
    rows = [f"{77000 + n},Invented{n} Zoe,F,POL,19{70 + n}-02-03" for n in range(9)]
    (place / "new.csv").write_text("fide_id,name,sex,federation,born\n" + "\n".join(rows) + "\n")
    return ["player", "import", str(place / "new.csv")]


def _exports(_: str, place: Path) -> Words:
    (place / "out").mkdir(exist_ok=True)
    return ["list", "export", "txt", "xml", "csv", "json", "html", "--to", str(place / "out")]


def _whole_backup(place: Path) -> bool:
    file = place / "office.zip"
    if file.exists():
        with opened_backup(file) as archive:
            archive.verify()
    return True


def _whole_bundle(place: Path) -> bool:
    directory = place / "lists"
    return not directory.exists() or verify.verify_bundle(Library(directory)).good


def _whole_history(place: Path) -> bool:
    """A history that is there has every file as its table of contents says."""
    library = Library(place / "history")
    return not library.directory.exists() or all(library.sound(file) for file in library.contents.files)


def _whole_exports(place: Path) -> bool:
    """A file that is there is one that the same export would write: no shorter one."""
    files = [each for each in place.glob("out/*") if not each.name.startswith(".")]
    return all(each.stat().st_size > 500 for each in files)


AN_ENTRY = {"log": 1, "link": 1}  # which tells of a bundle, whose checkpoint did not come
LOST_AGAIN = {"log": 2, "link": 2}  # an entry tells of a backup, the next one that it is lost
NO_DAY = ("list export", "backup", "history export")
DESPITE = ("--why", "one", "--yes", "--even-if-different")
VERBS: dict[str, Verb] = {
    "init": Verb(lambda *_: ["init", "--home", "POL"], new_database, None, founds=True),
    "rehearse": Verb(lambda *_: ["rehearse", later("sqlite")], new_database, None, founds=True),
    "restore": Verb(lambda kind, _: ["restore", str(kept(kind))], new_database, None, founds=True),
    "upgrade": Verb(lambda *_: ["upgrade"], older, None),
    "player import": Verb(_players, copy_of_later),
    "player merge": Verb(
        lambda *_: ["player", "merge", *map(str, (NUMBERS[33], NUMBERS[36])), *DESPITE],
        copy_of_later,
    ),
    "event register": Verb(_sent("new", date(2026, 1, 10)), copy_of_later),
    "event end": Verb(lambda *_: ["event", "end", "league", "--why", "broken off"], copy_of_long_ago, THAT_DAY),
    "event join": Verb(
        lambda *_: ["event", "join", "groups", "final", "--why", "its regulations"], copy_of_long_ago, THAT_DAY
    ),
    "report submit": Verb(_sent("waits", date(2025, 12, 4)), copy_of_later),
    "report admit": Verb(lambda *_: ["report", "admit", "sent"], copy_of_later),
    "period preview": Verb(lambda *_: ["period", "preview"], copy_of_due, DUE),
    "period publish": Verb(lambda *_: ["period", "publish", "--yes"], copy_of_due, DUE),
    "revision approve": Verb(lambda *_: ["revision", "approve", "REV-1", "--yes"], copy_of_later),
    "list export": Verb(_exports, copy_of_later, good=_whole_exports),
    "backup": Verb(
        lambda _, place: ["backup", str(place / "office.zip")], copy_of_later, good=_whole_backup, also=(LOST_AGAIN,)
    ),
    "checkpoint": Verb(lambda *_: ["checkpoint"], copy_of_later),
    "bundle": Verb(
        lambda _, place: ["bundle", str(place / "lists")], copy_of_later, good=_whole_bundle, also=(AN_ENTRY,)
    ),
    "history export": Verb(
        lambda _, place: ["history", "export", str(place / "history")], copy_of_later, good=_whole_history, threads=True
    ),
    "verify": Verb(lambda *_: ["verify"], copy_of_later),
}  # fmt: skip


def command(name: str, kind: str, address: str, place: Path) -> Words:
    """A verb as it is typed."""
    verb = VERBS[name]
    day = ["--now", str(verb.day)] if verb.day and name not in NO_DAY else []
    return [*verb.words(kind, place), "--db", address, *day]


# --- what must hold -----------------------------------------------------------------------------------------------


def counts(address: str) -> Counts | None:
    """How many rows every table has; None where there is no office yet."""
    try:
        store = connect_store(address)
    except UserError:
        return None
    try:
        return {table: len(rows) for table, rows in everything(store).items()} or None
    except Exception:
        return None
    finally:
        store.close()


def ill(address: str, day: date | None) -> list[str]:
    """What is wrong with an office that is there."""
    checks = care.examine_office(care.DoctorRequest(address, day)).checks
    found = [f"{each.check}: {problem}" for each in checks if each.state not in GOOD and each.check not in AROUND
             for problem in (each.found or ("?",))]  # fmt: skip
    desk = open_desk(connect_store(address), "verifier", day)
    try:
        found += map(str, proofs.verify_office(desk, proofs.VerifyRequest()).found)
    finally:
        desk.store.close()
    return found


@dataclass(frozen=True)
class Expected:
    """What an undisturbed run of a verb leaves."""

    before: Counts | None
    after: Counts
    also: tuple[Counts, ...] = ()

    @classmethod
    def of(cls, before: Counts | None, after: Counts | None, also: tuple[Counts, ...] = ()) -> Expected:
        assert after is not None
        known = before or {}
        return cls(before, after, tuple({name: n + more.get(name, 0) for name, n in known.items()} for more in also))

    def wrong(self, there: Counts | None) -> str:
        """Why what is there is neither what was nor what should be; nothing where it is one of them."""
        if there in (self.before, self.after, *self.also):
            return ""
        known = self.before or {}
        return f"half: { ({name: n for name, n in (there or {}).items() if n != known.get(name)}) }"

    def wrong_again(self, there: Counts | None, stood: Counts | None) -> str:
        """Why the office after the verb was typed again is none that it may leave."""
        added = {name: n - (self.before or {}).get(name, 0) for name, n in self.after.items()}
        more = None if stood is None else {name: n + added[name] for name, n in stood.items()}
        return "" if there in (self.after, more) else "typed again it ends elsewhere"


def removed(place: Path) -> None:
    """What a verb wrote beside the office is put away, so that it can write it again."""
    for name in ("office.zip", "lists", "out"):
        file = place / name
        if file.is_dir():
            shutil.rmtree(file)
        else:
            file.unlink(missing_ok=True)


__all__ = ["NEXT", "SERIES", "VERBS", "Expected", "command", "counts", "ill", "removed"]
