"""Invent names: surnames made of plants, stones and weather with invented endings, given names of invented syllables.

Six languages, each in its own letters; `latin` gives the spelling of reports and FIDE lists, of Ukrainian names by
Ukraine's own table. Nobody real is meant.
"""

from __future__ import annotations

import unicodedata

from arpad.frozen import dataclass
from arpad.model.spelling import latin_spelling
from arpad.simulate.draw import RandomStream


@dataclass(frozen=True)
class InventedLanguage:
    """The pieces of one language's invented names."""

    stems: tuple[str, ...]
    ends: tuple[str, ...]
    first: tuple[str, ...]
    men: tuple[str, ...]
    women: tuple[str, ...]
    places: tuple[str, ...]


def _word_list(text: str) -> tuple[str, ...]:
    return tuple(text.split())


LANGUAGES = {
    "pl": InventedLanguage(
        _word_list("Mgław Szyszk Krzem Żwir Śnież Wrzos Porost Mszar Łopian Gradob Paproć Burzan Głazow Jęczmień"),
        _word_list("olist ostok ogaj owąs ochmur ęciorz osłot odżdż uwiej"),
        _word_list("Drze Wło Mści Żeli Sędo Bogu Kwie Świę Prze Łuka"),
        _word_list("wid grost bór mych rąd stan"),
        _word_list("wida grosta sława mycha lina rada"),
        _word_list("Mgławice Szyszkowo Krzemiany Wrzosiska Żwirowiec Porostno Śnieżyny"),
    ),
    "et": InventedLanguage(
        _word_list("Kõrkja Uduvihma Ränikivi Sambliku Äikese Rahnu Tuisu Pilliroo Kruusa Härmatise Sõnajala Lumehelbe"),
        _word_list("kobar lodi rünk saju raag tups vine koll"),
        _word_list("Kau Õie Tõi Hin Räp Juu Väi Sul Üla"),
        _word_list("mar rik lend vald tar"),
        _word_list("mari liis lende vela tare"),
        _word_list("Kõrkjamäe Uduküla Ränisoo Samblaste Rahnuvere Tuisujärve"),
    ),
    "hu": InventedLanguage(
        _word_list("Zuzmó Ködös Kavics Páfrány Dérlepte Zápor Moha Szirt Kőtörmelék Bükköny Jégcsap Tőzeg"),
        _word_list("fodri ligve hajtó pergő szirmos tördelő zúgő"),
        _word_list("Bor Csep Dör Ső Zsó Gyön Ára Lé"),
        _word_list("bert vánd gyán zsár lek"),
        _word_list("bella véde gyánka zsóra lenke"),
        _word_list("Zuzmóvár Ködfalva Kavicsos Páfrányhegy Dérvölgy Zápordomb"),
    ),
    "it": InventedLanguage(
        _word_list("Nebbi Muschi Ghiai Grandin Felci Pioggi Ginestr Ciottol Brin Lichen Rovi Ardesi"),
        _word_list("olastro abruna aspina etorre ugello ondale amonte uvola"),
        _word_list("Ruggi Bal Ostil Fior Ales Gual Ner Volti"),
        _word_list("ando domiro vaso perto gano"),
        _word_list("anda domira vasa perta gana"),
        _word_list("Nebbiola Muschiano Ghiaieto Grandinara Felceto Ardesiana"),
    ),
    "uk": InventedLanguage(
        _word_list("Мохо Кремене Тумано Папорото Щебене Градо Лишайо Вербо Камене Морозо Осоко Бурщино"),
        _word_list("лист дощ грай трав вітер роз мір скал"),
        _word_list("Зоре Любо Світо Дани Мило Вар Тихо Радо"),
        _word_list("гор слад бор вид рок"),
        _word_list("гора слада бора вида рока"),
        _word_list("Мохове Кременяни Туманівка Папоротне Щебенець Морозівськ"),
    ),
    "en": InventedLanguage(
        _word_list("Frost Pebble Bramble Thistle Drizzle Moss Flint Heather Sleet Clover Shale Puddle Nettle Gorse"),
        _word_list("wick mere fallow tarn hollow down combe garth whistle"),
        _word_list("Al Brin Cor Dell Fen Hal Mar Tor Wyn"),
        _word_list("wick dan vald ric mond"),
        _word_list("wina della vane rica mora"),
        _word_list("Pebbleford Brambleton Thistlemouth Drizzlecombe Sleetham Cloverstead"),
    ),
}
"""Every language with the pieces of its names."""

PLAIN_LETTERS = str.maketrans({"ł": "l", "Ł": "L", "ø": "o", "Ø": "O"})


def latin_name(name: str) -> str:
    """A name as reports and lists print it: twenty-six letters."""
    bare = unicodedata.normalize("NFKD", latin_spelling(name).translate(PLAIN_LETTERS))
    return "".join(letter for letter in bare if letter.isascii())


def invent_surname(draw: RandomStream, language: str) -> str:
    pieces = LANGUAGES[language]
    return draw.pick(pieces.stems) + draw.pick(pieces.ends)


def invent_given_name(draw: RandomStream, language: str, sex: str) -> str:
    pieces = LANGUAGES[language]
    return draw.pick(pieces.first) + draw.pick(pieces.women if sex == "w" else pieces.men)


def invent_place(draw: RandomStream, language: str) -> str:
    return draw.pick(LANGUAGES[language].places)
