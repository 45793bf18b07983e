"""A small typesetter on PyMuPDF: justified columns, headings, equations, figures, tables and references.

Text may hold *italic*, **bold**, ^{superscript} and _{subscript} runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

import pymupdf

Style = Literal["regular", "italic", "bold"]
Family = Literal["serif", "sans"]
Draw = Callable[[pymupdf.Page, pymupdf.Rect], None]

_FONTS: dict[Family, dict[Style, str]] = {
    "serif": {"regular": "tiro", "italic": "tiit", "bold": "tibo"},
    "sans": {"regular": "helv", "italic": "heit", "bold": "hebo"},
}
_MARKUP = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|\^\{(.+?)\}|_\{(.+?)\}")
_LEADING = 1.18


@cache
def _font(style: Style, family: Family = "serif") -> pymupdf.Font:
    return pymupdf.Font(_FONTS[family][style])


@cache
def _length(text: str, size: float, style: Style, family: Family) -> float:
    return float(_font(style, family).text_length(text, size))


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a word in one style; `rise` is a share of the size, up positive."""

    text: str
    style: Style = "regular"
    scale: float = 1.0
    rise: float = 0.0

    def width(self, size: float, family: Family) -> float:
        return _length(self.text, size * self.scale, self.style, family)


Word = tuple[Run, ...]


def words_of(text: str, style: Style = "regular") -> list[Word]:
    """Return the words of marked-up text; a word may change style inside."""
    words: list[list[Run]] = [[]]
    for run in _runs(text, style):
        for index, piece in enumerate(re.split(r"\s+", run.text)):
            if index:
                words.append([])
            if piece:
                words[-1].append(Run(piece, run.style, run.scale, run.rise))
    return [tuple(word) for word in words if word]


def _runs(text: str, style: Style) -> Iterator[Run]:
    place = 0
    for match in _MARKUP.finditer(text):
        yield Run(text[place : match.start()], style)
        bold, italic, above, below = match.groups()
        if bold:
            yield Run(bold, "bold")
        elif italic:
            yield Run(italic, "italic")
        elif above:
            yield Run(above, style, 0.7, 0.35)
        else:
            yield Run(below, style, 0.7, -0.15)
        place = match.end()
    yield Run(text[place:], style)


