"""A row: the text on one baseline of one column, with its words and styles."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from scholarai.domain.content import Box
from scholarai.domain.superscripts import lowered, raised
from scholarai.parsing.coordinates import COORDINATES
from scholarai.parsing.layout import RawLine, Span, Style
from scholarai.parsing.pdf.layout.thresholds import ROWS
from scholarai.parsing.pdf.text.characters import clean, split_accent

# Full-width punctuation whose right half is blank, and may extend into a gutter.
_HALF_BLANK = frozenset("\uff0c\u3002\u3001\uff1b\uff1a\uff01\uff1f\uff09\u300d\u300f\u3011\u300b")
_DIGIT = re.compile(r"\d")
_CHARGES = ("+", "-", "−", "–")
_ERROR = re.compile(r"\s*[+−–-]\s?\d")
_CIRCLE = str.maketrans("◦∘", "°°")


class Run(NamedTuple):
    """Characters `start` to `end` of a row, in one style."""

    start: int
    end: int
    style: Style
    raised: bool = False
    lowered: bool = False


def _raised(before: str, part: str) -> str:
    """Return a raised part: digits with what is beside them, a charge, a letter behind a number; not the ends of words."""
    mark, last = part.strip(), before[-1:]
    if last.isdigit() and len(mark) == 1:
        return raised(f"0{part.translate(_CIRCLE)}")[1:]
    return raised(part) if _DIGIT.search(mark) or (mark in _CHARGES and last.isalnum()) else part


def _lowered(_: str, part: str) -> str:
    return lowered(part) if _DIGIT.search(part) else part


_SHIFTS: dict[object, Callable[[str, str], str]] = {(True, False): _raised, (False, True): _lowered}


@dataclass(slots=True, eq=False, kw_only=True)
class Row:
    """One row; `left` and `right` are the edges of its column, `cells` the offsets of its parts after wide gaps."""

    page_number: int
    x0: float
    y0: float
    x1: float
    y1: float
    baseline: float
    text: str
    extents: tuple[float, ...]
    runs: tuple[Run, ...]
    size: float
    vertical: bool = False
    left: float = 0.0
    right: float = 0.0
    column: int = 0
    spanning: bool = False
    cells: tuple[int, ...] = ()

    def __setstate__(self, state: tuple[None, dict[str, Any]]) -> None:
        """Restore a row that another process has read: of a long paper's 400,000 coordinates 5,000 are distinct."""
        for name, value in state[1].items():
            setattr(self, name, COORDINATES[value] if type(value) is float else value)
        self.extents = tuple(map(COORDINATES.__getitem__, self.extents))

    @property
    def box(self) -> Box:
        return Box(self.x0, self.y0, self.x1, self.y1)

    @property
    def style(self) -> Style:
        """The style of most of its characters."""
        if len(self.runs) == 1:
            return self.runs[0].style
        longest = 0
        for run in self.runs:
            if run.end - run.start > longest:
                longest, style = run.end - run.start, run.style
        return style if longest else self.runs[0].style

    def share(self, name: str) -> float:
        """Return the share of characters whose style has the flag `name`."""
        if len(self.runs) == 1:
            return float(getattr(self.runs[0].style, name))
        total = sum(run.end - run.start for run in self.runs)
        return sum(run.end - run.start for run in self.runs if getattr(run.style, name)) / max(1, total)

    @property
    def bold(self) -> bool:
        runs = self.runs
        return runs[0].style.bold if len(runs) == 1 else self.share("bold") > ROWS.mostly_share

    @property
    def italic(self) -> bool:
        return self.share("italic") > ROWS.mostly_share

    @property
    def printed(self) -> str:
        """The text with raised and lowered digits as such, character for character; rules read `text`, where they are plain."""
        if not any(run.raised or run.lowered for run in self.runs):
            return self.text
        small = ROWS.index_size_share * self.size
        text = self.text
        parts = []
        for shift, same in groupby(self.runs, lambda run: run.style.size_pt < small and (run.raised, run.lowered)):
            runs = list(same)
            parts.append((shift, runs[0].start, runs[-1].end))
        # The errors of a value, one above the other, have signs that keep them apart.
        signed = [shift in _SHIFTS and bool(_ERROR.match(text[start:end])) for shift, start, end in parts]
        errors = {
            at for index in range(1, len(parts)) if signed[index - 1] and signed[index] for at in (index - 1, index)
        }
        for index, (shift, start, end) in enumerate(parts):
            if shift in _SHIFTS and index not in errors:
                text = text[:start] + _SHIFTS[shift](text[:start], text[start:end]) + text[end:]
        return text

    @property
    def height(self) -> float:
        return self.y1 - self.y0


