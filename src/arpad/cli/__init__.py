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
from arpad.cli.account import account
from arpad.cli.backups import backup, rehearse, restore
from arpad.cli.calc import calc
from arpad.cli.check import check
from arpad.cli.claim import claim
from arpad.cli.desk import serve_desk, work_in_background
from arpad.cli.doctor import check_office, repair_office, show_log
from arpad.cli.event import event
from arpad.cli.event_duties import list_duties
from arpad.cli.explain import explain_rating
from arpad.cli.frl import frl
from arpad.cli.helptext import reflow_all_help
from arpad.cli.history import history as history_files
from arpad.cli.history import query_history
from arpad.cli.lab import lab
from arpad.cli.law import adopt_rulebook, check_rulebook_file, draft_rulebook, law, withdraw_rulebook
from arpad.cli.list_output import diff_lists, export_list, show_list, show_rating_history
from arpad.cli.lists import correct_list, lists, take_back_list
from arpad.cli.office import init_office, office, serve_site, upgrade_office
from arpad.cli.officials import arbiter, federation
from arpad.cli.period import period
from arpad.cli.player import player
from arpad.cli.proofs import key, print_checkpoint, verify_office, write_bundle, write_player_proof
from arpad.cli.report import report
from arpad.cli.revision import revision
from arpad.cli.scale import measure_scale
from arpad.cli.simulate import simulate_federation
from arpad.cli.status import office_is_here, show_status
from arpad.cli.terminal import escaped_output
from arpad.cli.trf import show_forms, trf
from arpad.cli.undo import undo_act
from arpad.finding import Problem, UserError
from arpad.messages import languages, speak

EXIT_USER_ERROR = 2
LANGUAGE_OPTION, LANGUAGE_VARIABLE, JSON_OPTION = "--lang", "ARPAD_LANG", "--json"
LAW_VARIABLE = "ARPAD_LAW"  # a directory of rulebooks that are laid open for every command
CLOSED_PIPE, INTERRUPTED = 141, 130  # as the shell counts them

app = typer.Typer(
    help="A chess rating office: check reports, compute ratings, open every number down to its article.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="rich",
)


def _hide_type_names() -> None:
    """Help names what an option takes. A flag takes nothing, and an argument has its own name: `<bool>` and
    `<list[str]>` beside them would say less than nothing."""
    from typer.core import TyperArgument, TyperOption

    if hasattr(TyperOption, "display_type_rich"):  # Typers without it leave flags alone by themselves
        named = TyperOption.display_type_rich
        setattr(TyperOption, named.__name__, lambda option, ctx: "" if option.is_flag else named(option, ctx))
        setattr(TyperArgument, named.__name__, lambda argument, ctx: "")


_hide_type_names()


def _print_version(asked_for: bool) -> None:
    if asked_for:
        print(f"arpad {__version__}")
        raise typer.Exit


@app.callback()
def arpad(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Say which version this is.")
    ] = False,
    language: Annotated[
        str,
        typer.Option(
            LANGUAGE_OPTION,
            metavar="CODE",
            help="The language of the answer: en, or one that has a translation. It may also stand behind the verb. "
            f"Without it {LANGUAGE_VARIABLE} says it. Help and JSON are in English.",
        ),
    ] = "",
) -> None:
    """A chess rating office: check reports, compute ratings, open every number down to its article."""


PANEL_BEFORE, PANEL_OFFICE, PANEL_LAW, PANEL_CARE = (
    "Before it is sent",
    "The office",
    "The law, on paper",
    "Care, and a federation to try it on",
)
PANEL_LAB = "The scale and the rule lab"

app.command(context_settings={"ignore_unknown_options": True}, rich_help_panel=PANEL_BEFORE)(check)
app.command("forms", rich_help_panel=PANEL_BEFORE)(show_forms)
app.add_typer(trf, name="trf", rich_help_panel=PANEL_BEFORE)
app.add_typer(frl, name="frl", rich_help_panel=PANEL_BEFORE)

app.command("init", rich_help_panel=PANEL_OFFICE)(init_office)
app.command("status", rich_help_panel=PANEL_OFFICE)(show_status)
app.add_typer(office, name="office", rich_help_panel=PANEL_OFFICE)
app.add_typer(federation, name="federation", rich_help_panel=PANEL_OFFICE)
app.add_typer(arbiter, name="arbiter", rich_help_panel=PANEL_OFFICE)
app.add_typer(player, name="player", rich_help_panel=PANEL_OFFICE)
event.command("due")(list_duties)
app.add_typer(event, name="event", rich_help_panel=PANEL_OFFICE)
app.add_typer(report, name="report", rich_help_panel=PANEL_OFFICE)
app.command("undo", rich_help_panel=PANEL_OFFICE)(undo_act)
app.add_typer(period, name="period", rich_help_panel=PANEL_OFFICE)
lists.command("take-back")(take_back_list)
lists.command("correct")(correct_list)
lists.command("show")(show_list)
lists.command("export")(export_list)
lists.command("diff")(diff_lists)
lists.command("history")(show_rating_history)
app.add_typer(lists, name="list", rich_help_panel=PANEL_OFFICE)
app.add_typer(revision, name="revision", rich_help_panel=PANEL_OFFICE)
app.command("explain", rich_help_panel=PANEL_OFFICE)(explain_rating)
app.add_typer(claim, name="claim", rich_help_panel=PANEL_OFFICE)
app.command("scale", rich_help_panel=PANEL_OFFICE)(measure_scale)
app.command("serve", rich_help_panel=PANEL_OFFICE)(serve_site)
app.command("desk", rich_help_panel=PANEL_OFFICE)(serve_desk)
app.command("work", rich_help_panel=PANEL_OFFICE)(work_in_background)
app.add_typer(account, name="account", rich_help_panel=PANEL_OFFICE)

