"""Tables that people make: CSV files and workbooks with crosstables, pairings or rows of games."""
