"""Prove that what an office holds is what it wrote: rows against the log, the log against itself, lists made again."""
