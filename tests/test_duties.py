"""What is due of each event: 2025 9.1 (report), 7.1.3 (first list), 4.1 (monthly parts).

An event of 3 to 7 November 2025 is on the list of December; its report is due the day before that list, 30 November.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from databases import KINDS
from office_made import at, registered, sent
from publication_made import SERIES, address_of, an_open, copied, opened
from typed import typed

from arpad.law import rulebook
from arpad.office.book.event_duties import part_days
from arpad.office.book.submission import SubmissionTerms
from arpad.office.duties import DutyKind, DutyQuery, list_duties


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_due_goes_when_it_came_and_is_overdue_when_its_day_is_past(kind: str, tmp_path: Path) -> None:
    desk = copied(opened(kind), tmp_path, date(2025, 11, 1))
    made = an_open("open")
    registered(desk, made)
    duties = {duty.what: duty for duty in list_duties(desk, DutyQuery(SERIES))}
    assert set(duties) == {DutyKind.REPORT, DutyKind.FIRST_LIST}  # it was registered
    assert duties[DutyKind.REPORT].articles == ("9.1",)
    assert duties[DutyKind.FIRST_LIST].due == date(2025, 12, 1)
    assert duties[DutyKind.FIRST_LIST].articles == ("7.1.3",)
    assert duties[DutyKind.REPORT].due < duties[DutyKind.FIRST_LIST].due
    assert not any(duty.overdue for duty in duties.values())
    assert list_duties(desk, DutyQuery(SERIES, overdue=True)) == ()
    assert list_duties(desk, DutyQuery(SERIES, until=date(2025, 11, 1))) == ()
    late = at(desk, date(2026, 1, 15))
    assert {duty.what for duty in list_duties(late, DutyQuery(SERIES, overdue=True))} >= {DutyKind.REPORT}
    desk = at(desk, date(2025, 11, 20))
    assert sent(desk, made, terms=SubmissionTerms("open")).status == "accepted"
    assert {duty.what for duty in list_duties(desk, DutyQuery(SERIES))} == {DutyKind.FIRST_LIST}
    printed = typed("event", "due", "--db", address_of(desk), "--now", "2025-11-20")
    assert printed.code == 0, printed.err
    assert "first list" in printed.out
    answer = json.loads(typed("event", "due", "--json", "--db", address_of(desk), "--now", "2025-11-20").out)
    assert answer == [
        {
            "event": "open", "series": SERIES, "what": "first list", "due": "2025-12-01", "overdue": False,
            "articles": ["7.1.3"],
        }
    ]  # fmt: skip


def test_4_1_a_long_event_reports_a_part_each_month() -> None:
    """2024 4.1: events of more than 30 days. From 10 January to 5 April parts end on 9 February and 9 March."""
    book = rulebook("fide-standard-2024")
    parts = part_days(book, date(2024, 1, 10), date(2024, 4, 5))
    assert parts == (date(2024, 2, 9), date(2024, 3, 9))
    assert part_days(book, date(2024, 1, 1), date(2024, 1, 9)) == ()
    long = part_days(book, date(2024, 1, 10), date(2024, 6, 5))
    assert long == (date(2024, 2, 9), date(2024, 3, 9), date(2024, 4, 9), date(2024, 5, 9))
