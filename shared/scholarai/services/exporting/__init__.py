"""Use cases that export papers, conversations and PDFs with highlights."""
