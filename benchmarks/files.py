"""Large files in and out: 500,000 people imported, a list of them opened, taken over and exported.

    ./dev bench files [--rows N] [--json] [--check]

The files are invented from a seed: the office's CSV with FIDE numbers, many equal names among them, and FIDE lists of
two months in text, with the K of juniors and newcomers. The series is opened with the later list, the earlier one
beside it, and what they do not say is concluded. Each verb runs in a process of its own, as an officer calls it, on
SQLite and on PostgreSQL with the durable settings of a real office. Told are the processor time of the process,
start-up included and the server of PostgreSQL not, and its peak memory. The exports must be the same bytes on both.
Five minutes, with others at work a quarter of an hour.
"""

from __future__ import annotations

import hashlib
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import _clock
import _frame
import databases

import arpad

SEED = 20260501
ROWS = 500_000
SYLLABLES = [first + then for first in "bdklmnrstv" for then in "aeiou"]
HEAD = (
    f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}FOA {'MAR24':<6}"
    "Gms K  B-day Flag"
)
FEDERATIONS = ("UKR", "POL", "GER", "FRA", "ESP", "IND", "USA", "HUN")
EXPORTS = (("txt", "xml", "csv"), ("json", "parquet", "html"))


def write_files(folder: Path, rows: int) -> tuple[Path, Path, Path]:
    """People as CSV, and the same people on a list and on that of the month before."""
    dice = random.Random(SEED)
    words = ["".join(dice.choices(SYLLABLES, k=dice.choice((2, 3, 3, 4)))).capitalize() for _ in range(20_000)]
    people, ratings = folder / "people.csv", folder / "standard_mar24frl.txt"
    with people.open("w") as csv, ratings.open("w", newline="") as txt:
        csv.write("fide_id,name,born,sex,federation,title\n")
        txt.write(HEAD + "\r\n")
        for at in range(rows):
            name = f"{words[int(len(words) * dice.random() ** 2)]}, {words[int(1000 * dice.random() ** 2)]}"
            year, month, day = dice.randrange(1940, 2016), dice.randrange(1, 13), dice.randrange(1, 29)
            sex, federation, title = dice.choice("mmmw"), dice.choice(FEDERATIONS), "FM" if at % 97 == 0 else ""
            number, rating = 100_000 + 7 * at, dice.randrange(1400, 2700)
            csv.write(f'{number},"{name}",{year}-{month:02}-{day:02},{sex},{federation},{title}\n')
            flag = ("w" if sex == "w" else "") + ("i" if at % 5 == 0 else "")
            k = 10 if rating >= 2400 else 40 if (year >= 2006 and rating < 2300) or at % 11 == 0 else 20
            txt.write(
                f"{number:<15}{name:<61}{federation:<4}{'MF'[sex == 'w']:<4}{title:<5}{'':<24}{rating:<6}{at % 7:<4}"
                f"{k:<3}{year:<6}{flag:<4}\r\n"
            )
    before = folder / "standard_feb24frl.txt"
    before.write_bytes(ratings.read_bytes().replace(b"MAR24", b"FEB24", 1))
    return people, ratings, before


def main(argv: list[str]) -> int:
    parser = _frame.options("files", rounds=1)
    parser.add_argument("--rows", type=int, default=ROWS)
    chosen = _frame.chosen_of(parser, argv, rows=300)
    report = _frame.Report("files", f"{chosen.rows:,} rows in each file; seed {SEED}", 1)
    written: dict[str, set[str]] = {}
    with tempfile.TemporaryDirectory(prefix="arpad-bench-") as name:
        folder = Path(name)
        people, ratings, before = write_files(folder, chosen.rows)
        concluded = ("--conclude", "games,highest", "--past", str(before))
        for kind in databases.KINDS:
            office = ("--db", databases.new_database(kind, folder, durable=not chosen.short))
            officer = (*office, "--who", "bench")
            apart = not chosen.short
            _clock.verb("init", *officer, "--rehearsal", "--now", "2024-03-02", apart=apart)
            verbs = {
                "import": ("player", "import", str(people), *officer),
                "again": ("player", "import", str(people), *officer),
                "open": ("list", "open", "fide-standard", str(ratings), *concluded, *officer),
                "take-over": ("list", "import", "elsewhere", str(ratings), *officer),
            }
            for forms in EXPORTS:
                asked = (*forms, "--to", name, "--series", "fide-standard")
                verbs[f"export-{'-'.join(forms)}"] = ("list", "export", *asked, *office)
            for work, arguments in verbs.items():
                taken, wall, memory, _ = _clock.verb(*arguments, apart=apart)
                about = {"Arpad": (arpad.__version__, f"{wall:.1f} s on the wall, {memory:.0f} MiB at most")}
                report.rows += _frame.rows_of(f"{work}, {kind}", {"Arpad": [taken]}, about)
                report.measures |= {f"{kind}-{work}-seconds": taken, f"{kind}-{work}-mib": memory}
            for file in folder.glob("rehearsal_*"):
                written.setdefault(file.suffix, set()).add(hashlib.sha256(file.read_bytes()).hexdigest())
                file.unlink()
    if len(written) != sum(map(len, EXPORTS)) or any(len(each) != 1 for each in written.values()):
        raise SystemExit(f"bench: the exports of the two databases differ: {written}")
    report.compared.append("SQLite and PostgreSQL: the exports")
    for work in ("import", "open", "export-txt-xml-csv"):
        ours, other = (report.measures[f"{kind}-{work}-seconds"] for kind in databases.KINDS)
        report.measures[f"postgresql-against-sqlite-{work}"] = other / ours
    return _frame.finish(report, chosen, {})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
