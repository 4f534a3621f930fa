"""The desk on the web: pages on which people who are signed in work in an office. Every change is an act of theirs."""
