"""Languages: what a file translates is said, what it does not is said in English, and nothing of a message is lost."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest
from babel import Locale
from babel.messages.pofile import read_po as read_with_babel
from babel.plural import to_python

import arpad.messages as words
from arpad.asjson import to_json
from arpad.days import Day, Month
from arpad.exact import points
from arpad.finding import Note
from arpad.law import editions, rulebook
from arpad.messages import languages, remedies, say, sentences, speaking
from arpad.messages.filling import Filler
from arpad.messages.numeral import Numeral
from arpad.messages.po_file import read_po


def tool() -> ModuleType:
    """The program behind `./dev messages`."""
    path = Path(__file__).resolve().parents[1] / "docs" / "catalogues.py"
    spec = importlib.util.spec_from_file_location("catalogues", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["catalogues"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


catalogues = tool()
FILES = sorted(words.TRANSLATIONS.glob("*.po"))
COUNTS = (0, 1, 2, 5, 12, 21, 22, 100, 101, 102, 111, 112, 122, 1000)
HEADER = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals={}; plural={};\\n"\n'
POLISH = "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of translations of its own."""
    monkeypatch.setattr(words, "TRANSLATIONS", tmp_path)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    words._languages.cache_clear()
    words._catalogue.cache_clear()
    words._filler.cache_clear()


def entry(name: str, english: str, text: str, before: str = "") -> str:
    return f'\n{before}msgctxt "{name}"\nmsgid "{english}"\nmsgstr "{text}"\n'


def test_the_five_languages_are_there() -> None:
    assert languages() == ("en", "et", "hu", "it", "pl", "uk")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_has_no_mistake(path: Path) -> None:
    assert catalogues.check_language(path.stem)[0] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_read_as_babel_reads_it(path: Path) -> None:
    text = path.read_text("utf-8")
    theirs = read_with_babel(BytesIO(text.encode()))
    rule, entries = read_po(text)
    assert rule.forms == theirs.num_plurals
    assert {(each.name, each.english): each.text for each in entries} == {
        (message.context, message.id): message.string
        for message in theirs
        if message.id and message.string and not message.fuzzy
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_plural_rule_is_that_of_cldr(path: Path) -> None:
    rule, _ = read_po(path.read_text("utf-8"))
    cldr = to_python(Locale.parse(path.stem).plural_form)
    kinds: dict[str, int] = {}
    for number in range(2000):
        assert kinds.setdefault(cldr(number), rule.form_of(number)) == rule.form_of(number)
    assert sorted(kinds.values()) == list(range(rule.forms))


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("pl", "0 gier|1 gra|2 gry|5 gier|12 gier|21 gier|22 gry|1,5 gry*|2 gry"),
        ("uk", "0 gier|1 gra|2 gry|5 gier|12 gier|21 gra|22 gry|1,5 gry*|2 gry"),
    ],
)
def test_counts_and_fractions_take_their_form(language: str, wanted: str) -> None:
    rule, _ = read_po((words.TRANSLATIONS / f"{language}.po").read_text("utf-8"))
    filler = Filler(rule, {"format/decimal": ","})
    counts = (0, 1, 2, 5, 12, 21, 22, Numeral("1.5"), points(4))
    assert [filler.fill("{n:gra|gry|gier|gry*}", {"n": each}) for each in counts] == wanted.split("|")


@pytest.mark.parametrize("language", ["hu", "et", "it", "en"])
def test_two_forms(language: str) -> None:
    rule = words._catalogue(language).rule
    filler = Filler(rule, {"format/decimal": ","})
    counts = (0, 1, 2, 21, Numeral("1.5"), Numeral("0.5"))
    assert [filler.fill("{n:~one|other}", {"n": each}) for each in counts] == ["other", "one", *["other"] * 4]


