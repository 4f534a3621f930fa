"""The verbs that change one thing of an office: how each is typed, and what was typed before so that it has work.

With those of `verbs_made` they are all that write to an office; the rest only reads, or writes files beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from office_made import NUMBERS, S25, event, write
from offices_made import behind
from publication_made import an_open
from sqlalchemy import text
from typed import typed

from arpad.law import rulebook
from arpad.law.drafting import NewNames, draft
from arpad.office.store.engine import connect_store

Words = list[str]
WHY = ("--why", "a letter")
MERGED = (str(NUMBERS[33]), str(NUMBERS[36]), *WHY, "--even-if-different")
ONE_PERSON = ["revision", "merge", str(NUMBERS[1]), str(NUMBERS[9]), *WHY, "--even-if-different"]
CLAIM = ["claim", "file", str(NUMBERS[1]), "--by", "A. Player", "--text", "twelve points are missing"]
OPENED = ["list", "open", "fide-rapid", "{place}/opening.csv", "--list", "2025-10"]
LATE: dict[str, Any] = {"approvals": ["late-registration"]}
FILES = {
    "arbiters.csv": 'id,name,federation,licence,since,until\n77001,"Referee, Rita",POL,FA,2024-01-01,\n',
    "federations.csv": "code,name,state,since,until\nPOL,Poland,member,2001-01-01,\n",
    "opening.csv": "fide_id,name,rating,games,k\n" + "".join(f"{n},,1800,40,20\n" for n in list(NUMBERS.values())[:6]),
}


@dataclass(frozen=True)
class Small:
    """A verb as it is typed, and what is typed before it; `{place}` is a directory with the files of `FILES`."""

    words: Words
    before: tuple[Words, ...] = ()
    also: tuple[dict[str, int], ...] = ()  # rows that stand between two entries of the verb


ACCOUNT = ["account", "add", "olena", "--name", "Olena Invented", "--administrator"]

ADDED = {"account": 1, "log": 1, "journal": 1, "link": 1, "effect": 1}
GRANTED = {"role_grant": 1, "log": 2, "journal": 2, "link": 2, "effect": 2}

SMALL: dict[str, Small] = {
    "account add": Small(ACCOUNT[2:], also=(ADDED, {**ADDED, **GRANTED})),
    "account close": Small(["stefan", *WHY, "--yes"], (ACCOUNT, ["account", "add", "stefan", "--role", "arbiter"])),
    "account four-eyes": Small(["merge-players", "--on", *WHY, "--yes"]),
    "account link": Small(["olena"], (ACCOUNT,)),
    "arbiter add": Small(["77001", "Referee, Rita", "--federation", "POL", "--licence", "FA", "--since", "2024-01-01"]),
    "arbiter import": Small(["{place}/arbiters.csv"]),
    "claim answer": Small(["CLM-1", "rejected", *WHY], (CLAIM,)),
    "claim file": Small(CLAIM[2:]),
    "claim withdraw": Small(["CLM-1", *WHY], (CLAIM,)),
    "event change": Small(["waits", "--code", "waits-2", *WHY]),
    "event exclude": Small(["admitted", "--player", "1", "--round", "1", "--reason", "fair-play", *WHY]),
    "event refuse": Small(["waits", "--by", "qc-chair", *WHY, "--yes"]),
    "federation add": Small(["POL", "--name", "Poland"]),
    "federation import": Small(["{place}/federations.csv"]),
    "federation officer": Small(
        ["POL", "--name", "O. Officer", "--since", "2024-03-01"], (["federation", "add", "POL", "--name", "Poland"],)
    ),
    "key new": Small([*WHY]),
    "law adopt": Small(["{place}/own.toml", *WHY, "--yes"]),
    "law withdraw": Small(["own-2026", *WHY, "--yes"], (["law", "adopt", "{place}/own.toml", *WHY, "--yes"],)),
    "list correct": Small([str(NUMBERS[1]), "1750", *WHY]),
    "list import": Small(["fide-blitz", "{place}/opening.csv", "--list", "2025-10"]),
    "list open": Small(OPENED[2:]),
    "list take-back": Small(["fide-rapid", *WHY, "--yes"], (OPENED,)),
    "office change": Small(["--home", "POL", *WHY, "--yes"]),
    "player add": Small(["Newcomer, Nia", "--born", "1999-04-12", "--sex", "w", "--federation", "POL"]),
    "player change": Small([str(NUMBERS[1]), "--federation", "POL", "--since", "2025-12-01", *WHY]),
    "player unmerge": Small([str(NUMBERS[36]), *WHY], (["player", "merge", *MERGED, "--yes"],)),
    "repair": Small([*WHY]),
    "report identify": Small(["sent", "1", str(NUMBERS[20]), *WHY]),
    "report appeal": Small(["sent", *WHY], (["report", "refuse", "sent", *WHY, "--yes"],)),
    "report hold": Small(["sent", *WHY]),
    "report refuse": Small(["sent", *WHY, "--yes"]),
    "report release": Small(["sent", *WHY], (["report", "hold", "sent", *WHY],)),
    "report sent": Small(
        ["away", *WHY],
        (
            ["list", "import", "fide-rapid", "{place}/opening.csv", "--list", "2025-11"],
            ["event", "register", "{place}/away.event.toml"],
            ["report", "submit", "{place}/away.trf"],
            ["report", "admit", "away"],
        ),
    ),
    "report withdraw": Small(["sent", *WHY, "--yes"]),
    "revision again": Small(["open-1", *WHY]),
    "revision annul": Small(["open-1", *WHY]),
    "revision drop": Small(["REV-1", *WHY]),
    "revision fact": Small([str(NUMBERS[1]), "--born", "2009-01-02", *WHY]),
    "revision game": Small(["open-1", "1", "1", "--reason", "fair-play", *WHY]),
    "revision late": Small(
        ["lost", *WHY], (["event", "register", "{place}/lost.event.toml"], ["report", "submit", "{place}/lost.trf"])
    ),
    "revision merge": Small(ONE_PERSON[2:]),
    "revision opening": Small([str(NUMBERS[1]), "--rating", "1712", *WHY]),
    "revision preview": Small(["REV-1"]),
    "revision replace": Small(["open-1", "{place}/open-1.trf", *WHY]),
    "revision setting": Small(["difference", "note", *WHY]),
    "revision unmerge": Small(
        [str(NUMBERS[9]), *WHY],
        (ONE_PERSON, ["revision", "preview", "REV-2"], ["revision", "approve", "REV-2", "--yes"]),
    ),
    "undo": Small(["20", *WHY, "--yes"], (["report", "hold", "sent", *WHY],)),  # the entry of the hold
}  # fmt: skip


@cache
def files() -> Path:
    """The directory of what verbs read."""
    place = Path(mkdtemp(prefix="arpad-files-"))
    for name, body in FILES.items():
        (place / name).write_text(body)
    (place / "own.toml").write_text(draft(rulebook(S25), NewNames("own-2026", "Own", "own", date(2026, 1, 1))))
    write(place, "open-1", an_open("open-1", results={(1, 1): "0", (2, 2): "="}))
    write(place, "lost", an_open("lost", list(range(17, 25))))
    rapid = event("away", "fide-rapid-blitz-2024-12", ratings=(1800,) * 6, start=date(2025, 11, 10), **LATE)
    write(place, "away", rapid)
    return place


def words(name: str) -> Words:
    return filled([*name.split(), *SMALL[name].words])


def filled(given: Words) -> Words:
    return [word.replace("{place}", str(files())) for word in given]


def prepared(name: str, address: str, day: date) -> None:
    """What comes before a verb is typed on an office."""
    if name == "repair":
        with behind(connect_store(address)) as connection:
            connection.execute(text("DROP INDEX ix_log_action"))
    for given in SMALL[name].before:
        done = typed(*filled(given), "--db", address, "--now", str(day), "--who", "officer")
        assert done.code == 0, (given, done.out, done.err)
