"""Commands that the program prints for somebody to type: found in a text, and parsed by the command line itself."""

from __future__ import annotations

import re
import shlex
from functools import cache
from typing import Any

import typer
from typer.main import get_command

from arpad.cli import UsageError, app

COMMAND = re.compile(r"`arpad ([^`]+)`")
WORDS = {"NUMBER": "14100012", "N": "1"}  # where a reader fills in a number
FLAG = re.compile(r"(?<![\w-])(--[a-z][a-z-]+)")


@cache
def commands() -> Any:
    return get_command(app)


def wrong_with(command: str) -> str:
    """What the command line has to say against a command as it is typed, without `arpad`; nothing where it is taken."""
    words = [WORDS.get(word, word) for word in shlex.split(command.partition(" | ")[0])]
    verb, context = commands(), typer.Context(commands(), info_name="arpad")
    while hasattr(verb, "commands"):
        if not words or words[0] not in verb.commands:
            return "" if words == ["--help"] else f"{command}: no verb"
        verb = verb.commands[words.pop(0)]
        context = typer.Context(verb, parent=context, info_name=verb.name)
    if "--help" in words:
        return ""
    try:
        verb.make_context(verb.name, words, parent=context.parent)
    except UsageError as error:
        return f"{command}: {error}"
    return ""


def is_name(command: str) -> bool:
    """Whether a command is only the name of a verb: in a description it says which one, not what to type."""
    verb = commands()
    for word in command.split():
        verb = getattr(verb, "commands", {}).get(word)
    return verb is not None


def options_of(verb: Any = None) -> set[str]:
    """Every option of a verb, or of all."""
    verb = commands() if verb is None else verb
    here = {name for parameter in verb.params for name in parameter.opts if name.startswith("--")} | {"--help"}
    return here.union(*(options_of(each) for each in getattr(verb, "commands", {}).values()))


def verb_of(words: list[str]) -> Any:
    """The verb of a call."""
    verb = commands()
    for word in words:
        if word not in getattr(verb, "commands", {}):
            break
        verb = verb.commands[word]
    return verb
