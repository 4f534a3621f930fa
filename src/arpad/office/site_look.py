"""Whether a colour and a logo can be shown on the public site of an office, and the colour for dark screens.

A colour stands behind no words: it marks titles, lines and buttons, so that it must be told apart from paper as small
text is (WCAG 2.2, contrast 4.5). A logo is a PNG picture: it runs nothing, and every browser shows it.
"""

from __future__ import annotations

import base64
import binascii
import re

from arpad.finding import Remedy, UserError

COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
LIGHT_PAPER, DARK_PAPER = "#faf8f3", "#1d2024"  # the grounds of the style sheet that leave the least contrast
LEAST_CONTRAST = 4.5
WHITE_SHARES = range(21)  # twentieths of white in the colour of dark screens
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
PNG_HEADER = 24  # bytes up to width and height
MAX_LOGO, MAX_SIDE = 48 * 1024, 1024  # bytes, pixels


def check_colour(colour: str) -> None:
    """Refuse what is not #rrggbb, and a colour that is hard to see on the paper of the site."""
    if not COLOUR.fullmatch(colour):
        raise UserError("office-change/colour", colour=colour)
    contrast = contrast_of(colour, LIGHT_PAPER)
    if contrast < LEAST_CONTRAST:
        remedy = Remedy.to("darker-colour")
        raise UserError("office-change/contrast", remedy, colour=colour, contrast=f"{contrast:.1f}")


def colour_in_the_dark(colour: str) -> str:
    """The colour mixed with so much white that it can be read on the dark paper of the site."""
    channels = _channels(colour)
    for share in WHITE_SHARES:
        mixed = "#" + "".join(f"{(value * (20 - share) + 255 * share) // 20:02x}" for value in channels)
        if contrast_of(mixed, DARK_PAPER) >= LEAST_CONTRAST:
            return mixed
    return "#ffffff"


def contrast_of(colour: str, paper: str) -> float:
    """The contrast of two colours by WCAG 2.2, from 1 to 21."""
    first, second = sorted((_luminance(colour), _luminance(paper)))
    return (second + 0.05) / (first + 0.05)


def _luminance(colour: str) -> float:
    linear = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (value / 255 for value in _channels(colour))
    ]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def check_logo(logo: str) -> None:
    """Refuse what is not a small PNG picture in base64."""
    try:
        content = base64.b64decode(logo, validate=True)
    except binascii.Error:
        raise UserError("office-change/logo", most=MAX_LOGO, side=MAX_SIDE) from None
    width, height = (int.from_bytes(content[start : start + 4], "big") for start in (16, 20))
    sound = content.startswith(PNG_SIGNATURE) and len(content) > PNG_HEADER
    if not sound or len(content) > MAX_LOGO or not 0 < max(width, height) <= MAX_SIDE:
        raise UserError("office-change/logo", most=MAX_LOGO, side=MAX_SIDE)
