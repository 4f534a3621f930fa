"""The calculators: change, first rating, round robin, performance, target; an address is a calculation."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from arpad.finding import Misuse
from arpad.law import series_names
from arpad.web.answers import answer as json_answer
from arpad.web.asked import Office, parted
from arpad.web.calculating import CALCULATORS, answered, book_of, document_of
from arpad.web.form import Form
from arpad.web.query import query_of
from arpad.web.render import page

router = APIRouter(include_in_schema=False)
COMMON = ("series", "on")
LONGEST = 8000  # letters of a field


@router.get("/calc")
def calculators(request: Request) -> Response:
    return page(request, "calculators.html", calculators=CALCULATORS)


@router.get("/calc/{name}")
def calculator(request: Request, office: Office, name: str) -> Response:
    name, ending = parted(name, ("json",))
    if name not in CALCULATORS:
        raise Misuse("no-page")
    chosen = CALCULATORS[name]
    form = Form(request.query_params, LONGEST)
    asked = any(form[field.name] for field in chosen.fields)
    published = tuple(head.series for head in office.stamp.newest)
    series = tuple(dict.fromkeys((*(each for each in published if each in series_names()), *reversed(series_names()))))
    book = book_of(form, series, office.today())
    document = document_of(chosen, form) if asked else None
    result = (
        answered(book, chosen, document, form, office.today()) if book is not None and document is not None else None
    )
    if ending:
        if result is None:
            raise Misuse("web-wrong-question")
        return json_answer(result)
    example = query_of(Form(dict(chosen.example)))()
    return page(
        request,
        "calculator.html",
        status=form.status,
        calculator=chosen,
        calculators=CALCULATORS,
        form=form,
        series=series,
        today=office.today(),
        book=book,
        answer=result,
        example=f"/calc/{name}{example}",
        address=query_of(form),
    )
