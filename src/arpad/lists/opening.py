"""Open a series with a list made elsewhere, from a rating list or a CSV file.

What the file does not say is concluded from K where K proves it, or from other lists; otherwise it is asked, unless the
officer chose to let it be concluded. Every conclusion is stored beside the row. The file's K stays on the list.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import numpy as np

from arpad.columns import I32, I64, U8, Bools, KReason, Roll, State, Table
from arpad.days import FIRST_YEAR, LAST_YEAR, MONTHS_OF_YEAR, Day, Month
from arpad.finding import Finding, Place, Remedy, Tier, UserError, sorted_fields
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.intake.codes import shown
from arpad.intake.frl.layout import STANDARD, is_combined
from arpad.law import Rulebook
from arpad.law.calendar import list_before
from arpad.law.rules.lists import INACTIVITY
from arpad.law.rules.newcomers import FLOOR
from arpad.law.rules.rating import COEFFICIENT
from arpad.lists.concluding import Concluding, Listed, ShownElsewhere, Stated, concluded_of
from arpad.lists.proved_by_k import Conclusion
from arpad.lists.rollcall import INACTIVE, STANDINGS
from arpad.rating.coefficient import decide

UNKNOWN = -1
TOP, LARGEST_K = 4000, 99  # no rating and no K is larger
MOST_GAMES = 30_000  # of a player; the column holds twice as many, and each list adds to it
IMPOSSIBLE = "coefficient/opening-impossible"


@dataclass(frozen=True)
class Beside:
    """What stands beside a list that opens a series."""

    entered: Stated | None = None  # by an officer
    shown: ShownElsewhere | None = None  # by lists of earlier months
    chosen: frozenset[Concluding] = frozenset()


NOTHING = Beside()


@dataclass(frozen=True, eq=False)
class Conclusions(Table):
    """Where each fact of a row comes from."""

    games: U8
    highest: U8
    last: U8


@dataclass(frozen=True)
class Opening:
    """The opening list. While there are questions, the rows they are about are not to be relied on."""

    roll: Roll
    conclusions: Conclusions
    impossible: Bools  # no clause gives the K of the row
    contradicted: Bools  # a clause would, but not to somebody with the games and ratings that the lists show
    shown: ShownElsewhere
    below_floor: Bools
    articles: Mapping[str, tuple[str, ...]]

    @property
    def open_rows(self) -> Bools:
        asked = Conclusion.ASKED.value
        rows: Bools = (self.conclusions.games == asked) | (self.conclusions.highest == asked)
        return rows | self.impossible | self.below_floor

    def questions(self, ids: Sequence[int] | I64, file: str = "") -> Iterator[Finding]:
        """A finding for each fact that is missing, with the number the player has on the file."""
        asked = Conclusion.ASKED.value
        for row in np.flatnonzero(self.open_rows).tolist():
            if self.below_floor[row]:
                yield self._question(row, ids, file, "floor/opening", "mend-opening-rating")
            if self.impossible[row]:
                message = "coefficient/opening-contradicted" if self.contradicted[row] else IMPOSSIBLE
                yield self._question(row, ids, file, message, "mend-opening-k")
                continue
            if self.conclusions.games[row] == asked:
                yield self._question(row, ids, file, "coefficient/opening-games", "enter-games")
            if self.conclusions.highest[row] == asked:
                yield self._question(row, ids, file, "coefficient/opening-highest", "enter-highest")

    def _question(self, row: int, ids: Sequence[int] | I64, file: str, message: str, action: str) -> Finding:
        number, code = int(ids[row]), message.partition("/")[0]
        numbers = {"number": number, "rating": int(self.roll.rating[row]), "k": int(self.roll.k[row])}
        fields = sorted_fields(numbers | {"games": int(self.shown.games[row]), "highest": int(self.shown.highest[row])})
        helps = Remedy.to(action, number=number)
        return Finding(code, Tier.ASK, Place(file), message, fields, helps, self.articles[code], number)


def open_list(book: Rulebook, day: date, born: I32, stated: Stated, beside: Beside = NOTHING) -> Opening:
    """The opening list of a day. What the file states goes before what was entered, but for K: an officer who enters
    it has decided, and a K that no clause gives stands as given."""
    list_ = Month.of(day)
    facts = _with(stated, beside.entered)
    _must_be_possible(facts)
    rated = facts.rating > 0
    shown = _shown(facts, beside)
    listed = Listed(book, list_, born, facts)
    games, highest, possible = concluded_of(listed, shown, beside.chosen)
    last = _last(book, list_, facts)
    least = np.where(facts.games >= 0, facts.games, games[1])
    _must_be_countable(least)
    top = np.maximum(np.where(facts.highest >= 0, facts.highest, highest[1]), facts.rating)
    answered = np.zeros(len(facts), bool) if beside.entered is None else beside.entered.k >= 0
    odd, impossible = rated & ~possible & answered, rated & ~possible & ~answered
    games, highest = (
        _of_odd_k(odd, each, by) for each, by in ((games, Conclusion.FEWEST), (highest, Conclusion.AT_HAND))
    )
    decided = decide(book, list_, least.astype(np.uint16), born, top.astype(np.int16), facts.rating)
    k, reason = _k(facts, *decided)
    state = np.where(facts.inactive, State.INACTIVE, State.ACTIVE)
    roll = {
        "rating": facts.rating, "state": state, "k": k, "k_reason": reason, "games": least, "highest": top,
        "last": last[1],
    }  # fmt: skip
    conclusions = Conclusions.of(
        games=np.where(rated, _entered(games[0], stated.games, facts.games), 0),
        highest=np.where(rated, _entered(highest[0], stated.highest, facts.highest), 0),
        last=np.where(rated, _entered(last[0], stated.last, facts.last), 0),
    )
    return Opening(
        Roll.of(**{name: np.where(rated, column, 0) for name, column in roll.items()}),
        conclusions,
        impossible,
        impossible & concluded_of(listed, ShownElsewhere.nothing(len(facts)))[2] if impossible.any() else impossible,
        shown,
        rated & (facts.rating < lowest(book, day)),
        {"coefficient": book.articles(COEFFICIENT), "floor": book.articles(FLOOR)},
    )


def _of_odd_k(odd: Bools, concluded: Any, choice: Conclusion) -> Any:
    """What is concluded where an officer entered a K that no clause gives: nothing is proved, and nothing is asked."""
    asked = odd & ~np.isin(concluded[0], (Conclusion.STATED, Conclusion.ENTERED))
    return np.where(asked, choice, concluded[0]), concluded[1]


def _must_be_possible(facts: Stated) -> None:
    """Refuse a rating or a K that nobody has, and a highest rating below the rating itself."""
    for row in np.flatnonzero((facts.rating > TOP) | (facts.highest > TOP) | (facts.k > LARGEST_K))[:1].tolist():
        rating, highest, k = (int(column[row]) for column in (facts.rating, facts.highest, facts.k))
        raise UserError("opening/far", rating=rating, highest=highest, k=k, top=TOP, largest=LARGEST_K)
    for row in np.flatnonzero((facts.highest >= 0) & (facts.highest < facts.rating))[:1].tolist():
        raise UserError("opening/highest", rating=int(facts.rating[row]), highest=int(facts.highest[row]))


def _must_be_countable(games: I32) -> None:
    """Refuse more games than anybody plays: the lists to come add to them."""
    most = int(games.max(initial=0))
    if most > MOST_GAMES:
        raise UserError("opening/many-games", games=most, most=MOST_GAMES)


def lowest(book: Rulebook, day: date) -> int:
    """The lowest rating that a list of a day can have: a list of before the edition is not held to its floor."""
    return book.rule(FLOOR).rating if book.head.covers(day) else 1


def stated_by_list(ratings: RatingList, series: str) -> Stated:
    """What a list file says: ratings, K, games of the period and the mark; never games so far or highest."""
    name = STANDINGS.get(series, series)
    if name not in ratings.standings:
        names = tuple(ratings.standings)
        raise UserError("opening/no-series", series=series, there=names) if names else UserError("opening/no-ratings")
    if name != STANDARD and is_combined(ratings.layout, ratings.standings):
        raise UserError("opening/combined", Remedy.to("import-single-list"), series=series)
    standing = ratings.standings[name]
    inactive = np.char.find(ratings.flag, INACTIVE) >= 0
    k = np.where(standing.k > 0, standing.k, UNKNOWN)
    columns = {"rating": standing.rating, "inactive": inactive, "k": k, "period_games": standing.games}
    return stated_by_columns(columns)


def stated_by_columns(columns: Mapping[str, Any]) -> Stated:
    """The same from named columns of whole numbers; a column that is not given says nothing."""
    names = [name for name, _ in Stated.join([]).columns()]
    wrong = [name for name in columns if name not in names]
    if wrong:
        raise UserError("opening/unknown-column", column=wrong[0], known=tuple(names))
    if "rating" not in columns:
        raise UserError("opening/no-rating-column")
    silent: dict[str, Any] = dict.fromkeys(names, UNKNOWN) | {"inactive": False}
    try:
        return Stated.of(**(silent | dict(columns)))
    except (ValueError, TypeError) as error:
        raise UserError("opening/values", reason=str(error)) from None


def _with(stated: Stated, entered: Stated | None) -> Stated:
    if entered is None:
        return stated
    if len(entered) != len(stated):
        raise UserError("opening/entered-rows", entered=len(entered), listed=len(stated))
    filled = {
        name: np.where(column < 0, getattr(entered, name), column)
        for name, column in stated.columns()
        if name not in ("rating", "inactive")
    }
    filled["k"] = np.where(entered.k < 0, stated.k, entered.k)  # a K that is entered is a decision
    return Stated.of(rating=stated.rating, inactive=stated.inactive, **filled)


def _entered(concluded: Any, stated: Any, facts: Any) -> Any:
    """The conclusions, where the file or an officer did not say it."""
    return np.where(stated >= 0, Conclusion.STATED, np.where(facts >= 0, Conclusion.ENTERED, concluded))


def _shown(facts: Stated, beside: Beside) -> ShownElsewhere:
    """What all lists at hand show, with this one, where somebody wants it to count."""
    if beside.shown is None and not beside.chosen:
        return ShownElsewhere.nothing(len(facts))
    others = beside.shown if beside.shown is not None else ShownElsewhere.nothing(len(facts))
    return ShownElsewhere(others.games + np.maximum(facts.period_games, 0), others.highest)


def _last(book: Rulebook, list_: Month, facts: Stated) -> tuple[Any, Any]:
    """The list of the last rated game, and whether the file says it."""
    before = list_before(book, list_)
    idle = list_.plus(-book.rule(INACTIVITY).years * MONTHS_OF_YEAR)
    plays = (facts.period_games > 0) & ~facts.inactive
    latest = np.where(facts.inactive, idle, np.where(facts.period_games == 0, before, list_))
    concluded = np.where(plays | (facts.last >= 0), Conclusion.STATED, Conclusion.FROM_MARK)
    return concluded, np.where(facts.last >= 0, facts.last, np.where(plays, list_, latest))


def _k(facts: Stated, k: U8, reason: U8) -> tuple[Any, Any]:
    """K as the file has it, with the clause that gives it where one does; where it has none, K by the clauses."""
    same = (facts.k <= 0) | (facts.k == k)
    return np.where(same, k, facts.k), np.where(same, reason, KReason.GIVEN)


OWN_COLUMNS = ("id", "born")
OPENING_COLUMNS = (*OWN_COLUMNS, *(name for name, _ in Stated.join([]).columns()))
DELIMITERS = ";\t,"
ENTERED = ("k", "games", "highest", "last")
DATED = ("born", "last")
LARGEST_NUMBER = {
    "id": 9_999_999_999, "born": 99_991_231, "rating": TOP, "inactive": 1, "k": LARGEST_K, "period_games": 9999,
    "games": MOST_GAMES, "highest": TOP, "last": 999_912,
}  # fmt: skip


def read_entered(data: bytes, file: str = "-") -> dict[int, dict[str, int]]:
    """What an officer adds to a list that does not say it, by the player's number; a rating in it is not looked at."""
    columns = _columns_of_csv(data, file, ("id",))
    names = [name for name in ENTERED if name in columns]
    rows = zip(*(columns[name] for name in names), strict=True) if names else [()] * len(columns["id"])
    return {
        number: {name: value for name, value in zip(names, row, strict=True) if value != UNKNOWN}
        for number, row in zip(columns["id"], rows, strict=True)
    }


