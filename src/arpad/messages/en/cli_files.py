"""What the command line says of files, of the facts given as options, and of encodings."""

SENTENCES = {
    "file/absent": "there is no file {path}",
    "file/unopened": "cannot open {path}: {reason}",
    "file/no-match": "nothing matches {path}",
    "file/none-inside": "{path} holds no file that ends with {suffixes:,}",
    "file/is-read": "{path} is the file that is read",
    "file/unwritten": "cannot write {path}: {reason}",
    "file/fails": "{path}: {reason}",
    "answer-unwritten": "the answer cannot be written: {reason}",
    "no-memory": "this machine has not enough memory for that",
    "file/no-directory": "there is no directory {directory} to write {name} into",
    "trf/nothing-to-mend": "{path} is no TRF file, so there is nothing to mend",
    "option/unknown": "--{name}: no such option",
    "option/no-value": "--{name}: a value is missing",
    "option/arbiters": "--arbiters {value}: expected NAME:LICENCE, and perhaps the arbiter's number as a third part",
    "option/exclusions": "--exclusions {value}: expected PLAYER:ROUND:REASON, with start number and round",
    "encoding-unknown": "no encoding of texts is called {encoding!r}",
}

REMEDIES = {
    "name-another-output": {"command": "give another name with -o"},
    "make-room-for-file": {"command": "see that the disk has room and that the place may be written to"},
    "convert-report": {"command": "`arpad trf convert FILE` makes one of it"},
    "facts/options": {"command": "the facts of an event are {options:,}"},
    "usual-encodings": {"command": "what helps: utf-8, cp1250, cp1251 ..."},
}
