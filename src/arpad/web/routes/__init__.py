"""Pages and API, a module per subject: each has `page_routes`, `api_routes` or both."""

from __future__ import annotations
