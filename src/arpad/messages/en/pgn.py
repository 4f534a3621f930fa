"""What the reader of game files finds, by code and case."""

SENTENCES = {
    "not-a-report/no-game": "The file has no game.",
    "several-events": "The game is of “{name}”; the event in line {first_line} is “{event}”.",
    "missing-tag/of-game": "The game has no {tags:, and no }.",
    "missing-tag/moves-above": "There are moves above the first tag.",
    "unreadable-tag": "“{text}” is no tag.",
    "missing-round/pgn": "The game does not say its round; the games of each player are counted in the order of the file.",
    "contradictory-result/moves": "The moves end with {end}; the result in line {tag_line} is “{text}”.",
    "no-moves/anywhere": "No game has a move; whether they were played is not known, and they are read as played.",
    "no-moves/half-point": "The game has no move, and it is no forfeit that ends with half a point; it is read as played.",
    "phantom-player/bye": "{count:row|rows} {count:~is|are} against “BYE”, which is no player. The file does not say what such a bye was worth, so points are not checked.",
    "forfeit-or-unfinished": "{count:game|games} between two players {count:~has|have} the result “*”, which Vega writes for a forfeit and for a game that is not finished. {count:~It is|They are} not rated.",
    "unclosed-comment": "The comment that opens here is not closed.",
    "unreadable-move": "“{text}” is no move: it is not known whether the game was played.",
}
