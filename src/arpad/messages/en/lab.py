"""What the rule lab has to say: history as tables, and questions to it."""

SENTENCES = {
    "history/no-parquet": "{directory} has its tables as lines of text, and here they are wanted as Parquet",
    "sql/only-questions": "one question can be asked, a SELECT: nothing is changed here and nothing else is run",
    "sql/refused": "this cannot be answered: {reason}",
    "sql/too-many": "the answer has more than {most:row|rows}; read the files themselves, or ask for less",
    "lab/unknown-value": "the vocabulary of the law has no value {key} that can be set here",
    "lab/not-filled": "{rulebook} says nothing of {concept}",
    "lab/no-history": "which history is meant?",
    "lab/no-set": "a value is set as KEY=VALUE, and this is {text}",
    "lab/other-history": "{first} and {second} come from different histories or series, and cannot be compared",
    "lab/no-system": "{name} is neither an outcome (a directory) nor a rulebook that can be replayed without a history",
    "lab/history-other-there": "{directory} is another history there than here",
    "lab/no-grid": "{file} is no grid: {reason}",
    "lab/grid-key": "{file}: a grid has no key {key}",
    "lab/grid-size": "{file} makes {count:variant|variants}; there must be some, and at most {most}",
    "lab/other-sweep": "{directory} is there and is not this sweep: another history or another grid",
    "lab/refused": "{name}: {reason}",
    "lab/no-scheduler": "no scheduler answers at {address}: {reason}",
    "lab/both-engines": "a sweep runs on a scheduler or on workers that it starts, not on both",
    # what is told
    "replayed": "{name}: {lists:list|lists}, {games:game|games} predicted",
    "replayed-same": "every list is, row for row, as it was published",
    "replayed-other": "{lists:list is|lists are} not as published: {other} of {all}",
    "replayed-out": "the lists are in {directory}",
    "compared-stand": "{last}: {both:player|players} rated under both, {moved} of them otherwise, on average by {mean}; only under the first {only_first}, only under the second {only_second}",
    "compared-better/first": "{what}: {first} against {second}, difference {difference} ({low} to {high}): the first is better",
    "compared-better/second": "{what}: {first} against {second}, difference {difference} ({low} to {high}): the second is better",
    "compared-better/noise": "{what}: {first} against {second}, difference {difference} ({low} to {high}): noise, neither is better",
    "compared-better/unknown": "{what}: nothing to compare",
    "compared-what/brier": "Brier score of {count:game|games}",
    "compared-what/log": "log score of {count:game|games}",
    "compared-what/truth": "distance to the true strength of {count:player|players}",
    "swept": "{directory}: {variants:variant|variants}{before:?, * of them from before}; table.csv and picture.svg are there",
    "lab-picture/title": "Prediction against drift",
    "lab-picture/below": "lower predicts better, below 0 better than the published lists; left and right of 0 the scale moves",
    "lab-picture/drift": "drift, points a year",
    "lab-picture/score": "Brier score less that of the published lists",
    "exported": "{directory}: {lists:list|lists} of {series:,}, {games:game|games}, {players:player|players}, in {files:file|files}",
    "exported-numbers": "players and events have numbers of this export alone; nobody's name, number or birthday is in it",
    "exported-names": "names and numbers are in it: it is yours, not to be published",
    "exported-strengths": "the true strengths of {players:player|players} stand beside it",
    "sql-rows": "{rows:row|rows}",
}

REMEDIES = {
    "start-scheduler": {
        "command": "start one with Dask's own `dask scheduler --host 127.0.0.1`, or let --workers start some"
    },
    "give-history": {"command": "name the history with --history"},
    "export-history": {"command": "`arpad history export DIR` writes them so"},
    "look-at-tables": {"command": "`arpad sql --help` names the tables, docs/lab.md their columns"},
}
