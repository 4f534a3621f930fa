"""What was sent: read every real report and rating list, lose nothing, tell everything.

    >>> from arpad.intake import read
    >>> report, findings = read(b"001    1 w    Invented, Ann" + b" " * 21 + b"2000 UKR")
    >>> report.players[0].name, report.players[0].rating, findings
    ('Invented, Ann', 2000, ())

Reading never raises: whatever the bytes are, there is a report, possibly empty, and the findings say why. This room
needs the standard library and NumPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arpad.intake.codes import CODES
    from arpad.intake.decode import LIMITS, Limits
    from arpad.intake.frl.listed import RatingList, Standing
    from arpad.intake.frl.reader import read_list
    from arpad.intake.frl.write import write_txt, write_xml
    from arpad.intake.recognise import kind_of, read, read_file
    from arpad.intake.trf.fix import Change, fix_trf
    from arpad.intake.trf.reader import read_trf
    from arpad.intake.trf.write import write_trf

__all__ = [
    "CODES",
    "LIMITS",
    "Change",
    "Limits",
    "RatingList",
    "Standing",
    "fix_trf",
    "kind_of",
    "read",
    "read_file",
    "read_list",
    "read_trf",
    "write_trf",
    "write_txt",
    "write_xml",
]

_ROOM = {
    "CODES": "arpad.intake.codes",
    "Change": "arpad.intake.trf.fix",
    "LIMITS": "arpad.intake.decode",
    "Limits": "arpad.intake.decode",
    "RatingList": "arpad.intake.frl.listed",
    "Standing": "arpad.intake.frl.listed",
    "fix_trf": "arpad.intake.trf.fix",
    "kind_of": "arpad.intake.recognise",
    "read": "arpad.intake.recognise",
    "read_file": "arpad.intake.recognise",
    "read_list": "arpad.intake.frl.reader",
    "read_trf": "arpad.intake.trf.reader",
    "write_trf": "arpad.intake.trf.write",
    "write_txt": "arpad.intake.frl.write",
    "write_xml": "arpad.intake.frl.write",
}


def __getattr__(name: str) -> Any:
    """Each name is loaded when it is first used: a report is read without the readers of lists."""
    if name not in _ROOM:
        raise AttributeError(f"module 'arpad.intake' has no attribute {name!r}")
    return getattr(import_module(_ROOM[name]), name)
