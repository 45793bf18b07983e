"""Joins the source and the PDF of one paper: the source's text with the PDF's pages and boxes."""

from scholarai.parsing.aligning.join import NotTheSamePaperError, joined

__all__ = ["NotTheSamePaperError", "joined"]
