"""Reads one paragraph of a Word file: what it says, and what its style makes of it."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from scholarai.domain.superscripts import lowered, raised
from scholarai.parsing.docx.formulas import math_latex
from scholarai.parsing.docx.hidden import is_unseen
from scholarai.parsing.docx.package import Package, Style, by_name, is_on, value_of
from scholarai.parsing.hidden_text import WHITE, Colour
from scholarai.parsing.symbol_fonts import UNREAD, in_letters, sign

_HEADING = re.compile(r"heading (\d)$")
# Word's number for running text.
_BODY_LEVEL = 9
_HOLDERS = frozenset(
    {"hyperlink", "ins", "moveTo", "smartTag", "sdt", "sdtContent", "fldSimple", "customXml", "dir", "bdo"}
)
# As pandoc, Word and LibreOffice name it.
_CODE = frozenset(
    {"source code", "code", "html preformatted", "preformatted text", "plain text", "macro text", "listing"}
)
_CONTENTS = ("toc ", "table of figures", "contents ")
_EMPTY_LINE = re.compile(r"\n[ \t]*\n")
_HEIGHTS: Mapping[str | None, int] = {"superscript": 1, "subscript": -1, "baseline": 0}


@dataclass(slots=True, kw_only=True)
class Paragraph:
    """A paragraph.

    Attributes:
        style: The names of its style and of those that it is based on.
        level: Of a heading, from 1.
        is_code: Its lines and spaces count, and `text` keeps them.
        is_contents: It is a line of a list of contents.
        display: The LaTeX of a formula that stands alone in it.
        lines: Its lines without raised characters, where its author has broken it.
        pieces: The same, or the parts between empty lines, with all characters; of a paper that was pasted as one paragraph.
        size: Of its first characters, in half points; 0 where nothing says it.
        notes: The foot and end notes that it points at.
        boxes: Paragraphs of text boxes that are anchored in it.
    """

    text: str
    style: tuple[str, ...]
    level: int | None = None
    is_item: bool = False
    is_code: bool = False
    is_bold: bool = False
    is_hidden: bool = False
    is_contents: bool = False
    lines: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    size: float = 0
    display: str | None = None
    notes: list[Element] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)


def read_paragraph(package: Package, element: Element) -> Paragraph:
    """Return the content of a `p` without deleted and hidden text."""
    own = by_name(element.find("pPr"))
    styles = list(package.chain(value_of(own.get("pStyle")) or "Normal"))
    background = package.backgrounds.get(element, WHITE)
    reader = _Runs(package, styles, own, background, is_unseen=element in package.unseen)
    raw = "".join(reader.read(element))
    is_code = any(style.name in _CODE for style in styles)
    stands_alone = bool(reader.formulas) and not reader.has_words
    broken = _EMPTY_LINE.split(raw) if _EMPTY_LINE.search(raw) else raw.split("\n")
    return Paragraph(
        text=raw.rstrip().strip("\n") if is_code else " ".join(raw.split()),
        style=tuple(style.name for style in styles),
        level=_level(own, styles),
        is_item=any("numPr" in properties for properties in (own, *(style.paragraph for style in styles))),
        is_code=is_code,
        is_bold=reader.has_words and reader.is_bold,
        is_hidden=reader.is_hidden,
        is_contents=any(style.name.startswith(_CONTENTS) for style in styles) or _points_at_pages(element),
        lines=tuple(_filled("".join(reader.unraised).replace("\t", "\n").split("\n"))),
        pieces=tuple(_filled(broken)) if "\n" in raw else (),
        size=_size(element, styles),
        display=r" \\ ".join(map(math_latex, reader.formulas)) if stands_alone else None,
        notes=reader.notes,
        boxes=reader.boxes,
    )


def _filled(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that hold something, white space as single spaces."""
    return filter(None, (" ".join(line.split()) for line in lines))


def _points_at_pages(element: Element) -> bool:
    """Tell whether a paragraph is made from headings, with the numbers of their pages."""
    return any("PAGEREF" in (code.text or "") for code in element.iter("instrText")) or any(
        link.get("anchor", "").startswith("_Toc") for link in element.iter("hyperlink")
    )


def _size(element: Element, styles: Sequence[Style]) -> float:
    own = value_of(element.find("r/rPr/sz"))
    said = own or next((value_of(style.run["sz"]) for style in styles if "sz" in style.run), None) or ""
    return float(said) if said.replace(".", "", 1).isdecimal() else 0


def _level(own: Mapping[str, Element], styles: Sequence[Style]) -> int | None:
    for style in styles:
        if found := _HEADING.match(style.name):
            return int(found[1])
    for properties in (own, *(style.paragraph for style in styles)):
        value = value_of(properties.get("outlineLvl")) or ""
        if value.isdecimal() and int(value) < _BODY_LEVEL:
            return int(value) + 1
    return None


