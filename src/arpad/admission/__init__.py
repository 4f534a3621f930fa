"""What may be rated: one named check for each concept of the law."""
