"""Turn a CSV file into rows of cells that know where they stand; `workbooks` does the same for sheets.

The delimiter is the one of semicolon, tab, comma and bar that makes known columns of a header; where none does, the one
that the first rows agree on. Excel's `sep=;` names it and is nothing else. A header names its columns in any of the six
languages; `columns_of` finds them. Nothing here knows what a game is.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from arpad.frozen import dataclass
from arpad.intake.codes import Notes, shown
from arpad.intake.decode import LIMITS, Limits, decode

DELIMITERS = ";\t,|"
NOTHING = "\x1e"  # parts nothing: no file may hold it
END = "\x1f"  # no file may hold it: behind the last row it tells whether a quote is still open
SEPARATOR = re.compile(r'"?sep=([;\t,|:])"?[;\t,|]*', re.IGNORECASE)  # as the first line of a file for Excel
CELLS = 10  # times the limit of lines: so many cells a table may have
STACKED = re.compile(
    r"(?<![^\w\s\x00-\x7f])([^\w\s\x00-\x7f]{31,})"
)  # more marks upon one letter than any writing has, or signs
HEADER = 2  # how much a line must tell of columns to be taken for a header

SPELLINGS = """
round: round, rd, rd., rnd, runda, tura, тур, forduló, voor, turno, runde, ronde, ronda
date: date, data, дата, dátum, kuupäev, datum, fecha
white: white, białe, білі, világos, valged, valge, bianco, weiss, weiß, blancs, blanc, blancas
black: black, czarne, чорні, sötét, mustad, must, nero, schwarz, noirs, noir, negras
white id: white fideid, white fide id, white fide-id, white fide no, white fide number
white id: white id, whitefideid, id białych, id білих, világos id, valge id, id bianco, weiss id, id blancs, id blancas
black id: black fideid, black fide id, black fide-id, black fide no, black fide number
black id: black id, blackfideid, id czarnych, id чорних, sötét id, musta id, id nero, schwarz id, id noirs, id negras
white number: white no, white nr, white number, white sno, white start no
black number: black no, black nr, black number, black sno, black start no
white rating: white elo, white rtg
white rating: white rating, whiteelo, ranking białych, рейтинг білих, világos értékszám, valge reiting, elo bianco
black rating: black elo, black rtg
black rating: black rating, blackelo, ranking czarnych, рейтинг чорних, sötét értékszám, musta reiting, elo nero
result: result, res, res., wynik, результат, eredmény, tulemus, risultato, ergebnis, résultat, resultado
number: number, no, no., nr, nr., sno, sno., start no, numer, номер, №, sorszám, rajtszám, ssz, ssz.
number: rsz, rsz., numero, num, num., snr, numéro, start nr, startnr, start number, starting number, nr st, nr start
number: nr startowy, numer startowy, ksz, n.ini, n. ini, n.iniz, ст.№, ст. №, ст.ном, ст. ном, стартовий номер, alg.nr
number: alg. nr, algnr, stardinumber
row: #, lp, l.p, jrk, jrk nr, n.
name: name, név, nimi, nome, ім'я, nom
full name: full name, player, player name, nazwisko i imię, nazwisko imię, imię i nazwisko, zawodnik, гравець, піб
full name: прізвище та ім'я, прізвище й ім'я, прізвище і ім'я, прізвище ім'я, ім'я та прізвище, teljes név, játékos
full name: mängija, perekonnanimi ja eesnimi, ees- ja perekonnanimi, cognome e nome, cognome nome, nome e cognome
full name: nominativo, giocatore, spieler, name vorname, nachname vorname, last name first name, surname first name
surname: surname, last name, family name, nazwisko, прізвище, vezetéknév, családnév, perekonnanimi, perenimi, cognome
surname: nachname, familienname, nom de famille, apellido, apellidos
first name: first name, given name, forename, imię, keresztnév, utónév, eesnimi, vorname, prénom, nombre
id: id, fide id, fideid, fide-id, fide no, fide number, id fide, код fide, fide azonosító, fide kood, codice fide
federation: federation, fed, fed., country, federacja, федерація, szövetség, föderatsioon, riik, federazione, land, pays
federation: kraj, країна, фед, фед., ország, nazione, paese
sex: sex, gender, płeć, стать, nem, sugu, sesso, geschlecht, sexe, sexo
title: title, tit, tit., tytuł, звання, титул, cím, tiitel, titolo, titel, titre, título
rating: rating, rtg, elo, ranking, рейтинг, értékszám, élő, reiting, rtgi, rtg int, reit, rg
rating: rgm, érték, értn, eloi, рейт, рейтм
born: born, birthday, birth, date of birth, b-day, urodzony, data urodzenia, народження, дата народження, született
born: születési dátum, sünniaeg, sünnikuupäev, nato, data di nascita, geburtstag, naissance, nacimiento
born: birthyear, birth year, year of birth, yob, dob, birthdate, birth date, rok urodzenia, rok ur, rok ur., data ur
born: data ur., рік народження, рік нар., р.н., р. н., дата нар., születési év, szül. év, szül. dátum, sünniaasta
born: sündinud, anno di nascita, anno nascita, data nascita, nascita, geburtsjahr, geburtsdatum, geboren, jahrgang
born: année de naissance, date de naissance, año de nacimiento, fecha de nacimiento
points: points, pts, pts., pt, punkty, pkt, pkt., очки, pont, pontszám, punktid, punkte, punti, puntos
rank: rank, rk, rk., miejsce, m-ce, m., місце, hely, helyezés, koht, posizione, pos, pos., rg., rang
"""
"""The obvious names of a column in English, Polish, Ukrainian, Hungarian, Estonian and Italian, and a few more."""

NAMES = ("full name", "surname", "name", "first name")

MEN = "m, male, man, boy, mężczyzna, męska, męski, chłopiec, mees, meessoost, poiss, férfi, ffi, fiú, uomo, maschio"
MEN += ", ч, чол, чоловік, чоловіча, чоловічий, хлопець"
WOMEN = "w, f, k, n, female, woman, girl, kobieta, żeńska, żeński, dziewczyna, naine, naissoost, tüdruk, nő, lány"
WOMEN += ", leány, donna, femmina, ж, жін, жінка, жіноча, жіночий, дівчина"
"""The obvious words for the sexes in the same languages; one letter more than one of them uses: see `sex_words`."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of text cells; `lines[i]` is the line of row i, and the column of a cell is its number from 1."""

    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    encoding: str = "utf-8"
    name: str = ""  # of a sheet of a workbook
    hidden: bool = False
    unsaved: tuple[tuple[int, int], ...] = ()  # line and column of formulas without a value


