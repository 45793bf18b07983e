"""What a web page says of its paper: the `meta` elements that search engines read, and what is marked as authors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, takewhile
from typing import NamedTuple
from xml.etree.ElementTree import Element

from scholarai.domain.content import Author
from scholarai.domain.imprint import Imprint, issn_in, page_range
from scholarai.parsing.bibliography import doi_in, year_in
from scholarai.parsing.drafts import Head
from scholarai.parsing.html.tree import classes
from scholarai.parsing.pdf.text.names import split_names
from scholarai.parsing.xml_elements import text_of

_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_DATES = ("citation_online_date", "citation_publication_date", "citation_date", "dc.date", "article:published_time")
_AUTHOR_CLASSES = frozenset({"ltx_personname", "author", "author-name", "contrib-author", "p-author"})
_MARKS = frozenset({"sup", "note", "table"})


class _Meta(NamedTuple):
    name: str
    value: str


def read_head(page: Element) -> Head:
    """Return what the page says of its paper; the title is None where only the text can say it."""
    metas = [
        _Meta((meta.get("name") or meta.get("property") or "").lower(), " ".join(meta.get("content", "").split()))
        for meta in page.iter("meta")
    ]
    return Head(
        title=_first(metas, "citation_title", "dc.title"),
        authors=tuple(_authors(metas)) or tuple(_marked(page)),
        doi=next(
            filter(None, (doi_in(meta.value) for meta in metas if "doi" in meta.name or "identifier" in meta.name)),
            None,
        ),
        arxiv_id=_first(metas, "citation_arxiv_id"),
        year=next(filter(None, (year_in(_first(metas, name) or "") for name in _DATES)), None),
        venue=_first(metas, "citation_journal_title", "citation_conference_title", "prism.publicationname"),
        keywords=tuple(_keywords(metas)),
        imprint=Imprint(
            volume=_first(metas, "citation_volume", "prism.volume"),
            issue=_first(metas, "citation_issue", "prism.number"),
            page_range=page_range(
                _first(metas, "citation_firstpage", "prism.startingpage"),
                _first(metas, "citation_lastpage", "prism.endingpage"),
            ),
            publisher=_first(metas, "citation_publisher"),
            issn=issn_in(_first(metas, "citation_issn", "prism.issn")),
        ),
    )


def _first(metas: Sequence[_Meta], *names: str) -> str | None:
    return next((meta.value for name in names for meta in metas if meta.name == name and meta.value), None)


def _keywords(metas: Sequence[_Meta]) -> Iterator[str]:
    values = [meta.value for meta in metas if meta.name == "citation_keywords"]
    values = values or [meta.value for meta in metas if meta.name == "keywords"]
    yield from filter(None, (word.strip() for value in values for word in re.split(r"[;,]", value)))


def _authors(metas: Sequence[_Meta]) -> Iterator[Author]:
    """Yield the authors, each with the affiliations and the identifier that follow the name."""
    name = "citation_author" if any(meta.name == "citation_author" for meta in metas) else "dc.creator"
    starts = [index for index, meta in enumerate(metas) if meta.name == name and meta.value]
    for start, end in pairwise([*starts, len(metas)]):
        own = metas[start + 1 : end]
        places = [meta.value for meta in own if meta.name == "citation_author_institution"]
        orcid = _ORCID.search(_first(own, "citation_author_orcid") or "")
        yield Author(
            name=_turned(metas[start].value),
            affiliation="; ".join(places) or None,
            orcid=orcid.group() if orcid else None,
        )


def _turned(name: str) -> str:
    """Return "Ada Lovelace" for "Lovelace, Ada"."""
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if comma else name


def _marked(page: Element) -> Iterator[Author]:
    """Yield the authors that classes mark above the text, not those in references."""
    above = takewhile(lambda element: element.tag != "h2", page.iter())
    lines = (_lines(element) for element in above if not _AUTHOR_CLASSES.isdisjoint(classes(element)))
    for name in dict.fromkeys(chain.from_iterable(map(split_names, chain.from_iterable(lines)))):
        yield Author(name=name)


def _lines(element: Element) -> list[str]:
    """Return the lines of an element, parted at breaks: LaTeXML sets names, places and addresses into one."""
    lines = [element.text or ""]
    for child in element:
        if child.tag == "br":
            lines.append("")
        elif child.tag not in _MARKS:
            lines[-1] += text_of(child)
        lines[-1] += child.tail or ""
    return lines[:1] if "ltx_personname" in classes(element) else lines
