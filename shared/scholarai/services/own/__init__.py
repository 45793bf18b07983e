"""Marks, collections and notes of owners, and the list of a library."""