class _Runs:
    """Reads the runs of a paragraph, and collects the pictures, notes and marks in them."""

    def __init__(
        self,
        package: Package,
        styles: Sequence[Style],
        own: Mapping[str, Element],
        background: Colour | None,
        *,
        is_unseen: bool,
    ) -> None:
        self._is_unseen = is_unseen
        self._package = package
        self._styles = styles
        self._paragraph = [own, *(style.paragraph for style in styles)]
        self._background = background
        self._bold = any(is_on(style.run.get("b")) for style in styles)
        self._font = next((_font_of(style.run) for style in styles if _font_of(style.run)), "")
        self.unraised: list[str] = []
        self.is_bold = True
        self.has_words = False
        self.is_hidden = False
        self.formulas: list[Element] = []
        self.notes: list[Element] = []
        self.boxes: list[Element] = []
        self._codes: list[bool] = []  # of each open field, whether its code is still being read

    def read(self, element: Element) -> Iterator[str]:
        for child in element:
            if child.tag == "r":
                yield from self._run(child)
            elif child.tag in {"oMath", "oMathPara"}:
                formula = self._shown(child)
                self.formulas += formula.iter("oMath")
                latex = math_latex(formula)
                yield f" ${latex}$ " if latex else ""
            elif child.tag in _HOLDERS:
                yield from self.read(child)

    def _shown(self, formula: Element) -> Element:
        """Return a formula without the runs that are hidden."""
        shown = copy.deepcopy(formula)
        for run in shown.iter("r"):
            look = {name: one for properties in run.iterfind("rPr") for name, one in by_name(properties).items()}
            if self._hides(look) and any((one.text or "").strip() for one in run.iterfind("t")):
                self.is_hidden = True
                run[:] = []
        return shown

    def _run(self, run: Element) -> Iterator[str]:
        self._follow_fields(run)
        look = by_name(run.find("rPr"))
        text = "".join(_pieces(run, self._font_of(look)))
        notes, boxes = self._notes_of(run), _boxes_of(run)
        if (text.strip() or notes or boxes) and (any(self._codes) or self._hides(look)):
            self.is_hidden = True
            return
        self.notes += notes
        self.boxes += boxes
        if not text.strip():
            self.unraised.append(text)
            yield text
        else:
            self.has_words = self.has_words or any(map(str.isalpha, text))
            self.is_bold = self.is_bold and (is_on(look["b"]) if "b" in look else self._bold)
            height = self._height_of(look)
            self.unraised.append("" if height > 0 else text)
            yield raised(text) if height > 0 else lowered(text) if height < 0 else text

    def _follow_fields(self, run: Element) -> None:
        """Note where the code of a field begins, of which Word shows the result alone."""
        for mark in run.iterfind("fldChar"):
            kind = mark.get("fldCharType")
            if kind == "begin":
                self._codes.append(True)
            elif kind == "separate" and self._codes:
                self._codes[-1] = False
            elif kind == "end" and self._codes:
                self._codes.pop()

    def _height_of(self, look: Mapping[str, Element]) -> int:
        """Tell whether a run is raised (1), lowered (-1) or neither, by its own properties or those of its style."""
        for one in (look, *(style.run for style in self._package.chain(value_of(look.get("rStyle"))))):
            aligned, position = value_of(one.get("vertAlign")), value_of(one.get("position")) or ""
            if aligned in _HEIGHTS:
                return _HEIGHTS[aligned]
            if position.strip("-0"):
                return -1 if position.startswith("-") else 1
        return 0

    def _font_of(self, look: Mapping[str, Element]) -> str:
        own = _font_of(look)
        if own or "rStyle" not in look:
            return own or self._font
        named = (_font_of(style.run) for style in self._package.chain(value_of(look["rStyle"])))
        return next(filter(None, named), self._font)

    def _hides(self, look: Mapping[str, Element]) -> bool:
        """Tell whether a run is hidden: by its own properties, by its style, or by that of its paragraph."""
        named = self._package.chain(value_of(look.get("rStyle")))
        given = [look, *(style.run for style in (*named, *self._styles)), self._package.run_defaults]
        return self._is_unseen or is_unseen(given, self._paragraph, self._background)

    def _notes_of(self, run: Element) -> list[Element]:
        """Return the foot and end notes whose marks are in a run."""
        known = self._package.notes
        return [note for child in run if (note := known.get((child.tag, child.get("id", "")))) is not None]


def _font_of(look: Mapping[str, Element]) -> str:
    return look["rFonts"].get("ascii", "") if "rFonts" in look else ""


def _pieces(run: Element, font: str) -> Iterator[str]:
    for child in run:
        if child.tag == "t":
            yield in_letters(child.text or "", font)
        elif child.tag == "sym":
            yield _symbol(child)
        elif child.tag in {"tab", "br", "cr"}:
            yield "\t" if child.tag == "tab" else "\n"
        elif child.tag == "noBreakHyphen":
            yield "-"


def _symbol(element: Element) -> str:
    try:
        return sign(int(element.get("char", ""), 16), element.get("font", ""))
    except ValueError:
        return UNREAD


def _boxes_of(run: Element) -> list[Element]:
    """Return the contents of the text boxes that are anchored in a run."""
    boxes: list[Element] = []
    for child in run:
        if child.tag in {"AlternateContent", "drawing", "pict"}:
            chosen = child.find("Choice") if child.tag == "AlternateContent" else child
            boxes += [] if chosen is None else chosen.iter("txbxContent")
    return boxes
