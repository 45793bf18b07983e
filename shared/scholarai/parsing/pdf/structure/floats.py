"""Floats: captions, the figures and tables they name, and the text that belongs to those."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scholarai.domain.content import Box
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.page import PageRows
from scholarai.parsing.pdf.layout.regions import Regions
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.equations import printed_number
from scholarai.parsing.pdf.structure.groups import CAPTION, Group
from scholarai.parsing.pdf.text.titles import parted

# How far a picture may stand from its caption, in body sizes.
_NEAR = 4.0
# White between parts of one figure, in body sizes.
_BETWEEN_PARTS = 5.0
_TABLE_GAP = 3.4
_SAME_EDGE_PT = 4.0
_TABLE_KINDS = (
    "tab", "табл", "表", "표", "جدول", "الجدول", "טבלה",
)  # fmt: skip
_FIGURE_KINDS = (
    "fig", "abb", "scheme", "chart", "plate", "video", "movie", "рис", "图", "圖", "図", "그림", "شكل",
    "الشكل", "איור",
)  # fmt: skip


@dataclass(slots=True, eq=False, kw_only=True)
class Float:
    """A caption with what it names: the region of a figure, the rows of a table."""

    caption: Group
    label: str
    table: bool
    figure: bool
    boxes: list[Box] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Floats:
    """The floats of a paper; `inside` are rows that belong to pictures, `rules` the horizontal rules by page."""

    found: list[Float] = field(default_factory=list)
    inside: set[Row] = field(default_factory=set)
    rules: dict[int, list[tuple[float, float, float]]] = field(default_factory=dict)


def find_floats(groups: Sequence[Group], pages: Sequence[PageRows], metrics: Metrics) -> Floats:
    """Return the floats of a paper, its groups in reading order."""
    floats = Floats()
    by_page: dict[int, list[Group]] = {}
    for group in groups:
        by_page.setdefault(group.page_number, []).append(group)
    for page in pages:
        on_page = by_page.get(page.page_number, [])
        captions = [group for group in on_page if is_caption(group)]
        if captions or _has_labels(on_page, metrics):
            floats.rules[page.page_number] = page.regions.rules
            _read_page(floats, on_page, captions, page.regions, metrics)
    return floats


def is_caption(group: Group) -> bool:
    """Tell whether a group is a caption: a label, then its end or a change of type."""
    match = CAPTION.match(group.first.text)
    if match is None or match["label"][0].islower():
        return False
    if match["end"].strip():
        return True
    first = group.first
    label_end = match.end("label")
    label_bold = all(run.style.bold for run in first.runs if run.start < label_end - 1)
    rest = first.text[match.end() :]
    return (
        (label_bold and not (first.bold and len(group.rows) == 1 and not rest))
        or len(first.text) == match.end()
        or (rest[:1].isupper() and group.gap > 1.1)
    )


def _has_labels(groups: Sequence[Group], metrics: Metrics) -> bool:
    """Tell whether many short rows in other type stand on the page, as in a picture without a caption there."""
    short = sum(len(group.rows) for group in groups if group.size < 0.9 * metrics.size and len(group.text) < 25)
    return short >= 12


def _read_page(
    floats: Floats, groups: Sequence[Group], captions: Sequence[Group], regions: Regions, metrics: Metrics
) -> None:
    rows = [row for group in groups for row in group.rows]
    captioned = {row for group in captions for row in group.rows}
    free = [row for row in rows if row not in captioned]
    pictures = [box for box in regions.pictures if not _frames_text(box, free, metrics)]
    taken: set[Row] = set()
    for group in captions:
        item = _float(group)
        floats.found.append(item)
        if item.table:
            below = _cut_at_rule(group, regions.rules)
            _take_table(item, [*free, *below], regions.rules, metrics, taken)
            if not taken.issuperset(below):
                group.rows += below
                item.rows = [row for row in item.rows if row not in below]
        elif item.figure:
            others = [row for other in captions if other is not group for row in other.rows]
            item.boxes = _figure_boxes(group, pictures, free, others, metrics)
    for item in floats.found:
        taken.update(item.rows)
    own = [item for item in floats.found if item.figure and item.caption in captions]
    for item in own:
        _take_labels(floats, item, free, metrics)
    areas = pictures + [box for item in floats.found if item.figure and item.caption in captions for box in item.boxes]
    for row in free:
        if row not in taken and any(_inside(row, box) for box in areas) and not metrics.is_prose(row):
            floats.inside.add(row)
    floats.inside -= {row for row in free if row in floats.inside and _is_numbered_title(row, metrics)}


def _cut_at_rule(caption: Group, rules: list[tuple[float, float, float]]) -> list[Row]:
    """Take the rows below the first rule under a caption's first row from it: they are its table's head."""
    for index in range(1, len(caption.rows)):
        above, row = caption.rows[index - 1], caption.rows[index]
        if any(above.y1 - 3 <= y <= row.y0 + 3 and x0 < row.x1 and x1 > row.x0 for x0, y, x1 in rules):
            below = caption.rows[index:]
            caption.rows = caption.rows[:index]
            return below
    return []


def _is_numbered_title(row: Row, metrics: Metrics) -> bool:
    """Tell a section's numbered heading, which may stand close to a picture, from the labels inside one."""
    heading = parted(row.text)
    heavy = row.bold and row.size > 0.88 * metrics.size and row.style.font[:6] != metrics.font[:6]
    return heading.number is not None and heavy and len(heading.title) > 5 and row.x0 < row.left + 2 * metrics.size


