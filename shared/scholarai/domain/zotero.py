"""Zotero's items, collections and annotations, and the links between its objects and ours."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NewType

from scholarai.domain.content import Box, Matrix, Page
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import NOTE_CHARACTERS
from scholarai.domain.merging import Merged, merge3
from scholarai.domain.notes import Colour, Note, NoteId
from scholarai.domain.published_works import FoundWork
from scholarai.domain.values import Value

ZoteroKey = NewType("ZoteroKey", str)
LinkId = NewType("LinkId", str)

ItemKind = Literal["work", "attachment", "annotation", "note", "other"]
LinkKind = Literal["collection", "item", "attachment", "annotation", "note"]
# `kept`: both sides have it; `waiting`: its paper is not read yet; `sending`: it may or may not have arrived in Zotero; `gone`: it
# was deleted on one side, and stays as it is on the other; `left_out`: it has no form on the other side.
LinkState = Literal["kept", "waiting", "sending", "gone", "left_out"]

# https://www.zotero.org/support/dev/web_api/v3/write_requests#object_keys
_KEY_LETTERS = "23456789ABCDEFGHIJKLMNPQRSTUVWXYZ"
_KEY_LENGTH = 8
# Zotero's keys never have these characters; the two stand for a whole library, and for the children of its items.
WHOLE_LIBRARY = ZoteroKey("00000000")
CHILDREN = ZoteroKey("00000001")
# `detail` of the link of an item whose notes, annotations and further PDFs are all imported. Earlier releases wrote none there: they
# left further PDFs in Zotero.
WHOLE = "whole"
# The tag of what this program wrote.
OUR_TAG = "ScholarAI"
# Zotero's limits for an annotation (zotero/dataserver issue 110; ANNOTATION_POSITION_MAX_SIZE of the program).
ANNOTATION_CHARACTERS = 10_000
POSITION_CHARACTERS = 65_000

# Words in names of supplements: `moesm` and `mmc` with a number are Springer's and Elsevier's, `si` ACS's, `s001` that of PLOS, `sapp`
# that of PNAS, `som` and `sm` those of Science, `sup` with a number and `suppinfo` Wiley's.
_SUPPLEMENT = re.compile(r"suppl.*|supps?|suppinfo.*|sup\d*|moesm.*|mmc\d+|si|esm|s\d{3}|sapp|som|sm|append(?:ix|ices)")
_WORD = re.compile(r"[^\W_]++")

_CAME = "z"
# Separates two texts that are both kept.
_BETWEEN = "\n\n"

Rect = tuple[float, float, float, float]


class ZoteroLibrary(Value, frozen=True, kw_only=True):
    """A library, by the path that its URLs begin with, such as `users/475425` or `groups/12`; `items` are at its top level."""

    path: str
    name: str
    writable: bool = False
    items: int | None = None


class ZoteroCollection(Value, frozen=True, kw_only=True):
    key: ZoteroKey
    name: str
    parent: ZoteroKey | None = None
    items: int | None = None


class NoteContent(Value, frozen=True, kw_only=True):
    """What a person may change in a highlight or a note on either side."""

    text: str = ""
    colour: Colour = "yellow"


class ZoteroAnnotation(Value, frozen=True, kw_only=True):
    """A mark on a page; `rects` are in points of the PDF's own coordinates: left, bottom, right, top.

    `page_height` in points and `offset`, the characters before it on its page, give the order of those that we write; both are 0 in
    those that we read.
    """

    type: str
    text: str = ""
    said: NoteContent = NoteContent()
    page_index: int = 0
    rects: tuple[Rect, ...] = ()
    page_height: float = 0.0
    offset: int = 0


class ZoteroItem(Value, frozen=True, kw_only=True):
    """An item; `work`, `annotation` and `text` are set for items of kind `work`, `annotation` and `note`.

    `file`: it has a stored PDF, whose name and title may be anything, often neither the paper's. `added` is when, as ISO 8601.
    """

    key: ZoteroKey
    version: int
    kind: ItemKind
    parent: ZoteroKey | None = None
    work: FoundWork | None = None
    tags: tuple[str, ...] = ()
    collections: tuple[ZoteroKey, ...] = ()
    file: bool = False
    filename: str = ""
    title: str = ""
    added: str = ""
    annotation: ZoteroAnnotation | None = None
    text: str = ""
    trashed: bool = False

    def note_content(self) -> NoteContent:
        """Return what a person may change in an annotation or a note."""
        return self.annotation.said if self.annotation is not None else NoteContent(text=self.text)


class ZoteroLink(Value, frozen=True, kw_only=True):
    """One object of Zotero and its counterpart here: a paper, a note or a collection, by its id in `ours`.

    `version` is Zotero's when it was last seen. `mine` and `theirs` are both sides as they were last synchronized.
    `token` names the request that writes it; where `key` stands for how far an import came, what numbers that `version`. `sha256` is that of an attachment's file, `tags` and `collections` are those that an item
    brought here, `draft` is an annotation that waits for its paper.
    """

    id: LinkId
    owner: OwnerId
    library: str
    key: ZoteroKey
    kind: LinkKind
    created_at: datetime
    updated_at: datetime
    state: LinkState = "kept"
    ours: str = ""
    paper_id: PaperId | None = None
    parent: ZoteroKey | None = None
    version: int = 0
    token: str = ""
    mine: NoteContent | None = None
    theirs: NoteContent | None = None
    sha256: str | None = None
    tags: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    draft: ZoteroItem | None = None
    detail: str = ""


def rect_in_pdf(box: Box, page: Page) -> Rect:
    """Return a box of a displayed page in the coordinates of the PDF, which Zotero's reader uses."""
    x0, y0, x1, y1 = box
    (left, low), (right, high) = (_moved((x, y), _to_pdf(page)) for x, y in ((x0, y0), (x1, y1)))
    return (min(left, right), min(low, high), max(left, right), max(low, high))


