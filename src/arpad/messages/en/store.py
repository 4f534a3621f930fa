"""What a database, its schema and the desk in front of it have to say."""

SENTENCES = {
    # opening a database
    "no-address": "{address} is no database address",
    "unknown-database": "a database of kind {kind!r} is not known",
    "driver-missing": "PostgreSQL needs its driver",
    "library-missing": "an office needs its database library",
    "database-encoding": "the PostgreSQL database keeps texts as {encoding}; an office needs UTF8, or it cannot keep every name",
    "office-in-memory": "an office needs a file: a database in memory is gone when the command ends",
    "no-office": "there is no office at {address}",
    "no-directory/office": "there is no directory {directory} for the office",
    "no-file/office": "{file} cannot be made: {reason}",
    "place-gone": "{address} was taken away by another who made something there and failed",
    "another-writes": "another officer has been writing to {address} for over {seconds} seconds",
    "no-database-file": "{address} is no office: it is not a database file",
    "value-not-kept": "a text or a number cannot be kept: {reason}",
    "database-damaged": "the database {address} is damaged: {answer}",
    "database-no-room": "the database {address} cannot be written: {answer}",
    "office-damaged": "the office holds something that cannot be read: {reason}",
    "texts-unread": "{texts:text of the office cannot|texts of the office cannot} be read, and what is no letter of it is shown as \ufffd",
    "database-silent": "the database {address} does not answer as it should: {answer}",
    "commit-unanswered": "the line to the database {address} broke when all was written: it may be kept or not",
    "kept-otherwise": "what the database keeps in {table} is not what was sent: something stands between, and nothing is written",
    # its schema
    "no-office-yet": "{address} is no office yet",
    "newer-schema": "{address} was written by a newer Arpad (schema {schema})",
    "older-schema": "{address} has the schema {schema}",
    "strange-tables": "{address} holds tables that are not an office's",
    # founding, and the day
    "office-there": "there is an office at {address} already; nothing was changed",
    "timezone-of-office": "the office's time zone, {zone!r}, is none that this machine knows",
    "no-timezone": "{zone!r} is no time zone",
    "day-without-rehearsal": "only a rehearsal is told its day",
    "rehearsal-without-day": "a rehearsal needs its first day",
    "office-change/no-reason": "to change an office needs a reason",
    "office-change/nothing": "nothing is to be changed: name a home, a time zone or a day",
    "office-change/home": "{home!r} is no code of a federation: three capital letters",
    "office-change/yesterday": "in {zone} it is not {today} yet, and the office's day never goes back",
    "office-change/forward": "{day} is after {today}: forward the day goes by itself",
    "office-change/before-founding": "the rehearsal began on {founded}, after {day}",
    "office-change/before-list": "its newest list came on {came}, after {day}, and what was published stands",
    "no-rehearsal": "only a rehearsal is told its day; this office's day is the machine's",
    "log-text/who": "who does this is a name of at most {most} characters, all of them to be seen",
    "log-text/why": "a reason has at most {most} characters, all of them to be seen",
    "nobody-acts": "nobody is named who does this",
    "clock-behind-log": "the clock says {today}, but the log has an entry of a later day ({last})",
    "rehearsal-leaps": (
        "{today} is more than a year after the last entry of the log ({last}), and a rehearsal never goes back"
    ),
}

REMEDIES = {
    "write-address": {"command": "give a file name, sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"},
    "make-utf8-database": {"command": "make an empty one: `createdb -E UTF8 -T template0 NAME`"},
    "found-office-at": {"command": "make one with `arpad init --db {address}`, or name it with --db"},
    "found-office-there": {"command": "make one there with `arpad init --db ADDRESS`"},
    "make-directory": {"command": "make it first"},
    "try-again": {"command": "try again"},
    "make-room": {
        "command": "see that the disk has room and that the file and its directory may be written, then try again"
    },
    "restore-or-doctor": {"command": "`arpad doctor` says what is wrong, `arpad restore FILE` takes the last backup"},
    "ask-log": {"command": "see that the server runs; `arpad log` tells whether it was done, and if not, do it again"},
    "ask-doctor-between": {"command": "`arpad doctor` names what stands between the office and its rows; take it away"},
    "see-server": {"command": "see that the server runs and lets you in"},
    "install-newer": {"command": "install that version or a newer one"},
    "back-up-and-upgrade": {"command": "keep a copy of it, then bring it up to date with `arpad upgrade`"},
    "choose-empty": {"command": "choose an empty database"},
    "ask-verify": {
        "command": "`arpad verify` says whether the setting was changed behind the office: then restore a backup; otherwise install the "
        "package `tzdata`"
    },
    "write-timezone": {"command": "write it like Europe/Kyiv, or leave it out for UTC"},
    "add-rehearsal": {"command": "leave --now out, or add --rehearsal"},
    "give-first-day": {"command": "--now YYYY-MM-DD"},
    "found-rehearsal": {"command": "leave --now out, or found a rehearsal with `arpad init --rehearsal`"},
    "zone-after-midnight": {"command": "change it once the day has begun in {zone}"},
    "found-earlier": {"command": "found another rehearsal: `arpad init --rehearsal --now DAY`"},
    "day-from": {"command": "give {day} or a later day"},
    "later-day": {"command": "give --now a later day, or set it back with `arpad repair clock --now DAY --why TEXT`"},
    "set-clock": {
        "command": "set the machine's clock; where it is right, `arpad repair clock --why TEXT` lets the office go on"
    },
    "smaller-steps": {"command": "if it is meant, go there with --now in steps of a year"},
}
