"""Groups rows of one column that belong together, before they are classified."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from scholarai.parsing.pdf.layout.lines import is_initial
from scholarai.parsing.pdf.layout.mathematics import math_share
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.heading_fonts import only_font
from scholarai.parsing.pdf.structure.thresholds import GROUPS, INITIALS
from scholarai.parsing.pdf.text.labels import CAPTION, TABLE_KINDS
from scholarai.parsing.pdf.text.titles import (
    begins_title,
    is_end_matter,
    is_section_name,
    leading_end_matter,
    split_title,
)

# The gap above the first group of a column: larger than any other.
_COLUMN_BREAK_LEADINGS = 9.0
_BULLET = re.compile(r"[•●◦‣▪■○\u2219\u00b7\u2043▶►➤✓\u2212\u2013\u2014*-]\s+\S|[•●◦‣▪■○▶►➤✓][\w(\"\u201c\u2018]")
# "E. coli" begins a line of text.
_ENUMERATED = re.compile(
    r"(?![A-Z]\.\s++[a-z])(\(?([0-9]{1,2}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\[[0-9]{1,3}\]|[QRHS][0-9]{1,2}[.:)])\s+\S"
)
_PANEL = re.compile(r"\((?P<letter>[A-Za-z])\)\s")
_KEYWORDS = re.compile(r"(?:Key ?words|KEY ?WORDS|Index Terms|INDEX TERMS)\s*[:.\u2014\u2013]")
_ABSTRACT = re.compile(r"(?:Abstract|ABSTRACT)\s?[:.\u2014\u2013]?")
_NEXT_HEADING = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,4}|[IVX]{1,4}|[A-Z])[.)]?\s+(?:\|\s+)?[A-ZÀ-Þ\u2e80-\u9fff]\w")
_WORD = re.compile(r"[^\W\d_]{3,}")
_SENTENCE_ENDS = (".", "!", "?", ".\u201d", '."', ".)")
_CHAPTER = re.compile(
    r"(?:chapter|appendix|part|kapitel|anhang|chapitre|annexe)\s+(?:\d{1,2}|[A-Z]|[IVX]{1,5})[.:]?", re.IGNORECASE
)


@dataclass(slots=True, eq=False)
class Group:
    """Rows that belong together; `gap` is the distance to the row above in usual leadings, large at a column's start."""

    rows: list[Row] = field(default_factory=list)
    gap: float = _COLUMN_BREAK_LEADINGS
    indented: bool = False
    equation: bool = False

    @property
    def text(self) -> str:
        return " ".join(row.text for row in self.rows)

    def printed(self, part: str) -> str:
        """Return a part of its text with raised and lowered digits as such, where it stands there as it is."""
        at = self.text.find(part)
        return part if at < 0 else " ".join(row.printed for row in self.rows)[at : at + len(part)]

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
        elif _begins_group(before, row, gap, metrics):
            groups.append(Group([row], gap=gap, indented=_indented(row)))
        else:
            before.rows.append(row)
    return _with_chapter_titles(groups)


def _with_chapter_titles(groups: list[Group]) -> list[Group]:
    """Return groups with a chapter's title joined to its number, if the number is on a separate row."""
    out: list[Group] = []
    for group in groups:
        if out and _titles_chapter(out[-1], group):
            out[-1] = replace(out[-1], rows=[*out[-1].rows, *group.rows])
        else:
            out.append(group)
    return out


def _titles_chapter(above: Group, group: Group) -> bool:
    """Tell whether a group is the title below a chapter's number."""
    if len(above.rows) > 1 or not _CHAPTER.fullmatch(above.first.text.strip()):
        return False
    near = len(group.rows) <= GROUPS.chapter_rows and group.gap < GROUPS.chapter_leadings
    return near and group.size >= GROUPS.chapter_size_share * above.size


def _gap(above: Row, row: Row, metrics: Metrics) -> float | None:
    """Return the distance of two baselines in usual leadings, None between columns and pages."""
    if above.page_number != row.page_number or above.column != row.column or above.vertical != row.vertical:
        return None
    step = row.baseline - above.baseline
    if step < -GROUPS.upward_ems * row.size:
        return None
    leading = metrics.leading(max(above.size, row.size))
    return step / leading


def _indented(row: Row) -> bool:
    return GROUPS.indent_least_ems * row.size < row.x0 - row.left < GROUPS.indent_most_ems * row.size


