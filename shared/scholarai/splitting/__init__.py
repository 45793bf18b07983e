"""From PaperContent to chunks and windows; pure."""
