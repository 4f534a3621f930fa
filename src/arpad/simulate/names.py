"""Invent names: surnames made of plants, stones and weather with invented endings, given names of invented syllables.

Six languages, each in its own letters; `latin` gives the spelling of reports and FIDE lists, of Ukrainian names by
Ukraine's own table. Nobody real is meant.
"""

from __future__ import annotations

import unicodedata

from arpad.frozen import dataclass
from arpad.model.spelling import spelt
from arpad.simulate.draw import Draw


@dataclass(frozen=True)
class Language:
    """The pieces of one language's invented names."""

    stems: tuple[str, ...]
    ends: tuple[str, ...]
    first: tuple[str, ...]
    men: tuple[str, ...]
    women: tuple[str, ...]
    places: tuple[str, ...]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


LANGUAGES = {
    "pl": Language(
        _words("Mgław Szyszk Krzem Żwir Śnież Wrzos Porost Mszar Łopian Gradob Paproć Burzan Głazow Jęczmień"),
        _words("olist ostok ogaj owąs ochmur ęciorz osłot odżdż uwiej"),
        _words("Drze Wło Mści Żeli Sędo Bogu Kwie Świę Prze Łuka"),
        _words("wid grost bór mych rąd stan"),
        _words("wida grosta sława mycha lina rada"),
        _words("Mgławice Szyszkowo Krzemiany Wrzosiska Żwirowiec Porostno Śnieżyny"),
    ),
    "et": Language(
        _words("Kõrkja Uduvihma Ränikivi Sambliku Äikese Rahnu Tuisu Pilliroo Kruusa Härmatise Sõnajala Lumehelbe"),
        _words("kobar lodi rünk saju raag tups vine koll"),
        _words("Kau Õie Tõi Hin Räp Juu Väi Sul Üla"),
        _words("mar rik lend vald tar"),
        _words("mari liis lende vela tare"),
        _words("Kõrkjamäe Uduküla Ränisoo Samblaste Rahnuvere Tuisujärve"),
    ),
    "hu": Language(
        _words("Zuzmó Ködös Kavics Páfrány Dérlepte Zápor Moha Szirt Kőtörmelék Bükköny Jégcsap Tőzeg"),
        _words("fodri ligve hajtó pergő szirmos tördelő zúgő"),
        _words("Bor Csep Dör Ső Zsó Gyön Ára Lé"),
        _words("bert vánd gyán zsár lek"),
        _words("bella véde gyánka zsóra lenke"),
        _words("Zuzmóvár Ködfalva Kavicsos Páfrányhegy Dérvölgy Zápordomb"),
    ),
    "it": Language(
        _words("Nebbi Muschi Ghiai Grandin Felci Pioggi Ginestr Ciottol Brin Lichen Rovi Ardesi"),
        _words("olastro abruna aspina etorre ugello ondale amonte uvola"),
        _words("Ruggi Bal Ostil Fior Ales Gual Ner Volti"),
        _words("ando domiro vaso perto gano"),
        _words("anda domira vasa perta gana"),
        _words("Nebbiola Muschiano Ghiaieto Grandinara Felceto Ardesiana"),
    ),
    "uk": Language(
        _words("Мохо Кремене Тумано Папорото Щебене Градо Лишайо Вербо Камене Морозо Осоко Бурщино"),
        _words("лист дощ грай трав вітер роз мір скал"),
        _words("Зоре Любо Світо Дани Мило Вар Тихо Радо"),
        _words("гор слад бор вид рок"),
        _words("гора слада бора вида рока"),
        _words("Мохове Кременяни Туманівка Папоротне Щебенець Морозівськ"),
    ),
    "en": Language(
        _words("Frost Pebble Bramble Thistle Drizzle Moss Flint Heather Sleet Clover Shale Puddle Nettle Gorse"),
        _words("wick mere fallow tarn hollow down combe garth whistle"),
        _words("Al Brin Cor Dell Fen Hal Mar Tor Wyn"),
        _words("wick dan vald ric mond"),
        _words("wina della vane rica mora"),
        _words("Pebbleford Brambleton Thistlemouth Drizzlecombe Sleetham Cloverstead"),
    ),
}
"""Every language with the pieces of its names."""

PLAIN = str.maketrans({"ł": "l", "Ł": "L", "ø": "o", "Ø": "O"})


def latin(name: str) -> str:
    """A name as reports and lists print it: twenty-six letters."""
    bare = unicodedata.normalize("NFKD", spelt(name).translate(PLAIN))
    return "".join(letter for letter in bare if letter.isascii())


def surname(draw: Draw, language: str) -> str:
    pieces = LANGUAGES[language]
    return draw.pick(pieces.stems) + draw.pick(pieces.ends)


def given_name(draw: Draw, language: str, sex: str) -> str:
    pieces = LANGUAGES[language]
    return draw.pick(pieces.first) + draw.pick(pieces.women if sex == "w" else pieces.men)


def place(draw: Draw, language: str) -> str:
    return draw.pick(LANGUAGES[language].places)