law.command("new")(draft_rulebook)
law.command("check")(check_rulebook_file)
law.command("adopt")(adopt_rulebook)
law.command("withdraw")(withdraw_rulebook)
app.add_typer(law, name="law", rich_help_panel=PANEL_LAW)
app.add_typer(calc, name="calc", rich_help_panel=PANEL_LAW)
app.add_typer(history_files, name="history", rich_help_panel=PANEL_LAB)
app.command("sql", rich_help_panel=PANEL_LAB)(query_history)
app.add_typer(lab, name="lab", rich_help_panel=PANEL_LAB)
app.command("simulate", rich_help_panel=PANEL_CARE)(simulate_federation)

app.command("upgrade", rich_help_panel=PANEL_CARE)(upgrade_office)
app.command(rich_help_panel=PANEL_CARE)(backup)
app.command(rich_help_panel=PANEL_CARE)(restore)
app.command(rich_help_panel=PANEL_CARE)(rehearse)
app.command("doctor", rich_help_panel=PANEL_CARE)(check_office)
app.command("verify", rich_help_panel=PANEL_CARE)(verify_office)
app.command("checkpoint", rich_help_panel=PANEL_CARE)(print_checkpoint)
app.command("bundle", rich_help_panel=PANEL_CARE)(write_bundle)
app.command("prove", rich_help_panel=PANEL_CARE)(write_player_proof)
app.add_typer(key, name="key", rich_help_panel=PANEL_CARE)
app.command("repair", rich_help_panel=PANEL_CARE)(repair_office)
app.command("log", rich_help_panel=PANEL_CARE)(show_log)

reflow_all_help(app)


def only_called_verb(whole: typer.Typer, words: Sequence[str]) -> typer.Typer:
    """A command line with nothing but the verb that is called: Typer builds the options of every verb it is given.

    Where the first word is none of its verbs it stays whole, for its help and to say what there is."""
    called = words[0] if words else ""
    chosen = copy(whole)
    chosen.registered_commands = [verb for verb in whole.registered_commands if _verb_name(verb) == called]
    chosen.registered_groups = [copy(noun) for noun in whole.registered_groups if noun.name == called]
    for noun in chosen.registered_groups:
        noun.typer_instance = only_called_verb(noun.typer_instance, words[1:]) if noun.typer_instance else None
    return chosen if chosen.registered_commands or chosen.registered_groups else whole


def _verb_name(verb: CommandInfo) -> str:
    return verb.name or (get_command_name(verb.callback.__name__) if verb.callback else "")


GC_THRESHOLDS = (50_000, 20, 50)  # a command makes many values that last, and few circles: look for those seldom
UsageError: type[Exception] = typer.BadParameter.__mro__[1]  # Typer's UsageError, of whichever click it carries


def main() -> None:
    """Run the command line; a misuse is one line on standard error and exit code 2, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without the letter still gets an answer
    gc.set_threshold(*GC_THRESHOLDS)
    with escaped_output():
        copy_context().run(_run_and_report_errors)  # the law that is laid open for a command goes with it


def _run_and_report_errors() -> None:
    try:
        code = _run_verb()
    except (BrokenPipeError, SystemExit):  # whoever read the answer has heard enough; Typer ends itself only for this
        raise SystemExit(CLOSED_PIPE) from None
    except (Problem, OSError, UnicodeEncodeError, MemoryError) as error:
        print(f"arpad: {_as_problem(error)}", file=sys.stderr)
        if isinstance(error, OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(EXIT_USER_ERROR) from None
    except UsageError as usage:
        _print_usage(usage)
        raise SystemExit(EXIT_USER_ERROR) from None
    if code == INTERRUPTED:
        print("arpad: interrupted", file=sys.stderr)
    raise SystemExit(code if isinstance(code, int) else 0)


def _run_verb() -> object:
    """What the verb ends with, once everything that it printed is written."""
    if os.environ.get(LAW_VARIABLE):
        from arpad.cli.rulebook_options import use_rulebook_directory

        use_rulebook_directory(os.environ[LAW_VARIABLE])
    words = _speak_chosen_language(sys.argv[1:]) or (["status"] if office_is_here() else [])
    code: object = only_called_verb(app, words)(words, prog_name="arpad", standalone_mode=False)
    if not sys.stdout.closed:
        sys.stdout.flush()
    return code


def _speak_chosen_language(words: list[str]) -> list[str]:
    """Speak the language that is asked for, wherever `--lang` stands; the words without it."""
    asked, rest = os.environ.get(LANGUAGE_VARIABLE, ""), list[str]()
    coming = iter(words)
    for word in coming:
        if word == "--":
            rest += [word, *coming]
        elif word == LANGUAGE_OPTION:
            asked = next(coming, "")
        elif word.startswith(f"{LANGUAGE_OPTION}="):
            asked = word.partition("=")[2]
        else:
            rest.append(word)
    if asked and JSON_OPTION not in words:
        if asked not in languages():
            raise UserError("language-unknown", language=asked, languages=languages())
        speak(asked)
    return rest


def _as_problem(error: Exception) -> Problem:
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


def _print_usage(usage: Any) -> None:
    """A call that is wrong in one line, with the help to look at; a verb without its arguments shows its help."""
    if type(usage).__name__ == "NoArgsIsHelpError":
        usage.show()
        return
    path = usage.ctx.command_path if usage.ctx else "arpad"
    sentence = " ".join(usage.format_message().split())
    print(f"arpad: {sentence} (`{path} --help` says more)", file=sys.stderr)
