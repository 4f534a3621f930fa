"""Many pairing programs send reports to a desk that is killed again and again, and whose disk is full once.

    python tests/storm_desk.py [--uploaders N] [--reports N] [--kills N] [--on sqlite|postgresql] [--seed S]

A real `arpad desk` takes reports by token over sockets. Each uploader has an event of its own and sends corrected
versions of its report, each under a key of its own; some it sends twice, and whatever was not answered it sends again.
Meanwhile the desk is ended by SIGKILL and started anew; on SQLite it once runs with files that may not grow. At the end
every key is asked for once more: each has one entry in the journal and one report, and whatever was acknowledged is
there with the same receipt. Exit code 1: something acknowledged was lost, or something is doubled.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from accounts_made import as_account, officer
from databases import KINDS
from events_made import Scene
from office_made import at, event, fresh, registered
from sqlalchemy import func, select

from arpad.days import Day
from arpad.office import accounts, sign_in
from arpad.office.store.engine import connect_store
from arpad.office.store.schema import journal, report

SOUND, LOST, DOUBLED, UNANSWERED = "sound", "lost", "doubled", "unanswered"
PATIENCE, ROOM = 600.0, 16 * 1024
HANDLE, LAST = "clara", date(2025, 12, 1)
LOST_ANSWERS = (408, 429, 500, 502, 503, 504)


def versions(uploader: int, count: int) -> list[bytes]:
    """So many different reports of the event of an uploader: other results of the first player."""
    ids = {number: 10_000_000 + 100 * uploader + number for number in range(1, 9)}
    results = list(product("=10", repeat=5))[:count]
    if len(results) < count:
        raise SystemExit(f"storm: an uploader has at most {len(results)} reports")
    return [scene(uploader, ids, each).text.encode() for each in results]


def scene(uploader: int, ids: Mapping[int, int], results: Iterable[str] = ()) -> Scene:
    by_round = {(1, turn): result for turn, result in enumerate(results, 1)}
    return event(f"storm-{uploader}", ids=ids, results=by_round)


def prepared(kind: str, place: Path, uploaders: int) -> tuple[str, str]:
    """An office with an event for each uploader, and a token of the arbiter who sends all reports."""
    desk = fresh(kind, place)
    for uploader in range(uploaders):
        registered(desk, scene(uploader, {}))
    desk = at(desk, LAST)
    officer(desk, HANDLE, "federation-officer")
    token = sign_in.new_token()
    permissions = (accounts.Permission.REPORT.value,)
    new = accounts.NewCredential(
        HANDLE, accounts.TOKEN, token.value.digest, "storm", permissions, Day.of(date(2030, 1, 1))
    )
    accounts.add_credential(as_account(desk, HANDLE), new, token.value)
    url = desk.store.engine.url
    address = str(url.database) if kind == "sqlite" else url.render_as_string(hide_password=False)
    desk.store.close()
    return address, token.token


@dataclass
class Storm:
    """What was sent and what was answered."""

    port: int
    token: str
    acknowledged: dict[str, str] = field(default_factory=dict)  # key: the receipt's hash
    answers: Counter[int] = field(default_factory=Counter)
    tries: int = 0
    stopped: bool = False

    def put(self, uploader: int, key: str, body: bytes) -> tuple[int, str]:
        """Send a report once; the status (0: no answer) and the hash in the receipt."""
        link = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=60, source_address=(f"127.0.1.{uploader + 1}", 0)
        )
        self.tries += 1
        headers = {"host": f"localhost:{self.port}", "authorization": f"Bearer {self.token}", "x-file-name": "r.trf"}
        try:
            link.request("PUT", f"/api/v1/reports/{key}?event=storm-{uploader}&replace=1", body, headers)
            answer = link.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            link.close()
        self.answers[answer.status] += 1
        return answer.status, str(json.loads(text).get("sha256", "")) if answer.status in (200, 201) else text.decode()

    def deliver(self, uploader: int, key: str, body: bytes) -> None:
        """Send a report until it is answered."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and not self.stopped:
            status, said = self.put(uploader, key, body)
            if status in (200, 201):
                self.acknowledged[key] = said
                return
            if status and status not in LOST_ANSWERS:
                raise SystemExit(f"storm: {key} was answered with {status}: {said}")
            time.sleep(0.2)

    def upload(self, uploader: int, count: int, seed: int) -> None:
        rng = random.Random(seed * 1000 + uploader)
        for number, body in enumerate(versions(uploader, count)):
            key = f"u{uploader}-r{number}"
            self.deliver(uploader, key, body)
            if rng.random() < 0.2:
                self.deliver(uploader, key, body)