@dataclass(slots=True)
class Paper:
    """A paper being set: frames are filled one after another, page by page."""

    columns: int = 2
    width_pt: float = 595
    height_pt: float = 842
    margin_pt: float = 56
    gutter_pt: float = 20
    running_head: str = ""
    line_numbers: bool = False
    family: Family = "serif"
    size_pt: float = 9.6
    document: pymupdf.Document = field(default_factory=pymupdf.open)
    _page: pymupdf.Page | None = None
    _column: int = 0
    _y: float = 0.0
    _top: float = 0.0
    _line: int = 0
    _notes_pt: float = 0.0

    def title(self, title: str, authors: str, affiliation: str, *, align: str = "center") -> None:
        """Open the first page with what stands above the columns."""
        self._new_page()
        for text, size, style, gap in (
            (title, 17, "bold", 8),
            (authors, 11.5, "regular", 3),
            (affiliation, 9.5, "italic", 14),
        ):
            for line in self._lines(words_of(text, style), size, self._full_width()):  # type: ignore[arg-type]  # a plain text for a literal
                self._put(line, size, self.margin_pt, self._full_width(), align=align)
            self._y += gap
        self._top = self._y

    def across(self, text: str, *, inset: float = 0) -> None:
        """Set a paragraph above the columns, after the title and before anything else."""
        width = self._full_width() - 2 * inset
        lines = list(self._lines(words_of(text), self.size_pt, width))
        for index, line in enumerate(lines, start=1):
            align = "justify" if index < len(lines) else "left"
            self._put(line, self.size_pt, self.margin_pt + inset, width, align=align)
        self._y += 12
        self._top = self._y

    def heading(self, text: str, level: int = 1) -> None:
        size = self.size_pt + (1.9 if level == 1 else 0.6)
        self._need(size * 4)
        self._y += 8 if self._y > self._top else 0
        self._block(text, size, "bold", align="left")
        self._y += 2

    def paragraph(self, text: str, *, size: float | None = None, indent: float = 10, style: Style = "regular") -> None:
        self._block(text, size or self.size_pt, style, indent=indent)
        self._y += 2

    def item(self, text: str) -> None:
        self._block(text, self.size_pt, "regular", hang=10)
        self._y += 1

    def footnote(self, text: str) -> None:
        """Set a note at the foot of the current column, where one note at most may stand."""
        size = 0.82 * self.size_pt
        lines = list(self._lines(words_of(text), size, self._column_width()))
        height = size * _LEADING * len(lines) + 6
        self._need(height)
        place, self._y = self._y, self.height_pt - self.margin_pt - height
        page, left = self._current(), self._left()
        page.draw_line((left, self._y + 2), (left + 60, self._y + 2), width=0.4)
        self._y += 4
        for line in lines:
            self._put(line, size, left, self._column_width(), align="left")
        self._y, self._notes_pt = place, height

    def equation(self, text: str, number: int | None = None) -> None:
        """Set a displayed equation, its number flush right."""
        size = self.size_pt + 0.6
        self._need(30)
        self._y += 5
        words = words_of(text, "italic")
        line_y = self._y
        self._put(words, size, self._left(), self._column_width(), align="center")
        if number is not None:
            self._y = line_y
            self._put(words_of(f"({number})"), size, self._left(), self._column_width(), align="right")
        self._y += 6

    def figure(self, draw: Draw, height_pt: float, caption: str) -> None:
        self._need(height_pt + 40)
        self._y += 6
        draw(
            self._current(),
            pymupdf.Rect(self._left(), self._y, self._left() + self._column_width(), self._y + height_pt),
        )
        self._y += height_pt + 4
        self._block(caption, 8.6, "regular")
        self._y += 8

    def table(self, caption: str, rows: Sequence[Sequence[str]]) -> None:
        """Set a caption above a table with rules above and below its head and at its end."""
        self._need(14 * len(rows) + 50)
        self._y += 6
        self._block(caption, 8.6, "regular")
        self._y += 3
        cell_width = self._column_width() / len(rows[0])
        self._rule(0.8)
        for index, row in enumerate(rows):
            top = self._y
            for column, cell in enumerate(row):
                self._y = top
                self._put(
                    words_of(cell, "bold" if index == 0 else "regular"),
                    8.8,
                    self._left() + column * cell_width,
                    cell_width,
                    align="center",
                )
            if index == 0:
                self._rule(0.5)
        self._rule(0.8)
        self._y += 8

    def references(self, entries: Iterable[str], *, heading: str = "References", numbered: bool = True) -> None:
        self.heading(heading)
        for number, entry in enumerate(entries, start=1):
            self._block(f"[{number}] {entry}" if numbered else entry, 8.4, "regular", hang=16, align="left")
            self._y += 1.5

    def save(self, path: Path, *, metadata: dict[str, str] | None = None) -> None:
        """Write the file; the same paper gives the same text, page by page."""
        self.document.set_metadata(metadata or {})
        self.document.subset_fonts()
        self.document.save(path, garbage=4, deflate=True, no_new_id=True)

    def _full_width(self) -> float:
        return self.width_pt - 2 * self.margin_pt

    def _column_width(self) -> float:
        return (self._full_width() - self.gutter_pt * (self.columns - 1)) / self.columns

    def _left(self) -> float:
        return self.margin_pt + self._column * (self._column_width() + self.gutter_pt)

    def _current(self) -> pymupdf.Page:
        if self._page is None:
            self._new_page()
        assert self._page is not None
        return self._page

    def _new_page(self) -> None:
        self._page = self.document.new_page(width=self.width_pt, height=self.height_pt)
        self._column = 0
        self._top = self._y = self.margin_pt
        number = self.document.page_count
        self._stamp(str(number), self.width_pt / 2, self.height_pt - 28)
        if self.running_head and number > 1:
            self._stamp(self.running_head, self.width_pt / 2, 34)

    def _stamp(self, text: str, centre: float, y: float) -> None:
        assert self._page is not None
        font = _font("regular", self.family)
        writer = pymupdf.TextWriter(self._page.rect)
        writer.append((centre - font.text_length(text, 8.4) / 2, y), text, font=font, fontsize=8.4)
        writer.write_text(self._page)

    def _width(self, word: Word, size: float) -> float:
        return sum(run.width(size, self.family) for run in word)

    def _need(self, height: float) -> None:
        """Go to the next column or page when less than `height` is left."""
        self._current()
        if self._y + height <= self.height_pt - self.margin_pt - self._notes_pt:
            return
        self._notes_pt = 0.0
        if self._column + 1 < self.columns:
            self._column += 1
            self._y = self._top
        else:
            self._new_page()

    def _block(
        self, text: str, size: float, style: Style, *, indent: float = 0, hang: float = 0, align: str = "justify"
    ) -> None:
        lines = list(self._lines(words_of(text, style), size, self._column_width() - hang, indent))
        for index, line in enumerate(lines):
            self._need(size * _LEADING)
            shift = (indent if index == 0 else 0) + (hang if index else 0)
            ending = "left" if index == len(lines) - 1 and align == "justify" else align
            self._put(line, size, self._left() + shift, self._column_width() - shift, align=ending)
            if self.line_numbers:
                self._line += 1
                self._stamp(
                    str(self._line), self._left() - (22 if self._column == 0 else -self._column_width() - 22), self._y
                )

    def _lines(self, words: list[Word], size: float, width: float, indent: float = 0) -> Iterator[list[Word]]:
        space = _length(" ", size, "regular", self.family)
        line: list[Word] = []
        used = indent
        for word in words:
            length = self._width(word, size)
            if line and used + space + length > width:
                yield line
                line, used = [], 0.0
            used += (space if line else 0) + length
            line.append(word)
        if line:
            yield line

    def _put(self, words: list[Word], size: float, left: float, width: float, *, align: str) -> None:
        page = self._current()
        space = _length(" ", size, "regular", self.family)
        natural = sum(self._width(word, size) for word in words) + space * (len(words) - 1)
        x = left
        if align == "center":
            x += (width - natural) / 2
        elif align == "right":
            x += width - natural
        elif align == "justify" and len(words) > 1:
            space += (width - natural) / (len(words) - 1)
        self._y += size * _LEADING
        writer = pymupdf.TextWriter(page.rect)
        for word in words:
            for run in word:
                origin = (x, self._y - run.rise * size)
                writer.append(origin, run.text, font=_font(run.style, self.family), fontsize=size * run.scale)
                x += run.width(size, self.family)
            x += space
        writer.write_text(page)

    def _rule(self, weight: float) -> None:
        self._y += 3
        self._current().draw_line((self._left(), self._y), (self._left() + self._column_width(), self._y), width=weight)
