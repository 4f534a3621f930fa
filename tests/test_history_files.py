"""What an office published, as Parquet for statistics: whole, under numbers of its own, and asked in SQL."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import polars as pl
import pytest
import tamper
from national_made import UA
from office_made import NUMBERS
from sqlalchemy import func, select
from test_history import LATER, national
from typed import typed

from arpad.cli.history import query_history
from arpad.columns import State
from arpad.finding import Problem, UserError
from arpad.history import contents
from arpad.history.birthdays import Birthdays
from arpad.history.bundle import PLAYERS, STRENGTHS, Library
from arpad.history.list_data import KINDS, PlayerRows
from arpad.history.recompute import opening_seal_problems, recompute_list
from arpad.lab.sql import DERIVED_VIEWS, SqlAnswer, ask_sql, columns_of, sql_views
from arpad.office import proofs
from arpad.office.desk import Desk, open_desk
from arpad.office.proofs import HistoryExport
from arpad.office.store import schema
from arpad.office.store.engine import connect_store


def exported(desk: Desk, directory: Path, **more: object) -> Library:
    proofs.export_statistics(desk, HistoryExport(directory / "history", **more))  # type: ignore[arg-type]
    return Library(directory / "history")


def otherwise(library: Library) -> list[str]:
    """What does not come out again when every list is made from the files."""
    found: list[Problem] = []
    players, birthdays = PlayerRows.of(), Birthdays()
    for head in library.contents.chapters:
        players = library.players(head, players)
        found += (
            recompute_list(library, head, players, birthdays).found
            if head.remakable
            else opening_seal_problems(library, head)
        )
    return [str(problem) for problem in found]


@cache
def revised_office() -> Path:
    """An office with cases, merges and claims."""
    return Path(tamper.office("sqlite", Path(mkdtemp())))


def revised_desk() -> Desk:
    return open_desk(connect_store(str(revised_office())), "officer", LATER)


@cache
def kept_history() -> Path:
    return exported(revised_desk(), Path(mkdtemp())).directory


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A copy of a history, to be changed."""
    shutil.copytree(kept_history(), tmp_path / "copy")
    return Library(tmp_path / "copy")


# --- what is written ----------------------------------------------------------------------------------------------


def test_with_names_every_list_comes_out_with_its_seal(tmp_path: Path) -> None:
    library = exported(revised_desk(), tmp_path, names=True)
    assert otherwise(library) == []
    assert len(library.contents.chapters) == 5
    people = pl.read_parquet(library.directory / PLAYERS)
    assert NUMBERS[1] in people["fide_id"].to_list()


def test_under_other_numbers_every_number_comes_out_and_only_the_seal_is_another(library: Library) -> None:
    found = otherwise(library)
    assert found
    assert all("its numbers come out" in each or "opening" in each or "its seal is" in each for each in found)


def test_a_k_that_needs_a_birthday_comes_out_and_no_birthday_is_told(tmp_path: Path) -> None:
    library = exported(national(tmp_path), tmp_path)
    assert all("its seal is" in each for each in otherwise(library))
    people = pl.read_parquet(library.directory / PLAYERS)
    assert people.columns == ["player", "born", "sex", "federation", "region"]
    assert {2005, 2007} <= set(people["born"].to_list())
    assert people["born"].max() < 3000  # type: ignore[operator]


def test_numbers_are_drawn_anew_for_each_export_and_stay_dense(tmp_path: Path) -> None:
    desk, keys, lists = revised_desk(), [], []
    for turn in range(6):
        library = exported(desk, tmp_path / str(turn))
        head = library.contents.chapters[-1]
        rows = library.table(head, "list")
        order = np.argsort(rows.rating, kind="stable")
        keys.append(tuple(rows.player[order].tolist()))
        lists.append(tuple(rows.rating[order].tolist()))
        assert (np.diff(rows.player) > 0).all()
        assert int(rows.player.max()) < head.players
        assert library.contents.office == ""
    assert len(set(lists)) == 1
    assert len(set(keys)) > 1


def test_an_event_has_another_number_and_the_same_place(tmp_path: Path) -> None:
    named = exported(revised_desk(), tmp_path, names=True)
    hidden = Library(kept_history())
    for before, after in zip(named.contents.chapters, hidden.contents.chapters, strict=True):
        keys, numbers = named.table(before, "events").key, hidden.table(after, "events").key
        assert not set(keys.tolist()) & set(numbers.tolist())
        assert np.argsort(keys).tolist() == np.argsort(numbers).tolist()


