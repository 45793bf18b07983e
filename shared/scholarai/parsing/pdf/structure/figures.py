"""Finds the region of a captioned figure, and the labels inside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from scholarai.domain.content import Box
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.captions import caption_extent
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.structure.thresholds import FIGURES
from scholarai.parsing.pdf.text.titles import is_section_name, split_title


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What is on a caption's page.

    Attributes:
        pictures: The painted areas.
        rows: The rows outside captions.
        others: The rows of the other captions.
        text: Those of `rows` whose group reads like text.
        ceiling: The y coordinate at which text usually begins on the paper's pages.
    """

    pictures: Sequence[Box]
    rows: Sequence[Row]
    others: Sequence[Row]
    text: AbstractSet[Row]
    ceiling: float


def figure_boxes(caption: Group, page: Surroundings, metrics: Metrics) -> list[Box]:
    """Return the region of a caption's figure.

    It is the frame around both, else the pictures above the caption, else those below or beside it, else white space.
    """
    top, bottom = _top(caption), _bottom(caption)
    left, right = caption_extent(caption)
    framed = [box for box in page.pictures if _frames(box, caption, metrics)]
    if framed:
        return framed[:1]
    beside = [box for box in page.pictures if _is_over(box, left, right)]
    near = FIGURES.near_ems * metrics.size / 2
    above = _chain([box for box in beside if box.y1 <= top + near], top, page, metrics, up=True)
    below = _chain([box for box in beside if box.y0 >= bottom - near], bottom, page, metrics, up=False)
    found = above or below or [box for box in page.pictures if box.y0 < bottom and box.y1 > top]
    return [bounding_box(found)] if found else _blank_area(caption, page, metrics)


def _frames(box: Box, caption: Group, metrics: Metrics) -> bool:
    """Tell whether a caption is in a picture that has room for its figure, as in the frames of medical journals."""
    around = bounding_box(caption.rows)
    room = max(around.y0 - box.y0, box.y1 - around.y1)
    return bounding_box([box, around]) == box and room > FIGURES.near_ems * metrics.size


def _is_over(box: Box, left: float, right: float) -> bool:
    """Tell whether a picture is above or below a caption, and not in the next column with its edge over the gutter."""
    return min(box.x1, right) - max(box.x0, left) > FIGURES.over_share * min(box.x1 - box.x0, right - left)


