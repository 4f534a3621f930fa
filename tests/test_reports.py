"""Reports: taken in one by one, kept as they came, recognised when they come again, examined by the office's facts."""

from __future__ import annotations

import hashlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from by_hand import behind_the_back, by_hand, register_facts
from databases import KINDS
from office_made import FIRST_LIST, NUMBERS, _address, admitted, at, codes, event, fresh, registered, reported, sent
from sqlalchemy import func, select, text, update

from arpad.cli.report import parse_override, parse_rounds
from arpad.columns import Status
from arpad.days import Month
from arpad.finding import Finding, Place, Tier, UserError, sorted_fields
from arpad.office.book.admitted_content import AdmittedContent, unpack_content
from arpad.office.book.duplicate_reports import event_key_from_fingerprint, report_fingerprint
from arpad.office.book.event_dossier import read_event_dossier
from arpad.office.book.event_facts import NamedFacts
from arpad.office.book.event_lookup import decisions_about_event, find_parts_by_name, find_registered_event
from arpad.office.book.event_status import DecisionKind
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.officer_instructions import FindingToOverride
from arpad.office.book.report_decisions import admit_part, examine_part, letter_about_examination
from arpad.office.book.stored_report import RoundRange
from arpad.office.book.submission import ReportPackage, ReportReceipt, SubmissionTerms
from arpad.office.desk import Desk, open_desk
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.registry.player_numbers import office_number
from arpad.office.reports import admit_ratable_events, submit_reports
from arpad.office.status import show_status
from arpad.office.store.engine import connect_store
from arpad.office.store.schema import content, decision, log, pointer, report

OTHERS = {n: NUMBERS[n + 8] for n in range(1, 9)}


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return fresh(request.param, tmp_path)


@pytest.fixture
def one(tmp_path: Path) -> Desk:
    """For what does not depend on the database."""
    return fresh("sqlite", tmp_path)


def count(desk: Desk, table: Any) -> int:
    with desk.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def stored(desk: Desk, code: str) -> AdmittedContent:
    with desk.reading() as connection:
        (stand,) = find_parts_by_name(connection, [code])
        return unpack_content(
            connection.execute(select(content.c.packed).where(content.c.decision == stand.admitted)).scalar_one()
        )


def seen(desk: Desk, code: str) -> Any:
    with desk.reading() as connection:
        (stand,) = find_parts_by_name(connection, [code])
    return examine_part(desk, ListMemory(), stand)


# --- what is kept -------------------------------------------------------------------------------------------------


def test_a_report_is_kept_byte_for_byte_and_what_is_admitted_is_what_a_period_reads(desk: Desk) -> None:
    made = event("open-1", results={(1, 1): "1", (2, 2): "+"})
    later = reported(desk, made)
    done = admitted(later, "open-1")
    assert (done.status, done.verdict, str(done.list_)) == ("admitted", "ratable", "2025-12")
    with later.reading() as connection:
        row = connection.execute(select(report)).one()
        key = connection.execute(select(content.c.event_key)).scalar_one()
    assert bytes(row.body) == made.text.encode()
    assert row.sha256 == hashlib.sha256(made.text.encode()).hexdigest()
    assert (row.first_day, row.last_day, key) == (20251103, 20251107, event_key_from_fingerprint(row.fingerprint))
    kept = stored(later, "open-1")
    head = {name: column.tolist() for name, column in kept.head.columns()}
    assert head == {
        "start": [20251103], "end": [20251107], "system": [0], "championship": [False], "seated_by": [202511],
        "enters": [202512],
    }  # fmt: skip
    assert kept.sitting.number.tolist() == list(range(1, 9))
    assert len(set(kept.sitting.player.tolist())) == 8
    assert len(kept.games) == 20
    assert Counter(kept.games.status.tolist()) == {0: 19, Status.UNPLAYED_GAME: 1}


def test_the_same_report_in_another_dress_is_recognised_and_nothing_is_written(desk: Desk) -> None:
    made = event("open-1")
    later = reported(desk, made)
    before = count(later, log)
    for data in (
        made.text.encode(),
        made.text.replace("\r\n", "\n").encode(),
        b"\xef\xbb\xbf" + made.text.encode(),
        made.text.replace("012 Invented Event", "012 Grand Open of Nowhere").encode(),
    ):
        again = sent(later, data, terms=SubmissionTerms("open-1"))
        assert (again.status, again.report) == ("exists", 1)
    assert (count(later, report), count(later, log)) == (1, before)


