"""The command line: thin, one file per verb. A verb reads its arguments, calls a room and prints the answer.

Exit codes: 0 the answer is given and nothing refuses, 1 something refuses, 2 the call itself is wrong.
Rooms are imported inside the commands, so that `arpad --version` does not wait for them.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextvars import copy_context
from copy import copy
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.main import get_command_name
from typer.models import CommandInfo

from arpad import __version__
from arpad.cli.arbiter import arbiter
from arpad.cli.backup import backup, restore
from arpad.cli.calc import calc
from arpad.cli.check import check
from arpad.cli.claim import claim
from arpad.cli.correct import correct
from arpad.cli.doctor import doctor, log
from arpad.cli.event import event
from arpad.cli.explain import explain
from arpad.cli.federation import federation
from arpad.cli.forms import forms
from arpad.cli.frl import frl
from arpad.cli.helptext import flow_helps
from arpad.cli.history import history as history_files
from arpad.cli.history import sql
from arpad.cli.init import init, upgrade
from arpad.cli.key import key
from arpad.cli.lab import lab
from arpad.cli.law import law
from arpad.cli.law_own import adopt, check_file, new
from arpad.cli.listing import diff, export, history, show
from arpad.cli.lists import lists
from arpad.cli.office import office
from arpad.cli.period import period
from arpad.cli.player import player
from arpad.cli.public import bundle, prove
from arpad.cli.repair import repair
from arpad.cli.report import report
from arpad.cli.revision import revision
from arpad.cli.scale import scale
from arpad.cli.screen import on_screen
from arpad.cli.serve import serve
from arpad.cli.simulate import simulate
from arpad.cli.take_back import take_back
from arpad.cli.trf import trf
from arpad.cli.verify import checkpoint, verify
from arpad.finding import Problem

MISUSE = 2
LAW_VARIABLE = "ARPAD_LAW"  # a directory of rulebooks that are laid open for every command
CLOSED_PIPE, INTERRUPTED = 141, 130  # as the shell counts them

app = typer.Typer(
    help="A chess rating office: check reports, compute ratings, open every number down to its article.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="rich",
)


def _say_types_plainly() -> None:
    """Help names what an option takes. A flag takes nothing, and an argument has its own name: `<bool>` and
    `<list[str]>` beside them would say less than nothing."""
    from typer.core import TyperArgument, TyperOption

    if hasattr(TyperOption, "display_type_rich"):  # Typers without it leave flags alone by themselves
        named = TyperOption.display_type_rich
        setattr(TyperOption, named.__name__, lambda option, ctx: "" if option.is_flag else named(option, ctx))
        setattr(TyperArgument, named.__name__, lambda argument, ctx: "")


_say_types_plainly()


def _version(wanted: bool) -> None:
    if wanted:
        print(f"arpad {__version__}")
        raise typer.Exit


@app.callback()
def arpad(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """A chess rating office: check reports, compute ratings, open every number down to its article."""


BEFORE, OFFICE, LAW, CARE = (
    "Before it is sent",
    "The office",
    "The law, on paper",
    "Care, and a federation to try it on",
)
LAB = "The scale and the rule lab"

app.command(context_settings={"ignore_unknown_options": True}, rich_help_panel=BEFORE)(check)
app.command(rich_help_panel=BEFORE)(forms)
app.add_typer(trf, name="trf", rich_help_panel=BEFORE)
app.add_typer(frl, name="frl", rich_help_panel=BEFORE)

app.command(rich_help_panel=OFFICE)(init)
app.add_typer(office, name="office", rich_help_panel=OFFICE)
app.add_typer(federation, name="federation", rich_help_panel=OFFICE)
app.add_typer(arbiter, name="arbiter", rich_help_panel=OFFICE)
app.add_typer(player, name="player", rich_help_panel=OFFICE)
app.add_typer(event, name="event", rich_help_panel=OFFICE)
app.add_typer(report, name="report", rich_help_panel=OFFICE)
app.add_typer(period, name="period", rich_help_panel=OFFICE)
lists.command("take-back")(take_back)
lists.command("correct")(correct)
lists.command("show")(show)
lists.command("export")(export)
lists.command("diff")(diff)
lists.command("history")(history)
app.add_typer(lists, name="list", rich_help_panel=OFFICE)
app.add_typer(revision, name="revision", rich_help_panel=OFFICE)
app.command(rich_help_panel=OFFICE)(explain)
app.add_typer(claim, name="claim", rich_help_panel=OFFICE)
app.command(rich_help_panel=OFFICE)(scale)
app.command(rich_help_panel=OFFICE)(serve)

law.command()(new)
law.command("check")(check_file)
law.command()(adopt)
app.add_typer(law, name="law", rich_help_panel=LAW)
app.add_typer(calc, name="calc", rich_help_panel=LAW)
app.add_typer(history_files, name="history", rich_help_panel=LAB)
app.command(rich_help_panel=LAB)(sql)
app.add_typer(lab, name="lab", rich_help_panel=LAB)
app.command(rich_help_panel=CARE)(simulate)

app.command(rich_help_panel=CARE)(upgrade)
app.command(rich_help_panel=CARE)(backup)
app.command(rich_help_panel=CARE)(restore)
app.command(rich_help_panel=CARE)(doctor)
app.command(rich_help_panel=CARE)(verify)
app.command(rich_help_panel=CARE)(checkpoint)
app.command(rich_help_panel=CARE)(bundle)
app.command(rich_help_panel=CARE)(prove)
app.add_typer(key, name="key", rich_help_panel=CARE)
app.command(rich_help_panel=CARE)(repair)
app.command(rich_help_panel=CARE)(log)

flow_helps(app)


def narrowed(whole: typer.Typer, words: Sequence[str]) -> typer.Typer:
    """A command line with nothing but the verb that is called: Typer builds the options of every verb it is given.

    Where the first word is none of its verbs it stays whole, for its help and to say what there is."""
    called = words[0] if words else ""
    chosen = copy(whole)
    chosen.registered_commands = [verb for verb in whole.registered_commands if _name(verb) == called]
    chosen.registered_groups = [copy(noun) for noun in whole.registered_groups if noun.name == called]
    for noun in chosen.registered_groups:
        noun.typer_instance = narrowed(noun.typer_instance, words[1:]) if noun.typer_instance else None
    return chosen if chosen.registered_commands or chosen.registered_groups else whole


def _name(verb: CommandInfo) -> str:
    return verb.name or (get_command_name(verb.callback.__name__) if verb.callback else "")


RARELY = (50_000, 20, 50)  # a command makes many values that last, and few circles: look for those seldom
USAGE: type[Exception] = typer.BadParameter.__mro__[1]  # Typer's UsageError, of whichever click it carries


def main() -> None:
    """Run the command line; a misuse is one line on standard error and exit code 2, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without the letter still gets an answer
    gc.set_threshold(*RARELY)
    with on_screen():
        copy_context().run(_run)  # the law that is laid open for a command goes with it


