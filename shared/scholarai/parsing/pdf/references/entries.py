"""Splits the rows of a bibliography into entries."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.references.fields import ALPHA_LABEL, LABEL, YEAR
from scholarai.parsing.pdf.references.thresholds import ENTRIES

_FAMILY_FIRST = re.compile(
    r"(?:[a-z]{2,3} ){0,3}[A-ZÀ-Þ][\w'\u2019-]+(?: [A-ZÀ-Þ][\w'\u2019-]+)?,? (?:[A-Z]\.|[A-Z]{1,3}[,. ])"
)
# Within a run in the order of the alphabet, with full names, too: "Keller, Anna, and".
_FAMILY_COMMA = re.compile(
    r"(?:[a-z]{2,3} ){0,3}(?P<family>[A-ZÀ-Þ][\w'\u2019-]+(?: [A-ZÀ-Þ][\w'\u2019-]+)?),? [A-ZÀ-Þ]"
)
# What journals print below the last entry.
_BELOW_ENTRIES = re.compile(
    r"(?i:(?:(?:manuscript|article|paper) )?(?:received|accepted|revised|submitted)\b.{0,40}\b(?:19|20)\d\d\b)|"
    r"Publisher[’']s [Nn]ote\b|Springer Nature (?:remains|or its)|Conflicts? of [Ii]nterest\b|Open Access This|"
    r"How to cite this article|Cite this article as\b|Submit your (?:next )?manuscript\b|Additional supporting information\b|Copyright ©|© (?:19|20)\d\d\b|"
    r"(?i:supporting information)\W*$|(?:SUPPORTING|Supporting|Supplementa(?:ry|l)) (?:INFORMATION|[Ii]nformation|[Mm]aterials?|[Dd]ata)\b"
)
_BIOGRAPHY = r"\b,?\s(?:\([^)]{1,40}\)\s)?(?:is|was|received|holds|earned|obtained|joined|works|has|graduated|studied|completed)\s"
_COUNTED = re.compile(r"(?:\[(?P<square>\d{1,3})\]\s*+|(?P<plain>\d{1,3})\.\s++)\S")


def reference_entries(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of each entry of a bibliography."""
    rows = [row for row in rows if not row.vertical]
    if not rows:
        return []
    starts = _labelled(rows) or _raised(rows) or _alphabetic(rows) or _hanging(rows) or _spaced(rows) or _by_end(rows)
    return _cut(rows, starts)


def entry_rows(rows: Sequence[Row], authors: Sequence[str]) -> tuple[list[Row], list[Row]]:
    """Return the rows of a bibliography's entries, and those of notices and the authors' biographies below them.

    A notice in its own size may end a column, and entries go on in the next one.
    """
    families = "|".join(re.escape(name) for name in authors)
    biography = re.compile(rf"(?:{families}){_BIOGRAPHY}", re.IGNORECASE) if families else None
    texts = [f"{row.text} {following.text}" for row, following in zip(rows, [*rows[1:], *rows[-1:]], strict=True)]
    end = next(
        (
            at
            for at, row in enumerate(rows)
            if at and (_BELOW_ENTRIES.match(row.text) or (biography is not None and biography.match(texts[at])))
        ),
        len(rows),
    )
    below = rows[end:]
    resumes = [
        row
        for row in below
        if (row.page_number, row.column) != (below[0].page_number, below[0].column)
        and abs(row.size - rows[0].size) < ENTRIES.same_size_pt < abs(row.size - below[0].size)
    ]
    return [*rows[:end], *resumes], [row for row in below if row not in resumes]


def _cut(rows: Sequence[Row], starts: set[int]) -> list[list[Row]]:
    entries: list[list[Row]] = []
    for index, row in enumerate(rows):
        if index in starts or not entries:
            entries.append([row])
        else:
            entries[-1].append(row)
    return entries