def read_opening(data: bytes, file: str = "-") -> tuple[I64, I32, Stated]:
    """Numbers, births and what is stated, in the order of the file."""
    columns = _columns_of_csv(data, file, ("id", "rating"))
    born = columns.pop("born", [0] * len(columns["id"]))
    ids = np.array(columns.pop("id"), np.int64)
    return ids, np.maximum(np.array(born, np.int32), 0), stated_by_columns(columns)


def _columns_of_csv(data: bytes, file: str, needed: tuple[str, ...]) -> dict[str, list[int]]:
    """Return the columns of a file by name; refuse it with the line and column of the first problem."""
    reader = _reader(data, file)
    header = _header(reader, file, needed)
    columns: dict[str, list[int]] = {name: [] for name in header}
    numbers: set[int] = set()
    for row in _readable_rows(reader, file):
        if None in row:
            raise UserError("opening-csv/cells", file=file, line=reader.line_num)
        for name in header:
            columns[name].append(_number_in_cell(row, name, Place(file, reader.line_num)))
        number = columns["id"][-1]
        if number in numbers:
            raise UserError("opening-csv/number-twice", file=file, line=reader.line_num, number=number)
        if number <= 0:
            raise UserError("opening-csv/no-number", file=file, line=reader.line_num, number=number)
        numbers.add(number)
    if not numbers:
        raise UserError("opening-csv/no-rows", file=file)
    return columns