def _run() -> None:
    try:
        code = _called()
    except (BrokenPipeError, SystemExit):  # whoever read the answer has heard enough; Typer ends itself only for this
        raise SystemExit(CLOSED_PIPE) from None
    except (Problem, OSError, UnicodeEncodeError, MemoryError) as error:
        print(f"arpad: {_problem_of(error)}", file=sys.stderr)
        if isinstance(error, OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(MISUSE) from None
    except USAGE as usage:
        _show_usage(usage)
        raise SystemExit(MISUSE) from None
    if code == INTERRUPTED:
        print("arpad: interrupted", file=sys.stderr)
    raise SystemExit(code if isinstance(code, int) else 0)


def _called() -> object:
    """What the verb ends with, once everything that it printed is written."""
    if os.environ.get(LAW_VARIABLE):
        from arpad.cli.rulebooks import lay_open_directory

        lay_open_directory(os.environ[LAW_VARIABLE])
    code: object = narrowed(app, sys.argv[1:])(prog_name="arpad", standalone_mode=False)
    if not sys.stdout.closed:
        sys.stdout.flush()
    return code


def _problem_of(error: Exception) -> Problem:
    """A failure as a problem with a sentence."""
    match error:
        case Problem():
            return error
        case OSError():
            reason, path = error.strerror or str(error), error.filename
            return Problem("file/fails" if path else "answer-unwritten", path=str(path), reason=reason)
        case UnicodeEncodeError():  # half of a letter, where a file or a database is asked for it
            return Problem("value-not-kept", reason=error.reason)
    return Problem("no-memory")


def _show_usage(usage: Any) -> None:
    """A call that is wrong in one line, with the help to look at; a verb without its arguments shows its help."""
    if type(usage).__name__ == "NoArgsIsHelpError":
        usage.show()
        return
    path = usage.ctx.command_path if usage.ctx else "arpad"
    sentence = " ".join(usage.format_message().split())
    print(f"arpad: {sentence} (`{path} --help` says more)", file=sys.stderr)
