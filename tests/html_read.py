"""Read a page as a browser would, without one: its links, its tables, and what is out of place in it."""

from __future__ import annotations

from html.parser import HTMLParser

EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
OPTIONAL = {"li", "option", "p", "dt", "dd", "tr", "td", "th", "tbody", "thead"}


class PageRead(HTMLParser):
    """What stands on a page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self.ids: list[str] = []
        self.rows: list[tuple[str, list[str]]] = []  # the id of each row of a table, and its cells
        self.terms: list[str] = []  # of a sum
        self.scripts: list[dict[str, str | None]] = []
        self.handlers: list[str] = []  # attributes that would run something
        self.unclosed: list[str] = []
        self._open: list[str] = []
        self._term = 0
        self.feed(text)
        self.close()
        self.unclosed += [tag for tag in self._open if tag not in OPTIONAL]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        for name in ("href", "src", "action"):
            if given.get(name):
                self.links.append(str(given[name]))
        if given.get("id"):
            self.ids.append(str(given["id"]))
        self.handlers += [name for name in given if name.startswith("on") or name == "style"]
        if tag == "script":
            self.scripts.append(given)
        if tag == "tr":
            self.rows.append((given.get("id") or "", []))
        elif tag in ("td", "th") and self.rows:
            self.rows[-1][1].append("")
        if tag == "b" and "term" in self._classes:
            self.terms.append("")
            self._term = len(self._open) + 1
        if tag not in EMPTY:
            self._open.append(tag)
            self._classes = given.get("class") or ""

    _classes: str = ""

    def handle_endtag(self, tag: str) -> None:
        if len(self._open) == self._term:
            self._term = 0
        while self._open and tag in self._open:
            gone = self._open.pop()
            if gone == tag:
                return
            if gone not in OPTIONAL:
                self.unclosed.append(gone)
        self.unclosed.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        if self._term:
            self.terms[-1] += data.strip()
        if self.rows and self.rows[-1][1] and ("td" in self._open or "th" in self._open):
            self.rows[-1][1][-1] = " ".join(f"{self.rows[-1][1][-1]} {data}".split())
