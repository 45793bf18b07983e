"""Reads the bibliography of a paper and the citation markers in its text."""