WRITTEN = {
    "en": "2024-03-05|until 2024-03-05|5 March 2024|2024-04|April 2024|2.5|12,345|A, B and C|1990-07",
    "pl": "05.03.2024|do 05.03.2024|5 marca 2024 r.|04.2024|kwietnia 2024 r.|2,5|12\xa0345|A, B i C|07.1990",
    "uk": "05.03.2024|до 05.03.2024|5 березня 2024 р.|04.2024|квітня 2024 р.|2,5|12\xa0345|A, B і C|07.1990",
    "hu": "2024. 03. 05.|2024. 03. 05. napjáig|2024. március 5.|2024. 04.|2024. április|2,5|12\xa0345|A, B és C"
    "|1990. 07.",
    "et": "05.03.2024|kuni 05.03.2024|5. märts 2024|04.2024|2024. aasta aprilli|2,5|12\xa0345|A, B ja C|07.1990",
    "it": "05/03/2024|fino al 05/03/2024|5 marzo 2024|04/2024|aprile 2024|2,5|12.345|A, B e C|07/1990",
}


@pytest.mark.parametrize(("language", "wanted"), WRITTEN.items())
def test_numbers_days_and_lists_are_written_as_the_language_does(language: str, wanted: str) -> None:
    sentence = "{day}|{day:until}|{day:long}|{list}|{list:of}|{score}|{limit:,}|{names:and}|{born}"
    fields = {
        "day": date(2024, 3, 5), "list": Month(202404), "score": points(5), "limit": 12345, "names": ("A", "B", "C"),
        "born": Day(19900700),
    }  # fmt: skip
    assert words._filler(language).fill(sentence, fields) == wanted
    assert words._filler(language).fill("{born}", {"born": Day(19900000)}) == "1990"


def test_what_is_typed_is_written_as_a_program_reads_it() -> None:
    fields = {"list": Month(202404), "day": date(2024, 3, 5)}
    assert words._filler("pl").fill("{day}: `arpad list show --list {list}`", fields) == (
        "05.03.2024: `arpad list show --list 2024-04`"
    )


def test_a_sentence_that_ends_with_a_day_has_one_stop() -> None:
    assert words._filler("hu").fill("Dátum: {day}.", {"day": date(2024, 3, 5)}) == "Dátum: 2024. 03. 05."


def test_what_is_translated_is_said_and_the_rest_is_said_in_english(folder: Path) -> None:
    english = sentences()["letter/line"]
    folder.joinpath("pl.po").write_text(
        HEADER.format(3, POLISH)
        + entry("letter/line", english, "wiersz {line}{round:?, runda *}: ")
        + entry("letter/cited", "an earlier English", "({articles:,})")
        + entry("letter/date", sentences()["letter/date"], "Data: {day}", "#, fuzzy\n"),
        "utf-8",
    )
    line, day = (("line", 3), ("round", None)), (("day", date(2024, 3, 5)),)
    with speaking("pl"):
        assert say("letter/line", line) == "wiersz 3: "
        assert say("letter/cited", (("number", 1), ("articles", ("8.1",)))) == "(article 8.1)"
        assert say("letter/date", day) == "Date: 2024-03-05"  # fuzzy; in English a day is written as in English
        assert set(sentences("pl")) == {"letter/line"}
    assert say("letter/line", line) == "line 3: "


def test_a_remedy_is_translated_for_one_reader(folder: Path) -> None:
    action, readers = next((action, readers) for action, readers in remedies().items() if len(readers) == 1)
    reader, english = next(iter(readers.items()))
    escaped = english.replace('"', '\\"')
    folder.joinpath("et.po").write_text(
        HEADER.format(2, "n != 1") + entry(f"remedy/{action}/{reader}", escaped, "tehke seda"), "utf-8"
    )
    assert remedies("et") == {action: {reader: "tehke seda"}}


def test_json_is_english_in_every_language() -> None:
    note = Note.of("letter/date", day=date(2024, 3, 5))
    with speaking("pl"):
        assert to_json(note)["sentence"] == "Date: 2024-03-05"


