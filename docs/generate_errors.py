"""Write docs/errors.md from the error gallery: every code, its tier, what it prints and what helps."""

from __future__ import annotations

import tomllib
from pathlib import Path

from arpad.intake import CODES

DOCS = Path(__file__).resolve().parent
GALLERY = DOCS.parent / "tests" / "errors" / "gallery.toml"
HEAD = """# Findings of intake

Generated from `tests/errors/gallery.toml` by `./dev docs`; do not edit. Each entry is a file in `tests/errors/` and the
text that it prints, word for word.

A finding has a stable code, a tier, a place, a sentence and a remedy. The tiers: **refuse** the report cannot be taken,
**exclude** a row does not count, **ask** a fact is missing, **advice** nothing is harmed.
"""


def pages() -> dict[str, str]:
    """Path below docs/ -> text."""
    gallery = tomllib.loads(GALLERY.read_text("utf-8"))
    parts = [HEAD, "| code | tier | what helps |", "|---|---|---|"]
    parts += [f"| [{code}](#{code}) | {tier.value} | {remedy} |" for code, (tier, remedy) in CODES.items()]
    for code, (tier, _) in CODES.items():
        entry = gallery[code]
        parts += ["", f"## {code}", "", f"*{tier.value}* · `arpad {entry['run']}`, exit code {entry['exit']}", ""]
        parts += ["```text", entry["prints"].rstrip("\n"), "```"]
    return {"errors.md": "\n".join(parts) + "\n"}


if __name__ == "__main__":
    for name, text in pages().items():
        (DOCS / name).write_text(text, "utf-8")
