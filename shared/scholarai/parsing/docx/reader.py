"""Walks the paragraphs and tables of a Word file and builds the paper from them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace as replaced
from itertools import chain
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from scholarai.domain.content import Author, BlockKind, Note, PaperContent
from scholarai.parsing.assembly import Assembly
from scholarai.parsing.bibliography import Bibliography, doi_in
from scholarai.parsing.docx.front_matter import AUTHOR_STYLES, ends_front, names_in, title_in, title_text
from scholarai.parsing.docx.package import Package
from scholarai.parsing.docx.paragraphs import Paragraph, read_paragraph
from scholarai.parsing.docx.tables import is_layout, read_table
from scholarai.parsing.drafts import DraftBlock, Head
from scholarai.parsing.grids import Grid
from scholarai.parsing.hidden_text import HIDDEN_TEXT
from scholarai.parsing.pdf.references.citations import cite_spans
from scholarai.parsing.pdf.references.fields import read_reference
from scholarai.parsing.section_names import COMMON_SECTIONS, SUMMARIES
from scholarai.parsing.symbol_fonts import UNREAD
from scholarai.parsing.xml_elements import text_of

_CAPTION = re.compile(
    r"(?P<kind>Fig(?:ure|\.)?|Table|Tab\.|Scheme|Box)\s*(?P<number>S?\d+)(?!\.\d)\s*(?P<mark>[.:|—–-])?\s*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(\d{1,2}(?:\.\d{1,2})*|[IVX]{1,5}(?=\.))[.)]?\s+(?=\S)")
_EQUATION_NUMBER = re.compile(r"\(([A-Z]?\d+(?:\.\d+)?[a-z]?)\)\s*$")
_KEYWORDS = re.compile(r"key ?words?\s*[:—–-]\s*", re.IGNORECASE)
_ABSTRACT = re.compile(r"(?:abstract|summary)\s*[:.—–]\s*(?=\S)", re.IGNORECASE)
# Of a line that is set bold in place of a heading's style. A guess.
_LONGEST_HEADING = 120
# Above the text stand some short paragraphs. Guesses.
_MOST_ABOVE, _LONGEST_ABOVE = 16, 600
# A paper that was pasted as one paragraph is longer, and has more lines. Guesses.
_PASTED_CHARACTERS, _PASTED_LINES = 1_500, 4
# Headings inside an abstract; its paper's own introduction follows.
_IN_ABSTRACTS = frozenset(
    "background context introduction objective objectives aim aims purpose importance design setting participants patients methods".split()
    + "method results findings conclusion conclusions discussion significance interpretation limitations".split()
    + ["materials and methods", "trial registration"]
)
_CONTENTS = frozenset(
    {"contents", "table of contents", "list of figures", "list of tables", "inhalt", "inhaltsverzeichnis"}
)
_PAGE = re.compile(r"(?:^|[\s.…])(?:\d{1,4}|[ivxl]{1,6})$")
_FIRST_SECTION = re.compile(r"(?:(?:\d{1,2}|[IVX]{1,3})[.)]?\s*)?(?:introduction|background)[.:]?", re.IGNORECASE)
# A DOI further in the text is another paper's.
_FRONT_CHARACTERS = 3_000


def read_docx(parts: Mapping[str, bytes]) -> PaperContent:
    """Return the content of a Word file, whose parts are given by their names in the archive.

    Raises:
        NotADocumentError: If the parts are not those of a Word file, or cannot be parsed.
    """
    package = Package.of(parts)
    walk = _Walk(package)
    walk.read(list(_joined(_elements(package.body))))
    content = walk.paper.finish(walk.head(), Bibliography({}))
    entries = [block.text for block in content.blocks if block.kind == "reference"]
    references = tuple(read_reference(raw, index) for index, raw in enumerate(entries, start=1))
    spans = cite_spans(content.blocks, defaultdict(tuple), references)
    text = content.text()
    notes = content.notes
    if unread := text.count(UNREAD):
        notes = (*notes, Note(code="signs_not_read", detail=f"{unread} signs of symbol fonts have no letter"))
    return replace(content, references=references, cite_spans=spans, doi=doi_in(text[:_FRONT_CHARACTERS]), notes=notes)


class _Walk:
    """Adds the elements of a document to `paper`, in their order."""

    def __init__(self, package: Package) -> None:
        self.paper = Assembly("docx")
        self._package = package
        self._title: str | None = None
        self._titled: Element | None = None
        self._later: tuple[Sequence[Element], int] = ((), 0)
        self._authors: list[str] = []
        self._keywords: tuple[str, ...] = ()
        self._in_front = self._above_text = True
        self._in_contents = False
        self._has_abstract = False
        self._listing: DraftBlock | None = None
        self._caption: tuple[str, str] | None = None

    def head(self) -> Head:
        names = dict.fromkeys(self._authors)
        return Head(
            title=self._title or self._package.title,
            authors=tuple(Author(name=name) for name in names),
            keywords=self._keywords,
        )

    def read(self, elements: Sequence[Element]) -> None:
        if self._titled is None and not self.paper.has_text:
            self._find_title(elements)
        taken: Element | None = None
        for index, (element, after) in enumerate(zip(elements, [*elements[1:], None], strict=True)):
            self._later = (elements, index + 1)
            if element.tag == "tbl" and (is_layout(element) or self._holds_authors(element)):
                self.read([inner for cell in element.iter("tc") for inner in _elements(cell)])
            elif element.tag == "tbl":
                taken = after if self._takes_caption(after) else None
                self._table(element)
            elif element is not taken:
                self._paragraph(read_paragraph(self._package, element), is_title=element is self._titled)
        self._flush_caption()

    def _holds_authors(self, table: Element) -> bool:
        """Tell whether a table above the text sets authors beside each other."""
        is_above = self._in_front and self._above_text and not self._has_abstract and self._caption is None
        return is_above and any(
            names_in(line) for one in table.iter("p") for line in read_paragraph(self._package, one).lines
        )

    def _find_title(self, elements: Sequence[Element]) -> None:
        """Choose the title among what stands above the text."""
        front: list[tuple[Element, Paragraph]] = []
        for element in (one for one in elements if one.tag == "p"):
            found = read_paragraph(self._package, element)
            if found.text and ends_front(found, is_first=not front):
                break
            front += [(element, found)] if found.text and not found.is_contents else []
            if len(front) == _MOST_ABOVE or len(found.text) > _LONGEST_ABOVE or found.level is not None:
                break
        title = title_in([found for _, found in front], self._package.title)
        self._titled = next((element for element, found in front if found is title), None)

    def _paragraph(self, found: Paragraph, *, is_title: bool = False) -> None:
        if found.is_hidden:
            self._note_hidden()
        if found.display is not None:
            self._equation(found.display, found.text)
        elif is_title:
            self._title = title_text(found.text)
        elif found.text and not self._is_contents(found) and not self._is_front(found):
            self._text(found)
        for note in found.notes:
            self._texts(note, "footnote")
        for box in found.boxes:
            self._texts(box, "paragraph")

    def _note_hidden(self) -> None:
        self.paper.note(HIDDEN_TEXT.code, HIDDEN_TEXT.detail)

    def _is_front(self, found: Paragraph) -> bool:
        """Take the authors and the keywords, which end the abstract; a title that is repeated says nothing."""
        names = self._names(found)
        if names or (self._in_front and AUTHOR_STYLES & set(found.style)):
            self._authors += names
        elif self._in_front and self._title is not None and found.text.casefold() == self._title.casefold():
            self._end_abstract()
        elif not self._keywords and (label := _KEYWORDS.match(found.text)):
            self._keywords = tuple(
                filter(None, (word.strip(" .") for word in re.split(r"[,;·]", found.text[label.end() :])))
            )
            self._end_abstract()
        else:
            return False
        return True

    def _names(self, found: Paragraph) -> tuple[str, ...]:
        """Return the people whom a paragraph above the text names, in its first line or in all of them."""
        self._above_text = self._above_text and not self._has_abstract and len(found.text) <= _LONGEST_ABOVE
        if found.level is not None or not (self._above_text and self._in_front):
            return ()
        lines = [names_in(line) for line in found.lines]
        return tuple(chain.from_iterable(lines)) if lines and (lines[0] or AUTHOR_STYLES & set(found.style)) else ()

    def _is_contents(self, found: Paragraph) -> bool:
        """Tell whether a paragraph begins a list of contents, or is a line of one: it ends with a page."""
        begins = found.text.rstrip(".:").lower() in _CONTENTS
        self._in_contents = begins or (self._in_contents and bool(_PAGE.search(found.text)))
        return found.is_contents or self._in_contents

    def _end_abstract(self) -> None:
        if self._has_abstract and self.paper.last is not None and self.paper.last.kind != "heading":
            self.paper.close_sections()

    def _text(self, found: Paragraph) -> None:
        is_named = "abstract title" in found.style or found.text.rstrip(".:").lower() in COMMON_SECTIONS
        level = found.level or (1 if is_named else _bold_level(found))
        caption = _CAPTION.match(found.text)
        if caption and ("caption" in found.style or caption["mark"] or found.is_bold):
            self._take_caption(caption["kind"], caption["number"], found.text[caption.end() :])
        elif "caption" in found.style:
            self.paper.add_figure("", (found.text,))
        elif level is not None:
            self._heading(found.text, level)
        elif self._is_pasted(found):
            for piece in found.pieces:
                bold = replaced(found, text=piece, pieces=(), is_bold=True)
                is_heading = bool(_NUMBER.match(piece)) and _bold_level(bold) is not None
                self._text(replaced(bold, is_bold=is_heading))
        elif self._in_front and not self._has_abstract and (label := _ABSTRACT.match(found.text)):
            self._abstract(found.text[label.end() :])
        elif found.is_code:
            self._code(found.text)
        elif "abstract" in found.style and self._in_front:
            self._abstract(found.text)
        elif self.paper.in_references or "bibliography" in found.style:
            self.paper.add("reference", (found.text,))
        else:
            self.paper.add("list_item" if found.is_item else "paragraph", (found.text,))

    def _is_pasted(self, found: Paragraph) -> bool:
        """Tell whether a paragraph holds several of a paper, or a heading and what is below it."""
        if found.is_code or len(found.pieces) < 2:
            return False
        is_long = len(found.pieces) >= _PASTED_LINES and len(found.text) > _PASTED_CHARACTERS
        return is_long or found.pieces[0].rstrip(".:").lower() in COMMON_SECTIONS

    def _heading(self, text: str, level: int) -> None:
        if self._in_front and text.rstrip(".:").lower() in AUTHOR_STYLES:
            return
        is_inside = self._in_front and self._has_abstract and self._is_in_abstract(text)
        if not is_inside and self._in_front and self._has_abstract:
            self.paper.close_sections()
        self._in_front = is_inside
        self._flush_caption()
        numbered = _NUMBER.match(text)
        number = numbered[1] if numbered else None
        title = text[numbered.end() :] if numbered else text
        if title.rstrip(".:").lower() in SUMMARIES:
            self._has_abstract = self._in_front = True
            self.paper.open_abstract((title,))
        else:
            self.paper.open_section((title,), level, number=number)

    def _is_in_abstract(self, text: str) -> bool:
        """Tell whether a heading below that of the abstract is one of its parts: the paper's introduction is still to come."""
        if text.rstrip(".:").lower() not in _IN_ABSTRACTS:
            return False
        elements, index = self._later
        return any(_FIRST_SECTION.fullmatch(text_of(one)) for one in elements[index:] if one.tag == "p")

    def _code(self, text: str) -> None:
        """Add a line of a listing, or its first one."""
        if self._listing is None or self._listing is not self.paper.last:
            self._listing = self.paper.add("code", (text,), keep_lines=True)
        else:
            self._listing.parts += ("\n", text)

    def _abstract(self, text: str) -> None:
        """Add a paragraph that only its style names as one of the abstract."""
        if not self._has_abstract:
            self.paper.open_abstract()
        self._has_abstract = True
        self.paper.add("paragraph", (text,))

    def _take_caption(self, kind: str, number: str, text: str) -> None:
        self._flush_caption()
        if kind.lower().startswith("tab"):
            self._caption = (f"Table {number}", text)
        else:
            self.paper.add_figure(f"{'Figure' if kind.lower().startswith('fig') else kind} {number}", (text,))

    def _takes_caption(self, after: Element | None) -> bool:
        """Take the caption below a table that has none above it."""
        if self._caption is not None or after is None or after.tag != "p":
            return False
        text = read_paragraph(self._package, after).text
        below = _CAPTION.match(text)
        if below is None or not below["kind"].lower().startswith("tab"):
            return False
        self._caption = (f"Table {below['number']}", text[below.end() :])
        return True

    def _table(self, table: Element) -> None:
        label, caption = self._caption or ("", "")
        self._caption = None
        self.paper.add_table(label, (caption,) if caption else (), read_table(self._package, table))
        if any(read_paragraph(self._package, one).is_hidden for one in table.iter("p")):
            self._note_hidden()

    def _flush_caption(self) -> None:
        """Add a table's caption that no table followed."""
        if self._caption is not None:
            label, caption = self._caption
            self._caption = None
            self.paper.add_table(label, (caption,), Grid())

    def _equation(self, latex: str, text: str) -> None:
        number = _EQUATION_NUMBER.search(text)
        self.paper.add_formula(latex, number[1] if number else None)

    def _texts(self, holder: Element, kind: BlockKind) -> None:
        for element in holder.iterfind("p"):
            found = read_paragraph(self._package, element)
            if found.is_hidden:
                self._note_hidden()
            if found.text:
                self.paper.add(kind, (found.text,))


