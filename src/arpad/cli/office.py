"""`arpad init`, `upgrade`, `office` and `serve`: found an office, bring it up to date, change its settings, show
its site.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from datetime import date
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any

import typer

from arpad.cli.desk import need_desk_server
from arpad.cli.files import read_content
from arpad.cli.office_session import (
    OfficeCall,
    confirm,
    need_office_libraries,
    office_verb,
    officer_name,
    parse_day,
    report_damaged_office,
)
from arpad.finding import Note, Remedy, UserError

FILE_LIMIT = 1 << 20  # bytes of a text or a logo that are read; the office says how much it takes
office = typer.Typer(
    help="What the office is, and how that is put right.", no_args_is_help=True, rich_markup_mode="rich"
)


NameOption = Annotated[str | None, typer.Option("--name", metavar="TEXT", help="What the office is called.")]
ShortNameOption = Annotated[str | None, typer.Option("--short-name", metavar="TEXT", help="The same in short.")]
AddressOption = Annotated[str | None, typer.Option("--address", metavar="TEXT", help="Its postal address.")]
ContactOption = Annotated[str | None, typer.Option("--contact", metavar="TEXT", help="How it is reached.")]
AppealOption = Annotated[str | None, typer.Option("--appeal", metavar="TEXT", help="Who hears appeals.")]
DefaultSeriesOption = Annotated[
    str | None, typer.Option("--default-series", metavar="SERIES", help="Which series is meant where none is named.")
]
VouchesOption = Annotated[
    str | None,
    typer.Option("--vouches", metavar="NAME", help="Who says that events were registered in time, if nobody is named."),
]
AnswerOption = Annotated[
    list[str] | None,
    typer.Option(
        "--answer",
        metavar="WHAT=ANSWER",
        help="What is assumed of an event whose report does not say it: laws, hybrid, agreed or announced "
        "(as rated), each with yes, no or ask. Repeat it.",
    ),
]
LanguageOption = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="CODE",
        help="The language of its letters and its site: en, or one that has a translation.",
    ),
]


ImprintOption = Annotated[
    str | None, typer.Option("--imprint", metavar="FILE", help="A text of who answers for the site; '' for none.")
]
PrivacyOption = Annotated[
    str | None, typer.Option("--privacy", metavar="FILE", help="A text of what becomes of personal data; '' for none.")
]
ColourOption = Annotated[str | None, typer.Option("--colour", metavar="#RRGGBB", help="The colour of the site.")]
LogoOption = Annotated[str | None, typer.Option("--logo", metavar="FILE", help="A PNG picture; '' for none.")]


@office.command("show")
@office_verb("json")
def show_office(call: OfficeCall) -> None:
    """What the office is called, how it is reached, its home, time zone and day."""
    from arpad.cli.output import print_table
    from arpad.office import care

    with call.desk() as desk:
        settings = care.show_settings(desk)
    if call.print_json("office show", settings):
        return
    profile = settings.profile
    rows = [
        ("name", profile.name or "-"),
        ("short name", profile.short_name or "-"),
        ("address", profile.address or "-"),
        ("contact", profile.contact or "-"),
        ("appeals go to", profile.appeal or "-"),
        ("default series", profile.series or "-"),
        ("language", profile.language),
        ("imprint", profile.imprint.partition("\n")[0] or "-"),
        ("privacy", profile.privacy.partition("\n")[0] or "-"),
        ("colour", profile.colour or "-"),
        ("logo", "a picture" if profile.logo else "-"),
        ("who vouches", profile.vouches or "-"),
        *((f"usual answer: {name}", getattr(profile, name).value) for name in care.ANSWERS),
        ("home", settings.home or "-"),
        ("time zone", settings.zone),
        ("rehearsal", "yes" if settings.rehearsal else "no"),
        ("founded", settings.founded),
        ("today", settings.today),
    ]
    print_table((settings.office, ""), rows)
    if profile.missing:
        print(Note.of("site-lacks", missing=profile.missing))


@office.command("change")
@office_verb("why yes dry json")
def change_office(
    call: OfficeCall,
    home: Annotated[
        str | None, typer.Option("--home", metavar="FED", help="The federation that keeps the lists; '' for none.")
    ] = None,
    zone: Annotated[str, typer.Option("--timezone", metavar="ZONE", help="Whose midnight ends a day.")] = "",
    back: Annotated[str, typer.Option("--day", metavar="YYYY-MM-DD", help="A rehearsal's day, set back.")] = "",
    name: NameOption = None,
    short_name: ShortNameOption = None,
    address: AddressOption = None,
    contact: ContactOption = None,
    appeal: AppealOption = None,
    series: DefaultSeriesOption = None,
    language: LanguageOption = None,
    imprint: ImprintOption = None,
    privacy: PrivacyOption = None,
    colour: ColourOption = None,
    logo: LogoOption = None,
    vouches: VouchesOption = None,
    answer: AnswerOption = None,
) -> None:
    """Change a setting of the office, or set the day of a rehearsal back. '' removes a value.

    The log has what was there before. A rehearsal goes back to the day of its newest list and no further.

    [bold]Examples[/bold]

      arpad office change --timezone Europe/Kyiv --home UKR --why 'founded with the wrong ones'

      arpad office change --name 'Invented Chess Federation' --contact ratings@example.org --why 'never entered'

      arpad office change --imprint imprint.txt --colour '#1f4e79' --logo logo.png --why 'for the public site'
      arpad office change --vouches 'A. Secretary' --answer hybrid=ask --why 'usual answers of this office'

      arpad office change --day 2024-03-04 --why 'the month once more' --dry-run
    """
    from arpad.cli.output import print_table
    from arpad.office import care

    logo_text = logo and b64encode(read_content(logo, FILE_LIMIT)).decode()
    profile = care.ProfileChange(
        name, short_name, address, contact, appeal, series, language, vouches, imprint=_text_in(imprint),
        privacy=_text_in(privacy), colour=colour, logo=logo_text, **_read_answers(answer or ())
    )  # fmt: skip
    asked = care.OfficeChange(call.why, home, zone, parse_day(back, "--day"), profile)
    confirm("Change the office?", call.yes or call.dry)
    with call.desk() as desk:
        done = care.change_settings(desk, asked)
    if call.print_json("office change", done):
        return
    if not done.changed:
        print(Note.of("nothing-changes/office"))
        return
    print_table(
        ("office", "before", "after"), [(each.name, each.before or "-", each.after or "-") for each in done.changed]
    )
    if done.later:
        print(Note.of("later-entries", entries=done.later))


def _text_in(path: str | None) -> str | None:
    """The text of a file; an empty path, which removes a text, and no path stay."""
    if not path:
        return path
    try:
        return read_content(path, FILE_LIMIT).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise UserError("text-not-utf8", file=path, position=error.start + 1) from None


def _read_answers(texts: Iterable[str]) -> dict[str, Any]:
    """The usual answers as typed: each a name, and yes, no or ask."""
    from arpad.office.care import ANSWERS, UsualAnswer

    answers = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in ANSWERS or value not in list(UsualAnswer):
            raise UserError("office-change/answer", text=text, known=ANSWERS)
        answers[name] = UsualAnswer(value)
    return answers


def _answer(question: str, default: str) -> str:
    """Ask at the terminal; an empty answer is the default."""
    return str(typer.prompt(question, default=default, show_default=bool(default), err=True)).strip()


@office_verb("yes json db who now")
def init_office(
    call: OfficeCall,
    home: Annotated[str, typer.Option("--home", metavar="FED", help="The federation that keeps the lists.")] = "",
    rehearsal: Annotated[
        bool, typer.Option("--rehearsal", help="An office to try things; its day is set by --now.")
    ] = False,
    zone: Annotated[str, typer.Option("--timezone", metavar="ZONE", help="Whose midnight ends a day.")] = "UTC",
    name: NameOption = None,
    contact: ContactOption = None,
) -> None:
    """Make a new, empty office.

    At a terminal, without an option, it asks for name, federation, contact and time zone. It also asks whether the
    office only rehearses.

    [bold]Examples[/bold]

      arpad init                                       an office in arpad.db, here

      arpad init --home UKR --timezone Europe/Kyiv     a federation's own

      arpad init --db postgresql://arpad@host/arpad    in a PostgreSQL database that is empty

      arpad init --rehearsal --now 2024-03-01          for training: its lists say so on every page
    """
    need_office_libraries()
    from arpad.office import care

    now = call.now
    if sys.stdin.isatty() and not (call.yes or home or rehearsal or now or name or contact or zone != "UTC"):
        name = _answer("Name of the office", "")
        home = _answer("Federation, three letters", "")
        contact = _answer("Contact, for example an e-mail address", "")
        zone = _answer("Time zone", zone)
        rehearsal = typer.confirm("Is it a rehearsal, to try things?", err=True)
        now = _answer("First day of the rehearsal", str(date.today())) if rehearsal else ""
    profile = care.ProfileChange(name or None, contact=contact or None)
    day = parse_day(now, "--now")
    founding = care.FoundingRequest(call.db, officer_name(call.who), home, rehearsal, zone, day, profile)
    office = care.found_office(founding)
    if call.print_json("init", office):
        return
    print(f"{office.office}: an office{' for rehearsal' if rehearsal else ''}, as of {office.today}")
    print("next:")
    for command in FIRST_COMMANDS:
        print(f"  {command}")


@office_verb("db")
def upgrade_office(
    call: OfficeCall,
    accept_findings: Annotated[
        bool, typer.Option("--accept-findings", help="Upgrade also an office with findings; the log has them.")
    ] = False,
) -> None:
    """Bring the database of an older Arpad up to date. Back it up first.

    Before that, the old log is checked and every list is computed again. Differences are named and nothing is changed.
    """
    need_office_libraries()
    from arpad.office import care

    with report_damaged_office(call.db):
        office = care.upgrade_office(call.db, accept_findings)
    print(f"{office.office}: schema {office.schema}")


FIRST_COMMANDS = ("arpad player import FILE", "arpad list open SERIES FILE", "arpad status")
SITE_LIBRARIES = ("fastapi", "jinja2", "uvicorn")
SITE_SERVER = "arpad.web.server"


@office_verb("db")
def serve_site(
    call: OfficeCall,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="NUMBER", min=0, max=65535, help="On which port; 0 for a free one.")
    ] = 8000,
    workers: Annotated[int, typer.Option("--workers", metavar="NUMBER", min=1, max=64, help="Processes.")] = 1,
    name: Annotated[
        list[str] | None, typer.Option("--name", metavar="HOST", help="A host name of the site; others are refused.")
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option("--proxy", metavar="ADDRESS", help="A proxy, or a network, whose X-Forwarded-For is believed."),
    ] = None,
    monitor: Annotated[
        list[str] | None,
        typer.Option("--monitor", metavar="ADDRESS", help="Who may read /metrics; this machine where none is named."),
    ] = None,
    access_log: Annotated[
        str, typer.Option("--access-log", metavar="FILE", help="Where a line for each answer goes; - prints it.")
    ] = "",
    with_desk: Annotated[
        bool, typer.Option("--with-desk", help="Serve the desk too, in a process of its own.")
    ] = False,
    desk_port: Annotated[
        int,
        typer.Option(
            "--desk-port", metavar="NUMBER", min=0, max=65535, help="On which port the desk; 0 for a free one."
        ),
    ] = 8001,
    desk_origin: Annotated[
        str,
        typer.Option("--desk-origin", metavar="URL", help="The desk's address; else http://localhost with its port."),
    ] = "",
) -> None:
    """Show an office as a site: lists, players, calculations, the law, and an API. It only reads.

    [bold]Examples[/bold]

      arpad serve                                      http://127.0.0.1:8000

      arpad serve --db postgresql://office --workers 4 --name ratings.example.org --proxy 127.0.0.1 --access-log -
    """
    need_office_libraries()
    if not all(find_spec(library) for library in SITE_LIBRARIES):
        raise UserError("site-libraries-missing", Remedy.to("install-extra", extra="web"))
    from arpad.office.desk import open_office

    server = import_module(SITE_SERVER)  # the command line and the site do not know each other
    settings = server.ServerSettings(
        call.db, host, port, workers, tuple(name or ()), tuple(proxy or ()), tuple(monitor or ()), access_log
    )
    with open_office(call.db, "reader"):
        pass  # says what is wrong before a server starts
    with ExitStack() as beside:
        started: list[Callable[[], None]] = []
        if with_desk:
            desk = need_desk_server()
            asked = desk.DeskServerSettings(call.db, port=desk_port, origin=desk_origin, proxies=tuple(proxy or ()))
            if port == desk_port and port:
                raise UserError("desk/same-port", port=port)
            listening = beside.enter_context(desk.bind_desk(asked, "--desk-port"))
            started.append(lambda: beside.enter_context(desk.desk_beside(asked, listening)))

        def tell(address: str) -> None:
            print(address, flush=True)
            for each in started:
                each()

        server.serve(settings, tell)
