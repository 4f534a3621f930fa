"""What is installed is whole: the wheel has the rulebooks and the lists of articles, and answers by itself."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from lawtexts import EDITIONS

import arpad

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def test_dir_shows_the_public_names_and_each_of_them_is_there() -> None:
    assert dir(arpad) == sorted(arpad.__all__)
    assert {*arpad._ROOM_OF, "__version__"} == set(arpad.__all__)
    for name in arpad.__all__:
        assert getattr(arpad, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'ratee'"):
        _ = arpad.ratee


def test_what_is_public_says_what_it_is_in_its_docstring() -> None:
    for name in set(arpad.__all__) - {"__version__"}:
        assert getattr(arpad, name).__doc__, name


def test_the_wheel_has_the_law_and_its_sources(installed: Path) -> None:
    law = installed / "arpad" / "law"
    assert {path.stem for path in law.glob("*.toml")} == {*EDITIONS, "readings", "adjustments", "evidence"}
    assert len(list((law / "sources").glob("*.toml"))) == len(list((ROOT / "sources").glob("*.toml")))
    assert (installed / "arpad" / "py.typed").exists()
    assert not (installed / "tests").exists()
    assert len(list((installed / "arpad" / "calculator" / "schema").glob("*.json"))) == 5


def test_the_wheel_answers_by_itself(installed: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    told = subprocess.run(
        [sys.executable, "-c", "import arpad, sys; print(arpad.__file__); sys.argv[1:] = ['law', 'coverage', "
         "'ukraine-2018']; from arpad.cli import main; main()"],
        cwd=installed, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = told.stdout.splitlines()
    assert lines[0].startswith(str(installed))
    assert lines[-2].endswith("; 0 missing")
