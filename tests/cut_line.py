"""A line to PostgreSQL that breaks: what a client sends and hears passes through here, until it is cut.

`LOST`: a message does not arrive. `UNHEARD`: it arrives and is done, and the answer does not come back, so that the
client cannot know. Both ends see a closed connection, as when a cable is pulled; who calls again is let through.
"""

from __future__ import annotations

import os
import selectors
import socket
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from urllib.parse import parse_qs, quote, urlsplit

from databases import SHORT

LOST, UNHEARD = "LOST", "UNHEARD"
SOCKET = ".s.PGSQL.5432"
ANSWER = 5.0  # seconds in which a server has answered
MOST = 1 << 20
BEGINNING = 40


class Line:
    """Carries what is sent between clients and a server; the message with a number is cut, 0 is none."""

    def __init__(self, address: str, cut: int = 0, how: str = LOST) -> None:
        server = parse_qs(urlsplit(address).query)["host"][0]
        self._server, self._cut, self._how = str(Path(server) / SOCKET), cut, how
        self._home = Path(tempfile.mkdtemp(prefix="arpad-line-", dir=SHORT))
        self.address = address.replace(quote(server, safe=""), quote(str(self._home), safe=""))
        self.said: list[bytes] = []  # how each message of a client begins
        self._counting = threading.Lock()

    def __enter__(self) -> Line:
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(self._home / SOCKET))
        self._listening.listen()
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        os.unlink(self._home / SOCKET)
        self._home.rmdir()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        with suppress(OSError), client, socket.socket(socket.AF_UNIX) as server, selectors.DefaultSelector() as ready:
            server.connect(self._server)
            for end in (client, server):
                ready.register(end, selectors.EVENT_READ)
            while True:
                for key, _ in ready.select():
                    end = client if key.fileobj is client else server
                    said = end.recv(MOST)
                    if not said:
                        return
                    if end is server:
                        client.sendall(said)
                    elif not self._cut_here(said):
                        server.sendall(said)
                    else:
                        self._end(server, said)
                        return

    def _cut_here(self, said: bytes) -> bool:
        with self._counting:
            self.said.append(said[:BEGINNING])
            return len(self.said) == self._cut

    def _end(self, server: socket.socket, said: bytes) -> None:
        if self._how == UNHEARD:
            server.sendall(said)
            server.settimeout(ANSWER)
            server.recv(MOST)
