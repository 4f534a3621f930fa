"""What a rulebook must fill for each verb: what is declared is asked for by the verb, and nothing else is."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from databases import new_database
from month_run import here, season

from arpad import calculator
from arpad.calculator.performance import expected_score
from arpad.checking import CheckRequest, check_file
from arpad.days import Month
from arpad.law import LawError, rulebook
from arpad.law.drafting import NewNames, draft
from arpad.law.examined import examine_file
from arpad.law.law_set import use_law
from arpad.law.needed import FOR_LISTS, NEEDED, lacking
from arpad.law.ownfiles import law_with
from arpad.law.rules import CONCEPTS
from arpad.simulate import SimulationSetting, simulate_federation

HEADER = re.compile(r"(?m)^(?=\[)")
GAMES = [{"opponent": 1800 + 50 * at, "score": Decimal(at % 3) / 2} for at in range(7)]
EVENT = {"start": "2026-02-01", "end": "2026-02-05", "games": GAMES}
FIELD = [
    *({"name": f"R{at}", "rating": 1700 + 20 * at, "score": 2, "k": 20} for at in range(4)),
    {"name": "U", "score": 2},
]


def own(source: str, *left_out: str, only: tuple[str, ...] = ()) -> str:
    """A draft of an edition without some concepts, or with some alone; an article that is left empty is told."""
    body = draft(rulebook(source, rulebook(source).head.series[0]), NewNames("x-1", "X", "x", date(2025, 10, 1)))

    def stays(name: str) -> bool:
        return name in only if only else name not in left_out

    def keep(block: str) -> bool:
        named = re.match(r'\[(?:article\."[^"]+"|silent)\.([a-z-]+)\]', block)
        return named is None or stays(named[1])

    def citing(found: re.Match[str]) -> str:
        names = [name for name in re.findall(r'"([^"]+)"', found[1]) if stays(name)]
        return "cites = [" + ", ".join(f'"{name}"' for name in names) + "]"

    blocks = [re.sub(r"(?m)^cites = \[(.*)\]$", citing, block) for block in HEADER.split(body) if keep(block)]
    return "".join(_told(block, after) for block, after in zip(blocks, [*blocks[1:], ""], strict=True))


def _told(block: str, after: str) -> str:
    number = re.match(r'\[article\."([^"]+)"\]\n', block)
    if number is None or "status =" in block or 'cites = ["' in block or after.startswith(f'[article."{number[1]}".'):
        return block
    return block.rstrip("\n") + '\nstatus = "told"\nreason = "A test."\n\n'


def calculation(what: Any, document: dict[str, Any]) -> Callable[[Path], object]:
    return lambda _: calculator.rulebook("x-1").calculate(what, document)


def checks(place: Path) -> None:
    for report in sorted(place.glob("*.trf")):
        check_file(str(report), CheckRequest(date(2026, 3, 1)))


def simulation(_: Path) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as place:
        simulate_federation(Path(place) / "federation", SimulationSetting("x", Month(202602), 2, 30, 3, 0))


VERBS: dict[str, Callable[[Path], object]] = {
    "calc expected": lambda _: expected_score(calculator.rulebook("x-1"), 120),
    "calc dp": lambda _: calculator.rulebook("x-1").dp(60),
    "calc performance": calculation("performance", {"games": GAMES}),
    "calc period": calculation("period", {
        "list": "2026-03", "player": {"rating": 1800, "games": 10, "born": "1990", "highest": 1800}, "events": [EVENT],
    }),
    "calc target": calculation("target", {"rating": 1800, "k": 20, "target": 1810, "opponents": [1800, 1900]}),
    "calc initial": calculation("initial", {"events": [EVENT]}),
    "calc round-robin": calculation("round-robin", {"players": FIELD}),
    "check": checks,
    "simulate": simulation,
}  # fmt: skip
SOURCES = {"calc round-robin": "fide-standard-2009"}  # whose unrated players are rated in round robins
SHOWING = ("delisting", "event-in-parts", "list-fields")  # asked when a list is shown, or an event has parts
ASKED = [
    (verb, name)
    for verb in VERBS
    for name in NEEDED[verb]
    if not name.endswith("-table") and not (verb == "simulate" and name in SHOWING)
]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("needed") / "federation"
    with use_law(law_with({"x-1.toml": own("fide-standard-2025").encode()})):
        simulate_federation(place, SimulationSetting("x", Month(202602), 1, 60, 3, 20))
    return place / "2026-02"


@pytest.mark.parametrize(("verb", "name"), ASKED, ids=[f"{verb}: {name}" for verb, name in ASKED])
def test_a_verb_asks_for_what_it_is_declared_to_need(verb: str, name: str, reports: Path) -> None:
    body = own(SOURCES.get(verb, "fide-standard-2025"), name)
    assert name in examine_file(body.encode(), "x.toml").lacking[verb]
    with use_law(law_with({"x-1.toml": body.encode()})), pytest.raises(LawError) as refusal:
        VERBS[verb](reports)
    assert (refusal.value.message, dict(refusal.value.fields)["concept"]) == ("no-concept/not-filled", name)


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_needs_nothing_else(verb: str, reports: Path) -> None:
    """A rulebook with what is declared and nothing more answers."""
    source = SOURCES.get(verb, "fide-standard-2025")
    needed = NEEDED[verb]
    if verb == "calc round-robin":
        needed = (*needed, *lacking(needed, rulebook(source).edition)[verb])
    body = own(source, only=needed)
    assert set(examine_file(body.encode(), "x.toml").lacking) <= set(NEEDED) - {verb}
    with use_law(law_with({"x-1.toml": body.encode()})):
        assert set(rulebook("x-1").edition.fillings) == set(needed)
        VERBS[verb](reports)


def test_an_office_works_by_a_rulebook_that_has_what_a_list_needs_and_nothing_more(tmp_path: Path) -> None:
    """The smallest rulebook by which lists can be made; simulated reports need a rate of play, too."""
    path = tmp_path / "x-1.toml"
    path.write_text(own("fide-standard-2025", only=NEEDED["simulate"]))
    with use_law(law_with({"x-1.toml": path.read_bytes()})):
        simulate_federation(tmp_path / "federation", SimulationSetting("x", Month(202602), 2, 60, 3, 0))
    path.write_text(own("fide-standard-2025", only=NEEDED["period publish"]))
    assert not {*FOR_LISTS, "check"} & set(examine_file(path.read_bytes(), "x.toml").lacking)
    call = here(new_database("sqlite", tmp_path))
    done = season(call, tmp_path / "federation", "x", tmp_path / "lists", rulebook=path)
    assert sorted(done.lists) == ["2026-03", "2026-04"]
    listed = call("list", "show", "--series", "x", "--json")
    assert '"rating"' in listed
    assert "No differences" in call("verify")


def test_a_member_federation_asks_for_its_day() -> None:
    names = {*NEEDED["period publish"], "member-federation"}
    assert lacking(names)["period publish"] == ("membership-day",)
    assert "period publish" not in lacking({*names, "membership-day"})
    assert set(NEEDED["simulate"]) <= set(CONCEPTS)
