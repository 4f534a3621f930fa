"""Histories that somebody forged with a key of his own, and lists that do not follow each other: each is found."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from by_hand import by_hand
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from publication_made import SERIES, address_of, copied
from revisions_made import published
from test_history import appended, bundled, found, library, mended
from typed import typed
from verbs_made import LATER, later
from verbs_small import OPENED, filled

from arpad.columns import Pool, Table
from arpad.days import Month
from arpad.history import contents, table_files, verify
from arpad.history.bundle import ENTRIES, Library, entries_text
from arpad.history.checkpoints import Checkpoint, name_of_key
from arpad.history.list_data import EventRows, Head
from arpad.history.log_chain import OpenEntry
from arpad.history.verify import ListSequence
from arpad.law.lawfiles import law_files
from arpad.office.rolls import newest_published_list

assert library  # the fixture

Named = Callable[[Library, bytes], tuple[str, str]]  # what the forger's key is called, and whose place it takes


def as_the_office(copy: Library, _: bytes) -> tuple[str, str]:
    return copy.checkpoint.signer, ""


def as_his_own(_: Library, public: bytes) -> tuple[str, str]:
    return name_of_key(public), ""


def as_the_next(copy: Library, public: bytes) -> tuple[str, str]:
    return name_of_key(public), copy.checkpoint.signer


def forged(copy: Library, named: Named) -> None:
    """Two people change places, and somebody signs that with a key which he enters into the log himself."""
    people = copy.directory / "people.csv"
    head, one, other, *rest = people.read_text("utf-8").splitlines()
    cells, others = one.split(","), other.split(",")
    cells[1:3], others[1:3] = others[1:3], cells[1:3]
    people.write_text("\n".join([head, ",".join(cells), ",".join(others), *rest]) + "\n", "utf-8")
    mended(copy)
    mine = Ed25519PrivateKey.generate()
    public = mine.public_key().public_bytes_raw()
    name, before = named(copy, public)
    key = {"name": name, "public": base64.b64encode(public).decode(), "before": before, "lost": False}
    table = {"contents": contents.hash_of_contents_file((copy.directory / contents.CONTENTS_FILE).read_bytes())}
    size, day = copy.checkpoint.size, copy.checkpoint.day
    appended(copy, (size + 1, "new key", json.dumps(key)), (size + 2, "bundle", json.dumps(table)))
    links = Library(copy.directory).links.after_each()
    point = Checkpoint(links[min(links)], size + 2, links[size + 2], day)
    signed = replace(point, signer=name, signature=base64.b64encode(mine.sign(point.body.encode())).decode())
    (copy.directory / "log" / "checkpoint.txt").write_text(signed.text)


@pytest.mark.parametrize(
    ("named", "words"),
    [
        (as_the_office, "its public half has another name"),
        (as_his_own, "was not signed by"),
        (as_the_next, "was not signed by"),
    ],
)
def test_a_key_of_somebody_else_does_not_sign_for_the_office(library: Library, named: Named, words: str) -> None:
    forged(library, named)
    assert any(words in each for each in found(library))


def test_a_key_that_comes_twice_is_found(library: Library) -> None:
    first = next(each for each in library.opened if each.action == "new key")
    appended(library, (library.checkpoint.size + 1, "new key", json.dumps(first.detail)))
    assert any("which the log had before" in each for each in found(library))


# --- lists that follow each other ---------------------------------------------------------------------------------


def added(copy: Library, name: str, table: Table) -> None:
    """Another table in the place of one, or beside them, as the table of contents has it then."""
    (copy.directory / name).write_bytes(table_files.table_as_lines(table))
    there: Any = json.loads((copy.directory / contents.CONTENTS_FILE).read_bytes())
    there["files"][name] = ""
    (copy.directory / contents.CONTENTS_FILE).write_text(json.dumps(there))
    mended(copy)


def followed(copy: Library, change: Callable[[Head], Head] = lambda head: head) -> list[str]:
    """What is wrong with the sequence when lists say something else of themselves."""
    sequence = ListSequence()
    return [str(problem) for head in copy.contents.chapters for problem in sequence.follows(copy, change(head))]


def test_lists_that_follow_each_other_are_left_in_peace(library: Library) -> None:
    assert followed(library) == []
    assert len(library.contents.chapters) > 2


def test_a_list_that_builds_on_an_older_one_is_found(library: Library) -> None:
    first, *_, last = library.contents.chapters
    told = followed(library, lambda head: replace(head, replaced=first.list_) if head == last else head)
    assert len(told) == 1
    assert "builds on" in told[0]


def test_an_event_that_is_rated_again_is_found(library: Library) -> None:
    last = library.contents.chapters[-1]
    rated = (library.table(head, "events") for head in library.contents.chapters[:-1] if head.remakable)
    early, late = next(events for events in rated if len(events)), library.table(last, "events")
    added(library, f"{last.place}/events.csv", EventRows.join([late, early.take(np.array([0]))]))
    assert any("already" in each for each in followed(Library(library.directory)))


def test_an_edition_of_another_time_is_found(library: Library) -> None:
    name = "fide-standard-2025.toml"
    later = law_files()[name].replace(b"in_force = 2025-10-01", b"in_force = 2027-10-01")
    sha256 = hashlib.sha256(later).hexdigest()
    (library.directory / "law" / f"{sha256}.toml").write_bytes(later)
    told = followed(library, lambda head: replace(head, law={**head.law, name: sha256}))
    assert any("which was not in force" in each for each in told)


def test_an_event_that_is_seated_by_another_list_is_found(library: Library) -> None:
    """Its rows may all come out by that list; the list in force on its days was another."""
    rated = [each for each in library.contents.chapters if each.remakable and len(library.table(each, "events"))]
    head, older = rated[-1], library.contents.chapters[0].list_
    events: EventRows = library.table(head, "events")
    assert older < int(events.list[0])
    file = library.directory / head.place / "events.csv"
    names, first, *rest = file.read_text().splitlines()
    cells = first.split(",")
    cells[names.split(",").index("list")] = str(older)
    file.write_text("\n".join([names, ",".join(cells), *rest]) + "\n")
    mended(library)
    told = found(Library(library.directory))
    assert [each for each in told if f"has the ratings of the list {Month(older)}" in each], told


def test_what_newcomers_waited_with_is_counted_where_it_is_not_as_it_was_left(library: Library) -> None:
    """It is told with the rows that were read otherwise; the numbers that come of it are found by themselves."""
    before = verify.verify_bundle(library).beside
    last = library.contents.chapters[-1]
    before_it = library.head(last.series, last.replaced)
    assert before_it is not None
    pool = library.table(before_it, "pool")
    more = Pool.join([pool, Pool.of(player=[1], key=[7], start=[20251101], end=[20251102], games=[5])])
    added(library, f"{last.place}/waiting.csv", more)
    assert verify.verify_bundle(Library(library.directory)).beside == before + 1


# --- what an office opens of its log ------------------------------------------------------------------------------


def test_a_list_that_was_published_twice_is_seen_by_everybody(tmp_path: Path) -> None:
    desk = copied(later("sqlite"), tmp_path, LATER)
    with by_hand(desk).writing(
        "publish", f"{SERIES} 202512", "again", {"sha256": "0" * 64, "inputs": "0" * 64}
    ) as writing:
        assert writing.seq
    assert any("202512" in each and "twice" in each for each in found(bundled(desk, tmp_path)))


def test_a_list_that_was_taken_back_and_opened_again_was_opened_once(tmp_path: Path) -> None:
    desk = copied(later("sqlite"), tmp_path, LATER)
    ends = ("--db", address_of(desk), "--now", LATER, "--who", "officer")
    back = ["list", "take-back", "fide-rapid", "--why", "another file", "--yes"]
    for given in (filled(OPENED), back, filled(OPENED)):
        assert typed(*given, *ends).code == 0
    assert found(bundled(desk, tmp_path)) == []


# --- older files beside a newer log -------------------------------------------------------------------------------


@pytest.fixture
def two(tmp_path: Path) -> tuple[Library, Library]:
    """What an office wrote, and what it wrote when another list was there."""
    desk = copied(later("sqlite"), tmp_path, LATER)
    old = bundled(desk, tmp_path / "old")
    with desk.reading() as connection:
        last = Month(newest_published_list(connection, SERIES))
    desk = published(desk, int(last.plus(1)))
    return old, bundled(desk, tmp_path / "new")


def opened_only(copy: Library, *hidden: OpenEntry) -> None:
    """The opened entries of the log without some."""
    left = [each for each in copy.opened if each not in hidden]
    (copy.directory / ENTRIES).write_bytes(entries_text(left))


def test_two_bundles_of_one_office_are_good(two: tuple[Library, Library]) -> None:
    assert [found(each) for each in two] == [[], []]


def test_older_files_beside_a_newer_log_are_found(two: tuple[Library, Library]) -> None:
    old, new = two
    shutil.rmtree(old.directory / "log")
    shutil.copytree(new.directory / "log", old.directory / "log")
    told = found(Library(old.directory))
    assert any("older files beside a newer log" in each for each in told)
    assert any(f"published the list {SERIES}" in each and "which is not here" in each for each in told)


def test_older_files_are_found_where_the_newer_entries_are_not_opened(two: tuple[Library, Library]) -> None:
    old, new = two
    shutil.rmtree(old.directory / "log")
    shutil.copytree(new.directory / "log", old.directory / "log")
    known = {each.seq for each in old.opened}
    opened_only(Library(old.directory), *(each for each in new.opened if each.seq not in known))
    assert any("older files beside a newer log" in each for each in found(Library(old.directory)))


def test_a_person_whose_name_is_endless_is_no_table(library: Library) -> None:
    people = library.directory / "people.csv"
    people.write_text(people.read_text("utf-8") + "9,9,9," + "x" * 200_000 + ",UKR,1980\n", "utf-8")
    assert any("people.csv is no table" in each for each in found(Library(library.directory)))


@pytest.mark.parametrize("given", ["--since", "--openings", "--line"])
def test_a_file_without_end_is_not_read_to_its_end(library: Library, tmp_path: Path, given: str) -> None:
    endless = tmp_path / "endless"
    with endless.open("wb") as file:
        file.truncate(2**31)
    public = () if given == "--line" else ("--public", library.directory)
    told = typed("verify", *public, given, endless)
    assert told.code == 2
    assert "nothing of its kind is so large" in told.err
    assert "give the" in told.err
