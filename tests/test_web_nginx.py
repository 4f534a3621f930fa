"""The site behind Debian's nginx, with the configuration that docs/operation.md gives."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from site_made import SERIES, running_site

from arpad.web.limits import LimitSettings
from arpad.web.operation import OperationSettings

NAME = "ratings.example.org"
PATIENCE = 60.0
OPERATION = Path(__file__).resolve().parents[1] / "docs" / "operation.md"
LIMITS = LimitSettings(rate=0.001, burst=12, pause=0.01)
MAIN = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 512; }}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    {site}
}}
"""


@cache
def nginx() -> str:
    """The program; where there is none, what to do about it."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        raise RuntimeError("no nginx here; what helps: apt-get install nginx-light, or ./dev test, which does it")
    return program


def write_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False).sign(key, hashes.SHA256())
    )  # fmt: skip
    (folder / "ratings.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "ratings.key").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )  # fmt: skip


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class Front:
    """nginx before the site: its ports, that of the site, and the lines of the access log."""

    def __init__(self, folder: Path, site: int) -> None:
        self.folder, self.site, self.secure, self.plain = folder, site, free_port(), free_port()
        (block,) = re.findall(r"^```nginx\n(.*?)^```", OPERATION.read_text(), re.DOTALL | re.MULTILINE)
        for here, there in (
            ("127.0.0.1:8000", f"127.0.0.1:{site}"), ("listen 443", f"listen 127.0.0.1:{self.secure}"),
            ("listen 80", f"listen 127.0.0.1:{self.plain}"), ("/etc/ssl", str(folder)),
        ):  # fmt: skip
            assert block.count(here) in (1, 2), here
            block = block.replace(here, there)
        (folder / "nginx.conf").write_text(MAIN.format(folder=folder, site=block))

    def context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "ratings.pem"))

    def link(self, source: str = "127.0.0.1") -> ssl.SSLSocket:
        """A connection of a client with an address of its own."""
        plain = socket.create_connection(("127.0.0.1", self.secure), PATIENCE, (source, 0))
        return self.context().wrap_socket(plain, server_hostname=NAME)

    def ask(self, path: str, source: str = "127.0.0.1", **headers: str) -> tuple[int, dict[str, str], bytes]:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        link = http.client.HTTPConnection(NAME)
        link.sock = self.link(source)
        link.request("GET", path, headers=names)
        answer = link.getresponse()
        body = answer.read()
        link.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body

    def logged(self, path: str) -> dict[str, object]:
        """The last entry of the access log for a path, which is written after the answer."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            lines = (self.folder / "access.log").read_text().splitlines(keepends=True)
            entries = [json.loads(line) for line in lines if line.endswith("\n")]
            if found := [entry for entry in entries if entry["path"] == path]:
                return dict(found[-1])
            time.sleep(0.05)
        raise AssertionError(f"{path} was not logged")


@contextmanager
def fronted(folder: Path, limits: LimitSettings = LIMITS) -> Iterator[Front]:
    write_certificate(folder)
    operation = OperationSettings(names=(NAME,), access_log=str(folder / "access.log"))
    with running_site(limits, ("127.0.0.1",), operation) as (site, app):
        front, process = started(folder, site)
        try:
            yield front
        finally:
            process.terminate()
            process.wait(PATIENCE)
            app.log.close()


def started(folder: Path, site: int) -> tuple[Front, subprocess.Popen[bytes]]:
    """nginx once it answers. A port that another program took in between is exchanged for a new one."""
    for _ in range(5):
        front = Front(folder, site)
        process = subprocess.Popen([nginx(), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")])
        until = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < until:
            try:
                front.ask("/health")
            except OSError:
                time.sleep(0.05)
            else:
                return front, process
        process.kill()
        process.wait(PATIENCE)
        said = (folder / "error.log").read_text()
        if "Address already in use" not in said:
            break
    raise AssertionError(said)


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with fronted(tmp_path_factory.mktemp("front"), LimitSettings(rate=1e5, burst=1e5)) as each:
        yield each


def test_a_page_goes_through_as_the_site_gives_it(front: Front) -> None:
    status, headers, body = front.ask(f"/lists/{SERIES}", accept_encoding="gzip")
    assert (status, headers["content-encoding"], body[:2]) == (200, "gzip", b"\x1f\x8b")
    assert headers["strict-transport-security"]
    assert headers["content-security-policy"]
    again, _, rest = front.ask(f"/lists/{SERIES}", accept_encoding="gzip", if_none_match=headers["etag"])
    assert (again, rest) == (304, b"")


def test_who_asks_without_tls_is_sent_to_the_name_of_the_site(front: Front) -> None:
    link = http.client.HTTPConnection("127.0.0.1", front.plain, timeout=10)
    link.request("GET", "/players?q=a", headers={"host": NAME})
    answer = link.getresponse()
    assert (answer.status, answer.headers["location"]) == (301, f"https://{NAME}/players?q=a")
    link.close()


def test_another_host_is_not_served(front: Front) -> None:
    assert front.ask("/", host="evil.example")[0] == 421


def test_the_metrics_are_not_for_the_public(front: Front) -> None:
    assert front.ask("/metrics")[0] == 404
    assert front.ask("//metrics")[0] == 404
    assert front.ask("/health")[0] == 200
    link = http.client.HTTPConnection("127.0.0.1", front.site, timeout=10)
    link.request("GET", "/metrics", headers={"host": NAME})
    assert link.getresponse().status == 200
    link.close()


def test_a_redirection_stays_on_the_site(front: Front) -> None:
    status, headers, _ = front.ask("/players/", x_forwarded_host="evil.example")
    assert status in (307, 308)
    assert headers["location"] == "/players"


def test_what_a_client_says_of_its_address_is_not_believed(front: Front) -> None:
    front.ask("/law", source="127.3.2.1", x_forwarded_for="203.0.113.9")
    assert front.logged("/law")["client"] == "127.3.2.0"


def test_a_long_header_is_refused(front: Front) -> None:
    assert front.ask("/", x="y" * 7_000)[0] == 200
    assert front.ask("/", x="y" * 9_000)[0] == 400
    assert front.ask(f"/players?q={'y' * 9_000}")[0] == 414


def test_every_client_has_its_own_limit(tmp_path: Path) -> None:
    with fronted(tmp_path) as front:
        greedy = [front.ask(f"/players?q={n}", source="127.0.0.2")[0] for n in range(20)]
        assert greedy[0] == 200
        assert greedy[-1] == 429
        assert front.ask("/players?q=other", source="127.0.0.3")[0] == 200


def test_a_client_that_holds_connections_shuts_nobody_out(front: Front) -> None:
    """150 with half a request on each: nginx refuses what is beyond its limit, and another client is served."""
    with ExitStack() as links:
        for _ in range(150):
            link = links.enter_context(front.link("127.0.0.4"))
            link.sendall(b"GET / HTTP/1.1\r\nhost: ratings")
        assert front.ask("/lists", source="127.0.0.5")[0] == 200
