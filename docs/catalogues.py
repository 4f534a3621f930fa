"""Keep the translations: write the template, merge it into the files, check them, count what is missing.

    ./dev messages               write arpad.pot, merge it into each file of src/arpad/messages/po, check and count
    ./dev messages LANGUAGE      the same for one language; a language that has no file gets one
    ./dev messages --check       write nothing; the exit code is 1 where a check fails
    ./dev messages --pseudo      write qps.po, in which letters are marked: what stays plain is in no catalogue

An entry whose English has changed keeps its translation and is marked as fuzzy; its message is said in English until
somebody has looked at it. A new message has no translation and is said in English.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from string import Formatter
from typing import NamedTuple

from babel import Locale, UnknownLocaleError
from babel.messages import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import denormalize, read_po, write_po

import arpad.messages as words

PSEUDO = "qps"
FIRST = (
    "formats", "letters", "any_reader", "report_files", "report_file_remedies", "admission", "time_controls",
    "calculations", "explained", "command_line",
    "public_findings", "site", "site_lists", "site_calculations", "site_events",
    "status", "events", "lists", "people", "corrections", "undo",
)  # fmt: skip
"""The modules in the order in which they are translated; one that is not named comes behind them."""
IN_ENGLISH = ("database", "law", "law_values", "proof", "statistics")
"""Modules that are not translated: care of an office, values and files of rulebooks, proofs, measures, the rule lab."""
FRACTIONS = ("score", "points")
"""Counted fields that may be a fraction: a language whose rule has a form for these writes it last."""
PLURALS = {"hu": (2, "(n != 1)")}  # Babel has one form
FORMATS = "format/"
NEVER_WRAPPED = 1_000_000  # columns; without a width Babel wraps comments, and an earlier English with them
EARLIER = "|"  # begins a line with the English that a fuzzy entry translates
TERMS = Path(__file__).with_name("terms.toml")
DATE = datetime(2026, 1, 1, tzinfo=UTC)  # a file that says nothing new does not change


class Text(NamedTuple):
    """An English text: its name in the files, and the module it stands in."""

    name: str
    english: str
    module: str


# --- the template -----------------------------------------------------------------------------------------------------


def texts() -> list[Text]:
    """Every English text that is translated, in the order of the files."""
    package = import_module("arpad.messages.en")
    names = [module.name for module in iter_modules(package.__path__) if module.name not in IN_ENGLISH]
    order = {name: place for place, name in enumerate(FIRST)}
    found = []
    for name in sorted(names, key=lambda each: (order.get(each, len(order)), each)):
        for constant, table in vars(import_module(f"{package.__name__}.{name}")).items():
            if constant.endswith("SENTENCES"):
                found += [Text(message, text, name) for message, text in table.items()]
            elif constant.endswith("REMEDIES"):
                for action, readers in table.items():
                    found += [Text(f"{words.REMEDY}/{action}/{reader}", text, name) for reader, text in readers.items()]
    return [text for text in found if text.english.strip()]


def new_catalogue(language: str | None) -> Catalog:
    """An empty catalogue with its header."""
    comment = f"# Arpad in {language or 'another language'}. How to translate: docs/translating.md."
    catalogue = Catalog(
        locale=language if language and is_known(language) else None, header_comment=comment, project="Arpad",
        version="1", copyright_holder="", creation_date=DATE, revision_date=DATE, fuzzy=False,
        last_translator="none yet", language_team="none yet", msgid_bugs_address="none",
    )  # fmt: skip
    forms, expression = PLURALS.get(language or "", (0, ""))
    if not forms:
        rule = get_plural(language) if language and is_known(language) else (2, "(n != 1)")
        forms, expression = rule[0], rule[1]
    known = catalogue.locale or Locale("en")  # without a locale Babel writes no plural rule
    vars(catalogue).update(_num_plurals=forms, _plural_expr=expression, _locale=known, _locale_identifier=language)
    return catalogue


def is_known(language: str) -> bool:
    """Whether CLDR knows a language."""
    try:
        Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return False
    return True


def merged(language: str, old: Catalog | None) -> Catalog:
    """The file of a language with every text of today; a translation of an English that changed is fuzzy."""
    new = new_catalogue(language)
    if old is not None:
        new.last_translator, new.language_team = old.last_translator, old.language_team
        new.header_comment, new.revision_date = old.header_comment, old.revision_date
    before = (
        {} if old is None else {message.context: message for message in (*old.obsolete.values(), *old) if message.id}
    )
    wanted = texts()
    names = {text.name for text in wanted}
    retired = {message.id: message for name, message in before.items() if name not in names and message.string}
    filled = formats_by_cldr(language) if old is None else {}
    for name, english, module in wanted:
        was = before.get(name)
        if was is None or not was.string:
            was = was or retired.pop(english, None)
            same = was is None or was.context == name
        else:
            same = was.id == english
        string = str(was.string) if was is not None and was.string else filled.get(name, "")
        comments, earlier = ([], "") if was is None else comments_of(was)
        fuzzy = bool(string) and (not same or (was is not None and bool(was.fuzzy)))
        if fuzzy and was is not None and was.id != english:
            earlier = earlier or str(was.id)
        message = Message(
            english, string, context=name, auto_comments=[module], user_comments=comments,
            previous_id=[earlier] if fuzzy and earlier else [],
        )  # fmt: skip
        message.flags = {"fuzzy"} if fuzzy else set()
        new._messages[english, name] = message
    for message in retired.values():
        new.obsolete[(str(message.id), str(message.context))] = message
    return new


def comments_of(message: Message) -> tuple[list[str], str]:
    """The translator's comments, and the English that a fuzzy entry translates. Babel reads both as comments."""
    comments, earlier, keyword = [], [], ""
    for comment in message.user_comments:
        if not comment.startswith(EARLIER):
            comments.append(comment)
            continue
        line = comment.removeprefix(EARLIER).strip()
        if not line.startswith('"'):
            keyword, _, line = line.partition(" ")
        earlier += [line] if keyword == "msgid" else []
    return comments, denormalize("\n".join(earlier)) if earlier else ""


