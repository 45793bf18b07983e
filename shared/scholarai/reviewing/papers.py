"""Names papers as a review does, "(Doe et al., 2020)", and finds the year of those whose metadata lack it."""

from __future__ import annotations

import itertools
import re
import string
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from scholarai.domain.formats import ENDINGS
from scholarai.domain.ids import PaperId
from scholarai.domain.imprint import imprint_of
from scholarai.domain.paper import Metadata
from scholarai.domain.people import is_nobody
from scholarai.domain.review import Report, ReviewedPaper, TableRow

_PARTICLES = frozenset("da de del der di du la le van von ter ten bin ibn al".split())
_TITLE_CHARACTERS = 40
# Groups that stand in lists of authors: "on behalf of the Taskforce" is nobody's family name.
_GROUP = re.compile(r"(?:[Oo]n behalf of|[Ff]or the|[Aa]nd the) \w.*")
# References as models write them of their own accord: names and a year at the end, or numbers, in brackets.
_NAMES_AND_YEAR = r"(?:see |e\.g\.,? |cf\. )?[A-Z][\w’'.-]{1,60}[^()\[\]]{0,120}?,?\s{0,2}(?:19|20)\d\d[a-z]?(?:_\d+)?"
_REFERENCE = re.compile(
    rf"(?<!\s)\s*+(?:\({_NAMES_AND_YEAR}\s*\)|\[{_NAMES_AND_YEAR}\s*\]|\[\s*\d+(?:\s*[,;–-]\s*\d+)*\s*\])"
)
_ARXIV = re.compile(r"(?<!\d)(\d\d)(?:0[1-9]|1[0-2])\.\d{4,5}(?!\d)")
# https://aclanthology.org/info/ids/: a letter, two digits of the year, and a number, until 2019; since then the whole year.
_ANTHOLOGY = re.compile(r"(?<![A-Za-z\d])[A-Z](\d\d)-\d{4}(?!\d)")
_YEAR = re.compile(r"(?<!\d)((?:19[5-9]|20[0-4])\d)(?!\d)")
_MONTH = r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
_MADE = re.compile(
    rf"(?:©|\(c\)|\bcopyright\b|\barXiv\b|\bdraft version\b|\b(?:received|accepted|published|submitted|revised|proceedings|conference|workshop)\b)"
    rf"[^.\n]{{0,60}}?(?<!\d)((?:19[5-9]|20[0-4])\d)(?!\d)|^[^\w\n]*+(?:\d{{1,2}} )?{_MONTH}\.?,? (?:\d{{1,2}}, )?((?:19[5-9]|20[0-4])\d)[^\w\n]*+$",
    re.IGNORECASE | re.MULTILINE,
)
# About a first page.
_PAGE_CHARACTERS = 4_000
# The anthology begins with 1952, arXiv's ids of this form with 2007.
_CENTURY_ENDS = 50


def with_labels(papers: Sequence[ReviewedPaper]) -> tuple[ReviewedPaper, ...]:
    """Return the papers with their labels; several that would have the same one are told apart as people do it.

    Undated papers of the same authors are called by their titles, too; others get letters in their order: 2001a, 2001b.
    """
    plain = _distinct_labels(papers, [_label(paper) for paper in papers])
    shared = {label for label, count in Counter(plain).items() if count > 1}
    seen: Counter[str] = Counter()
    labelled = []
    for paper, label in zip(papers, plain, strict=True):
        suffix = _suffix(paper, seen[label]) if label in shared else ""
        seen[label] += 1
        labelled.append(replace(paper, label=f"({label}{suffix})"))
    return tuple(labelled)


def _distinct_labels(papers: Sequence[ReviewedPaper], labels: Sequence[str]) -> list[str]:
    """Return the labels, those that several papers have with titles in the place of a year that is not known."""
    count = Counter(labels)
    pairs = zip(papers, labels, strict=True)
    return [_label(paper, titled=True) if count[label] > 1 else label for paper, label in pairs]


def with_corrections(report: Report, known: Mapping[PaperId, Metadata]) -> Report:
    """Return the report with its papers as they are known now; one whose label changes is named so in tables, too.

    A year that the metadata lacks stays, since a review takes it from the first page. Papers that are not known any more stay
    as they were.
    """
    papers = _corrected(report.papers, known)
    silent = _corrected(report.silent, known)
    if papers == report.papers and silent == report.silent:
        return report
    labels = {paper.paper_id: paper.label for paper in papers}
    return replace(
        report,
        papers=papers,
        silent=silent,
        sections=tuple(
            section
            if section.table is None
            else replace(section, table=replace(section.table, rows=_renamed(section.table.rows, labels)))
            for section in report.sections
        ),
    )


def _renamed(rows: Sequence[TableRow], labels: Mapping[PaperId, str]) -> tuple[TableRow, ...]:
    return tuple(replace(row, label=labels.get(row.paper_id, row.label)) for row in rows)


