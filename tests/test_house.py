"""The rules of the house hold in the project; and each of them catches what it is for, in a planted tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import house
import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "arpad"
LAW = SOURCE / "law"
# lines that break the letter of a rule and were looked at: no value of a regulation, no citation; the numbers of the
# time controls are units, and what is a habit of those who write them
LOOKED_AT = {
    "rating/newcomers.py": ("games_ok, every, points_ok, result_ok, very_first = np.ones((5, size), bool)",),
    "rating/roundrobin.py": ("first, rc_new, second = (np.zeros(entries, np.int64) for _ in range(3))",),
    "intake/pgn/reader.py": ("A round such as `3.1` is round 3, board 1. What a tag leaves open (`?`) is asked for.",),
    "timecontrol/control.py": (
        "SECONDS_IN_MINUTE = 60",
        "LEAST_SECONDS = 60  # a side has at least a minute to begin with",
        "SURELY_SECONDS_BY_SIDE = 60  # W300-B240 is the encoded form and nobody's habit, but W5-B4 is",
    ),
    "timecontrol/amounts.py": (
        "SECONDS_IN_MINUTE = 60",
        "MINUTES_IN_HOUR = 60",
        'DECIMALS_BELOW = 10  # "1,5 h" is a decimal, "40,5 min" is not',
        'QUARTERS = {"5": 2, "50": 2, "25": 1, "75": 3}',
        "QUARTERS_IN_ONE = 4",
    ),
    "timecontrol/clauses.py": (
        'FEWEST_MOVES = 10  # beside a bare "/" or "x"; fewer may be boards, players or games: "2 x 60 min"',
    ),
    "timecontrol/text.py": (
        "MOST_HABIT_MINUTES = 120  # 90+30 is minutes and seconds; 180+2 may be seconds and seconds",
        'LARGEST_STEP = 120  # seconds that "+ 30 sec" may be without a word for increment',
        "FEWEST_LIMITED_MINUTES = 10  # 40/90, SD/30 is in minutes; 40/2, SD/1 is in hours",
        "MOST_AMERICAN_MOVES = 60  # 90/40, SD/30 is somebody's 90 minutes for 40 moves",
    ),
    "timecontrol/words.py": ("MOST_DIGITS = 6  # of one number",),
}


def not_looked_at(found: list[str]) -> list[str]:
    """What is left when the lines looked at, word for word, are taken out."""
    places = [(line, *line.split(" ")[0].split(":")) for line in found]
    return [
        line for line, file, number in places
        if (SOURCE / file).read_text("utf-8").splitlines()[int(number) - 1].strip() not in LOOKED_AT.get(file, ())
    ]  # fmt: skip


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    return [name for name in listed if name and (ROOT / name).is_file()]


def plant(root: Path, **files: str) -> Path:
    """A tree with these files: `rating__change="..."` is rating/change.py."""
    for name, text in files.items():
        path = root / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


# --- exact ------------------------------------------------------------------------------------------------------------


def test_no_float_in_what_is_published() -> None:
    assert house.floats(SOURCE) == []


@pytest.mark.parametrize("room", ["law", "rating", "lists"])
@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("x = 0.5", "float 0.5"),
        ("x = 1e3", "float 1000.0"),
        ("x = float('1')", "float"),
        ("def f(x: float) -> None: ...", "float"),
        ("x = round(5, 1)", "round"),
        ("x = 5 / 2", "true division"),
        ("x = 5\nx /= 2", "true division"),
        ("import numpy as np\nx = np.float64(1)", "float64"),
        ("import numpy as np\nx = np.zeros(3, 'float32')", "float type 'float32'"),
        ("import numpy as np\nx = np.zeros(3, 'f8')", "float type 'f8'"),
        ("import numpy as np\nx = np.array([1]).mean()", "mean"),
    ],
)
def test_a_planted_float_is_caught(tmp_path: Path, room: str, code: str, what: str) -> None:
    found = house.floats(plant(tmp_path, **{f"{room}__planted": code}))
    assert [line.split(" ", 1)[1] for line in found] == [what]


def test_whole_numbers_and_other_rooms_are_left_alone(tmp_path: Path) -> None:
    good = "x = 5 // 2\ny = 'half'\n"
    assert house.floats(plant(tmp_path, rating__good=good, monitor__drift="x = 0.5", web__page="x = 1 / 2")) == []


# --- no stray numbers -------------------------------------------------------------------------------------------------


def test_no_regulation_value_stands_in_code() -> None:
    assert not_looked_at(house.stray_numbers(SOURCE, house.law_numbers(LAW))) == []


def test_the_law_has_the_numbers_the_rule_is_about() -> None:
    assert house.law_numbers(LAW) >= {400, 735, 2650, 700, 1200, 1400, 1600, 40, 20, 10, 25, 15, 26, 30}


@pytest.mark.parametrize("room", ["rating", "admission", "lists"])
def test_a_planted_number_is_caught(tmp_path: Path, room: str) -> None:
    code = "LIMIT = 400\nWIDTH = 13579\n\ndef cap(d, most=735):\n    return min(d, 401) + [1, 2][-1] + 0\n"
    found = house.stray_numbers(plant(tmp_path, **{f"{room}__planted": code}), house.law_numbers(LAW))
    assert sorted(found) == [
        f"{room}/planted.py:1 constant 400 equals a value of the law",
        f"{room}/planted.py:4 number 735 in a function",
        f"{room}/planted.py:5 number 401 in a function",
    ]


def test_enums_and_other_rooms_may_number(tmp_path: Path) -> None:
    enum = "from enum import IntEnum\nclass Kind(IntEnum):\n    A = 3\n    B = 400\n"
    assert house.stray_numbers(plant(tmp_path, rating__kinds=enum, intake__trf="x = 400"), {3, 400}) == []


# --- no article numbers -----------------------------------------------------------------------------------------------


def test_no_article_number_stands_in_code() -> None:
    assert not_looked_at(house.article_numbers(SOURCE, house.known_articles(LAW))) == []


def test_the_articles_the_rule_is_about() -> None:
    assert house.known_articles(LAW) >= {"8.3.3", "8.54", "7.14(a)", "7.24", "2:4", "6.1b", "0.2.1", "8.1(b)"}


@pytest.mark.parametrize(
    ("code", "article"),
    [
        ('"""Cap the difference (8.54)."""', "8.54"),
        ("x = 1  # see 8.3.3", "8.3.3"),
        ('x = "8.3.3"', "8.3.3"),
        ('x = f"article 7.14(a) of {1}"', "7.14(a)"),
        ("x = '''a\nb\n2:4, '''", "2:4"),
        ("x = 'table 6.1b.'", "6.1b"),
        ("x = 8.54", "8.54"),
        ("# articles 8.3.0-8.3.3 say so", "8.3.3"),
        ("# (article=8.3.3)", "8.3.3"),
    ],
)
def test_a_planted_article_number_is_caught(tmp_path: Path, code: str, article: str) -> None:
    found = house.article_numbers(plant(tmp_path, cli__planted=code), house.known_articles(LAW))
    assert [line.split(" ", 1)[1] for line in found] == [f"article {article}"]


@pytest.mark.parametrize(
    "code",
    [
        'VERSION = "8.3.3.1"', 'x = "numpy>=8.3.3"', 'x = "v8.54"', 'x = "8.54-rc1"', 'x = "18.54"', 'x = "8.540"',
        'x = "a half point is 0.5"', "wait = 0.1", "x = y[2:4]", 'x = "12:30:2:4"', "x = 8", 'x = "open.trf:2:4"',
    ],
)  # fmt: skip
def test_versions_scores_slices_and_places_are_no_articles(tmp_path: Path, code: str) -> None:
    assert house.article_numbers(plant(tmp_path, cli__planted=code), house.known_articles(LAW)) == []


# --- import steps -----------------------------------------------------------------------------------------------------


def steps(project: Path) -> subprocess.CompletedProcess[str]:
    """The import steps, checked in a project folder."""
    tool = Path(sys.executable).with_name("lint-imports")
    environment = {**os.environ, "PYTHONPATH": str(project / "src")}
    return subprocess.run(
        [tool, "--no-cache"], cwd=project, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_import_steps_hold(copy: Path) -> None:
    checked = steps(copy)
    assert checked.returncode == 0, checked.stdout
    assert "2 kept, 0 broken" in checked.stdout


@pytest.mark.parametrize(
    ("planted", "code", "arrow"),
    [
        ("law/planted.py", "from arpad.cli import output", "arpad.law.planted -> arpad.cli"),
        ("exact_planted.py", "", "arpad.exact_planted"),  # a room that no step names
        ("finding.py", "from arpad import law", "arpad.finding -> arpad.law"),
        ("rating/planted.py", "from arpad.admission import checks", "arpad.rating.planted -> arpad.admission"),
        (
            "office/registry/planted.py",
            "from arpad.office import book",
            "arpad.office.registry.planted -> arpad.office.book",
        ),
    ],
)
def test_a_planted_wrong_import_is_caught(copy: Path, planted: str, code: str, arrow: str) -> None:
    for room in ("rating", "admission"):
        (copy / "src" / "arpad" / room).mkdir(exist_ok=True)
        (copy / "src" / "arpad" / room / "__init__.py").touch()
        (copy / "src" / "arpad" / room / "checks.py").touch()
    with (copy / "src" / "arpad" / planted).open("a") as module:
        module.write(f"\n{code}\n")
    checked = steps(copy)
    assert checked.returncode != 0
    assert arrow in checked.stdout + checked.stderr


# --- modules and files ------------------------------------------------------------------------------------------------


def test_every_module_says_what_it_decides() -> None:
    assert house.silent_modules(SOURCE) == []


def test_a_planted_silent_module_is_caught(tmp_path: Path) -> None:
    tree = plant(tmp_path, a="x = 1", b='"""Stuff."""', c='"""Decide which games may be rated."""')
    assert house.silent_modules(tree) == ["a.py:1 does not say what it decides", "b.py:1 does not say what it decides"]


def test_a_file_is_a_subject() -> None:
    """A file with more lines has two subjects."""
    assert house.long_files(SOURCE, house.LONGEST) == []


def test_a_planted_long_file_is_caught(tmp_path: Path) -> None:
    tree = plant(tmp_path, rating__long="\n" * 601, rating__short="\n" * 600)
    assert house.long_files(tree, house.LONGEST) == ["rating/long.py:601 lines"]


def test_the_rooms_are_named_after_the_trade(tmp_path: Path) -> None:
    assert house.forbidden_names(SOURCE) == []
    assert house.forbidden_names(plant(tmp_path, rating__utils="", rating__change="")) == ["rating/utils.py"]


def test_no_download_address_and_no_machine_path_in_any_file() -> None:
    files = tracked()
    assert "requirements/dev.txt" in files
    assert house.addresses(ROOT, files) == []
    assert house.machine_paths(ROOT, files) == []


def test_planted_addresses_and_paths_are_caught(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("fine\nhttps://files." + house.HOSTS[1] + "/x\n")
    (tmp_path / "b.md").write_text("see /" + "home/jo/x\n#!/usr/bin/env python3\n./dev test /" + "work/x\nsrc/home/x\n")
    (tmp_path / "c.png").write_bytes(b"\x89PNG\xff\xfe")
    files = ["a.txt", "b.md", "c.png"]
    assert house.addresses(tmp_path, files) == ["a.txt:2"]
    assert house.machine_paths(tmp_path, files) == ["b.md:1", "b.md:3"]
