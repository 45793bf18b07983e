"""Stores what the list of a library sorts, counts and searches, in documents of many rows.

Firestore counts no facets and searches no words, and reading every paper for a list would cost one read each. So each paper
has a row in one of `SHARDS` documents of its owner, `library_rows/{owner's digest}-{shard}`, written in the commit that
changes the paper. A row is merged into its document without reading it, so writers of different papers do not wait for each
other.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec
from google.cloud.firestore_v1 import DELETE_FIELD

from scholarai.adapters.system import to_us
from scholarai.domain.ids import OwnerId
from scholarai.domain.listing import FACETS, facet_values, family_name
from scholarai.domain.paper import Paper, plain
from scholarai.domain.values import Value
from scholarai.retrieval.terms import tokens

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, DocumentReference

ROWS = "library_rows"
# A document has 1 MiB at most. A library of 50,000 papers has 391 rows a document and, by chance of the digest, hardly ever
# more than 480; with the two limits below that is 1 MB.
SHARDS = 128
_ROW_BYTES = 1_000
_WORDS_BYTES = 1_000
# Titles are sorted by their first characters. A guess: no two long titles differ only behind them.
_SORTED = 200


class ListedPaper(Value, frozen=True, kw_only=True):
    """What the list of a library sorts, counts and searches of one paper.

    Attributes:
        id: The paper's.
        values: Its facets' values, each with the place of its kind in `FACETS`.
        words: The tokens of the title between spaces, a line break, those of the rest; compressed.
    """

    id: str
    added_us: int
    updated_us: int
    title: str
    author: str
    year: int
    venue: str
    values: tuple[tuple[int, str], ...]
    words: bytes


def row_changes(
    client: Client, before: Paper | None, after: Paper | None
) -> Mapping[DocumentReference, Mapping[str, Any]]:
    """Return the fields to merge into documents when a paper changes from `before` to `after`.

    Empty if the list shows no difference. While a paper is being extracted, its time of change is not stored, since each
    heartbeat changes it.
    """
    if before is not None and after is not None and _listed(before) == _listed(after):
        return {}
    changes: dict[DocumentReference, dict[str, Any]] = {}
    gone = after is None or after.deleting
    if before is not None and (after is None or gone or before.owner != after.owner):
        changes[reference_of(client, before.owner, before.id)] = fields_of(before.owner, {before.id: DELETE_FIELD})
    if after is not None and not gone:
        changes[reference_of(client, after.owner, after.id)] = fields_of(after.owner, {after.id: stored_row(after)})
    return changes


def reference_of(client: Client, owner: OwnerId, paper_id: str) -> DocumentReference:
    """Return the document that has a paper's row."""
    shard = int.from_bytes(hashlib.blake2b(paper_id.encode(), digest_size=4).digest(), "big") % SHARDS
    return client.collection(ROWS).document(f"{digest_of(owner)}-{shard:03}")


def digest_of(owner: OwnerId) -> str:
    """Return the name prefix of an owner's documents: a digest, since an owner's id may be any text."""
    return hashlib.blake2b(owner.encode(), digest_size=16).hexdigest()


def fields_of(owner: OwnerId, rows: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a document with these rows by paper."""
    return {"owner": owner, "rows": dict(rows)}


def stored_row(paper: Paper) -> dict[str, bytes]:
    """Return the row of a paper as it is stored, within its limits: the last authors and words are left out."""
    about = paper.metadata
    values = [(FACETS.index(kind), value) for kind, value in facet_values(paper)]
    values.sort(key=lambda one: FACETS[one[0]] == "author")  # stable: authors last
    head = (
        to_us(paper.created_at),
        to_us(paper.updated_at),
        plain(about.title or paper.filename)[:_SORTED],
        plain(family_name(about.authors))[:_SORTED],
        about.year or 0,
        plain(about.venue or "")[:_SORTED],
    )
    while len(packed := zlib.compress(msgspec.json.encode((*head, values)))) > _ROW_BYTES and values:
        values = values[: len(values) // 2]
    return {"row": packed, "words": _words(paper)}


def rows_of(fields: Mapping[str, Any]) -> list[ListedPaper]:
    """Return the rows of a document."""
    return [_row(paper_id, stored) for paper_id, stored in (fields.get("rows") or {}).items()]


def is_current(row: ListedPaper, paper: Paper) -> bool:
    """Tell whether a row matches its paper; the time of the last change is not compared."""
    return msgspec.structs.replace(row, updated_us=0) == msgspec.structs.replace(
        _row(paper.id, stored_row(paper)), updated_us=0
    )


def _row(paper_id: str, stored: Mapping[str, bytes]) -> ListedPaper:
    added_us, updated_us, title, author, year, venue, values = msgspec.json.decode(zlib.decompress(stored["row"]))
    return ListedPaper(
        id=paper_id,
        added_us=added_us,
        updated_us=updated_us,
        title=title,
        author=author,
        year=year,
        venue=venue,
        values=tuple((kind, value) for kind, value in values),
        words=stored["words"],
    )


def _words(paper: Paper) -> bytes:
    about = paper.metadata
    title = " ".join(tokens(about.title or ""))
    texts = (paper.filename, about.venue or "", about.doi or "", *about.authors, *about.keywords, *paper.marks.tags)
    rest = list(dict.fromkeys(chain.from_iterable(map(tokens, (*texts, about.abstract or "")))))
    while len(packed := zlib.compress(f" {title} \n {' '.join(rest)} ".encode())) > _WORDS_BYTES and rest:
        rest = rest[: len(rest) * 3 // 4]
    return packed


def _listed(paper: Paper) -> tuple[object, ...]:
    at_work = paper.claim is not None or paper.work is not None
    return (
        paper.owner,
        paper.deleting,
        paper.filename,
        paper.created_at,
        at_work,
        None if at_work else paper.updated_at,
        paper.metadata,
        paper.marks,
    )
