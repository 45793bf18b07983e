"""Holds a sentence of ours against the quotes behind it."""
