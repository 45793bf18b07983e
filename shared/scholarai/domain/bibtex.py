"""Writes works as BibTeX that BibTeX, biber and other programs accept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from scholarai.domain.invisible_characters import visible
from scholarai.domain.works import Person, Work, WorkKind, one_line

# BibTeX counts braces whatever stands before them.
TEX = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "&": r"\&", "%": r"\%", "$": r"\$",
    "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
# Verbatim fields are not escaped: these characters would end the field, and are percent-encoded instead.
_IN_VERBATIM = str.maketrans({"\\": "%5C", "{": "%7B", "}": "%7D"})
# What may stand before a word's first letter.
_OPENING = "([{\"'“‘«"
# von Last, Jr, First
_MOST_NAME_PARTS = 3
_TYPES: Mapping[WorkKind, str] = {
    "article": "article", "conference": "inproceedings", "preprint": "misc", "thesis": "phdthesis", "report": "techreport",
    "other": "misc",
}  # fmt: skip
_VENUES: Mapping[WorkKind, str] = {
    "article": "journal", "conference": "booktitle", "thesis": "school", "report": "institution", "preprint": "howpublished",
    "other": "howpublished",
}  # fmt: skip


def bibtex_entry(work: Work) -> str:
    """Return one entry with its fields on lines of their own."""
    return entry(_TYPES[work.kind], work.key, fields_of(work))


def entry(kind: str, key: str, fields: Iterator[tuple[str, str]]) -> str:
    """Return an entry of fields whose values are BibTeX already."""
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields)
    return f"@{kind}{{{key},\n{lines}}}"


def fields_of(work: Work) -> Iterator[tuple[str, str]]:
    """Yield what is known of a work as BibTeX writes it; biblatex and its like take a `doi` verbatim."""
    fields = (
        ("title", titled(work.title)),
        ("author", " and ".join(map(_person, work.authors))),
        (_VENUES[work.kind], tex(work.venue)),
        ("year", str(work.year or "")),
        *imprint_fields(
            work.volume, work.issue, work.pages, work.publisher if work.publisher != work.venue else "", work.issn
        ),
        ("doi", verbatim(work.doi)),
        ("eprint", verbatim(work.arxiv_id)),
        ("archiveprefix", "arXiv" if work.arxiv_id else ""),
        ("note", tex(work.warning)),
        ("keywords", tex(", ".join(keyword.replace(",", " ") for keyword in work.keywords))),
        ("abstract", tex(work.abstract)),
    )
    yield from ((name, value) for name, value in fields if value)


def imprint_fields(volume: str, issue: str, pages: str, publisher: str, issn: str) -> Iterator[tuple[str, str]]:
    """Yield where in a journal or a book a work stands, and who published it; empty where it is not known."""
    yield "volume", tex(volume)
    yield "number", tex(issue)
    yield "pages", tex(re.sub(r"[-–—]+", "--", pages))
    yield "publisher", tex(publisher)
    yield "issn", tex(issn)


def tex(text: str) -> str:
    """Return a text on one line that TeX sets as it is; letters beyond ASCII stay, in UTF-8."""
    return "".join(TEX.get(character, character) for character in one_line(text))


def titled(title: str) -> str:
    """Return a title whose acronyms keep their capitals in styles that lower them: BERT, mRNA, DNA-based."""
    return " ".join(
        f"{{{tex(word)}}}" if any(map(str.isupper, word.lstrip(_OPENING)[1:])) else tex(word)
        for word in one_line(title).split()
    )


def verbatim(identifier: str) -> str:
    """Return an identifier that cannot end its field."""
    return "".join(visible(identifier).split()).translate(_IN_VERBATIM)


def whole_name(name: str) -> str:
    """Return a name as it was written, in braces where its commas or its "and" would divide it.

    biber crashes on ", B" and "A, B, C, D".
    """
    text = tex(name)
    parts = text.split(",")
    divides = len(parts) > _MOST_NAME_PARTS or not all(map(str.strip, parts)) or "and" in text.lower().split()
    return f"{{{text}}}" if divides else text


def _person(author: Person) -> str:
    if author.is_group:
        return f"{{{tex(author.family)}}}" if " " in author.family else whole_name(author.family)
    last = f"{author.particle} {author.family}".strip()
    name = ", ".join(tex(part) for part in (last, author.suffix, author.given) if part)
    return f"{{{name}}}" if "and" in name.lower().split() else name
