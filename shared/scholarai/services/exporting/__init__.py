"""Use cases that let papers, conversations and marked PDFs out."""
