"""What `arpad check` says beside its findings: wrong calls, and the words around an answer."""

SENTENCES = {
    "json-or-letter": "--json and --letter: the answer is one or the other",
    "no-report-named": "no report is named",
    "as-of-no-day": "--as-of {text}: expected a day written YYYY-MM-DD",
    "no-such-finding": "no finding is called {code!r}",
    # the words around an answer
    "check/printed-ratings": "{file}: no rating list is given; the printed ratings stand in",
    "check/holds": "{players:player|players}, {rounds:round|rounds}, {games:game|games}",
    "check/holds-nothing": "no report",
    "check/compare": "Nothing in this file proves that it is whole. Compare its cross table with that of the pairing program; points are counted here as 1, ½ and 0.",
    "check/ratable": "ratable",
    "check/ratable-with-exclusions": "ratable with {games:game|games} and {players:player|players} excluded",
    "check/not-ratable": "not ratable",
    "check/undecided": "undecided: facts are missing ({asked:,})",
    "check/list": "list of {list}",
    "check/deadline": "{what} by {day}",
    "check/process-ended": "arpad: a process ended before its time; the others are checked one by one",
    "check/more-files": "... and {files} more files",
    "check/files": "{files} files; {refused} refused",
}

REMEDIES = {
    "choose-one": {"command": "choose"},
    "name-a-report": {"command": "name a report, a directory, a pattern, or - for standard input"},
}
