"""What the readers and writers of rating lists find, and what `arpad frl` and `--list` refuse."""

SENTENCES = {
    # what is no list
    "empty-file/list": "The file holds nothing.",
    "report-sent": "The file is a report, not a rating list.",
    "not-a-list/no-player": "The file has no player.",
    "not-a-list/no-layout": "No layout fits the rows; the first is “{row}”.",
    "not-a-list/broken": "The table or the JSON cannot be read on: {error}.",
    "not-a-list/endless-line": "A line of the file does not end.",
    "not-a-list/other-xml": "The file is XML with the root “{root}”, not a list of players.",
    "document-type": "The file declares a document type.",
    "broken-xml/too-many-values": "A player has more than {limit} values.",
    "broken-xml/encoding": "The encoding that the XML names is not known.",
    "broken-xml/ends": "The XML ends here: {error}.",
    # marks and headers
    "byte-order-mark/list": "The file starts with a byte order mark; it is not read.",
    "end-mark/list": "The file has the end mark of an old system; it is not read.",
    "unknown-column/list": "Columns that are not read: {columns:,}.",
    "missing-header": "The list has no header; its columns are those of the layout {layout}.",
    # rows
    "nameless-row": "The player {id} has no name.",
    "duplicate-row": "The FIDE number {id} stands on the list already; the row is left out.",
    "wide-letters": "The row of “{name}” counts its columns in characters, not in bytes; it and others like it are read so.",
    "unreadable-row/slipped": "The row “{row}” is not in its columns; it is left out.",
    "unreadable-row/text": "The row “{row}” cannot be read; it is left out.",
    "unreadable-birth/year-read": "The birth “{text}” of the player {id} is no certain date; only the year {year} is read.",
    "unreadable-birth/unknown": "The birth “{text}” of the player {id} is no year; it is read as unknown.",
    "title-overflow/read": "The other titles “{titles}” overflow their columns; they are read in full.",
    "cut-field/xml": "The {tag} “{text}” is longer than {limit} bytes; the rest is lost.",
    # writing
    "left-out/series": "A single list has one series: {chosen} is written, {others:, and } left out.",
    "left-out/births": "Only the year of birth is written; {players:,} {players:~player|players} had day or month.",
    "left-out/unknown-series": "The list does not say its series; it is written as standard.",
    "cut-field/name": "The name “{name}” of {id} is written as “{written}”.",
    "title-overflow/written": "The other titles “{titles}” of {id} overflow their columns.",
    "list-series": "the list has no series {series!r}; it has {there:,}",
    "list-series/none": "the list has no series {series!r}; it has none",
    # the command line
    "list-series/unknown": "a series is standard, rapid or blitz, not {series!r}",
    "list-series/unsaid": "neither the list nor its name says the series; it is written as {name}, and --series gives it FIDE's name of today",
    "list-player/none": "{number} is not on the list",
    "list-file/none": "there is no file {file}",
    "list-file/unopened": "cannot open {file}: {error}",
    "list-in-place": "the list is not converted in place",
    "list-given/unopened": "--list {path}: {error}",
    "list-given/refused": "--list {path}: {reason}",
    "list-given/says-itself": "--list {given}: the list says itself what it has ({there:,})",
    "list-given/no-series": "--list {given}: no series is called {series!r}",
    "list-form": "a list is written as {forms:, or }, not as {form!r}",
}

REMEDIES = {
    "name-output": {"command": "give another name with -o"},
    "leave-out-series": {"command": "leave out {series}="},
}
