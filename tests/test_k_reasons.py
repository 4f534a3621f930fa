"""Reasons of K are the clauses of the edition, whatever they are called: loaded, stored, listed and explained."""

from __future__ import annotations

import json
from contextvars import ContextVar
from pathlib import Path

import numpy as np
import pytest
from lawtexts import changed, read, text_of
from typed import typed

from arpad.columns import KReason
from arpad.law import LawError, law_set, ownfiles, rulebook
from arpad.law.law_set import LawSet
from arpad.law.lawfiles import SUFFIX, law_files
from arpad.law.rules.coefficient import OWN_REASONS
from arpad.law.rules.rating import COEFFICIENT
from arpad.rating.coefficient import decide

EDITION = "fide-standard-2024"
OTHER_CLAUSES = (
    ('name = "below-2400", k = 20, rating_below = 2400', 'name = "below-2500", k = 20, rating_below = 2500'),
    ('name = "reached-2400", k = 10, highest_from = 2400', 'name = "reached-2500", k = 10, highest_from = 2500'),
    ('"reached-2400", "junior", "new-player", "below-2400"', '"reached-2500", "junior", "new-player", "below-2500"'),
)


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The edition with two clauses that no other has, in the place of the real one."""
    text = changed(text_of(EDITION), *OTHER_CLAUSES)
    law = LawSet({**law_files(), EDITION + SUFFIX: text.encode()})
    monkeypatch.setattr(LawSet, "altered", ())  # the edition is of another release
    for module in (law_set, ownfiles):
        monkeypatch.setattr(module, "package_law", lambda: law)
    monkeypatch.setattr(law_set, "_law_in_use", ContextVar("nobody sits in an office", default=None))


@pytest.mark.usefixtures("planted")
def test_a_clause_below_2500_loads_and_keeps_its_place_as_its_number() -> None:
    book = rulebook(EDITION)
    rule = book.rule(COEFFICIENT)
    assert [clause.name for clause in rule.clauses] == ["new-player", "below-2500", "reached-2500", "junior"]
    assert [rule.reason_of(clause) for clause in rule.clauses] == [
        KReason.NEW_PLAYER, OWN_REASONS + 1, OWN_REASONS + 2, KReason.JUNIOR,
    ]  # fmt: skip
    k, why = decide(book, 202405, np.array([99, 99, 3], np.uint16), np.zeros(3, np.int32),
                    np.array([2450, 2510, 1900], np.int16), np.array([2450, 2450, 1900], np.int16))  # fmt: skip
    assert k.tolist() == [20, 10, 40]
    assert [rule.reason(number) for number in why.tolist()] == ["below-2500", "reached-2500", "new-player"]
    assert rule.reason(KReason.GIVEN) == "given"


@pytest.mark.usefixtures("planted")
def test_the_calculator_names_the_clause() -> None:
    done = typed("calc", "period", "--rulebook", EDITION, "--list", "2024-05", "--rating", 2450, "--games", 99,
                 "--born", "1980", "--highest", 2450, "--game", "2400:1", "--json")  # fmt: skip
    answer = json.loads(done.out)
    assert (answer["k"], answer["k_reason"]) == (20, "below-2500")


@pytest.mark.usefixtures("planted")
def test_a_list_made_by_it_is_published_and_explained(tmp_path: Path) -> None:
    season, address = tmp_path / "season", str(tmp_path / "office.db")

    def arpad(*words: object, now: str, may_refuse: bool = False) -> str:
        done = typed(*words, "--db", address, "--now", now, "--who", "officer")
        assert done.code == 0 or (may_refuse and done.code == 1), done
        return done.out

    made = ("--players", 40, "--series", "fide-standard", "--from", "2024-03", "--months", 1, "--seed", 5)
    assert typed("simulate", *made, "-o", season).code == 0
    arpad("init", "--rehearsal", now="2024-03-01")
    for noun, file in (("federation", "federations"), ("arbiter", "arbiters"), ("player", "players")):
        arpad(noun, "import", season / f"{file}.csv", now="2024-03-01")
    arpad("list", "open", "fide-standard", season / "opening.csv", "--list", "2024-03", now="2024-03-01")
    last, day = "2024-03-31", "2024-04-01"
    arpad("event", "register", season / "2024-03", "--by", "secretary", now=last)
    arpad("report", "submit", season / "2024-03", now=last, may_refuse=True)
    arpad("report", "admit", "--all-ratable", now=last, may_refuse=True)
    arpad("period", "preview", now=day)
    arpad("period", "publish", "--yes", now=day)
    numbers = [line.split(",")[0] for line in (season / "opening.csv").read_text("utf-8").splitlines()[1:]]
    reasons = set()
    for number in numbers[:10]:
        told = json.loads(typed("explain", number, "--list", "2024-04", "--json", "--db", address).out)
        reasons |= {told["before"]["k_reason"], told["after"]["k_reason"]}
    assert "below-2500" in reasons
    assert not any("2400" in reason for reason in reasons)


def test_a_clause_cannot_be_called_as_if_k_were_given() -> None:
    with pytest.raises(LawError, match="no clause may be called 'given': a K without a clause is called so"):
        read(changed(text_of("fide-rapid-blitz-2018"), ('name = "everybody"', 'name = "given"')))
