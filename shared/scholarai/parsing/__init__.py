"""Turns page layouts, LaTeX and Markdown into PaperContent, without I/O."""