def _elements(holder: Element) -> Iterator[Element]:
    """Yield the paragraphs and tables of a document, those in containers too."""
    for child in holder:
        if child.tag in {"p", "tbl"}:
            yield child
        elif child.tag in {"sdt", "sdtContent", "customXml", "ins", "moveTo"}:
            yield from _elements(child)


def _joined(elements: Iterable[Element]) -> Iterator[Element]:
    """Yield the elements of a text; paragraphs whose end is deleted are one with the next, in the form of that."""
    held: list[Element] = []
    for element in (*elements, None):
        if held and (element is None or element.tag != "p"):
            yield _paragraph_of(held)
            held = []
        if element is None:
            return
        whole = element
        if held:
            whole = _paragraph_of([*element.iterfind("pPr"), *held, *(one for one in element if one.tag != "pPr")])
            held = []
        if any(whole.find(f"pPr/rPr/{mark}") is not None for mark in ("del", "moveFrom")):
            held = [one for one in whole if one.tag != "pPr"]
        else:
            yield whole


def _paragraph_of(inside: list[Element]) -> Element:
    found = Element("p")
    found.extend(inside)
    return found


def _bold_level(found: Paragraph) -> int | None:
    """Return the level of a line that stands bold and alone, as many authors set headings; None for other text."""
    text = found.text
    if not found.is_bold or found.is_item or len(text) > _LONGEST_HEADING or text[-1] in ".,;?!":
        return None
    numbered = _NUMBER.match(text)
    return numbered[1].count(".") + 1 if numbered else 1
