"""An owner's marks on a paper: tags, favourite, reading state, and collections."""

from collections.abc import Collection, Iterable
from typing import Literal, NewType, get_args

from msgspec.structs import replace

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.invisible_characters import visible
from scholarai.domain.values import Value

CollectionId = NewType("CollectionId", str)

ReadState = Literal["unread", "reading", "read"]
READ_STATES: tuple[ReadState, ...] = get_args(ReadState)

# Ours: more tags than anybody reads beside a title, and more collections than one paper belongs to.
TAGS_PER_PAPER = 50
TAG_CHARACTERS = 100
COLLECTIONS_PER_PAPER = 100


class Marks(Value, frozen=True, kw_only=True):
    """`tags` and `collection_ids` are in the order in which they were given; no two tags differ in case alone."""

    tags: tuple[str, ...] = ()
    favourite: bool = False
    read_state: ReadState = "unread"
    collection_ids: tuple[CollectionId, ...] = ()


class MarkChange(Value, frozen=True, kw_only=True):
    """Changes to marks; changes of different marks commute, so that they may be made concurrently."""

    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    favourite: bool | None = None
    read_state: ReadState | None = None
    add_to: tuple[CollectionId, ...] = ()
    remove_from: tuple[CollectionId, ...] = ()


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Return tags as they are stored: visible characters, white space normalized, each once, none empty.

    Raises:
        InvalidRequestError: If one is too long.
    """
    cleaned: dict[str, str] = {}
    for tag in tags:
        text = " ".join(visible(tag).split())
        if len(text) > TAG_CHARACTERS:
            raise InvalidRequestError("tag_too_long", f"a tag may have {TAG_CHARACTERS} characters at most")
        if text:
            cleaned.setdefault(text.casefold(), text)
    return tuple(cleaned.values())


def marked(marks: Marks, change: MarkChange, known: Collection[CollectionId]) -> Marks:
    """Return the marks after a change; collections that are no longer `known` are left out.

    Raises:
        InvalidRequestError: If there would be too many tags or collections.
    """
    removed = {tag.casefold() for tag in change.remove_tags}
    tags = clean_tags(tag for tag in (*marks.tags, *change.add_tags) if tag.casefold() not in removed)
    wanted = dict.fromkeys((*marks.collection_ids, *change.add_to))
    collections = tuple(one for one in wanted if one in known and one not in change.remove_from)
    if len(tags) > TAGS_PER_PAPER:
        raise InvalidRequestError("too_many_tags", f"a paper may have {TAGS_PER_PAPER} tags at most")
    if len(collections) > COLLECTIONS_PER_PAPER:
        raise InvalidRequestError(
            "too_many_collections", f"a paper may be in {COLLECTIONS_PER_PAPER} collections at most"
        )
    return replace(
        marks,
        tags=tags,
        favourite=marks.favourite if change.favourite is None else change.favourite,
        read_state=change.read_state or marks.read_state,
        collection_ids=collections,
    )


def joined(marks: Marks, others: Marks) -> Marks:
    """Return the marks of two papers that are merged; tags and collections beyond the limits are left out."""
    states = (marks.read_state, others.read_state)
    return Marks(
        tags=clean_tags((*marks.tags, *others.tags))[:TAGS_PER_PAPER],
        favourite=marks.favourite or others.favourite,
        read_state=max(states, key=READ_STATES.index),
        collection_ids=tuple(dict.fromkeys((*marks.collection_ids, *others.collection_ids)))[:COLLECTIONS_PER_PAPER],
    )
