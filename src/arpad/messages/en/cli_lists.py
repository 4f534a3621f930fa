"""What the verbs of lists and periods say of their own arguments."""

SENTENCES = {
    "preview/games": "{events:event|events}, {games:game|games}, {counted} of them {counted:~counts|count} for somebody",
    "preview/players": "{rated:rated player|rated players} with games; {firsts:first rating|first ratings}, {waiting} waiting",
    "preview/no-federation": "Of which federation? {players:player is|players are} rated as at home, for want of an entry on the first day of an event",
    "preview/not-listed": "Not shown, or not as active: {players:player|players}",
    "preview/listed": "{listed} listed, {active} active; {inactive} {inactive:~becomes|become} inactive, {again} {again:~is|are} active again, {gone} {gone:~falls|fall} below the floor",
    "since/preview": "{series} {list} and the preview of {day} by {who}: {players:player differs|players differ}",
    "since/provisional": "{series} {list} and the provisional preview of {day} by {who}: {players:player differs|players differ}",
    "argument/list": "--list {text}: expected a list written YYYY-MM",
    "argument/export": "{file}: a list is written as {forms:,}",
    "argument/correction": "give the rating that should have stood there, or --withdraw",
}
