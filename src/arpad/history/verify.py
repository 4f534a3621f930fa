"""Verify a public bundle from its files alone.

Five questions: is every file what the table of contents says; does the log hold together and lead to the checkpoint;
does the log contain the table of contents and every list; did the office sign; does every list come out again, number
for number, in a valid sequence.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any

import numpy as np

from arpad.days import Day, Month
from arpad.finding import Problem, UserError
from arpad.frozen import dataclass
from arpad.history import contents
from arpad.history.birthdays import Birthdays, seal_birthday
from arpad.history.bundle import BIRTHS, OF_THE_LOG, Library
from arpad.history.checkpoints import KEY_ENTRY as NEW_KEY
from arpad.history.checkpoints import Checkpoint, LoggedKey, ed25519_library, is_signed_by, key_problems, logged_key
from arpad.history.list_data import EventRows, Head, PlayerRows
from arpad.history.log_chain import OpenEntry
from arpad.history.recompute import opening_seal_problems, recompute_list
from arpad.law import LawError
from arpad.law.calendar import list_on
from arpad.law.law_set import LawSet, package_law, use_law
from arpad.law.lawfiles import law_files


class ListSequence:
    """The lists of all series so far, to check that each follows from the one before."""

    def __init__(self) -> None:
        self._newest: dict[str, int] = {}
        self._rated: dict[str, dict[int, int]] = {}  # by series and event: its list

    def follows(self, library: Library, head: Head) -> Iterator[Problem]:
        """What does not fit the lists before."""
        about: dict[str, Any] = {"series": head.series, "list": Month(head.list_)}
        before = self._newest.get(head.series, 0)
        self._newest[head.series] = max(before, head.list_)
        if not head.remakable:
            return
        if head.replaced != before or head.list_ <= before:
            yield Problem("history/not-on-the-last", **about, replaced=Month(head.replaced), before=Month(before))
        events: EventRows = library.table(head, "events")
        rated = self._rated.setdefault(head.series, {})
        for key in events.key[~events.in_parts].tolist():  # a part comes again with the part that completes it
            if rated.setdefault(key, head.list_) != head.list_:
                yield Problem("history/rated-twice", **about, event=key, before=Month(rated[key]))
        if len(np.unique(events.key)) < len(events):
            yield Problem("history/rated-twice", **about, event=_most_frequent_event(events), before=Month(head.list_))
        yield from _edition_problems(library, head, events)
        yield from self._list_problems(library, head, events)

    def _list_problems(self, library: Library, head: Head, events: EventRows) -> Iterator[Problem]:
        """Yield each event whose ratings are of a list that was not in force on any of its days; a part goes with its
        event."""
        days: dict[int, tuple[int, int]] = {}
        for whole, start, end in zip(events.whole.tolist(), events.start.tolist(), events.end.tolist(), strict=True):
            first, last = days.get(whole, (start, end))
            days[whole] = min(start, first), max(end, last)
        laws = (library.law(head), package_law())
        for series, used in ((head.series, events.list), (head.seating, events.beside)):
            published = sorted(each.list_ for each in library.contents.chapters if each.series == series)
            if not published:
                continue
            for key, whole, list_ in zip(events.key.tolist(), events.whole.tolist(), used.tolist(), strict=True):
                first, last = (_list_in_force(series, published, day, laws) for day in days[whole])
                if list_ in published and first and last and not first <= list_ <= last:
                    about: dict[str, Any] = {"series": head.series, "list": Month(head.list_), "event": key}
                    yield Problem("history/other-list", **about, used=Month(list_), right=Month(first))


def _list_in_force(series: str, published: list[int], day: int, laws: tuple[LawSet, ...]) -> int:
    """Return the newest of these lists that was in force on a day; the first of them if none was, and 0 if none of
    these laws knows."""
    for law in laws:
        with use_law(law), suppress(LawError):
            month = int(Month.of(list_on(series, Day(day).date)))
            return max((each for each in published if each <= month), default=published[0] if published else 0)
    return 0


def _most_frequent_event(events: EventRows) -> int:
    """The event that appears most often."""
    keys, times = np.unique(events.key, return_counts=True)
    return int(keys[np.argmax(times)])


def _edition_problems(library: Library, head: Head, events: EventRows) -> Iterator[Problem]:
    """Yield a problem for each event that was rated by an edition not in force when it began; a part goes with its
    event."""
    law = library.law(head)
    books = [law.rulebook(id, head.series).edition.head for id in head.books]
    began: dict[int, int] = {}
    for whole, start in zip(events.whole.tolist(), events.start.tolist(), strict=True):
        began[whole] = min(start, began.get(whole, start))
    for key, whole, place in zip(events.key.tolist(), events.whole.tolist(), events.edition.tolist(), strict=True):
        book, day = books[place], Day(began[whole])
        if not book.covers(day.date):
            yield Problem(
                "history/other-edition", series=head.series, list=Month(head.list_), event=key, edition=book.id, day=day
            )


WRITTEN_ENTRY, PUBLISHED_ENTRY = "bundle", ("publish", "open")  # what the log calls the entries
HOLDS, UNSIGNED, UNASKED, WRONG = "holds", "unsigned", "not asked", "does not hold"
FOUNDED = 1  # the entry with which an office begins; a chain that begins later holds what was before
OPENINGS = "number,born,salt"  # how a file of birthdays that were told begins
NUMBER = re.compile(r"[0-9]{1,12}")
DAMAGED = (ValueError, KeyError, IndexError, TypeError, OverflowError, AssertionError, RecursionError)

Watch = Callable[[str, int | None], AbstractContextManager[Callable[[int], None]]]


def watch_nothing(_: str, __: int | None) -> AbstractContextManager[Callable[[int], None]]:
    """Report no progress."""
    return nullcontext(lambda _: None)


@dataclass(frozen=True)
class Opening:
    """A birthday that somebody was told, with the salt of its seal."""

    number: int
    born: int
    salt: str


@dataclass(frozen=True)
class PublicVerification:
    """What was verified, and what is wrong."""

    directory: str
    good: bool
    files: int
    entries: int  # of the log
    remade: int  # lists
    games: int  # in them
    as_published: tuple[str, ...]  # lists that cannot be made again from here
    rehearsal: bool  # of an office that only rehearses
    lost_keys: tuple[str, ...]  # keys that began on the office's word alone, because the one before was lost
    other_law: tuple[str, ...]  # editions that are not as this version of the program has them
    beside: int  # rows of lists that were read otherwise than published: merged or put right since, or kept elsewhere
    size: int
    root: str
    signer: str
    signature: str
    proved: bool  # the signature holds, and it is of the key that the verifier named
    found: tuple[Problem, ...]


def verify_bundle(
    directory: Library,
    since: Checkpoint | None = None,
    openings: tuple[Opening, ...] = (),
    watch: Watch = watch_nothing,
    signer: str = "",
) -> PublicVerification:
    """Verify everything in a bundle. `signer` is the name of the key that must have signed it; without it nobody knows
    whether the office published this."""
    library = directory
    heads = library.contents.chapters
    problems = [*_file_problems(library), *_log_chain_problems(library, since)]
    point = library.checkpoint
    signature, more = _signature_problems(library)
    problems += more
    if signer and point.signer != signer:
        problems.append(Problem("history/not-signed-by", signer=signer))
    proved = bool(signer) and point.signer == signer and signature == HOLDS
    births, more = _opened_birthdays(library, openings)
    problems += more
    games = beside = count = 0
    players, birthdays = PlayerRows.of(), Birthdays(births)
    taken, sequence = [], ListSequence()
    with watch("lists", len(heads)) as advance:
        for head in heads:
            try:
                players = library.players(head, players)
                problems += sequence.follows(library, head)
                if head.remakable:
                    again = recompute_list(library, head, players, birthdays)
                    games, beside, count = games + again.games, beside + again.beside, count + 1
                    problems += again.found
                else:
                    taken.append(f"{head.series} {Month(head.list_)}")
                    problems += opening_seal_problems(library, head)
            except UserError as error:
                problems.append(error)
            except DAMAGED as error:
                reason = str(error) or type(error).__name__
                problems.append(
                    Problem("history/not-remade", series=head.series, list=Month(head.list_), reason=reason)
                )
            advance(1)
    problems += _year_problems(library, players)
    return PublicVerification(
        str(library.directory), not problems, len(library.contents.files), len(library.links.entries), count, games,
        tuple(taken), library.contents.rehearsal, _count_lost_keys(library), _law_files_that_differ(library), beside,
        point.size, point.root, point.signer, signature, proved, tuple(problems),
    )  # fmt: skip


def _year_problems(library: Library, players: PlayerRows) -> Iterator[Problem]:
    """Whether people are told with the year that their K was computed with."""
    try:
        people = library.people
    except UserError as error:
        yield error
        return
    for key, person in people.items():
        if not 0 <= key < len(players) or int(players.born[key]) != person.born:
            yield Problem("history/other-year", player=person.number)


def _logged_keys(library: Library) -> list[LoggedKey]:
    """The signing keys in the log, in order."""
    entries = sorted((each for each in library.opened if each.action == NEW_KEY), key=lambda each: each.seq)
    return [logged_key(each.seq, each.detail) for each in entries]


def _count_lost_keys(library: Library) -> tuple[str, ...]:
    """The names of the keys that were lost."""
    return tuple(key.name for key in _logged_keys(library) if key.lost)


def _law_files_that_differ(library: Library) -> tuple[str, ...]:
    """The law files stored with lists that this version has in another form."""
    mine = {name: hashlib.sha256(body).hexdigest() for name, body in law_files().items()}
    carried = {(name, sha256) for head in library.contents.chapters for name, sha256 in head.law.items()}
    return tuple(sorted({name for name, sha256 in carried if mine.get(name) != sha256}))


def _file_problems(library: Library) -> Iterator[Problem]:
    """Yield each file that is not as it was written, and each file that does not belong here."""
    for name, sha256 in library.contents.files.items():
        try:
            written = contents.lines_and_root(library.bytes_of(name))
        except UserError as error:
            yield error
            continue
        if written != sha256:
            yield Problem("history/file-changed", file=name)
    expected = {*library.contents.files, *OF_THE_LOG, contents.CONTENTS_FILE}
    for file in sorted(library.directory.rglob("*")):
        name = file.relative_to(library.directory).as_posix()
        if (file.is_symlink() or not file.is_dir()) and name not in expected:
            yield Problem("history/file-added", file=name)


def _log_chain_problems(library: Library, since: Checkpoint | None) -> Iterator[Problem]:
    """Yield what is wrong with the log: its chain, its opened entries, and what it says of this history."""
    links = library.links.after_each()
    if not links:
        yield Problem("history/no-log")
        return
    yield from _checkpoint_problems(library, links, since)
    if since is not None:
        yield from _signer_problems(library, since)
    yield from _opened_entry_problems(library)
    yield from _contents_problems(library)
    yield from _publications(library, min(links))


def _checkpoint_problems(library: Library, links: Mapping[int, str], since: Checkpoint | None) -> Iterator[Problem]:
    """Yield what is wrong where the log does not lead to its checkpoint, or not from the one that somebody kept."""
    first, point = min(links), library.checkpoint
    for checkpoint in (point, *([since] if since else [])):
        about: dict[str, Any] = {"size": checkpoint.size, "day": checkpoint.day}
        if links[first] != checkpoint.office or library.contents.office != links[first]:
            yield Problem("checkpoint/other-office", **about)
        elif checkpoint.size not in links:
            yield Problem("checkpoint/rolled-back", **about, newest=max(links))
        elif links[checkpoint.size] != checkpoint.root:
            yield Problem("checkpoint/other-history", **about)
    if max(links) != point.size:
        yield Problem("history/log-goes-on", size=point.size, newest=max(links))


def _opened_entry_problems(library: Library) -> Iterator[Problem]:
    """Yield each opened entry that does not have the hash of its place in the log; none may be opened twice."""
    hashes, opened = dict(library.links.entries), {entry.seq: entry for entry in library.opened}
    if len(opened) != len(library.opened):
        yield Problem("history/entry-other", entry=min(opened))
    for entry in opened.values():
        if hashes.get(entry.seq) != entry.sha256:
            yield Problem("history/entry-other", entry=entry.seq)


def _contents_problems(library: Library) -> Iterator[Problem]:
    """Yield a problem where this table of contents is not in the log, is not the newest one there, or has no list."""
    point, mine = library.checkpoint, contents.hash_of_contents_file(library.contents_text)
    written = sorted(_entries_that_wrote_contents(library.opened, point), key=lambda entry: entry.seq)
    if not any(entry.detail.get("contents") == mine for entry in written):
        yield Problem("history/not-entered")
    elif (written[-1].seq, written[-1].detail.get("contents")) != (point.size, mine):
        yield Problem("history/not-the-newest", size=point.size)
    if not library.contents.chapters:
        yield Problem("history/nothing")


def _publications(library: Library, first: int) -> Iterator[Problem]:
    """Yield each list that the log did not publish as it is here, publishes elsewhere only, or publishes twice."""
    opened = {entry.seq: entry for entry in library.opened}
    for head in library.contents.chapters:
        if first == FOUNDED or head.entry > first or not head.entry:  # else its entry is held by the first link
            yield from _publication_problems(head, opened.get(head.entry))
    here = {f"{head.series} {Month(head.list_):d}" for head in library.contents.chapters}
    publishing = [entry for entry in opened.values() if entry.action in PUBLISHED_ENTRY]
    lists = [(entry, subject) for entry in publishing for subject in _seals_in_entry(entry)]
    for entry, subject in lists:
        if subject not in here:
            yield Problem("history/list-left-out", list=subject, entry=entry.seq)
    for (_, subject), times in Counter((entry.action, subject) for entry, subject in lists).items():
        if times > 1:
            yield Problem("history/published-twice", list=subject)


def _entries_that_wrote_contents(opened: Iterable[OpenEntry], point: Checkpoint) -> Iterator[OpenEntry]:
    """Yield the entries up to the checkpoint that wrote a table of contents."""
    return (each for each in opened if each.action == WRITTEN_ENTRY and each.seq <= point.size)


def _signer_problems(library: Library, since: Checkpoint) -> Iterator[Problem]:
    """Yield a problem if the signer of a kept checkpoint neither signs now nor is followed by signatures to the
    present signer."""
    keys = {key.name: key for key in _logged_keys(library)}
    signer, seen = library.checkpoint.signer, set[str]()
    while since.signer and signer != since.signer:
        seen.add(signer)
        key = keys.get(signer)
        signer = "" if key is None or key.lost else key.before
        if not signer or signer in seen:
            yield Problem("history/other-signer", signer=since.signer, size=since.size)
            return


def _publication_problems(head: Head, entry: OpenEntry | None) -> Iterator[Problem]:
    """Yield a problem if the log did not publish this list as it is."""
    about: dict[str, Any] = {"series": head.series, "list": Month(head.list_), "entry": head.entry}
    seals = _seals_in_entry(entry) if entry is not None and entry.action in PUBLISHED_ENTRY else {}
    subject = f"{head.series} {Month(head.list_):d}"
    if entry is None or subject not in seals:
        yield Problem("history/not-published", **about)
    elif seals[subject] != head.seal or entry.detail.get("inputs", head.inputs) != head.inputs:
        yield Problem("history/other-seal", **about)


def _seals_in_entry(entry: OpenEntry) -> dict[str, Any]:
    """Return the seal of each list that an entry published, by series and list: its own, and of an entry that opened a
    series with several lists those of the earlier ones."""
    seals, series = {entry.subject: entry.detail.get("sha256")}, entry.subject.partition(" ")[0]
    earlier = entry.detail.get("earlier")
    for each in earlier if isinstance(earlier, list) else ():
        if isinstance(each, dict):
            seals[f"{series} {each.get('list')}"] = each.get("sha256")
    return seals


def _signature_problems(library: Library) -> tuple[str, list[Problem]]:
    """Return the state of the checkpoint's signature, and problems: a key of the log must have signed it, and each
    key the next."""
    point = library.checkpoint
    keys = {key.name: key for key in _logged_keys(library)}
    problems = key_problems(_logged_keys(library))
    if not point.signer:
        return (WRONG, [*problems, Problem("history/unsigned", size=point.size)]) if keys else (UNSIGNED, problems)
    if point.signer not in keys:
        return WRONG, [*problems, Problem("checkpoint/unknown-signer", size=point.size, signer=point.signer)]
    try:
        ed25519_library()
    except UserError:
        return (WRONG if problems else UNASKED), problems
    if not is_signed_by(keys[point.signer].public, point.body, point.signature):
        problems.append(Problem("checkpoint/bad-signature", size=point.size, signer=point.signer))
    return (WRONG if problems else HOLDS), problems


def _opened_birthdays(library: Library, openings: tuple[Opening, ...]) -> tuple[dict[int, int], list[Problem]]:
    """Return the told birthdays by key, if they are those that were sealed; a problem for each other one."""
    if not openings:
        return {}, []
    lines = library.bytes_of(BIRTHS).decode("ascii", "replace").splitlines()[1:]
    seals = dict(line.split(",", 1) for line in lines if "," in line)
    keys = {person.number: key for key, person in library.people.items()}
    births, problems = {}, []
    for opening in openings:
        key = keys.get(opening.number, -1)
        of_his_year = key in library.people and Day(opening.born).year == library.people[key].born
        if of_his_year and seals.get(str(key)) == seal_birthday(opening.number, opening.born, opening.salt):
            births[key] = opening.born
        else:
            problems.append(Problem("history/other-birth", number=opening.number))
    return births, problems


def read_openings(text: str) -> tuple[Opening, ...]:
    """Parse a file of told birthdays: number, day and salt on each line."""
    openings = []
    names, *lines = text.splitlines() or [""]
    if names != OPENINGS:
        raise UserError("history/no-openings")
    for line in lines:
        cells = line.split(",")
        if len(cells) != len(OPENINGS.split(",")) or not all(NUMBER.fullmatch(cell) for cell in cells[:2]):
            raise UserError("history/no-openings")
        openings.append(Opening(int(cells[0]), int(cells[1]), cells[2]))
    return tuple(openings)
