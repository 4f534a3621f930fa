"""`./dev campaigns`: every long campaign is in it, each within its share, and the worst of their runs decides."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import campaigns
import pytest
from campaigns import APART, CAMPAIGNS, Command, main, run
from databases import ON_BOTH

TESTS = Path(__file__).parent
SINGLE = ("kill", "kill_door", "strike_steps", "kill_verbs", "power", "simulated_office", "tamper", "hostile", "fuzz",
          "mutate", "storm_desk", "guess_desk")  # fmt: skip


class Runner:
    """Runs nothing: a clock that a run moves on by so many seconds, and the codes that runs end with."""

    def __init__(self, seconds: float = 10.0, codes: tuple[int, ...] = ()) -> None:
        self.now, self.seconds, self.codes = 0.0, seconds, codes
        self.commands: list[Command] = []

    def execute(self, command: Command) -> tuple[int, str]:
        self.now += self.seconds
        self.commands.append(command)
        at = len(self.commands) - 1
        return (self.codes[at] if at < len(self.codes) else 0), "what it printed\n"

    def run(self, name: str, seconds: float, seed: int = 1) -> int:
        return run(name, seconds, seed, self.execute, lambda: self.now)


def test_a_campaign_ends_with_its_share_and_each_run_has_another_seed(capsys: pytest.CaptureFixture[str]) -> None:
    runner = Runner()
    assert runner.run("story", 25.0, seed=7) == 0
    assert [command[-1] for command in runner.commands] == [str(7 + number * APART) for number in range(3)]
    assert capsys.readouterr().out.split() == ["story", "3", "runs", "from", "seed", "7,", "0.5", "minutes:", "passed"]


def test_a_campaign_runs_once_where_the_budget_is_nothing() -> None:
    runner = Runner()
    assert runner.run("tamper", 0.0) == 0
    assert len(runner.commands) == 1


def test_a_run_that_fails_ends_its_campaign_and_is_printed_with_what_repeats_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    runner = Runner(codes=(0, 1))
    assert runner.run("hostile", 1000.0) == 1
    assert len(runner.commands) == 2
    printed = capsys.readouterr().out
    assert "what it printed" in printed
    assert f"--seed {1 + APART}" in printed
    assert "FAILED with 1" in printed.splitlines()[-1]


def test_a_process_that_was_killed_is_a_failure() -> None:
    assert Runner(codes=(-9,)).run("power", 0.0) == 9


def test_the_exit_code_is_the_worst_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = {"publish": 0, "power": 2, "story": 1}
    monkeypatch.setattr(campaigns, "run", lambda name, *_: codes[name])
    assert main([*codes]) == 2
    assert main(["publish"]) == 0


def test_the_shares_are_the_budget(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []

    def run(name: str, seconds: float, seed: int) -> int:
        shares.append(seconds)
        return 0

    monkeypatch.setattr(campaigns, "run", run)
    assert main(["--minutes", "20"]) == 0
    assert len(shares) == len(CAMPAIGNS)
    assert sum(shares) == pytest.approx(20 * 60)
    assert main(["--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [*CAMPAIGNS]


def test_a_name_that_is_none_is_refused_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["storey"])
    assert end.value.code == 2
    assert "no such campaign: storey" in capsys.readouterr().err


def test_every_program_of_a_campaign_is_run_by_one_and_is_there() -> None:
    scripts = {
        Path(word).stem
        for campaign in CAMPAIGNS.values()
        for command in islice(campaign.runs(1), 2)
        for word in command
        if word.endswith(".py")
    }
    assert {*SINGLE} <= scripts
    assert [name for name in scripts if not (TESTS / f"{name}.py").is_file()] == []


def test_what_runs_on_both_databases_is_there() -> None:
    for name in (name for names in ON_BOTH.values() for name in names):
        file, _, test = name.partition("::")
        assert f"def {test or 'test_'}" in (TESTS / file).read_text("utf-8"), name


def test_every_file_has_its_turn_on_postgresql_in_an_order_of_its_seed() -> None:
    one, other = (
        [word for command in CAMPAIGNS["postgresql"].runs(seed) for word in command if "test_" in word]
        for seed in (1, 2)
    )
    assert sorted(one) == sorted(other) == sorted(map(str, TESTS.glob("test_*.py")))
    assert one != other
