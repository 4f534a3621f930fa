"""Findings, ledger rows and worksheets as sentences with articles, for the people who receive them."""
