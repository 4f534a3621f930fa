"""Write a line of JSON for each answer. Nobody can be recognised: the address is a network, and no query is written."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from arpad.finding import UserError
from arpad.web.clients import anonymous_address

STANDARD_OUTPUT, STANDARD_OUTPUT_FILE, NOT_OPEN = "-", 1, -1
LOG_MODE = 0o640


class AccessLog:
    """A file, or the standard output; each line is one write. A file that was moved away is begun again, so that a
    rotation needs no signal."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._out = self._open() if name else NOT_OPEN

    def _open(self) -> int:
        if self._name == STANDARD_OUTPUT:
            return STANDARD_OUTPUT_FILE
        try:
            return os.open(self._name, os.O_WRONLY | os.O_APPEND | os.O_CREAT, LOG_MODE)
        except OSError as error:
            raise UserError("site/no-log", file=self._name, reason=error.strerror or str(error)) from None

    def write(self, client: str, method: str, path: str, status: int, size: int, seconds: float, at_hand: bool) -> None:
        """A line for an answer; on a full disk there is none, and the site goes on."""
        if self._out == NOT_OPEN:
            return
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "client": anonymous_address(client),
            "method": method,
            "path": path,
            "status": status,
            "bytes": size,
            "milliseconds": int(seconds * 1000),
            "cached": at_hand,
        }
        with suppress(OSError):
            os.write(self._out, (json.dumps(line, ensure_ascii=True) + "\n").encode("ascii"))

    def look(self) -> None:
        """Begin the file again if it was moved away."""
        if self._out in (NOT_OPEN, STANDARD_OUTPUT_FILE):
            return
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(self._out), Path(self._name).stat()):
                return
        before, self._out = self._out, self._open()
        os.close(before)

    def close(self) -> None:
        if self._out not in (NOT_OPEN, STANDARD_OUTPUT_FILE):
            os.close(self._out)
        self._out = NOT_OPEN
