"""Read what the forms of the desk send: reasons, days, files; and perform an act that a form asks for once."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import date
from typing import Any

from fastapi import Request
from starlette.responses import Response

from arpad.days import Month
from arpad.finding import UserError
from arpad.office.accounts import Permission
from arpad.office.people import InputFile
from arpad.web.request_fields import Form
from arpad.web_desk.access import PostedForm, see_other

MANY = 1_000_000_000


def lines_of(form: PostedForm, name: str) -> str:
    """Return a text of several lines, as the office stores it."""
    return form[name].replace("\r\n", "\n").replace("\r", "\n")


def day_of(form: PostedForm, name: str) -> date | None:
    """Return the day in a field; None where it is empty. Refuses another text."""
    typed = form[name].strip()
    try:
        return date.fromisoformat(typed) if typed else None
    except ValueError:
        raise UserError("desk/day", text=typed) from None


def whole_of(form: PostedForm | Form, name: str) -> int | None:
    """Return the whole number in a field; None where it is empty. Refuses another text."""
    typed = form[name].strip()
    if not typed:
        return None
    if not (typed.isascii() and typed.isdigit() and int(typed) < MANY * MANY):
        raise UserError("desk/whole", text=typed)
    return int(typed)


def month_of(form: PostedForm, name: str) -> Month:
    """Return the month in a field; month 0 where it is empty. Refuses another text."""
    typed = form[name].strip()
    try:
        return Month.read(typed) if typed else Month(0)
    except ValueError:
        raise UserError("desk/month", text=typed) from None


def file_of(form: PostedForm, name: str = "file") -> InputFile:
    """Return the file of a field. Refuses an empty field."""
    return require_files(files_of(form, name))[0]


def require_files(files: tuple[InputFile, ...]) -> tuple[InputFile, ...]:
    """Return the files of a field. Refuses an empty field."""
    if not files:
        raise UserError("desk/no-file")
    return files


def files_of(form: PostedForm, name: str) -> tuple[InputFile, ...]:
    """Return the files of a field."""
    return tuple(InputFile(file.name, file.content) for file in form.files.get(name, ()))


def part_name(code: str, part: str) -> str:
    """Return CODE, or CODE/PART."""
    return f"{code}/{part}" if part and part.isdigit() and part != "0" else code


def new_key() -> str:
    """Return a key under which what a form sends is done once."""
    return secrets.token_urlsafe(12)


def perform_once(perform: Callable[[], Any], address: str, done: str) -> Response:
    """Perform what a form asks for, and lead on to another page. What was done already is not an error: the form was
    sent twice."""
    try:
        perform()
    except UserError as error:
        if error.message != "done-already":
            raise
    return see_other(address, done)


def may(request: Request, permission: Permission) -> bool:
    """Return whether whoever is signed in has a permission anywhere."""
    return bool(request.state.visit and request.state.visit.identity.may(permission))
