"""Upload files of chess-results: XML that pairing programs send, also written with braces."""
