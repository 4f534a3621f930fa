"""The API, a module per subject: each has a `router` under /api/v1 and answers with the desk's typed results."""
