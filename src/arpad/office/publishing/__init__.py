"""Rating periods and published lists: gather inputs, make, preview, publish, store, show, explain."""

from __future__ import annotations
