"""Finding passages, papers of a library, and places of quotes."""
