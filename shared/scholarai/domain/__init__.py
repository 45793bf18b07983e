"""The values of the whole system, such as papers, chunks, citations and sessions, and their rules."""
