"""What the program tells somebody to type can be typed: all commands of its catalogue, its help, its runs, the demo.

Commands stand between backticks, with words in capitals for what the reader fills in; each is parsed by the command
line itself, so that a hint with a verb, an argument or a flag that is not there fails here. A remedy is a command that
can be typed; a description may just name a verb.
"""

from __future__ import annotations

import importlib.util
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from hints import COMMAND, FLAG, commands, is_name, options_of, verb_of, wrong_with
from rich.console import Console

from arpad.cli import main
from arpad.intake.sidecar import KEYS
from arpad.messages import remedies, sentences

SAMPLE = {
    "address": "office.db", "approval": "late-registration:qc-chair", "choice": "game", "edition": "fide-standard-2024",
    "event": "spring-open", "name": "Ann", "series": "fide-standard", "since": "2024-01-01", "verb": "player show",
}  # fmt: skip
FACTS = {f"--{name.replace('_', '-')}" for name in KEYS}  # of an event: `check` and `event register` take them all


def texts() -> Iterator[tuple[str, str]]:
    """Every sentence and every remedy that the command line may print."""
    for message, said in sentences().items():
        yield f"said {message}", said
    for action, readers in remedies().items():
        if "command" in readers:
            yield action, readers["command"]


def filled(command: str) -> str:
    """A command with its fields filled."""
    return "".join(
        text + ("" if field is None else SAMPLE.get(field, "1")) for text, field, _, _ in Formatter().parse(command)
    )


def test_every_command_of_the_catalogue_can_be_typed() -> None:
    wrong = [
        f"{name}: {problem}"
        for name, text in texts()
        for command in COMMAND.findall(text)
        if not (name.startswith("said ") and is_name(command)) and (problem := wrong_with(filled(command)))
    ]
    assert "\n".join(wrong) == ""


def test_no_command_stands_outside_backticks() -> None:
    verbs = "|".join(commands().commands)
    naked = [name for name, text in texts() if re.search(rf"(?<!`)\barpad ({verbs})\b", text)]
    assert naked == []


def test_every_flag_of_the_catalogue_is_one_of_a_verb() -> None:
    there = options_of() | FACTS | {"--enable"}  # of PostgreSQL's own pg_checksums
    wrong = {
        name: flag
        for name, text in texts()
        for flag in FLAG.findall(COMMAND.sub("", text))
        if flag not in there and "{" not in flag
    }
    assert wrong == {}, wrong


def helps(verb: Any, name: str = "arpad") -> Iterator[tuple[str, str]]:
    yield name, verb.help or ""
    for each, more in getattr(verb, "commands", {}).items():
        yield from helps(more, f"{name} {each}")


def test_every_example_of_the_help_can_be_typed() -> None:
    """Behind an example stands what it is for, two blanks apart."""
    seen, wrong = 0, []
    for name, text in helps(commands()):
        for line in text.splitlines():
            example = re.fullmatch(r"\s+arpad (.+?)(\s{2,}.*)?", line)
            found = [example[1]] if example else [filled(each) for each in COMMAND.findall(line)]
            seen += len(found)
            typed = found if example else [each for each in found if not is_name(each)]
            wrong += [f"{name}: {problem}" for each in typed if (problem := wrong_with(each))]
    assert "\n".join(wrong) == ""
    assert seen > 60


SOURCES = sorted((Path(__file__).resolve().parents[1] / "src" / "arpad" / "cli").glob("*.py"))


def test_every_command_in_the_words_of_the_verbs_can_be_typed() -> None:
    wrong = []
    for path in SOURCES:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if "print(" in line or "help=" in line:
                found = [re.sub(r"\{[^}]*\}", "fide-standard-2024", each) for each in COMMAND.findall(line)]
                typed = found if "print(" in line else [each for each in found if not is_name(each)]
                wrong += [f"{path.name}:{number}: {problem}" for each in typed if (problem := wrong_with(each))]
    assert "\n".join(wrong) == ""


def test_a_hint_that_cannot_be_typed_is_found() -> None:
    """The test itself, on planted hints."""
    assert wrong_with("player add 'Ann' --born 1991") == ""
    for command in ("player ad Ann", "player add", "player add Ann --bron 1991", "list correct 1 x"):
        assert wrong_with(command) != ""


# --- in a real run --------------------------------------------------------------------------------------------------


