"""Draw the charts of the pages as SVG: a player's history on a true time axis, and the small line of a year.

The colours are the style sheet's; every list of a history is a link to its calculation, and the numbers stand in a
table beside the chart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from markupsafe import Markup

from arpad.days import Month
from arpad.frozen import dataclass
from arpad.office.reading import ListPoint, SeriesCareer

LEFT, RIGHT, TOP, BOTTOM = 52, 14, 22, 26
BARS = 54  # of the height, for the games
LABEL_DISTANCE = 40  # to an edge: a number beside a point is then written inward
AXIS_STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)  # of the rating axis
AXIS_LINES = 6  # at most

XScale = Callable[[Month], float]
YScale = Callable[[int], float]


@dataclass(frozen=True)
class ChartSize:
    """How large a history is drawn, and how many labels its time axis has at most."""

    name: str
    width: int
    height: int
    labels: int


WIDE_SIZE, NARROW = ChartSize("broad", 960, 300, 9), ChartSize("narrow", 400, 260, 4)


def sparkline(ratings: Sequence[int | None]) -> Markup:
    """The small line of the last lists beside a player."""
    rated = [rating for rating in ratings if rating]
    if len(rated) < 2:
        return Markup("")
    low, high = min(rated), max(rated)
    scale = 16 / max(high - low, 1)
    step = 88 / max(len(ratings) - 1, 1)
    points = [f"{2 + at * step:.0f},{18 - (rating - low) * scale:.0f}" for at, rating in enumerate(ratings) if rating]
    x, y = points[-1].split(",")
    return Markup(
        f'<svg class="line" viewBox="0 0 94 20" width="94" height="20" aria-hidden="true">'
        f'<polyline points="{" ".join(points)}"/><circle cx="{x}" cy="{y}" r="2"/></svg>'
    )


def worth_bar(delta: int) -> Markup:
    """What a game was worth, as a bar from -1 to +1."""
    size = abs(delta) * 0.4
    begin = 40 if delta > 0 else 40 - size
    name = "gain" if delta > 0 else "loss"
    return Markup(
        f'<svg class="worth" viewBox="0 0 80 12" width="80" height="12" aria-hidden="true"><path d="M40 0V12"/>'
        f'<rect class="{name}" x="{begin:.1f}" y="2" width="{size:.1f}" height="8"/></svg>'
    )


def history_chart(career: SeriesCareer, address: str, title: str, size: ChartSize = WIDE_SIZE) -> Markup:
    """A player's ratings list by list as steps, and the games of each list below; `address` takes a month."""
    points = career.moves  # between two of them nothing is drawn
    first, last = career.lists[0].list_, career.lists[-1].list_.plus(1)
    if len([point for point in career.lists if point.original_rating]) < 2:
        return Markup("")
    rated = [point for point in points if point.original_rating]
    months = max(last.since(first), 1)
    floor, step, lines = _rating_axis([point.original_rating or 0 for point in rated])
    plot = size.height - TOP - BOTTOM - BARS

    def x(month: Month) -> float:
        return LEFT + (size.width - LEFT - RIGHT) * month.since(first) / months

    def y(rating: int) -> float:
        return TOP + plot * (1 - (rating - floor) / (step * lines))

    box = f"0 0 {size.width} {size.height}"
    parts = [f'<svg class="history {size.name}" viewBox="{box}" role="group" aria-label="{escape(title)}">']
    parts += _rating_lines(floor, step, lines, y, size)
    parts += _time_axis(first, months, x, size)
    parts += _game_bars(points, x, size)
    parts.append(f'<path class="steps" d="{_rating_steps(points, last, x, y)}"/>')
    best = max(rated, key=lambda point: (point.original_rating or 0, -int(point.list_)))
    place, height = x(best.list_), y(best.original_rating or 0)
    anchor = (
        "start" if place < LEFT + LABEL_DISTANCE else "end" if place > size.width - RIGHT - LABEL_DISTANCE else "middle"
    )
    parts.append(f'<circle class="best" cx="{place:.1f}" cy="{height:.1f}" r="4"/>')
    parts.append(
        f'<text class="best" x="{place:.1f}" y="{height - 9:.1f}" text-anchor="{anchor}">{best.original_rating}</text>'
    )
    if size is WIDE_SIZE:
        parts += _list_links(points, address, x, size)
    parts.append("</svg>")
    return Markup("".join(parts))


