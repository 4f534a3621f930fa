"""Addresses of the same page with some fields changed: for orders, pages and files."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from arpad.web.form import Form


def query_of(form: Form) -> Callable[..., str]:
    """A function for templates: the query of this page with some fields changed; an empty value leaves one out."""

    def address(**changed: object) -> str:
        fields = {**form.sent, "page": "", **{name: str(value) for name, value in changed.items()}}
        query = urlencode({name: value for name, value in fields.items() if value})
        return f"?{query}" if query else "?"

    return address
