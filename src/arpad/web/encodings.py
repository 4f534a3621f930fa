"""Read what a client accepts: the quality values of a request's header (RFC 9110, 12.4.2 and 12.5.3)."""

from __future__ import annotations

from functools import lru_cache

GZIP = "gzip"


@lru_cache(256)
def accepts_gzip(header: bytes) -> bool:
    """Whether a client takes gzip and does not prefer an answer as it is. `gzip;q=0` refuses it."""
    qualities: dict[str, int] = {}
    for part in header.decode("latin-1").lower().split(","):
        name, *parameters = (word.strip() for word in part.split(";"))
        if name:
            qualities[name] = min((_thousandths(word) for word in parameters if word.startswith("q=")), default=1000)
    packed = qualities.get(GZIP, qualities.get("x-gzip", qualities.get("*", 0)))
    return packed > 0 and packed >= qualities.get("identity", 0)


def _thousandths(parameter: str) -> int:
    """A quality value in thousandths; one that cannot be read refuses."""
    whole, _, fraction = parameter.removeprefix("q=").partition(".")
    digits = (fraction + "000")[:3]
    if whole not in ("0", "1") or len(fraction) > 3 or not (digits.isascii() and digits.isdigit()):
        return 0
    return min(int(whole) * 1000 + int(digits), 1000)
