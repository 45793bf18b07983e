"""Pages built by hand: what a PDF library would give of them, every character half as wide as its type is high."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.domain.content import Block, Box, PaperContent
from scholarai.parsing.layout import Graphic, PageLayout, RawLine, Span, Style
from scholarai.parsing.pdf.read import read_pdf

BODY = Style("Serif-Regular", 10.0)
BOLD = Style("Serif-Bold", 10.0, bold=True)
ITALIC = Style("Serif-Italic", 10.0, italic=True)
LARGE = Style("Serif-Bold", 12.0, bold=True)
TITLE = Style("Serif-Bold", 17.0, bold=True)
SMALL = Style("Serif-Regular", 8.0)
RAISED = Style("Serif-Regular", 6.0)
MATHS = Style("CMMI10", 10.0, italic=True)
CODE = Style("Mono-Regular", 9.0, mono=True)

WIDTH, HEIGHT = 600.0, 800.0
LEFT, RIGHT = 60.0, 540.0
LEADING = 12.0

Part = tuple[str, Style]


def line(parts: str | Sequence[Part], x: float, y: float, style: Style = BODY) -> RawLine:
    """Return a line whose baseline is at `y`; parts in smaller type are raised, except beside a drop capital."""
    parts = [(parts, style)] if isinstance(parts, str) else list(parts)
    largest = max(part[1].size_pt for part in parts)
    spans = []
    at = x
    for text, kind in parts:
        width = len(text) * kind.size_pt / 2
        raised = 0.4 * largest < kind.size_pt < 0.8 * largest
        base = y - 0.35 * largest if raised else y
        spans.append(
            Span(text, kind, (at, base - 0.8 * kind.size_pt, at + width, base + 0.2 * kind.size_pt), base, raised)
        )
        at += width
    return RawLine(tuple(spans), Box(x, y - 0.8 * largest, at, y + 0.2 * largest), _extents(spans))


def _extents(spans: Sequence[Span]) -> tuple[float, ...]:
    ends: list[float] = []
    inside = False
    for span in spans:
        step = span.style.size_pt / 2
        for index, character in enumerate(span.text):
            low = span.box[0] + index * step
            if character == " ":
                inside = False
            elif inside:
                ends[-1] = low + step
            else:
                ends += [low, low + step]
                inside = True
    return tuple(ends)


def paragraph(
    text: str, y: float, *, x: float = LEFT, right: float = RIGHT, indent: float = 0.0, style: Style = BODY
) -> list[RawLine]:
    """Return text broken into lines between two edges, justified as print is."""
    room = int((right - x) / (style.size_pt / 2))
    lines: list[RawLine] = []
    current, start = "", x + indent
    for word in text.split():
        space = room - (int(indent / (style.size_pt / 2)) if not lines else 0)
        if current and len(current) + 1 + len(word) > space:
            lines.append(_justified(current, start, y + LEADING * len(lines), right, style))
            current, start = word, x
        else:
            current = f"{current} {word}".strip()
    lines.append(line(current, start, y + LEADING * len(lines), style))
    return lines


def _justified(text: str, x: float, y: float, right: float, style: Style) -> RawLine:
    words = text.split(" ")
    step = style.size_pt / 2
    gap = (right - x - sum(len(word) for word in words) * step) / max(1, len(words) - 1)
    plain = line(text, x, y, style)
    ends: list[float] = []
    at = x
    for word in words:
        ends += [at, at + len(word) * step]
        at += len(word) * step + gap
    box = Box(x, plain.box.y0, right, plain.box.y1)
    return RawLine((plain.spans[0]._replace(box=(box.x0, box.y0, box.x1, box.y1)),), box, tuple(ends))


def moved(row: RawLine, down: float) -> RawLine:
    """Return a line that stands further down its page."""
    box = row.box._replace(y0=row.box.y0 + down, y1=row.box.y1 + down)
    spans = tuple(span._replace(baseline_pt=span.baseline_pt + down) for span in row.spans)
    return row._replace(spans=spans, box=box)


def page(lines: Sequence[RawLine], number: int = 1, graphics: Sequence[Graphic] = ()) -> PageLayout:
    return PageLayout(number, WIDTH, HEIGHT, tuple(lines), tuple(graphics))


def read(*pages: Sequence[RawLine]) -> PaperContent:
    """Read pages under a title, which the first of them gets."""
    first = [line("On the Reading of Printed Columns", 150, 40, TITLE), *pages[0]]
    return read_pdf([page(lines, number) for number, lines in enumerate((first, *pages[1:]), 1)])


def body(content: PaperContent) -> list[Block]:
    """Return the blocks below the title."""
    return [block for block in content.blocks if block.text != content.title]


def sentences(count: int, word: str = "reading") -> str:
    """Return so many plain sentences, each its own."""
    return " ".join(
        f"The {word} of paper number {index} follows the order of its columns from the top."
        for index in range(1, count + 1)
    )
