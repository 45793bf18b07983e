"""From a Markdown paper, JOSS style or plain, to PaperContent."""

from scholarai.parsing.markdown.reader import read_markdown

__all__ = ["read_markdown"]
