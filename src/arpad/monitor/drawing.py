"""Lines, bars and intervals as SVG: a frame with two axes, and what is drawn into it.

Colours are those of classes, which a page has in its style sheet and a file of its own in itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10

from arpad.frozen import dataclass

WIDTH, HEIGHT = 480, 288
LEFT, RIGHT, TOP, BOTTOM = 50, 30, 24, 48
AXIS_LINES = 5  # of an axis, about
LETTER, GAP = 9, 8  # width of a letter at most, and between two names
Point = tuple[float, float]

CHART_STYLE = """<style>
svg { background: #fffdf8; font: 13px system-ui, sans-serif; }
.grid { stroke: #e0dacb; } .even { stroke: #615b51; stroke-dasharray: 4 3; } .axis { fill: #615b51; }
.title { font-weight: 600; fill: #1d1b18; }
.bar { fill: #d9cbb0; } .noise { stroke: #a8a194; fill: #a8a194; } .speaks { stroke: #8a3324; fill: #8a3324; }
.one { stroke: #8a3324; fill: none; stroke-width: 2; } .two { stroke: #1f4e79; fill: none; stroke-width: 2; }
.three { stroke: #19653f; fill: none; stroke-width: 2; } .ribbon { fill: #8a3324; fill-opacity: .14; stroke: none; }
.ribbon.two { fill: #1f4e79; } .key { stroke: none; } .key.one { fill: #8a3324; } .key.two { fill: #1f4e79; }
.key.three { fill: #19653f; }
</style>"""


@dataclass(frozen=True)
class Ticks:
    """The lines of an axis, with what is written at each."""

    low: float
    high: float
    marks: tuple[tuple[float, str], ...]


def ticks(low: float, high: float) -> Ticks:
    """Round numbers around everything from low to high."""
    if high - low < 1e-9:
        low, high = low - 1, high + 1
    rough = (high - low) / AXIS_LINES
    power = 10.0 ** floor(log10(rough))
    step = next(power * each for each in (1, 2, 2.5, 5, 10) if power * each >= rough)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    digits = max(0, -floor(log10(step) + 1e-9)) + (1 if step / power == 2.5 and power <= 1 else 0)
    marks = tuple((at * step, f"{at * step:.{digits}f}".replace("-", "−")) for at in range(first, last + 1))
    return Ticks(first * step, last * step, marks)


def name_ticks(names: Sequence[str], most: int = 8) -> Ticks:
    """A place for each name, and a name at so many of them that they do not touch."""
    widest = max(map(len, names), default=1) * LETTER + GAP
    every = max(-(-len(names) // min(most, int((WIDTH - LEFT - RIGHT) // widest))), 1)
    marks = tuple((at, name) for at, name in enumerate(names) if at % every == 0)
    return Ticks(-0.5, max(len(names) - 0.5, 0.5), marks)


class Drawing:
    """A chart that is being drawn."""

    def __init__(self, title: str, across: Ticks, up: Ticks) -> None:
        self.across, self.up, self.keys = across, up, 0
        box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
        space = 'xmlns="http://www.w3.org/2000/svg"'
        self.parts = [f'<svg {space} class="measure" {box} role="img" aria-label="{escape(title)}">']
        for value, text in up.marks:
            y = self.y(value)
            self.parts.append(f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>')
            self.parts.append(f'<text class="axis" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{text}</text>')
        for value, text in across.marks:
            self.parts.append(
                f'<text class="axis" x="{self.x(value)}" y="{HEIGHT - BOTTOM + 22}" text-anchor="middle">'
                f"{escape(text)}</text>"
            )

    def x(self, value: float) -> float:
        span = self.across.high - self.across.low
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (value - self.across.low) / span, 1)

    def y(self, value: float) -> float:
        span = self.up.high - self.up.low
        inside = min(max(value, self.up.low), self.up.high)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - (inside - self.up.low) / span), 1)

    def even(self, value: float) -> None:
        """A line where nothing is more than expected."""
        if self.up.low <= value <= self.up.high:
            self.parts.append(f'<path class="even" d="M{LEFT} {self.y(value)}H{WIDTH - RIGHT}"/>')

    def line(self, points: Iterable[Point], name: str) -> None:
        path = " ".join(f"{self.x(x)},{self.y(y)}" for x, y in points)
        self.parts.append(f'<polyline class="{name}" points="{path}"/>')

    def ribbon(self, bounds: Sequence[tuple[float, float, float]], name: str = "") -> None:
        """What an interval covers, from point to point: across, low, high."""
        if len(bounds) > 1:
            edge = [f"{self.x(x)},{self.y(high)}" for x, _, high in bounds]
            edge += [f"{self.x(x)},{self.y(low)}" for x, low, _ in reversed(bounds)]
            self.parts.append(f'<polygon class="ribbon {name}" points="{" ".join(edge)}"/>')

    def interval(self, x: float, ends: tuple[float, float, float], speaks: bool) -> None:
        """A number with its interval: value, low, high. What could be chance is grey."""
        value, low, high = ends
        name, at = "speaks" if speaks else "noise", self.x(x)
        self.parts.append(f'<path class="{name}" d="M{at} {self.y(low)}V{self.y(high)}"/>')
        self.parts.append(f'<circle class="{name}" cx="{at}" cy="{self.y(value)}" r="3.5"/>')

    def bar(self, x: float, value: float) -> None:
        begin, end = self.x(x - 0.42), self.x(x + 0.42)
        low, high = sorted((self.y(max(self.up.low, 0)), self.y(value)))
        width, height = end - begin, high - low
        self.parts.append(f'<rect class="bar" x="{begin}" y="{low}" width="{width:.1f}" height="{height:.1f}"/>')

    def key(self, text: str, name: str) -> None:
        """What a line is, below the axis."""
        x = LEFT + self.keys
        self.keys += 36 + 7 * len(text)
        self.parts.append(f'<rect class="key {name}" x="{x}" y="{HEIGHT - 13}" width="12" height="4"/>')
        self.parts.append(f'<text class="axis" x="{x + 17}" y="{HEIGHT - 6}">{escape(text)}</text>')

    def svg(self) -> str:
        return "".join((*self.parts, "</svg>"))


def standalone_svg(svg: str) -> str:
    """A chart with its title and its colours in itself."""
    head, _, body = svg.partition(">")
    title = head.partition('aria-label="')[2].partition('"')[0]
    words = f'<text class="title" x="8" y="15">{title}</text>'
    return f'{head} width="{2 * WIDTH}" height="{2 * HEIGHT}">{CHART_STYLE}{words}{body}\n'
