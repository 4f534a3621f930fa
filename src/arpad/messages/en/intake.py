"""What intake finds in reports: `code`, or `code/which` where a code is said in several ways; and in a sidecar."""

_IN_SEVERAL_WAYS = "The lines end in several ways: "
_CRLF = "{crlf:,} {crlf:~line|lines} with CR LF"
_LF = "{lf:,} {lf:~line|lines} with LF"
_CR = "{cr:,} {cr:~line|lines} with CR"

SENTENCES = {
    # the file as a whole
    "empty-file": "The file holds nothing.",
    "binary-file": "The file is not text.",
    "unreadable-file": "The file cannot be opened: {reason}.",
    "too-large": "The file has more than {limit:,} {limit:~byte|bytes}, which is the limit.",
    "too-many-lines": "The file has {lines:,} {lines:~line|lines}; the limit is {limit:,}.",
    "line-too-long": "The line has {letters:,} {letters:~character|characters}; the limit is {limit:,}.",
    "too-many-players": "The file has {players:,} {players:~player|players}; the limit is {limit:,}.",
    "too-many-rounds": "The line has room for {rounds:,} {rounds:~round|rounds}; the limit is {limit:,}.",
    "not-a-report": "The file has no player record (001).",
    "rating-list-sent": "The file is a rating list, not a report.",
    "unreadable-workbook/xls": "The file is a workbook in the old format of Excel (.xls), or one that a password protects.",
    "unreadable-workbook/ods": "The file is a workbook of OpenDocument (.ods).",
    "unreadable-workbook/spreadsheet-xml": "The file is a workbook in the old XML of Excel.",
    "unreadable-workbook/html": "The file is a page for a browser.",
    "encoding": "The file is not UTF-8; it was read as {encoding}.",
    "encoding/guessed": "The file is not UTF-8; it was read as {encoding}, so this letter is “{letter}”.",
    "undecodable-byte": "What stands here is no letter in {encoding}.",
    "byte-order-mark": "The file starts with a byte order mark; it is not read.",
    "mixed-line-ends/crlf-lf": f"{_IN_SEVERAL_WAYS}{_CRLF}, {_LF}.",
    "mixed-line-ends/crlf-cr": f"{_IN_SEVERAL_WAYS}{_CRLF}, {_CR}.",
    "mixed-line-ends/lf-cr": f"{_IN_SEVERAL_WAYS}{_LF}, {_CR}.",
    "mixed-line-ends/crlf-lf-cr": f"{_IN_SEVERAL_WAYS}{_CRLF}, {_LF}, {_CR}.",
    "end-mark": "The file ends with the end mark of an old system; it is not read.",
    "control-character/device": "The character {letter} controls a device.",
    "control-character/direction": "The character {letter} reverses the direction of writing.",
    "tab": "A tab is read as one blank.",
    "tab/several": "A tab is read as one blank ({count} lines have one).",
    "more-findings": "{code}: {count:,} {count:~finding|findings} not listed.",
    # records
    "nearly-a-player": "“{text}” is nearly a record {din}; the player is not read.",
    "nearly-a-record": "“{text}” is nearly a record {din}; it is kept and not read.",
    "unmarked-line": "“{text}” is no record and not marked as a comment; it is kept and not read.",
    "unmarked-line/several": "“{text}” is no record and not marked as a comment; it is kept and not read ({count} such lines).",
    "duplicate-record": "Record {din} stands in line {other_line} already; the first one is used.",
    "duplicate-record/both": "Record {din} stands in line {other_line} already; both are used.",
    "duplicate-record/rounds": "Record {din} says {rounds} rounds; line {other_line} says {announced}, which is used.",
    "contradictory-record": "Record {din} says “{text}”; line {other_line} says “{other}”.",
    "contradictory-record/round": "Round {turn} is on “{text}”; line {other_line} says “{other}”.",
    "unreadable-initial-colour": "“{text}” is no colour to begin with.",
    "unlinked-record": "Record {din} names {number}; the report has nobody with that number.",
    # dates
    "date-style": "“{text}” is written {style}, not {specified}.",
    "date-style/several": "“{text}” is written {style}, not {specified} ({count} dates are).",
    "ambiguous-date": "“{text}” may be {days:, or }.",
    "unreadable-date": "“{text}” is no date.",
    "start-after-end": "The event starts on {start} and ends on {end}.",
    "round-outside-event": "Round {turn} is on {day}; the event is from {start} to {end}.",
    "round-outside-event/open-start": "Round {turn} is on {day}; the event is from an unknown day to {end}.",
    "round-outside-event/open-end": "Round {turn} is on {day}; the event is from {start} to an unknown day.",
    "rounds-out-of-order": "Round {turn} is on {day}, before round {before}.",
    "round-dates/few": "Record 132 has {dates:,} {dates:~date|dates}; the report has {rounds:,} {rounds:~round|rounds}.",
    "round-dates/early": "“{text}” stands before column {first}, where the dates begin; it is not read.",
    # counts
    "player-count": "The report announces {announced} players and has {count}.",
    "rated-count": "The report announces {announced} players with a rating and has {count}.",
    "team-count": "The report announces {announced} teams and has {count}.",
    "round-count": "The report announces {announced:,} {announced:~round|rounds}; {who} has a later result.",
    "unreadable-number/players": "“{text}” is no number of players.",
    "unreadable-number/rated": "“{text}” is no number of players with a rating.",
    "unreadable-number/teams": "“{text}” is no number of teams.",
    "unreadable-number/rounds": "“{text}” is no number of rounds.",
    "unreadable-number/record": "Record {din} has “{text}” where a number stands; it is not read.",
    # players
    "unreadable-start-number": "“{text}” is no start number.",
    "duplicate-start-number": "The start number {number} stands in line {other_line} already.",
    "start-number-gap": "The start {missing:~number is|numbers are} missing: {numbers:,}.",
    "start-number-gap/more": "The start numbers are missing: {numbers:,} and {more} more.",
    "filled-separator/numbers": "Record {din} has “{letter}” in column {at}, between two numbers.",
    "filled-separator/cells": "Player {printed} has “{letter}” in column {at}, which separates two fields.",
    "missing-id": "{who} has no FIDE number.",
    "missing-id/all": "None of the {players} players has a FIDE number.",
    "duplicate-id": "{who} has the FIDE number {id} of {other} (line {other_line}).",
    "sex-title": "{who} is a man with the title {title}.",
    "phantom-player": "{who} is no person; the games against it are read as unplayed.",
    # cells
    "unreadable-opponent": "Player {printed} has the opponent “{text}” in round {turn}.",
    "unknown-opponent": "{who} plays {opponent} in round {turn}; no player has that number.",
    "own-opponent": "{who} plays himself in round {turn}.",
    "one-sided-result/another": "{who} plays {opponent} in round {turn}; {other} (line {other_line}) plays {named} there.",
    "one-sided-result/nobody": "{who} plays {opponent} in round {turn}; {other} (line {other_line}) has no opponent there.",
    "one-sided-result/half": "{who} against {other} (line {other_line}), round {turn}: one side has the result {result}, the other has none.",
    "two-games-in-a-round": "{who} plays {opponent} in round {turn}; {other} (line {other_line}) plays {named} there, and {named} says so too.",
    "contradictory-result": "{who} against {other} (line {other_line}), round {turn}: the results {result} and {answer} cannot both be true.",
    "same-colour/white": "{who} against {other} (line {other_line}), round {turn}: both have white.",
    "same-colour/black": "{who} against {other} (line {other_line}), round {turn}: both have black.",
    "missing-colour": "{who} against {other} (line {other_line}), round {turn}: a played game, and a colour is missing.",
    "unreadable-colour": "Player {printed} has the colour “{text}” in round {turn}.",
    "colour-dialect": "The colours are written N and B: they are read as noir (black) and blanc (white).",
    "unreadable-result": "Player {printed} has the result “{text}” in round {turn}.",
    "missing-result": "{who} against {other} (line {other_line}), round {turn}: there is no result.",
    "bye-with-opponent": "{who} has the bye {result} in round {turn} and the opponent {opponent}.",
    "result-without-opponent": "{who} has the result {result} in round {turn} and no opponent.",
    "several-allocated-byes": "{count} players have the bye that the pairing allocates in round {turn}; there can be one.",
    # points
    "points": "{who} has {points} points; the results give {summed}.",
    "unprinted-bye": "{who} has {points} points; the results give {summed}; {rounds:,} {rounds:~round|rounds} without a result would explain it, read as a bye.",
    # teams
    "unknown-team-member": "The team {team} has the member {member}; no player has that number.",
    "member-of-two-teams": "Player {member} is in the teams {team} and {other}.",
    "duplicate-team-number": "The team number {number} stands in line {other_line} already.",
    "team-records-differ": "No record 310 has the members of the team {team}; the records 310 are used.",
    # writing
    "cut-field": "The {field} “{text}” has {letters} characters; {room} have room.",
    "replaced-character": "The {field} “{text}” has a character that is not seen ({codes:,}); a blank is written for it.",
    "replaced-character/record": "The text of record {din} “{text}” has a character that is not seen ({codes:,}); a blank is written for it.",
    "left-out/line": "TRF16 has no room for “{text}”; the line is left out.",
    "left-out/federation": "The federation “{text}” has no three letters; it is left out.",
    "left-out/field": "The {field} “{text}” has {letters} characters; {room} have room. It is left out.",
}