def bounding_box(areas: Iterable[Box | Row]) -> Box:
    """Return the box around areas or rows."""
    edges = [(area.x0, area.y0, area.x1, area.y1) for area in areas]
    lefts, tops, rights, bottoms = zip(*edges, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _top(group: Group) -> float:
    return min(row.y0 for row in group.rows)


def _bottom(group: Group) -> float:
    return max(row.y1 for row in group.rows)


def _blank_area(caption: Group, page: Surroundings, metrics: Metrics) -> list[Box]:
    """Return the area above or below a caption, where an unseen image must be: it holds labels at most, no text."""
    top, bottom = _top(caption), _bottom(caption)
    left, right = caption_extent(caption)
    left, right = left + FIGURES.white_inset_x_pt, right - FIGURES.white_inset_x_pt
    inset = FIGURES.white_inset_y_pt
    text = [row for row in page.rows if row in page.text or _is_set_like_text(row, metrics)]
    text = [row for row in (*text, *page.others) if row.x1 > left and row.x0 < right]
    above = max((row.y1 for row in text if row.y1 <= top + FIGURES.touching_pt), default=page.ceiling)
    if top - above > FIGURES.near_ems * metrics.size:
        return [Box(left, above + inset, right, top - inset)]
    last = max((row.y1 for row in page.rows), default=bottom)
    below = min((row.y0 for row in text if row.y0 >= bottom - FIGURES.touching_pt), default=last)
    if below - bottom > FIGURES.near_ems * metrics.size:
        return [Box(left, bottom + inset, right, below - inset)]
    return []


def _is_set_like_text(row: Row, metrics: Metrics) -> bool:
    """Tell whether a row is in the type of the body or of headings, unlike the labels inside a figure."""
    same = abs(row.size - metrics.size) < FIGURES.same_size_share * metrics.size and _in_body_font(row, metrics)
    return same or (row.bold and row.size >= metrics.size) or is_section_name(split_title(row.text.strip()).title)


def _is_in_type_of(row: Row, other: Row) -> bool:
    return row.style.font == other.style.font and abs(row.size - other.size) < FIGURES.same_size_share * other.size


def _in_body_font(row: Row, metrics: Metrics) -> bool:
    return row.style.font[: FIGURES.font_letters] == metrics.font[: FIGURES.font_letters]


def _chain(pictures: list[Box], edge: float, page: Surroundings, metrics: Metrics, *, up: bool) -> list[Box]:
    """Return the pictures outward from a caption's edge, up to running text, another caption or a wide gap."""
    found: list[Box] = []
    for box in sorted(pictures, key=lambda box: -box.y1 if up else box.y0):
        low, high = (box.y1, edge) if up else (edge, box.y0)
        reached = FIGURES.parts_apart_ems if found else FIGURES.near_ems
        between = [row for row in page.rows if _stands_between(row, low, high, box)]
        if high - low > reached * metrics.size + sum(row.height for row in between):
            break
        if _is_running_text(between, metrics) or any(_stands_between(row, low, high, box) for row in page.others):
            break
        found.append(box)
        edge = min(edge, box.y0) if up else max(edge, box.y1)
    return found


def _is_running_text(rows: Sequence[Row], metrics: Metrics) -> bool:
    """Tell whether rows are text of the paper: a line of the body, or more lines of other type than titles of panels have."""
    return any(map(metrics.is_prose, rows)) or sum(map(_is_line, rows)) > FIGURES.lines_between


def _stands_between(row: Row, low: float, high: float, box: Box) -> bool:
    slack = FIGURES.between_pt
    return low - slack < (row.y0 + row.y1) / 2 < high + slack and row.x0 < box.x1 and row.x1 > box.x0


def text_rows(groups: Iterable[Group], metrics: Metrics) -> set[Row]:
    """Return the rows of the groups that read like text or code, in whatever size."""
    return {row for group in groups if any(_reads_like_text(row, metrics) for row in group.rows) for row in group.rows}


def lines_of_paragraphs(groups: Iterable[Group], metrics: Metrics) -> set[Row]:
    """Return the rows that are running text of any size: full lines, and shorter ones of their groups in the same type."""
    found: set[Row] = set()
    for group in groups:
        lines = [row for row in group.rows if metrics.is_prose(row) or _is_wide_line(row, metrics)]
        if len(lines) >= FIGURES.paragraph_lines or any(
            metrics.is_prose(row) or row.text.endswith(".") for row in lines
        ):
            found.update(row for row in group.rows if row in lines or any(_is_in_type_of(row, line) for line in lines))
    return found


def _is_wide_line(row: Row, metrics: Metrics) -> bool:
    small = row.size < (1 + FIGURES.same_size_share) * metrics.size
    return small and _is_line(row) and row.x1 - row.x0 > FIGURES.label_width_share * (row.right - row.left)


def _reads_like_text(row: Row, metrics: Metrics) -> bool:
    return metrics.is_prose(row) or _is_line(row) or (row.style.mono and row.text.count(" ") >= FIGURES.line_words - 1)


def _is_line(row: Row) -> bool:
    """Tell whether a row is a line of prose in whatever size: a bibliography's is smaller than the body's."""
    text = row.text
    if row.vertical or row.cells or text.count(" ") < FIGURES.line_words - 1:
        return False
    return sum(map(str.isalpha, text)) > FIGURES.line_letters_share * (len(text) - text.count(" "))


def frames_text(box: Box, rows: Sequence[Row], metrics: Metrics) -> bool:
    """Tell whether a painted area is a frame or a background of running text."""
    return holds_text(box, rows, {row for row in rows if metrics.is_prose(row) or _is_line_of_code(row)})


def holds_text(box: Box, rows: Sequence[Row], text: AbstractSet[Row]) -> bool:
    """Tell whether most letters in a painted area are those of the rows in `text`."""
    within = [row for row in rows if is_inside(row, box)]
    lines = [row for row in within if row in text]
    letters = sum(len(row.text) for row in within)
    return len(lines) >= FIGURES.framed_lines and sum(len(row.text) for row in lines) > FIGURES.framed_share * letters


def _is_line_of_code(row: Row) -> bool:
    return row.text.count(" ") > FIGURES.framed_words and row.style.mono


def is_inside(row: Row, box: Box) -> bool:
    """Tell whether a row's middle is in a box or close to it."""
    x, y = (row.x0 + row.x1) / 2, (row.y0 + row.y1) / 2
    wide, high = FIGURES.inside_x_pt, FIGURES.inside_y_pt
    return box.x0 - wide <= x <= box.x1 + wide and box.y0 - high <= y <= box.y1 + high


def labels_beside(caption: Group, box: Box, rows: Sequence[Row], metrics: Metrics) -> list[Row]:
    """Return the labels beside the painted part of a figure, none if running text is beside it."""
    left, right = caption_extent(caption)
    low, high = box.y0 - FIGURES.beside_pt, box.y1 + FIGURES.beside_pt
    beside = [row for row in rows if low <= (row.y0 + row.y1) / 2 <= high and row.x1 > left and row.x0 < right]
    if _is_running_text(beside, metrics):
        return []
    return [row for row in beside if row.x1 - row.x0 < FIGURES.label_width_share * (right - left)]


def is_numbered_title(row: Row, metrics: Metrics) -> bool:
    """Tell whether a row is a numbered section heading, which may be close to a picture, and not a label."""
    heading = split_title(row.text)
    heavy = row.bold and row.size > FIGURES.title_size_share * metrics.size and not _in_body_font(row, metrics)
    at_edge = row.x0 < row.left + FIGURES.title_indent_ems * metrics.size
    return heading.number is not None and heavy and len(heading.title) > FIGURES.title_characters and at_edge


def has_labels(groups: Sequence[Group], metrics: Metrics) -> bool:
    """Tell whether the page has many short rows in other type, as in a picture without a caption there."""
    small = FIGURES.label_size_share * metrics.size
    short = [group for group in groups if group.size < small and len(group.text) < FIGURES.label_characters]
    return sum(len(group.rows) for group in short) >= FIGURES.labels_rows
