"""Write a published list in one of its forms, under its name: FIDE text and XML, CSV, XLSX, JSON, Parquet, HTML.

In: a `Published`, what somebody wants to see of it, a form and an open file. Out: bytes, and a finding for everything
that had to be written otherwise. The same values give the same bytes. A rehearsal says so in its name and inside.
"""

from __future__ import annotations

from typing import BinaryIO

from arpad.finding import Finding, Misuse
from arpad.lists.export_fide import fide_name, write_fide_txt, write_fide_xml
from arpad.lists.export_html import write_html
from arpad.lists.export_tables import write_csv, write_json, write_parquet, write_xlsx
from arpad.lists.list_table import REHEARSAL, lay_out
from arpad.lists.published import Published
from arpad.lists.selection import Selection, choose

FIDE_FORMS = {"txt": write_fide_txt, "xml": write_fide_xml}
SHEET_FORMS = {
    "csv": write_csv,
    "xlsx": write_xlsx,
    "json": write_json,
    "parquet": write_parquet,
    "html": write_html,
}
FORMS = (*FIDE_FORMS, *SHEET_FORMS)
ALL = Selection()


def export(published: Published, form: str, out: BinaryIO, wanted: Selection = ALL) -> tuple[Finding, ...]:
    """Write what is wanted of a list."""
    rows = choose(published, wanted)
    if form in FIDE_FORMS:
        return FIDE_FORMS[form](published, rows, out)
    if form not in SHEET_FORMS:
        raise Misuse(f"a list is written as {', '.join(FORMS)}, not as {form!r}")
    SHEET_FORMS[form](lay_out(published, rows), out)
    return ()


def export_name(published: Published, form: str, wanted: Selection = ALL) -> str:
    """The name of the file: FIDE's own for FIDE's forms of a whole list, otherwise series, list and selection."""
    if form not in FORMS:
        raise Misuse(f"a list is written as {', '.join(FORMS)}, not as {form!r}")
    if form in FIDE_FORMS and wanted == ALL:
        name = fide_name(published, form == "xml")
    else:
        name = "_".join([published.series, published.period, *_words(wanted)]) + f".{form}"
    return f"{REHEARSAL.lower()}_{name}" if published.rehearsal else name


def _words(wanted: Selection) -> list[str]:
    """The selection in a file name; what comes from people is kept to letters and figures."""
    words = [
        "" if wanted.kind == ALL.kind else wanted.kind,
        "women" if wanted.women else "",
        "" if wanted.age_up_to is None else f"to-{wanted.age_up_to}",
        "" if wanted.age_from is None else f"from-{wanted.age_from}",
        _letters(wanted.federation),
        _letters(wanted.region),
        f"top-{wanted.top}" if wanted.top else "",
    ]
    return [word for word in words if word]


def _letters(text: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in text)
