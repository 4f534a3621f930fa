"""What an office published is made again from its files alone, by anybody; whatever is changed in them is found."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import pytest
import tamper
from databases import KINDS
from frozen import office_of
from national_made import JULY, UA, fide_again, national_office, played
from office_made import NUMBERS, at
from published_before import OFFICES
from typed import typed

import arpad
from arpad.columns import Roll
from arpad.days import Day
from arpad.finding import UserError
from arpad.history import checkpoints, contents, merkle_tree, player_proof, verify
from arpad.history.birthdays import Birthdays
from arpad.history.bundle import Library
from arpad.history.list_data import Head, PlayerRows
from arpad.history.log_chain import Links, OpenEntry
from arpad.history.verify import HOLDS, UNSIGNED, Opening, PublicVerification
from arpad.office import periods, proofs
from arpad.office.desk import Desk, open_desk
from arpad.office.people import PlayerChange, PlayerFacts, change_player
from arpad.office.proofs import BundleRequest, NewKey
from arpad.office.store.engine import connect_store
from arpad.office.store.migrate import upgrade_schema
from arpad.rating.coefficient import decide

LATER = date(2026, 1, 20)
MUTE = ("sqlalchemy", "alembic", "polars", "cryptography", "rapidfuzz", "anyascii", "xlsxwriter", "fastapi")


def bundled(desk: Desk, directory: Path) -> Library:
    proofs.bundle_history(desk, BundleRequest(directory / "out", directory / "openings.csv"))
    return Library(directory / "out")


def found(library: Library, **more: object) -> list[str]:
    result = verify.verify_bundle(Library(library.directory), **more)  # type: ignore[arg-type]
    assert result.good == (not result.found)
    return [str(problem) for problem in result.found]


@cache
def published() -> Path:
    """A bundle of an office with cases, merges and claims, signed with a second key."""
    directory = Path(mkdtemp())
    desk = open_desk(connect_store(tamper.office("sqlite", directory)), "officer", LATER)
    proofs.make_signing_key(desk, NewKey("the first"))
    proofs.make_signing_key(desk, NewKey("another"))
    return bundled(desk, directory).directory


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A copy of it, to be changed."""
    shutil.copytree(published(), tmp_path / "copy")
    return Library(tmp_path / "copy")


def asked(library: Library) -> PublicVerification:
    return verify.verify_bundle(library)


# --- what was published comes out again ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_an_office_with_merges_and_cases_comes_out_again(kind: str, tmp_path: Path) -> None:
    desk = open_desk(connect_store(tamper.office(kind, tmp_path)), "officer", LATER)
    result = asked(bundled(desk, tmp_path))
    desk.store.close()
    assert (result.found, result.good, result.signature) == ((), True, UNSIGNED)
    assert result.remade == 4
    assert result.games == 48
    assert result.beside > 0


@pytest.mark.parametrize("before", OFFICES)
def test_offices_of_schemas_before_come_out_again(before: str, tmp_path: Path) -> None:
    """Events in parts, a pool, revisions; what was published before the chain began is held by its first link."""
    address = office_of("sqlite", tmp_path, before, OFFICES[before])
    upgrade_schema(connect_store(address))
    desk = open_desk(connect_store(address), "officer", date(2026, 2, 2))
    result = asked(bundled(desk, tmp_path))
    desk.store.close()
    assert result.found == ()
    assert result.remade + len(result.as_published) > 1


def test_the_signature_of_the_last_key_holds_and_each_key_signed_the_next(library: Library) -> None:
    assert asked(library).signature == HOLDS


def national(directory: Path) -> Desk:
    """Ukraine's list, where under 14 the K is 40 until the birthday: one turns 14 after the list, one before."""
    desk = national_office("sqlite", directory)
    for player, born in ((1, 20050820), (2, 20050520), (3, 20070101)):
        known = PlayerFacts(born=Day(born))
        change_player(desk, PlayerChange(NUMBERS[player], known, Day.of(desk.today()), "a birth certificate", True))
    desk = fide_again(played(desk, "home", date(2019, 6, 17)), JULY)
    periods.preview_list(desk, periods.ListChoice())
    periods.publish_list(desk, periods.PublishRequest(confirmed=True))
    return desk


