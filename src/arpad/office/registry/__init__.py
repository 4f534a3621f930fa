"""The registry: players, arbiters and federations, with numbers, names, history and merges."""
