"""Copies of PDFs with highlights, made in confined processes."""
