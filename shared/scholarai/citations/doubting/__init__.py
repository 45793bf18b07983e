"""Compares a sentence of an answer with the quotes behind it."""
