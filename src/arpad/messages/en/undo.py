"""Undo: what was decided and can be taken back, and why something cannot."""

from __future__ import annotations

SENTENCES = {
    "undo/rests": "Entry {entry} cannot be undone: entry {later} ({act}) rests on it",
    "undo/no-inverse": "Entry {entry} of the log has nothing that can be undone",
    "undo/stands-no-more": "Entry {entry} was undone already, or a later decision replaced it",
    "undo/nothing": "Nothing of {who} can be undone.",
    "undo/possible": "`arpad undo {entry} --why TEXT`",
    "undo/blocked": "first entry {later} ({act})",
    "reason-missing/undo": "to undo a decision needs a reason",
}

REMEDIES = {
    "undo-later": {"command": "undo that first if you can: `arpad undo {entry} --why TEXT`"},
    "list-undoable": {"command": "`arpad undo` lists what can be undone"},
}
