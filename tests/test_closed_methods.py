"""The methods of a concept are closed: one that a kernel does not know fails the type check, and does not load."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from lawtexts import changed, read, text_of

from arpad.law import LawError
from arpad.law.rules import CONCEPTS

SOURCE = Path(__file__).parents[1] / "src" / "arpad"
CHOICE = re.compile(r"^(\w+) = Concept\[(\w+(?: \| \w+)+)\]\(", re.MULTILINE)
KERNELS = ("rating", "admission")
QUICK = "[mypy]\nmypy_path = {0}\nexplicit_package_bases = True\n[mypy-numpy.*]\nfollow_imports = skip\n"


def planted(folder: Path) -> dict[str, str]:
    """A copy of the package in which every choice of methods has one more, by the name of its concept."""
    shutil.copytree(SOURCE, folder / "arpad", ignore=shutil.ignore_patterns("__pycache__"))
    unheard: dict[str, str] = {}

    def one_more(found: re.Match[str]) -> str:
        name, methods = found.groups()
        unheard[name] = f"Unheard{name.title().replace('_', '')}"
        extra = f'@dataclass(frozen=True)\nclass {unheard[name]}:\n    limit: int\n    method: str = "unheard"\n\n\n'
        return f"{extra}{name} = Concept[{methods} | {unheard[name]}]("

    for path in sorted((folder / "arpad" / "law" / "rules").glob("*.py")):
        path.write_text(CHOICE.sub(one_more, path.read_text("utf-8")), "utf-8")
    return unheard


def test_a_method_unknown_to_a_kernel_does_not_pass_the_type_check(tmp_path: Path) -> None:
    unheard = planted(tmp_path)
    settings = tmp_path / "mypy.ini"
    settings.write_text(QUICK.format(tmp_path))
    modules = [part for room in KERNELS for part in ("-p", f"arpad.{room}")]
    told = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(settings), "--cache-dir", str(tmp_path), *modules],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    ).stdout  # fmt: skip
    refused = {name for name, kind in unheard.items() if f'"assert_never" has incompatible type "{kind}"' in told}
    assert unheard.keys() - refused == set(), told


def test_a_method_unknown_to_a_kernel_does_not_load(tmp_path: Path) -> None:
    """Named by an edition only, or declared beside the others and named by an edition: both are refused."""
    named = changed(text_of("fide-standard-2024"), ('method = "every-game"', 'method = "unheard"'))
    refusal = (
        "edition.toml: article 8.3.1, difference-limit: unknown method 'unheard'; "
        "known: every-game, first-games-of-event, greatest-of-event, below-rating"
    )
    with pytest.raises(LawError) as refused:
        read(named)
    assert str(refused.value) == refusal
    planted(tmp_path)
    (tmp_path / "named.toml").write_text(named, "utf-8")
    load = (
        "from arpad.law import readings; from arpad.law.edition import read_edition; from pathlib import Path; "
        "read_edition(Path('named.toml').read_text('utf-8'), 'edition.toml', readings())"
    )
    told = subprocess.run([sys.executable, "-c", load], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (told.returncode, told.stderr.splitlines()[-1].partition("LawError: ")[2]) == (1, refusal)


def test_every_type_of_a_choice_can_be_named_by_an_edition() -> None:
    """What the kernels match on and what an edition may choose from is the same."""
    typed = {
        name: methods.split(" | ")
        for path in sorted((SOURCE / "law" / "rules").glob("*.py"))
        for name, methods in CHOICE.findall(path.read_text("utf-8"))
    }
    named = {
        concept.name.upper().replace("-", "_"): [method.__name__ for method in concept.methods]
        for concept in CONCEPTS.values()
        if len(concept.methods) > 1
    }
    assert typed == named
