"""Make people who are one person under two names, and people who only seem to be: a search must tell them apart.

All names are put together from lists of common given names and made-up surnames. The second registration of a person
is written as another clerk would: in another transliteration or order, without the signs, after a marriage, mistyped.
"""

from __future__ import annotations

import random
from dataclasses import replace

from arpad.office.registry.person import Person

LATIN = "a b v h g d e ie zh z y i i i k l m n o p r s t u f kh ts ch sh shch - iu ia"
KMU = dict(zip("абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", LATIN.replace("-", "").split(" "), strict=True))
OLD = KMU | {"г": "g", "є": "ye", "и": "i", "ї": "yi", "й": "y", "х": "h", "ц": "c", "щ": "sch", "ю": "yu", "я": "ya"}
POLISH = KMU | {"ж": "z", "ч": "cz", "ш": "sz", "щ": "szcz", "в": "w", "й": "j", "ю": "ju", "я": "ja", "х": "ch",
                "ц": "c", "є": "je"}  # fmt: skip
UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "õ": "o", "å": "aa", "ß": "ss", "ő": "oe", "ű": "ue"}

FAMILY = {
    "uk": "Вигаданенко Мрійчук Хмаренко Жовтоград Щедрогай Цвіркунець Їжаченко Юрмилко Ягідчук Гайвороненко "
          "Шепотинник Чорнополь Кришталюк Зірковий Морозюк Грушевенко Бджоляр Тихомирчук Джерелюк Півненко",
    "pl": "Wymyślański Żabikowski Świerszczak Łąkowicz Dębogórski Szumilas Rzekomiński Cichoborski Jaśminek Gżegżółek",
    "hu": "Képzelt Árnyékvári Őszibarack Csillagfi Szélkelepi Gyöngyházi Tündérhegyi Zsályafalvi",
    "et": "Väljamõeldu Õunapuu Sõnajalg Kõrvemäe Ülenurme Pärnaõis Kivirähn Tõruke",
    "it": "Immaginari Fantasmini Nuvolari Castelfinto Bellombra Sognatore",
    "de": "Müßigmann Schönfärber Grünwaldt Weißbäcker Köhlerbusch Traumhöfer",
}  # fmt: skip
GIVEN = {
    "uk": ("Олексій Григорій Юрій Андрій Сергій Михайло Богдан Тарас", "Юлія Ганна Оксана Соломія Наталія Христина"),
    "pl": ("Łukasz Paweł Grzegorz Michał Wojciech Jerzy", "Małgorzata Agnieszka Zofia Katarzyna Jadwiga"),
    "hu": ("László István György Zoltán Ferenc", "Zsófia Erzsébet Ágnes Katalin"),
    "et": ("Jüri Tõnu Mihkel Andres Priit", "Kätlin Õie Triin Maarja"),
    "it": ("Giuseppe Alessandro Niccolò Matteo", "Chiara Giulia Lucia Francesca"),
    "de": ("Jürgen Wolfgang Matthias Götz", "Käthe Ursula Brigitte Hannelore"),
}


def written(text: str, table: dict[str, str]) -> str:
    """A name in Latin letters by one of the tables; the old style begins words like their middle."""
    return "".join(
        table[c.lower()].capitalize() if c.isupper() and c.lower() in table else table.get(c, c) for c in text
    )


def anybody(rng: random.Random) -> Person:
    language = rng.choice(list(FAMILY))
    woman = rng.random() < 0.4
    given = rng.choice(GIVEN[language][woman].split())
    family = rng.choice(FAMILY[language].split())
    born = rng.randint(1940, 2016) * 10_000 + rng.randint(1, 12) * 100 + rng.randint(1, 28)
    return Person(f"{family}, {given}", born=born, sex="w" if woman else "m", federation="UKR")


def again(person: Person, rng: random.Random) -> tuple[str, Person]:
    """The same person registered by another clerk: how the name differs, and the registration."""
    kind = rng.choice(("transliteration", "signs", "married", "order", "typo"))
    name = person.name
    latin = written(name, rng.choice((KMU, OLD, POLISH)))
    if kind == "transliteration":
        name = latin
    elif kind == "signs":
        name = "".join(UMLAUTS.get(c, UMLAUTS.get(c.lower(), c).capitalize()) for c in latin)
        name = name.translate(str.maketrans("ąćęłńóśźżáéíúŁŚŻÁÉÍÕàèìòù", "acelnoszzaeiuLSZAEIOaeiou"))
    elif kind == "married":
        family, given = anybody(rng).name.partition(",")[0], person.name.partition(", ")[2]
        name = f"{family}, {given}"
        return kind, replace(person, name=name, former_names=(latin,), born=_dated(person.born, rng))
    elif kind == "order":
        family, given = latin.split(", ")
        name = f"{given} {family}"
    else:
        name = slip(latin, rng)
    return kind, replace(person, name=name, born=_dated(person.born, rng), federation="GER")


def _dated(born: int, rng: random.Random) -> int:
    return born // 10_000 * 10_000 if rng.random() < 0.25 else born


def slip(name: str, rng: random.Random) -> str:
    """One slip: a letter left out, doubled, replaced, or two swapped."""
    at = rng.choice([place for place, letter in enumerate(name) if letter.isalpha() and 0 < place < len(name) - 1])
    return rng.choice((
        name[:at] + name[at + 1 :], name[: at + 1] + name[at:], name[:at] + "e" + name[at + 1 :],
        name[:at] + name[at + 1] + name[at] + name[at + 2 :],
    ))  # fmt: skip


def seeming(person: Person, rng: random.Random) -> Person:
    """Somebody else who looks like this person: a homonym, a brother or sister, a twin."""
    kind = rng.choice(("homonym", "sibling", "twin"))
    other = anybody(rng)
    family = person.name.partition(",")[0]
    given = person.name.partition(", ")[2]
    language = next(key for key, names in FAMILY.items() if family in names.split())
    others = [name for name in " ".join(GIVEN[language]).split() if name != given]
    if kind == "homonym":
        return replace(person, born=other.born)
    return replace(person, name=f"{family}, {rng.choice(others)}", born=person.born if kind == "twin" else other.born)
