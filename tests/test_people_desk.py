"""The people desk as Python: every rule holds for whoever calls it, and for whoever calls what is behind it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator
from office_made import office, publish
from sqlalchemy import select

from arpad.asjson import schema, to_json
from arpad.cli.answers import declared
from arpad.days import Day
from arpad.finding import Misuse
from arpad.office import care, people
from arpad.office.desk import Desk, open_desk
from arpad.office.people import Facts, File, Files, Merge, NewFacts, NewPlayer, Objection, Person, PlayerFiles, Unmerge
from arpad.office.registry import arbiters, changes, federations, merging
from arpad.office.registry.players import enter
from arpad.office.registry.roster import size
from arpad.office.store.engine import connect
from arpad.office.store.schema import log

ANN = Person("Invented, Ann", 14100012, born=19910412, sex="w", federation="UKR")
BOB = Person("Made-up, Bob", 14100020, born=20050607, sex="m", federation="POL")
CLO = Person("Fictive, Clo", born=20120101, sex="w")


def added(desk: Desk, *persons: Person) -> list[int]:
    """The numbers of people who look like nobody."""
    numbers = []
    for person in persons:
        answer = people.add(desk, NewPlayer(person, why="story"))
        assert answer.entered is not None
        numbers.append(answer.entered.id)
    return numbers


def actions(desk: Desk) -> list[str]:
    with desk.reading() as connection:
        return list(connection.execute(select(log.c.action).order_by(log.c.seq)).scalars())


# --- entering ---------------------------------------------------------------------------------------------------------

IMPOSSIBLE = [
    ({"born": 29991399}, "born: expected a day YYYY-MM-DD, or a year"),
    ({"born": 29990101}, "born: expected a day not after today, 2024-03-01"),
    ({"died": 20240302}, "died: expected a day not after today, 2024-03-01"),
    ({"died": 19800101}, "died: expected a day after the birth"),
    ({"sex": "q"}, "sex: expected m, w or nothing"),
    ({"federation": "Ukraine"}, "federation: expected three capital letters"),
    ({"title": "XM"}, "title: expected one of GM"),
    ({"name": "\x1b[31mAnn"}, "name: expected at most 200 characters, all of them to be seen"),
    ({"name": ""}, "name: expected a name"),
    ({"member": 99}, "member: expected some of IBCA"),
    ({"fide_id": 10**10}, "fide_id: expected a FIDE number"),
]


@pytest.mark.parametrize(("wrong", "sentence"), IMPOSSIBLE)
def test_who_cannot_be_is_entered_by_no_way(desk: Desk, wrong: dict[str, object], sentence: str) -> None:
    person = replace(ANN, **wrong)  # type: ignore[arg-type]
    with pytest.raises(Misuse, match=sentence.replace("(", r"\(")):
        people.add(desk, NewPlayer(person))
    with pytest.raises(Misuse, match=sentence), desk.writing("player-add") as writing:
        enter(writing, [CLO, person])
    with desk.reading() as connection:
        assert size(connection) == 0
    assert actions(desk) == ["found"]


@pytest.mark.parametrize("since", [20240302, 99999999])
def test_nobody_is_registered_from_a_day_to_come(desk: Desk, since: int) -> None:
    with pytest.raises(Misuse, match="after today"):
        people.add(desk, NewPlayer(ANN, Day(since)))
    with pytest.raises(Misuse, match="after today"), desk.writing("player-add") as writing:
        enter(writing, [ANN], since)


def test_a_federation_that_the_office_does_not_keep_is_refused_where_it_keeps_any(desk: Desk) -> None:
    people.add_federation(desk, people.NewFederation("UKR", "Ukraine"))
    with pytest.raises(Misuse, match="is UKR meant"):
        people.add(desk, NewPlayer(replace(ANN, federation="UKX")))
    added(desk, ANN)


def test_who_looks_like_somebody_is_entered_only_by_an_officer_who_has_seen_them_all(desk: Desk) -> None:
    (first,) = added(desk, CLO)
    double = Person("Clo Fictive", born=20120101)
    answer = people.add(desk, NewPlayer(double))
    assert answer.entered is None
    assert [(each.id, each.births) for each in answer.candidates] == [(first, "same")]
    assert "2012" not in str(answer.candidates)
    second = people.add(desk, NewPlayer(double, seen=frozenset({first})))
    assert second.entered is not None
    # somebody else was looking at the same time, and has seen the first only
    late = people.add(desk, NewPlayer(replace(double, name="Fictive Clo"), seen=frozenset({first})))
    assert late.entered is None
    assert {each.id for each in late.candidates} == {first, second.entered.id}
    assert actions(desk).count("player-add") == 2


def test_a_dry_desk_answers_and_keeps_nothing(desk: Desk, office: str) -> None:
    dry = open_desk(connect(office), "officer", dry=True)
    assert people.add(dry, NewPlayer(ANN)).entered is not None
    assert people.find(desk, people.Search("Invented")) == ()


# --- changing ---------------------------------------------------------------------------------------------------------


def test_a_birth_date_changes_only_confirmed_and_with_a_reason(desk: Desk) -> None:
    added(desk, ANN)
    wanted = NewFacts(14100012, Facts(born=Day(19920412)))
    with pytest.raises(Misuse, match="must be confirmed"):
        people.change(desk, replace(wanted, why="passport"))
    with pytest.raises(Misuse, match="--why"):
        people.change(desk, replace(wanted, confirmed=True))
    (change,) = people.change(desk, replace(wanted, confirmed=True, why="passport"))
    assert (change.field, change.old, change.new, change.since) == ("born", "1991-04-12", "1992-04-12", 0)
    assert people.change(desk, replace(wanted, confirmed=True)) == ()  # it is so already


def test_a_change_that_says_nothing_or_holds_later_is_refused(desk: Desk) -> None:
    added(desk, ANN)
    with pytest.raises(Misuse, match="nothing is said"):
        people.change(desk, NewFacts(14100012))
    for since, sentence in ((20240302, "after today"), (20241399, "since: expected a day")):
        with pytest.raises(Misuse, match=sentence):
            people.change(desk, NewFacts(14100012, Facts(region="Kyiv"), Day(since)))
        with pytest.raises(Misuse, match=sentence), desk.writing("player-change") as writing:
            changes.change(writing, 0, {"region": "Kyiv"}, since)


# --- merging ----------------------------------------------------------------------------------------------------------


def test_two_strangers_are_merged_only_with_a_reason_and_what_speaks_against_it_set_aside(desk: Desk) -> None:
    ann, bob = added(desk, ANN, BOB)
    pair = people.compare(desk, ann, bob)
    assert [each.about for each in pair.objections] == ["names", "births", "sexes", "fide-numbers"]
    assert not pair.alike
    every = frozenset(pair.objections)
    refused = (
        (Merge(ann, bob, despite=every), "needs a reason"),
        (Merge(ann, bob, " ", every), "needs a reason"),
        (Merge(ann, bob, "one"), "do not look like one person"),
        (Merge(ann, bob, "one", every - {Objection("sexes")}), "one is a man and one a woman"),
    )
    for request, sentence in refused:
        with pytest.raises(Misuse, match=sentence):
            people.merge(desk, request)
        with pytest.raises(Misuse, match=sentence):
            people.may_merge(desk, request)
        with pytest.raises(Misuse, match=sentence), desk.writing("player-merge", why=request.why) as writing:
            merging.join(writing, 0, 1, request.despite)
    assert "player-merge" not in actions(desk)
    done = people.merge(desk, Merge(ann, bob, "one", every))
    assert (done.kept, done.gone, done.merged) == (ann, bob, True)
    assert people.show(desk, people.Show(bob)).merged_into == ann
    with pytest.raises(Misuse, match="already"):
        people.compare(desk, bob, ann)


def test_two_who_are_both_rated_are_not_merged_in_passing(address: str) -> None:
    desk = office(address)
    publish(desk, "fide-rapid", (202509, 202510))
    pair = people.compare(desk, 990007, 990014)
    rated = {Objection("rated", "fide-rapid"), Objection("rated", "fide-standard")}
    assert rated <= set(pair.objections)
    half = frozenset(pair.objections) - {Objection("rated", "fide-rapid")}
    for despite in (half, frozenset(pair.objections)):
        with pytest.raises(Misuse, match="arpad revision merge"):
            people.merge(desk, Merge(990007, 990014, "one person", despite))
    with pytest.raises(Misuse, match="both are rated"), desk.writing("player-merge", why="one person") as writing:
        merging.join(writing, 0, 1, half)


def test_a_merge_is_taken_back_only_with_a_reason(desk: Desk) -> None:
    ann, bob = added(desk, ANN, BOB)
    people.merge(desk, Merge(ann, bob, "one", frozenset(people.compare(desk, ann, bob).objections)))
    with pytest.raises(Misuse, match="needs a reason"):
        people.unmerge(desk, Unmerge(bob))
    with pytest.raises(Misuse, match="needs a reason"), desk.writing("player-unmerge") as writing:
        merging.part(writing, 1)
    assert people.unmerge(desk, Unmerge(bob, "two after all")).merged is False


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_file_with_a_problem_changes_nothing_and_every_problem_has_its_place(desk: Desk) -> None:
    good = File("good.csv", b"name,born\nFictive Clo,2012\n")
    bad = File("bad.csv", b"name,born,sex\nTomorrow Ann,2024-03-02,w\nOdd Dan,1950,q\n")
    answer = people.import_players(desk, PlayerFiles((good, bad)))
    assert (answer.refused, answer.entered) == (True, 0)
    (problems,) = answer.problems
    places = [(finding.code, finding.place.line, finding.place.column) for finding in problems.findings]
    assert (problems.file, places) == ("bad.csv", [("wrong-cell", 2, 2), ("wrong-cell", 3, 3)])
    assert actions(desk) == ["found"]
    assert people.import_players(desk, PlayerFiles((good, bad), skip_bad=True)).entered == 1


def test_entries_of_arbiters_and_federations_that_cannot_be_are_refused_everywhere(desk: Desk) -> None:
    file = File("arbiters.csv", b"id,name,since,until\n7,Rita,2024-02-01,2024-01-01\n0,Nobody,,\n")
    answer = people.import_arbiters(desk, Files((file, File("more.csv", b"id,name\n8,Ralf\n"))))
    (problems,) = answer.problems
    assert [(f.place.line, f.place.column) for f in problems.findings] == [(2, 4), (3, 1)]
    assert people.arbiters(desk, people.ShowArbiters()) == ()
    for number, name in ((0, "Nobody"), (7, ""), (7, "Rita\x1b[2J")):
        with pytest.raises(Misuse, match="expected"):
            people.add_arbiter(desk, people.NewArbiter(number, name))
        with pytest.raises(Misuse, match="expected"), desk.writing("arbiter-add") as writing:
            arbiters.enter(writing, [arbiters.Entry(number, name)])
    with pytest.raises(Misuse, match="one of member"):
        people.add_federation(desk, people.NewFederation("UKR", state="bankrupt"))
    with pytest.raises(Misuse, match="one of member"), desk.writing("federation-add") as writing:
        federations.enter(writing, [federations.Entry("UKR", state="bankrupt")])
    assert actions(desk) == ["found"]


# --- as JSON ----------------------------------------------------------------------------------------------------------


def test_what_the_desk_answers_fits_the_schemas_that_are_published(desk: Desk) -> None:
    file = File("people.csv", b"name,born,sex\nFictive Clo,2012,w\nOdd Dan,1950,q\n")
    first = people.add(desk, NewPlayer(CLO))
    answers = {
        "player add": people.add(desk, NewPlayer(Person("Clo Fictive", born=20120101))),
        "player import": people.import_players(desk, PlayerFiles((file,), skip_bad=True)),
        "player find": people.find(desk, people.Search("Fictive")),
        "player change": people.change(desk, NewFacts(first.entered.id, Facts(region="Kyiv"))) if first.entered else (),
        "arbiter add": people.add_arbiter(desk, people.NewArbiter(7, "Referee, Rita", "UKR", "FA", Day(20240101))),
        "arbiter show": people.arbiters(desk, people.ShowArbiters()),
        "federation add": people.add_federation(desk, people.NewFederation("UKR")),
        "federation show": people.federations(desk, people.ShowFederations()),
        "log": care.log(desk, care.LogQuery()),
    }
    assert first.entered is not None
    answers["player show"] = people.show(desk, people.Show(first.entered.id))
    for verb, answer in answers.items():
        written = to_json(answer, declared(verb))
        assert written, verb
        Draft202012Validator(schema(declared(verb))).validate(written)
