"""Turns the layout of PDF pages into PaperContent, without I/O: `read.read_pdf` and `layout.page.prepare`."""
