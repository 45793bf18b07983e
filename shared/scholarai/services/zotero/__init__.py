"""Importing items, notes and annotations from Zotero, and writing highlights, notes and quotes to it, each once."""
