"""An officer says who a player of a report is: candidates, the act, and all that rests on it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from by_hand import by_hand
from databases import KINDS, new_database
from office_made import _address, at, codes, event, registered, sent
from publication_made import open_with
from sqlalchemy import select
from typed import Runner
from varying import without_varying

from arpad.cli import app
from arpad.finding import Tier, UserError
from arpad.office import events, proofs, reports, undo
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.office_settings import found_office
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import keys_of_numbers, register_players
from arpad.office.registry.player_numbers import office_number
from arpad.office.store import schema
from arpad.office.store.engine import connect_store

DAY, LATER = date(2025, 11, 1), date(2025, 11, 9)
NAMES = (
    "Abbot, Ruta", "Birchwood, Tomas", "Calder, Jurga", "Dunmore, Petras", "Eskdale, Milda", "Fairholm, Jonas",
    "Glenfield, Ona", "Harrowby, Lukas", "Inglewood, Simas",
)  # fmt: skip
IDS = {n: 4_500_000 + 1234 * n for n in range(1, 10)}
BORN = {n: (1980 + n) * 10_000 + 102 for n in range(1, 10)}
RUN = Runner()


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    """An office with nine players on an opening list, and the registered event `cup`."""
    store = connect_store(new_database(request.param, tmp_path), create=True)
    desk = found_office(store, "A. Officer", Clock(set_to=DAY), home="UKR", rehearsal=True)
    with by_hand(desk).writing("player-import") as writing:
        people = [Person(name, IDS[n], born=BORN[n], federation="UKR") for n, name in enumerate(NAMES, 1)]
        register_players(writing, people)
    open_with(desk, "fide-standard", DAY, {IDS[n]: 1700 + n for n in IDS})
    for code in ("cup", "copy"):
        registered(desk, event(code, approvals=["late-registration"]))
    yield at(desk, LATER)
    desk.store.close()


def report(ids: dict[int, int] | None = None, names: dict[int, str] | None = None, code: str = "cup") -> bytes:
    """Eight players; these have other numbers or names than the registry."""
    text = event(code, ids={**IDS, **(ids or {})}).text
    for n, name in enumerate(NAMES[:8], 1):
        text = text.replace(f"{f'Invented{n}, Ann':<33}", f"{(names or {}).get(n, name):<33}")
        row = f"{number_in_report(n, ids):>11} 1980/01/02"
        text = text.replace(row, f"{number_in_report(n, ids):>11} {1980 + n}/01/02", 1)
    return text.replace("  1700 UKR", "       UKR").encode()


def number_in_report(n: int, ids: dict[int, int] | None) -> int:
    return {**IDS, **(ids or {})}[n]


def submit(desk: Desk, data: bytes, code: str = "cup") -> reports.ReportReceipt:
    return sent(desk, data, terms=reports.SubmissionTerms(code))


def outcome(desk: Desk, code: str = "cup") -> reports.Outcome:
    return reports.examine_events(desk, reports.EventOrder((code,)))[0]


def own_number(desk: Desk, n: int) -> int:
    with desk.reading() as connection:
        return office_number(int(keys_of_numbers(connection, [IDS[n]])[0]))


def identify(desk: Desk, player: int, n: int, event: str = "cup") -> reports.Outcome:
    return reports.identify_player(desk, reports.NewIdentification(event, player, IDS[n], "seen"))


def proved(desk: Desk) -> None:
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()


SWAPPED = int(str(IDS[3])[:-2] + str(IDS[3])[-1] + str(IDS[3])[-2])


def test_open_players_are_listed_with_candidates_and_what_is_certain(desk: Desk) -> None:
    submit(desk, report({2: 0, 3: SWAPPED, 4: IDS[5], 5: 7_999_999}, {5: "Quillfeather, Zoja"}))
    shown = {each.player: each for each in reports.find_open_players(desk, "cup").players}
    assert {n: each.doubt for n, each in shown.items()} == {
        2: "no-number", 3: "unknown-number", 4: "number-of-another", 5: "unknown-number",
    }  # fmt: skip
    assert {n: each.certain for n, each in shown.items() if each.certain} == {3: own_number(desk, 3)}
    first = shown[3].candidates[0]
    assert (first.fide_id, first.name, first.born, first.federation, first.rating) == (
        IDS[3], NAMES[2], 1983, "UKR", 1703,
    )  # fmt: skip
    assert set(first.why) == {"same-name", "same-year", "number-one-slip"}
    assert [(each.fide_id, each.why) for each in shown[2].candidates] == [(IDS[2], ("same-name", "same-year"))]
    assert {IDS[4], IDS[5]} <= {each.fide_id for each in shown[4].candidates}
    assert shown[5].candidates == ()


def test_an_identification_counts_in_examination_admission_and_history_and_is_proved(desk: Desk) -> None:
    receipt = submit(desk, report({3: SWAPPED}))
    assert "unknown-player" in codes(receipt.findings, Tier.ASK)
    with desk.reading() as connection:
        before = connection.execute(select(schema.report)).one()
    done = identify(desk, 3, 3)
    assert (done.status, dict(done.note.fields)["known"] if done.note else "") == ("identified", NAMES[2])
    after = outcome(desk)
    assert not codes(after.findings, Tier.ASK, Tier.REFUSE)
    assert "identified-player" in codes(after.findings, Tier.ADVICE)
    assert reports.find_open_players(desk, "cup").players == ()
    assert [each.kind for each in events.show_event(desk, "cup").history][-1] == "identified"
    (admission,) = reports.admit_events(desk, reports.AdmissionOrder(("cup",)))
    assert admission.status == "admitted"
    with desk.reading() as connection:
        assert connection.execute(select(schema.report)).one() == before  # the file, its fingerprint, its games
    proved(desk)


def test_what_was_said_after_admission_asks_for_another_admission(desk: Desk) -> None:
    submit(desk, report())
    reports.admit_events(desk, reports.AdmissionOrder(("cup",)))
    done = identify(desk, 8, 9)
    assert done.note is not None
    assert done.note.message == "identified/anew"
    assert outcome(desk).status == "reported"
    assert "same-player" not in codes(outcome(desk).findings)
    proved(desk)


def test_two_players_said_to_be_one_are_refused(desk: Desk) -> None:
    submit(desk, report({3: SWAPPED}))
    identify(desk, 3, 4)
    assert "same-player" in codes(outcome(desk).findings, Tier.REFUSE)
    assert {each.doubt for each in reports.find_open_players(desk, "cup").players} == {"same-player"}


def test_the_number_of_another_player_is_settled_without_an_override(desk: Desk) -> None:
    submit(desk, report({4: IDS[9]}, {4: "Marmaduke, Zenonas"}))
    assert "number-of-another" in codes(outcome(desk).findings, Tier.ASK)
    identify(desk, 4, 9)
    assert "number-of-another" not in codes(outcome(desk).findings)


def test_one_number_given_twice_is_settled(desk: Desk) -> None:
    submit(desk, report({4: IDS[5]}))
    assert "duplicate-id" in codes(outcome(desk).findings, Tier.REFUSE)
    identify(desk, 4, 4)
    assert not codes(outcome(desk).findings, Tier.ASK, Tier.REFUSE)


def test_accept_likely_takes_the_certain_ones_only(desk: Desk) -> None:
    submit(desk, report({2: 0, 3: SWAPPED}))
    done = reports.identify_likely_players(desk, "cup", "one slip")
    assert [dict(each.note.fields)["player"] for each in done if each.note] == [3]
    assert [each.player for each in reports.find_open_players(desk, "cup").players] == [2]
    proved(desk)


def test_a_new_player_is_added_only_after_the_candidates_were_displayed(desk: Desk) -> None:
    submit(desk, report({2: 0}))
    with pytest.raises(UserError) as refused:
        reports.identify_player(desk, reports.NewIdentification("cup", 2))
    assert refused.value.message == "candidates-not-displayed"
    (shown,) = reports.find_open_players(desk, "cup", 2).players
    displayed = tuple(each.id for each in shown.candidates)
    assert displayed == (own_number(desk, 2),)
    reports.identify_player(desk, reports.NewIdentification("cup", 2, displayed=displayed, why="a cousin"))
    assert not codes(outcome(desk).findings, Tier.ASK, Tier.REFUSE)
    with desk.reading() as connection:
        added = connection.execute(select(schema.player).order_by(schema.player.c.key.desc())).first()
    assert added is not None
    assert (added.name, added.fide_id, added.federation, added.key) == (NAMES[1], None, "UKR", len(NAMES))
    proved(desk)


def test_a_new_player_takes_the_printed_number_unless_the_officer_says_otherwise(desk: Desk) -> None:
    submit(desk, report({1: 7_654_321, 2: 7_654_399}, {1: "Quillfeather, Zoja", 2: "Underhill, Vytas"}))
    for player, without in ((1, False), (2, True)):
        reports.identify_player(desk, reports.NewIdentification("cup", player, without_number=without))
    with desk.reading() as connection:
        assert keys_of_numbers(connection, [7_654_321, 7_654_399]).tolist() == [len(NAMES), -1]
    assert not codes(outcome(desk).findings, Tier.ASK, Tier.REFUSE)


def test_it_holds_for_the_next_report_only_where_name_year_and_number_agree(desk: Desk) -> None:
    submit(desk, report({3: SWAPPED}))
    identify(desk, 3, 3)
    again = submit(desk, report({3: SWAPPED, 8: IDS[9]}, {8: NAMES[8]}))
    assert not codes(again.findings, Tier.ASK)
    for other in (report({3: SWAPPED + 1}), report({3: SWAPPED}, {3: "Caldor, Jurga"})):
        assert "unknown-player" in codes(submit(desk, other).findings, Tier.ASK)
    proved(desk)


def test_it_can_be_taken_back(desk: Desk) -> None:
    submit(desk, report({3: SWAPPED}))
    with pytest.raises(UserError, match="nobody identified"):
        reports.forget_identification(desk, reports.IdentificationEnd("cup", 3))
    identify(desk, 3, 3)
    reports.forget_identification(desk, reports.IdentificationEnd("cup", 3, "two cousins"))
    assert "unknown-player" in codes(outcome(desk).findings, Tier.ASK)
    proved(desk)


def test_an_identification_is_undone_and_the_one_before_it_holds_again(desk: Desk) -> None:
    submit(desk, report({3: SWAPPED, 4: 0}))
    for player, number in ((3, 3), (3, 5), (4, 4)):
        identify(desk, player, number)
    acts = [act for act in undo.list_undoable_acts(desk) if act.act == "identify-player"]
    assert [act.later for act in acts] == [None, None, acts[1].entry]
    with pytest.raises(UserError) as refused:
        undo.undo_act(desk, undo.UndoRequest(acts[2].entry, "a mistake"))
    assert refused.value.message == "undo/rests"
    undo.undo_act(desk, undo.UndoRequest(acts[1].entry, "a mistake"))
    assert "same-player" not in codes(outcome(desk).findings)
    assert "unknown-player" not in codes(outcome(desk).findings, Tier.ASK)
    assert [act.entry for act in undo.list_undoable_acts(desk)][:2] == [acts[0].entry, acts[2].entry]
    undo.undo_act(desk, undo.UndoRequest(acts[2].entry, "a mistake"))
    assert "unknown-player" in codes(outcome(desk).findings, Tier.ASK)
    assert [act.entry for act in undo.list_undoable_acts(desk) if act.act == "identify-player"] == [acts[0].entry]
    proved(desk)


def test_overlaps_with_other_reports_are_found_by_who_was_identified(desk: Desk) -> None:
    strangers = {n: 7_700_000 + 1313 * n for n in range(1, 9)}
    other_names = {n: f"{letter * 3}ster, Kaz" for n, letter in enumerate("mnopqrst", 1)}
    submit(desk, report())
    submit(desk, report(strangers, other_names), "copy")
    assert not [each for each in outcome(desk).findings if each.code == "overlap"]
    for n in range(1, 9):
        identify(desk, n, n, "copy")
    for code, other in (("cup", "copy"), ("copy", "cup")):
        (overlap,) = [each for each in outcome(desk, code).findings if each.code == "overlap"]
        assert dict(overlap.fields)["other"] == other
    reports.forget_identification(desk, reports.IdentificationEnd("copy", 1))
    (overlap,) = [each for each in outcome(desk).findings if each.code == "overlap"]
    assert dict(overlap.fields)["shared"] < dict(overlap.fields)["games"]
    proved(desk)


@pytest.mark.parametrize(("player", "number", "message"), [(12, 0, "no-such-start-number"), (3, 123, "number-unknown")])
def test_what_cannot_be_said_is_refused(desk: Desk, player: int, number: int, message: str) -> None:
    submit(desk, report({3: SWAPPED}))
    with pytest.raises(UserError) as refused:
        reports.identify_player(desk, reports.NewIdentification("cup", player, number))
    assert refused.value.message == message
    with pytest.raises(UserError, match=r"copy has no report|not possible"):
        identify(desk, 3, 3, "copy")


def test_an_officer_identifies_everybody_on_the_command_line(desk: Desk) -> None:
    submit(desk, report({1: 7_654_321, 2: 0, 3: SWAPPED}, {1: "Quillfeather, Zoja"}))
    office = {"ARPAD_DB": _address(desk), "ARPAD_WHO": "A. Officer"}

    def arpad(*words: str) -> str:
        done = RUN.invoke(app, ["report", "identify", "cup", *words], env=office)
        assert done.exit_code == 0, (done.output, done.exception)
        assert "/01/02" not in done.output
        assert "0102" not in without_varying(done.output)
        return str(done.stdout)

    listing = arpad()
    for text in (str(IDS[3]), "number one slip away", "certain", "--accept likely", "--new"):
        assert text in listing
    assert NAMES[2] in arpad("--accept", "likely")
    assert "Quillfeather" in arpad("--new", "--yes")
    assert str(IDS[2]) in arpad("2", str(IDS[2]))
    assert "all players with games are identified" in arpad()
    assert "taken back" in arpad("2", "--withdraw", "--why", "wrong")
    for words in (["2", str(IDS[2]), "--new"], ["--withdraw"], ["--without-number"]):
        done = RUN.invoke(app, ["report", "identify", "cup", *words], env=office)
        assert isinstance(done.exception, UserError)
