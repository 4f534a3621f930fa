"""What a list says on a day: who sits down with which rating."""
