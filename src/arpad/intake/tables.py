"""Turn a CSV file or a sheet of a workbook into rows of cells that know where they stand.

The delimiter is the one of semicolon, tab, comma and bar that the first rows agree on. A header names its columns in
any of the six languages; `columns_of` finds them. Nothing here knows what a game is.
"""

from __future__ import annotations

import csv
import io
import unicodedata
import warnings
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from arpad.intake.codes import Notes, shown
from arpad.intake.decode import LIMITS, Limits, decode

DELIMITERS = ";\t,|"
NOTHING = "\x1e"  # parts nothing: no file may hold it
END = "\x1f"  # no file may hold it: behind the last row it tells whether a quote is still open
UNPACKED = 4  # times the limit: a workbook's parts are XML and shrink well

SPELLINGS = """
round: round, rd, rd., rnd, runda, tura, тур, forduló, voor, turno, runde, ronde, ronda
date: date, data, дата, dátum, kuupäev, datum, fecha
white: white, białe, білі, világos, valged, valge, bianco, weiss, weiß, blancs, blanc, blancas
black: black, czarne, чорні, sötét, mustad, must, nero, schwarz, noirs, noir, negras
white id: white id, whitefideid, id białych, id білих, világos id, valge id, id bianco, weiss id, id blancs, id blancas
black id: black id, blackfideid, id czarnych, id чорних, sötét id, musta id, id nero, schwarz id, id noirs, id negras
white rating: white rating, whiteelo, ranking białych, рейтинг білих, világos értékszám, valge reiting, elo bianco
black rating: black rating, blackelo, ranking czarnych, рейтинг чорних, sötét értékszám, musta reiting, elo nero
result: result, res, res., wynik, результат, eredmény, tulemus, risultato, ergebnis, résultat, resultado
number: number, no, no., nr, nr., sno, sno., start no, numer, номер, №, sorszám, rajtszám, ssz, ssz.
number: rsz, rsz., numero, num, num., snr, numéro
name: name, player, nazwisko, zawodnik, прізвище, гравець, név, játékos, nimi, mängija, nome, giocatore, spieler, nom
id: id, fide id, fideid, fide-id, fide no, fide number, id fide, код fide, fide azonosító, fide kood, codice fide
federation: federation, fed, fed., country, federacja, федерація, szövetség, föderatsioon, riik, federazione, land, pays
sex: sex, gender, płeć, стать, nem, sugu, sesso, geschlecht, sexe, sexo
title: title, tit, tit., tytuł, звання, титул, cím, tiitel, titolo, titel, titre, título
rating: rating, rtg, elo, ranking, рейтинг, értékszám, élő, reiting, rtgi, rtg int
born: born, birthday, birth, date of birth, b-day, urodzony, data urodzenia, народження, дата народження, született
born: születési dátum, sünniaeg, sünnikuupäev, nato, data di nascita, geburtstag, naissance, nacimiento
born: birthyear, birth year, year of birth, yob, dob, birthdate, birth date, rok urodzenia, rok ur, rok ur., data ur
born: data ur., рік народження, рік нар., р.н., р. н., дата нар., születési év, szül. év, szül. dátum, sünniaasta
born: sündinud, anno di nascita, anno nascita, data nascita, nascita, geburtsjahr, geburtsdatum, geboren, jahrgang
born: année de naissance, date de naissance, año de nacimiento, fecha de nacimiento
points: points, pts, pts., punkty, pkt, pkt., очки, pont, pontszám, punktid, punkte, punti, puntos
rank: rank, rk, rk., miejsce, m-ce, місце, helyezés, koht, posizione, pos, pos., rg., rang
"""
"""The obvious names of a column in English, Polish, Ukrainian, Hungarian, Estonian and Italian, and a few more."""

MEN = "m, male, man, boy, mężczyzna, męska, męski, chłopiec, mees, meessoost, poiss, férfi, ffi, fiú, uomo, maschio"
MEN += ", ч, чол, чоловік, чоловіча, чоловічий, хлопець"
WOMEN = "w, f, k, n, female, woman, girl, kobieta, żeńska, żeński, dziewczyna, naine, naissoost, tüdruk, nő, lány"
WOMEN += ", leány, donna, femmina, ж, жін, жінка, жіноча, жіночий, дівчина"
"""The obvious words for the sexes in the same languages; one letter more than one of them uses: see `sex_words`."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of text cells; `lines[i]` is the line of row i, and the column of a cell is its number from 1."""

    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    encoding: str = "utf-8"


