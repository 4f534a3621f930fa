"""How a calculation is printed: an event with its games, as FIDE prints them, and the sum at the end."""

from __future__ import annotations

from typing import Any

from arpad.cli.output import table


def print_event(event: dict[str, Any], at: int = 0) -> None:
    """An event and its games; `at` numbers it where there are several. Opponents are named where they are known."""
    head = f"event {at}, " if at else ""
    printed = [("Rc", event["rc"]), ("Ro", event["ro"]), ("w", event["score"]), ("n", event["counted"])]
    printed += [("chg", event["sum"]), ("K", event["k"]), ("K*chg", event["change"])] if event["k"] else []
    print(head + "  ".join(f"{name} {value}" for name, value in printed if value is not None))
    games = event["games"]
    named = any("opponent_name" in game for game in games)
    who = [(game["opponent_name"],) if named else () for game in games]
    title = ("name",) if named else ()
    if event["k"] is None and all(game["expected"] is None for game in games):
        shown = [(game["opponent"] or "-", game["score"], game["status"], ", ".join(game["articles"]))
                 for game in games]  # fmt: skip
        table(
            (*title, "opponent", "score", "status", "articles"), [(*w, *row) for w, row in zip(who, shown, strict=True)]
        )
        return
    rows = [
        (game["opponent"] or "-", game["score"], game["difference"], game["counted"] if game["limited"] else "",
         game["expected"], game["delta"] if game["expected"] else "", game["status"], ", ".join(game["articles"]))
        for game in games
    ]  # fmt: skip
    heads = ("opponent", "score", "D", "limited to", "PD", "dR", "status", "articles")
    table((*title, *heads), [(*w, *row) for w, row in zip(who, rows, strict=True)])


def print_steps(steps: list[dict[str, Any]]) -> None:
    """The sum at the end, a line each with its articles."""
    table(("", "", "articles"), [(step["what"], step["value"], ", ".join(step["articles"])) for step in steps])
