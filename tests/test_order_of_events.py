"""Which of two events of the same days comes first: the one that was registered earlier (S3), and explain says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from by_hand import preview_list, publish_list
from databases import KINDS
from events_made import Scene
from lawtexts import text_of
from office_made import admitted, at, registered, sent
from parts_made import told
from publication_made import DUE, NEXT, SERIES, an_open, copied, on, opened
from test_history import asked, bundled

from arpad.columns import Pool
from arpad.explain.numbers import FirstOf
from arpad.law import Rulebook, readings, rulebook
from arpad.law.edition import read_edition
from arpad.office import proofs
from arpad.office.book.submission import SubmissionTerms
from arpad.office.desk import Desk
from arpad.office.proofs import VerifyRequest
from arpad.office.publishing.candidate_events import CandidateEvent
from arpad.office.publishing.list_inputs import events_by_day_and_content
from arpad.rating.pool import ordered

NEWCOMER, PLACE = 33, 8
LOST = {(PLACE, turn): "0" for turn in range(1, 6)}
ZERO = an_open("zero", (*range(1, 8), NEWCOMER), results=LOST)
WON = an_open("won", (*range(8, 15), NEWCOMER), results={(PLACE, turn): "1" for turn in range(1, 6)})
OPENS = {"zero": ZERO, "won": WON}


def office(kind: str, directory: Path, *codes: str, opens: Mapping[str, Scene] = OPENS) -> Desk:
    """Both opens are registered in this order; their reports come in the same order whatever it is."""
    desk = copied(opened(kind), directory)
    for code in codes:
        registered(desk, opens[code])
    desk = at(desk, max(made.today for made in opens.values()))
    for code in ("won", "zero"):
        assert sent(desk, opens[code], f"{code}.trf", SubmissionTerms(code)).status == "accepted"
        assert admitted(desk, code).status == "admitted"
    desk = on(desk, DUE)
    preview_list(desk, SERIES, NEXT)
    publish_list(desk, SERIES, NEXT)
    return desk


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("codes", "games"),
    [
        (("zero", "won"), {"won": 5}),  # nothing in the first event: it is disregarded
        (("won", "zero"), {"won": 5, "zero": 5}),  # a zero in the second one counts
    ],
)
def test_s3_of_two_events_of_the_same_days_the_earlier_registered_is_the_first(
    kind: str, tmp_path: Path, codes: tuple[str, str], games: dict[str, int]
) -> None:
    """2025 8.2.1: zero points in the very first event are disregarded. Both events are of 10 to 14 November."""
    desk = office(kind, tmp_path, *codes)
    calculation = told(desk, SERIES, NEXT, NEWCOMER)
    first = calculation.steps[0]
    assert (first.code, first.fields, first.articles) == ("first-event-registration", FirstOf(*codes), ("8.2.1",))
    assert "S3" in [ruling.id for ruling in calculation.rulings]
    assert [event.code for event in calculation.events] == list(codes)
    assert {event.code: event.games for event in calculation.pooled} == games
    assert [event.code for event in calculation.pooled] == [code for code in codes if code in games]
    assert proofs.verify_office(desk, VerifyRequest()).found == ()
    assert asked(bundled(desk, tmp_path)).found == ()


def in_readings_of_before() -> Rulebook:
    """The edition with readings that do not say what decides between events of the same days."""
    bare = tuple(replace(reading, same_days="") for reading in readings())
    read = read_edition(text_of("fide-standard-2025"), "fide-standard-2025.toml", bare, None)
    return Rulebook(read, read.head.series[0], None)


def test_s3_a_list_with_readings_of_before_is_made_again_in_the_order_it_was_made_in() -> None:
    """There the content decided, by the keys that it gives; the days go first in either."""
    same = [CandidateEvent(2, "b", 0, 20251110, 20251114, key=1), CandidateEvent(1, "a", 0, 20251110, 20251114, key=2)]
    early = CandidateEvent(3, "c", 0, 20251109, 20251120, key=3)
    pool = Pool.of(player=[0, 0], key=[2, 1], start=20251110, end=20251114, list=202512)
    now, before = rulebook("fide-standard-2025"), in_readings_of_before()
    assert [each.code for each in events_by_day_and_content(now, [*same, early])] == ["c", "a", "b"]
    assert [each.code for each in events_by_day_and_content(before, [*same, early])] == ["c", "b", "a"]
    assert ordered(now, pool).key.tolist() == [2, 1]
    assert ordered(before, pool).key.tolist() == [1, 2]


def test_s3_the_days_go_before_the_registration(tmp_path: Path) -> None:
    """The later registered event began a day earlier: it is the first."""
    early = an_open("zero", (*range(1, 8), NEWCOMER), start=date(2025, 11, 9), results=LOST)
    desk = office("sqlite", tmp_path, "won", "zero", opens={"won": WON, "zero": early})
    first = told(desk, SERIES, NEXT, NEWCOMER).steps[0]
    assert (first.code, first.fields) == ("first-event-start", FirstOf("zero", "won"))
