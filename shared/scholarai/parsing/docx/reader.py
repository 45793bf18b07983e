"""Walks the paragraphs and tables of a Word file and builds the paper from them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from scholarai.domain.content import Author, BlockKind, PaperContent
from scholarai.parsing.assembly import Assembly
from scholarai.parsing.bibliography import Bibliography, doi_in
from scholarai.parsing.docx.package import Package
from scholarai.parsing.docx.paragraphs import Paragraph, read_paragraph, style_names
from scholarai.parsing.docx.tables import is_layout, read_table
from scholarai.parsing.drafts import DraftBlock, Head
from scholarai.parsing.grids import Grid
from scholarai.parsing.pdf.references.citations import cite_spans
from scholarai.parsing.pdf.references.fields import read_reference
from scholarai.parsing.pdf.text.names import split_names
from scholarai.parsing.section_names import SUMMARIES

_CAPTION = re.compile(
    r"(?P<kind>Fig(?:ure|\.)?|Table|Tab\.|Scheme|Box)\s*(?P<number>S?\d+)(?!\.\d)\s*(?P<mark>[.:|—–-])?\s*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(\d{1,2}(?:\.\d{1,2})*|[IVX]{1,5}(?=\.))[.)]?\s+(?=\S)")
_EQUATION_NUMBER = re.compile(r"\(([A-Z]?\d+(?:\.\d+)?[a-z]?)\)\s*$")
_KEYWORDS = re.compile(r"key ?words?\s*[:—–-]\s*", re.IGNORECASE)
_AUTHOR_STYLES = frozenset({"author", "authors", "author names"})
# Of a line that is set bold in place of a heading's style. Guesses.
_LONGEST_HEADING, _LONGEST_TITLE = 120, 300
# Names are followed by marks of their affiliations.
_MARKS = re.compile(r"(?<![⁰¹²³⁴-⁹*†‡§¶#,\d])[⁰¹²³⁴-⁹*†‡§¶#,\d]*[⁰¹²³⁴-⁹*†‡§¶#\d](?=,|;|$|\s{1,3}and\b|\s{0,3}&)")
# A DOI further in the text is another paper's.
_FRONT_CHARACTERS = 3_000


def read_docx(parts: Mapping[str, bytes]) -> PaperContent:
    """Return the content of a Word file, whose parts are given by their names in the archive.

    Raises:
        NotADocumentError: If the parts are not those of a Word file, or cannot be parsed.
    """
    package = Package.of(parts)
    walk = _Walk(package)
    walk.read(list(_elements(package.body)))
    content = walk.paper.finish(walk.head(), Bibliography({}))
    entries = [block.text for block in content.blocks if block.kind == "reference"]
    references = tuple(read_reference(raw, index) for index, raw in enumerate(entries, start=1))
    spans = cite_spans(content.blocks, defaultdict(tuple), references)
    return replace(content, references=references, cite_spans=spans, doi=doi_in(content.text()[:_FRONT_CHARACTERS]))


class _Walk:
    """Adds the elements of a document to `paper`, in their order."""

    def __init__(self, package: Package) -> None:
        self.paper = Assembly("docx")
        self._package = package
        self._title: str | None = None
        self._authors: list[str] = []
        self._keywords: tuple[str, ...] = ()
        self._in_front = True
        self._has_abstract = False
        self._listing: DraftBlock | None = None
        self._caption: tuple[str, str] | None = None
        # Somewhere a style says which paragraph is the title.
        self._is_titled = any("title" in style_names(package, element) for element in package.body.iterfind("p"))

    def head(self) -> Head:
        names = [name for line in self._authors for name in split_names(_MARKS.sub("", line))]
        return Head(
            title=self._title or self._package.title,
            authors=tuple(Author(name=name) for name in names),
            keywords=self._keywords,
        )

    def read(self, elements: Sequence[Element]) -> None:
        taken: Element | None = None
        for element, after in zip(elements, [*elements[1:], None], strict=True):
            if element.tag == "tbl" and is_layout(element):
                self.read([inner for cell in element.iter("tc") for inner in _elements(cell)])
            elif element.tag == "tbl":
                taken = after if self._takes_caption(after) else None
                self._table(element)
            elif element is not taken:
                self._paragraph(read_paragraph(self._package, element))
        self._flush_caption()

    def _paragraph(self, found: Paragraph) -> None:
        if found.is_hidden:
            self.paper.note("unseen_text", "Text that Word hides or that is set white was left out.")
        if found.display is not None:
            self._equation(found.display, found.text)
        elif found.text and not self._is_front(found):
            self._text(found)
        for note in found.notes:
            self._texts(note, "footnote")
        for box in found.boxes:
            self._texts(box, "paragraph")

    def _is_front(self, found: Paragraph) -> bool:
        """Take the title, the authors and the keywords."""
        if self._title is None and self._in_front and ("title" in found.style or self._looks_like_title(found)):
            self._title = found.text
        elif self._in_front and _AUTHOR_STYLES & set(found.style):
            self._authors.append(found.text)
        elif not self._keywords and (label := _KEYWORDS.match(found.text)):
            self._keywords = tuple(
                filter(None, (word.strip(" .") for word in re.split(r"[,;·]", found.text[label.end() :])))
            )
        else:
            return False
        return True

    def _looks_like_title(self, found: Paragraph) -> bool:
        """Tell whether the first paragraph is the title, where no style says so."""
        is_first = not self.paper.has_text and found.level is None and len(found.text) <= _LONGEST_TITLE
        return is_first and not self._is_titled

    def _text(self, found: Paragraph) -> None:
        level = found.level or (1 if "abstract title" in found.style else _bold_level(found))
        caption = _CAPTION.match(found.text)
        if caption and ("caption" in found.style or caption["mark"] or found.is_bold):
            self._take_caption(caption["kind"], caption["number"], found.text[caption.end() :])
        elif "caption" in found.style:
            self.paper.add_figure("", (found.text,))
        elif level is not None:
            self._heading(found.text, level)
        elif found.is_code:
            self._code(found.text)
        elif "abstract" in found.style and self._in_front:
            self._abstract(found.text)
        elif self.paper.in_references or "bibliography" in found.style:
            self.paper.add("reference", (found.text,))
        else:
            self.paper.add("list_item" if found.is_item else "paragraph", (found.text,))

    def _heading(self, text: str, level: int) -> None:
        self._in_front = False
        self._flush_caption()
        numbered = _NUMBER.match(text)
        number = numbered[1] if numbered else None
        title = text[numbered.end() :] if numbered else text
        if title.rstrip(".:").lower() in SUMMARIES:
            self._has_abstract = self._in_front = True
            self.paper.open_abstract((title,))
        else:
            self.paper.open_section((title,), level, number=number)

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
            if text := read_paragraph(self._package, element).text:
                self.paper.add(kind, (text,))


def _elements(holder: Element) -> Iterator[Element]:
    """Yield the paragraphs and tables of a document, those in containers too."""
    for child in holder:
        if child.tag in {"p", "tbl"}:
            yield child
        elif child.tag in {"sdt", "sdtContent", "customXml", "ins", "moveTo"}:
            yield from _elements(child)


def _bold_level(found: Paragraph) -> int | None:
    """Return the level of a line that stands bold and alone, as many authors set headings; None for other text."""
    text = found.text
    if not found.is_bold or found.is_item or len(text) > _LONGEST_HEADING or text[-1] in ".,;?!":
        return None
    numbered = _NUMBER.match(text)
    return numbered[1].count(".") + 1 if numbered else 1
