"""What rating has to say of tables that do not fit together; `column` and `row` are where."""

SENTENCES = {
    "unfit/list": "list {list}: expected a list written yyyymm, as in 202511",
    "unfit/books": "books: expected the rulebooks that events point to, the period's own last",
    "unfit/roll": "rolls.{roll} has {rows} rows; expected one for each of the {players} players",
    "unfit/position": "{column}[{row}] is {value}; there are {size} {what}",
    "unfit/entries-by-event": "{column}[{row}]: entries stand by event",
    "unfit/games-by-event": "{column}[{row}]: games stand by event",
    "unfit/one-event": "{column}[{row}]: a game is played within one event",
    "unfit/two-players": "{column}[{row}]: a game has two players",
    "unfit/score": "{column}[{row}]: a score is 0 to 2 half points",
}