def test_a_k_that_needs_a_birthday_is_made_again_without_being_told_it(tmp_path: Path) -> None:
    library = bundled(national(tmp_path), tmp_path)
    assert found(library) == []
    text = b"".join(file.read_bytes() for file in library.directory.rglob("*") if file.is_file())
    assert not [born for born in (b"20050820", b"20050520", b"2005-08-20") if born in text]


def test_a_birthday_that_is_told_is_the_one_that_was_sealed(tmp_path: Path) -> None:
    library = bundled(national(tmp_path), tmp_path)
    openings = verify.read_openings((tmp_path / "openings.csv").read_text())
    assert {each.born for each in openings} <= {20050820, 20050520}
    assert openings
    assert (tmp_path / "openings.csv").stat().st_mode & 0o777 == 0o600
    assert found(library, openings=openings) == []
    forged = tuple(Opening(each.number, each.born + 1, each.salt) for each in openings)
    assert len(found(library, openings=forged)) == len(openings)


def test_a_k_that_no_birthday_of_the_year_gives_is_found(tmp_path: Path) -> None:
    """Whoever was born in 2007 is under 14 in 2019 whatever his birthday is."""
    library = bundled(national(tmp_path), tmp_path)
    file = library.directory / UA / "2019-07" / "list.csv"
    key = next(key for key, person in library.people.items() if person.name.startswith("Invented3"))
    names, *rows = file.read_text().splitlines()
    place = names.split(",").index("k")
    changed = [row.split(",") for row in rows]
    for row in changed:
        if row[0] == str(key):
            assert row[place] == "40"
            row[place] = "20"
    file.write_text("\n".join([names, *(",".join(row) for row in changed)]) + "\n")
    assert any("Invented3" in each and "k in row" in each for each in found(library))


# --- whatever is changed is found ---------------------------------------------------------------------------------


def test_every_file_that_is_changed_is_found(library: Library) -> None:
    missed = []
    for file in sorted(library.directory.rglob("*")):
        if not file.is_file():
            continue
        text = file.read_bytes()
        for forged in (text[:-2], text + b" ", _one_digit_other(text), b""):
            file.write_bytes(forged)
            try:
                good = not found(library)
            except UserError:
                good = False
            if good and forged != text:
                missed.append((file.name, len(text), len(forged)))
        file.write_bytes(text)
        assert not missed
    assert found(library) == []


def _one_digit_other(text: bytes) -> bytes:
    place = next((at for at in reversed(range(len(text))) if text[at : at + 1].isdigit()), 0)
    return text[:place] + (b"7" if text[place : place + 1] != b"7" else b"3") + text[place + 1 :]


def test_files_that_go_or_come_are_found(library: Library) -> None:
    (library.directory / "notices" / "REV-9.json").write_text("{}\n")
    assert any("it was added" in each for each in found(library))
    (library.directory / "notices" / "REV-9.json").unlink()
    (library.directory / "people.csv").unlink()
    assert found(library)


def test_a_link_in_the_place_of_a_file_is_found(library: Library, tmp_path: Path) -> None:
    """Also where it leads to the same bytes: tomorrow it may lead to others."""
    for name in ("people.csv", "log/links.csv", f"{library.contents.chapters[-1].place}/list.csv"):
        file, elsewhere = library.directory / name, tmp_path / "elsewhere"
        file.rename(elsewhere)
        file.symlink_to(elsewhere)
        try:
            assert any("is a link to another file" in each for each in found(library)), name
        except UserError as misuse:
            assert "log/links.csv is a link" in str(misuse)  # noqa: PT017
        file.unlink()
        elsewhere.rename(file)
    law = library.directory / "law"
    law.rename(tmp_path / "law")
    law.symlink_to(tmp_path / "law")
    assert any("is a link to another file" in each for each in found(library))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("log/links.csv", b"\n2,", b"\n +2,"),
        ("log/links.csv", b"\n2,", b"\r\n2,"),
        ("log/links.csv", b"entry,", b"Entry,"),
        ("log/entries.json", b"[", b" ["),
        ("log/entries.json", b",", b" ,"),
    ],
)
def test_not_a_byte_of_the_log_is_written_otherwise(library: Library, file: str, old: bytes, new: bytes) -> None:
    assert found(library) == []
    whole = (library.directory / file).read_bytes()
    assert old in whole
    (library.directory / file).write_bytes(whole.replace(old, new, 1))
    with pytest.raises(UserError, match="no table as Arpad writes it"):
        found(library)


