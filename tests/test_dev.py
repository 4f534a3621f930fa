"""`dev` on machines that lack something: it succeeds, or ends with what is wrong and the one command that helps."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A checkout without environment, and a machine whose Python has no venv; its programs are those in `bin`."""
    project = tmp_path / "project"
    (project / "requirements").mkdir(parents=True)
    for name in ("dev", "pyproject.toml", "requirements/dev.txt"):
        shutil.copy(ROOT / name, project / name)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "venv.py").write_text("raise SystemExit('No module named venv')\n")
    (tmp_path / "bin").mkdir()
    return tmp_path


def program(machine: Path, name: str, script: str) -> None:
    path = machine / "bin" / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def dev(machine: Path, *arguments: str) -> tuple[int, str, list[str]]:
    environment = {"PATH": str(machine / "bin"), "HOME": str(machine), "PYTHONPATH": str(machine / "broken")}
    done = subprocess.run(
        [sys.executable, machine / "project" / "dev", *arguments],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr.splitlines()


def test_no_venv_and_no_apt(bare: Path) -> None:
    assert dev(bare, "demo") == (
        1,
        "",
        [
            "dev: setting up .venv, once: about a minute",
            "dev: this Python has no venv with pip, and uv is not there",
            "dev: what helps: install uv, or pip and venv",
        ],
    )


def test_no_venv_and_apt_without_the_right_to_use_it(bare: Path) -> None:
    if os.geteuid() == 0:  # root may always; then apt itself says no
        program(bare, "apt-get", "echo 'no network'; exit 100")
        problem, helps = "dev: apt could not install them", "apt-get install"
    else:
        program(bare, "apt-get", "exit 0")
        program(bare, "sudo", "echo 'a password is required'; exit 1")
        problem, helps = "dev: this Python has no venv with pip, and uv is not there", "sudo apt-get install"
    code, out, said = dev(bare, "test")
    assert (code, out) == (1, "")
    assert said[-2:] == [problem, f"dev: what helps: {helps} python3-venv python3-pip"]


def test_apt_installs_what_is_missing(bare: Path) -> None:
    """The control: apt mends venv, and set-up goes on to the requirements; the mended venv here is an empty one."""
    program(bare, "sudo", 'shift; exec "$@"')
    broken = bare / "broken" / "venv.py"
    program(bare, "apt-get", f"[ \"$1\" = install ] && echo 'print()' > '{broken}'; exit 0")
    program(bare, "true", "exit 0")
    code, _, said = dev(bare, "demo")
    assert code == 1
    assert broken.read_text() == "print()\n"
    assert "dev: this Python has no venv with pip: installing them with apt" in said
    assert said[-2:] == [
        "dev: could not install the locked requirements",
        "dev: what helps: connect to the package index and run the command again",
    ]


def test_uv_is_preferred_and_its_failure_is_told(bare: Path) -> None:
    program(bare, "uv", "echo 'uv: no space left'; exit 1")
    code, _, said = dev(bare, "demo")
    assert code == 1
    assert "uv: no space left" in said
    assert said[-2] == "dev: could not make the environment .venv"


@pytest.fixture
def ready(bare: Path) -> Path:
    """A checkout whose environment is ready, with programs in it that only say what they were asked."""
    project = bare / "project"
    (project / ".venv" / "bin").mkdir(parents=True)
    for tool in ("python", "ruff", "mypy", "lint-imports"):
        path = project / ".venv" / "bin" / tool
        path.write_text(f'#!/bin/sh\necho {tool} "$@"\n')
        path.chmod(0o755)
    of = runpy.run_path(str(project / "dev"))
    stamp = of["fingerprint"](of["REQUIREMENTS"])
    (project / ".venv" / "arpad-ready").write_text(stamp)
    return bare


def test_all_tests_want_a_browser_and_say_the_one_command_that_helps(ready: Path) -> None:
    code, out, said = dev(ready, "test")
    assert (code, out) == (1, "")
    assert said == [
        "dev: there is no Chromium for the tests of the pages",
        "dev: what helps: install Chromium, or ./dev test --no-browser",
    ]
    program(ready, "sudo", 'shift; exec "$@"')
    program(ready, "true", "exit 0")
    program(ready, "apt-get", "echo 'no network'; exit 100")
    code, out, said = dev(ready, "test")
    assert (code, out) == (1, "")
    helps = f"{'' if os.geteuid() == 0 else 'sudo '}apt-get install chromium-headless-shell"
    assert said[-2:] == ["dev: apt could not install it", f"dev: what helps: {helps}"]


def test_apt_fetches_the_browser_once(ready: Path) -> None:
    program(ready, "sudo", 'shift; exec "$@"')
    program(ready, "true", "exit 0")
    fetched = ready / "bin" / "chromium-headless-shell"
    program(ready, "apt-get", f"[ \"$1\" = install ] && /bin/cp /bin/true '{fetched}'; exit 0")
    code, out, said = dev(ready, "test")
    assert code == 0
    assert said[0] == "dev: there is no Chromium: installing it with apt"
    assert out.splitlines()[-1].startswith("python -m pytest")
    assert "not browser" not in out
    _, _, said = dev(ready, "test")
    assert said[0] == "dev: formatting"


def test_without_a_browser_its_tests_are_left_out_and_the_last_line_says_so(ready: Path) -> None:
    code, out, said = dev(ready, "test", "--no-browser")
    assert (code, said[-1]) == (0, "dev: NO BROWSER: the tests of the pages in Chromium were left out")
    assert "-m not browser" in out.splitlines()[-1]
    code, out, said = dev(ready, "test", "--no-browser", "-k", "tables")
    assert (code, len(said)) == (0, 1)
    assert out.split()[-2:] == ["-k", "tables"]


def test_help_and_an_unknown_command(bare: Path) -> None:
    code, out, said = dev(bare, "help")
    assert (code, said) == (0, [])
    assert "./dev demo" in out
    code, out, said = dev(bare, "dmeo")
    assert (code, out) == (2, "")
    assert any("./dev demo" in line for line in said)
    assert not (bare / "project" / ".venv").exists()


def test_every_command_of_dev_is_in_its_help() -> None:
    text = (ROOT / "dev").read_text("utf-8")
    commands = re.findall(r'"(\w+)": \w+', text[text.index("COMMANDS = {") :])
    assert len(commands) >= 6
    assert [name for name in commands if f"./dev {name}" not in text.split('"""')[1]] == []


def test_dev_uses_the_standard_library_only() -> None:
    text = (ROOT / "dev").read_text("utf-8")
    imported = set(re.findall(r"(?m)^(?:from|import) (\w+)", text))
    assert imported <= set(sys.stdlib_module_names)


def test_the_lock_is_hashed_and_names_no_address() -> None:
    lines = (ROOT / "requirements" / "dev.txt").read_text("utf-8").splitlines()
    packages = [line for line in lines if re.match(r"[a-z]", line)]
    assert len(packages) > 10
    assert all("==" in line for line in packages)
    assert sum("--hash=sha256:" in line for line in lines) >= len(packages)
    assert [line for line in lines if "://" in line or line.startswith(("-i", "--index", "--extra"))] == []
