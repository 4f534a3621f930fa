"""Files and databases that nobody should send, made from sound ones: reports, lists, tables, sidecars, documents,
backups and offices."""

from __future__ import annotations

import contextlib
import io
import os
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from by_hand import preview_list, publish_list
from frozen import SCHEMAS
from fuzz import PROGRAMS, inside, noise, one_input
from publication_made import DUE, NEXT, SERIES, address_of, an_open, before_list, copied
from tables_made import bytes_of_a_list, bytes_of_a_table
from typed import typed

from arpad.office import care

DIGITS = "9" * 5000
PLAYERS = "id,fide_id,name,latin_name,former_names,born,sex,federation,region,title,memberships,died,since\n"
CELLS = (
    "", "0", "-1", "9" * 31, DIGITS, "1e999", "nan", "=1+1", "＝1+1", "@x", "\t=x", "x" * 5000,
    "\u202ex", "a\u200bb", '"',
    "2025-02-30", "9999-12-31", "0000-01-01", "999912", "Smith, Ann", "UKR", "GM", "1980-01-02",
    "1500", "20", "256", "IA", "XX",
)  # fmt: skip


def csv_file(rng: Random) -> bytes:
    """A table with hostile cells under a header of the office's own files, or with the header alone."""
    head = rng.choice((
        PLAYERS, "id,name,federation,licence,since,until\n", "code,name,state,since,until\n",
        "id,rating,k,games,highest\n",
        "id,born,rating,k,games,highest,last\n", "x\n", "",
    ))  # fmt: skip
    columns = max(head.count(",") + 1, 1)
    rows = "".join(",".join(rng.choice(CELLS) for _ in range(columns)) + "\n" for _ in range(rng.choice((0, 1, 3, 20))))
    return (head + rows).encode("utf-8", "surrogatepass")


def sidecar(rng: Random) -> bytes:
    key = rng.choice(("name", "end", "part", "arbiters", "exclusions", "schedule", "approvals", "federation", "x.y"))
    wrong = (
        DIGITS, "[" * 1000, "[" * 1000 + "]" * 1000, "{a=" * 500, '"' + "x" * 200_000 + '"',
        "9999-12-31", "0001-01-01", "nan",
        '[{name="A",licence="XX",id=' + "9" * 30 + "}]", "[{player=1e9}]", "[[1]]", '"\\u202e"',
        '"\\u0000"', "1", "[]", "{}",
        "-1", "true", '[{player=-1,round=0,reason="fair-play",why=[]}]', "1979-05-27T07:32:00", "00:00:00",
    )  # fmt: skip
    good = 'code = "open-1"\nseries = "fide-standard"\nstart = 2025-11-03\nend = 2025-11-05\n'
    lines = (good if rng.random() < 0.5 else "") + f"{key} = {rng.choice(wrong)}\n"
    return lines.encode() + (b"\xff\xfe" if rng.random() < 0.1 else b"")


def document(rng: Random) -> bytes:
    deep = "[" * rng.choice((10, 1000, 100_000))
    texts = (
        deep, DIGITS, '{"rating":' + DIGITS + "}", "{}", "[]", "null", '{"a":1,"a":2}', "NaN",
        '{"games":[{"opponent":1e999}]}',
        '{"rulebook":"fide-standard-2025","rating":1500,"k":256,"games":[{"opponent":1500,"score":1}]}',
        '{"rulebook":"\\ud800","rating":1}', '{"players":[' + '{"name":"x","rating":1500,"score":1},' * 300 + "]}",
        '{"rating":1500,"k":20,"games":[{"opponent":1500,"score":' + rng.choice(("-1", "2", '"½"',
        "0.33333")) + "}]}",
    )  # fmt: skip
    return rng.choice(texts).encode()


def xml_file(rng: Random) -> bytes:
    coding = rng.choice(
        ("utf-7", "utf-16", "utf-32", "idna", "rot13", "base64", "x" * 500, "cp037", "unicode_escape", "hz")
    )
    bombs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 9))
    body = rng.choice((
        "<playerslist><player><fideid>1</fideid><name>x</name><rating>" + "9" * 31 + "</rating></player></playerslist>",
        f'<!DOCTYPE x [<!ENTITY a0 "x">{bombs}]><playerslist><player><name>&a8;</name></player></playerslist>',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><playerslist><player><name>&a;</name></player></playerslist>',
        "<playerslist>" + "<a>" * 20_000, "<playerslist>", "<playerslist><player>\x00</player></playerslist>",
    ))  # fmt: skip
    return f'<?xml version="1.0" encoding="{coding}"?>{body}'.encode()


