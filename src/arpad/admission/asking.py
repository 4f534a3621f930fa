"""How a fact that is missing can be given: the key of the sidecar, and the flag that says the same."""

from __future__ import annotations


def value(key: str, example: str, quoted: bool = False) -> str:
    """How a fact is given: as a key of the sidecar, or as a flag."""
    return f"{key} = {_text(example) if quoted else example} in the sidecar, or --{key.replace('_', '-')} {example}."


def yes_or_no(key: str) -> str:
    return f"{key} = true or false in the sidecar, or --{key.replace('_', '-')} yes or no."


def approved(what: str) -> str:
    return f"approvals = [{_text(what)}] in the sidecar, or --approvals {what}."


def _text(words: str) -> str:
    return f'"{words}"'


ARBITERS = "arbiters = [{{ name, licence }}] in the sidecar, or --arbiters NAME:LICENCE."
