"""What verification, checkpoints and keys have to say."""

SENTENCES = {
    # the log
    "log-not-chained": "the log has {entries:entry|entries} and no link: its chain was removed",
    "entry-not-linked": "entry {entry} of the log ({action}{subject:? *}, {who}, {day}) has no link: it was not written by the office",
    "entry-not-as-linked": "entry {entry} of the log ({action}{subject:? *}, {who}, {day}), or the record of what it wrote, is not what it was",
    "entry-gone": "entry {entry} of the log is gone",
    "link-broken": "the link of entry {entry} of the log ({action}{subject:? *}, {who}, {day}) does not follow from the one before",
    # rows
    "row-not-as-written": "{owner:?*: }the row {key} of {table} is not what entry {entry} ({action}{subject:? *}, {who}, {day}) wrote",
    "row-added": "{owner:?*: }no entry of the log wrote the row {key} of {table}",
    "row-gone": "{owner:?*: }the row {key} of {table} that entry {entry} ({action}{subject:? *}, {who}, {day}) wrote is gone",
    "weeks-not-of-report": "{owner:?*: }the index of games by week is not what report {report} says",
    # what was admitted, against the files that were sent
    "report-not-read": "{owner:?*: }report {report}, or what was admitted of it, cannot be read again: {reason}",
    "game-not-of-report": "{owner:?*: }round {round}, start numbers {white} and {black}: what was admitted is not what report {report} says",
    # lists
    "value-not-right": "{owner}, list {series} {list}: {field} in {table} is stored as {stored}, and {right} is right",
    "player-rows-other": "{owner}, list {series} {list}: {stored:row|rows} in {table} {stored:~is|are} stored, and {right} {right:~is|are} right",
    "event-not-right": "{owner}, list {series} {list}: what the list gave each game is not what comes out",
    "list-not-remade": "list {series} {list} cannot be made again: {reason}",
    "list-inputs-other": "list {series} {list} was made from other inputs than those that are stored",
    # what is told
    "verify-counted": "{office}: {entries:entry|entries} of the log, {rows:row|rows}, {remade:list|lists} made again",
    "verify-before": "{lists:list was|lists were} made again by an earlier verification; --whole makes {lists:~it|them} again, too",
    "verify-as-published": "not recomputable, and taken as published: {count:list|lists} ({lists:,})",
    "verify-good": "everything is what the office wrote; the log stands at entry {size}, root {root}",
    "verify-not-good": "{found:thing is|things are} not what the office wrote",
    # checkpoints
    "checkpoint/unread": "this is no checkpoint, or it was cut or changed",
    "checkpoint/no-chain": "the log has no chain",
    "checkpoint/no-file": "{file}: {reason}",
    "checkpoint/file-there": "{file} is there already, and a checkpoint never overwrites anything",
    "checkpoint/other-office": "the checkpoint of {day} at entry {size} is of another office, or the beginning of the log was changed",
    "checkpoint/rolled-back": "the checkpoint of {day} says that the log had {size:entry|entries}, and it ends at {newest}: it was rolled back",
    "checkpoint/other-history": "the checkpoint of {day} at entry {size} has another root: history before it was changed, or there are two histories",
    "checkpoint/unknown-signer": "the checkpoint at entry {size} was signed with the key {signer}, which the log does not know",
    "checkpoint/bad-signature": "the checkpoint at entry {size} was not signed with the key {signer}: its text or its signature was changed",
    # keys
    "key/no-reason": "a new key needs a reason",
    "key/nowhere": "nobody says where the private key is",
    "key/unread": "the private key {file} cannot be read: {reason}",
    "key/unwritten": "the private key {file} cannot be written: {reason}",
    "key/no-key": "{file} is no private key of the kind Ed25519",
    "key/another": "{file} is the key {found}, and the office signs with {name}",
    "key/library": "to sign needs a library that is not installed",
    "key-made": "key {name}: its private half is {file}; keep a copy where nobody else can reach it, and not beside the backups",
    "key-none": "the office has no key: its checkpoints are not signed (`arpad key new` makes one)",
    "key-where": "the private key is looked for in {file}, and is not there",
    "key-where/there": "the private key is {file}",
}

REMEDIES = {
    "say-where-key": {"command": "set ARPAD_KEY to its file"},
    "bring-key": {"command": "bring the file back, or `arpad key new --lost --why TEXT`"},
    "bring-checkpoint": {"command": "give the file that `arpad checkpoint` wrote"},
    "look-over": {"command": "`arpad doctor`"},
}