def _take_labels(floats: Floats, item: Float, rows: Sequence[Row], metrics: Metrics) -> None:
    """Take the labels that stand beside the painted part of a figure, where no running text does."""
    left, right = _reach(item.caption)
    for box in item.boxes:
        beside = [
            row
            for row in rows
            if box.y0 - 6 <= (row.y0 + row.y1) / 2 <= box.y1 + 6 and row.x1 > left and row.x0 < right
        ]
        if not any(metrics.is_prose(row) for row in beside):
            floats.inside |= {row for row in beside if row.x1 - row.x0 < 0.5 * (right - left)}


def _float(group: Group) -> Float:
    match = CAPTION.match(group.first.text)
    assert match is not None  # noqa: S101  - only captions come here
    kind = match["kind"].lower()
    return Float(
        caption=group,
        label=match["label"].strip(),
        table=kind.startswith(_TABLE_KINDS),
        figure=kind.startswith(_FIGURE_KINDS),
    )


def _frames_text(box: Box, rows: Sequence[Row], metrics: Metrics) -> bool:
    """Tell whether a painted area is a frame or ground around running text."""
    inside = [row for row in rows if _inside(row, box)]
    prose = [row for row in inside if metrics.is_prose(row) or (row.text.count(" ") > 6 and row.style.mono)]
    letters = sum(len(row.text) for row in inside)
    return len(prose) >= 2 and sum(len(row.text) for row in prose) > 0.5 * letters


def _inside(row: Row, box: Box) -> bool:
    x, y = (row.x0 + row.x1) / 2, (row.y0 + row.y1) / 2
    return box.x0 - 8 <= x <= box.x1 + 8 and box.y0 - 4 <= y <= box.y1 + 4


def _figure_boxes(
    caption: Group, pictures: Sequence[Box], rows: Sequence[Row], others: Sequence[Row], metrics: Metrics
) -> list[Box]:
    """Return the region of the figure that a caption names: the pictures above it, else below or beside it."""
    top = min(row.y0 for row in caption.rows)
    bottom = max(row.y1 for row in caption.rows)
    left, right = _reach(caption)
    beside = [box for box in pictures if box.x1 > left and box.x0 < right]
    near = _NEAR * metrics.size
    above = _chain([box for box in beside if box.y1 <= top + near / 2], top, rows, others, metrics, up=True)
    below = _chain([box for box in beside if box.y0 >= bottom - near / 2], bottom, rows, others, metrics, up=False)
    found = above or below or [box for box in pictures if box.y0 < bottom and box.y1 > top]
    if not found:
        return _white_beside(caption, rows, metrics)
    return [Box(*(f(box[i] for box in found) for i, f in enumerate((min, min, max, max))))]


def _white_beside(caption: Group, rows: Sequence[Row], metrics: Metrics) -> list[Box]:
    """Return the empty area above a caption, or below it: an image leaves no other trace among the text."""
    top, bottom = min(row.y0 for row in caption.rows), max(row.y1 for row in caption.rows)
    left, right = _reach(caption)
    beside = [row for row in rows if row.x1 > left + 4 and row.x0 < right - 4 and _is_body(row, metrics)]
    ceiling = max((row.y1 for row in beside if row.y1 <= top + 1), default=min((row.y0 for row in rows), default=top))
    floor = min(
        (row.y0 for row in beside if row.y0 >= bottom - 1), default=max((row.y1 for row in rows), default=bottom)
    )
    if top - ceiling > _NEAR * metrics.size:
        return [Box(left + 4, ceiling + 2, right - 4, top - 2)]
    if floor - bottom > _NEAR * metrics.size:
        return [Box(left + 4, bottom + 2, right - 4, floor - 2)]
    return []


def _is_body(row: Row, metrics: Metrics) -> bool:
    """Tell text in the body's type, or a heading's, from the labels inside a figure."""
    same = abs(row.size - metrics.size) < 0.06 * metrics.size and row.style.font[:6] == metrics.font[:6]
    return same or (row.bold and row.size >= metrics.size) or metrics.is_prose(row)


def _reach(caption: Group) -> tuple[float, float]:
    first = caption.first
    x0, x1 = min(row.x0 for row in caption.rows), max(row.x1 for row in caption.rows)
    if first.spanning:
        return min(x0, first.left), max(x1, first.right)
    return min(x0, first.left) - 4, max(x1, first.right) + 4


