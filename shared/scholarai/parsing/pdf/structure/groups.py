"""Groups: rows of one column that belong together, before it is known what they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from scholarai.parsing.pdf.layout.mathematics import math_share
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row

# A gap of this many usual leadings parts groups; TeX's \parskip may stretch a column by a tenth.
_PARTING = 1.28
_BULLET = re.compile(r"[•●◦‣▪■○\u2219\u00b7\u2043▶➤✓\u2212\u2013\u2014*-]\s+\S")
_ENUMERATED = re.compile(r"(\(?([0-9]{1,2}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\[[0-9]{1,3}\]|[QRHS][0-9]{1,2}[.:)])\s+\S")
_KEYWORDS = re.compile(r"(?:Key ?words|KEY ?WORDS|Index Terms|INDEX TERMS)\s*[:.\u2014\u2013]")
_NEXT_HEADING = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,4}|[IVX]{1,4}|[A-Z])[.)]?\s+[A-ZÀ-Þ]\w")
CAPTION = re.compile(
    r"(?P<label>(?:(?:supplementary|supporting|extended data|online|appendix)\s+)?"
    r"(?P<kind>fig(?:ure|ura|s)?\.?|table(?:au)?|tab\.|tabel(?:le|a)|tabla|abb(?:ildung|\.)|algorithm|listing|scheme|chart|plate|box|video|movie|code|"
    r"рис(?:унок|\.)|табл(?:ица|\.)|图|圖|図|表|그림|표|"
    r"(?:ال)?(?:شكل|جدول)|איור|טבלה)\s*"
    r"(?P<number>[a-z]?\.?\s?-?\d+(?:[.\-]\d+)*[a-z]?|[ivxl]+|[a-z](?=[.:]))(?![\w)]))"
    r"(?P<end>\s*[.:|)\u2013\u2014-]|\s|$)",
    re.IGNORECASE,
)


_CHAPTER = re.compile(
    r"(?:chapter|appendix|part|kapitel|anhang|chapitre|annexe)\s+(?:\d{1,2}|[A-Z]|[IVX]{1,5})[.:]?", re.IGNORECASE
)


@dataclass(slots=True, eq=False)
class Group:
    """Rows that belong together; `gap` is the white above in usual leadings, large where a column begins."""

    rows: list[Row] = field(default_factory=list)
    gap: float = 9.0
    indented: bool = False
    equation: bool = False

    @property
    def text(self) -> str:
        return " ".join(row.text for row in self.rows)

    @property
    def first(self) -> Row:
        return self.rows[0]

    @property
    def last(self) -> Row:
        return self.rows[-1]

    @property
    def page_number(self) -> int:
        return self.rows[0].page_number

    @property
    def size(self) -> float:
        """The type size of most of its text."""
        if len(self.rows) == 1:
            return self.rows[0].size
        weights: dict[float, int] = {}
        for row in self.rows:
            weights[row.size] = weights.get(row.size, 0) + len(row.text)
        return max(weights, key=weights.__getitem__)


def grouped(rows: Sequence[Row], metrics: Metrics) -> list[Group]:
    """Return rows in reading order as groups."""
    groups: list[Group] = []
    for row in rows:
        if not groups:
            groups.append(Group([row]))
            continue
        before = groups[-1]
        gap = _gap(before.last, row, metrics)
        if gap is None:
            groups.append(Group([row]))
        elif _parts(before, row, gap):
            groups.append(Group([row], gap=gap, indented=_indented(row)))
        else:
            before.rows.append(row)
    return _with_chapter_titles(_with_caption_texts(groups))


def _with_chapter_titles(groups: list[Group]) -> list[Group]:
    """Return groups with a chapter's title behind its number, where the number has a row of its own."""
    out: list[Group] = []
    for group in groups:
        above = out[-1] if out and len(out[-1].rows) == 1 else None
        numbered = above is not None and _CHAPTER.fullmatch(above.first.text.strip()) and len(group.rows) <= 3
        if numbered and above is not None and group.gap < 5 and group.size >= 0.95 * above.size:
            above.rows += group.rows
        else:
            out.append(group)
    return out


def _with_caption_texts(groups: list[Group]) -> list[Group]:
    """Return groups with a caption's text behind its label, where the label has a row of its own (IEEE's tables)."""
    out: list[Group] = []
    for group in groups:
        label = out[-1] if out and len(out[-1].rows) == 1 else None
        match = CAPTION.match(label.first.text) if label is not None else None
        alone = label is not None and match is not None and match.end() >= len(label.first.text)
        if (
            alone
            and label is not None
            and group.gap < 1.8
            and not group.first.cells
            and group.size <= 1.05 * label.size
        ):
            label.rows += group.rows
        else:
            out.append(group)
    return out


def _gap(above: Row, row: Row, metrics: Metrics) -> float | None:
    """Return the distance of two baselines in usual leadings, None across columns and pages."""
    if above.page_number != row.page_number or above.column != row.column or above.vertical != row.vertical:
        return None
    step = row.baseline - above.baseline
    if step < -0.5 * row.size:
        return None
    leading = metrics.leading(max(above.size, row.size))
    return step / leading


