"""The command line, and the whole system in one local process."""
