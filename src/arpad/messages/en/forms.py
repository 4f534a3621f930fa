"""The forms of files: what each is called, what a file of it is told to be, and what the sender does instead."""

_READ = {
    "trf": "tournament report of FIDE (TRF06, TRF16, TRF26)",
    "csv": "table as text: games, pairings, players, cross table",
    "xlsx": "the same table as a workbook of Excel",
    "pgn": "games in PGN, with or without moves",
    "tdf": "tournament file of Vega",
    "vega-pgn": "games in PGN as Vega writes them, without moves and with byes",
    "swiss-manager": "tournament saved by Swiss-Manager",
    "chess-results": "upload file of chess-results (XML)",
}
"""The forms that are read."""

_NAMED = {
    "papi": "a Papi database",
    "swiss-perfect": "a table of SwissPerfect (.trn, .sco)",
    "uscf": "a table for the US Chess Federation, as SwissSys and WinTD write it (.dbf)",
    "vega": "a tournament saved by Vega (.veg)",
    "swiss-manager-old": "a tournament saved by an older Swiss-Manager (.tun, .tur, .tum)",
    "ecf": "a results file of the English Chess Federation",
    "lichess": "a list of results from Lichess (NDJSON), which has neither opponents nor colours",
    "access": "an Access database",
    "dbf": "a dBase table",
    "pdf": "a PDF document",
    "image": "a picture",
    "document": "a document of a word processor",
    "program": "a program",
    "sqlite": "an SQLite database",
    "xml": "an XML file of another kind than the upload file of chess-results",
    "json": "a JSON file",
    "zip": "a zip archive",
    "archive": "a packed archive",
}
"""The forms that are only named."""

_LISTED = {
    "list": "a rating list",
    "xls": "a workbook in the old format of Excel (.xls)",
    "ods": "a workbook of OpenDocument (.ods)",
    "spreadsheet-xml": "a workbook in the old XML of Excel",
    "html": "a page for a browser",
}
"""Forms that other findings name."""

SENTENCES = {f"form/{name}": text for name, text in (_READ | _NAMED | _LISTED).items()}
SENTENCES |= {f"foreign-file/{name}": f"The file is {text}. It is not read." for name, text in _NAMED.items()}

_DAMAGED = {
    "marker": "No section begins at byte {offset:,}, where one must begin",
    "end": "The end mark is missing at byte {offset:,}, so a part of the file may be missing",
    "offsets": "The table of sections at byte {offset:,} contradicts itself",
    "settings": "The settings at byte {offset:,} cannot be true or have another length",
    "texts": "The text at byte {offset:,} is longer than its section",
    "rounds": "The rounds do not end where their section does (byte {offset:,})",
    "players": "The players do not end where their section does (byte {offset:,})",
    "teams": "The teams do not end where their section does (byte {offset:,})",
    "matches": "The matches do not end where their section does (byte {offset:,})",
    "rows": "The pairings end within a row (byte {offset:,})",
    "row-count": "The rounds announce another number of pairings than stand from byte {offset:,} on",
    "numbers": "The pairing at byte {offset:,} has a number that no player has",
}
_DAMAGE = "The file of Swiss-Manager is damaged or of another version, and is not read."
SENTENCES |= {f"damaged-file/{which}": f"{_DAMAGE} {text}." for which, text in _DAMAGED.items()}
SENTENCES |= {
    "doubtful-file/alphabet": "The alphabetical order that the file stores is no order of its players. The file may be damaged.",
    "doubtful-file/match": "Team {team} has {points} points in round {turn}. Its boards give {summed}.",
    "doubtful-file/points": "The file does not say of which round its points speak. They are not compared with the results.",
    "marked-unrated": "The event is marked as not rated, neither by FIDE nor nationally.",
    "marked-unrated/national": "The event is marked for national rating only, not for FIDE.",
    "implausible-id": "Player {number} has {id} in the place of the FIDE number. FIDE numbers begin at {least}; this may be a national number.",
    "contradictory-pairings/twice": "Player {number} stands in {count} pairings of round {turn} (byte {offset:,}).",
    "contradictory-pairings/absent": "Player {number} stands in no pairing of round {turn}, which ends at byte {offset:,}.",
    "contradictory-pairings/byes": "Round {turn} has {count} byes that the pairing allocates (byte {offset:,}). There can be one.",
    "contradictory-pairings/unpaired": "Row {row} of round {turn} is a pairing, but the file says that the round is not paired (byte {offset:,}).",
    "contradictory-pairings/result": "Row {row} of round {turn} has the result code {result}, which is not known there (byte {offset:,}).",
    "contradictory-pairings/round": "The pairing is of round “{text}”. The event has rounds 1 to {rounds}.",
    "contradictory-pairings/number": "A pairing of round {turn} names “{text}”. No player has that number.",
    "contradictory-pairings/score": "A pairing of round {turn} has the results “{reswhite}” and “{resblack}” with “{forfeit}”. They are not known together.",
    "contradictory-pairings/again": "Player {number} stands in {count} pairings of round {turn}.",
    "contradictory-pairings/points": "Player {number} has {points} points after round {turn}. The results give {summed}, counted as 1, ½ and 0.",
    "not-a-report/no-players": "The tournament has no players.",
    "not-a-report/chess-results": "The upload file has no tournament or no players.",
    "broken-xml/deep": "The elements of the XML stand more than {limit} deep in each other.",
    "broken-xml/many": "The XML has more than {limit:,} elements of a kind, which is the limit.",
    "broken-xml/attributes": "An element of the XML has more than {limit} attributes, which is the limit.",
    "repeated-pairing": "Players {number} and {other} meet in round {turn} and in round {before}.",
    "repeated-pairing/missing": "In this round robin {missing:pair does|pairs do} not meet.",
    "round-count/none": "The event announces {announced:round|rounds} and none is paired yet.",
    "round-dates/missing": "{missing} of {rounds:round|rounds} {missing:~has|have} no day.",
    "too-many-rounds/file": "The file has {rounds:,} {rounds:~round|rounds}; the limit is {limit:,}.",
    "line-too-long/text": "A text in the file has {letters:,} {letters:~character|characters}; the limit is {limit:,}.",
}

