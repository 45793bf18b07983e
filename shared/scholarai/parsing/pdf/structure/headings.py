"""Finds section headings and their levels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

from scholarai.parsing.pdf.layout.columns import SIDEBAR
from scholarai.parsing.pdf.layout.mathematics import is_math_font, math_share
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.structure.groups import Group, is_centered, starts_bullet
from scholarai.parsing.pdf.structure.heading import Heading, Look, look_of
from scholarai.parsing.pdf.structure.levels import set_levels
from scholarai.parsing.pdf.structure.numbering import in_sequence
from scholarai.parsing.pdf.structure.run_in import run_in_heading
from scholarai.parsing.pdf.structure.thresholds import HEADINGS, RUN_IN
from scholarai.parsing.pdf.text.labels import CAPTION
from scholarai.parsing.pdf.text.titles import (
    Numbered,
    begins_title,
    is_bibliography,
    is_section_name,
    letters,
    split_title,
)

_WORD = re.compile(r"[^\W\d_]{3,}|[\u2e80-\u9fff]{2,}")
# The format of a file listed at a paper's end, or a remark.
_PANEL = re.compile(r"\([a-z]\)\s")
_IN_BRACKETS = re.compile(r"(?:\([^()]*\)|\[[^\[\]]*\])[.,:;]?")
_ACRONYM = re.compile(r"[^\W\d_]{2,}")
_SEQUENCE = re.compile(r"[ACGTU]{12}")
_SENTENCE_END = re.compile(r"[.,;]$")
_STATEMENT = re.compile(
    r"\W*(?:theorem|lemma|proposition|corollary|definition|remark|proof|example|claim|conjecture|assumption|observation|"
    r"fact|exercise|problem|question|algorithm|case|solution|input|output|require|ensure|initialize|return)s?\b[\s.:]*"
    r"(?:[A-Z]?\d|\(|[.:]|[A-Z]\.)|\W*(?:proof|solution)s?\s+of\b|\W*(?:proof|input|output|require|ensure|initialize|return|step)$",
    re.IGNORECASE,
)
# What journals call the files beside a paper, listed at its end: "Text S1. Details of the model.", "S2 Fig. Molecular relations."
_SUPPLEMENT = re.compile(r"(?:[^\W\d_]+ ){1,4}S\d{1,2}[.:]|S\d{1,2} [^\W\d_]{3,10}\.")
_STEP = re.compile(r"\W*steps?\b[\s.:]*(?:\d|\()", re.IGNORECASE)
_NOTICE = re.compile(
    r"(?:(?:20\d\d )?(?:acm|mathematics) subject|digital object identifier|doi\b|pacs\b|msc\b|jel\b|ccs concepts|general terms|"
    r"categories and subject|received\b|accepted\b|submitted\b|index(?:ed)? terms|key\s?-?words(?: and phrases|\s?[:.\u2014\u2013-]+\s?\w)|to cite this|how to cite|"
    r"\(?dated\b|typeset\b|draft version|corresponding author|e-?mail|article (?:history|info)\b|\S+\.(?:org|com|net|edu|gov)\b\S*$)",
    re.IGNORECASE,
)
# What publishers print behind the last page of a paper, in boxes and on pages of their own.
_ADVERTISEMENT = re.compile(r"submit your (?:next )?manuscripts? (?:at|to)\b", re.IGNORECASE)
_CONTENTS_LINE = re.compile(r"(?:\s|(?<!\d)[,.])\d{1,3}$")


def heading_candidates(groups: Sequence[Group], metrics: Metrics) -> list[Heading]:
    """Return the groups that look like headings, in order, including those of the title page."""
    found: list[Heading] = []
    unsure: list[Heading] = []
    advertisements = _advertisements(groups)
    for group, following in zip_longest(groups, groups[1:]):
        if group in advertisements:
            continue
        if group.size > HEADINGS.displayed_share * metrics.size or not _is_statement(group):
            heading = run_in_heading(group, metrics) or _heading(group, following, metrics)
            if heading is None:
                continue
            doubtful = heading.unsure or _is_small_print(heading, following, metrics)
            (unsure if doubtful else found).append(heading)
    found += _confirmed(unsure, found)
    place = {group: index for index, group in enumerate(groups)}
    return sorted(found, key=lambda heading: place[heading.group])


def _advertisements(groups: Sequence[Group]) -> set[Group]:
    """Return a journal's calls for manuscripts, and everything on a page with little besides one."""
    found = {group for group in groups if _ADVERTISEMENT.match(group.text)}
    pages = {group.page_number for group in found}
    letters_of = Counter[int]()
    for group in groups:
        letters_of[group.page_number] += len(group.text)
    bare = {page for page in pages if letters_of[page] < HEADINGS.advertisement_characters}
    return found | {group for group in groups if group.page_number in bare}


