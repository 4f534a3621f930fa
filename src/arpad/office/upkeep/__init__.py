"""The care of an office: backup, restore, and whether everything is in order."""