def _indented(row: Row) -> bool:
    return 0.6 * row.size < row.x0 - row.left < 4.5 * row.size


def _parts(group: Group, row: Row, gap: float) -> bool:
    """Tell whether a row begins a new group."""
    above = group.last
    if gap > _PARTING or (_KEYWORDS.match(row.text) and row.x0 < group.first.x0 + 2 * row.size):
        return True
    if _changes_type(above, row) or (len(group.rows) == 1 and _leaves_display(above, row)):
        return True
    if _NEXT_HEADING.match(row.text) and _next_in_number(group, row):
        return True
    if CAPTION.match(row.text) and _looks_like_caption(row, above, gap):
        return True
    if starts_bullet(row.text) or (_ENUMERATED.match(row.text) and _breaks_off(above)):
        return True
    return _begins_paragraph(group, above, row)


def _next_in_number(group: Group, row: Row) -> bool:
    """Tell whether a bold row with a number stands below a bold numbered one: a section and its first subsection."""
    number = _NEXT_HEADING.match(group.first.text)
    return number is not None and group.first.bold and row.bold and row.x0 < group.first.x0 + 1.5 * row.size


def _changes_type(above: Row, row: Row) -> bool:
    if abs(above.size - row.size) > 0.07 * max(above.size, row.size) and min(len(above.text), len(row.text)) > 3:
        return not (_mathematical(above) or _mathematical(row))
    if above.bold != row.bold and len(above.text) > 2 and len(row.text) > 2:
        # A bold phrase that fills a line goes on in the next one.
        full = above.x1 > above.right - 0.2 * (above.right - above.left)
        return not (full and row.runs[0].style.bold and row.runs[0].end > 2 and above.runs[-1].style.bold)
    return above.style.mono != row.style.mono and above.share("mono") > 0.8 and row.share("mono") < 0.2


def _leaves_display(above: Row, row: Row) -> bool:
    """Tell whether a short row all in small capitals or italics, as IEEE's headings are, stands above plain text."""
    ended = [trait for trait in ("small_caps", "italic") if above.share(trait) > 0.9 and row.share(trait) < 0.2]
    full = above.x1 > above.right - 0.15 * (above.right - above.left) and not is_centered(above)
    return bool(ended) and (not full or (ended[0] == "small_caps" and _NEXT_HEADING.match(above.text) is not None))


def is_centered(row: Row) -> bool:
    """Tell whether the same white stands left and right of a row; a justified first line has it on the left only."""
    before, after = row.x0 - row.left, row.right - row.x1
    return min(before, after) > 0.6 * row.size and abs(before - after) < 1.5 * row.size


def _mathematical(row: Row) -> bool:
    return math_share(row) > 0.4


def _looks_like_caption(row: Row, above: Row, gap: float) -> bool:
    match = CAPTION.match(row.text)
    if match is None:
        return False
    alone = match.end() >= len(row.text)
    ended = above.text.rstrip().endswith((".", ":", ")")) or gap > 1.1 or bool(above.cells) or alone
    return ended and not match["label"][0].islower() and bool(match["end"].strip() or row.runs[0].style.bold or alone)


def _breaks_off(row: Row) -> bool:
    """Tell whether a sentence or clause ends with a row, or the row stops short of its column's edge."""
    return row.text.rstrip().endswith((".", ":", ";", ",", ")", "?")) or row.x1 < row.right - 0.15 * (
        row.right - row.left
    )


def starts_item(row: Row) -> bool:
    """Tell whether a row begins with a bullet or an item's number."""
    return bool(_BULLET.match(row.text) or _ENUMERATED.match(row.text))


def starts_bullet(text: str) -> bool:
    """Tell whether text begins with the mark of a list item."""
    return bool(_BULLET.match(text))


def _begins_paragraph(group: Group, above: Row, row: Row) -> bool:
    width = row.right - row.left
    if width <= 0:
        return False
    # The root sign or index of a formula is no line to measure an indent by.
    above = next((other for other in reversed(group.rows) if other.x1 - other.x0 > 0.15 * width), above)
    hanging = len(group.rows) > 1 and group.first.x0 < above.x0 - 0.6 * row.size
    if hanging:
        # Items and references: a row back at the first row's edge begins the next one.
        return row.x0 <= group.first.x0 + 1.5
    shift = row.x0 - above.x0
    first_line = len(group.rows) == 1
    ended = above.text.rstrip().endswith((".", "!", "?", ":", ".\u201d", '."', ".)", ";"))
    if _indented(row) and shift > 0.6 * row.size and above.x1 - above.x0 > 0.3 * width:
        return not is_centered(row) and (ended or not first_line) and not row.text[0].islower()
    short = above.x1 < row.right - 0.12 * width
    return (
        short
        and ended
        and abs(shift) < 0.4 * row.size
        and row.x1 - row.x0 > above.x1 - above.x0
        and not row.text[0].islower()
    )