def test_a_changed_result_is_a_new_report_that_takes_the_place_of_the_old(desk: Desk) -> None:
    first, second = event("open-1"), event("open-1", results={(1, 1): "1"})
    later = reported(desk, first)
    admitted(later, "open-1")
    door = sent(later, second)
    assert (door.status, "send it with --replace" in str(door.problem), count(later, report)) == ("refused", True, 1)
    with later.reading() as connection:
        assert find_parts_by_name(connection, ["open-1"])[0].life.where == "admitted"
    done = sent(later, second, terms=SubmissionTerms(replace=True))
    assert (done.status, str(done.note)) == ("accepted", "takes the place of the admitted report; admit it anew")
    assert admitted(later, "open-1").status == "admitted"
    assert stored(later, "open-1").games.white_half_points[0] == 2
    assert (count(later, report), count(later, content)) == (2, 2)
    back = sent(later, first)
    assert (back.status, back.report) == ("exists", 1)
    assert "a later report took its place" in str(back.note)


# --- at the door --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "cannot be read"),
        (b"\x00\x01\x02" * 40, "cannot be read: The file is not text"),
        (b"PK\x03\x04 no workbook", "cannot be read"),
        (b"Dear officer, the games were fine.\r\n", "cannot be read"),
        (b"<playerslist/>", "rating list, not a report"),
    ],
)
def test_what_cannot_be_read_is_refused_at_the_door(one: Desk, data: bytes, said: str) -> None:
    before = count(one, log)
    done = sent(one, data)
    assert (done.status, said in str(done.problem)) == ("refused", True), done.problem
    assert (count(one, report), count(one, log)) == (0, before)


def test_an_event_nobody_registered_is_refused_with_the_remedy(desk: Desk) -> None:
    made = event("open-1")
    registered(desk, event("other", name="Another Event"))
    later = at(desk, made.today)
    done = sent(later, made)
    assert done.status == "refused"
    assert "register it from the report: `arpad report submit FILE --register`" in str(done.problem)
    assert "on these days there is other" in str(done.problem)
    assert sent(later, made, code="open-9").status == "refused"
    assert count(later, report) == 0


def test_an_event_is_found_by_name_and_days_and_asked_for_where_there_are_two(one: Desk) -> None:
    registered(one, event("first"))
    later = at(one, date(2025, 11, 9))
    assert sent(later, event("first")).event == "first"
    registered(later, event("second", name="INVENTED event"))
    done = sent(later, event("first", results={(1, 1): "1"}))
    assert (done.status, "--event first or second" in str(done.problem)) == ("refused", True)
    assert sent(later, event("first", results={(1, 1): "1"}), terms=SubmissionTerms("second")).event == "second"


def test_one_corrupt_report_among_many_never_blocks_the_others(desk: Desk) -> None:
    made = {f"open-{n}": event(f"open-{n}", ids={k: NUMBERS[k + 8 * n] for k in range(1, 9)}) for n in range(4)}
    for each in made.values():
        registered(desk, each)
    later = at(desk, date(2025, 11, 9))
    packages = [
        ReportPackage(f"{code}.trf", each.text.encode(), NamedFacts.of({"code": code})) for code, each in made.items()
    ]
    poison = [
        ReportPackage("binary.trf", b"\x00" * 500),
        ReportPackage("lost.trf", problem=UserError("file-not-opened", why="gone")),
        ReportPackage("deep.trf", b"001" + b" " * 5000),
        ReportPackage("unknown.trf", made["open-0"].text.encode(), NamedFacts.of({"code": "nobody"})),
    ]
    mixed = [each for pair in zip(packages, poison, strict=True) for each in pair]
    receipts = list(submit_reports(later, mixed))
    assert [each.status for each in receipts] == ["accepted", "refused"] * 4
    outcomes = list(admit_ratable_events(later))
    assert [each.status for each in outcomes] == ["admitted"] * 4