def formats_by_cldr(language: str) -> dict[str, str]:
    """What CLDR knows of how a language writes numbers and months."""
    if not is_known(language):
        return {}
    locale = Locale.parse(language)
    symbols = locale.number_symbols["latn"]
    months = {"month": locale.months["stand-alone"]["wide"], "of-month": locale.months["format"]["wide"]}
    named = {f"{kind}/{number}": str(names[number]) for kind, names in months.items() for number in range(1, 13)}
    return {"format/decimal": symbols["decimal"], "format/thousands": symbols["group"], **named}


# --- files ------------------------------------------------------------------------------------------------------------


def path_of(language: str) -> Path:
    """The file of a language."""
    return words.TRANSLATIONS / f"{language}.po"


def read_file(path: Path) -> Catalog:
    """A file as Babel reads it."""
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def write_file(path: Path, catalogue: Catalog) -> None:
    """Write a file, one line for each text."""
    with path.open("wb") as file:
        write_po(file, catalogue, width=NEVER_WRAPPED, include_previous=True)


def write_template() -> None:
    """Write arpad.pot, from which a translation tool begins a language; it is not kept."""
    template = new_catalogue(None)
    for name, english, module in texts():
        template._messages[english, name] = Message(english, "", context=name, auto_comments=[module])
    write_file(words.TRANSLATIONS / "arpad.pot", template)


def write_pseudo() -> None:
    """Write the pseudo-language: each text with marked letters."""
    catalogue = new_catalogue(PSEUDO)
    for name, english, module in texts():
        catalogue._messages[english, name] = Message(english, mark(english), context=name, auto_comments=[module])
    write_file(path_of(PSEUDO), catalogue)


PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MARKED = "ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ"
MARKS = str.maketrans(PLAIN, MARKED)
AS_IT_IS = re.compile(r"`[^`]*`|--[a-z-]+|\{")


def mark(text: str) -> str:
    """A text with its letters marked; fields and what is typed stay as they are."""
    done, place = "", 0
    while found := AS_IT_IS.search(text, place):
        done += text[place : found.start()].translate(MARKS)
        if found[0] != "{":
            done, place = done + found[0], found.end()
            continue
        end = _closing(text, found.start())
        done += _mark_field(text[found.start() + 1 : end])
        place = end + 1
    return done + text[place:].translate(MARKS)


def _closing(text: str, start: int) -> int:
    depth = 0
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if not depth:
            return place
    raise ValueError(f"no closing bracket: {text}")


def _mark_field(inside: str) -> str:
    name, colon, form = inside.partition(":")
    if form.startswith("?"):
        form = f"?{mark(form[1:])}"
    elif form.startswith(",") or "|" in form:
        form = form.translate(MARKS)
    return f"{{{name}{colon}{form}}}"


# --- checks -----------------------------------------------------------------------------------------------------------


def fields_in(text: str) -> dict[str, set[str]]:
    """The fields of a text, each with the kinds of forms it has, also inside another one's form."""
    found: dict[str, set[str]] = {}
    for _, name, form, _ in Formatter().parse(text):
        if name is not None:
            found.setdefault(name, set()).add(_kind(form or ""))
            if "{" in (form or ""):
                for inner, kinds in fields_in(str(form)).items():
                    found.setdefault(inner, set()).update(kinds)
    return found


