"""The rules of a literature review; pure."""
