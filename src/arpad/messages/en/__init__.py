"""English, a module per room: SENTENCES by the name of the message, REMEDIES by action and reader."""
