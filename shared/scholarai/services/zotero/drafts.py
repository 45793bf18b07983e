"""Chooses which highlights, notes and quotes of an owner are to be written to Zotero."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from scholarai.domain.chat import Citation, PageBoxes
from scholarai.domain.content import Box, Page
from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.notes import Note
from scholarai.domain.paper import Paper
from scholarai.domain.quote_wording import remarks_on
from scholarai.domain.values import Value
from scholarai.domain.verdicts import TRUE_VERDICTS
from scholarai.domain.zotero import (
    POSITION_CHARACTERS,
    LinkKind,
    NoteContent,
    ZoteroAnnotation,
    ZoteroItem,
    ZoteroKey,
    ZoteroLink,
    came_from_zotero,
    content_of,
    key_for,
    link_id,
    rect_in_pdf,
)
from scholarai.ports.clock import Clock
from scholarai.ports.zotero import Outgoing

Pages: TypeAlias = Callable[[], Mapping[int, Page]]
"""Reads the pages of a paper, by number."""

# A rectangle takes some forty characters of JSON; annotations of more lines are cut into several.
_RECTS = POSITION_CHARACTERS // 80


class Quote(Value, frozen=True, kw_only=True):
    """A verified quote of an answer, with the question that it answers."""

    citation: Citation
    question: str


class Draft(Value, frozen=True, kw_only=True):
    """A new item, as the link that is stored before it is sent."""

    link: ZoteroLink

    @property
    def key(self) -> ZoteroKey:
        return self.link.key


class MakeDrafts(Value, frozen=True, kw_only=True):
    """`public_url` is where our page is."""

    clock: Clock
    public_url: str

    def of_note(self, note: Note, paper: Paper, attachment: ZoteroLink, known: Pages) -> Iterator[Draft]:
        """Yield an annotation for each page of a highlight or a saved quote, or a note of the item for a note without a place.

        `known` gives the pages of the paper.
        """
        if note.kind == "quote":
            if note.citation is not None and note.citation.verdict in TRUE_VERDICTS:
                yield from self._annotations(
                    _name(note.citation),
                    _places(note.citation.pages, known),
                    _text(note.citation),
                    content_of(note),
                    attachment,
                    note.id,
                )
            return
        target = note.target
        if note.kind not in {"highlight", "note"} or (target is None and not note.text):
            return
        if target is None:
            if attachment.parent is not None:
                yield self._note(note, attachment)
        elif target.state != "not_found" and target.generation == paper.visible_generation:
            marks_text = bool(target.quote.exact.strip())
            yield from self._annotations(
                ("note", note.id),
                _places(target.pages, known),
                target.quote.exact if marks_text else "",
                content_of(note),
                attachment,
                note.id,
            )

    def of_quote(self, quote: Quote, attachment: ZoteroLink, known: Pages) -> Iterator[Draft]:
        """Yield an annotation for each page of a quote of an answer."""
        content = "\n".join(filter(None, (quote.question, "; ".join(remarks_on(quote.citation)))))
        yield from self._annotations(
            _name(quote.citation),
            _places(quote.citation.pages, known),
            _text(quote.citation),
            NoteContent(text=visible(content).strip()),
            attachment,
            "",
        )

    def outgoing(self, link: ZoteroLink) -> Outgoing:
        """Return what is sent for a link that may or may not have arrived."""
        content, draft = link.mine or NoteContent(), link.draft
        place = None if draft is None else draft.annotation
        return Outgoing(
            key=link.key,
            kind="note" if link.kind == "note" else "annotation",
            parent=link.parent,
            place=place,
            text=content.text,
            colour=content.colour,
            address=self._address(link),
        )

    def change(self, link: ZoteroLink, now: NoteContent) -> Outgoing:
        """Return what is sent for a link whose note changed here."""
        before = link.mine or NoteContent()
        return Outgoing(
            key=link.key,
            kind="note" if link.kind == "note" else "annotation",
            version=link.version,
            text=None if now.text == before.text else now.text,
            colour=None if now.colour == before.colour or link.kind == "note" else now.colour,
            address="" if came_from_zotero(link.ours) else self._address(link),
        )

    def _address(self, link: ZoteroLink) -> str:
        """Return where the place, or else the paper, is in our page."""
        place = None if link.draft is None else link.draft.annotation
        page = "" if place is None else f"?page={place.page_index + 1}"
        return f"{self.public_url}/papers/{link.paper_id}{page}"

    def _annotations(
        self,
        name: Sequence[str],
        places: Sequence[ZoteroAnnotation],
        text: str,
        content: NoteContent,
        attachment: ZoteroLink,
        ours: str,
    ) -> Iterator[Draft]:
        for part, bare in enumerate(places):
            place = replace(bare, type="highlight" if text else "image", text=visible(text))
            # The comment stands with the first part alone, so that a change of it is one change.
            first = content if part == 0 else NoteContent(colour=content.colour)
            key = key_for(attachment.library, *name, str(part))
            link = self._link(key, "annotation", attachment, ours, first, attachment.key)
            draft = ZoteroItem(key=key, version=0, kind="annotation", annotation=replace(place, said=first))
            yield Draft(link=replace(link, draft=draft))

    def _note(self, note: Note, attachment: ZoteroLink) -> Draft:
        key = key_for(attachment.library, "note", note.id, "0")
        content = NoteContent(text=note.text)
        return Draft(link=self._link(key, "note", attachment, note.id, content, attachment.parent))

    def _link(
        self,
        key: ZoteroKey,
        kind: LinkKind,
        attachment: ZoteroLink,
        ours: str,
        content: NoteContent,
        parent: ZoteroKey | None,
    ) -> ZoteroLink:
        now = self.clock.now()
        return ZoteroLink(
            id=link_id(attachment.owner, attachment.library, key),
            owner=attachment.owner,
            library=attachment.library,
            key=key,
            kind=kind,
            state="sending",
            created_at=now,
            updated_at=now,
            ours=ours,
            paper_id=attachment.paper_id,
            parent=parent,
            mine=content,
        )


def changed_content(link: ZoteroLink, note: Note) -> NoteContent | None:
    """Return what a written item must say from now on, None where nothing is to be written."""
    before, now = link.mine or NoteContent(), content_of(note)
    if link.kind == "note":
        now = replace(now, colour=before.colour)
    if _is_later_part(link, note):
        now = replace(now, text=before.text)
    return None if now == before else now


def quotes_by_place(found: Sequence[Quote], paper_id: PaperId) -> Mapping[tuple[str, ...], Quote]:
    """Return the verified quotes from a paper, each place once."""
    places: dict[tuple[str, ...], Quote] = {}
    for quote in found:
        citation = quote.citation
        if citation.paper_id == paper_id and citation.verdict in TRUE_VERDICTS and citation.pages:
            places.setdefault(_name(citation), quote)
    return places


def _is_later_part(link: ZoteroLink, note: Note) -> bool:
    return link.kind == "annotation" and any(
        link.key == key_for(link.library, "note", note.id, str(part)) for part in range(1, 20)
    )


def _name(citation: Citation) -> tuple[str, ...]:
    return ("quote", citation.paper_id, str(citation.start), str(citation.end), _text(citation))


def _text(citation: Citation) -> str:
    return citation.text or citation.quote


def _places(found: Sequence[PageBoxes], known: Pages) -> list[ZoteroAnnotation]:
    """Return where something stands, one place for so many lines of a page as fit, without what stands there."""
    places = []
    for one in found:
        page = known().get(one.page_number) or Page(
            page_number=one.page_number, width_pt=one.width_pt, height_pt=one.height_pt
        )
        rects = [rect_in_pdf(box, page) for box in one.boxes]
        top = rect_in_pdf(Box(0, 0, one.width_pt, one.height_pt), page)[3]
        places += [
            ZoteroAnnotation(
                type="", page_index=one.page_number - 1, rects=tuple(rects[start : start + _RECTS]), page_height=top
            )
            for start in range(0, len(rects), _RECTS)
        ]
    return places
