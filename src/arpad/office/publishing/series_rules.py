"""Decisions of the office for a series that the rules leave open when a list was wrong.

`difference`: corrections are carried over to the next list (`carry`) or only noted (`note`). `board`: games of later
events keep the published ratings (`published`) or are rated again with revised ones (`revised`). `reach`: how many
months back from the newest list a revision may go; 0 means no limit.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, insert, select

from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.desk import WriteTransaction
from arpad.office.store.schema import series_rule

CARRY, NOTE, PUBLISHED, REVISED = "carry", "note", "published", "revised"
RULE_CHOICES: Mapping[str, tuple[str, ...]] = {"difference": (CARRY, NOTE), "board": (PUBLISHED, REVISED)}
REACH, MOST_MONTHS = "reach", 1200
RULE_NAMES = (*RULE_CHOICES, REACH)


@dataclass(frozen=True)
class SeriesRules:
    """The decisions of the office for a series; the module says what they mean."""

    difference: str = CARRY
    board: str = PUBLISHED
    reach: int = 0


def rules_of_series(connection: Connection, series: str, known_at: int | None = None) -> SeriesRules:
    """Return the decisions for a series, with defaults where nothing was decided. With `known_at`, decisions after
    that log entry are ignored."""
    rows = select(series_rule.c.name, series_rule.c.value).where(series_rule.c.series == series)
    rows = rows.where(series_rule.c.log <= known_at) if known_at is not None else rows
    values = dict(tuple(row) for row in connection.execute(rows.order_by(series_rule.c.seq)))
    chosen = {name: values[name] for name in RULE_CHOICES if name in values}
    return SeriesRules(**chosen, reach=int(values.get(REACH, 0)))


def refuse_unknown_rule(name: str, value: str) -> None:
    """Refuse a rule that does not exist, and a value that it cannot have. Nothing is stored."""
    if name not in RULE_NAMES:
        raise UserError("series-rule/unknown", Remedy.to("choose-series-rule", known=RULE_NAMES), name=name)
    if name in RULE_CHOICES and value not in RULE_CHOICES[name]:
        raise UserError(
            "series-rule/value", Remedy.to("choose-series-rule", known=RULE_CHOICES[name]), name=name, value=value
        )
    if name == REACH and not (value.isascii() and value.isdigit() and int(value) <= MOST_MONTHS):
        raise UserError("series-rule/months", name=name, value=value, most=MOST_MONTHS)


def enter_series_rule(writing: WriteTransaction, series: str, name: str, value: str) -> bool:
    """Store a decision for a series; return False and store nothing if it already holds. Refuses an unknown rule or
    value, and a missing reason."""
    refuse_unknown_rule(name, value)
    if not writing.why.strip():
        raise UserError("reason-missing/series-rule", Remedy.to("give-reason"))
    if str(getattr(rules_of_series(writing.connection, series), name)) == value:
        return False
    row = {"series": series, "name": name, "value": value, "log": writing.seq}
    writing.connection.execute(insert(series_rule).values(**row))
    return True
