"""SQLite, files, inline events and local models: the whole system on one machine."""
