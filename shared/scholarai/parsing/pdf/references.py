"""The bibliography: rows into entries, entries into label, authors, title, year and DOI."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from scholarai.domain.content import Reference
from scholarai.domain.ids import ReferenceId
from scholarai.parsing.pdf.names import split_names
from scholarai.parsing.pdf.rows import Row

_LABEL = re.compile(r"(?:\[(?P<square>[^\]\s]{1,24})\]|\((?P<round>\d{1,3})\)|(?P<plain>\d{1,3})[.)]?)(?=\s|$)")
_ALPHA_LABEL = re.compile(r"\[[A-Za-z][\w+*\-\u2019'.]{1,20}\]")
_YEAR = re.compile(r"(?<![\d\-\u2013/.])(1[6-9]\d\d|20\d\d)(?=[a-z]?(?![\d]))")
_YEAR_IN_BRACKETS = re.compile(
    r"[(\[](?:[A-Z][a-z]+\.?\s+(?:\d{1,2},?\s+)?)?(1[6-9]\d\d|20\d\d)[a-z]?(?:,[^)\]]*)?[)\]]"
)
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>\u201c\u201d]+[^\s\"<>\u201c\u201d.,;:)\]}]")
_QUOTED = re.compile(r"[\u201c\"\u2018`]{1,2}(?P<title>[^\u201d\"]{8,400}?)[,.]?(?:[\u201d\"]|\u2019\u2019|'')")
_FAMILY = r"(?:(?:van|von|de|der|den|di|da|del|della|dos|du|la|le|ter|el|al|bin)\s+)*[A-ZÀ-Þ][\w'\u2019\u2010-]+(?:\s[A-ZÀ-Þ][\w'\u2019\u2010-]+)?"
_INITIALS = r"[A-ZÀ-Þ]\.(?:[\s-]?[A-ZÀ-Þ]\.){0,3}"
_BETWEEN = r"(?:,?\s+(?:and|&|und|et|y)\s+|,\s+|;\s+)"
# A list of names with initials, either all before or all behind the family names; `et al.` may end it.
_NAMES_FIRST = re.compile(
    rf"(?:{_INITIALS}\s?{_FAMILY}(?:{_BETWEEN}{_INITIALS}\s?{_FAMILY})*|"
    rf"{_FAMILY},\s+{_INITIALS}(?:{_BETWEEN}{_FAMILY},\s+{_INITIALS})*)(?:,?\s+et\s+al\.?)?(?=[\s,:;.(]|$),?"
)
_YEAR_FIRST = re.compile(r"^[\s.,:;]*[(\[]\s*(?:1[6-9]|20)\d\d[a-z]?[^)\]]{0,20}[)\]]")
# A title ends with its sentence, or before the journal: its name in capitals and a volume.
_TITLE = re.compile(
    r"(.{8,400}?[^A-Z\s])(?:[.?!](?=\s+(?:[A-Z0-9À-Þ\u201c\"(\[]|https?:|doi|arXiv|in\b|in:)|$)|"
    r",\s+(?=(?i:in:?\s|vol|pp|pages\s)|(?:1[6-9]|20)\d\d(?:\.|$)|[A-Z][\w.]* \d))"
)
_TITLE_BEFORE_JOURNAL = re.compile(r"(.{10,300}?),\s+(?=[A-Z][^,]{1,70}?\s\d)")
_FAMILY_FIRST = re.compile(
    r"(?:[a-z]{2,3} )?[A-ZÀ-Þ][\w'\u2019-]+(?: [A-ZÀ-Þ][\w'\u2019-]+)?,? (?:[A-Z]\.|[A-Z]{1,3}[,. ])"
)
_HANGING_PT = 4.0
_COUNTED = re.compile(r"(?:\[(?P<square>\d{1,3})\]|(?P<plain>\d{1,3})\.)\s+\S")
# A list that counts this far near a paper's end, in the form of a bibliography, is one. A guess.
_LEAST_ENTRIES = 8
_MOST_ENTRY_ROWS = 8


def reference_entries(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of a bibliography entry by entry."""
    rows = [row for row in rows if not row.vertical]
    if not rows:
        return []
    starts = (
        _labelled(rows)
        or _raised(rows)
        or _alphabetic(rows)
        or _hanging(rows)
        or _spaced(rows)
        or _indented(rows)
        or _by_end(rows)
    )
    return _cut(rows, starts)


