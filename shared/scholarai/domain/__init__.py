"""Values of the whole system: what a paper, a chunk, a citation, a session is."""
