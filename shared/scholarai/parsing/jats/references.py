"""The list of references of an article."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element

from scholarai.domain.content import Reference
from scholarai.domain.identifiers import printed_doi
from scholarai.parsing.bibliography import Bibliography, Entry, doi_in, year_in
from scholarai.parsing.jats.front_matter import person_name
from scholarai.parsing.pdf.references.fields import read_reference
from scholarai.parsing.xml_elements import printed_text_of, text_of

CITATIONS = ("mixed-citation", "element-citation", "nlm-citation", "citation")
_NAMES = ("name", "string-name", "collab")
_TITLES = ("article-title", "chapter-title", "data-title", "part-title", "source")
# What other databases call the work is not printed.
_IDENTIFIERS = frozenset({"pub-id", "object-id", "label"})


def read_references(article: Element) -> Bibliography:
    """Return the entries in printed order; a note that holds several works is an entry for each."""
    references = enumerate(article.iter("ref"), start=1)
    return Bibliography({entry.key: entry for number, found in references for entry in _entries(found, number)})


def _entries(reference: Element, number: int) -> Iterator[Entry]:
    label = text_of(reference.find("label")).strip("[]().")
    key = reference.get("id") or f"ref-{number}"
    cited = [found for found in reference.iter() if found.tag in CITATIONS]
    printed = [found for found in cited if found.tag == "mixed-citation"]
    marked = [found for found in cited if found.tag == "element-citation"]
    # SciELO gives a work twice: as it is printed, and by its elements.
    is_twice = bool(printed) and len(printed) == len(marked)
    for place, citation in enumerate(marked if is_twice else cited):
        raw = _printed(printed[place] if is_twice else citation).lstrip(" .,")
        if raw:
            yield _entry(citation, f"{key}.{place}" if place else key, label, raw)


def _entry(citation: Element, key: str, label: str, raw: str) -> Entry:
    """Return a work by its elements, and by its text where these do not tell the title."""
    people = _people(citation)
    entry = Entry(
        key=key,
        raw=raw,
        title=_first(citation, _TITLES),
        authors=tuple(map(person_name, people)),
        families=tuple(text_of(name.find("surname")) or person_name(name) for name in people),
        year=year_in(text_of(citation.find(".//year"))),
        venue=text_of(citation.find("source")) if citation.find("article-title") is not None else None,
        doi=printed_doi(text_of(citation.find(".//pub-id[@pub-id-type='doi']"))) or doi_in(text_of(citation)),
        marker=label or None,
    )
    whole = entry if entry.title else _completed(entry, read_reference(raw, 1))
    return whole if whole.year else replace(whole, year=year_in(raw))


def _completed(entry: Entry, read: Reference) -> Entry:
    """Return an entry with what its text tells where its elements say nothing."""
    return replace(
        entry,
        title=read.title,
        authors=entry.authors or read.authors,
        families=entry.families or tuple(name.split()[-1] for name in read.authors if name),
        year=entry.year or read.year,
    )


def _people(citation: Element) -> list[Element]:
    groups = list(citation.iterfind("person-group"))
    chosen = next((group for group in groups if group.get("person-group-type", "author") == "author"), None)
    return [found for found in (citation if chosen is None else chosen) if found.tag in _NAMES]


def _first(citation: Element, tags: tuple[str, ...]) -> str | None:
    texts = (printed_text_of(citation.find(f".//{tag}")) for tag in tags)
    return next(filter(None, texts), None)


def _printed(citation: Element) -> str:
    """Return an entry as text: as it stands, or set like most journals where only its parts are given."""
    if citation.tag in {"mixed-citation", "citation"} and (citation.text or "").strip() + "".join(
        (part.tail or "").strip() for part in citation
    ):
        return printed_text_of(citation, without=_IDENTIFIERS)
    people = ", ".join(map(person_name, _people(citation)))
    people += ", et al." if people and citation.find(".//etal") is not None else ""
    year = text_of(citation.find(".//year"))
    head = " ".join(filter(None, (people, f"({year})" if year else "")))
    title = printed_text_of(citation.find("article-title")) or printed_text_of(citation.find("chapter-title"))
    return ". ".join(filter(None, (head, title.rstrip("."), _where(citation)))) or text_of(
        citation, without=_IDENTIFIERS
    )


def _where(citation: Element) -> str:
    """Return "Nature 12(3): 45–67", for a book "Statistics. Springer: 45–67"."""
    source, volume, issue = (text_of(citation.find(tag)) for tag in ("source", "volume", "issue"))
    pages = "–".join(filter(None, (text_of(citation.find("fpage")), text_of(citation.find("lpage")))))
    pages = pages or text_of(citation.find("elocation-id"))
    place = f"{source} {volume}".strip() + (f"({issue})" if issue else "")
    place = ". ".join(filter(None, (place, text_of(citation.find("publisher-name")))))
    return f"{place}: {pages}" if place and pages else place or pages