def _reader(data: bytes, file: str) -> csv.DictReader[str]:
    """Return a reader of the rows; the separator is the one that stands most often in the header."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError("opening-csv/encoding", Remedy.to("save-utf8"), file=file) from None
    delimiter = max(DELIMITERS, key=text.partition("\n")[0].count)
    return csv.DictReader(io.StringIO(text), delimiter=delimiter, restval="")


def _header(reader: csv.DictReader[str], file: str, needed: tuple[str, ...]) -> list[str]:
    """Return the names of the columns without blanks around them; refuse an unknown or a missing column."""
    header = [name.strip() for name in reader.fieldnames or ()]
    for name in header:
        if name not in OPENING_COLUMNS:
            raise UserError("opening-csv/unknown-column", file=file, column=name, known=OPENING_COLUMNS)
    for name in needed:
        if name not in header:
            raise UserError("opening-csv/missing-column", file=file, column=name)
    reader.fieldnames = header
    return header


def _readable_rows(reader: csv.DictReader[str], file: str) -> Iterator[dict[str, str]]:
    """The rows, as far as they are any."""
    try:
        yield from reader
    except csv.Error as error:
        raise UserError("opening-csv/broken", file=file, line=reader.line_num, reason=str(error)) from None


def _number_in_cell(row: Mapping[str, str], name: str, place: Place) -> int:
    text = row[name].strip()
    if not text:
        return 0 if name in ("inactive", "rating") else UNKNOWN
    if not (text.isascii() and text.isdigit()):
        raise UserError("opening-csv/not-whole", file=place.file, line=place.line, column=name, text=shown(text))
    value = int(text) if len(text) <= len(str(LARGEST_NUMBER[name])) else LARGEST_NUMBER[name] + 1
    if value > LARGEST_NUMBER[name] or (name in DATED and not _is_date(value, name)):
        message = "opening-csv/no-date" if name in DATED else "opening-csv/large"
        most, cell = LARGEST_NUMBER[name], shown(text)
        raise UserError(message, file=place.file, line=place.line, column=name, text=cell, most=most)
    return value


def _is_date(value: int, name: str) -> bool:
    """Whether a number is a birth, of which a part may be unknown, or the month of a list."""
    try:
        day = Day.read(str(Day(value))) if name == "born" else Day.of(Month(value).first)
    except ValueError:
        return False
    return FIRST_YEAR <= day.year <= LAST_YEAR and (name != "born" or day == value)
