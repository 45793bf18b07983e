"""Adds published works by identifier, title or reference file, and keeps notices about them, such as retractions, current."""
