"""The people desk as Python: every rule holds for whoever calls it, and for whoever calls what is behind it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from by_hand import by_hand
from jsonschema import Draft202012Validator
from office_made import office, publish
from sqlalchemy import select
from varying import without_varying

from arpad.asjson import schema, to_json
from arpad.cli.answers import answer_type
from arpad.days import Day
from arpad.finding import UserError
from arpad.office import care, people
from arpad.office.desk import Desk, open_desk
from arpad.office.people import (
    InputFile,
    InputFiles,
    MergeRequest,
    NewPlayer,
    Objection,
    Person,
    PlayerChange,
    PlayerFacts,
    PlayerFiles,
    UnmergeRequest,
)
from arpad.office.registry import fact_changes, federation_officials, player_merges
from arpad.office.registry.player_facts import count_players, register_players
from arpad.office.store.engine import connect_store
from arpad.office.store.schema import log

ANN = Person("Invented, Ann", 14100012, born=19910412, sex="w", federation="UKR")
BOB = Person("Made-up, Bob", 14100020, born=20050607, sex="m", federation="POL")
CLO = Person("Fictive, Clo", born=20120101, sex="w")


def added(desk: Desk, *persons: Person) -> list[int]:
    """The numbers of people who look like nobody."""
    numbers = []
    for person in persons:
        answer = people.add_player(desk, NewPlayer(person, why="story"))
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
    with pytest.raises(UserError, match=sentence.replace("(", r"\(")):
        people.add_player(desk, NewPlayer(person))
    with pytest.raises(UserError, match=sentence), by_hand(desk).writing("player-add") as writing:
        register_players(writing, [CLO, person])
    with desk.reading() as connection:
        assert count_players(connection) == 0
    assert actions(desk) == ["found"]


@pytest.mark.parametrize("since", [20240302, 99999999])
def test_nobody_is_registered_from_a_day_to_come(desk: Desk, since: int) -> None:
    with pytest.raises(UserError, match="after today"):
        people.add_player(desk, NewPlayer(ANN, Day(since)))
    with pytest.raises(UserError, match="after today"), by_hand(desk).writing("player-add") as writing:
        register_players(writing, [ANN], since)


def test_a_federation_that_the_office_does_not_keep_is_refused_where_it_keeps_any(desk: Desk) -> None:
    people.add_federation(desk, people.NewFederation("UKR", "Ukraine"))
    with pytest.raises(UserError, match="is UKR meant"):
        people.add_player(desk, NewPlayer(replace(ANN, federation="UKX")))
    added(desk, ANN)


def test_who_looks_like_somebody_is_entered_only_by_an_officer_who_has_seen_them_all(desk: Desk) -> None:
    (first,) = added(desk, CLO)
    double = Person("Clo Fictive", born=20120101)
    answer = people.add_player(desk, NewPlayer(double))
    assert answer.entered is None
    assert [(each.id, each.births) for each in answer.candidates] == [(first, "same")]
    assert "2012" not in without_varying(str(answer.candidates))
    second = people.add_player(desk, NewPlayer(double, seen=frozenset({first})))
    assert second.entered is not None
    # somebody else was looking at the same time, and has seen the first only
    late = people.add_player(desk, NewPlayer(replace(double, name="Fictive Clo"), seen=frozenset({first})))
    assert late.entered is None
    assert {each.id for each in late.candidates} == {first, second.entered.id}
    assert actions(desk).count("player-add") == 2


def test_a_dry_desk_answers_and_keeps_nothing(desk: Desk, office: str) -> None:
    dry = open_desk(connect_store(office), "officer", dry=True)
    assert people.add_player(dry, NewPlayer(ANN)).entered is not None
    assert people.find_players(desk, people.PlayerSearch("Invented")) == ()


# --- changing ---------------------------------------------------------------------------------------------------------


def test_a_birth_date_changes_only_confirmed_and_with_a_reason(desk: Desk) -> None:
    added(desk, ANN)
    wanted = PlayerChange(14100012, PlayerFacts(born=Day(19920412)))
    with pytest.raises(UserError, match="must be confirmed"):
        people.change_player(desk, replace(wanted, why="passport"))
    with pytest.raises(UserError, match="--why"):
        people.change_player(desk, replace(wanted, confirmed=True))
    (change,) = people.change_player(desk, replace(wanted, confirmed=True, why="passport"))
    assert (change.field, change.old, change.new, change.since) == ("born", "1991-04-12", "1992-04-12", 0)
    assert people.change_player(desk, replace(wanted, confirmed=True)) == ()  # it is so already


def test_a_change_that_says_nothing_or_holds_later_is_refused(desk: Desk) -> None:
    added(desk, ANN)
    with pytest.raises(UserError, match="nothing is said"):
        people.change_player(desk, PlayerChange(14100012))
    for since, sentence in ((20240302, "after today"), (20241399, "since: expected a day")):
        with pytest.raises(UserError, match=sentence):
            people.change_player(desk, PlayerChange(14100012, PlayerFacts(region="Kyiv"), Day(since)))
        with pytest.raises(UserError, match=sentence), by_hand(desk).writing("player-change") as writing:
            fact_changes.change_player_facts(writing, 0, {"region": "Kyiv"}, since)


# --- merging ----------------------------------------------------------------------------------------------------------


def test_two_strangers_are_merged_only_with_a_reason_and_what_speaks_against_it_set_aside(desk: Desk) -> None:
    ann, bob = added(desk, ANN, BOB)
    pair = people.compare_players(desk, ann, bob)
    assert [each.about for each in pair.objections] == ["names", "births", "sexes", "fide-numbers"]
    assert not pair.alike
    every = frozenset(pair.objections)
    refused = (
        (MergeRequest(ann, bob, despite=every), "needs a reason"),
        (MergeRequest(ann, bob, " ", every), "needs a reason"),
        (MergeRequest(ann, bob, "one"), "do not look like one person"),
        (MergeRequest(ann, bob, "one", every - {Objection("sexes")}), "one is a man and one a woman"),
    )
    for request, sentence in refused:
        with pytest.raises(UserError, match=sentence):
            people.merge_players(desk, request)
        with pytest.raises(UserError, match=sentence):
            people.require_mergeable(desk, request)
        with (
            pytest.raises(UserError, match=sentence),
            by_hand(desk).writing("player-merge", why=request.why) as writing,
        ):
            player_merges.merge_players(writing, 0, 1, request.despite)
    assert "player-merge" not in actions(desk)
    done = people.merge_players(desk, MergeRequest(ann, bob, "one", every))
    assert (done.kept, done.gone, done.merged) == (ann, bob, True)
    assert people.show_player(desk, people.PlayerQuery(bob)).merged_into == ann
    with pytest.raises(UserError, match="already"):
        people.compare_players(desk, bob, ann)


def test_two_who_are_both_rated_are_not_merged_in_passing(address: str) -> None:
    desk = office(address)
    publish(desk, "fide-rapid", (202509, 202510))
    pair = people.compare_players(desk, 990007, 990014)
    rated = {Objection("rated", "fide-rapid"), Objection("rated", "fide-standard")}
    assert rated <= set(pair.objections)
    half = frozenset(pair.objections) - {Objection("rated", "fide-rapid")}
    for despite in (half, frozenset(pair.objections)):
        with pytest.raises(UserError, match="arpad revision merge"):
            people.merge_players(desk, MergeRequest(990007, 990014, "one person", despite))
    with (
        pytest.raises(UserError, match="both are rated"),
        by_hand(desk).writing("player-merge", why="one person") as writing,
    ):
        player_merges.merge_players(writing, 0, 1, half)


def test_a_merge_is_taken_back_only_with_a_reason(desk: Desk) -> None:
    ann, bob = added(desk, ANN, BOB)
    people.merge_players(
        desk, MergeRequest(ann, bob, "one", frozenset(people.compare_players(desk, ann, bob).objections))
    )
    with pytest.raises(UserError, match="needs a reason"):
        people.unmerge_player(desk, UnmergeRequest(bob))
    with pytest.raises(UserError, match="needs a reason"), by_hand(desk).writing("player-unmerge") as writing:
        player_merges.unmerge_player(writing, 1)
    assert people.unmerge_player(desk, UnmergeRequest(bob, "two after all")).merged is False


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_file_with_a_problem_changes_nothing_and_every_problem_has_its_place(desk: Desk) -> None:
    good = InputFile("good.csv", b"name,born\nFictive Clo,2012\n")
    bad = InputFile("bad.csv", b"name,born,sex\nTomorrow Ann,2024-03-02,w\nOdd Dan,1950,q\n")
    answer = people.import_players(desk, PlayerFiles((good, bad)))
    assert (answer.refused, answer.entered) == (True, 0)
    (problems,) = answer.problems
    places = [(finding.code, finding.place.line, finding.place.column) for finding in problems.findings]
    assert (problems.file, places) == ("bad.csv", [("wrong-cell", 2, 2), ("wrong-cell", 3, 3)])
    assert actions(desk) == ["found"]
    assert people.import_players(desk, PlayerFiles((good, bad), skip_bad=True)).entered == 1


def test_entries_of_arbiters_and_federations_that_cannot_be_are_refused_everywhere(desk: Desk) -> None:
    file = InputFile("arbiters.csv", b"id,name,since,until\n7,Rita,2024-02-01,2024-01-01\n0,Nobody,,\n")
    answer = people.import_arbiters(desk, InputFiles((file, InputFile("more.csv", b"id,name\n8,Ralf\n"))))
    (problems,) = answer.problems
    assert [(f.place.line, f.place.column) for f in problems.findings] == [(2, 4), (3, 1)]
    assert people.list_arbiters(desk, people.ArbiterQuery()) == ()
    for number, name in ((0, "Nobody"), (7, ""), (7, "Rita\x1b[2J")):
        with pytest.raises(UserError, match="expected"):
            people.add_arbiter(desk, people.NewArbiter(number, name))
        with pytest.raises(UserError, match="expected"), by_hand(desk).writing("arbiter-add") as writing:
            federation_officials.enter_licences(writing, [federation_officials.LicenceEntry(number, name)])
    with pytest.raises(UserError, match="one of member"):
        people.add_federation(desk, people.NewFederation("UKR", state="bankrupt"))
    with pytest.raises(UserError, match="one of member"), by_hand(desk).writing("federation-add") as writing:
        federation_officials.enter_memberships(writing, [federation_officials.MembershipEntry("UKR", state="bankrupt")])
    assert actions(desk) == ["found"]


# --- as JSON ----------------------------------------------------------------------------------------------------------


def test_what_the_desk_answers_fits_the_schemas_that_are_published(desk: Desk) -> None:
    file = InputFile("people.csv", b"name,born,sex\nFictive Clo,2012,w\nOdd Dan,1950,q\n")
    first = people.add_player(desk, NewPlayer(CLO))
    answers = {
        "player add": people.add_player(desk, NewPlayer(Person("Clo Fictive", born=20120101))),
        "player import": people.import_players(desk, PlayerFiles((file,), skip_bad=True)),
        "player find": people.find_people(desk, people.PlayerSearch("Fictive")),
        "player change": people.change_player(desk, PlayerChange(first.entered.id, PlayerFacts(region="Kyiv")))
        if first.entered
        else (),
        "arbiter add": people.add_arbiter(desk, people.NewArbiter(7, "Referee, Rita", "UKR", "FA", Day(20240101))),
        "arbiter show": people.list_arbiters(desk, people.ArbiterQuery()),
        "federation add": people.add_federation(desk, people.NewFederation("UKR")),
        "federation show": people.list_federations(desk, people.FederationQuery()),
        "log": care.read_log(desk, care.LogQuery()),
    }
    assert first.entered is not None
    answers["player show"] = people.show_player(desk, people.PlayerQuery(first.entered.id))
    for verb, answer in answers.items():
        written = to_json(answer, answer_type(verb))
        assert written, verb
        Draft202012Validator(schema(answer_type(verb))).validate(written)
