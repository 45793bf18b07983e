"""What owners keep of their papers: marks, collections, notes; and the list of a library."""
