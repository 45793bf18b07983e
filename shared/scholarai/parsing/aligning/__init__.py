"""A paper that is known as a source and as a PDF becomes one: the source's text with the PDF's pages and boxes."""

from scholarai.parsing.aligning.join import NotTheSamePaperError, joined

__all__ = ["NotTheSamePaperError", "joined"]
