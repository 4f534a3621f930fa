"""Say what may stand in a name or in a text, wherever it comes from, and how what may not is shown.

A name is one line that can be read: no character that steers a device, none that turns the direction of writing, none
that nobody sees, and so long that a list, a letter and a log have room for it. A text may have several lines. Between
two letters of a script that joins them, as in Persian or Hindi, the two signs that say whether they are joined belong
to the spelling and may stand.

It does not say what becomes of a text that may not stand: whoever takes it in refuses it, whoever shows it escapes it.
"""

from __future__ import annotations

import re
from pathlib import PureWindowsPath

NAME = 200  # letters of a name, or of a line that stands for one
TEXT = 4000  # letters of a reason, a claim or an answer

DEVICE = "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufdd0-\\ufdef\\ufffe\\uffff"  # no letters at all
REVERSING = "\\u202a-\\u202e\\u2066-\\u2069"  # turn the direction of what follows
UNSEEN = (
    "\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u2060-\\u2065\\u206a-\\u206f\\u2800\\u3164"
    "\\ud800-\\udfff\\ue000-\\uf8ff\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb"
    "\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U0010ffff"
)  # invisible letters and marks, halves of letters, and what every machine draws as it likes
JOINED = "\\u0620-\\u06ff\\u0710-\\u07ff\\u08a0-\\u0dff\\u1800-\\u18aa"  # scripts in which a joiner is spelling
JOINERS = f"(?<![{JOINED}])[\\u200c\\u200d]|[\\u200c\\u200d](?![{JOINED}])"

FORBIDDEN = re.compile(f"[{DEVICE}{REVERSING}]")  # in a text of several lines
HIDDEN = re.compile(f"[\t\n\r{DEVICE}{REVERSING}{UNSEEN}]|{JOINERS}")
_IN_LINES = re.compile(f"[\r{DEVICE}{REVERSING}{UNSEEN}]|{JOINERS}")


def is_name(text: str) -> bool:
    """Whether a text may stand for somebody or something: one line, of which every letter can be seen."""
    return len(text) <= NAME and ((text.isprintable() and text.isascii()) or not HIDDEN.search(text))


def file_name(path: str) -> str:
    """The last name of a path, as an office stores it: not where the file lay on somebody's machine."""
    return PureWindowsPath(path).name or path


def is_text(text: str) -> bool:
    """Whether somebody may have written this: lines, of which every letter can be seen."""
    return len(text) <= TEXT and not _IN_LINES.search(text)


def visible(text: str) -> str:
    """A line in which whatever is hidden stands as an escape: \\x1b, \\u202e."""
    return text if text.isascii() and text.isprintable() else HIDDEN.sub(_escape, text)


def visible_lines(text: str) -> str:
    """Lines in which whatever is hidden, line ends and tabs excepted, stands as an escape."""
    return text if text.isascii() and text.isprintable() else _IN_LINES.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()