def test_no_more_players_are_told_than_have_rows(library: Library) -> None:
    """Else a few bytes would ask for the memory of many players."""
    file = library.directory / contents.CONTENTS_FILE
    there = json.loads(file.read_bytes())
    told = there["chapters"][-1]["players"]
    there["chapters"][-1]["players"] = contents.MOST
    file.write_text(json.dumps(there, indent=1) + "\n")
    tracemalloc.start()
    lines = found(library)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert any(f"tells of {contents.MOST} players, and {told} have a row" in each for each in lines)
    assert most < contents.MOST


@pytest.mark.parametrize("text", ["", "garbage", "garbage\n", "number,born\n", "number;born;salt\n"])
def test_what_tells_no_birthdays_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="number, day"):
        verify.read_openings(text)
    assert verify.read_openings("number,born,salt\n") == ()


def test_a_line_of_no_list_or_series_is_told_so(library: Library) -> None:
    number = str(next(iter(library.people.values())).number)
    done = typed("prove", number, "--in", library.directory, "--series", "nosuch")
    names = ", ".join(dict.fromkeys(head.series for head in library.contents.chapters))
    said = " ".join(done.err.split())
    assert (done.code, f"there is no series nosuch in {library.directory}; it has {names}" in said) == (2, True), said
    file = library.directory / contents.CONTENTS_FILE
    there = json.loads(file.read_bytes())
    file.write_text(json.dumps({**there, "chapters": []}, indent=1) + "\n")
    for words in ((), ("--series", "nosuch")):
        done = typed("prove", number, "--in", library.directory, *words)
        said = " ".join(done.err.split())
        assert (done.code, f"there is no list in {library.directory}" in said) == (2, True), said


def forged_rating(library: Library) -> str:
    """A rating of the newest list raised by ten; gives whose."""
    head = library.contents.chapters[-1]
    file = library.directory / head.place / "list.csv"
    names, first, *rest = file.read_text().splitlines()
    cells = first.split(",")
    cells[1] = str(int(cells[1]) + 10)
    file.write_text("\n".join([names, ",".join(cells), *rest]) + "\n")
    return str(library.people[int(cells[0])].number)


def mended(library: Library) -> None:
    """The table of contents as it would be with what the files are now."""
    file = library.directory / contents.CONTENTS_FILE
    there = json.loads(file.read_bytes())
    for name in there["files"]:
        there["files"][name] = contents.lines_and_root((library.directory / name).read_bytes())
    file.write_text(json.dumps(there, indent=1) + "\n")


def test_a_rating_is_named_with_its_player_and_the_right_one(library: Library) -> None:
    whose = forged_rating(library)
    told = found(library)
    assert any("it was changed" in each for each in told)
    assert any(whose in each and "rating in row 1 of list" in each and "is right" in each for each in told)


def test_who_mends_the_table_of_contents_is_found_by_the_log(library: Library) -> None:
    forged_rating(library)
    mended(library)
    assert any("no entry of the log wrote this table of contents" in each for each in found(library))


