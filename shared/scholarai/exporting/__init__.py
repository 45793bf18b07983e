"""Exports papers and conversations to the formats of other programs, as text and bytes; without I/O."""