def _chain(
    pictures: list[Box], edge: float, rows: Sequence[Row], others: Sequence[Row], metrics: Metrics, *, up: bool
) -> list[Box]:
    """Return the pictures from a caption's edge outward, until prose, another caption or much white comes between."""
    found: list[Box] = []
    for box in sorted(pictures, key=lambda box: -box.y1 if up else box.y0):
        low, high = (box.y1, edge) if up else (edge, box.y0)
        reach = _NEAR if not found else _BETWEEN_PARTS
        between = [row for row in rows if _stands_between(row, low, high, box)]
        if high - low > reach * metrics.size + sum(row.height for row in between):
            break
        if any(metrics.is_prose(row) for row in between) or any(_stands_between(row, low, high, box) for row in others):
            break
        found.append(box)
        edge = min(edge, box.y0) if up else max(edge, box.y1)
    return found


def _stands_between(row: Row, low: float, high: float, box: Box) -> bool:
    return low - 2 < (row.y0 + row.y1) / 2 < high + 2 and row.x0 < box.x1 and row.x1 > box.x0


def _take_table(
    item: Float, rows: Sequence[Row], rules: list[tuple[float, float, float]], metrics: Metrics, taken: set[Row]
) -> None:
    """Give a table the rows below its caption, or above it, whichever look more like one."""
    caption = item.caption
    left, right = _reach(caption)
    beside = [row for row in rows if row.x1 > left and row.x0 < right and row not in taken]
    below = sorted((row for row in beside if row.y0 >= caption.last.y0 + 2), key=lambda row: row.y0)
    above = sorted((row for row in beside if row.y1 <= caption.first.y1 - 2), key=lambda row: -row.y1)
    own_rules = [rule for rule in rules if rule[2] > left and rule[0] < right]
    down = _table_rows(below, caption.last.y1, own_rules, metrics, up=False)
    up = _table_rows(above, caption.first.y0, own_rules, metrics, up=True)
    item.rows = max((down, up), key=lambda found: (_tabular(found), len(found)))
    item.rows = sorted(item.rows, key=lambda row: (row.y0, row.x0)) if _tabular(item.rows) else []
    taken.update(item.rows)
    if item.rows:
        item.boxes = [
            Box(
                min(row.x0 for row in item.rows),
                min(row.y0 for row in item.rows),
                max(row.x1 for row in item.rows),
                max(row.y1 for row in item.rows),
            )
        ]


def _tabular(rows: Sequence[Row]) -> int:
    return sum(bool(row.cells) for row in rows)


def _table_rows(
    rows: Sequence[Row], edge: float, rules: list[tuple[float, float, float]], metrics: Metrics, *, up: bool
) -> list[Row]:
    """Return rows outward from a caption's edge for as long as they look like cells, or stand between rules."""
    last_rule = _last_rule(rules, edge, rows, metrics, up=up)
    found: list[Row] = []
    for row in rows:
        distance = edge - row.y1 if up else row.y0 - edge
        ruled = last_rule is not None and (row.y0 >= last_rule - 2 if up else row.y1 <= last_rule + 2)
        if not ruled:
            if distance > _TABLE_GAP * metrics.size or CAPTION.match(row.text) or _ends_table(row, metrics):
                break
            if last_rule is not None:
                break
        found.append(row)
        edge = min(edge, row.y0) if up else max(edge, row.y1)
    return _without_equations(found, metrics, up=up)


def _without_equations(rows: list[Row], metrics: Metrics, *, up: bool) -> list[Row]:
    """Return rows up to a numbered equation, which no table holds, and the formula around its number."""
    numbered = [row for row in rows if printed_number(row)]
    if not numbered:
        return rows
    reach = 2.5 * metrics.size
    if up:
        return [row for row in rows if row.y0 > max(other.y1 for other in numbered) + reach]
    return [row for row in rows if row.y1 < min(other.y0 for other in numbered) - reach]


def _ends_table(row: Row, metrics: Metrics) -> bool:
    if row.cells:
        return False
    wide = row.x1 - row.x0 > 0.6 * (row.right - row.left)
    return (wide and row.text.count(" ") > 4) or row.size > 1.05 * metrics.size or (row.bold and row.x0 <= row.left + 2)


def _last_rule(
    rules: list[tuple[float, float, float]], edge: float, rows: Sequence[Row], metrics: Metrics, *, up: bool
) -> float | None:
    """Return the height of the table's outermost rule, when rules of one width stand on its side of the caption."""
    outward = [rule for rule in rules if (rule[1] < edge + 1 if up else rule[1] > edge - 1)]
    outward.sort(key=lambda rule: -rule[1] if up else rule[1])
    if not outward or abs(outward[0][1] - edge) > 4 * metrics.size:
        return None
    x0, _, x1 = outward[0]
    last, end = outward[0][1], None
    for rule in outward[1:]:
        low, high = (rule[1], last) if up else (last, rule[1])
        between = [row for row in rows if low - 2 < (row.y0 + row.y1) / 2 < high + 2]
        prose = sum(metrics.is_prose(row) and not row.cells for row in between)
        if prose > 1 or (not between and high - low > 4 * metrics.size) or any(CAPTION.match(r.text) for r in between):
            break
        last = rule[1]
        # Rules of one table are equally long; shorter ones part its head, others belong to formulas and notes.
        if abs(rule[0] - x0) < _SAME_EDGE_PT and abs(rule[2] - x1) < _SAME_EDGE_PT:
            end = last
    return end