_OF_A_PLAYER = {
    "unreadable-sex": " has the sex “{text}”.",
    "unknown-title": " has the title “{text}”.",
    "unreadable-rating": " has the rating “{text}”.",
    "unreadable-federation": " has the federation “{text}”.",
    "unreadable-id": " has the FIDE number “{text}”.",
    "unreadable-birth": " has the birth date “{text}”.",
    "unreadable-points": " has “{text}” points.",
    "unreadable-rank": " has the rank “{text}”.",
    "missing-name": " has no name.",
    "filled-separator": " has “{letter}” in column {at}, which separates two fields.",
    "misaligned-columns": ": the line slips at column {at}, which must be blank.",
}
"""What a player's line says, after who he is; his start number may be what cannot be read."""
SENTENCES |= {code: "Player {number}" + text for code, text in _OF_A_PLAYER.items()}
SENTENCES |= {f"{code}/unnumbered": "The player" + text for code, text in _OF_A_PLAYER.items()}

_TOLD_ONCE = {
    "unknown-record": "The format knows no record {din}; the line is kept and not read",
    "sex-letter": "The sex “{text}” is read as {sex}",
    "title-letters": "The title “{text}” is read as {title}",
    "birth-style": "The birth date “{text}” is written {style}",
    "decimal-comma": "The points “{text}” have a decimal comma",
    "old-bye": "A draw without an opponent is read as a half-point bye",
}
"""What may stand in many lines and is told once, with how often."""
SENTENCES |= {code: f"{text}." for code, text in _TOLD_ONCE.items()}
SENTENCES |= {f"{code}/several": text + " ({count} times in the file)." for code, text in _TOLD_ONCE.items()}