def zipped(rng: Random) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for _ in range(rng.choice((0, 1, 2, 50))):
            name = rng.choice(
                ("standard_dec25frl.txt", "../x.txt", "/etc/x", "manifest.json", "log.jsonl", "x" * 200, "a.xml")
            )
            size = rng.choice((0, 10, 10_000, 5_000_000))
            there = f"{len(archive.namelist())}{name}" if archive.namelist() else name
            archive.writestr(there, b"0" * size if size > 10_000 else rng.randbytes(size))
    return noise(out.getvalue(), rng) if rng.random() < 0.3 else out.getvalue()


def report_file(rng: Random) -> bytes:
    return one_input(rng.randrange(1, 1 << 30))[0]


def sound_report(rng: Random) -> bytes:
    data = an_open(rng.choice(("open-1", "open-3"))).text.encode()
    return noise(data, rng) if rng.random() < 0.7 else data


def list_file(rng: Random) -> bytes:
    data = bytes_of_a_list(rng, rng.choice(("list", "xml")))
    return noise(data, rng) if rng.random() < 0.8 else data


def table_file(rng: Random) -> bytes:
    data = bytes_of_a_table(rng, rng.choice(("games", "players", "crosstable", "pairings", "matrix", "pgn")))
    return noise(data, rng) if rng.random() < 0.8 else data


def workbook(rng: Random) -> bytes:
    data = bytes_of_a_table(rng, "xlsx")
    return inside(data, rng) if rng.random() < 0.7 else noise(data, rng)


def program_file(rng: Random) -> bytes:
    """A file of a pairing program, sound or not."""
    data = PROGRAMS[rng.choice(list(PROGRAMS))](rng)
    return noise(data, rng) if rng.random() < 0.7 else data


def named_file(rng: Random) -> bytes:
    """What is sent in the place of a report and only named."""
    start = rng.choice((
        b"%PDF-1.7", b"\x89PNG", b"\xff\xd8\xff", b"\x00\x01\x00\x00Standard Jet DB", b"SQLite format 3\x00", b"MZ\x00",
        b"{\\rtf1", b'{"username":"x","performance":1}', b"#EVENT DETAILS", b"\x03\x01\x01\x01",
        b"<?xml version='1.0'?><x/>", b"<!--", b"<!DOCTYPE", b"{chessresults}", b"\x93\xff\x89\x44",
    ))  # fmt: skip
    return start + rng.randbytes(rng.choice((0, 1, 200, 70_000)))


def anything(rng: Random) -> bytes:
    return rng.choice((b"", b"\x00", b"\n", b"\xff" * 100, rng.randbytes(5000), b"{" * 5000, b"x" * 3_000_000))


KINDS: dict[str, Callable[[Random], bytes]] = {
    "trf": report_file, "TRF": sound_report, "csv": csv_file, "event.toml": sidecar,
    "json": document, "xml": xml_file,
    "zip": zipped, "txt": list_file, "tsv": table_file, "xlsx": workbook, "pgn": table_file, "bin": anything,
    "TUNX": program_file, "upload.xml": program_file, "veg": named_file,
}  # fmt: skip


OPEN = ("--series", "fide-standard", "--start", "2025-12-02", "--end", "2025-12-04")
LIVELY = (
    ("federation", "add", "UKR"), ("arbiter", "add", "14100098", "Referee, Rita", "--licence", "FA"),
    ("event", "register", "--code", "open-3", "--name", "Third", *OPEN),
    ("list", "correct", "990021", "1700", "--why", "x"),
    ("claim", "file", "990007", "--text", "too low", "--by", "A", "--as", "player"),
    ("revision", "annul", "open-2", "--why", "x"), ("player", "add", "Newcomer, Nora", "--federation", "UKR"),
)  # fmt: skip


