"""What the lists say of themselves: an opening list, what somebody wants to see, what is written and compared."""

SENTENCES = {
    "base-revised": "The list before was put right: the change is added to the rating that it should have said.",
    "base-corrected": "The officer corrected the rating of the list before, to which the change is added.",
    # an opening list
    "opening/no-series": "the list given has no {series} ratings; it has {there:,}",
    "opening/no-ratings": "the list given has no ratings of any series",
    "opening/unknown-column": "an opening list has no column {column!r}; its columns are {known:,}",
    "opening/no-rating-column": "an opening list needs the column rating",
    "opening/values": "the opening list cannot be read: {reason}",
    "opening/entered-rows": "{entered:row was|rows were} entered for a list of {listed}",
    "opening/far": "an opening list has ratings up to {top} and K up to {largest}, not rating {rating}, highest {highest}, K {k}",
    "opening/highest": "the highest rating {highest} is below the rating {rating} itself",
    "opening-csv/large": "{file}:{line}: {column}: expected at most {most}, found {text}",
    "opening-csv/no-date": "{file}:{line}: {column}: {text} is no day or month that can be meant",
    "opening-csv/no-rows": "{file}: there is nobody in it, only a header",
    "opening-csv/broken": "{file}:{line}: the row cannot be read: {reason}",
    "opening-csv/encoding": "{file}: not UTF-8",
    "opening-csv/unknown-column": "{file}:1: no column {column!r}; the columns are {known:,}",
    "opening-csv/missing-column": "{file}:1: the column {column} is missing",
    "opening-csv/cells": "{file}:{line}: more cells than the header has",
    "opening-csv/number-twice": "{file}:{line}: the number {number} stands twice",
    "opening-csv/no-number": "{file}:{line}: the number {number} is none",
    "opening-csv/not-whole": "{file}:{line}: {column}: expected a whole number, found {text!r}",
    # what an opening list leaves open
    "floor/opening": "The rating {rating} of {number} is below the floor.",
    "coefficient/opening-impossible": "No clause gives K {k} to {number}, rated {rating}.",
    "coefficient/opening-games": "How many games of {number} have been rated so far? K {k} does not say it.",
    "coefficient/opening-highest": "What is the highest rating ever published for {number}? K {k} does not say it.",
    # what is shown, written and compared
    "selection/kind": "a list shows {kinds:,}, not {kind!r}",
    "selection/top": "a top list has at least one player, not {top}",
    "selection/top-kind": "a top list shows active players, not {kind} ones",
    "export/form": "a list is written as {forms:,}, not as {form!r}",
    "export/plain-letters": "to write names in plain letters needs more than the library",
    "export/xlsx": "a workbook needs more than the library",
    "export/parquet": "Parquet needs more than the library",
    "own-number": "Of {all:player|players}, {players} {players:~has|have} no FIDE number and {players:~stands|stand} with the office's own, of ten digits.",
    "latin-name": "{players:name is|names are} written in Latin letters, as entered or by the official transliteration.",
    "cut-field/listed-name": "The name “{text}” of {number} is written as “{written}”.",
    "cut-field/listed-text": "The {field} “{text}” of {number} is written as “{written}”.",
    "diff/series": "only lists of one series are compared, not {earlier} and {later}",
    "diff/order": "{older} does not come before {newer}",
}

REMEDIES = {
    "save-utf8": {"command": "save it as UTF-8"},
    "mend-opening-rating": {"command": "Leave the player out, or mend the rating."},
    "mend-opening-k": {"command": "Mend K, rating or birth, or enter games and highest rating."},
    "enter-games": {"command": "Enter the number of games."},
    "enter-highest": {"command": "Enter the highest rating."},
    "name-older-first": {"command": "name the older list first"},
}
