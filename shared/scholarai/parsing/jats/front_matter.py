"""What an article's front matter says: title, authors, journal, identifiers, year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from scholarai.domain.content import Author
from scholarai.domain.identifiers import printed_doi
from scholarai.domain.imprint import Imprint, issn_in, page_range
from scholarai.parsing.drafts import Head
from scholarai.parsing.xml_elements import printed_text_of, text_of

# Marks that are set inside titles and affiliations.
MARKS = frozenset({"xref", "fn", "label"})
_BESIDE_NAMES = MARKS | {"contrib-group", "aff", "address", "email", "named-content"}
# An article appears online first.
_DATES = ("epub", "pub", "ppub", "collection")
# Of a group, its name: its members are inside its `collab`.
_NAMES = (
    "name",
    "name-alternatives/name",
    "string-name",
    "name-alternatives/string-name",
    "collab",
    "collab-alternatives/collab",
)
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")


def read_front_matter(article: Element) -> Head:
    """Return what `front` says; of a translation or response inside the article nothing is read."""
    front = article.find("front")
    meta = None if front is None else front.find("article-meta")
    if front is None or meta is None:
        return Head()
    return Head(
        title=printed_text_of(meta.find("title-group/article-title"), without=MARKS) or None,
        authors=tuple(_authors(meta)),
        doi=printed_doi(_identifier(meta, "doi") or ""),
        arxiv_id=_identifier(meta, "arxiv"),
        year=_year(meta),
        venue=_journal(front),
        keywords=tuple(filter(None, (printed_text_of(word) for word in meta.iterfind("kwd-group/kwd")))),
        imprint=_imprint(front, meta),
    )


def person_name(name: Element) -> str:
    """Return "Ada M. Lovelace" for a `name`, and what stands there for a `string-name` or `collab`."""
    parts = [text_of(name.find(part)) for part in ("prefix", "given-names", "surname", "suffix")]
    return " ".join(filter(None, parts)) or text_of(name, without=_BESIDE_NAMES)


def _authors(meta: Element) -> Iterator[Author]:
    places = {place.get("id", ""): text_of(place, without=MARKS) for place in meta.iter("aff")}
    for contributor in meta.iterfind("contrib-group/contrib"):
        name = next((found for path in _NAMES if (found := contributor.find(path)) is not None), None)
        if name is None or contributor.get("contrib-type", "author") != "author":
            continue
        orcid = _ORCID.search(text_of(contributor.find("contrib-id")))
        own = [text_of(place, without=MARKS) for place in contributor.iterfind("aff")]
        linked = [
            places.get(rid, "")
            for xref in contributor.iterfind("xref[@ref-type='aff']")
            for rid in xref.get("rid", "").split()
        ]
        yield Author(
            name=person_name(name),
            orcid=orcid.group() if orcid else None,
            affiliation="; ".join(filter(None, own or linked)) or None,
        )


def _identifier(meta: Element, kind: str) -> str | None:
    return text_of(meta.find(f"article-id[@pub-id-type='{kind}']")) or None


def _journal(front: Element) -> str | None:
    names = ("journal-meta//journal-title", "journal-meta/journal-id[@journal-id-type='nlm-ta']")
    return next(filter(None, (text_of(front.find(name)) for name in names)), None)


def _imprint(front: Element, meta: Element) -> Imprint:
    def said(place: Element, name: str) -> str | None:
        return text_of(place.find(name)) or None

    first = said(meta, "fpage") or said(meta, "page-range") or said(meta, "elocation-id")
    return Imprint(
        volume=said(meta, "volume"),
        issue=said(meta, "issue"),
        page_range=page_range(first, said(meta, "lpage")),
        publisher=said(front, "journal-meta/publisher/publisher-name"),
        issn=next(filter(None, (issn_in(text_of(one)) for one in front.iterfind("journal-meta/issn"))), None),
    )


def _year(meta: Element) -> int | None:
    """Return the year of publication, that of the copyright where no date tells it."""
    dates = list(meta.iterfind("pub-date"))
    dates.sort(key=lambda date: _rank(date.get("pub-type") or date.get("date-type") or ""))
    told = [*(date.find("year") for date in dates), meta.find("permissions/copyright-year")]
    years = map(text_of, told)
    return next((int(year) for year in years if year.isdecimal()), None)


def _rank(kind: str) -> int:
    return _DATES.index(kind) if kind in _DATES else len(_DATES)