class World:
    """What is made once for a campaign: offices to be copied and broken, and a backup."""

    def __init__(self, place: Path) -> None:
        self.offices: dict[str, bytes] = {}
        due = copied(before_list("sqlite"), place, DUE)
        self.offices["due"] = Path(address_of(due)).read_bytes()
        preview_list(due, SERIES, NEXT)
        publish_list(due, SERIES, NEXT)
        care.back_up_office(due, place / "backup.zip")
        due.store.close()
        for words in LIVELY:
            done = typed(*words, "--now", DUE, "--who", "A. Officer", "--db", address_of(due))
            assert done.code == 0, done
        self.offices["published"] = Path(address_of(due)).read_bytes()
        for name in ("0005-published",):
            with sqlite3.connect(place / f"{name}.db") as database:
                database.executescript((SCHEMAS / f"{name}.sql").read_text("utf-8"))
            database.close()
            self.offices[name] = (place / f"{name}.db").read_bytes()
        self.backup = (place / "backup.zip").read_bytes()

    def file(self, place: Path, rng: Random) -> str:
        """A file in a place, and its name; sometimes none, a directory, or a device."""
        odd = rng.random()
        if odd < 0.08:
            return rng.choice(
                ("missing.trf", ".", "/dev/null", "/dev/full", "link.trf", "dir/", "*.trf", "-", "\udcff.trf")
            )
        kind = rng.choice(list(KINDS))
        if odd < 0.12:
            (place / "given.zip").write_bytes(noise(self.backup, rng) if rng.random() < 0.7 else self.backup)
            return "given.zip"
        name = f"given.{kind}" if rng.random() < 0.8 else f"gi\u202even\x1b.{kind}"
        (place / name).write_bytes(KINDS[kind](rng))
        if kind in ("trf", "TRF") and rng.random() < 0.5:
            (place / "given.event.toml").write_bytes(sidecar(rng))
        return name

    def directory(self, place: Path, rng: Random) -> str:
        """A directory of several files, each with something beside it."""
        (place / "many").mkdir()
        for number in range(3):
            (place / "many" / f"r{number}.trf").write_bytes(sound_report(rng))
            (place / "many" / f"r{number}.event.toml").write_bytes(sidecar(rng))
        return "many"

    def office(self, place: Path, rng: Random) -> str:
        """An office in a place, sound or broken, and its address."""
        path = place / "office.db"
        kind = rng.choices(("due", "published", "0005-published"), (8, 16, 2))[0]
        path.write_bytes(self.offices[kind])
        path.chmod(0o600)
        if rng.random() < 0.7:
            return "office.db"
        return rng.choice(BREAKS)(path, rng)


def _flipped(path: Path, rng: Random) -> str:
    data = bytearray(path.read_bytes())
    for _ in range(rng.randrange(1, 30)):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)
    return path.name


def _zeroed(path: Path, rng: Random) -> str:
    data = bytearray(path.read_bytes())
    at = rng.randrange(len(data) // 4096) * 4096
    data[at : at + 4096] = rng.choice((bytes(4096), rng.randbytes(4096)))
    path.write_bytes(data)
    return path.name


def _cut(path: Path, rng: Random) -> str:
    path.write_bytes(path.read_bytes()[: rng.randrange(20_000)])
    return path.name


def _changed(path: Path, rng: Random) -> str:
    """Rows and tables changed behind the program's back."""
    connection = sqlite3.connect(path)
    for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{trigger}"')
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    table = rng.choice([name for name in names if not name.startswith("sqlite")])
    if rng.random() < 0.2:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(f'DROP TABLE "{table}"')
    else:
        columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
        values = (
            "CAST(x'ff41fe' AS TEXT)",
            "'\u202ex'",
            "NULL",
            "-1",
            "99999999999999",
            "'x'",
            "x'00'",
            "1.5",
            "'{'",
            "''",
        )
        change = f'UPDATE OR IGNORE "{table}" SET "{rng.choice(columns)}" = {rng.choice(values)}'
        if rng.random() < 0.7:
            change += f' WHERE rowid = (SELECT min(rowid) + {rng.randrange(3)} FROM "{table}")'
        with contextlib.suppress(sqlite3.Error):
            connection.execute(change)
    connection.commit()
    connection.close()
    return path.name


def _elsewhere(path: Path, rng: Random) -> str:
    return rng.choice((
        "none.db", "postgresql://x:y@127.0.0.1:1/none", "mysql://x/y", "://", "sqlite://",
        ":memory:", "", "\udcff.db", "/", ".",
        "postgresql://[::1", "sqlite:///\x1b.db", "x" * 5000, "postgresql://h:99999999/x", "/dev/null", "/dev/full",
    ))  # fmt: skip


def no_office(path: Path, rng: Random) -> str:
    """Something else in the place of an office."""
    path.unlink()
    if rng.random() < 0.5:
        path.write_bytes(rng.choice((b"", b"Dear officer", b"SQLite format 3\x00" + rng.randbytes(200))))
    else:
        connection = sqlite3.connect(path)
        connection.execute(rng.choice(("CREATE TABLE x (y)", "CREATE TABLE alembic_version (version_num)")))
        connection.close()
    return path.name


BREAKS: tuple[Callable[[Path, Random], str], ...] = (
    _flipped,
    _zeroed,
    _cut,
    _changed,
    _changed,
    _elsewhere,
    no_office,
)


def lay_out(place: Path) -> None:
    """What stands in every place: a link that leads nowhere, and a closed directory."""
    os.symlink("nowhere", place / "link.trf")
    (place / "dir").mkdir()
    (place / "out").mkdir()