def _cut(rows: Sequence[Row], starts: set[int]) -> list[list[Row]]:
    entries: list[list[Row]] = []
    for index, row in enumerate(rows):
        if index in starts or not entries:
            entries.append([row])
        else:
            entries[-1].append(row)
    return entries


def bibliography_start(rows: Sequence[Row]) -> int | None:
    """Return where a bibliography without a heading begins: the last row labelled 1 that 2, 3, 4 … follow."""
    labels = [(index, number) for index, row in enumerate(rows) if (number := _counted(row))]
    for place in range(len(labels) - 1, -1, -1):
        index, number = labels[place]
        if number != 1:
            continue
        wanted = 2
        for _, other in labels[place + 1 :]:
            wanted += other == wanted
        if wanted > _LEAST_ENTRIES or _ends_paper(rows[index:], wanted - 1):
            return index
    return None


def _counted(row: Row) -> int:
    match = _COUNTED.match(row.text)
    return int(match["square"] or match["plain"]) if match else int(raised_number(row) or 0)


def _ends_paper(rows: Sequence[Row], count: int) -> bool:
    """Tell whether a paper's last rows are entries `[1]`, `[2]` … alone, most of them with a year."""
    if count < 2 or not rows[0].text.startswith("["):
        return False
    starts = _counting(rows, "square")
    dated = sum(bool(_YEAR.search(" ".join(row.text for row in entry))) for entry in _cut(rows, starts))
    return len(starts) == count and len(rows) <= _MOST_ENTRY_ROWS * count and dated > 0.6 * count


def raised_number(row: Row) -> str | None:
    """Return the raised number that a row begins with, as entries of chemistry's and physics' journals do."""
    lead = row.runs[0]
    text = row.text[lead.start : lead.end].strip()
    small = lead.raised or lead.style.size_pt < 0.8 * row.size
    return text if small and text.isdigit() and len(text) <= 3 and len(row.runs) > 1 else None


def _raised(rows: Sequence[Row]) -> set[int]:
    """Return where entries begin when raised numbers count them."""
    starts: set[int] = set()
    last = 0
    for index, row in enumerate(rows):
        number = int(raised_number(row) or 0)
        if last < number <= last + 3:
            starts.add(index)
            last = number
    return starts if 0 in starts and len(starts) >= 2 else set()


def _labelled(rows: Sequence[Row]) -> set[int]:
    """Return where entries begin when they count 1, 2, 3 and so on."""
    for form in ("square", "round", "plain"):
        starts = _counting(rows, form)
        if len(starts) >= 2 or (len(starts) == 1 and min(starts) == 0 and form == "square"):
            return starts
    return set()


