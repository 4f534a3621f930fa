"""Write a published list in one of its forms, under its name: FIDE text and XML, CSV, XLSX, JSON, Parquet, HTML,
and what Swiss-Manager and Vega load.

`EXPORTS` has every form, and no list leaves the office in another one; whoever adds a form adds it there, and the tests
that hold for all of them run over it. In: a `Published`, what somebody wants to see of it, a form and an open file.
Out: bytes, and a finding for everything that had to be written otherwise. The same values give the same bytes. A
rehearsal says so in its name and inside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import BinaryIO

from arpad.finding import Finding, UserError
from arpad.frozen import dataclass
from arpad.lists.export_fide import fide_name, in_latin_order, write_fide_txt, write_fide_xml
from arpad.lists.export_programs import write_swiss_manager, write_vega
from arpad.lists.export_tables import write_csv, write_html, write_json, write_parquet, write_xlsx
from arpad.lists.list_table import REHEARSAL, ListTable, lay_out
from arpad.lists.published import Published, Rows
from arpad.lists.selection import Selection, choose

Write = Callable[[Published, Rows, BinaryIO], tuple[Finding, ...]]


@dataclass(frozen=True)
class Form:
    """A form in which a list is written."""

    name: str
    write: Write
    fide: bool = False  # FIDE's own form: a whole list has FIDE's name
    program: bool = False  # for a pairing program: a table under the program's name

    @property
    def ending(self) -> str:
        """How its files end."""
        return "csv" if self.program else self.name


def _table_form(name: str, write: Callable[[ListTable, BinaryIO], None]) -> Form:
    def form(published: Published, rows: Rows, out: BinaryIO) -> tuple[Finding, ...]:
        write(lay_out(published, rows), out)
        return ()

    return Form(name, form)


EXPORTS: Mapping[str, Form] = MappingProxyType(
    {
        form.name: form
        for form in (
            Form("txt", write_fide_txt, fide=True),
            Form("xml", write_fide_xml, fide=True),
            _table_form("csv", write_csv),
            _table_form("xlsx", write_xlsx),
            _table_form("json", write_json),
            _table_form("parquet", write_parquet),
            _table_form("html", write_html),
            Form("swiss-manager", write_swiss_manager, program=True),
            Form("vega", write_vega, program=True),
        )
    }
)
ALL = Selection()


def form_of(name: str) -> Form:
    """A form by its name."""
    if name not in EXPORTS:
        raise UserError("export/form", forms=tuple(EXPORTS), form=name)
    return EXPORTS[name]


def export(published: Published, form: str, out: BinaryIO, selection: Selection = ALL) -> tuple[Finding, ...]:
    """Write what is wanted of a list."""
    if form_of(form).fide or form_of(form).program:
        published = in_latin_order(published)
    return form_of(form).write(published, choose(published, selection), out)


def export_name(published: Published, form: str, selection: Selection = ALL) -> str:
    """The name of the file: FIDE's own for FIDE's forms of a whole list, otherwise series, list and selection."""
    if form_of(form).fide and selection == ALL:
        name = fide_name(published, form == "xml")
    else:
        program = [form] if form_of(form).program else []
        name = "_".join([published.series, str(published.list_), *_words(selection), *program])
        name += f".{form_of(form).ending}"
    return f"{REHEARSAL.lower()}_{name}" if published.rehearsal else name


def _words(selection: Selection) -> list[str]:
    """The selection in a file name; what comes from people is kept to letters and figures."""
    words = [
        "" if selection.kind == ALL.kind else selection.kind,
        "women" if selection.women else "",
        "" if selection.age_up_to is None else f"to-{selection.age_up_to}",
        "" if selection.age_from is None else f"from-{selection.age_from}",
        _letters(selection.federation),
        _letters(selection.region),
        f"top-{selection.top}" if selection.top else "",
    ]
    return [word for word in words if word]


def _letters(text: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in text)
