"""Turns a web page into an article in JATS, and that into the paper."""

from __future__ import annotations

from itertools import chain
from xml.etree.ElementTree import Element

from msgspec.structs import replace as with_changes

from scholarai.domain.content import PaperContent
from scholarai.parsing.hidden_text import HIDDEN_TEXT
from scholarai.parsing.html.front_matter import read_head
from scholarai.parsing.html.tree import classes, made, page_of
from scholarai.parsing.html.walk import HEADINGS, Walk, is_abstract, letters, without_tags
from scholarai.parsing.jats.hidden import remove_from_formulas
from scholarai.parsing.jats.reader import read_article
from scholarai.parsing.xml_elements import XmlError, printed_text_of, text_of

_TITLES = frozenset({"title", "ltx_title_document", "article-title", "highwire-cite-title", "content-title"})
# Of a page's text, what an element must hold to be the article on it. A guess.
_ARTICLE_SHARE = 0.5


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
    head = read_head(page)
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
