"""What the public may read of the office, laid out so that a page never waits for the whole registry."""
