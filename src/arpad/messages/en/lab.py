"""What the rule lab has to say: history as tables, and questions to it."""

SENTENCES = {
    "history/no-parquet": "{directory} has its tables as lines of text, and here they are wanted as Parquet",
    "sql/only-questions": "one question can be asked, a SELECT: nothing is changed here and nothing else is run",
    "sql/refused": "this cannot be answered: {reason}",
    "sql/too-many": "the answer has more than {most:row|rows}; read the files themselves, or ask for less",
    # what is told
    "exported": "{directory}: {lists:list|lists} of {series:,}, {games:game|games}, {players:player|players}, in {files:file|files}",
    "exported-numbers": "players and events have numbers of this export alone; nobody's name, number or birthday is in it",
    "exported-names": "names and numbers are in it: it is yours, not to be published",
    "exported-strengths": "the true strengths of {players:player|players} stand beside it",
    "sql-rows": "{rows:row|rows}",
}

REMEDIES = {
    "export-history": {"command": "`arpad history export DIR` writes them so"},
    "look-at-tables": {"command": "`arpad sql --help` names the tables, docs/lab.md their columns"},
}