def _corrected(papers: Sequence[ReviewedPaper], known: Mapping[PaperId, Metadata]) -> tuple[ReviewedPaper, ...]:
    now = [paper if paper.paper_id not in known else _as_known(paper, known[paper.paper_id]) for paper in papers]
    taken = {before.label for before, after in zip(papers, now, strict=True) if before == after}
    corrected: list[ReviewedPaper] = []
    for before, after in zip(papers, now, strict=True):
        corrected.append(after if before == after else replace(after, label=_free_label(after, taken)))
        taken.add(corrected[-1].label)
    return tuple(corrected)


def _as_known(paper: ReviewedPaper, about: Metadata) -> ReviewedPaper:
    return replace(
        paper,
        title=about.title or paper.title,
        authors=about.authors,
        year=about.year or paper.year,
        venue=about.venue,
        doi=about.doi,
        **imprint_of(about),
    )


def _free_label(paper: ReviewedPaper, taken: Collection[str]) -> str:
    """Return the label of a paper, with the first suffix under which no other one is called so."""
    labels = [_label(paper), _label(paper, titled=True)]
    with_suffixes = (f"{labels[-1]}{_suffix(paper, place)}" for place in itertools.count(1))
    return next(f"({label})" for label in itertools.chain(labels, with_suffixes) if f"({label})" not in taken)


def strip_references(text: str, known: Sequence[str]) -> tuple[str, int]:
    """Return the text without references of the model's own, and how many of them named no paper; leading line breaks stay.

    Our own references are set where a quote stands, never where a model writes one.
    """
    names = set(known)
    references = [match[0].strip() for match in _REFERENCE.finditer(text)]
    unknown = sum(reference not in names for reference in references)
    return re.sub(r"(?<!\s)\s+([.,;:])", r"\1", _REFERENCE.sub("", text)).rstrip().lstrip(" "), unknown


def _label(paper: ReviewedPaper, *, titled: bool = False) -> str:
    """Return what a paper is called, without brackets; `titled`: by its title where no year is known."""
    return f"{_name(paper, titled=titled)}{', supplement' if paper.is_supplement else ''}"


def _name(paper: ReviewedPaper, *, titled: bool) -> str:
    named = [author for author in paper.authors if not is_nobody(author)]
    named = [author for author in named if not _GROUP.fullmatch(author)] or named
    if not named:
        return f"{_short_title(paper)}, {paper.year}" if paper.year else _short_title(paper)
    year = str(paper.year or (_short_title(paper) if titled else "n.d."))
    names = [_family_name(author) for author in named]
    match names:
        case [only]:
            return f"{only}, {year}"
        case [first, second]:
            return f"{first} and {second}, {year}"
        case _:
            return f"{names[0]} et al., {year}"


def _short_title(paper: ReviewedPaper) -> str:
    """Return as many words of a title as fit, without brackets; a file's name loses its ending."""
    title = " ".join(paper.title.replace("(", "").replace(")", "").split())
    title = next(
        (title[: -len(end)] for end in ENDINGS if title.lower().endswith(end) and len(title) > len(end)), title
    )
    return title if len(title) <= _TITLE_CHARACTERS else f"{title[:_TITLE_CHARACTERS].rsplit(' ', 1)[0]}…"


def _suffix(paper: ReviewedPaper, place: int) -> str:
    """Return what follows the label of a namesake: a letter after a year, a number behind a word or where no letter is left."""
    letters = string.ascii_lowercase
    ends_in_year = bool(paper.year) and not paper.is_supplement
    return letters[place] if ends_in_year and place < len(letters) else f" {place + 1}"


def _family_name(author: str) -> str:
    if "," in author:
        return author.partition(",")[0].strip()
    words = author.split()
    while len(words) > 1 and len(words[-1].strip(".")) == 1:  # "Vyshnav M T" is called by the first name
        words.pop()
    first = next((place for place, word in enumerate(words[:-1]) if word.lower() in _PARTICLES and place), None)
    return " ".join(words[first:] if first is not None else words[-1:])


def year_of(metadata: Metadata, filename: str) -> int | None:
    """Return the year that a paper has or that its ids and its file's name tell, None where none does."""
    if metadata.year:
        return metadata.year
    for text in (metadata.arxiv_id or "", filename):
        if match := _ARXIV.search(text) or _ANTHOLOGY.search(text):
            short = int(match[1])
            return short + (1900 if short >= _CENTURY_ENDS else 2000)
    found = _YEAR.search(metadata.doi or "") or _YEAR.search(filename)
    return int(found[1]) if found else None


def year_printed(text: str) -> int | None:
    """Return the year that the first page of a paper's text names with its making; of a date alone in its line, too."""
    match = _MADE.search(text[:_PAGE_CHARACTERS])
    return int(match[1] or match[2]) if match else None
