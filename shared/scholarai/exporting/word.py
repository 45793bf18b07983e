"""Sets the HTML of an export as a Word file, with headings, quotes, tables and links in Word's own styles."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import docx
from docx.enum.section import WD_ORIENT, WD_SECTION
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor
from lxml.html import HtmlElement

from scholarai.domain.invisible_characters import visible
from scholarai.exporting.conversation_text import as_html
from scholarai.exporting.export_content import Talk
from scholarai.exporting.sheets import UPRIGHT_COLUMNS, sheets_of

# A quarter of an inch, in the units of Word's files (914,400 an inch).
_INDENT = 228_600
_SMALL_PT = 8
# That of links in Word's own theme.
_LINK_COLOUR = RGBColor(0x05, 0x63, 0xC1)
# What XML 1.0 forbids and `visible` leaves.
_NOT_XML = re.compile("[\ufffe\uffff]")
_SPACE = re.compile(r"\s+")
_LEVELS = {"h1": 0, "h2": 1, "h3": 2, "h4": 3}
_BLOCKS = {*_LEVELS, "p", "ul", "ol", "li", "blockquote", "table", "pre", "div"}
# The longest title in the properties of a file.
_TITLE_CHARACTERS = 255


def conversation_as_word(talk: Talk) -> Iterator[bytes]:
    """Yield the whole file."""
    yield as_word(b"".join(as_html(talk)), talk.session.updated_at)


def as_word(page: bytes, changed: datetime) -> bytes:
    """Return a page of HTML as a Word file; `changed` says when what it shows was."""
    title, parts = sheets_of(page)
    file: Any = docx.Document()
    about = file.core_properties
    about.title, about.author, about.comments = _clean(title)[:_TITLE_CHARACTERS], "ScholarAI", ""
    about.created = about.modified = changed.replace(tzinfo=None)
    writer = _Writer(file)
    for at, part in enumerate(parts):
        section = file.add_section(WD_SECTION.NEW_PAGE) if at else file.sections[0]
        if part.wide != (section.orientation == WD_ORIENT.LANDSCAPE):
            section.orientation = WD_ORIENT.LANDSCAPE if part.wide else WD_ORIENT.PORTRAIT
            section.page_width, section.page_height = section.page_height, section.page_width
        for element in part.elements:
            writer.add(element)
    _number_pages(file.sections[0].footer.paragraphs[0])
    written = io.BytesIO()
    file.save(written)
    return written.getvalue()


class _Writer:
    """Adds elements of HTML to a file; `_marks` counts the bookmarks."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._marks = 0

    def add(self, element: HtmlElement, depth: int = 0) -> None:
        """Add an element with its children; `depth` counts the lists around it."""
        match element.tag:
            case "h1" | "h2" | "h3" | "h4":
                self._fill(self._file.add_heading("", _LEVELS[element.tag]), element)
            case "ul" | "ol":
                first = int(element.get("start", "1"))
                for number, item in enumerate(element, start=first):
                    self._add_item(item, "•\t" if element.tag == "ul" else f"{number}.\t", depth + 1)
            case "table":
                self._add_table(element)
            case "blockquote":
                self._fill(self._file.add_paragraph(style="Quote"), element)
            case "pre":
                self._run(self._paragraph(depth), element.text_content(), {"code"})
            case "div":
                for child in element:
                    self.add(child, depth)
            case _:
                self._fill(self._paragraph(depth), element)

    def _paragraph(self, depth: int, label: str = "") -> Any:
        paragraph = self._file.add_paragraph(label)
        paragraph.paragraph_format.left_indent = _INDENT * depth
        paragraph.paragraph_format.first_line_indent = -_INDENT if label else None
        return paragraph

    def _add_item(self, item: HtmlElement, label: str, depth: int) -> None:
        """Add an item: its words, and what blocks stand in it below them."""
        paragraph = self._paragraph(depth, label)
        blocks = [child for child in item if child.tag in _BLOCKS]
        first = blocks[0] if blocks and blocks[0].tag == "p" and not (item.text or "").strip() else None
        self._fill(paragraph, item if first is None else first)
        for block in blocks:
            if block is not first:
                self.add(block, depth)

    def _add_table(self, element: HtmlElement) -> None:
        rows = [list(row) for row in element.iter("tr")]
        columns = max(map(len, rows), default=0)
        if not columns:
            return
        table = self._file.add_table(len(rows), columns, style="Table Grid")
        for made, row in zip(table.rows, rows, strict=True):
            for cell, source in zip(made.cells, row, strict=False):
                paragraph = cell.paragraphs[0]
                self._fill(paragraph, source)
                for run in paragraph.runs if columns > UPRIGHT_COLUMNS else ():
                    run.font.size = Pt(_SMALL_PT)
        _repeat_head(table.rows[0])
        self._file.add_paragraph()

    def _fill(self, paragraph: Any, element: HtmlElement) -> None:
        """Add the words of an element with their emphasis and links, without those of blocks in it."""
        if name := element.get("id"):
            self._bookmark(paragraph, name)
        marks = {"th": {"b"}}.get(element.tag, {"i"} if element.get("class") == "notice" else set())
        self._inline(paragraph, element, frozenset(marks))

    def _inline(self, paragraph: Any, element: HtmlElement, opened: frozenset[str]) -> None:
        text = _SPACE.sub(" ", element.text or "")
        self._run(paragraph, text.rstrip() if len(element) and element[0].tag in _BLOCKS else text, opened)
        for child in element:
            if child.tag == "br":
                paragraph.add_run("\n")
            elif child.tag == "a":
                self._link(paragraph, child, opened)
            elif child.tag not in _BLOCKS:
                small_caps = {"small-caps"} if "small-caps" in child.get("style", "") else set()
                self._inline(paragraph, child, opened | {child.tag} | small_caps)
            elif child.tag == "p":
                self._inline(paragraph, child, opened)
            after = _SPACE.sub(" ", child.tail or "")
            self._run(paragraph, after.strip() if child.tag in _BLOCKS else after, opened)

    def _run(self, paragraph: Any, text: str, opened: frozenset[str] | set[str]) -> Any:
        run = paragraph.add_run(_clean(text)) if text.strip("\n") else None
        if run is not None:
            run.bold = bool(opened & {"b", "strong", "ins"}) or None
            run.italic = bool(opened & {"i", "em"}) or None
            run.underline = "u" in opened or None
            run.font.strike = "del" in opened or None
            run.font.superscript, run.font.subscript = "sup" in opened or None, "sub" in opened or None
            run.font.small_caps = "small-caps" in opened or None
            run.font.name = "Courier New" if "code" in opened else None
        return run

    def _link(self, paragraph: Any, element: HtmlElement, opened: frozenset[str]) -> None:
        """Add a link to a bookmark of the file or to an address."""
        address = element.get("href", "")
        link = OxmlElement("w:hyperlink")
        if address.startswith("#"):
            link.set(qn("w:anchor"), address[1:])
        else:
            link.set(
                qn("r:id"), paragraph.part.relate_to(_clean(address), RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
            )
        run = self._run(paragraph, _SPACE.sub(" ", element.text_content()), opened)
        if run is not None:
            run.font.color.rgb = _LINK_COLOUR
            link.append(run._r)  # noqa: SLF001  - python-docx has no links
            paragraph._p.append(link)  # noqa: SLF001

    def _bookmark(self, paragraph: Any, name: str) -> None:
        for tag in ("w:bookmarkStart", "w:bookmarkEnd"):
            mark = OxmlElement(tag)
            mark.set(qn("w:id"), str(self._marks))
            if tag == "w:bookmarkStart":
                mark.set(qn("w:name"), name)
            paragraph._p.append(mark)  # noqa: SLF001
        self._marks += 1


def _repeat_head(row: Any) -> None:
    """Have the first row stand on every page of its table."""
    row._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))  # noqa: SLF001


def _number_pages(paragraph: Any) -> None:
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), "PAGE")
    paragraph._p.append(field)  # noqa: SLF001
    paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT


def _clean(text: str) -> str:
    return _NOT_XML.sub("", visible(text))