SENTENCES |= {f"rate/{rate}": rate for rate in ("blitz", "rapid", "standard")}

_EXPORT = "Export the report as TRF16 or TRF26 from the pairing program and send that."
REMEDIES = {
    "foreign-file": {"command": _EXPORT, "letter": _EXPORT},
    "foreign-file/export": {"command": _EXPORT, "letter": _EXPORT},
    "foreign-file/unpack": dict.fromkeys(("command", "letter"), "Unpack it and send the report that is in it."),
    "foreign-file/games": dict.fromkeys(
        ("command", "letter"), "Send the TRF that Lichess exports for a Swiss event, or the games as PGN."
    ),
}

_BOTH = {
    "damaged-file": "Open the tournament in Swiss-Manager, save it again and send that file, or export the TRF.",
    "doubtful-file": "Compare the cross table with that of the pairing program.",
    "marked-unrated": "If the event is to be rated, mark it so in the pairing program and send the file again.",
    "implausible-id": "Enter the FIDE number in the pairing program, and a national number in its own field.",
    "contradictory-pairings": "Correct the pairings in Swiss-Manager, save the file again and send it.",
    "repeated-pairing": "If the pairings are right, nothing is to be done.",
    "swiss-manager/missing-result": "Enter the result in Swiss-Manager, save the file and send it again.",
    "swiss-manager/start-after-end": "Correct the days of the event in Swiss-Manager.",
    "swiss-manager/unreadable-date": "Correct the day in Swiss-Manager.",
    "swiss-manager/round-count": "If the event goes on, send the file again when it has ended.",
    "swiss-manager/round-dates": "Enter the day of each round in Swiss-Manager, save the file and send it again.",
    "swiss-manager/round-outside-event": "Correct the days of the event or of the round in Swiss-Manager.",
    "chess-results/missing-result": "Enter the result in the pairing program, and send its file again.",
    "chess-results/start-after-end": "Correct the days of the event in the pairing program.",
    "chess-results/unreadable-date": "Write YYYYMMDD or DD.MM.YYYY.",
    "chess-results/round-count": "If the event goes on, send the file again when it has ended.",
    "chess-results/broken-xml": "Make the upload file again and send it whole.",
    "chess-results/document-type": "Remove the document type; the upload file of chess-results has none.",
    "chess-results/contradictory-pairings": "Correct the pairings in the pairing program, and send its file again.",
    "chess-results/points": "Compare the points with the results in the pairing program.",
}
REMEDIES |= {action: {"command": text, "letter": text} for action, text in _BOTH.items()}
