"""Write the JSON schema of every answer that the command line gives with `--json`, out of the types of the answers."""

from __future__ import annotations

import json

from arpad.asjson import schema
from arpad.cli.answers import ANSWER_TYPES, answer_type


def pages() -> dict[str, str]:
    """A schema per verb, `player add` as schemas/player-add.json."""
    return {f"schemas/{verb.replace(' --', '-').replace(' ', '-')}.json": _page(verb) for verb in ANSWER_TYPES}


def _page(verb: str) -> str:
    return json.dumps(schema(answer_type(verb), f"arpad {verb} --json"), indent=2, ensure_ascii=False) + "\n"