def read_csv(data: bytes, notes: Notes, limits: Limits = LIMITS, encoding: str = "") -> Sheet | None:
    text = decode(data, notes, limits, encoding)
    if text is None:
        return None
    delimiter = guess_delimiter(text.lines[:20])
    rows, lines = [], []
    plain = data.isascii()
    reader = csv.reader(io.StringIO("\n".join((*text.lines, END))), delimiter=delimiter)
    line = 1
    try:
        for row in reader:
            if row and END in row[-1] and row != [END]:
                notes.add("unreadable-cell", "The cell opens a quote that is not closed.", line, len(row))
                row[-1] = row[-1].split("\n")[0]
            cells = tuple([cell.strip() for cell in row])
            if any(cells):  # END is a blank, too
                if reader.line_num > line:  # only then can a cell hold the end of a line
                    cells = tuple(cell.replace("\n", " ") for cell in cells)
                    _tell_run_on(row, line, delimiter, notes)
                rows.append(cells if plain else tuple(composed(cell) for cell in cells))
                lines.append(line)
            line = reader.line_num + 1
    except csv.Error as error:
        notes.add("unreadable-cell", f"The row cannot be read: {shown(str(error))}.", reader.line_num)
    return Sheet(tuple(rows), tuple(lines), text.encoding)


def _tell_run_on(row: list[str], line: int, delimiter: str, notes: Notes) -> None:
    """A cell that holds the end of one row and the start of another: a quote too few, closed by a later one."""
    for index, cell in enumerate(row):
        if "\n" in cell and delimiter in cell:
            last = line + cell.count("\n")
            sentence = f"The cell runs on to line {last}: a quote is not closed, or opened, in its place."
            notes.add("unreadable-cell", sentence, line, index + 1)


def guess_delimiter(lines: tuple[str, ...]) -> str:
    """The delimiter that stands in most of the lines, and in those most often; none below a header of one column."""
    used = [line for line in lines if line.strip()]
    if used and fold(used[0]) in _KNOWN:
        return NOTHING
    return max(
        DELIMITERS, key=lambda sign: (sum(sign in line for line in used), sum(line.count(sign) for line in used))
    )


def read_xlsx(data: bytes, notes: Notes, limits: Limits = LIMITS) -> Sheet | None:
    """The first sheet of a workbook as text; needs the extra `xlsx`."""
    if len(data) > limits.bytes:
        notes.add("too-large", f"The file has more than {limits.bytes:,} bytes, which is the limit.")
        return None
    try:
        from openpyxl import load_workbook
    except ImportError:
        notes.add("needs-extra", "Workbooks are read by openpyxl: pip install 'arpad[xlsx]'.")
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            size = sum(part.file_size for part in packed.infolist())
        if size > UNPACKED * limits.bytes:
            sentence = f"The workbook unpacks to {size:,} bytes; {UNPACKED * limits.bytes:,} are the limit."
            notes.add("too-large", sentence)
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of openpyxl, about styles
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            sheet = book.worksheets[0]
            rows, lines = [], []
            for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
                if number > limits.lines or len(row) > limits.line:
                    notes.add("too-many-lines", f"The sheet has more than {limits.lines:,} rows.", number)
                    return None
                cells = tuple(_as_text(value) for value in row)
                if any(cells):
                    rows.append(cells)
                    lines.append(number)
            book.close()
    except Exception as error:  # openpyxl raises whatever its XML makes it stumble over
        notes.add("unreadable-workbook", f"The workbook cannot be read ({type(error).__name__}).")
        return None
    return Sheet(tuple(rows), tuple(lines))


def _as_text(value: object) -> str:
    """A cell as it would be written: whole numbers without a point, days as YYYY-MM-DD."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if hasattr(value, "strftime"):
        return str(value)[:10]
    text = composed(str(value).strip())
    return "".join(letter if letter.isprintable() else " " for letter in text)


def composed(text: str) -> str:
    """Text as it is kept: a letter with its accents is one character, however it was sent."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """A header or a name as it is compared: composed, small, single blanks."""
    return composed(" ".join(composed(text).casefold().replace("_", " ").split()))


_KNOWN = {
    fold(spelling): name
    for name, _, spellings in (line.partition(":") for line in SPELLINGS.strip().splitlines())
    for spelling in spellings.split(",")
}


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
    """Which column of a header holds what: name -> index, the first of two alike."""
    found: dict[str, int] = {}
    for index, cell in enumerate(row):
        name = _KNOWN.get(fold(cell))
        if name:
            found.setdefault(name, index)
    return found