def _begins_group(group: Group, row: Row, gap: float, metrics: Metrics) -> bool:
    """Tell whether a row begins a new group."""
    above = group.last
    apart = gap > GROUPS.new_group_leadings and not _goes_on_below_tall(group, row, gap)
    names_abstract = _ABSTRACT.fullmatch(row.text) or _ABSTRACT.fullmatch(above.text)
    named = leading_end_matter(row.text) is not None
    if apart or names_abstract or named or _begins_keywords(row) or _changes_type(above, row):
        return True
    if len(group.rows) == 1 and (_leaves_display(above, row) or _is_numbered_title(above, row, metrics)):
        return True
    if _NEXT_HEADING.match(row.text) and _next_in_number(group, row):
        return True
    if CAPTION.match(row.text) and _looks_like_caption(row, above, gap):
        return True
    if _caption_goes_on(group, row, gap, metrics):
        return False
    return _begins_item(above, row) or _begins_bold_sentence(above, row) or _begins_paragraph(group, above, row)


def _begins_item(above: Row, row: Row) -> bool:
    return starts_bullet(row.text) or (_ENUMERATED.match(row.text) is not None and _breaks_off(above))


def _caption_goes_on(group: Group, row: Row, gap: float, metrics: Metrics) -> bool:
    """Tell whether a row continues a caption: after part of a sentence, with its next panel, or in type that is not the body's."""
    above = group.last
    match = CAPTION.match(group.first.text)
    labelled = match is not None and bool(
        match["end"].strip() or group.first.runs[0].style.bold or has_distinct_label(group.first)
    )
    if match is None or not labelled or above.style.font != row.style.font:
        return False
    if above.text.rstrip().endswith((",", ":", ";")) or _is_next_panel(group, row):
        return True
    apart = above.style.font != metrics.font or abs(above.size - metrics.size) > GROUPS.other_size_share * metrics.size
    solid = gap < GROUPS.caption_leadings_within and abs(above.size - row.size) <= GROUPS.other_size_share * row.size
    return apart and solid and not row.cells and not match["kind"].lower().startswith(TABLE_KINDS)


def _goes_on_below_tall(group: Group, row: Row, gap: float) -> bool:
    """Tell whether a row goes on with a sentence over a wider gap, as where a line holds tall letters or a picture."""
    above = group.last
    if gap > GROUPS.tall_leadings or not row.text[0].islower() or above.cells or row.cells or _mathematical(row):
        return False
    full = above.x1 > above.right - GROUPS.short_line_share * (above.right - above.left)
    hangs = len(group.rows) == 1 and starts_item(above)
    aligned = abs(row.x0 - above.x0) < GROUPS.aligned_ems * row.size
    inside = -GROUPS.aligned_ems < (row.x0 - above.x0) / row.size < GROUPS.indent_most_ems if hangs else aligned
    same = abs(above.size - row.size) < GROUPS.size_change_share * row.size and above.bold == row.bold
    return full and same and inside and not above.text.rstrip().endswith((".", ":", ";", "!", "?"))


def _is_next_panel(group: Group, row: Row) -> bool:
    """Tell whether a row begins with the letter of a panel after one that its caption names."""
    panel = _PANEL.match(row.text)
    if panel is None:
        return False
    letter = panel["letter"]
    before = chr(ord(letter) - 1)
    return letter in "Aa" or f"({before})" in group.text


def _begins_keywords(row: Row) -> bool:
    return bool(_KEYWORDS.match(row.text))


def _next_in_number(group: Group, row: Row) -> bool:
    """Tell whether a bold numbered row follows another one, as a first subsection follows its section."""
    return _NEXT_HEADING.match(group.first.text) is not None and group.first.bold and row.bold


def _changes_type(above: Row, row: Row) -> bool:
    shorter = min(len(above.text), len(row.text))
    resized = _differs(above.size, row.size) and not (_has_size_of(above, row) or _has_size_of(row, above))
    if resized and shorter > GROUPS.size_change_characters:
        ends, begins = above.runs[-1].style, row.runs[0].style
        goes_on = begins.bold and begins.size_pt == ends.size_pt and _goes_on_bold(above, row)
        return not (goes_on or _mathematical(above) or _mathematical(row))
    if above.bold != row.bold and shorter > GROUPS.weight_change_characters:
        return not _goes_on_bold(above, row)
    if above.bold and row.bold and _begins_other_heading(above, row):
        return True
    if above.style.font != row.style.font and is_end_matter(above.text):
        return True
    if above.style.mono == row.style.mono:
        return False
    return above.share("mono") > GROUPS.code_share and row.share("mono") < GROUPS.no_code_share


