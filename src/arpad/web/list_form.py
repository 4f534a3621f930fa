"""What a form or a query asks of a list: whom, and in which order."""

from __future__ import annotations

from arpad.office import reading
from arpad.office.reading import Choice, Order
from arpad.web.form import Form

OLDEST, HIGHEST = 150, 4000
FILTERS = ("q", "show", "fed", "region", "sex", "title", "age_from", "age_to", "rating_from", "rating_to")


def choice_of(form: Form) -> Choice:
    """What a form asks for."""
    return Choice(
        form.option("show", reading.KINDS, "active"),
        form.text("fed").upper(),
        form.text("region"),
        form.option("sex", ("w", "m")),
        form.text("title"),
        form.whole("age_from", 0, OLDEST),
        form.whole("age_to", 0, OLDEST),
        form.whole("rating_from", 0, HIGHEST),
        form.whole("rating_to", 0, HIGHEST),
        form.text("q"),
    )


def order_of(form: Form) -> Order:
    return Order(form.option("sort", reading.SORTS, "rating"), form.option("dir", ("up", "down"), "down") == "up")
