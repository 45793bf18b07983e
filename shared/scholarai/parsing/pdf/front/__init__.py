"""Reads the front matter of a paper: title, authors, abstract, keywords and identifiers."""