def _differs(size: float, other: float) -> bool:
    return abs(size - other) > GROUPS.size_change_share * max(size, other)


def _has_size_of(row: Row, other: Row) -> bool:
    """Tell whether much of a row is in the size of another one, though its names of functions, say, are in a smaller type."""
    same = sum(run.end - run.start for run in row.runs if not _differs(run.style.size_pt, other.size))
    return same > GROUPS.same_size_share * len(row.text)


def _begins_other_heading(above: Row, row: Row) -> bool:
    """Tell whether the second of two rows in bold type is another heading: in another font or place, or below a section name."""
    if not row.text[0].isupper():
        return False
    if is_section_name(split_title(above.text).title) or (above.text.isupper() and not row.text.isupper()):
        return True
    fonts = only_font(above), only_font(row)
    if None not in fonts and fonts[0] != fonts[1]:
        return True
    return is_centered(above) and not is_centered(row) and row.x0 < row.left + GROUPS.indent_least_ems * row.size


def _goes_on_bold(above: Row, row: Row) -> bool:
    """Tell whether a full line ends in the type in which the next begins, whatever the share of bold in each."""
    full = above.x1 > above.right - GROUPS.bold_line_short_share * (above.right - above.left)
    lead = row.runs[0]
    begins = not lead.style.bold or lead.end > GROUPS.weight_change_characters
    return full and begins and lead.style.bold == above.runs[-1].style.bold


def _begins_bold_sentence(above: Row, row: Row) -> bool:
    """Tell whether a row begins with bold words and a full stop, as a run-in heading does, below the end of a sentence."""
    lead = row.runs[0]
    if len(row.runs) < 2 or not lead.style.bold or row.runs[1].style.bold or above.runs[-1].style.bold:
        return False
    words, rest = row.text[: lead.end].rstrip(), row.text[lead.end :].lstrip()
    worded = words.endswith(".") and _WORD.search(words) is not None and words[0].isupper()
    return worded and rest[:1].isupper() and above.text.rstrip().endswith(_SENTENCE_ENDS)


def _leaves_display(above: Row, row: Row) -> bool:
    """Tell whether a short row in small capitals or italics, such as an IEEE heading, is above regular text."""
    ended = [
        trait
        for trait in ("small_caps", "italic")
        if above.share(trait) > GROUPS.display_share and row.share(trait) < GROUPS.no_display_share
    ]
    reaches = above.x1 > above.right - GROUPS.display_short_share * (above.right - above.left)
    full = reaches and not is_centered(above)
    return bool(ended) and (not full or (ended[0] == "small_caps" and _NEXT_HEADING.match(above.text) is not None))


def _is_numbered_title(above: Row, row: Row, metrics: Metrics) -> bool:
    """Tell whether a short row with a number is a title: the first line of a paragraph is indented below it."""
    short = above.x1 < (above.left + above.right) / 2 and not above.text.rstrip().endswith(_SENTENCE_ENDS)
    numbered = above.text[0].isdecimal() and _NEXT_HEADING.match(above.text) is not None
    return short and numbered and _indented(row) and begins_title(row.text) and row.style.font == metrics.font


def is_centered(row: Row) -> bool:
    """Tell whether a row has equal margins on both sides; a justified first line has only a left one."""
    before, after = row.x0 - row.left, row.right - row.x1
    inset = min(before, after) > GROUPS.centered_inset_ems * row.size
    return inset and abs(before - after) < GROUPS.centered_balance_ems * row.size


def _mathematical(row: Row) -> bool:
    return math_share(row) > GROUPS.math_share


def _looks_like_caption(row: Row, above: Row, gap: float) -> bool:
    match = CAPTION.match(row.text)
    if match is None:
        return False
    alone = match.end() >= len(row.text)
    distinct = has_distinct_label(row)
    ended = (
        (distinct and above.style.font != row.style.font)
        or above.text.rstrip().endswith((".", ":", ")"))
        or gap > GROUPS.caption_leadings
        or bool(above.cells)
    )
    ended = ended or (alone and not _runs_on(above, row))
    marked = bool(match["end"].strip()) or row.runs[0].style.bold or distinct or alone
    return ended and not match["label"][0].islower() and marked


