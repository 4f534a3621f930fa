"""Page through long answers: a cursor is a short word that says where the next page begins, and of which list."""

from __future__ import annotations

import base64
import binascii

from arpad.finding import Misuse

LONGEST = 200


def cursor(subject: str, offset: int) -> str:
    """A cursor for an offset in an answer, and the list that it belongs to."""
    return base64.urlsafe_b64encode(f"{subject}:{offset}".encode()).decode().rstrip("=")


def place(word: str) -> tuple[str, int]:
    """The list and the offset that a cursor stands for. Any other word is refused."""
    if not word:
        return "", 0
    try:
        text = base64.urlsafe_b64decode((word + "=" * (-len(word) % 4)).encode("ascii")).decode("ascii")
        subject, colon, offset = text.rpartition(":")
        if not colon or not offset.isdigit() or len(offset) > 9 or len(word) > LONGEST:
            raise ValueError
    except (ValueError, binascii.Error):
        raise Misuse("web-api/no-cursor") from None
    return subject, int(offset)