def bibliography_start(rows: Sequence[Row]) -> int | None:
    """Return the start of a bibliography without a heading: the last row labelled 1 that dated entries 2, 3, 4 … follow.

    The first labels may be lost, for example to a table above.
    """
    labels = [(index, number) for index, row in enumerate(rows) if (number := counted(row))]
    for first in range(1, ENTRIES.lost_labels + 1):
        for place in range(len(labels) - 1, -1, -1):
            index, number = labels[place]
            own_page = index > 0 and rows[index - 1].page_number < rows[index].page_number
            starts = {at - index for at in _sequence(labels[place:])} if number == first else set()
            if starts and _is_bibliography(rows[index:], starts, endnotes=own_page):
                return index
    return None


def begins_with_names(text: str) -> bool:
    """Tell whether text begins as an entry does, with a family name and a given one."""
    return _FAMILY_COMMA.match(text) is not None and "," in text


def counted(row: Row) -> int:
    """Return the number that counts an entry, 0 if its first row begins with none."""
    match = _COUNTED.match(row.text)
    return int(match["square"] or match["plain"]) if match else int(raised_number(row) or 0)


def _sequence(labels: Sequence[tuple[int, int]]) -> list[int]:
    """Return the rows whose labels count on from the first one; a few may be missing."""
    found, last = [labels[0][0]], labels[0][1]
    for index, number in labels[1:]:
        if last < number <= last + ENTRIES.lost_labels:
            found.append(index)
            last = number
    return found


def _is_bibliography(rows: Sequence[Row], starts: set[int], *, endnotes: bool = False) -> bool:
    """Tell whether most entries have a year, and there are many, or `[1]`, `[2]` … or endnotes are all that is left of a paper."""
    entries = _cut(rows, starts)
    dated = sum(bool(YEAR.search(" ".join(row.text for row in entry))) for entry in entries)
    alone = rows[0].text.startswith("[") or (endnotes and raised_number(rows[0]) is not None)
    ends_paper = len(starts) > 1 and alone and len(rows) <= ENTRIES.most_rows * len(starts)
    return dated > ENTRIES.dated_share * len(entries) and (len(starts) >= ENTRIES.least_entries or ends_paper)


def raised_number(row: Row) -> str | None:
    """Return the raised number at the start of a row, as in entries of chemistry and physics journals."""
    lead = row.runs[0]
    text = row.text[lead.start : lead.end].strip()
    small = lead.raised or lead.style.size_pt < ENTRIES.mark_size_share * row.size
    return text if small and text.isdecimal() and len(text) <= ENTRIES.mark_characters and len(row.runs) > 1 else None


def _raised(rows: Sequence[Row]) -> set[int]:
    """Return the first rows of entries that raised numbers count."""
    starts: set[int] = set()
    last = 0
    for index, row in enumerate(rows):
        number = int(raised_number(row) or 0)
        if last < number <= last + ENTRIES.lost_labels:
            starts.add(index)
            last = number
    return starts if 0 in starts and len(starts) >= 2 else set()


def _labelled(rows: Sequence[Row]) -> set[int]:
    """Return the first rows of entries labelled 1, 2, 3 and so on."""
    for form in ("square", "round", "plain"):
        starts = _counting(rows, form)
        if len(starts) >= 2 or (len(starts) == 1 and min(starts) == 0 and form == "square"):
            return starts
    return set()


