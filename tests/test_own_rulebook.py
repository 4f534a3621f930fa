"""A federation's own rulebook: written by following the page, as a file, in a directory, adopted by an office."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest
from databases import KINDS, new_database
from month_run import here, season
from rulebook_page import FILE, follow, inside
from site_made import site
from test_docs import fits
from typed import typed

from arpad.finding import UserError
from arpad.law import LawError, editions, in_force, rulebook, series_names
from arpad.law.drafting import NewNames, draft
from arpad.law.law_set import current_law, package_law, use_law
from arpad.law.ownfiles import law_with, own_directory
from arpad.office import care, lists, proofs, rulebooks
from arpad.office.adopted_rulebooks import law_with_rulebooks, read_adopted_rulebooks
from arpad.office.desk import open_office

SERIES = "ruritania"
OFFICER = ("--who", "A. Officer")


def text(id: str = "ruritania-2026", first: str = "2026-01-01", source: str = "fide-standard-2025") -> str:
    """A draft as it is, under another name."""
    return draft(rulebook(source), NewNames(id, id, SERIES, date.fromisoformat(first)))


def adopt(desk: object, body: str, file: str = "own.toml") -> rulebooks.AdoptionResult:
    return rulebooks.adopt_rulebook(desk, rulebooks.AdoptionRequest(body.encode(), file, "congress", confirmed=True))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the page was followed up to the finished file."""
    place = tmp_path_factory.mktemp("page")
    follow(place, until="## 4. Try it")
    return place / FILE


# --- the page, and a year ---------------------------------------------------------------------------------------------


def test_the_page_says_what_happens(tmp_path: Path) -> None:
    followed = follow(tmp_path)
    assert len(followed) >= 20
    for each in followed:
        assert fits(each.shown, each.printed), (each.command, each.printed)


@pytest.mark.parametrize("kind", KINDS)
def test_a_year_is_published_with_a_rulebook_that_the_package_does_not_know(
    kind: str, page: Path, tmp_path: Path
) -> None:
    """Own K, own floor, own fields; twelve lists, exported and explained, and everything verified in the end."""
    before = package_law().digest
    made = typed("simulate", "--rulebook", page, "--from", "2026-02", "--months", 12, "--players", 150, "--seed", 3,
                 "--defects", 0, "-o", tmp_path / "federation")  # fmt: skip
    assert made.code == 0, made
    address = new_database(kind, tmp_path)
    call = here(address)
    told = season(call, tmp_path / "federation", SERIES, tmp_path / "lists", rulebook=page)
    assert sorted(told.lists) == [*(f"2026-{month:02d}" for month in range(3, 13)), "2027-01", "2027-02"]
    with open_office(address, "reader") as desk:
        shown = lists.show_list(desk, lists.ListQuery())
        table = json.loads(call("list", "show", "--json", "--series", SERIES))
        assert shown.edition == "ruritania-2026"
        assert rulebooks.read_office_law(desk).files["ruritania-2026.toml"] == page.read_bytes()
    assert table
    exported = next((tmp_path / "lists").glob("*.csv")).read_text("utf-8").splitlines()
    head = exported[0].casefold()
    assert "region" in head
    assert "sex" not in head  # which FIDE's list has
    ratings = [
        int(row["rating"]) for row in json.loads(next((tmp_path / "lists").glob("*.json")).read_text())["players"]
    ]
    assert min(ratings) >= 1000
    ks = {row["k"] for row in json.loads(next((tmp_path / "lists").glob("*.json")).read_text())["players"]}
    assert ks <= {32, 24, 12}
    assert len(ks) > 1
    assert "No differences" in call("verify")
    wrong = [
        each.check for each in care.examine_office(care.DoctorRequest(address)).checks if each.state is care.State.WRONG
    ]
    assert set(wrong) <= {"durable-server", "modes", "clock"}
    assert package_law().digest == before
    assert SERIES not in series_names()


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_file_stands_wherever_an_id_does(page: Path) -> None:
    """K of the file is 24 below 2000, and its floor 1000."""
    done = typed("calc", "period", "--rulebook", page, "--list", "2026-03", "--rating", 1500, "--games", 50, "--born",
                 "1990", "--highest", 1500, "--game", "1500:1", "--json")  # fmt: skip
    answer = json.loads(done.out)
    assert (answer["rulebook"], answer["k"], answer["k_reason"], answer["new_rating"]) == (
        "ruritania-2026", 24, "club-player", 1512,
    )  # fmt: skip
    assert "no list of the text's articles to compare with" in typed("law", "coverage", page).out
    assert json.loads(typed("law", "coverage", page, "--json").out)["texts"] == []
    assert "4 differences" in typed("law", "diff", "fide-standard-2025", page).out
    assert typed("law", "show", page, "--toml").out == page.read_text("utf-8")
    assert typed("law", "table", page).code == 0
    assert "ruritania-2026" not in typed("law", "list").out


