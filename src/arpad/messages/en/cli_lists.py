"""What the verbs of lists and periods say of their own arguments."""

SENTENCES = {
    "argument/list": "--list {text}: expected a list written YYYY-MM",
    "argument/export": "{file}: a list is written as {forms:,}",
    "argument/correction": "give the rating that should have stood there, or --withdraw",
}
