"""Names in Latin letters: by the federation's official table, or as entered; and who is recognised by them.

Ukraine's table is that of resolution No. 55 of 27 January 2010; the examples are those printed in it, and the three of
the brief (Honchar, Melnyk, Lysenko). Bulgaria's is that of its Transliteration Act of 2009.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from by_hand import by_hand
from databases import KINDS
from office_made import NUMBERS, at, codes, event, fresh, registered, sent

from arpad.cli import main
from arpad.finding import Tier, UserError
from arpad.model.spelling import TABLES, official_latin_name, same_surname
from arpad.office import people
from arpad.office.desk import Desk
from arpad.office.registry.fact_changes import change_facts_of_many
from arpad.office.registry.player_facts import entered_latin_names, facts_of_players, players_as_admission_needs
from arpad.office.registry.public_people import read_public_people as public
from arpad.simulate.names import latin_name as simulated

UKRAINE = {
    "Алушта Андрій": "Alushta Andrii",
    "Борщагівка Борисенко": "Borshchahivka Borysenko",
    "Вінниця Володимир": "Vinnytsia Volodymyr",
    "Гадяч Богдан Згурський": "Hadiach Bohdan Zghurskyi",
    "Ґалаґан Ґорґани": "Galagan Gorgany",
    "Єнакієве Гаєвич Короп'є": "Yenakiieve Haievych Koropie",
    "Житомир Жанна Жежелів": "Zhytomyr Zhanna Zhezheliv",
    "Їжакевич Кадиївка Мар'їне": "Yizhakevych Kadyivka Marine",
    "Йосипівка Стрий Олексій": "Yosypivka Stryi Oleksii",
    "Щербухи Гоща Гаращенко": "Shcherbukhy Hoshcha Harashchenko",
    "Юрій Корюківка": "Yurii Koriukivka",
    "Яготин Ярошенко Костянтин Знам’янка Феодосія": "Yahotyn Yaroshenko Kostiantyn Znamianka Feodosiia",
    "Згорани Розгон": "Zghorany Rozghon",
    "Гончар, Мельник, Лисенко": "Honchar, Melnyk, Lysenko",
    "Нечуй-Яворська, Я.": "Nechui-Yavorska, Ya.",
    "ЩЕРБАК-ЗГУР, ЮРІЙ": "SHCHERBAK-ZGHUR, YURII",
    "Invented, Ann": "",
}


@pytest.mark.parametrize(("name", "latin"), UKRAINE.items())
def test_ukraines_table_of_2010_writes_its_own_examples(name: str, latin: str) -> None:
    """Resolution No. 55: forms at the beginning of a word, зг, and what is not written."""
    assert official_latin_name(name, "UKR") == latin


def test_letters_in_two_pieces_are_one_and_an_apostrophe_among_latin_letters_stays() -> None:
    assert official_latin_name("Юріи\u0306, І\u0308жак", "UKR") == "Yurii, Yizhak"
    assert TABLES["UKR"].of("O'Neill, Ганна") == "ONeill, Hanna"
    assert TABLES["UKR"].of("O'Neill") == "O'Neill"


def test_a_table_is_data_with_its_source_and_who_has_none_has_none() -> None:
    assert official_latin_name("Щерева, Мария", "BUL") == "Shtereva, Maria"  # ия at the end of a word
    assert official_latin_name("Стоянов, Георги", "BUL") == "Stoyanov, Georgi"
    assert official_latin_name("Щерева", "POL") == official_latin_name("Щерева", "") == ""
    for table in TABLES.values():
        assert table.source
        assert all(latin.isascii() for latin in (*table.letters.values(), *table.initial.values()))


def test_a_simulated_federation_spells_as_ukraine_does() -> None:
    assert simulated("Мохолист, Зорегора") == "Mokholyst, Zorehora"


@pytest.mark.parametrize(
    ("report", "registered_as", "same"),
    [
        ("Honchar, Ivan", "Гончар, Іван", True),
        ("Gonchar, Ivan", "Гончар, Іван", True),
        ("Ivan Honchar", "Гончар, Іван", True),
        ("Гончар, Іван", "Honchar, Ivan", True),
        ("Melnik, O.", "Мельник, Олена", True),
        ("Khmelnitsky", "Хмельницький, Ян", True),
        ("Iarosh, P", "Ярош, Петро", True),
        ("Evgenov", "Євгенов, А", True),
        ("Petrenko, Ivan", "Гончар, Іван", False),
        ("Honchar", "Honcharenko, I", False),
        ("Łąka, Zofia", "Laka, Zofia", False),
        ("Müller", "Muller", True),
    ],
)
def test_spellings_of_one_surname(report: str, registered_as: str, same: bool) -> None:
    """Both sides: the Russian-style and older spellings are one name, another surname is not."""
    assert same_surname(report, registered_as) is same


# --- in the registry ------------------------------------------------------------------------------------------------


HONCHAR = people.Person("Гончар, Іван", 14100012, born=19910412, sex="m", federation="UKR")


def added(desk: Desk, person: people.Person) -> int:
    done = people.add_player(desk, people.NewPlayer(person))
    assert done.entered is not None
    return done.entered.id


def test_a_latin_name_is_made_or_entered_and_a_new_name_takes_it_away(desk: Desk) -> None:
    number = added(desk, HONCHAR)
    assert people.show_player(desk, people.PlayerQuery(number)).latin_name == "Honchar, Ivan"
    entered = people.PlayerFacts(latin_name="Gonchar, Ivan")
    (done,) = people.change_player(desk, people.PlayerChange(number, entered))
    assert (done.field, done.old, done.new) == ("latin_name", "", "Gonchar, Ivan")
    assert people.change_player(desk, people.PlayerChange(number, entered)) == ()
    story = people.show_player(desk, people.PlayerQuery(number))
    assert (story.latin_name, story.history[-1].field) == ("Gonchar, Ivan", "latin_name")
    people.change_player(desk, people.PlayerChange(number, people.PlayerFacts(name="Мельник, Іван"), why="married"))
    story = people.show_player(desk, people.PlayerQuery(number))
    assert story.latin_name == "Melnyk, Ivan"
    assert story.former_names == ("Гончар, Іван", "Gonchar, Ivan")
    before = people.show_player(desk, people.PlayerQuery(number, known_at=story.history[0].log))
    assert (before.name, before.latin_name) == ("Гончар, Іван", "Gonchar, Ivan")
    with desk.reading() as connection:
        assert entered_latin_names(connection) == {}
        assert entered_latin_names(connection, story.history[0].log) == {0: "Gonchar, Ivan"}


@pytest.mark.parametrize("wrong", ["Гончар", "  Honchar  ", "12", "H\u00f3nchar", "x" * 201])
def test_what_is_no_latin_name_is_refused(desk: Desk, wrong: str) -> None:
    number = added(desk, HONCHAR)
    with pytest.raises(UserError, match="latin_name: expected"):
        people.change_player(desk, people.PlayerChange(number, people.PlayerFacts(latin_name=wrong)))


def test_a_padded_name_is_refused_by_every_door(desk: Desk) -> None:
    with pytest.raises(UserError, match="without blanks before or behind"):
        people.add_player(desk, people.NewPlayer(people.Person("  Anna  ")))
    number = added(desk, HONCHAR)
    for facts_given in (
        people.PlayerFacts(name=" Anna"),
        people.PlayerFacts(region="Kyiv "),
        people.PlayerFacts(former_names=("A ",)),
    ):
        with pytest.raises(UserError, match="without blanks before or behind"):
            people.change_player(desk, people.PlayerChange(number, facts_given))


def test_a_name_is_found_by_its_official_and_by_its_entered_spelling(desk: Desk) -> None:
    first = added(desk, HONCHAR)
    second = added(desk, people.Person("Гаращенко, Щука", born=20010000, federation="UKR", latin_name="Harrie, Ann"))
    third = added(desk, people.Person("Щерева, Мария", born=20010000, federation="BUL"))

    def found(text: str) -> set[int]:
        return {player.id for player in people.find_players(desk, people.PlayerSearch(text))}

    assert found("Honchar") == found("gonchar ivan") == found("Гончар") == {first}
    assert found("Harrie") == {second}
    assert found("Harashchenko") == {second}
    assert found("Shtereva") == {third}


def test_published_lists_and_reports_know_both_names(desk: Desk) -> None:
    added(desk, HONCHAR)
    added(desk, people.Person("Лисенко, Яна", born=20010000, federation="UKR", latin_name="Lissenko, Jana"))
    added(desk, people.Person("Łąka, Zofia", born=20010000, federation="POL"))
    with desk.reading() as connection:
        assert public(connection).latin_name.tolist() == ["Honchar, Ivan", "Lissenko, Jana", ""]
        lysenko = players_as_admission_needs(connection, [1], 20240301, [0])[0]
        assert facts_of_players(connection, [1])[1].latin_name == "Lissenko, Jana"
    assert lysenko is not None
    assert {"Lissenko, Jana", "Lysenko, Yana"} <= set(lysenko.also)


def test_whoever_is_known_in_latin_letters_gets_no_second_number(desk: Desk) -> None:
    number = added(desk, people.Person("Щур, Єва", born=19910412, federation="UKR", latin_name="Rat, Eve"))
    for name in ("Shchur, Yeva", "Rat, Eve", "Eve Rat"):
        done = people.add_player(desk, people.NewPlayer(people.Person(name, born=19910412)))
        assert [candidate.id for candidate in done.candidates] == [number]
    done = people.add_player(desk, people.NewPlayer(people.Person("Mouse, Eve", born=19910412)))
    assert done.entered is not None


# --- in reports -----------------------------------------------------------------------------------------------------


@pytest.fixture(params=KINDS)
def one(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return fresh(request.param, tmp_path)


SPELT = {1: ("Гончар, Іван", "Honchar, Ivan"), 2: ("Мельник, Олена", "Melnik, Olena"), 3: ("Ярош, Яна", "Iarosh, Yana")}


def ukrainian(**spelt: str) -> Any:
    """A report whose first three players are registered in Cyrillic and printed in Latin letters."""
    made = event("open-1")
    text = made.text
    for n, (_, printed) in SPELT.items():
        text = text.replace(f"{f'Invented{n}, Ann':<33}", f"{spelt.get(f'p{n}', printed):<33}")
    return made, text


@pytest.mark.parametrize("born", [True, False])
def test_an_official_transliteration_raises_no_id_of_another(one: Desk, born: bool) -> None:
    with by_hand(one).writing("change", why="story") as writing:
        change_facts_of_many(
            writing, [(n - 1, {"name": name, "former_names": ()}, 20250901) for n, (name, _) in SPELT.items()]
        )
    made, text = ukrainian()
    try:
        if not born:
            text = text.replace("1980/01/02", "          ")
        registered(one, made)
        done = sent(at(one, made.today), text.encode())
        assert not {"id-of-another", "number-of-another"} & set(codes(done.findings))
        _, foreign = ukrainian(p1="Musterfrau, Bo")
        if not born:
            foreign = foreign.replace("1980/01/02", "          ")
        done = sent(at(one, made.today), foreign.encode())
        assert "id-of-another" in codes(done.findings)
        assert ("number-of-another" in codes(done.findings)) is not born
    finally:
        with by_hand(at(one, made.today)).writing("change", why="back") as writing:
            names = {n - 1: f"Invented{n}, Ann" for n in SPELT}
            change_facts_of_many(
                writing, [(key, {"name": name, "former_names": ()}, 20250901) for key, name in names.items()]
            )


def test_the_exact_namesake_of_the_same_birth_is_proposed_where_the_number_is_missing(one: Desk) -> None:
    """Same name and day: proposed with his number; another name, or another day: nobody is."""
    made = event("open-1")
    registered(one, made)
    lines = {n: next(line for line in made.text.splitlines() if f"Invented{n}, Ann" in line) for n in (2, 3, 4)}
    text = made.text
    for n, wrong in ((2, None), (3, ("1980/01/02", "1980/02/01")), (4, ("Invented4, Ann", "Invented4, Bob"))):
        bare = lines[n].replace(str(NUMBERS[n]), " " * len(str(NUMBERS[n])))
        text = text.replace(lines[n], bare.replace(*wrong) if wrong else bare)
    done = sent(at(one, made.today), text.encode())
    namesakes = [finding for finding in done.findings if finding.code == "namesake"]
    assert [finding.player for finding in done.findings if finding.code == "no-number"] == [2, 3, 4]
    assert [(finding.player, finding.tier) for finding in namesakes] == [(2, Tier.ADVICE)]
    assert str(NUMBERS[2]) in namesakes[0].sentence
    assert "same birth date" in namesakes[0].sentence
    assert "1980" not in namesakes[0].sentence


def test_where_the_report_has_a_year_only_the_year_is_compared(one: Desk) -> None:
    made = event("open-1")
    registered(one, made)
    line = next(line for line in made.text.splitlines() if "Invented2, Ann" in line)
    bare = line.replace(str(NUMBERS[2]), " " * len(str(NUMBERS[2]))).replace("1980/01/02", "1980      ")
    done = sent(at(one, made.today), made.text.replace(line, bare).encode())
    (namesake,) = [finding for finding in done.findings if finding.code == "namesake"]
    assert "the same year of birth" in namesake.sentence


# --- from the command line ------------------------------------------------------------------------------------------


@pytest.fixture
def arpad(office: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.setenv("ARPAD_DB", office)
    monkeypatch.setenv("ARPAD_WHO", "officer")

    def typed(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arpad", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        answer = capsys.readouterr()
        return int(end.value.code or 0), answer.out, answer.err

    return typed


def test_an_officer_types_latin_names(arpad: Any, tmp_path: Path) -> None:
    code, out, _ = arpad("player", "add", "  Гончар,   Іван ", "--born", "1991", "--federation", "UKR")
    assert code == 0
    number = out.split()[0]
    assert json.loads(arpad("player", "show", number, "--json")[1])["latin_name"] == "Honchar, Ivan"
    assert arpad("player", "change", number, "--latin-name", "Gonchar, Ivan")[0] == 0
    assert json.loads(arpad("player", "show", number, "--json")[1])["latin_name"] == "Gonchar, Ivan"
    assert arpad("player", "change", number, "--latin-name", "")[0] == 0
    assert json.loads(arpad("player", "show", number, "--json")[1])["latin_name"] == "Honchar, Ivan"
    file = tmp_path / "people.csv"
    file.write_text("name,latin_name,born,federation\nМельник Яна,Mellnik Jana,2001,UKR\nЛисенко Ян,,2001,UKR\n")
    assert arpad("player", "import", file)[0] == 0
    assert arpad("player", "import", file, "--update")[1].startswith("0 entered, 0 changed, 2 known already")
    found = json.loads(arpad("player", "find", "Mellnik", "--json")[1])
    assert [(each["name"], each["latin_name"]) for each in found["players"]] == [("Мельник Яна", "Mellnik Jana")]
