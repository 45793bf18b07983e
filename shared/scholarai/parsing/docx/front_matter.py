"""What stands above the text of a Word file: the title among its first paragraphs, and the names of people."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.parsing.docx.paragraphs import Paragraph
from scholarai.parsing.pdf.text.names import is_name
from scholarai.parsing.section_names import COMMON_SECTIONS, PRINTED_SECTIONS

AUTHOR_STYLES = frozenset({"author", "authors", "author names"})
_LONGEST_TITLE = 300
_TITLE_LABEL = re.compile(r"(?:(?:article|paper|full)\s+)?title\s*:\s*(?=\S)", re.IGNORECASE)
# What stands above a title.
_ABOVE = re.compile(
    r"^\W*(?:\d{1,4}\W+){2,3}\d{1,4}\W*$|^[^.]{0,60}\b(?:universit\w+|institute?|department|faculty|school of)\b[^.]{0,40}$|"
    r"^(?:figure|fig|table)\b|^(?:original|research|review|short|full)\s+(?:article|paper|report|communication)s?\W*$|^(?:manuscript|draft|version|running)\b",
    re.IGNORECASE,
)
_AUTHOR_LABEL = re.compile(r"^\W*(?:(?:authors?|by)\b\s*:?\s*|(?:dr|prof|mr|mrs|ms)\b\.?\s*)+", re.IGNORECASE)
_BESIDE_NAMES = re.compile(
    r"\([^()]*\)|\^[^^]{1,12}\^|(?<!\S)[^\s@]++@\S+|https?:\S+|\bORCID\S*+|\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b|"
    r"\b(?:Ph\.?\s?D|M\.?D|M\.?Sc|B\.?Sc|MPH|MBBS|MBA|RN|DPhil|DrPH|MRCP|FRCP)\b\.?(?:\s\w{2,6}\b(?=,|;|$))?|"
    r"[⁰¹²³⁴-⁹*†‡§¶#^]+(?:\d{1,2}(?:\s?,\s?\d{1,2})*)?|(?<=[^\W\d_])\s?\^?\d{1,2}(?:\s?,\s?\d{1,2})*(?!\d)|\bdr\.?\s|\bprof\.?\s",
    re.IGNORECASE,
)
_BETWEEN_NAMES = re.compile(r"[,;•·|&]|\band\b|\bund\b|\bet\b|\by\b")
_NO_PERSON = re.compile(
    r"\b(?:authors?|notes?|running|title|head|corresponding|correspondence|abstract|keywords?|words?|count|original|article|review|"
    r"supporting|supplementary|information|draft|manuscript|version|thesis|chapter|figures?|tables?|journal|report|paper|proceedings|"
    r"submitted|supervis\w*|address|affiliations?|acknowledge?ments?|conclusions?|introduction|contents|professor|lecturer|students?|fellow|engineer|director|member)\b",
    re.IGNORECASE,
)


def title_in(front: Sequence[Paragraph], stated: str | None) -> Paragraph | None:
    """Return the title among the first paragraphs: the one that the file's properties say, else the largest, else the first."""
    titled = (one for one in front if "title" in one.style and AUTHOR_STYLES.isdisjoint(one.style))
    likely = [one for one in front if len(one.text) <= _LONGEST_TITLE and _may_be_title(one.text)]
    said = (one for one in likely if stated and one.text.casefold() == stated.casefold())
    largest = max((one.size for one in likely), default=0)
    return next((one for ones in (titled, said, (one for one in likely if one.size == largest)) for one in ones), None)


def title_text(text: str) -> str:
    """Return a title without the word that calls it so."""
    return _TITLE_LABEL.sub("", text, count=1) if _TITLE_LABEL.match(text) else text


def ends_front(found: Paragraph, *, is_first: bool) -> bool:
    """Tell whether a paragraph is not above the text any more; a heading at the very beginning may be the title."""
    name = found.text.rstrip(".:").lower()
    if "title" in found.style:
        return False
    if found.level is None:
        return name in COMMON_SECTIONS or (found.is_bold and (" " not in name or name in PRINTED_SECTIONS))
    return not is_first or name in PRINTED_SECTIONS or name[:1].isdigit()


def names_in(line: str) -> tuple[str, ...]:
    """Return the people whom a line names; empty for a line that says anything else."""
    if _NO_PERSON.search(bare := _AUTHOR_LABEL.sub("", line)):
        return ()
    parts = [" ".join(part.split()).strip(" ,.") for part in _BETWEEN_NAMES.split(_BESIDE_NAMES.sub(" ", bare))]
    names = [part for part in parts if part]
    return tuple(names) if all(map(is_name, names)) else ()


def _may_be_title(text: str) -> bool:
    return " " in text and sum(map(str.isalpha, text)) > 3 and not _ABOVE.search(text)