def _confirmed(unsure: Sequence[Heading], found: Sequence[Heading]) -> list[Heading]:
    """Return the unsure headings whose look others share: displayed ones certain headings, run-in and plain ones each other."""
    displayed = Counter(heading.look for heading in found if not heading.run_in)
    run_in = Counter(heading.look for heading in unsure if heading.run_in)
    plain = Counter(heading.look for heading in unsure if heading.unsure and not heading.run_in)
    return [
        h
        for h in unsure
        if displayed[h.look] >= HEADINGS.sure_headings
        or (h.run_in and run_in[h.look] >= RUN_IN.siblings)
        or (h.unsure and plain[h.look] >= HEADINGS.set_off_headings)
    ]


def select_headings(candidates: Sequence[Heading]) -> list[Heading]:
    """Return the candidates that are headings, with their levels."""
    found = in_sequence(_without_contents(candidates))
    set_levels(found)
    return found


def _is_statement(group: Group) -> bool:
    """Tell whether a group begins a theorem or the like, a step of an algorithm, or a notice of the title page."""
    text = group.text
    if _SUPPLEMENT.match(text):
        return True
    if _STEP.match(text) and not all(row.bold for row in group.rows):
        return True
    return bool(_STATEMENT.match(text) or _NOTICE.match(text)) and not is_section_name(text)


def _heading(group: Group, following: Group | None, metrics: Metrics) -> Heading | None:
    text = group.text.strip()
    if not _may_be_heading(group, text, metrics):
        return None
    number, title, stop = split_title(text)
    look = look_of(group.first, metrics)
    strong = group.size > HEADINGS.larger_share * metrics.size or look.bold or look.capitals
    named = is_section_name(title)
    sure = named or _reads_like_title(group, look, Numbered(number, title, stop), strong=strong)
    if not sure and not (number is None and _is_set_off(group, following, look)):
        return None
    tight = (
        following is not None and following.gap < HEADINGS.tight_leadings and following.page_number == group.page_number
    )
    same_size = group.size < HEADINGS.larger_share * metrics.size
    # A list's first name may begin small, as in "van der Berg".
    goes_on = tight and same_size and not (strong and is_bibliography(title))
    if following is not None and _is_no_section(group, following, tight=goes_on, sure=named or number is not None):
        return None
    return Heading(
        group=group,
        title=title.rstrip(".: "),
        number=number,
        look=look,
        stop=stop,
        tight=tight and same_size and not named and not number,
        unsure=not sure,
    )


def _reads_like_title(group: Group, look: Look, text: Numbered, *, strong: bool) -> bool:
    """Tell whether a group has the wording and type of a title, not of a sentence."""
    number, title, stop = text
    if not (strong or _stands_alone(group, look, number, title)):
        return False
    displayed = look.bold and look.size > HEADINGS.much_larger_share
    # `3.1 with a prior` and `3. with a prior`; `17 end` and `3: end` are lines of a listing.
    counted = number is not None and (stop not in ("", ":") or not number.isdecimal())
    if title[:1].islower() and not begins_title(title) and not (strong and (counted or displayed)):
        return False
    if _is_announcement(title) and not (strong and (number or look.italic)):
        return False
    if not number and (_IN_BRACKETS.fullmatch(title) or not _is_wording(group, look)):
        return False
    return _ends_like_title(title, marked=strong or (look.italic and number is not None))


def _ends_like_title(title: str, *, marked: bool) -> bool:
    """Tell whether a text ends like a title; a short one with a full stop is one where it is marked otherwise."""
    short = title.endswith(".") and len(title) < HEADINGS.sentence_characters
    return not _SENTENCE_END.search(title) or (marked and short)


def _is_announcement(title: str) -> bool:
    """Tell whether a text with a final colon is a sentence, not a title."""
    return title.endswith(":") and title.count(" ") > HEADINGS.colon_words


def _is_wording(group: Group, look: Look) -> bool:
    """Tell whether a group is words, not a formula: an unnumbered title in ordinary type has no mathematical letters."""
    if max(map(math_share, group.rows)) > HEADINGS.math_in_title_share:
        return False
    return look.bold or not any(is_math_font(run.style.font) for row in group.rows for run in row.runs)


def _is_no_section(group: Group, following: Group, *, tight: bool, sure: bool) -> bool:
    """Tell whether the next group continues a group's sentence, or is a formula below a line in italics."""
    if tight and following.first.text[:1].islower():
        return True
    return following.equation and not sure and group.first.italic and not group.first.bold


