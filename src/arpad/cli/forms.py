"""`arpad forms`: which forms of files are read, what each lacks for a rating, and which are only named."""

from __future__ import annotations

from typing import Annotated

import typer


def forms(as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False) -> None:
    """The forms of files that are recognised: those that are read with what they lack, and those that are not.

    [bold]Examples[/bold]

      arpad forms

      arpad forms --json | jq '.[] | select(.read)'
    """
    from arpad.cli.output import answer, table
    from arpad.intake.forms import forms_shown

    shown = forms_shown()
    if as_json:
        answer("forms", shown)
        return
    table(
        ("form", "what it is", "names", "lacks for a rating"),
        [(form.name, form.what, " ".join(form.suffixes), ", ".join(form.lacks)) for form in shown if form.read],
    )
    table(("not read", "what it is", "what to do"), [(f.name, f.what, f.advice) for f in shown if not f.read])
