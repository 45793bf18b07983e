"""Reads a Markdown paper."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scholarai.domain.content import PaperContent
from scholarai.domain.plurals import counted
from scholarai.parsing.assembly import Assembly
from scholarai.parsing.bibliography import Bibliography, ordered, read_or_empty
from scholarai.parsing.bibtex import read_bibtex
from scholarai.parsing.hidden_text import HIDDEN_TEXT
from scholarai.parsing.markdown.blocks import BlockReader
from scholarai.parsing.markdown.front_matter import read_front_matter
from scholarai.parsing.markdown.hidden import visible_tokens
from scholarai.parsing.markdown.syntax import parser

# Comments, and what Quarto replaces, such as {{< pagebreak >}}.
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|\{\{<[^<>\n]*>\}\}", re.DOTALL)
_INCLUDED = re.compile(r"\{\{<\s*include\s+([^<>\s]{1,200})")
_NUL = re.compile(r"[\x00\ufffd]")


def read_markdown(text: str, *, bibliographies: Mapping[str, str]) -> PaperContent:
    """Return the content of a Markdown paper.

    Args:
        text: The paper, with or without YAML front matter.
        bibliographies: Contents of the accompanying BibTeX files, by file name.
    """
    front = read_front_matter(text.replace("\r\n", "\n").replace("\r", "\n"))
    paper = Assembly("markdown")
    if front.problem:
        paper.note("front_matter_unreadable", f"the YAML head could not be read: {front.problem}")
    if abstract := front.abstract():
        paper.open_abstract()
        paper.add("paragraph", (abstract,))
        paper.close_sections()
    head = front.head()
    tokens, has_hidden = visible_tokens(parser().parse(_NUL.sub("", _COMMENT.sub(_blank_lines, front.body))))
    if has_hidden:
        paper.note(HIDDEN_TEXT.code, HIDDEN_TEXT.detail)
    for name in dict.fromkeys(_INCLUDED.findall(front.body)):
        paper.note("input_missing", f"the included file {name[:80]!r} is not read")
    blocks = BlockReader(paper, tokens)
    title = blocks.read(has_title=head.title is not None)
    if head.title is None:
        head = head.titled(title)
    return paper.finish(head, read_or_empty(lambda: _bibliography(paper, bibliographies), paper.note))


def _bibliography(paper: Assembly, bibliographies: Mapping[str, str]) -> Bibliography:
    cited = paper.cited_keys()
    entries = read_bibtex(bibliographies.values(), set(cited))
    missing = [key for key in cited if key not in entries]
    if missing:
        paper.note(
            "citations_unresolved",
            f"{counted(len(missing), 'cited key stands', 'cited keys stand')} in no bibliography",
        )
    return Bibliography(ordered(entries, cited, alphabetical=True))


def _blank_lines(match: re.Match[str]) -> str:
    """Return the line breaks of a comment, so that the text around it stays in separate lines."""
    return "\n" * match.group().count("\n")
