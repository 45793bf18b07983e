"""Turns a plain text paper into PaperContent: paragraphs, numbered or capital headings, a list of references."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from scholarai.domain.content import PaperContent
from scholarai.parsing.assembly import Assembly
from scholarai.parsing.bibliography import Bibliography, doi_in
from scholarai.parsing.drafts import Head
from scholarai.parsing.markdown import read_markdown
from scholarai.parsing.pdf.references.citations import cite_spans
from scholarai.parsing.pdf.references.fields import read_reference
from scholarai.parsing.section_names import COMMON_SECTIONS, SUMMARIES

_MARKDOWN = re.compile(r"^(?:#{1,6} \S|---\n)", re.MULTILINE)
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}(?=\.)|[A-Z](?=\.))[.)]?[ \t]+(?=[^\W\d_])")
_UNDERLINED = re.compile(r"[=\-~^*]{3,}$")
_ABSTRACTS = SUMMARIES & COMMON_SECTIONS
_ENTRY = re.compile(r"(?:\[[^\]\s]{1,24}\]|\d{1,3}[.)])\s")
# Longer lines are running text. Guesses.
_LONGEST_HEADING, _LONGEST_TITLE = 90, 300
# A DOI further in the text is another paper's.
_FRONT_CHARACTERS = 3_000


def read_plain_text(source: bytes) -> PaperContent:
    """Return the content of a text; one with headings as Markdown writes them is read as that."""
    text = _decoded(source).replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    if _MARKDOWN.search(text):
        return read_markdown(text, bibliographies={})
    walk = _Walk(list(_paragraphs(text)))
    content = walk.paper.finish(Head(title=walk.title, doi=doi_in(text[:_FRONT_CHARACTERS])), Bibliography({}))
    entries = (block.text for block in content.blocks if block.kind == "reference")
    references = tuple(read_reference(entry, index) for index, entry in enumerate(entries, 1))
    return replace(
        content, references=references, cite_spans=cite_spans(content.blocks, defaultdict(tuple), references)
    )


def _decoded(source: bytes) -> str:
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        return source.decode("cp1252", "replace")


def _paragraphs(text: str) -> Iterator[list[str]]:
    """Yield the lines of each paragraph; paragraphs are parted by blank lines, or are one line each where none is blank."""
    blocks = [block.split("\n") for block in re.split(r"\n[ \t]*(?:\n[ \t]*)+", text.strip("\n"))]
    yield from ([[line] for line in blocks[0] if line.strip()] if len(blocks) == 1 else blocks)


class _Walk:
    """Adds paragraphs to `paper`; the first short one is the title."""

    def __init__(self, paragraphs: Sequence[list[str]]) -> None:
        self.paper = Assembly("text")
        self.title: str | None = None
        for lines in paragraphs:
            self._paragraph([line for line in lines if line.strip()])

    def _paragraph(self, lines: list[str]) -> None:
        at = len(lines) if self._is_title(lines) else 0
        while at < len(lines):
            is_lined = at + 1 < len(lines) and bool(_UNDERLINED.match(lines[at + 1].strip()))
            if not is_lined and not _is_heading(lines[at].strip(), alone=at + 1 == len(lines)):
                break
            self._heading(lines[at].strip())
            at += 2 if is_lined else 1
        if at < len(lines):
            self._text(lines[at:])

    def _is_title(self, lines: list[str]) -> bool:
        """Take the title: what stands first and is short."""
        joined = " ".join(line.strip() for line in lines if not _UNDERLINED.match(line.strip()))
        is_title = bool(lines) and self.title is None and not self.paper.has_text and not _is_name(lines[0].strip())
        if is_title and len(joined) <= _LONGEST_TITLE:
            self.title = joined
            return True
        return False

    def _text(self, lines: list[str]) -> None:
        if self.paper.in_references:
            self._entries(lines)
        else:
            self.paper.add("paragraph", (_joined(lines),))

    def _heading(self, line: str) -> None:
        numbered = _NUMBERED.match(line)
        number, title = (numbered[1], line[numbered.end() :]) if numbered else (None, line)
        if title.rstrip(".:").lower() in _ABSTRACTS:
            self.paper.open_abstract((title,))
        else:
            self.paper.open_section((title,), number.count(".") + 1 if number else 1, number=number)

    def _entries(self, lines: list[str]) -> None:
        """Add the entries of a paragraph: each begins with a number, or at the left where others are indented."""
        starts = [bool(_ENTRY.match(line.lstrip())) for line in lines]
        if not any(starts):
            indented = [line[0] in " \t" for line in lines]
            starts = [not one for one in indented] if any(indented) else [True] + [False] * (len(lines) - 1)
        entry: list[str] = []
        for line, is_start in zip(lines, starts, strict=True):
            if is_start and entry:
                self.paper.add("reference", (_joined(entry),))
                entry = []
            entry.append(line)
        self.paper.add("reference", (_joined(entry),))


def _joined(lines: Sequence[str]) -> str:
    """Return lines as one, words parted at line ends put together where the second part is small."""
    return re.sub(r"(?<=[a-z])-\n(?=[a-z])", "", "\n".join(line.strip() for line in lines)).replace("\n", " ")


def _is_name(line: str) -> bool:
    return line.rstrip(".:").lower() in COMMON_SECTIONS


def _is_heading(line: str, *, alone: bool) -> bool:
    """Tell whether a line is a heading: by its name, by a number such as 2.1, or alone with a number or in capitals."""
    if len(line) > _LONGEST_HEADING:
        return False
    numbered = _NUMBERED.match(line)
    title = line[numbered.end() :] if numbered else line
    if _is_name(title):
        return True
    is_capital = title.isupper() and sum(map(str.isalpha, title)) > 3
    is_numbered = numbered is not None and title[:1].isupper()
    stands_alone = alone or (numbered is not None and "." in numbered[1])
    return stands_alone and title[-1:] not in ".,;:?!" and (is_capital or is_numbered)