def test_who_forges_the_log_too_is_found_by_a_checkpoint_from_elsewhere(library: Library) -> None:
    """The whole chain made anew with the new table of contents and no signature: alone it cannot be told by the log."""
    kept = library.checkpoint
    forged_rating(library)
    mended(library)
    log = library.directory / "log"
    rows = json.loads((log / "entries.json").read_bytes())
    written = [row for row in rows if row[2][4] == "bundle"][-1]
    detail = json.loads(written[2][7])
    detail["contents"] = contents.hash_of_contents_file((library.directory / contents.CONTENTS_FILE).read_bytes())
    written[2][7] = json.dumps(detail, sort_keys=True)
    (log / "entries.json").write_text(json.dumps(rows, indent=0) + "\n")
    opened = {row[0]: OpenEntry(row[0], row[1], tuple(row[2]), tuple(map(tuple, row[3]))) for row in rows}
    entries = [(seq, opened[seq].sha256 if seq in opened else sha) for seq, sha in library.links.entries]
    (log / "links.csv").write_text("entry,sha256\n" + "".join(f"{seq},{sha}\n" for seq, sha in entries))
    after = Links("", tuple(entries)).after_each()
    point = checkpoints.Checkpoint(after[min(after)], kept.size, after[kept.size], kept.day)
    (log / "checkpoint.txt").write_text(point.text)
    alone = found(library)
    assert all(
        "list" in each or "is not signed" in each for each in alone
    )  # the numbers say so, and the lost signature
    assert any("has another root" in each for each in found(library, since=kept))


def test_a_signature_of_somebody_else_is_found(library: Library) -> None:
    file = library.directory / "log" / "checkpoint.txt"
    lines = file.read_text().splitlines()
    place = next(at for at, line in enumerate(lines) if line.startswith("signature "))
    lines[place] = lines[place][:-6] + ("AAAA==" if not lines[place].endswith("AAAA==") else "BBBB==")
    file.write_text("\n".join(lines) + "\n")
    assert any("was not signed" in each for each in found(library))


def test_a_checkpoint_kept_before_is_part_of_the_log_and_one_of_another_office_is_not(library: Library) -> None:
    links = library.links.after_each()
    early = sorted(links)[len(links) // 2]
    office = links[min(links)]
    assert found(library, since=checkpoints.Checkpoint(office, early, links[early], Day(20260101))) == []
    assert found(library, since=checkpoints.Checkpoint("f" * 64, early, links[early], Day(20260101)))
    assert found(library, since=checkpoints.Checkpoint(office, early, "f" * 64, Day(20260101)))
    assert found(library, since=checkpoints.Checkpoint(office, max(links) + 9, "f" * 64, Day(20260101)))


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b'{"form": "Arpad-History 9"}', b"\xff\xfe", b"[" * 9000])
def test_what_is_no_history_is_told_so(text: bytes, tmp_path: Path) -> None:
    (tmp_path / contents.CONTENTS_FILE).write_bytes(text)
    with pytest.raises(UserError):
        found(Library(tmp_path))


# --- one line -----------------------------------------------------------------------------------------------------


def line_of(library: Library) -> bytes:
    head = library.contents.chapters[-2]
    number = library.people[int(library.table(head, "entries").player[0])].number
    return player_proof.write_player_proof(library, head.series, head.list_, number)


def test_one_players_line_is_proved_alone(library: Library) -> None:
    proved = player_proof.verify_player_proof(line_of(library))
    assert (proved.good, proved.signature) == (True, HOLDS)
    assert {each.file.rpartition("/")[2] for each in proved.rows} >= {
        "people.csv", "list.csv", "worksheets.csv", "entries.csv", "lines.csv", "ledger.csv",
    }  # fmt: skip
    people = [each for each in proved.rows if each.file == "people.csv"]
    assert len(people) == 1  # nobody else is in it
    assert player_proof.verify_player_proof(line_of(library), library.checkpoint).good


def test_a_line_of_which_anything_is_changed_is_found(library: Library) -> None:
    whole = json.loads(line_of(library))
    for row in whole["rows"]:
        was, row["row"] = row["row"], _one_digit_other(row["row"].encode()).decode()
        assert not player_proof.verify_player_proof(json.dumps(whole).encode()).good, row
        row["row"] = was
    for name in ("player", "series", "list", "before"):
        was = whole[name]
        whole[name] = was + 1 if isinstance(was, int) else _one_digit_other(was.encode()).decode()
        assert name == "series" or not player_proof.verify_player_proof(json.dumps(whole).encode()).good, name
        whole[name] = was
    other = checkpoints.Checkpoint("f" * 64, library.checkpoint.size, "f" * 64, Day(20260101))
    assert not player_proof.verify_player_proof(json.dumps(whole).encode(), other).good