def test_a_directory_of_rulebooks_is_known_to_every_verb(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "any-name.toml").write_bytes(page.read_bytes())
    (tmp_path / "later.toml").write_text(text("ruritania-2027", "2027-01-01"))
    (tmp_path / "readme.txt").write_text("no rulebook")
    monkeypatch.setenv("ARPAD_LAW", str(tmp_path))
    listed = {each["id"]: each for each in json.loads(typed("law", "list", "--json").out)}
    assert listed["ruritania-2026"]["until"] == "2026-12-31"  # the next one begins
    assert listed["ruritania-2027"]["until"] is None
    assert typed("calc", "dp", "--percent", 60, "--rulebook", "ruritania-2026").code == 0
    monkeypatch.setenv("ARPAD_LAW", str(tmp_path / "nowhere"))
    assert "is no directory of rulebooks" in typed("law", "list").err


def test_a_file_may_not_take_the_place_of_another(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(text())
    (tmp_path / "b.toml").write_text(text("ruritania-2026", "2026-02-01"))
    with pytest.raises(LawError, match="another rulebook ruritania-2026, with other bytes"):
        own_directory(tmp_path)
    (tmp_path / "b.toml").write_text(text("fide-standard-2025"))
    with pytest.raises(LawError, match="comes with Arpad: give yours another id"):
        own_directory(tmp_path)
    for name in ("Ruritania", "a b", "../x", "readings", "x" * 61):
        (tmp_path / "b.toml").write_text(text(name))
        with pytest.raises(LawError, match="can be no id and no series"):
            own_directory(tmp_path)


def test_an_edition_ends_when_the_next_one_begins() -> None:
    own = {f"{id}.toml": text(id, first).encode() for id, first in (("r-1", "2026-01-01"), ("r-2", "2026-04-01"))}
    with use_law(law_with(own)):
        assert in_force(SERIES, date(2026, 3, 31)).id == "r-1"
        assert in_force(SERIES, date(2026, 4, 1)).id == "r-2"
        assert rulebook("r-1").head.until == date(2026, 3, 31)
        assert editions()[-3:-1] == ("r-1", "r-2")
    assert current_law() is package_law()
    with use_law(law_with({**own, "r-3.toml": text("r-3", "2026-04-01").encode()})), pytest.raises(LawError) as twice:
        in_force(SERIES, date(2026, 5, 1))
    assert twice.value.message == "no-edition/several"


def test_where_a_package_begins_on_the_same_day_the_office_s_own_holds() -> None:
    body = draft(rulebook("fide-standard-2025"), NewNames("own-standard", "Own", "fide-standard", date(2025, 10, 1)))
    law = law_with({"own-standard.toml": body.encode()})
    with use_law(law):
        assert in_force("fide-standard", date(2026, 1, 1)).id == "own-standard"
        assert in_force("fide-standard", date(2025, 9, 30)).id == "fide-standard-2024"
        both = law.some(("own-standard", "fide-standard-2025"))
        assert both.in_force("fide-standard", date(2026, 1, 1)).id == "own-standard"
    assert in_force("fide-standard", date(2026, 1, 1)).id == "fide-standard-2025"


def test_check_judges_by_a_file_and_by_nothing_else_of_its_series(page: Path, tmp_path: Path) -> None:
    typed("simulate", "--rulebook", page, "--from", "2026-02", "--months", 1, "--players", 60, "--defects", 0,
          "-o", tmp_path / "f")  # fmt: skip
    answers = [
        json.loads(line)
        for line in typed("check", tmp_path / "f" / "2026-02", "--rulebook", page, "--json").out.splitlines()
    ]
    assert answers
    assert {each["edition"] for each in answers} == {"ruritania-2026"}
    report = next((tmp_path / "f" / "2026-02").glob("*.trf"))
    done = typed("check", report, "--rulebook", "fide-standard-2009")
    assert "the nearest is fide-standard-2009, in force until 2011-06-30" in done.err + done.out


# --- adopting ---------------------------------------------------------------------------------------------------------


def test_what_is_adopted_is_kept_byte_for_byte_under_an_entry_of_the_log(office: str) -> None:
    body = text() + "# a comment at the end, without a line end"
    with open_office(office, "A. Officer") as desk:
        assert SERIES not in series_names()
        done = adopt(desk, body)
        assert (done.rulebook, done.series, done.already) == ("ruritania-2026", (SERIES,), False)
        assert done.sha256 == sha256(body.encode()).hexdigest()
        assert SERIES in series_names()  # from here on, at this desk
        again = adopt(desk, body)
        assert (again.already, again.entry) == (True, done.entry)
        entries = [each for each in care.read_log(desk, care.LogQuery()) if each.action == "adopt"]
        assert [(each.seq, each.subject, each.why) for each in entries] == [(done.entry, "ruritania-2026", "congress")]
    assert SERIES not in series_names()
    with open_office(office, "B. Officer") as desk:
        assert rulebooks.read_office_law(desk).files["ruritania-2026.toml"] == body.encode()
        assert [each.rulebook for each in rulebooks.list_adopted(desk)] == ["ruritania-2026"]
        assert in_force(SERIES, date(2026, 5, 1)).id == "ruritania-2026"
    assert "No differences" in typed("verify", "--db", office).out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda body: body + "\n", "adopt/other-bytes"),
        (lambda body: body.replace('"ruritania-2026"', '"fide-standard-2025"'), "adopt/packaged"),
        (lambda body: body.replace('"ruritania-2026"', '"r-2"'), "adopt/not-later"),
        (lambda body: body.replace('"ruritania-2026"', '"r-2"').replace("2026-01-01", "2026-05-01").replace(
            ".reactivation]\ngames = 1", ".top-lists]\nmonths = 12"), "adopt/lacks"),
    ],
    ids=["other bytes", "id of the package", "not later", "not enough for a list"],
)  # fmt: skip
def test_what_cannot_be_adopted_is_refused_and_leaves_nothing_behind(office: str, change: object, message: str) -> None:
    with open_office(office, "A. Officer") as desk:
        adopt(desk, text())
        entries = len(care.read_log(desk, care.LogQuery()))
        with pytest.raises(UserError) as refusal:
            adopt(desk, change(text()))  # type: ignore[operator]
        assert refusal.value.message == message
        assert len(care.read_log(desk, care.LogQuery())) == entries
        assert [each.rulebook for each in rulebooks.list_adopted(desk)] == ["ruritania-2026"]


