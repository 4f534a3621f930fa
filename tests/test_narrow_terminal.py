"""A terminal of 80 columns: whatever prints a table, a letter or findings breaks between words and never inside one."""

from __future__ import annotations

from pathlib import Path

import pytest
from office_made import NUMBERS, registered, sent
from publication_made import DUE, address_of, an_open, before_list, copied, on
from terminal import shown
from typed import typed

from arpad.cli.helptext import reflow_help
from arpad.cli.list_output import SHORT_HEADINGS
from arpad.cli.output import print_table
from arpad.cli.terminal import LETTER_WIDTH, wrap_line
from arpad.office import people
from arpad.office.book.submission import SubmissionTerms

COLUMNS = 80
LONG = "Invented-Longname-Of-A-Family, Anastasia Wilhelmina Konstantina"
NAME = "Vyhadanenko-Mriychuk-Khmarenko, Solomiia-Khrystyna"


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An office with people, arbiters and federations, a published list, a refused report and one that waits."""
    directory = tmp_path_factory.mktemp("narrow")
    desk = copied(before_list("sqlite"), directory, DUE)
    people.add_federation(desk, people.NewFederation("UKR", "Ukraine, and a long name for a federation"))
    people.add_arbiter(desk, people.NewArbiter(14100098, NAME, "UKR", "FA", why="seminar"))
    people.add_player(
        desk, people.NewPlayer(people.Person(NAME, born=20120304, sex="w", federation="UKR", region="Kyiv"))
    )
    facts = people.PlayerFacts(name=LONG, federation="UKR", title="WFM", region="Khmelnytskyi region")
    people.change_player(
        desk, people.PlayerChange(NUMBERS[3], facts, why="married, and moved to another region of the country")
    )
    registered(desk, an_open("open-3", range(15, 23), start=DUE.replace(day=5)))
    address = address_of(desk)
    dated = ("--db", address, "--now", DUE, "--who", "A. Officer")
    assert typed("period", "preview", *dated).code == 0
    assert typed("period", "publish", "--yes", *dated).code == 0
    later = on(desk, DUE.replace(day=15))
    bad = an_open("open-3", range(15, 23), start=DUE.replace(day=5)).text.replace("122 120'", "122 3'")
    sent(later, bad.encode(), terms=SubmissionTerms("open-3"))
    typed("report", "refuse", "open-3", "--why", "the time control is too short", "--yes",
          "--db", address, "--now", "2025-12-15", "--who", "B. Officer")  # fmt: skip
    return address


VERBS: dict[str, tuple[object, ...]] = {
    "player find": ("Invented",),
    "player find many": ("Solomiia",),
    "player show": (NUMBERS[3],),
    "arbiter show": (),
    "federation show": (),
    "event list": (),
    "event show": ("open-1",),
    "event show refused": ("open-3",),
    "report show": ("open-3",),
    "report letter": ("open-3",),
    "list show": (),
    "list show active": ("--kind", "active"),
    "list diff": ("2025-11", "2025-12"),
    "explain": (NUMBERS[1],),
    "explain --event": ("open-1",),
    "doctor": (),
    "log": (),
}


def words_of(verb: str) -> tuple[object, ...]:
    group = verb.split()[:1] if verb in ("explain", "doctor", "log") else verb.split()[:2]
    return (*group, *VERBS[verb])


@pytest.mark.parametrize("verb", VERBS)
def test_at_80_columns_nothing_breaks_inside_a_word(office: str, verb: str) -> None:
    words = (*words_of(verb), "--db", office)
    piped = typed(*words)
    screen = shown(COLUMNS, *words)
    fewer = verb.startswith("list show")  # the fields that an officer looks for, under short headings
    _whole(screen, piped.out + " ".join(SHORT_HEADINGS.values()) if fewer else piped.out, fewer)


PAPER = (
    ("law", "list"),
    ("law", "show", "fide-standard-2025"),
    ("law", "diff", "fide-standard-2024", "fide-standard-2025"),
    ("law", "errata"),
    ("law", "coverage", "fide-standard-2025"),
)


@pytest.mark.parametrize("words", PAPER, ids=" ".join)
def test_the_law_on_paper_breaks_no_word_either(words: tuple[str, ...]) -> None:
    piped = typed(*words)
    assert (piped.code, piped.out != "") == (0, True)
    _whole(shown(COLUMNS, *words), piped.out)


def test_findings_of_a_report_break_no_word(tmp_path: Path) -> None:
    report = tmp_path / "a-report-with-a-rather-long-name-for-a-file.trf"
    report.write_text(an_open().text.replace("122 120'", "122 3'"))
    words = ("check", str(report), "--series", "fide-standard", "--as-of", "2025-11-20")
    piped = typed(*words)
    assert piped.out
    _whole(shown(COLUMNS, *words), piped.out)


def _whole(screen: str, piped: str, fewer: bool = False) -> None:
    """Every word on the screen is a word of the pipe and every value is there; a line fits unless it is one word."""
    lines = piped.splitlines()
    heads = {at for at, line in enumerate(lines[1:]) if _is_rule(line)}
    values = {word for at, line in enumerate(lines) if at not in heads for word in line.split() if not _is_rule(word)}
    words = [word for word in screen.split() if not _is_rule(word)]
    known = set(piped.split())
    assert [word for word in words if word not in known] == []
    assert fewer or values - set(words) == set()
    for line in screen.splitlines():
        assert len(line) <= COLUMNS or len(line.split()) == 1, line


def _is_rule(text: str) -> bool:
    return bool(text) and set(text) <= {"─", "-"}


def test_a_row_that_does_not_fit_becomes_a_card() -> None:
    screen = shown(30, "law", "list")
    (card,) = [card for card in screen.split("\n\n") if "\nfide-rapid-blitz-2018\n" in card]
    assert card.splitlines()[:5] == [
        "rulebook",
        "fide-rapid-blitz-2018",  # longer than what is left beside its name
        "series         fide-rapid,",
        "               fide-blitz",
        "in force from  2018-07-01",
    ]


@pytest.mark.parametrize("columns", [60, 72, 80, 200])
def test_a_letter_is_as_wide_as_a_letter_on_any_terminal_and_in_a_pipe(office: str, columns: int) -> None:
    words = ("report", "letter", "open-3", "--db", office)
    piped = typed(*words).out
    screen = shown(columns, *words)
    assert screen.split() == piped.split()
    for text, width in ((screen, min(columns, LETTER_WIDTH)), (piped, LETTER_WIDTH)):
        lines = text.splitlines()
        assert [line for line in lines if len(line) > width] == []
        assert len(lines) > 12
        assert "\nWhat stands against it:\n- " in text
    assert any(line.startswith("  ") for line in piped.splitlines())  # a paragraph goes on below its first word


def test_a_paragraph_of_the_help_flows_and_a_remark_goes_below_a_long_example() -> None:
    screen = shown(COLUMNS, "player", "listing", "--help")
    prose = screen[screen.index("A dispensation,") : screen.index("Examples")].strip().splitlines()
    assert len(prose) > 2
    assert [line for line in prose[:-1] if len(line.strip()) < COLUMNS - 20] == []
    assert (
        reflow_help("Do it.\n\nOne\ntwo.\n\n  arpad log   all of it") == "Do it.\n\nOne two.\n\n  arpad log   all of it"
    )
    purpose = ("all of it " * 8).strip()
    assert reflow_help(f"Do it.\n\nSo:\n\n  arpad log   {purpose}") == f"Do it.\n\nSo:\n\n  arpad log\n    {purpose}"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one two three", ["one two", "three"]),
        ("  - one two three", ["  - one", "    two", "    three"]),
        ("incomprehensibility is one", ["incomprehensibility", "is one"]),
        ("a  b", ["a  b"]),
    ],
)
def test_a_line_breaks_between_words(text: str, lines: list[str]) -> None:
    assert wrap_line(text, 9) == lines


def test_a_pipe_gets_the_table_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("name", "federation"), [("x" * 100, "UKR")])
    assert capsys.readouterr().out.splitlines()[2] == f"{'x' * 100}   UKR"
