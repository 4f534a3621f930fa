"""The month of a new office on the command line: from founding to a list, a correction and a late report.

Eight files as pairing programs write them, with invented players and one thing wrong with most of them. No command is
a dead end: none ends with 2, and what is left undone is done by what its output names.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
from databases import KINDS, new_database
from office_made import event
from typed import Runner
from varying import without_varying

from arpad.cli import app

RUN = Runner()
MOST_COMMANDS = 40
SURNAMES = ("Žalgiraitė", "Brėkštas", "Čiurlys", "Dubingė", "Ežerūnas", "Fabijonas", "Girdenis", "Hermanas")
GIVEN = ("Rūta", "Ąžuolas", "Jurga", "Šarūnas")
NAMES = {8 * g + n: f"{surname}, {given}" for g, given in enumerate(GIVEN) for n, surname in enumerate(SURNAMES, 1)}
IDS = {n: 12_800_000 + 1237 * n for n in NAMES}
SWAPPED = int(f"{IDS[19]}"[:-2] + f"{IDS[19]}"[-1] + f"{IDS[19]}"[-2])
GRANDMASTER = 99_000_017


class Office:
    """An office, and the count of the commands that were typed."""

    def __init__(self, address: str) -> None:
        self.env = {"ARPAD_DB": address, "ARPAD_WHO": "A. Officer"}
        self.typed = 0

    def __call__(self, *words: str, code: int = 0) -> str:
        """Type a command; one that does not understand its user (2) is a dead end."""
        self.typed += 1
        done = RUN.invoke(app, list(words), env=self.env)
        assert done.exit_code == code, (words, done.output, done.exception)
        return str(done.stdout)


def report(title: str, group: int, start: date, ids: Mapping[int, int], names: Mapping[int, str], control: str) -> str:
    """Eight players of a group; some with another number or name than the registry has."""
    numbers = {n: ids.get(n, IDS[8 * group + n]) for n in range(1, 9)}
    results = {(n, turn): "1" for n in range(1, 5) for turn in (1, 2, 3)}
    made = event("unused", ids=numbers, start=start, control=control, results=results)
    text = made.text.replace("Invented Event", title)
    for n in range(1, 9):
        text = text.replace(f"{f'Invented{n}, Ann':<33}", f"{names.get(n, NAMES[8 * group + n]):<33}")
        born = f"{numbers[n]:>11} {1980 + 8 * group + n}/01/02"
        text = text.replace(f"{numbers[n]:>11} 1980/01/02", born, 1)
    return text


def files(place: Path) -> None:
    """The reports of the month: encodings, marks and line ends, and one thing wrong with most of them."""
    reports: dict[str, tuple[str, str]] = {
        "bom": (report("Alpha Open", 0, date(2025, 11, 3), {}, {}, "90+30"), "utf-8-sig"),
        "windows": (report("Beta Cup", 1, date(2025, 11, 3), {}, {}, "90+30"), "cp1257"),
        "numbers": (report("Gamma Memorial", 2, date(2025, 11, 3), {2: 0, 3: SWAPPED}, {}, "90+30"), "utf-8"),
        "another": (report("Delta League", 3, date(2025, 11, 3), {4: IDS[1]}, {}, "90+30"), "utf-8"),
        "guest": (
            report("Epsilon Festival", 0, date(2025, 11, 10), {1: GRANDMASTER}, {1: "Quillfeather, Zoltan"}, "90+30"),
            "utf-8",
        ),
        "rapid": (report("Zeta Standard", 1, date(2025, 11, 10), {}, {}, "30'"), "utf-8"),
        "mistyped": (report("Eta Trophy", 2, date(2025, 11, 17), {}, {}, "90+30"), "utf-8"),
        "early": (report("Iota Cup", 0, date(2025, 10, 29), {}, {}, "90+30"), "utf-8"),
    }
    for name, (text, encoding) in reports.items():
        end = "\r\n" if name in ("bom", "mistyped") else "\n"
        (place / f"{name}.trf").write_bytes("".join(line + end for line in text.splitlines()).encode(encoding))


@pytest.mark.parametrize("kind", KINDS)
def test_a_month_without_a_dead_end(kind: str, tmp_path: Path) -> None:
    month = tmp_path / "november"
    month.mkdir()
    files(month)
    players = tmp_path / "players.csv"
    rows = [f'{IDS[n]},"{name}",{1980 + n}-01-02,UKR' for n, name in NAMES.items()]
    players.write_text("\n".join(["fide_id,name,born,federation", *rows]) + "\n", "utf-8")
    opening, before = tmp_path / "2025-11.csv", tmp_path / "2025-10.csv"
    listed = [f'{IDS[n]},"{name}",{1500 + 10 * n},100,20,{1500 + 10 * n}' for n, name in NAMES.items()]
    opening.write_text("\n".join(["fide_id,name,rating,games,k,highest", *listed]) + "\n", "utf-8")
    earlier = [f'{IDS[n]},"{name}",{1400 + 10 * n},100,20,{1500 + 10 * n}' for n, name in NAMES.items()]
    before.write_text("\n".join(["fide_id,name,rating,games,k,highest", *earlier]) + "\n", "utf-8")
    arpad = Office(new_database(kind, tmp_path))

    arpad("init", "--home", "UKR", "--rehearsal", "--now", "2025-11-01")
    arpad("player", "import", str(players))
    assert "needs the list 2025-09" in arpad("list", "open", "fide-standard", str(before), str(opening))
    arpad("list", "open", "fide-rapid", str(opening))
    taken = arpad("report", "submit", str(month), "--register", "--by", "secretary", "--now", "2025-11-30", code=1)
    assert "fide-rapid (by the time control 30')" in taken
    events = {line.split()[0] for line in arpad("event", "list").splitlines() if line.startswith("fide-")}
    assert len(events) == 8
    code = {name: next(line.split()[1] for line in taken.splitlines() if f"{name}.trf " in line) for name in (
        "numbers", "another", "guest", "mistyped", "early")}  # fmt: skip
    arpad("report", "identify", code["numbers"])
    arpad("report", "identify", code["numbers"], "--accept", "likely")
    arpad("report", "identify", code["numbers"], "2", str(IDS[18]))
    arpad("report", "identify", code["another"], "4", str(IDS[28]))
    arpad("report", "identify", code["guest"], "--new", "--yes")
    assert "8 admitted" in arpad("report", "admit", "--all-ratable")
    for series in ("fide-standard", "fide-rapid"):
        arpad("period", "preview", series, "--now", "2025-12-01")
        arpad("period", "publish", series, "--yes")
    early = arpad("explain", "--event", code["early"])
    assert "1510" not in without_varying(early)
    assert "1410" in early  # the first player, by the list in force when the event began
    corrected = (month / "mistyped.trf").read_text("utf-8")
    row, other = corrected.splitlines()[-8], corrected.splitlines()[-1]
    assert "   8 w 1" in row
    right = corrected.replace(row, row.replace("   8 w 1", "   8 w =", 1).replace(" 4.0 ", " 3.5 ", 1))
    right = right.replace(other, other.replace("   1 b 0", "   1 b =", 1))
    (tmp_path / "right.trf").write_bytes(right.encode())
    assert "Eta Trophy" in arpad("explain", "hermanas, jurga")
    arpad("revision", "replace", code["mistyped"], str(tmp_path / "right.trf"), "--why", "letter of the arbiter")
    arpad("revision", "preview", "REV-1")
    arpad("revision", "approve", "REV-1", "--yes")
    late = tmp_path / "late.trf"
    late.write_bytes(report("Theta Open", 3, date(2025, 11, 17), {}, {}, "90+30").encode())
    arpad("report", "submit", str(late), "--register", "--by", "secretary", "--now", "2025-12-03")
    assert "2026-01" in arpad("report", "admit", "--all-ratable")
    assert "Nothing waits." in arpad("status")
    arpad("verify")
    assert arpad.typed <= MOST_COMMANDS
