"""Game files: players, results and days out of PGN."""