CALLS = (
    "player show 14100099",
    "player show Ann",
    "player add",
    "player add Ann --fide-id 14100012",
    "player add Ann --federation UKX",
    "player import missing.csv",
    "player import people.csv bad.csv",
    "player change 14100012",
    "player change 14100012 --born 1990",
    "player change 14100012 --title GM",
    "player merge 14100012 14100020",
    "player merge 14100012 14100020 --why x",
    "player unmerge 14100012 --why x",
    "event show nobody",
    "event list --standing odd",
    "event register",
    "event register --name x",
    "event register --code spring --name Spring --series fide-standard --start 2024-03-10 --end 2024-03-12",
    "event register --code spring --name Other",
    "event show sprung",
    "event show spring",
    "event exclude spring --player 1 --reason fair-play --why x",
    "report submit report.trf",
    "report submit report.trf --event sprung",
    "report admit spring",
    "report refuse spring --yes",
    "report appeal spring",
    "report hold spring",
    "report release spring",
    "report show spring",
    "period preview",
    "period publish",
    "period preview fide-standard",
    "list show",
    "list correct 14100012 2400",
    "list open fide-standard people.csv",
    "list import fide-standard people.csv",
    "list export doc",
    "explain 14100012",
    "explain --event spring",
    "arbiter show 12",
    "federation show XXX",
    "check people.csv",
    "check missing.trf",
    "frl show people.csv",
    "trf show people.csv",
    "law show nothing",
    "calc period --rulebook nothing --rating 1 --game 1:1",
    "doctor",
    "backup people.csv",
    "restore people.csv --db new.db",
    "init",
)


def test_what_errors_tell_to_type_can_be_typed(
    office: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Calls that go wrong, at an office that is nearly empty. A flag that is told is one of the verb that was typed."""
    monkeypatch.setenv("ARPAD_DB", office)
    monkeypatch.setenv("ARPAD_WHO", "officer")
    monkeypatch.chdir(tmp_path)
    Path("people.csv").write_text("fide_id,name,born\n14100012,Invented Ann,1991\n14100020,Invented Bob,1992\n")
    Path("bad.csv").write_text("name,born\n12,soon\n")
    Path("report.trf").write_text("012 Spring\n042 2024/03/10\n052 2024/03/12\n")
    wrong, seen = [], 0
    for call in ("player import people.csv", "federation add UKR", *CALLS):
        words = call.split()
        monkeypatch.setattr(sys, "argv", ["arpad", *words])
        with pytest.raises(SystemExit):
            main()
        printed = "".join(capsys.readouterr())
        found = COMMAND.findall(printed)
        wrong += [f"{call}: {problem}" for each in found if not is_name(each) and (problem := wrong_with(each))]
        if "Usage:" not in printed:
            flags = FLAG.findall(COMMAND.sub("", printed))
            there = options_of(verb_of(words)) | FACTS
            wrong += [f"{call}: {flag} is no option of it" for flag in flags if flag not in there]
        seen += len(found)
    assert "\n".join(wrong) == ""
    assert seen >= 20


def test_what_the_demo_tells_to_type_can_be_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A small run: every command that it shows is parsed, and those to type next are run as they stand."""
    demo = _demo()
    office = tmp_path / "office.db"
    demo.Demo(tmp_path, str(office), 60, 1).run()
    printed = "".join(capsys.readouterr())
    shown = re.findall(r"^\$ (?:\./dev )?arpad (.+?)(?:   .*)?$", printed, re.MULTILINE)
    assert len(shown) > 12
    assert "\n".join(problem for each in shown if (problem := wrong_with(each))) == ""
    assert "\n".join(p for each in COMMAND.findall(printed) if not is_name(each) and (p := wrong_with(each))) == ""
    assert f"$ export ARPAD_DB={office}" in printed
    monkeypatch.setenv("ARPAD_DB", str(office))
    monkeypatch.chdir(tmp_path)
    for command, _ in demo.NEXT:
        assert f"$ ./dev arpad {command}" in printed
        monkeypatch.setattr(sys, "argv", ["arpad", *command.split()])
        with pytest.raises(SystemExit) as end:
            main()
        assert not end.value.code, command


def test_on_a_terminal_the_demo_names_the_command_that_runs_and_the_months_that_are_done(tmp_path: Path) -> None:
    demo, screen = _demo(), io.StringIO()
    demo.console = Console(file=screen, force_terminal=True, width=160, color_system=None)
    demo.Demo(tmp_path, str(tmp_path / "office.db"), 60, 2).run()
    lines = screen.getvalue().replace("\r", "\n").split("\n")
    for command in ("event register season/2024-04", "report submit season/2024-04", "period publish --yes"):
        assert [line for line in lines if f"arpad {command} " in line and "1/2 months" in line], command


def _demo() -> Any:
    path = Path(__file__).resolve().parents[1] / "demo" / "office.py"
    spec = importlib.util.spec_from_file_location("arpad_demo", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