def test_nobody_can_be_told_by_what_is_written(library: Library) -> None:
    for file in library.directory.rglob("*.parquet"):
        frame = pl.read_parquet(file)
        assert not {"name", "number", "fide_id"} & set(frame.columns)
        for column in frame.select(pl.selectors.string()):
            assert not [text for text in column.to_list() if "nvented" in text]


def test_only_the_series_that_is_asked_for_is_written(tmp_path: Path) -> None:
    desk = national(tmp_path)
    library = exported(desk, tmp_path, series=(UA,))
    assert {head.series for head in library.contents.chapters} == {UA}
    with pytest.raises(UserError, match="ukrain"):
        exported(desk, tmp_path / "other", series=("ukrain",))
    assert not list((tmp_path / "other").iterdir())


def test_strengths_stand_beside_it_under_the_same_numbers(tmp_path: Path) -> None:
    file = tmp_path / "strengths.csv"
    file.write_text("fide_id,strength,per_year,on\n" + f"{NUMBERS[1]},2345,7,2024-03-01\n99,1,1,2024-03-01\n")
    library = exported(revised_desk(), tmp_path, strengths=file, names=True)
    found = pl.read_parquet(library.directory / STRENGTHS).join(
        pl.read_parquet(library.directory / PLAYERS), on="player"
    )
    assert found.select("fide_id", "strength", "per_year", "on").rows() == [(NUMBERS[1], 2345, 7, 20240301)]


@pytest.mark.parametrize("text", ["", "id,strength\n1,2\n", "fide_id,strength,per_year,on\n1,x,2,2024-01-01\n"])
def test_no_strengths_are_refused_and_nothing_is_left(tmp_path: Path, text: str) -> None:
    file = tmp_path / "strengths.csv"
    file.write_text(text)
    with pytest.raises(UserError, match="strengths"):
        exported(revised_desk(), tmp_path, strengths=file)
    assert not list(tmp_path.glob("history*"))


def test_a_file_of_strengths_that_does_not_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="strengths"):
        exported(revised_desk(), tmp_path, strengths=Path("/dev/zero"))


@pytest.mark.parametrize("directory", [".", "/", ".."])
def test_a_directory_without_a_name_is_there_already(directory: str) -> None:
    for words in (("history", "export"), ("bundle",)):
        done = typed(*words, directory, "--db", str(revised_office()))
        assert (done.code, done.err.count("\n")) == (2, 1), done.err


def test_a_question_of_bytes_that_are_no_letters_is_refused() -> None:
    with pytest.raises(UserError, match="no letters"):
        ask_sql(Library(kept_history()), "select '\udcff'")


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "history").mkdir()
    with pytest.raises(UserError, match="already"):
        exported(revised_desk(), tmp_path)


# --- what is read -------------------------------------------------------------------------------------------------


def read_all(library: Library) -> None:
    """Everything that a history has."""
    again = Library(library.directory)
    for head in again.contents.chapters:
        again.law(head)
        for name in KINDS:
            again.table(head, name)
    for file in again.contents.files:
        again.sound(file)