def read_csv(data: bytes, notes: Notes, limits: Limits = LIMITS, encoding: str = "") -> Grid | None:
    text = decode(data, notes, limits, encoding)
    if text is None:
        return None
    named = SEPARATOR.fullmatch(text.lines[0]) if text.lines else None
    delimiter = named[1] if named else guess_delimiter(text.lines[:20])
    rows, lines = [], []
    most = CELLS * limits.lines
    if sum(1 + line.count(delimiter) for line in text.lines) > most:  # before there is memory for them
        notes.find("too-large/cells", limit=most)
        return None
    whole = composed("\n".join(("" if named else text.lines[0], *text.lines[1:], END)))  # nothing that parts composes
    reader = csv.reader(io.StringIO(whole), delimiter=delimiter)
    line = 1
    try:
        for row in reader:
            if len(row) > limits.line:
                notes.find("line-too-long/cells", line, cells=len(row), limit=limits.line)
                return None
            if row and END in row[-1] and row != [END]:
                notes.find("unreadable-cell/open-quote", line, len(row))
                row[-1] = row[-1].split("\n")[0]
            cells = tuple(map(str.strip, row))
            if any(cells):  # END is a blank, too
                if reader.line_num > line:  # only then can a cell hold the end of a line
                    cells = tuple(cell.replace("\n", " ") for cell in cells)
                    _tell_run_on(row, line, delimiter, notes)
                rows.append(cells)
                lines.append(line)
            line = reader.line_num + 1
    except csv.Error as error:
        notes.find("unreadable-cell/csv", reader.line_num, error=shown(str(error)))
    return Grid(tuple(rows), tuple(lines), text.encoding)


def _tell_run_on(row: list[str], line: int, delimiter: str, notes: Notes) -> None:
    """A cell that holds the end of one row and the start of another: a quote too few, closed by a later one.

    What parts two cells has no blank behind it; a comma that has one stands between names.
    """
    for index, cell in enumerate(row):
        if "\n" in cell and delimiter in cell.replace("\n", " ").replace(f"{delimiter} ", ""):
            notes.find("unreadable-cell/run-on", line, index + 1, last_line=line + cell.count("\n"))


