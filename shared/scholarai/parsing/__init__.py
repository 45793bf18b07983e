"""Turns page layouts, LaTeX, Markdown, HTML, JATS, Word and plain text into PaperContent, without I/O."""
