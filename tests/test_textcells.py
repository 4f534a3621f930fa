"""A cell that a spreadsheet would run stands behind an apostrophe, and is the same text again when it is read."""

from __future__ import annotations

import io

import pytest
from by_hand import by_hand
from office_made import office

from arpad.office.people import RegistryExport, write_registry_csv
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.registry.player_files import read_players_csv
from arpad.textcells import harmless, undone

RUN = ("=1", "+1", "-1", "@x", "＝1", "＋1", "－1", "＠x", "\tx", "\rx", "\nx", " =1", "\u200b=1", "\u202e＝1")
HARMLESS = ("", "Smith, Ann", "'t Hooft, Gerard", "O'Hara", "1-0", "(x)", "½", "“x”", "''=", "Ann=1", "١")


@pytest.mark.parametrize("text", RUN)
def test_what_would_run_does_not_and_comes_back(text: str) -> None:
    assert harmless(text) == f"'{text}"
    assert undone(harmless(text)) == text


@pytest.mark.parametrize("text", HARMLESS)
def test_what_would_not_run_is_left_alone(text: str) -> None:
    assert harmless(text) == undone(text) == text


def test_the_registry_is_exported_harmless_and_read_again_as_it_was(tmp_path: object) -> None:
    desk = office(f"{tmp_path}/office.db")
    names = ["＝Cmd, Ann", "-Dash, Bo", "'t Hooft, Gerard"]
    with by_hand(desk).writing("enter") as writing:
        register_players(writing, [Person(name) for name in names])
    out = io.BytesIO()
    write_registry_csv(desk, RegistryExport(), out)
    text = out.getvalue().decode("utf-8-sig")
    assert "'＝Cmd" in text
    assert "'-Dash" in text
    assert "''t" not in text
    read = [line.person.name for line in read_players_csv(out.getvalue(), "x.csv")[0]]
    assert read[-3:] == names