def _kind(form: str) -> str:
    if form.startswith("?"):
        return "optional"
    if form.startswith(",") or form in ("and", "or"):
        return "list" if form != "," else "list or number"
    if form.startswith("="):
        return "named"
    return "count" if "|" in form else form if form in ("flag", "shell") else ""


def counted(text: str) -> Iterator[tuple[str, int]]:
    """Each counted field, with how many forms it has."""
    for _, name, form, _ in Formatter().parse(text):
        if name is None or not form:
            continue
        if form.startswith("?"):
            yield from counted(form)
        elif "|" in form:
            yield name, form.count("|") + 1


def mistakes(language: str, forms: int, text: Text, translated: str) -> Iterator[str]:
    """What is wrong with a translation."""
    try:
        theirs = fields_in(translated)
    except ValueError as error:
        yield f"cannot be read: {error}"
        return
    ours = fields_in(text.english)
    if text.name.startswith(FORMATS):
        ours |= {name: {""} for name in ("y", "m", "d", "month", "of_month", "day") if name in theirs}
        ours = {name: kinds for name, kinds in ours.items() if name in theirs}
    if lost := ours.keys() - theirs.keys():
        yield f"lost: {', '.join(sorted(lost))}"
    if more := theirs.keys() - ours.keys():
        yield f"no such field: {', '.join(sorted(more))}"
    for name in ours.keys() & theirs.keys():
        for kind in ("optional", "flag", "shell", "named"):
            if kind in ours[name] and kind not in theirs[name]:
                yield f"{name} is {kind} in English"
        if "count" in theirs[name] - ours[name]:
            yield f"{name} is not counted in English"
    fraction = {name for name, _ in counted(text.english) if name in FRACTIONS} if forms > 2 else set()
    for name, number in counted(translated):
        wanted = (forms + 1,) if name in fraction else (forms, forms + 1)
        if number not in wanted:
            yield f"{name} has {number} forms, expected {' or '.join(map(str, wanted))}"
    typed = re.compile(r"`[^`]*`")
    if sorted(typed.findall(text.english)) != sorted(typed.findall(translated)):
        yield "what stands between backticks is typed: it stays as it is"
    for place, end in ((0, "start"), (-1, "end")) if not text.name.startswith(FORMATS) else ():
        if text.english[place].isspace() != translated[place].isspace():
            yield f"a blank at the {end} is missing, or too many"


def other_words(language: str, english: str, translated: str, without: Sequence[str] = ()) -> Iterator[str]:
    """Terms of the English that a translation says otherwise than the glossary, and words that it must not say.

    `without` are comments of the translator: `without: TERM` says that a sentence rightly leaves a term out."""
    terms = tomllib.loads(TERMS.read_text("utf-8"))
    plain, theirs = (re.sub(r"`[^`]*`", "", each) for each in (english, translated))
    for word in terms["never"].get(language, ()):
        if found := re.search(word, theirs, re.IGNORECASE):
            yield f"{found[0]} is not the word of the glossary"
    for term, stems in terms["says"].items():
        found = re.search(rf"\b{term}\b", plain, re.IGNORECASE)
        if (
            not found
            or language not in stems
            or any(f"without: {found[0].lower()}" in each.lower() for each in without)
        ):
            continue
        if not re.search(stems[language], theirs, re.IGNORECASE):
            yield f"{found[0]} is said otherwise than the glossary does"


def check_language(language: str) -> tuple[list[str], int, int]:
    """The mistakes of a language, how many of its texts are said, and of how many."""
    catalogue = read_file(path_of(language))
    today = {text.name: text for text in texts()}
    wrong, said = [], 0
    for message in catalogue:
        text = today.get(str(message.context))
        if not message.id or text is None or not message.string or message.fuzzy or text.english != message.id:
            continue
        said += 1
        wrong += [
            f"{language} {text.name}: {what}"
            for what in (
                *mistakes(language, catalogue.num_plurals, text, str(message.string)),
                *other_words(language, text.english, str(message.string), message.user_comments),
            )
        ]
    return wrong, said, len(today)


def main() -> int:
    wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
    if "--pseudo" in sys.argv:
        write_pseudo()
        print(f"{path_of(PSEUDO).name}: written")
        return 0
    words._languages.cache_clear()
    there = [language for language in words.languages() if language not in (words.ENGLISH, PSEUDO)]
    chosen = wanted or there
    if "--check" not in sys.argv:
        write_template()
        for language in chosen:
            path = path_of(language)
            write_file(path, merged(language, read_file(path) if path.exists() else None))
    found = []
    for language in chosen:
        wrong, said, total = check_language(language)
        found += wrong
        print(f"{language}: {said} of {total} texts; {total - said} are said in English")
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
