"""Read the fields of a form as they were sent: what is wrong is told beside its field, the rest still counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arpad.finding import Note

LONGEST = 200  # letters of a field
DIGITS = 9
UNSHOWN = "\ufffd"


def plain_text(typed: str) -> str:
    """What somebody typed; what no keyboard writes, control characters and marks that turn the writing, is shown as
    the sign for what cannot be shown."""
    return "".join(letter if letter.isprintable() or letter in "\r\n\t" else UNSHOWN for letter in typed).strip()


class Form:
    """The fields of a form. Reading one notes what is wrong with it in `errors`, by name."""

    def __init__(self, fields: Mapping[str, str], longest: int = LONGEST) -> None:
        plain = {name: plain_text(value)[:longest] for name, value in fields.items()}
        self.sent = {name: value for name, value in plain.items() if value}
        self.errors: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        """A field as it was typed, to be shown again."""
        return self.sent.get(name, "")

    def text(self, name: str) -> str:
        return self.sent.get(name, "")

    def whole(self, name: str, least: int = 0, most: int = 9999) -> int | None:
        """A whole number; None where the field is empty or wrong."""
        typed = self.sent.get(name, "")
        if not typed:
            return None
        if not (typed.isascii() and typed.removeprefix("-").isdigit() and len(typed) <= DIGITS):
            self.wrong(name, Note.of("web-form/whole", least=least, most=most))
            return None
        number = int(typed)
        if not least <= number <= most:
            self.wrong(name, Note.of("web-form/whole", least=least, most=most))
            return None
        return number

    def option(self, name: str, options: Sequence[str], default: str = "") -> str:
        """One of several words; the default where the field is empty or wrong."""
        typed = self.sent.get(name, "")
        if not typed:
            return default
        if typed not in options:
            self.wrong(name, Note.of("web-form/option", options=tuple(options)))
            return default
        return typed

    def wrong(self, name: str, note: Note) -> None:
        self.errors[name] = note.sentence

    @property
    def status(self) -> int:
        """The status of the page that shows the form again."""
        return 422 if self.errors else 200