class Server:
    """The process of a desk, on one port through all its lives."""

    def __init__(self, address: str, port: int) -> None:
        self.words = [sys.executable, "-m", "arpad", "desk", "--db", address, "--port", str(port), "--no-work"]
        self.process: subprocess.Popen[str] | None = None

    def start(self, largest: int = 0) -> None:
        """Start it; with `largest`, no file of it may grow beyond."""
        self.process = subprocess.Popen(self.words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if largest:
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (largest, largest))
        assert self.process.stdout is not None
        self.process.stdout.readline()

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


def stored(address: str) -> tuple[Counter[str], int]:
    """How often each key is in the journal, and how many reports there are."""
    store = connect_store(address)
    with store.reading() as connection:
        rows = connection.execute(select(journal.c.idempotency).where(journal.c.act == "submit-report")).scalars()
        keys = Counter(row.rpartition("/")[0].rpartition("/")[2] for row in rows if row)
        reports = int(connection.execute(select(func.count()).select_from(report)).scalar_one())
    store.close()
    return keys, reports


def verdict(acknowledged: Iterable[str], expected: int, keys: Mapping[str, int], reports: int) -> str:
    """What came of a storm."""
    told = set(acknowledged)
    if any(not keys.get(key) for key in told):
        return LOST
    if any(count > 1 for count in keys.values()) or reports > len(keys):
        return DOUBLED
    return SOUND if len(told) == expected else UNANSWERED


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def run(kind: str, uploaders: int, count: int, kills: int, seed: int, place: Path) -> tuple[str, str]:
    """A storm; the verdict, and what happened."""
    address, token = prepared(kind, place, uploaders)
    server, rng = Server(address, free_port()), random.Random(seed)
    storm = Storm(int(server.words[server.words.index("--port") + 1]), token)
    began, full = time.monotonic(), False
    server.start()
    threads = [threading.Thread(target=storm.upload, args=(n, count, seed), daemon=True) for n in range(uploaders)]
    for thread in threads:
        thread.start()
    try:
        for number in range(kills):
            reached = (number + 1) * uploaders * count // (kills + 1)
            while len(storm.acknowledged) < reached and any(thread.is_alive() for thread in threads):
                time.sleep(0.02)
            time.sleep(rng.random() * 0.1)
            server.kill()
            if kind == "sqlite" and number == kills // 2:
                full = True
                server.start(ROOM + max(each.stat().st_size for each in place.iterdir() if each.is_file()))
                time.sleep(3.0)
                server.kill()
            server.start()
        for thread in threads:
            thread.join(PATIENCE)
        server.kill()
        server.start()
        again = {key: put_again(storm, key, count) for key in storm.acknowledged}
    finally:
        storm.stopped = True
        server.kill()
    keys, reports = stored(address)
    changed = [key for key, said in storm.acknowledged.items() if again[key] != said]
    found = LOST if changed else verdict(storm.acknowledged, uploaders * count, keys, reports)
    answered = ", ".join(f"{status}: {times}" for status, times in sorted(storm.answers.items()))
    about = (
        f"{kind}: {uploaders} uploaders, {len(storm.acknowledged)} keys, {storm.tries} requests ({answered}), "
        f"{kills} kills, disk full {'once' if full else 'never'}, {time.monotonic() - began:.0f} s"
    )
    return found, about


def put_again(storm: Storm, key: str, count: int) -> str:
    """The receipt of a key that was acknowledged, after the last restart."""
    uploader, number = (int(word[1:]) for word in key.split("-"))
    body = versions(uploader, count)[number]
    for _ in range(100):
        status, said = storm.put(uploader, key, body)
        if status not in (0, *LOST_ANSWERS):
            return said if status == 200 else f"{status}"
        time.sleep(0.2)
    return "no answer"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--uploaders", type=int, default=32)
    parser.add_argument("--reports", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--on", choices=KINDS, default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="arpad-storm-") as place:
        found, about = run(asked.on, asked.uploaders, asked.reports, asked.kills, asked.seed, Path(place))
    print(f"{about}: {found}")
    return 0 if found == SOUND else 1


if __name__ == "__main__":
    raise SystemExit(main())
