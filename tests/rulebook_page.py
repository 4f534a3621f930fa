"""Follow docs/rulebook.md as a reader does: type its commands in order, and change the articles that it changes."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from typed import typed

PAGE = Path(__file__).resolve().parents[1] / "docs" / "rulebook.md"
FILE = "ruritania-2026.toml"
BLOCK = re.compile(r"(?ms)^```(console|toml)\n(.*?)^```$")


@dataclass(frozen=True)
class Followed:
    """A command of the page, what the page shows, and what was printed."""

    command: str
    shown: str
    printed: str


@contextmanager
def inside(directory: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(directory)
    try:
        yield
    finally:
        os.chdir(before)


def follow(directory: Path, until: str = "") -> list[Followed]:
    """Do in an empty directory what the page says; up to a heading, where one is named."""
    page = PAGE.read_text("utf-8")
    followed = []
    with inside(directory):
        for kind, text in BLOCK.findall(page[: page.index(until)] if until else page):
            if kind == "toml":
                path = directory / FILE
                path.write_text(with_article(path.read_text("utf-8"), text), "utf-8")
                continue
            for example in filter(None, re.split(r"(?m)^\$ ", text)):
                command, _, shown = example.partition("\n")
                done = typed(*shlex.split(command)[1:])
                followed.append(Followed(command, shown, done.out + done.err))
    return followed


def with_article(rulebook: str, article: str) -> str:
    """The file with one article as the page writes it, in the place of the one with that number."""
    number = re.match(r'\[article\."([^"]+)"\]', article)
    assert number is not None
    mine = re.compile(
        rf'(?ms)^\[article\."{re.escape(number[1])}"\]\n.*?(?=^\[(?!article\."{re.escape(number[1])}"\.)|\Z)'
    )
    changed, times = mine.subn(lambda _: article.rstrip("\n") + "\n\n", rulebook)
    assert times == 1, f"article {number[1]} stands {times} times"
    return changed
