"""The bibliography of a paper, and the places in its text that cite it."""
