"""What becomes of papers: announced, shown, kept for a time, deleted with everything made from them."""
