"""What differs from run to run in an output: hashes, tokens, signatures and instants.

A test that looks for a few digits in an output looks at `without_varying(output)`, as such values hold any digits by
chance. Numbers of up to eight digits and days stay.
"""

from __future__ import annotations

import re

VARYING = re.compile(
    r"[A-Za-z0-9_+/-]{32,}={0,2}"  # tokens and signatures
    r"|\b[0-9a-fA-F]{9,}\b"  # hashes, also shortened ones, and microseconds since 1970
    r"|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[.,][0-9]+)?"  # times of day
)


def without_varying(text: str) -> str:
    """The text with an ellipsis for each value that differs from run to run."""
    return VARYING.sub("…", text)