def _counting(rows: Sequence[Row], form: str) -> set[int]:
    found: list[tuple[int, int]] = []
    for index, row in enumerate(rows):
        match = LABEL.match(row.text)
        if match and match[form] and match[form].isdigit():
            found.append((index, int(match[form])))
    # The first labels may be missing, for example taken for a draft's line numbers.
    if not found or found[0][0] > ENTRIES.rows_before * min(found[0][1], ENTRIES.least_entries):
        return set()
    starts = {0, found[0][0]}
    last = found[0][1]
    for index, number in found[1:]:
        # A missing label leaves a gap; a number that jumps far is part of an entry's text.
        if last < number <= last + ENTRIES.lost_labels and _at_edge(rows, index, starts):
            starts.add(index)
            last = number
    least = 1 if found[0][1] == 1 else ENTRIES.least_labels
    return starts if len(starts) >= max(least, len(rows) // ENTRIES.label_rows) else set()


def _at_edge(rows: Sequence[Row], index: int, starts: set[int]) -> bool:
    """Tell whether a row's label is aligned with those of its column; right-aligned labels vary by a digit."""
    row = rows[index]
    peers = [rows[i] for i in starts if (rows[i].page_number, rows[i].column) == (row.page_number, row.column)]
    return not peers or any(abs(peer.x0 - row.x0) < ENTRIES.label_edge_ems * row.size for peer in peers)


def _alphabetic(rows: Sequence[Row]) -> set[int]:
    starts = {index for index, row in enumerate(rows) if ALPHA_LABEL.match(row.text)}
    return starts if 0 in starts and len(starts) >= max(2, len(rows) // ENTRIES.alphabetic_rows) else set()


def _columns(rows: Sequence[Row]) -> dict[tuple[int, int], list[int]]:
    columns: dict[tuple[int, int], list[int]] = {}
    for index, row in enumerate(rows):
        columns.setdefault((row.page_number, row.column), []).append(index)
    return columns


def _hanging(rows: Sequence[Row]) -> set[int]:
    """Return the first rows of entries with a hanging indent."""
    starts: set[int] = set()
    hung = 0
    depth = _usual_depth(rows)
    if depth is None:
        return set()
    for indices in _columns(rows).values():
        edge = min(rows[i].x0 for i in indices)
        starts |= {i for i in indices if rows[i].x0 < edge + ENTRIES.hanging_pt}
        hung += sum(rows[i].x0 >= edge + ENTRIES.hanging_pt for i in indices)
    # Where most entries fit in one row, few rows are indented, and all others begin with a family name.
    told = hung >= ENTRIES.hanging_share * len(rows) or _begin_with_names(rows, starts)
    return starts if told and len(starts) >= 2 else set()


def _usual_depth(rows: Sequence[Row]) -> float | None:
    steps = Counter(
        round(b.x0 - a.x0) for a, b in pairwise(rows) if a.column == b.column and a.page_number == b.page_number
    )
    depth, count = max(
        ((d, c) for d, c in steps.items() if d >= ENTRIES.hanging_pt), key=lambda item: item[1], default=(0, 0)
    )
    return float(depth) if count >= max(1, len(rows) // ENTRIES.hanging_rows) else None


def _spaced(rows: Sequence[Row]) -> set[int]:
    """Return the first rows of entries separated by vertical space."""
    steps = [
        b.baseline - a.baseline if (a.page_number, a.column) == (b.page_number, b.column) else -1.0
        for a, b in pairwise(rows)
    ]
    inner = sorted(step for step in steps if step > 0)
    if not inner:
        return set()
    usual = inner[len(inner) // ENTRIES.usual_parts]
    wide = [index + 1 for index, step in enumerate(steps) if step > ENTRIES.spaced_share * usual]
    turned = [index + 1 for index, step in enumerate(steps) if step <= 0 and _ends(rows[index])]
    return {0, *wide, *turned} if len(wide) >= max(1, len(rows) // ENTRIES.spaced_rows) else set()


def _by_end(rows: Sequence[Row]) -> set[int]:
    starts = {0} | {
        index + 1
        for index, (a, b) in enumerate(pairwise(rows))
        if _ends(a) and a.x1 < a.right - ENTRIES.short_ems * a.size and b.text[:1].isupper()
    }
    # A full last line does not show the end of an entry; a family name at the start of the next row does.
    if _begin_with_names(rows, starts):
        starts |= {i + 1 for i, (a, b) in enumerate(pairwise(rows)) if _ends(a) and _begins_with_name(b)}
    return starts


def _begin_with_names(rows: Sequence[Row], starts: set[int]) -> bool:
    return sum(_begins_with_name(rows[index]) for index in starts) > ENTRIES.family_share * len(starts)


def _begins_with_name(row: Row) -> bool:
    return _FAMILY_FIRST.match(row.text) is not None


def _ends(row: Row) -> bool:
    return row.text.endswith((".", ")", "]")) or re.search(r"\d$|://\S+$", row.text) is not None
