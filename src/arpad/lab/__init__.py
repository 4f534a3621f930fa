"""The rule lab: what was published as tables for questions, and history rated again under another rule.

    sql.py      a question in SQL over the tables of a history

It reads files only: `arpad history export` writes them, no office and no database is asked.
"""
