"""Code pages are guessed by the letters of names: every language that one of the four serves, in its page."""

from __future__ import annotations

import pytest

from arpad.intake import read
from arpad.intake.code_pages import COMMON, LANGUAGES, RARE, SIGNS, guess_code_page

INVENTED = [
    ("cp1252", "FRA", "Bérénice Façonnier Hélène Lefèvre Benoît Gaëlle Chêneau Anaïs Jérôme Brûlé"),  # French
    ("cp1252", "GER", "Müllerin Größ Jäger Schönbein Weißhaar Übel Ömer"),  # German
    ("cp1252", "ESP", "Muñozo Pérezo Gonzálezu Ibáñeza Núñe Jesú Martíneza"),  # Spanish
    ("cp1252", "POR", "Joãozo Gonçalo Simõeso Antónia Magalhãe Conceição"),  # Portuguese
    ("cp1252", "ITA", "Nicolò Dardà Salvadè Giosuè Pezzù"),  # Italian
    ("cp1252", "ESP", "Núriana Güello Francescà Lluïs Gel·labert"),  # Catalan
    ("cp1252", "SWE", "Ångströmer Björkan Sjöbergo Håkansan Österlin Rydén"),  # Swedish
    ("cp1252", "FIN", "Mäkinenen Hämäläina Pöyhö Ylönena"),  # Finnish
    ("cp1252", "NOR", "Bjørnar Åseby Næssan Øverlid Sørensan"),  # Norwegian
    ("cp1252", "DEN", "Kjærgar Østerby Ågård Sørenso"),  # Danish
    ("cp1252", "ISL", "Þórðarsan Guðmundan Sigurðar Björnan Davíðan Ægisan Þrösta"),  # Icelandic
    ("cp1252", "FAI", "Jógvanur Rógvis Høgni Dávíður Sólrún"),  # Faroese
    ("cp1252", "EST", "Põdras Jänesto Ülomar Mägiste Kõivu Õunap"),  # Estonian
    ("cp1252", "IRL", "Seánan Ó'Briainu Máireen Róisíno"),  # Irish
    ("cp1252", "NED", "Daniëla Renéer Zoëtje"),  # Dutch
    ("cp1252", "ALB", "Çelajo Arbëro Përpara"),  # Albanian
    ("cp1250", "ALB", "Çelajo Arbëro Përpara"),  # Albanian
    ("cp1250", "POL", "Łosiński Żukiewicz Wójcikow Świderśka Gąsiorek Jędrzejo Źrebiec"),  # Polish
    ("cp1250", "CZE", "Dvořákov Jiříčko Černýšek Růžen Šťastnýk Němečko Žďárek"),  # Czech
    ("cp1250", "SVK", "Ľubomírko Ďurišan Kráľovič Šťastik Môcikova Vŕba"),  # Slovak
    ("cp1250", "HUN", "Erdősné Szűcsek Győzőke Kovácsné Ödönke Füzesi Bíróság"),  # Hungarian
    ("cp1250", "SLO", "Žnidaršičo Kočevaro Šuštaršo"),  # Slovene
    ("cp1250", "CRO", "Đurićev Šimečko Perićan Đokićan Živkovićo"),  # Croatian
    ("cp1250", "ROU", "Ştefănesc Ţiriaco Ionuţel Bălănel Mîndru"),  # Romanian
    ("cp1257", "LAT", "Šķēleno Jānisar Bērziņšo Ģirtaus Ķirsisa Ļubāns"),  # Latvian
    ("cp1257", "LTU", "Žiūraito Šarūnel Ąžuolano Ėglėna Kęstuta Gražinskų Įsruto"),  # Lithuanian
    ("cp1257", "EST", "Šumilovo Õieline Põdras Žukovo"),  # Estonian
    ("cp1251", "RUS", "Выдуманов Ёлкинов Придумкин Щукарев Эхов"),  # Russian
    ("cp1251", "UKR", "Вигаданенко Їжакевич Єгоренко Ґудзевич Іванчик"),  # Ukrainian
    ("cp1251", "BLR", "Выдуманаў Ўладзіч Іванчук Цімохін"),  # Belarusian
    ("cp1251", "BUL", "Измислов Ъгълов Щерев Божкоов"),  # Bulgarian
    ("cp1251", "SRB", "Измишљенић Љубичин Јованкић Ђурђић Његошев Џајић"),  # Serbian
    ("cp1251", "MKD", "Ѓорѓиоски Ќосевски Ѕвездан Измислески Љубчо Џоко"),  # Macedonian
]


