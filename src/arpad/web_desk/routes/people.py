"""People: players, federations and arbiters. Search, add, change, import."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from starlette.responses import Response

from arpad.days import Day
from arpad.finding import UserError
from arpad.office import jobs, people
from arpad.office.accounts import Permission
from arpad.office.people import (
    FoundPeople,
    InputFiles,
    NewArbiter,
    NewFederation,
    NewPlayer,
    Person,
    PlayerChange,
    PlayerFacts,
    PlayerFiles,
    PlayerQuery,
    PlayerSearch,
)
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, Posted, PostedForm, see_other
from arpad.web_desk.form_fields import files_of, lines_of, new_key, perform_once, require_files, whole_of
from arpad.web_desk.pages import MenuItem, desk_page

routes = DeskRoutes()
PEOPLE, OFFICIALS = "/desk/people", "/desk/officials"
MENU = (MenuItem("people", PEOPLE, Permission.PEOPLE), MenuItem("officials", OFFICIALS, Permission.PEOPLE))
FACTS = ("name", "federation", "sex", "title", "region")
MOST_FOUND = 50
LARGE = 1 << 20  # bytes of files that are imported in the background


@routes.page(PEOPLE, needs=Permission.PEOPLE)
def people_page(request: Request, desk: DeskHere) -> Response:
    text = request.query_params.get("q", "").strip()
    found = people.find_people(desk, PlayerSearch(text, MOST_FOUND)) if text else FoundPeople((), ())
    return desk_page(
        request, "people.html", found=found.players, official=found.official, without_game=found.no_game_yet,
        text=text, key=new_key(),
    )  # fmt: skip


@routes.act(PEOPLE, needs=Permission.PEOPLE)
def add_player(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """Add a player; those who look alike are shown first."""
    seen = frozenset(int(number) for number in form["displayed"].split() if number.isdigit())
    person = Person(
        form["name"], whole_of(form, "fide_id") or 0, born=int(_day(form, "born")), sex=form["sex"],
        federation=form["federation"].upper(), title=form["title"],
    )  # fmt: skip
    added = people.add_player(desk, NewPlayer(person, why=lines_of(form, "why"), seen=seen))
    if added.entered is None:
        return desk_page(
            request, "people_alike.html", status=409, candidates=added.candidates, form=form.fields, key=new_key()
        )
    return see_other(f"{PEOPLE}/{added.entered.id}", "added")


def _day(form: PostedForm, name: str) -> Day:
    """Return a day that may be known in part, as 1990-05-03, 1990-05 or 1990."""
    try:
        return people.parse_day(form[name], partly=True)
    except ValueError:
        raise UserError("desk/day", text=form[name]) from None


@routes.act(f"{PEOPLE}/import", needs=Permission.PEOPLE)
def import_players(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """Import the players of files. Rows that look like somebody who is registered are shown and held back."""
    files = require_files(files_of(form, "file"))
    wanted = PlayerFiles(files, lines_of(form, "why"), update=bool(form["update"]), accept=bool(form["accept"]))
    if sum(file.size for file in files) > LARGE:
        job = jobs.ask_for_job(desk, jobs.JobRequest("import-players", wanted))
        return see_other(f"/desk/jobs/{job.number}")
    return desk_page(request, "people_imported.html", imported=people.import_players(desk, wanted))


@routes.page(f"{PEOPLE}/{{number}}", needs=Permission.PEOPLE)
def player_page(request: Request, number: int, desk: DeskHere) -> Response:
    return desk_page(
        request, "person.html", person=people.show_player(desk, PlayerQuery(number)), facts=FACTS, key=new_key()
    )


@routes.act(f"{PEOPLE}/{{number}}", needs=Permission.PEOPLE)
def change_player(request: Request, number: int, form: Posted, desk: ActingDesk) -> Response:
    shown = people.show_player(desk, PlayerQuery(number))
    changed: dict[str, Any] = {name: form[name] for name in FACTS if form[name] != (getattr(shown, name) or "")}
    change = PlayerChange(number, PlayerFacts(**changed), _day(form, "since"), lines_of(form, "why"))
    return perform_once(lambda: people.change_player(desk, change), f"{PEOPLE}/{number}", "saved")


# --- federations and arbiters -------------------------------------------------------------------------------------


@routes.page(OFFICIALS, needs=Permission.PEOPLE)
def officials_page(request: Request, desk: DeskHere) -> Response:
    today = Day.of(desk.today())
    return desk_page(
        request, "officials.html", federations=people.list_federations(desk, people.FederationQuery(as_of=today)),
        arbiters=people.list_arbiters(desk, people.ArbiterQuery(as_of=today)), key=new_key(),
        memberships=people.MEMBERSHIPS,
    )  # fmt: skip


@routes.act(f"{OFFICIALS}/federations", needs=Permission.PEOPLE)
def add_federation(request: Request, form: Posted, desk: ActingDesk) -> Response:
    files = files_of(form, "file")
    if files:
        return _imported(request, people.import_federations(desk, InputFiles(files, lines_of(form, "why"))))
    state = form["state"] or next(iter(people.MEMBERSHIPS))
    new = NewFederation(form["code"], form["name"], state, _day(form, "since"), why=lines_of(form, "why"))
    return perform_once(lambda: people.add_federation(desk, new), OFFICIALS, "saved")


@routes.act(f"{OFFICIALS}/arbiters", needs=Permission.PEOPLE)
def add_arbiter(request: Request, form: Posted, desk: ActingDesk) -> Response:
    files = files_of(form, "file")
    if files:
        return _imported(request, people.import_arbiters(desk, InputFiles(files, lines_of(form, "why"))))
    new = NewArbiter(
        whole_of(form, "number") or 0, form["name"], form["federation"], form["licence"], _day(form, "since"),
        why=lines_of(form, "why"),
    )  # fmt: skip
    return perform_once(lambda: people.add_arbiter(desk, new), OFFICIALS, "saved")


def _imported(request: Request, done: people.EntriesImported) -> Response:
    if done.problems:
        return desk_page(request, "officials_imported.html", status=422, imported=done)
    return see_other(OFFICIALS, "saved")