SENTENCES |= {
    "sidecar/unreadable": "{path}: cannot be read as an event's sidecar: {reason}",
    "facts/days": "start {start} lies after the end {end}",
    "facts/unknown-key": "{where}: unknown key",
    "facts/unknown-key-of-row": "{where}: unknown key {key!r}",
    "facts/list": "{where}: expected a list of {names:,}",
    "facts/rows": "{where}: expected a list of tables with {names:,}",
    "facts/row": "{where}: expected a table with {names:,}, found {found}",
    "facts/choice": "{where}: expected one of {names:,}, found {found}",
    "facts/number": "{where}: expected a number, 1 or more, found {found}",
    "facts/text": "{where}: expected a text, found {found}",
    "facts/truth": "{where}: expected true or false, found {found}",
    "facts/day": "{where}: expected a day written YYYY-MM-DD, found {found}",
    "facts/schedule": "{where}: expected the days of the rounds, in their order",
    "facts/schedule-order": "{where}: round {round} on {day} lies before {before}, the day of the round before it",
    "facts/schedule-outside": "schedule: round {round} on {day} lies outside the event, {start} to {end}",
    "facts/resolution": "{where}: expected who decided, on which day, and the reason",
    "facts/negative": "{where}: a part of {found} is negative",
    "mended": "{count:,} {count:~change|changes}",
    "mended/unlisted": "{count:,} {count:~change|changes} not listed",
    "mended/encoding": "written as UTF-8",
    "mended/byte-order-mark": "the byte order mark is gone",
    "mended/mixed-line-ends": "every line ends alike",
    "mended/end-mark": "the end mark is gone",
    "mended/tab": "tabs are blanks",
    "trf/form": "a report is written as {forms:, or }, not as {form!r}",
}

REMEDIES = {
    "facts/known-keys": {"command": "known: {keys:,}"},
}