def read_as_written(text: str, page: str) -> bool:
    """Some letters are the same in two pages: what counts is the text, not the name of the page."""
    data = text.encode(page)
    return data.decode(guess_code_page(data), "replace") == text


@pytest.mark.parametrize(("page", "federation", "names"), INVENTED)
def test_names_of_every_language_are_read_in_its_code_page(page: str, federation: str, names: str) -> None:
    assert read_as_written(names, page)
    assert read_as_written(f"{names} {federation}", page)


@pytest.mark.parametrize(
    ("page", "name"),
    [
        (page, f"{name} {federation}")
        for page, federation, names in INVENTED
        for name in names.split()
        if name != "Vŕba"
    ],
)
def test_one_name_is_enough_where_its_federation_is_known(page: str, name: str) -> None:
    assert read_as_written(name, page)


def test_an_icelandic_report_keeps_its_thorn() -> None:
    line = "001    1 m    Þórðarsan, Ari                    1900 ISL      990001 1990/01/02  0.0    1"
    report, findings = read(f"012 Invented\r\n{line}\r\n".encode("cp1252"))
    assert report.encoding == "cp1252"
    assert report.players[0].name == "Þórðarsan, Ari"
    assert "encoding" in {finding.code for finding in findings}


@pytest.mark.parametrize("names", ["Erdős Szabó", "Szűcs Füzesi Ödön", "Győző Bírós"])
def test_long_hungarian_letters_beside_the_others_are_hungarian_without_a_federation(names: str) -> None:
    assert read_as_written(names, "cp1250")


@pytest.mark.parametrize("names", ["Simõeso Joãozo José", "Põdras Mäger", "Brûlé Hélèna", "Brûlé Façon"])
def test_what_is_not_hungarian_beside_them_keeps_western_letters(names: str) -> None:
    """The negative control: there is a letter that Hungarian does not have."""
    assert read_as_written(names, "cp1252")


def test_a_federation_decides_between_two_readings_of_one_letter() -> None:
    names = "Bjørnar".encode("cp1252")
    assert guess_code_page(names + b" NOR") == "cp1252"
    assert guess_code_page(names + b" CZE") == "cp1250"
    assert guess_code_page(names) == "cp1252"


def test_cyrillic_is_cyrillic_whatever_federations_stand_beside_it() -> None:
    assert read_as_written("Придумкин Выдуманов GER FRA ISL", "cp1251")


@pytest.mark.parametrize("page", LANGUAGES)
def test_every_letter_that_is_listed_is_in_its_page(page: str) -> None:
    for letter in COMMON[page] | RARE[page] | frozenset(SIGNS[page]):
        assert len(letter) == 1
        assert letter.encode(page)[0] >= 0x80


@pytest.mark.parametrize("federation", ["", "UKR", "MKD", "POL"])
@pytest.mark.parametrize("text", ["½-½", "½ - ½", "½–½", "7½", ";-½;", "½"])
def test_a_half_beside_no_letter_is_a_half_whoever_plays(text: str, federation: str) -> None:
    assert read_as_written(f"1;Invented, Ann;{text};Invented, Bo;{federation}\n", "cp1252")


def test_the_letter_in_the_place_of_the_half_is_one_in_a_word() -> None:
    assert read_as_written("Ѕвездан Измислески 1-0 Ѕидар Љубчо", "cp1251")