def row_of(line: RawLine, page_number: int, *, complete: bool) -> Row | None:
    """Return a line as a row, None if it has no text; unless `complete`, hidden spans were removed from it."""
    spans = line.spans
    if complete and len(spans) == 1:
        return _row_of_one_style(line, page_number)
    text, runs, baselines = _joined(spans)
    if not text:
        return None
    main = _main_run(text, runs)
    base = baselines[runs.index(main)]
    if not line.vertical:
        runs = [_shifted(run, baseline - base, main.style) for run, baseline in zip(runs, baselines, strict=True)]
    x0, y0, x1, y1 = line.box if complete else _bounding_box([span.box for span in spans])
    x1 = _ink_end(text, x1, main.style)
    return Row(
        page_number=page_number,
        x0=x0,
        y0=y0,
        x1=x1,
        y1=y1,
        baseline=base,
        text=text,
        extents=_extents(line, text, (x0, y0, x1, y1), complete=complete),
        runs=tuple(runs),
        size=main.style.size_pt,
        vertical=line.vertical,
    )


def _joined(spans: Sequence[Span]) -> tuple[str, list[Run], list[float]]:
    """Return the text of spans with single spaces, its runs of one style and height, and the baseline of each."""
    pieces: list[str] = []
    runs: list[Run] = []
    baselines: list[float] = []
    at = 0
    spaced = True
    accent = ""
    for span in spans:
        whole, accent = split_accent(accent + span.text)
        piece = _single_spaced(clean(whole if span is not spans[-1] else whole + accent))
        if spaced:
            piece = piece.lstrip(" ")
        if not piece:
            continue
        spaced = piece[-1] == " "
        pieces.append(piece)
        if runs and runs[-1].style is span.style and runs[-1].raised == span.raised:
            runs[-1] = runs[-1]._replace(end=at + len(piece))
        else:
            runs.append(Run(at, at + len(piece), span.style, span.raised))
            baselines.append(span.baseline_pt)
        at += len(piece)
    return "".join(pieces).rstrip(), runs, baselines


def _main_run(text: str, runs: Sequence[Run]) -> Run:
    """Return the first run in the style of most of a row's characters, not counting spaces, nor the errors of a value."""
    if len(runs) == 1:
        return runs[0]
    printed = [run for run in runs if not text[run.start : run.end].isspace()]
    small = ROWS.index_size_share * max(run.style.size_pt for run in printed)
    printed = [run for run in printed if run.style.size_pt >= small or not _ERROR.match(text, run.start)]
    return max(printed, key=lambda run: (_length_in(run.style, printed), run.style.size_pt))


def _shifted(run: Run, below: float, main: Style) -> Run:
    """Return a run with whether it is raised or lowered, given how far it stands below the row's baseline."""
    least = ROWS.shift_ems * main.size_pt
    lowered = below > least and run.style.size_pt < ROWS.index_size_share * main.size_pt
    return run._replace(raised=below < -least, lowered=lowered)


def _length_in(style: Style, runs: Sequence[Run]) -> int:
    """Return the characters of runs that share a style."""
    return sum(run.end - run.start for run in runs if run.style is style)


def with_true_heights(line: RawLine) -> RawLine:
    """Return a horizontal line in which no span is as high as several lines, or far above its baseline, as some fonts state."""
    if line.direction != (1, 0) or not any(map(_has_false_box, line.spans)):
        return line
    spans = tuple(_as_high_as_type(span) if _has_false_box(span) else span for span in line.spans)
    top, bottom = min(span.box[1] for span in spans), max(span.box[3] for span in spans)
    return line._replace(spans=spans, box=line.box._replace(y0=top, y1=bottom))


def _has_false_box(span: Span) -> bool:
    """Tell whether a span is higher than its letters can be, or ends above them; brackets and roots may be as high as a formula."""
    _, top, _, bottom = span.box
    too_high = bottom - top > ROWS.most_height_share * span.style.size_pt and any(map(str.isalnum, span.text))
    return too_high or bottom < span.baseline_pt - ROWS.most_above_ems * span.style.size_pt


def _as_high_as_type(span: Span) -> Span:
    x0, _, x1, _ = span.box
    top = span.baseline_pt - ROWS.ascent_ems * span.style.size_pt
    return span._replace(box=(x0, round(top, 1), x1, round(top + span.style.size_pt, 1)))


def with_full_box(row: Row) -> Row:
    """Return a row whose box holds its letters: fonts may state no height, and text may be drawn without width."""
    thick, long = (row.x1 - row.x0, row.y1 - row.y0) if row.vertical else (row.y1 - row.y0, row.x1 - row.x0)
    least = ROWS.least_height_share * row.size
    if thick >= least and long > 0:
        return row
    box = row.box
    if row.vertical:
        box = box if thick >= least else box._replace(x1=round(box.x0 + row.size, 1))
        box = box if long > 0 else box._replace(y1=round(box.y0 + least * len(row.text), 1))
    else:
        top = row.baseline - ROWS.ascent_ems * row.size
        box = box if thick >= least else box._replace(y0=round(top, 1), y1=round(top + row.size, 1))
        box = box if long > 0 else box._replace(x1=round(box.x0 + least * len(row.text), 1))
    return replace(row, x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1)