def test_a_damaged_file_is_refused_with_its_line() -> None:
    with pytest.raises(ValueError, match="line 5"):
        read_po(HEADER.format(2, "n != 1") + "\nmsgxyz 3\n")
    with pytest.raises(ValueError, match="Plural-Forms"):
        read_po('msgid ""\nmsgstr ""\n')


@pytest.mark.parametrize(
    ("english", "translated", "what"),
    [
        ("{n:game|games} of {name}", "{n:a|b|c}", "lost: name"),
        ("{n:game|games}", "{n:a|b}", "n has 2 forms, expected 3 or 4"),
        ("{score:point|points}", "{score:a|b|c}", "score has 3 forms, expected 4"),
        ("{n} days", "{n:a|b|c}", "n is not counted in English"),
        ("{day:?; until *}", "{day}", "day is optional in English"),
        ("{x}", "{x} {y}", "no such field: y"),
        ("{x}", "{x", "cannot be read: expected '}' before end of string"),
        ("`arpad check {x}`", "`arpad sprawdź {x}`", "what stands between backticks is typed: it stays as it is"),
        ("line {x}: ", "wiersz {x}:", "a blank at the end is missing, or too many"),
        ("{n:?, {n:game|games}}", "{n:?, {n:a|b}}", "n has 2 forms, expected 3 or 4"),
    ],
)  # fmt: skip
def test_a_planted_mistake_is_found(english: str, translated: str, what: str) -> None:
    assert list(catalogues.mistakes("pl", 3, catalogues.Text("x", english, "m"), translated)) == [what]