def guess_delimiter(lines: tuple[str, ...]) -> str:
    """The delimiter of the line that names most columns; none below a header of one column.

    Where no line is a header: the one that stands in most of the lines, and in those most often.
    """
    used = [line for line in lines if line.strip()]
    if used and _meaning(used[0]):
        return NOTHING
    best, most = "", HEADER - 1
    for line in used:
        for sign in DELIMITERS:
            columns = columns_of(tuple(cell.strip(' "') for cell in line.split(sign))) if sign in line else {}
            known = len(columns) + ("name" in columns or "white" in columns)
            if known > most:
                best, most = sign, known
    return best or max(
        DELIMITERS, key=lambda sign: (sum(sign in line for line in used), sum(line.count(sign) for line in used))
    )


def composed(text: str) -> str:
    """Text as it is kept: a letter with its accents is one character, however it was sent.

    A pile of marks stays as it is: to put it in order takes as long as it is high, for each of them.
    """
    if text.isascii():
        return text
    pieces = STACKED.split(text)  # every second one is a pile
    pieces[::2] = [unicodedata.normalize("NFC", piece) for piece in pieces[::2]]
    return "".join(pieces)


@lru_cache(1 << 13)
def fold(text: str) -> str:
    """A header or a name as it is compared: composed, small, single blanks."""
    return composed(" ".join(text.casefold().replace("_", " ").split()))


def _key(heading: str) -> str:
    """The heading of a column as it is looked up: however its apostrophe is written, and without commas."""
    return fold(heading.replace("’", "'").replace("ʼ", "'").replace(",", " "))


_KNOWN = {
    _key(spelling): name
    for name, _, spellings in (line.partition(":") for line in SPELLINGS.strip().splitlines())
    for spelling in spellings.split(",")
}


def _meaning(heading: str) -> str:
    """What a column of this heading holds; nothing where it is not known. A full stop at its end tells little: only
    what is known with it is something else without, such as `Rg.`, a rank, and `Rg`, a rating."""
    if len(heading) > LONGEST:
        return ""
    key = _key(heading)
    return _KNOWN.get(key) or _KNOWN.get(key.rstrip(". "), "")


LONGEST = 2 * max(map(len, _KNOWN))  # letters of a heading that may be known, with blanks to spare
ROUND_WORDS = tuple(spelling for spelling, name in _KNOWN.items() if name == "round")
SEX_WORDS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(MEN.split(", "), "m") | dict.fromkeys(WOMEN.split(", "), "w")
)


def sex_words(header: str, cells: Iterable[str]) -> Mapping[str, str]:
    """What the words of a column of sexes mean: F is a woman, but beside N (*nő*) and no M it is a man (*férfi*).

    Under the Hungarian header, where nothing else in the column tells, F is left open.
    """
    used = {fold(cell) for cell in cells}
    if used & {"m", "w"} or "f" not in used:
        return SEX_WORDS
    if used & {"n", "nő"}:
        return {**SEX_WORDS, "f": "m"}
    return {**SEX_WORDS, "f": "?"} if fold(header) == "nem" else SEX_WORDS


def columns_of(row: tuple[str, ...]) -> dict[str, int]:
    """Which column of a header holds what: name -> index, the first of two alike.

    The surname is the name; where the first name has a column of its own that is `first name`.
    """
    found: dict[str, int] = {}
    for index, cell in enumerate(row):
        name = _meaning(cell) if cell else ""
        if name:
            found.setdefault(name, index)
    if "row" in found:  # counts the rows, or the boards: a start number where nothing else is
        found.setdefault("number", found["row"])
        del found["row"]
    full, surname, name_alone, first = (found.pop(each, None) for each in NAMES)
    if full is None and surname is not None and (name_alone is None or first is None):
        full, first = surname, name_alone if first is None else first  # Nome beside Cognome
    elif full is None and surname is None:
        full = name_alone
    else:
        full, first = name_alone if full is None else full, None
    if full is not None:
        found |= {"name": full} if first is None else {"name": full, "first name": first}
    return found


def first_names(row: tuple[str, ...]) -> dict[int, int]:
    """The columns of first names of a header -> those of their surnames; one for each side of a list of pairings."""
    middle = columns_of(row).get("result", len(row))
    sides = ((0, columns_of(row[:middle])), (middle + 1, columns_of(row[middle + 1 :])))
    return {at + side["first name"]: at + side["name"] for at, side in sides if "first name" in side}
