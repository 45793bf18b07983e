"""Turns a web page into an article in JATS, and that into the paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, takewhile
from typing import NamedTuple
from xml.etree.ElementTree import Element

from msgspec.structs import replace as with_changes

from scholarai.domain.content import Author, PaperContent
from scholarai.domain.imprint import Imprint, issn_in, page_range
from scholarai.parsing.bibliography import doi_in, year_in
from scholarai.parsing.drafts import Head
from scholarai.parsing.hidden_text import HIDDEN_TEXT
from scholarai.parsing.html.tree import classes, made, page_of
from scholarai.parsing.html.walk import HEADINGS, Walk, is_abstract, letters, without_tags
from scholarai.parsing.jats.hidden import remove_from_formulas
from scholarai.parsing.jats.reader import read_article
from scholarai.parsing.pdf.text.names import split_names
from scholarai.parsing.xml_elements import XmlError, printed_text_of, text_of

_TITLES = frozenset({"title", "ltx_title_document", "article-title", "highwire-cite-title", "content-title"})
# Of a page's text, what an element must hold to be the article on it. A guess.
_ARTICLE_SHARE = 0.5
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_DATES = ("citation_online_date", "citation_publication_date", "citation_date", "dc.date", "article:published_time")
_AUTHOR_CLASSES = frozenset({"ltx_personname", "author", "author-name", "contrib-author", "p-author"})
_MARKS = frozenset({"sup", "note", "table"})


class NotAPageError(ValueError):
    """HTML that cannot be parsed."""


def read_html(source: bytes) -> PaperContent:
    """Return the content of a paper that is a web page.

    Raises:
        NotAPageError: If the page nests too deeply, is too large or holds no element.
    """
    try:
        page, has_hidden = page_of(source)
    except XmlError as error:
        raise NotAPageError(str(error)) from error
    head = _read_head(page)
    content = _content(page)
    title = _title(content, head.title)
    walk = Walk(title, content)
    article = _article(walk.body)
    has_hidden = remove_from_formulas(article) or has_hidden
    said = printed_text_of(title) if title is not None and head.title is None else without_tags(head.title or "")
    paper = read_article(article, "html", head.titled(said or text_of(page.find(".//title")) or None))
    if has_hidden:
        paper = with_changes(paper, notes=(*paper.notes, HIDDEN_TEXT))
    return paper


def _content(page: Element) -> Element:
    """Return the element that holds the article."""
    body = page.find("body")
    whole = page if body is None else body
    enough = _ARTICLE_SHARE * len(text_of(whole))
    found = (one for one in whole.iter() if one.tag in {"article", "main"} or "main" in classes(one))
    return next((one for one in found if len(text_of(one)) >= enough), whole)


def _title(content: Element, named: str | None) -> Element | None:
    """Return the heading that is the paper's title: named so, alone of its level, or saying what the page is called."""
    headings = [one for one in content.iter() if one.tag in HEADINGS]
    if not headings:
        return None
    first = [one for one in headings if one.tag == "h1"]
    said = (one for one in headings if named and letters(text_of(one)) == letters(named))
    marked = (one for one in first if not classes(one).isdisjoint(_TITLES))
    alone = first if len(first) == 1 and first[0] is headings[0] else ()
    return next(chain(said, marked, alone), None)


def _article(body: Element) -> Element:
    """Make an article of this body: move its abstract before it, and mark its bibliographies and its citations."""
    for section in body.iter("sec"):
        if section.find("ref") is not None:
            section.tag = "ref-list"
    names = {name: ref for ref in body.iter("ref") for name in ref.get("id", "").split()}
    for number, ref in enumerate(body.iter("ref"), 1):
        ref.set("id", f"r{number}")
    for mark in body.iter("xref"):
        targets = [names[name].get("id", "") for name in mark.get("rid", "").split() if name in names]
        if targets:
            mark.set("ref-type", "bibr")
            mark.set("rid", " ".join(targets))
    meta = made("article-meta")
    abstract = next(
        ((parent, one) for parent in body.iter() for one in parent if one.tag == "sec" and is_abstract(one)), None
    )
    if abstract is not None:
        parent, section = abstract
        parent.remove(section)
        section.tag = "abstract"
        meta.append(section)
    return made("article", made("front", meta), body)


class _Meta(NamedTuple):
    name: str
    value: str


def _read_head(page: Element) -> Head:
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
