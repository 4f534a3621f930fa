"""The forms of files: what each is called, what a file of it is told to be, and what the sender does instead."""

_READ = {
    "trf": "tournament report of FIDE (TRF06, TRF16, TRF26)",
    "csv": "table as text: games, pairings, players, cross table",
    "xlsx": "the same table as a workbook of Excel",
    "pgn": "games in PGN, with or without moves",
    "tdf": "tournament file of Vega",
    "vega-pgn": "games in PGN as Vega writes them, without moves and with byes",
}
"""The forms that are read."""

_NAMED = {
    "swiss-manager": "a tournament saved by Swiss-Manager",
    "chess-results": "an upload file of chess-results",
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

_EXPORT = "Export the report as TRF16 or TRF26 from the pairing program and send that."
REMEDIES = {
    "foreign-file": {"command": _EXPORT, "letter": _EXPORT},
    "foreign-file/export": {"command": _EXPORT, "letter": _EXPORT},
    "foreign-file/unpack": dict.fromkeys(("command", "letter"), "Unpack it and send the report that is in it."),
    "foreign-file/games": dict.fromkeys(
        ("command", "letter"), "Send the TRF that Lichess exports for a Swiss event, or the games as PGN."
    ),
}
