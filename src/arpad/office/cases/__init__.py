"""What comes after publication: claims, corrections, cases and lists made again."""

from __future__ import annotations