def test_a_row_of_another_list_or_player_is_not_taken_for_his(library: Library) -> None:
    head = library.contents.chapters[-2]
    mine, other = (library.people[int(key)].number for key in library.table(head, "entries").player[:2])
    whole = json.loads(player_proof.write_player_proof(library, head.series, head.list_, mine))
    his = json.loads(player_proof.write_player_proof(library, head.series, head.list_, other))
    whole["rows"] = [his["rows"][1] if row["file"].endswith("/list.csv") else row for row in whole["rows"]]
    assert not player_proof.verify_player_proof(json.dumps(whole).encode()).good


# --- the command line ---------------------------------------------------------------------------------------------


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    tamper.office("sqlite", tmp_path)
    return next(tmp_path.glob("*.db"))


def test_bundle_verify_and_prove_as_they_are_typed(office: Path, tmp_path: Path) -> None:
    beside = ("--db", str(office), "--now", str(LATER))
    assert "5 lists in" in typed("bundle", "out", *beside).out
    assert typed("bundle", "out", *beside).code == 2
    done = typed("verify", "--public", "out")
    assert (done.code, "every number comes out" in done.out, "Not proved" in done.out) == (1, True, True)
    library = Library(tmp_path / "out")
    number = next(iter(library.people.values())).number
    assert typed("prove", str(number), "--in", "out", "--to", "line.json").code == 0
    done = typed("verify", "--line", "line.json", "--since", "out/log/checkpoint.txt")
    assert (done.code, "the office published these rows" in done.out) == (0, True)
    forged_rating(library)
    done = typed("verify", "--public", "out", "--json")
    assert done.code == 1
    assert json.loads(done.out)["good"] is False
    assert typed("verify", "--public", "nowhere").code == 2
    assert typed("prove", "3", "--in", "out").code == 2