def _row_of_one_style(line: RawLine, page_number: int) -> Row | None:
    """Return the result of `row_of` for the most frequent case, a line in one style."""
    span = line.spans[0]
    piece = _single_spaced(clean(span.text)).lstrip(" ")
    text = piece.rstrip()
    if not text:
        return None
    x0, y0, x1, y1 = line.box
    return Row(
        page_number=page_number,
        x0=x0,
        y0=y0,
        x1=_ink_end(text, x1, span.style),
        y1=y1,
        baseline=span.baseline_pt,
        text=text,
        extents=_extents(line, text, line.box, complete=True),
        runs=(Run(0, len(piece), span.style),),
        size=span.style.size_pt,
        vertical=line.vertical,
    )


def _ink_end(text: str, x1: float, style: Style) -> float:
    return round(x1 - ROWS.half_blank_ems * style.size_pt, 1) if text[-1] in _HALF_BLANK else x1


def _single_spaced(text: str) -> str:
    while "  " in text:
        text = text.replace("  ", " ")
    return text


def _extents(line: RawLine, text: str, box: tuple[float, float, float, float], *, complete: bool) -> tuple[float, ...]:
    words = text.count(" ") + 1
    if complete and len(line.extents) == 2 * words:
        return line.extents
    low, high = (box[1], box[3]) if line.vertical else (box[0], box[2])
    return _spread(text, low, high)


def _spread(text: str, low: float, high: float) -> tuple[float, ...]:
    """Return word extents estimated with equally wide characters."""
    step = (high - low) / len(text)
    ends: list[float] = []
    at = 0
    for word in text.split(" "):
        ends += [round(low + at * step, 1), round(low + (at + len(word)) * step, 1)]
        at += len(word) + 1
    return tuple(ends)


def merged(parts: Sequence[Row]) -> Row:
    """Join rows that are beside one another, given from left to right."""
    if len(parts) == 1:
        return parts[0]
    text = ""
    runs: list[Run] = []
    extents: list[float] = []
    cells: list[int] = []
    main = max(parts, key=lambda part: len(part.text))
    for part in parts:
        # The box of a part includes a space printed before its first word.
        gap = (part.x0 if part.vertical else part.extents[0]) - extents[-1] if extents else 0.0
        glued = bool(extents) and gap < ROWS.space_gap_ems * part.size and part.x0 > parts[0].x0
        if text and not glued:
            text += " "
            if gap > ROWS.cell_gap_ems * min(part.size, parts[0].size):
                cells.append(len(text))
        own = part.runs
        if part.size < ROWS.index_size_share * main.size and not part.vertical and gap < ROWS.cell_gap_ems * part.size:
            own = tuple(_shifted(run, part.baseline - main.baseline, main.style) for run in own)
        runs += [run._replace(start=run.start + len(text), end=run.end + len(text)) for run in own]
        extents = [*extents[:-1], *part.extents[1:]] if glued else [*extents, *part.extents]
        text += part.text
    x0, y0, x1, y1 = _bounding_box([part.box for part in parts])
    return Row(
        page_number=main.page_number,
        x0=x0,
        y0=y0,
        x1=x1,
        y1=y1,
        baseline=main.baseline,
        text=text,
        extents=tuple(extents),
        runs=tuple(runs),
        size=main.size,
        vertical=main.vertical,
        left=main.left,
        right=main.right,
        column=main.column,
        spanning=main.spanning,
        cells=tuple(cells),
    )


def cut(row: Row, start: int, end: int) -> Row:
    """Return the part of a row between two offsets at word boundaries."""
    first = row.text.count(" ", 0, start)
    text = row.text[start:end].rstrip()
    words = text.count(" ") + 1
    extents = row.extents[2 * first : 2 * (first + words)]
    runs = tuple(
        run._replace(start=max(run.start, start) - start, end=min(run.end, end) - start)
        for run in row.runs
        if run.end > start and run.start < end
    )
    size = max(runs, key=lambda run: (not run.raised, run.end - run.start)).style.size_pt if runs else row.size
    return Row(
        page_number=row.page_number,
        x0=extents[0] if extents and not row.vertical else row.x0,
        y0=row.y0,
        x1=extents[-1] if extents and not row.vertical else row.x1,
        y1=row.y1,
        baseline=row.baseline,
        text=text,
        extents=extents,
        runs=runs or row.runs,
        size=size,
        vertical=row.vertical,
        left=row.left,
        right=row.right,
        column=row.column,
        spanning=row.spanning,
        cells=tuple(cell - start for cell in row.cells if start < cell < end),
    )


def _bounding_box(boxes: Sequence[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
