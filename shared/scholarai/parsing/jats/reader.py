"""Walks an article from its front matter to its appendices and builds the paper from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import reduce
from itertools import takewhile
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from scholarai.domain.content import BlockKind, CiteSpan, PaperContent, SourceFormat
from scholarai.parsing.assembly import Assembly
from scholarai.parsing.bibliography import read_or_empty
from scholarai.parsing.drafts import Head
from scholarai.parsing.grids import Grid, SourceCell, grid_of, span_of, stacked
from scholarai.parsing.hidden_text import HIDDEN_TEXT
from scholarai.parsing.jats.front_matter import read_front_matter
from scholarai.parsing.jats.hidden import remove_hidden
from scholarai.parsing.jats.inline import PICTURED, inline, inline_child
from scholarai.parsing.jats.references import read_references
from scholarai.parsing.mathml import formula_latex
from scholarai.parsing.pdf.references.citations import cite_spans
from scholarai.parsing.rich_text import Part, Rich, one_line, plain_text
from scholarai.parsing.xml_elements import XmlError, root_of, text_of

_OTHER_ARTICLES = ("sub-article", "response")
# Abstracts for other readers than the paper's own.
_OTHER_ABSTRACTS = frozenset({"graphical", "toc", "teaser", "web-summary", "key-points", "video"})
_ABSTRACT_TITLES = {"summary": "Summary", "executive-summary": "Summary", "plain-language-summary": "Summary"}
_HEADINGS = {"ack": "Acknowledgments", "glossary": "Glossary", "app-group": "", "fn-group": "", "notes": "Notes"}
_FLOATS = frozenset({"fig", "table-wrap", "disp-formula", "supplementary-material"})
_GROUPS = frozenset(
    {"fig-group", "table-wrap-group", "disp-formula-group", "alternatives", "app-group", "floats-group", "boxed-text"}
    | {
        "disp-quote",
        "verse-group",
        "speech",
        "statement",
        "list-item",
        "def-list",
        "def-item",
        "list",
        "def",
        "fn-group",
    }
)
_BLOCKS = _FLOATS | _GROUPS | {"p", "preformat", "code"}
_LEFT_OUT = frozenset(
    {"title", "label", "object-id", "graphic", "media", "permissions", "ref-list", "sec-meta", "attrib"}
)


# What an article in JATS has at its top, and whose XML others are by what they begin with.
_PARTS = frozenset("processing-meta front front-stub body back floats-group floats-wrap sub-article response".split())
_OTHER_DTDS = {
    "converted-article": "Elsevier's",
    "item-info": "Elsevier's",
    "full-text-retrieval-response": "Elsevier's",
    "pubfm": "Nature's",
    "art-admin": "the Royal Society of Chemistry's",
    "article-metadata": "IOP's",
    "Publisher": "Springer's",
    "art": "BioMed Central's",
    "component": "Wiley's",
    "PubmedArticleSet": "PubMed's, which describes articles without their text,",
    "TEI": "TEI",
    "html": "a web page",
}


class NotAnArticleError(ValueError):
    """XML that cannot be parsed."""


class OtherDtdError(NotAnArticleError):
    """XML that is whole, but no article in JATS; the message says whose it is."""


def read_jats(source: bytes) -> PaperContent:
    """Return the content of an article in JATS, any version of it.

    Raises:
        NotAnArticleError: If the file is no XML.
        OtherDtdError: If it is XML, and no article in JATS.
    """
    article = _article(source)
    has_hidden = remove_hidden(article)
    paper = read_article(article, "jats", read_front_matter(article))
    return replace(paper, notes=(*paper.notes, HIDDEN_TEXT)) if has_hidden else paper


def read_article(article: Element, source_format: SourceFormat, head: Head) -> PaperContent:
    """Return the content of an article of this head; other formats are read by way of JATS."""
    paper = Assembly(source_format)
    walk = _Walk(paper)
    for abstract in article.iterfind("front/article-meta/abstract"):
        walk.abstract(abstract)
    for part in ("body", "back", "floats-group"):
        for element in article.iterfind(part):
            walk.parts(element, level=1)
    if walk.pictured:
        paper.note("formulas_as_pictures", f"{walk.pictured} formulas are given as pictures only")
    if walk.pictured_tables:
        paper.note("tables_as_pictures", f"tables that are given as pictures only: {walk.pictured_tables}")
    others = [one.get("article-type") or one.tag for tag in _OTHER_ARTICLES for one in article.iterfind(tag)]
    if others:
        paper.note(
            "articles_left_out", f"other articles in the file that were left out: {len(others)} ({', '.join(others)})"
        )
    content = paper.finish(head, read_or_empty(lambda: read_references(article), paper.note))
    return content if content.cite_spans else replace(content, cite_spans=_unlinked(content))


def _unlinked(paper: PaperContent) -> tuple[CiteSpan, ...]:
    """Return the citations of a text without links; a list may number its entries though the text names authors and years."""
    unnumbered = [replace(reference, label=None) for reference in paper.references]
    found = (cite_spans(paper.blocks, defaultdict(tuple), works) for works in (paper.references, unnumbered))
    return next(filter(None, found), ())


def _article(source: bytes) -> Element:
    """Return the first article of a document."""
    try:
        root = root_of(source)
    except XmlError as error:
        raise NotAnArticleError(str(error)) from error
    found = root if root.tag == "article" else root.find(".//article")
    if found is None or any(part.tag not in _PARTS for part in found[:1]):
        names = [root.tag, *(part.tag for part in (root if found is None else found))]
        known = next((_OTHER_DTDS[name] for name in names if name in _OTHER_DTDS), None)
        patent = "a patent's" if "patent" in root.tag else None
        raise OtherDtdError(known or patent or f"of another kind (it begins with <{root.tag}>)")
    return found


class _Walk:
    """Adds elements to a paper in their order; `pictured` and `pictured_tables` count what is given without text."""

    def __init__(self, paper: Assembly) -> None:
        self._paper = paper
        self._has_abstract = False
        self.pictured = 0
        self.pictured_tables = 0

    def abstract(self, element: Element) -> None:
        kind = element.get("abstract-type", "")
        if kind in _OTHER_ABSTRACTS:
            return
        title = text_of(element.find("title")) or _ABSTRACT_TITLES.get(kind, "Abstract")
        if self._has_abstract:
            self._paper.open_section((title,), 1)
        else:
            self._paper.open_abstract((title,))
        self._has_abstract = True
        self.parts(element, level=2)
        self._paper.close_sections()

    def parts(self, element: Element, level: int) -> None:
        """Add what an element holds; sections in it have this level."""
        for child in element:
            if child.tag in {"sec", "app"} or child.tag in _HEADINGS:
                self._section(child, level)
            elif child.tag == "ref-list":
                self._references(child, level)
            else:
                self._block(child, "paragraph")

    def _section(self, element: Element, level: int) -> None:
        title, label = _title(element), text_of(element.find("label")).rstrip(".")
        heading: Rich = title or ((_HEADINGS[element.tag],) if _HEADINGS.get(element.tag) else ())
        if heading or label:
            self._paper.open_section(heading, level, number=label or None)
        self.parts(element, level + 1 if heading or label else level)

    def _references(self, element: Element, level: int) -> None:
        self._paper.open_section(_title(element) or ("References",), level)
        self._paper.place_bibliography()
        for child in element:
            if child.tag == "ref-list":
                self._section(child, level + 1)
            elif child.tag != "ref":
                self._block(child, "paragraph")

    def _block(self, element: Element, kind: BlockKind) -> None:
        match element.tag:
            case "p" | "term" | "verse-line":
                self._paragraph(element, kind)
            case "fig" | "supplementary-material":
                self._figure(element)
            case "table-wrap":
                self._table(element)
            case "disp-formula":
                self._equation(element)
            case "preformat" | "code":
                self._paper.add("code", ("".join(element.itertext()).strip("\n"),), keep_lines=True)
            case "statement":
                self._group(element, "theorem")
            case "list" | "def-list":
                self._group(element, "list_item")
            case "fn":
                self._group(element, "footnote")
            case tag if tag not in _LEFT_OUT:
                self._group(element, kind)

    def _group(self, element: Element, kind: BlockKind) -> None:
        lead = _title(element) or inline_label(element, kind)
        if lead:
            self._paper.add(kind, lead)
        for child in element:
            self._block(child, kind)

    def _paragraph(self, element: Element, kind: BlockKind) -> None:
        """Add a paragraph, cut where a figure, table, list or displayed formula stands in it."""
        for piece in _cut(element):
            if isinstance(piece, tuple):
                self._paper.add(kind, piece)
            else:
                self._block(piece, kind)
        self.pictured += sum(not text_of(found) for found in element.iter("inline-formula"))
        for note in element.iter("fn"):
            self._group(note, "footnote")

    def _figure(self, element: Element) -> None:
        caption = _caption(element)
        label = text_of(element.find("label")).rstrip(".:")
        if element.tag == "fig" and (label or caption):
            self._paper.add_figure(label, caption)
        elif caption:
            self._paper.add("paragraph", (f"{label}: " if label else "", *caption))

    def _table(self, element: Element) -> None:
        label = text_of(element.find("label")).rstrip(".:")
        grid = _read_tables(element)
        self.pictured_tables += not grid.rows
        self._paper.add_table(label, _caption(element), grid)
        for foot in element.iterfind("table-wrap-foot"):
            for child in foot:
                self._block(child, "footnote")

    def _equation(self, element: Element) -> None:
        latex = formula_latex(element)
        label = text_of(element.find("label")).strip("()") or None
        if latex:
            self._paper.add_formula(latex, label)
            return
        shown = " ".join(filter(None, (text_of(child) for child in element if child.tag != "label")))
        self.pictured += not shown
        text = shown or PICTURED
        self._paper.add_equation(f"{text} ({label})" if label else text, label=label, latex=None)


def inline_label(element: Element, kind: BlockKind) -> Rich:
    """Return the label of a statement ("Theorem 1") or footnote, nothing for bullets."""
    label = text_of(element.find("label"))
    return (label,) if label and kind == "theorem" else ()


def _title(element: Element) -> Rich:
    title = element.find("title")
    parts = () if title is None else inline(title)
    return parts if plain_text(parts) else ()


def _caption(element: Element) -> Rich:
    """Return a caption: its title, then its paragraphs."""
    caption = element.find("caption")
    parts: list[Part] = []
    for child in () if caption is None else caption:
        parts += [*inline(child), " "]
    return tuple(parts) if plain_text(parts) else ()


def _cut(element: Element) -> Iterator[Rich | Element]:
    """Yield the running text of a paragraph and the elements that interrupt it, in their order."""
    before = element.text or ""
    parts: list[Part] = [before]
    for child in element:
        if child.tag in _BLOCKS:
            yield tuple(parts)
            yield child
            parts = []
        else:
            parts += inline_child(child, before)
        before = child.tail or ""
        parts.append(before)
    yield tuple(parts)


def _read_tables(wrap: Element) -> Grid:
    """Return the cells of the tables in a `table-wrap`, with the notes below them."""
    notes = [
        one_line(inline(note)) for foot in wrap.iterfind("table-wrap-foot") for note in foot if note.tag != "attrib"
    ]
    return reduce(stacked, map(_table, wrap.iter("table")), Grid(notes=tuple(notes)))


def _table(table: Element) -> Grid:
    head = [row for part in table.iter("thead") for row in part.iter("tr")]
    rows = [row for row in table.iter("tr") if row not in {*head}]
    length = len(head) or sum(1 for _ in takewhile(_is_head, rows))
    return grid_of([[_cell(cell) for cell in _cells(row)] for row in [*head, *rows]], header_rows=length)


def _cells(row: Element) -> list[Element]:
    return [cell for cell in row if cell.tag in {"td", "th"}]


def _is_head(row: Element) -> bool:
    return all(cell.tag == "th" for cell in _cells(row))


def _cell(cell: Element) -> SourceCell:
    text: Rich = one_line(inline(cell))
    return SourceCell(text, span_of(cell.get("rowspan", "1")), span_of(cell.get("colspan", "1")))
