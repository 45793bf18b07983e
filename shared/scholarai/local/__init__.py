"""The whole system in one process, and the command line."""