def test_adopting_must_be_confirmed_and_a_broken_file_is_refused(office: str) -> None:
    with open_office(office, "A. Officer") as desk:
        with pytest.raises(UserError) as refusal:
            rulebooks.adopt_rulebook(desk, rulebooks.AdoptionRequest(text().encode(), "own.toml"))
        assert refusal.value.message == "adopt/unconfirmed"
        with pytest.raises(LawError, match=r"own.toml: article 8.3.3, coefficient-ceiling: missing key 'product'"):
            adopt(desk, text().replace("product = 700", ""))
        assert rulebooks.list_adopted(desk) == ()


def test_a_dry_run_adopts_nothing(office: str, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(text())
    done = typed("law", "adopt", tmp_path / "own.toml", "--dry-run", "--db", office, *OFFICER)
    assert (done.code, "ruritania-2026 is adopted" in done.out) == (0, True)
    assert json.loads(typed("log", "--json", "--db", office).out)[-1]["action"] == "found"
    assert typed("law", "show", "ruritania-2026", "--db", office).code == 2


def test_the_office_knows_what_it_has_adopted_and_no_other_file(
    office: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.toml").write_text(text())
    monkeypatch.setenv("ARPAD_LAW", str(tmp_path))
    assert "ruritania-2026" in typed("law", "list").out
    (tmp_path / "list.csv").write_text("id,rating\n1,1500\n")
    refused = typed("list", "open", SERIES, tmp_path / "list.csv", "--list", "2026-01", "--db", office, *OFFICER)
    assert "no rating series 'ruritania'" in refused.err
    assert "ruritania-2026" not in typed("law", "list", "--db", office).out


@pytest.mark.parametrize("other", KINDS)
def test_a_backup_takes_what_was_adopted_with_it(office: str, other: str, tmp_path: Path) -> None:
    with open_office(office, "A. Officer") as desk:
        adopt(desk, text())
        care.back_up_office(desk, tmp_path / "office.zip")
    address = new_database(other, tmp_path)
    care.restore_backup(tmp_path / "office.zip", address)
    with open_office(address, "A. Officer") as desk:
        assert rulebooks.read_office_law(desk).files["ruritania-2026.toml"] == text().encode()
        assert in_force(SERIES, date(2026, 5, 1)).id == "ruritania-2026"


def withdraw(desk: object, id: str = "ruritania-2026", why: str = "wrong K") -> rulebooks.WithdrawnRulebook:
    return rulebooks.withdraw_rulebook(desk, rulebooks.RulebookWithdrawal(id, why))  # type: ignore[arg-type]


def test_a_rulebook_that_nothing_used_is_withdrawn_and_adopted_again(office: str, tmp_path: Path) -> None:
    with open_office(office, "A. Officer") as desk:
        first = adopt(desk, text())
        done = withdraw(desk)
        assert (done.rulebook, done.series, done.sha256, done.adopted) == (
            "ruritania-2026", (SERIES,), first.sha256, first.day,
        )  # fmt: skip
        assert rulebooks.list_adopted(desk) == ()
        assert SERIES not in series_names()
        again = adopt(desk, text())  # the bytes are stored already
        assert (again.already, again.entry > first.entry, again.sha256) == (False, True, first.sha256)
        assert rulebooks.read_office_law(desk).files["ruritania-2026.toml"] == text().encode()
        withdraw(desk)
        other = adopt(desk, text() + "# other bytes under the same id\n")
        assert other.sha256 != first.sha256
        entries = [each for each in care.read_log(desk, care.LogQuery()) if each.subject == "ruritania-2026"]
        assert [each.action for each in entries] == [*["adopt", "withdraw rulebook"] * 2, "adopt"]
        assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()
        care.back_up_office(desk, tmp_path / "office.zip")
    address = new_database("sqlite", tmp_path)
    care.restore_backup(tmp_path / "office.zip", address)
    with open_office(address, "A. Officer") as desk:
        assert [each.sha256 for each in rulebooks.list_adopted(desk)] == [other.sha256]


def test_what_cannot_be_withdrawn_is_refused_and_changes_nothing(office: str) -> None:
    with open_office(office, "A. Officer") as desk:
        adopt(desk, text())
        entries = len(care.read_log(desk, care.LogQuery()))
        for id, why, message in (
            ("ruritania-2026", " ", "no-reason"),
            ("fide-standard-2025", "no", "not-adopted"),
            ("x", "no", "not-adopted"),
        ):
            with pytest.raises(UserError) as refusal:
                withdraw(desk, id, why)
            assert refusal.value.message == f"withdraw-rulebook/{message}"
        assert len(care.read_log(desk, care.LogQuery())) == entries
        assert [each.rulebook for each in rulebooks.list_adopted(desk)] == ["ruritania-2026"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_rulebook_that_was_used_cannot_be_withdrawn(kind: str, tmp_path: Path) -> None:
    """By an opening list, by an admitted event, by a list that was made with it."""
    own = tmp_path / "own.toml"
    own.write_text(text())
    made = typed("simulate", "--rulebook", own, "--from", "2026-02", "--months", 1, "--players", 60, "--seed", 3,
                 "--defects", 0, "-o", tmp_path / "federation")  # fmt: skip
    assert made.code == 0, made
    address = new_database(kind, tmp_path)
    season(here(address), tmp_path / "federation", SERIES, tmp_path / "lists", rulebook=own)
    refused = typed("law", "withdraw", "ruritania-2026", "--why", "wrong K", "--yes", "--db", address, *OFFICER)
    assert (refused.code, "the list 2026-02 of ruritania was made by it" in refused.err) == (2, True), refused
    with open_office(address, "A. Officer") as desk, desk.reading() as connection:
        adopted = read_adopted_rulebooks(connection)[0]
        ended = replace(law_with_rulebooks([adopted]).heads[adopted.id], until=date(2026, 1, 2))
        with pytest.raises(UserError) as refusal:
            rulebooks._require_no_list(connection, adopted, ended)  # the list of March carries it
        assert refusal.value.message == "withdraw-rulebook/list"
        with pytest.raises(UserError) as refusal:
            rulebooks._require_no_admitted_event(connection, adopted.id, (SERIES,))
        assert refusal.value.message == "withdraw-rulebook/event"
        rulebooks._require_no_admitted_event(connection, "ruritania-2027", (SERIES,))


def test_the_site_shows_what_the_office_has_adopted(office: str) -> None:
    with site(office) as (client, reader):
        assert "ruritania-2026" not in client.get("/law").text
        with open_office(office, "A. Officer") as desk:
            adopt(desk, text())
        assert reader.refresh()
        assert "ruritania-2026" in client.get("/law").text
        assert 'id="8.3.3"' in client.get("/law/ruritania-2026").text
        assert client.get("/api/v1/law/ruritania-2026").json()["series"] == [SERIES]
        assert client.get("/api/v1/law/ruritania-2026/since/fide-standard-2025").json()["items"] == []
    assert SERIES not in series_names()


# --- drafting and examining -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", editions())
def test_a_draft_says_what_its_source_says(id: str, tmp_path: Path) -> None:
    for series in rulebook(id).head.series:
        book = rulebook(id, series)
        body = draft(book, NewNames("x-1", "X", "x", date(2026, 1, 1)))
        assert tomllib.loads(body)["edition"]["series"] == ["x"]
        with use_law(law_with({"x-1.toml": body.encode()})):
            mine = rulebook("x-1")
        assert {name: filled.values["x"] for name, filled in mine.edition.fillings.items()} == {
            name: filled.values[series] for name, filled in book.edition.fillings.items()
        }
        assert {n: a.statuses for n, a in mine.edition.articles.items()} == {
            n: a.statuses for n, a in book.edition.articles.items()
        }


def test_a_draft_leaves_a_file_alone(tmp_path: Path) -> None:
    with inside(tmp_path):
        assert typed("law", "new", "r-1", "--from", "ukraine-2018").code == 0
        written = (tmp_path / "r-1.toml").read_text()
        again = typed("law", "new", "r-1", "--from", "fide-standard-2009")
        assert "is there already, and is left alone" in again.err
        assert (tmp_path / "r-1.toml").read_text() == written
        assert "can be no id" in typed("law", "new", "R 1", "--from", "ukraine-2018").err
        assert "comes with Arpad" in typed("law", "new", "ukraine-2018", "--from", "fide-standard-2025").err


def test_everything_that_is_wrong_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    faults = (
        ("product = 700", "produkt = 700"),
        ('method = "below-rating"', 'method = "below-ratings"'),
        (".list-validity]", ".list-validty]"),
        ("0-3   .50", "0-4   .50"),
        ("games_below = 30", "games_under = 30"),
        ('"birth", "sex", "k"]', '"birth", "sex", "kay"]'),
    )
    body = text()
    for was, reads in faults:
        assert body.count(was) == 1, was
        body = body.replace(was, reads)
    path = tmp_path / "own.toml"
    path.write_text(body)
    done = typed("law", "check", path)
    assert done.code == 1
    lines = body.splitlines()
    for name in ("produkt", "below-ratings", "list-validty", "games_under", "kay"):
        told = [line for line in done.out.splitlines() if name in line]
        assert len(told) >= 1, (name, done.out)
        assert name in lines[int(told[0].removeprefix(f"{path}:").split(":")[0]) - 1]
    assert "the rows 0-4 and 4-10 overlap" in done.out
    answer = json.loads(typed("law", "check", path, "--json").out)
    assert len(answer["faults"]) == len([line for line in done.out.splitlines() if line.startswith(f"{path}:")]) - 1
    assert answer["publishes"] is False
