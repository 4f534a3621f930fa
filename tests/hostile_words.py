"""Words that nobody should type, for every argument and option of the command line; with words that lead on to the next
check, so that not every call ends at the first.

What an argument wants is taken from its metavar and its type. A new verb needs nothing here: what is not known gets a
word of any kind.
"""

from __future__ import annotations

from random import Random

LONG = 100_000
WRONG = (
    "", " ", "-", "--", "-1", "0", "1", "00", "+5", "5.5", "½", "1/0", "1e999", "nan", "inf",
    "0x10", "1_000", "²", "１２",
    "٣", "9" * 10, "9" * 19, "9" * 31, "9" * 5000, "-" + "9" * 31, "2147483648", "4294967296", "9223372036854775808",
    "256", "65536", "0000-00", "0000-01", "0001-01", "9999-12", "9999-13", "10000-01", "2025-13",
    "2025-1", "0000-00-00",
    "0001-01-01", "9999-12-31", "2025-02-30", "2025-12-01T00:00", "none", "null", "true", "x" * LONG, "é" * LONG,
    "\udcff", "\udce9t\udce9", "\ud83d", "a\nb", "a\rb", "\x1b[2J\x1b]0;x\x07", "\u202egnp.exe", "a\u200bb", "\ufeff",
    "%s%n%x", "{0}", "{field}", "'; DROP TABLE log; --", '"', "'", "\\", "../../../../etc/passwd",
    "~", "$HOME", "*", "?",
    "[", "[a-", "**", "=1+1", "＝1+1", "a:b:c:d:e", ":", "::", ",", ",,,", "//x", "a/b/c",
    "open-1/99999999999999999999",
    "open-1/0", "open-1/-1", "REV-" + "9" * 30, "日本語", "\U0001f600", "I\u0307", "ß" * 100,
    "\x7f", "--help=1", "@file",
)  # fmt: skip
WORDS = {
    "YYYY-MM-DD": ("2025-12-01", "2025-12-05", "2025-12-05", "2026-01-02", "2025-11-20"),
    "DAY": ("2025-12-01", "2025-11-10", "1980-01-02", "1980"),
    "DAYS": ("2025-11-03,2025-11-04", "3"),
    "YYYY-MM": ("2025-11", "2025-12", "2026-01"),
    "OLDER": ("2025-11",),
    "NEWER": ("2025-12", "2025-11"),
    "SERIES": ("fide-standard", "fide-rapid", "ukraine", "fide-standard"),
    "EVENT": ("open-1", "open-2", "open-1/1", "open-3"),
    "CODE": ("open-1", "REV-1", "UKR", "POL", "rate-of-play"),
    "NUMBER": ("990007", "990014", "990280", "1000000014"),
    "ID": ("990007", "990014", "1000000014", "14100098"),
    "law ID": ("fide-standard-2025", "fide-standard-2009", "ukraine-2018", "fide-rapid-blitz-2024"),
    "calc ID": ("fide-standard-2025", "fide-standard-2009", "ukraine-2018", "fide-rapid-blitz-2024"),
    "law GONE": ("R1", "R70"),
    "revision CODE": ("REV-1", "REV-1", "open-1"),
    "federation CODE": ("UKR", "POL"),
    "GONE": ("990014", "990021"),
    "KEPT": ("990007",),
    "TEXT|NUMBER": ("Invented", "990007"),
    "CLAIM": ("CLAIM-1", "1"),
    "FED": ("UKR", "POL", "FID"),
    "NAME": ("A. Officer", "utf-8", "cp1251", "fair-play", "carry", "North"),
    "TEXT": ("a reason",),
    "'SURNAME, GIVEN'": ("Newcomer, Nina",),
    "KIND": ("active", "FA", "dispensation", "player", "inactive"),
    "FORM": ("trf16", "trf26", "txt", "xml"),
    "FORM|FILE": ("txt", "xml", "csv", "xlsx", "json", "parquet", "html", "out.csv", "out.xlsx", "out.parquet"),
    "GM|IM|…": ("GM", "WFM"),
    "m|w": ("m", "w"),
    "IBCA,…": ("IBCA", "IBCA,ICSC"),
    "ROLE": ("player", "federation"),
    "STATE": ("open", "upheld"),
    "VERB": ("publish",),
    "WHO": ("federation", "president"),
    "ZONE": ("Europe/Kyiv", "UTC"),
    "upheld|rejected": ("upheld", "rejected"),
    "R:S": ("1500:1", "1700:½", "2000:0.5"),
    "A:S/N": ("1500:3/5",),
    "A-B": ("1-5",),
    "NAME:R:S[:K]": ("A:1500:1:20", "B:1600:0"),
    "CODE[:PLAYER[:ROUND]]": ("open-1", "open-1:1", "open-1:1:2"),
    "N": ("1", "2", "20", "1500"),
    "YEARS": ("20", "65"),
    "SEQ": ("1", "3"),
    "REV-N": ("REV-1",),
    "ADDRESS": ("127.0.0.1",),
    "VALUE": ("1", "carry", "note"),
    "NEW": ("open-9",),
}  # fmt: skip
PLACES = (
    "out.txt",
    "out.csv",
    "out/",
    ".",
    "-",
    "/dev/full",
    "/dev/null",
    "nowhere/x.txt",
    "given.trf",
    "x" * 300,
    "\udcff.txt",
)
FILES = ("FILE", "SIDECAR", "DOCUMENT", "CSV", "[SERIES=]FILE")
TARGETS = ("OUT", "DIR")
FLAG_FACTS = (
    ("--series", "fide-standard"), ("--start", "2025-11-03"), ("--end", "9999-12-31"), ("--name", "Open"),
    ("--arbiters", "Ann:XX:1"), ("--schedule", "2025-11-03"), ("--exclusions", "1:1:fair-play"), ("--part", "1"),
    ("--resolution", "president:2025-11-03:why"), ("--approvals", "late-registration:president"), ("--hybrid", "no"),
    ("--games-scheduled", "9"), ("--federation", "UKR"), ("--code", "open-7"), ("--time-control", "90+30"),
)  # fmt: skip


def plain(metavar: str) -> str:
    """What an argument wants, without how often and whether it must be there."""
    return metavar if metavar in WORDS or metavar in FILES else metavar.strip("[]").removesuffix("...").strip("[]")


def word(wants: str, kind: str, wrong: float, rng: Random) -> str:
    """A word for an argument, by its verb and metavar: a wrong one with this likelihood, or one that may lead on."""
    if rng.random() < wrong:
        return broken(rng)
    wanted = WORDS.get(wants) or WORDS.get(wants.partition(" ")[2])
    if wanted is None and kind.startswith("int"):
        return str(rng.choice((1, 2, 3, 10, 20, 64, 100, 1500, 2400)))
    return rng.choice(wanted) if wanted else rng.choice(rng.choice(list(WORDS.values())))


def broken(rng: Random) -> str:
    """A word that nobody should type, alone or in another."""
    if rng.random() < 0.75:
        return rng.choice(WRONG)
    base = rng.choice(rng.choice(list(WORDS.values())))
    at = rng.randrange(len(base) + 1)
    return base[:at] + rng.choice(WRONG)[:300] + base[at:]


def number_about(low: float | None, high: float | None, rng: Random) -> str:
    """A number at its bounds, or just outside."""
    bounds = [int(bound) for bound in (low, high) if bound is not None] or [0]
    return str(rng.choice(bounds) + rng.choice((-1, 0, 1, 10 ** rng.randrange(2, 30))))