def _counting(rows: Sequence[Row], form: str) -> set[int]:
    found: list[tuple[int, int]] = []
    for index, row in enumerate(rows):
        match = _LABEL.match(row.text)
        if match and match[form] and match[form].isdigit():
            found.append((index, int(match[form])))
    # The first labels may be lost, to a draft's line numbers for example.
    if not found or found[0][0] > 4 * min(found[0][1], _LEAST_ENTRIES):
        return set()
    starts = {0, found[0][0]}
    last = found[0][1]
    for index, number in found[1:]:
        # A lost label leaves a gap; a number that jumps far belongs to the text of an entry.
        if last < number <= last + 3 and _at_edge(rows, index, starts):
            starts.add(index)
            last = number
    least = 1 if found[0][1] == 1 else 4
    return starts if len(starts) >= max(least, len(rows) // 12) else set()


def _at_edge(rows: Sequence[Row], index: int, starts: set[int]) -> bool:
    """Tell whether a row's label stands where the labels of its column stand (right-aligned ones vary by a digit)."""
    row = rows[index]
    peers = [rows[i] for i in starts if (rows[i].page_number, rows[i].column) == (row.page_number, row.column)]
    return not peers or any(abs(peer.x0 - row.x0) < 1.8 * row.size for peer in peers)


def _alphabetic(rows: Sequence[Row]) -> set[int]:
    starts = {index for index, row in enumerate(rows) if _ALPHA_LABEL.match(row.text)}
    return starts if 0 in starts and len(starts) >= max(2, len(rows) // 10) else set()


def _columns(rows: Sequence[Row]) -> dict[tuple[int, int], list[int]]:
    columns: dict[tuple[int, int], list[int]] = {}
    for index, row in enumerate(rows):
        columns.setdefault((row.page_number, row.column), []).append(index)
    return columns


def _hanging(rows: Sequence[Row]) -> set[int]:
    """Return where entries begin when their further rows are indented."""
    starts: set[int] = set()
    hung = 0
    depth = _usual_depth(rows)
    if depth is None:
        return set()
    for indices in _columns(rows).values():
        edge = min(rows[i].x0 for i in indices)
        if all(abs(rows[i].x0 - edge) < _HANGING_PT for i in indices) and len(indices) > 1:
            # A column without any first row, or without any further one, tells by its column's edge.
            edge = min(edge, rows[indices[0]].left)
        starts |= {i for i in indices if rows[i].x0 < edge + _HANGING_PT}
        hung += sum(rows[i].x0 >= edge + _HANGING_PT for i in indices)
    return starts if hung >= 0.2 * len(rows) and len(starts) >= 2 else set()


def _usual_depth(rows: Sequence[Row]) -> float | None:
    steps = Counter(
        round(b.x0 - a.x0) for a, b in pairwise(rows) if a.column == b.column and a.page_number == b.page_number
    )
    depth, count = max(((d, c) for d, c in steps.items() if d >= _HANGING_PT), key=lambda item: item[1], default=(0, 0))
    return float(depth) if count >= max(1, len(rows) // 12) else None


def _spaced(rows: Sequence[Row]) -> set[int]:
    """Return where entries begin when white parts them."""
    steps = [
        b.baseline - a.baseline if (a.page_number, a.column) == (b.page_number, b.column) else -1.0
        for a, b in pairwise(rows)
    ]
    inner = sorted(step for step in steps if step > 0)
    if not inner:
        return set()
    usual = inner[len(inner) // 4]
    wide = [index + 1 for index, step in enumerate(steps) if step > 1.15 * usual]
    turned = [index + 1 for index, step in enumerate(steps) if step <= 0 and _ends(rows[index])]
    return {0, *wide, *turned} if len(wide) >= max(1, len(rows) // 10) else set()


def _indented(rows: Sequence[Row]) -> set[int]:
    """Return where entries begin when their first row is the indented one."""
    starts: set[int] = set()
    for indices in _columns(rows).values():
        edge = min(rows[i].x0 for i in indices)
        starts |= {i for i in indices if rows[i].x0 >= edge + _HANGING_PT}
    return starts | {0} if 2 <= len(starts) < 0.7 * len(rows) else set()


def _by_end(rows: Sequence[Row]) -> set[int]:
    starts = {0} | {
        index + 1
        for index, (a, b) in enumerate(pairwise(rows))
        if _ends(a) and a.x1 < a.right - 2 * a.size and b.text[:1].isupper()
    }
    # A last line that fills its column shows no end, but where entries begin with a family name the next one does.
    if sum(bool(_FAMILY_FIRST.match(rows[index].text)) for index in starts) > 0.7 * len(starts):
        starts |= {i + 1 for i, (a, b) in enumerate(pairwise(rows)) if _ends(a) and _FAMILY_FIRST.match(b.text)}
    return starts


def _ends(row: Row) -> bool:
    return row.text.endswith((".", ")", "]")) or bool(re.search(r"\d$", row.text))


class _Fields(NamedTuple):
    label: str | None
    rest: str


def read_reference(raw: str, index: int, raised: str | None = None) -> Reference:
    """Return an entry's fields as far as they can be told from its text.

    Args:
        raw: The entry as printed.
        index: Its place, from 1.
        raised: The raised number it begins with, which touches its first word.
    """
    label, rest = _Fields(raised, raw.removeprefix(raised).strip()) if raised else _label(raw)
    doi = _DOI.search(rest.replace("doi.org/ ", "doi.org/").replace("doi: ", "doi:"))
    year = _year(rest)
    authors, title = _authors_and_title(rest, year)
    return Reference(
        id=ReferenceId(f"r{index}"),
        raw=raw,
        label=label,
        title=title,
        authors=authors,
        year=year,
        doi=doi[0].rstrip(".,;") if doi else None,
    )


def _label(raw: str) -> _Fields:
    match = _LABEL.match(raw)
    if match is None or (match["square"] and not match["square"].isdigit() and not _ALPHA_LABEL.match(raw)):
        return _Fields(None, raw)
    return _Fields(match["square"] or match["round"] or match["plain"], raw[match.end() :].strip())


def _year(text: str) -> int | None:
    bracketed = _YEAR_IN_BRACKETS.search(text)
    if bracketed:
        return int(bracketed[1])
    without_links = re.sub(r"https?://\S+|arXiv:\S+|doi:\s*\S+|10\.\d{4,}/\S+", " ", text)
    years = [int(year) for year in _YEAR.findall(without_links)]
    return years[-1] if years else None


def _authors_and_title(text: str, year: int | None) -> tuple[tuple[str, ...], str | None]:
    quoted = _QUOTED.search(text)
    if quoted:
        return split_names(text[: quoted.start()]), quoted["title"].strip(" ,.")
    listed = _NAMES_FIRST.match(text)
    if listed:
        rest = _YEAR_FIRST.sub("", text[listed.end() :])
        comma = listed[0].rstrip().endswith(",") or rest.startswith(",")
        rest = rest.lstrip(" ,.:;")
        return split_names(listed[0]), _before_journal(rest) if comma else _first_sentence(rest)
    for cut in _cuts(text, year):
        head, tail = cut
        names = split_names(head)
        title = _first_sentence(tail)
        if names and title and len(title) > 8:
            return names, title
    return (), None


def _cuts(text: str, year: int | None) -> list[tuple[str, str]]:
    """Return likely places where the authors end and the title begins, best first."""
    cuts = []
    if year is not None:
        match = re.search(
            rf"[(\[]\s*(?:[A-Z][a-z]+\.?\s+)?{year}[a-z]?[^)\]]{{0,20}}[)\]][.,:]?\s*|(?<=[.,])\s*{year}[a-z]?[.,:]\s+",
            text,
        )
        if match and 3 < match.start() < 0.6 * len(text):
            cuts.append((text[: match.start()], text[match.end() :]))
    colon = re.search(r"(?<=[A-Z]\.):\s+", text)
    if colon:
        cuts.append((text[: colon.start()], text[colon.end() :]))
    cuts += [
        (text[: match.start() + 1], text[match.end() :])
        for match in re.finditer(
            r"(?<![A-Z])(?<!\bal)(?<!\bJr)\.\s+(?=[A-Z\u201c\"0-9])|\bal\.\s+(?=[A-Z])", text[:600]
        )
    ][:2]
    cuts += [
        (text[: match.end(1)], text[match.end() :])
        for match in re.finditer(r"((?:[A-Z]\.\s?)+)\s+(?=[A-Z][a-z]+ [a-z])", text[:400])
    ][:1]
    return cuts


def _first_sentence(text: str) -> str | None:
    match = _TITLE.match(text)
    title = (match[1] if match else text[:200]).strip(" ,.")
    return title or None


def _before_journal(text: str) -> str | None:
    """Return the title of an entry that parts everything by commas; many physics journals print none."""
    match = _TITLE_BEFORE_JOURNAL.match(text)
    return match[1].strip(" ,.") if match and len(re.findall(r"(?<=\s)[a-z]", match[1])) >= 1 else None
