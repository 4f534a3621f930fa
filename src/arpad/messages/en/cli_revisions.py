"""What the verbs of revisions say of their own arguments, and in their tables."""

SENTENCES = {
    "argument/fact": "say one fact: --born, --federation, --memberships, --died, --title or --sex",
    "argument/game": "say why it is left out with --reason NAME, or take it in again with --include",
    "argument/setting": "say what {name} is to be",
    "revisions/none": "there is no case",
    "revisions/more": "… and {rows:row|rows} more; --all shows them",
}
