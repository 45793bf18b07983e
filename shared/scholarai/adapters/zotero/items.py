"""Converts items between the JSON of Zotero's API and our own values."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from scholarai.adapters.literature import fields
from scholarai.domain.bibliography_entry import BibliographyEntry
from scholarai.domain.identifiers import identifier_in
from scholarai.domain.imprint import issn_in, page_range
from scholarai.domain.invisible_characters import visible
from scholarai.domain.notes import Colour
from scholarai.domain.published_works import FoundWork
from scholarai.domain.zotero import (
    ANNOTATION_CHARACTERS,
    OUR_TAG,
    ItemKind,
    NoteContent,
    Rect,
    ZoteroAnnotation,
    ZoteroItem,
    ZoteroKey,
    is_key,
)
from scholarai.ports.zotero import Outgoing

# The colours of its reader (zotero/zotero, annotations.js); those that we have no name for go to the nearest one.
_COLOURS: Mapping[Colour, str] = {
    "yellow": "#ffd400",
    "green": "#5fb236",
    "blue": "#2ea8e5",
    "purple": "#a28ae5",
    "pink": "#e56eee",
}
# Item types of Zotero and the types of CSL that its own export gives them.
_KINDS: Mapping[str, str] = {
    "journalArticle": "article-journal",
    "conferencePaper": "paper-conference",
    "preprint": "article",
    "thesis": "thesis",
    "report": "report",
    "book": "book",
    "bookSection": "chapter",
    "webpage": "webpage",
    "dataset": "dataset",
    "manuscript": "manuscript",
}
_VENUES = (
    "publicationTitle",
    "proceedingsTitle",
    "bookTitle",
    "conferenceName",
    "repository",
    "university",
    "publisher",
)
# Some types have a title of their own (https://api.zotero.org/schema: `baseFields`).
_TITLES = ("title", "caseName", "nameOfAct", "subject")
_CHILDREN: Mapping[str, ItemKind] = {"attachment": "attachment", "annotation": "annotation", "note": "note"}
_PDF = "application/pdf"
_STORED = frozenset({"imported_file", "imported_url"})
# The end of our comments: the link to the place in our page.
_ADDRESS = "ScholarAI: "
_BREAK = re.compile(r"<(?:/p|/h[1-6]|/li|/blockquote|/tr|br)[^<>]{0,50}>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,2000}>")
_YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|2[01]\d\d)(?!\d)")
_SORT_DIGITS = (99_999, 999_999, 99_999)
# A key that BibTeX and LaTeX take; https://retorque.re/zotero-better-bibtex/citing/ has no others.
_CITATION_KEY = re.compile(r"[^\s{}(),\"#%~\\='$&]{1,200}")


def item_of(given: object, *, linked_files: bool = False) -> ZoteroItem | None:
    """Return the item of an object of the API; None if it is none.

    `linked_files`: files outside of Zotero's own storage can be had.
    """
    key, version = fields.at(given, "key"), fields.at(given, "version")
    data = fields.at(given, "data")
    if not isinstance(key, str) or not is_key(key) or not isinstance(version, int) or not isinstance(data, Mapping):
        return None
    type_ = data.get("itemType")
    kind = _CHILDREN.get(type_, "work") if isinstance(type_, str) else "other"
    is_file = kind == "attachment" and _is_pdf(data, linked_files=linked_files)
    return ZoteroItem(
        key=ZoteroKey(key),
        version=version,
        kind=kind,
        parent=_key(data.get("parentItem")),
        work=_work(data, given) if kind == "work" else None,
        tags=fields.texts([fields.at(one, "tag") for one in fields.each(data, "tags")]),
        collections=tuple(filter(None, map(_key, fields.each(data, "collections")))),
        file=is_file,
        filename=fields.text(data.get("filename")) or "",
        title=fields.text(data.get("title")) or "",
        added=fields.text(data.get("dateAdded")) or "",
        annotation=_annotation(data) if kind == "annotation" else None,
        text=plain_note(data.get("note")) if kind == "note" else "",
        trashed=bool(data.get("deleted")),
    )


def _is_pdf(data: Mapping[str, Any], *, linked_files: bool) -> bool:
    stored = _STORED | {"linked_file"} if linked_files else _STORED
    return data.get("contentType") == _PDF and data.get("linkMode") in stored


def json_of(item: Outgoing) -> dict[str, Any]:
    """Return what is sent: a whole new item, or the changed fields of an item with its version."""
    sent: dict[str, Any] = {"key": item.key, "version": item.version}
    if item.kind == "note":
        if item.text is not None:
            sent["note"] = _note(item.text, item.address)
    else:
        if item.text is not None:
            sent["annotationComment"] = _comment(item.text, item.address)
        if item.colour is not None:
            sent["annotationColor"] = _COLOURS[item.colour]
    if item.version == 0:
        sent |= {"itemType": item.kind, "parentItem": item.parent, "tags": [{"tag": OUR_TAG}]}
        if item.place is not None:
            sent |= _placed(item.place)
    return sent


def plain_note(given: object) -> str:
    """Return the HTML of a note as text, a line for each paragraph, without the address that we put there."""
    text = html.unescape(_TAG.sub("", _BREAK.sub("\n", given if isinstance(given, str) else "")))
    return _without_address("\n".join(line.strip() for line in text.splitlines() if line.strip()))


def _work(data: Mapping[str, Any], given: object) -> FoundWork:
    extra = data.get("extra") if isinstance(data.get("extra"), str) else ""
    named = {found.kind: found.value for found in _identifiers(data, str(extra))}
    return FoundWork(
        source="zotero",
        title=next(filter(None, (fields.text(data.get(name)) for name in _TITLES)), None),
        authors=_authors(data),
        doi=fields.doi(data.get("DOI")) or named.get("doi"),
        arxiv_id=named.get("arxiv"),
        pmid=named.get("pmid"),
        pmcid=named.get("pmcid"),
        abstract=fields.text(data.get("abstractNote")),
        year=fields.year(fields.at(given, "meta", "parsedDate")) or _year(data.get("date")),
        venue=next(filter(None, (fields.text(data.get(name)) for name in _VENUES)), None),
        kind=_KINDS.get(str(data.get("itemType"))),
        volume=fields.text(data.get("volume")),
        issue=fields.text(data.get("issue")),
        page_range=page_range(fields.text(data.get("pages"))),
        publisher=fields.text(data.get("publisher")),
        issn=issn_in(fields.text(data.get("ISSN"))),
        entry=_entry(data, str(extra)),
    )


def _entry(data: Mapping[str, Any], extra: str) -> BibliographyEntry | None:
    """Return an entry with the key that the item has as a field, or that Better BibTeX keeps as a line of `extra`."""
    lines = (line.partition(":") for line in extra.splitlines())
    pinned = (value for name, _, value in lines if name.strip().casefold() in {"citation key", "citationkey"})
    keys = (text.strip() for text in (data.get("citationKey"), *pinned) if isinstance(text, str))
    return next((BibliographyEntry(citation_key=key) for key in keys if _CITATION_KEY.fullmatch(key)), None)


def _identifiers(data: Mapping[str, Any], extra: str) -> Iterator[Any]:
    """Yield what names a work beside its DOI: Zotero keeps it in lines `name: value` of `extra`, and in the address."""
    given = [data.get("DOI"), data.get("archiveID"), *extra.splitlines(), data.get("url")]
    for text in given:
        if isinstance(text, str) and text.strip():
            name, colon, value = text.partition(":")
            bare = value.strip() if colon and name.strip().upper() in {"DOI", "PMCID"} else text.strip()
            identifier = identifier_in(bare)
            if identifier is not None:
                yield identifier


def _authors(data: Mapping[str, Any]) -> tuple[str, ...]:
    people: dict[str, list[str]] = {}
    for one in fields.each(data, "creators"):
        names = [fields.text(fields.at(one, part)) for part in ("firstName", "lastName")]
        name = fields.text(fields.at(one, "name")) or " ".join(filter(None, names))
        if name:
            people.setdefault(str(fields.at(one, "creatorType")), []).append(name)
    return tuple(people.get("author") or people.get("editor") or ())


def _year(given: object) -> int | None:
    match = _YEAR.search(given) if isinstance(given, str) else None
    return int(match[1]) if match else None


def _annotation(data: Mapping[str, Any]) -> ZoteroAnnotation:
    position = _position(data.get("annotationPosition"))
    index = position.get("pageIndex")
    return ZoteroAnnotation(
        type=str(data.get("annotationType")),
        text=fields.text(data.get("annotationText")) or "",
        said=NoteContent(
            text=_without_address(visible(str(data.get("annotationComment") or "")).strip()),
            colour=_nearest(data.get("annotationColor")),
        ),
        page_index=index if isinstance(index, int) and 0 <= index < _SORT_DIGITS[0] else 0,
        rects=tuple(_rects(position)),
    )


def _position(given: object) -> Mapping[str, Any]:
    try:
        data = json.loads(given) if isinstance(given, str) else given
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, Mapping) else {}


def _rects(position: Mapping[str, Any]) -> Iterator[Rect]:
    for rect in fields.each(position, "rects"):
        sides = rect if isinstance(rect, list) else []
        if len(sides) == 4 and all(isinstance(side, int | float) and abs(side) < 1e6 for side in sides):
            x0, y0, x1, y1 = map(float, sides)
            yield (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _nearest(given: object) -> Colour:
    wanted = _rgb(given if isinstance(given, str) else "")
    if wanted is None:
        return "yellow"
    known = {name: _rgb(value) or (0, 0, 0) for name, value in _COLOURS.items()}
    return min(known, key=lambda name: sum((a - b) ** 2 for a, b in zip(known[name], wanted, strict=True)))


def _rgb(text: str) -> tuple[int, ...] | None:
    digits = text.removeprefix("#")
    try:
        return tuple(int(digits[at : at + 2], 16) for at in (0, 2, 4)) if len(digits) == 6 else None
    except ValueError:
        return None


def _placed(place: ZoteroAnnotation) -> dict[str, Any]:
    position = {"pageIndex": place.page_index, "rects": [[round(side, 3) for side in rect] for rect in place.rects]}
    placed = {
        "annotationType": place.type,
        "annotationPageLabel": str(place.page_index + 1),
        "annotationSortIndex": _sort_index(place),
        "annotationPosition": json.dumps(position, separators=(",", ":")),
    }
    return placed | ({"annotationText": place.text[:ANNOTATION_CHARACTERS]} if place.type == "highlight" else {})


def _sort_index(place: ZoteroAnnotation) -> str:
    """Return page, offset and distance from the top, by which its reader orders annotations."""
    top = max((rect[3] for rect in place.rects), default=0.0)
    down = max(0, int(place.page_height - top)) if place.page_height else 0
    page, offset, most = _SORT_DIGITS
    return f"{min(place.page_index, page):05d}|{min(place.offset, offset):06d}|{min(down, most):05d}"


def _comment(text: str, address: str) -> str:
    return "\n\n".join(filter(None, (text, f"{_ADDRESS}{address}" if address else "")))


def _note(text: str, address: str) -> str:
    paragraphs = "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in text.splitlines() if line.strip())
    place = html.escape(address)
    return paragraphs + (f'<p>{_ADDRESS}<a href="{place}">{place}</a></p>' if address else "")


def _without_address(text: str) -> str:
    lines = text.splitlines()
    if lines and lines[-1].startswith(f"{_ADDRESS}http"):
        lines.pop()
    return "\n".join(lines).strip()


def _key(given: object) -> ZoteroKey | None:
    return ZoteroKey(given) if isinstance(given, str) and is_key(given) else None
