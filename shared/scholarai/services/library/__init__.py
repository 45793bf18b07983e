"""Finding things in papers: passages, papers of a library, places of quotes."""