def test_who_verifies_needs_no_office_and_no_library_of_one(library: Library) -> None:
    """With the three libraries of `pip install arpad` alone; what nobody can look at is said."""
    mute = "; ".join(f"sys.modules[{name!r}] = None" for name in MUTE)
    call = f"import sys; {mute}; from arpad.cli import main; sys.argv = ['arpad', *sys.argv[1:]]; main()"
    done = subprocess.run(
        [sys.executable, "-c", call, "verify", "--public", str(library.directory)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "every number comes out" in done.stdout, done
    assert "which nobody looked at" in done.stdout
    assert done.returncode == 1


def test_a_bundle_that_cannot_be_written_leaves_nothing(office: Path, tmp_path: Path) -> None:
    (tmp_path / "closed").touch()
    desk = open_desk(connect_store(str(office)), "officer", LATER)
    with pytest.raises(UserError):
        proofs.bundle_history(desk, BundleRequest(tmp_path / "closed" / "out", tmp_path / "openings.csv"))
    desk.store.close()
    assert not list(tmp_path.rglob("*.part"))


def test_an_opening_list_alone_is_taken_as_published(tmp_path: Path) -> None:
    desk = at(national_office("sqlite", tmp_path), JULY)
    proofs.bundle_history(desk, BundleRequest(tmp_path / "one", tmp_path / "a.csv"))
    assert found(Library(tmp_path / "one")) == []


# --- what every check rests on ------------------------------------------------------------------------------------


def test_a_seal_that_the_log_did_not_publish_is_found(library: Library) -> None:
    file = library.directory / contents.CONTENTS_FILE
    text = file.read_text()
    seal = library.contents.chapters[-1].seal
    file.write_text(text.replace(seal, "0" * 64))
    assert any("published it with another seal" in each for each in found(library))


def test_a_player_has_one_birthday_on_all_lists() -> None:
    """14 on the list of July and 13 on that of September: no day of the year gives both."""
    book = arpad.rulebook("ukraine-2018")
    players = PlayerRows.of(player=[0], born=[2005])
    days, young = Birthdays(), []
    for list_, k in ((201907, 20), (201909, 40)):
        roll = Roll.of(rating=[1500], state=[1], games=[100], highest=[1500])
        born = next(
            day for day in (20050102, 20051202)
            if decide(book, list_, roll.games, np.array([day], np.int32), roll.highest, roll.rating)[0][0] == k
        )  # fmt: skip
        given = decide(book, list_, roll.games, np.array([born], np.int32), roll.highest, roll.rating)
        head = Head("ukraine", list_, "computed", "ukraine-2018", "", "", 1, 1, True)
        dated = days.asked(book, head, players, replace(roll, k=given[0], k_reason=given[1]))
        young.append(int(decide(book, list_, roll.games, dated, roll.highest, roll.rating)[0][0]) == k)
    assert young == [True, False]


def test_a_line_is_in_a_tree_of_any_size_where_it_stands_and_nowhere_else() -> None:
    for size in range(1, 20):
        lines = [f"row {n}".encode() for n in range(size)]
        root = merkle_tree.root_of_lines(lines)
        for place, line in enumerate(lines):
            assert merkle_tree.root_from_path(line, merkle_tree.path_to_root(lines, place)) == root
            assert merkle_tree.root_from_path(b"another", merkle_tree.path_to_root(lines, place)) != root
        assert len({merkle_tree.root_of_lines(lines[:n]) for n in range(1, size + 1)}) == size


# --- attacks that were tried --------------------------------------------------------------------------------------


def appended(library: Library, *rows: tuple[int, str, str]) -> None:
    """Entries of somebody's own behind the signed end of the log: their numbers, what they say, and in detail."""
    log = library.directory / "log"
    opened = json.loads((log / "entries.json").read_bytes())
    lines = (log / "links.csv").read_text()
    for seq, action, detail in rows:
        row = [seq, "00" * 16, [seq, 0, 20260120, "me", action, "", "", detail], []]
        opened = [each for each in opened if each[0] != seq] + [row]
        entry = OpenEntry(seq, "00" * 16, tuple(row[2]), ())  # type: ignore[arg-type]
        lines += f"{seq},{entry.sha256}\n"
    (log / "entries.json").write_text(json.dumps(opened, indent=0) + "\n")
    (log / "links.csv").write_text(lines)


@pytest.mark.parametrize("number", [-1, 0, 1])
def test_entries_behind_the_signed_end_are_nobodys_word(library: Library, number: int) -> None:
    """Under a number that is there already, or under a new one; the checkpoint and its signature are left alone."""
    forged_rating(library)
    mended(library)
    mine = json.dumps(
        {"contents": contents.hash_of_contents_file((library.directory / contents.CONTENTS_FILE).read_bytes())}
    )
    appended(library, (library.checkpoint.size + number, "bundle", mine))
    try:
        told = found(library)
    except UserError as refused:
        told = [str(refused)]
    assert any("goes on to" in each or "no table" in each for each in told)


def test_a_line_ends_where_its_checkpoint_does(library: Library) -> None:
    whole = json.loads(line_of(library))
    mine = OpenEntry(whole["entry"][0] + 9, "00" * 16, (whole["entry"][0] + 9, *whole["entry"][2][1:]), ())
    whole["entry"] = [mine.seq, mine.salt, list(mine.log_row), []]
    whole["entries"].append([mine.seq, mine.sha256])
    assert not player_proof.verify_player_proof(json.dumps(whole).encode()).good


@pytest.mark.parametrize("kept", ["people.csv", "/list.csv"])
def test_a_line_without_the_row_of_the_list_proves_nothing(library: Library, kept: str) -> None:
    whole = json.loads(line_of(library))
    rows = whole["rows"]
    whole["rows"] = [row for row in rows if row["file"].endswith("people.csv")]
    if kept == "/list.csv":
        whole["rows"] += [row for row in rows if row["file"].endswith(kept)] * 2
    told = player_proof.verify_player_proof(json.dumps(whole).encode()).found
    assert any("no row of the list, or more" in str(each) for each in told)


def test_rows_of_other_games_are_not_taken_for_his(library: Library) -> None:
    head = library.contents.chapters[-2]
    mine, other = (library.people[int(key)].number for key in library.table(head, "entries").player[:2])
    whole = json.loads(player_proof.write_player_proof(library, head.series, head.list_, mine))
    his = json.loads(player_proof.write_player_proof(library, head.series, head.list_, other))
    for name in ("/lines.csv", "/ledger.csv"):
        rows = [row for row in whole["rows"] if not row["file"].endswith(name)]
        forged = {**whole, "rows": [*rows, *(row for row in his["rows"] if row["file"].endswith(name))]}
        assert not player_proof.verify_player_proof(json.dumps(forged).encode()).good, name


def test_a_row_is_not_shown_as_the_names_of_the_columns(library: Library) -> None:
    whole = json.loads(line_of(library))
    row = next(each for each in whole["rows"] if each["file"].endswith("/list.csv"))
    row["names"], row["names_path"] = row["row"], row["path"]
    assert not player_proof.verify_player_proof(json.dumps(whole).encode()).good


@pytest.mark.parametrize(("name", "value"), [("list", "2026-01\nrating 2900"), ("series", "../x"), ("player", 1e400)])
def test_what_a_line_is_about_is_a_name_and_a_number(library: Library, name: str, value: object) -> None:
    with pytest.raises(UserError, match="no file of one line"):
        player_proof.verify_player_proof(json.dumps({**json.loads(line_of(library)), name: value}).encode())


def test_a_checkpoint_older_than_a_line_cannot_be_compared(library: Library) -> None:
    early = checkpoints.Checkpoint(library.contents.office, 3, "f" * 64, Day(20260101))
    with pytest.raises(UserError, match="cannot be compared"):
        player_proof.verify_player_proof(line_of(library), early)


def test_a_signature_that_was_taken_off_is_missed(library: Library) -> None:
    kept, file = library.checkpoint, library.directory / "log" / "checkpoint.txt"
    file.write_text(kept.body)
    assert any("is not signed" in each for each in found(library))
    log = library.directory / "log" / "entries.json"
    others = [row for row in json.loads(log.read_bytes()) if row[2][4] != "new key"]
    log.write_text(json.dumps(others, indent=0) + "\n")
    assert any("does not follow from that key" in each for each in found(library, since=kept))


def test_the_rating_of_an_opening_list_is_under_its_seal(library: Library) -> None:
    head = library.contents.chapters[0]
    file = library.directory / head.place / "list.csv"
    names, first, *rest = file.read_text().splitlines()
    cells = first.split(",")
    cells[1] = str(int(cells[1]) + 7)
    file.write_text("\n".join([names, ",".join(cells), *rest]) + "\n")
    assert any(f"list {head.series}" in each and "seal" in each for each in found(library))


def test_a_list_that_no_entry_published_is_found_whatever_it_says_of_itself(library: Library) -> None:
    file = library.directory / contents.CONTENTS_FILE
    there = json.loads(file.read_bytes())
    there["chapters"][-1]["entry"] = 0
    file.write_text(json.dumps(there, indent=1) + "\n")
    assert any("did not publish it" in each for each in found(library))


def test_no_reason_in_somebodys_words_and_no_year_of_a_stranger_goes_out(library: Library) -> None:
    notices = [json.loads(file.read_bytes()) for file in (library.directory / "notices").iterdir()]
    assert notices
    assert not [each for each in notices if each.keys() & {"why", "who"}]
    players, known = PlayerRows.of(), set[int]()
    for head in library.contents.chapters:
        players = library.players(head, players)
        known |= {*library.table(head, "entries").player.tolist(), *library.table(head, "list").player.tolist()}
    assert set(np.flatnonzero(players.born).tolist()) <= known
    assert len(known) < len(players)