def comparison_chart(careers: Sequence[SeriesCareer], title: str, size: ChartSize = WIDE_SIZE) -> Markup:
    """The ratings of several players in one series as steps; nothing where fewer than two have a rating."""
    drawn = [(at, career) for at, career in enumerate(careers) if any(each.original_rating for each in career.lists)]
    if len(drawn) < 2:
        return Markup("")
    first = min(career.lists[0].list_ for _, career in drawn)
    last = max(career.lists[-1].list_ for _, career in drawn).plus(1)
    months = max(last.since(first), 1)
    ratings = [point.original_rating for _, career in drawn for point in career.lists if point.original_rating]
    floor, step, lines = _rating_axis(ratings)
    plot = size.height - TOP - BOTTOM

    def x(month: Month) -> float:
        return LEFT + (size.width - LEFT - RIGHT) * month.since(first) / months

    def y(rating: int) -> float:
        return TOP + plot * (1 - (rating - floor) / (step * lines))

    box = f"0 0 {size.width} {size.height}"
    parts = [f'<svg class="history {size.name}" viewBox="{box}" role="img" aria-label="{escape(title)}">']
    parts += _rating_lines(floor, step, lines, y, size)
    parts += _time_axis(first, months, x, size)
    for at, career in drawn:
        path = _rating_steps(career.moves, career.lists[-1].list_.plus(1), x, y)
        parts.append(f'<path class="steps with-{at}" d="{path}"/>')
    return Markup("".join((*parts, "</svg>")))


def _rating_lines(floor: int, step: int, lines: int, y: YScale, size: ChartSize) -> list[str]:
    """The lines of the rating axis and their numbers."""
    parts = []
    for at in range(lines + 1):
        rating = floor + at * step
        parts.append(f'<path class="grid" d="M{LEFT} {y(rating):.1f}H{size.width - RIGHT}"/>')
        parts.append(f'<text class="axis" x="{LEFT - 8}" y="{y(rating) + 4:.1f}" text-anchor="end">{rating}</text>')
    return parts


def _list_links(points: Sequence[ListPoint], address: str, x: XScale, size: ChartSize) -> list[str]:
    """Each list that moved anything opens its calculation; for the keyboard the table below has the same links."""
    first = points[0].list_
    width, parts = max(x(first.plus(1)) - x(first), 1), []
    for point in points:
        month = str(point.list_)
        parts.append(
            f'<a href="{escape(address.format(month=month))}" tabindex="-1">'
            f"<title>{month}: {point.original_rating or '–'} ({point.games})</title>"
            f'<rect class="hit" x="{x(point.list_):.1f}" y="{TOP}" width="{width:.1f}"'
            f' height="{size.height - TOP - BOTTOM}"/></a>'
        )
    return parts


def _rating_axis(ratings: Sequence[int]) -> tuple[int, int, int]:
    """The lowest line of the rating axis, the step between two, and how many steps there are."""
    low, high = min(ratings), max(ratings)
    for step in AXIS_STEPS:
        floor, top = low // step * step, -(-high // step) * step
        lines = max((top - floor) // step, 1)
        if lines <= AXIS_LINES:
            break
    return floor, step, lines


def _time_axis(first: Month, months: int, x: XScale, size: ChartSize) -> list[str]:
    """A line and a label for years, or for every few months where the time is short."""
    every = next((each for each in (1, 2, 3, 6, 12, 24, 60, 120) if months / each <= size.labels), 240)
    parts = []
    stride = min(every, 12)
    for at in range((1 - first.in_year) % stride, months + 1, stride):
        month = first.plus(at)
        if every >= 12 and month.year % (every // 12):
            continue
        place = x(month)
        text = str(month.year) if month.in_year == 1 or every >= 12 else str(month)
        parts.append(f'<path class="grid" d="M{place:.1f} {TOP}V{size.height - BOTTOM}"/>')
        if place < size.width - RIGHT - 30:
            parts.append(f'<text class="axis" x="{place + 4:.1f}" y="{size.height - 8}">{text}</text>')
    return parts


def _game_bars(points: Sequence[ListPoint], x: XScale, size: ChartSize) -> list[str]:
    """The games of each list."""
    most = max((point.games for point in points), default=0)
    bottom, parts = size.height - BOTTOM, []
    for point in points:
        if point.games:
            begin, end = x(point.list_), x(point.list_.plus(1))
            height = (BARS - 10) * point.games / most
            parts.append(
                f'<rect class="bar" x="{begin + 1:.1f}" y="{bottom - height:.1f}" width="{max(end - begin - 2, 1):.1f}"'
                f' height="{height:.1f}"/>'
            )
    return parts


def _rating_steps(points: Sequence[ListPoint], last: Month, x: XScale, y: YScale) -> str:
    """The ratings as steps: each holds from its list to the next. The line is broken where the player is not listed."""
    parts, before = [], 0
    for point in points:
        rating = point.original_rating or 0
        if rating == before:
            continue
        begin = x(point.list_)
        if before:
            parts.append(f"H{begin:.1f}")
        if rating:
            parts.append(f"V{y(rating):.1f}" if before else f"M{begin:.1f} {y(rating):.1f}")
        before = rating
    return "".join(parts) + (f"H{x(last):.1f}" if before else "")
