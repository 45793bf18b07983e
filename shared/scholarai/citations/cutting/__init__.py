"""Finds what a quote leaves off although it turns or limits what the quote says."""
