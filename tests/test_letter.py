"""The letter to the arbiter as data: what it holds by verdict, and how it is put into words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from arpad.admission.deadlines import Deadline
from arpad.explain.letters import Appeal, letter, letter_as_text
from arpad.finding import Finding, Place, Remedy, Tier, sorted_fields
from arpad.model import EventFacts, Verdict
from arpad.pipeline import Answer

TODAY, LIST_DAY = date(2025, 11, 10), date(2025, 12, 1)
FACTS = EventFacts(name="Invented Open", code="open-1", series="fide-standard")
LOST = Finding(
    "first-event-opponents",
    Tier.EXCLUDE,
    Place("open.trf", 12),
    "first-event-opponents/disregarded",
    sorted_fields({"name": "Ann", "games": 1}),
    articles=("8.2.1",),
    round=3,
)
REFUSED = Finding("laws-of-chess", Tier.REFUSE, Place("open.trf"), "laws-of-chess/not", articles=("2.1",))
STRANGER = Finding(
    "unknown-player",
    Tier.ADVICE,
    Place("open.trf", 4),
    "unknown-player",
    sorted_fields({"name": "Bo", "id": 17}),
    Remedy.to("give-national-list"),
)


def answered(*findings: Finding) -> Answer:
    due = Deadline("report", date(2025, 11, 30))
    return Answer(FACTS, findings, "fide-standard-2025", list_day=LIST_DAY, deadline=due)


def test_a_letter_has_its_paragraphs_by_gravity_and_no_appeal_where_nothing_is_refused() -> None:
    sent = letter(answered(STRANGER, LOST), "open.trf", TODAY)
    assert (sent.verdict, sent.paragraphs) == (Verdict.WITH_EXCLUSIONS, (LOST, STRANGER))
    assert (sent.list_day, sent.appeal) == (LIST_DAY, None)


def test_a_refusal_names_no_list_but_the_appeal_and_its_article() -> None:
    sent = letter(answered(REFUSED), "open.trf", TODAY)
    assert (sent.list_day, sent.appeal) == (None, Appeal(7, date(2025, 11, 17), "0.4", "council"))
    assert letter_as_text(sent).endswith(
        "appeal to the Council of FIDE within 7 days of this letter, until 2025-11-17 (article 0.4).\n"
    )


def test_what_is_on_a_published_list_has_neither_deadline_nor_appeal() -> None:
    sent = letter(answered(REFUSED), "open.trf", TODAY, listed=True)
    assert (sent.deadline, sent.appeal) == (None, None)
    assert letter_as_text(sent).endswith("It is on the list of 2025-12-01.\n")


def test_a_paragraph_says_where_what_and_by_which_article_and_counts_as_people_do() -> None:
    text = letter_as_text(letter(answered(LOST), "open.trf", TODAY))
    assert "\n- line 12, round 3: 1 game against Ann does not count for the opponents: the result of Ann" in text
    assert " is disregarded. (article 8.2.1)\n" in text


def test_a_remedy_that_only_an_officer_can_carry_out_is_not_said() -> None:
    assert STRANGER.help == "Give it: --list SERIES=FILE."
    text = letter_as_text(letter(answered(STRANGER), "open.trf", TODAY))
    assert "- line 4: Bo: nobody in the registry has the number 17.\n" in text
    assert "--list" not in text


def test_several_articles_are_articles() -> None:
    both = Finding(LOST.code, LOST.tier, LOST.place, LOST.message, LOST.fields, articles=("8.2.1", "7.1.4"))
    assert " is disregarded. (articles 8.2.1, 7.1.4)\n" in letter_as_text(letter(answered(both), "open.trf", TODAY))


def test_a_letter_about_a_part_says_which_and_when_it_was_played() -> None:
    event = replace(FACTS, start=date(2025, 10, 4), end=date(2025, 12, 20))
    part = replace(event, part=2, part_start=date(2025, 11, 1), part_end=date(2025, 11, 9))
    text = letter_as_text(letter(replace(answered(), facts=part), "open.trf", TODAY))
    assert "Concerning: Invented Open (open-1), part 2\n" in text
    assert "Played: 2025-11-01 to 2025-11-09; the whole event: 2025-10-04 to 2025-12-20\n" in text
    whole = letter_as_text(letter(replace(answered(), facts=event), "open.trf", TODAY))
    assert "Concerning: Invented Open (open-1)\nPlayed: 2025-10-04 to 2025-12-20\n" in whole


TOO_FAST = Finding("rate-of-play", Tier.REFUSE, Place("open.trf"), "rate-of-play/too-fast", sorted_fields(
    {"minutes": "30", "moves": 60, "needed": 60}), articles=("1.1",))  # fmt: skip


@pytest.mark.parametrize(
    ("control", "series", "possible"),
    [
        ("30 min", "fide-standard", "fide-rapid"),
        ("15 min + 10 sec", "fide-standard", "fide-rapid"),
        ("3 min + 2 sec", "fide-standard", "fide-blitz"),
        ("90 min + 30 sec", "fide-rapid", "fide-standard"),
        ("5 min", "fide-rapid", "fide-blitz"),
        ("1 min", "fide-standard", ""),
        ("30 min", "ukraine", ""),
        ("nobody knows", "fide-standard", ""),
    ],
)
def test_a_refusal_for_its_time_control_says_in_which_series_it_is_possible(
    control: str, series: str, possible: str
) -> None:
    """Rapid and blitz 2024 1.1 and 1.2, standard 2025 1.1: the series whose window holds the time control."""
    facts = replace(FACTS, series=series, start=date(2025, 11, 3), end=date(2025, 11, 9), time_control=control)
    edition = {"ukraine": "ukraine-2018", "fide-rapid": "fide-rapid-blitz-2024-12"}.get(series, "fide-standard-2025")
    answer = replace(answered(TOO_FAST), facts=facts, edition=edition)
    sent = letter(answer, "open.trf", TODAY)
    assert sent.possible == possible
    assert ("The event can be reported to:" in letter_as_text(sent)) == bool(possible)
    assert letter(replace(answer, findings=(REFUSED,)), "open.trf", TODAY).possible == ""