def test_a_changed_english_makes_a_fuzzy_entry_and_nothing_is_lost(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [catalogues.Text("a", "one", "m"), catalogues.Text("b", "two", "m"), catalogues.Text("old", "three", "m")]
    monkeypatch.setattr(catalogues, "texts", lambda: texts)
    catalogues.write_file(folder / "pl.po", catalogues.merged("pl", None))
    written = (folder / "pl.po").read_text("utf-8")
    for english, polish in (("one", "jeden"), ("two", "dwa"), ("three", "trzy")):
        written = written.replace(f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{polish}"')
    (folder / "pl.po").write_text(written, "utf-8")
    texts[:] = [
        catalogues.Text("a", "one!", "m"),
        catalogues.Text("b", "two", "m"),
        catalogues.Text("new", "three", "m"),
    ]
    catalogues.write_file(folder / "pl.po", catalogues.merged("pl", catalogues.read_file(folder / "pl.po")))
    read = {message.context: (message.string, message.fuzzy) for message in catalogues.read_file(folder / "pl.po")}
    assert read.pop(None, None) is not None
    assert read == {"a": ("jeden", True), "b": ("dwa", False), "new": ("trzy", True)}
    texts[:] = texts[:1]
    catalogues.write_file(folder / "pl.po", catalogues.merged("pl", catalogues.read_file(folder / "pl.po")))
    assert {message.context for message in catalogues.read_file(folder / "pl.po").obsolete.values()} == {"b", "new"}


def test_a_fuzzy_entry_names_the_english_that_it_translates_until_somebody_has_looked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [catalogues.Text("a", f'one "and" two {"and so on " * 9}', "m")]
    monkeypatch.setattr(catalogues, "texts", lambda: texts)
    file = folder / "pl.po"

    def merge() -> str:
        catalogues.write_file(file, catalogues.merged("pl", catalogues.read_file(file) if file.exists() else None))
        return file.read_text("utf-8")

    english = rf'msgid "one \"and\" two {"and so on " * 9}"'
    file.write_text(merge().replace(f'{english}\nmsgstr ""', f'# a remark\n{english}\nmsgstr "jeden"'), "utf-8")
    for changed in ("one or two", "one or three"):
        texts[:] = [catalogues.Text("a", changed, "m")]
        once = merge()
        assert once.endswith(
            f'# a remark\n#. m\n#, fuzzy\n#| {english}\nmsgctxt "a"\nmsgid "{changed}"\nmsgstr "jeden"\n\n'
        )
        assert merge() == once
    file.write_text(once.replace("#, fuzzy\n", ""), "utf-8")
    assert merge().endswith('# a remark\n#. m\nmsgctxt "a"\nmsgid "one or three"\nmsgstr "jeden"\n\n')


def test_merging_twice_changes_nothing(tmp_path: Path) -> None:
    for path in FILES:
        once, twice = tmp_path / "once.po", tmp_path / "twice.po"
        catalogues.write_file(once, catalogues.merged(path.stem, catalogues.read_file(path)))
        catalogues.write_file(twice, catalogues.merged(path.stem, catalogues.read_file(once)))
        assert once.read_bytes() == twice.read_bytes()


def test_the_pseudo_language_marks_letters_and_leaves_what_is_typed() -> None:
    assert catalogues.mark("see `arpad x {a}` {n:game|games}{day:?; until *} --list") == (
        "şḗḗ `arpad x {a}` {n:ɠȧḿḗ|ɠȧḿḗş}{day:?; ŭƞŧīŀ *} --list"
    )


def test_a_language_is_one_file(folder: Path) -> None:
    folder.joinpath("xx.po").write_text(
        HEADER.format(1, "0") + entry("letter/ask", sentences()["letter/ask"], "Ask-ask:"), "utf-8"
    )
    assert languages() == ("en", "xx")
    assert say("letter/ask", language="xx") == "Ask-ask:"


@pytest.mark.parametrize(
    ("language", "english", "translated", "what"),
    [
        ("pl", "Ask the arbiter.", "Prosimy zapytać sędziego.", []),
        ("pl", "Ask the arbiters.", "Prosimy zapytać arbitra.", ["arbiters is said otherwise than the glossary does"]),
        ("pl", "The player.", "Ten gracz.", ["gracz is not the word of the glossary"]),
        ("et", "The games.", "Kõik mängud.", ["mängud is not the word of the glossary"]),
        ("et", "The player.", "See mängija.", []),
        ("it", "`arbiter`", "`arbiter`", []),
        ("xx", "The arbiter.", "Somebody.", []),
    ],
)
def test_a_term_that_is_said_otherwise_is_found(language: str, english: str, translated: str, what: list[str]) -> None:
    assert list(catalogues.other_words(language, english, translated)) == what


def test_a_translator_may_say_that_a_term_is_left_out() -> None:
    assert list(catalogues.other_words("it", "By the rulebook.", "Così.", ["without: rulebook"])) == []


# --- a phrase in a sentence has one grammatical role ------------------------------------------------------------------

FAMILIES = {
    "authority": "a subject, or in brackets",
    "by-authority": "who did it, with its preposition",
    "to-authority": "to whom, with its preposition",
    "ask-authority": "a sentence of its own",
    "system": "behind a colon",
    "deadline": "a name in a list",
    "web-series": "a name",
    "rating-state": "a state of a rating",
    "os-error": "behind a colon",
    "membership": "a state, behind a verb",
    "desk-claim": "a state, behind a verb, or first in a line",
    "desk-case": "a state, behind a verb",
    "claim-role": "in brackets",
    "opened-fact": "a name, with a colon behind it",
    "k-reason": "in brackets, or behind a comma",
    "desk-verdict": "behind a colon",
    "desk-exclusion": "behind a colon, or in brackets",
}
"""The families of messages that a field may name (`{by:=by-authority}`), each with its one role."""


def families_in(text: str) -> set[str]:
    return set(re.findall(r":=([a-z-]+)", text))


def test_each_phrase_has_one_role_and_only_such_phrases_are_named() -> None:
    texts = catalogues.texts()
    used = {family for text in texts for family in families_in(text.english)}
    assert used == FAMILIES.keys()
    assert [family for family in FAMILIES if not any(name.startswith(f"{family}/") for name in sentences())] == []


NOTES = {
    "approved-by": "who, behind `by`",
    "cause": "a name in a list",
    "expected": "behind `expected`",
    "rate": "behind a colon",
}
"""The families of messages that are fields of another sentence, each with its one role."""
NOTE_MAKERS = ("Note.of", "Problem", "say", "words")
SENTENCE_MAKERS = (*NOTE_MAKERS, "UserError", "find", "tell", "_sentence", "print_words")


def notes_given_as_fields(source: str) -> set[str]:
    """The families of the messages that a program passes as fields of a sentence."""
    found = set()
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        if called(call) not in SENTENCE_MAKERS:
            continue
        for inner in (node for each in call.keywords for node in ast.walk(each.value) if isinstance(node, ast.Call)):
            name = inner.args[0] if inner.args and called(inner) in NOTE_MAKERS else None
            name = name.values[0] if isinstance(name, ast.JoinedStr) else name
            if isinstance(name, ast.Constant):
                found.add(str(name.value).partition("/")[0])
    return found


def called(call: ast.Call) -> str:
    """What a call calls; of methods only the name, but for `Note.of`."""
    written = ast.unparse(call.func)
    return written if written == "Note.of" else written.rpartition(".")[2]


def test_each_message_that_is_a_field_has_one_role() -> None:
    assert notes_given_as_fields('find("a", by=Note.of("b/c", x=1)); other("a", by=Note.of("d"))') == {"b"}
    assert notes_given_as_fields('Note.of("a", by=words(f"b/{c}") if c else None)') == {"b"}
    package = Path(words.__file__).parents[1]
    used = {family for path in package.rglob("*.py") for family in notes_given_as_fields(path.read_text("utf-8"))}
    assert used == NOTES.keys()


def test_the_titles_of_the_shipped_rulebooks_can_be_translated() -> None:
    titles = {name: text for name, text in sentences().items() if name.startswith("rulebook-title/")}
    assert titles == {f"rulebook-title/{name}": rulebook(name).head.title for name in editions()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_translation_names_phrases_that_there_are(path: Path) -> None:
    _, entries = read_po(path.read_text("utf-8"))
    assert [each.name for each in entries if families_in(each.text) - FAMILIES.keys()] == []


# --- every counted noun in every language -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", [path.stem for path in FILES])
def test_every_counted_word_is_said_with_every_number(language: str) -> None:
    """0, 1, 2, 5, 12, 21, 22 and 1.5 of whatever a sentence counts: the form is that of the rule, and never missing."""
    rule, filler = words._catalogue(language).rule, words._filler(language)
    spoken = [*sentences(language).values(), *(text for by in remedies(language).values() for text in by.values())]
    for form in {form for text in spoken for form in re.findall(r":(~?[^{}:?]*\|[^{}]*)\}", text)}:
        forms = form.removeprefix("~").split("|")
        for number in (0, 1, 2, 5, 12, 21, 22):
            assert filler.write(number, form).endswith(forms[rule.form_of(number)])
        assert filler.write(Numeral("1.5"), form).endswith(forms[min(rule.forms, len(forms) - 1)])


def test_a_letter_reads_the_file_of_its_language_once() -> None:
    with speaking("pl"):
        say("letter/date", (("day", date(2024, 3, 1)),))
        read = words._catalogue.cache_info().misses
        for _ in range(60):  # a letter has some sixty sentences
            say("letter/played", (("start", date(2024, 3, 1)), ("end", date(2024, 3, 5))))
        assert words._catalogue.cache_info().misses == read


def test_no_catalogue_is_read_by_a_command_that_speaks_english() -> None:
    code = "import arpad.cli, arpad.messages as m; print(m._catalogue.cache_info().currsize)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "0\n"


@pytest.mark.parametrize(("value", "written"), [(None, ""), ("2026-03", "2026-03"), (Month(202603), "March 2026")])
def test_what_is_no_month_is_written_as_it_is(value: object, written: str) -> None:
    named = words.InWords(value, "name")
    assert str(named) == written
    assert bool(named) == bool(written)