def test_a_fault_of_ours_is_the_receipt_of_one_report_and_not_the_end(
    one: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    registered(one, event("open-1"))
    later = at(one, date(2025, 11, 9))
    real = report_fingerprint
    monkeypatch.setattr(
        "arpad.office.book.submission.report_fingerprint",
        lambda paper, *rest: 1 // 0 if paper.file == "bad.trf" else real(paper, *rest),
    )
    data = event("open-1").text.encode()
    bad, good = submit_reports(later, [ReportPackage("bad.trf", data), ReportPackage("good.trf", data)])
    assert (bad.status, good.status) == ("refused", "accepted")
    assert "Arpad failed at this report (ZeroDivisionError" in str(bad.problem)


# --- once ---------------------------------------------------------------------------------------------------------


def _receipt(done: ReportReceipt) -> tuple[Any, ...]:
    return done.event, done.report, done.sha256, done.fingerprint, done.verdict, codes(done.findings)


def test_the_same_bytes_twenty_times_are_one_report_with_equal_receipts(desk: Desk) -> None:
    made = event("open-1")
    registered(desk, made)
    address, day = _address(desk), made.today

    def send(_: int) -> ReportReceipt:
        mine = open_desk(connect_store(address), "A. Officer", day)
        return sent(mine, made)

    with ThreadPoolExecutor(8) as pool:
        receipts = list(pool.map(send, range(10)))
    receipts += [send(n) for n in range(10)]
    assert Counter(each.status for each in receipts) == {"accepted": 1, "exists": 19}
    assert len({str(_receipt(each)) for each in receipts}) == 1
    assert count(desk, report) == 1


def test_thirty_two_submitters_at_once_lose_nothing_and_double_nothing(desk: Desk) -> None:
    """Four reports, each sent by eight people at once, in two dresses."""
    made = [event(f"open-{n}", ids={k: NUMBERS[k + 8 * n] for k in range(1, 9)}) for n in range(4)]
    for each in made:
        registered(desk, each)
    address, day = _address(desk), made[0].today

    def send(turn: int) -> ReportReceipt:
        scene = made[turn % 4]
        data = scene.text.replace("\r\n", "\n") if turn % 8 >= 4 else scene.text
        mine = open_desk(connect_store(address), f"officer {turn}", day)
        return sent(mine, data.encode(), f"{turn}.trf", SubmissionTerms(str(scene.facts["code"])))

    with ThreadPoolExecutor(32) as pool:
        receipts = list(pool.map(send, range(32)))
    assert Counter(each.status for each in receipts) == {"accepted": 4, "exists": 28}, [r.problem for r in receipts]
    assert {(each.event, each.report) for each in receipts} == {
        (each.event, each.report) for each in receipts if each.status == "accepted"
    }
    with desk.reading() as connection:
        kinds = Counter(connection.execute(select(decision.c.kind)).scalars())
    assert (count(desk, report), kinds) == (4, {"registered": 4, "reported": 4})


def test_eight_officers_admit_one_event_once(desk: Desk) -> None:
    later = reported(desk, event("open-1"))
    address, day = _address(later), later.today()
    with later.reading() as connection:
        (stand,) = find_parts_by_name(connection, ["open-1"])
    with ThreadPoolExecutor(8) as pool:
        done = list(
            pool.map(
                lambda _: admit_part(by_hand(open_desk(connect_store(address), "o", day)), ListMemory(), stand),
                range(8),
            )
        )
    assert Counter(each.status for each in done) == {"admitted": 1, "unchanged": 7}
    assert count(later, content) == 1


# --- the office's own facts ---------------------------------------------------------------------------------------


def test_a_list_that_is_not_there_leaves_the_verdict_open_and_is_named(one: Desk) -> None:
    days = {"early": date(2025, 8, 4), "late": date(2025, 12, 4)}
    made = {code: event(code, start=start, registered=date(2025, 7, 1)) for code, start in days.items()}
    for each in made.values():
        registered(one, each)
    which = {"early": "before-first", "late": "some"}
    for code, each in made.items():
        done = sent(at(one, date(2025, 12, 20)), each, terms=SubmissionTerms(code))
        assert done.verdict == "undecided"
        (told,) = [finding for finding in done.findings if finding.code == "missing-list"]
        assert told.message == f"missing-list/{which[code]}"
        assert f"{days[code]:%Y-%m}" in told.sentence
        assert dict(told.fields) == {"list": Month.of(days[code]), "series": "fide-standard", "first": Month(202509),
                                     "last": Month(202511)}  # fmt: skip
        (task,) = [task for task in show_status(at(one, date(2025, 12, 20))).tasks if task.subject == code]
        assert f"{days[code]:%Y-%m}" in task.note.sentence
    assert {each.status for each in admit_ratable_events(at(one, date(2025, 12, 20)))} == {"left"}


def test_the_office_s_list_decides_and_what_is_printed_is_only_compared(one: Desk) -> None:
    """Ratings, births and federations as an organiser might wish them: the admitted content is the same."""
    honest = event("open-1", ratings=(1700,) * 8)
    later = reported(one, honest)
    admitted(later, "open-1")
    plain = stored(later, "open-1")
    for n, text_ in enumerate(
        (
            honest.text.replace("1700 UKR", "2650 UKR"),
            honest.text.replace("1980/01/02", "2012/01/02"),
            honest.text.replace("1700 UKR", "1700 POL"),
            honest.text.replace("1700 UKR", "     UKR"),
        )
    ):
        assert text_ != honest.text
        code = f"open-{n + 2}"
        scene = event(code, registered=date(2025, 9, 1))
        registered(later, scene)
        done = sent(later, text_.encode(), terms=SubmissionTerms(code))
        assert "overlap" in codes(done.findings, Tier.ASK)  # the same games once more
        with later.reading() as connection:
            (stand,) = find_parts_by_name(connection, [code])
        outcome = admit_part(by_hand(later), ListMemory(), stand, [FindingToOverride("overlap")], "a trial")
        assert outcome.status == "admitted"
        assert stored(later, code).packed() == plain.packed()


def test_players_whom_nobody_knows_are_asked_for(one: Desk) -> None:
    wrong = office_number(3) + 1 if office_number(3) % 10 < 9 else office_number(3) - 1
    made = event("open-1", ids={1: 123456, 2: wrong, 3: NUMBERS[3] * 10, 4: 0})
    registered(one, made)
    done = sent(at(one, made.today), made)
    asked = {f.player: f.code for f in done.findings if f.tier == Tier.ASK}
    assert asked == {1: "unknown-player", 2: "mistyped-number", 3: "unknown-player", 4: "no-number"}
    near = [f.sentence for f in done.findings if f.code == "neighbour" and f.player == 3]
    assert any(f"the number {NUMBERS[3]}, one slip away" in sentence for sentence in near)
    assert all("arpad report identify" in f.help for f in done.findings if f.code in ("unknown-player", "no-number"))
    assert done.verdict == "undecided"


def test_the_letter_speaks_to_the_arbiter_and_counts_as_people_do(one: Desk) -> None:
    made = event("open-1", ids={2: 999999})
    later = reported(one, made)
    found = seen(later, "open-1")
    assert any("arpad report identify" in finding.help for finding in found.answer.findings)
    answer = found.answer
    fields = sorted_fields({"name": "Ann", "games": 1})
    few = Finding("x", Tier.ADVICE, Place("open.trf"), "first-event-opponents/disregarded", fields)
    told = letter_about_examination(
        replace(found, answer=replace(answer, findings=(*answer.findings, few))), later.today()
    )
    assert "send us the player's name, birth date and federation" in told
    assert "arpad " not in told
    assert "- 1 game against Ann does not count for the opponents:" in told


def test_own_numbers_and_fide_s_lead_to_the_same_player_and_one_may_not_sit_twice(one: Desk) -> None:
    with one.reading() as connection:
        from arpad.office.registry.player_facts import keys_of_numbers

        key = int(keys_of_numbers(connection, [NUMBERS[1]])[0])
    made = event("open-1", ids={2: office_number(key)})
    registered(one, made)
    done = sent(at(one, made.today), made)
    (told,) = [f for f in done.findings if f.code == "same-player"]
    assert (told.tier, told.player, done.verdict) == (Tier.REFUSE, 2, "not-ratable")


def test_an_unknown_player_without_a_game_does_not_matter(one: Desk) -> None:
    made = event("open-1", ids={8: 123456}, results={(8, turn): "-" for turn in range(1, 6)})
    later = reported(one, made)
    done = admitted(later, "open-1")
    assert (done.status, codes(done.findings)) == ("admitted", ["left-out-player"])
    kept = stored(later, "open-1")
    assert (len(kept.sitting), len(kept.games)) == (7, 15)
    assert kept.games.white.max() < 7


def test_a_number_of_somebody_else_is_asked_about_and_may_be_overridden(one: Desk) -> None:
    made = event("open-1")
    foreign = made.text.replace("Invented3, Ann", "Musterfrau, Bo").replace("1980/01/02", "          ")
    registered(one, made)
    later = at(one, made.today)
    done = sent(later, foreign.encode())
    (told,) = [f for f in done.findings if f.tier == Tier.ASK]
    assert (told.code, told.player) == ("number-of-another", 3)
    assert f"{NUMBERS[3]}, which is that of Invented3, Ann" in told.sentence
    with later.reading() as connection:
        (stand,) = find_parts_by_name(connection, ["open-1"])
    override = [FindingToOverride("number-of-another", 3)]
    assert admit_part(by_hand(later), ListMemory(), stand, override, "married since").status == "admitted"


def test_the_dead_do_not_play(one: Desk) -> None:
    with by_hand(one).writing("enter") as writing:
        register_players(writing, [Person("Late, Lea", 991111, born=19300101, federation="UKR", died=20200101)])
    made = event("open-1", ids={5: 991111})
    registered(one, made)
    done = sent(at(one, made.today), made.text.replace("Invented5, Ann", "Late, Lea     ").encode())
    assert "ratings-used" in codes(done.findings, Tier.ASK)


def test_registration_and_print_may_contradict_each_other(one: Desk) -> None:
    made = event("open-1", time_control="90'+30\"")
    register_facts(
        one, {**made.facts, "arbiters": (), "end": date(2025, 11, 8), "federation": "POL", "name": "Another Name"}
    )
    done = sent(at(one, date(2025, 11, 10)), made, terms=SubmissionTerms("open-1"))
    asked = {f.sentence for f in done.findings if f.code == "contradicts-registration"}
    assert asked == {
        "The report says end 2025-11-07; registered is 2025-11-08.",
        "The report says time_control 120'; registered is 90'+30\".",
    }
    differs = {dict(f.fields)["key"]: f for f in done.findings if f.code == "differs-from-registration"}
    assert {(key, f.tier) for key, f in differs.items()} == {("name", Tier.ADVICE)}
    place = [(f.tier, f.articles) for f in done.findings if f.code == "registered-event"]
    assert place == [(Tier.ADVICE, ("0.2",))]  # of the place


def test_a_sidecar_with_the_report_answers_what_was_open_but_grants_itself_nothing(one: Desk) -> None:
    made = event("open-1", laws=None)
    registered(one, made)
    later = at(one, made.today)
    assert sent(later, made).verdict == "undecided"
    done = sent(later, made, laws=True, approvals=["late-registration"], reported=date(2025, 11, 8))
    assert (done.status, done.verdict) == ("exists", "ratable")
    assert {"differs-from-registration", "reported-day"} <= set(codes(done.findings, Tier.ADVICE))
    with later.reading() as connection:
        held = find_registered_event(connection, "open-1")
    assert held.given["laws"] is True
    assert "approvals" not in held.given
    assert "reported" not in held.given


def test_new_facts_beside_an_admitted_report_open_the_event_again_and_the_receipt_says_so(one: Desk) -> None:
    made = event("open-1", arbiters=[{"name": "Invented, Ann", "licence": "A"}])
    later = reported(one, made)
    admitted(later, "open-1")
    done = sent(later, made, arbiters=[{"name": "Other, Bo", "licence": "B"}])
    said = [finding.sentence for finding in done.findings if finding.code == "differs-from-registration"]
    assert said == ["The facts beside the report say arbiters Other, Bo B; registered is Invented, Ann A."]
    assert done.note is None
    again = sent(later, made, rounds_per_day=1)
    assert (again.status, str(again.note)) == (
        "exists",
        "its event description adds facts (rounds_per_day); admit it anew",
    )


def test_the_day_of_the_report_is_the_day_it_came(one: Desk) -> None:
    """A sidecar cannot hide that a report is late; examined again a year later, it is not later than it was."""
    made = event("open-1", reported=date(2025, 11, 9))
    registered(one, made)
    late = at(one, date(2026, 2, 20))
    assert "report-deadline" in codes(sent(late, made, reported=date(2025, 11, 9)).findings, Tier.REFUSE)
    registered(
        at(one, date(2026, 2, 20)), event("open-2", ids=OTHERS, start=date(2025, 11, 4), registered=date(2025, 9, 1))
    )


def test_findings_never_tell_a_birth_date(one: Desk) -> None:
    made = event("open-1")
    registered(one, made)
    later = at(one, made.today)
    text_ = made.text.replace("1980/01/02", "17.11.1980", 1)
    done = sent(later, text_.encode())
    told = " ".join(str(finding) for finding in done.findings)
    with later.reading() as connection:
        told += " ".join(str(row) for row in connection.execute(select(decision.c.detail)))
        told += " ".join(str(row) for row in connection.execute(select(log.c.detail, log.c.why)))
    told += letter_about_examination(seen(later, "open-1"), later.today())
    assert "birth" in told
    assert "17.11" not in told
    assert "1980/01/02" not in told


# --- overrides ----------------------------------------------------------------------------------------------------


def _admit(desk: Desk, code: str, overrides: list[str], why: str) -> Any:
    with desk.reading() as connection:
        (stand,) = find_parts_by_name(connection, [code])
    return admit_part(by_hand(desk), ListMemory(), stand, [parse_override(text) for text in overrides], why)


def test_an_override_has_a_name_and_a_reason_and_stays_with_the_event(desk: Desk) -> None:
    later = reported(desk, event("open-1", laws=False))
    with pytest.raises(UserError, match=r"needs the reason .*--why TEXT"):
        _admit(later, "open-1", ["laws-of-chess"], "")
    with pytest.raises(UserError, match=r"override of notation: there is no such finding"):
        _admit(later, "open-1", ["notation"], "seen")
    assert _admit(later, "open-1", ["laws-of-chess"], "seen by myself").status == "admitted"
    with later.reading() as connection:
        (stand,) = find_parts_by_name(connection, ["open-1"])
        given = [
            each for each in decisions_about_event(connection, stand.event) if each.kind == DecisionKind.OVERRIDDEN
        ]
    assert [(each.who, each.why, each.detail["code"]) for each in given] == [
        ("A. Officer", "seen by myself", "laws-of-chess")
    ]
    assert admitted(later, "open-1").status == "unchanged"  # the override still holds
    register_facts(later, {"code": "open-1", "laws": True})
    assert admitted(later, "open-1").status == "admitted"  # and is not missed where nothing is left to override


def test_an_override_follows_its_player_to_another_start_number(one: Desk) -> None:
    made = event("open-1", ratings=(1700,) * 8)
    strange = made.text.replace("Invented3, Ann", "Musterfrau, Bo").replace("1980/01/02", "          ")
    registered(one, made)
    later = at(one, made.today)
    sent(later, strange.encode())
    _admit(later, "open-1", ["number-of-another:3"], "the same person")
    swapped = event("open-1", ids={3: NUMBERS[4], 4: NUMBERS[3]}).text.replace("1980/01/02", "          ")
    swapped = swapped.replace("Invented4, Ann", "Musterfrau, Bo").replace("Invented3, Ann", "Invented4, Ann")
    done = sent(later, swapped.encode(), terms=SubmissionTerms(replace=True))
    assert (done.status, done.verdict) == ("accepted", "ratable")


@pytest.mark.parametrize("text_", ["a:b", "a:1:2:3", "notation:x:1"])
def test_an_override_that_cannot_be_read_is_refused(text_: str) -> None:
    with pytest.raises(UserError, match="expected CODE, CODE:PLAYER or CODE:PLAYER:ROUND"):
        parse_override(text_)


# --- drafts and parts ---------------------------------------------------------------------------------------------


def test_drafts_round_by_round_are_kept_and_checked_and_never_admitted(desk: Desk) -> None:
    made = event("open-1")
    registered(desk, made)
    day = at(desk, date(2025, 11, 5))
    first = sent(day, event("open-1", rounds=2, length=5), terms=SubmissionTerms(draft=True))
    second = sent(day, event("open-1", rounds=3, length=5), terms=SubmissionTerms(draft=True))
    assert (first.status, second.status, second.draft) == ("accepted", "accepted", True)
    assert sent(day, event("open-1", rounds=3, length=5), terms=SubmissionTerms(draft=True)).status == "exists"
    with pytest.raises(UserError, match="open-1 is registered: it is not possible to admit it"):
        admitted(day, "open-1")
    with day.reading() as connection:
        assert read_event_dossier(connection, "open-1", day.today()).parts[0].draft == second.report
    later = at(desk, made.today)
    assert sent(later, made).status == "accepted"
    assert admitted(later, "open-1").status == "admitted"
    with later.reading() as connection:
        assert read_event_dossier(connection, "open-1", later.today()).parts[0].draft is None
    done = sent(later, event("open-1", rounds=4, length=5), terms=SubmissionTerms(draft=True))
    assert (done.status, "a draft comes too late" in str(done.problem)) == ("refused", True)


def _shown(desk: Desk, list_: int) -> None:
    """The newest list that is published."""
    with by_hand(desk).writing("show") as writing:
        writing.connection.execute(update(pointer).values(list=list_))


def test_a_long_event_is_rated_part_by_part_each_by_its_own_list(desk: Desk) -> None:
    """A league over two months: rounds 1-2 in October, 3-4 in November; each part by the list of its own games."""
    start = date(2025, 10, 4)
    made = event("league", start=start, rounds=4, length=40, league=True, ratings_at="game")
    days = ("25/10/04", "25/10/11", "25/11/05", "25/11/12")
    line = next(each for each in made.text.splitlines() if each.startswith("132"))
    text_ = made.text.replace(line, f"{'132':<91}" + "  ".join(days))
    registered(desk, made)
    _shown(desk, 202510)
    first = sent(
        at(desk, date(2025, 10, 14)), text_.encode(), terms=SubmissionTerms("league", part=1, rounds=RoundRange(1, 2))
    )
    _shown(at(desk, date(2025, 11, 1)), 202511)
    second = sent(
        at(desk, date(2025, 11, 14)), text_.encode(), terms=SubmissionTerms("league", part=2, rounds=RoundRange(3, 4))
    )
    assert [(each.status, each.verdict, str(each.list_)) for each in (first, second)] == [
        ("accepted", "ratable", "2025-11"),
        ("accepted", "ratable", "2025-12"),
    ]
    later = at(desk, date(2025, 11, 14))
    for name in ("league/1", "league/2"):
        assert admitted(later, name).status == "admitted"
    heads = [stored(later, name).head for name in ("league/1", "league/2")]
    assert [int(head.start[0]) for head in heads] == [20251004, 20251004]
    assert [int(head.end[0]) for head in heads] == [20251011, 20251112]
    assert [int(head.seated_by[0]) for head in heads] == [202510, 202511]
    assert [sorted(set(stored(later, n).games.round.tolist())) for n in ("league/1", "league/2")] == [[1, 2], [3, 4]]


def test_a_round_in_two_parts_refuses_both(one: Desk) -> None:
    made = event("league", rounds=4, league=True)
    registered(one, made)
    later = at(one, made.today)
    sent(later, made, terms=SubmissionTerms("league", part=1, rounds=RoundRange(1, 2)))
    done = sent(later, made, terms=SubmissionTerms("league", part=2, rounds=RoundRange(2, 4)))
    (told,) = [f for f in done.findings if f.code == "overlapping-parts"]
    assert (told.tier, told.sentence) == (
        Tier.REFUSE,
        "4 of the 12 games stand in league/1, too: a game is rated once.",
    )
    outcomes = list(admit_ratable_events(later))
    assert [(each.event, each.verdict) for each in outcomes] == [
        ("league/1", "not-ratable"),
        ("league/2", "not-ratable"),
    ]
    whole = sent(later, made, terms=SubmissionTerms("league"))  # the league as a whole, beside its parts
    assert [f.code for f in whole.findings if f.tier == Tier.REFUSE] == [
        "overlapping-parts",
        "overlapping-parts",
        "part-beside-whole",
    ]


def test_rounds_belong_to_a_part_and_must_be_there(one: Desk) -> None:
    with pytest.raises(UserError, match="add --part N"):
        SubmissionTerms(rounds=RoundRange(1, 2))
    for text_ in ("0-3", "3-1", "x", "1-", "1-2-3"):
        with pytest.raises(UserError, match="as in 4-6"):
            parse_rounds(text_)
    assert (parse_rounds("4-6"), parse_rounds("4"), parse_rounds("")) == (RoundRange(4, 6), RoundRange(4, 4), None)
    made = event("league")
    registered(one, made)
    done = sent(at(one, made.today), made, terms=SubmissionTerms("league", part=1, rounds=RoundRange(4, 9)))
    assert (done.status, "has 5 rounds" in str(done.problem)) == ("refused", True)


def test_reports_and_decisions_cannot_be_changed_behind_the_office(desk: Desk) -> None:
    later = reported(desk, event("open-1"))
    admitted(later, "open-1")
    for table in ("event", "event_facts", "report", "decision", "content"):
        with pytest.raises(Exception, match="never"), behind_the_back(later.store) as connection:
            connection.execute(text(f"DELETE FROM {table}"))
    assert (count(later, report), count(later, content), FIRST_LIST) == (1, 1, 202509)