def has_distinct_label(row: Row) -> bool:
    """Tell whether a row begins with a float's label in a font of its own, and a capital or the letter of a panel follows."""
    match = CAPTION.match(row.text)
    if match is None or len(row.runs) < 2 or match["label"][0].islower():
        return False
    rest = row.text[match.end() :].lstrip()
    ends = abs(row.runs[0].end - match.end("label")) <= GROUPS.label_end_characters
    begins = rest[:1].isupper() or rest[:1].isdecimal() or _PANEL.match(rest) is not None
    return ends and row.runs[0].style.font != row.runs[1].style.font and begins


def _runs_on(above: Row, row: Row) -> bool:
    """Tell whether a row is the next one of a sentence that fills the row above it."""
    same_type = above.style == row.style and abs(above.x0 - row.x0) < GROUPS.aligned_ems * row.size
    return same_type and above.x1 > above.right - GROUPS.bold_line_short_share * (above.right - above.left)


def _breaks_off(row: Row) -> bool:
    """Tell whether a sentence or clause ends with a row, or the row ends before its column's edge."""
    short = row.x1 < row.right - GROUPS.short_line_share * (row.right - row.left)
    return short or row.text.rstrip().endswith((".", ":", ";", ",", ")", "?"))


def starts_item(row: Row) -> bool:
    """Tell whether a row begins with a bullet or an item's number."""
    return bool(_BULLET.match(row.text) or _ENUMERATED.match(row.text))


def starts_bullet(text: str) -> bool:
    """Tell whether text begins with the mark of a list item."""
    return bool(_BULLET.match(text))


def _begins_paragraph(group: Group, above: Row, row: Row) -> bool:
    width = row.right - row.left
    if width <= 0 or (len(group.rows) <= INITIALS.lines and is_initial(group.first)):
        return False
    # The radical sign or index of a formula is not a line from which to measure an indent.
    least = GROUPS.formula_fragment_share * width
    above = next((other for other in reversed(group.rows) if other.x1 - other.x0 > least), above)
    first_line = len(group.rows) == 1
    if not first_line and _hangs(above, group.first) and not _is_flush(group, least):
        # List items and references: a row at the edge of the first row begins the next one.
        return row.x0 <= group.first.x0 + GROUPS.hanging_edge_pt
    ended = _without_mark(above).endswith(_SENTENCE_ENDS if above.bold and row.bold else (*_SENTENCE_ENDS, ":", ";"))
    if _is_first_line(above, row, width, ended=ended):
        return not is_centered(row) and (ended or not first_line) and not row.text[0].islower()
    return ended and not row.text[0].islower() and _follows_last_line(above, row, width)


def _hangs(row: Row, first: Row) -> bool:
    return row.x0 > first.x0 + GROUPS.hanging_ems * row.size


def _is_flush(group: Group, least: float) -> bool:
    """Tell whether a full line near the start is followed by one at the same edge, as in a paragraph and not in a hanging item.

    Lines no wider than `least` are pieces of formulas.
    """
    lines = [row for row in group.rows[: GROUPS.flush_rows] if row.x1 - row.x0 > least]
    return any(
        not _hangs(below, group.first) and above.x1 > above.right - GROUPS.short_line_share * (above.right - above.left)
        for above, below in pairwise(lines)
    )


def _is_first_line(above: Row, row: Row, width: float, *, ended: bool) -> bool:
    """Tell whether a row is indented relative to a sufficiently long line above, or to the end of a paragraph at the edge."""
    shift = (row.x0 - above.x0) / row.size
    if ended and abs(above.x0 - above.left) < GROUPS.aligned_ems * row.size:
        return GROUPS.aligned_ems < shift < GROUPS.indent_most_ems
    long = above.x1 - above.x0 > GROUPS.paragraph_line_share * width
    return _indented(row) and shift > GROUPS.paragraph_shift_ems and long


def _without_mark(row: Row) -> str:
    """Return a row's text without the raised numbers of citations behind its last sentence."""
    last = row.runs[-1]
    return row.text[: last.start].rstrip() if last.raised and len(row.runs) > 1 else row.text.rstrip()


def _follows_last_line(above: Row, row: Row, width: float) -> bool:
    """Tell whether a longer row at the same edge follows a line that ends before its column's edge."""
    short = above.x1 < row.right - GROUPS.last_line_short_share * width
    aligned = abs(row.x0 - above.x0) < GROUPS.aligned_ems * row.size
    return short and aligned and row.x1 - row.x0 > above.x1 - above.x0