def box_on_page(rect: Rect, page: Page) -> Box:
    """Return a rectangle in the coordinates of the PDF as a box of the displayed page."""
    a, b, c, d, e, f = _to_pdf(page)
    known = a * d - b * c
    back = (d / known, -b / known, -c / known, a / known, (c * f - d * e) / known, (b * e - a * f) / known)
    (x0, y0), (x1, y1) = (_moved((x, y), back) for x, y in ((rect[0], rect[1]), (rect[2], rect[3])))
    return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _to_pdf(page: Page) -> Matrix:
    """Return the matrix from the displayed page to the PDF's coordinates, the usual one if the page's is missing or singular."""
    found = page.to_pdf
    usual = (1.0, 0.0, 0.0, -1.0, 0.0, page.height_pt)
    return usual if found is None or not found[0] * found[3] - found[1] * found[2] else found


def _moved(point: tuple[float, float], matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def link_id(owner: OwnerId, library: str, key: ZoteroKey) -> LinkId:
    """Return the id of an object's link, which depends on nothing else."""
    return LinkId(_digest(owner, library, key)[:32])


def key_for(library: str, *what: str) -> ZoteroKey:
    """Return the Zotero key of one of our objects: always the same in one library, so that it is never created twice."""
    number = int(_digest(library, *what), 16)
    letters = []
    for _ in range(_KEY_LENGTH):
        number, rest = divmod(number, len(_KEY_LETTERS))
        letters.append(_KEY_LETTERS[rest])
    return ZoteroKey("".join(letters))


def note_id_of(link: LinkId) -> NoteId:
    """Return the id of the note that an annotation or a note of Zotero becomes, derived from its link."""
    return NoteId(f"{_CAME}{link[:31]}")


def came_from_zotero(note_id: str) -> bool:
    """Tell whether a note came from Zotero, by its id: ids of our own notes do not begin with this letter."""
    return note_id.startswith(_CAME)


def content_of(note: Note) -> NoteContent:
    return NoteContent(text=note.text, colour=note.colour)


def is_key(text: str) -> bool:
    return len(text) == _KEY_LENGTH and all(letter in _KEY_LETTERS for letter in text)


def merged(base: tuple[NoteContent, NoteContent], here: NoteContent, there: NoteContent) -> Merged[NoteContent]:
    """Merge our side and Zotero's field by field, with `base` as both were when they were last synchronized.

    Two texts stand one after the other, as far as a note may be so long; of two colours, each stays on its side.
    """
    ours, theirs = base
    text = merge3((ours.text, theirs.text), here.text, there.text, _both)
    colour = merge3((ours.colour, theirs.colour), here.colour, there.colour, lambda _ours, _theirs: None)
    return Merged(*(NoteContent(text=text[side], colour=colour[side]) for side in range(3)))


def _both(here: str, there: str) -> str | None:
    """Return two texts one after the other, unless one is empty or already contains the other by an earlier merge."""
    if not there or here.endswith(f"{_BETWEEN}{there}"):
        whole = here
    elif not here or there.startswith(f"{here}{_BETWEEN}"):
        whole = there
    else:
        whole = f"{here}{_BETWEEN}{there}"
    return whole if len(whole) <= NOTE_CHARACTERS else None


def nested_in(tree: Sequence[ZoteroCollection], wanted: ZoteroKey) -> tuple[ZoteroKey, ...]:
    """Return a collection and those nested in it, each after the one that it is in; empty where it is unknown."""
    children: dict[ZoteroKey | None, list[ZoteroKey]] = {}
    for one in tree:
        children.setdefault(one.parent, []).append(one.key)
    found: dict[ZoteroKey, None] = {}
    waiting = [one.key for one in tree if one.key == wanted]
    while waiting:
        key = waiting.pop(0)
        if key not in found:
            found[key] = None
            waiting += children.get(key, [])
    return tuple(found)


def pdfs_of(children: Sequence[ZoteroItem]) -> list[ZoteroItem]:
    """Return the attachments that are PDFs and not in the trash, those that were added first first."""
    files = [child for child in children if child.file and not child.trashed]
    return sorted(files, key=lambda child: (not child.added, child.added, child.key))


def main_pdf(work: FoundWork | None, children: Sequence[ZoteroItem]) -> ZoteroItem | None:
    """Return the PDF that is the paper itself, not a supplement to it; None where no child is a PDF.

    As in Zotero, the one that was added first, but one that is named as a supplement only where no other is there.
    """
    of_work = _words(" ".join((work.title or "", *work.authors)) if work is not None else "")
    return min(pdfs_of(children), key=lambda child: _is_supplement(child, of_work), default=None)


def _is_supplement(file: ZoteroItem, of_work: frozenset[str]) -> bool:
    words = _words(f"{file.title} {file.filename}") - of_work
    return any(map(_SUPPLEMENT.fullmatch, words)) or (
        "supporting" in words and not words.isdisjoint({"information", "info", "material", "materials", "data"})
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
