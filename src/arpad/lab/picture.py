"""A picture of a sweep as SVG: what each variant predicted against how its scale drifted."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

from arpad.finding import Note

Point = tuple[str, float | None, float | None]  # name, drift, prediction

WIDTH, HEIGHT = 760, 460
LEFT, RIGHT, TOP, BOTTOM = 86, 24, 54, 58
LINE = 17  # points between two lines of the legend
TICKS = 6
FONT = 'font-family="sans-serif" font-size="12"'
COLOURS = ("#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df", "#bf3989", "#0a7ea4", "#57606a")


def picture(points: Sequence[Point]) -> str:
    """The picture; variants of which one of the two numbers is not known are named below it only."""
    shown = [(at, x, y) for at, (_, x, y) in enumerate(points, 1) if x is not None and y is not None]
    height = HEIGHT + LINE * (len(points) + 1)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {FONT}>',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="24" font-size="16" fill="#1f2328">{_words("title")}</text>',
        f'<text x="{LEFT}" y="42" fill="#57606a">{_words("below")}</text>',
    ]
    if shown:
        out += _plotted(shown)
    best = min(shown, key=lambda each: each[2])[0] if shown else 0
    for at, (name, _, _) in enumerate(points, 1):
        y = HEIGHT + LINE * at
        weight = ' font-weight="bold"' if at == best else ""
        out.append(f'<text x="{LEFT}" y="{y}" fill="{_colour(at)}"{weight}>{at}  {escape(name)}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


def _plotted(shown: Sequence[tuple[int, float, float]]) -> list[str]:
    """Axes, grid and points."""
    across, up = _ticks([x for _, x, _ in shown] + [0.0]), _ticks([y for _, _, y in shown])
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def place(x: float, y: float) -> tuple[float, float]:
        along = (x - across[0]) / (across[-1] - across[0])
        above = (y - up[0]) / (up[-1] - up[0])
        return LEFT + along * (right - LEFT), bottom - above * (bottom - TOP)

    out = []
    for tick in across:
        x, _ = place(tick, up[0])
        colour = "#8c959f" if tick == 0 else "#eaeef2"
        out.append(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}" stroke="{colour}"/>')
        out.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" fill="#57606a">{tick:g}</text>')
    for tick in up:
        _, y = place(across[0], tick)
        colour = "#8c959f" if tick == 0 else "#eaeef2"
        out.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="{colour}"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#57606a">{tick:g}</text>')
    middle = (LEFT + right) / 2
    out.append(f'<text x="{middle:.0f}" y="{bottom + 40}" text-anchor="middle" fill="#1f2328">{_words("drift")}</text>')
    high = (TOP + bottom) / 2
    turned = f'transform="translate(20 {high:.0f}) rotate(-90)" text-anchor="middle"'
    out.append(f'<text {turned} fill="#1f2328">{_words("score")}</text>')
    for at, x, y in shown:
        px, py = place(x, y)
        out.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="5" fill="{_colour(at)}" fill-opacity="0.75"/>')
        out.append(f'<text x="{px + 8:.1f}" y="{py + 4:.1f}" fill="{_colour(at)}">{at}</text>')
    return out


def _words(name: str) -> str:
    return escape(Note.of(f"lab-picture/{name}").sentence)


def _colour(at: int) -> str:
    return COLOURS[(at - 1) % len(COLOURS)]


def _ticks(values: Sequence[float]) -> list[float]:
    """Round numbers that hold all values between them."""
    low, high = min(values), max(values)
    wide = (high - low) or abs(high) or 1.0
    step = 10 ** floor(log10(wide / TICKS))
    step *= next(each for each in (1, 2, 5, 10) if wide / (step * each) <= TICKS)
    first, last = floor(low / step), ceil(high / step)
    if first == last:
        first, last = first - 1, last + 1
    return [float(f"{at * step:.10g}") for at in range(first, last + 1)]
