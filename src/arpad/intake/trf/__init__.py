"""FIDE's tournament report file: read, mended and written, every field with its line and column."""
