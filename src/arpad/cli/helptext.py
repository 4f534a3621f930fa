"""Lay out the help of the verbs for a narrow terminal: a paragraph flows, and what an example is for goes below it.

Typer keeps every line break behind the first paragraph, so that lines written for the source would break twice on a
terminal of 80 columns. What is indented is an example and stays a line of its own.
"""

from __future__ import annotations

import inspect
import re

import typer

EXAMPLE_LINE = re.compile(r"(\s+)(arpad .+?)\s{2,}(\S.*)")
MAX_WIDTH = 78  # of a terminal of 80 columns, within the margins of the help


def reflow_all_help(app: typer.Typer) -> None:
    """The help of every verb, and of the verbs below it."""
    for verb in app.registered_commands:
        text = verb.help or (verb.callback and verb.callback.__doc__)
        if text:
            verb.help = reflow_help(text)
    for group in app.registered_groups:
        if group.typer_instance is not None:
            reflow_all_help(group.typer_instance)


def reflow_help(text: str) -> str:
    """A help in which paragraphs have no line breaks, and no example is wider than a narrow terminal for its remark."""
    return "\n\n".join(_reflow_paragraph(each) for each in inspect.cleandoc(text).split("\n\n"))


def _reflow_paragraph(text: str) -> str:
    lines = text.strip("\n").splitlines()
    if any(line.startswith(" ") for line in lines):
        return "\n".join(_reflow_example(line) for line in lines)
    return " ".join(lines)


def _reflow_example(line: str) -> str:
    parts = EXAMPLE_LINE.fullmatch(line)
    if parts is None or len(line) <= MAX_WIDTH:
        return line
    lead, command, purpose = parts.groups()
    return f"{lead}{command}\n{lead}  {purpose}"
