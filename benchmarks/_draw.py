"""Draw what was measured: plain SVG, the same bytes for the same numbers, without scripts and without foreign code."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

WIDE, INK, GRID = 760, "#444", "#ddd"
COLOURS = ("#1f6f8b", "#c8553d", "#588b3a", "#7a5195")
FLAMES = ("#e6a15c", "#e8b878", "#dd8452", "#efc996")
LAYER = 17  # pixels of a flame graph's row
NARROW = 0.0015  # of the whole: boxes below are left out


def _page(height: float, title: str, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height:.0f}" width="{WIDE}" '
        f'font-family="sans-serif" font-size="12" fill="{INK}">\n<title>{escape(title)}</title>\n'
        f'<rect width="{WIDE}" height="{height:.0f}" fill="#fff"/>\n'
        f'<text x="16" y="24" font-size="15">{escape(title)}</text>\n'
    )
    return head + "\n".join(parts) + "\n</svg>\n"


def _text(x: float, y: float, said: str, anchor: str = "start", colour: str = INK) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(said)}</text>'


def _line(x: float, y: float, x2: float, y2: float, colour: str = GRID) -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def bars(title: str, under: str, values: Mapping[str, float | None]) -> str:
    """Horizontal bars on a scale of powers of ten; a name without a value is shown as absent."""
    left, right, top, step = 190, WIDE - 80, 48, 24
    known = [value for value in values.values() if value is not None]
    low, high = math.floor(math.log10(min(known))), math.ceil(math.log10(max(known)))
    bottom = top + step * len(values)

    def place(value: float) -> float:
        return left + (right - left) * (math.log10(value) - low) / max(high - low, 1)

    parts = []
    for power in range(low, high + 1):
        parts += [_line(place(10.0**power), top - 6, place(10.0**power), bottom)]
        parts += [_text(place(10.0**power), bottom + 16, f"{10.0**power:g}", "middle")]
    for row, (name, value) in enumerate(values.items()):
        y = top + step * row
        parts.append(_text(left - 8, y + 14, name, "end"))
        if value is None:
            parts.append(_text(left + 6, y + 14, "absent: does not install"))
            continue
        start, end = sorted((place(1.0), place(value)))
        colour = COLOURS[1] if row else COLOURS[0]
        parts.append(
            f'<rect x="{start:.1f}" y="{y}" width="{max(end - start, 2):.1f}" height="{step - 6}" fill="{colour}"/>'
        )
        parts.append(_text(end + 6, y + 14, f"{value:.1f}" if value < 100 else f"{value:.0f}"))
    parts.append(_text(left, bottom + 36, under))
    return _page(bottom + 50, title, parts)


def curves(title: str, across: str, up: str, series: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Lines over powers of ten, on powers of ten."""
    left, right, top, bottom = 80, WIDE - 150, 50, 360
    xs, ys = ([point[axis] for points in series.values() for point in points] for axis in (0, 1))
    (low, high), (least, most) = ((math.floor(math.log10(min(v))), math.ceil(math.log10(max(v)))) for v in (xs, ys))

    def at(x: float, y: float) -> tuple[float, float]:
        along, above = (math.log10(x) - low) / (high - low), (math.log10(y) - least) / max(most - least, 1)
        return left + (right - left) * along, bottom - (bottom - top) * above

    parts = []
    for power in range(low, high + 1):
        x, _ = at(10.0**power, 10.0**least)
        parts += [_line(x, top, x, bottom), _text(x, bottom + 18, f"{10**power:,}", "middle")]
    for power in range(least, most + 1):
        for step in (1, 2, 5) if power < most else (1,):
            _, y = at(10.0**low, step * 10.0**power)
            parts += [_line(left, y, right, y), _text(left - 8, y + 4, f"{step * 10.0**power:g}", "end")]
    for number, (name, points) in enumerate(series.items()):
        colour, places = COLOURS[number % len(COLOURS)], [at(x, y) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in places]
        parts.append(_text(right + 12, top + 20 * number + 10, name, colour=colour))
    parts += [_text((left + right) / 2, bottom + 40, across, "middle"), _text(16, top - 8, up)]
    return _page(bottom + 56, title, parts)


@dataclass
class Stack:
    """The time seen below one line of calls; calls of the same function by the same caller are one."""

    name: str
    time: float = 0.0
    called: dict[str, Stack] = field(default_factory=dict)

    def add(self, frame: Any) -> None:
        self.time += frame.time
        for child in (child for child in frame.children if child.function != "[self]"):  # a box shows it by its gaps
            name = f"{child.function} ({child.file_path_short or ''})".removesuffix(" ()")
            self.called.setdefault(name, Stack(name)).add(child)

    def boxes(self, depth: int = 0, start: float = 0.0) -> Iterator[tuple[int, float, Stack]]:
        yield depth, start, self
        for child in sorted(self.called.values(), key=lambda child: child.name):
            yield from child.boxes(depth + 1, start)
            start += child.time


def flame(frame: Any, title: str) -> str:
    """The stacks that were seen, callers below: a box is as wide as the time spent in it and in what it called."""
    root = Stack("all")
    root.add(frame)
    while len(root.called) == 1 and not root.name.startswith("rate (arpad"):
        (root,) = root.called.values()  # how it was started does not matter
    seen = [box for box in root.boxes() if box[2].time >= NARROW * root.time]
    foot, scale, parts = 44 + LAYER * (max(box[0] for box in seen) + 1), (WIDE - 20) / root.time, []
    for depth, start, stack in seen:
        x, y, width = 10 + start * scale, foot - LAYER * (depth + 1), stack.time * scale
        colour, room = FLAMES[sum(map(ord, stack.name)) % len(FLAMES)], int(width / 6.5)
        box = f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{LAYER - 1}" fill="{colour}"/>'
        said = f"{stack.name.partition(' ')[0]} {stack.time / root.time:.0%}"
        label = _text(x + 3, y + 12, said[:room]) if room >= 4 else ""
        parts.append(f"<g><title>{escape(stack.name)}: {stack.time / root.time:.1%}</title>{box}{label}</g>")
    return _page(foot + 10, title, parts)