def test_whatever_is_changed_is_found(library: Library) -> None:
    read_all(library)
    for file in sorted(library.directory.rglob("*")):
        if not file.is_file():
            continue
        text = file.read_bytes()
        flipped = bytearray(text)
        flipped[len(text) // 2] ^= 1
        for forged in (text[:-2], text[: len(text) // 2], bytes(flipped), b""):
            file.write_bytes(forged)
            with pytest.raises(Problem):
                read_all(library)
        file.unlink()
        with pytest.raises(UserError):
            read_all(library)
        file.write_bytes(text)
    read_all(library)


def test_another_version_is_told(library: Library) -> None:
    file = library.directory / contents.CONTENTS_FILE
    file.write_text(file.read_text().replace(contents.FILES_FORM, "Arpad-History-Files 2"))
    with pytest.raises(UserError, match="another version: Arpad-History-Files 2"):
        read_all(library)


# --- asked in SQL -------------------------------------------------------------------------------------------------


def test_sql_sees_every_game_again() -> None:
    library = Library(kept_history())
    games = sum(len(library.table(head, "games")) for head in library.contents.chapters)
    answer = ask_sql(library, "SELECT count(*), sum(half_points) FROM played JOIN players USING (player)")
    assert answer.rows == ((2 * games, 2 * games),)
    counted = ask_sql(
        library, "SELECT series, list, count(*) AS n FROM list WHERE state = 1 GROUP BY ALL ORDER BY list"
    )
    for head, (series, list_, count) in zip(library.contents.chapters, counted.rows, strict=True):
        rows = library.table(head, "list")
        assert (series, list_, count) == (head.series, head.list_, int((rows.state == State.ACTIVE.value).sum()))
    assert counted.columns == ("series", "list", "n")


def test_every_view_has_its_documented_columns() -> None:
    library = Library(kept_history())
    for view in sql_views():
        answer = ask_sql(library, f"SELECT * FROM {view} LIMIT 0")
        if view not in DERIVED_VIEWS:
            assert dict(zip(answer.columns, answer.types, strict=True)) == columns_of(view), view


def test_help_names_every_view() -> None:
    assert [view for view in sql_views() if not re.search(rf"\b{view}\b", query_history.__doc__ or "")] == []


@pytest.mark.parametrize(
    "question",
    [
        "SELECT * FROM read_csv('/etc/passwd')", "SELECT * FROM '/etc/passwd'", "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM read_text('/etc/passwd')", "SELECT 1; SELECT 2", "DROP VIEW list", "SELEC 1", "",
        "COPY (SELECT 1) TO 'here.parquet'", "ATTACH 'there.db'", "SET enable_external_access = true",
        "INSTALL httpfs", "SELECT * FROM read_parquet('https://127.0.0.1:1/x.parquet')", "SELECT * FROM nothing",
        "SELECT * FROM query('COPY (SELECT 1) TO ''here.parquet''')", "SELECT CAST('x' AS INTEGER)",
    ],
)  # fmt: skip
def test_sql_asks_this_history_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError):
        ask_sql(Library(kept_history()), question)
    assert not list(tmp_path.iterdir())


def test_sql_does_not_answer_from_a_changed_file(library: Library) -> None:
    head = library.contents.chapters[-1]
    file = library.directory / library.file_of(head, "list")
    file.write_bytes(file.read_bytes() + b" ")
    with pytest.raises(UserError, match="changed"):
        ask_sql(library, "SELECT count(*) FROM list")
    assert ask_sql(library, "SELECT 1 AS one").rows == ((1,),)


def test_cells_are_numbers_texts_or_nothing() -> None:
    question = "SELECT 1.5::DECIMAL(4, 2), DATE '2024-03-01', [1], NULL, true, 'NaN'::DOUBLE, 2.5::DOUBLE, 'a'"
    (row,) = ask_sql(Library(kept_history()), question).rows
    assert row == ("1.50", "2024-03-01", "[1]", None, True, None, 2.5, "a")


def test_export_and_sql_as_they_are_typed(tmp_path: Path) -> None:
    office, out = ("--db", revised_office()), tmp_path / "out"
    printed = typed("history", "export", out, *office)
    assert (printed.code, "5 lists of fide-standard, 48 games" in printed.out) == (0, True), printed
    assert typed("history", "export", out, *office).code == 2
    question = "SELECT list, count(*) AS players FROM list GROUP BY list ORDER BY list"
    of_files = typed("sql", question, "--history", out, "--json")
    of_office = typed("sql", question, "--json", *office)
    assert of_files.out == of_office.out
    assert json.loads(of_files.out)["columns"] == ["list", "players"]
    assert "5 rows" in typed("sql", question, *office).out
    refused = typed("sql", "DELETE FROM list", "--history", out)
    assert (refused.code, refused.out) == (2, "")
    bundle = tmp_path / "bundle"
    proofs.bundle_history(revised_desk(), proofs.BundleRequest(bundle, tmp_path / "openings.csv"))
    assert "wanted as Parquet" in typed("sql", question, "--history", bundle).err
    assert isinstance(ask_sql(Library(out), question), SqlAnswer)


def test_an_export_changes_nothing_in_the_office(tmp_path: Path) -> None:
    desk = revised_desk()

    def entries() -> int:
        with desk.reading() as connection:
            return connection.execute(select(func.count()).select_from(schema.log)).scalar_one()

    before = entries()
    exported(desk, tmp_path)
    assert entries() == before