def _is_small_print(heading: Heading, following: Group | None, metrics: Metrics) -> bool:
    """Tell whether a heading is in small capitals or the next group is small print: only other headings make it one."""
    if heading.run_in or heading.number is not None or heading.named:
        return False
    if heading.look.capitals and not heading.look.bold and heading.look.size < HEADINGS.small_capitals_share:
        return True
    if following is None:
        return False
    small = following.size < HEADINGS.small_print_share * metrics.size and not following.equation
    return small and heading.group.size < HEADINGS.much_larger_share * metrics.size


def _may_be_heading(group: Group, text: str, metrics: Metrics) -> bool:
    """Tell whether a group has the length, the type and the words of a possible title."""
    if group.first.vertical or group.equation or group.first.column == SIDEBAR:
        return False
    if len(group.rows) > HEADINGS.rows or len(text) > HEADINGS.characters:
        return False
    return _is_set_like_title(group, text, metrics) and _is_worded(group, text, metrics)


def _is_set_like_title(group: Group, text: str, metrics: Metrics) -> bool:
    first = group.first
    if (first.cells and not split_title(text).number and not _is_stretched(group)) or (
        first.bold and not all(row.bold for row in group.rows)
    ):
        return False
    if group.size < HEADINGS.smallest_share * metrics.size or first.share("mono") > HEADINGS.code_share:
        return False
    # `(b) Confusion matrix` in smaller type names a panel of a figure.
    panel = _PANEL.match(text) and group.size < metrics.size - HEADINGS.panel_smaller_pt
    return not panel and not starts_bullet(text) and not CAPTION.match(text)


def _is_stretched(group: Group) -> bool:
    """Tell whether the wide gaps of a title are those of justified lines: all alike, in rows that fill a narrow column."""
    if len(group.rows) < 2 or group.last.cells:
        return False
    for row in group.rows[:-1]:
        gaps = [after - before for before, after in zip(row.extents[1:-1:2], row.extents[2::2], strict=True)]
        uneven = max(gaps, default=0.0) - min(gaps, default=0.0) > HEADINGS.stretched_ems * row.size
        if uneven or row.x1 < row.right - HEADINGS.stretched_edge_ems * row.size:
            return False
    return True


def _is_worded(group: Group, text: str, metrics: Metrics) -> bool:
    """Tell whether a group consists of words, and of no sequence of bases. Below a number in large bold type, the name of a device may be half digits."""
    number, title, _ = split_title(text)
    if _SEQUENCE.search(title):
        return False
    device = number is not None and group.first.bold and group.size > HEADINGS.displayed_share * metrics.size
    if not (_ACRONYM if device else _WORD).search(text) or any(
        math_share(row) > HEADINGS.math_row_share for row in group.rows
    ):
        return False
    least = HEADINGS.device_letters_share if device else HEADINGS.letters_share
    return letters(title) >= least * len(title.replace(" ", ""))


def _is_set_off(group: Group, following: Group | None, look: Look) -> bool:
    """Tell whether a short line in the body's type has white above and below it, as Springer's headings below the first level."""
    if (
        following is None
        or len(group.rows) > 1
        or look.centered
        or min(group.gap, following.gap) < HEADINGS.set_off_leadings
    ):
        return False
    text, first, below = group.text, group.first, following.first
    is_near = below.page_number == first.page_number and below.column == first.column
    is_text = len(following.rows) > 1 and abs(following.size - group.size) < HEADINGS.set_off_pt
    at_edge = below.x0 - first.x0 < HEADINGS.set_off_edge_ems * first.size
    ends_early = first.x1 < first.right - HEADINGS.alone_short_ems * first.size
    return (
        is_near
        and is_text
        and at_edge
        and ends_early
        and begins_title(text)
        and text[-1:].isalnum()
        and len(text) < HEADINGS.alone_characters
        and _is_wording(group, look)
    )


def _stands_alone(group: Group, look: Look, number: str | None, title: str) -> bool:
    """Tell whether a row in body type is placed like a heading: space above, short, and italic or numbered."""
    if group.gap < HEADINGS.alone_leadings or len(group.rows) > HEADINGS.alone_rows:
        return False
    ends_early = group.last.x1 < group.last.right - HEADINGS.alone_short_ems * group.size
    short = ends_early or (number is not None and is_centered(group.last))
    return (
        short
        and len(title) < HEADINGS.alone_characters
        and (look.italic or (number is not None and begins_title(title)))
    )


def _without_contents(found: Sequence[Heading]) -> list[Heading]:
    """Return the headings without the lines of a table of contents, which end in page numbers."""
    listed = [h for h in found if _CONTENTS_LINE.search(h.group.text)]
    by_page = Counter(h.group.page_number for h in listed)
    lines = {h for h in listed if by_page[h.group.page_number] >= HEADINGS.contents_lines}
    return [h for h in found if h not in lines]
