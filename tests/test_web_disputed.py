"""The site tells what was put right after publication and what is disputed, and nothing of who said so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from databases import KINDS, new_database
from office_made import NUMBERS
from revisions_made import approved, file_of, gone_through
from site_made import site
from test_revision_cases import DECEMBER, NOVEMBER, season

from arpad.office import claims, revisions
from arpad.office.claims import ClaimWithdrawal, NewClaim, NewClaimAnswer
from arpad.office.revisions import ReportReplacement

SERIES, LIST = "fide-standard", "2025-12"
BY, WORDS, ANSWERED = "Ann Invented", "I won this game", "the score sheet says so"


@pytest.mark.parametrize("kind", KINDS)
def test_a_revision_and_a_claim_stand_on_the_pages_of_the_row_the_player_and_the_event(
    kind: str, tmp_path: Path
) -> None:
    address = new_database(kind, tmp_path)
    desk = gone_through(address, season(NOVEMBER, DECEMBER, unrated=()))
    mended = replace(NOVEMBER, results={(1, 1): "1"})
    approved(desk, ReportReplacement("november", file_of(mended), "the right results"))
    (case,) = (each.code for each in revisions.list_cases(desk, revisions.CaseQuery()))
    first = claims.file_claim(desk, NewClaim(NUMBERS[1], WORDS, BY, series=SERIES, event="november", round=1)).code
    second = claims.file_claim(desk, NewClaim(NUMBERS[2], WORDS, BY, series=SERIES)).code
    claims.answer_claim(desk, NewClaimAnswer(first, "upheld", ANSWERED, case))
    claims.withdraw_claim(desk, ClaimWithdrawal(second, "never mind"))
    desk.store.close()
    with site(address) as (client, reader):
        own = reader.index.people.id[reader.key(NUMBERS[1])]
        pages = {
            "row": client.get(f"/players/{own}/{SERIES}/{LIST}").text,
            "player": client.get(f"/players/{own}").text,
            "event": client.get("/events/november").text,
        }
        untouched = client.get(f"/players/{own}/{SERIES}/2026-01").text
    assert f"Put right since ({case}): the list says 1700, it should have said 17" in pages["row"]
    assert f"after the list was published ({case})" in pages["event"]
    assert f'href="#claims">{first}: claim upheld' in pages["row"]
    assert second not in pages["row"]
    assert "put right" in pages["player"]
    for html in pages.values():
        assert f"{first}, filed on" in html
        assert f"put right by {case}" in html
        assert second not in html
        assert not any(private in html for private in (BY, WORDS, ANSWERED))
    assert first not in untouched
